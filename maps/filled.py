"""Areas by shapely: what fills a space, covers it, or casts shadows upon it."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import shapely

from maps import area
from maps.contact import BOTH, Piece, Tube, Vector, end_bits, leads_into
from maps.grid import Footprint, Point

Floats = npt.NDArray[np.float64]
_TUBE = 0.05  # sub-units


def visible_share(p: Point, a: Footprint, target: Footprint, walls: Sequence[Piece]) -> float:
    """Return the share of the target's area that is visible from corner p of space a."""
    walls = [wall for wall in walls if _acts_from(p, wall)]
    dark = _corner_shadows(p, a, walls)
    lines = _outside(p, a, walls)
    if not len(lines) and not dark:
        return 1.0
    box = np.array((target.x - p.x, target.right - p.x, target.y - p.y, target.bottom - p.y))
    wedges = _wedges(lines, box, dark)
    share = _lit(lines, box, wedges) / target.side**2
    return min(1.0, max(0.0, round(share, 12)))


def _acts_from(p: Point, wall: Piece) -> bool:
    """Whether a piece hides anything from a point: one-way walls do from one side."""
    ax, ay, bx, by, _, side = wall
    turn = (bx - ax) * (ay - p.y) - (by - ay) * (ax - p.x)
    return side == 0 or turn == 0 or (turn > 0) == (side < 0)


def _outside(p: Point, a: Footprint, walls: Sequence[Piece]) -> Floats:
    """Return walls as rows relative to p, their parts within the own space left out."""
    rows = np.array([w[:4] for w in walls], dtype=np.float64).reshape(-1, 4)
    rows -= (p.x, p.y, p.x, p.y)
    rows = rows[rows[:, 0] * rows[:, 3] != rows[:, 1] * rows[:, 2]]
    lo, hi = (np.array(v) for v in ((a.x - p.x, a.y - p.y), (a.right - p.x, a.bottom - p.y)))
    with np.errstate(divide="ignore", invalid="ignore"):
        way = rows[:, 2:] - rows[:, :2]
        one, two = (lo - rows[:, :2]) / way, (hi - rows[:, :2]) / way
        first, last = np.minimum(one, two), np.maximum(one, two)
    flat = way == 0
    within = (rows[:, :2] > lo) & (rows[:, :2] < hi)
    first = np.where(flat, np.where(within, -np.inf, np.inf), first).max(axis=1)
    last = np.where(flat, np.where(within, np.inf, -np.inf), last).min(axis=1)
    first, last = np.clip(first, 0, 1), np.clip(last, 0, 1)
    cut = first < last
    parts = [rows[~cut]]
    for t0, t1 in ((0.0 * first, first), (last, 0.0 * last + 1)):
        some = np.flatnonzero(cut & (t0 < t1))
        ends = [rows[some, :2] + t[some, None] * way[some] for t in (t0, t1)]
        parts.append(np.concatenate(ends, axis=1))
    return np.concatenate(parts)


def _wedges(lines: Floats, box: Floats, dark: Sequence[tuple[float, float]]) -> Floats:
    """Return pairs of angles between which nothing changes, those of dark sectors left out."""
    x0, x1, y0, y1 = box
    sides = np.array([(x0, y0, x1, y0), (x1, y0, x1, y1), (x1, y1, x0, y1), (x0, y1, x0, y0)])
    every = np.concatenate((lines, sides))
    points = [every[:, :2], every[:, 2:], _crossings(every, lines)]
    x, y = np.concatenate(points).T
    edges = [v for first, width in dark for v in (first, first + width)]
    angles = np.unique(np.mod(np.append(np.arctan2(y, x)[(x != 0) | (y != 0)], edges), math.tau))
    wedges = np.stack((angles, np.append(angles[1:], angles[0] + math.tau)), axis=1)
    middle = wedges.mean(axis=1)
    shown = wedges[:, 1] - wedges[:, 0] > 1e-12
    for first, width in dark:
        shown &= np.mod(middle - first, math.tau) > width
    return np.asarray(wedges[shown])


