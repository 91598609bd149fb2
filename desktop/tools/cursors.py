"""Cursors that no platform brings: the target that says a click will aim."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QCursor, QPainter, QPixmap

from desktop.colours import MAP, paint_colour
from desktop.icons import draw_icon

SIDE = 28


@lru_cache(maxsize=4)
def target_cursor(dpr: float = 1.0) -> QCursor:
    """Return a red target with a white rim; its middle is the hot spot."""
    picture = QPixmap(round(SIDE * dpr), round(SIDE * dpr))
    picture.setDevicePixelRatio(dpr)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    box = QRectF(1, 1, SIDE - 2, SIDE - 2)
    draw_icon(painter, "target", box, paint_colour("#FFFFFF"), 4.6)
    draw_icon(painter, "target", box, paint_colour(MAP.tag), 2.2)
    painter.end()
    return QCursor(picture, SIDE // 2, SIDE // 2)
