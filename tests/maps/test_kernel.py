"""The reference, the single line and the many lines agree, and geometry keeps its symmetries."""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maps.fields import Block, Field
from maps.grid import SUB, Footprint, Point
from maps.pauses import at_once
from maps.shapes import Kind, Obstacle, Sight, make_obstacle
from maps.sight import Body, LineFacts, SightMap, Touching
from tests.maps import oracle
from tests.maps.oracle import Case

CASES = int(os.environ.get("SIGHT_CASES", "3000"))
"""Random lines against the reference; the whole run has 20,000."""


def clear(case: Case) -> bool:
    return SightMap(case.obstacles).clear(case.a, case.p, case.b, case.q)


@pytest.mark.timeout(600)
def test_lines_agree_with_the_formal_definition() -> None:
    rng = random.Random(1)
    for number in range(CASES):
        case = oracle.random_case(rng)
        assert clear(case) == oracle.clear(case), (number, case)


# -- many lines at once ----------------------------------------------------------------------

_KINDS = (Kind.WALL, Kind.SOLID, Kind.LOW, Kind.SLIT, Kind.COVER, Kind.FOG)


def _mixed(rng: random.Random, obstacles: tuple[Obstacle, ...]) -> tuple[Obstacle, ...]:
    """Turn walls and solids into obstacles of every kind."""
    made = []
    for o in obstacles:
        kind = rng.choice(_KINDS if rng.random() < 0.7 else (o.kind,))
        sight = rng.choice(list(Sight)) if rng.random() < 0.3 else None
        facts = {} if sight is None else {"sight": sight}
        side = rng.choice(("both", "both", "left", "right"))
        open_ = not o.closed_shape
        if not open_:
            side = "both"
        made.append(make_obstacle(o.id, kind, o.points, open=open_, side=side, **facts))
    return tuple(made)


def _tally(facts: Sequence[object], name: str) -> set[str]:
    return {id for f in facts for id in getattr(f, name)}


