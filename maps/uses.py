"""Lines to spaces or to shared corners of squares, and who uses which of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from maps.batch import Batch, Boxes, flat
from maps.grid import SUB, Footprint, Point
from maps.pairing import distinct, spread
from maps.pieces import Ints

Marks = tuple[Ints, Ints]
"""Pairs of use and obstacle, or of use and body."""

NONE = np.zeros(0, dtype=np.int64)


@dataclass(frozen=True)
class Uses:
    """Lines to (qx, qy) and the spaces, by number, to which each of them leads."""

    qx: Ints
    qy: Ints
    line: Ints
    target: Ints
    boxes: Boxes
    reach: Boxes
    count: int

    @classmethod
    def to_spaces(cls, targets: Sequence[Footprint]) -> Uses:
        """Lead lines to all lattice points of spaces."""
        sides = np.array([(t.x, t.y, t.right, t.bottom) for t in targets], dtype=np.int64)
        sizes, which = np.unique(sides[:, 2] - sides[:, 0], return_inverse=True)
        steps = [np.array(Footprint(0, 0, int(side)).lattice()) for side in sizes]
        counts = np.array([len(step) for step in steps])
        begins, count = (np.cumsum(counts) - counts)[which], counts[which]
        target = np.repeat(np.arange(len(targets)), count)
        within = np.arange(len(target)) - np.repeat(np.cumsum(count) - count, count)
        step = np.concatenate(steps)[begins[target] + within]
        qx, qy = sides[target, 0] + step[:, 0], sides[target, 1] + step[:, 1]
        boxes = Boxes(*sides[target].T)
        return cls(qx, qy, np.arange(len(qx)), target, boxes, boxes, len(targets))

    @classmethod
    def to_squares(cls, left: int, top: int, width: int, height: int) -> Uses:
        """Lead lines to the shared corners of a block of grid squares."""
        column, row = np.meshgrid(np.arange(width + 1), np.arange(height + 1))
        qx, qy = (left + column.ravel()) * SUB, (top + row.ravel()) * SUB
        x, y = (v.ravel() for v in np.meshgrid(np.arange(width), np.arange(height)))
        corner = y * (width + 1) + x
        line = np.stack([corner, corner + 1, corner + width + 1, corner + width + 2], axis=1)
        target = np.repeat(np.arange(width * height), 4)
        sx, sy = (left + x[target]) * SUB, (top + y[target]) * SUB
        boxes = Boxes(sx, sy, sx + SUB, sy + SUB)
        reach = Boxes(qx - SUB, qy - SUB, qx + SUB, qy + SUB)
        return cls(qx, qy, line.ravel(), target, boxes, reach, width * height)

    def seen_from(self, ps: Sequence[Point], a: Footprint, along: bool) -> Batch:
        """Return the lines from corners, each relative to its own corner."""
        n, corners = len(self.qx), np.array(ps, dtype=np.int64)
        x, y = corners[:, :1], corners[:, 1:]
        boxes, reach = (
            Boxes(*(flat(c - o) for c, o in zip(box, (x, y, x, y), strict=True)))
            for box in (self.boxes, self.reach)
        )
        line = self.line + n * np.arange(len(ps))[:, None]
        home = np.repeat(np.arange(len(ps)), n)
        qx, qy = flat(self.qx - x), flat(self.qy - y)
        return Batch(tuple(ps), a, home, qx, qy, line.ravel(), boxes, reach, None, along)

    def at(self, use: int) -> tuple[int, Point, Footprint]:
        """Return the number of the corner, the end and the space of one use of a batch."""
        corner, use = divmod(use, len(self.line))
        line = self.line[use]
        x, y = int(self.boxes.left[use]), int(self.boxes.top[use])
        side = int(self.boxes.right[use]) - x
        return corner, Point(int(self.qx[line]), int(self.qy[line])), Footprint(x, y, side)


def merged(marks: Sequence[Marks]) -> Marks:
    """Join pairs, each once."""
    first = np.concatenate([NONE, *(m[0] for m in marks)])
    second = np.concatenate([NONE, *(m[1] for m in marks)])
    if not len(first):
        return first, second
    width = int(second.max()) + 1
    code = distinct(first * width + second)
    return code // width, code % width


def spread_marks(batch: Batch, marks: Marks) -> Marks:
    """Turn pairs with lines into pairs with the uses of those lines."""
    if not len(marks[0]):
        return NONE, NONE
    if len(batch.line) == len(batch.qx):
        return marks
    use, pair = spread(batch.line, marks[0])
    return use, marks[1][pair]
