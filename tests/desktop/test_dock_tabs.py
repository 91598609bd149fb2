"""Tabs of docks in a narrow window say their whole word on hovering; undo speaks once."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTabBar, QToolTip
from pytestqt.qtbot import QtBot

from desktop.window.main_window import MainWindow
from tests.desktop.window_kit import (
    messages,
    perform,
    show_fight,
    write_fight,
)


def bars(window: MainWindow) -> list[QTabBar]:
    here = Qt.FindChildOption.FindDirectChildrenOnly
    return [b for b in window.findChildren(QTabBar, options=here) if b.count()]


def test_a_narrow_tab_says_its_whole_word(
    window: MainWindow, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    show_fight(window, write_fight(tmp_path / "halle.kampf"))
    qtbot.waitUntil(lambda: any(b.accessibleName() for b in bars(window)), timeout=5000)
    said: list[str] = []
    monkeypatch.setattr(QToolTip, "showText", lambda _at, words, *_: said.append(words))
    for bar in bars(window):
        assert bar.elideMode() is Qt.TextElideMode.ElideNone
        assert bar.usesScrollButtons()
        for i in range(bar.count()):
            at = bar.tabRect(i).center()
            help = QHelpEvent(QEvent.Type.ToolTip, at, bar.mapToGlobal(at))
            QApplication.sendEvent(bar, help)
            assert said[-1] == bar.tabText(i)
    assert {"Protokoll", "Rüstung"} <= set(said)


def test_undo_and_redo_replace_their_own_message(window: MainWindow, tmp_path: Path) -> None:
    session = show_fight(window, write_fight(tmp_path / "halle.kampf"))
    for _ in range(4):
        perform(session, {"do": "damage", "tokens": ["orc-1"], "amount": 1})
    perform(session, {"do": "heal", "tokens": ["orc-1"], "amount": 1})
    window.messages.clear()
    control = Qt.KeyboardModifier.ControlModifier
    for _ in range(4):
        QTest.keyClick(window.board, Qt.Key.Key_Z, control)
    assert len(messages(window)) == 1
    QTest.keyClick(window.board, Qt.Key.Key_Y, control)
    assert len(messages(window)) == 1
    assert messages(window)[0].startswith("Wiederholt:")
