"""The map uncovered by hand: the tool in the game master's window, and what players see of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from desktop.board.view import BoardView
from desktop.player.options import PlayerOptions
from desktop.player.window import PlayerWindow
from desktop.session import Session
from desktop.settings import Settings
from maps.grid import Cell
from rules.encounter.revealed import KEY, dump, revealed
from rules.encounter.state import Encounter
from tests.desktop.player_kit import fight, opened, picture, session_of, settle
from tests.desktop.test_board_view import at, open_board

pytestmark = pytest.mark.usefixtures("german_each")

Left = Qt.MouseButton.LeftButton
Ctrl = Qt.KeyboardModifier.ControlModifier
WEST = frozenset(Cell(x, y) for x in range(1, 9) for y in range(1, 9))


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    made = Settings(tmp_path / "settings.json")
    made.set(player_fog=True, player_reveal="hand", player_names="all")
    return made


@pytest.fixture
def session() -> Session:
    return session_of(fight())


@pytest.fixture
def board(session: Session, qtbot: QtBot) -> BoardView:
    view = open_board(session, qtbot)
    view.use_tool("reveal")
    return view


def pull(
    board: BoardView,
    a: tuple[float, float],
    b: tuple[float, float],
    held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
) -> None:
    QTest.mousePress(board, Left, held, at(board, *a))
    QTest.mouseMove(board, at(board, *b))
    QTest.mouseRelease(board, Left, held, at(board, *b))


def uncovered(state: Encounter, cells: frozenset[Cell]) -> Encounter:
    return replace(state, data={**state.data, KEY: dump(cells)})


# ---- the tool --------------------------------------------------------------------------------


def test_a_box_uncovers_and_with_ctrl_covers_each_as_one_step(
    board: BoardView, session: Session
) -> None:
    board.tools.current.set_option("way", "box")
    pull(board, (2.5, 2.5), (4.5, 3.5))
    assert revealed(session.state.data) == {Cell(x, y) for x in (2, 3, 4) for y in (2, 3)}
    pull(board, (3.5, 2.5), (3.5, 3.5), Ctrl)
    assert revealed(session.state.data) == {Cell(x, y) for x in (2, 4) for y in (2, 3)}
    session.undo()
    session.undo()
    assert revealed(session.state.data) == frozenset()


def test_a_brush_uncovers_what_it_goes_over(board: BoardView, session: Session) -> None:
    board.tools.current.set_option("way", "brush")
    pull(board, (2.5, 2.5), (6.5, 2.5))
    assert revealed(session.state.data) == {Cell(x, 2) for x in range(2, 7)}


def test_a_room_is_uncovered_up_to_its_walls(board: BoardView, session: Session) -> None:
    board.tools.current.set_option("way", "fill")
    QTest.mouseClick(board, Left, pos=at(board, 3.5, 7.5))
    known = revealed(session.state.data)
    assert Cell(1, 1) in known
    assert Cell(0, 0) not in known
    QTest.mouseClick(board, Left, Ctrl, at(board, 3.5, 7.5))
    assert revealed(session.state.data) == frozenset()


def test_the_game_master_sees_what_is_still_dark(board: BoardView, session: Session) -> None:
    board.tools.current.set_option("way", "box")
    pull(board, (1.5, 1.5), (8.5, 8.5))
    QTest.mouseMove(board, at(board, 20, 2))
    image = board.grab().toImage()
    bright = image.pixelColor(at(board, 3.5, 8.3)).value()
    dark = image.pixelColor(at(board, 14.5, 8.3)).value()
    assert dark < 0.75 * bright


# ---- what players see ------------------------------------------------------------------------


def test_nothing_covered_is_in_the_picture(qtbot: QtBot, settings: Settings) -> None:
    state = uncovered(fight(), WEST)
    tokens = {id: token for id, token in state.tokens.items() if id != "far"}
    without = replace(state, tokens=tokens)
    line = replace(state.timeline, at={k: v for k, v in state.timeline.at.items() if k != "far"})
    assert picture(qtbot, settings, state) == picture(
        qtbot, settings, replace(without, timeline=line)
    )
    wide = uncovered(fight(), frozenset(Cell(x, y) for x in range(18) for y in range(10)))
    assert picture(qtbot, settings, wide) != picture(qtbot, settings, state)


def test_covered_squares_are_black(qtbot: QtBot, settings: Settings) -> None:
    window = opened(qtbot, settings, uncovered(fight(), WEST))
    image = window.board.grab().toImage()
    east = window.board.camera.at(14.5, 6.5).toPoint()
    west = window.board.camera.at(3.5, 7.5).toPoint()
    assert image.pixelColor(east).value() == 0
    assert image.pixelColor(west).value() > 0
    window.close()


def test_both_uncovers_what_heroes_see_too(qtbot: QtBot, settings: Settings) -> None:
    state = uncovered(fight(), frozenset({Cell(14, 6)}))
    window = opened(qtbot, settings, state)
    assert session_seen(window, 14.5, 6.5)
    assert not session_seen(window, 3.5, 7.5)
    settings.set(player_reveal="both")
    settle(qtbot, window)
    assert session_seen(window, 14.5, 6.5)
    assert session_seen(window, 3.5, 7.5)
    settings.set(player_reveal="eyes")
    settle(qtbot, window)
    assert not session_seen(window, 14.5, 6.5)
    window.close()


def session_seen(window: PlayerWindow, x: float, y: float) -> bool:
    """Whether players see a place that is given in squares."""
    image = window.board.grab().toImage()
    return image.pixelColor(window.board.camera.at(x, y).toPoint()).value() > 0


def test_the_options_choose_by_whom(qtbot: QtBot, settings: Settings) -> None:
    window = opened(qtbot, settings, fight())
    dialog = PlayerOptions(window, window)
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.reveal.value == "hand"
    words = {button.text(): button for button in dialog.reveal.findChildren(QAbstractButton)}
    QTest.mouseClick(words["Beides"], Left)
    assert settings.values.player_reveal == "both"
    window.close()
