"""What a drag says on the map in words."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.board.paint import Pill, paint_pill
from desktop.window.main_window import MainWindow
from tests.desktop.window_kit import at, drop, pull, show_fight, write_fight

pytestmark = pytest.mark.usefixtures("german_each")


def test_the_map_says_whose_shots_a_drag_shows(
    window: MainWindow, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted: list[str] = []

    def noted(painter: QPainter, corner: QPointF, pill: Pill) -> QRectF:
        painted.append(pill.text)
        return paint_pill(painter, corner, pill)

    monkeypatch.setattr("desktop.board.badges.paint_pill", noted)

    def said() -> set[str]:
        painted.clear()
        window.board.grab()
        return set(painted)

    words = "Schüsse der Gegner auf Elandir"
    show_fight(window, write_fight(tmp_path / "halle.kampf"))
    QTest.mouseMove(window.board, at(window, 2.5, 3.5))
    pull(window, (2.5, 3.5), (2.9, 3.9), (3.5, 4.5))
    qtbot.waitUntil(lambda: window.board.dragging is not None, timeout=3000)
    assert words not in said()
    QTest.keyPress(window.board, Qt.Key.Key_C)
    assert words in said()
    QTest.mouseMove(window.board, at(window, 2.5, 3.5))  # back where it stood
    QApplication.processEvents()
    assert words in said(), "also before there is a way"
    QTest.keyRelease(window.board, Qt.Key.Key_C)
    assert words not in said()
    QTest.keyPress(window.board, Qt.Key.Key_C)
    drop(window, 2.5, 3.5)
    assert words not in said()
