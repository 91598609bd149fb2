"""Lines of sight by the words of the rules, slowly: walls that stop it, and limiting ones.

A limiting ("terrain") wall is seen into but not past: a line ends at the second place where it
cannot avoid such walls. Walls that touch on a line count once there, however many they are. It
reads the data of a situation file and shares no code with the program.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import shapely
from shapely.geometry.base import BaseGeometry

from tests.rules.pathfinder.oracle_lines import (
    NEAR,
    TUBE,
    WALL,
    Barriers,
    Box,
    Facts,
    Spot,
    acting,
    area,
    candidates,
    inside,
    is_open_door,
    is_polygon,
    joined,
    near,
    shape,
    sight_of,
    stops_effect,
    tube,
)

ROOM = 16 * TUBE
"""So far before and behind a place a tube is looked at: nothing else lies as near."""


def outline(o: Facts, way: Spot) -> BaseGeometry:
    """Return the lines of a limiting obstacle that act on lines of a direction."""
    found = acting(o, way)
    return found.boundary if is_polygon(o) and found.geom_type == "Polygon" else found


class Views:
    """What is seen past the obstacles of a situation at the heights of nobody in particular."""

    def __init__(self, obstacles: Sequence[Facts]) -> None:
        there = [o for o in obstacles if not is_open_door(o)]
        self.soft = [o for o in there if sight_of(o) == "limited"]
        stops = [o for o in there if sight_of(o) == "stops"]
        self.murk = [o for o in stops if is_polygon(o) and not stops_effect(o)]
        self.hard = Barriers([o for o in stops if o not in self.murk])

    @cached_property
    def everything(self) -> Barriers:
        """All whose ends may bound what is seen."""
        return Barriers([*self.hard.obstacles, *self.soft, *self.murk])

    def clear(self, p: Spot, a: Box, q: Spot, b: Box) -> bool:
        """Whether nothing stops the line of sight from p in space a to q in space b."""
        if not self.hard.clear(p, a, q, b):
            return False
        if self.murk and inside(p, q, [shape(o) for o in self.murk]):
            return False
        return p == q or self.crossings(p, a, q, b) < 2

    def crossings(self, p: Spot, a: Box, q: Spot, b: Box) -> int:
        """Count the places where limiting walls, with others or alone, close the line."""
        way = (q[0] - p[0], q[1] - p[1])
        own = shapely.union_all([area(a).buffer(-WALL), area(b).buffer(-WALL)])
        soft = [outline(o, way) for o in self.soft]
        soft = [part for g in near(p, q, soft) if not (part := g.difference(own)).is_empty]
        hard = [g.difference(own) for g in near(p, q, self.hard.on(way))]
        walls, count = [*soft, *hard], 0
        single = _stretches(p, q, soft)
        for lo, hi in _stretches(p, q, walls):
            # whole walls along the line may join what does not touch, but it is crossed twice
            inner = [s for s in single if lo - NEAR <= s[0] and s[1] <= hi + NEAR]
            closed = sum(self._closed(p, a, q, b, s, walls) for s in inner)
            count += closed or (bool(inner) and self._closed(p, a, q, b, (lo, hi), walls))
        return count

    @staticmethod
    def _closed(
        p: Spot, a: Box, q: Spot, b: Box, stretch: tuple[float, float], walls: list[BaseGeometry]
    ) -> bool:
        """Whether walls close the tube of a line about a stretch of it, from 0 to its length."""
        line = shapely.LineString([p, q])
        first, last = stretch[0] - ROOM, stretch[1] + ROOM
        start = line.interpolate(max(first, 0)).coords[0]
        end = line.interpolate(min(last, line.length)).coords[0]
        core = tube(start, end, flat=True)
        here: BaseGeometry = shapely.Point(start).buffer(2 * TUBE)
        there: BaseGeometry = shapely.Point(end).buffer(2 * TUBE)
        if first <= 0:
            core, here = core.union(shapely.Point(p).buffer(TUBE, quad_segs=16)), area(a)
        if last >= line.length:
            core, there = core.union(shapely.Point(q).buffer(TUBE, quad_segs=16)), area(b)
        return not joined(core, walls, here, there)

    def sees(self, a: Box, b: Box) -> bool:
        """Whether any line of sight leads from one space to another."""
        if area(a).intersection(area(b)).area > 0:
            return True
        return any(self.clear(p, a, q, b) for p, q in candidates(a, b, self.everything))


def _stretches(p: Spot, q: Spot, walls: list[BaseGeometry]) -> list[tuple[float, float]]:
    """Return the stretches of a line on which walls meet it, those that touch there as one."""
    line = shapely.LineString([p, q])
    ends: list[tuple[float, float]] = []
    for part in shapely.get_parts(walls):
        met = part.intersection(line.buffer(NEAR))
        for piece in shapely.get_parts(met):
            along = [line.project(shapely.Point(c)) for c in shapely.get_coordinates(piece)]
            if along:
                ends.append((min(along), max(along)))
    found: list[tuple[float, float]] = []
    for lo, hi in sorted(ends):
        if found and lo <= found[-1][1] + 4 * NEAR:
            lo, hi = found[-1][0], max(hi, found.pop()[1])
        found.append((lo, hi))
    return found
