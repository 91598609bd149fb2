"""Walls that are proposed lie on the walls that are drawn, rock is outlined, texture is left."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
import shapely

from maps.proposals import Chain, Search, propose, usual_level

Grey = npt.NDArray[np.uint8]
SQUARE = 40


def floor(columns: int, rows: int) -> Grey:
    """A bright floor with fine grain."""
    chance = np.random.default_rng(5)
    return chance.integers(150, 190, (rows * SQUARE, columns * SQUARE)).astype(np.uint8)


def stroke(grey: Grey, a: tuple[float, float], b: tuple[float, float], wide: int = 8) -> None:
    """Draw a dark line from one place to another, level or upright, in squares."""
    (x0, y0), (x1, y1) = sorted((a, b))
    half = wide // 2
    left, right = round(x0 * SQUARE) - half, round(x1 * SQUARE) + half
    top, bottom = round(min(y0, y1) * SQUARE) - half, round(max(y0, y1) * SQUARE) + half
    grey[max(0, top) : bottom, max(0, left) : right] = 20


def room(grey: Grey, left: float, top: float, right: float, bottom: float) -> shapely.LinearRing:
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
        stroke(grey, a, b)
    return shapely.LinearRing([(x * SQUARE, y * SQUARE) for x, y in corners])


def drawn(chains: tuple[Chain, ...]) -> shapely.MultiLineString:
    return shapely.MultiLineString([list(chain) for chain in chains])


def test_a_drawn_room_becomes_lines_along_its_middle() -> None:
    grey = floor(14, 10)
    wanted = room(grey, 2, 2, 9, 7)
    found = drawn(propose(grey, SQUARE, Search(usual_level(grey))))
    assert found.hausdorff_distance(wanted) < 0.2 * SQUARE
    assert found.length == pytest.approx(wanted.length, rel=0.05)


def test_walls_that_meet_stay_together() -> None:
    grey = floor(14, 10)
    room(grey, 2, 2, 9, 7)
    stroke(grey, (5, 2), (5, 7))
    found = propose(grey, SQUARE, Search(80))
    ends = [end for chain in found for end in (chain[0], chain[-1])]
    assert all(ends.count(end) > 1 for end in ends)


def test_rock_is_outlined_and_not_along_the_rim_of_the_picture() -> None:
    grey = floor(14, 10)
    grey[:, : 4 * SQUARE] = 25
    (chain,) = propose(grey, SQUARE, Search(80))
    assert all(x == pytest.approx(4 * SQUARE, abs=0.15 * SQUARE) for x, _ in chain)
    assert abs(chain[0][1] - chain[-1][1]) > 9.5 * SQUARE


def test_grain_stains_and_short_things_are_no_walls() -> None:
    grey = floor(14, 10)
    for x, y in ((2, 2), (6, 3), (9, 8)):
        stroke(grey, (x, y), (x + 0.4, y))
    assert propose(grey, SQUARE, Search(80)) == ()
    assert len(propose(grey, SQUARE, Search(80, 0.2))) == 3


def test_a_level_above_all_and_one_below_all_propose_no_lines() -> None:
    grey = floor(8, 8)
    assert propose(grey, SQUARE, Search(255)) == ()
    assert propose(grey, SQUARE, Search(1)) == ()


def test_the_work_ends_when_nobody_wants_it_any_more() -> None:
    grey = floor(8, 8)
    room(grey, 2, 2, 6, 6)
    heard: list[float] = []

    def going(share: float) -> bool:
        heard.append(share)
        return len(heard) < 2

    assert propose(grey, SQUARE, Search(80), going) == ()
    assert len(heard) == 2


@pytest.mark.parametrize("size", [(1, 1), (3, 200), (30, 30)])
def test_tiny_pictures_do_no_harm(size: tuple[int, int]) -> None:
    grey = np.zeros(size, np.uint8)
    assert propose(grey, SQUARE, Search(usual_level(grey))) == ()
