"""How much of a space is visible from a point: the shadows of walls upon it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import shapely

from maps.contact import Piece
from maps.grid import Footprint, Point

_FAR = 1000.0


def visible_share(p: Point, a: Footprint, target: Footprint, walls: Sequence[Piece]) -> float:
    """Return the share of the target's area that is visible from corner p of space a."""
    space = shapely.box(target.x, target.y, target.right, target.bottom)
    own = shapely.box(a.x, a.y, a.right, a.bottom)
    shadows = [shadow for s in walls if (shadow := _shadow(p, a, own, s)) is not None]
    if not shadows:
        return 1.0
    lit = shapely.difference(space, shapely.union_all(shadows))
    return float(min(1.0, max(0.0, shapely.area(lit) / shapely.area(space))))


def _shadow(
    p: Point, a: Footprint, own: shapely.Polygon, s: Piece
) -> shapely.Geometry | None:
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
