"""The ring around a button that has the keyboard."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from desktop.colours import paint_colour
from desktop.guard import guarded
from desktop.theme import current, px

KEYBOARD = frozenset(
    {
        Qt.FocusReason.TabFocusReason,
        Qt.FocusReason.BacktabFocusReason,
        Qt.FocusReason.ShortcutFocusReason,
        Qt.FocusReason.OtherFocusReason,
    }
)


class FocusRing(QWidget):
    """Two pixels of accent, two pixels away from a widget, drawn over its neighbours."""

    def __init__(self, target: QWidget) -> None:
        super().__init__(target.parentWidget())
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._target = target
        target.installEventFilter(self)
        self._fit()
        self.raise_()
        self.show()

    def _fit(self) -> None:
        reach = px(4)
        self.setGeometry(self._target.geometry().adjusted(-reach, -reach, reach, reach))

    @guarded
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isValid(self) and event.type() in (QEvent.Type.Move, QEvent.Type.Resize):
            self._fit()
        elif isValid(self) and event.type() == QEvent.Type.Hide:
            self.hide()
        return False

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), current()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box, width = QRectF(self.rect()), px(2)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for inset, ink, radius in ((0.5, theme.accent, 10), (1.5, theme.bg, 8)):
            painter.setPen(QPen(paint_colour(ink), width))
            off = width * inset
            painter.drawRoundedRect(box.adjusted(off, off, -off, -off), px(radius), px(radius))
        painter.end()


def focus_in(widget: QWidget, event: QFocusEvent) -> FocusRing | None:
    """Return a ring when the keyboard brought the focus to a widget inside another one."""
    if event.reason() in KEYBOARD and widget.parentWidget() is not None:
        return FocusRing(widget)
    return None


def drop(ring: FocusRing | None) -> None:
    """Take a ring away."""
    if ring is not None and isValid(ring):
        ring.hide()
        ring.deleteLater()
