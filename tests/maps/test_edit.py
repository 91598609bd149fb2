"""Edits give new boards and leave the old ones alone."""

from __future__ import annotations

import pytest

from maps import edit
from maps.board import Board, Light, Picture
from maps.floor import Floor
from maps.grid import SUB, point
from maps.shapes import DoorState, Kind, Obstacle, make_obstacle


def wall(id: str, x: float = 0) -> Obstacle:
    return make_obstacle(id, Kind.WALL, (point(x, 0), point(x, 2)))


DOOR = make_obstacle("door:0", Kind.DOOR, (point(1, 0), point(2, 0)))
BOARD = Board(obstacles=(wall("wall:0"), DOOR, wall("wall:7", 3)))


def test_fresh_ids_lie_above_all_in_use() -> None:
    assert edit.fresh_ids(BOARD, "door", 1) == ("door:1",)
    assert edit.fresh_ids(BOARD, "slit", 1) == ("slit:0",)
    assert edit.fresh_ids(BOARD, "wall", 2) == ("wall:8", "wall:9")
    odd = Board(obstacles=(wall("wall:x"), wall("wall:²"), wall("wall:-3"), wall("wall")))
    assert edit.fresh_ids(odd, "wall", 1) == ("wall:0",)


def test_adding_appends_and_leaves_the_old_board() -> None:
    board = edit.add_obstacles(BOARD, [wall("a"), wall("b")])
    assert [o.id for o in board.obstacles] == ["wall:0", "door:0", "wall:7", "a", "b"]
    assert len(BOARD.obstacles) == 3
    assert edit.add_obstacles(BOARD, []) is BOARD


@pytest.mark.parametrize("new", [["wall:0"], ["a", "a"]])
def test_adding_an_id_twice_is_refused(new: list[str]) -> None:
    with pytest.raises(ValueError, match=new[0]):
        edit.add_obstacles(BOARD, [wall(id) for id in new])


def test_replacing_keeps_the_place() -> None:
    board = edit.replace_obstacle(BOARD, wall("door:0", 9))
    assert board.obstacles == (wall("wall:0"), wall("door:0", 9), wall("wall:7", 3))
    assert board.obstacles[0] is BOARD.obstacles[0]
    assert edit.replace_obstacle(BOARD, wall("wall:0")) is BOARD
    with pytest.raises(KeyError):
        edit.replace_obstacle(BOARD, wall("gone"))


def test_door_state_is_set_on_doors_only() -> None:
    board = edit.set_door(BOARD, "door:0", DoorState.OPEN)
    assert board.obstacle("door:0").passable
    assert not BOARD.obstacle("door:0").passable
    assert edit.set_door(BOARD, "door:0", DoorState.CLOSED) is BOARD
    with pytest.raises(ValueError, match="no"):
        edit.set_door(BOARD, "wall:0", DoorState.OPEN)


def test_picture_is_set_and_taken_away() -> None:
    picture = Picture("abc", 0, 0, 10 * SUB, 5 * SUB)
    board = edit.set_picture(BOARD, picture)
    assert board.picture is picture
    assert edit.set_picture(board, picture) is board
    assert edit.set_picture(board, None) == BOARD


def test_bounds_change_and_never_vanish() -> None:
    board = edit.set_bounds(BOARD, -1, -2, 30, 20)
    assert (board.left, board.top, board.width, board.height) == (-1, -2, 30, 20)
    assert edit.set_bounds(board, -1, -2, 30, 20) is board
    with pytest.raises(ValueError, match="0"):
        edit.set_bounds(BOARD, 0, 0, 0, 5)


def test_lights_are_added() -> None:
    light = Light("l", point(1, 1), SUB, SUB)
    board = edit.add_lights(BOARD, [light])
    assert board.lights == (light,)
    assert edit.add_lights(board, []) is board
    with pytest.raises(ValueError, match="l"):
        edit.add_lights(board, [light])


def test_the_floor_is_set() -> None:
    board = edit.set_floor(BOARD, Floor("grass"))
    assert board.floor.ground == "grass"
    assert edit.set_floor(board, Floor("grass")) is board
