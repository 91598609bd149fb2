"""The body diagram, for screen and paper: wounds as patterns, armour as lines, numbers, labels."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from desktop.board.paint import Align, circle, colour, fill, halo_text, line, pen, text, text_width
from desktop.colours import Theme
from desktop.docks.body_layout import (
    LABEL,
    LINE,
    SWATCH,
    VALUE,
    BodyLayout,
    Callout,
    Inside,
    layout_body,
    legend_lines,
    pill_width,
    shown_parts,
)
from desktop.docks.figure import Figure, polygon_names
from desktop.icons import draw_icon
from desktop.theme import font
from rules.views import BodyView


def paint_body(
    painter: QPainter, rect: QRectF, view: BodyView, theme: Theme, hover: str = ""
) -> BodyLayout:
    """Draw a body diagram into a rectangle; ``hover`` is the zone under the pointer."""
    layout = layout_body(rect, view)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for figure in layout.figures():
        _figure(painter, figure, view, theme, hover)
    for callout in layout.callouts:
        _callout(painter, callout, theme)
    for number in layout.inside:
        _inside(painter, number, theme)
    for figure, words in zip(layout.figures(), (view.front, view.back), strict=True):
        at = QPointF(figure.rect.center().x(), layout.captions + 14)
        text(painter, at, words, font(11), theme.text_2)
    if view.summary:
        at = QPointF(rect.left() + 12, layout.summary + 14)
        text(painter, at, view.summary, font(12), theme.text, "left")
    _legend(painter, rect, layout, view, theme)
    painter.restore()
    return layout


def _figure(painter: QPainter, figure: Figure, view: BodyView, theme: Theme, hover: str) -> None:
    owner = {n: z for z in view.zones for n in shown_parts(z, figure.face, figure.kind)}
    names = polygon_names(figure.face, figure.kind)
    for name in names:
        zone = owner.get(name)
        if zone is not None and "plate" in zone.armour:
            painter.strokePath(figure.path(name), pen(theme.plate, 4.6))
    for name in names:
        zone = owner.get(name)
        path = figure.path(name)
        lit = zone is not None and (zone.selected or zone.id == hover)
        wound_fill(painter, path, zone.wound if zone else 0, theme, figure.scale, lit)
        painter.strokePath(path, pen(theme.body_line, 1.1))
    for name in names:
        zone = owner.get(name)
        if zone is None:
            continue
        if "chain" in zone.armour:
            dots = pen(theme.body_line, 2, dash=(0.1, 3.6))
            painter.strokePath(figure.path(name, 0.9), dots)
        if "leather" in zone.armour:
            dash = pen(theme.leather, 1.6, dash=(4, 2.5), round_caps=False)
            painter.strokePath(figure.path(name, 0.9), dash)
    for name in names:
        zone = owner.get(name)
        if zone is not None and zone.selected and not zone.aimed:
            painter.strokePath(figure.path(name), pen(theme.accent, 2))
    aimed = [n for n in names if n in owner and owner[n].aimed]
    for ink, width in ((theme.surface, 5.5), (theme.accent, 3.0)):
        for name in aimed:
            painter.strokePath(figure.path(name), pen(ink, width))


def wound_fill(
    painter: QPainter,
    path: QPainterPath,
    level: int,
    theme: Theme,
    scale: float = 1.0,
    lit: bool = False,
) -> None:
    """Fill a path with the pattern of a wound: dots, lines, lattice, broad lines."""
    ground = theme.accent_weak if lit else theme.body
    painter.fillPath(path, fill(getattr(theme, f"w{level}") if level else ground))
    if not level:
        return
    k = max(0.55, scale)
    painter.save()
    painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
    box = path.boundingRect()
    if level == 1:
        _dots(painter, box, 6 * k, k, theme)
    elif level == 4:
        stroke = pen("#FFFFFF", 2 * k, alpha=0.3, round_caps=False)
        _lines(painter, box, 6 * k, stroke, 1)
    else:
        stroke = pen(theme.w_ink, 1.2 * k, alpha=0.5, round_caps=False)
        _lines(painter, box, (7 if level == 2 else 6) * k, stroke, 1)
        if level == 3:
            _lines(painter, box, 6 * k, stroke, -1)
    painter.restore()


def _dots(painter: QPainter, box: QRectF, step: float, radius: float, theme: Theme) -> None:
    ink = fill(theme.w_ink, 0.55)
    for row in range(math.floor(box.top() / step), math.ceil(box.bottom() / step) + 1):
        for column in range(math.floor(box.left() / step), math.ceil(box.right() / step) + 1):
            circle(painter, QPointF(column * step, row * step), radius, ink)


def _lines(painter: QPainter, box: QRectF, step: float, stroke: QPen, way: int) -> None:
    """Draw lines at 45°, rising (``way`` −1) or falling (1), tied to the page, not to the box."""
    gap, height = step * math.sqrt(2), box.height()
    painter.setPen(stroke)
    foot = box.top() * way
    first = math.floor((box.left() - height - abs(foot)) / gap) * gap
    x = first + (foot % gap)
    while x < box.right() + height:
        if way > 0:
            a, b = QPointF(x, box.top()), QPointF(x + height, box.bottom())
        else:
            a, b = QPointF(x + height, box.top()), QPointF(x, box.bottom())
        painter.drawLine(a, b)
        x += gap


def _inside(painter: QPainter, number: Inside, theme: Theme) -> None:
    zone, f = number.zone, font(*number.font)
    at = QPointF(number.at.x(), number.at.y() + number.font[0] * 0.36)
    if zone.wound:
        ink = colour("#FFFFFF" if zone.wound == 4 else theme.w_ink)
        halo = pen(getattr(theme, f"w{zone.wound}"), 3.5)
        halo_text(painter, at, zone.value, f, (ink, halo))
        return
    ink_role = theme.accent if zone.selected or zone.aimed else theme.text
    text(painter, at, zone.value, f, ink_role)


def _callout(painter: QPainter, one: Callout, theme: Theme) -> None:
    ink = theme.bad if one.pills else theme.accent if one.hot else theme.text_3
    end = QPointF(one.at.x() + (-4 if one.rightwards else 4), one.at.y())
    line(painter, one.dot, end, pen(ink, 1))
    circle(painter, one.dot, 2, fill(ink))
    if one.pills:
        _pills(painter, one, theme)
        return
    x, y, bold = one.at.x(), one.at.y(), font(*VALUE)
    strong = theme.accent if one.hot else theme.text
    align: Align = "left" if one.rightwards else "right"
    if one.tight:
        gap = text_width(one.zone.value, bold) + 6
        text(painter, QPointF(x, y + 4), one.zone.value, bold, strong, align)
        at = QPointF(x + (gap if one.rightwards else -gap), y + 4)
        quiet = theme.accent if one.zone.aimed else theme.text_2
        text(painter, at, one.zone.label, font(*LABEL), quiet, align)
        return
    text(painter, QPointF(x, y - 1), one.zone.value, bold, strong, align)
    text(painter, QPointF(x, y + 13), one.zone.label, font(*LABEL), theme.text_2, align)


def _pills(painter: QPainter, one: Callout, theme: Theme) -> None:
    """Draw the pills of bleeding and pain, the first one next to the figure's edge."""
    x = one.at.x()
    for mark, words, role in (
        ("drop", one.zone.bleeding, "bad"),
        ("bolt", one.zone.pain, "warn"),
    ):
        if not words:
            continue
        width = pill_width(words)
        left = x if one.rightwards else x - width
        pill = QRectF(left, one.at.y() - 10, width, 20)
        painter.setPen(pen(getattr(theme, role), 1.2))
        painter.setBrush(fill(theme.raised))
        painter.drawRoundedRect(pill, 10, 10)
        icon = QRectF(pill.left() + 7, pill.top() + 4, 12, 12)
        draw_icon(painter, mark, icon, theme.colour(role))
        at = QPointF(pill.left() + 22, pill.top() + 14)
        text(painter, at, words, font(11, 650), getattr(theme, role), "left")
        x += width + 4 if one.rightwards else -width - 4


