"""What lies over a corner of the map: it keeps the mouse from the map below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame

from desktop.guard import guarded
from desktop.theme import current
from desktop.widgets.draw import plate, u

if TYPE_CHECKING:
    from desktop.board.view import BoardView


class OverMap(QFrame):
    """A frame over the map, with the pointer of a window."""

    def __init__(self, board: BoardView) -> None:
        super().__init__(board)
        self.board = board
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_NoMousePropagation)


class Panel(OverMap):
    """A drawn plate with a rim, on which the parts lie."""

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), current()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        plate(painter, QRectF(self.rect()), u(6), theme.surface, theme.line)
        painter.end()
