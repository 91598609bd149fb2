"""Who rides, carries or has swallowed whom: tied and untied by the menu of two tokens."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from desktop.window.main_window import MainWindow
from rules.encounter.state import Link, TokenId
from tests.desktop.window_kit import (
    drop,
    keys,
    menu_words,
    open_window,
    place,
    pull,
    show_fight,
    write_fight,
)

ONE, TWO = TokenId("brunhild"), TokenId("elandir")


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> MainWindow:
    window = open_window(tmp_path)
    qtbot.addWidget(window)
    show_fight(window, write_fight(tmp_path / "f.kampf"))
    return window


def choose(window: MainWindow, word: str) -> None:
    """Open the menu of ties and take an entry by its word."""

    def take() -> None:
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        (entry,) = [a for a in menu.actions() if a.text() == word]
        menu.setActiveAction(entry)
        entry.trigger()
        menu.close()

    QTimer.singleShot(0, take)
    window.actions_by_id["tie"].trigger()


def test_two_are_tied_and_untied(window: MainWindow) -> None:
    session = window.session
    assert session is not None
    one, two = (session.state.tokens[id].name for id in (ONE, TWO))
    session.select([ONE, TWO])
    choose(window, f"{two} trägt {one}")
    assert list(session.state.links) == [Link("carried", ONE, TWO)]
    words = menu_words(window.actions_by_id["tie"].trigger)
    assert f"Lösen: {two} trägt {one}" in words
    assert f"{two} trägt {one}" not in words
    assert f"{one} reitet auf {two}" in words
    choose(window, f"Lösen: {two} trägt {one}")
    assert not list(session.state.links)


def test_a_rider_takes_the_mount_along_by_mouse_and_back_by_undo(window: MainWindow) -> None:
    session = window.session
    assert session is not None
    session.select([ONE, TWO])
    choose(window, f"{session.state.tokens[ONE].name} reitet auf {session.state.tokens[TWO].name}")
    before = place(session, ONE), place(session, TWO)
    (x, y), (mount_x, mount_y) = before
    session.select([ONE])
    pull(window, (x + 0.5, y + 0.5), (x + 1, y + 1), (x + 2.5, y + 0.5))
    drop(window, x + 2.5, y + 0.5)
    assert (place(session, ONE), place(session, TWO)) == ((x + 2, y), (mount_x + 2, mount_y))
    keys(window.board, Qt.Key.Key_Z, held=Qt.KeyboardModifier.ControlModifier)
    assert (place(session, ONE), place(session, TWO)) == before, "both in one step"


def test_ties_want_two(window: MainWindow) -> None:
    session = window.session
    assert session is not None
    for chosen, usable in (([ONE], False), ([ONE, TWO], True), ([], False)):
        session.select(chosen)
        window.action_set.dress()
        assert window.actions_by_id["tie"].isEnabled() is usable
