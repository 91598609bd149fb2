"""A picture with a grid over it, to zoom, to move, and to draw a box on."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.colours import MAP, paint_colour
from desktop.guard import guarded
from desktop.theme import current, px
from desktop.widgets.draw import plate, u
from maps.formats.picture import GridFit

NEAREST, FARTHEST = 0.02, 16.0
"""Zoom of the view."""
THIN = 5.0
"""Below so many pixels on the screen grid lines would cover the picture."""


class GridView(QWidget):
    """The picture with the grid over it. Wheel zooms, middle or right button moves the picture,
    the left one draws a box, arrows shift the grid.

    Signals:
        boxed(QRectF): a box was drawn, in pixels of the picture.
        nudged(float, float): the grid should move by so many pixels of the picture.
    """

    boxed = Signal(QRectF)
    nudged = Signal(float, float)

    def __init__(self, size: QSize) -> None:
        super().__init__()
        self.picture_size = size
        self.levels: list[QImage] = []
        self.fit = GridFit()
        self.zoom = 1.0
        self.corner = QPointF(0, 0)  # of the picture, in pixels of the view
        self.box: QRectF | None = None
        self._grabbed: QPointF | None = None
        self._start: QPointF | None = None
        self._whole = True
        self.setMinimumSize(px(420), px(320))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.CrossCursor)

    @guarded
    def sizeHint(self) -> QSize:
        return QSize(px(640), px(520))

    def show_picture(self, levels: list[QImage]) -> None:
        """Show the decoded picture, with its halves."""
        self.levels = levels
        self.update()

    def show_fit(self, fit: GridFit) -> None:
        """Show another grid."""
        self.fit = fit
        self.update()

    # -- seeing --------------------------------------------------------------------------------

    def see_all(self) -> None:
        """Show the whole picture."""
        size = self.picture_size
        free_w, free_h = max(1, self.width() - px(16)), max(1, self.height() - px(16))
        self.zoom = min(free_w / size.width(), free_h / size.height(), 4.0)
        self.corner = QPointF(
            (self.width() - size.width() * self.zoom) / 2,
            (self.height() - size.height() * self.zoom) / 2,
        )
        self._whole = True
        self.update()

    def zoom_by(self, factor: float, at: QPointF | None = None) -> None:
        """Zoom around a point of the view, its middle by default."""
        at = at or QPointF(self.width() / 2, self.height() / 2)
        zoom = min(FARTHEST, max(NEAREST, self.zoom * factor))
        self.corner = at - (at - self.corner) * (zoom / self.zoom)
        self.zoom, self._whole = zoom, False
        self.update()

    def in_picture(self, at: QPointF) -> QPointF:
        """Return the pixel of the picture under a point of the view."""
        return (at - self.corner) / self.zoom

    def in_view(self, at: QPointF) -> QPointF:
        """Return the point of the view over a pixel of the picture."""
        return self.corner + at * self.zoom

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._whole:
            self.see_all()

    # -- hands ---------------------------------------------------------------------------------

    @guarded
    def wheelEvent(self, event: QWheelEvent) -> None:
        self.zoom_by(1.0015 ** event.angleDelta().y(), event.position())
        event.accept()

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        if event.button() == Qt.MouseButton.LeftButton:
            self._start = self.in_picture(event.position())
        else:
            self._grabbed = event.position()
            self.setCursor(Qt.CursorShape.ClosedHandCursor)

    @guarded
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._grabbed is not None:
            self.corner += event.position() - self._grabbed
            self._grabbed, self._whole = event.position(), False
        elif self._start is not None:
            self.box = QRectF(self._start, self.in_picture(event.position())).normalized()
        self.update()

    @guarded
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._grabbed = None
        self.setCursor(Qt.CursorShape.CrossCursor)
        box, self._start = self.box, None
        if event.button() == Qt.MouseButton.LeftButton and box is not None:
            if min(box.width(), box.height()) * self.zoom >= 6:
                self.boxed.emit(box)
            else:
                self.box = None
        self.update()

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        ways = {
            Qt.Key.Key_Left: (-1, 0),
            Qt.Key.Key_Right: (1, 0),
            Qt.Key.Key_Up: (0, -1),
            Qt.Key.Key_Down: (0, 1),
        }
        way = ways.get(Qt.Key(event.key()))
        if way is not None:
            far = 10 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1
            self.nudged.emit(way[0] * far, way[1] * far)
        elif event.text() == "+":
            self.zoom_by(1.25)
        elif event.text() in ("-", "−"):
            self.zoom_by(0.8)
        elif event.text().lower() == "f":
            self.see_all()
        else:
            super().keyPressEvent(event)

    # -- painting ------------------------------------------------------------------------------

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), current()
        painter.fillRect(self.rect(), paint_colour(theme.rock))
        size = self.picture_size
        corner, zoom = self.corner, self.zoom
        place = QRectF(corner.x(), corner.y(), size.width() * zoom, size.height() * zoom)
        self._picture(painter, place)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        lines = self._lines(place.intersected(QRectF(self.rect())))
        painter.setPen(QPen(paint_colour(MAP.case, 0.55), 3))
        painter.drawLines(lines)
        painter.setPen(QPen(paint_colour("#C9BDFF"), 1))
        painter.drawLines(lines)
        if self.box is not None:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            shown = QRectF(self.in_view(self.box.topLeft()), self.in_view(self.box.bottomRight()))
            painter.fillRect(shown, paint_colour(MAP.path, 0.25))
            painter.setPen(QPen(paint_colour("#FFFFFF"), 4))
            painter.drawRect(shown)
            painter.setPen(QPen(paint_colour(MAP.path), 2))
            painter.drawRect(shown)
        rim = theme.accent if self.hasFocus() else theme.line
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        plate(painter, QRectF(self.rect()), u(6), None, rim, u(2) if self.hasFocus() else 1)
        painter.end()

    def _picture(self, painter: QPainter, place: QRectF) -> None:
        if not self.levels:
            return
        level = self.levels[0]
        for smaller in self.levels[1:]:
            if smaller.width() < place.width() * self.devicePixelRatioF():
                break
            level = smaller
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, self.zoom < 2)
        seen = place.intersected(QRectF(self.rect()))
        kx, ky = level.width() / place.width(), level.height() / place.height()
        source = QRectF(
            (seen.left() - place.left()) * kx,
            (seen.top() - place.top()) * ky,
            seen.width() * kx,
            seen.height() * ky,
        )
        painter.drawImage(seen, level, source)

    def _lines(self, seen: QRectF) -> list[QLineF]:
        step = self.fit.pixels * self.zoom
        if step < THIN or seen.isEmpty():
            return []
        first = self.in_view(QPointF(self.fit.x, self.fit.y))
        lines = []
        x = seen.left() + (first.x() - seen.left()) % step
        while x <= seen.right():
            lines.append(QLineF(x, seen.top(), x, seen.bottom()))
            x += step
        y = seen.top() + (first.y() - seen.top()) % step
        while y <= seen.bottom():
            lines.append(QLineF(seen.left(), y, seen.right(), y))
            y += step
        return lines
