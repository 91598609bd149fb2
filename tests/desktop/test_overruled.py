"""What the game master says of cover in place of the map: on badge, card, and taken back."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from desktop import files
from desktop.board.paint_marks import badge_width
from desktop.i18n import say
from desktop.session import Session
from desktop.window.main_window import MainWindow
from maps.board import Board
from maps.grid import point
from maps.shapes import Kind, make_obstacle
from rules.encounter.state import TokenId
from rules.system.answers import Glance
from tests.desktop.window_kit import keys, messages, perform, show_fight

FOE = TokenId("orc")
WALL = make_obstacle("w", Kind.WALL, (point(7, 0), point(7, 3.5)))
"""Stops half of the lines from (1, 3) to (9, 3)."""
CAST = {"osric": ("dirk", "ork"), "pathfinder": ("elandir", "orc")}


@pytest.fixture
def shot(window: MainWindow, tmp_path: Path, request: pytest.FixtureRequest) -> Session:
    """Open a fight of an archer and an orc half behind a wall; the archer aims."""
    system = getattr(request, "param", "osric")
    path = tmp_path / "mauer.kampf"
    made = Session.create(path, files.blank(system, Board(12, 8, obstacles=(WALL,)), "Mauer"))
    for id, template, at in zip(("me", FOE), CAST[system], ([1, 3], [9, 3]), strict=True):
        perform(made, {"do": "add", "id": id, "template": template, "at": at})
    made.close()
    session = show_fight(window, path)
    session.select(["me"])
    bow = next(w.id for w in session.attack.weapons("me") if w.ranged)
    session.attack.aim(FOE, bow)
    QApplication.processEvents()
    return session


def badge(window: MainWindow) -> Glance:
    """Return what the badge of the orc shows."""
    window.board.grab()
    badges = window.board.painting.badges
    return badges._by_hand(badges._glances())[FOE]


def card(window: MainWindow) -> str:
    """Return what the card of the orc says of cover."""
    plan = window.board.sight.plan
    assert plan is not None
    return say(plan.facts[0].value)


def test_a_grade_that_is_ticked_stands_on_badge_and_card_until_it_is_taken_back(
    window: MainWindow, shot: Session
) -> None:
    assert (say(badge(window).text), badge(window).by_hand) == ("−4", False)
    assert "2 von 4" in card(window)
    before = shot.history.done
    shot.attack.switch("cover_25", True)
    assert (say(badge(window).text), badge(window).by_hand) == ("−2", True)
    assert card(window) == "25\u00a0% · von Hand gesetzt"
    keys(window.board, Qt.Key.Key_Z, held=Qt.KeyboardModifier.ControlModifier)
    assert (say(badge(window).text), badge(window).by_hand) == ("−4", False)
    assert "2 von 4" in card(window)
    assert shot.history.done == before, "no step of the fight is taken back for it"
    assert "Deckung 25\u00a0%" in messages(window)[0]
    keys(window.board, Qt.Key.Key_Y, held=Qt.KeyboardModifier.ControlModifier)
    assert say(badge(window).text) == "−2"


def test_no_cover_by_the_word_of_the_game_master(window: MainWindow, shot: Session) -> None:
    shot.attack.switch("cover", False)
    assert (say(badge(window).text), badge(window).by_hand) == ("0", True)
    assert card(window) == "keine · von Hand gesetzt"


def test_a_state_given_by_hand_counts_on_the_badge_and_is_a_step(
    window: MainWindow, shot: Session
) -> None:
    given = {"do": "condition", "tokens": [FOE], "condition": "covered", "value": 90}
    perform(shot, given)
    assert (say(badge(window).text), badge(window).by_hand) == ("−10", True)
    assert card(window) == "90\u00a0% · von Hand gesetzt"
    shot.attack.set_action(None)
    window.board.sight.aim(shot, FOE)  # whoever is only pointed at
    assert (say(badge(window).text), badge(window).by_hand) == ("−10", True)
    keys(window.board, Qt.Key.Key_Z, held=Qt.KeyboardModifier.ControlModifier)
    window.board.sight.aim(shot, FOE)
    assert (say(badge(window).text), badge(window).by_hand) == ("−4", False)


def test_after_a_step_of_the_fight_that_is_taken_back_first(
    window: MainWindow, shot: Session
) -> None:
    shot.attack.switch("cover_25", True)
    perform(shot, {"do": "damage", "tokens": [FOE], "amount": 1})
    hurt = shot.history.done
    keys(window.board, Qt.Key.Key_Z, held=Qt.KeyboardModifier.ControlModifier)
    assert shot.history.done == hurt - 1
    assert say(badge(window).text) == "−2"
    keys(window.board, Qt.Key.Key_Z, held=Qt.KeyboardModifier.ControlModifier)
    assert shot.history.done == hurt - 1
    assert say(badge(window).text) == "−4"


@pytest.mark.parametrize("shot", ["pathfinder"], indirect=True)
def test_cover_that_is_switched_off_leaves_the_badge_of_pathfinder_too(
    window: MainWindow, shot: Session
) -> None:
    assert (say(badge(window).text), badge(window).by_hand) == ("+4", False)
    shot.attack.switch("cover", False)
    assert (say(badge(window).text), badge(window).by_hand) == ("0", True)
    assert card(window) == "keine · von Hand gesetzt"


def test_a_row_that_is_added_by_hand_is_taken_back_too(window: MainWindow, shot: Session) -> None:
    shot.attack.add_modifier(3, "attack", "Segen")
    assert window.actions_by_id["undo"].toolTip().count("Segen") == 1
    keys(window.board, Qt.Key.Key_Z, held=Qt.KeyboardModifier.ControlModifier)
    action = shot.attack.action
    assert action is not None
    assert action.extra == ()
    assert window.actions_by_id["redo"].isEnabled()


def test_the_pen_has_its_room_on_the_badge() -> None:
    assert badge_width("−4", True) > badge_width("−4") + 8
