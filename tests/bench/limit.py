"""The limit: a compiled kernel that walks a uniform grid, with exact integer tests.

It answers less than ours: only whether a wall crosses a line properly, nothing about touching,
names, creatures or fog. numba is an extra of the bench; without it there is no limit to print.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from maps.grid import SUB, Footprint
from maps.shapes import Obstacle

try:
    from numba import njit
except ImportError:  # only with the bench extra
    njit = None

Ints = npt.NDArray[np.int64]


def available() -> bool:
    """Whether the limit can be measured."""
    return njit is not None


def _walk(walls: Ints, first: Ints, held: Ints, width: int, height: int, lines: Ints) -> int:
    """Count the lines that any wall crosses properly, cell by cell along each."""
    unit = 512
    count = 0
    for i in range(len(lines)):
        px, py, qx, qy = lines[i]
        dx, dy = qx - px, qy - py
        x0, x1 = min(px, qx) // unit, max(px, qx) // unit
        crossed = False
        for column in range(x0, x1 + 1):
            if dx == 0:
                low, high = min(py, qy), max(py, qy)
            else:
                left, right = max(min(px, qx), column * unit), min(max(px, qx), (column + 1) * unit)
                one, two = py + (left - px) * dy / dx, py + (right - px) * dy / dx
                low, high = int(np.floor(min(one, two))), int(np.ceil(max(one, two)))
            for row in range(max(0, low // unit), min(height - 1, high // unit) + 1):
                if column < 0 or column >= width:
                    continue
                cell = row * width + column
                for k in range(first[cell], first[cell + 1]):
                    ax, ay, bx, by = walls[held[k]]
                    sa = dx * (ay - py) - dy * (ax - px)
                    sb = dx * (by - py) - dy * (bx - px)
                    if (sa < 0) == (sb < 0) or sa == 0 or sb == 0:
                        continue
                    ex, ey = bx - ax, by - ay
                    c1 = ex * (py - ay) - ey * (px - ax)
                    c2 = ex * (qy - ay) - ey * (qx - ax)
                    if (c1 < 0) != (c2 < 0) and c1 != 0 and c2 != 0:
                        crossed = True
                        break
                if crossed:
                    break
            if crossed:
                break
        count += crossed
    return count


class Limit:
    """Walls in a uniform grid, ready for the compiled kernel."""

    def __init__(self, obstacles: Sequence[Obstacle], width: int, height: int) -> None:
        pieces = [(*s.a, *s.b) for o in obstacles for s in o.segments()]
        self.walls = np.array(pieces, dtype=np.int64).reshape(-1, 4)
        self.width, self.height = width + 1, height + 1
        cells: list[list[int]] = [[] for _ in range(self.width * self.height)]
        for i, (ax, ay, bx, by) in enumerate(self.walls // SUB):
            for row in range(max(0, min(ay, by) - 1), min(self.height - 1, max(ay, by)) + 1):
                for column in range(max(0, min(ax, bx) - 1), min(self.width - 1, max(ax, bx)) + 1):
                    cells[row * self.width + column].append(i)
        self.first = np.cumsum([0, *(len(c) for c in cells)])
        self.held = np.array([i for c in cells for i in c], dtype=np.int64)
        assert njit is not None
        self.kernel: Callable[..., Any] = _compiled()

    def count(self, lines: Ints) -> int:
        """Count the lines that walls cross properly."""
        sizes = self.width, self.height
        return int(self.kernel(self.walls, self.first, self.held, *sizes, lines))


_kept: list[Callable[..., Any]] = []


def _compiled() -> Callable[..., Any]:
    if not _kept:
        assert njit is not None
        _kept.append(njit(_walk))
    return _kept[0]


def lines_to(a: Footprint, targets: Sequence[Footprint]) -> Ints:
    """Return all sixteen lines a pair, corner to corner."""
    rows = [(*p, *q) for t in targets for p in a.corners() for q in t.corners()]
    return np.array(rows, dtype=np.int64)


def lines_to_points(a: Footprint, width: int, height: int) -> Ints:
    """Return the lines from all corners to all points of a grid."""
    x, y = (v.ravel() * SUB for v in np.meshgrid(np.arange(width + 1), np.arange(height + 1)))
    parts = [np.stack((np.full_like(x, p.x), np.full_like(x, p.y), x, y), 1) for p in a.corners()]
    return np.ascontiguousarray(np.concatenate(parts).astype(np.int64))