@pytest.mark.parametrize("touching", list(Touching))
def test_many_lines_say_the_same_as_single_ones(touching: Touching) -> None:
    rng = random.Random(2)
    for _ in range(max(60, CASES // 50)):
        case = oracle.random_case(rng)
        m = SightMap(_mixed(rng, case.obstacles))
        targets = [case.b, *(oracle.random_case(rng).b for _ in range(6))]
        bodies = [Body(str(i), oracle.random_case(rng).a) for i in range(4)]
        found = m.many(case.a, targets, bodies, [("0",)] * len(targets), touching=touching)
        for target, tallies in zip(targets, found, strict=True):
            for p, tally in zip(case.a.corners(), tallies, strict=True):
                facts = m.lines(case.a, target, p, target.lattice(), bodies[1:], touching)
                assert tally.p == p
                assert tally.lines == len(facts)
                assert tally.barred == sum(bool(f.barriers or f.stopped_at) for f in facts)
                assert tally.blinded == sum(bool(f.blinders) for f in facts)
                assert tally.bodied == sum(bool(f.bodies) for f in facts)
                for name in ("shelters", "fogs", "bodies"):
                    assert set(getattr(tally, name)) == _tally(facts, name), (m.obstacles, p)


@pytest.mark.parametrize("seed", [1286, 2875, *range(60)])
def test_crowded_maps_say_the_same_all_at_once(seed: int) -> None:
    rng = random.Random(seed)
    found: list[Obstacle] = []
    for _ in range(3):
        case = oracle.random_case(rng)
        found += case.obstacles
    numbered = tuple(replace(o, id=str(i)) for i, o in enumerate(found))
    m = SightMap(_mixed(rng, numbered))
    targets = [oracle._space(rng, SUB // 2) for _ in range(5)]
    for target, tallies in zip(targets, m.many(case.a, targets), strict=True):
        for tally in tallies:
            facts = m.lines(case.a, target, tally.p, target.lattice())
            assert set(tally.shelters) == _tally(facts, "shelters")
            assert set(tally.fogs) == _tally(facts, "fogs")
            assert tally.barred == sum(f.stopped_at is not None for f in facts)
            assert tally.blinded == sum(bool(f.blinders) for f in facts)


@pytest.mark.parametrize("touching", list(Touching))
def test_fields_say_the_same_as_single_lines(touching: Touching) -> None:
    rng, compared = random.Random(3), 0
    block = Block(-1, 0, 6, 5)
    for _ in range(max(10, CASES // 300)):
        case, body = oracle.random_case(rng), Body("body", oracle.random_case(rng).a)
        m = SightMap(_mixed(rng, case.obstacles))
        out = m.from_space(case.a, block, 1, [body.space], touching)
        back = m.to_space(case.a, block, [body.space], touching)
        for i in range(block.places):
            square = block.space(i)
            for corner, p in enumerate(case.a.corners()):
                facts = m.lines(case.a, square, p, square.lattice(), [body], touching)
                _says_the_same(m, out, i, corner, facts)
            for corner, p in enumerate(square.lattice()):
                facts = m.lines(square, case.a, p, case.a.lattice(), [body], touching)
                _says_the_same(m, back, i, corner, facts)
                compared += 1
    assert compared >= 10 * 4 * block.places


def _says_the_same(
    m: SightMap, field: Field, place: int, corner: int, facts: Sequence[LineFacts]
) -> None:
    """Compare the lines of one corner with what a field says of them."""
    stopped = [bool(f.barriers or f.stopped_at) for f in facts]
    assert field.barred[place, corner] == any(stopped)
    assert field.shut[place, corner] == all(stopped)
    met = at_once(field.met(np.arange(len(field.barred)) == place))
    ids = [o.id for o in m.obstacles]
    for name, (cell, what) in (("shelters", met.shelters), ("fogs", met.fogs)):
        found = {ids[k] for k in what[cell == place * 4 + corner].tolist()}
        assert found == _tally(facts, name)
    if not any(stopped):  # else nobody asks
        assert (place * 4 + corner in met.bodies[0]) == any(f.bodies for f in facts)


# -- properties ------------------------------------------------------------------------------

often = settings(max_examples=200, deadline=None)
cases = st.integers(0, 2**32).map(lambda seed: oracle.random_case(random.Random(seed)))


def _mapped(case: Case, turn: int, by: tuple[int, int] = (0, 0)) -> Case:
    """Turn, mirror and move a whole case."""

    def point(p: Point) -> Point:
        x, y = p
        for _ in range(turn % 4):
            x, y = -y, x
        if turn >= 4:
            x = -x
        return Point(x + by[0], y + by[1])

    def space(s: Footprint) -> Footprint:
        corners = [point(c) for c in s.corners()]
        return Footprint(min(c.x for c in corners), min(c.y for c in corners), s.side)

    obstacles = tuple(replace(o, points=tuple(map(point, o.points))) for o in case.obstacles)
    return Case(space(case.a), point(case.p), space(case.b), point(case.q), obstacles)


@often
@given(cases, st.integers(0, 7))
def test_turning_and_mirroring_changes_nothing(case: Case, turn: int) -> None:
    assert clear(_mapped(case, turn)) == clear(case)


@often
@given(cases, st.integers(-(10**5), 10**5), st.integers(-(10**5), 10**5))
def test_moving_everything_changes_nothing(case: Case, x: int, y: int) -> None:
    assert clear(_mapped(case, 0, (x, y))) == clear(case)


@often
@given(cases)
def test_a_line_is_the_same_from_both_ends(case: Case) -> None:
    back = Case(case.b, case.q, case.a, case.p, case.obstacles)
    assert clear(back) == clear(case)


@often
@given(cases, st.integers(0, 2**32))
def test_splitting_a_wall_changes_nothing(case: Case, seed: int) -> None:
    rng = random.Random(seed)
    split: list[Obstacle] = []
    for o in case.obstacles:
        points = oracle.splits(o.points, rng)
        pieces = [points[: i + 2][-2:] for i in range(len(points) - 1)]
        if o.kind is Kind.WALL:
            split += [make_obstacle(f"{o.id}.{i}", o.kind, tuple(s)) for i, s in enumerate(pieces)]
        else:
            split.append(replace(o, points=tuple(points)))
    assert clear(replace(case, obstacles=tuple(split))) == clear(case)


@often
@given(cases)
def test_adding_a_wall_never_frees_a_line(case: Case) -> None:
    states = [clear(replace(case, obstacles=case.obstacles[:n])) for n in range(7)]
    assert states == sorted(states, reverse=True)


@often
@given(cases, st.randoms(use_true_random=False))
def test_order_of_obstacles_does_not_matter(case: Case, rng: random.Random) -> None:
    shuffled = list(case.obstacles)
    rng.shuffle(shuffled)
    assert clear(replace(case, obstacles=tuple(shuffled))) == clear(case)


# -- line of effect --------------------------------------------------------------------------


def _sampled(m: SightMap, a: Footprint, b: Footprint, steps: int = 3) -> bool:
    grid = np.linspace(0, 1, steps + 1)
    for x in grid:
        for y in grid:
            p = Point(a.x + int(x * a.side), a.y + int(y * a.side))
            for u in grid:
                for v in grid:
                    q = Point(b.x + int(u * b.side), b.y + int(v * b.side))
                    if m.clear(a, p, b, q):
                        return True
    return False


def test_where_no_line_of_effect_exists_no_sampled_line_is_clear() -> None:
    rng = random.Random(4)
    blocked = 0
    while blocked < max(30, CASES // 100):
        case = oracle.random_case(rng)
        more = tuple(
            replace(o, id=f"more{i}") for i, o in enumerate(oracle.random_case(rng).obstacles)
        )
        m = SightMap(case.obstacles + more)
        effect = m.effect(case.a, case.b)
        assert m.effect(case.b, case.a).exists == effect.exists
        if effect.exists:
            continue
        blocked += 1
        assert not _sampled(m, case.a, case.b), (case.a, case.b, m.obstacles)


def test_moved_walls_keep_their_gap() -> None:
    a, b = Footprint.at(0, 0), Footprint.at(7, 1)
    for gap in (1, 2, 5, 40):
        upper = make_obstacle("u", Kind.WALL, (Point(1800, -9000), Point(1800, 300)))
        lower = make_obstacle("l", Kind.WALL, (Point(1800, 300 + gap), Point(1800, 9000)))
        assert SightMap((upper, lower)).effect(a, b).exists
        shut = replace(lower, points=(Point(1800, 300), Point(1800, 9000)))
        assert not SightMap((upper, shut)).effect(a, b).exists
    assert SUB == 512
