"""The things on a drawn floor: pillars, furniture, rubble, stairs, trees."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QRadialGradient

from desktop.board.floor_canvas import Canvas, Chance, Spot, chance, hsl, pebble, rgba

INK = "#332C24"
SHADE = (30, 22, 12)


def _highlight(c: Canvas, rect: QRectF, off: float, alpha: float, width: float) -> None:
    """Draw the light along the left and upper edge."""
    c.painter.setPen(c.pen(rgba(255, 250, 235, alpha), width))
    c.painter.drawPolyline(
        [
            QPointF(rect.left() + off, rect.bottom() - off * 1.1),
            QPointF(rect.left() + off, rect.top() + off),
            QPointF(rect.right() - off * 1.1, rect.top() + off),
        ]
    )


def pillar(c: Canvas, x: float, y: float, size: float = 1.0) -> None:
    """Draw a round pillar on a square base that fills its space."""
    d = size * c.s
    at = c.at(x, y)
    base = QRectF(at.x() + d * 0.02, at.y() + d * 0.02, d * 0.96, d * 0.96)
    c.round_rect(base.translated(d * 0.08, d * 0.11), 4, rgba(*SHADE, 0.26))
    c.round_rect(base, c.s * 0.06, "#A59C8C", c.pen(INK, 0.045, least=1.4))
    _highlight(c, QRectF(at.x(), at.y(), d, d), d * 0.08, 0.4, 0.03)
    middle = QPointF(at.x() + d / 2, at.y() + d / 2)
    round_top = QRadialGradient(middle, d * 0.42, QPointF(at.x() + d * 0.4, at.y() + d * 0.38))
    for stop, ink in ((0, "#D2CABB"), (0.7, "#AAA08F"), (1, "#8B8171")):
        round_top.setColorAt(stop, QColor(ink))
    c.disc(middle, d * 0.4, QBrush(round_top), c.pen(INK, 0.035, least=1.0))
    c.disc(middle, d * 0.3, None, c.pen(rgba(51, 44, 36, 0.45), 0.02, least=0.7))


def slab(
    c: Canvas,
    rect: QRectF,
    ink: str = "#B9B1A2",
    corner: float = 0.06,
    alpha: float = 1.0,
) -> None:
    """Draw a flat block (pixels): tables, tombs, planks; ``corner`` in squares."""
    s = c.s
    c.painter.save()
    c.painter.setOpacity(c.painter.opacity() * alpha)
    c.round_rect(rect.translated(s * 0.07, s * 0.1), s * corner, rgba(*SHADE, 0.3))
    c.round_rect(rect, s * corner, ink, c.pen(INK, 0.042, least=1.2))
    if corner < 0.3 and min(rect.width(), rect.height()) > s * 0.2:
        _highlight(c, rect, s * 0.07, 0.45, 0.028)
    c.painter.restore()


def crate(c: Canvas, rect: QRectF) -> None:
    """Draw a wooden box from above."""
    slab(c, rect, "#A87D4B", 0.03)
    inner = rect.adjusted(c.s * 0.09, c.s * 0.09, -c.s * 0.09, -c.s * 0.09)
    c.painter.setPen(c.pen(rgba(58, 38, 18, 0.65), 0.024, least=0.8))
    c.painter.setBrush(Qt.BrushStyle.NoBrush)
    c.painter.drawRect(inner)
    c.painter.drawLine(inner.topLeft(), inner.bottomRight())


def barrel(c: Canvas, x: float, y: float, radius: float = 0.3) -> None:
    """Draw a barrel from above."""
    at, r = c.at(x, y), radius * c.s
    c.disc(at + QPointF(r * 0.2, r * 0.28), r, rgba(*SHADE, 0.3))
    c.disc(at, r, "#94683A", c.pen("#3A2612", 0.038, least=1.1))
    c.disc(at, r * 0.78, None, c.pen("#3A2612", 0.022, least=0.8))
    c.painter.setPen(c.pen(rgba(58, 38, 18, 0.55), 0.022, least=0.8))
    for k in (-0.4, 0.0, 0.4):
        y_at = at.y() + r * k
        c.painter.drawLine(QPointF(at.x() - r * 0.66, y_at), QPointF(at.x() + r * 0.66, y_at))


def brazier(c: Canvas, x: float, y: float) -> None:
    """Draw a fire bowl with its glow; the caller may clip the glow to a room."""
    p, at, s = c.painter, c.at(x, y), c.s
    p.save()
    p.setCompositionMode(QPainter.CompositionMode.CompositionMode_SoftLight)
    c.glow(x, y, 2.4, rgba(255, 196, 92, 0.95))
    p.restore()
    c.disc(at, s * 0.26, "#3E372E")
    fire = QRadialGradient(at, s * 0.2)
    for stop, ink in ((0, "#FFF1C2"), (0.5, "#FFB84D"), (1, "#C4531C")):
        fire.setColorAt(stop, QColor(ink))
    c.disc(at, s * 0.19, QBrush(fire))


def rug(c: Canvas, rect: QRectF, ink: str = "#8C3B35") -> None:
    """Draw a carpet with two borders and a pattern of lozenges."""
    p, s = c.painter, c.s
    c.fill_rect(rect.translated(s * 0.04, s * 0.06), rgba(30, 20, 10, 0.2))
    c.fill_rect(rect, ink)
    p.setBrush(Qt.BrushStyle.NoBrush)
    for off, width, least in ((0.12, 0.04, 1.0), (0.2, 0.018, 0.7)):
        p.setPen(c.pen(rgba(240, 214, 150, 0.75), width, least=least))
        p.drawRect(rect.adjusted(s * off, s * off, -s * off, -s * off))
    p.setPen(c.pen(rgba(240, 214, 150, 0.28), 0.018, least=0.7))
    half, d = s * 0.5, s * 0.09
    for i in range(1, math.ceil(rect.width() / half - 0.01)):
        for j in range(1, math.ceil(rect.height() / half - 0.01)):
            x, y = rect.left() + i * half, rect.top() + j * half
            p.drawPolygon(
                [QPointF(x, y - d), QPointF(x + d, y), QPointF(x, y + d), QPointF(x - d, y)]
            )


def stairs(c: Canvas, rect: QRectF, steps: int, upright: bool = True) -> None:
    """Draw steps that grow darker the deeper they lead."""
    c.painter.setPen(c.pen(rgba(50, 42, 30, 0.6), 0.024, least=0.8))
    for i in range(steps):
        c.painter.setBrush(hsl(36, 12, 76 - i * 5))
        if upright:
            h = rect.height() / steps
            c.painter.drawRect(QRectF(rect.left(), rect.top() + i * h, rect.width(), h))
        else:
            w = rect.width() / steps
            c.painter.drawRect(QRectF(rect.left() + i * w, rect.top(), w, rect.height()))


def rubble(c: Canvas, spot: Spot, radius: float, count: int, seed: int) -> None:
    """Scatter stones around a place."""
    r = chance(seed)
    for i in range(count):
        a, d = r() * math.tau, math.sqrt(r()) * radius
        ink = ("#9A9182", "#ADA494", "#877E70")[i % 3]
        at = (spot[0] + math.cos(a) * d, spot[1] + math.sin(a) * d)
        pebble(c, at, 0.06 + r() * 0.1, r, ink)


def _crown(c: Canvas, spot: Spot, radius: float, r: Chance) -> QPainterPath:
    points = []
    for i in range(11):
        a, q = i / 11 * math.tau + r() * 0.2, radius * (0.88 + r() * 0.24)
        points.append((spot[0] + math.cos(a) * q, spot[1] + math.sin(a) * q))
    return c.smooth(points)


def tree(c: Canvas, spot: Spot, radius: float, seed: int, hue: float = 92) -> None:
    """Draw the crown of a tree from above."""
    r, (x, y) = chance(seed), spot
    shade = _crown(c, (x + 0.16, y + 0.2), radius * 1.02, r)
    c.fill(shade, rgba(28, 30, 14, 0.28))
    rim = c.pen(hsl(hue, 30, 19), 0.035, least=1.0)
    c.shape(_crown(c, spot, radius, r), hsl(hue, 26, 35), rim)
    for _ in range(9):
        a, d = r() * math.tau, radius * (0.15 + r() * 0.5)
        size = radius * (0.26 + r() * 0.14)
        ink = hsl(hue + (r() - 0.5) * 16, 27, 40 + r() * 7, 0.85)
        at = (x + math.cos(a) * d - radius * 0.06, y + math.sin(a) * d - radius * 0.08)
        c.fill(_crown(c, at, size, r), ink)
    for _ in range(6):
        a, d = 3.6 + r() * 1.9, radius * (0.1 + r() * 0.5)
        size, ink = radius * (0.13 + r() * 0.1), hsl(hue - 8, 32, 54 + r() * 6, 0.7)
        c.fill(_crown(c, (x + math.cos(a) * d, y + math.sin(a) * d), size, r), ink)
    c.painter.setPen(c.pen(hsl(hue, 32, 18, 0.5), 0.022, round_caps=True, least=0.7))
    c.painter.setBrush(Qt.BrushStyle.NoBrush)
    reach = c.s * 0.07
    for _ in range(16):
        a, d = r() * math.tau, radius * r() * 0.8
        leaf = c.at(x + math.cos(a) * d, y + math.sin(a) * d)
        box = QRectF(leaf.x() - reach, leaf.y() - reach, 2 * reach, 2 * reach)
        c.painter.drawArc(box, round(-math.degrees(2.4) * 16), round(math.degrees(2.1) * 16))


def disc(c: Canvas, spot: Spot, radius: float, ink: str) -> None:
    """Draw a round thing: the mouth of a well, a millstone."""
    c.disc(c.at(*spot), radius * c.s, ink, c.pen(INK, 0.04, least=1.0))


def tower(c: Canvas, spot: Spot, radius: float) -> None:
    """Draw the top of a round tower."""
    at, s = c.at(*spot), c.s
    c.disc(at + QPointF(s * 0.1, s * 0.15), radius * s * 1.07, rgba(*SHADE, 0.3))
    c.disc(at, radius * s, "#8F8677", c.pen(INK, 0.05, least=1.2))
    for share in (0.73, 0.47):
        c.disc(at, radius * s * share, None, c.pen(rgba(51, 44, 36, 0.5), 0.025, least=0.7))


def straw(c: Canvas, rect: QRectF, seed: int) -> None:
    """Draw a heap of straw."""
    slab(c, rect, "#B99B5F", 0.03)
    r, s = chance(seed), c.s
    c.painter.setPen(c.pen(rgba(92, 70, 24, 0.5), 0.02, least=0.8))
    for _ in range(max(3, round(rect.width() * rect.height() / s / s * 3.1))):
        x = rect.left() + s * 0.1 + r() * max(0.0, rect.width() - s * 0.5)
        y = rect.top() + s * 0.15 + r() * max(0.0, rect.height() - s * 0.3)
        c.painter.drawLine(QPointF(x, y), QPointF(x + s * 0.3, y + (r() - 0.5) * s * 0.3))
