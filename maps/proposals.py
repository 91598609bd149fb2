"""Proposes walls from a picture: dark lines become lines of wall, dark areas get a wall around.

The picture is made so small that a square has few pixels; what is darker than a level counts as
wall. Thick parts (rock) are outlined, thin ones (drawn walls) are thinned to their middle line.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry import LineString, MultiLineString, Polygon
from shapely.geometry.base import BaseGeometry

from maps.straight_lines import Lattice
from maps.straighten import straightened

Grey = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.bool_]
Chain = tuple[tuple[float, float], ...]
Going = Callable[[float], bool]
"""Hears how far the work is, 0 to 1; an answer of false ends it."""

FINE = 12
"""Pixels of a square in the small picture."""
THICK = 0.55
"""From this width on, in squares, something dark is rock and no line."""
TOLERANCE = 0.09
"""So far may a wall lie beside what was drawn, in squares."""
CROSSING = 0.7
"""So large, in squares, may a thick part be where thin walls cross."""
EVEN = 16.0
"""Ink whose darkness varies by less than this is of one kind."""
SPUR = 0.4
"""Shorter ends of thinned lines, in squares, are only fuzz."""
AROUND = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
"""The eight neighbours of a pixel, clockwise from above."""
MOST_CHAINS = 4_000
MOST_SIDE = 4_096
"""Longest side of the small picture."""


@dataclass(frozen=True, slots=True)
class Search:
    """What counts as wall: darker than ``level`` (0 to 255), at least ``shortest`` squares long."""

    level: int = 80
    shortest: float = 1.0


def usual_level(grey: Grey) -> int:
    """Return a level below which there is ink: between ink and ground where the ink is of one
    darkness, else the dark half of the picture parted once more.
    """
    counts = np.bincount(grey[:: max(1, grey.shape[0] // 512)].ravel(), minlength=256)
    values, bright = np.arange(256), _parting(counts)
    dark = np.where(values <= bright, counts, 0)
    light = counts - dark
    if not dark.any() or not light.any():
        return 80
    middle = float(np.average(values, weights=dark))
    spread = math.sqrt(float(np.average((values - middle) ** 2, weights=dark)))
    if spread < EVEN:
        return round((middle + float(np.average(values, weights=light))) / 2)
    return max(8, _parting(dark))


def _parting(counts: npt.NDArray[np.int64]) -> int:
    """Return the level that parts dark from bright best (Otsu's method)."""
    values, below = np.arange(256), np.cumsum(counts).astype(float)
    mass = np.cumsum(counts * values).astype(float)
    above = below[-1] - below
    good = (below > 0) & (above > 0)
    apart = np.zeros(256)
    apart[good] = (mass[-1] * below[good] / below[-1] - mass[good]) ** 2 / (
        below[good] * above[good]
    )
    return int(apart.argmax()) if good.any() else 0


def propose(
    grey: Grey,
    pixels: float,
    search: Search,
    going: Going = lambda _share: True,
    lattice: Lattice | None = None,
) -> tuple[Chain, ...]:
    """Return lines of wall in pixels of the picture, the longest first.

    ``pixels`` is how many of them a square has; what is drawn on the lines of a ``lattice``
    comes to lie on them exactly. Empty when ``going`` ends it.
    """
    small, factor = _shrunk(grey, pixels)
    fine = pixels / factor
    if not going(0.2):
        return ()
    dark = _closed(_without_specks(small <= search.level, fine))
    thick = _without_crossings(_thick(dark, max(1, round(fine * THICK / 2))), dark, fine)
    if not going(0.4):
        return ()
    lines = list(_outlines(thick))
    if not going(0.6):
        return ()
    lines += _middles(dark & ~thick, fine)
    if not going(0.9):
        return ()
    grid = lattice.scaled(factor) if lattice is not None else None
    lines = straightened(lines, fine, TOLERANCE * fine, grid, dark)
    shortest = search.shortest * fine
    long = [line for line in lines if line.length >= shortest]
    found = sorted(long, key=lambda line: -line.length)
    return tuple(
        tuple((float(x) * factor, float(y) * factor) for x, y in line.coords)
        for line in found[:MOST_CHAINS]
    )


def _shrunk(grey: Grey, pixels: float) -> tuple[npt.NDArray[np.float32], int]:
    """Return the means of blocks of pixels, and how many pixels a block is wide."""
    factor = max(1, int(pixels // FINE), -(-max(grey.shape) // MOST_SIDE))
    height, width = (length // factor * factor for length in grey.shape)
    blocks = grey[:height, :width].reshape(height // factor, factor, width // factor, factor)
    # the darker half of a block counts, so that thin lines do not fade away
    mean = blocks.mean(axis=(1, 3), dtype=np.float32)
    return (mean + blocks.min(axis=(1, 3))) / 2 if factor > 1 else mean, factor


def _grown(mask: Mask, times: int) -> Mask:
    """Return a mask with a rim of so many pixels, round by turns of cross and square."""
    for turn in range(times):
        wide = np.pad(mask, 1)
        grown = mask | wide[:-2, 1:-1] | wide[2:, 1:-1] | wide[1:-1, :-2] | wide[1:-1, 2:]
        if turn % 2:
            grown |= wide[:-2, :-2] | wide[2:, 2:] | wide[:-2, 2:] | wide[2:, :-2]
        mask = grown
    return mask


def _closed(mask: Mask) -> Mask:
    """Fill the gaps of a pixel that a hatched wall has."""
    wide = np.pad(mask, 2)
    return np.asarray(~_grown(~_grown(wide, 1), 1))[2:-2, 2:-2]


def _thick(dark: Mask, radius: int) -> Mask:
    """Return the parts of a mask into which a disc fits; beyond the picture all is dark."""
    padded = np.pad(dark, radius + 1, constant_values=True)
    core = ~_grown(~padded, radius)
    inner = slice(radius + 1, -radius - 1)
    grown = _grown(core, radius + 1)[inner, inner]
    return np.asarray(grown & dark)


def _without_crossings(thick: Mask, dark: Mask, fine: float) -> Mask:
    """Take out small thick parts from which thin ones go: walls meet there, it is no pillar."""
    thin, kept = _grown(dark & ~thick, 1), thick.copy()
    for part in shapely.get_parts(shapely.union_all(_runs(thick))):
        left, top, right, bottom = (int(value) for value in part.bounds)
        here = np.s_[top:bottom, left:right]
        if part.area < CROSSING * fine**2 and (thin[here] & thick[here]).sum() > fine / 4:
            kept[here] = False
    return kept


def _without_specks(mask: Mask, fine: float) -> Mask:
    """Take single dark pixels out."""
    wide = np.pad(mask, 1).astype(np.int8)
    near = sum(
        wide[1 + dy : wide.shape[0] - 1 + dy, 1 + dx : wide.shape[1] - 1 + dx]
        for dy in (-1, 0, 1)
        for dx in (-1, 0, 1)
    )
    return np.asarray(mask & (np.asarray(near) >= (3 if fine >= 6 else 2)))


def _outlines(mask: Mask) -> Iterator[LineString]:
    """Yield the rims of areas, without what runs along the rim of the picture."""
    area = shapely.union_all(_runs(mask))
    height, width = mask.shape
    frame = shapely.box(0.5, 0.5, width - 0.5, height - 0.5)
    for part in shapely.get_parts(area):
        if not isinstance(part, Polygon):
            continue
        for ring in (part.exterior, *part.interiors):
            yield from _lines(_smooth(ring).intersection(frame))


def _smooth(line: BaseGeometry) -> BaseGeometry:
    """Take the steps of the pixels out of a line."""
    points = np.asarray(shapely.segmentize(line, 1.0).coords)
    if len(points) > 8:  # middles between corners of pixels lie on the true rim
        points = (points[:-1] + points[1:]) / 2
        points = np.concatenate([points, points[:1]])
    return LineString(points)


def _runs(mask: Mask) -> npt.NDArray[np.object_]:
    """Return the stretches of set pixels, row by row, as boxes."""
    edges = np.diff(np.pad(mask, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    rows, starts = np.nonzero(edges == 1)
    _, ends = np.nonzero(edges == -1)
    return np.asarray(shapely.box(starts, rows, ends, rows + 1))


def _lines(shape: BaseGeometry) -> Iterator[LineString]:
    merged = shapely.line_merge(shape) if isinstance(shape, MultiLineString) else shape
    for part in shapely.get_parts(merged):
        if isinstance(part, LineString) and part.length > 0:
            yield part


def _middles(mask: Mask, fine: float) -> list[LineString]:
    """Return the middle lines of thin parts."""
    bones = _thinned(mask, max(2, round(fine * THICK)))
    steps = []
    for dy, dx in ((0, 1), (1, 0), (1, 1), (1, -1)):
        there = _moved(bones, dy, dx) & bones
        if dy and dx:  # a slanting step only where no corner leads round
            there &= ~(_moved(bones, dy, 0) | _moved(bones, 0, dx))
        y, x = np.nonzero(there)
        steps.append(np.stack([x, y, x + dx, y + dy], axis=1))
    pairs = np.concatenate(steps)
    if not len(pairs):
        return []
    pieces = shapely.linestrings(pairs.reshape(-1, 2, 2) + 0.5)
    merged = shapely.line_merge(shapely.multilinestrings(pieces))
    chains = [part for part in shapely.get_parts(merged) if isinstance(part, LineString)]
    kept = _without_spurs(chains, SPUR * fine)
    joined = shapely.line_merge(shapely.multilinestrings(kept)) if kept else MultiLineString()
    return list(_lines(joined))


def _without_spurs(chains: list[LineString], shortest: float) -> list[LineString]:
    """Leave out short lines that end in nothing at one side and in others at the other."""
    ends: dict[tuple[float, float], int] = {}
    for chain in chains:
        for end in (chain.coords[0], chain.coords[-1]):
            ends[end] = ends.get(end, 0) + 1
    return [
        c
        for c in chains
        if c.length >= shortest
        or sorted((ends[c.coords[0]] > 1, ends[c.coords[-1]] > 1)) != [False, True]
    ]


def _moved(mask: Mask, dy: int, dx: int) -> Mask:
    """Return a mask whose pixel (y, x) is that at (y + dy, x + dx)."""
    wide = np.pad(mask, 1)
    height, width = mask.shape
    return np.asarray(wide[1 + dy : 1 + dy + height, 1 + dx : 1 + dx + width])


def _thinned(mask: Mask, times: int) -> Mask:
    """Thin lines to one pixel (Zhang and Suen)."""
    for _ in range(times):
        before = mask
        for first in (True, False):
            n = [_moved(mask, dy, dx) for dy, dx in AROUND]
            count = sum(side.astype(np.int8) for side in n)
            turns = sum((~a & b).astype(np.int8) for a, b in zip(n, n[1:] + n[:1], strict=True))
            count, turns = np.asarray(count), np.asarray(turns)
            above, right, below, left = n[0], n[2], n[4], n[6]
            if first:
                held = (above & right & below) | (right & below & left)
            else:
                held = (above & right & left) | (above & below & left)
            mask = mask & ~((count >= 2) & (count <= 6) & (turns == 1) & ~held)
        if np.array_equal(before, mask):
            break
    return mask
