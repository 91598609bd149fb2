"""Free ends of lines that were followed in a picture: they go on as far as the ink does."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

import shapely
from shapely.geometry import LineString, Point

from maps.straight_lines import Lattice, Mask, Spot

ONWARD = 0.6
"""So far may a free end go on, in squares."""
END = 0.25
"""So far from a corner of the grid may a free end lie along its line."""


class Ground(NamedTuple):
    """What a free end may meet: ink, a grid, other lines."""

    ink: Mask
    lattice: Lattice | None
    fine: float

    def dark(self, at: Spot) -> bool:
        """Whether there is ink at a spot in pixels; beyond the picture there is none."""
        x, y = int(at[0]), int(at[1])
        height, width = self.ink.shape
        return 0 <= x < width and 0 <= y < height and bool(self.ink[y, x])


def lengthen(made: list[list[Spot]], free: Iterable[tuple[int, bool]], ground: Ground) -> None:
    """Let free ends go on to the line that they nearly meet, else as far as the ink goes."""
    ids = [i for i, spots in enumerate(made) if len(spots) > 1]
    tree = shapely.STRtree([LineString(made[i]) for i in ids])
    for i, last in free:
        spots = made[i]
        if len(spots) < 2:
            continue
        end, before = (spots[-1], spots[-2]) if last else (spots[0], spots[1])
        length = math.dist(before, end)
        if not length:
            continue
        step = (end[0] - before[0]) / length, (end[1] - before[1]) / length
        reach = ONWARD * ground.fine
        ray = LineString([end, (end[0] + step[0] * reach, end[1] + step[1] * reach)])
        near = (ids[k] for k in tree.query(ray).tolist())
        met = _met(made, [k for k in near if k != i], ray, ground.fine)
        at = met if met is not None else _ink_end(end, step, ground)
        spots[-1 if last else 0] = at


def _met(made: list[list[Spot]], near: Iterable[int], ray: LineString, fine: float) -> Spot | None:
    """Return where the way on from a free end meets a line nearby, which gets a corner there."""
    end, far_end = ray.coords[0], ray.coords[-1]
    best: tuple[float, int, int, Spot] | None = None
    for i in near:
        for at, piece in enumerate(zip(made[i], made[i][1:], strict=False)):
            if not _boxes_meet(end, far_end, *piece):
                continue
            hit = ray.intersection(LineString(piece))
            if isinstance(hit, Point) and not hit.is_empty:
                far = math.dist(end, hit.coords[0])
                if best is None or far < best[0]:
                    best = far, i, at, (hit.x, hit.y)
    if best is None:
        return None
    _, i, at, spot = best
    for corner in made[i][at : at + 2]:
        if math.dist(corner, spot) < fine / 20:
            return corner
    made[i].insert(at + 1, spot)
    return spot


def _boxes_meet(a: Spot, b: Spot, c: Spot, d: Spot) -> bool:
    return all(
        max(a[k], b[k]) >= min(c[k], d[k]) and min(a[k], b[k]) <= max(c[k], d[k]) for k in (0, 1)
    )


def _ink_end(end: Spot, step: Spot, ground: Ground) -> Spot:
    """Return how far the ink goes on from an end."""
    at, steps = end, 0
    while steps < 2 * ONWARD * ground.fine and ground.dark(at):
        at, steps = (at[0] + step[0] / 2, at[1] + step[1] / 2), steps + 1
    return at if ground.lattice is None else ground.lattice.slid(at, step, END)
