"""A map laid onto another: scaled, moved, nothing lost, nothing under a used id."""

from __future__ import annotations

from dataclasses import replace

from maps.board import Board, Light, Picture
from maps.floor import Floor, FloorItem
from maps.grid import SUB, Point, point
from maps.merge import Placing, merged
from maps.shapes import Kind, make_obstacle

HERE = Board(
    10,
    8,
    obstacles=(make_obstacle("wall:0", Kind.WALL, (point(0, 0), point(4, 0))),),
    lights=(Light("light:0", point(1, 1), SUB, 2 * SUB),),
)
THERE = Board(
    6,
    6,
    obstacles=(
        make_obstacle("wall:0", Kind.WALL, (point(1, 1), point(3, 1)), top=2 * SUB, side="left"),
        make_obstacle("d", Kind.DOOR, (point(3, 1), point(4, 1))),
    ),
    lights=(Light("light:0", point(2, 2), SUB, 2 * SUB),),
)


def test_everything_comes_with_ids_of_its_own() -> None:
    board = merged(HERE, THERE, Placing())
    assert [o.id for o in board.obstacles] == ["wall:0", "wall:1", "door:0"]
    assert [light.id for light in board.lights] == ["light:0", "light:1"]
    assert board.obstacles[0] == HERE.obstacles[0]
    assert replace(board.obstacles[1], id="wall:0") == THERE.obstacles[0]


def test_lengths_grow_then_everything_moves() -> None:
    board = merged(HERE, THERE, Placing(2.0, 3 * SUB, -SUB))
    wall = board.obstacle("wall:1")
    assert wall.points == (point(5, 1), point(9, 1))
    assert wall.top == 4 * SUB
    light = board.lights[1]
    assert (light.at, light.bright, light.dim) == (point(7, 3), 2 * SUB, 4 * SUB)
    assert (board.left, board.top, board.width, board.height) == (0, -1, 15, 12)


def test_a_picture_stays_unless_it_is_to_go() -> None:
    mine, other = Picture("a" * 64, 0, 0, SUB, SUB), Picture("b" * 64, SUB, 0, SUB, SUB)
    here, there = replace(HERE, picture=mine), replace(THERE, picture=other)
    assert merged(HERE, there, Placing(2.0)).picture == Picture("b" * 64, 2 * SUB, 0, 1024, 1024)
    assert merged(here, there, Placing()).picture == mine
    assert merged(here, there, Placing(picture=True)).picture == other


def test_a_drawn_floor_comes_onto_the_ground() -> None:
    tree = FloorItem("tree", (Point(SUB, SUB),), 1, {"radius": 1.5, "hue": 90})
    there = replace(THERE, floor=Floor("rock", 1, (tree,)))
    items = merged(replace(HERE, floor=Floor("grass")), there, Placing(2.0)).floor.items
    assert [item.kind for item in items] == ["hatch", "grass", "tree"]
    assert items[-1].points == (Point(2 * SUB, 2 * SUB),)
    assert items[-1].number("radius", 0) == 3
