"""Lines over the map: sight and its causes, the path of a drag, flanking arrows."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath

from desktop.board.paint import View, circle, fill, line, pen, polygon, text
from desktop.colours import MAP
from desktop.theme import font
from maps.grid import Footprint, Point
from maps.lines import SightLine, Verdict
from maps.shapes import Segment

INK = {Verdict.FREE: MAP.free, Verdict.CREATURE: MAP.creature, Verdict.BLOCKED: MAP.blocked}
_ORDER = {Verdict.BLOCKED: 0, Verdict.CREATURE: 1, Verdict.FREE: 2}


def paint_lines(
    painter: QPainter, view: View, lines: Sequence[SightLine], origin: Point | None = None
) -> None:
    """Draw judged lines with casings and end marks, free ones on top, then their corner."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    ordered = sorted(lines, key=lambda n: _ORDER[n.verdict])
    for one in ordered:
        _casing(painter, view, one)
    for one in ordered:
        _stroke(painter, view, one)
    for one in ordered:
        _end(painter, view.point(one.q), one.verdict)
        if one.verdict is Verdict.BLOCKED:
            rim = pen("#FFFFFF", 1.6)
            circle(painter, stop_of(view, one), 4.5, fill(MAP.blocked), rim)
    if origin is not None:
        paint_origin(painter, view.point(origin))
    painter.restore()


def stop_of(view: View, one: SightLine) -> QPointF:
    """Return where the solid part ends: at the obstacle, else at the far corner."""
    if one.verdict is Verdict.BLOCKED and one.at is not None:
        return view.at(*one.at)
    return view.point(one.q)


def _casing(painter: QPainter, view: View, one: SightLine) -> None:
    stop = stop_of(view, one)
    line(painter, view.point(one.p), stop, pen(MAP.case, 5, alpha=0.72))
    if one.verdict is Verdict.BLOCKED:
        line(painter, stop, view.point(one.q), pen(MAP.case, 3.4, alpha=0.5, dash=(1, 6)))


def _stroke(painter: QPainter, view: View, one: SightLine) -> None:
    stop, ink = stop_of(view, one), INK[one.verdict]
    dash = (11, 6) if one.verdict is Verdict.CREATURE else ()
    line(painter, view.point(one.p), stop, pen(ink, 2.6, dash=dash))
    if one.verdict is Verdict.BLOCKED:
        line(painter, stop, view.point(one.q), pen(ink, 1.8, dash=(1, 6)))


def _diamond(at: QPointF, reach: float) -> QPainterPath:
    x, y = at.x(), at.y()
    return polygon(
        [
            QPointF(x, y - reach),
            QPointF(x + reach, y),
            QPointF(x, y + reach),
            QPointF(x - reach, y),
        ]
    )


def _end(painter: QPainter, at: QPointF, verdict: Verdict) -> None:
    case = pen(MAP.case, 1.6)
    match verdict:
        case Verdict.FREE:
            circle(painter, at, 5.5, fill(MAP.free), case)
        case Verdict.CREATURE:
            painter.setPen(case)
            painter.setBrush(fill("#FFFFFF"))
            painter.drawPath(_diamond(at, 6.5))
            painter.fillPath(_diamond(at, 4), fill(MAP.creature))
        case Verdict.BLOCKED:
            circle(painter, at, 6, fill("#FFFFFF"), case)
            x, y, d, cross = at.x(), at.y(), 2.6, pen(MAP.cross, 2.2)
            line(painter, QPointF(x - d, y - d), QPointF(x + d, y + d), cross)
            line(painter, QPointF(x - d, y + d), QPointF(x + d, y - d), cross)


def paint_origin(painter: QPainter, at: QPointF) -> None:
    """Draw the square on the corner that the lines start from."""
    painter.setPen(pen(MAP.case, 1.6))
    painter.setBrush(fill("#FFFFFF"))
    painter.drawRoundedRect(QRectF(at.x() - 6, at.y() - 6, 12, 12), 2.5, 2.5)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(fill(MAP.path))
    painter.drawRoundedRect(QRectF(at.x() - 3, at.y() - 3, 6, 6), 1, 1)


def paint_cause(painter: QPainter, view: View, pieces: Sequence[Segment]) -> None:
    """Draw the responsible wall, thick."""
    if not pieces:
        return
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    ends = [(view.point(p.a), view.point(p.b)) for p in pieces]
    for with_pen in (
        pen(MAP.case, 14, alpha=0.8),
        pen(MAP.blocked, 10),
        pen("#FFFFFF", 2, alpha=0.75, dash=(2, 6)),
    ):
        for a, b in ends:
            line(painter, a, b, with_pen)
    painter.restore()


