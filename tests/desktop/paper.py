"""A sheet to paint on in tests, and questions about its pixels."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QImage, QPainter


class Sheet:
    """A picture of one colour that remembers that colour."""

    def __init__(self, width: int, height: int, ground: str = "#808080") -> None:
        self.image = QImage(width, height, QImage.Format.Format_RGB32)
        self.ground = QColor(ground).name()
        self.image.fill(QColor(ground))

    @contextmanager
    def painter(self) -> Iterator[QPainter]:
        painter = QPainter(self.image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        try:
            yield painter
        finally:
            painter.end()

    def at(self, x: float, y: float) -> str:
        return self.image.pixelColor(round(x), round(y)).name()

    def near(self, x: float, y: float, colour: str, reach: int = 2, off: int = 40) -> bool:
        """Whether a colour is found close to a place."""
        want = QColor(colour)
        for dx in range(-reach, reach + 1):
            for dy in range(-reach, reach + 1):
                got = self.image.pixelColor(round(x) + dx, round(y) + dy)
                gaps = (
                    got.red() - want.red(),
                    got.green() - want.green(),
                    got.blue() - want.blue(),
                )
                if max(abs(g) for g in gaps) <= off:
                    return True
        return False

    def inked(self) -> QRect:
        """Return the smallest rectangle around all that was painted."""
        xs, ys = [], []
        for y in range(self.image.height()):
            for x in range(self.image.width()):
                if self.image.pixelColor(x, y).name() != self.ground:
                    xs.append(x)
                    ys.append(y)
        if not xs:
            return QRect()
        return QRect(min(xs), min(ys), max(xs) - min(xs) + 1, max(ys) - min(ys) + 1)
