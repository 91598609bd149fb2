"""The list of combatants below the ring, and the heads of its columns."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from desktop import theme
from desktop.board.paint import Align
from desktop.guard import guarded
from desktop.models.roster import (
    HEIGHT,
    Columns,
    RosterDelegate,
    RosterModel,
    Widths,
    paint_brackets,
)
from desktop.widgets.draw import ui_font, write


class RosterView(QListView):
    """The list of combatants.

    Signals:
        opened(str): a row was double-clicked, or Enter pressed on it.
        asked_menu(str, QPoint): a menu for a token is wanted at a place on the screen.
    """

    opened = Signal(str)
    asked_menu = Signal(str, object)

    def __init__(self) -> None:
        super().__init__()
        self.roster = RosterModel(self)
        self.setModel(self.roster)
        self.setItemDelegate(RosterDelegate(self))
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    @guarded
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if not index.isValid():
            return
        columns = Columns(self.visualRect(index), self.roster.widths)
        if event.position().x() < columns.marker.left() - 4:
            self.edit(index)
        else:
            self.opened.emit(self.roster.rows[index.row()].token)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if index.isValid() and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit(self.roster.rows[index.row()].token)
        elif index.isValid() and event.key() == Qt.Key.Key_F2:
            self.edit(index)
        else:
            super().keyPressEvent(event)

    @guarded
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        index = self.indexAt(event.pos())
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            index = self.currentIndex()
        if index.isValid():
            place = self.viewport().mapToGlobal(self.visualRect(index).bottomLeft())
            mouse = event.reason() == QContextMenuEvent.Reason.Mouse
            at = event.globalPos() if mouse else place
            self.asked_menu.emit(self.roster.rows[index.row()].token, at)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        paint_brackets(painter, self._groups())
        painter.end()

    def _groups(self) -> list[tuple[int, int]]:
        """Return top and bottom of the rows that act at the same time."""
        spans: list[tuple[int, int]] = []
        rows = self.roster.rows
        start = 0
        for i in range(1, len(rows) + 1):
            group = rows[start].group
            if i < len(rows) and group and rows[i].group == group:
                continue
            if group and i - start > 1:
                top = self.visualRect(self.roster.index(start)).top() + 4
                bottom = self.visualRect(self.roster.index(i - 1)).bottom() - 4
                spans.append((top, bottom))
            start = i
        return spans


class RosterHeads(QWidget):
    """The heads of the columns."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(theme.px(HEIGHT))
        self.texts = ("", "", "", "")
        self.widths: Widths | None = None

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        at = Columns(QRect(0, 0, self.width(), self.height()), self.widths)
        font, ink = ui_font(11), theme.current().text_3
        count = QRectF(at.count).adjusted(-theme.px(10), 0, 0, 0)
        write(painter, count, self.texts[0], font, ink, "right")
        points = at.bar if at.bar.width() else at.points
        for place, words in zip((at.name, at.status, points), self.texts[1:], strict=True):
            side: Align = "right" if place is at.points else "left"
            if place.width():
                write(painter, QRectF(place), words, font, ink, side)
        painter.end()
