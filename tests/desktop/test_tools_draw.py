"""A map drawn from nothing by mouse and keys: walls, openings, areas, erasing, undo."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.board.view import BoardView
from desktop.session import Session
from maps.board import Board
from maps.grid import SUB
from maps.shapes import Kind, Obstacle
from rules.encounter.state import Encounter
from tests.desktop.test_board_view import at, open_board

pytestmark = pytest.mark.usefixtures("german_each")

Left = Qt.MouseButton.LeftButton
Alt, Shift = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ShiftModifier
Nothing = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def session(tmp_path: Path, qapp: QApplication) -> Iterator[Session]:
    session = Session.create(tmp_path / "leer.kampf", Encounter("pathfinder", board=Board(12, 8)))
    yield session
    session.close()


@pytest.fixture
def board(session: Session, qtbot: QtBot) -> BoardView:
    return open_board(session, qtbot)


def click(
    board: BoardView, x: float, y: float, modifier: Qt.KeyboardModifier | None = None
) -> None:
    spot = at(board, x, y)
    QTest.mouseMove(board, spot)
    QTest.mouseClick(board, Left, modifier or Qt.KeyboardModifier.NoModifier, spot)


def pull(board: BoardView, a: tuple[float, float], b: tuple[float, float]) -> None:
    QTest.mousePress(board, Left, pos=at(board, *a))
    QTest.mouseMove(board, at(board, *b))
    QTest.mouseRelease(board, Left, pos=at(board, *b))


def drawn(session: Session, kind: Kind) -> list[list[tuple[float, float]]]:
    """Return the points of all obstacles of a kind in squares."""
    return [_squares(o) for o in session.state.board.obstacles if o.kind is kind]


def _squares(obstacle: Obstacle) -> list[tuple[float, float]]:
    return [(p.x / SUB, p.y / SUB) for p in obstacle.points]


def test_a_chain_of_walls_ends_with_enter_and_is_one_step(
    board: BoardView, session: Session
) -> None:
    board.use_tool("wall")
    for x, y in ((1.05, 1.1), (5.1, 0.95), (5.0, 4.1)):
        click(board, x, y)
    QTest.keyClick(board, Qt.Key.Key_Return)
    assert drawn(session, Kind.WALL) == [[(1, 1), (5, 1), (5, 4)]]
    assert len(session.history.steps) == 1
    session.undo()
    assert drawn(session, Kind.WALL) == []


def test_backspace_takes_a_point_back_and_escape_everything(
    board: BoardView, session: Session
) -> None:
    before = session.state
    board.use_tool("wall")
    for x in (1, 3, 6):
        click(board, x, 2)
    QTest.keyClick(board, Qt.Key.Key_Backspace)
    click(board, 3, 5)
    QTest.keyClick(board, Qt.Key.Key_Return)
    assert drawn(session, Kind.WALL) == [[(1, 2), (3, 2), (3, 5)]]
    session.undo()
    click(board, 1, 1)
    click(board, 4, 1)
    QTest.keyClick(board, Qt.Key.Key_Escape)
    assert session.state is before


def test_a_chain_that_comes_back_to_its_beginning_is_closed(
    board: BoardView, session: Session
) -> None:
    board.use_tool("wall")
    for x, y in ((1, 1), (4, 1), (4, 4), (1, 4), (1, 1)):
        click(board, x, y)
    assert drawn(session, Kind.WALL) == [[(1, 1), (4, 1), (4, 4), (1, 4), (1, 1)]]


def test_points_snap_to_eighths_and_with_alt_to_nothing(board: BoardView, session: Session) -> None:
    board.use_tool("wall")
    click(board, 2.49, 2.52)
    click(board, 3.63, 2.51)
    QTest.keyClick(board, Qt.Key.Key_Return)
    assert drawn(session, Kind.WALL) == [[(2.5, 2.5), (3.625, 2.5)]]
    click(board, 6.3, 3.3, Alt)
    click(board, 7.3, 3.3, Alt)
    QTest.keyClick(board, Qt.Key.Key_Return)
    (x, y), _ = drawn(session, Kind.WALL)[1]
    assert (x, y) == pytest.approx((6.3, 3.3), abs=0.06)
    assert x * 8 != round(x * 8) or y * 8 != round(y * 8)


def test_a_door_and_a_window_make_room_in_the_wall(board: BoardView, session: Session) -> None:
    board.use_tool("wall")
    click(board, 1, 3)
    click(board, 9, 3)
    QTest.keyClick(board, Qt.Key.Key_Return)
    board.use_tool("door")
    pull(board, (3, 3), (4, 3))
    board.tools.current.set_option("opening", "window")
    pull(board, (7, 3), (6, 3))
    assert drawn(session, Kind.DOOR) == [[(3, 3), (4, 3)]]
    assert drawn(session, Kind.SLIT) == [[(7, 3), (6, 3)]]
    walls = sorted(drawn(session, Kind.WALL))
    assert walls == [[(1, 3), (3, 3)], [(4, 3), (6, 3)], [(7, 3), (9, 3)]]
    session.undo()
    session.undo()
    assert drawn(session, Kind.WALL) == [[(1, 3), (9, 3)]]


def test_a_door_lies_in_a_slanting_wall(board: BoardView, session: Session) -> None:
    board.use_tool("wall")
    click(board, 1, 1)
    click(board, 8, 4)
    QTest.keyClick(board, Qt.Key.Key_Return)
    board.use_tool("door")
    pull(board, (3.05, 1.8), (3.9, 2.3))
    (door,) = drawn(session, Kind.DOOR)
    walls = sorted(drawn(session, Kind.WALL))
    assert [walls[0][0], walls[1][1]] == [(1, 1), (8, 4)]
    assert [walls[0][1], walls[1][0]] == door
    for x, y in door:
        assert (x - 1) * 3 == pytest.approx((y - 1) * 7, abs=0.03)


def test_a_point_snaps_to_one_that_is_there(board: BoardView, session: Session) -> None:
    board.use_tool("wall")
    click(board, 2.3, 2.3, Alt)
    click(board, 5.3, 2.3, Alt)
    QTest.keyClick(board, Qt.Key.Key_Return)
    ((_, end),) = drawn(session, Kind.WALL)
    click(board, end[0] + 0.1, end[1] + 0.1)
    click(board, 5, 6)
    QTest.keyClick(board, Qt.Key.Key_Return)
    assert drawn(session, Kind.WALL)[1] == [end, (5, 6)]


def test_shift_draws_at_45_degrees(board: BoardView, session: Session) -> None:
    board.use_tool("wall")
    click(board, 1, 1)
    click(board, 4.1, 3.8, Shift)
    QTest.keyClick(board, Qt.Key.Key_Return)
    ((_, (x, y)),) = drawn(session, Kind.WALL)
    assert x == y


@pytest.mark.parametrize("form", ["box", "round"])
def test_walls_are_drawn_as_box_and_round(board: BoardView, session: Session, form: str) -> None:
    board.use_tool("wall")
    board.tools.current.set_option("form", form)
    pull(board, (2, 2), (6, 5))
    (points,) = drawn(session, Kind.WALL)
    assert points[0] == points[-1]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    assert (min(xs), max(xs), min(ys), max(ys)) == (2, 6, 2, 5)
    assert (len(points) == 5) is (form == "box")


def test_an_area_is_drawn_as_polygon_and_a_low_wall_as_line(
    board: BoardView, session: Session
) -> None:
    board.use_tool("block")
    board.tools.current.set_option("kind", "low")
    for form in ("polygon", "chain"):
        board.tools.current.set_option("form", form)
        for x, y in ((2, 2), (5, 2), (4, 4)):
            click(board, x, y)
        QTest.keyClick(board, Qt.Key.Key_Return)
    area, line = session.state.board.obstacles
    assert area.closed_shape
    assert line.open
    assert area.points == line.points


@pytest.mark.parametrize(
    ("tool", "kind"),
    [
        ("block", Kind.SOLID),
        ("block", Kind.LOW),
        ("block", Kind.COVER),
        ("fog", Kind.FOG),
        ("terrain", Kind.TERRAIN),
    ],
)
def test_areas_cover_the_squares_that_were_drawn_over(
    board: BoardView, session: Session, tool: str, kind: Kind
) -> None:
    board.use_tool(tool)
    board.tools.current.set_option("kind", kind)
    pull(board, (4.4, 3.6), (2.6, 2.3))
    assert drawn(session, kind) == [[(2, 2), (5, 2), (5, 4), (2, 4)]]


def test_a_rise_has_the_height_of_the_bar(board: BoardView, session: Session) -> None:
    board.use_tool("terrain")
    board.tools.current.set_option("ground", "rise")
    board.tools.current.set_option("height", "2")
    pull(board, (2.3, 2.3), (4.4, 3.6))
    (rise,) = session.state.board.obstacles
    assert (rise.kind, rise.top, rise.closed_shape) == (Kind.RISE, 2 * SUB, True)


def test_erasing_removes_what_lies_under_the_pointer(board: BoardView, session: Session) -> None:
    board.use_tool("wall")
    for y in (2, 5):
        click(board, 1, y)
        click(board, 9, y)
        QTest.keyClick(board, Qt.Key.Key_Return)
    board.use_tool("erase")
    click(board, 5, 3.5)
    assert len(drawn(session, Kind.WALL)) == 2
    click(board, 5, 5.02)
    assert drawn(session, Kind.WALL) == [[(1, 2), (9, 2)]]


def test_taking_another_tool_leaves_nothing_behind(board: BoardView, session: Session) -> None:
    board.use_tool("wall")
    click(board, 1, 1)
    board.use_tool("select")
    assert not board.tools.tool("wall").busy
    assert session.history.steps == ()


def test_what_is_being_drawn_can_be_seen(board: BoardView, session: Session) -> None:
    board.use_tool("wall")
    empty = board.grab().toImage()
    click(board, 2, 2)
    QTest.mouseMove(board, at(board, 6, 2))
    spot = at(board, 4, 2)
    assert board.grab().toImage().pixelColor(spot) != empty.pixelColor(spot)
