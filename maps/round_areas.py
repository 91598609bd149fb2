"""Areas of effect as sets of squares after plain distance: a square is in by its centre.

The counterpart of ``maps.areas`` for rules that measure with a ruler instead of counting
diagonals. Radii and lengths are squares; origins of discs, wedges and beams are grid
intersections (``Cell(x, y)`` names the corner x, y).
"""

from __future__ import annotations

import math
from fractions import Fraction

from maps.areas import line
from maps.grid import SUB, Cell, Footprint
from maps.reach import whole

_NEAR = 1e-9


def disc(origin: Cell, radius: int) -> frozenset[Cell]:
    """Return the squares whose centre lies within the radius of an intersection."""
    steps = range(-radius, radius)
    return frozenset(
        Cell(origin.x + i, origin.y + j)
        for j in steps
        for i in steps
        if (2 * i + 1) ** 2 + (2 * j + 1) ** 2 <= 4 * radius * radius
    )


def around(space: Footprint, radius: int) -> frozenset[Cell]:
    """Return the squares whose centre lies within the radius of a space, its own included."""
    base = whole(space)
    columns = range(base.x // SUB - radius, -(-base.right // SUB) + radius)
    rows = range(base.y // SUB - radius, -(-base.bottom // SUB) + radius)
    far = radius * SUB

    def gap2(cell: Cell) -> int:
        x, y = cell.x * SUB + SUB // 2, cell.y * SUB + SUB // 2
        dx, dy = max(base.x - x, x - base.right, 0), max(base.y - y, y - base.bottom, 0)
        return dx * dx + dy * dy

    return frozenset(c for y in rows for x in columns if gap2(c := Cell(x, y)) <= far * far)


def wedge(
    origin: Cell, direction: tuple[int, int], length: int, degrees: float = 60
) -> frozenset[Cell]:
    """Return the squares of a sector of a circle, ``degrees`` wide, from an intersection.

    ``direction`` is any whole vector but (0, 0); centres on the edges are in. Raises ValueError
    for (0, 0).
    """
    dx, dy = direction
    if (dx, dy) == (0, 0):
        raise ValueError("a cone without a direction")
    size, least = math.hypot(dx, dy), math.cos(math.radians(degrees / 2))

    def within(cell: Cell) -> bool:
        x, y = cell.x - origin.x + 0.5, cell.y - origin.y + 0.5
        return x * dx + y * dy >= least * size * math.hypot(x, y) - _NEAR

    return frozenset(cell for cell in disc(origin, length) if within(cell))


def beam(origin: Cell, direction: tuple[int, int], length: int) -> frozenset[Cell]:
    """Return the squares whose interior a line from an intersection passes, up to a length.

    A line along the grid takes the squares at its right. Raises ValueError for (0, 0).
    """
    dx, dy = direction
    if dx == 0 or dy == 0:
        return line(origin, direction, length)
    limit = Fraction(length * length, dx * dx + dy * dy)
    # counted 1-2-1-2, so much is enough for any line of this length
    cells = line(origin, direction, 2 * length)
    return frozenset(c for c in cells if _enters(dx, dy, c.x - origin.x, c.y - origin.y) < limit)


def _enters(dx: int, dy: int, x: int, y: int) -> Fraction:
    """Return the squared share of the ray (dx, dy) from (0, 0) at which it enters a square."""
    x_in = Fraction(x if dx > 0 else x + 1, dx)
    y_in = Fraction(y if dy > 0 else y + 1, dy)
    return max(x_in, y_in, Fraction(0)) ** 2
