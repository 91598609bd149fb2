"""The map as a widget: zoom, selection, hover, overlays, drops, by real events."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, QRectF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.board import camera
from desktop.board.initials import initials
from desktop.board.paint import View
from desktop.board.view import BoardView
from desktop.session import Session
from maps.board import Board
from maps.grid import Cell
from rules.encounter.changes import EVERYTHING
from rules.encounter.commands import Edit, Move
from rules.encounter.state import SideId, TokenId
from tests.desktop.fakes import HALL, make_session, switch

pytestmark = pytest.mark.usefixtures("german_each")

Left, Right = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton


@pytest.fixture
def session() -> Session:
    return make_session()


@pytest.fixture
def board(session: Session, qtbot: QtBot) -> BoardView:
    return open_board(session, qtbot)


def open_board(session: Session | None, qtbot: QtBot) -> BoardView:
    """Show a session at 100 %, the hall's corner near the upper left."""
    view = BoardView(session)
    qtbot.addWidget(view)
    view.resize(1128, 600)
    view.show()
    qtbot.waitExposed(view)
    view.navigation.set_camera(View(48, -0.25, 0.35))
    return view


def at(board: BoardView, x: float, y: float) -> QPoint:
    """Return the pixel of a place in squares."""
    return board.camera.at(x, y).toPoint()


