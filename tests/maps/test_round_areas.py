"""Areas by plain distance: discs, surroundings, wedges and beams."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.grid import Cell, Footprint
from maps.round_areas import around, beam, disc, wedge

VECTORS = st.tuples(st.integers(-6, 6), st.integers(-6, 6)).filter(lambda d: d != (0, 0))


@pytest.mark.parametrize(("radius", "n"), [(1, 4), (2, 12), (3, 32), (4, 52), (6, 112)])
def test_a_disc_counts_centres(radius: int, n: int) -> None:
    assert len(disc(Cell(3, -2), radius)) == n


def test_around_a_space_rounds_its_corners() -> None:
    found = around(Footprint.at(0, 0), 1)
    assert found == {Cell(0, 0), Cell(1, 0), Cell(-1, 0), Cell(0, 1), Cell(0, -1)} | {
        Cell(x, y) for x in (-1, 1) for y in (-1, 1)
    }
    assert Cell(2, 2) not in around(Footprint.at(0, 0), 2)
    assert Cell(3, 0) in around(Footprint.at(0, 0, 2), 2)


@given(VECTORS, st.integers(1, 8), st.sampled_from([30, 60, 90, 180]))
def test_a_wedge_holds_what_the_angle_says(
    direction: tuple[int, int], length: int, degrees: int
) -> None:
    found = wedge(Cell(0, 0), direction, length, degrees)
    ahead = math.atan2(direction[1], direction[0])
    for cell in disc(Cell(0, 0), length):
        turn = math.atan2(cell.y + 0.5, cell.x + 0.5) - ahead
        away = abs(math.degrees(math.remainder(turn, math.tau)))
        if abs(away - degrees / 2) > 1e-6:
            assert (cell in found) is (away < degrees / 2)


@given(VECTORS, st.integers(1, 12))
def test_a_beam_is_a_chain_of_squares_of_its_length(direction: tuple[int, int], n: int) -> None:
    found = beam(Cell(0, 0), direction, n)
    far = max(math.hypot(c.x + 0.5, c.y + 0.5) for c in found)
    assert n - 1.5 < far < n + 0.75
    for cell in found:  # each square touches another, or the origin
        near = {Cell(cell.x + i, cell.y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)} - {cell}
        assert found & near or len(found) == 1


@pytest.mark.parametrize("make", [wedge, beam])
def test_nothing_points_nowhere(make: object) -> None:
    with pytest.raises(ValueError, match="without a direction"):
        make(Cell(0, 0), (0, 0), 3)  # type: ignore[operator]  # either of the two
