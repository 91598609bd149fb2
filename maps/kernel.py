"""Many lines from one corner against many wall pieces at once, exact.

Three answers come from integer signs alone: crossed, not met, touched. Candidates are
found by angle as seen from the corner. What is touched is decided by the same rule as in
``maps.contact``, for all lines together; the few lines that need fractions go there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from maps.contact import BOTH, LEFT, RIGHT, Piece, point_places
from maps.grid import Footprint, Point

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.float64] | npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

_ANGLE = 1e-9
"""Slack for candidates: far more than rounding, far less than any angle on a map."""
_SHARES = (16, 4, 1)
"""The pieces are tried by nearness: the nearest sixteenth first, all at last."""
_PAIRS = 400_000
"""So many pairs of line and piece at a time."""
_TWO_PI = 2 * np.pi
_APART = 8 * np.pi
"""Angles of the next corner lie so far beyond those of the one before."""


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
        """Return the indices of pieces whose bounds touch a closed box."""
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

    @cached_property
    def own(self) -> Boxes:
        """The space in which the lines start, relative to each corner."""
        a = self.a
        sides = [(a.x - p.x, a.y - p.y, a.right - p.x, a.bottom - p.y) for p in self.ps]
        return Boxes(*np.array(sides, dtype=np.float64).T)

    @cached_property
    def by_angle(self) -> tuple[Floats, Ints]:
        """The angle of each line, corner after corner, and the lines in that order."""
        angle = np.arctan2(self.qy, self.qx) + self.home * _APART
        return angle, np.argsort(angle)


Slow = Callable[[Ints], Bools]
"""Decides uses of a batch one by one: indices in, blocked or not out."""


class _Hits(NamedTuple):
    """Pairs of line and piece that meet: crossed properly or only touched."""

    line: Ints
    piece: Ints
    strict: Bools


class _Rays(NamedTuple):
    """Rays from the corner along pieces."""

    home: Ints
    piece: Ints
    x: Floats
    y: Floats


class _Events(NamedTuple):
    """Where a use's tube is closed; a parting reaches from ``key`` to ``end``."""

    use: Ints
    key: Floats
    bits: Ints
    end: Floats


def blocked(batch: Batch, pieces: Pieces, slow: Slow) -> Bools:
    """Tell for each use of a batch whether pieces stop it."""
    if not len(pieces) or not len(batch.qx):
        return np.zeros(len(batch.line), dtype=bool)
    fan = _Fan(batch, _within(batch, pieces))
    crossed, hits = fan.sweep()
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


