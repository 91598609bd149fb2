"""Paint what armour is made of: plates, rings, leather, skin, the ground of a miss."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from desktop.board.paint import circle, fill, pen
from desktop.colours import Theme

MISS = "miss"


def paint_material(painter: QPainter, box: QRectF, material: str, theme: Theme) -> None:
    """Fill a rectangle with a material: plate, chain, leather, skin, or the ground of a miss."""
    grounds = {"plate": theme.plate, "chain": theme.chain, "leather": theme.leather}
    grounds |= {MISS: theme.miss, "skin": theme.skin}
    painter.fillRect(box, fill(grounds.get(material, theme.chain)))
    painter.save()
    painter.setClipRect(box, Qt.ClipOperation.IntersectClip)
    match material:
        case "plate":
            _slanted(painter, box, 8, pen("#FFFFFF", 1.6, alpha=0.28, round_caps=False), 0.0)
            _slanted(painter, box, 8, pen("#000000", 1.2, alpha=0.10, round_caps=False), 4.0)
        case "chain":
            _rings(painter, box)
        case "leather":
            _grain(painter, box)
        case "miss":
            _slanted(painter, box, 7, pen(theme.text_3, 1, alpha=0.35, round_caps=False), 0.0)
    painter.restore()


def _slanted(painter: QPainter, box: QRectF, step: float, stroke: QPen, shift: float) -> None:
    painter.setPen(stroke)
    gap = step * 1.3
    x = box.left() - box.height() + shift
    x -= (x - shift) % gap
    while x < box.right() + box.height():
        painter.drawLine(QPointF(x, box.bottom()), QPointF(x + box.height(), box.top()))
        x += gap


def _rings(painter: QPainter, box: QRectF) -> None:
    dark = pen("#2A241B", 1, alpha=0.5, round_caps=False)
    light = pen("#2A241B", 1, alpha=0.3, round_caps=False)
    y = box.top() + 3.5
    while y < box.bottom() + 3:
        x = box.left() + 2.5
        while x < box.right() + 5:
            circle(painter, QPointF(x, y), 2.5, None, dark)
            circle(painter, QPointF(x + 4.5, y), 2.5, None, light)
            x += 9
        y += 7


def _grain(painter: QPainter, box: QRectF) -> None:
    ink = fill("#2A160A", 0.45)
    y = box.top() + 2
    while y < box.bottom():
        x = box.left() + 2
        while x < box.right():
            circle(painter, QPointF(x, y), 0.9, ink)
            circle(painter, QPointF(x + 3.5, y + 3.5), 0.9, ink)
            x += 7
        y += 7
