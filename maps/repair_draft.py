"""The walls of a board while they are mended."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from maps.board import Board
from maps.doorways import uncovered
from maps.edit import fresh_ids
from maps.flaws import (
    Fault,
    Finding,
)
from maps.grid import Point
from maps.shapes import Kind, Obstacle


@dataclass(slots=True)
class Draft:
    """Obstacles that are being mended."""

    start: Board
    now: dict[str, Obstacle]
    more: list[Obstacle] = field(default_factory=list)

    @classmethod
    def of(cls, board: Board) -> Draft:
        return cls(board, {o.id: o for o in board.obstacles})

    def board(self) -> Board:
        """Return the mended board, the old one when nothing changed."""
        after = tuple(self.now[o.id] for o in self.start.obstacles if o.id in self.now)
        if self.more:
            ids = fresh_ids(self.start, "mended", len(self.more))
            after += tuple(replace(o, id=id) for o, id in zip(self.more, ids, strict=True))
        same = len(after) == len(self.start.obstacles) and all(
            a is b for a, b in zip(after, self.start.obstacles, strict=True)
        )
        return self.start if same else replace(self.start, obstacles=after)

    def mend(self, finding: Finding) -> bool:
        """Mend one fault; returns whether it was still there."""
        if any(id not in self.now for id in finding.obstacles):
            return False
        match finding.fault:
            case Fault.ZERO:
                return self._set(finding.obstacles[0], self.now[finding.obstacles[0]].points)
            case Fault.TWIN:
                return self._take_out(finding)
            case Fault.COVERED:
                return self._open(finding)
            case Fault.NEAR:
                return self._join(finding)
            case Fault.GAP:
                return self._bridge(finding)
            case Fault.CROSSING:
                at = finding.points[0]
                cornered = [self._corner(id, at) for id in dict.fromkeys(finding.obstacles)]
                return True in cornered
            case Fault.OUTSIDE:
                del self.now[finding.obstacles[0]]
                return True

    def _set(self, id: str, points: Iterable[Point]) -> bool:
        """Give an obstacle other points, without doubled ones; one of no length goes away."""
        old, kept = self.now[id], list[Point]()
        for p in points:
            if not kept or kept[-1] != p:
                kept.append(p)
        if len(kept) < 2:  # a point is no line
            del self.now[id]
            return True
        if tuple(kept) == old.points:
            return False
        self.now[id] = replace(old, points=tuple(kept))
        return True

    def _take_out(self, finding: Finding) -> bool:
        """Take a doubled piece out of the first obstacle; a line may fall into two."""
        a, b = finding.points
        o = self.now[finding.obstacles[0]]
        points = list(o.points)
        if o.closed_shape:
            if len(points) > 3 or set(o.points) != set(self.now[finding.obstacles[1]].points):
                return self._drop_same(finding)
            del self.now[o.id]
            return True
        for i in range(len(points) - 1):
            if {points[i], points[i + 1]} == {a, b}:
                first, second = points[: i + 1], points[i + 1 :]
                parts = [part for part in (first, second) if len(part) > 1]
                if not parts:
                    del self.now[o.id]
                    return True
                self.now[o.id] = replace(o, points=tuple(parts[0]))
                self.more += (replace(o, points=tuple(part)) for part in parts[1:])
                return True
        return False

    def _open(self, finding: Finding) -> bool:
        """Cut the walls below an opening; each keeps its id for its first piece."""
        opening, *walls = (self.now[id] for id in finding.obstacles)
        done = False
        for wall in walls:
            left = uncovered(wall.points, opening.points[0], opening.points[-1])
            if left == (wall.points,):
                continue
            done = True
            if not left:
                del self.now[wall.id]
                continue
            self.now[wall.id] = replace(wall, points=left[0])
            self.more += (replace(wall, points=points) for points in left[1:])
        return done

    def _drop_same(self, finding: Finding) -> bool:
        """Drop an area that another one equals; areas that share a side are left alone."""
        one, two = (self.now[id] for id in finding.obstacles)
        if set(one.points) != set(two.points) or not two.closed_shape:
            return False
        del self.now[one.id]
        return True

    def _join(self, finding: Finding) -> bool:
        """Move an end to where it should be; a piece that it meets gets a corner there."""
        id, other = finding.obstacles
        start, goal = finding.points
        points = self.now[id].points
        if start not in (points[0], points[-1]):
            return False
        if points[0] == start:
            moved = (goal, *points[1:])
        else:
            moved = (*points[:-1], goal)
        if not self._set(id, moved):
            return False
        if other != id and other in self.now:
            self._corner(other, goal)
        return True

    def _bridge(self, finding: Finding) -> bool:
        """Lead a line over a gap to the other end; doors and windows stay as wide as they are."""
        id, other = finding.obstacles
        start, goal = finding.points
        o = self.now[id]
        ends = (o.points[0], o.points[-1])
        far = self.now[other].points
        if start not in ends or goal not in (far[0], far[-1]):
            return False
        if o.kind in (Kind.DOOR, Kind.SLIT):
            wall = next((w for w in self.start.obstacles if w.kind is Kind.WALL), None)
            if wall is None:
                return False
            self.more.append(replace(wall, points=(start, goal)))
            return True
        if start == ends[-1]:
            return self._set(id, (*o.points, goal))
        return self._set(id, (goal, *o.points))

    def _corner(self, id: str, at: Point) -> bool:
        """Put a corner into the piece of an obstacle that runs nearest by; doors get none."""
        o = self.now[id]
        if o.kind is Kind.DOOR or at in o.points:
            return False
        points = list(o.points)
        rows = [(points[i], points[i + 1], i) for i in range(len(points) - 1)]
        if o.closed_shape and points[0] != points[-1]:
            rows.append((points[-1], points[0], len(points) - 1))
        gaps = [(_away(at, a, b), i) for a, b, i in rows]
        away, i = min(gaps)
        if away > 2:  # rounding moves a crossing by less
            return False
        return self._set(id, (*points[: i + 1], at, *points[i + 1 :]))


def _away(p: Point, a: Point, b: Point) -> float:
    """Return the distance of a point from a piece."""
    dx, dy = b.x - a.x, b.y - a.y
    length = dx * dx + dy * dy
    along = 0.0 if length == 0 else ((p.x - a.x) * dx + (p.y - a.y) * dy) / length
    share = min(1.0, max(0.0, along))
    return math.dist(p, (a.x + share * dx, a.y + share * dy))
