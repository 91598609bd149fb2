"""The main job from a map file to a wounded orc, by mouse and keyboard on the real window."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.dialogs.conditions import ConditionsPopup
from desktop.docks.attack import AttackDock
from desktop.docks.library import LibraryDock
from desktop.docks.log import LogDock
from desktop.session import Session
from desktop.window.main_window import MainWindow
from maps.grid import Cell
from maps.problems import Problem, Severity
from maps.shapes import DoorState, Kind
from rules.encounter.faults import StoreError
from tests.desktop.dialogs_kit import enter, escape
from tests.desktop.window_kit import (
    at,
    click,
    drop,
    focus,
    frame,
    keys,
    life,
    menu_words,
    messages,
    perform,
    place,
    pull,
    show_fight,
    typed,
    when_asked,
    write_fight,
    write_map,
)

pytestmark = pytest.mark.usefixtures("german")

Key, Ctrl = Qt.Key, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def fight(window: MainWindow, tmp_path: Path) -> Session:
    return show_fight(window, write_fight(tmp_path / "halle.kampf"))


def add(window: MainWindow, words: str) -> str:
    """Add a creature by Ctrl+L, its name and Enter; returns its id."""
    session = window.session
    assert session is not None
    before = set(session.state.tokens)
    keys(window, Key.Key_L, held=Ctrl)
    library = window.docks["library"]
    assert isinstance(library, LibraryDock)
    assert focus(window) is library.search
    typed(window, words)
    (new,) = set(session.state.tokens) - before
    return new


def attack_dock(window: MainWindow) -> AttackDock:
    dock = window.docks["attack"]
    assert isinstance(dock, AttackDock)
    return dock


def test_from_a_map_file_to_a_wounded_orc(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    when_asked(enter)
    window.deeds.open_path(write_map(tmp_path / "halle.dd2vtt"))
    session = window.session
    assert session is not None
    board = session.state.board
    kinds = [o.kind for o in board.obstacles]
    assert board.picture is not None
    assert {Kind.WALL, Kind.DOOR, Kind.SLIT} <= set(kinds)
    qtbot.waitUntil(lambda: not window.board.picture.busy, timeout=5000)

    ids = [add(window, name) for name in ("Elandir", "Brunhild", "Ork", "Ork")]
    assert len(session.state.tokens) == 4
    hero, friend, orc, other = ids
    for id, to in ((hero, (2, 3)), (friend, (2, 6)), (orc, (8, 3)), (other, (9, 5))):
        perform(session, {"do": "move", "token": id, "to": list(to)})
    frame(window)

    # a drag shows the way, its cost and how the enemies stand to it; Esc ends it without a trace
    steps = session.history.done
    pull(window, (2.5, 3.5), (3.5, 3.5), (4.5, 4.5))
    drag = window.board.dragging
    assert drag is not None
    assert drag.plan is not None
    qtbot.waitUntil(lambda: {orc, other} <= set(drag.badges), timeout=5000)
    keys(window.board, Key.Key_Escape)
    drop(window, 4.5, 4.5)
    assert session.history.done == steps
    assert place(session, hero) == (2, 3)
    pull(window, (2.5, 3.5), (3.5, 3.5), (4.5, 5.5))
    drop(window, 4.5, 5.5)
    assert place(session, hero) == (4, 5)
    assert session.history.done == steps + 1

    # hovering an enemy shows the lines and the card; a click aims
    QTest.mouseMove(window.board, at(window, 9.5, 5.4))
    QTest.mouseMove(window.board, at(window, 9.5, 5.5))
    qtbot.waitUntil(lambda: window.board.card.shown is not None, timeout=3000)
    plan = window.board.sight.plan
    assert plan is not None
    assert plan.action.target == other
    assert plan.cover.lines
    click(window, 9.5, 5.5)
    assert session.attack.action is not None
    assert session.attack.action.target == other
    dock = attack_dock(window)
    assert focus(window) is dock.plan.result.die

    # typed dice: a hit, its damage, then one key applies it
    healthy = life(session, other)
    typed(window, "19")
    while session.talk.proposal is None:
        typed(window, "5")
    assert life(session, other) == healthy
    steps = session.history.done
    typed(window, "")
    assert session.history.done == steps + 1
    hurt = life(session, other)
    assert hurt < healthy
    log = window.docks["log"]
    assert isinstance(log, LogDock)
    name = session.state.token(other).name
    lines = [str(log.list.model().index(i, 0).data()) for i in range(log.list.model().rowCount())]
    assert any(name in line for line in lines)

    keys(window, Key.Key_Z, held=Ctrl)
    assert life(session, other) == healthy
    keys(window, Key.Key_Y, held=Ctrl)
    assert life(session, other) == hurt
    assert messages(window)


def test_a_door_opens_by_a_click(window: MainWindow, fight: Session) -> None:
    assert fight.state.board.obstacle("door").state == DoorState.CLOSED
    click(window, 6.0, 3.5)
    assert fight.state.board.obstacle("door").state == DoorState.OPEN
    click(window, 6.0, 3.5)
    assert fight.state.board.obstacle("door").state == DoorState.CLOSED
    assert fight.history.undo_label is not None


def test_a_condition_is_set_and_taken_back_by_its_list(window: MainWindow, fight: Session) -> None:
    fight.select(["elandir"])
    keys(window.board, Key.Key_C, held=Qt.KeyboardModifier.ShiftModifier)
    popup = QApplication.activePopupWidget()
    assert isinstance(popup, ConditionsPopup)
    QTest.keyClicks(popup.search, "lieg")
    QTest.keyClick(popup.search, Key.Key_Return)
    assert fight.state.token("elandir").has("prone")
    QTest.keyClick(popup.search, Key.Key_Return)
    assert not fight.state.token("elandir").has("prone")
    QTest.keyClick(popup, Key.Key_Escape)
    assert not popup.isVisible()


def test_the_fight_begins_goes_on_and_goes_back(window: MainWindow, fight: Session) -> None:
    when_asked(enter)
    keys(window, Key.Key_R, held=Ctrl)
    assert fight.state.timeline.running
    first = fight.state.timeline.acting
    window.board.setFocus()
    keys(window.board, Key.Key_N)
    assert fight.state.timeline.acting != first
    keys(window.board, Key.Key_N, held=Qt.KeyboardModifier.ShiftModifier)
    assert fight.state.timeline.acting == first


def test_a_right_click_opens_the_menu_of_what_is_there(window: MainWindow, fight: Session) -> None:
    def right_click(x: float, y: float) -> list[str]:
        pos = at(window, x, y)
        return menu_words(
            lambda: QTest.mouseClick(window.board, Qt.MouseButton.RightButton, pos=pos)
        )

    assert right_click(2.5, 3.5)[0] == "Elandir"
    assert fight.selected == ("elandir",)
    assert window.actions_by_id["damage"].icon().availableSizes()
    assert "Verschlossen" in right_click(6.0, 3.5)
    assert "Elandir hierher ziehen" in right_click(4.5, 6.5)


def test_an_attack_is_cancelled_without_a_trace(window: MainWindow, fight: Session) -> None:
    fight.select(["elandir"])
    fight.attack.aim("orc-2")
    before, steps = fight.state, fight.history.done
    typed(window, "19")
    assert fight.talk.busy
    keys(focus(window), Key.Key_Escape)
    assert not fight.talk.busy
    assert fight.state is before
    assert fight.history.done == steps


def test_undo_gives_up_the_attack_under_way_and_nothing_else(
    window: MainWindow, fight: Session
) -> None:
    fight.select(["elandir"])
    fight.attack.aim("orc-2")
    steps = fight.history.done
    assert steps > 0
    typed(window, "19")
    assert fight.talk.busy
    window.actions_by_id["undo"].trigger()
    assert not fight.talk.busy
    assert fight.history.done == steps
    window.actions_by_id["undo"].trigger()
    assert fight.history.done == steps - 1


def test_copies_are_selected_and_what_is_removed_next(window: MainWindow, fight: Session) -> None:
    there = set(fight.state.tokens)
    fight.select(["orc-1"])
    for action in ("duplicate", "copy", "paste"):
        window.actions_by_id[action].trigger()
        if action != "copy":
            assert len(fight.selected) == 1
            assert not set(fight.selected) & there
    window.actions_by_id["delete"].trigger()
    assert there < set(fight.state.tokens)


def test_a_fight_that_cannot_be_written_says_so_in_words(
    window: MainWindow, fight: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(window, "tell", lambda message: said.append(message.text))

    def full() -> None:
        raise StoreError(Problem("file_full", Severity.ERROR, "neu.kampf"))

    window.deeds._guarded(tmp_path / "neu.kampf", full)
    assert said == [
        "neu.kampf: Der Datenträger ist voll. Der letzte Schritt wurde nicht gespeichert."
    ]


def test_points_are_taken_by_a_key(window: MainWindow, fight: Session) -> None:
    fight.select(["orc-1"])
    whole = life(fight, "orc-1")
    window.board.setFocus()

    when_asked(lambda dialog: typed(dialog, "3"))
    keys(window.board, Key.Key_D)
    assert life(fight, "orc-1") == whole - 3
    when_asked(escape)
    keys(window.board, Key.Key_D)
    assert life(fight, "orc-1") == whole - 3


def test_what_was_done_is_there_when_the_file_is_opened_again(
    window: MainWindow, fight: Session, tmp_path: Path
) -> None:
    pull(window, (2.5, 3.5), (3.5, 3.5), (4.5, 4.5))
    drop(window, 4.5, 4.5)
    path = fight.store.path
    keys(window, Key.Key_W, held=Ctrl)
    assert window.session is None
    assert window.stack.currentIndex() == 0
    again = show_fight(window, path)
    assert place(again, "elandir") == (4, 4)
    keys(window, Key.Key_Z, held=Ctrl)
    assert place(again, "elandir") == (2, 3)
    assert window.board.navigation.free_cell() != Cell(2, 3)
    gc.collect()
