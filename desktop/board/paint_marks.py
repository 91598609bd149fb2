"""Marks over the map: cover badges, zones, heat, rulers, the scale bar."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QPainter, QPainterPath, QPixmap, QTransform

from desktop.board.paint import (
    View,
    circle,
    colour,
    fill,
    halo_text,
    is_plain_raster,
    line,
    pen,
    text,
    text_width,
)
from desktop.colours import MAP, Theme, side_colours
from desktop.icon_path import svg_path
from desktop.icons import draw_icon
from desktop.theme import font
from desktop.words.cells import column_label
from maps.grid import Cell
from maps.shapes import Grade

# ---- cover ---------------------------------------------------------------------------------

BADGE_HEIGHT = 18.0
_SHIELD = "M8 2.2l5 1.9v3.4c0 3.2-2.2 5.1-5 6.1-2.8-1-5-2.9-5-6.1V4.1z"
_HALF = "M8 2.2l5 1.9v3.4c0 3.2-2.2 5.1-5 6.1z"

BADGE_INK = {
    Grade.NONE: MAP.cover_none,
    Grade.PARTIAL: MAP.cover_soft,
    Grade.SOFT: MAP.cover_soft,
    Grade.HARD: MAP.cover_hard,
    Grade.IMPROVED: MAP.cover_hard,
    Grade.TOTAL: MAP.cover_total,
}


@lru_cache(maxsize=4)
def _shape(d: str) -> QPainterPath:
    return svg_path(d)


PEN = 10.0
"""Side of the pen on the badge of what is set by hand."""


@lru_cache(maxsize=256)
def badge_width(words: str, by_hand: bool = False) -> float:
    """Return the width of a cover badge in pixels; one that is set by hand has a pen."""
    return text_width(words, font(12, 650)) + 27 + (PEN + 4 if by_hand else 0)


def badge_place(view: View, x: float, y: float, size: float, *, aimed: bool = False) -> QPointF:
    """Return where the badge of a token belongs: at its upper right corner.

    That of a target that is ``aimed`` at stays clear of its arcs and of the ends of lines.
    """
    shift = QPointF(-6, 2) if size > 1 else QPointF(0, 0)
    if aimed:
        shift += QPointF(27, -6)
    return QPointF(view.x(x + size) - 17, view.y(y) - 5) + shift


def paint_badge(
    painter: QPainter, at: QPointF, grade: Grade, words: str, *, by_hand: bool = False
) -> QRectF:
    """Draw a cover badge with its upper left corner at ``at`` and return its rectangle.

    The shield tells the grade without colour: empty, half, full with a bar, crossed; a pen
    tells that it is set ``by_hand``. On a screen that is not zoomed the badge is a picture
    made once: a drag shows a hundred.
    """
    rect = QRectF(at.x(), at.y(), badge_width(words, by_hand), BADGE_HEIGHT)
    if is_plain_raster(painter):
        dpr = painter.device().devicePixelRatioF()
        corner = QPointF(round(at.x() * dpr) / dpr - 1, round(at.y() * dpr) / dpr - 1)
        painter.drawPixmap(corner, _badge_picture(grade, words, by_hand, dpr))
    else:
        _badge(painter, at, grade, words, by_hand)
    return rect


@lru_cache(maxsize=256)
def _badge_picture(grade: Grade, words: str, by_hand: bool, dpr: float) -> QPixmap:
    width, height = badge_width(words, by_hand) + 2, BADGE_HEIGHT + 2
    picture = QPixmap(math.ceil(width * dpr), math.ceil(height * dpr))
    picture.setDevicePixelRatio(dpr)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    _badge(painter, QPointF(1, 1), grade, words, by_hand)
    painter.end()
    return picture


def _badge(painter: QPainter, at: QPointF, grade: Grade, words: str, by_hand: bool) -> None:
    ink = BADGE_INK[grade]
    half = grade in (Grade.SOFT, Grade.PARTIAL)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(pen(MAP.case, 1, alpha=0.55))
    painter.setBrush(fill(MAP.plate))
    rect = QRectF(at.x(), at.y(), badge_width(words, by_hand), BADGE_HEIGHT)
    painter.drawRoundedRect(rect, 9, 9)
    painter.save()
    painter.translate(at.x() + 2.5, at.y() + 1)
    painter.setPen(pen(ink, 1.5))
    ground = "#FFFFFF" if grade is Grade.NONE else MAP.cover_soft_fill if half else ink
    painter.setBrush(fill(ground))
    painter.drawPath(_shape(_SHIELD))
    if half:
        painter.fillPath(_shape(_HALF), fill(ink))
    white = pen("#FFFFFF", 1.6)
    if grade is Grade.TOTAL:
        line(painter, QPointF(5.4, 5.2), QPointF(10.6, 10.4), white)
        line(painter, QPointF(10.6, 5.2), QPointF(5.4, 10.4), white)
    elif grade in (Grade.HARD, Grade.IMPROVED):
        line(painter, QPointF(5.5, 7.6), QPointF(10.5, 7.6), white)
        if grade is Grade.IMPROVED:
            line(painter, QPointF(8, 5.1), QPointF(8, 10.1), white)
    painter.restore()
    text(painter, QPointF(at.x() + 19, at.y() + 13.2), words, font(12, 650), ink, "left")
    if by_hand:
        pen_at = QRectF(rect.right() - PEN - 6, rect.center().y() - PEN / 2, PEN, PEN)
        draw_icon(painter, "pen", pen_at, colour(MAP.path))
    painter.restore()


# ---- areas ---------------------------------------------------------------------------------


def outline(cells: Iterable[Cell]) -> tuple[tuple[Cell, ...], ...]:
    """Return the closed rims of a set of squares as lattice points, outer ones clockwise."""
    inside = set(cells)
    after: dict[Cell, list[Cell]] = {}
    for x, y in inside:
        edges = (
            (Cell(x, y - 1), Cell(x, y), Cell(x + 1, y)),
            (Cell(x + 1, y), Cell(x + 1, y), Cell(x + 1, y + 1)),
            (Cell(x, y + 1), Cell(x + 1, y + 1), Cell(x, y + 1)),
            (Cell(x - 1, y), Cell(x, y + 1), Cell(x, y)),
        )
        for beyond, a, b in edges:
            if beyond not in inside:
                after.setdefault(a, []).append(b)
    rims: list[tuple[Cell, ...]] = []
    while after:
        start = min(after)
        rim, at, way = [start], start, (1, 0)
        while True:
            ways = after[at]
            # Where two rims touch in a point, turn right: the rims stay apart.
            right = Cell(at.x - way[1], at.y + way[0])
            to = right if right in ways else ways[0]
            ways.remove(to)
            if not ways:
                del after[at]
            step = (to.x - at.x, to.y - at.y)
            if step == way and len(rim) > 1:
                rim[-1] = to
            else:
                rim.append(to)
            at, way = to, step
            if at == start:
                break
        rims.append(tuple(rim[:-1]))
    return tuple(rims)


def area_path(view: View, cells: Iterable[Cell]) -> QPainterPath:
    """Return the rims of a set of squares in pixels."""
    path = QPainterPath()
    for rim in outline(cells):
        path.moveTo(view.at(*rim[0]))
        for corner in rim[1:]:
            path.lineTo(view.at(*corner))
        path.closeSubpath()
    return path


def paint_zone(painter: QPainter, view: View, cells: Iterable[Cell], side: str) -> None:
    """Draw the squares that a side controls: thin fill and dashed rim."""
    _zone(painter, area_path(view, cells), side)


def paint_zone_circle(
    painter: QPainter, view: View, middle: tuple[float, float], radius: float, side: str
) -> None:
    """Draw a round control zone; middle and radius in squares."""
    path = QPainterPath()
    path.addEllipse(view.at(*middle), radius * view.scale, radius * view.scale)
    _zone(painter, path, side)


def _zone(painter: QPainter, path: QPainterPath, side: str) -> None:
    ink = side_colours(side).zone
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillPath(path, fill(ink, 0.10))
    painter.strokePath(path, pen(MAP.case, 3.5, alpha=0.5))
    painter.strokePath(path, pen(ink, 1.8, dash=(9, 6), round_caps=False))
    painter.restore()


def paint_in_the_way(painter: QPainter, at: QPointF, radius: float) -> None:
    """Draw the ring around a creature that lines pass through."""
    circle(painter, at, radius, None, pen(MAP.case, 6, alpha=0.72))
    circle(painter, at, radius, None, pen(MAP.creature, 3.4, dash=(11, 6)))


def paint_reach(painter: QPainter, view: View, cells: Iterable[Cell]) -> None:
    """Draw the rim of the squares that can be reached."""
    path = area_path(view, cells)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.strokePath(path, pen(MAP.case, 6, alpha=0.72))
    painter.strokePath(path, pen("#B3A3FF", 3))
    painter.restore()


# ---- heat ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Heat:
    """What a square shows on the heat map: a grade and its sign."""

    grade: Grade
    sign: str = ""


@dataclass(frozen=True, slots=True)
class _HeatStyle:
    ground: str
    alpha: float
    ink: str = ""
    ink_alpha: float = 0.0


_HEAT = {
    Grade.NONE: _HeatStyle(MAP.free, 0.42),
    Grade.PARTIAL: _HeatStyle(MAP.creature, 0.46, "#3A2400", 0.55),
    Grade.SOFT: _HeatStyle(MAP.creature, 0.46, "#3A2400", 0.55),
    Grade.HARD: _HeatStyle(MAP.blocked, 0.34, "#3A0A04", 0.55),
    Grade.IMPROVED: _HeatStyle(MAP.blocked, 0.44, "#3A0A04", 0.55),
    Grade.TOTAL: _HeatStyle(MAP.total_heat, 0.55, "#FFFFFF", 0.16),
}

SIGNS_FROM = 22.0
"""Squares smaller than this many pixels show no sign on the heat map."""


def paint_heat(
    painter: QPainter,
    view: View,
    cells: Mapping[Cell, Heat],
    opacity: float = 1.0,
    clip: QRectF | None = None,
) -> None:
    """Draw the heat map; each kind of square is painted once and then copied."""
    dpr = painter.device().devicePixelRatioF()
    painter.save()
    painter.setOpacity(painter.opacity() * opacity)
    if clip is not None:
        left, right = (math.floor(view.left + x / view.scale) for x in (clip.left(), clip.right()))
        top, bottom = (math.floor(view.top + y / view.scale) for y in (clip.top(), clip.bottom()))
        seen = {c: h for c, h in cells.items() if left <= c[0] <= right and top <= c[1] <= bottom}
    else:
        seen = dict(cells)
    xs = {x: round(view.x(x)) for cell in seen for x in (cell.x, cell.x + 1)}
    ys = {y: round(view.y(y)) for cell in seen for y in (cell.y, cell.y + 1)}
    for (x, y), heat in seen.items():
        x0, y0, x1, y1 = xs[x], ys[y], xs[x + 1], ys[y + 1]
        painter.drawPixmap(x0, y0, heat_tile(heat, x1 - x0, y1 - y0, dpr))
    painter.restore()


@lru_cache(maxsize=256)
def heat_tile(heat: Heat, width: int, height: int, dpr: float = 1.0) -> QPixmap:
    """Return one square of the heat map, also for its legend."""
    tile = QPixmap(math.ceil(width * dpr), math.ceil(height * dpr))
    tile.setDevicePixelRatio(dpr)
    tile.fill(Qt.GlobalColor.transparent)
    painter = QPainter(tile)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    style, side = _HEAT[heat.grade], max(width, height)
    inner = QRectF(0.5, 0.5, width - 1, height - 1)
    painter.fillRect(inner, fill(style.ground, style.alpha))
    painter.setClipRect(inner)
    ink = colour(style.ink, style.ink_alpha) if style.ink else None
    if ink is not None and heat.grade in (Grade.SOFT, Grade.PARTIAL):
        for i in range(4, side, 8):
            for j in range(4, side, 8):
                circle(painter, QPointF(i, j), 1.5, QBrush(ink))
    elif ink is not None:
        total = heat.grade is Grade.TOTAL
        step, thick = (9 * math.sqrt(2), 1.2) if total else (8 * math.sqrt(2), 1.6)
        k = -2.0 * side
        while k < 2 * side:
            line(painter, QPointF(k, 0), QPointF(k + side, side), pen(ink, thick))
            if total or heat.grade is Grade.IMPROVED:
                line(painter, QPointF(k + side, 0), QPointF(k, side), pen(ink, thick))
            k += step
    if heat.sign and side >= SIGNS_FROM:
        halo = pen("#0B0C0F", 3, alpha=0.75)
        at = QPointF(width / 2, height / 2 + 4.7)
        halo_text(painter, at, heat.sign, font(13, 650), (colour("#FFFFFF"), halo))
    painter.end()
    return tile


# ---- rulers and scale -------------------------------------------------------------------------

RULER_TOP = 18.0
RULER_LEFT = 20.0


def paint_letters(painter: QPainter, view: View, width: float, theme: Theme) -> None:
    """Draw the ruler above a viewport."""
    ground = fill("#16171A" if theme.dark else "#F9F7F4", 0.93)
    ink, f = "#BAB7B0" if theme.dark else "#575249", font(11, 500)
    painter.fillRect(QRectF(0, 0, width, RULER_TOP), ground)
    step = max(1, math.ceil(22 / view.scale))
    first = math.floor(view.left)
    for x in range(first - first % step, math.ceil(view.left + width / view.scale) + 1, step):
        at = view.x(x + 0.5)
        if RULER_LEFT + 6 < at < width - 8:
            text(painter, QPointF(at, 13), column_label(x), f, ink)


def paint_numbers(painter: QPainter, view: View, height: float, theme: Theme) -> None:
    """Draw the ruler left of a viewport."""
    ground = fill("#16171A" if theme.dark else "#F9F7F4", 0.93)
    ink, f = "#BAB7B0" if theme.dark else "#575249", font(11, 500)
    painter.fillRect(QRectF(0, RULER_TOP, RULER_LEFT, height - RULER_TOP), ground)
    step = max(1, math.ceil(22 / view.scale))
    first = math.floor(view.top)
    for y in range(first - first % step, math.ceil(view.top + height / view.scale) + 1, step):
        at = view.y(y + 0.5)
        if RULER_TOP + 4 < at < height - 8:
            text(painter, QPointF(10, at + 4), str(y + 1), f, ink)


def paint_scale(painter: QPainter, at: QPointF, length: float, words: str, theme: Theme) -> None:
    """Draw the scale bar, ``length`` pixels long; ``at`` is the left end of its base line."""
    ink = "#ECEAE6" if theme.dark else "#211F1B"
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(at)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(fill("#16171A" if theme.dark else "#F9F7F4", 0.86))
    painter.drawRoundedRect(QRectF(-8, -18, length + 16, 28), 4, 4)
    p = pen(ink, 1.5, round_caps=False)
    line(painter, QPointF(0, -1), QPointF(0, 4.75), p)
    line(painter, QPointF(length, -1), QPointF(length, 4.75), p)
    line(painter, QPointF(0, 4), QPointF(length, 4), p)
    line(painter, QPointF(length / 2, 0), QPointF(length / 2, 4), p)
    text(painter, QPointF(length / 2, -5), words, font(11, 500), ink)
    painter.restore()


def scale_transform(view: View) -> QTransform:
    """Return the transformation from squares to the pixels of a view."""
    return QTransform(view.scale, 0, 0, view.scale, -view.left * view.scale, -view.top * view.scale)
