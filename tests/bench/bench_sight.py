"""Lines against walls: ours beside shapely, one line at a time, in one run."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

import shapely

from maps.grid import SUB, Footprint, Point
from maps.shapes import Kind, Obstacle, make_obstacle
from maps.sight import Body, SightMap


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


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    name: str
    ours: float
    limit: float
    shapely: float | None = None


def timed(work: Callable[[], object], times: int = 15) -> float:
    """Return the median time of a piece of work in milliseconds."""
    work()
    taken = []
    for _ in range(times):
        begin = time.perf_counter()
        work()
        taken.append((time.perf_counter() - begin) * 1000)
    return statistics.median(taken)


def scalar(obstacles: tuple[Obstacle, ...], a: Footprint, targets: list[Footprint]) -> float:
    """Time shapely with one line at a time against all walls together, in milliseconds."""
    union = shapely.MultiLineString(
        [[(s.a.x, s.a.y), (s.b.x, s.b.y)] for o in obstacles for s in o.segments()]
    )

    def work() -> int:
        return sum(
            shapely.LineString([p, q]).crosses(union)
            for t in targets
            for p in a.corners()
            for q in t.corners()
        )

    begin = time.perf_counter()
    work()
    return (time.perf_counter() - begin) * 1000


def run() -> list[Row]:
    """Measure everything; milliseconds."""
    rows = []
    a = Footprint.at(30, 20)
    for name, obstacles in (
        ("2,000 grid walls", walls(60, 40, 2000)),
        ("2,000 free walls", free_walls(60, 40, 2000)),
        ("rooms", rooms(60, 40)),
    ):
        m = SightMap(obstacles)
        targets = [t for t in spaces(60, 40, 101) if t != a][:100]
        bodies = [Body(str(i), t) for i, t in enumerate(targets)]
        ignored = [(b.id,) for b in bodies]
        slow = scalar(obstacles, a, targets)
        ours = timed(lambda m=m, t=targets, b=bodies, i=ignored: m.many(a, t, b, i))  # type: ignore[misc]
        rows.append(Row(f"A 100 targets, 100 bodies, {name}", ours, 8, slow))
        one = timed(lambda m=m, t=targets: m.lines(a, t[0], a.corners()[0], t[0].corners()))  # type: ignore[misc]
        rows.append(Row(f"  4 lines with names, {name}", one, 1))
        heat = timed(lambda m=m: m.heat(a, (0, 0, 60, 40)), 7)  # type: ignore[misc]
        rows.append(Row(f"B 2,400 squares, {name}", heat, 25, slow * 24))
        begin = time.perf_counter()
        for t in targets:
            m.effect(a, t)
        each = (time.perf_counter() - begin) * 1000
        rows.append(Row(f"  100 lines of effect, {name}", each, 100))
        made = timed(lambda o=obstacles: SightMap(o), 3)  # type: ignore[misc]
        rows.append(Row(f"  compile, {name}", made, 50))
    big = SightMap(walls(200, 200, 10_000))
    centre = Footprint.at(100, 100)
    rows.append(
        Row(
            "B 40,000 squares, 10,000 grid walls",
            timed(lambda: big.heat(centre, (0, 0, 200, 200)), 3),
            400,
        )
    )
    return rows


def main() -> None:
    """Print the table."""
    print(f"{'work':48}{'ours ms':>10}{'must ms':>10}{'shapely ms':>12}{'ratio':>8}")
    for row in run():
        slow = "" if row.shapely is None else f"{row.shapely:12.0f}{row.shapely / row.ours:7.0f}x"
        print(f"{row.name:48}{row.ours:10.2f}{row.limit:10.0f}{slow}")
    print("shapely: lines only, one at a time; for B reckoned from A, 24 times as many lines")
