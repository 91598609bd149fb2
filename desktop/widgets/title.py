"""The title at the window's top: a name and what is known about it, cut where it is narrow."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QSizePolicy

from desktop.guard import guarded
from desktop.theme import px
from desktop.widgets.base import Drawn, area
from desktop.widgets.draw import u, ui_font, words_width, write
from desktop.widgets.unmarked import unmarked


class Title(Drawn):
    """A bold name, then details; where there is no room first the details end in an ellipsis."""

    def __init__(self) -> None:
        super().__init__()
        self.name = self.details = ""
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_title(self, name: str, details: str = "") -> None:
        """Show another name and other details; both empty show nothing."""
        self.name, self.details = name, details
        self.setAccessibleName(" · ".join(filter(None, (name, details))))
        self.setToolTip(unmarked(self.accessibleName()))
        self.updateGeometry()
        self.update()

    @guarded
    def sizeHint(self) -> QSize:
        wide = words_width(self.name, 13, 600) + words_width(self._rest(), 13)
        return QSize(round(wide) + px(4), px(26))

    @guarded
    def minimumSizeHint(self) -> QSize:
        return QSize(0, px(26))

    def _rest(self) -> str:
        return f" · {self.details}" if self.details else ""

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.pen()
        box = area(self)
        x = box.left() + write(painter, box, self.name, ui_font(13, 600), theme.text)
        room = QRectF(x, box.top(), box.right() - x, box.height())
        if room.width() > u(24):
            write(painter, room, self._rest(), ui_font(13), theme.text_2)
        painter.end()
