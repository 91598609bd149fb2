"""Touch pads: two fingers move or zoom the map, spreading them zooms; right drags by preset."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QInputDevice, QNativeGestureEvent, QPointingDevice, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.board.view import BoardView
from desktop.window.main_window import MainWindow
from tests.desktop.window_kit import open_window, show_fight, write_fight

PAD = QPointingDevice(
    "pad",
    1,
    QInputDevice.DeviceType.TouchPad,
    QPointingDevice.PointerType.Finger,
    QInputDevice.Capability.Position | QInputDevice.Capability.PixelScroll,
    2,
    3,
)
AT = QPoint(300, 200)


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    window = open_window(tmp_path)
    qtbot.addWidget(window)
    show_fight(window, write_fight(tmp_path / "halle.kampf"))
    yield window
    window.close()


def scroll(board: BoardView, dx: int, dy: int, keys: Qt.KeyboardModifier) -> None:
    """Move two fingers over the pad by pixels."""
    event = QWheelEvent(
        QPointF(AT),
        QPointF(board.mapToGlobal(AT)),
        QPoint(dx, dy),
        QPoint(dx, dy),
        Qt.MouseButton.NoButton,
        keys,
        Qt.ScrollPhase.ScrollUpdate,
        False,
        Qt.MouseEventSource.MouseEventNotSynthesized,
        PAD,
    )
    QApplication.sendEvent(board, event)


def spread(board: BoardView, by: float) -> None:
    """Spread two fingers by a share, or close them."""
    event = QNativeGestureEvent(
        Qt.NativeGestureType.ZoomNativeGesture,
        PAD,
        2,
        QPointF(AT),
        QPointF(AT),
        QPointF(board.mapToGlobal(AT)),
        by,
        QPointF(),
    )
    QApplication.sendEvent(board, event)


def test_two_fingers_move_the_map_or_zoom_as_the_setting_says(window: MainWindow) -> None:
    board, none = window.board, Qt.KeyboardModifier.NoModifier
    before = board.camera
    scroll(board, 48, -24, none)
    assert (board.camera.left, board.camera.top) == (before.left - 1, before.top + 0.5)
    assert board.camera.scale == before.scale
    scroll(board, 0, 60, Qt.KeyboardModifier.ControlModifier)
    assert board.camera.scale > before.scale
    window.settings.set(touchpad="zoom")
    board.navigation.set_camera(before)
    scroll(board, 0, -60, none)
    assert board.camera.scale < before.scale


def test_spreading_fingers_zooms_where_they_are(window: MainWindow) -> None:
    board = window.board
    before = board.camera
    x, y = before.left + AT.x() / before.scale, before.top + AT.y() / before.scale
    spread(board, 0.25)
    assert board.camera.scale == pytest.approx(before.scale * 1.25)
    assert board.camera.x(x) == pytest.approx(AT.x())
    assert board.camera.y(y) == pytest.approx(AT.y())
    spread(board, -0.2)
    assert board.camera.scale == pytest.approx(before.scale)


def test_dragging_with_the_right_button_measures_or_moves_by_preset(window: MainWindow) -> None:
    board, right = window.board, Qt.MouseButton.RightButton

    def drag() -> bool:
        QTest.mousePress(board, right, pos=AT)
        QTest.mouseMove(board, AT + QPoint(40, 0))
        QTest.mouseMove(board, AT + QPoint(96, 0))
        measures = board.hands.ruler is not None
        QTest.mouseRelease(board, right, pos=AT + QPoint(96, 0))
        return measures

    before = board.camera.left
    assert drag()
    assert board.camera.left == before
    window.settings.set(preset="foundry")
    assert not drag()
    assert board.camera.left < before