def wheel(board: BoardView, pos: QPoint, notches: int, keys: Qt.KeyboardModifier) -> None:
    """Turn the wheel over a pixel."""
    event = QWheelEvent(
        QPointF(pos),
        QPointF(board.mapToGlobal(pos)),
        QPoint(),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        keys,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(board, event)


# -- zoom and pan -----------------------------------------------------------------------------


def test_zoom_keeps_the_place_under_the_pointer(board: BoardView) -> None:
    pos = QPoint(417, 233)
    before = board.camera
    place = (before.left + 417 / before.scale, before.top + 233 / before.scale)
    wheel(board, pos, 3, Qt.KeyboardModifier.NoModifier)
    assert board.camera.scale > before.scale
    assert board.camera.x(place[0]) == pytest.approx(417)
    assert board.camera.y(place[1]) == pytest.approx(233)


def test_zoom_stays_between_5_and_800_percent(board: BoardView, qtbot: QtBot) -> None:
    with qtbot.waitSignal(board.zoom_changed):
        wheel(board, QPoint(300, 300), 200, Qt.KeyboardModifier.NoModifier)
    assert board.navigation.zoom == pytest.approx(800)
    wheel(board, QPoint(300, 300), -400, Qt.KeyboardModifier.NoModifier)
    assert board.navigation.zoom == pytest.approx(5)
    board.navigation.zoom_to(100)
    assert board.navigation.zoom == pytest.approx(100)


def test_middle_button_and_space_pan(board: BoardView, qtbot: QtBot) -> None:
    before = board.camera
    QTest.mousePress(board, Qt.MouseButton.MiddleButton, pos=QPoint(300, 300))
    QTest.mouseMove(board, QPoint(348, 324))
    QTest.mouseRelease(board, Qt.MouseButton.MiddleButton, pos=QPoint(348, 324))
    assert (board.camera.left, board.camera.top) == (before.left - 1, before.top - 0.5)
    QTest.keyPress(board, Qt.Key.Key_Space)
    QTest.mousePress(board, Left, pos=QPoint(300, 300))
    QTest.mouseMove(board, QPoint(252, 276))
    QTest.mouseRelease(board, Left, pos=QPoint(252, 276))
    QTest.keyRelease(board, Qt.Key.Key_Space)
    assert board.camera == before


def test_what_comes_into_view_by_panning_looks_as_if_painted_whole(
    board: BoardView, session: Session
) -> None:
    session.select(["elandir"])
    switch(board, "threat", on=True)
    board.pending.wait_for_ground()
    for dx, dy in ((37, 0), (-80, 21), (5, -64)):
        board.navigation.set_camera(camera.moved(board.camera, dx, dy))
        board.painting.backdrop.floor_budget = 60
        panned = board.grab().toImage()
        board.spoil()
        assert board.grab().toImage() == panned


def test_the_view_is_fitted_once_and_then_stands_still(board: BoardView, session: Session) -> None:
    before = board.camera
    session.select(["ogre"])
    session.perform(Move(token="ogre", to=(40, 30)))
    session.undo()
    assert board.camera == before
    board.navigation.fit()
    bounds = board.scene.bounds()
    assert board.camera.x(bounds[0]) >= 0
    assert board.camera.y(bounds[3]) <= board.height()


def test_fitted_shows_the_whole_rectangle() -> None:
    view = camera.fitted((2, 3, 12, 8), 800, 600)
    assert view.x(7) == pytest.approx(400)
    assert view.y(5.5) == pytest.approx(300)
    assert view.scale == pytest.approx((800 - 2 * camera.FIT_MARGIN) / 10)


# -- selection --------------------------------------------------------------------------------


def test_click_selects_and_shift_adds(board: BoardView, session: Session, qtbot: QtBot) -> None:
    QTest.mouseClick(board, Left, pos=at(board, 8.5, 4.5))
    assert list(session.selected) == ["elandir"]
    shift = Qt.KeyboardModifier.ShiftModifier
    QTest.mouseClick(board, Left, shift, at(board, 12.5, 3.5))
    assert list(session.selected) == ["elandir", "brunhild"]
    QTest.mouseClick(board, Left, shift, at(board, 8.5, 4.5))
    assert list(session.selected) == ["brunhild"]
    QTest.mouseClick(board, Left, pos=at(board, 2.5, 10.5))
    assert not list(session.selected)


def test_a_frame_selects_what_lies_in_it(board: BoardView, session: Session, qtbot: QtBot) -> None:
    QTest.mousePress(board, Left, pos=at(board, 11.6, 0.8))
    QTest.mouseMove(board, at(board, 12.5, 2.5))
    QTest.mouseMove(board, at(board, 13.4, 4.2))
    QTest.mouseRelease(board, Left, pos=at(board, 13.4, 4.2))
    assert set(session.selected) == {"brunhild", "mirela", "orc2"}


def test_click_on_an_enemy_aims_and_ctrl_selects_it(
    board: BoardView, session: Session, qtbot: QtBot
) -> None:
    session.select(["elandir"])
    with qtbot.waitSignal(session.focus_attack):
        QTest.mouseClick(board, Left, pos=at(board, 16.5, 2.5))
    assert list(session.selected) == ["elandir"]
    assert session.attack.action is not None
    assert session.attack.action.target == "shaman"
    QTest.mouseClick(board, Left, Qt.KeyboardModifier.ControlModifier, at(board, 16.5, 2.5))
    assert session.selected == ("shaman",)


def test_double_click_opens_the_sheet_and_takes_the_aim_back(
    board: BoardView, session: Session, qtbot: QtBot
) -> None:
    session.select(["elandir"])
    pos = at(board, 16.5, 2.5)
    with qtbot.waitSignal(board.open_sheet) as opened:
        QTest.mouseClick(board, Left, pos=pos)
        QTest.mouseDClick(board, Left, pos=pos)
    assert opened.args == ["shaman"]
    assert session.selected == ("shaman",)
    assert session.attack.action is None


def test_escape_clears_draft_then_selection(
    board: BoardView, session: Session, qtbot: QtBot
) -> None:
    session.select(["elandir"])
    session.attack.aim("shaman")
    QTest.keyClick(board, Qt.Key.Key_Escape)
    assert session.attack.action is None
    assert list(session.selected) == ["elandir"]
    QTest.keyClick(board, Qt.Key.Key_Escape)
    assert not list(session.selected)


def test_right_click_asks_for_the_menu_of_what_is_there(board: BoardView, qtbot: QtBot) -> None:
    wanted = {(8.5, 4.5): "elandir", (3.5, 10.5): ""}
    for (x, y), token in wanted.items():
        with qtbot.waitSignal(board.context_menu) as asked:
            QTest.mouseClick(board, Right, pos=at(board, x, y))
        assert asked.args is not None
        assert asked.args[:3] == [token, "", Cell(int(x), int(y))]


# -- hover ------------------------------------------------------------------------------------


def test_hover_over_an_enemy_shows_lines_at_once_and_the_card_later(
    board: BoardView, session: Session, qtbot: QtBot
) -> None:
    session.select(["elandir"])
    QTest.mouseMove(board, at(board, 16.5, 2.5))
    assert board.sight.target == "shaman"
    assert board.sight.plan is not None
    assert board.sight.plan.cover.lines
    assert board.sight.pieces
    assert board.card.shown is None
    qtbot.waitUntil(lambda: board.card.shown is not None, timeout=2000)
    QTest.mouseMove(board, at(board, 3.5, 10.5))
    assert board.sight.plan is None
    assert board.card.shown is None


def test_shift_pins_the_card(board: BoardView, session: Session, qtbot: QtBot) -> None:
    session.select(["elandir"])
    QTest.mouseMove(board, at(board, 16.5, 2.5))
    qtbot.waitUntil(lambda: board.card.shown is not None, timeout=2000)
    QTest.keyClick(board, Qt.Key.Key_Shift)
    QTest.mouseMove(board, at(board, 3.5, 10.5))
    assert board.card.shown is not None
    QTest.keyClick(board, Qt.Key.Key_Escape)
    assert board.card.shown is None


def test_the_square_under_the_pointer_is_told_and_spoken(board: BoardView, qtbot: QtBot) -> None:
    with qtbot.waitSignals([board.cell_changed, board.spoken]):
        QTest.mouseMove(board, at(board, 8.5, 4.5))
    assert board.hover.words(Cell(8, 4)) == "Feld I5: Elandir, Helden, 36 von 36"
    assert board.hover.words(Cell(1, 11)) == "Feld B12, leer"


def test_lines_of_the_draft_stay_while_switched_on(board: BoardView, session: Session) -> None:
    session.select(["elandir"])
    session.attack.aim("worg")
    assert board.sight.target == "worg"
    switch(board, "lines", on=False)
    assert board.sight.target is None


# -- the state moves on -----------------------------------------------------------------------


def test_undo_brings_the_tokens_back(board: BoardView, session: Session) -> None:
    look = board.scene.looks[TokenId("elandir")]
    session.perform(Move(token="elandir", to=(10, 5)))
    assert (board.scene.looks[TokenId("elandir")].x, board.scene.looks[TokenId("elandir")].y) == (
        10,
        5,
    )
    session.undo()
    assert board.scene.looks[TokenId("elandir")] == look


def test_tokens_in_one_square_are_fanned(qtbot: QtBot) -> None:
    rows = [*HALL[:1], ("b", "brunhild", "Brunhild", 8.0, 4.0)]
    board = open_board(make_session(rows), qtbot)
    places = {(look.x, look.y) for look in board.scene.looks.values()}
    assert len(places) == 2
    assert all(abs(x - 8) < 0.3 and abs(y - 4) < 0.3 for x, y in places)


def test_initials_are_unique_and_follow_the_names() -> None:
    names = [
        "Elandir",
        "Ork-Schamane",
        "Ork 1",
        "Ork 2",
        "Oger",
        "Oger 1",
        "Elara",
        "El",
        "Pater Odo",
    ]
    found = initials((str(i), name) for i, name in enumerate(names))
    assert [found[str(i)] for i in range(4)] == ["El", "OS", "O1", "O2"]
    assert found["8"] == "PO"
    assert len(set(found.values())) == len(names)


def test_an_empty_map_and_no_fight_can_be_painted(qtbot: QtBot) -> None:
    board = open_board(make_session([], Board()), qtbot)
    assert not board.grab().isNull()
    board.set_session(None)
    assert not board.grab().isNull()


def test_the_card_stays_beside_its_target_when_the_map_moves(qtbot: QtBot) -> None:
    session = make_session()
    board = open_board(session, qtbot)
    session.select(["elandir"])
    QTest.mouseMove(board, board.camera.at(16.5, 2.5).toPoint())
    qtbot.waitUntil(lambda: board.card.shown is not None, timeout=3000)

    def away() -> float:
        card, target = board.card.shown, board.rect_of(TokenId("shaman"))
        assert card is not None
        assert not card.rect.intersects(target)
        between = card.rect.center() - target.center()
        return max(abs(between.x()), abs(between.y()))

    for move in ((-180, 0), (-120, 90)):
        view = camera.moved(board.camera, *move)
        board.navigation.set_camera(view)
        assert away() < 420, move
    board.resize(board.width() - 200, board.height() - 100)
    assert away() < 420
    card = board.card.shown
    assert card is not None
    assert QRectF(board.rect()).contains(card.rect)


@pytest.mark.parametrize("id", ["lines", "threat", "flank", "concealment", "light", "heat"])
def test_every_overlay_changes_the_picture(id: str, qtbot: QtBot) -> None:
    session = make_session()
    board = open_board(session, qtbot)
    session.select(["elandir"])
    session.attack.aim("shaman")
    board.pending.wait_for_ground()
    switch(board, id, on=False)
    before = board.grab().toImage()
    switch(board, id, on=True)
    qtbot.wait(50)
    assert board.switches.on(id)
    if id in ("concealment", "light"):
        return  # the hall has neither fog nor lamps
    assert board.grab().toImage() != before


def test_zones_of_a_whole_crowd_come_bit_by_bit(qtbot: QtBot) -> None:
    session = make_session()
    board = open_board(session, qtbot)
    board.switches.apply_overlays(["threat", "flank"])
    qtbot.waitUntil(lambda: not board.facts.busy, timeout=5000)
    zone = board.facts.zone(TokenId("ogre"))
    assert Cell(10, 7) in zone
    assert [p.victim for p in board.facts.pincers()] == ["orc2"]
    session.perform(Move(token="elandir", to=(9, 4)))
    assert board.facts.zone(TokenId("ogre")) is zone  # only who moved is asked again


def test_hidden_tokens_are_not_shown_to_players(board: BoardView, session: Session) -> None:
    session.perform(Edit(token="worg", values={"hidden": True}))
    assert "worg" in board.scene.order
    board.scene.for_players = True  # as on the board of the players' window
    board.scene.refresh(EVERYTHING)
    assert "worg" not in board.scene.order


# -- drops ------------------------------------------------------------------------------------


def drop(board: BoardView, data: QMimeData, pos: QPoint) -> None:
    """Drag something over a pixel and drop it there."""
    copy, none = Qt.DropAction.CopyAction, Qt.KeyboardModifier.NoModifier
    for event in (
        QDragEnterEvent(pos, copy, data, Left, none),
        QDragMoveEvent(pos, copy, data, Left, none),
        QDropEvent(QPointF(pos), copy, data, Left, none),
    ):
        QApplication.sendEvent(board, event)


def test_a_creature_of_the_library_is_put_on_the_square(board: BoardView, session: Session) -> None:
    data = QMimeData()
    data.setData("application/x-schlachtplan-template", b'{"template": "goblin", "side": "third"}')
    drop(board, data, at(board, 7.5, 5.5))
    new = session.current
    assert new is not None
    assert new.side is SideId.THIRD
    assert (new.space.x, new.space.y) == (7 * 512, 5 * 512)


def test_dropped_files_are_handed_on(board: BoardView, qtbot: QtBot) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile("/somewhere/map.dd2vtt")])
    with qtbot.waitSignal(board.files_dropped) as dropped:
        drop(board, data, QPoint(200, 200))
    assert dropped.args is not None
    assert [p.name for p in dropped.args[0]] == ["map.dd2vtt"]