def _crossings(some: Floats, others: Floats) -> Floats:
    """Return where lines of both kinds cross each other, roughly and some more."""
    a, d = some[:, None, :2], some[:, None, 2:] - some[:, None, :2]
    b, e = others[None, :, :2], others[None, :, 2:] - others[None, :, :2]
    turn = d[..., 0] * e[..., 1] - d[..., 1] * e[..., 0]
    gap = b - a
    with np.errstate(divide="ignore", invalid="ignore"):
        t = (gap[..., 0] * e[..., 1] - gap[..., 1] * e[..., 0]) / turn
        u = (gap[..., 0] * d[..., 1] - gap[..., 1] * d[..., 0]) / turn
        met = (turn != 0) & (t >= 0) & (t <= 1) & (u >= 0) & (u <= 1)
        return np.asarray((a + t[..., None] * d)[met])


def _lit(lines: Floats, box: Floats, wedges: Floats) -> float:
    """Return the area of a box that is seen from (0, 0) within wedges."""
    middle = wedges.mean(axis=1)
    x0, x1, y0, y1 = box
    n = np.array([(1, 0, x0), (1, 0, x1), (0, 1, y0), (0, 1, y1)], dtype=np.float64)
    far = _reach(n, middle)
    begin = np.stack((np.minimum(far[:, 0], far[:, 1]), np.minimum(far[:, 2], far[:, 3])))
    end = np.stack((np.maximum(far[:, 0], far[:, 1]), np.maximum(far[:, 2], far[:, 3])))
    r_in, r_out = begin.max(axis=0), end.min(axis=0)
    first, last = np.abs(far - r_in[:, None]).argmin(axis=1), np.abs(far - r_out[:, None]).argmin(1)
    carriers, nearest = _nearest(lines, middle)
    kept = np.flatnonzero((r_out > np.maximum(r_in, 0)) & (r_out > 0) & (nearest[1] > r_in))
    outer = np.where((nearest[1] < r_out)[:, None], carriers[nearest[0].astype(int)], n[last])
    inner = np.where((r_in > 0)[:, None], n[first], (1.0, 0.0, 0.0))
    width = np.sin(wedges[kept, 1] - wedges[kept, 0])
    areas = [
        _span(v[kept], wedges[kept, 0]) * _span(v[kept], wedges[kept, 1]) for v in (outer, inner)
    ]
    return float(np.sum((areas[0] - areas[1]) * width) / 2)


