"""Where what touches lines closes their sides: the rule of ``maps.contact`` for many at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maps.batch import Boxes, holds, leads_into
from maps.contact import BOTH, LEFT, RIGHT
from maps.pairing import order_of, together
from maps.pieces import Bools, Floats, Ints

if TYPE_CHECKING:
    from maps.kernel import Fan


class Events(NamedTuple):
    """Where a use's tube is closed; a parting reaches from ``key`` to ``end``."""

    use: Ints
    key: Floats
    bits: Ints
    end: Floats


class View:
    """Pairs of use and piece that meet, with what their events need."""

    def __init__(self, fan: Fan, boxes: Boxes, use: Ints, line: Ints, piece: Ints) -> None:
        batch = fan.batch
        self.fan, self.boxes, self.use, self.piece = fan, boxes, use, piece
        self.own = batch.own.take(batch.home[line])
        self.dx, self.dy = batch.qx[line], batch.qy[line]
        self.length = self.dx * self.dx + self.dy * self.dy
        zero = np.zeros(1)
        self.from_inside = leads_into(self.own, zero, zero, self.dx, self.dy)
        self.to_inside = leads_into(boxes, self.dx, self.dy, -self.dx, -self.dy)

    def touch(self, i: Ints, x: Floats, y: Floats, rx: Floats, ry: Floats) -> Events:
        """Return events of pieces that end at (x, y) on the line and lead off along (rx, ry)."""
        dx, dy, length = self.dx[i], self.dy[i], self.length[i]
        key = x * dx + y * dy
        boxes = self.boxes.take(i)
        bits = np.where(dx * ry > dy * rx, LEFT, RIGHT)
        last = key == length
        if last.any():
            j = np.flatnonzero(last)
            bits[j] = self._at_end(i[j], rx[j], ry[j])
        kept = (
            (key > 0)
            & (key <= length)
            & ~leads_into(self.own.take(i), x, y, rx, ry)
            & ~leads_into(boxes, x, y, rx, ry)
        )
        key = self._keys(i, key, x, y, boxes)
        i, key, bits = i[kept], key[kept], bits[kept]
        return Events(self.use[i], key, bits, key)

    def _at_end(self, i: Ints, rx: Floats, ry: Floats) -> Ints:
        dx, dy = self.dx[i], self.dy[i]
        bits = end_bits(-dx, -dy, rx, ry, self.boxes.take(i), dx, dy)
        swapped: Ints = (bits & 1) << 1 | bits >> 1
        return swapped

    def _keys(self, i: Ints, key: Floats, x: Floats, y: Floats, boxes: Boxes) -> Floats:
        """Put all places on a space's border into one where the line runs through the space."""
        key = np.where(self.to_inside[i] & holds(boxes, x, y), self.length[i], key)
        return np.where(self.from_inside[i] & holds(self.own.take(i), x, y), 0.0, key)

    def past(self, i: Ints, ax: Floats, ay: Floats, bx: Floats, by: Floats) -> Ints:
        """Return those of collinear pieces that go on beyond the end of the line."""
        dx, dy, length = self.dx[i], self.dy[i], self.length[i]
        ka, kb = ax[i] * dx + ay[i] * dy, bx[i] * dx + by[i] * dy
        return i[(np.minimum(ka, kb) <= length) & (np.maximum(ka, kb) > length)]

    def along(self, i: Ints, ax: Floats, ay: Floats, bx: Floats, by: Floats) -> Events:
        """Return partings by collinear pieces."""
        dx, dy, length = self.dx[i], self.dy[i], self.length[i]
        boxes = self.boxes.take(i)
        ka = self._keys(i, ax[i] * dx + ay[i] * dy, ax[i], ay[i], boxes)
        kb = self._keys(i, bx[i] * dx + by[i] * dy, bx[i], by[i], boxes)
        start = np.maximum(np.minimum(ka, kb), 0)
        end = np.minimum(np.maximum(ka, kb), length)
        long = start < end
        none = np.zeros(np.count_nonzero(long), dtype=np.int64)
        return Events(self.use[i[long]], start[long], none, end[long])

    def crossed(self, i: Ints) -> tuple[list[Events], Ints, Ints]:
        """Return what proper crossings close in or at the border of a space."""
        if not len(i):
            return [], i, i
        fan, piece = self.fan, self.piece[i]
        x, y, own, boxes = self._scaled(i, piece)
        in_own, in_box = holds(own, x, y), holds(boxes, x, y)
        stuck = self.use[i[~in_own & ~in_box]]
        hard = (in_own & ~self.from_inside[i]) | (in_box & ~self.to_inside[i])
        key = np.where(in_own, 0.0, self.length[i])
        events = []
        for s in (1.0, -1.0):
            rx, ry = fan.ex[piece] * s, fan.ey[piece] * s
            kept = (
                (in_own | in_box)
                & ~leads_into(own, x, y, rx, ry)
                & ~leads_into(boxes, x, y, rx, ry)
            )
            bits = np.where(self.dx[i] * ry > self.dy[i] * rx, LEFT, RIGHT)
            events.append(Events(self.use[i[kept]], key[kept], bits[kept], key[kept]))
        return events, stuck, self.use[i[hard]]

    def _scaled(self, i: Ints, piece: Ints) -> tuple[Ints, Ints, Boxes, Boxes]:
        """Return crossing points and both spaces, multiplied so that all are whole numbers."""
        dx, dy = self.dx[i].astype(np.int64), self.dy[i].astype(np.int64)
        ex, ey = self.fan.ex[piece].astype(np.int64), self.fan.ey[piece].astype(np.int64)
        scale = ey * dx - ex * dy
        top = self.fan.turn[piece].astype(np.int64) * np.sign(scale)
        scale = np.abs(scale)
        own, boxes = (
            Boxes(*(c.astype(np.int64) * scale for c in box))
            for box in (self.own.take(i), self.boxes.take(i))
        )
        return dx * top, dy * top, own, boxes


