"""Ways over squares by the words of the rules, slowly: what stops a step, what it costs.

A step leads from middle to middle of each square of a space. Walls, doors, slits and pillars at
the height of whoever walks stop it; difficult ground makes it dear. It reads the data of a
situation file and shares no code with the program.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Literal

import shapely

from tests.rules.pathfinder.oracle import Oracle
from tests.rules.pathfinder.oracle_lines import (
    Barriers,
    Facts,
    is_open_door,
    is_polygon,
    properly,
    shape,
)

Cell = tuple[int, int]
Gait = Literal["1-2-1", "1-1-1", "euclid"]
STOPS = {"wall", "door", "slit", "solid"}


def hits_a_middle(o: Facts, left: int, top: int, side: int) -> bool:
    """Whether an edge runs through the middle of a square, so that nobody can say who is beyond."""
    edge = shape(o).boundary if is_polygon(o) else shape(o)
    middles = [(left + x + 0.5, top + y + 0.5) for x in range(side) for y in range(side)]
    return bool(edge.distance(shapely.MultiPoint(middles)) < 1e-6)


class Ways:
    """The ways of one creature."""

    def __init__(
        self, case: Facts, walker: Facts, gait: Gait = "1-2-1", flat: int | None = None
    ) -> None:
        self.case, self.gait, self.flat = case, gait, flat
        x, y, side = (round(c) for c in Oracle.space(walker))
        self.start: Cell = x, y
        self.own = [(i, j) for i in range(side) for j in range(side)]
        low, high = Oracle.heights(walker)
        there = [
            o
            for o in case["board"]["obstacles"]
            if not is_open_door(o)
            and o.get("top", math.inf) > low
            and (o.get("bottom", -math.inf) < high or o.get("bottom") == high == low)
        ]
        self.stops = [o for o in there if o["kind"] in STOPS]
        self.pillars = [o for o in self.stops if o["kind"] == "solid"]
        self.rubble = [shape(o) for o in there if o["kind"] == "terrain"]

    # -- one step --------------------------------------------------------------------------

    @cached_property
    def _free(self) -> dict[tuple[Cell, Cell], bool]:
        return {}

    def free(self, cell: Cell, way: Cell) -> bool:
        """Whether nothing stops a step."""
        key = cell, way
        if key not in self._free:
            self._free[key] = self._is_free(cell, way)
        return self._free[key]

    def _is_free(self, cell: Cell, way: Cell) -> bool:
        after = (cell[0] + way[0], cell[1] + way[1])
        for pillar in self.pillars:  # out of it, but not about in it
            if 0 < self._held(pillar, cell) <= self._held(pillar, after):
                return False
        for p in self._middles(cell):
            q = (p[0] + way[0], p[1] + way[1])
            walls = [o for o in self.stops if o not in self.pillars or not self._holds(o, p)]
            if properly(p, q, Barriers(walls).on((float(way[0]), float(way[1])))):
                return False
        return True

    def _middles(self, cell: Cell) -> Iterator[tuple[float, float]]:
        return ((cell[0] + i + 0.5, cell[1] + j + 0.5) for i, j in self.own)

    @staticmethod
    def _holds(pillar: Facts, spot: tuple[float, float]) -> bool:
        return bool(shape(pillar).contains(shapely.Point(spot)))

    def _held(self, pillar: Facts, cell: Cell) -> int:
        return sum(self._holds(pillar, spot) for spot in self._middles(cell))

    def slow(self, cell: Cell) -> bool:
        """Whether any square of a space lies in difficult ground."""
        spots = [shapely.Point(spot) for spot in self._middles(cell)]
        return any(rubble.intersects(spot) for rubble in self.rubble for spot in spots)

    def price(self, way: Cell, rough: bool, odd: bool) -> tuple[float, bool]:
        """Return what a step costs, and whether the next diagonal is the dear one."""
        crosswise, factor = bool(way[0] and way[1]), 2 if rough else 1
        if not crosswise:
            return factor, odd
        if rough and self.flat is not None:  # the count of diagonals stands still
            return self.flat, odd
        match self.gait:
            case "1-2-1":
                return factor * (2 if odd else 1), not odd
            case "1-1-1":
                return factor, odd
            case _:
                return factor * math.sqrt(2), odd

    # -- whole ways ------------------------------------------------------------------------

    def walk(self, way: Sequence[Cell]) -> tuple[list[float], bool]:
        """Return the cost of a way at each of its corners, and whether anything stops it.

        Stretches between corners run straight or evenly diagonal.
        """
        cell, odd, total, stopped = way[0], False, 0.0, False
        costs = [0.0]
        for goal in way[1:]:
            while cell != goal:
                step = (_sign(goal[0] - cell[0]), _sign(goal[1] - cell[1]))
                stopped = stopped or not self.free(cell, step)
                cell = (cell[0] + step[0], cell[1] + step[1])
                cost, odd = self.price(step, self.slow(cell), odd)
                total += cost
            costs.append(total)
        return costs, stopped

    def spaces(self, cell: Cell) -> set[Cell]:
        """Return the squares of the space at a place."""
        return {(cell[0] + i, cell[1] + j) for i, j in self.own}

    def costs(self, most: float, shut: Callable[[set[Cell]], bool]) -> dict[Cell, float]:
        """Search all ways: what each place costs; ``shut`` tells which spaces nobody enters."""
        queue = [(0.0, self.start, False)]
        best = {(self.start, False): 0.0}
        found: dict[Cell, float] = {}
        while queue:
            cost, cell, odd = heapq.heappop(queue)
            if cost > best[cell, odd]:
                continue
            found[cell] = min(cost, found.get(cell, cost))
            for way in ((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y):
                after = (cell[0] + way[0], cell[1] + way[1])
                if shut(self.spaces(after)):
                    continue
                price, after_odd = self.price(way, self.slow(after), odd)
                node = (after, after_odd)
                if cost + price > most + 1e-9 or cost + price >= best.get(node, math.inf):
                    continue
                if self.free(cell, way):
                    best[node] = cost + price
                    heapq.heappush(queue, (cost + price, *node))
        return found


def _sign(n: int) -> int:
    return (n > 0) - (n < 0)


def cells_of(token: Facts) -> set[Cell]:
    """Return the squares on which somebody stands."""
    x, y, side = (round(c) for c in Oracle.space(token))
    return {(x + i, y + j) for i in range(side) for j in range(side)}
