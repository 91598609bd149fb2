"""Texts in rows: how high they are at a width, and how they are written."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QTextOption

from desktop import theme
from desktop.widgets.unbroken import unbroken

LINE = 16
"""Height of a line of the row step."""


def line_height() -> int:
    """Return the height of a line at the interface scale."""
    return theme.px(LINE)


@lru_cache(maxsize=1024)
def _lines(text: str, width: int, weight: int, scale: float) -> int:
    metrics = QFontMetrics(theme.font(theme.STEPS["row"].size * scale, weight))
    if width <= 0 or metrics.horizontalAdvance(text) <= width:
        return 1
    box = metrics.boundingRect(QRect(0, 0, width, 10_000), Qt.TextFlag.TextWordWrap, unbroken(text))
    return max(1, round(box.height() / metrics.lineSpacing()))


def height_of(text: str, width: int, weight: int = 400) -> int:
    """Return how high a text is in a column of this width."""
    return _lines(text, width, weight, theme.current_scale()) * line_height()


def write(painter: QPainter, rect: QRect, text: str, ink: QColor, weight: int = 400) -> int:
    """Write a text into a column from its top on; returns the height that it took."""
    scale = theme.current_scale()
    painter.setFont(theme.font(theme.STEPS["row"].size * scale, weight))
    painter.setPen(ink)
    high = height_of(text, rect.width(), weight)
    option = QTextOption(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    option.setWrapMode(QTextOption.WrapMode.WordWrap)
    painter.drawText(QRectF(rect.left(), rect.top(), rect.width(), high), unbroken(text), option)
    return high
