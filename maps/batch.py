"""Lines from a few corners as columns, and the spaces from which and to which they lead."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from maps.grid import Footprint, Point
from maps.pairing import numbered
from maps.pieces import Bools, Floats, Ints, Numbers, Pieces

APART = 8 * np.pi
"""Angles of the next corner lie so far beyond those of the one before."""


class Boxes(NamedTuple):
    """Spaces as columns, relative to the corner that the lines start from."""

    left: Numbers
    top: Numbers
    right: Numbers
    bottom: Numbers

    def take(self, which: Ints) -> Boxes:
        return Boxes(*(c[which] for c in self))


@dataclass(frozen=True)
class Batch:
    """Lines from corners ``ps`` of space ``a`` to (qx, qy), and the spaces they lead to.

    A line starts from the corner number ``home``; all its coordinates are relative to that.
    One line may serve several spaces that share its end: ``line[i]`` leads to the space
    ``boxes[i]``. ``reach`` bounds all spaces of each line. ``forced`` uses are decided one
    by one. ``along``: running along a piece blocks as well.
    """

    ps: tuple[Point, ...]
    a: Footprint
    home: Ints
    qx: Floats
    qy: Floats
    line: Ints
    boxes: Boxes
    reach: Boxes
    forced: Bools | None = None
    along: bool = False

    def only(self, lines: Ints) -> Batch:
        """Return some of its lines, to ask what they meet; each is used once."""
        home, n = self.home[lines], np.arange(len(lines))
        reach = self.reach.take(lines)
        return Batch(self.ps, self.a, home, self.qx[lines], self.qy[lines], n, reach, reach)

    def some(self, uses: Ints) -> Batch:
        """Return some of its uses, each with a line of its own."""
        line, boxes = self.line[uses], self.boxes.take(uses)
        home, n = self.home[line], np.arange(len(uses))
        qx, qy = self.qx[line], self.qy[line]
        return Batch(self.ps, self.a, home, qx, qy, n, boxes, boxes, None, self.along)

    def part(self, uses: Ints) -> Batch:
        """Return some of its uses and the lines that they share."""
        lines, line = numbered(self.line[uses], len(self.qx))
        boxes, reach = self.boxes.take(uses), self.reach.take(lines)
        home, qx, qy = self.home[lines], self.qx[lines], self.qy[lines]
        return Batch(self.ps, self.a, home, qx, qy, line, boxes, reach, None, self.along)

    def at(self, use: int) -> tuple[Point, Point, Footprint]:
        """Return where the line of one use begins and ends, and the space it leads to."""
        line = self.line[use]
        p = self.ps[self.home[line]]
        q = Point(p.x + int(self.qx[line]), p.y + int(self.qy[line]))
        left, top, right = (int(c[use]) for c in self.boxes[:3])
        return p, q, Footprint(p.x + left, p.y + top, right - left)

    @cached_property
    def own(self) -> Boxes:
        """The space in which the lines start, relative to each corner."""
        a = self.a
        sides = [(a.x - p.x, a.y - p.y, a.right - p.x, a.bottom - p.y) for p in self.ps]
        return Boxes(*np.array(sides, dtype=np.float64).T)

    @cached_property
    def angle(self) -> Floats:
        """The angle of each line, corner after corner."""
        found: Floats = np.arctan2(self.qy, self.qx) + self.home * APART
        return found


def pieces_within(batch: Batch, pieces: Pieces) -> Pieces:
    """Return the pieces within the bounds of all lines."""
    corners = np.array(batch.ps, dtype=np.int64)
    x, y = batch.qx + corners[batch.home, 0], batch.qy + corners[batch.home, 1]
    left, top = min(x.min(), *corners[:, 0]), min(y.min(), *corners[:, 1])
    right, bottom = max(x.max(), *corners[:, 0]), max(y.max(), *corners[:, 1])
    near = pieces.near(int(left), int(top), int(right), int(bottom))
    return pieces if len(near) == len(pieces) else pieces.take(near)


def flat(table: Numbers) -> Floats:
    """Return a table of whole numbers as one row of floats."""
    return table.ravel().astype(np.float64)


def holds(box: Boxes, x: Numbers, y: Numbers) -> Bools:
    """Whether points lie in boxes, edges included; element by element."""
    held: Bools = (x >= box.left) & (x <= box.right) & (y >= box.top) & (y <= box.bottom)
    return held


def leads_into(box: Boxes, x: Numbers, y: Numbers, rx: Floats, ry: Floats) -> Bools:
    """Whether rays from points run at once through the interior of spaces."""
    into: Bools = (
        ((x > box.left) | ((x == box.left) & (rx > 0)))
        & ((x < box.right) | ((x == box.right) & (rx < 0)))
        & ((y > box.top) | ((y == box.top) & (ry > 0)))
        & ((y < box.bottom) | ((y == box.bottom) & (ry < 0)))
    )
    return into
