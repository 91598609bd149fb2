"""Storeys of a board: whose square is whose, what parts them, one alone, and old files."""

from __future__ import annotations

from dataclasses import replace

import pytest

from maps import edit
from maps.board import Board, Light, Picture, Stairs, Storey, Zone
from maps.codec import board_from_dict
from maps.codec_writing import board_to_dict
from maps.floor import Floor, FloorItem
from maps.grid import SUB, Cell, Footprint, Point, point
from maps.paths import Ground, reachable
from maps.problems import UnreadableFileError
from maps.shapes import Kind, make_obstacle
from maps.sight import sight_map
from maps.storeys import apart, barriers, beside, other_end, part, storey_of, with_storeys
from maps.vision import visible_area

LOW = Storey("low", "Keller", 0, 0, 10, 8)
HIGH = Storey("high", "Dach", 14, 0, 10, 8)


def wall(id: str, *corners: tuple[float, float]) -> Board:
    obstacle = make_obstacle(id, Kind.WALL, tuple(point(*c) for c in corners))
    return edit.add_obstacles(Board(), (obstacle,))


def house(board: Board | None = None) -> Board:
    return with_storeys(board or Board(), (LOW, HIGH))


def test_a_map_without_storeys_keeps_its_obstacles_and_its_file() -> None:
    board = wall("w", (1, 1), (4, 1))
    assert barriers(board) is board.obstacles
    assert not {"storeys", "stairs"} & board_to_dict(board).keys()
    assert not apart(board, Footprint.at(0, 0), Footprint.at(20, 0))
    assert storey_of(board, Footprint.at(0, 0)) is None


def test_storeys_and_stairs_are_written_and_read() -> None:
    picture = Picture("ab", 14 * SUB, 0, 10 * SUB, 8 * SUB)
    storeys = (LOW, replace(HIGH, picture=picture))
    board = with_storeys(Board(), storeys, (Stairs("s", Cell(2, 2), Cell(16, 2)),))
    assert board_from_dict(board_to_dict(board)) == board
    assert (board.left, board.width, board.height) == (0, 24, 8)


@pytest.mark.parametrize("key", ["storeys", "stairs"])
def test_two_of_one_id_are_refused(key: str) -> None:
    one = {"id": "x", "left": 0, "top": 0, "width": 3, "height": 3}
    data = one if key == "storeys" else {"id": "x", "a": [0, 0], "b": [9, 0]}
    with pytest.raises(UnreadableFileError) as error:
        board_from_dict({key: [data, data]})
    assert (error.value.problem.code, error.value.problem.place) == ("id_twice", f"board.{key}[1]")


def test_storeys_without_a_square_between_are_refused() -> None:
    a = {"id": "a", "left": 0, "top": 0, "width": 3, "height": 3}
    with pytest.raises(UnreadableFileError) as error:
        board_from_dict({"storeys": [a, {**a, "id": "b", "left": 3}]})
    assert error.value.problem.code == "storeys_close"
    assert len(board_from_dict({"storeys": [a, {**a, "id": "b", "left": 4}]}).storeys) == 2


def test_every_place_belongs_to_the_nearest_storey() -> None:
    board = house()
    assert storey_of(board, Footprint.at(9, 7)) is LOW
    assert storey_of(board, Footprint.at(10.5, 0)) is LOW
    assert storey_of(board, Footprint.at(13, 0)) is HIGH
    assert apart(board, Footprint.at(9, 0), Footprint.at(14, 0))
    assert beside(board) == Cell(28, 0)


def test_no_line_leads_from_storey_to_storey_and_none_within_is_touched() -> None:
    open_board, board = replace(house(), storeys=()), house()
    rim, corner, above = Footprint.at(9, 0), Footprint.at(0, 0), Footprint.at(14, 0)
    assert sight_map(open_board).effect(rim, above).exists
    assert not sight_map(board).effect(rim, above).exists
    assert not sight_map(board).sees(above, rim).exists
    plain = sight_map(open_board).many(rim, (corner,))
    assert sight_map(board).many(rim, (corner,)) == plain
    assert sight_map(board) is sight_map(replace(board, name="x"))


def test_ways_and_sight_end_at_the_rim_of_a_storey() -> None:
    board = house()
    reached = reachable(Ground(board), Footprint.at(9, 0), 30)
    assert {c.x for c in reached} == set(range(10))
    assert {c.y for c in reached} == set(range(8))
    assert visible_area(board, Point(9 * SUB, SUB), 30 * SUB).bounds[2] < 10.5


def test_one_storey_alone_is_a_map_with_what_lies_on_it() -> None:
    board = wall("low", (1, 1), (4, 1))
    above = make_obstacle("up", Kind.WALL, (point(15, 1), point(18, 1)))
    board = edit.add_obstacles(board, (above,))
    items = tuple(FloorItem("planks", (point(x, 0), point(x + 3, 0), point(x, 3))) for x in (1, 15))
    board = replace(
        house(board),
        lights=(Light("l", point(2, 2), SUB, SUB), Light("h", point(16, 2), SUB, SUB)),
        zones=(Zone("z", (point(16, 2),)),),
        floor=Floor("rock", 1, items),
        picture=Picture("ab", 0, 0, 10 * SUB, 8 * SUB),
        stairs=(Stairs("s", Cell(2, 2), Cell(16, 2)),),
    )
    low, high = part(board, board.storeys[0]), part(board, board.storeys[1])
    assert [o.id for o in low.obstacles] == ["low"]
    assert [o.id for o in high.obstacles] == ["up"]
    assert [light.id for light in high.lights] == ["h"]
    assert [zone.id for zone in high.zones] == ["z"]
    assert [stairs.id for stairs in high.stairs] == ["s"]
    assert (low.picture, high.picture) == (board.picture, None)
    assert (high.left, high.width, high.floor.items) == (14, 10, items[1:])
    assert high.storeys == ()


def test_a_bare_storey_of_a_drawn_map_has_a_plain_floor() -> None:
    item = FloorItem("planks", (point(1, 0), point(4, 0), point(1, 3)))
    board = replace(house(), floor=Floor("rock", 1, (item,)))
    assert part(board, board.storeys[1]).floor == Floor()


def test_stairs_lead_both_ways() -> None:
    board = replace(house(), stairs=(Stairs("s", Cell(2, 2), Cell(16, 2)),))
    assert other_end(board, Cell(2, 2)) == Cell(16, 2)
    assert other_end(board, Cell(16, 2)) == Cell(2, 2)
    assert other_end(board, Cell(3, 2)) is None
