"""Dice that are asked for say what is needed and what counts; their boxes take only digits."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QPushButton
from pytestqt.qtbot import QtBot

from desktop.dialogs.basis import BasisView
from desktop.dialogs.dice import DiceDialog
from desktop.i18n import say
from desktop.session import Session
from rules import registry
from rules.core.asking import DiceRequest
from rules.encounter.commands import parse_command
from rules.encounter.plans import AttackAction
from rules.encounter.state import TokenId
from rules.play import perform
from tests.desktop.deeds_kit import Seat, played
from tests.desktop.dialogs_kit import dressed, show
from tests.desktop.window_kit import open_window, when_asked

TWO: tuple[Seat, ...] = (("kaela", "heroes", (4, 4), "", {}), ("ork", "foes", (5, 4), "", {}))


def session_of(folder: Path, system: str, *script: dict[str, Any]) -> Session:
    return Session.create(folder / "fight.kampf", played(system, TWO, *script))


def asked(session: Session) -> DiceRequest:
    question = session.talk.question
    assert question is not None
    assert isinstance(question.request, DiceRequest)
    return question.request


@pytest.mark.parametrize("system", ["pathfinder", "osric", "muinimula"])
def test_the_face_asked_for_is_the_one_that_the_plan_names(system: str) -> None:
    state, rules = played(system, TWO), registry.get(system)
    plan = rules.plan(state, AttackAction(TokenId("kaela"), TokenId("ork")))
    fields = {"attacker": "kaela", "target": "ork"}
    procedure = perform(rules, state, parse_command(rules, {"do": "attack", **fields}))
    request = next(procedure)
    procedure.close()
    assert isinstance(request, DiceRequest)
    basis = request.basis
    assert basis is not None
    assert (basis.needs, basis.under) == (plan.needs, plan.under)
    assert basis.sums[0] == (plan.attack_title, plan.attack)


def shown(dialog: QDialog) -> list[str]:
    """Return the lines of what a dialog of dice says about them."""
    return [line for view in dialog.findChildren(BasisView) for line in view.lines]


@pytest.mark.parametrize(("language", "needed"), [("de", "nötig: "), ("en", "needed: ")])
def test_an_attack_of_opportunity_says_what_it_needs_and_why(
    qapp: object, tmp_path: Path, language: str, needed: str
) -> None:
    start = {"do": "start", "values": {"kaela": 5, "ork": 20}}
    session_of(tmp_path, "pathfinder", start, {"do": "next"}).close()
    window = open_window(tmp_path, language)
    window.deeds.open_path(tmp_path / "fight.kampf")
    session = window.session
    assert session is not None
    seen: list[str] = []

    def look(dialog: QDialog) -> None:
        assert isinstance(dialog, DiceDialog)
        seen.extend(shown(dialog))
        QTest.keyClicks(dialog.dice[0], "1a4x")
        assert dialog.dice[0].text() == "14"
        dialog.reject()

    session.perform(parse_command(session.system, {"do": "move", "token": "kaela", "to": [1, 4]}))
    button = window.messages.rows()[0].findChild(QPushButton)
    assert button is not None
    when_asked(look)
    button.click()
    plan = session.system.plan(session.state, AttackAction(TokenId("ork"), TokenId("kaela")))
    assert seen[0].startswith(needed)
    for entry in (*plan.attack.entries, *plan.defence.entries):
        if entry.counted and entry.modifier.value:
            assert any(say(entry.modifier.label) in line for line in seen), entry


@pytest.mark.parametrize(
    ("language", "words"), [("de", "Kaela: überrascht bei 1"), ("en", "Kaela: surprised on 1")]
)
def test_surprise_says_which_faces_surprise_whom(
    qtbot: QtBot, tmp_path: Path, language: str, words: str
) -> None:
    with dressed(language):
        session = session_of(tmp_path, "osric")
        assert session.perform(parse_command(session.system, {"do": "start"}))
        dialog = DiceDialog(session)
        show(qtbot, dialog)
        assert any(line.startswith(words) for line in shown(dialog)), shown(dialog)
        dialog.reject()
        session.close()
