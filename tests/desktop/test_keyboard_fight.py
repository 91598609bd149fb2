"""A fight by the keyboard alone, from the start page to its end; the focus can always be seen."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from pytestqt.qtbot import QtBot

from desktop.dialogs.cards import FightCard
from desktop.dialogs.conditions import ConditionsPopup
from desktop.dialogs.keys import native
from desktop.session import Session
from desktop.window.main_window import MainWindow
from rules.core.asking import DiceRequest
from tests.desktop.window_kit import life, place, wake, when_asked

pytestmark = pytest.mark.usefixtures("german")

Key = Qt.Key
PLAIN = Qt.KeyboardModifier.NoModifier
Ctrl, Shift = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def holder(window: QWidget) -> QWidget:
    """Return what has the keyboard; it must be in view."""
    above = QApplication.activePopupWidget() or QApplication.activeModalWidget() or window
    found: QWidget | None = above.focusWidget()
    held = above if found is None else found
    assert held.isVisible(), held
    return held


def press(window: QWidget, key: Qt.Key, held: Qt.KeyboardModifier = PLAIN) -> None:
    """Press a key wherever the keyboard is."""
    wake(window)
    QTest.keyClick(holder(window), key, held)
    QApplication.processEvents()


def write(window: QWidget, text: str) -> None:
    """Type wherever the keyboard is."""
    QTest.keyClicks(holder(window), text)


def palette(window: MainWindow, words: str) -> None:
    """Run an action by the search for commands."""
    press(window, Key.Key_K, Ctrl)
    write(window, words)
    press(window, Key.Key_Return)


def in_dialog(opens: Callable[[], None], act: Callable[[QDialog], object]) -> str:
    """Open a dialog by keys, act in it; returns which it was."""
    seen: list[str] = []

    def found(dialog: QDialog) -> None:
        seen.append(type(dialog).__name__)
        act(dialog)

    when_asked(found)
    opens()
    assert seen
    return seen[0]


def leave(dialog: QDialog) -> None:
    """Close a dialog by Esc."""
    QTest.keyClick(dialog, Key.Key_Escape)


def into_a_demo(window: MainWindow) -> Session:
    """Open the first demo that Tab finds on the start page."""
    for _ in range(30):
        press(window, Key.Key_Tab)
        if isinstance(window.focusWidget(), FightCard):
            break
    press(window, Key.Key_Return)
    assert window.session is not None
    return window.session


def answer_all(window: MainWindow, session: Session) -> tuple[int, int]:
    """Type dice and take the choices that are asked for; returns how many of both."""
    typed = chosen = 0
    for _ in range(20):
        if session.talk.question is None:
            break
        request = session.talk.question.request
        if isinstance(request, DiceRequest):
            write(window, " ".join(str(max(1, sides - 1)) for sides in request.dice))
            typed += 1
        else:
            chosen += 1
        press(window, Key.Key_Return)
    return typed, chosen


def test_a_fight_by_keys_alone(window: MainWindow, qtbot: QtBot) -> None:
    session = into_a_demo(window)
    assert holder(window) is window.board
    start = session.history.done
    if not session.state.timeline.running:
        press(window, Key.Key_Escape)
    # select and walk
    press(window, Key.Key_Tab)
    press(window, Key.Key_Tab, Shift)
    me = session.current
    assert me is not None
    at = place(session, me.id)
    press(window, Key.Key_Left)
    qtbot.waitUntil(lambda: place(session, me.id) == (at[0] - 1, at[1]), timeout=3000)
    # aim, type dice, choose, apply
    press(window, Key.Key_T)
    assert session.attack.action is not None
    assert window.docks["attack"].isAncestorOf(holder(window))
    write(window, "n")  # a letter in the field of the die is no command
    before = session.state.timeline.acting
    write(window, "19")
    press(window, Key.Key_Return)
    typed, _ = answer_all(window, session)
    assert typed
    for _ in range(4):
        if session.talk.proposal is not None:
            press(window, Key.Key_Return)
    assert session.talk.proposal is None
    assert session.history.done > start + 1
    assert session.state.timeline.acting == before
    # the next one's turn, points, a condition, and back
    press(window, Key.Key_Escape)
    for _ in range(12):
        press(window, Key.Key_F6)
        if holder(window) is window.board:
            break
    assert holder(window) is window.board
    assert window.board.focus_seen
    press(window, Key.Key_N)
    answer_all(window, session)
    hurt = session.current
    assert hurt is not None
    whole = life(session, hurt.id)
    points = in_dialog(lambda: press(window, Key.Key_D), lambda dialog: typed_into(dialog, "1"))
    assert points == "PointsDialog"
    assert life(session, hurt.id) != whole
    press(window, Key.Key_Z, Ctrl)
    assert life(session, hurt.id) == whole
    press(window, Key.Key_C, Shift)
    popup = QApplication.activePopupWidget()
    assert isinstance(popup, ConditionsPopup)
    conditions = session.state.token(hurt.id).conditions
    press(window, Key.Key_Down)
    press(window, Key.Key_Return)
    assert session.state.token(hurt.id).conditions != conditions
    press(window, Key.Key_Escape)


def typed_into(dialog: QDialog, text: str) -> None:
    """Type into the field that has the keyboard, and press Enter."""
    field = dialog.focusWidget()
    assert field is not None
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Key.Key_Return)


def test_dialogs_docks_and_the_end_are_reached_by_keys(window: MainWindow) -> None:
    session = into_a_demo(window)
    opened = (
        (lambda: press(window, Key.Key_P, Ctrl), "PrintDialog"),
        (lambda: palette(window, "regeloptionen"), "OptionsDialog"),
        (lambda: press(window, Key.Key_Comma, Ctrl), "SettingsDialog"),
        (lambda: press(window, Key.Key_F1), "KeysDialog"),
    )
    for opens, name in opened:
        assert in_dialog(opens, leave) == name
    # F6 walks the map and every dock in front, Shift+F6 back
    seen = []
    for _ in range(12):
        press(window, Key.Key_F6)
        held = holder(window)
        dock = next((id for id, d in window.docks.items() if d.isAncestorOf(held)), "map")
        seen.append(dock)
        if dock == "map":
            break
    in_front = {id for id, d in window.docks.items() if not d.visibleRegion().isEmpty()}
    assert set(seen) == {"map", *in_front}
    press(window, Key.Key_F6, Shift)
    assert window.docks[seen[-2]].isAncestorOf(holder(window))
    press(window, Key.Key_W, Ctrl)
    assert window.session is None
    assert session not in window.fights.sessions


def test_arrows_walk_the_squares_and_say_what_is_there(window: MainWindow) -> None:
    session = into_a_demo(window)
    said: list[str] = []
    window.board.spoken.connect(said.append)
    press(window, Key.Key_Tab)
    me = session.current
    assert me is not None
    assert me.name in said[-1]
    press(window, Key.Key_Escape)
    assert not session.selected
    press(window, Key.Key_Right)
    first = window.board.cursor_cell
    press(window, Key.Key_Down)
    second = window.board.cursor_cell
    assert first is not None
    assert second is not None
    assert (second.x, second.y) == (first.x, first.y + 1)
    assert said[-1] == window.board.accessibleDescription()
    assert said[-1] != said[-2]


def test_keys_are_called_as_on_the_keyboard(window: MainWindow) -> None:
    assert native("Return") == "Eingabe"
    assert native("Shift+Del") == "Umschalt+Entf"
    window.settings.set(language="en")
    assert native("Return") == "Return"
    window.settings.set(language="de")
    assert native("Return") == "Eingabe"