# ---- legend --------------------------------------------------------------------------------


def paint_swatch(painter: QPainter, rect: QRectF, name: str, theme: Theme) -> None:
    """Draw the sample of a wound (``w1`` … ``w4``) or a material for a legend."""
    if name.startswith("w"):
        path = QPainterPath()
        path.addRoundedRect(rect, 2, 2)
        wound_fill(painter, path, int(name[1:]), theme, 0.8)
        painter.strokePath(path, pen(theme.body_line, 1))
        return
    y = rect.center().y()
    a, b = QPointF(rect.left(), y), QPointF(rect.right(), y)
    styles = {
        "plate": pen(theme.plate, 4.6, round_caps=False),
        "chain": pen(theme.body_line, 2, dash=(0.1, 3.6)),
        "leather": pen(theme.leather, 2, dash=(4, 2.5), round_caps=False),
    }
    line(painter, a, b, styles.get(name, pen(theme.body_line, 1)))


def _legend(
    painter: QPainter, rect: QRectF, layout: BodyLayout, view: BodyView, theme: Theme
) -> None:
    for n, entries in enumerate(legend_lines(view, rect.width())):
        top = layout.legend + n * LINE
        for entry, left in entries:
            x = rect.left() + left
            paint_swatch(painter, QRectF(x, top + 3, 12, 12), entry.swatch, theme)
            at = QPointF(x + SWATCH, top + 13)
            text(painter, at, entry.label, font(11), theme.text_2, "left")
