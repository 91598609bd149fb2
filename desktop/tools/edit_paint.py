"""How picked obstacles and lights look: lines in the accent, handles, arrows of one-way walls."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPolygonF

from desktop.board.paint import View, circle, fill, pen
from desktop.board.paint_marks import scale_transform
from desktop.board.shapes import add_to
from desktop.colours import MAP
from maps.board import Light
from maps.grid import SUB
from maps.reshape import handles
from maps.shapes import Obstacle, Segment

HANDLE = 4.5
"""Half the side of a handle, in pixels."""
ARROWS_FROM = 14.0
"""Pieces shorter than this many pixels show no arrow."""
ARROW = 13.0


def paint_hovered(painter: QPainter, view: View, obstacle: Obstacle) -> None:
    """Light up what a click would pick."""
    _stroke(painter, view, (obstacle,), ((MAP.case, 7.0, 0.5), ("#FFFFFF", 4.0, 0.9)))


def paint_picked(
    painter: QPainter,
    view: View,
    obstacles: Sequence[Obstacle],
    lights: Iterable[Light],
    with_handles: Collection[str],
    chosen: Collection[tuple[str, int]],
) -> None:
    """Draw what is picked: lines, then arrows, then handles; chosen points are filled."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _stroke(painter, view, obstacles, (("#FFFFFF", 6.5, 0.95), (MAP.path, 3.4, 1.0)))
    for o in obstacles:
        if o.closed_shape:
            area = QPainterPath()
            add_to(area, o)
            painter.fillPath(scale_transform(view).map(area), fill(MAP.path, 0.14))
        if o.side != "both":
            for segment in o.segments():
                paint_arrow(painter, view, segment, left=o.side == "left")
    _handles(painter, view, [o for o in obstacles if o.id in with_handles], chosen)
    for light in lights:
        _light(painter, view, light)
    painter.restore()


def paint_arrow(painter: QPainter, view: View, piece: Segment, *, left: bool) -> None:
    """Draw a triangle on the side from which a one-way wall stops, its tip at the wall."""
    a, b = view.point(piece.a), view.point(piece.b)
    d = b - a
    length = math.hypot(d.x(), d.y())
    if length < ARROWS_FROM:
        return
    along = d / length
    out = QPointF(along.y(), -along.x()) * (1 if left else -1)
    tip = (a + b) / 2 + out * 5
    foot = tip + out * ARROW
    half = along * (ARROW * 0.6)
    painter.setPen(pen("#FFFFFF", 1.6))
    painter.setBrush(fill(MAP.path))
    painter.drawPolygon(QPolygonF([tip, foot + half, foot - half]))


def _stroke(
    painter: QPainter,
    view: View,
    obstacles: Iterable[Obstacle],
    strokes: Iterable[tuple[str, float, float]],
) -> None:
    path = QPainterPath()
    for o in obstacles:
        add_to(path, o)
    on_map = scale_transform(view).map(path)
    for ink, width, alpha in strokes:
        painter.strokePath(on_map, pen(ink, width, alpha=alpha))


def _handles(
    painter: QPainter,
    view: View,
    obstacles: Iterable[Obstacle],
    chosen: Collection[tuple[str, int]],
) -> None:
    plain: list[QRectF] = []
    full: list[QRectF] = []
    for o in obstacles:
        for index, p in enumerate(handles(o)):
            at = view.point(p)
            box = QRectF(at.x() - HANDLE, at.y() - HANDLE, 2 * HANDLE, 2 * HANDLE)
            (full if (o.id, index) in chosen else plain).append(box)
    painter.setPen(pen(MAP.path, 2))
    painter.setBrush(fill("#FFFFFF"))
    painter.drawRects(plain)
    painter.setPen(pen("#FFFFFF", 2))
    painter.setBrush(fill(MAP.path))
    painter.drawRects([box.adjusted(-1.5, -1.5, 1.5, 1.5) for box in full])


def _light(painter: QPainter, view: View, light: Light) -> None:
    """Draw both radii with a handle at the right of each, and the lamp."""
    middle = view.point(light.at)
    for radius, dash in ((light.bright, ()), (light.dim, (7, 5))):
        reach = radius / SUB * view.scale
        if reach <= 0:
            continue
        circle(painter, middle, reach, None, pen("#FFFFFF", 4.5, alpha=0.8))
        circle(painter, middle, reach, None, pen(MAP.path, 2.2, dash=dash))
        circle(painter, middle + QPointF(reach, 0), 5.5, fill("#FFFFFF"), pen(MAP.path, 2.2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    circle(painter, middle, 8, fill(light.colour), pen("#FFFFFF", 4))
    circle(painter, middle, 8, fill(light.colour), pen(MAP.path, 2.2))
