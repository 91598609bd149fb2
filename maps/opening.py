"""Whether any line at all leads from one space to another: what decides it.

A chain of walls from one side of the way to the other shuts it. Otherwise, when some
line is clear, one is clear that touches two vertices: corners of the spaces, ends of
wall pieces between them, or places where a piece enters a space.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import gcd

import numpy as np
import numpy.typing as npt

from maps.contact import ONE, ZERO, Piece, Tube, Vector, span
from maps.grid import Footprint, Point
from maps.pieces import Bools, Ints, Pieces

Floats = npt.NDArray[np.float64]
_NEAR = 1e-6  # sub-units: what is nearer than this goes on to the exact test
_AT_ONCE = 12
"""So many walls are tried at a time: the first ones stop most lines."""
_Edge = tuple[int, int, int]


class Way:
    """The hull of two spaces and the pieces in it."""

    def __init__(self, a: Footprint, b: Footprint, pieces: Pieces) -> None:
        self.a, self.b = a, b
        self.edges = _hull_edges(a, b)
        self.near = self._meeting(pieces)

    def _meeting(self, pieces: Pieces) -> Pieces:
        """Return the pieces that meet the hull, or all but."""
        a, b = self.a, self.b
        box = min(a.x, b.x), min(a.y, b.y), max(a.right, b.right), max(a.bottom, b.bottom)
        near = pieces.take(pieces.near(*box))
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
        others = self._meeting(marks)
        vertices = self._vertices(others)
        first, second = np.triu_indices(len(vertices), 1)
        at = np.array([(float(x), float(y)) for x, y in vertices])
        keep = _hits(at[first], at[second], self.a) & _hits(at[first], at[second], self.b)
        first, second = first[keep], second[keep]
        walls = _columns(self.near.take(np.flatnonzero(self.near.side == 0)))
        touching = _Touching(merged((self.near, others)))
        seen: set[tuple[int, int, int]] = set()
        free = np.arange(len(first))
        for begin in range(0, len(walls), _AT_ONCE):
            some = walls[begin : begin + _AT_ONCE]
            p, q = at[first[free]], at[second[free]]
            free = free[_perhaps_free(p, q, self.a, self.b, some)]
        for k in free:
            i, j = first[k], second[k]
            line = _line(vertices[i], vertices[j])
            if line is None or line not in seen:
                seen.update(() if line is None else (line,))
                rows = touching.rows(at[i], at[j])
                for tube in _tubes(self.a, self.b, vertices[i], vertices[j]):
                    yield tube, rows

    def _vertices(self, marks: Pieces) -> list[Vector]:
        found: dict[Vector, None] = dict.fromkeys((*self.a.corners(), *self.b.corners()))
        for s in (self.near, marks):
            for xs, ys in ((s.ax, s.ay), (s.bx, s.by)):
                held = self._holds(xs, ys)
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


def untouched(
    a: Footprint, b: Footprint, lines: Floats, pieces: Pieces
) -> tuple[tuple[float, float], tuple[float, float]] | None:
    """Return the part between two spaces of an endless line that surely meets no piece there.

    ``lines`` are rows of x, y, x, y; spaces may not overlap.
    """
    p, d = lines[:, :2], lines[:, 2:] - lines[:, :2]
    (a0, a1), (b0, b1) = _part(p, d, a), _part(p, d, b)
    lo, hi = np.where(a0 < b0, a1, b1), np.where(a0 < b0, b0, a0)
    box = min(a.x, b.x), min(a.y, b.y), max(a.right, b.right), max(a.bottom, b.bottom)
    walls = _columns(pieces.take(pieces.near(*box)))
    far = (a0 <= a1) & (b0 <= b1) & (lo <= hi)
    free = np.flatnonzero(far & ~_meets(p, d, (lo, hi), walls).any(axis=1))
    if not len(free):
        return None
    k = int(free[0])
    ends = (float(x) for t in (a1[k], b0[k]) for x in p[k] + t * d[k])
    return (next(ends), next(ends)), (next(ends), next(ends))


def _meets(p: Floats, d: Floats, part: tuple[Floats, Floats], walls: Floats) -> Bools:
    """Whether stretches of lines perhaps meet walls; surely not where false."""
    px, py, dx, dy = (v[:, None] for v in (p[:, 0], p[:, 1], d[:, 0], d[:, 1]))
    length = np.hypot(dx, dy)
    ax, ay, bx, by = walls[:, 0] - px, walls[:, 1] - py, walls[:, 2] - px, walls[:, 3] - py
    sa, sb = (dx * ay - dy * ax) / length, (dx * by - dy * bx) / length
    near = (np.minimum(sa, sb) <= _NEAR) & (np.maximum(sa, sb) >= -_NEAR)
    ta, tb = (dx * ax + dy * ay) / length, (dx * bx + dy * by) / length
    with np.errstate(divide="ignore", invalid="ignore"):
        t = ta + (tb - ta) * np.clip(sa / (sa - sb), 0, 1)
    low, high = (v[:, None] * length for v in part)
    beyond = (t < low - _NEAR) | (t > high + _NEAR)
    crossing = (np.minimum(sa, sb) < -_NEAR) & (np.maximum(sa, sb) > _NEAR)
    outside = (np.maximum(ta, tb) < low - _NEAR) | (np.minimum(ta, tb) > high + _NEAR)
    met: Bools = near & ~np.where(crossing, beyond, outside)
    return met


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
    points = [*a.corners(), *b.corners()]
    edges: set[_Edge] = set()
    for p in points:
        for q in points:
            nx, ny = q.y - p.y, p.x - q.x
            c = nx * p.x + ny * p.y
            if (nx or ny) and all(nx * r.x + ny * r.y <= c for r in points):
                edges.add((nx, ny, c))
    return list(edges)


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
    ex, ey = s.bx - s.ax, s.by - s.ay
    turns = np.stack([ex * (c.y - s.ay) - ey * (c.x - s.ax) for c in space.corners()])
    entered: Bools = (
        (x1 > space.x)
        & (x0 < space.right)
        & (y1 > space.y)
        & (y0 < space.bottom)
        & (turns.min(axis=0) < 0)
        & (turns.max(axis=0) > 0)
    )
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
    d = q - p
    turns = np.stack(
        [d[:, 0] * (c.y - p[:, 1]) - d[:, 1] * (c.x - p[:, 0]) for c in space.corners()]
    )
    slack = _NEAR * np.hypot(d[:, 0], d[:, 1])
    hit: Bools = (turns.min(axis=0) <= slack) & (turns.max(axis=0) >= -slack)
    return hit


def _part(p: Floats, d: Floats, space: Footprint) -> tuple[Floats, Floats]:
    """Return the stretch of each endless line in a space, roughly."""
    with np.errstate(divide="ignore", invalid="ignore"):
        x = np.stack([(space.x - p[:, 0]) / d[:, 0], (space.right - p[:, 0]) / d[:, 0]])
        y = np.stack([(space.y - p[:, 1]) / d[:, 1], (space.bottom - p[:, 1]) / d[:, 1]])
    flat_x, flat_y = d[:, 0] == 0, d[:, 1] == 0
    lo = np.maximum(
        np.where(flat_x, -np.inf, x.min(axis=0)), np.where(flat_y, -np.inf, y.min(axis=0))
    )
    hi = np.minimum(
        np.where(flat_x, np.inf, x.max(axis=0)), np.where(flat_y, np.inf, y.max(axis=0))
    )
    return lo, hi


def _perhaps_free(p: Floats, q: Floats, a: Footprint, b: Footprint, walls: Floats) -> Bools:
    """Whether no wall crosses the stretch between both spaces well clear of its ends."""
    d = q - p
    length = np.hypot(d[:, 0], d[:, 1])
    a0, a1 = _part(p, d, a)
    b0, b1 = _part(p, d, b)
    lo, hi = np.where(a0 + a1 < b0 + b1, a1, b1), np.where(a0 + a1 < b0 + b1, b0, a0)
    px, py, dx, dy = (v[:, None] for v in (p[:, 0], p[:, 1], d[:, 0], d[:, 1]))
    sa = dx * (walls[:, 1] - py) - dy * (walls[:, 0] - px)
    sb = dx * (walls[:, 3] - py) - dy * (walls[:, 2] - px)
    slack = (_NEAR * length)[:, None]
    straddles = ((sa > slack) & (sb < -slack)) | ((sa < -slack) & (sb > slack))
    # the place on the line divides the piece in the ratio of the two signed distances
    ax, ay = walls[:, 0] - px, walls[:, 1] - py
    bx, by = walls[:, 2] - px, walls[:, 3] - py
    with np.errstate(divide="ignore", invalid="ignore"):
        share = sa / (sa - sb)
        t = ((ax + share * (bx - ax)) * dx + (ay + share * (by - ay)) * dy) / (length**2)[:, None]
    far = (_NEAR / length)[:, None]
    crossed = straddles & (t > lo[:, None] + far) & (t < hi[:, None] - far)
    free: Bools = np.logical_not(np.any(crossed, axis=1))
    return free


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
