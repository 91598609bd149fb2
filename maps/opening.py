"""Whether any line at all leads from one space to another: what decides it.

A chain of walls from one side of the way to the other shuts it. Otherwise, when some
line is clear, one is clear that touches two vertices: corners of the spaces, ends of
wall pieces between them, or places where a piece enters a space.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import gcd
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from maps.contact import ONE, ZERO, Piece, Tube, Vector, span
from maps.grid import Footprint, Point
from maps.pairing import spread
from maps.pieces import Bools, Ints, Numbers, Pieces
from maps.shut import Strip

Floats = npt.NDArray[np.float64]
_NEAR = 1e-6  # sub-units: what is nearer than this goes on to the exact test
_AT_ONCE = 12
"""So many walls are tried at a time: the first ones stop most lines."""
_Edge = tuple[int, int, int]


class Way:
    """The hull of two spaces and the pieces in it.

    Lines that do not lie in a ``strip`` are known to be stopped.
    """

    def __init__(
        self, a: Footprint, b: Footprint, pieces: Pieces, strip: Strip | None = None
    ) -> None:
        self.a, self.b, self.strip = a, b, strip
        self.edges = _hull_edges(a, b)
        self.near = self._meeting(pieces)

    def _meeting(self, pieces: Pieces) -> Pieces:
        """Return the pieces that meet the hull, or all but."""
        a, b = self.a, self.b
        box = min(a.x, b.x), min(a.y, b.y), max(a.right, b.right), max(a.bottom, b.bottom)
        near = pieces.take(pieces.near(*box))
        if not len(near):
            return near
        out = np.zeros(len(near), dtype=bool)
        for nx, ny, c in self.edges:
            out |= (nx * near.ax + ny * near.ay > c) & (nx * near.bx + ny * near.by > c)
        return near.take(np.flatnonzero(~out))

    def _holds(self, x: Ints, y: Ints) -> Bools:
        inside = np.ones(len(x), dtype=bool)
        for nx, ny, c in self.edges:
            inside &= nx * x + ny * y <= c
        return inside

    # -- the quick proof -----------------------------------------------------------------

    def is_shut(self) -> bool:
        """Whether a chain of pieces surely crosses the whole way; no answer when false."""
        bridges = _bridges(self.a, self.b)
        if len(bridges) != 2 or not len(self.near):
            return False
        s = self.near
        whole = (s.side == 0) & ~_enters(s, self.a) & ~_enters(s, self.b)
        whole &= s.owner >= 0  # the edges of what is dense within stop nothing
        s = s.take(np.flatnonzero(whole))
        ends = [_crosses(s, *bridge) for bridge in bridges]
        if (ends[0] & ends[1]).any():
            return True
        if not (ends[0].any() and ends[1].any()):
            return False
        return self._is_linked(s, ends[0], ends[1])

    def _is_linked(self, s: Pieces, first: Bools, second: Bools) -> bool:
        """Whether pieces that share ends within the hull lead from a first to a second one."""
        at: dict[tuple[int, int], list[int]] = {}
        own: list[list[tuple[int, int]]] = [[] for _ in range(len(s))]
        for xs, ys in ((s.ax, s.ay), (s.bx, s.by)):
            held = np.flatnonzero(self._holds(xs, ys))
            for i, x, y in zip(held.tolist(), xs[held].tolist(), ys[held].tolist(), strict=True):
                at.setdefault((x, y), []).append(i)
                own[i].append((x, y))
        todo = np.flatnonzero(first).tolist()
        seen = set(todo)
        while todo:
            i = todo.pop()
            if second[i]:
                return True
            for place in own[i]:
                fresh = [j for j in at[place] if j not in seen]
                seen.update(fresh)
                todo += fresh
        return False

    # -- the full search -----------------------------------------------------------------

    def candidates(self, marks: Pieces) -> Iterator[tuple[Tube, list[Piece]]]:
        """Yield the lines to test when all lines between corners are blocked, and their pieces.

        ``marks`` stop nothing by themselves but have ends that count.
        """
        others = self._meeting(marks) if len(marks) else marks
        vertices = self._vertices(others)
        at = np.array([(float(x), float(y)) for x, y in vertices])
        if self.strip is not None:
            held = np.flatnonzero(self.strip.holds(at[:, 0], at[:, 1]))
            vertices, at = [vertices[i] for i in held.tolist()], at[held]
        first, second = np.triu_indices(len(vertices), 1)
        for space in (self.a, self.b):
            keep = _hits(at.take(first, axis=0), at.take(second, axis=0), space)
            first, second = first[keep], second[keep]
        walls = _columns(self.near.take(np.flatnonzero(self.near.side == 0)))
        touching = _Touching(merged((self.near, others)))
        seen: set[tuple[int, int, int]] = set()
        ways = _Stretches.between(at[first], at[second], self.a, self.b)
        for begin in range(0, len(walls), _AT_ONCE):
            free = ways.perhaps_free(walls[begin : begin + _AT_ONCE])
            first, second, ways = first[free], second[free], ways.take(free)
        for i, j in zip(first.tolist(), second.tolist(), strict=True):
            line = _line(vertices[i], vertices[j])
            if line is None or line not in seen:
                seen.update(() if line is None else (line,))
                rows = touching.rows(at[i], at[j])
                for tube in _tubes(self.a, self.b, vertices[i], vertices[j]):
                    yield tube, rows

    def _vertices(self, marks: Pieces) -> list[Vector]:
        found: dict[Vector, None] = dict.fromkeys((*self.a.corners(), *self.b.corners()))
        for s in (self.near, marks) if len(marks) else (self.near,):
            xs, ys = np.concatenate((s.ax, s.bx)), np.concatenate((s.ay, s.by))
            held = self._holds(xs, ys)
            if self.strip is not None:
                held &= self.strip.holds(xs.astype(np.float64), ys.astype(np.float64))
            found.update(dict.fromkeys(zip(xs[held].tolist(), ys[held].tolist(), strict=True)))
            for space in (self.a, self.b):
                for i in np.flatnonzero(_enters(s, space)):
                    found.update(dict.fromkeys(_entries(space, s.row(int(i)))))
        return list(found)


class _Touching:
    """Finds the pieces that an endless line touches, or all but."""

    def __init__(self, pieces: Pieces) -> None:
        self.pieces, self.at = pieces, _columns(pieces)

    def rows(self, p: Floats, q: Floats) -> list[Piece]:
        """Return the pieces that the line through p and q touches."""
        dx, dy = q - p
        sa = dx * (self.at[:, 1] - p[1]) - dy * (self.at[:, 0] - p[0])
        sb = dx * (self.at[:, 3] - p[1]) - dy * (self.at[:, 2] - p[0])
        slack = _NEAR * float(np.hypot(dx, dy))
        hit = (np.minimum(sa, sb) <= slack) & (np.maximum(sa, sb) >= -slack)
        return [self.pieces.row(int(i)) for i in np.flatnonzero(hit)]


Found = tuple[tuple[float, float], tuple[float, float]]
"""Both ends of a line."""
_TRIED = 2
"""So many lines of each pair of spaces are tried first; mostly one of them is free."""


def untouched(
    a: Footprint, some: Sequence[tuple[Footprint, Floats]], s: Pieces
) -> list[Found | None]:
    """Return the part between two spaces of an endless line that surely meets no piece there.

    One for each of some spaces, which may not overlap ``a``; the lines to it are rows of
    x, y, x, y.
    """
    found: list[Found | None] = [None] * len(some)
    for begin, end in ((0, _TRIED), (_TRIED, None)):
        left = [i for i, (_, lines) in enumerate(some) if found[i] is None and len(lines) > begin]
        if left:
            tried = [(some[i][0], some[i][1][begin:end]) for i in left]
            for i, line in zip(left, _first_free(a, tried, s), strict=True):
                found[i] = line
    return found


def _first_free(
    a: Footprint, some: Sequence[tuple[Footprint, Floats]], s: Pieces
) -> list[Found | None]:
    """Return the first line to each space that surely meets no piece."""
    pair = np.repeat(np.arange(len(some)), [len(lines) for _, lines in some])
    table = np.concatenate([lines for _, lines in some])
    p, d = table[:, :2], table[:, 2:] - table[:, :2]
    boxes = np.array([(b.x, b.y, b.right, b.bottom) for b, _ in some])
    (a0, a1), (b0, b1) = _part(p, d, _sides(a)), _part(p, d, tuple(boxes[pair].T))
    lo, hi = np.where(a0 < b0, a1, b1), np.where(a0 < b0, b0, a0)
    free = (a0 <= a1) & (b0 <= b1) & (lo <= hi)
    line, piece = _beside(a, boxes, pair, s)
    met = _meets(p, d, (lo, hi), line, s.take(piece))
    free[line[met]] = False
    found: list[Found | None] = [None] * len(some)
    for k in np.flatnonzero(free).tolist()[::-1]:
        x0, y0 = p[k] + a1[k] * d[k]
        x1, y1 = p[k] + b0[k] * d[k]
        found[pair[k]] = (float(x0), float(y0)), (float(x1), float(y1))
    return found


def _beside(a: Footprint, boxes: Ints, pair: Ints, s: Pieces) -> tuple[Ints, Ints]:
    """Return the pairs of line and piece whose bounds, those of both spaces, touch."""
    x0, x1, y0, y1 = s.bounds
    left, top, right, bottom = (c[:, None] for c in boxes.T)
    near = (x1 >= np.minimum(left, a.x)) & (x0 <= np.maximum(right, a.right))
    near &= (y1 >= np.minimum(top, a.y)) & (y0 <= np.maximum(bottom, a.bottom))
    at, piece = np.nonzero(near)
    line, which = spread(pair, at)
    return line, piece[which]


def _meets(p: Floats, d: Floats, part: tuple[Floats, Floats], line: Ints, s: Pieces) -> Bools:
    """Whether stretches of lines perhaps meet walls, pair by pair; surely not where false."""
    length = np.hypot(d[:, 0], d[:, 1])
    columns = (p[:, 0], p[:, 1], d[:, 0] / length, d[:, 1] / length, *(v * length for v in part))
    px, py, ux, uy, low, high = (c[line] for c in columns)
    ax, ay, bx, by = s.ax - px, s.ay - py, s.bx - px, s.by - py
    sa, sb = ux * ay - uy * ax, ux * by - uy * bx
    least, most = np.minimum(sa, sb), np.maximum(sa, sb)
    out = (least <= _NEAR) & (most >= -_NEAR)
    i = np.flatnonzero(out)
    sa, sb, ta, tb = sa[i], sb[i], (ux * ax + uy * ay)[i], (ux * bx + uy * by)[i]
    low, high = low[i] - _NEAR, high[i] + _NEAR
    with np.errstate(divide="ignore", invalid="ignore"):
        t = ta + (tb - ta) * np.clip(sa / (sa - sb), 0, 1)
    beyond = (t < low) | (t > high)
    crossing = (least[i] < -_NEAR) & (most[i] > _NEAR)
    outside = (np.maximum(ta, tb) < low) | (np.minimum(ta, tb) > high)
    out[i] = ~np.where(crossing, beyond, outside)
    return out


def _columns(s: Pieces) -> Floats:
    return np.stack((s.ax, s.ay, s.bx, s.by), axis=1).astype(np.float64)


def _line(p: Vector, q: Vector) -> tuple[int, int, int] | None:
    """Name the endless line through two whole points, the same for all pairs on it."""
    if not all(isinstance(v, int) for v in (*p, *q)):
        return None
    dx, dy = int(q[0] - p[0]), int(q[1] - p[1])
    part = gcd(dx, dy)
    if dx < 0 or (dx == 0 and dy < 0):
        part = -part
    dx, dy = dx // part, dy // part
    return dx, dy, int(dx * p[1] - dy * p[0])


def _hull_edges(a: Footprint, b: Footprint) -> list[_Edge]:
    """Return half planes (nx, ny, c), nx·x + ny·y <= c, whose common part is the hull."""
    points = sorted({*a.corners(), *b.corners()})
    ring = [*_chain(points), *_chain(points[::-1])]
    edges = []
    for p, q in zip(ring, ring[1:] + ring[:1], strict=True):
        nx, ny = q.y - p.y, p.x - q.x
        edges.append((nx, ny, nx * p.x + ny * p.y))
    return edges


def _chain(points: Sequence[Point]) -> list[Point]:
    """Return one half of the hull of sorted points, without its last point."""
    chain: list[Point] = []
    for r in points:
        while len(chain) > 1:
            p, q = chain[-2:]
            if (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x) > 0:
                break
            chain.pop()
        chain.append(r)
    return chain[:-1]


def _bridges(a: Footprint, b: Footprint) -> list[tuple[Point, Point]]:
    """Return the two edges of the hull that join the spaces; none when they touch."""
    if a.x <= b.right and b.x <= a.right and a.y <= b.bottom and b.y <= a.bottom:
        return []
    points = [*a.corners(), *b.corners()]
    best: dict[int, tuple[int, Point, Point]] = {}
    for p in a.corners():
        for q in b.corners():
            dx, dy = q.x - p.x, q.y - p.y
            turns = [dx * (r.y - p.y) - dy * (r.x - p.x) for r in points]
            side = 1 if min(turns) >= 0 else -1 if max(turns) <= 0 else 0
            length = dx * dx + dy * dy
            if side and (side not in best or length < best[side][0]):
                best[side] = (length, p, q)
    return [(p, q) for _, p, q in best.values()]


def _crosses(s: Pieces, p: Point, q: Point) -> Bools:
    """Whether pieces cross the line p→q properly, strictly between its ends."""
    dx, dy = q.x - p.x, q.y - p.y
    sa = dx * (s.ay - p.y) - dy * (s.ax - p.x)
    sb = dx * (s.by - p.y) - dy * (s.bx - p.x)
    ex, ey = s.bx - s.ax, s.by - s.ay
    c1 = ex * (p.y - s.ay) - ey * (p.x - s.ax)
    c2 = ex * (q.y - s.ay) - ey * (q.x - s.ax)
    crossed: Bools = (np.sign(sa) * np.sign(sb) < 0) & (np.sign(c1) * np.sign(c2) < 0)
    return crossed


def _enters(s: Pieces, space: Footprint) -> Bools:
    """Whether pieces run through the interior of a space."""
    x0, x1, y0, y1 = s.bounds
    entered: Bools = (x1 > space.x) & (x0 < space.right) & (y1 > space.y) & (y0 < space.bottom)
    near = np.flatnonzero(entered)
    if len(near):
        s = s.take(near)
        ex, ey = s.bx - s.ax, s.by - s.ay
        turns = np.stack([ex * (c.y - s.ay) - ey * (c.x - s.ax) for c in space.corners()])
        entered[near] = (turns.min(axis=0) < 0) & (turns.max(axis=0) > 0)
    return entered


def _entries(space: Footprint, s: Piece) -> list[Vector]:
    """Return where a piece crosses the border of a space."""
    origin, d = (s.ax, s.ay), (s.bx - s.ax, s.by - s.ay)
    part = span(space, origin, d)
    if part is None:
        return []
    return [(origin[0] + t * d[0], origin[1] + t * d[1]) for t in part if ZERO <= t <= ONE]


def _hits(p: Floats, q: Floats, space: Footprint) -> Bools:
    """Whether endless lines touch a space."""
    (px, py), (dx, dy) = p.T, (q - p).T
    turns = [dx * (c.y - py) - dy * (c.x - px) for c in space.corners()]
    low, high = np.minimum(*turns[:2]), np.maximum(*turns[:2])
    for turn in turns[2:]:
        low, high = np.minimum(low, turn), np.maximum(high, turn)
    slack = _NEAR * np.hypot(dx, dy)
    hit: Bools = (low <= slack) & (high >= -slack)
    return hit


Sides = tuple[Numbers, Numbers, Numbers, Numbers] | tuple[int, int, int, int]
"""Left, top, right, bottom: of one space, or of one for each line."""


def _sides(space: Footprint) -> Sides:
    return space.x, space.y, space.right, space.bottom


def _part(p: Floats, d: Floats, sides: Sides) -> tuple[Floats, Floats]:
    """Return the stretch of each endless line in a space, roughly."""
    (px, py), (dx, dy), (left, top, right, bottom) = p.T, d.T, sides
    with np.errstate(divide="ignore", invalid="ignore"):
        x0, x1, y0, y1 = (left - px) / dx, (right - px) / dx, (top - py) / dy, (bottom - py) / dy
    lo, hi = np.minimum(x0, x1), np.maximum(x0, x1)
    lo_y, hi_y = np.minimum(y0, y1), np.maximum(y0, y1)
    flat_x, flat_y = dx == 0, dy == 0
    lo[flat_x], hi[flat_x] = -np.inf, np.inf
    lo_y[flat_y], hi_y[flat_y] = -np.inf, np.inf
    return np.maximum(lo, lo_y), np.minimum(hi, hi_y)


class _Stretches(NamedTuple):
    """Parts of endless lines between two spaces, as rows."""

    p: Floats
    way: Floats
    """A step along the line, one sub-unit long."""
    lo: Floats
    hi: Floats
    """From how many steps to how many."""

    @classmethod
    def between(cls, p: Floats, q: Floats, a: Footprint, b: Footprint) -> _Stretches:
        """Take the parts of lines through p and q."""
        d = q - p
        (a0, a1), (b0, b1) = _part(p, d, _sides(a)), _part(p, d, _sides(b))
        first = a0 + a1 < b0 + b1
        length = np.hypot(d[:, 0], d[:, 1])
        lo, hi = np.where(first, a1, b1) * length, np.where(first, b0, a0) * length
        return cls(p, d / length[:, None], lo, hi)

    def take(self, which: Ints) -> _Stretches:
        return _Stretches(*(column[which] for column in self))

    def perhaps_free(self, walls: Floats) -> Ints:
        """Return those that no wall crosses well clear of their ends."""
        px, py, ux, uy = (v[:, None] for v in (*self.p.T, *self.way.T))
        ax, ay, bx, by = walls[:, 0] - px, walls[:, 1] - py, walls[:, 2] - px, walls[:, 3] - py
        sa, sb = ux * ay - uy * ax, ux * by - uy * bx
        line, wall = np.nonzero((np.minimum(sa, sb) < -_NEAR) & (np.maximum(sa, sb) > _NEAR))
        sa, sb = sa[line, wall], sb[line, wall]
        ta, tb = (
            x[line, wall] * self.way[line, 0] + y[line, wall] * self.way[line, 1]
            for x, y in ((ax, ay), (bx, by))
        )
        # the place on the line divides the piece in the ratio of the two distances from it
        t = ta + sa / (sa - sb) * (tb - ta)
        crossed = (t > self.lo[line] + _NEAR) & (t < self.hi[line] - _NEAR)
        free = np.ones(len(self.p), dtype=bool)
        free[line[crossed]] = False
        return np.flatnonzero(free)


def _tubes(a: Footprint, b: Footprint, p: Vector, q: Vector) -> Iterator[Tube]:
    """Yield the connecting part of the line through two vertices.

    Where it runs along an edge that both spaces have, that is each end of the common part.
    """
    d = (q[0] - p[0], q[1] - p[1])
    one, two = span(a, p, d), span(b, p, d)
    if one is None or two is None:
        return
    if sum(one) > sum(two):
        d = (-d[0], -d[1])
        one, two = (-one[1], -one[0]), (-two[1], -two[0])
    if one[1] < two[0]:
        yield Tube(p, d, a, b, one[1], two[0])
        return
    for t in {max(one[0], two[0]), min(one[1], two[1])}:
        yield Tube((p[0] + t * d[0], p[1] + t * d[1]), (0, 0), a, b)


def merged(pieces: Sequence[Pieces]) -> Pieces:
    """Join pieces of several kinds."""
    columns = [(s.ax, s.ay, s.bx, s.by, s.owner, s.side) for s in pieces]
    return Pieces(*(np.concatenate(c) for c in zip(*columns, strict=True)))
