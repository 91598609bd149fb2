"""Areas that lie on the map are moved, turned and resized afterwards, by mouse and by keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from desktop.board.paint import View
from desktop.session import Session
from desktop.window.main_window import MainWindow
from maps.grid import Cell
from rules.encounter.areas import PlacedArea, placed_areas
from tests.desktop.window_kit import (
    at,
    drop,
    frame,
    keys,
    perform,
    place,
    pull,
    show_fight,
    write_fight,
)

Key = Qt.Key
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def fight(window: MainWindow, tmp_path: Path) -> Session:
    session = show_fight(window, write_fight(tmp_path / "Kampf.kampf", running=True))
    window.deeds.do("hide_docks", True)
    QApplication.processEvents()
    frame(window)
    return session


def drag(window: MainWindow, *places: tuple[float, float]) -> None:
    pull(window, *places)
    drop(window, *places[-1])


def lay(fight: Session, shape: str, size: int, x: int, y: int) -> None:
    perform(fight, {"do": "area", "name": "Feuer", "shape": shape, "size": size, "at": [x, y]})


def laid(fight: Session) -> PlacedArea:
    (found,) = placed_areas(fight.state)
    return found


def test_a_burst_is_dragged_by_its_middle_and_back_by_undo(
    window: MainWindow, fight: Session
) -> None:
    lay(fight, "burst", 2, 4, 4)
    steps = fight.history.done
    drag(window, (4, 4), (5, 4), (7, 2.1))
    assert laid(fight).area.at == Cell(7, 2)
    assert (laid(fight).name, laid(fight).area.size) == ("Feuer", 2)
    assert fight.history.done == steps + 1
    keys(window.board, Key.Key_Z, held=Qt.KeyboardModifier.ControlModifier)
    assert laid(fight).area.at == Cell(4, 4)


def test_a_cone_is_turned_by_its_end(window: MainWindow, fight: Session) -> None:
    lay(fight, "cone", 3, 4, 4)
    assert laid(fight).area.direction == (1, 0)
    drag(window, (7, 4), (6, 6), (4, 7))
    assert laid(fight).area.direction == (0, 1)
    assert laid(fight).area.at == Cell(4, 4)


def test_escape_leaves_it_and_the_frame_still_selects(window: MainWindow, fight: Session) -> None:
    lay(fight, "burst", 2, 4, 4)
    steps = fight.history.done
    board = window.board
    QTest.mousePress(board, LEFT, pos=at(window, 4, 4))
    QTest.mouseMove(board, at(window, 6, 6))
    assert board.tools.current.busy
    QTest.keyClick(board, Key.Key_Escape)
    QTest.mouseRelease(board, LEFT, pos=at(window, 6, 6))
    assert fight.history.done == steps
    assert laid(fight).area.at == Cell(4, 4)
    drag(window, (1.2, 2.2), (2, 3), (4.5, 6.5))  # no grip there
    assert set(fight.selected) == {"elandir", "brunhild"}


def test_a_token_is_dragged_though_an_area_lies_on_it(window: MainWindow, fight: Session) -> None:
    lay(fight, "burst", 2, 3, 4)
    drag(window, (2.5, 3.5), (2.5, 2.5), (2.5, 1.5))
    assert place(fight, "elandir") == (2, 1)
    assert laid(fight).area.at == Cell(3, 4)


def test_the_grip_is_said_while_the_pointer_rests_on_it(window: MainWindow, fight: Session) -> None:
    lay(fight, "cone", 3, 4, 4)
    board = window.board
    for x, y, word in ((4, 4, "versetzt"), (7, 4, "dreht")):
        QTest.mouseMove(board, at(window, x + 0.5, y + 0.5))
        QTest.mouseMove(board, at(window, x, y))
        hint = board.tools.current.hint()
        assert hint is not None
        assert word in hint.text
        assert board.cursor().shape() is Qt.CursorShape.SizeAllCursor


def test_the_menu_takes_an_area_up_for_the_keys(window: MainWindow, fight: Session) -> None:
    lay(fight, "cone", 3, 4, 4)
    menu = QMenu()
    window.groups.area_menu(menu, Cell(5, 4))
    sub = menu.actions()[0].menu()
    assert isinstance(sub, QMenu)
    next(a for a in sub.actions() if a.text().startswith("Versetzen")).trigger()
    board, panel = window.board, window.board.area_panel
    assert panel.isVisible()
    assert panel.name.text() == "Feuer"
    assert panel.lay.text() == "So liegen lassen"
    keys(board, Key.Key_Up)
    keys(board, Key.Key_Down, held=Qt.KeyboardModifier.ShiftModifier)
    keys(board, Key.Key_PageUp)
    QTest.mouseClick(panel.lay, LEFT)
    area = laid(fight).area
    assert (area.at, area.direction, area.size) == (Cell(4, 3), (1, 1), 4)
    assert laid(fight).name == "Feuer"
    assert panel.name.text() == ""
    assert panel.lay.text() == "Auf der Karte lassen"
    fight.undo()
    assert laid(fight).area.at == Cell(4, 4)


def test_players_see_the_area_without_its_grips(
    window: MainWindow, fight: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(fight, "cone", 3, 4, 4)
    drawn: list[object] = []
    monkeypatch.setattr("desktop.board.laid.paint_grips", lambda *_: drawn.append(1))
    window.board.navigation.set_camera(View(40))
    window.board.grab()
    assert drawn
    window.actions_by_id["player_window"].trigger()
    QApplication.processEvents()
    board = window.player.board
    assert board.scene.for_players
    drawn.clear()
    board.grab()
    assert len(board.laid.of(board.session)) == 1  # type: ignore[arg-type]  # it has one
    assert drawn == []
    window.player.close()
