"""Check boxes with our own mark."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QCheckBox, QWidget

from desktop.guard import guarded
from desktop.theme import current
from desktop.widgets.base import area
from desktop.widgets.buttons import shown
from desktop.widgets.draw import check_box, plate, u, ui_font, words_width, write


def _hint(text: str) -> QSize:
    words = u(8) + words_width(shown(text), 12) + 2 if text else 0.0
    return QSize(round(u(16) + words), round(u(20)))


class CheckBox(QCheckBox):
    """A check box."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)

    @guarded
    def sizeHint(self) -> QSize:
        return _hint(self.text())

    @guarded
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @guarded
    def hitButton(self, pos: QPoint) -> bool:
        return self.rect().contains(pos)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), current()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = area(self)
        mark = QRectF(0, box.center().y() - u(8), u(16), u(16))
        on, over = self.isEnabled(), self.underMouse()
        check_box(painter, mark, theme, on=self.isChecked(), enabled=on, hover=over)
        _words(painter, box, self.text(), theme.text if on else theme.disabled)
        if self.hasFocus():
            plate(painter, self._ring(box, mark), u(4), None, theme.accent, u(2))
        painter.end()

    def _ring(self, box: QRectF, mark: QRectF) -> QRectF:
        """Return where the focus shows: around the words, clear of the mark; without any on it."""
        if not self.text():
            return mark
        words = u(8) + words_width(shown(self.text()), 12)
        left = mark.right() + u(4)
        return QRectF(left, box.top(), min(words, box.right() - left), box.height())


def _words(painter: QPainter, box: QRectF, text: str, ink: str) -> None:
    write(painter, box.adjusted(u(24), 0, 0, 0), shown(text), ui_font(12), ink)
