"""What the players choose to see: names, points, the order, their own part of the map."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.board.view import BoardView
from desktop.player.scale import INCHES, ScaleDialog
from desktop.settings import Settings
from rules.encounter.commands import Move
from rules.encounter.state import Token, TokenId
from tests.desktop.player_kit import GUARD, Left, fight, hidden, opened, settle, source_of

pytestmark = pytest.mark.usefixtures("german_each")


def test_names_and_points_are_told_by_choice(qtbot: QtBot, settings: Settings) -> None:
    window = opened(qtbot, settings, fight())
    session = window._session
    assert session is not None
    hero, foe = session.state.token("elandir"), session.state.token("orc")

    def words(token: Token) -> str:
        return window.board.words_for(token, session)

    assert words(hero).startswith("Elandir · ")
    assert words(foe) == ""
    assert window.board.scene.looks[foe.id].life is None
    settings.set(player_names="all")
    assert words(foe) == "Ork"
    settings.set(player_life="all")
    assert words(foe).startswith("Ork · ")
    assert window.board.scene.looks[foe.id].life == 1.0
    settings.set(player_life="never", player_names="never")
    assert words(hero) == words(foe) == ""
    assert window.board.scene.looks[hero.id].life is None
    window.close()


def test_the_strip_shows_the_order_and_marks_who_acts(qtbot: QtBot, settings: Settings) -> None:
    window = opened(qtbot, settings, hidden(fight(), GUARD))
    assert window.strip.order == ("elandir", "brunhild", "orc", "far")
    assert "Elandir ist am Zug" in window.strip.accessibleDescription()
    assert window.strip.isVisible()
    settings.set(player_strip=False)
    assert not window.strip.isVisible()
    window.close()


def test_a_strip_too_narrow_begins_with_who_acts(qtbot: QtBot, settings: Settings) -> None:
    rows = tuple((f"o{i:02}", "orc", f"Ork {i}", 1 + i % 16, 1 + i // 16) for i in range(40))
    state = fight(rows)
    late = replace(state, timeline=replace(state.timeline, acting=(TokenId("o30"),)))
    window = opened(qtbot, settings, late)
    assert window.strip.shown()[0] == "o30"
    assert len(window.strip.shown()) < 40
    window.close()


def wheel(board: BoardView, pos: QPoint, notches: int) -> None:
    spot, on_screen = QPointF(pos), QPointF(board.mapToGlobal(pos))
    keys, phase = Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase
    none = Qt.MouseButton.NoButton
    turn = QPoint(0, 120 * notches)
    event = QWheelEvent(spot, on_screen, QPoint(), turn, none, keys, phase, False)
    QApplication.sendEvent(board, event)


def test_wheel_and_drag_move_the_players_map_alone(qtbot: QtBot, settings: Settings) -> None:
    window = opened(qtbot, settings, fight())
    board = window.board
    fitted = board.camera
    wheel(board, QPoint(400, 300), 2)
    assert board.camera.scale == pytest.approx(fitted.scale * 1.15**2)
    assert settings.values.player_zoom == "free"
    before = board.camera
    QTest.mousePress(board, Left, pos=QPoint(300, 300))
    QTest.mouseMove(board, QPoint(350, 320))
    QTest.mouseRelease(board, Left, pos=QPoint(350, 320))
    assert board.camera.left == pytest.approx(before.left - 50 / before.scale)
    QTest.keyClick(board, Qt.Key.Key_Right)
    assert board.camera.left == pytest.approx(before.left - 50 / before.scale + 1)
    QTest.keyClick(board, Qt.Key.Key_F)
    assert board.camera == fitted
    window.resize(1200, 800)
    qtbot.waitUntil(lambda: board.camera.scale > fitted.scale)
    window.close()


def test_a_measured_screen_keeps_one_square_at_one_inch(qtbot: QtBot, settings: Settings) -> None:
    window = opened(qtbot, settings, fight())
    dialog = ScaleDialog(window)
    qtbot.addWidget(dialog)
    dialog.resize(900, 300)
    dialog.show()
    qtbot.waitExposed(dialog)
    QTest.mousePress(dialog.bar, Left, pos=QPoint(300, 30))
    QTest.mouseMove(dialog.bar, QPoint(216, 30))
    QTest.mouseRelease(dialog.bar, Left, pos=QPoint(216, 30))
    QTest.keyClick(dialog.bar, Qt.Key.Key_Right)
    assert dialog.bar.length == 201
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert window.inch == pytest.approx(201 / INCHES, abs=0.01)
    assert window.board.camera.scale == pytest.approx(201 / INCHES, abs=0.01)
    wheel(window.board, QPoint(400, 300), 3)
    QTest.keyClick(window.board, Qt.Key.Key_Plus)
    window.resize(1100, 700)
    qtbot.wait(10)
    assert window.board.camera.scale == pytest.approx(201 / INCHES, abs=0.01)
    assert settings.values.player_zoom == "inch"
    window.close()


def test_the_map_follows_who_acts(qtbot: QtBot, settings: Settings) -> None:
    window = opened(qtbot, settings, fight())
    settings.set(player_zoom="free", player_follow=True)
    window.board.navigation.zoom_to(300)
    source_of(window).perform(Move(token="elandir", to=(14, 7)))
    settle(qtbot, window)
    middle = window.board.rect_of(TokenId("elandir")).center()
    assert middle.x() == pytest.approx(window.board.width() / 2, abs=1)
    assert middle.y() == pytest.approx(window.board.height() / 2, abs=1)
    window.close()
