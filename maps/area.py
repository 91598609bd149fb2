"""Areas and spaces in exact arithmetic: whether a line runs inside, and how far apart they are."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from maps.grid import Footprint, Point

Ring = tuple[Point, ...]
Vector = tuple[int | Fraction, int | Fraction]
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]


def _turn(a: Vector, b: Vector, c: Vector) -> int | Fraction:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _cross(a: Point, b: Point, c: Point) -> int:
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)


def edges(ring: Ring) -> list[tuple[Point, Point]]:
    """Return the edges of a polygon, the closing one last."""
    return [(a, b) for a, b in zip(ring, ring[1:] + ring[:1], strict=True) if a != b]


def inside(ring: Ring, x: int | Fraction, y: int | Fraction, scale: int = 1) -> bool:
    """Whether a point (even-odd, borders excluded) lies within a polygon ``scale`` times as big."""
    within = False
    bx, by = ring[-1][0] * scale, ring[-1][1] * scale
    for corner in ring:
        ax, ay, bx, by = bx, by, corner[0] * scale, corner[1] * scale
        turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        if turn == 0 and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by):
            return False
        if (ay > y) != (by > y) and (turn > 0) == (by > ay):
            within = not within
    return within


def cuts(p: Vector, q: Vector, ring: Ring) -> list[Fraction]:
    """Return the places 0..1 where the line p→q meets the border of a polygon, sorted."""
    places: set[Fraction] = set()
    dx, dy = q[0] - p[0], q[1] - p[1]
    length = dx * dx + dy * dy
    for a, b in edges(ring):
        sa, sb = _turn(p, q, a), _turn(p, q, b)
        if sa == 0 and sb == 0:
            for c in (a, b):
                places.add(Fraction((c.x - p[0]) * dx + (c.y - p[1]) * dy, length))
        elif sa * sb <= 0:
            ex, ey = b.x - a.x, b.y - a.y
            top = (a.x - p[0]) * ey - (a.y - p[1]) * ex
            places.add(Fraction(top, dx * ey - dy * ex))
    return sorted(t for t in places if 0 <= t <= 1)


def enters(p: Vector, q: Vector, ring: Ring) -> Fraction | None:
    """Return where the line p→q first runs through the interior of a polygon."""
    if p == q:
        return Fraction(0) if inside(ring, p[0], p[1]) else None
    sides = [_turn(p, q, c) for c in ring]
    if min(sides) >= 0 or max(sides) <= 0:
        return None
    stops = [Fraction(0), *cuts(p, q, ring), Fraction(1)]
    for lo, hi in zip(stops, stops[1:], strict=False):
        if lo < hi:
            mid = lo + hi
            top, bottom = mid.numerator, 2 * mid.denominator
            x, y = (c * bottom + top * (d - c) for c, d in zip(p, q, strict=True))
            if inside(ring, x, y, bottom):
                return lo
    return None


def _is_left_turning(ring: Ring) -> bool:
    return sum(a.x * b.y - b.x * a.y for a, b in edges(ring)) > 0


def borders(p: Vector, q: Vector, ring: Ring) -> list[tuple[Fraction, Fraction, int]]:
    """Return the stretches of p→q along a polygon's border, with the side of its interior."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    length = dx * dx + dy * dy
    turning = _is_left_turning(ring)
    found = []
    for a, b in edges(ring):
        if length == 0 or _turn(p, q, a) or _turn(p, q, b):
            continue
        ta = Fraction((a.x - p[0]) * dx + (a.y - p[1]) * dy, length)
        tb = Fraction((b.x - p[0]) * dx + (b.y - p[1]) * dy, length)
        lo, hi = max(min(ta, tb), Fraction(0)), min(max(ta, tb), Fraction(1))
        if lo < hi:
            found.append((lo, hi, 1 if (tb > ta) == turning else -1))
    return found


def is_convex(ring: Ring) -> bool:
    """Whether a simple polygon is convex."""
    turns = {
        (turn > 0) - (turn < 0)
        for a, b, c in zip(ring, ring[1:] + ring[:1], ring[2:] + ring[:2], strict=True)
        if (turn := _cross(a, b, c))
    }
    return len(turns) == 1


def cuts_convex(ring: Ints, p: Ints, q: Ints) -> Bools:
    """Whether lines p→q, rows of points, run through the interior of a convex polygon.

    They do unless they lie beside it, or all of them before one of its edges.
    """
    d = q - p
    sides = d[:, :1] * (ring[:, 1] - p[:, 1:]) - d[:, 1:] * (ring[:, 0] - p[:, :1])
    out = (sides.min(axis=1) < 0) & (sides.max(axis=1) > 0)
    edges = np.roll(ring, -1, axis=0) - ring
    turning = np.sum(ring[:, 0] * np.roll(ring[:, 1], -1) - ring[:, 1] * np.roll(ring[:, 0], -1))
    for c, e in zip(ring, edges * np.sign(turning), strict=True):
        depths = [e[0] * (v[:, 1] - c[1]) - e[1] * (v[:, 0] - c[0]) for v in (p, q)]
        out &= (np.maximum(*depths) > 0) | (not e.any())
    found: Bools = out
    return found


