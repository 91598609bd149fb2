"""Areas of effect by the words of the rules, slowly: which squares, who is caught, what shelters.

It reads the data of a situation file and shares no code with the program. Templates of the d20
rules are walked over the grid, round ones measured with a ruler.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable
from functools import cached_property

import shapely
from shapely.geometry.base import BaseGeometry

from tests.rules.pathfinder.oracle import RANK, Oracle
from tests.rules.pathfinder.oracle_lines import (
    Box,
    Facts,
    Spot,
    area,
    clipped,
    corners,
    role,
    shape,
)

Cell = tuple[int, int]
NEAR = 1e-9
HAIR = 1 / 512
"""A point of origin is a square of two hairs: so it has sides that a wall may part."""


def walked(starts: Iterable[Cell], far: int) -> dict[Cell, int]:
    """Return what is reached in whole steps within a distance, diagonals counting 1-2-1-2."""
    best = {(start, False): 0 for start in starts}
    queue = [(0, start, False) for start, _ in best]
    found: dict[Cell, int] = {}
    while queue:
        cost, cell, odd = heapq.heappop(queue)
        found[cell] = min(cost, found.get(cell, cost))
        for dx, dy in ((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y):
            crosswise = bool(dx and dy)
            after = ((cell[0] + dx, cell[1] + dy), odd ^ crosswise)
            total = cost + (2 if crosswise and odd else 1)
            if total <= far and total < best.get(after, math.inf):
                best[after] = total
                heapq.heappush(queue, (total, *after))
    return found


def around(cell: Cell) -> Box:
    return cell[0], cell[1], 1


def block(at: Spot, far: int) -> list[Cell]:
    left, top = math.floor(at[0]) - far - 1, math.floor(at[1]) - far - 1
    size = range(2 * far + 3 + 6)
    return [(left + i, top + j) for j in size for i in size]


def angle(at: Spot, cell: Cell, direction: Cell) -> float:
    """Return by how many degrees the middle of a square lies off a direction."""
    turn = math.atan2(cell[1] + 0.5 - at[1], cell[0] + 0.5 - at[0])
    away = math.remainder(turn - math.atan2(direction[1], direction[0]), math.tau)
    return abs(math.degrees(away))


def ray(at: Spot, direction: Cell, far: float) -> shapely.LineString:
    """Return a line from a corner; along the grid it is shifted to its right."""
    size = math.hypot(*direction)
    x, y = (d / size for d in direction)
    aside = 0.25 if 0 in direction else 0.0  # y points down: right of (x, y) is (-y, x)
    first = (at[0] - aside * y, at[1] + aside * x)
    return shapely.LineString([first, (first[0] + far * x, first[1] + far * y)])


def inside_of(line: shapely.LineString, cell: Cell) -> float:
    """Return how much of a line lies in a square; along its sides it counts as nothing."""
    return float(line.intersection(shapely.box(*cell, cell[0] + 1, cell[1] + 1)).length)


def counted_cells(shape_: str, at: Spot, far: int, direction: Cell, space: Box) -> set[Cell]:
    """Return the squares of a template of the d20 rules.

    A burst holds the squares all of whose corners lie within the radius, a cone those of a
    quarter of it, a line those that it passes; an emanation goes from square to square.
    """
    if shape_ == "emanation":
        x, y, side = (round(v) for v in space)
        return set(walked(((x + i, y + j) for i in range(side) for j in range(side)), far))
    points = walked([(round(at[0]), round(at[1]))], far)
    cells = {
        (x, y)
        for x, y in block(at, far)
        if all((x + i, y + j) in points for i in (0, 1) for j in (0, 1))
    }
    if shape_ == "cone":
        return {c for c in cells if angle(at, c, direction) <= 45 + NEAR}
    if shape_ == "line":
        line = ray(at, direction, 3 * far)
        # a square seen edge on along the grid is passed in its middle, not by a corner
        return {c for c in cells if inside_of(line, c) > NEAR}
    return cells


def measured_cells(
    shape_: str, at: Spot, far: int, direction: Cell, space: Box, wide: float
) -> set[Cell]:
    """Return the squares of a template that is measured with a ruler, each by its middle."""

    def gap(thing: BaseGeometry, cell: Cell) -> float:
        return float(thing.distance(shapely.Point(cell[0] + 0.5, cell[1] + 0.5)))

    if shape_ == "emanation":
        own = area(space)
        return {c for c in block(space[:2], far + math.ceil(space[2])) if gap(own, c) <= far + NEAR}
    if shape_ == "line":
        line = ray(at, direction, far)
        return {c for c in block(at, far) if inside_of(line, c) > NEAR}
    start = shapely.Point(at)
    cells = {c for c in block(at, far) if gap(start, c) <= far + NEAR}
    if shape_ == "cone":
        return {c for c in cells if angle(at, c, direction) <= wide / 2 + 1e-7}
    return cells


class FromPoint(Oracle):
    """What shelters a creature from an effect that starts at a point (§3.6).

    The point takes the place of the corner of a shot; the effect is as high as the creature.
    """

    def __init__(self, situation: Facts, target: str, origin: Spot) -> None:
        same = {"attacker": target, "target": target, "weapon": "longbow"}
        super().__init__({**situation, "attack": same})
        self.origin = origin

    @property
    def a(self) -> Box:
        return self.origin[0] - HAIR, self.origin[1] - HAIR, 2 * HAIR

    def distance_to(self, box: Box, o: Facts) -> float:
        if box == self.a:
            return float(shapely.Point(self.origin).distance(shape(o)))
        return super().distance_to(box, o)

    @cached_property
    def bodies(self) -> list[BaseGeometry]:
        low, high = self.heights(self.foe)
        start = shapely.Point(self.origin)
        found = []
        for token in self.tokens.values():
            box = area(self.space(token))
            bottom, top = self.heights(token)
            if (
                token is not self.foe
                and not box.contains(start)
                and box.intersection(area(self.t)).area == 0
                and not self.tied(token, self.foe)
                and self.gives_cover(token)
                and bottom < high
                and top > low
            ):
                found.append(box)
        return found

    @cached_property
    def arrives(self) -> bool:
        """Whether any line leads from the point into the space: past its corners and wall ends.

        The tube of a line is as wide as the square of two hairs, so lines start in its middle.
        """
        box, start = area(self.t), self.origin
        if box.intersects(shapely.Point(start)):
            return True
        if any(self.barriers.clear(start, self.a, q, self.t) for q in corners(self.t)):
            return True
        ends = self.barriers.vertices(box.union(shapely.Point(start)).convex_hull)
        for v in (*corners(self.t), *ends):
            stretch = clipped(start, v, self.t) if v != start else None
            if stretch is not None and stretch[1] > 0:
                t = max(stretch[0], 0)
                q = (start[0] + t * (v[0] - start[0]), start[1] + t * (v[1] - start[1]))
                if self.barriers.clear(start, self.a, q, self.t):
                    return True
        return False

    def grade(self) -> str:
        """Return the best grade of cover, creatures included."""
        if not self.arrives:
            return "total"
        look = self.corner(self.a, self.t, self.origin)
        if look.hard == "hard" and self.options.get("partial_cover") == "apply":
            if self.barriers.shown(self.origin, self.a, self.t) > 0.5 + 1e-7:
                return "soft" if look.soft else "partial"
        return max(look.hard, "soft" if look.soft else "none", key=RANK.index)

    def share(self) -> int:
        """Return how many of the four lines to the corners of the space are stopped, in percent."""
        if not self.arrives:
            return 100
        things = [o for o in self.here if role(o)]
        self.__dict__["shelters"] = things  # nearness does not matter here
        stopped = 0
        for q in corners(self.t):
            grade, yields = self.sheltered(self.origin, self.a, q, self.t)
            stopped += (
                yields or grade != "none" or not self.barriers.clear(self.origin, self.a, q, self.t)
            )
        return 100 * stopped // 4
