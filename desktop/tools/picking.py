"""Which obstacle is meant: the nearest piece, the area around a place, all within a frame."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely

from maps.board import Board
from maps.grid import SUB, Point
from maps.shapes import Obstacle


@dataclass(frozen=True, slots=True)
class Found:
    """A piece of an obstacle: ``index`` of its first point, and how far away, in squares."""

    obstacle: Obstacle
    index: int
    away: float


class Picker:
    """The pieces of all obstacles in arrays; made once per set of obstacles."""

    def __init__(self, obstacles: tuple[Obstacle, ...]) -> None:
        self.obstacles = obstacles
        owners: list[tuple[int, int]] = []
        ends: list[tuple[int, int, int, int]] = []
        for number, o in enumerate(obstacles):
            points = o.ring() or o.points
            following = (*points[1:], points[0]) if o.closed_shape else points[1:]
            for index, (a, b) in enumerate(zip(points, following, strict=False)):
                if a != b:
                    owners.append((number, index))
                    ends.append((*a, *b))
        self._owners = owners
        self._ends = np.array(ends, dtype=float).reshape(-1, 4) / SUB

    def piece_at(self, x: float, y: float, reach: float) -> Found | None:
        """Return the nearest piece within ``reach`` squares of a place; the last drawn wins."""
        if not self._owners:
            return None
        a = self._ends[:, :2]
        d = self._ends[:, 2:] - a
        to = np.array((x, y)) - a
        share = np.clip((to * d).sum(axis=1) / (d * d).sum(axis=1), 0, 1)
        away = np.hypot(*(to - share[:, None] * d).T)
        nearest = len(away) - 1 - int(np.argmin(away[::-1]))
        if away[nearest] > reach:
            return None
        number, index = self._owners[nearest]
        return Found(self.obstacles[number], index, float(away[nearest]))

    def point_at(
        self, x: float, y: float, reach: float, without: frozenset[Point] = frozenset()
    ) -> Point | None:
        """Return the nearest point of an obstacle within ``reach`` squares of a place."""
        if not self._owners:
            return None
        points = self._ends.reshape(-1, 2)
        away = np.hypot(points[:, 0] - x, points[:, 1] - y)
        for index in np.flatnonzero(away <= reach)[np.argsort(away[away <= reach])]:
            point = Point(*(round(v * SUB) for v in points[index]))
            if point not in without:
                return point
        return None

    def area_at(self, x: float, y: float) -> Obstacle | None:
        """Return the smallest area that a place lies in."""
        spot = shapely.Point(x * SUB, y * SUB)
        found = [
            (area.area, o)
            for o in self.obstacles
            if o.closed_shape and (area := shapely.Polygon(o.ring())).covers(spot)
        ]
        return min(found, key=lambda pair: pair[0])[1] if found else None

    def within(self, left: float, top: float, right: float, bottom: float) -> tuple[str, ...]:
        """Return the ids of all obstacles of which a piece lies in a frame, even partly."""
        if not self._owners:
            return ()
        frame = shapely.box(left, top, right, bottom)
        lines = shapely.linestrings(self._ends.reshape(-1, 2, 2))
        hit = np.flatnonzero(shapely.intersects(lines, frame))
        numbers = dict.fromkeys(self._owners[int(i)][0] for i in hit)
        return tuple(self.obstacles[n].id for n in numbers)


_made: list[Picker] = []


def picker_of(board: Board) -> Picker:
    """Return the picker of a board, the same one while its obstacles are the same."""
    if not _made or _made[0].obstacles is not board.obstacles:
        _made[:] = [Picker(board.obstacles)]
    return _made[0]
