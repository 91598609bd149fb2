"""Frames while the map moves: rough while it grows, careful when it rests, only what is seen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.board.layers import paint_obstacles
from desktop.board.paint import View
from desktop.board.shapes import Shapes, style_of
from desktop.board.view import BoardView
from maps.grid import SUB, point
from maps.shapes import DoorState, Kind, Obstacle, make_obstacle
from tests.desktop.fakes import make_session


@pytest.fixture
def board(qtbot: QtBot) -> Iterator[BoardView]:
    view = BoardView(make_session())
    qtbot.addWidget(view)
    view.resize(900, 600)
    with qtbot.waitExposed(view):
        view.show()
    view.pending.wait_for_ground()
    yield view
    view.set_session(None)


def wheel(view: BoardView, turn: int) -> None:
    middle = view.rect().center()
    event = QWheelEvent(
        QPointF(middle),
        QPointF(view.mapToGlobal(middle)),
        QPoint(),
        QPoint(0, turn),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.ControlModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view, event)


def test_a_map_that_grows_is_rough_and_then_painted_with_care(
    qtbot: QtBot, board: BoardView
) -> None:
    before = board.camera.scale
    wheel(board, 120)
    assert board.camera.scale > before
    board.repaint()
    backdrop = board.painting.backdrop
    assert backdrop.quick
    qtbot.waitUntil(lambda: not backdrop.quick and not backdrop.unfinished, timeout=20_000)
    careful = board.grab().toImage()
    other = BoardView(board.session)
    qtbot.addWidget(other)
    other.resize(board.size())
    with qtbot.waitExposed(other):
        other.show()
    other.navigation.set_camera(board.camera)
    other.pending.wait_for_ground()
    assert other.grab().toImage() == careful


def test_a_map_that_is_only_moved_is_never_rough(board: BoardView) -> None:
    camera = board.camera
    board.navigation.set_camera(View(camera.scale, camera.left + 1, camera.top))
    board.repaint()
    assert not board.painting.backdrop.quick


def walls() -> tuple[Obstacle, ...]:
    """A long chain over many squares, a pillar, a door, a window."""
    chain = tuple(point(x, 3 + x % 3) for x in range(40))
    box = (point(5, 10), point(8, 10), point(8, 12), point(5, 12))
    return (
        make_obstacle("chain", Kind.WALL, chain),
        make_obstacle("box", Kind.SOLID, box),
        make_obstacle("door", Kind.DOOR, (point(20, 10), point(21, 10))),
        make_obstacle("slit", Kind.SLIT, (point(30, 10), point(31, 12))),
    )


def ends_of(path: QPainterPath) -> list[tuple[int, int]]:
    spots = (path.elementAt(i) for i in range(path.elementCount()))
    return [(round(e.x * SUB), round(e.y * SUB)) for e in spots]


def batched(ends: list[tuple[int, int]]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    return list(zip(ends[::2], ends[1::2], strict=True))


def test_pieces_hold_every_line_once(board: BoardView) -> None:
    shown = replace(board.scene.board, obstacles=walls())
    shapes = Shapes.of(shown)
    for style in {style_of(o) for o in walls()}:
        found = sorted(
            tuple(
                (round(p.x * SUB), round(p.y * SUB))
                for p in (path.elementAt(i), path.elementAt(i + 1))
            )
            for _, path in shapes.pieces(style)
            for i in range(0, path.elementCount(), 2)
        )
        wanted = sorted(
            ((s.a.x, s.a.y), (s.b.x, s.b.y))
            for o in walls()
            if style_of(o) == style
            for s in o.segments()
        )
        assert found == wanted
    assert len(shapes.pieces("wall")) > 1
    assert shapes.pieces(f"door.{DoorState.OPEN}") == ()


def test_a_strip_of_the_walls_is_what_the_whole_shows_there(board: BoardView) -> None:
    shapes = Shapes.of(replace(board.scene.board, obstacles=walls()))
    view, strip = View(20, 0, 0), QRect(300, 0, 40, 300)

    def painted(visible: QRectF | None) -> QImage:
        image = QImage(800, 300, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.gray)
        painter = QPainter(image)
        painter.setClipRect(strip)
        paint_obstacles(painter, view, shapes, visible=visible)
        painter.end()
        return image.copy(strip)

    assert painted(QRectF(strip)) == painted(None)
    blank = QImage(40, 300, QImage.Format.Format_RGB32)
    blank.fill(Qt.GlobalColor.gray)
    assert painted(None) != blank
