"""Where stairs end: the square on another storey to which those from a chosen square lead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QCursor, QKeyEvent, QPainter

from desktop.board.paint import View
from desktop.board.paint_stairs import paint_end
from desktop.i18n import tr
from desktop.tools.base import Hint, Pointer, Tool
from maps.grid import Cell
from rules.encounter.commands import LayStairs

if TYPE_CHECKING:
    from desktop.board.view import BoardView


class StairsTool(Tool):
    """Ends stairs; the menu of a square begins them."""

    id = "stairs"
    word = "tools.stairs"
    icon = "layers"

    def __init__(self, board: BoardView) -> None:
        super().__init__(board)
        self.start: Cell | None = None
        self._at: Cell | None = None

    @property
    def cursor(self) -> QCursor:
        return QCursor(Qt.CursorShape.CrossCursor)

    @property
    def busy(self) -> bool:
        return self.start is not None

    def hint(self) -> Hint:
        click = (tr("tools.key.click"), tr("stairs.hint.here"))
        return Hint(self.icon, tr("stairs.arrive"), (click,))

    def begin(self, start: Cell, end: Cell) -> None:
        """Begin at a square; ``end`` is marked until the pointer is elsewhere."""
        self.start, self._at = start, end
        self.board.update()

    def move(self, at: Pointer) -> bool:
        self._at = at.cell
        self.board.update()
        return True

    def press(self, at: Pointer) -> None:
        self._lay(at.cell)

    def _lay(self, end: Cell) -> None:
        start, session = self.start, self.board.session
        self.cancel()
        if start is not None and session is not None:
            session.perform(LayStairs(a=(start.x, start.y), b=(end.x, end.y)))

    def key(self, event: QKeyEvent) -> bool:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._at is not None:
            self._lay(self._at)
            return True
        return event.key() == Qt.Key.Key_Escape and self.cancel()

    def cancel(self) -> bool:
        there = self.start is not None
        self.start = self._at = None
        if there:
            self.board.use_tool("select")
        self.board.update()
        return there

    def paint_above(self, painter: QPainter, view: View) -> None:
        if self._at is not None:
            paint_end(painter, view, self._at)