def paint_path(
    painter: QPainter, points: Sequence[QPointF], steps: Sequence[tuple[QPointF, str]] = ()
) -> None:
    """Draw the way of a drag in pixels, and discs with the running cost."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if len(points) > 1:
        way = polygon(points, close=False)
        painter.strokePath(way, pen("#FFFFFF", 6, alpha=0.9))
        painter.strokePath(way, pen(MAP.path, 3, dash=(8, 5), round_caps=False))
    for at, words in steps:
        f = font(11 if len(words) < 3 else 9, 650)
        circle(painter, at, 9.5, fill(MAP.path), pen("#FFFFFF", 1.8))
        text(painter, QPointF(at.x(), at.y() + 3.9), words, f, "#FFFFFF")
    painter.restore()


def paint_flank(
    painter: QPainter, view: View, victim: Footprint, attackers: Sequence[Footprint]
) -> None:
    """Draw an arrow head from each attacker that points at the victim.

    Two of them are joined by a line, and the opposite sides that it passes are marked.
    """
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if len(attackers) == 2:
        _through(painter, view, victim, attackers)
    to, reach = _middle(view, victim), _half(view, victim) - 1
    for one in attackers:
        of = _middle(view, one)
        dx, dy = to.x() - of.x(), to.y() - of.y()
        length = math.hypot(dx, dy) or 1.0
        ux, uy = dx / length, dy / length
        tip = QPointF(to.x() - ux * reach, to.y() - uy * reach)
        back = QPointF(tip.x() - ux * 11, tip.y() - uy * 11)
        head = [
            tip,
            QPointF(back.x() - uy * 9, back.y() + ux * 9),
            QPointF(back.x() + uy * 9, back.y() - ux * 9),
        ]
        painter.setPen(pen("#FFFFFF", 1.8))
        painter.setBrush(fill(MAP.path))
        painter.drawPath(polygon(head))
    painter.restore()


def _through(
    painter: QPainter, view: View, victim: Footprint, attackers: Sequence[Footprint]
) -> None:
    """Draw the line between two attackers and the sides of the victim that it passes."""
    a, b = (_middle(view, one) for one in attackers)
    first, last = Point(victim.x, victim.y), Point(victim.right, victim.bottom)
    box = QRectF(view.point(first), view.point(last))
    for one in attackers:  # tokens are not written over
        way = QLineF(_middle(view, one), box.center())
        free = way.length() - _half(view, one) - _half(view, victim)
        if free <= 0:
            continue
        start = way.pointAt(_half(view, one) / way.length())
        end = way.pointAt(1 - _half(view, victim) / way.length())
        for with_pen in (pen("#FFFFFF", 4.5, alpha=0.85), pen(MAP.path, 2.2, dash=(7, 5))):
            line(painter, start, end, with_pen)
    inner = box.adjusted(5, 5, -5, -5)  # lines of cover run along the very edge
    for corner, other in sides_passed(box, a, b):
        corner, other = _into(inner, corner), _into(inner, other)
        line(painter, corner, other, pen("#FFFFFF", 6, alpha=0.9))
        line(painter, corner, other, pen(MAP.path, 3.4))


def _into(box: QRectF, at: QPointF) -> QPointF:
    """Return the nearest point of a box."""
    return QPointF(
        min(max(at.x(), box.left()), box.right()), min(max(at.y(), box.top()), box.bottom())
    )


def sides_passed(box: QRectF, a: QPointF, b: QPointF) -> list[tuple[QPointF, QPointF]]:
    """Return the sides of a box that the line a–b passes; through corners those around them."""
    passed = []
    sides = (
        (box.topLeft(), box.topRight()),
        (box.topRight(), box.bottomRight()),
        (box.bottomLeft(), box.bottomRight()),
        (box.topLeft(), box.bottomLeft()),
    )
    way = QLineF(a, b)
    for one, two in sides:
        if abs((two - one).x() * way.dy() - (two - one).y() * way.dx()) < 1e-6:
            continue  # it runs along
        kind, at = QLineF(one, two).intersects(way)
        middle = QPointF.dotProduct(at - (one + two) / 2, two - one) / box.width() ** 2
        if kind is not QLineF.IntersectionType.NoIntersection and abs(middle) <= 0.5 + 1e-6:
            passed.append((one, two))
    return passed


def _half(view: View, space: Footprint) -> float:
    a, b = view.point(Point(space.x, 0)), view.point(Point(space.right, 0))
    return (b.x() - a.x()) / 2


def _middle(view: View, space: Footprint) -> QPointF:
    a, b = view.point(Point(space.x, space.y)), view.point(Point(space.right, space.bottom))
    return QPointF((a.x() + b.x()) / 2, (a.y() + b.y()) / 2)
