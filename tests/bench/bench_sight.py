"""Lines against walls: ours beside shapely, one line at a time, and beside the limit."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import shapely

from maps.fields import Block
from maps.grid import SUB, Footprint, Point
from maps.shapes import Kind, Obstacle, make_obstacle
from maps.sight import Body, SightMap
from tests.bench import limit
from tests.bench.table import Row, timed


def walls(width: int, height: int, count: int, seed: int = 5) -> tuple[Obstacle, ...]:
    """Scatter wall pieces over the edges of a grid."""
    rng = random.Random(seed)
    edges = [(x, y, 1, 0) for x in range(width) for y in range(height + 1)]
    edges += [(x, y, 0, 1) for x in range(width + 1) for y in range(height)]
    return tuple(
        make_obstacle(
            str(i), Kind.WALL, (Point(x * SUB, y * SUB), Point((x + u) * SUB, (y + v) * SUB))
        )
        for i, (x, y, u, v) in enumerate(rng.sample(edges, count))
    )


def free_walls(width: int, height: int, count: int, seed: int = 6) -> tuple[Obstacle, ...]:
    """Scatter short wall pieces anywhere, as drawn by hand."""
    rng = random.Random(seed)
    found = []
    for i in range(count):
        x, y = rng.randrange(width * SUB), rng.randrange(height * SUB)
        u, v = rng.randrange(-SUB, SUB), rng.randrange(-SUB, SUB)
        found.append(make_obstacle(str(i), Kind.WALL, (Point(x, y), Point(x + u, y + v))))
    return tuple(found)


def rooms(width: int, height: int, seed: int = 7) -> tuple[Obstacle, ...]:
    """Draw rooms of five squares with a door gap in each side, walls one square long."""
    rng = random.Random(seed)
    pieces = []
    for x in range(width + 1):
        pieces += [(x, y, 0, 1) for y in range(height) if x % 5 == 0 and y % 5 != 2]
    for y in range(height + 1):
        pieces += [(x, y, 1, 0) for x in range(width) if y % 5 == 0 and x % 5 != 2]
    rng.shuffle(pieces)
    return tuple(
        make_obstacle(
            str(i), Kind.WALL, (Point(x * SUB, y * SUB), Point((x + u) * SUB, (y + v) * SUB))
        )
        for i, (x, y, u, v) in enumerate(pieces)
    )


def spaces(width: int, height: int, count: int, seed: int = 8) -> list[Footprint]:
    """Scatter squares over the grid."""
    rng = random.Random(seed)
    cells = [(x, y) for x in range(width) for y in range(height)]
    return [Footprint.at(x, y) for x, y in rng.sample(cells, count)]


def scalar(obstacles: tuple[Obstacle, ...], a: Footprint, targets: list[Footprint]) -> float:
    """Time shapely with one line at a time against all walls together, in milliseconds."""
    union = shapely.MultiLineString(
        [[(s.a.x, s.a.y), (s.b.x, s.b.y)] for o in obstacles for s in o.segments()]
    )
    begin = time.process_time()
    sum(
        shapely.LineString([p, q]).crosses(union)
        for t in targets
        for p in a.corners()
        for q in t.corners()
    )
    return (time.process_time() - begin) * 1000


def limits(
    obstacles: tuple[Obstacle, ...], a: Footprint, targets: list[Footprint], size: tuple[int, int]
) -> tuple[float | None, float | None]:
    """Time the compiled kernel for all lines to targets, and to all points of a grid."""
    if not limit.available():
        return None, None
    kernel = limit.Limit(obstacles, *size)
    few, all_ = limit.lines_to(a, targets), limit.lines_to_points(a, *size)
    return timed(lambda: kernel.count(few)), timed(lambda: kernel.count(all_), 5)


MAPS: dict[str, Callable[[], tuple[Obstacle, ...]]] = {
    "2,000 grid walls": lambda: walls(60, 40, 2000),
    "2,000 free walls": lambda: free_walls(60, 40, 2000),
    "rooms": lambda: rooms(60, 40),
}


def rows_of(name: str, obstacles: tuple[Obstacle, ...]) -> list[Row]:
    """Measure one map of 60×40 squares."""
    a, m = Footprint.at(30, 20), SightMap(obstacles)
    targets = [t for t in spaces(60, 40, 101) if t != a][:100]
    bodies = [Body(str(i), t) for i, t in enumerate(targets)]
    ignored = [(b.id,) for b in bodies]
    slow = scalar(obstacles, a, targets)
    few, whole = limits(obstacles, a, targets, (60, 40))
    places = iter(spaces(60, 40, 400, 9))
    return [
        Row(
            f"A 100 targets, 100 bodies, {name}",
            timed(lambda: m.many(a, targets, bodies, ignored)), 8, slow, few,
        ),
        Row(
            f"B 2,400 squares, {name}",
            timed(lambda: m.from_space(a, Block(0, 0, 60, 40), 1), 7), 25, slow * 24, whole,
        ),
        Row(
            f"  any line at all to 100 spaces, {name}",
            timed(lambda: m.effects(next(places), targets)), aim=10,
        ),
        Row(
            f"  4 lines with names, {name}",
            timed(lambda: m.lines(a, targets[0], a.corners()[0], targets[0].corners())), aim=1,
        ),
        Row(f"  compile, {name}", timed(lambda: SightMap(obstacles), 3), aim=50),
    ]  # fmt: skip


def run() -> list[Row]:
    """Measure everything; milliseconds."""
    found = [row for name, make in MAPS.items() for row in rows_of(name, make())]
    obstacles, centre = walls(200, 200, 10_000), Footprint.at(100, 100)
    big = SightMap(obstacles)
    _, whole = limits(obstacles, centre, [centre], (200, 200))
    strips = [Block(0, top, 200, 25) for top in range(0, 200, 25)]
    ours = timed(lambda: [big.from_space(centre, strip, 1) for strip in strips], 3)
    found.append(Row("B 40,000 squares, 10,000 grid walls", ours, 400, None, whole))
    return found
