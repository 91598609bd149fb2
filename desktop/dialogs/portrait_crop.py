"""A picture below a round window: what becomes the token is dragged and zoomed into it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QColor,
    QImage,
    QImageReader,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QWheelEvent,
)

from desktop.guard import guarded
from desktop.theme import px
from desktop.widgets.base import Drawn, area
from desktop.widgets.draw import plate, u
from maps.formats.headers import read_header
from maps.problems import Problem, Severity, UnreadableFileError

MAX_FILE = 64 * 1024 * 1024
MAX_PIXELS = 100_000_000
WORKED = 2_048
"""Longest side with which a picture is worked on, in pixels."""
SIDE = 384
"""Side of the finished token, in pixels: enough for a large creature on paper."""
VIEW = 360
MOST_ZOOM = 8.0
RING = 0.055
"""Width of the ring, as a share of the token."""


def load_picture(data: bytes, name: str = "") -> QImage:
    """Decode a picture, made smaller where it is big.

    Raises UnreadableFileError: other kinds than PNG, JPEG and WebP, too big, broken.
    """
    header = read_header(data) if len(data) <= MAX_FILE else None
    if header is None or header.too_big or header.width * header.height > MAX_PIXELS:
        limit = {"limit": MAX_FILE // 2**20}
        raise UnreadableFileError(Problem("picture_unfit", Severity.ERROR, name, limit))
    raw = QByteArray(data)
    buffer = QBuffer(raw)
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setAutoTransform(True)
    longest = max(header.width, header.height)
    if longest > WORKED:
        share = WORKED / longest
        reader.setScaledSize(
            QSize(max(1, round(header.width * share)), max(1, round(header.height * share)))
        )
    image = reader.read()
    if image.isNull():
        raise UnreadableFileError(Problem("portrait_broken", Severity.ERROR, name))
    return image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)


def encoded(image: QImage) -> bytes:
    """Return a finished token as PNG, the round of it on nothing."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # the stubs want bytes
    return bytes(data.data())


class CropView(Drawn):
    """The picture below a round window: drag moves it, the wheel makes it bigger.

    Signals:
        changed(): another part is seen now.
    """

    changed = Signal()

    def __init__(self, image: QImage) -> None:
        super().__init__()
        self.setFixedSize(px(VIEW), px(VIEW))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self.image, self.zoom, self.ring = image, 1.0, ""
        self.middle = QPointF(image.width() / 2, image.height() / 2)
        self._drag: QPointF | None = None

    @property
    def side(self) -> float:
        """Side of the square that is seen, in pixels of the picture."""
        return min(self.image.width(), self.image.height()) / self.zoom

    @property
    def seen(self) -> QRectF:
        """The square of the picture that becomes the token."""
        side = self.side
        return QRectF(self.middle.x() - side / 2, self.middle.y() - side / 2, side, side)

    def show_image(self, image: QImage) -> None:
        """Work on another picture."""
        self.image, self.zoom = image, 1.0
        self.middle = QPointF(image.width() / 2, image.height() / 2)
        self._settle()

    def set_zoom(self, zoom: float) -> None:
        self.zoom = max(1.0, min(MOST_ZOOM, zoom))
        self._settle()

    def set_ring(self, colour: str) -> None:
        self.ring = colour
        self._settle()

    def move_by(self, dx: float, dy: float) -> None:
        """Move the window over the picture, in pixels of the picture."""
        self.middle += QPointF(dx, dy)
        self._settle()

    def _settle(self) -> None:
        """Keep the window inside the picture."""
        half = self.side / 2
        x = max(half, min(self.image.width() - half, self.middle.x()))
        y = max(half, min(self.image.height() - half, self.middle.y()))
        self.middle = QPointF(x, y)
        self.update()
        self.changed.emit()

    def token(self, side: int = SIDE) -> QImage:
        """Return the finished token."""
        result = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
        result.fill(Qt.GlobalColor.transparent)
        painter = QPainter(result)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        round_ = QPainterPath()
        round_.addEllipse(QRectF(0, 0, side, side))
        painter.setClipPath(round_)
        painter.drawImage(QRectF(0, 0, side, side), self.image, self.seen)
        if self.ring:
            width = side * RING
            painter.setPen(QPen(QColor(self.ring), width))
            painter.drawEllipse(QRectF(0, 0, side, side).adjusted(*inset(width / 2)))
        painter.end()
        return result

    # -- hands ---------------------------------------------------------------------------------

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._drag = event.position()
        self.setCursor(Qt.CursorShape.ClosedHandCursor)

    @guarded
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._drag is not None:
            step = (self._drag - event.position()) * (self.side / self.width())
            self._drag = event.position()
            self.move_by(step.x(), step.y())

    @guarded
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._drag = None
        self.setCursor(Qt.CursorShape.OpenHandCursor)

    @guarded
    def wheelEvent(self, event: QWheelEvent) -> None:
        self.set_zoom(self.zoom * 1.1 ** (event.angleDelta().y() / 120))
        event.accept()

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = self.side / 20
        moves: dict[int, Callable[[], None]] = {
            Qt.Key.Key_Left: lambda: self.move_by(-step, 0),
            Qt.Key.Key_Right: lambda: self.move_by(step, 0),
            Qt.Key.Key_Up: lambda: self.move_by(0, -step),
            Qt.Key.Key_Down: lambda: self.move_by(0, step),
            Qt.Key.Key_Plus: lambda: self.set_zoom(self.zoom * 1.1),
            Qt.Key.Key_Minus: lambda: self.set_zoom(self.zoom / 1.1),
        }
        move = moves.get(event.key())
        if move is None:
            super().keyPressEvent(event)
        else:
            move()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.pen()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        box = area(self)
        painter.drawImage(box, self.image, self.seen)
        outside = QPainterPath()
        outside.addRect(box)
        hole = QPainterPath()
        hole.addEllipse(box.adjusted(*inset(1)))
        veil = QColor(theme.colour("bg"))
        veil.setAlphaF(0.72)
        painter.fillPath(outside.subtracted(hole), QBrush(veil))
        if self.ring:
            width = box.width() * RING
            painter.setPen(QPen(QColor(self.ring), width))
            painter.drawEllipse(box.adjusted(*inset(width / 2)))
        painter.setPen(QPen(theme.colour("accent"), u(2)))
        painter.drawEllipse(box.adjusted(*inset(1)))
        if self.hasFocus():
            plate(painter, box, u(6), None, theme.accent, u(2))
        painter.end()


def inset(by: float) -> tuple[float, float, float, float]:
    return by, by, -by, -by
