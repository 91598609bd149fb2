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

_FAR = 1000.0
_RIM = 2.0**24  # sub-units
_TUBE = 0.05  # sub-units


def visible_share(p: Point, a: Footprint, target: Footprint, walls: Sequence[Piece]) -> float:
    """Return the share of the target's area that is visible from corner p of space a."""
    space = _box(target)
    shadows = _corner_shadows(p, a, walls)
    for s in walls:
        shadows += _shadows(p, a, s)
    if not shadows:
        return 1.0
    lit = shapely.difference(space, shapely.union_all(shadows))
    return float(min(1.0, max(0.0, shapely.area(lit) / shapely.area(space))))


def _shadows(p: Point, a: Footprint, s: Piece) -> list[shapely.Geometry]:
    """Return what a wall hides from p, its part within the own space left out."""
    if (s.ax - p.x) * (s.by - p.y) == (s.ay - p.y) * (s.bx - p.x):
        return []
    line = shapely.LineString([(s.ax, s.ay), (s.bx, s.by)])
    if area.box_enters((s.ax, s.ay), (s.bx, s.by), a) is not None:
        line = shapely.difference(line, _box(a))
    parts = [g for g in shapely.get_parts(line) if shapely.length(g) > 0]
    return [_behind(p, shapely.get_coordinates(g)) for g in parts]


def _corner_shadows(p: Point, a: Footprint, walls: Sequence[Piece]) -> list[shapely.Geometry]:
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
        ways = [first + width * k / 8 for k in range(9)]
        d = _whole(ways[4])
        bits = 0
        for ray in rays:
            bits |= end_bits(d, ray, a, p)
        if bits == BOTH and width > 1e-9:
            rim = [(p.x + math.cos(w) * _RIM, p.y + math.sin(w) * _RIM) for w in ways]
            hidden.append(shapely.Polygon([(p.x, p.y), *rim]))
    return hidden


def _angle(v: Vector) -> float:
    return math.atan2(v[1], v[0])


def _whole(angle: float) -> tuple[int, int]:
    """Return a direction in whole numbers."""
    return round(math.cos(angle) * 2**20), round(math.sin(angle) * 2**20)


def _behind(p: Point, ends: npt.NDArray[np.float64]) -> shapely.Geometry:
    ax, ay, bx, by = (float(v) for v in ends.ravel())
    far_a = (p.x + (ax - p.x) * _FAR, p.y + (ay - p.y) * _FAR)
    far_b = (p.x + (bx - p.x) * _FAR, p.y + (by - p.y) * _FAR)
    return shapely.Polygon([(ax, ay), far_a, far_b, (bx, by)])


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
