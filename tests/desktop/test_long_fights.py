"""Whole fights at the window by mouse and keys, to the end, taken back and brought again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop.session import Session
from desktop.window.main_window import MainWindow
from rules.encounter.state import Encounter, SideId
from tests.demos.game_master import SEATS, seated
from tests.desktop.hands import Hands, take_back_and_bring_again, to_front
from tests.desktop.window_kit import open_window

pytestmark = pytest.mark.usefixtures("german")

MOST = 120
"""Turns after which a fight counts as without end."""
CTRL = Qt.KeyboardModifier.ControlModifier


def changed(state: Encounter, side: SideId, **values: Any) -> Encounter:
    """Give everybody of a side other values, so that a fight ends sooner."""
    for token in tuple(state.tokens.values()):
        if token.side is side:
            sheet = token.sheet.model_copy(update=values)
            state = state.with_token(replace(token, sheet=sheet))
    return state


@contextmanager
def at_the_table(folder: Path, state: Encounter, seed: int) -> Iterator[tuple[MainWindow, Hands]]:
    """Open a fight in the window, nothing drawn over the map."""
    path = folder / "fight.kampf"
    Session.create(path, state).close()
    window = open_window(folder, overlays=())
    window.resize(1600, 1000)
    window.deeds.open_path(path)
    window.board.navigation.fit()
    with Hands(window, seed) as hands:
        yield window, hands


def begin(window: MainWindow) -> None:
    to_front(window)
    QTest.keyClick(window, Qt.Key.Key_R, CTRL)


def announce_spells(hands: Hands) -> int:
    """Announce a spell for everybody who has one, the foes first; returns how many."""
    session, count = hands.session, 0
    casters = [t for t in session.state.tokens.values() if t.sheet.model_dump().get("spells")]
    for token in sorted(casters, key=lambda t: t.side is SideId.HEROES):
        if hands.mind.down(token) or token.has("casting"):
            continue
        hands.wishes = ["spell", token.sheet.model_dump()["spells"][0]["id"]]
        hands.choose("declare", token.id)
        count += 1
    return count


def fight_to_the_end(hands: Hands) -> int:
    """Play until a side is down; returns how many spells were announced."""
    spells = 0
    for _ in range(MOST):
        if hands.mind.over():
            return spells
        if hands.session.state.timeline.phase == "declare":
            spells += announce_spells(hands)
        hands.turn()
    pytest.fail("the fight does not end")


def test_osric_six_heroes_against_twelve_orcs(qapp: object, tmp_path: Path) -> None:
    state = changed(seated("osric", *SEATS["osric"]), SideId.FOES, hp=2)
    state = changed(state, SideId.HEROES, attack_level=12)
    with at_the_table(tmp_path, state, 1) as (window, hands):
        begin(window)
        spells = fight_to_the_end(hands)
        assert hands.mind.sides()[SideId.FOES] == 0
        assert spells >= 3
        assert hands.typed >= 30
        assert not hands.strange
        take_back_and_bring_again(window, hands.session)


def test_damakar_four_against_six(qapp: object, tmp_path: Path) -> None:
    state = changed(seated("damakar", *SEATS["damakar"]), SideId.FOES, lp=5)
    state = changed(state, SideId.HEROES, attack=18)
    with at_the_table(tmp_path, state, 3) as (window, hands):
        begin(window)
        fight_to_the_end(hands)
        assert 0 in hands.mind.sides().values()
        assert hands.typed >= 30
        assert hands.chosen >= 5
        assert not hands.strange
        take_back_and_bring_again(window, hands.session)
