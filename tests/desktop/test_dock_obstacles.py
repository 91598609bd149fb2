"""The dock of picked obstacles: facts in words, mixed ones, changes of many as one step."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.dialogs.numbers import NumberField
from desktop.docks.obstacles import ObstaclesDock, with_kind
from desktop.session import Session
from desktop.widgets.fields import Choice
from maps.board import Board, Light
from maps.grid import SUB, point
from maps.shapes import DoorState, Grade, Kind, Obstacle, Sight, make_obstacle
from tests.desktop.fakes import make_session

pytestmark = pytest.mark.usefixtures("german")

GROUND = Board(
    obstacles=(
        make_obstacle("a", Kind.WALL, (point(1, 1), point(5, 1))),
        make_obstacle("b", Kind.WALL, (point(5, 1), point(5, 4)), side="left", top=2 * SUB),
        make_obstacle("d", Kind.DOOR, (point(5, 4), point(5, 5)), state=DoorState.LOCKED),
        make_obstacle("p", Kind.SOLID, (point(8, 8), point(9, 8), point(9, 9))),
    ),
    lights=(Light("l", point(3, 3), 2 * SUB, 4 * SUB, "#123456"),),
)


@pytest.fixture
def session() -> Session:
    return make_session(board=GROUND)


@pytest.fixture
def dock(qtbot: QtBot, session: Session) -> ObstaclesDock:
    dock = ObstaclesDock()
    qtbot.addWidget(dock)
    dock.resize(384, 620)
    dock.set_session(session)
    dock.show()
    return dock


def said(dock: ObstaclesDock, name: str) -> str:
    """Return what stands in a field; where facts differ its quiet word."""
    field = dock.fields[name]
    if isinstance(field, NumberField):
        return field.text() or field.placeholderText()
    return field.currentText() or field.placeholderText()


def choose(dock: ObstaclesDock, name: str, words: str) -> None:
    """Choose a value by keyboard: by its first letters, then Enter."""
    field = dock.fields[name]
    assert isinstance(field, Choice)
    index = field.findText(words)
    assert index >= 0, words
    field.setFocus()
    field.setCurrentIndex(index)
    field.activated.emit(index)


def rows(dock: ObstaclesDock) -> set[str]:
    return {name for name, row in dock.rows.items() if row.isVisible()}


def obstacle(session: Session, id: str) -> Obstacle:
    return session.state.board.obstacle(id)


def test_nothing_picked_says_what_to_do(dock: ObstaclesDock) -> None:
    assert dock.pages.currentWidget() is dock.empty
    assert "Ändern" in dock.empty.text.text()


def test_facts_stand_in_words(dock: ObstaclesDock, session: Session) -> None:
    session.pick(["d"])
    assert dock.head.text() == "Tür"
    assert said(dock, "kind") == "Tür"
    assert said(dock, "state") == "verschlossen"
    assert said(dock, "sight") == said(dock, "stops_move") == "sperrt"
    assert said(dock, "cover") == "hart"
    assert said(dock, "top") == "unbegrenzt"
    session.pick(["b"])
    assert said(dock, "side") == "nur von links"
    assert said(dock, "top") == "3"
    assert "state" not in rows(dock)
    assert "bright" not in rows(dock)


def test_what_differs_is_mixed(dock: ObstaclesDock, session: Session) -> None:
    session.pick(["a", "b"])
    assert dock.head.text() == "2 Hindernisse"
    assert said(dock, "kind") == "Wand"
    assert said(dock, "side") == said(dock, "top") == "verschieden"
    session.pick(["a", "d", "l"])
    assert said(dock, "kind") == "verschieden"
    assert {"state", "bright"} <= rows(dock)


def test_many_are_changed_at_once_and_undone_at_once(dock: ObstaclesDock, session: Session) -> None:
    session.pick(["a", "b", "d"])
    choose(dock, "sight", "hinein, nicht hindurch")
    assert all(obstacle(session, id).sight is Sight.LIMITED for id in "abd")
    choose(dock, "cover", "teilweise")
    choose(dock, "stops_move", "frei")
    assert all(obstacle(session, id).cover is Grade.PARTIAL for id in "abd")
    assert not any(obstacle(session, id).stops_move for id in "abd")
    assert len(session.history.steps) == 3
    assert session.picked == ("a", "b", "d")
    session.undo()
    session.undo()
    session.undo()
    assert session.state.board == GROUND


def test_the_same_value_again_changes_nothing(dock: ObstaclesDock, session: Session) -> None:
    session.pick(["a"])
    choose(dock, "sight", "sperrt")
    assert session.history.steps == ()


def test_a_kind_brings_its_facts(dock: ObstaclesDock, session: Session) -> None:
    session.pick(["a", "b"])
    choose(dock, "kind", "Fenster, Scharte")
    window = obstacle(session, "b")
    assert (window.kind, window.sight, window.cover) == (Kind.SLIT, Sight.FREE, Grade.IMPROVED)
    assert (window.side, window.top) == ("left", 2 * SUB)
    choose(dock, "cover", "weich")
    QTest.mouseClick(dock.usual, Qt.MouseButton.LeftButton)
    assert obstacle(session, "a").cover is Grade.IMPROVED


def test_lines_stay_lines_and_areas_keep_their_rim() -> None:
    wall, pillar = GROUND.obstacle("a"), GROUND.obstacle("p")
    low = with_kind(wall, Kind.LOW)
    assert low.open
    assert with_kind(low, Kind.WALL) == wall
    around = with_kind(pillar, Kind.WALL)
    assert around.points == (*pillar.points, pillar.points[0])
    assert with_kind(around, Kind.SOLID) == pillar


def test_doors_are_locked_and_sides_swapped(dock: ObstaclesDock, session: Session) -> None:
    session.pick(["d", "b"])
    choose(dock, "state", "geheim")
    assert obstacle(session, "d").state is DoorState.SECRET
    assert obstacle(session, "b").state is DoorState.CLOSED
    QTest.mouseClick(dock.flip, Qt.MouseButton.LeftButton)
    assert (obstacle(session, "b").side, obstacle(session, "d").side) == ("right", "both")


def test_heights_are_typed_in_metres(dock: ObstaclesDock, session: Session) -> None:
    session.pick(["a"])
    field = dock.fields["top"]
    field.setFocus()
    QTest.keyClicks(field, "4,5")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert obstacle(session, "a").top == 3 * SUB
    low = dock.fields["bottom"]
    assert isinstance(low, NumberField)
    low.setFocus()
    QTest.keyClicks(low, "6")
    QTest.keyClick(low, Qt.Key.Key_Return)
    assert low.error
    assert obstacle(session, "a").bottom is None


def test_lights_have_radii_and_colours(dock: ObstaclesDock, session: Session) -> None:
    session.pick(["l"])
    assert rows(dock) == {"bright", "dim", "colour", "shadows"}
    assert said(dock, "colour") == "eigene Farbe"
    assert said(dock, "dim") == "6"
    choose(dock, "colour", "Kaltes Blau")
    field = dock.fields["bright"]
    assert isinstance(field, NumberField)
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "9")
    QTest.keyClick(field, Qt.Key.Key_Return)
    (light,) = session.state.board.lights
    assert (light.colour, light.bright, light.dim) == ("#9cc9ff", 6 * SUB, 6 * SUB)


def test_everything_picked_is_removed(dock: ObstaclesDock, session: Session) -> None:
    session.pick(["a", "l"])
    QTest.mouseClick(dock.remove, Qt.MouseButton.LeftButton)
    assert [o.id for o in session.state.board.obstacles] == ["b", "d", "p"]
    assert session.state.board.lights == ()
    assert len(session.history.steps) == 1
    assert dock.pages.currentWidget() is dock.empty
