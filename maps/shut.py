"""Whether walls surely shut every way from one space to many others, all at once.

A line between two spaces is a pair of numbers: where it passes two upright lines at their
facing sides. Walls that hang together shut a whole box of such pairs when one of their
ends lies above all its lines and another one below. Boxes that no walls shut are
quartered. So the answer is a proof; there is none where boxes are left over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import shapely

from maps.grid import Footprint
from maps.pieces import Bools, Floats, Ints, Pieces, met_pairs

_DEPTH = 7
"""Boxes are quartered so often at most; coordinates stay exact in floats."""
_BOXES = 3000
"""With more boxes at a time the search gives up."""
_HINTS = 12
"""So many lines are noted for a pair at most."""
_FIRST = 256
"""So many pieces, the nearest ones, are tried first."""


@dataclass(frozen=True)
class Joints:
    """Places where pieces hang together: pairs of piece and place, in the order of the pieces."""

    piece: Ints
    place: Ints
    first: Ints
    """Where the pairs of each piece begin, and one more."""

    @classmethod
    def of(cls, s: Pieces) -> Joints:
        """Find shared ends, ends on other pieces, and crossings."""
        n = len(s)
        ends = np.stack((np.concatenate((s.ax, s.bx)), np.concatenate((s.ay, s.by))), axis=1)
        _, place = np.unique(ends, axis=0, return_inverse=True)
        place = place.ravel()
        one, two = _crossing(s, place)
        fresh = place.max(initial=0) + 1 + np.arange(len(one))
        pieces = np.concatenate((np.arange(n), np.arange(n), one, two))
        places = np.concatenate((place, fresh, fresh))
        _, where, count = np.unique(places, return_inverse=True, return_counts=True)
        shared = np.flatnonzero(count[where] > 1)
        shared = shared[np.argsort(pieces[shared], kind="stable")]
        piece = pieces[shared]
        return cls(piece, where[shared], np.searchsorted(piece, np.arange(n + 1)))


def _crossing(s: Pieces, place: Ints) -> tuple[Ints, Ints]:
    """Return the pairs of pieces that meet without a common end."""
    table = np.stack((s.ax, s.ay, s.bx, s.by), axis=1).reshape(-1, 2, 2)
    lines = shapely.linestrings(table.astype(np.float64))
    one, two = shapely.STRtree(lines).query(lines, predicate="intersects")
    kept = one < two
    one, two = one[kept], two[kept]
    n = len(s)
    ends = [place[one], place[one + n]], [place[two], place[two + n]]
    common = np.zeros(len(one), dtype=bool)
    for mine in ends[0]:
        for other in ends[1]:
            common |= mine == other
    one, two = one[~common], two[~common]
    meet = met_pairs(s.take(one), s.take(two))
    return one[meet], two[meet]


class _Frame(NamedTuple):
    """Pairs of spaces, turned so that the second lies to the right of the first."""

    which: Ints
    """Numbers of the targets."""
    turned: Bools
    """Whether x and y change places."""
    flipped: Bools
    a: Floats
    b: Floats
    """Rows: left, top, right, bottom."""

    def take(self, some: Ints) -> _Frame:
        boxes = self.a[:, some], self.b[:, some]
        return _Frame(self.which[some], self.turned[some], self.flipped[some], *boxes)

    def back(self, i: int, lines: Floats) -> Floats:
        """Turn lines (x, y, x, y) of one pair back."""
        if self.flipped[i]:
            lines = lines * (-1, 1, -1, 1)
        return lines[:, [1, 0, 3, 2]] if self.turned[i] else lines


def _turned(a: Footprint, targets: Sequence[Footprint]) -> _Frame:
    """Turn all pairs whose spaces lie apart in x or y."""
    mine = np.array((a.x, a.y, a.right, a.bottom), dtype=np.float64)[:, None]
    b = np.array([(t.x, t.y, t.right, t.bottom) for t in targets], dtype=np.float64).T
    gaps = np.stack((b[0] - mine[2], mine[0] - b[2], b[1] - mine[3], mine[1] - b[3]))
    side = np.argmax(gaps, axis=0)
    which = np.flatnonzero(gaps.max(axis=0) > 0)
    side, b = side[which], b[:, which]
    turned, flipped = side >= 2, side % 2 == 1
    return _Frame(which, turned, flipped, *(_boxes(v, turned, flipped) for v in (mine, b)))


def _boxes(box: Floats, turned: Bools, flipped: Bools) -> Floats:
    box = np.broadcast_to(box, (4, len(turned)))
    box = np.where(turned, box[[1, 0, 3, 2]], box)
    return np.where(flipped, np.stack((-box[2], box[1], -box[0], box[3])), box)


def shut(
    a: Footprint, targets: Sequence[Footprint], s: Pieces, joints: Joints
) -> tuple[Bools, dict[int, Floats]]:
    """Tell to which targets walls surely shut the way; no answer where false.

    For some of the others there are endless lines (x, y, x, y) that perhaps lead there, by the
    number of the target.
    """
    out = np.zeros(len(targets), dtype=bool)
    if not targets or not len(s):
        return out, {}
    frame = _turned(a, targets)
    if len(s) > 2 * _FIRST and len(frame.which):
        done = _Search(frame, _first(a, s), s, joints, hints=0).run()
        out[frame.which[done]] = True
        frame = frame.take(np.flatnonzero(~done))
    if not len(frame.which):
        return out, {}
    search = _Search(frame, np.arange(len(s)), s, joints)
    out[frame.which] = search.run()
    hints = {int(frame.which[i]): frame.back(i, np.array(x)) for i, x in search.hints.items()}
    return out, hints


def _first(a: Footprint, s: Pieces) -> Ints:
    """Return the pieces around a space, which shut most of the ways."""
    x0, x1, y0, y1 = s.bounds
    far = np.maximum(
        np.maximum(x0 - a.right, a.x - x1),
        np.maximum(y0 - a.bottom, a.y - y1),
    )
    return np.sort(np.argpartition(far, _FIRST)[:_FIRST])


_Line = tuple[float, float, float, float]


class _Rows(NamedTuple):
    """Ends of pieces still to be judged: the box, the group of pieces, the point."""

    box: Ints
    group: Ints
    x: Floats
    y: Floats


class _Lines(NamedTuple):
    """Boxes of lines: which pair, the stretch passed first, the stretch passed last."""

    pair: Ints
    p0: Floats
    p1: Floats
    q0: Floats
    q1: Floats

    def take(self, which: Ints) -> _Lines:
        pair, p0, p1, q0, q1 = self
        return _Lines(pair[which], p0[which], p1[which], q0[which], q1[which])


class _Search:
    """The search for one space and its targets."""

    def __init__(
        self, frame: _Frame, some: Ints, s: Pieces, joints: Joints, hints: int = _HINTS
    ) -> None:
        self.a, self.b = frame.a, frame.b
        self.xa, self.xb = frame.a[2], frame.b[0]
        self.lines = _all_lines(frame.a, frame.b)
        self.hints: dict[int, list[_Line]] = {}
        self._wanted = hints
        self._told = np.zeros(len(frame.which), dtype=bool)
        pair, piece, ends = self._near(frame, s.take(some))
        self.groups, group = _grouped(pair, some[piece], joints)
        self.rows = _Rows(
            np.concatenate((pair, pair)),
            np.concatenate((group, group)),
            np.concatenate((ends[0], ends[2])),
            np.concatenate((ends[1], ends[3])),
        )

    def _near(self, frame: _Frame, s: Pieces) -> tuple[Ints, Ints, Floats]:
        """Return pairs of spaces and pieces between them, and the ends of those."""
        left, top = np.minimum(frame.a[0], frame.b[0]), np.minimum(frame.a[1], frame.b[1])
        right, bottom = np.maximum(frame.a[2], frame.b[2]), np.maximum(frame.a[3], frame.b[3])
        box = np.stack((left, top, right, bottom))
        box = np.where(frame.flipped, np.stack((-box[2], box[1], -box[0], box[3])), box)
        box = np.where(frame.turned, box[[1, 0, 3, 2]], box)
        x0, x1, y0, y1 = s.bounds
        both = s.side == 0
        near = (x1 >= box[0][:, None]) & (x0 <= box[2][:, None])
        near &= (y1 >= box[1][:, None]) & (y0 <= box[3][:, None]) & both
        pair, piece = np.nonzero(near)
        ends = np.stack((s.ax[piece], s.ay[piece], s.bx[piece], s.by[piece])).astype(np.float64)
        ends = np.where(frame.turned[pair], ends[[1, 0, 3, 2]], ends)
        ends[[0, 2]] = np.where(frame.flipped[pair], -ends[[0, 2]], ends[[0, 2]])
        kept = self._between(pair, ends)
        return pair[kept], piece[kept], ends[:, kept]

    def _between(self, pair: Ints, ends: Floats) -> Ints:
        """Keep the pieces that lie behind the first space, before the second, and in the way."""
        a, b, lines = self.a[:, pair], self.b[:, pair], self.lines.take(pair)
        x0, x1 = np.minimum(ends[0], ends[2]), np.maximum(ends[0], ends[2])
        y0, y1 = np.minimum(ends[1], ends[3]), np.maximum(ends[1], ends[3])
        up, down = lines.q1 < lines.p0, lines.q0 > lines.p1
        behind = (x0 >= a[2]) | (up & (y1 <= a[1])) | (down & (y0 >= a[3]))
        before = (x1 <= b[0]) | (up & (y0 >= b[3])) | (down & (y1 <= b[1]))
        kept = np.flatnonzero(behind & before)
        some = pair[kept]
        low = np.full(len(kept), np.inf)
        high = -low
        for x, y in ((ends[0][kept], ends[1][kept]), (ends[2][kept], ends[3][kept])):
            least, most = self._sides(some, lines.take(kept), x, y)
            low, high = np.minimum(low, least), np.maximum(high, most)
        return kept[(low <= 0) & (high >= 0)]

    def _sides(self, pair: Ints, lines: _Lines, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """Return between which values the side of a point to all lines of a box lies."""
        xa, xb = self.xa[pair], self.xb[pair]
        base, by_p, by_q = (xb - xa) * y, x - xb, xa - x
        p, q = (lines.p0 * by_p, lines.p1 * by_p), (lines.q0 * by_q, lines.q1 * by_q)
        return base + np.minimum(*p) + np.minimum(*q), base + np.maximum(*p) + np.maximum(*q)

    # -- boxes ---------------------------------------------------------------------------

    def run(self) -> Bools:
        """Tell which pairs are shut."""
        n, lines, rows = len(self.lines.pair), self.lines, self.rows
        above = np.zeros((n, self.groups), dtype=bool)
        below = above.copy()
        doubtful = np.zeros(n, dtype=bool)
        for depth in range(_DEPTH + 1):
            rows = self._judged(lines, rows, above, below)
            open_: Bools = ~np.any(above & below, axis=1)
            last = depth == _DEPTH or int(open_.sum()) > _BOXES
            given_up = open_ & ((np.bincount(rows.box, minlength=len(open_)) == 0) | last)
            self._note(lines, np.flatnonzero(given_up))
            doubtful[lines.pair[given_up]] = True
            left = np.flatnonzero(open_ & ~given_up & ~self._told[lines.pair])
            if not len(left):
                break
            lines, rows, parent = self._quartered(lines, rows, left)
            above, below = above[parent], below[parent]
        return ~doubtful

    def _note(self, lines: _Lines, boxes: Ints) -> None:
        """Note for each pair the middle lines of some boxes, where they meet both spaces."""
        if not self._wanted:
            self._told[lines.pair[boxes]] = True
            return
        some = lines.take(boxes)
        p, q = (some.p0 + some.p1) / 2, (some.q0 + some.q1) / 2
        real = self._real(_Lines(some.pair, p, p, q, q), 0)
        for i in np.flatnonzero(real).tolist():
            pair = int(some.pair[i])
            found = self.hints.setdefault(pair, [])
            if len(found) < self._wanted:
                found.append((float(self.xa[pair]), p[i], float(self.xb[pair]), q[i]))
            self._told[pair] = len(found) >= self._wanted

    def _judged(self, lines: _Lines, rows: _Rows, above: Bools, below: Bools) -> _Rows:
        """Note which groups lie above or below all lines of a box; keep the other ends."""
        some = lines.take(rows.box)
        least, most = self._sides(some.pair, some, rows.x, rows.y)
        over, under = least > 0, most < 0
        above[rows.box[over], rows.group[over]] = True
        below[rows.box[under], rows.group[under]] = True
        rest = np.flatnonzero(~(over | under))
        return _Rows(rows.box[rest], rows.group[rest], rows.x[rest], rows.y[rest])

    def _quartered(self, lines: _Lines, rows: _Rows, left: Ints) -> tuple[_Lines, _Rows, Ints]:
        """Quarter the boxes that are left; those without a line between the spaces go."""
        k, some = len(left), lines.take(left)
        p, q = (some.p0 + some.p1) / 2, (some.q0 + some.q1) / 2
        made = _Lines(
            np.tile(some.pair, 4),
            np.concatenate((some.p0, some.p0, p, p)),
            np.concatenate((p, p, some.p1, some.p1)),
            np.concatenate((some.q0, q, some.q0, q)),
            np.concatenate((q, some.q1, q, some.q1)),
        )
        kept = np.flatnonzero(self._real(made))
        new = np.full(4 * k, -1)
        new[kept] = np.arange(len(kept))
        old = np.full(len(lines.pair), -1)
        old[left] = np.arange(k)
        mine = old[rows.box]
        mine_rows = np.flatnonzero(mine >= 0)
        boxes = new[mine[mine_rows] + k * np.arange(4)[:, None]].ravel()
        here = np.flatnonzero(boxes >= 0)
        at = np.tile(mine_rows, 4)[here]
        found = _Rows(boxes[here], rows.group[at], rows.x[at], rows.y[at])
        return made.take(kept), found, left[kept % k]

    def _real(self, lines: _Lines, slack: int = 1) -> Bools:
        """Whether any line of a box perhaps meets both spaces."""
        a, b = self.a[:, lines.pair], self.b[:, lines.pair]
        xa, xb = a[2], b[0]
        out = np.ones(len(lines.pair), dtype=bool)
        for box, far, near in ((a, a[0], (lines.p0, lines.p1)), (b, b[2], (lines.q0, lines.q1))):
            t = (far - xa) / (xb - xa)
            by_p, by_q = (lines.p0 * (1 - t), lines.p1 * (1 - t)), (lines.q0 * t, lines.q1 * t)
            low = np.minimum(np.minimum(*by_p) + np.minimum(*by_q), near[0])
            high = np.maximum(np.maximum(*by_p) + np.maximum(*by_q), near[1])
            out &= (low <= box[3] + slack) & (high >= box[1] - slack)
        return out


def _all_lines(a: Floats, b: Floats) -> _Lines:
    """Return the box of all lines between the spaces of each pair, and some more."""
    near, far = (a[1], a[3]), (b[1], b[3])
    p, q = [*near], [*far]
    for y in near:
        for v in far:
            for x in (b[0], b[2]):
                p.append(y + (v - y) * (a[2] - a[0]) / (x - a[0]))
            for x in (a[0], a[2]):
                q.append(v + (y - v) * (b[2] - b[0]) / (b[2] - x))
    return _Lines(
        np.arange(a.shape[1]),
        np.floor(np.min(p, axis=0)) - 1,
        np.ceil(np.max(p, axis=0)) + 1,
        np.floor(np.min(q, axis=0)) - 1,
        np.ceil(np.max(q, axis=0)) + 1,
    )


def _grouped(pair: Ints, piece: Ints, joints: Joints) -> tuple[int, Ints]:
    """Number the groups of pieces that hang together within each pair, from 0; and how many."""
    n = len(pair)
    if not n:
        return 1, np.zeros(0, dtype=np.int64)
    first, count = joints.first[piece], joints.first[piece + 1] - joints.first[piece]
    total = np.cumsum(count)
    mine = np.repeat(np.arange(n), count)
    at = np.arange(len(mine)) + np.repeat(first - (total - count), count)
    place = joints.place[at]
    width = int(place.max(initial=0)) + 1
    _, where = np.unique(pair[mine] * width + place, return_inverse=True)
    label = _components(n, mine, where)
    roots, group = np.unique(label, return_inverse=True)
    begin = np.searchsorted(pair[roots], np.arange(int(pair[-1]) + 1))
    number = np.arange(len(roots)) - begin[pair[roots]]
    return int(number.max()) + 1, number[group]


def _components(n: int, mine: Ints, where: Ints) -> Ints:
    """Give things that share a place the same label: the lowest number among them."""
    label = np.arange(n)
    if not len(mine):
        return label
    places = int(where.max()) + 1
    while True:
        least = np.full(places, n)
        np.minimum.at(least, where, label[mine])
        fresh = label.copy()
        np.minimum.at(fresh, mine, least[where])
        fresh = np.minimum(fresh, fresh[fresh])
        if np.array_equal(fresh, label):
            return label
        label = fresh
