"""What all painters of the map share: the view in pixels, pens, texts, pills and plates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QPaintEngine,
    QPainter,
    QPainterPath,
    QPen,
    QTransform,
)

from desktop.colours import MAP, paint_colour
from desktop.icons import draw_icon
from desktop.theme import font
from maps.grid import SUB, Point

Colour = str | QColor
Align = Literal["left", "middle", "right"]


@dataclass(frozen=True, slots=True)
class View:
    """How squares lie on a picture: ``scale`` pixels to the square, ``left`` and ``top`` the
    square coordinates of its upper left corner."""

    scale: float
    left: float = 0.0
    top: float = 0.0

    def x(self, x: float) -> float:
        return (x - self.left) * self.scale

    def y(self, y: float) -> float:
        return (y - self.top) * self.scale

    def at(self, x: float, y: float) -> QPointF:
        """Return the pixel of a place in squares."""
        return QPointF(self.x(x), self.y(y))

    def point(self, p: Point) -> QPointF:
        """Return the pixel of a point in sub-units."""
        return QPointF(self.x(p.x / SUB), self.y(p.y / SUB))

    def rect(self, x: float, y: float, width: float, height: float) -> QRectF:
        """Return the pixels of a rectangle in squares."""
        return QRectF(self.x(x), self.y(y), width * self.scale, height * self.scale)


def is_plain_raster(painter: QPainter) -> bool:
    """Whether pixels go straight to a screen or picture, neither zoomed nor as vectors."""
    engine = painter.paintEngine()
    still = QTransform.TransformationType.TxTranslate
    raster = engine is not None and engine.type() == QPaintEngine.Type.Raster
    return raster and painter.worldTransform().type().value <= still.value


def colour(value: Colour, alpha: float = 1.0) -> QColor:
    """Make a colour of ``#rrggbb`` or of a colour, thinned by ``alpha``."""
    if isinstance(value, str):
        return paint_colour(value, alpha)
    if alpha >= 1.0:
        return value
    thin = QColor(value)
    thin.setAlphaF(value.alphaF() * alpha)
    return thin


def pen(
    value: Colour,
    width: float,
    *,
    alpha: float = 1.0,
    dash: Sequence[float] = (),
    round_caps: bool = True,
) -> QPen:
    """Make a pen; ``dash`` in pixels, as in SVG."""
    result = QPen(colour(value, alpha), width)
    cap = Qt.PenCapStyle.RoundCap if round_caps else Qt.PenCapStyle.FlatCap
    result.setCapStyle(cap)
    result.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    if dash:
        result.setDashPattern([max(0.01, d / width) for d in dash])
    return result


def fill(value: Colour, alpha: float = 1.0) -> QBrush:
    """Return the brush of a colour; ``alpha`` is 0 to 1."""
    return QBrush(colour(value, alpha))


def line(painter: QPainter, a: QPointF, b: QPointF, with_pen: QPen) -> None:
    """Draw a line between two pixels."""
    painter.setPen(with_pen)
    painter.drawLine(a, b)


def circle(
    painter: QPainter,
    centre: QPointF,
    radius: float,
    brush: QBrush | None = None,
    with_pen: QPen | None = None,
) -> None:
    """Draw a circle; without brush or pen that part is left out."""
    painter.setBrush(Qt.BrushStyle.NoBrush if brush is None else brush)
    painter.setPen(Qt.PenStyle.NoPen if with_pen is None else with_pen)
    painter.drawEllipse(centre, radius, radius)


def polygon(points: Sequence[QPointF], close: bool = True) -> QPainterPath:
    """Return a path through points."""
    path = QPainterPath(points[0])
    for p in points[1:]:
        path.lineTo(p)
    if close:
        path.closeSubpath()
    return path


def arc(centre: QPointF, radius: float, start: float, end: float) -> QPainterPath:
    """Return an arc; degrees clockwise from twelve o'clock."""
    box = QRectF(centre.x() - radius, centre.y() - radius, 2 * radius, 2 * radius)
    path = QPainterPath()
    path.arcMoveTo(box, 90 - start)
    path.arcTo(box, 90 - start, start - end)
    return path


def text_width(text: str, with_font: QFont) -> float:
    """Return how wide a text is in pixels."""
    return QFontMetricsF(with_font).horizontalAdvance(text)


