"""A decided fight: a message offers to end it, once, in every system and both languages."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from desktop.i18n import tr
from desktop.session import Session
from desktop.window.main_window import MainWindow
from rules import registry
from rules.encounter.commands import parse_command
from tests.desktop.deeds_kit import Seat, played
from tests.desktop.window_kit import messages, open_window, perform

SEATS: tuple[Seat, ...] = (
    ("kaela", "heroes", (4, 4), "", {}),
    ("ork", "foes", (9, 4), "", {}),
    ("wirt", "neutral", (1, 1), "", {}),
)


def fight(folder: Path, system: str, language: str = "de") -> MainWindow:
    Session.create(folder / "fight.kampf", played(system, SEATS)).close()
    window = open_window(folder, language)
    window.deeds.open_path(folder / "fight.kampf")
    assert window.session is not None
    session = window.session
    assert session.perform(parse_command(session.system, {"do": "start"}))
    session.talk.roll_all()  # equal dice would tie for ever
    return window


def fell(window: MainWindow, who: str) -> None:
    """Deal damage until somebody is down."""
    session = window.session
    assert session is not None
    for _ in range(60):
        if session.system.health(session.state.token(who)).down:
            return
        extra = {"kind": "other"} if session.system.id == "das_system" else {}
        perform(session, {"do": "damage", "tokens": [who], "amount": 40, **extra})
    pytest.fail("still stands")


def press(window: MainWindow, words: str) -> None:
    for row in window.messages.rows():
        for button in row.findChildren(QPushButton):
            if button.text() == words:
                QTest.mouseClick(button, Qt.MouseButton.LeftButton)
                QTest.qWait(10)
                return
    pytest.fail(f"no button {words}")


@pytest.mark.parametrize("system", registry.system_ids())
@pytest.mark.parametrize("language", ["de", "en"])
def test_the_end_is_offered_when_the_last_foe_is_down(
    qapp: object, tmp_path: Path, system: str, language: str
) -> None:
    window = fight(tmp_path, system, language)
    session = window.session
    assert session is not None
    assert tr("ending.offer") not in messages(window)
    fell(window, "ork")
    assert tr("ending.offer") in messages(window)
    press(window, tr("ending.end"))
    assert not session.state.timeline.running
    assert tr("ending.offer") not in messages(window)


def test_declined_it_is_offered_again_only_when_somebody_new_falls(
    qapp: object, tmp_path: Path
) -> None:
    window = fight(tmp_path, "pathfinder")
    session = window.session
    assert session is not None
    fell(window, "ork")
    press(window, "Weiterkämpfen")
    assert tr("ending.offer") not in messages(window)
    perform(session, {"do": "damage", "tokens": ["kaela"], "amount": 1})
    assert tr("ending.offer") not in messages(window)
    perform(session, {"do": "add", "id": "neu", "name": "Neu", "side": "foes", "at": [9, 9]})
    assert tr("ending.offer") not in messages(window), "a foe stands"
    fell(window, "neu")
    assert tr("ending.offer") in messages(window)
