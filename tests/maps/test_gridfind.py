"""The grid that is printed in a picture is found, and none where none is printed."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from maps.gridfind import find_grid

Grey = npt.NDArray[np.uint8]


def texture(width: int, height: int, seed: int, noise: float = 20) -> npt.NDArray[np.float64]:
    """Stains of several pixels on grey."""
    made = np.random.default_rng(seed).normal(0, 1, (height, width))
    for _ in range(2):
        moved = [np.roll(made, step, axis) for axis in (0, 1) for step in (-1, 0, 1)]
        made = np.mean(moved, axis=0)
    return np.asarray(130 + noise * made / made.std())


def lined(
    ground: npt.NDArray[np.float64],
    pixels: float,
    x: float = 0,
    y: float = 0,
    depth: float = 12,
    wide: float = 1,
) -> Grey:
    """Print a grid of lines; ``depth`` says how much darker they are."""
    for axis, start in ((1, x), (0, y)):
        at = np.arange(ground.shape[axis]) + 0.5
        away = np.abs((at - start + pixels / 2) % pixels - pixels / 2)
        ink = depth * np.clip(wide / 2 + 0.5 - away, 0, 1)
        ground = ground - (ink[None, :] if axis else ink[:, None])
    return np.clip(ground, 0, 255).astype(np.uint8)


def walls(ground: npt.NDArray[np.float64], count: int, seed: int) -> npt.NDArray[np.float64]:
    """Put dark walls anywhere."""
    chance = np.random.default_rng(seed)
    for _ in range(count):
        x, y = chance.integers(0, ground.shape[1] - 60), chance.integers(0, ground.shape[0] - 60)
        wide, high = chance.integers(20, 300, 2)
        ground[y : y + high, x : x + 6] = 20
        ground[y : y + 6, x : x + wide] = 20
    return ground


def off(found: float, wanted: float, pixels: float) -> float:
    """How far a line lies beside the wanted one or any parallel to it."""
    return abs((found - wanted + pixels / 2) % pixels - pixels / 2)


@pytest.mark.parametrize(
    ("size", "pixels", "x", "y", "depth", "wide"),
    [
        ((1400, 1000), 70.0, 0.0, 0.0, 12, 1),
        ((1200, 900), 69.37, 20.3, 5.6, 14, 1),
        ((800, 600), 25.25, 3.0, 9.0, 30, 1),
        ((1500, 1200), 140.0, 30.0, 9.0, 14, 3),
        ((1400, 1000), 70.0, 35.0, 10.5, -15, 1),
        ((700, 450), 64.0, 10.0, 20.0, 25, 2),
    ],
)
def test_lines_are_found_through_texture(
    size: tuple[int, int], pixels: float, x: float, y: float, depth: float, wide: float
) -> None:
    found = find_grid(lined(texture(*size, seed=3), pixels, x, y, depth, wide))
    assert found is not None
    drift = abs(found.pixels - pixels) * size[0] / pixels
    assert drift < 0.75  # the last line lies on the last line
    assert off(found.x, x, pixels) < 0.75
    assert off(found.y, y, pixels) < 0.75
    assert found.confidence > 0.6


def test_walls_and_rooms_do_not_hide_it() -> None:
    ground = walls(texture(1400, 1000, seed=5), 20, seed=6)
    found = find_grid(lined(ground, 70, 13, 41))
    assert found is not None
    assert found.pixels == pytest.approx(70, abs=0.05)
    assert off(found.x, 13, 70) < 1
    assert off(found.y, 41, 70) < 1


def test_lines_of_one_direction_are_told_apart_from_a_grid() -> None:
    at = np.arange(1000)
    ground = texture(1000, 800, seed=1)
    ground[:, at % 50 == 0] -= 20
    found = find_grid(np.clip(ground, 0, 255).astype(np.uint8))
    assert found is not None
    assert found.down is None
    assert found.pixels == pytest.approx(50, abs=0.05)


@pytest.mark.parametrize(
    "ground",
    [
        np.full((900, 1200), 130.0),
        texture(1200, 900, seed=8),
        texture(1200, 900, seed=9, noise=60),
        walls(texture(1400, 1000, seed=10), 60, seed=11),
        np.random.default_rng(4).uniform(0, 255, (600, 800)),
        np.tile(np.linspace(0, 255, 900)[None, :], (700, 1)),
    ],
    ids=["plain", "stains", "rough", "walls", "noise", "ramp"],
)
def test_nothing_is_found_where_nothing_is_printed(ground: npt.NDArray[np.float64]) -> None:
    assert find_grid(ground.astype(np.uint8)) is None


@pytest.mark.parametrize("size", [(1, 1), (7, 300), (20, 20), (40, 1000)])
def test_tiny_pictures_have_no_grid(size: tuple[int, int]) -> None:
    assert find_grid(np.zeros(size, np.uint8)) is None
