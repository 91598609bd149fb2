"""Many lines from one corner against many wall pieces at once, exact.

Three answers come from integer signs alone: crossed, not met, touched. Candidates are
found by angle as seen from the corner. What is touched is decided by the same rule as in
``maps.contact``, for all lines together; the few lines that need fractions go there.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

import numpy as np

from maps.batch import APART, Batch, Boxes, flat, holds, leads_into, pieces_within
from maps.contact import BOTH, LEFT, RIGHT, point_places
from maps.grid import Footprint
from maps.pairing import TWO_PI, distinct, pairs_by_angle, spread, together
from maps.pieces import Bools, Floats, Ints, Pieces
from maps.tubes import Events, View, closed, end_bits

_SHARES = (16, 4, 1)
"""The pieces are tried by nearness: the nearest sixteenth first, all at last."""


Slow = Callable[[Ints], Bools]
"""Decides uses of a batch one by one: indices in, blocked or not out."""


class _Hits(NamedTuple):
    """Pairs of line and piece that meet: crossed properly or only touched."""

    line: Ints
    piece: Ints
    strict: Bools

    def on(self, lines: Bools) -> _Hits:
        """Return those of some lines."""
        kept = lines[self.line]
        return _Hits(self.line[kept], self.piece[kept], self.strict[kept])


class _Rays(NamedTuple):
    """_Rays from the corner along pieces."""

    home: Ints
    piece: Ints
    x: Floats
    y: Floats


def blocked(batch: Batch, pieces: Pieces, slow: Slow) -> Bools:
    """Tell for each use of a batch whether pieces stop it."""
    if not len(pieces) or not len(batch.qx):
        return np.zeros(len(batch.line), dtype=bool)
    fan = Fan(batch, pieces_within(batch, pieces))
    crossed, hits = fan.sweep()
    crossed |= fan.closed_between(hits)
    hits = hits.on(~crossed)
    touched = np.zeros(len(batch.qx), dtype=bool)
    touched[hits.line] = True
    if len(fan.rays.piece):
        touched |= ~crossed
    out = crossed[batch.line]
    undecided = np.flatnonzero(~out & touched[batch.line])
    if len(undecided):
        out[undecided] = fan.decide(undecided, hits, slow)
    if batch.forced is not None:
        forced = np.flatnonzero(batch.forced)
        out[forced] = slow(forced)
    return out


class Fan:
    """A batch of lines, and the pieces relative to each of its corners in turn."""

    def __init__(self, batch: Batch, pieces: Pieces) -> None:
        self.batch, self.rows = batch, pieces
        n, corners = len(pieces), np.array(batch.ps, dtype=np.int64)
        self.home = np.repeat(np.arange(len(corners)), n)
        x, y = corners[:, :1], corners[:, 1:]
        self.ax, self.bx = flat(pieces.ax - x), flat(pieces.bx - x)
        self.ay, self.by = flat(pieces.ay - y), flat(pieces.by - y)
        self.ex, self.ey = self.bx - self.ax, self.by - self.ay
        self.turn = self.ax * self.by - self.ay * self.bx
        self.side = np.tile(pieces.side, len(corners))
        self.one_way = bool(pieces.side.any())
        dot = self.ax * self.bx + self.ay * self.by
        self.at_start = (self.turn == 0) & (dot <= 0)
        own = batch.own.take(self.home)
        self.x0, self.x1 = np.minimum(self.ax, self.bx), np.maximum(self.ax, self.bx)
        self.y0, self.y1 = np.minimum(self.ay, self.by), np.maximum(self.ay, self.by)
        self.near_own = (
            (self.x1 >= own.left)
            & (self.x0 <= own.right)
            & (self.y1 >= own.top)
            & (self.y0 <= own.bottom)
        )

    # -- candidates ----------------------------------------------------------------------

    def sweep(self) -> tuple[Bools, _Hits]:
        """Return which lines are crossed for every use, and what the others meet."""
        n = len(self.batch.qx)
        crossed = np.zeros(n, dtype=bool)
        lo, hi, piece = self._intervals()
        lines = np.arange(n)
        found: list[_Hits] = []
        for some in self._by_nearness(piece):
            lines = lines[~crossed[lines]]
            angle = self.batch.angle[lines]
            for pair in pairs_by_angle(angle, lines, lo[some], hi[some], piece[some]):
                hits = self._test(*pair)
                crossed[self._sure(hits)] = True
                found.append(hits)
        return crossed, _joined(found, crossed)

    def _by_nearness(self, piece: Ints) -> list[Ints]:
        """Part some pieces by how near they are, the nearest first; returns places among them."""
        n = len(self.rows)
        ends = [n // part for part in _SHARES]
        ends = [end for end in ends[:-1] if end * len(self.batch.ps) >= 64]
        if not ends:
            return [np.arange(len(piece))]
        # the corners of one space are so near to each other that one of them stands for all
        ax, ay, bx, by = self.ax[:n], self.ay[:n], self.bx[:n], self.by[:n]
        far = np.minimum(ax * ax + ay * ay, bx * bx + by * by)
        order = np.argpartition(far, ends)
        share = np.zeros(n, dtype=np.uint8)
        for end in ends:
            share[order[end:]] += 1
        mine = share[piece % n]
        return [np.flatnonzero(mine == k) for k in range(len(ends) + 1)]

    def all_hits(self) -> _Hits:
        """Return every pair of line and piece that meet."""
        lo, hi, piece = self._intervals()
        angle, lines = self.batch.angle, np.arange(len(self.batch.qx))
        found = [self._test(*pair) for pair in pairs_by_angle(angle, lines, lo, hi, piece)]
        return _joined(found, np.zeros(len(lines), dtype=bool))

    def _intervals(self) -> tuple[Floats, Floats, Ints]:
        """Return the interval of angles that each piece covers; rays where it holds the corner."""
        ta, tb = np.arctan2(self.ay, self.ax), np.arctan2(self.by, self.bx)
        lo, hi = np.minimum(ta, tb), np.maximum(ta, tb)
        wide = hi - lo > np.pi
        lo, hi = np.where(wide, hi, lo), np.where(wide, lo + TWO_PI, hi)
        lo, hi = lo + self.home * APART, hi + self.home * APART
        piece = np.arange(len(lo))
        rays = np.flatnonzero(self.at_start)
        if not len(rays):
            return lo, hi, piece
        rest = np.flatnonzero(~self.at_start)
        a = rays[(self.ax[rays] != 0) | (self.ay[rays] != 0)]
        b = rays[(self.bx[rays] != 0) | (self.by[rays] != 0)]
        ray = np.concatenate((ta[a], tb[b])) + self.home[np.concatenate((a, b))] * APART
        return (
            np.concatenate((lo[rest], ray)),
            np.concatenate((hi[rest], ray)),
            np.concatenate((rest, a, b)),
        )

    def _test(self, line: Ints, piece: Ints) -> _Hits:
        """Keep the pairs that have a point in common."""
        qx, qy = self.batch.qx[line], self.batch.qy[line]
        turn = self.turn[piece]
        beyond = self.ex[piece] * qy - self.ey[piece] * qx + turn
        keep = np.flatnonzero(np.where(turn > 0, beyond <= 0, (turn == 0) | (beyond >= 0)))
        line, piece, qx, qy = line[keep], piece[keep], qx[keep], qy[keep]
        sa = qx * self.ay[piece] - qy * self.ax[piece]
        sb = qx * self.by[piece] - qy * self.bx[piece]
        ok = np.where(sa > 0, sb <= 0, (sa == 0) | (sb >= 0))
        if self.one_way:
            ok &= self._acts(piece, qx, qy)
        strict = (sa != 0) & (sb != 0) & (turn[keep] != 0) & (beyond[keep] != 0)
        return _Hits(line[ok], piece[ok], strict[ok])

    def _acts(self, piece: Ints, qx: Floats, qy: Floats) -> Bools:
        turn = self.ex[piece] * qy - self.ey[piece] * qx
        side = self.side[piece]
        acts: Bools = (side == 0) | (turn == 0) | ((turn > 0) == (side < 0))
        return acts

    def _sure(self, hits: _Hits) -> Ints:
        """Return the lines crossed by a piece that reaches into neither of their spaces."""
        strict = np.flatnonzero(hits.strict & ~self.near_own[hits.piece])
        line, s = hits.line[strict], hits.piece[strict]
        reach = self.batch.reach.take(line)
        near = (
            (self.x1[s] >= reach.left)
            & (self.x0[s] <= reach.right)
            & (self.y1[s] >= reach.top)
            & (self.y0[s] <= reach.bottom)
        )
        return line[~near]

    # -- contacts ------------------------------------------------------------------------

    def closed_between(self, hits: _Hits) -> Bools:
        """Tell which lines two pieces close where they end on it together, clear of all spaces.

        What goes for a line there goes for every use of it.
        """
        line, piece = hits.line[~hits.strict], hits.piece[~hits.strict]
        ax, ay, bx, by = self.ax[piece], self.ay[piece], self.bx[piece], self.by[piece]
        dx, dy = self.batch.qx[line], self.batch.qy[line]
        sa, sb = dx * ay - dy * ax, dx * by - dy * bx
        x, y = np.where(sa == 0, ax, bx), np.where(sa == 0, ay, by)
        own, reach = self.batch.own.take(self.batch.home[line]), self.batch.reach.take(line)
        ends = ((sa == 0) != (sb == 0)) & ~holds(own, x, y) & ~holds(reach, x, y)
        at, bits = x * dx + y * dy, np.where(sa + sb > 0, LEFT, RIGHT)
        some = np.flatnonzero(ends & (at > 0) & (at < dx * dx + dy * dy))
        key = at[some]
        return closed(len(self.batch.qx), [Events(line[some], key, bits[some], key)])

    @cached_property
    def rays(self) -> _Rays:
        """The pieces that hold the corner, as rays from it."""
        s = np.flatnonzero(self.at_start)
        piece = np.concatenate((s, s))
        x = np.concatenate((self.ax[s], self.bx[s]))
        y = np.concatenate((self.ay[s], self.by[s]))
        real = (x != 0) | (y != 0)
        return _Rays(self.home[piece[real]], piece[real], x[real], y[real])

    def start_bits(self, line: Ints, boxes: Boxes | None = None) -> tuple[Ints, Ints, Ints]:
        """Return (which of the lines, ray, sides that the ray closes at their start).

        _Rays into the space to which a line leads close nothing.
        """
        which, ray = spread(self.batch.home[line], self.rays.home)
        x, y = self.rays.x[ray], self.rays.y[ray]
        qx, qy = self.batch.qx[line][which], self.batch.qy[line][which]
        own, zero = self.batch.own.take(self.rays.home[ray]), np.zeros(1)
        bits = end_bits(qx, qy, x, y, own, zero, zero)
        if self.one_way:
            bits[~self._acts(self.rays.piece[ray], qx, qy)] = 0
        if boxes is not None:
            bits[leads_into(boxes.take(which), zero, zero, x, y)] = 0
        return which, ray, bits

    def decide(self, uses: Ints, hits: _Hits, slow: Slow) -> Bools:
        """Decide uses whose lines touch something."""
        batch = self.batch
        line, boxes = batch.line[uses], batch.boxes.take(uses)
        pair_use, pair = spread(line, hits.line)
        events, stuck, hard = self._events(boxes, line, pair_use, hits, pair)
        if len(self.rays.piece):
            events.append(self._starts(boxes, line))
        out = closed(len(uses), events)
        out[stuck] = True
        if len(hard):
            hard = distinct(hard)
            out[hard] = slow(uses[hard])
        if len(self.rays.piece):
            for k in np.flatnonzero((batch.qx[line] == 0) & (batch.qy[line] == 0)):
                home = int(batch.home[line[k]])
                out[k] = self._point_blocked(home, boxes.take(np.array([k])))
        return out

    def _starts(self, boxes: Boxes, line: Ints) -> Events:
        """Return what is closed at the corner itself."""
        zero = np.zeros(1)
        which, _, closed = self.start_bits(line, boxes)
        bits = together(len(line), which, closed)
        use = np.flatnonzero(bits)
        dx, dy = self.batch.qx[line[use]], self.batch.qy[line[use]]
        own, boxes = self.batch.own.take(self.batch.home[line[use]]), boxes.take(use)
        ends_here = leads_into(boxes, dx, dy, -dx, -dy) & holds(boxes, zero, zero)
        from_inside = leads_into(own, zero, zero, dx, dy)
        key = np.where(ends_here & ~from_inside, dx * dx + dy * dy, 0.0)
        return Events(use, key, bits[use], key)

    def _point_blocked(self, home: int, box: Boxes) -> bool:
        """Decide a line without length."""
        p = self.batch.ps[home]
        left, top, right = (int(c[0]) for c in box[:3])
        space = Footprint(left + p.x, top + p.y, right - left)
        here = np.flatnonzero(self.at_start & (self.home == home)) % len(self.rows)
        bits = 0
        for place in point_places(p, self.batch.a, space, [self.rows.row(int(s)) for s in here]):
            bits |= place.bits
        return bits == BOTH

    def _events(
        self, boxes: Boxes, line: Ints, use: Ints, hits: _Hits, pair: Ints
    ) -> tuple[list[Events], Ints, Ints]:
        """Return the events of uses, the uses crossed for sure, and those needing fractions."""
        piece, strict = hits.piece[pair], hits.strict[pair]
        view = View(self, boxes.take(use), use, line[use], piece)
        ax, ay, bx, by = self.ax[piece], self.ay[piece], self.bx[piece], self.by[piece]
        on_a = ~strict & (view.dx * ay == view.dy * ax)
        on_b = ~strict & (view.dx * by == view.dy * bx)
        both = on_a & on_b
        a, b = np.flatnonzero(on_a & ~both), np.flatnonzero(on_b & ~both)
        middle = np.flatnonzero(~strict & ~on_a & ~on_b & (self.turn[piece] != 0))
        along = np.flatnonzero(both)
        past = view.past(along, ax, ay, bx, by)
        i = np.concatenate((a, b, middle, middle, past))
        ends = np.concatenate((middle, middle, past))
        ex, ey, dx, dy = self.ex[piece], self.ey[piece], view.dx, view.dy
        events = [
            view.touch(
                i,
                np.concatenate((ax[a], bx[b], dx[ends])),
                np.concatenate((ay[a], by[b], dy[ends])),
                np.concatenate((ex[a], -ex[b], ex[middle], -ex[middle], dx[past])),
                np.concatenate((ey[a], -ey[b], ey[middle], -ey[middle], dy[past])),
            )
        ]
        if len(along):
            events.append(view.along(along, ax, ay, bx, by))
        more, stuck, hard = view.crossed(np.flatnonzero(strict))
        if self.batch.along:
            hard = np.concatenate((hard, use[both]))
        return [*events, *more], stuck, hard


def _joined(found: list[_Hits], crossed: Bools) -> _Hits:
    """Join the hits of lines that are not crossed for sure."""
    none = np.zeros(0, dtype=np.int64)
    kept = [_Hits(none, none, none.astype(bool))]
    kept += [h.on(~crossed) for h in found]
    line, piece, strict = zip(*kept, strict=True)
    return _Hits(np.concatenate(line), np.concatenate(piece), np.concatenate(strict))
