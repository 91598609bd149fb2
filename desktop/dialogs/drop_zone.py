"""The place of the start page onto which files are dropped."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QPaintEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.colours import paint_colour
from desktop.dialogs.cards import StartButton, paint_wrapped
from desktop.guard import guarded
from desktop.theme import px
from desktop.widgets.base import area
from desktop.widgets.draw import (
    broken,
    icon,
    plate,
    u,
    ui_font,
    width_of,
    write,
)


class DropZone(StartButton):
    """A place to drop files on; a click chooses one.

    Signals:
        dropped(list): the paths of the files.
    """

    dropped = Signal(list)

    def __init__(self, title: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title, self.about, self.over = title, text, False
        self.setAcceptDrops(True)
        self.setAccessibleName(title)
        self.setAccessibleDescription(text)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    @guarded
    def sizeHint(self) -> QSize:
        return QSize(px(320), px(120))

    @guarded
    def minimumSizeHint(self) -> QSize:
        return QSize(px(240), px(96))

    def _show_over(self, over: bool) -> None:
        self.over = over
        self.update()

    @guarded
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()
            self._show_over(True)

    @guarded
    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._show_over(False)

    @guarded
    def dropEvent(self, event: QDropEvent) -> None:
        self._show_over(False)
        paths = [u.toLocalFile() for u in event.mimeData().urls() if u.isLocalFile()]
        if paths:
            event.acceptProposedAction()
            self.dropped.emit(paths)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.pen()
        box = area(self)
        warm = self.over or self.hovering or self.hasFocus()
        if warm:
            plate(painter, box, u(8), theme.accent_weak if self.over else theme.hover)
        pen = painter.pen()
        pen.setColor(paint_colour(theme.accent if warm else theme.line_strong))
        pen.setWidthF(u(2))
        pen.setDashPattern([3, 2.5])
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), u(8), u(8))
        title, text = ui_font(13, 600), ui_font(12)
        wide = max(width_of(self.title, title), width_of(self.about, text))
        wide = min(wide, box.width() - u(72))
        left = box.center().x() - (wide + u(36)) / 2
        middle = box.center().y()
        icon(painter, "import", QRectF(left, middle - u(10), u(20), u(20)), theme.accent)
        top = middle - u(10 + 7.5 * len(broken(self.about, text, wide + 1)))
        rest = QRectF(left + u(36), top, wide + 1, u(20))
        write(painter, rest, self.title, title, theme.text)
        paint_wrapped(
            painter, QRectF(rest.left(), rest.bottom(), wide + 1, u(60)), self.about, theme
        )
        painter.end()
