"""A page of paper in millimetres: sizes, margins, and boxes on it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QMarginsF, QRectF
from PySide6.QtGui import QPageLayout, QPageSize

MARGIN = 12.0
"""The margin on all four sides; printers leave up to 6 mm blank. Nothing else knows it."""
UNITS = 10.0
"""Units of a page painter per millimetre: fine enough for whole font sizes."""
BAR = 100.0
"""The bar that proves the scale."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a page, in millimetres."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    @property
    def rect(self) -> QRectF:
        """The rectangle in units of the page painter."""
        return QRectF(self.x * UNITS, self.y * UNITS, self.w * UNITS, self.h * UNITS)

    def inset(self, x: float, y: float) -> Box:
        """Return the box without a border."""
        return Box(self.x + x, self.y + y, self.w - 2 * x, self.h - 2 * y)

    def top(self, height: float) -> Box:
        """Return the uppermost part."""
        return Box(self.x, self.y, self.w, height)

    def below(self, height: float) -> Box:
        """Return what is left below the uppermost part."""
        return Box(self.x, self.y + height, self.w, max(0.0, self.h - height))

    def span(self, start: float, width: float) -> Box:
        """Return a part of the full height, ``start`` from the left."""
        return Box(self.x + start, self.y, width, self.h)


@dataclass(frozen=True, slots=True)
class Paper:
    """A size of paper, upright."""

    id: str
    width: float
    height: float
    size: QPageSize.PageSizeId

    @property
    def inner(self) -> Box:
        """What lies within the margins."""
        return Box(MARGIN, MARGIN, self.width - 2 * MARGIN, self.height - 2 * MARGIN)

    @property
    def layout(self) -> QPageLayout:
        """The whole sheet without margins of Qt's own: they would come on top of ours."""
        layout = QPageLayout(
            QPageSize(self.size),
            QPageLayout.Orientation.Portrait,
            QMarginsF(0, 0, 0, 0),
            QPageLayout.Unit.Millimeter,
        )
        layout.setMode(QPageLayout.Mode.FullPageMode)
        return layout


PAPERS = {
    "a4": Paper("a4", 210.0, 297.0, QPageSize.PageSizeId.A4),
    "letter": Paper("letter", 215.9, 279.4, QPageSize.PageSizeId.Letter),
}


def paper_of(name: str) -> Paper:
    """Return a paper by its name; an unknown one is A4."""
    return PAPERS.get(name.lower(), PAPERS["a4"])
