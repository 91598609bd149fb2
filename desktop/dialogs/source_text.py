"""A text with numbered lines of which one can be marked: what a stat block was read from."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent, QTextCursor, QTextFormat
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

from desktop.guard import guarded
from desktop.theme import current, px
from desktop.widgets.draw import ui_font


class _Numbers(QWidget):
    """The numbers beside the lines."""

    def __init__(self, text: SourceText) -> None:
        super().__init__(text)
        self._text = text

    @guarded
    def sizeHint(self) -> QSize:
        return QSize(self._text.number_width(), 0)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        self._text.paint_numbers(event)


class SourceText(QPlainTextEdit):
    """A text to paste and to correct, with the numbers of its lines."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("panel", "raised")
        self.setTabChangesFocus(True)
        self._numbers = _Numbers(self)
        self.blockCountChanged.connect(lambda _n: self._make_room())
        self.updateRequest.connect(self._scrolled)
        self._make_room()

    def number_width(self) -> int:
        digits = max(2, len(str(max(1, self.blockCount()))))
        return px(12) + digits * self.fontMetrics().horizontalAdvance("9")

    def _make_room(self) -> None:
        self.setViewportMargins(self.number_width(), 0, 0, 0)

    def _scrolled(self, rect: QRect, dy: int) -> None:
        if dy:
            self._numbers.scroll(0, dy)
        else:
            self._numbers.update(0, rect.y(), self._numbers.width(), rect.height())

    def setPlainText(self, text: str) -> None:
        super().setPlainText(text)
        self._place()

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        self._make_room()
        box = self.contentsRect()
        self._numbers.setGeometry(QRect(box.left(), box.top(), self.number_width(), box.height()))

    def paint_numbers(self, event: QPaintEvent) -> None:
        """Write the number of every line that is in view."""
        painter, theme = QPainter(self._numbers), current()
        painter.setPen(theme.colour("text-3"))
        painter.setFont(ui_font(11))
        block = self.firstVisibleBlock()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        while block.isValid() and top <= event.rect().bottom():
            height = self.blockBoundingRect(block).height()
            if block.isVisible() and top + height >= event.rect().top():
                box = QRect(
                    0, round(top), self._numbers.width() - px(6), self.fontMetrics().height()
                )
                painter.drawText(box, 0x0002 | 0x0080, str(block.blockNumber() + 1))
            top += height
            block = block.next()
        painter.end()

    def mark_line(self, line: int) -> None:
        """Mark a line, from 1, and bring it into view; 0 takes the mark away."""
        marks: list[QTextEdit.ExtraSelection] = []
        block = self.document().findBlockByNumber(line - 1)
        if line > 0 and block.isValid():
            mark = QTextEdit.ExtraSelection()
            mark.format.setBackground(current().colour("accent-weak"))
            mark.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
            mark.cursor = QTextCursor(block)
            marks.append(mark)
            self.setTextCursor(QTextCursor(block))
            self.ensureCursorVisible()
        self.setExtraSelections(marks)
