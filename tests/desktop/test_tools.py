"""The tools of the map, by real mouse and key events: moving, aiming, doors, measuring."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.board.heat import QUESTIONS, HeatMap
from desktop.board.paint import View
from desktop.board.view import BoardView
from desktop.i18n import language
from desktop.session import Session
from desktop.tools import TOOLS
from desktop.tools.measure import MeasureTool, Ruler
from maps.board import Board
from maps.grid import SUB, Cell, Footprint, point
from maps.shapes import DoorState, Kind, make_obstacle
from rules.encounter.events import Faced, Moved
from rules.system.ground import HeatKind
from tests.desktop.fakes import HALL, make_session, switch
from tests.desktop.test_board_view import at, open_board, wheel

pytestmark = pytest.mark.usefixtures("german_each")

Left, Right = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton


@pytest.fixture
def session() -> Session:
    return make_session()


@pytest.fixture
def board(session: Session, qtbot: QtBot) -> BoardView:
    return open_board(session, qtbot)


def place(session: Session, id: str) -> tuple[float, float]:
    """Return the corner of a token in squares."""
    space = session.state.token(id).space
    return space.x / SUB, space.y / SUB


def pull(board: BoardView, qtbot: QtBot, *places: tuple[float, float]) -> None:
    """Press at the first place and drag over the others; the button stays down."""
    QTest.mousePress(board, Left, pos=at(board, *places[0]))
    for spot in places[1:]:
        QTest.mouseMove(board, at(board, *spot))


# -- dragging ---------------------------------------------------------------------------------


def test_a_drag_moves_in_one_step(board: BoardView, session: Session, qtbot: QtBot) -> None:
    pull(board, qtbot, (8.5, 4.5), (9.5, 5.5), (10.4, 4.7))
    drag = board.dragging
    assert drag is not None
    assert drag.place == Footprint.at(10, 4)
    assert drag.plan is not None
    assert drag.plan.cost == 2
    qtbot.waitUntil(lambda: drag.asked, timeout=3000)
    assert {"shaman", "ogre"} <= drag.badges.keys()
    QTest.mouseRelease(board, Left, pos=at(board, 10.4, 4.7))
    assert place(session, "elandir") == (10, 4)
    assert len(session.history.steps) == 1
    moved = [e for e in session.history.steps[0].events if isinstance(e, Moved)]
    assert [(m.token, m.cost) for m in moved] == [("elandir", 2)]
    assert board.dragging is None
    assert not board.scene.shown


def test_on_a_slow_map_badges_come_bit_by_bit_before_the_hand_rests(
    board: BoardView, session: Session, qtbot: QtBot
) -> None:
    for _ in range(2):
        board.facts.glimpses.took(1.0)
    pull(board, qtbot, (8.5, 4.5), (9.5, 5.5), (10.4, 4.7))
    drag = board.dragging
    assert drag is not None
    assert drag.nearest is not None
    near = list(drag.nearest.waiting)
    qtbot.waitUntil(lambda: drag.nearest is not None and not drag.nearest.waiting, timeout=3000)
    whole = session.system.glances(
        session.state,
        drag.lead,
        drag.place,
        session.attack.action.weapon if session.attack.action else "",
    )
    assert drag.badges == {glance.token: glance for glance in whole}
    assert set(near[:1]) <= drag.badges.keys()
    qtbot.waitUntil(lambda: drag.asked, timeout=3000)
    QTest.keyClick(board, Qt.Key.Key_Escape)


@pytest.mark.parametrize("how", ["escape", "right"])
def test_a_cancelled_drag_leaves_no_trace(
    how: str, board: BoardView, session: Session, qtbot: QtBot
) -> None:
    before = session.state
    pull(board, qtbot, (8.5, 4.5), (9.5, 5.5), (11.5, 4.5))
    if how == "escape":
        QTest.keyClick(board, Qt.Key.Key_Escape)
    else:
        QTest.mouseClick(board, Right, pos=at(board, 11.5, 4.5))
    assert board.dragging is None
    QTest.mouseRelease(board, Left, pos=at(board, 11.5, 4.5))
    assert session.state is before
    assert not session.history.steps
    assert not board.scene.shown
    assert board.sight.plan is None


def test_waypoints_are_part_of_the_step(board: BoardView, session: Session, qtbot: QtBot) -> None:
    pull(board, qtbot, (8.5, 4.5), (9.5, 4.5), (10.5, 4.5))
    QTest.keyClick(board, Qt.Key.Key_Space)
    QTest.mouseMove(board, at(board, 10.5, 2.5))
    QTest.mouseRelease(board, Left, pos=at(board, 10.5, 2.5))
    (moved,) = (e for e in session.history.steps[0].events if isinstance(e, Moved))
    assert moved.path == (point(10, 4), point(10, 2))
    assert moved.cost == 4


def test_alt_moves_off_the_grid(board: BoardView, session: Session, qtbot: QtBot) -> None:
    alt = Qt.KeyboardModifier.AltModifier
    pull(board, qtbot, (8.5, 4.5), (9.5, 5.5))
    QTest.mouseRelease(board, Left, alt, at(board, 9.75, 5.25))
    assert place(session, "elandir") == pytest.approx((9.25, 4.75), abs=0.02)


def test_several_tokens_move_together(board: BoardView, session: Session, qtbot: QtBot) -> None:
    session.select(["elandir", "brunhild"])
    pull(board, qtbot, (8.5, 4.5), (9.0, 5.0), (9.5, 5.5))
    QTest.mouseRelease(board, Left, pos=at(board, 9.5, 5.5))
    assert place(session, "elandir") == (9, 5)
    assert place(session, "brunhild") == (13, 4)
    assert session.selected == ("elandir", "brunhild")


def test_dragging_an_enemy_drags_it_instead_of_aiming(
    board: BoardView, session: Session, qtbot: QtBot
) -> None:
    session.select(["elandir"])
    pull(board, qtbot, (16.5, 2.5), (17.0, 3.0), (17.5, 3.5))
    QTest.mouseRelease(board, Left, pos=at(board, 17.5, 3.5))
    assert place(session, "shaman") == (17, 3)
    assert session.selected == ("shaman",)
    assert session.attack.action is None


def test_a_tool_that_follows_the_pointer_leaves_nothing_hovered(
    board: BoardView, session: Session, qtbot: QtBot
) -> None:
    session.select(["elandir"])
    cells: list[str] = []
    board.cell_changed.connect(cells.append)
    QTest.mouseMove(board, at(board, 16.5, 2.5))
    assert board.hovered == "shaman"
    board.use_tool("area")
    QTest.mouseMove(board, at(board, 14.5, 6.5))
    assert board.hovered is None
    assert board.sight.target is None
    assert cells[-1] == board.hover.name(Cell(14, 6))


def test_c_shows_the_shots_of_the_enemies(board: BoardView, session: Session, qtbot: QtBot) -> None:
    pull(board, qtbot, (8.5, 4.5), (9.5, 5.5))
    drag = board.dragging
    assert drag is not None
    QTest.keyPress(board, Qt.Key.Key_C)
    qtbot.waitUntil(lambda: len(drag.badges) == 6, timeout=3000)
    QTest.keyRelease(board, Qt.Key.Key_C)
    assert drag.shots is None
    QTest.keyClick(board, Qt.Key.Key_Escape)


def test_a_drag_is_painted_with_everything(
    board: BoardView, session: Session, qtbot: QtBot
) -> None:
    session.select(["elandir"])
    session.attack.aim("shaman")
    pull(board, qtbot, (8.5, 4.5), (9.5, 4.5), (10.5, 3.5))
    qtbot.waitUntil(lambda: board.sight.target == "shaman", timeout=3000)
    assert board.card.shown is not None
    assert not board.grab().isNull()
    QTest.keyClick(board, Qt.Key.Key_Escape)


# -- keys -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "modifier", "step"),
    [
        ((Qt.Key.Key_Right,), Qt.KeyboardModifier.NoModifier, (1, 0)),
        ((Qt.Key.Key_Up, Qt.Key.Key_Left), Qt.KeyboardModifier.NoModifier, (-1, -1)),
        ((Qt.Key.Key_9,), Qt.KeyboardModifier.KeypadModifier, (1, -1)),
        ((Qt.Key.Key_1,), Qt.KeyboardModifier.KeypadModifier, (-1, 1)),
    ],
)
def test_arrows_and_keypad_move_one_square_as_one_step(
    keys: tuple[Qt.Key, ...],
    modifier: Qt.KeyboardModifier,
    step: tuple[int, int],
    board: BoardView,
    session: Session,
    qtbot: QtBot,
) -> None:
    session.select(["elandir"])
    for key in keys:
        QTest.keyClick(board, key, modifier)
    qtbot.waitUntil(lambda: bool(session.history.steps), timeout=2000)
    qtbot.wait(80)
    assert len(session.history.steps) == 1
    assert place(session, "elandir") == (8 + step[0], 4 + step[1])


def test_shift_and_arrows_turn(board: BoardView, session: Session, qtbot: QtBot) -> None:
    session.select(["elandir"])
    QTest.keyClick(board, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: session.state.token("elandir").facing == 90, timeout=2000)
    assert place(session, "elandir") == (8, 4)


def test_shift_and_wheel_turn_in_one_step(board: BoardView, session: Session, qtbot: QtBot) -> None:
    session.select(["elandir"])
    before = board.camera
    for _ in range(3):
        wheel(board, QPoint(300, 300), -1, Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: bool(session.history.steps), timeout=2000)
    (faced,) = (e for e in session.history.steps[0].events if isinstance(e, Faced))
    assert faced.facing == 135
    assert board.camera == before


def test_arrows_without_selection_walk_the_squares(board: BoardView, qtbot: QtBot) -> None:
    with qtbot.waitSignal(board.spoken):
        QTest.keyClick(board, Qt.Key.Key_Right)
    first = board.cursor_cell
    assert first is not None
    QTest.keyClick(board, Qt.Key.Key_Down)
    assert board.cursor_cell == (first.x, first.y + 1)


def test_enter_picks_who_stands_under_the_cursor(
    board: BoardView, session: Session, qtbot: QtBot
) -> None:
    board.cursor_cell = Cell(7, 4)
    QTest.keyClick(board, Qt.Key.Key_Right)
    QTest.keyClick(board, Qt.Key.Key_Return)
    assert list(session.selected) == ["elandir"]


def test_a_held_aims_at_anybody(board: BoardView, session: Session, qtbot: QtBot) -> None:
    session.select(["elandir"])
    QTest.keyPress(board, Qt.Key.Key_A)
    assert board.hands.aiming
    QTest.mouseClick(board, Left, pos=at(board, 6.5, 4.5))
    QTest.keyRelease(board, Qt.Key.Key_A)
    assert session.attack.action is not None
    assert session.attack.action.target == "odo"
    assert not board.hands.aiming


def test_alt_shows_names_while_held(board: BoardView, qtbot: QtBot) -> None:
    QTest.keyPress(board, Qt.Key.Key_Alt)
    assert board.switches.names
    assert not board.grab().isNull()
    QTest.keyRelease(board, Qt.Key.Key_Alt)
    assert not board.switches.names


# -- doors ------------------------------------------------------------------------------------


def door_session() -> Session:
    """Open a fight beside a closed door."""
    door = make_obstacle("d", Kind.DOOR, (point(5, 2), point(5, 4)))
    wall = make_obstacle("w", Kind.WALL, (point(5, 0), point(5, 2)))
    return make_session([("elandir", "elandir", "Elandir", 2, 2)], Board(obstacles=(door, wall)))


def test_a_click_opens_and_closes_a_door(qtbot: QtBot) -> None:
    session = door_session()
    board = open_board(session, qtbot)
    pos = at(board, 5.0, 3.0)
    QTest.mouseMove(board, pos)
    assert board.door_under == "d"
    assert board.cursor().shape() == Qt.CursorShape.PointingHandCursor
    QTest.mouseClick(board, Left, pos=pos)
    assert session.state.board.obstacle("d").state is DoorState.OPEN
    QTest.mouseClick(board, Left, pos=pos)
    assert session.state.board.obstacle("d").state is DoorState.CLOSED


def test_right_click_on_a_door_asks_for_its_menu(qtbot: QtBot) -> None:
    board = open_board(door_session(), qtbot)
    with qtbot.waitSignal(board.context_menu) as asked:
        QTest.mouseClick(board, Right, pos=at(board, 5.0, 3.0))
    assert asked.args is not None
    assert asked.args[:2] == ["", "d"]


# -- measuring --------------------------------------------------------------------------------


def test_right_drag_measures_without_a_menu(board: BoardView, qtbot: QtBot) -> None:
    asked: list[object] = []
    board.context_menu.connect(lambda *args: asked.append(args))
    QTest.mousePress(board, Right, pos=at(board, 2.5, 8.5))
    QTest.mouseMove(board, at(board, 4.5, 8.5))
    QTest.mouseMove(board, at(board, 6.5, 12.5))
    assert board.hands.ruler is not None
    assert board.hands.ruler.legs() == [0, 6]
    QTest.mouseRelease(board, Right, pos=at(board, 6.5, 12.5))
    assert board.hands.ruler is None
    assert not asked


@pytest.mark.parametrize(
    ("points", "lengths"),
    [
        ([(0.5, 0.5), (3.5, 0.5)], [0, 3]),
        ([(0.5, 0.5), (2.5, 2.5)], [0, 3]),
        ([(0.5, 0.5), (1.5, 1.5), (2.5, 2.5)], [0, 1, 3]),
        ([(0, 0), (3, 4)], [0, 5]),
    ],
)
def test_a_ruler_counts_1_2_1_2_over_all_corners(
    points: list[tuple[float, float]], lengths: list[float]
) -> None:
    assert Ruler(list(points)).legs() == pytest.approx(lengths)


def test_the_measuring_tool_is_taken_and_leaves_nothing(board: BoardView, qtbot: QtBot) -> None:
    with qtbot.waitSignal(board.tool_changed) as changed:
        board.use_tool("measure")
    assert changed.args == ["measure"]
    pull(board, qtbot, (2.5, 2.5), (5.5, 2.5))
    QTest.keyClick(board, Qt.Key.Key_Space)
    QTest.mouseMove(board, at(board, 5.5, 6.5))
    QTest.mouseRelease(board, Left, pos=at(board, 5.5, 6.5))
    tool = board.tools.current
    assert isinstance(tool, MeasureTool)
    assert tool.ruler.legs() == [0, 3, 7]
    assert not board.grab().isNull()
    board.use_tool("select")
    assert not tool.ruler.points


def test_every_tool_has_a_word_and_an_icon() -> None:
    for tool in TOOLS:
        assert language.words.say(tool.word)
        assert tool.icon
    assert len({tool.id for tool in TOOLS}) == len(TOOLS)


def test_hints_follow_what_is_under_the_pointer(
    board: BoardView, session: Session, qtbot: QtBot
) -> None:
    said: list[str] = []
    board.status.connect(said.append)
    session.select(["elandir"])
    QTest.mouseMove(board, at(board, 16.5, 2.5))
    assert "zielt" in said[-1]
    assert board.cursor().shape() == Qt.CursorShape.BitmapCursor
    assert View(48) != board.camera
    assert len(HALL) == 10


def test_on_the_heat_map_a_click_moves_and_numbers_ask(
    board: BoardView, session: Session, qtbot: QtBot
) -> None:
    session.select(["elandir"])
    session.attack.aim("shaman")
    switch(board, "heat", on=True)
    qtbot.waitUntil(lambda: Cell(9, 4) in board.heat.cells, timeout=5000)
    QTest.mouseMove(board, at(board, 9.5, 4.5))
    qtbot.waitUntil(lambda: board.card.shown is not None, timeout=3000)
    QTest.keyClick(board, Qt.Key.Key_3)
    assert board.heat.question == "flank"
    QTest.keyClick(board, Qt.Key.Key_1)
    qtbot.waitUntil(lambda: Cell(9, 4) in board.heat.cells, timeout=5000)
    QTest.mouseClick(board, Left, pos=at(board, 9.5, 4.5))
    assert place(session, "elandir") == (9, 4)
    switch(board, "heat", on=False)


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_heat_map_answers_every_question(question: HeatKind, session: Session) -> None:
    session.select(["brunhild"])
    session.attack.aim("orc2")
    heat = HeatMap()
    heat.question = question
    heat.update(session)
    while heat.work(0.05):
        pass
    assert heat.counts() or question == "flank"
    assert Cell(8, 4) not in heat.cells  # somebody stands there
