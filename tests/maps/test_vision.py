"""Light falls where no wall holds it off; what is seen has the right shape."""

from __future__ import annotations

import math

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from maps.board import Board
from maps.codec import board_from_dict
from maps.grid import SUB, Point, point
from maps.shapes import Sight
from maps.vision import LightLevel, light_area, light_at, light_walls, lit_areas, visible_area
from maps.walls import Walls, pieces

TORCH: dict[str, object] = {"at": [0, 0], "bright": 4, "dim": 8}
WALL: dict[str, object] = {"kind": "wall", "points": [[2, -1], [2, 1]]}


def board(*obstacles: dict[str, object], **facts: object) -> Board:
    return board_from_dict({"obstacles": list(obstacles), **facts})


def near(geometry: shapely.Geometry, x: float, y: float) -> bool:
    return bool(geometry.intersects(shapely.Point(x, y)))


def test_board_that_is_not_dark_is_bright_everywhere() -> None:
    lit = board(lights=[TORCH])
    assert light_at(lit, point(99, 99)) is LightLevel.BRIGHT
    assert not near(lit_areas(lit).dim, 99, 99)


@pytest.mark.parametrize(
    ("x", "y", "level"),
    [
        (0, 0, "bright"), (4, 0, "bright"), (4.1, 0, "dim"), (0, 8, "dim"), (0, 8.1, "dark"),
        (-6, -6, "dark"),
    ],
)  # fmt: skip
def test_light_falls_off_with_distance(x: float, y: float, level: str) -> None:
    assert light_at(board(dark=True, lights=[TORCH]), point(x, y)) == level


def test_wall_throws_a_shadow_and_its_end_does_not() -> None:
    b = board(WALL, dark=True, lights=[TORCH])
    assert light_at(b, point(3, 0)) is LightLevel.DARK
    assert light_at(b, point(1, 0)) is LightLevel.BRIGHT
    assert light_at(b, point(4, 2)) is LightLevel.DIM  # past the very end
    assert light_at(b, point(4, 1.9)) is LightLevel.DARK
    assert light_at(b, point(3, 0), light_walls(b)) is LightLevel.DARK


def test_light_passes_windows_open_doors_and_its_own_choice() -> None:
    b = board({**WALL, "kind": "slit"}, dark=True, lights=[TORCH])
    assert light_at(b, point(3, 0)) is LightLevel.BRIGHT
    door = {**WALL, "kind": "door"}
    assert light_at(board(door, dark=True, lights=[TORCH]), point(3, 0)) is LightLevel.DARK
    opened = board({**door, "state": "open"}, dark=True, lights=[TORCH])
    assert light_at(opened, point(3, 0)) is LightLevel.BRIGHT
    through = board(WALL, dark=True, lights=[{**TORCH, "shadows": False}])
    assert light_at(through, point(3, 0)) is LightLevel.BRIGHT
    assert near(lit_areas(through).bright, 3, 0)


def test_brightest_light_counts() -> None:
    lights = [TORCH, {"at": [7, 0], "bright": 2, "dim": 3}]
    assert light_at(board(dark=True, lights=lights), point(6, 0)) is LightLevel.BRIGHT
    assert light_at(board(dark=True), point(0, 0)) is LightLevel.DARK


def test_light_without_range_lights_nothing() -> None:
    b = board(dark=True, lights=[{"at": [0, 0], "bright": 0, "dim": 0}])
    assert lit_areas(b).bright.is_empty
    assert light_at(b, point(0.1, 0)) is LightLevel.DARK


def test_area_in_the_open_is_a_disc() -> None:
    area = visible_area(Board(), point(3, 3), 4 * SUB)
    assert area.area == pytest.approx(math.pi * 16, rel=0.002)


def test_room_is_seen_to_its_walls_and_no_farther() -> None:
    room = board({"kind": "wall", "points": [[0, 0], [6, 0], [6, 4], [0, 4], [0, 0]]})
    area = visible_area(room, point(1, 1), 40 * SUB)
    assert area.equals(shapely.box(0, 0, 6, 4)) or area.symmetric_difference(
        shapely.box(0, 0, 6, 4)
    ).area == pytest.approx(0, abs=1e-6)