def closed(n: int, parts: list[Events]) -> Bools:
    """Tell which uses have a run of joined places that closes both sides."""
    use, key, bits, end = (np.concatenate(c) for c in zip(*parts, strict=True))
    out = np.zeros(n, dtype=bool)
    out[use[bits == BOTH]] = True
    open_ = (together(n, use, bits) == BOTH) & ~out
    kept = np.flatnonzero(open_[use])
    if not len(kept):
        return out
    kept = kept[np.argsort(key[kept])]
    kept = kept[order_of(use[kept])]
    use, key, bits, end = use[kept], key[kept], bits[kept], end[kept]
    fresh = np.ones(len(use), dtype=bool)
    fresh[1:] = (use[1:] != use[:-1]) | (key[1:] != key[:-1])
    long = end > key
    if long.any():
        parted = np.zeros(n, dtype=bool)
        parted[use[long]] = True
        i = np.flatnonzero(parted[use])
        fresh[i[1:]] &= ~_joins(use[i], key[i], end[i])
    begins = np.flatnonzero(fresh)
    shut = np.bitwise_or.reduceat(bits, begins) == BOTH
    out[use[begins[shut]]] = True
    return out


def _joins(use: Ints, key: Floats, end: Floats) -> Bools:
    """Tell for each event but the first whether a parting joins it to the one before."""
    ends, rank = np.unique(end, return_inverse=True)
    offset = use * (len(ends) + 1)
    furthest = np.maximum.accumulate(np.where(end > key, rank, -1) + offset) - offset
    reached = np.where(furthest < 0, -1.0, ends[furthest])
    joined: Bools = (use[1:] == use[:-1]) & (key[1:] <= reached[:-1])
    return joined


def _turn(dx: Floats, dy: Floats, vx: Floats, vy: Floats) -> Ints:
    """Order v by its angle from d: 0 same direction, 1 left, 2 opposite, 3 right."""
    cross = dx * vy - dy * vx
    straight = np.where(dx * vx + dy * vy > 0, 0, 2)
    order: Ints = np.where(cross == 0, straight, np.where(cross > 0, 1, 3))
    return order


def _up_to(dx: Floats, dy: Floats, rx: Floats, ry: Floats, ux: Floats, uy: Floats) -> Bools:
    """Whether turning left from d meets the ray r not after u; d itself does not count."""
    mine, other = _turn(dx, dy, rx, ry), _turn(dx, dy, ux, uy)
    before = rx * uy - ry * ux >= 0
    met_: Bools = (mine != 0) & ((mine < other) | ((mine == other) & ((mine == 2) | before)))
    return met_


def end_bits(
    dx: Floats, dy: Floats, rx: Floats, ry: Floats, box: Boxes, x: Floats, y: Floats
) -> Ints:
    """Return the sides that rays r close at the start (x, y) of lines along d from a space."""
    sx = np.where(x == box.left, 1.0, np.where(x == box.right, -1.0, 0.0))
    sy = np.where(y == box.top, 1.0, np.where(y == box.bottom, -1.0, 0.0))
    left_first = sx * sy > 0
    corner = (sx != 0) & (sy != 0)
    ux = np.where(corner, np.where(left_first, sx, 0.0), sy)
    uy = np.where(corner, np.where(left_first, 0.0, sy), -sx)
    vx = np.where(corner, np.where(left_first, 0.0, sx), -sy)
    vy = np.where(corner, np.where(left_first, sy, 0.0), sx)
    left = _up_to(dx, dy, rx, ry, ux, uy)
    right = _up_to(dx, -dy, rx, -ry, vx, -vy)
    bits = np.where(left, LEFT, 0) | np.where(right, RIGHT, 0)
    inside = ((sx == 0) & (sy == 0)) | leads_into(box, x, y, dx, dy)
    return np.where(inside, 0, bits)
