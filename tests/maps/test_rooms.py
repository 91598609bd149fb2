"""Rooms out of squares: flooding, walls around them, the ground between walls, laid floors."""

from __future__ import annotations

import pytest
import shapely

from maps import flooring, rooms
from maps.board import Board
from maps.floor import Floor, FloorItem
from maps.formats import outlines
from maps.grid import SUB, Cell, Point, point
from maps.shapes import DoorState, Kind, make_obstacle


def squares(points: tuple[Point, ...]) -> list[tuple[float, float]]:
    return [(p.x / SUB, p.y / SUB) for p in points]


def cells(x: int, y: int, width: int, height: int) -> set[Cell]:
    return {Cell(x + i, y + j) for i in range(width) for j in range(height)}


def hall(*, door: DoorState = DoorState.OPEN) -> Board:
    """A board of 10 × 6 parted at x = 4 by a wall with a door from 2 to 3."""
    return Board(
        10,
        6,
        obstacles=(
            make_obstacle("w", Kind.WALL, (point(4, 0), point(4, 2))),
            make_obstacle("v", Kind.WALL, (point(4, 3), point(4, 6))),
            make_obstacle("d", Kind.DOOR, (point(4, 2), point(4, 3)), state=door),
        ),
    )


def test_a_flood_stops_at_walls_and_at_doors_even_open_ones() -> None:
    assert rooms.flood(hall(), Cell(1, 1)) == cells(0, 0, 4, 6)
    assert rooms.flood(hall(), Cell(9, 5)) == cells(4, 0, 6, 6)
    assert rooms.flood(Board(3, 2), Cell(0, 0)) == cells(0, 0, 3, 2)
    assert rooms.flood(hall(), Cell(-1, 0)) == frozenset()


def test_a_flood_is_stopped_by_a_wall_that_slants() -> None:
    slant = make_obstacle("w", Kind.WALL, (point(0, 3.5), point(4, -0.5)))
    found = rooms.flood(Board(4, 4, obstacles=(slant,)), Cell(0, 0))
    assert Cell(3, 3) not in found
    assert found == {c for c in cells(0, 0, 4, 4) if c.x + c.y + 1 < 3.5}


def test_the_walls_of_a_room_follow_its_outline() -> None:
    room = cells(1, 1, 3, 2) | cells(1, 3, 1, 1)
    (chain,) = rooms.walls_around(Board(), room)
    assert chain[0] == chain[-1]
    assert set(squares(chain)) == {(1, 1), (4, 1), (4, 3), (2, 3), (2, 4), (1, 4)}


def test_a_hole_gets_walls_of_its_own() -> None:
    assert len(rooms.walls_around(Board(), cells(0, 0, 3, 3) - {Cell(1, 1)})) == 2


def test_walls_that_stand_are_not_drawn_twice() -> None:
    (chain,) = rooms.walls_around(hall(), cells(4, 1, 3, 3))
    assert squares(chain) in (
        [(4, 1), (7, 1), (7, 4), (4, 4)],
        [(4, 4), (7, 4), (7, 1), (4, 1)],
    )


def test_the_ground_around_a_point_ends_at_walls_and_leaves_pillars_out() -> None:
    pillar = make_obstacle("p", Kind.SOLID, (point(1, 1), point(2, 1), point(2, 2), point(1, 2)))
    board = hall()
    board = Board(10, 6, obstacles=(*board.obstacles, pillar))
    ground = rooms.face(board, point(3, 3))
    assert ground is not None
    assert ground.area == 23 * SUB * SUB
    assert rooms.face(board, point(11, 3)) is None
    assert rooms.face(board, point(4, 1)) is None


# ---- floors --------------------------------------------------------------------------------


def area(x: int, y: int, width: int, height: int) -> shapely.Geometry:
    return outlines.box(x, y, width, height)


def kinds(floor: Floor) -> list[str]:
    return [item.kind for item in floor.items]


def covered(floor: Floor, kind: str) -> float:
    """Return how many squares lie under a kind."""
    areas = [flooring.shape_of(i).area for i in floor.items if i.kind == kind]
    return float(sum(areas)) / SUB / SUB


def test_the_ground_stays_under_what_is_laid_first() -> None:
    floor = flooring.laid(Board(6, 4, floor=Floor("grass")), area(1, 1, 2, 2), "flags")
    assert kinds(floor) == ["hatch", "grass", "flags"]
    assert covered(floor, "grass") == 24
    assert covered(floor, "flags") == 4
    assert floor.ground == "rock"


def test_areas_of_a_kind_grow_together_where_nothing_lies_on_them() -> None:
    board = Board(9, 9, floor=Floor("rock"))
    for x, kind in ((0, "planks"), (2, "planks"), (1, "cobble")):
        floor = flooring.laid(board, area(x, 0, 2, 1), kind)
        board = Board(9, 9, floor=floor)
    assert kinds(board.floor) == ["hatch", "planks", "cobble"]
    assert covered(board.floor, "planks") == 4
    more = flooring.laid(board, area(0, 0, 1, 1), "planks")
    assert kinds(more) == ["hatch", "planks", "cobble", "planks"]


def test_furniture_stays_above() -> None:
    items = (
        FloorItem("flags", (point(0, 0), point(4, 4))),
        FloorItem("barrel", (point(1, 1),)),
    )
    floor = flooring.laid(Board(floor=Floor("rock", 1, items)), area(0, 0, 9, 9), "planks")
    assert kinds(floor) == ["planks", "barrel"]


def test_floor_can_be_taken_away() -> None:
    board = Board(floor=Floor("rock", 1, (FloorItem("flags", (point(0, 0), point(4, 4))),)))
    floor = flooring.laid(board, area(1, 1, 2, 2), "rock")
    assert covered(floor, "flags") == 12
    assert flooring.laid(board, area(0, 0, 4, 4), "rock").items == ()


@pytest.mark.parametrize(("soft", "curved"), [(True, 2), (False, 0)])
def test_a_lake_bends_only_where_that_is_wanted(soft: bool, curved: int) -> None:
    floor = flooring.laid(Board(floor=Floor("rock")), area(1, 1, 3, 3), "water", soft=soft)
    assert [i.args for i in floor.items if i.kind == "water"] == [{"curved": curved}]
