"""Whether any line at all leads from one space to another: the lines that decide it.

When some line is clear, one is clear that touches two vertices: corners of the spaces,
ends of wall pieces between them, or places where a piece enters a space.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from maps.contact import ONE, ZERO, Piece, Tube, Vector, span
from maps.grid import Footprint

Floats = npt.NDArray[np.float64]
_NEAR = 1e-6  # sub-units: what is nearer than this goes on to the exact test


def candidates(
    a: Footprint, b: Footprint, pieces: Sequence[Piece], marks: Sequence[Piece] = ()
) -> Iterator[Tube]:
    """Yield the lines that must be tested when all lines between corners are blocked.

    ``pieces`` block, ``marks`` only have ends that count.
    """
    near = _between(a, b, pieces)
    vertices = _vertices(a, b, near + _between(a, b, marks))
    if len(vertices) < 2:
        return
    first, second = np.triu_indices(len(vertices), 1)
    at = np.array([(float(x), float(y)) for x, y in vertices])
    keep = _hits(at[first], at[second], a) & _hits(at[first], at[second], b)
    first, second = first[keep], second[keep]
    walls = np.array([tuple(float(v) for v in r[:4]) for r in near if not r.side]).reshape(-1, 4)
    for start in range(0, len(first), 4096):
        i, j = first[start : start + 4096], second[start : start + 4096]
        for k in np.flatnonzero(_perhaps_free(at[i], at[j], a, b, walls)):
            yield from _tubes(a, b, vertices[i[k]], vertices[j[k]])


def _between(a: Footprint, b: Footprint, pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces within the bounds of both spaces that meet their hull."""
    x0, x1 = min(a.x, b.x), max(a.right, b.right)
    y0, y1 = min(a.y, b.y), max(a.bottom, b.bottom)
    edges = _hull_edges(a, b)
    found = []
    for s in pieces:
        if max(s.ax, s.bx) < x0 or min(s.ax, s.bx) > x1:
            continue
        if max(s.ay, s.by) < y0 or min(s.ay, s.by) > y1:
            continue
        if not any(_outside(e, s.ax, s.ay) and _outside(e, s.bx, s.by) for e in edges):
            found.append(s)
    return found


_Edge = tuple[int, int, int]


def _hull_edges(a: Footprint, b: Footprint) -> list[_Edge]:
    """Return half planes (nx, ny, c), nx·x + ny·y <= c, whose common part is the hull."""
    points = [*a.corners(), *b.corners()]
    edges = []
    for p in points:
        for q in points:
            n = (q.y - p.y, p.x - q.x)
            c = n[0] * p.x + n[1] * p.y
            if n != (0, 0) and all(n[0] * r.x + n[1] * r.y <= c for r in points):
                edges.append((n[0], n[1], c))
    return edges


def _outside(edge: _Edge, x: int | Fraction, y: int | Fraction) -> bool:
    return edge[0] * x + edge[1] * y > edge[2]


def _vertices(a: Footprint, b: Footprint, pieces: Sequence[Piece]) -> list[Vector]:
    edges = _hull_edges(a, b)
    found: dict[Vector, None] = dict.fromkeys((*a.corners(), *b.corners()))
    for s in pieces:
        for x, y in ((s.ax, s.ay), (s.bx, s.by)):
            if not any(_outside(e, x, y) for e in edges):
                found[(x, y)] = None
        for space in (a, b):
            found.update(dict.fromkeys(_entries(space, s)))
    return list(found)


def _entries(space: Footprint, s: Piece) -> list[Vector]:
    """Return where a piece crosses the border of a space."""
    origin, d = (s.ax, s.ay), (s.bx - s.ax, s.by - s.ay)
    part = span(space, origin, d)
    if part is None:
        return []
    return [
        (origin[0] + t * d[0], origin[1] + t * d[1]) for t in part if ZERO <= t <= ONE
    ]


def _hits(p: Floats, q: Floats, space: Footprint) -> npt.NDArray[np.bool_]:
    """Whether endless lines touch a space."""
    d = q - p
    turns = np.stack(
        [d[:, 0] * (c.y - p[:, 1]) - d[:, 1] * (c.x - p[:, 0]) for c in space.corners()]
    )
    slack = _NEAR * np.hypot(d[:, 0], d[:, 1])
    hit: npt.NDArray[np.bool_] = (turns.min(axis=0) <= slack) & (turns.max(axis=0) >= -slack)
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


def _perhaps_free(
    p: Floats, q: Floats, a: Footprint, b: Footprint, walls: Floats
) -> npt.NDArray[np.bool_]:
    """Whether no wall crosses the stretch between both spaces well clear of its ends."""
    d = q - p
    length = np.hypot(d[:, 0], d[:, 1])
    a0, a1 = _part(p, d, a)
    b0, b1 = _part(p, d, b)
    lo, hi = np.where(a0 + a1 < b0 + b1, a1, b1), np.where(a0 + a1 < b0 + b1, b0, a0)
    if not len(walls):
        return np.ones(len(p), dtype=bool)
    px, py, dx, dy = (v[:, None] for v in (p[:, 0], p[:, 1], d[:, 0], d[:, 1]))
    sa = dx * (walls[:, 1] - py) - dy * (walls[:, 0] - px)
    sb = dx * (walls[:, 3] - py) - dy * (walls[:, 2] - px)
    slack = (_NEAR * length)[:, None]
    straddles = ((sa > slack) & (sb < -slack)) | ((sa < -slack) & (sb > slack))
    ex, ey = walls[:, 2] - walls[:, 0], walls[:, 3] - walls[:, 1]
    with np.errstate(divide="ignore", invalid="ignore"):
        t = ((walls[:, 0] - px) * ey - (walls[:, 1] - py) * ex) / (dx * ey - dy * ex)
    far = (_NEAR / length)[:, None]
    crossed = straddles & (t > lo[:, None] + far) & (t < hi[:, None] - far)
    free: npt.NDArray[np.bool_] = np.logical_not(np.any(crossed, axis=1))
    return free


def _tubes(a: Footprint, b: Footprint, p: Vector, q: Vector) -> Iterator[Tube]:
    """Yield the connecting part of the line through two vertices."""
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
    for t in (one[1], two[0]):
        yield Tube((p[0] + t * d[0], p[1] + t * d[1]), (0, 0), a, b)
