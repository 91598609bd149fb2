"""Single lines by the words of the rules, slowly: thin tubes of shapely on the lines of a board.

Nothing here knows how the program does it. Lengths are squares. Coordinates lie on a lattice
of eighths, so that whatever does not touch a line lies much farther away than the tube is wide.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
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


def stops_effect(o: Facts) -> bool:
    """Whether an obstacle stops shots: walls do unless they say otherwise."""
    return bool(o.get("stops_effect", o["kind"] in SOLID_KINDS))


def sight_of(o: Facts) -> str:
    """Return what an obstacle does to sight: ``stops``, ``limited`` or ``free``."""
    if "sight" in o or "opaque" not in o:
        return str(o.get("sight", "stops" if o["kind"] in SOLID_KINDS else "free"))
    return "stops" if o["opaque"] else "free"


def own_cover(o: Facts) -> str:
    """Return the grade of cover that an obstacle gives."""
    usual = {"slit": "improved", "fog": "none", "terrain": "none", "rise": "none"}
    return str(o.get("cover", usual.get(o["kind"], "hard")))


def role(o: Facts) -> str:
    """Return how an obstacle gives cover without stopping shots; empty where it does not."""
    if stops_effect(o) or own_cover(o) == "none":
        return ""
    if o["kind"] == "low":
        return "low"
    return "cover" if o["kind"] in ("cover", "fog", "terrain") else "slit"


def frames(storeys: Sequence[Facts]) -> list[Facts]:
    """Return the walls that part storeys which lie side by side on a map."""
    found: list[Facts] = []
    for storey in storeys if len(storeys) > 1 else ():
        x, y = storey["left"] - 0.125, storey["top"] - 0.125
        u, v = x + storey["width"] + 0.25, y + storey["height"] + 0.25
        found.append({"kind": "wall", "points": [[x, y], [u, y], [u, v], [x, v], [x, y]]})
    return found


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


def heading(p: Spot, a: Box, q: Spot, b: Box) -> Spot:
    """Return where a line leads; one without length leads from middle to middle."""
    if p == q:
        p, q = middle(a), middle(b)
    return q[0] - p[0], q[1] - p[1]


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
        walls = near(p, q, self.on(heading(p, a, q, b)))
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

    def dark_sectors(self, p: Spot, a: Box) -> list[tuple[float, float]]:
        """Return the sectors round a corner of a space into which one cannot lean past walls."""
        rays = {0.0, math.pi / 2, math.pi, -math.pi / 2}
        for o in self.obstacles:
            for one, two in pieces(o):
                if shapely.LineString([one, two]).distance(shapely.Point(p)) < NEAR:
                    ends = [c for c in (one, two) if math.dist(c, p) > NEAR]
                    rays |= {math.atan2(y - p[1], x - p[0]) for x, y in ends}
        around, found = sorted(rays), []
        for first, last in zip(around, [*around[1:], around[0] + math.tau], strict=True):
            if last - first > 1e-6:
                turn = (first + last) / 2
                q = (p[0] + 0.02 * math.cos(turn), p[1] + 0.02 * math.sin(turn))
                if not self.clear(p, a, q, (q[0] - 0.005, q[1] - 0.005, 0.01)):
                    found.append((first, last))
        return found

    def shown(self, p: Spot, a: Box, b: Box) -> float:
        """Return which share of a space is seen from a corner of another past all of this."""
        shadows = []
        for o in self.obstacles:
            for one, two in pieces(o):
                turn = (two[0] - one[0]) * (p[1] - one[1]) - (two[1] - one[1]) * (p[0] - one[0])
                side = o.get("side", "both")
                # y points down: who stands to the left of a line has it turn to the negative
                if turn == 0 or (side != "both" and (turn < 0) != (side == "left")):
                    continue
                whole = shapely.LineString([one, two]).difference(area(a).buffer(-WALL))
                for part in shapely.get_parts(whole) if not whole.is_empty else ():
                    c, d = part.coords[0], part.coords[-1]
                    middle_ = ((c[0] + d[0]) / 2, (c[1] + d[1]) / 2)
                    shadows.append(shapely.Polygon([c, d, *(_far(p, v) for v in (d, middle_, c))]))
        for first, last in self.dark_sectors(p, a):
            steps = [first + (last - first) * i / 8 for i in range(9)]
            rim = [(p[0] + 200 * math.cos(t), p[1] + 200 * math.sin(t)) for t in steps]
            shadows.append(shapely.Polygon([p, *rim]))
        hidden = shapely.union_all([shadow.buffer(0) for shadow in shadows])
        return 1 - float(hidden.intersection(area(b)).area) / b[2] ** 2

    def rims(self, box: Box) -> list[Spot]:
        """Return where walls lead into a space."""
        lines = [shapely.LineString(piece) for o in self.obstacles for piece in pieces(o)]
        side = area(box).boundary
        points = [c for line in lines for c in shapely.get_coordinates(line.intersection(side))]
        return sorted({(round(x, 9), round(y, 9)) for x, y in points})

    def vertices(self, within: BaseGeometry) -> list[Spot]:
        lines = [shapely.LineString(piece) for o in self.obstacles for piece in pieces(o)]
        if not lines:
            return []
        points = shapely.get_coordinates(shapely.union_all(lines)).tolist()
        hull = within.buffer(NEAR)
        found = {(round(x, 9), round(y, 9)) for x, y in points}
        return [v for v in sorted(found) if hull.intersects(shapely.Point(v))]


def _far(p: Spot, v: Spot) -> Spot:
    """Return a point far behind another."""
    by = 200 / math.dist(p, v)
    return p[0] + by * (v[0] - p[0]), p[1] + by * (v[1] - p[1])


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
    """Yield the lines of §3.7: all through two of the corners and vertices, clipped.

    What stands in a space stops nothing there, so a wall that leads into it ends at its side.
    """
    every = [(p, q) for p in corners(a) for q in corners(b)]
    yield from every
    hull = shapely.union(area(a), area(b)).convex_hull
    ends = [*barriers.vertices(hull), *barriers.rims(a), *barriers.rims(b)]
    points = list(dict.fromkeys([*corners(a), *corners(b), *ends]))
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

    Walls help them. They take nothing from them where they stop the line alone: it is enough
    that some part of the walls would let it pass without what is asked about.
    """
    met = near(p, q, lines)
    if not met:
        return False
    core = tube(p, q)
    here = area(a).intersection(shapely.Point(p).buffer(TUBE / 2))
    there = area(b).intersection(shapely.Point(q).buffer(TUBE / 2))
    if not joined(core, met, here, there):
        return True
    own = shapely.union_all([area(a).buffer(-WALL), area(b).buffer(-WALL)])
    hard = [w.difference(own) for w in near(p, q, walls.on(heading(p, a, q, b)))]
    if joined(core, [*met, *hard], here, there):
        return False
    along, beside = cut_at(p, q, hard, met)
    # a way past is closed by at most one thing on each side of the line
    return any(
        not joined(core, [*met, *along, *some], here, there)
        and joined(core, [*along, *some], here, there)
        for n in range(3)
        for some in combinations(beside, n)
    )


def cut_at(
    p: Spot, q: Spot, walls: Sequence[BaseGeometry], lines: Sequence[BaseGeometry]
) -> tuple[list[BaseGeometry], list[BaseGeometry]]:
    """Cut walls where a line meets them: what lies along it, without other lines, and the rest."""
    core = (shapely.Point(p) if p == q else shapely.LineString([p, q])).buffer(NEAR)
    whole = shapely.union_all(walls)
    along = [c for c in shapely.get_parts(whole.intersection(core)) if c.length > TUBE]
    left = [c.difference(shapely.union_all(lines).buffer(WALL)) for c in along]
    beside = [c for c in shapely.get_parts(whole.difference(core)) if c.distance(core) < NEAR]
    return left, beside


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
