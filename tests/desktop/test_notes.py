"""Notes save themselves as steps of the fight, are marked on the map, and never reach players."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.docks.notes import NotesDock
from desktop.session import Session
from desktop.window.main_window import MainWindow
from rules.encounter.state import memo_of
from tests.desktop.window_kit import shown_window, write_fight

pytestmark = pytest.mark.usefixtures("german")


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    made = shown_window(qtbot, tmp_path)
    made.deeds.open_path(write_fight(tmp_path / "halle.kampf"))
    yield made
    made.close()


@pytest.fixture
def notes(window: MainWindow) -> NotesDock:
    assert window.session is not None
    window.session.select(["brunhild"])
    window.actions_by_id["notes"].trigger()
    dock = window.docks["notes"]
    assert isinstance(dock, NotesDock)
    return dock


def open_fight(window: MainWindow) -> Session:
    assert window.session is not None
    return window.session


def test_a_note_is_saved_when_the_keyboard_leaves(window: MainWindow, notes: NotesDock) -> None:
    session = open_fight(window)
    before = session.history.done
    notes.token.setFocus()
    QTest.keyClicks(notes.token, "flieht vor Feuer")
    assert session.history.done == before
    QTest.keyClick(notes.token, Qt.Key.Key_Tab)
    assert session.state.token("brunhild").note == "flieht vor Feuer"
    assert session.history.done == before + 1
    session.undo()
    assert session.state.token("brunhild").note == ""
    assert notes.token.toPlainText() == ""


def test_a_note_is_saved_by_itself_after_a_while(
    qtbot: QtBot, window: MainWindow, notes: NotesDock
) -> None:
    session = open_fight(window)
    notes.fight._later.setInterval(1)
    QTest.keyClicks(notes.fight, "Losung: Buntspecht")
    qtbot.waitUntil(lambda: memo_of(session.state) == "Losung: Buntspecht")
    assert session.history.undo_label is not None


def test_whoever_is_selected_has_a_note_of_his_own(window: MainWindow, notes: NotesDock) -> None:
    session = open_fight(window)
    QTest.keyClicks(notes.token, "eins")
    session.select(["orc-1"])
    assert session.state.token("brunhild").note == "eins"
    assert notes.token.toPlainText() == ""
    assert "Zu " in notes.token_title.text()
    session.select(["brunhild"])
    assert notes.token.toPlainText() == "eins"


def test_another_fight_does_not_get_what_was_typed_for_this_one(
    window: MainWindow, notes: NotesDock, tmp_path: Path
) -> None:
    first = open_fight(window)
    QTest.keyClicks(notes.fight, "nur hier")
    window.deeds.open_path(write_fight(tmp_path / "zwei.kampf"))
    assert memo_of(first.state) == "nur hier"
    assert notes.fight.toPlainText() == ""
    assert memo_of(open_fight(window).state) == ""


def test_an_attack_under_way_is_not_given_up_for_a_note(
    window: MainWindow, notes: NotesDock
) -> None:
    session = open_fight(window)
    window.board.setFocus()
    assert window.deeds.run("roll", text="1W20")
    assert session.talk.busy
    notes.fight.setFocus()
    QTest.keyClicks(notes.fight, "danach")
    notes.fight.done.emit()
    assert session.talk.busy
    assert memo_of(session.state) == ""
    session.talk.roll_all()
    notes.fight.done.emit()
    assert memo_of(session.state) == "danach"


def test_a_token_with_a_note_has_a_mark_that_players_do_not_see(
    window: MainWindow, notes: NotesDock
) -> None:
    session = open_fight(window)
    QTest.keyClicks(notes.token, "Spion")
    notes.save()
    look = window.board.scene.looks[session.state.token("brunhild").id]
    assert "pen" in look.conditions
    player = window.player
    player.open_for(session, window.screen())
    shown = player.board.scene.looks
    assert shown
    assert all("pen" not in one.conditions for one in shown.values())


def test_after_the_read_only_past_nothing_was_written(window: MainWindow, notes: NotesDock) -> None:
    session = open_fight(window)
    window.actions_by_id["replay"].trigger()
    assert notes.fight.isReadOnly()
    window.table.replay.leave()
    assert not notes.fight.isReadOnly()
    assert not session.past


def test_while_writing_undo_and_redo_are_meant_for_the_note(
    window: MainWindow, notes: NotesDock
) -> None:
    session = open_fight(window)
    done = session.history.done
    notes.token.setFocus()
    QTest.keyClicks(notes.token, "hat Angst")
    for key, text in ((Qt.Key.Key_Z, ""), (Qt.Key.Key_Y, "hat Angst")):
        QTest.keyClick(notes.token, key, Qt.KeyboardModifier.ControlModifier)
        assert notes.token.toPlainText() == text
    assert session.history.done == done
