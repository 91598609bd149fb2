"""Areas of effect as they are drawn: hatched squares with a firm rim, a name, who is caught."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPainterPath

from desktop.board.paint import View, circle, fill, line, paint_name, pen
from desktop.board.paint_marks import area_path
from desktop.colours import MAP
from maps.grid import Cell

INK = "#FF7A1A"
HATCH = 9.0
"""Pixels between two lines of the hatching."""


def paint_area(
    painter: QPainter, view: View, cells: Iterable[Cell], *, hidden: bool = False, firm: bool = True
) -> None:
    """Draw the squares of an area; a preview (not ``firm``) and a hidden one have broken rims."""
    inside = tuple(cells)
    if not inside:
        return
    path = area_path(view, inside)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillPath(path, fill(INK, 0.16))
    _hatch(painter, path)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.strokePath(path, pen(MAP.case, 5, alpha=0.6))
    dash = (4, 5) if hidden else () if firm else (10, 6)
    painter.strokePath(path, pen(INK, 2.4, dash=dash, round_caps=False))
    painter.restore()


def _hatch(painter: QPainter, path: QPainterPath) -> None:
    box = path.boundingRect()
    if box.width() * box.height() > 4e7:
        return  # zoomed in so far that the hatching would be millions of pixels long
    painter.save()
    painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
    ink = pen(INK, 1.1, alpha=0.55)
    first = int((box.left() - box.height()) // HATCH)
    for i in range(first, int(box.right() // HATCH) + 1):
        x = i * HATCH
        line(painter, QPointF(x, box.bottom()), QPointF(x + box.height(), box.top()), ink)
    painter.restore()


def paint_area_name(painter: QPainter, view: View, cells: Iterable[Cell], words: str) -> None:
    """Write what an area is at its upper rim."""
    inside = tuple(cells)
    if not inside or not words or view.scale < 10:
        return
    top = min(c.y for c in inside)
    row = [c.x for c in inside if c.y == top]
    middle = (min(row) + max(row) + 1) / 2
    paint_name(painter, view.at(middle, top) + QPointF(0, -1), words)


def paint_area_origin(painter: QPainter, at: QPointF) -> None:
    """Mark the point from which an effect spreads."""
    circle(painter, at, 6.5, fill(MAP.case), None)
    circle(painter, at, 5, fill(INK), pen("#FFFFFF", 1.6))


def paint_grip(painter: QPainter, at: QPointF, *, turns: bool) -> None:
    """Draw what an area is taken by: a dot that moves it, a diamond that turns it."""
    if not turns:
        paint_area_origin(painter, at)
        return
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for size, inside in ((8.0, MAP.case), (6.0, "#FFFFFF")):
        steps = ((0, -size), (size, 0), (0, size), (-size, 0))
        painter.setPen(pen(INK, 1.6))
        painter.setBrush(fill(inside))
        painter.drawPolygon([at + QPointF(x, y) for x, y in steps])
    painter.restore()


def paint_caught(painter: QPainter, at: QPointF, radius: float, affected: bool) -> None:
    """Draw the ring around somebody who is caught; a broken one where nothing comes through."""
    circle(painter, at, radius, None, pen(MAP.case, 6.4, alpha=0.7))
    if affected:
        circle(painter, at, radius, None, pen(INK, 3.4))
    else:
        circle(painter, at, radius, None, pen("#FFFFFF", 2.4, dash=(4, 5)))