def text(
    painter: QPainter,
    at: QPointF,
    words: str,
    with_font: QFont,
    value: Colour,
    align: Align = "middle",
) -> None:
    """Write a line; ``at`` is on its base line."""
    if not words:
        return
    x = at.x()
    if align != "left":
        width = text_width(words, with_font)
        x -= width if align == "right" else width / 2
    painter.setFont(with_font)
    painter.setPen(colour(value))
    painter.drawText(QPointF(x, at.y()), words)


def text_in(
    painter: QPainter, rect: QRectF, words: str, with_font: QFont, value: Colour, align: Align
) -> None:
    """Write a line into a rectangle, by its capitals in the middle, shortened where it must be."""
    metrics = QFontMetricsF(with_font)
    shown = words
    if metrics.horizontalAdvance(words) > rect.width() + 0.5:
        shown = metrics.elidedText(words, Qt.TextElideMode.ElideRight, rect.width())
    y = rect.center().y() + metrics.capHeight() / 2
    x = {"left": rect.left(), "middle": rect.center().x(), "right": rect.right()}[align]
    text(painter, QPointF(x, y), shown, with_font, value, align)


def halo_text(
    painter: QPainter, at: QPointF, words: str, with_font: QFont, inks: tuple[QColor, QPen]
) -> None:
    """Write a line centred on ``at`` with a halo; ``inks`` are the letters and the halo."""
    path = QPainterPath()
    path.addText(QPointF(at.x() - text_width(words, with_font) / 2, at.y()), with_font, words)
    painter.strokePath(path, inks[1])
    painter.fillPath(path, inks[0])


# ---- pills and plates ----------------------------------------------------------------------

PILL_HEIGHT = 22.0
PILL_FONT = (12, 550)


@dataclass(frozen=True, slots=True)
class Pill:
    """A short text over the map: what a drag costs, what an event was, a warning."""

    text: str
    icon: str = ""
    ground: str = MAP.pill
    ink: str = "#FFFFFF"

    @classmethod
    def accent(cls, text: str, icon: str = "") -> Pill:
        """Return a pill in the accent: previews, flanking."""
        return cls(text, icon, MAP.pill_accent)

    @classmethod
    def warning(cls, text: str, icon: str = "warn") -> Pill:
        """Return a red pill."""
        return cls(text, icon, MAP.pill_warning)

    @property
    def width(self) -> float:
        """Its width in pixels."""
        return text_width(self.text, font(*PILL_FONT)) + (38 if self.icon else 24)


def paint_pill(painter: QPainter, at: QPointF, pill: Pill) -> QRectF:
    """Draw a pill with its upper left corner at ``at`` and return its rectangle."""
    rect = QRectF(at.x(), at.y(), pill.width, PILL_HEIGHT)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(fill(pill.ground, 0.92))
    painter.drawRoundedRect(rect, 11, 11)
    inner = rect.adjusted(12, 0, -12, 0)
    if pill.icon:
        box = QRectF(rect.left() + 8, rect.top() + 4.5, 13, 13)
        draw_icon(painter, pill.icon, box, colour(pill.ink), 2.6)
        inner.setLeft(rect.left() + 26)
    text(
        painter,
        QPointF(inner.left(), rect.top() + 15.4),
        pill.text,
        font(*PILL_FONT),
        pill.ink,
        "left",
    )
    return rect


def name_rect(centre: QPointF, words: str) -> QRectF:
    """Return the plate of a name or a state, centred on ``centre``."""
    width = text_width(words, font(11, 500)) + 18
    return QRectF(centre.x() - width / 2, centre.y() - 8.5, width, 17)


def paint_name(painter: QPainter, centre: QPointF, words: str) -> QRectF:
    """Draw the plate with a name or a state below a token, centred on ``centre``."""
    f, rect = font(11, 500), name_rect(centre, words)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(fill(MAP.pill, 0.88))
    painter.drawRoundedRect(rect, 8.5, 8.5)
    text(painter, QPointF(centre.x(), centre.y() + 4), words, f, "#FFFFFF")
    return rect


def paint_label(painter: QPainter, centre: QPointF, words: str) -> QRectF:
    """Draw a small square-cornered label, centred on ``centre``."""
    f = font(11)
    width = text_width(words, f) + 10
    rect = QRectF(centre.x() - width / 2, centre.y() - 8, width, 16)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(fill(MAP.pill, 0.82))
    painter.drawRoundedRect(rect, 3, 3)
    text(painter, QPointF(centre.x(), centre.y() + 4), words, f, "#FFFFFF")
    return rect
