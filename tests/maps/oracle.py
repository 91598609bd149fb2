"""A slow reference for single lines: the formal definition, word for word, made of shapely.

A line is clear when some part of its thin tube, minus all barriers, has an area in
common with both spaces. The tube is so thin that only what meets the line matters on
the coarse lattice from which the cases are drawn.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

import shapely

from maps.grid import SUB, Footprint, Point
from maps.shapes import Kind, Obstacle, make_obstacle

TUBE = 1e-4
"""Radius of the tube in squares."""
WALL = 1e-7
"""Radius of a wall in squares."""


def _squares(at: Point) -> tuple[float, float]:
    return at.x / SUB, at.y / SUB


def _box(space: Footprint) -> shapely.Polygon:
    return shapely.box(space.x / SUB, space.y / SUB, space.right / SUB, space.bottom / SUB)


def _shape(o: Obstacle) -> shapely.Geometry:
    if o.closed_shape:
        return shapely.Polygon([_squares(c) for c in o.ring()])
    return shapely.MultiLineString([[_squares(s.a), _squares(s.b)] for s in o.segments()])


@dataclass(frozen=True)
class Case:
    """One line from corner p of space a to corner q of space b past some obstacles."""

    a: Footprint
    p: Point
    b: Footprint
    q: Point
    obstacles: tuple[Obstacle, ...]


def clear(case: Case, radius: float = TUBE, thick: float = WALL) -> bool:
    """Decide by the formal definition whether the line of a case is clear."""
    line = [_squares(case.p), _squares(case.q)]
    core = shapely.Point(line[0]) if case.p == case.q else shapely.LineString(line)
    tube = shapely.buffer(core, radius, quad_segs=16)
    shapes = [shapely.buffer(_shape(o), thick, quad_segs=4) for o in case.obstacles]
    rest = shapely.difference(tube, shapely.union_all(shapes)) if shapes else tube
    least = 1e-4 * radius * radius
    a, b = _box(case.a), _box(case.b)
    return any(
        shapely.area(shapely.intersection(part, a)) > least
        and shapely.area(shapely.intersection(part, b)) > least
        for part in shapely.get_parts(rest)
    )


# -- random cases, heavy in touching --------------------------------------------------------


def random_case(rng: random.Random) -> Case:
    """Draw a case on a small lattice, where lines and walls touch more often than not."""
    step = rng.choice((SUB, SUB, SUB // 2, SUB // 4))
    a, b = _space(rng, step), _space(rng, step)
    a = replace(a, side=SUB)
    p = rng.choice(a.corners())
    q = rng.choice(b.lattice())
    obstacles = [_obstacle(rng, i, a, p, b, q, step) for i in range(rng.randrange(1, 7))]
    return Case(a, p, b, q, tuple(obstacles))


def _space(rng: random.Random, step: int) -> Footprint:
    size = rng.choice((1, 1, 1, 2))
    count = 4 * SUB // step
    return Footprint(rng.randrange(count) * step, rng.randrange(count) * step, size * SUB)


def _obstacle(
    rng: random.Random, number: int, a: Footprint, p: Point, b: Footprint, q: Point, step: int
) -> Obstacle:
    points = _lattice(rng, step), _lattice(rng, step)
    kind = rng.randrange(8)
    if kind == 0:
        return _block(number, points[0], rng.choice((SUB, step)))
    if kind == 1:
        return make_obstacle(str(number), Kind.SOLID, (*points, _beside(rng, points[0], step)))
    if kind == 2:
        on = _on_line(rng, p, q)
        return _wall(number, on, _beside(rng, on, step))
    if kind == 3:
        return _wall(number, _on_line(rng, p, q), _on_line(rng, p, q))
    if kind == 4:
        corner = rng.choice((*a.corners(), *b.corners()))
        return _wall(number, corner, _beside(rng, corner, step))
    if kind == 5:
        corner = rng.choice((p, q, *a.corners()))
        other = _beside(rng, corner, step)
        return _wall(number, other, Point(2 * corner.x - other.x, 2 * corner.y - other.y))
    if kind == 6:
        return _wall(number, points[0], _beside(rng, points[0], step), points[1])
    return _wall(number, *points)


def _lattice(rng: random.Random, step: int) -> Point:
    count = 5 * SUB // step
    return Point(rng.randrange(count + 1) * step, rng.randrange(count + 1) * step)


def _beside(rng: random.Random, at: Point, step: int) -> Point:
    reach = rng.choice((1, 1, 2, 3))
    dx, dy = rng.choice(((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)))
    return Point(at.x + dx * reach * step, at.y + dy * reach * step)


def _on_line(rng: random.Random, p: Point, q: Point) -> Point:
    i = rng.randrange(-2, 11)
    return Point(p.x + (q.x - p.x) * i // 8, p.y + (q.y - p.y) * i // 8)


def _wall(number: int, *points: Point) -> Obstacle:
    if len(set(points)) == 1:
        points = (points[0], Point(points[0].x + SUB, points[0].y))
    return make_obstacle(str(number), Kind.WALL, points)


def _block(number: int, at: Point, side: int) -> Obstacle:
    return make_obstacle(str(number), Kind.SOLID, Footprint(at.x, at.y, side).corners())


def splits(wall: Sequence[Point], rng: random.Random) -> list[Point]:
    """Return the points of a wall with one more on a piece whose middle is a lattice point."""
    points = list(wall)
    for i, (a, b) in enumerate(zip(wall, wall[1:], strict=False)):
        if (a.x + b.x) % 2 == 0 and (a.y + b.y) % 2 == 0 and rng.random() < 0.7:
            return [*points[: i + 1], Point((a.x + b.x) // 2, (a.y + b.y) // 2), *points[i + 1 :]]
    return points