class _Fan:
    """A batch of lines, and the pieces relative to each of its corners in turn."""

    def __init__(self, batch: Batch, pieces: Pieces) -> None:
        self.batch, self.rows = batch, pieces
        n, corners = len(pieces), np.array(batch.ps, dtype=np.int64)
        self.home = np.repeat(np.arange(len(corners)), n)
        x, y = corners[:, :1], corners[:, 1:]
        self.ax, self.bx = _flat(pieces.ax - x), _flat(pieces.bx - x)
        self.ay, self.by = _flat(pieces.ay - y), _flat(pieces.by - y)
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
        nearness = np.minimum(np.hypot(self.ax, self.ay), np.hypot(self.bx, self.by))[piece]
        order = np.argsort(nearness)
        lo, hi, piece = lo[order], hi[order], piece[order]
        angle, lines = self.batch.by_angle
        found: list[_Hits] = []
        begin = 0
        for part in _SHARES:
            end = len(piece) // part
            if end - begin < 64 and part != 1:
                continue
            lines = lines[~crossed[lines]]
            some = slice(begin, end)
            for pair in _pairs(angle[lines], lines, lo[some], hi[some], piece[some]):
                hits = self._test(*pair)
                crossed[self._sure(hits)] = True
                found.append(hits)
            begin = end
        return crossed, _joined(found, crossed)

    def all_hits(self) -> _Hits:
        """Return every pair of line and piece that meet."""
        lo, hi, piece = self._intervals()
        angle, lines = self.batch.by_angle
        found = [self._test(*pair) for pair in _pairs(angle[lines], lines, lo, hi, piece)]
        return _joined(found, np.zeros(len(lines), dtype=bool))

    def _intervals(self) -> tuple[Floats, Floats, Ints]:
        """Return the interval of angles that each piece covers; rays where it holds the corner."""
        ta, tb = np.arctan2(self.ay, self.ax), np.arctan2(self.by, self.bx)
        lo, hi = np.minimum(ta, tb), np.maximum(ta, tb)
        wide = hi - lo > np.pi
        lo, hi = np.where(wide, hi, lo), np.where(wide, lo + _TWO_PI, hi)
        lo, hi = lo + self.home * _APART, hi + self.home * _APART
        piece = np.arange(len(lo))
        rays = np.flatnonzero(self.at_start)
        if not len(rays):
            return lo, hi, piece
        rest = np.flatnonzero(~self.at_start)
        a = rays[(self.ax[rays] != 0) | (self.ay[rays] != 0)]
        b = rays[(self.bx[rays] != 0) | (self.by[rays] != 0)]
        ray = np.concatenate((ta[a], tb[b])) + self.home[np.concatenate((a, b))] * _APART
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

        Rays into the space to which a line leads close nothing.
        """
        which, ray = spread(self.batch.home[line], self.rays.home)
        x, y = self.rays.x[ray], self.rays.y[ray]
        qx, qy = self.batch.qx[line][which], self.batch.qy[line][which]
        own, zero = self.batch.own.take(self.rays.home[ray]), np.zeros(1)
        bits = _end_bits(qx, qy, x, y, own, zero, zero)
        if self.one_way:
            bits[~self._acts(self.rays.piece[ray], qx, qy)] = 0
        if boxes is not None:
            bits[_leads_into(boxes.take(which), zero, zero, x, y)] = 0
        return which, ray, bits

    def decide(self, uses: Ints, hits: _Hits, slow: Slow) -> Bools:
        """Decide uses whose lines touch something."""
        batch = self.batch
        line, boxes = batch.line[uses], batch.boxes.take(uses)
        pair_use, pair = spread(line, hits.line)
        events, stuck, hard = self._events(boxes, line, pair_use, hits, pair)
        if len(self.rays.piece):
            events.append(self._starts(boxes, line))
        out = _closed(len(uses), events)
        out[stuck] = True
        if len(hard):
            hard = np.unique(hard)
            out[hard] = slow(uses[hard])
        if len(self.rays.piece):
            for k in np.flatnonzero((batch.qx[line] == 0) & (batch.qy[line] == 0)):
                home = int(batch.home[line[k]])
                out[k] = self._point_blocked(home, boxes.take(np.array([k])))
        return out

    def _starts(self, boxes: Boxes, line: Ints) -> _Events:
        """Return what is closed at the corner itself."""
        zero = np.zeros(1)
        which, _, closed = self.start_bits(line, boxes)
        bits = together(len(line), which, closed)
        use = np.flatnonzero(bits)
        dx, dy = self.batch.qx[line[use]], self.batch.qy[line[use]]
        own, boxes = self.batch.own.take(self.batch.home[line[use]]), boxes.take(use)
        ends_here = _leads_into(boxes, dx, dy, -dx, -dy) & holds(boxes, zero, zero)
        from_inside = _leads_into(own, zero, zero, dx, dy)
        key = np.where(ends_here & ~from_inside, dx * dx + dy * dy, 0.0)
        return _Events(use, key, bits[use], key)

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
    ) -> tuple[list[_Events], Ints, Ints]:
        """Return the events of uses, the uses crossed for sure, and those needing fractions."""
        piece, strict = hits.piece[pair], hits.strict[pair]
        view = _View(self, boxes.take(use), use, line[use], piece)
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


class _View:
    """Pairs of use and piece that meet, with what their events need."""

    def __init__(self, fan: _Fan, boxes: Boxes, use: Ints, line: Ints, piece: Ints) -> None:
        batch = fan.batch
        self.fan, self.boxes, self.use, self.piece = fan, boxes, use, piece
        self.own = batch.own.take(batch.home[line])
        self.dx, self.dy = batch.qx[line], batch.qy[line]
        self.length = self.dx * self.dx + self.dy * self.dy
        zero = np.zeros(1)
        self.from_inside = _leads_into(self.own, zero, zero, self.dx, self.dy)
        self.to_inside = _leads_into(boxes, self.dx, self.dy, -self.dx, -self.dy)

    def touch(self, i: Ints, x: Floats, y: Floats, rx: Floats, ry: Floats) -> _Events:
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
            & ~_leads_into(self.own.take(i), x, y, rx, ry)
            & ~_leads_into(boxes, x, y, rx, ry)
        )
        key = self._keys(i, key, x, y, boxes)
        i, key, bits = i[kept], key[kept], bits[kept]
        return _Events(self.use[i], key, bits, key)

    def _at_end(self, i: Ints, rx: Floats, ry: Floats) -> Ints:
        dx, dy = self.dx[i], self.dy[i]
        bits = _end_bits(-dx, -dy, rx, ry, self.boxes.take(i), dx, dy)
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

    def along(self, i: Ints, ax: Floats, ay: Floats, bx: Floats, by: Floats) -> _Events:
        """Return partings by collinear pieces."""
        dx, dy, length = self.dx[i], self.dy[i], self.length[i]
        boxes = self.boxes.take(i)
        ka = self._keys(i, ax[i] * dx + ay[i] * dy, ax[i], ay[i], boxes)
        kb = self._keys(i, bx[i] * dx + by[i] * dy, bx[i], by[i], boxes)
        start = np.maximum(np.minimum(ka, kb), 0)
        end = np.minimum(np.maximum(ka, kb), length)
        long = start < end
        none = np.zeros(np.count_nonzero(long), dtype=np.int64)
        return _Events(self.use[i[long]], start[long], none, end[long])

    def crossed(self, i: Ints) -> tuple[list[_Events], Ints, Ints]:
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
                & ~_leads_into(own, x, y, rx, ry)
                & ~_leads_into(boxes, x, y, rx, ry)
            )
            bits = np.where(self.dx[i] * ry > self.dy[i] * rx, LEFT, RIGHT)
            events.append(_Events(self.use[i[kept]], key[kept], bits[kept], key[kept]))
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


def _pairs(
    angle: Floats, lines: Ints, lo: Floats, hi: Floats, piece: Ints
) -> list[tuple[Ints, Ints]]:
    """Return the pairs of line and piece whose angles agree, in handy portions."""
    if not len(lines) or not len(piece):
        return []
    twice = np.concatenate((angle, angle + _TWO_PI))
    order = np.argsort(twice, kind="stable")
    twice = twice[order]
    left = np.searchsorted(twice, lo - _ANGLE, "left")
    right = np.searchsorted(twice, hi + _ANGLE, "right")
    count = right - left
    both = np.concatenate((lines, lines))[order]
    found = []
    begin = 0
    total = np.cumsum(count)
    while begin < len(piece):
        done = int(total[begin - 1]) if begin else 0
        end = max(begin + 1, int(np.searchsorted(total, done + _PAIRS, "right")))
        n = count[begin:end]
        first = np.repeat(left[begin:end] - (total[begin:end] - n - done), n)
        at = first + np.arange(len(first))
        found.append((both[at], np.repeat(piece[begin:end], n)))
        begin = end
    return found


def _joined(found: list[_Hits], crossed: Bools) -> _Hits:
    """Join the hits of lines that are not crossed for sure."""
    none = np.zeros(0, dtype=np.int64)
    kept = [_Hits(none, none, none.astype(bool))]
    for h in found:
        open_ = ~crossed[h.line]
        kept.append(_Hits(h.line[open_], h.piece[open_], h.strict[open_]))
    line, piece, strict = zip(*kept, strict=True)
    return _Hits(np.concatenate(line), np.concatenate(piece), np.concatenate(strict))


def _within(batch: Batch, pieces: Pieces) -> Pieces:
    """Return the pieces within the bounds of all lines."""
    corners = np.array(batch.ps, dtype=np.int64)
    x, y = batch.qx + corners[batch.home, 0], batch.qy + corners[batch.home, 1]
    left, top = min(x.min(), *corners[:, 0]), min(y.min(), *corners[:, 1])
    right, bottom = max(x.max(), *corners[:, 0]), max(y.max(), *corners[:, 1])
    near = pieces.near(int(left), int(top), int(right), int(bottom))
    return pieces if len(near) == len(pieces) else pieces.take(near)


def spread(line: Ints, hit_line: Ints) -> tuple[Ints, Ints]:
    """Pair each use with each hit of its line."""
    order = _sorted(hit_line)
    ordered = hit_line[order]
    left = np.searchsorted(ordered, line, "left")
    count = np.searchsorted(ordered, line, "right") - left
    total = np.cumsum(count)
    first = np.repeat(left - (total - count), count)
    at = first + np.arange(len(first))
    return np.repeat(np.arange(len(line)), count), order[at]


def together(n: int, which: Ints, bits: Ints) -> Ints:
    """Join the sides that are closed for each of n things."""
    left, right = np.zeros(n, dtype=np.int64), np.zeros(n, dtype=np.int64)
    left[which[(bits & LEFT) > 0]] = LEFT
    right[which[(bits & RIGHT) > 0]] = RIGHT
    return left | right


def _flat(table: Ints) -> Floats:
    return table.ravel().astype(np.float64)


def _closed(n: int, parts: list[_Events]) -> Bools:
    """Tell which uses have a run of joined places that closes both sides."""
    use, key, bits, end = (np.concatenate(c) for c in zip(*parts, strict=True))
    out = np.zeros(n, dtype=bool)
    out[use[bits == BOTH]] = True
    open_ = (together(n, use, bits) == BOTH) & ~out
    kept = np.flatnonzero(open_[use])
    if not len(kept):
        return out
    kept = kept[np.argsort(key[kept])]
    kept = kept[_sorted(use[kept])]
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


def _sorted(numbers: Ints) -> Ints:
    """Return the stable order of small numbers; short ones are sorted by their digits."""
    short = not len(numbers) or int(numbers.max()) < 65536
    return np.argsort(numbers.astype(np.uint16) if short else numbers, kind="stable")


def _joins(use: Ints, key: Floats, end: Floats) -> Bools:
    """Tell for each event but the first whether a parting joins it to the one before."""
    ends, rank = np.unique(end, return_inverse=True)
    offset = use * (len(ends) + 1)
    furthest = np.maximum.accumulate(np.where(end > key, rank, -1) + offset) - offset
    reached = np.where(furthest < 0, -1.0, ends[furthest])
    joined: Bools = (use[1:] == use[:-1]) & (key[1:] <= reached[:-1])
    return joined


def holds(box: Boxes, x: Numbers, y: Numbers) -> Bools:
    held: Bools = (x >= box.left) & (x <= box.right) & (y >= box.top) & (y <= box.bottom)
    return held


def _leads_into(box: Boxes, x: Numbers, y: Numbers, rx: Floats, ry: Floats) -> Bools:
    """Whether rays from points run at once through the interior of spaces."""
    into: Bools = (
        ((x > box.left) | ((x == box.left) & (rx > 0)))
        & ((x < box.right) | ((x == box.right) & (rx < 0)))
        & ((y > box.top) | ((y == box.top) & (ry > 0)))
        & ((y < box.bottom) | ((y == box.bottom) & (ry < 0)))
    )
    return into


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


def _end_bits(
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
    inside = ((sx == 0) & (sy == 0)) | _leads_into(box, x, y, dx, dy)
    return np.where(inside, 0, bits)


# -- what does not stop a line ---------------------------------------------------------------


class Meetings(NamedTuple):
    """Which lines meet which pieces of a role, and what rays along pieces close at the start."""

    line: Ints
    piece: Ints
    strict: Bools
    ray_line: Ints
    ray_piece: Ints
    ray_bits: Ints


def places(batch: Batch, line: Ints, pieces: Pieces, piece: Ints) -> Floats:
    """Return where lines meet pieces, 0 to 1, roughly; nan for those that run along them."""
    corners = np.array(batch.ps, dtype=np.int64)[batch.home[line]]
    ax, ay = pieces.ax[piece] - corners[:, 0], pieces.ay[piece] - corners[:, 1]
    ex, ey = pieces.bx[piece] - pieces.ax[piece], pieces.by[piece] - pieces.ay[piece]
    with np.errstate(divide="ignore", invalid="ignore"):
        found: Floats = (ax * ey - ay * ex) / (batch.qx[line] * ey - batch.qy[line] * ex)
    return np.where(np.isfinite(found), found, np.nan)


def meetings(batch: Batch, pieces: Pieces) -> Meetings:
    """Find every pair of line and piece that meet, properly or not."""
    fan = _Fan(batch, pieces)
    hits = fan.all_hits()
    line, ray, bits = fan.start_bits(np.arange(len(batch.qx)))
    n = max(1, len(pieces))
    return Meetings(hits.line, hits.piece % n, hits.strict, line, fan.rays.piece[ray] % n, bits)


def start_bits(batch: Batch, pieces: Pieces) -> Ints:
    """Return for each line the sides that pieces close at its start."""
    line, _, bits = _Fan(batch, pieces).start_bits(np.arange(len(batch.qx)))
    return together(len(batch.qx), line, bits)


def starts_along(batch: Batch, pieces: Pieces) -> Bools:
    """Tell which lines have no length or leave their corner along a piece."""
    rays = _Fan(batch, pieces).rays
    out: Bools = (batch.qx == 0) & (batch.qy == 0)
    for home, x, y in zip(rays.home, rays.x, rays.y, strict=True):
        along = (batch.qx * y == batch.qy * x) & (batch.qx * x + batch.qy * y > 0)
        out |= along & (batch.home == home)
    return out


def through_boxes(batch: Batch, spaces: Sequence[Footprint]) -> tuple[Ints, Ints]:
    """Return the pairs of line and space whose interiors meet."""
    sides = np.array([(s.x, s.y, s.right, s.bottom) for s in spaces], dtype=np.int64)
    corners = np.array([(*p, *p) for p in batch.ps], dtype=np.int64)
    boxes = Boxes(*((sides - corners[:, None]).reshape(-1, 4).astype(np.float64).T))
    xs = np.stack((boxes.left, boxes.right, boxes.right, boxes.left))
    ys = np.stack((boxes.top, boxes.top, boxes.bottom, boxes.bottom))
    middle = np.arctan2(ys.sum(axis=0), xs.sum(axis=0))
    apart = np.mod(np.arctan2(ys, xs) - middle + np.pi, _TWO_PI) - np.pi
    around = (boxes.left <= 0) & (boxes.right >= 0) & (boxes.top <= 0) & (boxes.bottom >= 0)
    lo = np.where(around, 4 * _ANGLE - np.pi, middle + apart.min(axis=0))
    hi = np.where(around, np.pi, middle + apart.max(axis=0))
    turn = np.where(lo < -np.pi, _TWO_PI, 0.0) + np.repeat(
        np.arange(len(corners)) * _APART, len(sides)
    )
    angle, lines = batch.by_angle
    found = [
        _inside(batch.qx, batch.qy, boxes, line, box)
        for line, box in _pairs(angle[lines], lines, lo + turn, hi + turn, np.arange(len(lo)))
    ]
    none = np.zeros(0, dtype=np.int64)
    return (
        np.concatenate([none, *(line for line, _ in found)]),
        np.concatenate([none, *(box for _, box in found)]) % len(sides),
    )


def _inside(qx: Floats, qy: Floats, boxes: Boxes, line: Ints, box: Ints) -> tuple[Ints, Ints]:
    """Keep the pairs in which the line runs through the interior of the box."""
    x, y = qx[line], qy[line]
    left, top, right, bottom = boxes.take(box)
    a, b, c, d = (
        x * v - y * u for u, v in ((left, top), (right, top), (right, bottom), (left, bottom))
    )
    low = np.minimum(np.minimum(a, b), np.minimum(c, d))
    high = np.maximum(np.maximum(a, b), np.maximum(c, d))
    keep = (
        (np.maximum(x, 0) > left)
        & (np.minimum(x, 0) < right)
        & (np.maximum(y, 0) > top)
        & (np.minimum(y, 0) < bottom)
        & (((low < 0) & (high > 0)) | ((x == 0) & (y == 0)))
    )
    return line[keep], box[keep]
