"""Distances, covered spaces and visible shares beside plain shapely."""

from __future__ import annotations

import random

import pytest
import shapely

from maps.grid import SUB, Footprint, Point
from maps.shapes import Grade, Kind, make_obstacle
from maps.sight import SightMap
from tests.maps import oracle


def _box(space: Footprint) -> shapely.Polygon:
    return shapely.box(space.x, space.y, space.right, space.bottom)


def test_gaps_are_euclidean_between_filled_shapes() -> None:
    rng = random.Random(11)
    for _ in range(300):
        case = oracle.random_case(rng)
        m = SightMap(case.obstacles)
        for o in case.obstacles:
            shape: shapely.Geometry = shapely.LineString(o.points)
            if o.closed_shape:
                shape = shapely.make_valid(shapely.Polygon(o.ring()))
            expected = shapely.distance(_box(case.a), shape) / SUB
            assert m.gap(case.a, o.id) == pytest.approx(expected, abs=1e-9)
            assert float(m.gap2(case.a, o.id)) == pytest.approx((expected * SUB) ** 2)


def test_gap_of_the_same_length_is_equal_and_not_only_nearly() -> None:
    wall = make_obstacle("low", Kind.LOW, (Point(0, 0), Point(3 * SUB, 7 * SUB)), open=True)
    m = SightMap((wall,))
    left, right = Footprint(-SUB, 5 * SUB), Footprint(3 * SUB, SUB)
    assert m.gap2(left, "low") == m.gap2(right, "low")


def test_visible_share_is_the_share_of_points_with_a_free_line() -> None:
    rng = random.Random(12)
    done = 0
    while done < 40:
        case = oracle.random_case(rng)
        if case.a.overlaps(case.b) or any(o.closed_shape for o in case.obstacles):
            continue
        done += 1
        m = SightMap(case.obstacles)
        share = m.visible_share(case.p, case.a, case.b)
        free = 0
        for i in range(12):
            for j in range(12):
                x = case.b.x + (2 * i + 1) * case.b.side // 24 + rng.randrange(5)
                y = case.b.y + (2 * j + 1) * case.b.side // 24 + rng.randrange(5)
                free += m.clear(case.a, case.p, Footprint(x, y, 1), Point(x, y))
        assert share == pytest.approx(free / 144, abs=0.12), case


def test_nothing_is_visible_behind_a_wall_one_cannot_lean_through() -> None:
    m = SightMap((make_obstacle("w", Kind.WALL, (Point(SUB, -5 * SUB), Point(SUB, 9 * SUB))),))
    a, behind = Footprint.at(0, 0), Footprint.at(3, 1)
    assert m.visible_share(Point(SUB, 0), a, behind) == 0
    assert m.visible_share(Point(SUB, 0), a, Footprint.at(-3, 1)) == 1


def test_along_a_common_edge_only_what_both_spaces_touch_joins_them() -> None:
    top, bottom = (
        make_obstacle(f"w{y}", Kind.WALL, (Point(SUB, y * SUB), Point(2 * SUB, y * SUB)))
        for y in (3, 4)
    )
    sides = [
        make_obstacle(f"s{x}", Kind.WALL, (Point(x * SUB, 3 * SUB), Point(x * SUB, 4 * SUB)))
        for x in (1, 2)
    ]
    big, small = Footprint(0, 0, 3 * SUB), Footprint(SUB, 3 * SUB)
    assert not SightMap((top, bottom, *sides)).effect(big, small).exists
    assert not SightMap((top, bottom, *sides)).effect(small, big).exists
    assert SightMap((top, bottom, sides[0])).effect(big, small).exists


@pytest.mark.parametrize("strong", [0, 1])
def test_what_stops_a_line_only_together_counts_as_the_weaker(strong: int) -> None:
    ends = ((2, 3), (3, 4)), ((3, 4), (4, 5))
    grades = (Grade.IMPROVED, Grade.HARD) if strong == 0 else (Grade.HARD, Grade.IMPROVED)
    bars = tuple(
        make_obstacle(
            grade.value, Kind.COVER, tuple(Point(x * SUB, y * SUB) for x, y in ps),
            open=True, cover=grade,
        )
        for ps, grade in zip(ends, grades, strict=True)
    )  # fmt: skip
    a, b = Footprint(2 * SUB, 3 * SUB), Footprint(3 * SUB, 4 * SUB)
    (line,) = SightMap(bars).lines(a, b, Point(3 * SUB, 3 * SUB), (Point(3 * SUB, 5 * SUB),))
    assert line.shelters == ("hard",)


@pytest.mark.parametrize("kind", ["solid", "round"])
def test_nothing_reaches_who_stands_wholly_in_a_solid(kind: str) -> None:
    u = SUB
    corners = {
        "solid": [(0, 0), (6, 0), (6, 6), (0, 6)],
        "round": [(-1, -1), (3, -2), (7, -1), (8, 3), (7, 7), (3, 8), (-1, 7), (-2, 3)],
    }[kind]
    ring = tuple(Point(x * u, y * u) for x, y in corners)
    solids = (make_obstacle("solid", Kind.SOLID, ring),)
    rng = random.Random(13)
    for _ in range(40):
        side = rng.choice((u, u, 2 * u, u // 2))
        left, top = (rng.randrange(0, (6 * u - side) // 64 + 1) * 64 for _ in "xy")
        within = Footprint(left, top, side)
        x, y = (rng.randrange(-2 * u, 8 * u + 1, 64) for _ in "xy")
        # a creature anywhere, or the point where an effect starts, often on the solid's border
        other = rng.choice((Footprint(x, y, u), Footprint(x - 1, y - 1, 2)))
        if rng.random() < 0.5:
            other = Footprint(rng.choice((0, 3, 6)) * u - 1, y - 1, 2)
        if within.overlaps(other):
            continue
        for a, b in ((within, other), (other, within)):
            m = SightMap(solids)
            assert not m.effect(a, b).exists
            assert not m.sees(a, b).exists
            m = SightMap(solids)
            assert not m.effects(a, (b,))[0].exists
            assert not m.seen(a, (b,))[0].exists
