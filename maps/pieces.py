"""Straight pieces of obstacles as columns, and which of them lines or others meet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from maps.contact import Piece
from maps.grid import Point

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.float64] | npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Pieces:
    """Straight pieces of obstacles as columns; ``owner`` is an index into the obstacles."""

    ax: Ints
    ay: Ints
    bx: Ints
    by: Ints
    owner: Ints
    side: Ints

    @classmethod
    def of(cls, rows: Sequence[Piece]) -> Pieces:
        """Make the columns from rows."""
        table = np.array(rows, dtype=np.int64).reshape(-1, 6)
        return cls(*(np.ascontiguousarray(c) for c in table.T))

    def __len__(self) -> int:
        return len(self.ax)

    @cached_property
    def bounds(self) -> tuple[Ints, Ints, Ints, Ints]:
        """Smallest x, largest x, smallest y, largest y of each piece."""
        return (
            np.minimum(self.ax, self.bx),
            np.maximum(self.ax, self.bx),
            np.minimum(self.ay, self.by),
            np.maximum(self.ay, self.by),
        )

    @cached_property
    def way(self) -> tuple[Floats, Floats]:
        """From the beginning to the end of each piece."""
        return (self.bx - self.ax).astype(np.float64), (self.by - self.ay).astype(np.float64)

    def near(self, left: int, top: int, right: int, bottom: int) -> Ints:
        """Return the indices of pieces whose bounds touch a closed box in sub-units."""
        x0, x1, y0, y1 = self.bounds
        hit: Ints = np.flatnonzero((x1 >= left) & (x0 <= right) & (y1 >= top) & (y0 <= bottom))
        return hit

    def row(self, i: int) -> Piece:
        """Return one piece."""
        columns = (self.ax, self.ay, self.bx, self.by, self.owner, self.side)
        return Piece(*(int(c[i]) for c in columns))

    def take(self, which: Ints) -> Pieces:
        """Return some of the pieces."""
        columns = (self.ax, self.ay, self.bx, self.by, self.owner, self.side)
        return Pieces(*(c[which] for c in columns))


def met(px: int, py: int, qx: Ints, qy: Ints, pieces: Pieces) -> Bools:
    """Tell for all lines (px, py)→(qx, qy), pieces: whether they have a point in common.

    Whole numbers below 2^53 are exact in floats, and so are the signs of their products.
    """
    x0, x1, y0, y1 = pieces.bounds
    dx, dy = (qx - float(px))[:, None], (qy - float(py))[:, None]
    ex, ey = pieces.way
    x, y = pieces.ax - float(px), pieces.ay - float(py)
    bottom = dx * ey - dy * ex
    start = dx * y - dy * x
    top = x * ey - y * ex
    hit: Bools = (
        (start * (start + bottom) <= 0)
        & (top * (top - bottom) <= 0)
        & (np.maximum(qx, px)[:, None] >= x0)
        & (np.minimum(qx, px)[:, None] <= x1)
        & (np.maximum(qy, py)[:, None] >= y0)
        & (np.minimum(qy, py)[:, None] <= y1)
    )
    return hit


def met_by_each(
    lines: Sequence[tuple[Point, Point]], pieces: Pieces
) -> tuple[list[int], list[int]]:
    """Return the pairs of line and piece, by their numbers, that have a point in common.

    Exact in floats for the same reason as ``met``.
    """
    table = np.array(lines, dtype=np.int64).reshape(-1, 4)
    px, py, qx, qy = (c[:, None] for c in table.T)
    x0, x1, y0, y1 = pieces.bounds
    near = (x1 >= np.minimum(px, qx)) & (x0 <= np.maximum(px, qx))
    near &= (y1 >= np.minimum(py, qy)) & (y0 <= np.maximum(py, qy))
    line, piece = np.nonzero(near)
    px, py, qx, qy = table[line].astype(np.float64).T
    ex, ey = (v[piece] for v in pieces.way)
    dx, dy, x, y = qx - px, qy - py, pieces.ax[piece] - px, pieces.ay[piece] - py
    start, bottom, top = dx * y - dy * x, dx * ey - dy * ex, x * ey - y * ex
    hit = (start * (start + bottom) <= 0) & (top * (top - bottom) <= 0)
    return line[hit].tolist(), piece[hit].tolist()


def met_pairs(one: Pieces, two: Pieces) -> Bools:
    """Tell for pairs of pieces whether they have a point in common."""
    out = np.ones(len(one), dtype=bool)
    for s, t in ((one, two), (two, one)):
        ex, ey = s.bx - s.ax, s.by - s.ay
        first = ex * (t.ay - s.ay) - ey * (t.ax - s.ax)
        second = ex * (t.by - s.ay) - ey * (t.bx - s.ax)
        out &= np.sign(first) * np.sign(second) <= 0
    (x0, x1, y0, y1), (u0, u1, v0, v1) = one.bounds, two.bounds
    found: Bools = out & (x1 >= u0) & (u1 >= x0) & (y1 >= v0) & (v1 >= y0)
    return found