def test_shadow_has_the_exact_area() -> None:
    area = visible_area(board(WALL), point(0, 0), 10 * SUB)
    # the wall spans the angle 2·atan(1/2); its triangle of area 2 is all that is left of it
    angle = 2 * math.atan(0.5)
    assert area.area == pytest.approx(math.pi * 100 - angle * 50 + 2, rel=0.002)
    assert not near(area, 3, 0)
    assert near(area, 1.9, 0)


def test_door_in_a_row_of_walls_leaks_no_light_at_its_posts() -> None:
    row: list[dict[str, object]] = [
        {"kind": "wall", "points": [[2, y], [2, y + 1]]} for y in range(-30, 30)
    ]
    area = visible_area(board(*row), point(0, 0.5), 20 * SUB)
    assert area.bounds[2] == pytest.approx(2)


def test_crossing_walls_hide_with_their_nearer_parts() -> None:
    walls: list[dict[str, object]] = [
        {"kind": "wall", "points": [[2, -4], [6, 4]]},
        {"kind": "wall", "points": [[6, -4], [2, 4]]},
    ]
    area = visible_area(board(*walls), point(0, 0), 12 * SUB)
    assert near(area, 3.9, 0)
    assert not near(area, 4.1, 0)
    assert not near(area, 5, 0.5)


@pytest.mark.parametrize("as_pieces", [False, True])
def test_limited_is_seen_into_but_not_past(as_pieces: bool) -> None:
    ring = [[2, -1], [4, -1], [4, 1], [2, 1]]
    pillar: list[dict[str, object]] = [{"kind": "cover", "points": ring, "sight": "limited"}]
    if as_pieces:
        pairs = zip(ring, [*ring[1:], ring[0]], strict=True)
        pillar = [
            {"kind": "cover", "points": [a, b], "open": True, "sight": "limited"} for a, b in pairs
        ]
    area = visible_area(board(*pillar), point(0, 0), 10 * SUB)
    assert near(area, 3, 0)
    assert near(area, 3.9, 0.9)
    assert not near(area, 4.1, 0)
    out = visible_area(board(*pillar), point(3, 0), 10 * SUB)
    assert out.area == pytest.approx(math.pi * 100, rel=0.002)


def test_one_way_wall_hides_from_its_side_only() -> None:
    # drawn downwards, its left is the east
    wall = {**WALL, "side": "left"}
    assert near(visible_area(board(wall), point(0, 0), 9 * SUB), 4, 0)
    assert not near(visible_area(board(wall), point(4, 0), 9 * SUB), 0, 0)


def test_point_on_a_wall_sees_both_sides() -> None:
    area = visible_area(board(WALL), point(2, 0), 3 * SUB)
    assert near(area, 1, 0)
    assert near(area, 3, 0)


def test_dim_ring_lies_around_the_bright_disc() -> None:
    b = board(WALL, dark=True, lights=[TORCH])
    lit = light_area(b, b.lights[0])
    assert near(lit.bright, -3.9, 0)
    assert near(lit.dim, -5, 0)
    assert not near(lit.dim, -3, 0)
    assert not near(lit.dim, 5, 0)
    assert lit_areas(b).bright.equals(lit.bright)


quarters = st.integers(-20, 20).map(lambda n: n / 4)
walls = st.lists(st.tuples(quarters, quarters, quarters, quarters), min_size=1, max_size=8)


@settings(deadline=None)
@given(walls, st.integers(-3000, 3000), st.integers(-3000, 3000))
def test_area_and_single_lines_agree(lines: list[tuple[float, ...]], x: int, y: int) -> None:
    drawn: list[dict[str, object]] = [
        {"kind": "wall", "points": [[p, q], [r, s]]} for p, q, r, s in lines if (p, q) != (r, s)
    ]
    b = board(*drawn)
    at, target = point(0.31, 0.17), Point(x, y)
    area = visible_area(b, at, 20 * SUB)
    here = shapely.Point(x / SUB, y / SUB)
    if area.boundary.distance(here) < 1e-6:
        return
    lines_of_sight = Walls(pieces(b, lambda o: o.sight is Sight.STOPS))
    assert area.intersects(here) == (not lines_of_sight.blockers(at, target))
