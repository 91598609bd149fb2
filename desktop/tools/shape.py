"""What the tools that draw share: snapping, round shapes, the preview, the size in words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from desktop.board.paint import Pill, paint_pill
from desktop.colours import MAP, paint_colour
from desktop.i18n import tr
from desktop.tools.base import Pointer
from desktop.tools.directions import eighth
from maps.grid import SUB, Point, from_sub, to_sub

Spot = tuple[float, float]

CORNER_REACH = 0.22
"""Within this many squares a point snaps to the corner of a square, else to an eighth."""
PICK_REACH = 9.0
"""An obstacle is meant within this many pixels."""
NARROWEST = 0.25
"""A click makes no opening narrower than this, in squares."""
FEWEST_SIDES, MOST_SIDES = 12, 64
SIDE = 0.5
"""A side of a round shape is about this many squares long."""
DRAG_FROM = 4.0
"""A press that moves this many pixels is a pull."""


def snapped(at: Pointer) -> Spot:
    """Return the point that is meant: a corner, an eighth of a square, with Alt the very place."""
    if at.alt:
        return from_sub(to_sub(at.x)), from_sub(to_sub(at.y))
    corner = (round(at.x), round(at.y))
    if math.hypot(at.x - corner[0], at.y - corner[1]) <= CORNER_REACH:
        return corner
    return round(at.x * 8) / 8, round(at.y * 8) / 8


def straightened(start: Spot, spot: Spot) -> Spot:
    """Return the point nearest to a spot that lies level, upright or at 45° from a start."""
    dx, dy = spot[0] - start[0], spot[1] - start[1]
    x, y = eighth(dx, dy)
    length = (dx * x + dy * y) / (x * x + y * y)
    length = round(length * 8) / 8
    return start[0] + x * length, start[1] + y * length


def along(wall: tuple[Point, Point], at: Pointer) -> Spot:
    """Return the place on a piece of wall that is meant: where the grid says, else by eighths."""
    a, b = square(wall[0]), square(wall[1])
    if a[0] == b[0] or a[1] == b[1]:
        level = replace(at, y=float(a[1])) if a[1] == b[1] else replace(at, x=float(a[0]))
        spot = snapped(level)
        low, high = min(a, b), max(a, b)
        if a[1] == b[1]:
            return min(high[0], max(low[0], spot[0])), a[1]
        return a[0], min(high[1], max(low[1], spot[1]))
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = math.hypot(dx, dy)
    far = ((at.x - a[0]) * dx + (at.y - a[1]) * dy) / length
    far = min(length, max(0.0, round(far * 8) / 8))
    if length - far < CORNER_REACH / 2:
        return b
    return square(sub((a[0] + dx * far / length, a[1] + dy * far / length)))


def leaf_in(wall: tuple[Point, Point], at: Pointer) -> tuple[Spot, Spot] | None:
    """Return the opening that a click on a piece of wall means: one square wide.

    In a level or upright wall it fills the side of a square, in others the click is its middle.
    None where the wall has too little room.
    """
    a, b = square(wall[0]), square(wall[1])
    length = math.dist(a, b)
    if not length:
        return None
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    far = (at.x - a[0]) * ux + (at.y - a[1]) * uy
    if a[0] == b[0] or a[1] == b[1]:
        way, start = (ux, a[0]) if a[1] == b[1] else (uy, a[1])
        first = math.floor(start + way * far)
        ends = sorted(((first - start) * way, (first + 1 - start) * way))
        low, high = max(0.0, ends[0]), min(length, ends[1])
    else:
        high = min(length, max(0.5, far) + 0.5)
        low = max(0.0, high - 1)
    if high - low < NARROWEST:
        return None
    low_end, high_end = ((a[0] + ux * s, a[1] + uy * s) for s in (low, high))
    return square(sub(low_end)), square(sub(high_end))


def corners_of(a: Spot, b: Spot) -> list[Spot]:
    """Return the corners of the box between two spots."""
    (left, right), (top, bottom) = sorted((a[0], b[0])), sorted((a[1], b[1]))
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def round_in(a: Spot, b: Spot) -> list[Spot]:
    """Return the ellipse within a box as a polygon that touches the middle of each side.

    The more there is of it, the more sides it has: a multiple of four.
    """
    x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    rx, ry = abs(b[0] - a[0]) / 2, abs(b[1] - a[1]) / 2
    around = math.tau * math.sqrt((rx * rx + ry * ry) / 2)
    sides = min(MOST_SIDES, max(FEWEST_SIDES, 4 * round(around / SIDE / 4)))
    turns = (math.tau * i / sides for i in range(sides))
    return [square(sub((x + rx * math.cos(t), y + ry * math.sin(t)))) for t in turns]


def sub(spot: Spot) -> Point:
    """Turn a spot in squares into a point in sub-units."""
    return Point(to_sub(spot[0]), to_sub(spot[1]))


def square(at: Point) -> Spot:
    """Turn a point in sub-units into a spot in squares."""
    return from_sub(at.x), from_sub(at.y)


def pairs(spots: Sequence[Spot]) -> list[list[float]]:
    """Write spots as they stand in files."""
    return [[x, y] for x, y in spots]


# ---- words ---------------------------------------------------------------------------------


def length_words(a: Spot, b: Spot, metres: float) -> str:
    """Say how long a line is."""
    n = math.hypot(b[0] - a[0], b[1] - a[1])
    return tr("shapes.length", n=round(n, 2), metres=round(n * metres, 2))


def size_words(a: Spot, b: Spot, metres: float) -> str:
    """Say how large a box is."""
    x, y = abs(b[0] - a[0]), abs(b[1] - a[1])
    return tr(
        "shapes.size",
        x=round(x, 2),
        y=round(y, 2),
        wide=round(x * metres, 2),
        high=round(y * metres, 2),
    )


# ---- painting ------------------------------------------------------------------------------


def paint_shape(
    painter: QPainter, points: Sequence[QPointF], *, closed: bool, discs: bool = True
) -> None:
    """Draw what is being drawn: a dark casing, the accent, a disc at each point."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    shape = QPolygonF(list(points))
    for colour, width in ((paint_colour(MAP.case, 0.72), 6.0), (paint_colour(MAP.path), 3.0)):
        pen = QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        painter.setBrush(paint_colour(MAP.path, 0.18) if closed else Qt.BrushStyle.NoBrush)
        painter.drawPolygon(shape) if closed else painter.drawPolyline(shape)
    painter.setPen(QPen(QColor("white"), 1.5))
    painter.setBrush(paint_colour(MAP.path))
    for at in points if discs else ():
        painter.drawEllipse(at, 4.5, 4.5)
    painter.restore()


def paint_words(painter: QPainter, at: QPointF, words: str, width: float, height: float) -> None:
    """Write a size beside the pointer, within a view of that width and height."""
    pill = Pill.accent(words, "ruler")
    left = min(at.x() + 16, width - pill.width - 4)
    top = at.y() + 18 if at.y() < height - 48 else at.y() - 40
    paint_pill(painter, QPointF(max(24.0, left), max(20.0, top)), pill)


def away(x: float, y: float, a: Point, b: Point) -> float:
    """Return how far a place lies from a piece, in squares."""
    ax, ay, dx, dy = a.x / SUB, a.y / SUB, (b.x - a.x) / SUB, (b.y - a.y) / SUB
    length = dx * dx + dy * dy
    share = 0.0 if not length else ((x - ax) * dx + (y - ay) * dy) / length
    share = min(1.0, max(0.0, share))
    return math.hypot(x - ax - share * dx, y - ay - share * dy)
