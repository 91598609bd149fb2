"""The grounds of the demo fights."""

from __future__ import annotations

from maps.codec import board_from_dict
from maps.codec_writing import board_to_dict
from maps.floor import GROUNDS, FloorItem
from maps.grid import point
from maps.shapes import DoorState, Kind
from tests.demo_boards import halle_board


def test_the_hall_has_its_walls_pillars_low_wall_and_doors() -> None:
    board = halle_board()
    kinds = [o.kind for o in board.obstacles]
    assert kinds.count(Kind.WALL) == 10
    assert kinds.count(Kind.SOLID) == 3
    assert kinds.count(Kind.LOW) == 1
    assert board.obstacle("door").state is DoorState.OPEN
    assert board.obstacle("door").points == (point(15, 3), point(15, 4))
    assert (board.width, board.height) == (24, 16)
    assert board.floor.ground in GROUNDS


def test_the_hall_survives_its_file_format() -> None:
    board = halle_board()
    assert board_from_dict(board_to_dict(board)) == board


def test_arguments_of_an_item_have_defaults_and_types() -> None:
    item = FloorItem("slab", (point(0, 0),), args={"colour": "#123456", "corner": 0.5})
    assert item.word("colour", "") == "#123456"
    assert item.number("colour", 3) == 3
    assert item.number("corner", 0) == 0.5
    assert item.word("corner", "x") == "x"
