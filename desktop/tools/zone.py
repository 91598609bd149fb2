"""Drawing zones: a pull makes a room, a click a place; both get a name and a note later."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QCursor, QKeyEvent, QPainter

from desktop.board.paint import View
from desktop.board.paint_zones import paint_zones
from desktop.i18n import tr
from desktop.tools.base import Hint, Pointer, Tool
from desktop.tools.shape import DRAG_FROM, snapped
from maps.board import Zone
from maps.grid import point
from rules.encounter.commands import Zones

if TYPE_CHECKING:
    from desktop.board.view import BoardView


class ZoneTool(Tool):
    """Draws zones."""

    id = "zone"
    word = "tools.zone"
    icon = "pin"

    def __init__(self, board: BoardView) -> None:
        super().__init__(board)
        self._pressed: Pointer | None = None
        self._at: Pointer | None = None

    @property
    def cursor(self) -> QCursor:
        return QCursor(Qt.CursorShape.CrossCursor)

    @property
    def busy(self) -> bool:
        return self._pressed is not None

    def hint(self) -> Hint:
        click = (tr("tools.key.click"), tr("zones.hint.here"))
        pull = (tr("tools.key.drag"), tr("zones.hint.pull"))
        alt = (tr("board.key.alt"), tr("board.hint.off_grid"))
        return Hint(self.icon, tr("zones.hint"), (click, pull, alt))

    def press(self, at: Pointer) -> None:
        self._pressed = self._at = at
        self.board.update()

    def drag(self, at: Pointer) -> None:
        self._at = at
        self.board.update()

    def release(self, at: Pointer) -> None:
        self._at = at
        points, session = self._points(), self.board.session
        self.cancel()
        if points and session is not None:
            name = tr("zones.new", n=len(session.state.board.zones) + 1)
            session.perform(Zones(zones=({"points": points, "name": name},)))

    def _points(self) -> list[list[float]]:
        """Return the place or the corners under the hand, in squares."""
        first, last = self._pressed, self._at
        if first is None or last is None:
            return []
        if not last.far_from(first, DRAG_FROM):
            return [[first.x, first.y] if first.alt else [first.cell.x + 0.5, first.cell.y + 0.5]]
        (ax, ay), (bx, by) = snapped(first), snapped(last)
        if ax == bx or ay == by:
            return []
        return [[ax, ay], [bx, ay], [bx, by], [ax, by]]

    def key(self, event: QKeyEvent) -> bool:
        return event.key() == Qt.Key.Key_Escape and self.cancel()

    def cancel(self) -> bool:
        there = self._pressed is not None
        self._pressed = self._at = None
        self.board.update()
        return there

    def paint_above(self, painter: QPainter, view: View) -> None:
        if points := self._points():
            zone = Zone("", tuple(point(x, y) for x, y in points))
            paint_zones(painter, view, (zone,), self.board.rect().toRectF(), self.board.theme)
