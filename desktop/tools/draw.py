"""Drawing: chains of walls, doors and windows, areas of cover, fog and rough ground; erasing."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QCursor, QKeyEvent, QPainter, QPen, QPolygonF

from desktop.board.paint import View
from desktop.board.paint_lines import paint_cause
from desktop.i18n import tr
from desktop.theme import MAP, paint_colour
from desktop.tools.base import Hint, Pointer, Tool
from maps.edit import cut_for
from maps.grid import SUB, Point, from_sub, to_sub
from maps.shapes import Kind, Obstacle
from rules.encounter.commands import Command, Draw, Erase

if TYPE_CHECKING:
    from desktop.board.view import BoardView

Spot = tuple[float, float]

CORNER_REACH = 0.22
"""Within this many squares a point snaps to the corner of a square, else to an eighth."""
PICK_REACH = 9.0
"""An obstacle is meant within this many pixels."""


def snapped(at: Pointer) -> Spot:
    """Return the point that is meant: a corner, an eighth of a square, with Alt the very place."""
    if at.alt:
        return from_sub(to_sub(at.x)), from_sub(to_sub(at.y))
    corner = (round(at.x), round(at.y))
    if math.hypot(at.x - corner[0], at.y - corner[1]) <= CORNER_REACH:
        return corner
    return round(at.x * 8) / 8, round(at.y * 8) / 8


def _points(spots: Sequence[Spot]) -> list[list[float]]:
    return [[x, y] for x, y in spots]


class DrawTool(Tool):
    """Base of the tools that draw: a cross for a pointer, a preview in the accent colour."""

    kind: ClassVar[Kind]

    def __init__(self, board: BoardView) -> None:
        super().__init__(board)
        self._spots: list[Spot] = []
        self._under: Spot | None = None

    @property
    def cursor(self) -> QCursor:
        return QCursor(Qt.CursorShape.CrossCursor)

    @property
    def busy(self) -> bool:
        return bool(self._spots)

    def move(self, at: Pointer) -> bool:
        self._under = snapped(at)
        self.board.update()
        return True

    def drag(self, at: Pointer) -> None:
        self.move(at)

    def cancel(self) -> bool:
        there = bool(self._spots)
        self._spots, self._under = [], None
        self.board.update()
        return there

    def put(self, commands: Sequence[Command]) -> None:
        """Perform what was drawn as one step."""
        self.cancel()
        session = self.board.session
        if session is not None and commands:
            session.perform_all(commands)

    def paint_above(self, painter: QPainter, view: View) -> None:
        spots = [*self._spots]
        if self._under is not None:
            spots.append(self._under)
        _paint_line(painter, [view.at(x, y) for x, y in spots], closed=False)


class ChainTool(DrawTool):
    """Draws a chain of straight pieces: click each point, double click or Enter ends it."""

    fewest: ClassVar[int] = 2

    def hint(self) -> Hint:
        keys = [(tr("tools.key.click"), tr("tools.hint.point"))]
        if self._spots:
            keys += [
                (tr("tools.key.double"), tr("tools.hint.end")),
                (tr("tools.key.backspace"), tr("tools.hint.back")),
                (tr("board.key.esc"), tr("tools.hint.cancel")),
            ]
        keys.append((tr("board.key.alt"), tr("board.hint.off_grid")))
        return Hint(self.icon, self.title(), tuple(keys))

    def title(self) -> str:
        """Say what is being drawn."""
        return tr("tools.hint.wall")

    def press(self, at: Pointer) -> None:
        spot = snapped(at)
        if not self._spots or self._spots[-1] != spot:
            self._spots.append(spot)
        if len(self._spots) > 3 and spot == self._spots[0]:
            self.finish()
        self.board.say_hint()
        self.board.update()

    def double_click(self, at: Pointer) -> None:
        self.finish()

    def key(self, event: QKeyEvent) -> bool:
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if self._spots:
                self.finish()
            case Qt.Key.Key_Backspace if self._spots:
                self._spots.pop()
                self.board.update()
            case Qt.Key.Key_Escape if self._spots:
                self.cancel()
            case _:
                return False
        self.board.say_hint()
        return True

    def finish_by_key(self) -> bool:
        self.finish()
        self.board.say_hint()
        return True

    def finish(self) -> None:
        """End the chain and put it on the map."""
        spots = list(self._spots)
        if len(spots) < self.fewest:
            self.cancel()
            return
        self.put([Draw(obstacles=({"kind": self.kind.value, "points": _points(spots)},))])


class WallTool(ChainTool):
    """Draws walls."""

    id = "wall"
    word = "tools.wall"
    icon = "wall"
    kind = Kind.WALL


class OpeningTool(DrawTool):
    """Puts a door or a window into a wall, or where there is none: press, draw, let go."""

    def hint(self) -> Hint:
        keys = (
            (tr("tools.key.drag"), tr("tools.hint.opening")),
            (tr("board.key.alt"), tr("board.hint.off_grid")),
        )
        return Hint(self.icon, self.title(), keys)

    def title(self) -> str:
        """Say what is being drawn."""
        return tr("tools.hint.door")

    def press(self, at: Pointer) -> None:
        self._spots = [snapped(at)]
        self.move(at)

    def release(self, at: Pointer) -> None:
        if not self._spots:
            return
        start, end = self._spots[0], snapped(at)
        if start == end:
            self.cancel()
            return
        self.put(self._commands(start, end))

    def _commands(self, start: Spot, end: Spot) -> list[Command]:
        session = self.board.session
        assert session is not None
        a, b = _sub(start), _sub(end)
        put, removed = cut_for(session.state.board, a, b)
        opening: dict[str, Any] = {"kind": self.kind.value, "points": _points([start, end])}
        commands: list[Command] = []
        if removed:
            commands.append(Erase(obstacles=removed))
        pieces = [{"kind": "wall", "points": _points([_square(p) for p in line])} for line in put]
        commands.append(Draw(obstacles=(*pieces, opening)))
        return commands


class DoorTool(OpeningTool):
    """Puts doors in."""

    id = "door"
    word = "tools.door"
    icon = "door"
    kind = Kind.DOOR


class WindowTool(OpeningTool):
    """Puts windows and arrow slits in."""

    id = "window"
    word = "tools.window"
    icon = "aim"
    kind = Kind.SLIT

    def title(self) -> str:
        return tr("tools.hint.window")


class AreaTool(DrawTool):
    """Draws a box over whole squares: press, draw, let go; with Alt off the grid."""

    def hint(self) -> Hint:
        keys = (
            (tr("tools.key.drag"), tr("tools.hint.box")),
            (tr("board.key.alt"), tr("board.hint.off_grid")),
        )
        return Hint(self.icon, self.title(), keys)

    def title(self) -> str:
        """Say what is being drawn."""
        return tr("tools.hint.solid")

    def press(self, at: Pointer) -> None:
        self._spots = [(at.x, at.y)]
        self.move(at)

    def move(self, at: Pointer) -> bool:
        self._under = (at.x, at.y)
        self._alt = at.alt
        self.board.update()
        return True

    _alt = False

    def _box(self) -> tuple[float, float, float, float] | None:
        if self._under is None:
            return None
        (ax, ay), (bx, by) = (self._spots or [self._under])[0], self._under
        left, right = sorted((ax, bx))
        top, bottom = sorted((ay, by))
        if self._alt:
            return left, top, right, bottom
        return math.floor(left), math.floor(top), math.floor(right) + 1, math.floor(bottom) + 1

    def release(self, at: Pointer) -> None:
        box = self._box()
        if not self._spots or box is None:
            return
        left, top, right, bottom = box
        if left == right or top == bottom:
            self.cancel()
            return
        corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
        self.put([Draw(obstacles=({"kind": self.kind.value, "points": _points(corners)},))])

    def paint_above(self, painter: QPainter, view: View) -> None:
        box = self._box()
        if box is None:
            return
        left, top, right, bottom = box
        corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
        _paint_line(painter, [view.at(x, y) for x, y in corners], closed=True)


class SolidTool(AreaTool):
    """Draws pillars and rock."""

    id = "solid"
    word = "tools.solid"
    icon = "layers"
    kind = Kind.SOLID


class LowTool(AreaTool):
    """Draws low obstacles."""

    id = "low"
    word = "tools.low"
    icon = "shield"
    kind = Kind.LOW

    def title(self) -> str:
        return tr("tools.hint.low")


class FogTool(AreaTool):
    """Draws areas of fog and foliage."""

    id = "fog"
    word = "tools.fog"
    icon = "fog"
    kind = Kind.FOG

    def title(self) -> str:
        return tr("tools.hint.fog")


class TerrainTool(AreaTool):
    """Draws difficult ground."""

    id = "terrain"
    word = "tools.terrain"
    icon = "terrain"
    kind = Kind.TERRAIN

    def title(self) -> str:
        return tr("tools.hint.terrain")


class EraseTool(Tool):
    """Removes the obstacle under the pointer."""

    id = "erase"
    word = "tools.erase"
    icon = "close"

    def __init__(self, board: BoardView) -> None:
        super().__init__(board)
        self._meant: Obstacle | None = None

    @property
    def cursor(self) -> QCursor:
        return QCursor(
            Qt.CursorShape.PointingHandCursor if self._meant else Qt.CursorShape.CrossCursor
        )

    def hint(self) -> Hint:
        keys = ((tr("tools.key.click"), tr("tools.hint.remove")),)
        return Hint(self.icon, tr("tools.hint.erase"), keys)

    def move(self, at: Pointer) -> bool:
        meant = self._find(at)
        if meant is not self._meant:
            self._meant = meant
            self.board.update()
        return True

    def press(self, at: Pointer) -> None:
        meant, session = self._find(at), self.board.session
        self._meant = None
        if meant is not None and session is not None:
            session.perform(Erase(obstacles=(meant.id,)))
        self.board.update()

    def cancel(self) -> bool:
        self._meant = None
        self.board.update()
        return False

    def _find(self, at: Pointer) -> Obstacle | None:
        session = self.board.session
        if session is None:
            return None
        reach = PICK_REACH / self.board.camera.scale
        best: tuple[float, Obstacle] | None = None
        for obstacle in session.state.board.obstacles:
            away = _distance(obstacle, at.x, at.y)
            if away <= reach and (best is None or away < best[0]):
                best = (away, obstacle)
        return best[1] if best else None

    def paint_above(self, painter: QPainter, view: View) -> None:
        if self._meant is None:
            return
        paint_cause(painter, view, tuple(self._meant.segments()))


def _distance(obstacle: Obstacle, x: float, y: float) -> float:
    """Return how far a point lies from the pieces of an obstacle, in squares."""
    found = [
        _from_piece(x, y, s.a.x / SUB, s.a.y / SUB, s.b.x / SUB, s.b.y / SUB)
        for s in obstacle.segments()
    ]
    return min(found, default=math.inf)


def _from_piece(x: float, y: float, ax: float, ay: float, bx: float, by: float) -> float:
    dx, dy = bx - ax, by - ay
    share = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)
    share = min(1.0, max(0.0, share))
    return math.hypot(x - ax - share * dx, y - ay - share * dy)


def _sub(spot: Spot) -> Point:
    return Point(to_sub(spot[0]), to_sub(spot[1]))


def _square(at: Point) -> Spot:
    return from_sub(at.x), from_sub(at.y)


def _paint_line(painter: QPainter, points: Sequence[QPointF], *, closed: bool) -> None:
    """Draw what is being drawn: a dark casing, the accent, a disc at each point."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    shape = QPolygonF(list(points))
    for colour, width in ((paint_colour(MAP.case, 0.72), 6.0), (paint_colour(MAP.path), 3.0)):
        pen = QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        painter.setBrush(paint_colour(MAP.path, 0.18) if closed else Qt.BrushStyle.NoBrush)
        painter.drawPolygon(shape) if closed else painter.drawPolyline(shape)
    painter.setPen(QPen(QColor("white"), 1.5))
    painter.setBrush(paint_colour(MAP.path))
    for at in points:
        painter.drawEllipse(at, 4.5, 4.5)
    painter.restore()
