"""The ruler: how far it is over any number of corners, in squares and metres."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QCursor, QKeyEvent, QPainter

from desktop.board.paint import Pill, View, paint_pill
from desktop.board.paint_lines import paint_path
from desktop.i18n import tr
from desktop.tools.base import Hint, Pointer, Tool
from maps.grid import Cell
from maps.paths import WALK, straight

if TYPE_CHECKING:
    from desktop.board.view import BoardView


@dataclass(slots=True)
class Ruler:
    """One measurement: corners in squares, the last one under the pointer."""

    points: list[tuple[float, float]] = field(default_factory=list)

    @property
    def free(self) -> bool:
        """Whether any corner lies off the middle of a square."""
        return any(x % 1 != 0.5 or y % 1 != 0.5 for x, y in self.points)

    def legs(self) -> list[float]:
        """Return the running length at each corner: steps count 1-2-1-2 over all legs."""
        total, odd, found = 0.0, False, [0.0]
        for (ax, ay), (bx, by) in zip(self.points, self.points[1:], strict=False):
            if self.free:
                total += math.hypot(bx - ax, by - ay)
            else:
                at = Cell(math.floor(ax), math.floor(ay))
                for after in straight(at, Cell(math.floor(bx), math.floor(by))):
                    cost, odd = WALK.step(after.x - at.x, after.y - at.y, False, odd)
                    total, at = total + cost, after
            found.append(total)
        return found


def spot(at: Pointer) -> tuple[float, float]:
    """Return the middle of the square under the pointer; with Alt the very place."""
    return (at.x, at.y) if at.alt else (at.cell.x + 0.5, at.cell.y + 0.5)


def paint_ruler(painter: QPainter, view: View, ruler: Ruler, metres: float) -> None:
    """Draw a measurement with its running lengths and the whole at its end."""
    if not ruler.points:
        return
    pixels = [view.at(x, y) for x, y in ruler.points]
    lengths = ruler.legs()
    steps = [
        (at, tr("board.number", value=round(length, 1)))
        for at, length in zip(pixels[1:-1], lengths[1:-1], strict=True)
    ]
    paint_path(painter, pixels, steps)
    squares = lengths[-1]
    whole = squares if ruler.free else round(squares)
    words = tr("board.measure", n=round(whole, 1), metres=round(squares * metres, 1))
    pill = Pill.accent(words, "ruler")
    end = pixels[-1]
    paint_pill(painter, QPointF(end.x() + 14, end.y() - 34), pill)


class MeasureTool(Tool):
    """Measures: press, draw, let go; Space or Ctrl+click set a corner."""

    id = "measure"
    word = "tool.measure"
    icon = "ruler"
    keys = "M"

    def __init__(self, board: BoardView) -> None:
        super().__init__(board)
        self._ruler = Ruler()
        self._held = False

    @property
    def cursor(self) -> QCursor:
        return QCursor(Qt.CursorShape.CrossCursor)

    @property
    def busy(self) -> bool:
        return self._held

    @property
    def ruler(self) -> Ruler:
        return self._ruler

    def hint(self) -> Hint:
        return Hint(
            "ruler",
            tr("board.hint.measure"),
            (
                (tr("board.key.space"), tr("board.hint.corner")),
                (tr("board.key.alt"), tr("board.hint.off_grid")),
                (tr("board.key.esc"), tr("board.hint.end")),
            ),
        )

    def press(self, at: Pointer) -> None:
        if at.ctrl and self._ruler.points:
            self._ruler.points.append(spot(at))
        else:
            self._ruler = Ruler([spot(at), spot(at)])
        self._held = True
        self.board.update()

    def drag(self, at: Pointer) -> None:
        if self._held:
            self._ruler.points[-1] = spot(at)
            self.board.update()

    def release(self, at: Pointer) -> None:
        self._held = False

    def corner(self) -> None:
        """Set a corner where the pointer is."""
        if self._ruler.points:
            self._ruler.points.append(self._ruler.points[-1])
            self.board.update()

    def key(self, event: QKeyEvent) -> bool:
        if event.key() == Qt.Key.Key_Space and self._held:
            if not event.isAutoRepeat():
                self.corner()
            return True
        if event.key() == Qt.Key.Key_Escape:
            return self.cancel()
        return False

    def cancel(self) -> bool:
        there = bool(self._ruler.points)
        self._ruler, self._held = Ruler(), False
        self.board.update()
        return there

    def paint_above(self, painter: QPainter, view: View) -> None:
        paint_ruler(painter, view, self._ruler, self.board.metres)
