"""Whether walls surely shut every way from one space to many others, all at once.

A line between two spaces is a pair of numbers: where it passes two upright lines at their
facing sides. Walls that hang together shut a whole box of such pairs when one of their
ends lies above all its lines and another one below. Boxes that no walls shut are
quartered. So the answer is a proof; there is none where boxes are left over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import shapely

from maps.grid import Footprint
from maps.pieces import Bools, Floats, Ints, Pieces, met_pairs

_DEPTH = 7
"""Boxes are quartered so often at most; coordinates stay exact in floats."""
_BOXES = 3000
"""With more boxes at a time the search gives up."""
_FEW = 32
"""So few boxes are split in sixteen at once."""
_HINTS = 12
"""So many lines are noted for a pair at most."""
_SHALLOW = 2
"""With few pieces boxes are quartered so often: that shuts most of the ways."""
_SPACES = 64
"""Of so many spaces the nearest pieces are remembered."""
_FIRST = 256
"""So many pieces, the nearest ones, are tried first."""


@dataclass(frozen=True)
class Joints:
    """Places where pieces hang together: pairs of piece and place, in the order of the pieces."""

    piece: Ints
    place: Ints
    first: Ints
    """Where the pairs of each piece begin, and one more."""
    around: dict[Footprint, Ints] = field(default_factory=dict)
    """The nearest pieces of some spaces, as they were asked for."""

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


class Strip(NamedTuple):
    """Between two pairs of points on two upright lines: all lines that perhaps lead somewhere."""

    turned: bool
    flipped: bool
    """How places are turned first so that the lines stand upright, the second to the right."""
    xa: float
    xb: float
    sides: tuple[float, float, float, float]
    """From where to where they are passed: the first line, then the second."""

    def holds(self, x: Floats, y: Floats) -> Bools:
        """Tell which points any of the lines passes, or all but."""
        if self.turned:
            x, y = y, x
        t = ((-x if self.flipped else x) - self.xa) / (self.xb - self.xa)
        p0, p1, q0, q1 = self.sides
        low = np.minimum(p0 * (1 - t), p1 * (1 - t)) + np.minimum(q0 * t, q1 * t)
        high = np.maximum(p0 * (1 - t), p1 * (1 - t)) + np.maximum(q0 * t, q1 * t)
        held: Bools = (y >= low - 1) & (y <= high + 1)
        return held


class Left(NamedTuple):
    """What is left of the ways between two spaces."""

    lines: Floats
    """Some endless lines (x, y, x, y) that perhaps lead there."""
    strip: Strip
    """No other line leads there."""


def shut(
    a: Footprint, targets: Sequence[Footprint], s: Pieces, joints: Joints
) -> tuple[Bools, dict[int, Left]]:
    """Tell to which targets walls surely shut the way; no answer where false.

    The second answer is what is left for the others, by the number of the target; nothing is
    known of those that touch the first space.
    """
    out = np.zeros(len(targets), dtype=bool)
    if not targets or not len(s):
        return out, {}
    frame = _turned(a, targets)
    if len(s) > 2 * _FIRST and len(frame.which):
        first = _first(a, s, joints)
        done = _Search(frame, first, s, joints, hints=0, depth=_SHALLOW).run()
        out[frame.which[done]] = True
        frame = frame.take(np.flatnonzero(~done))
    if not len(frame.which):
        return out, {}
    some = [a, *(targets[i] for i in frame.which.tolist())]
    left, top = min(t.x for t in some), min(t.y for t in some)
    right, bottom = max(t.right for t in some), max(t.bottom for t in some)
    search = _Search(frame, s.near(left, top, right, bottom), s, joints)
    done = search.run()
    out[frame.which] = done
    open_ = np.flatnonzero(~done).tolist()
    return out, {int(frame.which[i]): search.left(frame, i) for i in open_}


def _first(a: Footprint, s: Pieces, joints: Joints) -> Ints:
    """Return the pieces around a space, which shut most of the ways."""
    if a not in joints.around:
        if len(joints.around) >= _SPACES:
            joints.around.clear()
        joints.around[a] = _nearest(a, s)
    return joints.around[a]


def _nearest(a: Footprint, s: Pieces) -> Ints:
    x0, x1, y0, y1 = s.bounds
    far = np.maximum(
        np.maximum(x0 - a.right, a.x - x1),
        np.maximum(y0 - a.bottom, a.y - y1),
    )
    return np.sort(np.argpartition(far, _FIRST)[:_FIRST])


_Line = tuple[float, float, float, float]


class _Ends(NamedTuple):
    """Ends of pieces still to be judged: the box, the group of pieces, the side to its lines.

    ``side`` is that to the middle line of the box. To all its lines it lies within ``by_p`` and
    ``by_q`` of that: so much it changes when a line is moved to the border, at either space.
    """

    box: Ints
    group: Ints
    side: Floats
    by_p: Floats
    by_q: Floats

    def take(self, which: Ints) -> _Ends:
        box, group, side, by_p, by_q = self
        return _Ends(box[which], group[which], side[which], by_p[which], by_q[which])


class _Lines(NamedTuple):
    """Boxes of lines: which pair, where the middle line passes first and last.

    The others pass at most half a side of the box above or below that.
    """

    pair: Ints
    p: Floats
    q: Floats
    half_p: Floats
    half_q: Floats

    def take(self, which: Ints) -> _Lines:
        pair, p, q, half_p, half_q = self
        return _Lines(pair[which], p[which], q[which], half_p[which], half_q[which])


class _Search:
    """The search for one space and its targets."""

    def __init__(
        self,
        frame: _Frame,
        some: Ints,
        s: Pieces,
        joints: Joints,
        hints: int = _HINTS,
        depth: int = _DEPTH,
    ) -> None:
        self.xa, self.xb = frame.a[2], frame.b[0]
        self.lines = _all_lines(frame.a, frame.b)
        self.spaces = _Spaces.of(frame.a, frame.b)
        self.hints: dict[int, list[_Line]] = {}
        self._wanted, self._depth = hints, depth
        self._told = np.zeros(len(frame.which), dtype=bool)
        self._strips = np.repeat([[np.inf], [-np.inf], [np.inf], [-np.inf]], len(self.xa), axis=1)
        pair, piece, sides = self._near(frame, s.take(some))
        self.groups, group = _grouped(pair, some[piece], joints)
        self.ends = _Ends(np.tile(pair, 2), np.tile(group, 2), *(v.ravel() for v in sides))

    def _near(self, frame: _Frame, s: Pieces) -> tuple[Ints, Ints, tuple[Floats, ...]]:
        """Return pairs of spaces and pieces between them, and on which side their ends lie."""
        left, top = np.minimum(frame.a[0], frame.b[0]), np.minimum(frame.a[1], frame.b[1])
        right, bottom = np.maximum(frame.a[2], frame.b[2]), np.maximum(frame.a[3], frame.b[3])
        box = np.stack((left, top, right, bottom))
        box = np.where(frame.flipped, np.stack((-box[2], box[1], -box[0], box[3])), box)
        box = np.where(frame.turned, box[[1, 0, 3, 2]], box)
        x0, x1, y0, y1 = s.bounds
        near = (x1 >= box[0][:, None]) & (x0 <= box[2][:, None])
        near &= (y1 >= box[1][:, None]) & (y0 <= box[3][:, None])
        near &= s.side == 0
        pair, piece = np.nonzero(near)
        x, y = _seen_from(frame, s, pair, piece)
        kept = self._between(frame, pair, x, y)
        pair, piece = pair[kept], piece[kept]
        side, by_p, by_q = self._sides(pair, x.take(kept, axis=1), y.take(kept, axis=1))
        slack = np.abs(by_p) + np.abs(by_q)
        (low, low_too), (high, high_too) = side - slack, side + slack
        kept = np.flatnonzero((np.minimum(low, low_too) <= 0) & (np.maximum(high, high_too) >= 0))
        return pair[kept], piece[kept], tuple(v.take(kept, axis=1) for v in (side, by_p, by_q))

    def _between(self, frame: _Frame, pair: Ints, x: Floats, y: Floats) -> Ints:
        """Keep the pieces that lie behind the first space and before the second."""
        (_, top, right, bottom), (left, top_b, _, bottom_b) = frame.a, frame.b
        _, p, q, half_p, half_q = self.lines
        up, down = q + half_q < p - half_p, q - half_q > p + half_p
        none = np.full(len(top), np.inf)
        behind_up, behind_down = np.where(up, top, -none), np.where(down, bottom, none)
        before_up, before_down = np.where(up, bottom_b, none), np.where(down, top_b, -none)
        x0, x1, y0, y1 = np.minimum(*x), np.maximum(*x), np.minimum(*y), np.maximum(*y)
        behind = (x0 >= right[pair]) | (y1 <= behind_up[pair]) | (y0 >= behind_down[pair])
        before = (x1 <= left[pair]) | (y0 >= before_up[pair]) | (y1 <= before_down[pair])
        return np.flatnonzero(behind & before)

    def _sides(self, pair: Ints, x: Floats, y: Floats) -> tuple[Floats, Floats, Floats]:
        """Return on which side of the middle lines points lie, and how much that changes."""
        _, p, q, half_p, half_q = self.lines.take(pair)
        xa, xb = self.xa[pair], self.xb[pair]
        by_p, by_q = x - xb, xa - x
        side = (xb - xa) * y + p * by_p + q * by_q
        return side, by_p * half_p, by_q * half_q

    # -- boxes ---------------------------------------------------------------------------

    def run(self) -> Bools:
        """Tell which pairs are shut."""
        n, lines, ends = len(self.lines.pair), self.lines, self.ends
        marks = np.zeros((n, self.groups), dtype=np.uint8)
        doubtful = np.zeros(n, dtype=bool)
        depth = 0
        while True:
            ends = _judged(ends, marks)
            open_: Bools = ~np.any(marks == _BOTH, axis=1)
            last = depth >= self._depth or np.count_nonzero(open_) > _BOXES
            given_up = open_.copy()
            if not last:
                given_up[ends.box] = False
            if given_up.any():
                self._note(lines, np.flatnonzero(given_up))
            split = open_ & ~given_up & ~self._told[lines.pair]
            if self._wanted:
                self._leave(lines.take(np.flatnonzero(open_ & ~split)))
            doubtful[lines.pair[given_up]] = True
            left = np.flatnonzero(split)
            if not len(left):
                break
            few = len(left) <= _FEW and depth + 2 <= self._depth
            lines, ends, parent = self._split(lines, ends, left, 4 if few else 2)
            depth, marks = depth + (2 if few else 1), marks[parent]
        return ~doubtful

    def _note(self, lines: _Lines, boxes: Ints) -> None:
        """Note for each pair the middle lines of some boxes, where they meet both spaces."""
        if not self._wanted:
            self._told[lines.pair[boxes]] = True
            return
        some = lines.take(boxes[~self._told[lines.pair[boxes]]])
        some = some.take(np.flatnonzero(self.spaces.perhaps_met(some, exactly=True)))
        for pair, p, q in zip(*(column.tolist() for column in some[:3]), strict=True):
            found = self.hints.setdefault(pair, [])
            if len(found) < self._wanted:
                found.append((float(self.xa[pair]), p, float(self.xb[pair]), q))
        for pair, found in self.hints.items():
            self._told[pair] = len(found) >= self._wanted

    def _leave(self, lines: _Lines) -> None:
        """Note boxes in which no more is looked for."""
        pair, p, q, half_p, half_q = lines
        p0, p1, q0, q1 = self._strips
        np.minimum.at(p0, pair, p - half_p)
        np.maximum.at(p1, pair, p + half_p)
        np.minimum.at(q0, pair, q - half_q)
        np.maximum.at(q1, pair, q + half_q)

    def left(self, frame: _Frame, i: int) -> Left:
        """Return what is left of the ways of one pair that is not shut."""
        lines = frame.back(i, np.array(self.hints.get(i, ())).reshape(-1, 4))
        p0, p1, q0, q1 = self._strips[:, i].tolist()
        turned, flipped = bool(frame.turned[i]), bool(frame.flipped[i])
        return Left(
            lines, Strip(turned, flipped, float(self.xa[i]), float(self.xb[i]), (p0, p1, q0, q1))
        )

    def _split(
        self, lines: _Lines, ends: _Ends, left: Ints, parts: int
    ) -> tuple[_Lines, _Ends, Ints]:
        """Split both sides of the boxes that are left; those that lead nowhere go."""
        k, (by_p, by_q) = len(left), _steps(parts)
        some = lines.take(left)
        made = _Lines(
            np.tile(some.pair, parts * parts),
            (some.p + by_p * some.half_p).ravel(),
            (some.q + by_q * some.half_q).ravel(),
            np.tile(some.half_p / parts, parts * parts),
            np.tile(some.half_q / parts, parts * parts),
        )
        kept = np.flatnonzero(self.spaces.perhaps_met(made))
        new = np.full(parts * parts * k, -1)
        new[kept] = np.arange(len(kept))
        old = np.full(len(lines.pair), -1)
        old[left] = np.arange(k)
        box = old[ends.box]
        mine = np.flatnonzero(box >= 0)
        _, group, side, slope_p, slope_q = ends.take(mine)
        boxes = new.reshape(-1, k).take(box[mine], axis=1).ravel()
        here = np.flatnonzero(boxes >= 0)
        at = np.tile(np.arange(len(mine)), parts * parts)[here]
        side = (side + by_p * slope_p + by_q * slope_q).ravel()[here]
        found = _Ends(boxes[here], group[at], side, slope_p[at] / parts, slope_q[at] / parts)
        return made.take(kept), found, left[kept % k]


@cache
def _steps(parts: int) -> tuple[Floats, Floats]:
    """Return where the middles of all parts of a box lie, from -1 to 1 along both its sides."""
    steps = np.arange(1 - parts, parts, 2) / parts
    return np.repeat(steps, parts)[:, None], np.tile(steps, parts)[:, None]


_ABOVE, _BELOW, _BOTH = 1, 2, 3
"""On which side of all lines of a box a group of pieces has an end."""


def _judged(ends: _Ends, marks: npt.NDArray[np.uint8]) -> _Ends:
    """Mark which groups lie above or below all lines of a box; keep the other ends."""
    slack = np.abs(ends.by_p) + np.abs(ends.by_q)
    over, under = ends.side > slack, ends.side < -slack
    at = ends.box * marks.shape[1] + ends.group
    flat = marks.reshape(-1)
    flat[at[over]] |= _ABOVE
    flat[at[under]] |= _BELOW
    rest = np.flatnonzero(~(over | under))
    return ends.take(rest)


class _Spaces(NamedTuple):
    """Both spaces of each pair, as lines meet them: [first or second, pair].

    A line passes the outer side of a space at ``by_p`` times its p and ``by_q`` times its q.
    """

    by_p: Floats
    by_q: Floats
    top: Floats
    bottom: Floats

    @classmethod
    def of(cls, a: Floats, b: Floats) -> _Spaces:
        share = (np.stack((a[0], b[2])) - a[2]) / (b[0] - a[2])
        return cls(1 - share, share, np.stack((a[1], b[1])), np.stack((a[3], b[3])))

    def perhaps_met(self, lines: _Lines, exactly: bool = False) -> Bools:
        """Tell whether perhaps any line of a box meets both spaces; ``exactly``: the middle one."""
        pair, p, q, half_p, half_q = lines
        by_p, by_q, top, bottom = (v.take(pair, axis=1) for v in self)
        outer, inner = by_p * p + by_q * q, np.stack((p, q))
        low, high = np.minimum(outer, inner), np.maximum(outer, inner)
        if not exactly:
            wide = np.abs(by_p) * half_p + np.abs(by_q) * half_q
            narrow = np.stack((half_p, half_q))
            low = np.minimum(outer - wide, inner - narrow) - 1
            high = np.maximum(outer + wide, inner + narrow) + 1
        one, other = (low <= bottom) & (high >= top)
        met: Bools = one & other
        return met


def _seen_from(frame: _Frame, s: Pieces, pair: Ints, piece: Ints) -> tuple[Floats, Floats]:
    """Return the ends of pieces, turned like the spaces of their pairs; x and y: [end, pair]."""
    x, y = np.stack((s.ax, s.bx)).astype(np.float64), np.stack((s.ay, s.by)).astype(np.float64)
    ways = np.concatenate((x, y, -x, -y), axis=1), np.concatenate((y, x, y, x), axis=1)
    at = (frame.turned + 2 * frame.flipped)[pair] * len(s) + piece
    return ways[0].take(at, axis=1), ways[1].take(at, axis=1)


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
    p0, p1 = np.floor(np.min(p, axis=0)) - 1, np.ceil(np.max(p, axis=0)) + 1
    q0, q1 = np.floor(np.min(q, axis=0)) - 1, np.ceil(np.max(q, axis=0)) + 1
    pair = np.arange(a.shape[1])
    return _Lines(pair, (p0 + p1) / 2, (q0 + q1) / 2, (p1 - p0) / 2, (q1 - q0) / 2)


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