def box_enters(p: Vector, q: Vector, box: Footprint) -> Fraction | None:
    """Return where the line p→q first runs through the interior of a space."""
    return enters(p, q, box.corners())


def _corner_gap2(box: Footprint, c: Point) -> int:
    dx = max(box.x - c.x, 0, c.x - box.right)
    dy = max(box.y - c.y, 0, c.y - box.bottom)
    return dx * dx + dy * dy


def _meets(box: Footprint, a: Point, b: Point) -> bool:
    """Whether a segment has a point in common with a closed space."""
    if max(a.x, b.x) < box.x or min(a.x, b.x) > box.right:
        return False
    if max(a.y, b.y) < box.y or min(a.y, b.y) > box.bottom:
        return False
    turns = [_cross(a, b, c) for c in box.corners()]
    return min(turns) <= 0 <= max(turns)


def gap2(box: Footprint, pieces: Sequence[tuple[Point, Point]], ring: Ring = ()) -> Fraction:
    """Return the squared distance in sub-units between a space and an obstacle, exact.

    ``ring`` is the outline of one that fills an area. Raises ValueError for one without pieces.
    """
    if ring and inside(ring, box.x, box.y):
        return Fraction(0)
    best: tuple[int, int] | None = None
    for a, b in pieces:
        if _meets(box, a, b):
            return Fraction(0)
        near = _piece_gap2(box, a, b)
        if best is None or near[0] * best[1] < best[0] * near[1]:
            best = near
    if best is None:
        raise ValueError("an obstacle without length has no distance")
    return Fraction(*best)


def _piece_gap2(box: Footprint, a: Point, b: Point) -> tuple[int, int]:
    """Return the squared distance of a space from a segment beside it, as a fraction's two parts.

    Nearest is an end of the segment, or a corner of the space that lies square to it.
    """
    ends = min(_corner_gap2(box, a), _corner_gap2(box, b))
    ex, ey = b.x - a.x, b.y - a.y
    length = ex * ex + ey * ey
    turns = [
        (x * ey - y * ex) ** 2
        for x, y in ((c.x - a.x, c.y - a.y) for c in box.corners())
        if 0 < x * ex + y * ey < length
    ]
    if turns and min(turns) < ends * length:
        return min(turns), length
    return ends, 1


def bounds_touch(ring: Sequence[Point], p: Vector, q: Vector) -> bool:
    """Whether the bounds of a polygon and of a line have a point in common."""
    xs, ys = [c.x for c in ring], [c.y for c in ring]
    return (
        max(xs) >= min(p[0], q[0])
        and min(xs) <= max(p[0], q[0])
        and max(ys) >= min(p[1], q[1])
        and min(ys) <= max(p[1], q[1])
    )


def bounds_meet(ring: Sequence[Point], box: Footprint) -> bool:
    """Whether the bounds of a polygon and a space have a point in common."""
    return bounds_touch(ring, (box.x, box.y), (box.right, box.bottom))


def leads_in(ring: Ring, p: Point, dx: Floats, dy: Floats) -> tuple[Bools, Bools]:
    """Tell which directions from a point lead at once into a simple polygon.

    The second answer tells which of them run along its border or have no length.
    """
    none = np.zeros(len(dx), dtype=bool)
    if inside(ring, p.x, p.y):
        return ~none, none
    spokes = _spokes(ring, p)
    if spokes is None:
        return none, none
    (ax, ay), (bx, by) = spokes
    to_a, to_b = ax * dy - ay * dx, dx * by - dy * bx
    opening = ax * by - ay * bx
    if opening > 0:
        within = (to_a > 0) & (to_b > 0)
    elif opening < 0:
        within = (to_a > 0) | (to_b > 0)
    else:
        within = to_a > 0
    along = ((to_a == 0) & (ax * dx + ay * dy >= 0)) | ((to_b == 0) & (bx * dx + by * dy >= 0))
    return within & ~along, along


def _spokes(ring: Ring, p: Point) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Return the border's two directions from a point of it; the inside is left of the first."""
    way = list(ring) if _is_left_turning(ring) else list(reversed(ring))
    way = [c for c, d in zip(way, way[1:] + way[:1], strict=True) if c != d]
    for i, c in enumerate(way):
        before, after = way[i - 1], way[(i + 1) % len(way)]
        if c == p:
            return (after.x - p.x, after.y - p.y), (before.x - p.x, before.y - p.y)
        if after != p and _cross(c, after, p) == 0:
            towards = (c.x - p.x) * (after.x - p.x) + (c.y - p.y) * (after.y - p.y)
            if towards < 0:
                return (after.x - p.x, after.y - p.y), (c.x - p.x, c.y - p.y)
    return None
