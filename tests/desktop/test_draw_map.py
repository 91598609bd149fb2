"""A map drawn from nothing by mouse: room, door, window, pillar, light, floor; then its cover."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QWidget
from pytestqt.qtbot import QtBot

from desktop import files
from desktop.session import Session
from desktop.widgets.buttons import Switch
from desktop.widgets.fields import Choice
from desktop.window.main_window import MainWindow
from maps.board import Board
from maps.floor import Floor
from maps.grid import SUB
from maps.shapes import DoorState, Grade, Kind
from rules.encounter.state import TokenId
from tests.desktop import window_kit
from tests.desktop.window_kit import (
    at,
    click,
    drop,
    keys,
    menu_words,
    messages,
    open_window,
    perform,
    show_fight,
)

pytestmark = pytest.mark.usefixtures("german")

Key, Left = Qt.Key, Qt.MouseButton.LeftButton


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    path = tmp_path / "neu.kampf"
    board = Board(16, 10, floor=Floor("rock"))
    Session.create(path, files.blank("pathfinder", board, "Neu")).close()
    window = open_window(tmp_path)
    qtbot.addWidget(window)
    show_fight(window, path)
    yield window
    window.close()


def pull(window: MainWindow, a: tuple[float, float], b: tuple[float, float]) -> None:
    """Press, draw, let go."""
    window_kit.pull(window, a, b)
    drop(window, *b)


def press(widget: QWidget) -> None:
    QTest.mouseClick(widget, Left, pos=widget.rect().center())


def take(window: MainWindow, tool: str, **options: str) -> None:
    """Take a tool from the strip and set it on the bar over the map, all by clicks."""
    press(window.table.strip.tools[tool])
    for id, value in options.items():
        field = window.table.options.fields[id]
        if isinstance(field, Switch):
            words = dict(option_words(window, id))
            press(next(b for b in field.findChildren(QAbstractButton) if b.text() == words[value]))
        else:
            assert isinstance(field, Choice)
            field.setFocus()
            keys(field, Key.Key_Home, *[Key.Key_Down] * field.findData(value))
            field.activated.emit(field.currentIndex())
        assert window.board.tools.current.chosen(id) == value


def option_words(window: MainWindow, option: str) -> tuple[tuple[str, str], ...]:
    """Return the values of an option with their words."""
    return next(o.values for o in window.board.tools.current.options() if o.id == option)


def kinds(session: Session) -> list[str]:
    return sorted(str(o.kind) for o in session.state.board.obstacles)


def test_a_map_from_nothing(window: MainWindow) -> None:
    session, board = window.session, window.board
    assert session is not None

    take(window, "room", way="box", floor="flags")
    pull(window, (1.5, 1.5), (5.5, 6.5))
    pull(window, (6.5, 1.5), (10.5, 6.5))
    keys(board, Key.Key_Return)
    (room,) = session.state.board.obstacles
    assert {(p.x / SUB, p.y / SUB) for p in room.points} == {(1, 1), (11, 1), (11, 7), (1, 7)}

    take(window, "wall")
    click(window, 6, 1)
    click(window, 6, 7)
    keys(board, Key.Key_Return)
    take(window, "door", opening="door")
    pull(window, (6, 2), (6, 3))
    take(window, "door", opening="window")
    pull(window, (6, 5), (6, 6))
    take(window, "block", kind="solid", form="box")
    pull(window, (8.2, 3.2), (8.8, 3.8))
    take(window, "light", light="torch")
    click(window, 3, 4)
    take(window, "floor", floor="planks", way="fill")
    click(window, 9.5, 5.5)

    drawn = session.state.board
    assert kinds(session) == ["door", "slit", "solid", "wall", "wall", "wall", "wall"]
    assert [(light.at.x, light.dim) for light in drawn.lights] == [(3 * SUB, 8 * SUB)]
    floors = [item.kind for item in drawn.floor.items]
    assert floors[:2] == ["hatch", "flags"]
    assert "planks" in floors

    for id, template, x, y in (("A", "elandir", 3, 5), ("O", "orc", 9, 5), ("P", "orc", 9, 2)):
        perform(session, {"do": "add", "id": id, "template": template, "at": [x, y]})
    press(window.table.strip.tools["select"])
    click(window, 3.5, 5.5)
    assert session.current is not None
    assert session.current.id == "A"
    grades = {g.token: g.grade for g in session.system.glances(
        session.state, TokenId("A"), session.state.tokens[TokenId("A")].space
    )}  # fmt: skip
    assert grades[TokenId("O")] is Grade.IMPROVED  # through the window
    assert grades[TokenId("P")] is Grade.TOTAL  # behind wall and door

    steps = len(session.history.steps)
    assert steps == 10
    for _ in range(steps):
        session.undo()
    assert session.state.board == Board(16, 10, floor=Floor("rock"))


def test_the_keys_of_the_window_mean_what_is_edited(window: MainWindow) -> None:
    session, board = window.session, window.board
    assert session is not None
    perform(session, {"do": "add", "id": "A", "template": "elandir", "at": [12, 8]})
    take(window, "wall")
    for x, y in ((2, 2), (6, 2), (6, 5)):
        click(window, x, y)
    keys(board, Key.Key_Return)
    session.select(["A"])
    press(window.table.strip.tools["edit"])
    assert window.docks["obstacles"].isVisible()
    click(window, 4, 2)
    keys(board, Key.Key_D, held=Qt.KeyboardModifier.ControlModifier)
    assert kinds(session) == ["wall", "wall"]
    keys(board, Key.Key_Delete)
    assert kinds(session) == ["wall"]
    assert "A" in session.state.tokens
    click(window, 4, 2)
    keys(board, Key.Key_I)
    assert len(session.state.board.obstacles[0].points) == 4
    keys(board, Key.Key_Y)
    assert window.actions_by_id["edit_split"].isEnabled()
    keys(board, Key.Key_S)
    assert kinds(session) == ["wall", "wall"]
    press(window.table.strip.tools["select"])
    assert not window.docks["obstacles"].isVisible()
    assert not window.actions_by_id["edit_join"].isEnabled()
    keys(board, Key.Key_Delete)
    assert session.state.tokens == {}


def test_a_right_click_picks_and_opens_the_menu_of_the_tool(window: MainWindow) -> None:
    session, board = window.session, window.board
    assert session is not None
    take(window, "wall")
    click(window, 2, 2)
    click(window, 6, 2)
    keys(board, Key.Key_Return)
    session.pick([])
    press(window.table.strip.tools["edit"])
    right = Qt.MouseButton.RightButton
    words = menu_words(lambda: QTest.mouseClick(board, right, pos=at(window, 4, 2)))
    assert session.picked == ("wall:0",)
    assert {"Eigenschaften", "Kopieren", "Punkt einfügen", "Enden verbinden"} <= set(words)


def test_the_bar_over_the_map_offers_what_the_tool_can(window: MainWindow) -> None:
    bar = window.table.options
    press(window.table.strip.tools["wall"])
    assert bar.isVisible()
    assert list(bar.fields) == ["form"]
    assert bar.width() > 150
    press(window.table.strip.tools["light"])
    assert list(bar.fields) == ["light", "map"]
    press(window.table.strip.tools["select"])
    assert not bar.isVisible()


def test_the_map_gets_dark_from_the_bar(window: MainWindow) -> None:
    session = window.session
    assert session is not None
    take(window, "light", map="dark")
    assert session.state.board.dark
    take(window, "light", map="bright")
    assert not session.state.board.dark


def test_a_secret_door_and_a_door_that_is_picked(window: MainWindow) -> None:
    session = window.session
    assert session is not None
    take(window, "door", opening="secret")
    pull(window, (3, 3), (4, 3))
    (door,) = session.state.board.obstacles
    assert (door.kind, door.state) == (Kind.DOOR, DoorState.SECRET)
    assert session.picked == (door.id,)


def test_squares_of_a_room_wait_while_another_tool_is_in_the_hand(
    window: MainWindow,
) -> None:
    session = window.session
    assert session is not None
    take(window, "room", way="box", floor="none")
    pull(window, (1.5, 1.5), (4.5, 3.5))
    press(window.table.strip.tools["select"])
    assert "12 Felder" in messages(window)[0]
    take(window, "room")
    pull(window, (5.5, 1.5), (6.5, 3.5))
    press(window.table.strip.tools["select"])
    row = window.messages.rows()[0]
    assert "18 Felder" in row.message.text
    press(next(b for b in row.findChildren(QAbstractButton) if b.text() == "Wände ziehen"))
    (room,) = session.state.board.obstacles
    assert {(p.x / SUB, p.y / SUB) for p in room.points} == {(1, 1), (7, 1), (7, 4), (1, 4)}


def test_squares_of_a_room_are_forgotten_when_wanted_and_belong_to_their_fight(
    window: MainWindow, tmp_path: Path
) -> None:
    session = window.session
    assert session is not None
    take(window, "room", way="box")
    pull(window, (1.5, 1.5), (4.5, 3.5))
    other = tmp_path / "anders.kampf"
    Session.create(other, files.blank("pathfinder", Board(8, 8), "Anders")).close()
    window.deeds.open_path(other)
    take(window, "room")
    keys(window.board, Key.Key_Return)
    assert window.session is not None
    assert window.session.state.board.obstacles == ()
    window.set_session(session)
    press(window.table.strip.tools["select"])
    row = window.messages.rows()[0]
    press(next(b for b in row.findChildren(QAbstractButton) if b.text() == "Felder vergessen"))
    take(window, "room")
    keys(window.board, Key.Key_Return)
    assert session.state.board.obstacles == ()


def test_the_words_on_an_empty_map_go_with_the_first_click(window: MainWindow) -> None:
    board = window.board
    card = QRect(board.width() // 2 - 100, 28, 200, 50)
    before = board.grab(card).toImage()
    middle = board.grab(QRect(board.width() // 2 - 40, 120, 80, 80)).toImage()
    click(window, 12, 9)
    keys(board, Key.Key_Escape)
    assert board.grab(card).toImage() != before
    assert board.grab(QRect(board.width() // 2 - 40, 120, 80, 80)).toImage() == middle


def test_a_click_on_a_wall_opens_one_square(window: MainWindow) -> None:
    session = window.session
    assert session is not None
    take(window, "wall")
    for x, y in ((1, 2), (7, 2), (7, 6), (2, 8.5)):
        click(window, x, y)
    keys(window.board, Key.Key_Return)
    take(window, "door", opening="door")
    QTest.mouseMove(window.board, at(window, 3.4, 2.05))
    click(window, 3.4, 2.05)
    take(window, "door", opening="window")
    click(window, 7, 4.7)
    take(window, "door", opening="secret")
    click(window, 4.5, 7.25)
    click(window, 10.5, 3.5)  # no wall
    openings = [o for o in session.state.board.obstacles if o.kind is not Kind.WALL]
    spots = [tuple((p.x / SUB, p.y / SUB) for p in o.points) for o in openings]
    assert [set(s) for s in spots[:2]] == [{(3, 2), (4, 2)}, {(7, 4), (7, 5)}]
    assert [o.kind for o in openings] == [Kind.DOOR, Kind.SLIT, Kind.DOOR]
    (ax, ay), (bx, by) = spots[2]
    assert ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5 == pytest.approx(1, abs=0.01)
    assert ((ax + bx) / 2, (ay + by) / 2) == pytest.approx((4.5, 7.25), abs=0.01)
    walls = [o for o in session.state.board.obstacles if o.kind is Kind.WALL]
    assert len(walls) == 4
    assert not window.problems._found
