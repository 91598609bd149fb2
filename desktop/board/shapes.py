"""Obstacles as the view needs them: one path per kind, doors to click, pieces that lines meet."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainterPath

from maps.board import Board
from maps.grid import SUB, Point
from maps.lines import SightLine, Verdict
from maps.shapes import DoorState, Kind, Obstacle, Segment

TILE = 16
"""Lines are drawn together that begin within so many squares."""
AT = 0.02
"""A line is stopped by the pieces within so many squares of its end."""


@dataclass(frozen=True, slots=True)
class DoorShape:
    """A door on the map: its id, how it stands, and its pieces."""

    id: str
    state: DoorState
    pieces: tuple[Segment, ...]

    @property
    def middle(self) -> tuple[float, float]:
        """Its middle in squares."""
        first, last = self.pieces[0].a, self.pieces[-1].b
        return (first.x + last.x) / 2 / SUB, (first.y + last.y) / 2 / SUB


Piece = tuple[QRectF, QPainterPath]
"""Lines that lie near one another, with the box around them, in squares."""


@dataclass(slots=True)
class Shapes:
    """What a board looks like in squares. Built anew when the obstacles are other ones."""

    lines: dict[str, QPainterPath] = field(default_factory=dict)
    doors: tuple[DoorShape, ...] = ()
    fogs: tuple[tuple[Obstacle, QPainterPath], ...] = ()
    rises: tuple[Obstacle, ...] = ()
    by_id: dict[str, Obstacle] = field(default_factory=dict)
    _pieces: dict[str, tuple[Piece, ...]] | None = None

    def pieces(self, style: str) -> tuple[Piece, ...]:
        """Return the lines of a style apart, as many short paths by place.

        One path of thousands of joined lines takes Qt ten times as long to stroke as the same
        lines one by one, and most of them may lie beyond what is seen.
        """
        if self._pieces is None:
            found: dict[str, dict[tuple[int, int], QPainterPath]] = {}
            for o in self.by_id.values():
                tiles = found.setdefault(style_of(o), {})
                for s in o.segments():
                    tile = s.a.x // (TILE * SUB), s.a.y // (TILE * SUB)
                    path = tiles.setdefault(tile, QPainterPath())
                    path.moveTo(s.a.x / SUB, s.a.y / SUB)
                    path.lineTo(s.b.x / SUB, s.b.y / SUB)
            self._pieces = {
                style: tuple((path.controlPointRect(), path) for path in tiles.values())
                for style, tiles in found.items()
            }
        return self._pieces.get(style, ())

    @classmethod
    def of(cls, board: Board) -> Shapes:
        """Read the obstacles of a board."""
        shapes = cls()
        doors, fogs = [], []
        for obstacle in board.obstacles:
            shapes.by_id[obstacle.id] = obstacle
            if obstacle.kind is Kind.DOOR:
                pieces = tuple(obstacle.segments())
                if pieces:
                    doors.append(DoorShape(obstacle.id, obstacle.state, pieces))
            path = shapes.lines.setdefault(style_of(obstacle), QPainterPath())
            add_to(path, obstacle)
            if obstacle.concealment > 0:
                area = QPainterPath()
                add_to(area, obstacle)
                fogs.append((obstacle, area))
        shapes.doors, shapes.fogs = tuple(doors), tuple(fogs)
        rises = (o for o in board.obstacles if o.kind is Kind.RISE and o.closed_shape)
        shapes.rises = tuple(rises)
        return shapes

    def door_at(self, x: float, y: float, reach: float) -> str:
        """Return the door within ``reach`` squares of a place, or an empty text."""
        best, found = reach, ""
        for door in self.doors:
            away = min(distance_to(x, y, piece) for piece in door.pieces)
            if away <= best:
                best, found = away, door.id
        return found


def style_of(obstacle: Obstacle) -> str:
    """Return how an obstacle is drawn: its kind, for doors with the state."""
    return f"door.{obstacle.state}" if obstacle.kind is Kind.DOOR else str(obstacle.kind)


def add_to(path: QPainterPath, obstacle: Obstacle) -> None:
    """Add the points of an obstacle to a path, in squares."""
    points = obstacle.points
    path.moveTo(points[0].x / SUB, points[0].y / SUB)
    for p in points[1:]:
        path.lineTo(p.x / SUB, p.y / SUB)
    if obstacle.closed_shape:
        path.closeSubpath()


def distance_to(x: float, y: float, piece: Segment) -> float:
    """Return how far a place is from a piece, in squares."""
    ax, ay = piece.a.x / SUB, piece.a.y / SUB
    dx, dy = piece.b.x / SUB - ax, piece.b.y / SUB - ay
    length = dx * dx + dy * dy
    t = 0.0 if length == 0 else max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / length))
    return math.hypot(x - ax - t * dx, y - ay - t * dy)


def _meets(p: Point, q: Point, piece: Segment) -> bool:
    one, two = _turn(p, q, piece.a), _turn(p, q, piece.b)
    three, four = _turn(piece.a, piece.b, p), _turn(piece.a, piece.b, q)
    return one * two <= 0 and three * four <= 0 and (one, two) != (0, 0)


def _lies_along(p: Point, q: Point, piece: Segment) -> bool:
    """Whether a piece and a line have more than a point in common."""
    if _turn(p, q, piece.a) or _turn(p, q, piece.b):
        return False
    one, two = sorted((piece.a, piece.b)), sorted((p, q))
    return max(one[0], two[0]) < min(one[1], two[1])


def _turn(a: Point, b: Point, c: Point) -> int:
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)


def responsible(shapes: Shapes, lines: Iterable[SightLine]) -> dict[str, tuple[Segment, ...]]:
    """Return the pieces of the obstacles that the judged lines were stopped or hampered by."""
    found: dict[str, dict[Segment, None]] = {}
    for line in lines:
        if line.verdict is Verdict.FREE:
            continue
        for id in line.by:
            obstacle = shapes.by_id.get(id)
            if obstacle is None:
                continue
            pieces = list(obstacle.segments())
            hit: Sequence[Segment] = []
            if line.at is not None and obstacle.is_barrier:
                x, y = line.at
                hit = [s for s in pieces if distance_to(x, y, s) < AT]
            # elsewhere it may hold the line up together with others, even lying along it
            hit = hit or [s for s in pieces if _meets(line.p, line.q, s)]
            hit = hit or [s for s in pieces if _lies_along(line.p, line.q, s)]
            found.setdefault(id, {}).update(dict.fromkeys(hit))
    return {id: tuple(pieces) for id, pieces in found.items() if pieces}
