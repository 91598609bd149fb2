"""Fog of war in the window for players."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from desktop.board.view import BoardView
from desktop.player.window import PlayerWindow
from desktop.settings import Settings
from maps.shapes import DoorState
from rules.encounter.commands import Door, Move
from tests.desktop.player_kit import (
    PIECES,
    ROOM,
    board_of,
    door,
    fight,
    opened,
    picture,
    settle,
    show_all,
    source_of,
)

pytestmark = pytest.mark.usefixtures("german_each")


def at(window: PlayerWindow, x: float, y: float) -> QColor:
    """Return the colour of a place of the map."""
    spot = window.board.camera.at(x, y).toPoint()
    return window.board.grab().toImage().pixelColor(spot)


def test_fog_covers_what_no_hero_sees_and_opens_with_a_door(
    qtbot: QtBot, settings: Settings
) -> None:
    settings.set(player_fog=True)
    board = board_of(*PIECES, door("d", (9, 4), (9, 5), DoorState.CLOSED))
    window = opened(qtbot, settings, fight(board=board))
    assert at(window, 14.5, 4.2) == QColor(0, 0, 0)
    assert at(window, 3.5, 7.5) != QColor(0, 0, 0)
    assert "far" not in window.strip.order
    source_of(window).perform(Door(obstacle="d", state="open"))
    qtbot.waitUntil(lambda: "far" in window.strip.order, timeout=2000)
    settle(qtbot, window)
    assert at(window, 12.2, 4.5) != QColor(0, 0, 0)
    assert at(window, 14.5, 8.2) == QColor(0, 0, 0)
    source_of(window).undo()
    qtbot.waitUntil(lambda: "far" not in window.strip.order, timeout=2000)
    window.close()


def test_who_is_in_the_fog_might_as_well_not_be_there(qtbot: QtBot, settings: Settings) -> None:
    show_all(settings)
    settings.set(player_fog=True)
    assert picture(qtbot, settings, fight()) == picture(qtbot, settings, fight(ROOM[:3]))


def test_fog_follows_a_hero_who_moves(qtbot: QtBot, settings: Settings) -> None:
    settings.set(player_fog=True)
    window = opened(qtbot, settings, fight())
    source_of(window).perform(Move(token="elandir", to=(12, 6)))
    qtbot.waitUntil(lambda: "far" in window.strip.order, timeout=2000)
    settle(qtbot, window)
    assert at(window, 16.2, 7.5) != QColor(0, 0, 0)
    window.close()


def test_the_game_master_sees_through_the_fog(qtbot: QtBot, settings: Settings) -> None:
    settings.set(player_fog=True)
    window = opened(qtbot, settings, fight())
    own = BoardView(source_of(window))
    qtbot.addWidget(own)
    own.resize(800, 500)
    own.show()
    own.pending.wait_for_ground()
    spot = own.camera.at(16.2, 7.5).toPoint()
    assert own.grab().toImage().pixelColor(spot) != QColor(0, 0, 0)
    window.close()


def test_fog_is_found_out_between_frames_not_in_them(
    qtbot: QtBot, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.set(player_fog=True)
    window = opened(qtbot, settings, fight())

    asked: list[object] = []  # an error would be caught by the guard of the paint handler
    monkeypatch.setattr("desktop.player.fog.visible_area", lambda *place: asked.append(place))
    window.board.repaint()
    window.repaint()
    assert asked == []
    window.close()
