"""The picture of a map before it is imported."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPaintEvent

from desktop.board.layers import paint_obstacles
from desktop.board.shapes import Shapes
from desktop.dialogs.cards import paint_picture
from desktop.dialogs.thumbnails import Glimpse, frame, painting
from desktop.guard import guarded
from desktop.jobs import Lazily
from desktop.theme import current, px
from desktop.widgets.base import Drawn, area
from desktop.widgets.draw import plate, u
from maps.board import Board

PREVIEW = (540, 400)


class MapPreview(Drawn):
    """A whole map, small: picture or drawn floor, and its walls and doors over it."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedSize(px(PREVIEW[0]), px(PREVIEW[1]))
        self.image: QImage | None = None
        self._lazily = Lazily(self)
        self._lazily.awake = True

    def show_map(self, board: Board, pictures: Mapping[str, bytes]) -> None:
        """Show another map; it is painted while the dialog is already there."""
        self._lazily.clear()
        self._lazily.add(self._paint(board, pictures))

    def finish(self) -> None:
        """Paint at once."""
        self._lazily.finish()

    def _paint(self, board: Board, pictures: Mapping[str, bytes]) -> Iterator[None]:
        asset = board.picture.asset if board.picture is not None else ""
        shown = Glimpse(board, picture=pictures.get(asset))
        size, dpr = QSize(self.width(), self.height()), self.devicePixelRatioF()
        image: QImage | None = None
        for step in painting(shown, size, dpr, current(), whole=True):
            image = step
            yield None
        if image is None:
            return
        if board.picture is not None:
            painter = QPainter(image)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            view = frame(shown, size, whole=True)
            paint_obstacles(painter, view, Shapes.of(board))
            painter.end()
        self.image = image
        self.update()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.pen()
        box, shape = area(self), QPainterPath()
        shape.addRoundedRect(QRectF(box), u(6), u(6))
        paint_picture(painter, box, self.image, shape, theme)
        plate(painter, box, u(6), None, theme.line)
        painter.end()
