"""Lines fitted to points, and grids in pixels to which they are drawn."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Points = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]
Spot = tuple[float, float]

BEND = math.radians(8)
"""Lines that turn less than this have no corner worth looking for."""
SKEW = math.radians(3)
"""What leans less than this is meant level or upright."""
SNAP = 0.1
"""So far beside the grid a line or a corner may lie, in squares, and is still meant on it."""
WIDEST = 0.5
"""So far, in squares, may the side of a stroke lie from its middle."""


class Lattice(NamedTuple):
    """A grid in pixels: the place of one of its corners and the size of a square."""

    left: float
    top: float
    across: float
    down: float

    def scaled(self, factor: float) -> Lattice:
        """Return the same grid for a picture whose pixels are so many times as large."""
        return Lattice(*(value / factor for value in self))

    def snapped(self, at: Spot, reach: float) -> Spot:
        """Return the corner of the grid within a reach in squares, else the place itself."""
        x, y = self.near(at[0], 0, reach), self.near(at[1], 1, reach)
        return at if x is None or y is None else (x, y)

    def slid(self, at: Spot, way: Spot, reach: float) -> Spot:
        """Return the end of a line of a direction, drawn along it onto the grid if near.

        Level and upright lines stay where they are; others may turn by a hair. What lies beside
        the grid anyway is not drawn far.
        """
        if 0.0 in way:
            axis = 0 if way[1] == 0 else 1
            reach = reach if self.near(at[1 - axis], 1 - axis, SNAP / 100) is not None else SNAP
            value = self.near(at[axis], axis, reach)
            return at if value is None else (value, at[1]) if axis == 0 else (at[0], value)
        near = self.snapped(at, reach)
        aside = abs((near[0] - at[0]) * way[1] - (near[1] - at[1]) * way[0])
        return near if aside <= SNAP * self.across else at

    def near(self, value: float, axis: int, reach: float = SNAP) -> float | None:
        """Return the line of the grid within reach of a coordinate (axis 0: x, 1: y), if any.

        Half squares count where they are twice as near.
        """
        start, size = (self.left, self.across) if axis == 0 else (self.top, self.down)
        at = (value - start) / size
        for parts in (1, 2):
            near = round(at * parts) / parts
            if abs(near - at) <= reach / parts:
                return start + near * size
        return None


class Fit(NamedTuple):
    """A line: a place on it and its direction, of length 1."""

    x: float
    y: float
    dx: float
    dy: float

    def foot(self, at: Spot) -> Spot:
        """Return the place of the line nearest to another."""
        along = (at[0] - self.x) * self.dx + (at[1] - self.y) * self.dy
        return self.x + along * self.dx, self.y + along * self.dy

    def off(self, points: Points) -> float:
        """Return how far the farthest of some points lies beside the line."""
        off = (points[:, 0] - self.x) * self.dy - (points[:, 1] - self.y) * self.dx
        return float(np.abs(off).max())

    def turn(self, other: Fit) -> float:
        """Return the angle between two lines, 0 to a quarter turn."""
        return math.asin(min(1.0, abs(self.dx * other.dy - self.dy * other.dx)))


def line_through(points: Points) -> Fit:
    """Return the line with the least squares of distances."""
    middle = points.mean(axis=0)
    off = points - middle
    angle = 0.5 * math.atan2(
        2 * float((off[:, 0] * off[:, 1]).sum()),
        float((off[:, 0] ** 2).sum() - (off[:, 1] ** 2).sum()),
    )
    return Fit(float(middle[0]), float(middle[1]), math.cos(angle), math.sin(angle))


def meeting(fits: Iterable[Fit]) -> Spot | None:
    """Return the place nearest to all of some lines; None where they are parallel."""
    normals = np.asarray([(-f.dy, f.dx) for f in fits])
    offsets = np.asarray([f.dx * f.y - f.dy * f.x for f in fits])
    square = normals.T @ normals
    if abs(float(np.linalg.det(square))) < math.sin(BEND) ** 2:
        return None
    x, y = np.linalg.solve(square, normals.T @ offsets)
    return float(x), float(y)


def centred(fit: Fit, points: Points, ink: Mask, fine: float) -> Fit:
    """Return the line between the two sides of its stroke; the rim of rock stays as it is."""
    far = np.arange(0.25, WIDEST * fine, 0.25)
    along = (points - (fit.x, fit.y)) @ np.asarray((fit.dx, fit.dy))
    feet = np.asarray((fit.x, fit.y)) + along[:, None] * (fit.dx, fit.dy)
    sides = []
    for way in (1, -1):
        across = np.asarray((-fit.dy, fit.dx)) * way
        x, y = np.moveaxis(feet[:, None] + far[None, :, None] * across, -1, 0).astype(int)
        height, width = ink.shape
        inside = (x >= 0) & (y >= 0) & (x < width) & (y < height)
        dark = inside & ink[y.clip(0, height - 1), x.clip(0, width - 1)]
        sides.append(np.where(dark.all(axis=1), np.inf, far[dark.argmin(axis=1)]))
    narrow = np.isfinite(sides[0]) & np.isfinite(sides[1])
    if narrow.sum() * 2 < len(points):
        return fit
    shift = float(np.median(sides[0][narrow] - sides[1][narrow])) / 2
    return Fit(fit.x - fit.dy * shift, fit.y + fit.dx * shift, fit.dx, fit.dy)


def levelled(
    fit: Fit, points: Points, lattice: Lattice | None, fine: float, tolerance: float
) -> Fit:
    """Make a line that is nearly level or upright so, and let it lie on the grid if near."""
    for axis, lean in ((1, abs(fit.dy)), (0, abs(fit.dx))):
        if (
            math.asin(min(1.0, lean)) > SKEW
            or lean * math.dist(points[0], points[-1]) > 2 * tolerance
        ):
            continue
        value = (fit.x, fit.y)[axis]
        if lattice is not None:
            near = lattice.near(value, axis)
            value = value if near is None else near
        return Fit(fit.x, value, 1.0, 0.0) if axis else Fit(value, fit.y, 0.0, 1.0)
    return fit
