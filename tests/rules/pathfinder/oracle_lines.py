"""Single lines by the words of the rules, slowly: thin tubes of shapely on the lines of a board.

Nothing here knows how the program does it. Lengths are squares. Coordinates lie on a lattice
of eighths, so that whatever does not touch a line lies much farther away than the tube is wide.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import shapely
from shapely.geometry.base import BaseGeometry

Spot: TypeAlias = tuple[float, float]
Box: TypeAlias = tuple[float, float, float]
"""Left, top, side."""
Facts: TypeAlias = Mapping[str, Any]

TUBE, WALL = 1e-3, 1e-6
"""The radii of §3.1."""
LEAST = 1e-4 * TUBE * TUBE
NEAR = 1e-7

SOLID_KINDS = {"wall", "solid", "door"}
POLYGONS = {"solid", "low", "cover", "fog", "terrain", "rise"}


def corners(box: Box) -> list[Spot]:
    x, y, side = box
    return [(x, y), (x + side, y), (x + side, y + side), (x, y + side)]


def lattice(box: Box) -> list[Spot]:
    x, y, side = box
    steps = range(round(side) + 1)
    return [(x + i, y + j) for j in steps for i in steps]


def squares(box: Box) -> list[Box]:
    x, y, side = box
    return [(x + i, y + j, 1) for j in range(round(side)) for i in range(round(side))]


def middle(box: Box) -> Spot:
    return box[0] + box[2] / 2, box[1] + box[2] / 2


def area(box: Box) -> shapely.Polygon:
    x, y, side = box
    return shapely.box(x, y, x + side, y + side)


def gap(one: float, other: float, a: float, b: float) -> int:
    """Offset in squares between two stretches: 1 side by side, 0 where they overlap."""
    empty = max(other - (one + a), one - (other + b))
    return 0 if empty < 0 else math.ceil(empty) + 1


def offset(a: Box, b: Box) -> tuple[int, int]:
    return gap(a[0], b[0], a[2], b[2]), gap(a[1], b[1], a[2], b[2])


def is_polygon(o: Facts) -> bool:
    return o["kind"] in POLYGONS and not o.get("open") and len(o["points"]) > 2


def shape(o: Facts) -> BaseGeometry:
    return shapely.Polygon(o["points"]) if is_polygon(o) else shapely.LineString(o["points"])


def is_open_door(o: Facts) -> bool:
    return o["kind"] == "door" and o.get("state") == "open"


def pieces(o: Facts) -> Iterator[tuple[Spot, Spot]]:
    points = [tuple(p) for p in o["points"]]
    if is_polygon(o):
        points.append(points[0])
    yield from zip(points, points[1:], strict=False)


def acting(o: Facts, way: Spot) -> BaseGeometry:
    """Return what of an obstacle acts on lines of a direction: one-way walls from one side."""
    side = o.get("side", "both")
    if side == "both":
        return shape(o)
    kept = []
    for a, b in pieces(o):
        # y points down: the left of somebody who walks from a to b
        left = (b[1] - a[1], a[0] - b[0])
        comes = left[0] * way[0] + left[1] * way[1]
        if comes == 0 or (comes < 0) == (side == "left"):
            kept.append((a, b))
    return shapely.MultiLineString(kept)


def tube(p: Spot, q: Spot, flat: bool = False) -> BaseGeometry:
    if p == q:
        return shapely.Point(p).buffer(TUBE, quad_segs=16)
    cap = "flat" if flat else "round"
    return shapely.LineString([p, q]).buffer(TUBE, quad_segs=16, cap_style=cap)


def joined(
    core: BaseGeometry, things: Iterable[BaseGeometry], one: BaseGeometry, other: BaseGeometry
) -> bool:
    """Whether a part of a tube past some things has an area in common with two others."""
    walls = [thing.buffer(WALL, quad_segs=4) for thing in things]
    rest = core.difference(shapely.union_all(walls)) if walls else core
    return any(
        part.intersection(one).area > LEAST and part.intersection(other).area > LEAST
        for part in shapely.get_parts(rest)
    )


def near(p: Spot, q: Spot, things: Iterable[BaseGeometry]) -> list[BaseGeometry]:
    core = shapely.Point(p) if p == q else shapely.LineString([p, q])
    return [thing for thing in things if thing.distance(core) < NEAR]


@dataclass(frozen=True)
class Barriers:
    """What stops lines of one kind (effect, sight, light) at some heights."""

    obstacles: Sequence[Facts]

    def on(self, way: Spot) -> list[BaseGeometry]:
        return [g for o in self.obstacles if not (g := acting(o, way)).is_empty]

    def clear(self, p: Spot, a: Box, q: Spot, b: Box) -> bool:
        """Decide by the formal definition of §3.1."""
        way = (q[0] - p[0], q[1] - p[1])
        if way == (0, 0):
            (ax, ay), (bx, by) = middle(a), middle(b)
            way = (bx - ax, by - ay)
        walls = near(p, q, self.on(way))
        return not walls or joined(tube(p, q), walls, area(a), area(b))

    def along(self, p: Spot, a: Box, q: Spot, b: Box) -> bool:
        """Whether a line runs along anything outside of both spaces, as the strict mode asks."""
        if p == q:
            return False
        own = shapely.union_all([area(a).buffer(-WALL), area(b).buffer(-WALL)])
        line = shapely.LineString([p, q]).difference(own)
        walls = near(p, q, self.on((q[0] - p[0], q[1] - p[1])))
        edges = [w.boundary if w.geom_type == "Polygon" else w for w in walls]
        return any(line.intersection(edge).length > 3 * WALL for edge in edges)

    def vertices(self, within: BaseGeometry) -> list[Spot]:
        lines = [shapely.LineString(piece) for o in self.obstacles for piece in pieces(o)]
        if not lines:
            return []
        points = shapely.get_coordinates(shapely.union_all(lines)).tolist()
        hull = within.buffer(NEAR)
        found = {(round(x, 9), round(y, 9)) for x, y in points}
        return [v for v in sorted(found) if hull.intersects(shapely.Point(v))]


def clipped(p: Spot, q: Spot, box: Box) -> tuple[float, float] | None:
    """Return the stretch of the endless line pq within a closed space."""
    lo, hi = -math.inf, math.inf
    for axis in (0, 1):
        way, first, last = q[axis] - p[axis], box[axis], box[axis] + box[2]
        if abs(way) < 1e-12:
            if not first - 1e-9 <= p[axis] <= last + 1e-9:
                return None
            continue
        one, two = sorted(((first - p[axis]) / way, (last - p[axis]) / way))
        lo, hi = max(lo, one), min(hi, two)
    return (lo, hi) if lo <= hi + 1e-9 else None


def candidates(a: Box, b: Box, barriers: Barriers) -> Iterator[tuple[Spot, Spot]]:
    """Yield the lines of §3.7: all through two of the corners and vertices, clipped."""
    every = [(p, q) for p in corners(a) for q in corners(b)]
    yield from every
    hull = shapely.union(area(a), area(b)).convex_hull
    points = list(dict.fromkeys([*corners(a), *corners(b), *barriers.vertices(hull)]))
    for i, v in enumerate(points):
        for w in points[i + 1 :]:
            one, two = clipped(v, w, a), clipped(v, w, b)
            if one is None or two is None:
                continue
            if one[1] < two[0]:
                s, t = one[1], two[0]
            elif two[1] < one[0]:
                s, t = one[0], two[1]
            else:  # both spaces meet the line at one place
                s = t = max(one[0], two[0])
            way = (w[0] - v[0], w[1] - v[1])
            yield (
                (v[0] + s * way[0], v[1] + s * way[1]),
                (v[0] + t * way[0], v[1] + t * way[1]),
            )


def shot_exists(a: Box, b: Box, barriers: Barriers) -> bool:
    """Whether any line of effect leads from one space to another (§3.7)."""
    if area(a).intersection(area(b)).area > LEAST or not barriers.obstacles:
        return True
    return any(barriers.clear(p, a, q, b) for p, q in candidates(a, b, barriers))


def inside(p: Spot, q: Spot, polygons: Sequence[BaseGeometry]) -> bool:
    """Whether a line meets the interior of polygons that are one (§3.1).

    A mere point must lie inside one of them: on their common edge all its neighbours count.
    A union moves corners by a hair: cracks are closed, and what is only touched is cut away.
    """
    if p == q:
        return any(polygon.contains(shapely.Point(p)) for polygon in polygons)
    whole = shapely.union_all(polygons).buffer(NEAR, join_style="mitre")
    return bool(whole.buffer(-2 * NEAR, join_style="mitre").intersects(shapely.LineString([p, q])))


def passed(
    p: Spot, a: Box, q: Spot, b: Box, lines: Sequence[BaseGeometry], walls: Barriers
) -> bool:
    """Whether a line cannot get past low walls or slits, those in both spaces included.

    A wall on one side and a slit on the other leave the way through the slit.
    """
    met = near(p, q, lines)
    if not met:
        return False
    here = area(a).intersection(shapely.Point(p).buffer(TUBE / 2))
    there = area(b).intersection(shapely.Point(q).buffer(TUBE / 2))
    if not joined(tube(p, q), met, here, there):
        return True
    own = shapely.union_all([area(a).buffer(-WALL), area(b).buffer(-WALL)])
    hard = [w.difference(own) for w in near(p, q, walls.on((q[0] - p[0], q[1] - p[1])))]
    if not hard or joined(tube(p, q), [*met, *hard], here, there):
        return False
    return joined(tube(p, q), hard, here, there)


def properly(p: Spot, q: Spot, lines: Sequence[BaseGeometry]) -> bool:
    """Whether a line crosses others between its ends."""
    if p == q:
        return False
    far = math.dist(p, q)
    x, y = (4 * TUBE * (d - c) / far for c, d in zip(p, q, strict=True))
    first, last = (p[0] + x, p[1] + y), (q[0] - x, q[1] - y)
    met = near(first, last, lines)
    if not met:
        return False
    here, there = (shapely.Point(c).buffer(TUBE / 2) for c in (first, last))
    return not joined(tube(first, last, flat=True), met, here, there)
