"""Areas are the square tables of the rule books."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.areas import burst, cone, emanation, line
from maps.grid import Cell, Footprint

DIRECTIONS = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]


@pytest.mark.parametrize(
    ("radius", "squares"), [(0, 0), (1, 4), (2, 12), (3, 24), (4, 44), (5, 68), (6, 96), (8, 172)]
)
def test_bursts_have_the_squares_of_the_templates(radius: int, squares: int) -> None:
    assert len(burst(Cell(3, -2), radius)) == squares


def test_burst_of_ten_feet_is_the_block_without_its_corners() -> None:
    block = {Cell(x, y) for x in range(-2, 2) for y in range(-2, 2)}
    corners = {Cell(-2, -2), Cell(1, -2), Cell(-2, 1), Cell(1, 1)}
    assert burst(Cell(0, 0), 2) == block - corners


def test_emanation_holds_the_own_space() -> None:
    zone = emanation(Footprint.at(0, 0), 2)
    assert len(zone) == 21
    assert Cell(0, 0) in zone
    assert Cell(2, 2) not in zone
    assert len(emanation(Footprint.at(4, 4, 2), 1)) == 16
    assert emanation(Footprint.at(0.25, 0.5, 0.5), 1) == emanation(Footprint.at(0, 0), 1)


def rows(cells: frozenset[Cell]) -> dict[int, int]:
    return dict(Counter(c.x for c in cells))


def test_cone_to_the_side_widens_out() -> None:
    assert rows(cone(Cell(0, 0), (1, 0), 3)) == {0: 2, 1: 4, 2: 2}
    assert rows(cone(Cell(0, 0), (1, 0), 6)) == {0: 2, 1: 4, 2: 6, 3: 8, 4: 6, 5: 2}


def test_diagonal_cone_is_a_quarter_of_the_burst() -> None:
    assert cone(Cell(0, 0), (1, 1), 3) == {
        Cell(0, 0), Cell(1, 0), Cell(0, 1), Cell(1, 1), Cell(2, 0), Cell(0, 2),
    }  # fmt: skip
    quarter = {c for c in burst(Cell(5, 5), 6) if c.x < 5 and c.y >= 5}
    assert cone(Cell(5, 5), (-1, 1), 6) == quarter


def test_diagonal_line_takes_the_squares_it_passes() -> None:
    assert line(Cell(0, 0), (1, 1), 6) == {Cell(i, i) for i in range(4)}
    assert line(Cell(0, 0), (2, -1), 4) == {Cell(0, -1), Cell(1, -1), Cell(2, -2)}
    assert line(Cell(0, 0), (2, 1), 4) == {Cell(0, 0), Cell(1, 0), Cell(2, 1)}


@pytest.mark.parametrize(
    ("direction", "right", "left"),
    [
        ((1, 0), Cell(0, 0), Cell(0, -1)),
        ((-1, 0), Cell(-1, -1), Cell(-1, 0)),
        ((0, 1), Cell(-1, 0), Cell(0, 0)),
        ((0, -1), Cell(0, -1), Cell(-1, -1)),
    ],
)
def test_line_along_the_grid_takes_one_side(
    direction: tuple[int, int], right: Cell, left: Cell
) -> None:
    for side, first in (("right", right), ("left", left)):
        cells = line(Cell(0, 0), direction, 3, side)  # type: ignore[arg-type]  # both are sides
        dx, dy = direction
        assert cells == {Cell(first.x + i * dx, first.y + i * dy) for i in range(3)}


def test_areas_need_a_direction() -> None:
    with pytest.raises(ValueError, match="direction"):
        cone(Cell(0, 0), (0, 0), 3)
    with pytest.raises(ValueError, match="direction"):
        line(Cell(0, 0), (0, 0), 3)


def turned(cells: frozenset[Cell]) -> set[Cell]:
    """Turn squares by a quarter to the right around the origin."""
    return {Cell(-c.y - 1, c.x) for c in cells}


@given(st.integers(-5, 5), st.integers(-5, 5), st.integers(0, 8))
def test_areas_turn_with_their_direction(dx: int, dy: int, length: int) -> None:
    if (dx, dy) == (0, 0):
        return
    o = Cell(0, 0)
    assert turned(cone(o, (dx, dy), length)) == cone(o, (-dy, dx), length)
    assert turned(line(o, (dx, dy), length)) == line(o, (-dy, dx), length)
    assert turned(burst(o, length)) == burst(o, length)
    assert cone(o, (dx, dy), length) | line(o, (dx, dy), length) <= burst(o, length)
