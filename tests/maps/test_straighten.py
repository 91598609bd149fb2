"""Walls proposed from painted pictures whose true walls are known: straight and joined."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
import pytest
import shapely

from maps.proposals import Search, propose, usual_level
from maps.straight_lines import Lattice
from maps.straighten import straightened

SQUARE = 40
OFFSETS = [(0, 0), (13, 27)]
"""Where the first corner of the grid lies in the picture, in pixels."""

Line = list[tuple[float, float]]
Grey = npt.NDArray[np.uint8]


def painted(
    lines: list[Line],
    offset: tuple[int, int] = (0, 0),
    wide: float = 0.2,
    rock: shapely.Polygon | None = None,
) -> Grey:
    """Paint walls with round ends on a grainy floor of 10 × 8 squares, as a pen does."""
    y, x = np.mgrid[0 : 8 * SQUARE, 0 : 10 * SQUARE] + 0.5
    places = shapely.points((x - offset[0]) / SQUARE, (y - offset[1]) / SQUARE)
    away = shapely.distance(places, shapely.MultiLineString(lines)) - wide / 2
    if rock is not None:
        away = np.where(shapely.contains(rock, places), -1, away)
    ink = np.clip(0.5 - away * SQUARE, 0, 1)
    grain = np.random.default_rng(3).normal(0, 12, ink.shape)
    return np.asarray(np.clip(175 * (1 - ink) + 20 * ink + grain, 0, 255), dtype=np.uint8)


def found(grey: Grey, offset: tuple[int, int]) -> list[Line]:
    """Return the proposals in squares of the grid."""
    lattice = Lattice(*offset, SQUARE, SQUARE)
    search = Search(usual_level(grey), 0.6)
    return [
        [((x - offset[0]) / SQUARE, (y - offset[1]) / SQUARE) for x, y in chain]
        for chain in propose(grey, SQUARE, search, lattice=lattice)
    ]


def pieces(chains: list[Line]) -> set[frozenset[tuple[float, float]]]:
    """Return the pieces of chains, each as its two ends to a hundredth of a square."""
    return {
        frozenset((round(x, 2), round(y, 2)) for x, y in ends)
        for chain in chains
        for ends in zip(chain, chain[1:], strict=False)
    }


def apart(chains: list[Line], wanted: list[Line]) -> float:
    """Return how far the one lies from the other at worst, in squares, both ways."""
    mine, true = (
        shapely.segmentize(shapely.MultiLineString(lines), 0.1) for lines in (chains, wanted)
    )
    return float(shapely.hausdorff_distance(mine, true))


@pytest.mark.parametrize("offset", OFFSETS)
@pytest.mark.parametrize("wide", [0.12, 0.2, 0.35])
def test_rooms_on_the_grid_come_out_exactly(offset: tuple[int, int], wide: float) -> None:
    walls: list[Line] = [
        [(1, 1), (8, 1), (8, 6), (1, 6), (1, 1)],
        [(4, 1), (4, 6)],
        [(1, 3), (4, 3)],
        [(4, 4), (6, 4)],
    ]
    got = found(painted(walls, offset, wide), offset)
    corners = [(1, 1), (4, 1), (8, 1), (8, 6), (4, 6), (1, 6), (1, 3), (4, 3), (4, 4), (6, 4)]
    assert pieces(got) == {
        frozenset(((float(ax), float(ay)), (float(bx), float(by))))
        for (ax, ay), (bx, by) in [
            *zip(corners[:7], [*corners[1:7], corners[0]], strict=True),
            ((1, 3), (4, 3)),
            ((4, 1), (4, 3)),
            ((4, 3), (4, 4)),
            ((4, 4), (4, 6)),
            ((4, 4), (6, 4)),
        ]
    }


@pytest.mark.parametrize("offset", OFFSETS)
def test_slanting_walls_are_straight_between_corners_of_the_grid(offset: tuple[int, int]) -> None:
    ring: Line = [(3, 1), (6, 1), (8, 3), (8, 5), (6, 6), (3, 6), (2, 5), (2, 2), (3, 1)]
    got = found(painted([ring], offset), offset)
    assert len(got) == 1
    assert pieces(got) == pieces([ring])


def test_walls_beside_the_grid_stay_there_and_level() -> None:
    walls: list[Line] = [[(1.28, 1.33), (7.3, 1.33), (7.3, 5.7), (1.28, 5.7), (1.28, 1.33)]]
    (ring,) = found(painted(walls), (0, 0))
    assert len(ring) == 5
    assert apart([ring], walls) < 0.06
    for (ax, ay), (bx, by) in zip(ring, ring[1:], strict=False):
        assert ax == pytest.approx(bx, abs=1e-9) or ay == pytest.approx(by, abs=1e-9)


@pytest.mark.parametrize("wide", [0.2, 0.4])
def test_walls_that_cross_are_four_that_meet_in_one_place(wide: float) -> None:
    walls: list[Line] = [[(2.37, 3.4), (7.3, 3.4)], [(5.35, 1.3), (5.35, 6.3)]]
    got = found(painted(walls, wide=wide), (0, 0))
    assert len(got) == 4
    assert all(len(chain) == 2 for chain in got)
    ends = [end for chain in got for end in chain]
    middle = max(ends, key=ends.count)
    assert ends.count(middle) == 4
    assert math.dist(middle, (5.35, 3.4)) < 0.06
    assert apart(got, walls) < wide / 2 + 0.12  # the pen's round ends


def test_curves_stay_curves() -> None:
    circle = list(shapely.Point(5, 4).buffer(2.5, 32).exterior.coords)
    got = found(painted([circle]), (0, 0))
    assert len(got) == 1
    assert 12 <= len(got[0]) <= 24
    assert apart(got, [circle]) < 0.15


@pytest.mark.parametrize("wide", [0.2, 0.35])
def test_a_wall_that_ends_at_rock_meets_its_rim(wide: float) -> None:
    rock = shapely.box(6, 2, 8.5, 6)
    walls: list[Line] = [[(2, 4), (6.3, 4)]]
    got = found(painted(walls, wide=wide, rock=rock), (0, 0))
    assert len(got) == 2
    rim, wall = got
    assert pieces([wall]) == {frozenset(((2.0, 4.0), (6.0, 4.0)))}
    assert (6.0, 4.0) in rim
    assert apart([rim], [list(rock.exterior.coords)]) < 0.06


def test_gaps_of_doors_stay_open() -> None:
    walls: list[Line] = [[(1, 3), (4, 3)], [(5, 3), (9, 3)]]
    got = found(painted(walls, wide=0.3), (0, 0))
    assert pieces(got) == pieces(walls)


def test_nothing_moves_without_a_grid_but_into_line() -> None:
    line = shapely.LineString([(x + 0.5, 20.5 + (x // 7) % 2) for x in range(60)])
    (made,) = straightened([line], 12, 1.1)
    assert len(made.coords) == 2
    assert made.hausdorff_distance(shapely.LineString([(0.5, 21), (59.5, 21)])) < 0.6
