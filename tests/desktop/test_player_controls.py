"""The window for players is worked by its keys and menu, and beside the main window."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import SIGNAL, QPoint, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from desktop.app import make_window
from desktop.i18n import language
from desktop.player.options import PlayerOptions
from desktop.player.window import PlayerWindow
from desktop.session import Session
from desktop.settings import Settings
from desktop.window.main_window import MainWindow
from maps.grid import Footprint
from rules import registry
from rules.encounter.state import Encounter, SideId, Token, TokenId
from tests.desktop.fakes import HALL
from tests.desktop.player_kit import GUARD, Left, board_of, fight, hidden, opened, session_of

pytestmark = pytest.mark.usefixtures("german_each")


def test_b_makes_the_screen_black_and_shows_it_again(qtbot: QtBot, settings: Settings) -> None:
    window = opened(qtbot, settings, fight())
    before = window.grab().toImage()
    QTest.keyClick(window.board, Qt.Key.Key_B)
    black = window.grab().toImage()
    blank = QImage(black.size(), black.format())
    blank.fill(Qt.GlobalColor.black)
    assert black == blank
    QTest.keyClick(window.board, Qt.Key.Key_B)
    assert window.grab().toImage() == before
    window.close()


def test_double_click_and_f11_fill_the_screen_and_esc_leaves_it(
    qtbot: QtBot, settings: Settings
) -> None:
    window = opened(qtbot, settings, fight())
    QTest.mouseDClick(window.board, Left, pos=QPoint(200, 200))
    assert window.isFullScreen()
    QTest.keyClick(window.board, Qt.Key.Key_Escape)
    assert not window.isFullScreen()
    QTest.keyClick(window.board, Qt.Key.Key_Escape)
    assert window.isVisible()
    QTest.keyClick(window.board, Qt.Key.Key_F11)
    assert window.isFullScreen()
    window.close()


def test_the_menu_offers_everything_and_says_no_secret(qtbot: QtBot, settings: Settings) -> None:
    window = opened(qtbot, settings, hidden(fight(), GUARD))
    menu = window.menu()
    qtbot.addWidget(menu)
    assert isinstance(menu, QMenu)
    by_words = {a.text().split("\t")[0]: a for a in menu.actions() if a.text()}
    assert "Wache" not in " ".join(by_words)
    by_words["Kriegsnebel: nur, was aufgedeckt ist"].trigger()
    assert settings.values.player_fog
    by_words["1 Feld = 1 Zoll"].trigger()
    assert settings.values.player_zoom == "inch"
    by_words["Schwarz"].trigger()
    assert window.black
    by_words["Spielerfenster schließen"].trigger()
    assert not window.isVisible()


def test_options_take_effect_at_once(qtbot: QtBot, settings: Settings) -> None:
    window = opened(qtbot, settings, fight())
    dialog = PlayerOptions(None, window)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.boxes["player_fog"].click()
    assert window._session is not None
    assert window._session.seen is not None
    dialog.names.chosen.emit("all")
    assert window.board.names_of == "all"
    assert all(part.accessibleName() or part.text() for part in dialog.boxes.values())
    window.close()


def test_it_comes_back_where_it_was(qtbot: QtBot, settings: Settings) -> None:
    window = opened(qtbot, settings, fight())
    window.setGeometry(40, 60, 700, 500)
    window.close()
    again = PlayerWindow(settings)
    qtbot.addWidget(again)
    again.open_for(session_of(fight()), QApplication.primaryScreen())
    assert (again.width(), again.height()) == (700, 500)
    again.close()
    settings.set(player_screen="a screen that was sold")
    third = PlayerWindow(settings)
    qtbot.addWidget(third)
    third.open_for(session_of(fight()), QApplication.primaryScreen())
    assert QApplication.primaryScreen().geometry().intersects(third.geometry())
    third.close()


@pytest.fixture
def main(qtbot: QtBot, settings: Settings, tmp_path: Path) -> Iterator[MainWindow]:
    window = make_window(settings, "de")
    qtbot.addWidget(window)
    window.set_session(Session.create(tmp_path / "eins.kampf", fight()))
    window.show()
    qtbot.waitExposed(window)
    yield window
    window.close()


def test_f10_opens_and_closes_it(qtbot: QtBot, main: MainWindow) -> None:
    action = main.actions_by_id["player_window"]
    QTest.keyClick(main, Qt.Key.Key_F10)
    assert main.player.isVisible()
    assert action.isChecked()
    assert action.toolTip().endswith("(F10)")
    QTest.keyClick(main, Qt.Key.Key_F10)
    assert not main.player.isVisible()
    assert not action.isChecked()


def _wait_inside(qtbot: QtBot, button: QWidget, main: MainWindow, width: int) -> None:
    qtbot.waitUntil(lambda: button.mapTo(main, button.rect().topRight()).x() < width)


def test_its_button_stays_in_a_narrow_tool_bar(qtbot: QtBot, main: MainWindow) -> None:
    for width in (1600, 1366, 1280):
        main.resize(width, 800)
        button = main.table.bar.tails[1]
        _wait_inside(qtbot, button, main, width)
        assert button.isVisible()


def test_closing_it_by_hand_unchecks_the_action(main: MainWindow) -> None:
    main.actions_by_id["player_window"].trigger()
    main.player.close()
    assert not main.actions_by_id["player_window"].isChecked()


def test_the_game_master_blackens_it_from_his_window(qtbot: QtBot, main: MainWindow) -> None:
    main.actions_by_id["player_black"].trigger()
    assert main.player.isVisible()
    assert main.player.black
    main.player.activateWindow()
    qtbot.waitUntil(main.player.isActiveWindow)
    QTest.keyClick(main.player.board, Qt.Key.Key_B)
    assert not main.actions_by_id["player_black"].isChecked()


def test_the_game_master_shows_his_part_of_the_map(main: MainWindow) -> None:
    main.board.navigation.zoom_to(250)
    main.actions_by_id["player_here"].trigger()
    own, theirs = main.board, main.player.board
    x = own.camera.left + own.width() / own.camera.scale / 2
    assert theirs.camera.left + theirs.width() / theirs.camera.scale / 2 == pytest.approx(x)


def test_another_fight_is_shown_and_none_is_black(
    qtbot: QtBot, main: MainWindow, tmp_path: Path
) -> None:
    main.actions_by_id["player_window"].trigger()
    main.set_session(Session.create(tmp_path / "zwei.kampf", fight(HALL[:2])))
    assert main.player.strip.order == ("elandir", "brunhild")
    while main.session is not None:
        main.set_session(None)
    qtbot.wait(5)
    image = main.player.grab().toImage()
    assert image.pixelColor(300, 300) == QColor(0, 0, 0)
    assert image.pixelColor(300, image.height() - 20) == QColor(0, 0, 0)


def test_it_speaks_another_language_at_once(main: MainWindow, settings: Settings) -> None:
    main.actions_by_id["player_window"].trigger()
    settings.set(language="en")
    assert main.player.windowTitle() == "Player window"
    settings.set(language="de")


def test_a_closed_window_hears_nothing(qtbot: QtBot, settings: Settings) -> None:
    before = language.receivers(SIGNAL("changed()"))
    session = session_of(fight())
    window = PlayerWindow(settings)
    qtbot.addWidget(window)
    for _ in range(3):
        window.open_for(session, QApplication.primaryScreen())
        assert session.receivers(SIGNAL("changed(PyObject)")) == 1
        window.close()
    assert language.receivers(SIGNAL("changed()")) == before
    assert session.receivers(SIGNAL("changed(PyObject)")) == 0


def test_every_system_can_be_shown(qtbot: QtBot, settings: Settings) -> None:
    settings.set(player_fog=True)
    for id in registry.system_ids():
        system = registry.get(id)
        template = system.library()[0]
        who = TokenId("one")
        token = Token(
            who,
            "Jemand",
            SideId.HEROES,
            Footprint.at(3, 3, system.squares(template.sheet)),
            template.sheet,
            system.fresh(template.sheet),
        )
        window = opened(qtbot, settings, Encounter(id, board=board_of(), tokens={who: token}))
        assert "one" in window.board.scene.order
        window.close()
