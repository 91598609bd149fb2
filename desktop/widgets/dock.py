"""The frame of a dock: a title bar of ours and a body with round corners."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from desktop.colours import paint_colour
from desktop.guard import guarded
from desktop.widgets.base import Drawn, DrawnButton, area
from desktop.widgets.draw import icon, plate, u, ui_font, words_width, write
from desktop.widgets.unmarked import unmarked


class IconButton(DrawnButton):
    """A small button that is only an icon; it always has a tooltip and a name."""

    def __init__(self, mark: str, tip: str, side: int = 24, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.mark, self._side = mark, side
        self.set_tip(tip)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_tip(self, tip: str) -> None:
        """Say in other words what the button does."""
        self.setToolTip(unmarked(tip))
        self.setAccessibleName(tip)

    @guarded
    def sizeHint(self) -> QSize:
        return QSize(round(u(self._side)), round(u(self._side)))

    @guarded
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    @guarded
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.pen()
        box, on = area(self), self.isEnabled()
        if on and (self.isDown() or self.hovering):
            plate(painter, box, u(4), theme.press if self.isDown() else theme.hover)
        if self.hasFocus():
            plate(painter, box, u(4), None, theme.accent, u(2))
        c, half = box.center(), u(8)
        ink = theme.disabled if not on else theme.text if self.hovering else theme.text_3
        icon(painter, self.mark, QRectF(c.x() - half, c.y() - half, 2 * half, 2 * half), ink)
        painter.end()


class DockTitle(Drawn):
    """The title bar: icon, title, a quiet second part, then float and close.

    It is also the handle by which Qt lets a dock be dragged, so it takes no mouse itself.

    Signals:
        float_wanted(): the dock shall leave the window or come back.
        close_wanted(): the dock shall be hidden.
    """

    float_wanted = Signal()
    close_wanted = Signal()

    def __init__(
        self,
        mark: str,
        title: str,
        sub: str = "",
        *,
        tips: tuple[str, str] = ("", ""),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._mark, self._title, self._sub = mark, title, sub
        self.setFixedHeight(round(u(32)))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, round(u(4)), 0)
        row.setSpacing(0)
        row.addStretch(1)
        self._float = IconButton("float", tips[0], parent=self)
        self._close = IconButton("close", tips[1], parent=self)
        row.addWidget(self._float)
        row.addWidget(self._close)
        self._float.clicked.connect(self.float_wanted)
        self._close.clicked.connect(self.close_wanted)

    def set_title(self, title: str, sub: str = "") -> None:
        """Show other words."""
        self._title, self._sub = title, sub
        self.setAccessibleName(f"{title} {sub}".strip())
        self.update()

    def set_tips(self, float_tip: str, close_tip: str) -> None:
        """Say in other words what the two buttons do."""
        self._float.set_tip(float_tip)
        self._close.set_tip(close_tip)

    @guarded
    def minimumSizeHint(self) -> QSize:
        return QSize(round(u(120)), round(u(32)))

    @guarded
    def sizeHint(self) -> QSize:
        words = words_width(self._title, 13, 600) + words_width(self._sub, 12)
        return QSize(round(words + u(110)), round(u(32)))

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.pen()
        box = area(self)
        path = QPainterPath()
        path.addRoundedRect(box.adjusted(0.5, 0.5, -0.5, u(16)), u(7.5), u(7.5))
        painter.setClipRect(box)
        painter.fillPath(path, paint_colour(theme.surface))
        painter.setPen(QPen(paint_colour(theme.line), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(path)
        bottom = QRectF(0, box.bottom() - 1, box.width(), 1)
        painter.fillRect(bottom, paint_colour(theme.line))
        x, middle = u(12), box.center().y()
        if self._mark:
            icon(painter, self._mark, QRectF(x, middle - u(8), u(16), u(16)), theme.text_3)
            x += u(24)
        room = QRectF(x, 0, self._float.x() - u(8) - x, box.height())
        x += write(painter, room, self._title, ui_font(13, 600), theme.text) + u(8)
        room.setLeft(x)
        if room.width() > u(24):
            write(painter, room, self._sub, ui_font(12), theme.text_2)
        painter.end()


class DockBody(Drawn):
    """What lies below the title: the surface with its lower corners round.

    ``layout_of`` is where a dock puts its widgets.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(1, 0, 1, 1)
        self.column.setSpacing(0)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.pen()
        box = area(self)
        path = QPainterPath()
        path.addRoundedRect(box.adjusted(0.5, -u(16), -0.5, -0.5), u(7.5), u(7.5))
        painter.setClipRect(box)
        painter.fillPath(path, paint_colour(theme.surface))
        painter.setPen(QPen(paint_colour(theme.line), 1))
        painter.drawPath(path)
        painter.end()
