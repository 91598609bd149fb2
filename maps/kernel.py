"""Many lines against many wall pieces at once, in integers: free, crossed, or touched.

The quick answers are exact; only what is touched goes on to ``maps.contact``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from maps.contact import Piece

Ints = npt.NDArray[np.int64]
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
        columns = [np.ascontiguousarray(c) for c in table.T]
        return cls(*columns)

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

    def near(self, left: int, top: int, right: int, bottom: int) -> Ints:
        """Return the indices of pieces whose bounds touch a closed box."""
        x0, x1, y0, y1 = self.bounds
        hit: Ints = np.flatnonzero((x1 >= left) & (x0 <= right) & (y1 >= top) & (y0 <= bottom))
        return hit

    def take(self, which: Ints) -> Pieces:
        """Return some of the pieces."""
        return Pieces(
            self.ax[which],
            self.ay[which],
            self.bx[which],
            self.by[which],
            self.owner[which],
            self.side[which],
        )

    def row(self, i: int) -> Piece:
        """Return one piece as plain integers."""
        return Piece(
            int(self.ax[i]),
            int(self.ay[i]),
            int(self.bx[i]),
            int(self.by[i]),
            int(self.owner[i]),
            int(self.side[i]),
        )


def met(px: int, py: int, qx: Ints, qy: Ints, pieces: Pieces) -> Bools:
    """Tell for all lines (px, py)→(qx, qy), pieces: whether they have a point in common."""
    dx, dy = (qx - px)[:, None], (qy - py)[:, None]
    sa = dx * (pieces.ay - py) - dy * (pieces.ax - px)
    sb = dx * (pieces.by - py) - dy * (pieces.bx - px)
    ex, ey = pieces.bx - pieces.ax, pieces.by - pieces.ay
    c1 = ex * (py - pieces.ay) - ey * (px - pieces.ax)
    c2 = ex * (qy[:, None] - pieces.ay) - ey * (qx[:, None] - pieces.ax)
    x0, x1, y0, y1 = pieces.bounds
    hit: Bools = (
        (np.sign(sa) * np.sign(sb) <= 0)
        & (np.sign(c1) * np.sign(c2) <= 0)
        & (np.maximum(qx, px)[:, None] >= x0)
        & (np.minimum(qx, px)[:, None] <= x1)
        & (np.maximum(qy, py)[:, None] >= y0)
        & (np.minimum(qy, py)[:, None] <= y1)
    )
    return hit
