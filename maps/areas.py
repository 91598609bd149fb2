"""Areas of effect as exact sets of squares, after the templates of the d20 rules.

Radii and lengths are squares, counted 1-2-1-2 along diagonals. Origins of bursts,
cones and lines are grid intersections (``Cell(x, y)`` names the corner x, y).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from maps.grid import SUB, Cell, Footprint, count, offsets
from maps.reach import whole


def burst(origin: Cell, radius: int) -> frozenset[Cell]:
    """Return the squares whose far corner lies within the radius of an intersection.

    A burst is the spread of a circle in the open; what walls hold off is not its business.
    """
    return frozenset(
        cell for cell in _square(origin, radius) if count(*_columns(origin, cell)) <= radius
    )


def emanation(space: Footprint, radius: int) -> frozenset[Cell]:
    """Return the squares within a radius of a space, its own included."""
    base = whole(space)
    columns = range(base.x // SUB - radius, -(-base.right // SUB) + radius)
    rows = range(base.y // SUB - radius, -(-base.bottom // SUB) + radius)
    return frozenset(
        Cell(x, y)
        for y in rows
        for x in columns
        if count(*offsets(base, Footprint(x * SUB, y * SUB))) <= radius
    )


def cone(origin: Cell, direction: tuple[int, int], length: int) -> frozenset[Cell]:
    """Return the squares of a quarter circle from an intersection.

    ``direction`` is any whole vector but (0, 0); squares count by their centres, those
    on the edges of the quarter are in. Raises ValueError for (0, 0).
    """
    dx, dy = direction
    if (dx, dy) == (0, 0):
        raise ValueError("a cone without a direction")
    size = dx * dx + dy * dy

    def within(cell: Cell) -> bool:
        x, y = 2 * (cell.x - origin.x) + 1, 2 * (cell.y - origin.y) + 1
        ahead = x * dx + y * dy
        return ahead > 0 and 2 * ahead * ahead >= size * (x * x + y * y)

    return frozenset(cell for cell in burst(origin, length) if within(cell))


def line(
    origin: Cell, direction: tuple[int, int], length: int, side: Literal["left", "right"] = "right"
) -> frozenset[Cell]:
    """Return the squares whose interior a line from an intersection passes, up to a length.

    A line along the grid passes no interior: it takes the squares on its ``side``,
    seen in its direction. Raises ValueError for the direction (0, 0).
    """
    dx, dy = direction
    if (dx, dy) == (0, 0):
        raise ValueError("a line without a direction")
    if dx == 0 or dy == 0:
        return _row(origin, (_sign(dx), _sign(dy)), length, side)
    cells = burst(origin, length)
    return frozenset(c for c in cells if _passes(dx, dy, c.x - origin.x, c.y - origin.y))


def _square(origin: Cell, radius: int) -> list[Cell]:
    """Return the squares of the box around an intersection."""
    steps = range(-radius, radius)
    return [Cell(origin.x + i, origin.y + j) for j in steps for i in steps]


def _columns(origin: Cell, cell: Cell) -> tuple[int, int]:
    """Count columns and rows from an intersection to the far side of a square."""
    dx, dy = cell.x - origin.x, cell.y - origin.y
    return (dx + 1 if dx >= 0 else -dx), (dy + 1 if dy >= 0 else -dy)


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


def _row(
    origin: Cell, step: tuple[int, int], length: int, side: Literal["left", "right"]
) -> frozenset[Cell]:
    sx, sy = step
    turn = 1 if side == "right" else -1
    # y points down: to the right of (sx, sy) lies (-sy, sx)
    rx, ry = -sy * turn, sx * turn
    first = Cell(origin.x + min(0, sx + rx), origin.y + min(0, sy + ry))
    return frozenset(Cell(first.x + i * sx, first.y + i * sy) for i in range(length))


def _passes(dx: int, dy: int, x: int, y: int) -> bool:
    """Whether the ray (dx, dy) from (0, 0) passes the interior of the square at (x, y)."""
    spans = []
    for step, low in ((dx, x), (dy, y)):
        ends = sorted((Fraction(low, step), Fraction(low + 1, step)))
        spans.append(ends)
    enter = max(spans[0][0], spans[1][0], Fraction(0))
    return enter < min(spans[0][1], spans[1][1])
