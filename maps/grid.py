"""Squares, points on the sub-grid, and the distances between spaces.

Two kinds of coordinates exist and are different types: a ``Cell`` counts whole
squares, a ``Point`` counts sub-units of ``SUB`` to the square. x runs right, y
down. Everything that is tested exactly is an integer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

SUB = 512
"""Sub-units to a square: map programs write multiples of 1/512, so nothing is lost."""


class Cell(NamedTuple):
    """A square by the square coordinates of its top left corner."""

    x: int
    y: int


class Point(NamedTuple):
    """A point in sub-units."""

    x: int
    y: int


def to_sub(squares: float) -> int:
    """Round a length in squares to sub-units."""
    return round(squares * SUB)


def from_sub(units: int) -> int | float:
    """Turn sub-units into squares; whole squares come back as ``int``."""
    whole, rest = divmod(units, SUB)
    return whole if rest == 0 else units / SUB


def point(x: float, y: float) -> Point:
    """Make a point from square coordinates."""
    return Point(to_sub(x), to_sub(y))


class Diagonal(StrEnum):
    """How diagonal steps are counted."""

    ALTERNATING = "1-2-1"
    EQUIDISTANT = "1-1-1"
    EUCLID = "euclid"


@dataclass(frozen=True, slots=True)
class Footprint:
    """The square space of a creature: top left corner and side, in sub-units."""

    x: int
    y: int
    side: int = SUB

    @classmethod
    def at(cls, x: float, y: float, size: float = 1) -> Footprint:
        """Make a footprint from square coordinates."""
        return cls(to_sub(x), to_sub(y), to_sub(size))

    @property
    def right(self) -> int:
        return self.x + self.side

    @property
    def bottom(self) -> int:
        return self.y + self.side

    @property
    def on_grid(self) -> bool:
        """Whether the space consists of whole squares of the grid."""
        return self.x % SUB == 0 and self.y % SUB == 0 and self.side % SUB == 0

    @property
    def squares(self) -> int:
        """Number of squares along one side, at least one."""
        return max(1, -(-self.side // SUB))

    @property
    def centre2(self) -> Point:
        """The centre in *half* sub-units, so that it stays an integer."""
        return Point(2 * self.x + self.side, 2 * self.y + self.side)

    def moved(self, x: int, y: int) -> Footprint:
        """Return the same space with its corner at (x, y) in sub-units."""
        return Footprint(x, y, self.side)

    def snapped(self) -> Footprint:
        """Return the nearest place on the grid (ties go right and down)."""
        half = SUB // 2
        return self.moved((self.x + half) // SUB * SUB, (self.y + half) // SUB * SUB)

    def cells(self) -> Iterator[Cell]:
        """Yield the squares of the grid that the space touches with its interior."""
        for row in range(self.y // SUB, -(-self.bottom // SUB)):
            for col in range(self.x // SUB, -(-self.right // SUB)):
                yield Cell(col, row)

    def unit_squares(self) -> tuple[Footprint, ...]:
        """Return the one-square parts of the space, row by row; itself when not larger than one.

        Off the grid the parts hang on the space's own corner, not on the grid.
        """
        n = self.squares
        if n == 1:
            return (self,)
        return tuple(
            Footprint(self.x + i * SUB, self.y + j * SUB, SUB) for j in range(n) for i in range(n)
        )

    def corners(self) -> tuple[Point, Point, Point, Point]:
        """Return the four outer corners, clockwise from the top left."""
        return (
            Point(self.x, self.y),
            Point(self.right, self.y),
            Point(self.right, self.bottom),
            Point(self.x, self.bottom),
        )

    def lattice(self) -> tuple[Point, ...]:
        """Return all corners of its unit squares: (n+1)² points, row by row."""
        n = self.squares
        steps = [*(i * SUB for i in range(n)), self.side]
        return tuple(Point(self.x + i, self.y + j) for j in steps for i in steps)

    def overlaps(self, other: Footprint) -> bool:
        """Whether the interiors of both spaces meet."""
        return (
            self.x < other.right
            and other.x < self.right
            and self.y < other.bottom
            and other.y < self.bottom
        )


def _gap(a0: int, a1: int, b0: int, b1: int) -> int:
    """Offset in squares between two intervals: 0 where they overlap, 1 side by side."""
    gap = max(b0 - a1, a0 - b1)
    return 0 if gap < 0 else -(-gap // SUB) + 1


def offsets(a: Footprint, b: Footprint) -> tuple[int, int]:
    """Return (dx, dy) in squares between the nearest squares of two spaces."""
    return _gap(a.x, a.right, b.x, b.right), _gap(a.y, a.bottom, b.y, b.bottom)


def count(dx: int, dy: int, diagonal: Diagonal = Diagonal.ALTERNATING) -> int:
    """Count the squares of an offset; Euclid rounds down to whole squares."""
    dx, dy = abs(dx), abs(dy)
    match diagonal:
        case Diagonal.ALTERNATING:
            return max(dx, dy) + min(dx, dy) // 2
        case Diagonal.EQUIDISTANT:
            return max(dx, dy)
        case Diagonal.EUCLID:
            return int((dx * dx + dy * dy) ** 0.5)


def distance(a: Footprint, b: Footprint, diagonal: Diagonal = Diagonal.ALTERNATING) -> int:
    """Count the squares between two spaces, edge to edge; adjacent spaces are 1 apart."""
    return count(*offsets(a, b), diagonal)


def adjacent(a: Footprint, b: Footprint) -> bool:
    """Whether the spaces touch or overlap (also over a corner)."""
    return max(offsets(a, b)) <= 1
