"""The zones of a map as game masters see them: rooms with a dashed rim, places as pins."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPolygonF

from desktop.board.paint import Pill, View, circle, fill, paint_pill, pen, text_in
from desktop.colours import MAP, Theme
from desktop.theme import font
from maps.board import Zone
from maps.grid import SUB

INK = "#C9BDFF"
NAMED_FROM = 14.0
"""Pixels of a square from which names are readable without covering the map."""
LONGEST = 28
"""So many letters of a name stand on the map."""


def outline(view: View, zone: Zone) -> QPolygonF:
    """Return the corners of a zone in pixels."""
    return QPolygonF([view.at(p.x / SUB, p.y / SUB) for p in zone.points])


def paint_zones(
    painter: QPainter, view: View, zones: Iterable[Zone], visible: QRectF, theme: Theme
) -> None:
    """Draw all zones that are in sight."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for zone in zones:
        shape = outline(view, zone)
        if not shape.boundingRect().adjusted(-160, -30, 160, 30).intersects(visible):
            continue
        if len(zone.points) > 2:
            painter.setBrush(fill(INK, 0.10))
            painter.setPen(pen(MAP.case, 3.2, alpha=0.45))
            painter.drawPolygon(shape)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(pen(INK, 1.6, dash=(5, 4)))
            painter.drawPolygon(shape)
            if zone.name and view.scale >= NAMED_FROM:
                corner = shape.boundingRect().topLeft()
                paint_pill(painter, corner + QPointF(4, 4), Pill(short(zone.name), "pin"))
        else:
            _paint_place(painter, view, shape.value(0), zone, theme)


def _paint_place(painter: QPainter, view: View, at: QPointF, zone: Zone, theme: Theme) -> None:
    circle(painter, at, 9, fill(theme.raised), pen(MAP.case, 1.6))
    mark = zone.name if 0 < len(zone.name) <= 2 else "•"
    box = QRectF(at.x() - 9, at.y() - 9, 18, 18)
    text_in(painter, box, mark, font(11, 650), theme.text, "middle")
    if len(zone.name) > 2 and view.scale >= NAMED_FROM:
        paint_pill(painter, at + QPointF(12, -12), Pill(short(zone.name)))


def short(name: str) -> str:
    """Return a name that fits on the map."""
    return name if len(name) <= LONGEST else name[: LONGEST - 1] + "…"
