"""Editing what is drawn by real mouse and keys: picking, points, chains, copies, turns, lights."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.board.view import BoardView
from desktop.session import Session
from desktop.tools.edit import EditTool
from maps.board import Board, Light
from maps.grid import SUB, point
from maps.shapes import Kind, Obstacle, make_obstacle
from rules.encounter.commands import parse_command
from rules.encounter.state import Encounter, TokenId
from tests.desktop.test_board_view import at, open_board

pytestmark = pytest.mark.usefixtures("german_each")

Left = Qt.MouseButton.LeftButton
Shift = Qt.KeyboardModifier.ShiftModifier
Ctrl = Qt.KeyboardModifier.ControlModifier
Nothing = Qt.KeyboardModifier.NoModifier
Spots = list[tuple[float, float]]


def wall(id: str, *spots: tuple[float, float]) -> Obstacle:
    return make_obstacle(id, Kind.WALL, tuple(point(x, y) for x, y in spots))


GROUND = Board(
    14,
    9,
    obstacles=(
        wall("a", (2, 2), (6, 2)),
        wall("b", (6, 2), (6, 6)),
        wall("c", (10, 2), (12, 2), (12, 5)),
        make_obstacle("p", Kind.SOLID, (point(8, 6), point(9, 6), point(9, 7), point(8, 7))),
    ),
    lights=(Light("l", point(3, 5), 2 * SUB, 4 * SUB),),
)


@pytest.fixture
def session(tmp_path: Path, qapp: QApplication) -> Iterator[Session]:
    session = Session.create(tmp_path / "mauern.kampf", Encounter("pathfinder", board=GROUND))
    yield session
    session.close()


@pytest.fixture
def board(session: Session, qtbot: QtBot) -> BoardView:
    board = open_board(session, qtbot)
    board.use_tool("edit")
    return board


def tool(board: BoardView) -> EditTool:
    found = board.tools.current
    assert isinstance(found, EditTool)
    return found


def click(board: BoardView, x: float, y: float, keys: Qt.KeyboardModifier = Nothing) -> None:
    QTest.mouseMove(board, at(board, x, y))
    QTest.mouseClick(board, Left, keys, at(board, x, y))


def pull(
    board: BoardView,
    a: tuple[float, float],
    b: tuple[float, float],
    keys: Qt.KeyboardModifier = Nothing,
) -> None:
    QTest.mousePress(board, Left, keys, at(board, *a))
    move(board, *b, keys)
    QTest.mouseRelease(board, Left, keys, at(board, *b))


def move(board: BoardView, x: float, y: float, keys: Qt.KeyboardModifier = Nothing) -> None:
    """Move the mouse with the left button held; QTest itself knows no keys held on a move."""
    spot = at(board, x, y)
    there = QPointF(board.mapToGlobal(spot))
    kind = QEvent.Type.MouseMove
    event = QMouseEvent(kind, QPointF(spot), there, Qt.MouseButton.NoButton, Left, keys)
    QApplication.sendEvent(board, event)


def double(board: BoardView, x: float, y: float) -> None:
    click(board, x, y)
    QTest.mouseDClick(board, Left, Nothing, at(board, x, y))


def spots(session: Session, id: str) -> Spots:
    return [(p.x / SUB, p.y / SUB) for p in session.state.board.obstacle(id).points]


def picked(session: Session) -> list[str]:
    return list(session.picked)


def ids(session: Session) -> list[str]:
    return [o.id for o in session.state.board.obstacles]


# -- picking ---------------------------------------------------------------------------------


def test_a_click_picks_shift_adds_and_takes_away_nothing_lets_go(
    board: BoardView, session: Session
) -> None:
    click(board, 4, 2)
    assert picked(session) == ["a"]
    click(board, 6, 4, Shift)
    assert picked(session) == ["a", "b"]
    click(board, 4, 2, Shift)
    assert picked(session) == ["b"]
    click(board, 8.5, 6.5)  # within the pillar
    assert picked(session) == ["p"]
    click(board, 3, 5)
    assert picked(session) == ["l"]
    click(board, 8, 4)
    assert picked(session) == []
    assert session.history.steps == ()


def test_a_frame_picks_what_it_meets(board: BoardView, session: Session) -> None:
    pull(board, (7.4, 5.2), (5.2, 3.5))
    assert picked(session) == ["b"]
    pull(board, (2.6, 4.6), (3.4, 5.4), Shift)
    assert picked(session) == ["b", "l"]


def test_a_double_click_picks_the_chain_and_one_on_what_is_picked_sets_a_point(
    board: BoardView, session: Session
) -> None:
    double(board, 4, 2)
    assert set(picked(session)) == {"a", "b"}
    click(board, 8, 4)
    click(board, 4, 2)
    double(board, 4.5, 2)
    assert spots(session, "a") == [(2, 2), (4.5, 2), (6, 2)]
    assert len(session.history.steps) == 1


# -- points ----------------------------------------------------------------------------------


def test_a_corner_takes_along_all_that_meet_there_and_is_one_step(
    board: BoardView, session: Session
) -> None:
    click(board, 4, 2)
    pull(board, (6, 2), (7.05, 1.1))
    assert spots(session, "a") == [(2, 2), (7, 1)]
    assert spots(session, "b") == [(7, 1), (6, 6)]
    assert len(session.history.steps) == 1
    session.undo()
    assert session.state.board == GROUND


def test_with_ctrl_a_corner_goes_alone(board: BoardView, session: Session) -> None:
    click(board, 4, 2)
    pull(board, (6, 2), (6, 1), Ctrl)
    assert spots(session, "a") == [(2, 2), (6, 1)]
    assert spots(session, "b") == [(6, 2), (6, 6)]


def test_shift_keeps_a_point_on_the_level(board: BoardView, session: Session) -> None:
    click(board, 11, 2)
    QTest.mousePress(board, Left, Nothing, at(board, 10, 2))
    move(board, 9, 2.3, Shift)
    QTest.mouseRelease(board, Left, Shift, at(board, 9, 2.3))
    assert spots(session, "c")[0] == (9, 2)


def test_escape_gives_up_a_drag(board: BoardView, session: Session) -> None:
    click(board, 4, 2)
    QTest.mousePress(board, Left, Nothing, at(board, 6, 2))
    move(board, 9, 4)
    assert board.tools.current.busy
    QTest.keyClick(board, Qt.Key.Key_Escape)
    QTest.mouseRelease(board, Left, Nothing, at(board, 9, 4))
    assert session.state.board == GROUND


def test_chosen_points_are_removed_else_everything_picked(
    board: BoardView, session: Session
) -> None:
    click(board, 11, 2)
    click(board, 12, 2)
    QTest.keyClick(board, Qt.Key.Key_Delete)
    assert spots(session, "c") == [(10, 2), (12, 5)]
    QTest.keyClick(board, Qt.Key.Key_Delete)
    assert ids(session) == ["a", "b", "p"]
    session.undo()
    session.undo()
    assert session.state.board == GROUND


def test_a_chain_is_split_at_a_point_and_joined_again(board: BoardView, session: Session) -> None:
    click(board, 11, 2)
    assert "edit_split" not in tool(board).ready()
    click(board, 12, 2)
    assert "edit_split" in tool(board).ready()
    tool(board).does("edit_split")
    assert spots(session, "c") == [(10, 2), (12, 2)]
    assert spots(session, "wall:0") == [(12, 2), (12, 5)]
    session.pick(["c", "wall:0"])
    assert "edit_join" in tool(board).ready()
    tool(board).does("edit_join")
    assert spots(session, "c") == [(10, 2), (12, 2), (12, 5)]
    assert "wall:0" not in ids(session)


# -- whole things ----------------------------------------------------------------------------


def test_what_is_picked_moves_together_lights_too(board: BoardView, session: Session) -> None:
    session.pick(["a", "l"])
    pull(board, (4, 2), (5, 3))
    assert spots(session, "a") == [(3, 3), (7, 3)]
    assert session.state.board.lights[0].at == point(4, 6)
    assert spots(session, "b") == [(6, 2), (6, 6)]
    assert len(session.history.steps) == 1


def test_a_radius_of_a_light_is_pulled(board: BoardView, session: Session) -> None:
    click(board, 3, 5)
    pull(board, (7, 5), (9.1, 5))
    assert session.state.board.lights[0].dim == 6 * SUB
    pull(board, (5, 5), (10, 5))
    light = session.state.board.lights[0]
    assert (light.bright, light.dim) == (7 * SUB, 7 * SUB)


def test_copies_lie_beside_and_are_picked(board: BoardView, session: Session) -> None:
    session.pick(["c", "l"])
    tool(board).does("copy")
    tool(board).does("paste")
    copy, lamp = session.picked
    assert copy not in ("a", "b", "c", "p")
    assert lamp != "l"
    assert len(ids(session)) == 5
    first = spots(session, copy)
    tool(board).does("duplicate")
    assert spots(session, session.picked[0]) != first
    tool(board).does("cut")
    assert len(ids(session)) == 5
    assert len(session.history.steps) == 3


def test_a_copy_goes_from_fight_to_fight(
    board: BoardView, session: Session, tmp_path: Path, qtbot: QtBot
) -> None:
    session.pick(["c"])
    tool(board).does("copy")
    other = Session.create(tmp_path / "andere.kampf", Encounter("osric", board=Board(9, 9)))
    board.set_session(other)
    board.use_tool("edit")
    tool(board).does("paste")
    assert [o.kind for o in other.state.board.obstacles] == [Kind.WALL]
    board.set_session(None)
    other.close()


def test_mirrors_and_quarters(board: BoardView, session: Session) -> None:
    session.pick(["c"])
    tool(board).does("edit_mirror")
    assert spots(session, "c") == [(12, 2), (10, 2), (10, 5)]
    tool(board).does("edit_mirror")
    tool(board).does("edit_upright")
    assert spots(session, "c") == [(10, 5), (12, 5), (12, 2)]
    tool(board).does("edit_turn")
    tool(board).does("edit_back")
    assert spots(session, "c") == [(10, 5), (12, 5), (12, 2)]


# -- keys alone ------------------------------------------------------------------------------


def test_everything_goes_by_keys(board: BoardView, session: Session) -> None:
    tool(board).does("next_token")
    assert picked(session) == ["a"]
    tool(board).does("next_token")
    tool(board).does("next_token")
    assert picked(session) == ["c"]
    tool(board).does("previous_token")
    assert picked(session) == ["b"]
    session.pick(["c"])
    QTest.keyClick(board, Qt.Key.Key_Right)
    assert spots(session, "c")[0] == (10.125, 2)
    QTest.keyClick(board, Qt.Key.Key_Down, Shift)
    assert spots(session, "c")[0] == (10.125, 3)
    QTest.keyClick(board, Qt.Key.Key_P)
    QTest.keyClick(board, Qt.Key.Key_P)
    QTest.keyClick(board, Qt.Key.Key_Up)
    assert spots(session, "c") == [(10.125, 3), (12.125, 2.875), (12.125, 6)]
    tool(board).does("edit_insert")
    assert len(spots(session, "c")) == 4
    QTest.keyClick(board, Qt.Key.Key_Delete)
    assert len(spots(session, "c")) == 3
    assert len(session.history.steps) == 5
    QTest.keyClick(board, Qt.Key.Key_Escape)
    assert picked(session) == []


def test_enter_asks_for_the_properties(board: BoardView, session: Session, qtbot: QtBot) -> None:
    session.pick(["a"])
    with qtbot.waitSignal(board.tools.details_wanted):
        QTest.keyClick(board, Qt.Key.Key_Return)


# -- cover while editing ---------------------------------------------------------------------


def test_cover_is_shown_while_a_wall_is_dragged(board: BoardView, session: Session) -> None:
    for id, template, x in (("A", "elandir", 7), ("O", "orc", 11)):
        command = {"do": "add", "id": id, "template": template, "at": [x, 7]}
        assert session.perform(parse_command(session.system, command))
    session.select(["A"])
    session.attack.aim("O")
    assert board.tools.current.badges is None
    session.pick(["b"])
    QTest.mousePress(board, Left, Nothing, at(board, 6, 4))
    move(board, 10, 6.5)
    seen = board.tools.current.badges
    assert seen is not None
    wall_cover = seen[TokenId("O")].grade
    plan = board.sight.plan
    assert plan is not None
    assert any("b" in line.by for line in plan.cover.lines)
    QTest.keyClick(board, Qt.Key.Key_Escape)
    assert board.tools.current.badges is None
    assert board.sight.plan is not None
    assert not any("b" in line.by for line in board.sight.plan.cover.lines)
    assert wall_cover != "none"


def test_what_is_picked_can_be_seen(board: BoardView, session: Session) -> None:
    spot = at(board, 4, 2)
    before = board.grab().toImage().pixelColor(spot)
    session.pick(["a"])
    board.update()
    assert board.grab().toImage().pixelColor(spot) != before
