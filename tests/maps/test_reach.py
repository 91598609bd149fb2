"""Reach zones are counted by the square, flanking is decided exactly."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.grid import SUB, Cell, Footprint, offsets
from maps.reach import flanks, in_reach, reach_offsets, threatened, whole

F = Footprint.at


@pytest.mark.parametrize(
    ("size", "reach", "inner", "exception", "squares"),
    [
        (1, 1, 0, True, 8),
        (1, 2, 0, True, 24),
        (1, 2, 0, False, 20),
        (1, 2, 1, True, 16),
        (2, 2, 0, True, 32),
        (2, 2, 0, False, 28),
        (2, 1, 0, True, 12),
        (3, 3, 0, True, 60),
        (3, 2, 0, True, 40),
        (4, 4, 0, True, 108),
        (6, 6, 0, True, 240),
        (2, 4, 2, True, 44),
        (1, 0, 0, True, 0),
    ],
)
def test_zones_have_the_counts_of_the_rules(
    size: int, reach: int, inner: int, exception: bool, squares: int
) -> None:
    zone = threatened(F(-3, 2, size), reach, inner, exception)
    assert len(zone) == squares
    assert zone.isdisjoint(F(-3, 2, size).cells())


def test_offsets_of_reach_two_hold_the_second_diagonal_only_by_exception() -> None:
    assert (2, 2) in reach_offsets(2)
    assert (-2, 2) in reach_offsets(2)
    assert (2, 2) not in reach_offsets(2, second_diagonal=False)
    assert (3, 3) not in reach_offsets(3)
    assert len(reach_offsets(1)) == 8
    assert (0, 0) not in reach_offsets(4)


def test_big_creature_with_reach_weapon_threatens_the_ring_only() -> None:
    zone = threatened(F(0, 0, 2), 4, 2)
    assert Cell(4, 4) in zone
    assert Cell(3, 4) in zone
    assert Cell(3, 3) not in zone
    assert Cell(2, 2) not in zone


def test_small_creature_uses_its_whole_square() -> None:
    assert threatened(F(2.25, 3.5, 0.5), 1) == threatened(F(2, 3), 1)
    assert whole(F(-0.75, -0.5, 0.5)) == F(-1, -1)
    assert whole(F(1.5, 1.5)) == F(1.5, 1.5)


def test_big_target_is_in_reach_by_any_square() -> None:
    assert in_reach(F(0, 0), F(1, 0, 2), 2, 1)
    assert not in_reach(F(0, 0), F(1, 0), 2, 1)
    assert in_reach(F(0, 0), F(2, 2), 2)
    assert not in_reach(F(0, 0), F(2, 2), 2, second_diagonal=False)


def test_shared_square_is_in_reach_without_inner_zone() -> None:
    assert in_reach(F(0, 0), F(0.5, 0.5, 0.25), 0)
    assert not in_reach(F(0, 0), F(0, 0), 2, 1)


spaces = st.builds(F, st.integers(-6, 6), st.integers(-6, 6), st.sampled_from((0.5, 1, 2, 3)))


@given(spaces, spaces, st.integers(0, 4), st.integers(0, 2))
def test_in_reach_agrees_with_the_zone(a: Footprint, b: Footprint, r: int, inner: int) -> None:
    zone = threatened(a, r, inner)
    meets = any(cell in zone for cell in whole(b).cells())
    shared = inner == 0 and whole(a).overlaps(whole(b))
    assert in_reach(a, b, r, inner) == (meets or shared)


@given(spaces, spaces, st.integers(1, 4))
def test_natural_reach_of_equals_is_mutual(a: Footprint, b: Footprint, r: int) -> None:
    assert in_reach(a, b, r) == in_reach(b, a, r)


@pytest.mark.parametrize(
    ("target", "a", "b", "sides"),
    [
        (F(2, 2), (1, 3), (3, 1), ("left", "right", "top", "bottom")),
        (F(2, 2), (1, 3), (4, 0), ("left", "right", "top", "bottom")),
        (F(2, 2), (1, 3), (3, 0), None),
        (F(2, 2), (1, 3), (4, 1), None),
        (F(2, 2), (0, 2), (4, 1), None),
        (F(2, 2), (0, 3), (3, 2), ("left", "right")),
        (F(2, 2), (0, 3), (4, 1), ("left", "right")),
        (F(2, 2), (0, 3), (3, 1), None),
        (F(2, 2), (0, 3), (4, 2), None),
        (F(2, 2), (2, 1), (3, 4), ("top", "bottom")),
        (F(2, 2), (2, 0), (3, 4), None),
        (F(2, 2), (1, 0), (3, 4), ("top", "bottom")),
        (F(2, 2, 2), (1, 2), (4, 2), ("left", "right")),
        (F(2, 2, 2), (1, 2), (4, 3), ("left", "right")),
        (F(2, 2, 2), (1, 1), (4, 4), ("left", "right", "top", "bottom")),
        (F(2, 2, 2), (2, 1), (3, 4), ("top", "bottom")),
        (F(2, 2, 2), (1, 1), (4, 3), None),
        (F(2, 2, 2), (1, 2), (4, 4), None),
        (F(2, 2, 2), (1, 1), (4, 1), None),
    ],
)
def test_flanking_vectors(
    target: Footprint, a: tuple[int, int], b: tuple[int, int], sides: tuple[str, ...] | None
) -> None:
    flank = flanks(F(*a), F(*b), target)
    assert (flank and flank.sides) == sides
    if flank:
        assert (flank.a, flank.b) == (F(*a), F(*b))


def test_big_flanker_counts_by_any_of_its_squares() -> None:
    flank = flanks(F(0, 2, 2), F(3, 3), F(2, 2))
    assert flank is None
    flank = flanks(F(0, 1, 2), F(3, 2), F(2, 2))
    assert flank is not None
    assert flank.a == F(1, 2)
    assert flank.b == F(3, 2)
    assert flank.sides == ("left", "right")


def test_wide_reach_does_not_make_a_flank() -> None:
    assert flanks(F(0, 0), F(4, 0), F(2, 2)) is None
    assert flanks(F(2, 2), F(2, 2), F(2, 2)) is None


Symmetry = Callable[[Footprint], Footprint]
SYMMETRIES: list[Symmetry] = [
    lambda f: f,
    lambda f: Footprint(-f.right, f.y, f.side),
    lambda f: Footprint(f.x, -f.bottom, f.side),
    lambda f: Footprint(-f.right, -f.bottom, f.side),
    lambda f: Footprint(f.y, f.x, f.side),
    lambda f: Footprint(-f.bottom, f.x, f.side),
    lambda f: Footprint(f.y, -f.right, f.side),
    lambda f: Footprint(-f.bottom, -f.right, f.side),
]
free = st.integers(-4 * SUB, 4 * SUB)
any_space = spaces | st.builds(Footprint, free, free, st.sampled_from((SUB, 2 * SUB)))


@given(any_space, any_space, spaces)
def test_flanking_is_the_same_from_every_direction(
    a: Footprint, b: Footprint, target: Footprint
) -> None:
    expected = flanks(a, b, target) is not None
    for turn in SYMMETRIES:
        assert (flanks(turn(a), turn(b), turn(target)) is not None) == expected
        assert (flanks(turn(b), turn(a), turn(target)) is not None) == expected


@given(spaces, st.integers(1, 3), st.integers(0, 1))
def test_zones_are_the_same_from_every_direction(a: Footprint, r: int, inner: int) -> None:
    def cell(c: Cell) -> Footprint:
        return F(c.x, c.y)

    zone = {cell(c) for c in threatened(a, r, inner)}
    for turn in SYMMETRIES:
        turned = {cell(c) for c in threatened(turn(a), r, inner)}
        assert {turn(c) for c in zone} == turned
        assert all(max(offsets(whole(turn(a)), c)) <= r for c in turned)
