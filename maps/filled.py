"""Areas by shapely: what fills a space, covers it, or casts shadows upon it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import shapely

from maps import area
from maps.contact import Piece, Tube
from maps.grid import Footprint, Point

_FAR = 1000.0
_TUBE = 0.05  # sub-units


def visible_share(p: Point, a: Footprint, target: Footprint, walls: Sequence[Piece]) -> float:
    """Return the share of the target's area that is visible from corner p of space a."""
    space = _box(target)
    own = _box(a)
    shadows = [shadow for s in walls if (shadow := _shadow(p, a, own, s)) is not None]
    if not shadows:
        return 1.0
    lit = shapely.difference(space, shapely.union_all(shadows))
    return float(min(1.0, max(0.0, shapely.area(lit) / shapely.area(space))))


def _shadow(p: Point, a: Footprint, own: shapely.Polygon, s: Piece) -> shapely.Geometry | None:
    """Return what a wall hides from p; nothing when p is its end or it stands in the space."""
    turn = (s.ax - p.x) * (s.by - p.y) - (s.ay - p.y) * (s.bx - p.x)
    if turn == 0:
        return _half_plane(p, a, s)
    rest = shapely.difference(shapely.LineString([(s.ax, s.ay), (s.bx, s.by)]), own)
    parts = [g for g in shapely.get_parts(rest) if shapely.length(g) > 0]
    hidden = [_behind(p, shapely.get_coordinates(g)) for g in parts]
    return shapely.union_all(hidden) if hidden else None


def _behind(p: Point, ends: npt.NDArray[np.float64]) -> shapely.Geometry:
    ax, ay, bx, by = (float(v) for v in ends.ravel())
    far_a = (p.x + (ax - p.x) * _FAR, p.y + (ay - p.y) * _FAR)
    far_b = (p.x + (bx - p.x) * _FAR, p.y + (by - p.y) * _FAR)
    return shapely.Polygon([(ax, ay), far_a, far_b, (bx, by)])


def _half_plane(p: Point, a: Footprint, s: Piece) -> shapely.Geometry | None:
    """Return the far side of a wall in whose middle p lies."""
    before = (s.ax - p.x) * (s.bx - p.x) + (s.ay - p.y) * (s.by - p.y)
    if before >= 0:
        return None
    ex, ey = (s.bx - s.ax) * _FAR, (s.by - s.ay) * _FAR
    middle = a.centre2
    own_side = ex * (middle.y / 2 - p.y) - ey * (middle.x / 2 - p.x)
    nx, ny = (ey, -ex) if own_side > 0 else (-ey, ex)
    one, two = (p.x - ex, p.y - ey), (p.x + ex, p.y + ey)
    return shapely.Polygon([one, two, (two[0] + nx, two[1] + ny), (one[0] + nx, one[1] + ny)])


def overlaps(space: Footprint, ring: Sequence[Point]) -> bool:
    """Whether the interiors of a space and a polygon meet."""
    if not area.bounds_meet(ring, space):
        return False
    return bool(shapely.area(shapely.intersection(_polygon(ring), _box(space))) > 1e-6)


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
