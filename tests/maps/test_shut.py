"""The proof that walls shut a way, beside the full search that needs no such proof."""

from __future__ import annotations

import random

import numpy as np
import pytest

from maps.grid import SUB, Footprint, Point
from maps.shapes import Kind, Obstacle, make_obstacle
from maps.shut import Joints, shut
from maps.sight import SightMap
from maps.ways import Ways
from tests.maps import oracle


def thorough(m: SightMap, a: Footprint, b: Footprint) -> bool:
    """Search all critical lines and nothing else."""
    return a.overlaps(b) or Ways(m._all, by_sight=False)._thorough(a, b).exists


def targets(rng: random.Random, step: int, count: int) -> list[Footprint]:
    sides = (SUB, SUB, 2 * SUB)
    return [
        Footprint(rng.randrange(-2, 12) * step, rng.randrange(-2, 12) * step, rng.choice(sides))
        for _ in range(count)
    ]


@pytest.mark.timeout(300)
def test_what_is_shut_has_no_line_where_walls_touch_more_often_than_not() -> None:
    rng = random.Random(31)
    proven = 0
    for _ in range(250):
        case = oracle.random_case(rng)
        more = tuple(
            make_obstacle(f"m{i}", Kind.WALL, o.points)
            for i, o in enumerate(oracle.random_case(rng).obstacles)
            if not o.closed_shape
        )
        m = SightMap((*case.obstacles, *more))
        aims = targets(rng, SUB // 2, 12)
        walls = m._all.by_role("barrier")
        sure, _ = shut(case.a, aims, walls, Joints.of(walls))
        for aim, closed in zip(aims, sure, strict=True):
            if closed:
                proven += 1
                assert not thorough(m, case.a, aim), (case, more, aim)
    assert proven > 400


def maze(rng: random.Random, size: int, share: float) -> tuple[Obstacle, ...]:
    """Draw walls on edges of squares, some of them long, some of them off the grid."""
    found: list[Obstacle] = []
    for x in range(size):
        for y in range(size):
            for dx, dy in ((1, 0), (0, 1)):
                if rng.random() < share:
                    long, off = rng.choice((1, 1, 2, 3)), rng.choice((0, 0, 0, SUB // 4))
                    a = Point(x * SUB + off, y * SUB)
                    b = Point(a.x + dx * long * SUB, a.y + dy * long * SUB)
                    found.append(make_obstacle(str(len(found)), Kind.WALL, (a, b)))
    return tuple(found)


@pytest.mark.parametrize("share", [0.1, 0.25, 0.4])
def test_all_at_once_says_what_one_by_one_says(share: float) -> None:
    rng = random.Random(round(100 * share))
    for _ in range(6):
        m = SightMap(maze(rng, 12, share))
        a = Footprint.at(rng.randrange(12), rng.randrange(12), rng.choice((1, 2)))
        aims = targets(rng, SUB, 30)
        found = [effect.exists for effect in m.effects(a, aims)]
        assert found == [thorough(m, a, b) for b in aims]
        single = SightMap(m.obstacles)
        assert found == [single.effect(a, b).exists for b in aims]


def test_a_line_that_is_told_leads_from_one_space_to_the_other() -> None:
    rng = random.Random(5)
    for _ in range(10):
        m = SightMap(maze(rng, 10, 0.3))
        a = Footprint.at(5, 5)
        for b, effect in zip(aims := targets(rng, SUB, 20), m.effects(a, aims), strict=True):
            if effect.p is None or effect.q is None:
                continue
            for space, (x, y) in ((a, effect.p), (b, effect.q)):
                assert space.x / SUB - 1e-9 <= x <= space.right / SUB + 1e-9
                assert space.y / SUB - 1e-9 <= y <= space.bottom / SUB + 1e-9


def test_most_ways_of_a_dense_map_are_shut_at_once() -> None:
    walls = SightMap(maze(random.Random(2), 20, 0.4))._all.by_role("barrier")
    a = Footprint.at(10, 10)
    aims = [Footprint.at(x, y) for x in range(20) for y in range(20) if abs(x - 10) > 4]
    sure, _ = shut(a, aims, walls, Joints.of(walls))
    assert np.mean(sure) > 0.95