def _reach(n: Floats, angles: Floats) -> Floats:
    """Return how far from (0, 0) rays meet endless lines (normal, distance): [ray, line]."""
    ways = np.stack((np.cos(angles), np.sin(angles)), axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(n[:, 2] / (ways @ n[:, :2].T))


def _span(n: Floats, angles: Floats) -> Floats:
    """Return how far rays meet each its own endless line."""
    with np.errstate(divide="ignore", invalid="ignore"):
        far = n[:, 2] / (n[:, 0] * np.cos(angles) + n[:, 1] * np.sin(angles))
    return np.asarray(np.where(n[:, 2] == 0, 0.0, far))


def _nearest(lines: Floats, angles: Floats) -> tuple[Floats, Floats]:
    """Return the carriers of lines, and for each ray the first line met and how far it is."""
    if not len(lines):
        return np.zeros((1, 3)), np.stack((np.zeros(len(angles)), np.full(len(angles), np.inf)))
    a, e = lines[:, :2], lines[:, 2:] - lines[:, :2]
    n = np.stack((-e[:, 1], e[:, 0], e[:, 0] * a[:, 1] - e[:, 1] * a[:, 0]), axis=1)
    far = _reach(n, angles)
    ways = np.stack((np.cos(angles), np.sin(angles)), axis=1)
    with np.errstate(invalid="ignore"):
        along = (far[..., None] * ways[:, None] - a) * e
        share = along.sum(axis=2) / (e * e).sum(axis=1)
        hit = (far > 0) & (share >= 0) & (share <= 1)
    far = np.where(hit, far, np.inf)
    which = far.argmin(axis=1)
    return n, np.stack((which, far[np.arange(len(angles)), which]))


def _corner_shadows(p: Point, a: Footprint, walls: Sequence[Piece]) -> list[tuple[float, float]]:
    """Return the sectors round p into which one cannot lean past walls that meet there."""
    rays: set[Vector] = set()
    for s in walls:
        to_a, to_b = (s.ax - p.x, s.ay - p.y), (s.bx - p.x, s.by - p.y)
        if to_a[0] * to_b[1] == to_a[1] * to_b[0] and to_a[0] * to_b[0] + to_a[1] * to_b[1] <= 0:
            rays |= {r for r in (to_a, to_b) if any(r) and not leads_into(a, p, r)}
    around = sorted(rays, key=_angle)
    hidden = []
    for one, two in zip(around, around[1:] + around[:1], strict=True):
        first, width = _angle(one), (_angle(two) - _angle(one)) % math.tau
        d = _whole(first + width / 2)
        bits = 0
        for ray in rays:
            bits |= end_bits(d, ray, a, p)
        if bits == BOTH and width > 1e-9:
            hidden.append((first, width))
    return hidden


def _angle(v: Vector) -> float:
    return math.atan2(v[1], v[0])


def _whole(angle: float) -> tuple[int, int]:
    """Return a direction in whole numbers."""
    return round(math.cos(angle) * 2**20), round(math.sin(angle) * 2**20)


def overlaps(space: Footprint, ring: Sequence[Point]) -> bool:
    """Whether the interiors of a space and a polygon meet."""
    if not area.bounds_meet(ring, space):
        return False
    return bool(shapely.area(shapely.intersection(_polygon(ring), _box(space))) > 1e-6)


def is_simple(ring: Sequence[Point]) -> bool:
    """Whether a polygon's border nowhere meets itself."""
    return bool(shapely.is_valid(shapely.Polygon(ring)))


def covers(space: Footprint, rings: Sequence[Sequence[Point]]) -> bool:
    """Whether polygons together cover a space completely."""
    near = [_polygon(r) for r in rings if area.bounds_meet(r, space)]
    if not near:
        return False
    rest = shapely.difference(_box(space), shapely.union_all(near))
    return bool(shapely.area(rest) < 1e-6)


def clear(tube: Tube, walls: Sequence[Piece], solids: Sequence[Sequence[Point]]) -> bool:
    """Decide by the bare definition whether a thin tube has a free part in both spaces.

    Only for spaces that overlap each other and stand in solids; the tube is thin, but
    not infinitely so.
    """
    p, q = (tuple(map(float, tube.at(t))) for t in (tube.t0, tube.t1))
    core = shapely.Point(p) if p == q else shapely.LineString([p, q])
    lines = shapely.MultiLineString([[w[:2], w[2:4]] for w in walls])
    barrier = shapely.union_all([lines, *(_polygon(r) for r in solids)])
    free = shapely.difference(shapely.buffer(core, _TUBE), shapely.buffer(barrier, _TUBE / 1000))
    a, b = _box(tube.a), _box(tube.b)
    least = _TUBE * _TUBE / 10_000
    return any(
        shapely.area(shapely.intersection(part, a)) > least
        and shapely.area(shapely.intersection(part, b)) > least
        for part in shapely.get_parts(free)
    )


def _polygon(ring: Sequence[Point]) -> shapely.Geometry:
    return shapely.make_valid(shapely.Polygon(ring))


def _box(space: Footprint) -> shapely.Polygon:
    return shapely.box(space.x, space.y, space.right, space.bottom)
