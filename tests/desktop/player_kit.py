"""Fights with secrets, and a window for players that shows them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType
from typing import cast

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.player.window import PlayerWindow
from desktop.session import Session
from desktop.settings import Settings
from maps.board import Board
from maps.floor import Floor, FloorItem
from maps.grid import point
from maps.shapes import DoorState, Kind, Obstacle, make_obstacle
from rules.encounter.history import History
from rules.encounter.state import Encounter, Timeline
from rules.encounter.store import Store
from tests.desktop.fakes import MemoryStore, Row, make_state, make_token
from tests.desktop.test_board_picture import png

Left = Qt.MouseButton.LeftButton
Change = Callable[[Encounter], Encounter]
GUARD: Row = ("zz", "orc", "Wache", 18, 1)


def wall(id: str, *spots: tuple[float, float]) -> Obstacle:
    return make_obstacle(id, Kind.WALL, tuple(point(x, y) for x, y in spots))


def door(id: str, a: tuple[float, float], b: tuple[float, float], state: DoorState) -> Obstacle:
    return make_obstacle(id, Kind.DOOR, (point(*a), point(*b)), state=state)


WALL = wall("w", (9, 1), (9, 9))
PIECES = (wall("w", (9, 1), (9, 4)), wall("v", (9, 5), (9, 9)))


def board_of(*obstacles: Obstacle) -> Board:
    """Make a small drawn room that obstacles part."""
    ring = wall("ring", (1, 1), (17, 1), (17, 9), (1, 9), (1, 1))
    stone = FloorItem("stone", (point(1, 1), point(17, 9)), 1, {})
    floor = Floor("rock", 1, (stone, FloorItem("hatch", (), 2, {})))
    return Board(18, 10, obstacles=(ring, *obstacles), floor=floor)


ROOM: tuple[Row, ...] = (
    ("elandir", "elandir", "Elandir", 4, 4),
    ("brunhild", "brunhild", "Brunhild", 5, 6),
    ("orc", "orc", "Ork", 7, 3),
    ("far", "orc", "Hauptmann", 13, 4),
)


def fight(rows: tuple[Row, ...] = ROOM, board: Board | None = None) -> Encounter:
    """Make a fight that is under way: the first one acts."""
    state = make_state(rows, board or board_of(WALL))
    ids = list(state.tokens)
    time = Timeline(2, 20, {id: 20 - i for i, id in enumerate(ids)}, acting=(ids[0],))
    return replace(state, timeline=time)


def hidden(state: Encounter, *rows: Row, **values: object) -> Encounter:
    """Put hidden combatants, with secrets about them, into a fight."""
    extra = [replace(make_token(row), hidden=True, note="Verrat!") for row in rows]
    tokens = MappingProxyType({**{t.id: t for t in extra}, **state.tokens})
    at = {**state.timeline.at, **{t.id: 25 for t in extra}}
    return replace(state, tokens=tokens, timeline=replace(state.timeline, at=at))


def session_of(state: Encounter) -> Session:
    return Session(cast(Store, MemoryStore({"map": png(360, 200)})), History(state))


def opened(qtbot: QtBot, settings: Settings, state: Encounter) -> PlayerWindow:
    settings.set(player_geometry="")
    window = PlayerWindow(settings)
    qtbot.addWidget(window)
    window.open_for(session_of(state), QApplication.primaryScreen())
    window.resize(900, 640)
    qtbot.waitExposed(window)
    settle(qtbot, window)
    return window


def settle(qtbot: QtBot, window: PlayerWindow) -> None:
    """Let what is painted bit by bit come to an end."""
    qtbot.wait(1)
    if window._session is not None:
        window._session.catch_up()
    window.board.glide.land()
    window.board.pending.wait_for_ground()


def picture(qtbot: QtBot, settings: Settings, state: Encounter) -> QImage:
    """Return what a fight looks like to players."""
    window = opened(qtbot, settings, state)
    image = window.grab().toImage()
    assert image.width() == 900
    window.close()
    return image


def source_of(window: PlayerWindow) -> Session:
    assert window._source is not None
    return window._source


def show_all(settings: Settings) -> None:
    """Tell the players as much as can be told."""
    settings.set(player_names="all", player_life="all", player_walls=True, player_light=True)
