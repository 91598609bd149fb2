"""Squares, sub-units, spaces and their distances."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.grid import (
    SUB,
    Cell,
    Diagonal,
    Footprint,
    Point,
    adjacent,
    count,
    distance,
    from_sub,
    offsets,
    point,
    to_sub,
)

F = Footprint.at


@pytest.mark.parametrize(
    ("dx", "dy", "squares"),
    [(1, 1, 1), (2, 1, 2), (2, 2, 3), (3, 1, 3), (3, 2, 4), (3, 3, 4), (4, 4, 6), (0, 5, 5)],
)
def test_diagonals_count_one_two_one_two(dx: int, dy: int, squares: int) -> None:
    assert count(dx, dy) == count(-dy, dx) == squares


def test_other_counts_of_diagonals() -> None:
    assert count(3, 3, Diagonal.EQUIDISTANT) == 3
    assert count(3, 3, Diagonal.EUCLID) == 4
    assert count(3, 4, Diagonal.EUCLID) == 5


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (F(0, 0), F(1, 0), (1, 0)),
        (F(0, 0), F(1, 1), (1, 1)),
        (F(0, 0), F(0, 0), (0, 0)),
        (F(0, 0, 2), F(2, 1), (1, 0)),
        (F(0, 0, 2), F(4, 4), (3, 3)),
        (F(0, 0), F(1.5, 0), (2, 0)),
        (F(0, 0), F(0.5, 0.5), (0, 0)),
    ],
)
def test_offsets_run_between_the_nearest_squares(
    a: Footprint, b: Footprint, expected: tuple[int, int]
) -> None:
    assert offsets(a, b) == offsets(b, a) == expected


def test_spaces_touch_over_edges_and_corners() -> None:
    assert adjacent(F(0, 0), F(1, 1))
    assert adjacent(F(0, 0, 3), F(3, 2))
    assert not adjacent(F(0, 0), F(2, 0))
    assert not F(0, 0).overlaps(F(1, 0))
    assert F(0, 0).overlaps(F(0.75, 0.75))
    assert distance(F(0, 0), F(4, 2)) == 5


def test_space_off_the_grid_touches_four_squares_and_snaps_to_one() -> None:
    space = F(0.5, -0.5)
    assert set(space.cells()) == {Cell(0, -1), Cell(1, -1), Cell(0, 0), Cell(1, 0)}
    assert not space.on_grid
    assert space.snapped() == F(1, 0)
    assert F(0.25, 0.75).snapped() == F(0, 1)


def test_parts_of_a_big_space() -> None:
    space = F(1, 2, 2)
    assert space.unit_squares() == (F(1, 2), F(2, 2), F(1, 3), F(2, 3))
    assert space.corners() == (point(1, 2), point(3, 2), point(3, 4), point(1, 4))
    assert len(space.lattice()) == 9
    assert space.lattice()[4] == point(2, 3)
    assert space.centre2 == Point(4 * SUB, 6 * SUB)


def test_small_space_has_one_part_and_its_own_corners() -> None:
    space = F(0.25, 0.25, 0.5)
    assert space.squares == 1
    assert space.unit_squares() == (space,)
    assert space.lattice() == (
        point(0.25, 0.25), point(0.75, 0.25), point(0.25, 0.75), point(0.75, 0.75),
    )  # fmt: skip


@given(st.integers(-(10**8), 10**8))
def test_sub_units_survive_the_way_through_squares(units: int) -> None:
    assert to_sub(from_sub(units)) == units
    assert isinstance(from_sub(units * SUB), int)


whole = st.integers(-8, 8)
spaces = st.builds(F, whole, whole, st.integers(1, 4))


@given(spaces, spaces)
def test_distance_is_the_least_over_all_pairs_of_squares(a: Footprint, b: Footprint) -> None:
    pairs = (count(p.x - q.x, p.y - q.y) for p in a.cells() for q in b.cells())
    assert distance(a, b) == distance(b, a) == min(pairs)
