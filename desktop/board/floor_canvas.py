"""What the floor painters share: chance from a seed, hand-drawn lines, soft washes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QRadialGradient

from desktop.board.paint import View, colour
from desktop.colours import Theme

Spot = tuple[float, float]
"""A place in squares."""

Chance = Callable[[], float]
"""A source of numbers from 0 to 1."""

FINE = 14.0
"""Below this many pixels to the square small detail is left out: nobody would see it."""

FAR = 10.0
"""Below this a square is one spot of colour."""

_MASK = 0xFFFFFFFF


def chance(seed: int) -> Chance:
    """Return reproducible numbers (mulberry32, as in the design's own drawings)."""
    state = seed & _MASK

    def draw() -> float:
        nonlocal state
        state = (state + 0x6D2B79F5) & _MASK
        t = ((state ^ (state >> 15)) * (1 | state)) & _MASK
        t = ((t + (((t ^ (t >> 7)) * (61 | t)) & _MASK)) ^ t) & _MASK
        return float((t ^ (t >> 14)) & _MASK) / 4294967296

    return draw


def cell_chance(seed: int, x: int, y: int) -> Chance:
    """Return the numbers of one square, so that each part of a floor can be painted alone."""
    return chance((seed * 0x9E3779B1) ^ ((x * 0x85EBCA6B) & _MASK) ^ ((y * 0xC2B2AE35) & _MASK))


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in squares."""

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def around(cls, points: Sequence[Spot], margin: float = 0.0) -> Box:
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        return cls(min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin)

    def meets(self, other: Box) -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def grown(self, margin: float) -> Box:
        return Box(self.left - margin, self.top - margin, self.right + margin, self.bottom + margin)

    def common(self, other: Box) -> Box:
        return Box(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )

    def cells(self) -> Iterator[tuple[int, int]]:
        """Yield the squares that the box touches, row by row."""
        for y in range(math.floor(self.top), math.ceil(self.bottom)):
            for x in range(math.floor(self.left), math.ceil(self.right)):
                yield x, y


def hsl(hue: float, sat: float, light: float, alpha: float = 1.0) -> QColor:
    """Make a colour as CSS does: degrees and percent."""
    result = QColor.fromHslF(
        (hue % 360) / 360,
        min(1.0, max(0.0, sat / 100)),
        min(1.0, max(0.0, light / 100)),
    )
    result.setAlphaF(alpha)
    return result


def rgba(red: int, green: int, blue: int, alpha: float) -> QColor:
    """Return a colour: parts 0 to 255, ``alpha`` 0 to 1."""
    result = QColor(red, green, blue)
    result.setAlphaF(alpha)
    return result


def inside(polygon: Sequence[Spot], x: float, y: float) -> bool:
    """Whether a place lies in a polygon."""
    result, j = False, len(polygon) - 1
    for i, (xi, yi) in enumerate(polygon):
        xj, yj = polygon[j]
        if (yi > y) != (yj > y) and x < (xj - xi) * (y - yi) / (yj - yi) + xi:
            result = not result
        j = i
    return result


def wobble(line: Sequence[Spot], reach: float, r: Chance, step: float = 0.35) -> list[Spot]:
    """Turn a line into a hand-drawn one: points shifted sideways by smooth noise."""
    out: list[Spot] = []
    a, b = r() * 9, r() * 9
    for (x0, y0), (x1, y1) in zip(line, line[1:], strict=False):
        length = math.hypot(x1 - x0, y1 - y0) or 1.0
        count = max(1, round(length / step))
        nx, ny = -(y1 - y0) / length, (x1 - x0) / length
        for k in range(count):
            t = k / count
            a += 0.9 + r() * 0.5
            b += 2.1
            calm = math.sin(math.pi / 2 * min(1.0, min(t, 1 - t) * 4))
            shift = reach * calm * (math.sin(a) + 0.5 * math.sin(b))
            out.append((x0 + (x1 - x0) * t + nx * shift, y0 + (y1 - y0) * t + ny * shift))
    out.append(line[-1])
    return out


def rounded(points: Sequence[QPointF], radius: float) -> QPainterPath:
    """Return a polygon whose corners are bent: leave each ``radius`` before the corner."""
    path, count = QPainterPath(), len(points)
    for i, c in enumerate(points):
        p, q = points[i - 1], points[(i + 1) % count]
        ends = []
        for o in (p, q):
            length = math.hypot(o.x() - c.x(), o.y() - c.y()) or 1.0
            k = min(radius, length / 2) / length
            ends.append(QPointF(c.x() + (o.x() - c.x()) * k, c.y() + (o.y() - c.y()) * k))
        if i == 0:
            path.moveTo(ends[0])
        else:
            path.lineTo(ends[0])
        path.quadTo(c, ends[1])
    path.closeSubpath()
    return path


class Canvas:
    """A painter that thinks in squares and knows which part of the floor is wanted."""

    def __init__(self, painter: QPainter, view: View, region: Box, theme: Theme) -> None:
        self.painter, self.view, self.region, self.theme = painter, view, region, theme
        self.s = view.scale
        self.fine = view.scale >= FINE
        self.far = view.scale < FAR

    # ---- shapes ----

    def at(self, x: float, y: float) -> QPointF:
        return self.view.at(x, y)

    def rect(self, x: float, y: float, width: float, height: float) -> QRectF:
        return self.view.rect(x, y, width, height)

    def poly(self, points: Sequence[Spot], close: bool = True) -> QPainterPath:
        path = QPainterPath(self.at(*points[0]))
        for p in points[1:]:
            path.lineTo(self.at(*p))
        if close:
            path.closeSubpath()
        return path

    def smooth(self, points: Sequence[Spot], close: bool = True) -> QPainterPath:
        """Return a curve that bends towards the points and runs through their middles."""
        p = [self.at(*q) for q in points]
        count = len(p)
        if count < 3:
            return self.poly(points, close)
        if not close:
            path = QPainterPath(p[0])
            for i in range(1, count - 1):
                path.quadTo(p[i], (p[i] + p[i + 1]) / 2)
            path.lineTo(p[-1])
            return path
        path = QPainterPath((p[-1] + p[0]) / 2)
        for i in range(count):
            path.quadTo(p[i], (p[i] + p[(i + 1) % count]) / 2)
        path.closeSubpath()
        return path

    @contextmanager
    def clip(self, path: QPainterPath) -> Iterator[None]:
        self.painter.save()
        self.painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
        try:
            yield
        finally:
            self.painter.restore()

    # ---- strokes and fills ----

    def pen(
        self, ink: QColor | str, width: float, *, round_caps: bool = False, least: float = 0.0
    ) -> QPen:
        """Return a pen whose width is in squares, at least ``least`` pixels."""
        result = QPen(colour(ink), max(least, width * self.s))
        cap, join = Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.MiterJoin
        if round_caps:
            cap, join = Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
        result.setCapStyle(cap)
        result.setJoinStyle(join)
        return result

    def fill(self, path: QPainterPath, ground: QColor | str) -> None:
        self.painter.fillPath(path, QBrush(colour(ground)))

    def fill_rect(self, rect: QRectF, ground: QColor | str) -> None:
        self.painter.fillRect(rect, colour(ground))

    def stroke(self, path: QPainterPath, with_pen: QPen) -> None:
        self.painter.strokePath(path, with_pen)

    def shape(self, path: QPainterPath, ground: QColor | str, with_pen: QPen) -> None:
        self.painter.setPen(with_pen)
        self.painter.setBrush(colour(ground))
        self.painter.drawPath(path)

    def round_rect(
        self, rect: QRectF, radius: float, ground: QColor | str, with_pen: QPen | None = None
    ) -> None:
        self.painter.setPen(Qt.PenStyle.NoPen if with_pen is None else with_pen)
        self.painter.setBrush(colour(ground))
        limit = min(radius, rect.width() / 2, rect.height() / 2)
        self.painter.drawRoundedRect(rect, limit, limit)

    def disc(
        self,
        centre: QPointF,
        radius: float,
        ground: QColor | QBrush | str | None,
        with_pen: QPen | None = None,
    ) -> None:
        """Draw a circle; radius in pixels."""
        if ground is None:
            self.painter.setBrush(Qt.BrushStyle.NoBrush)
        else:
            self.painter.setBrush(ground if isinstance(ground, QBrush) else colour(ground))
        self.painter.setPen(Qt.PenStyle.NoPen if with_pen is None else with_pen)
        self.painter.drawEllipse(centre, radius, radius)

    def line(self, a: Spot, b: Spot) -> None:
        self.painter.drawLine(self.at(*a), self.at(*b))

    def glow(self, x: float, y: float, radius: float, ink: QColor) -> None:
        """Lay a soft round wash; radius in squares."""
        centre, r = self.at(x, y), radius * self.s
        wash, clear = QRadialGradient(centre, r), QColor(ink)
        clear.setAlphaF(0.0)
        wash.setColorAt(0, ink)
        wash.setColorAt(1, clear)
        box = QRectF(centre.x() - r, centre.y() - r, 2 * r, 2 * r)
        self.painter.fillRect(box, QBrush(wash))

    def washes(
        self, box: Box, seed: int, density: float, radii: tuple[float, float], inks: Sequence[str]
    ) -> None:
        """Lay soft washes, ``density`` of them to the square, in the alpha of the inks."""
        for _ in self.wash_steps(box, seed, density, radii, inks):
            pass

    def wash_steps(
        self, box: Box, seed: int, density: float, radii: tuple[float, float], inks: Sequence[str]
    ) -> Iterator[None]:
        """Lay soft washes; after each there is a place where others may go on."""
        if self.far:
            return
        reach = radii[1]
        for x, y in box.common(self.region.grown(reach)).cells():
            r = cell_chance(seed ^ 0x5BD1E995, x, y)
            wanted = density
            while wanted > 0:
                take = r() < wanted
                px, py, pr = x + r(), y + r(), radii[0] + r() * (radii[1] - radii[0])
                ink = inks[int(r() * len(inks))]
                if take:
                    self.glow(px, py, pr, QColor(ink))
                    yield
                wanted -= 1


def pebble(c: Canvas, spot: Spot, size: float, r: Chance, ink: str = "#9C9484") -> None:
    """Draw a small stone."""
    x, y = spot
    points = []
    for i in range(6):
        a, q = i / 6 * math.tau, size * (0.75 + r() * 0.4)
        points.append(c.at(x + math.cos(a) * q, y + math.sin(a) * q * 0.85))
    path = rounded(points, size * c.s * 0.4)
    c.fill(path.translated(c.s * 0.015, c.s * 0.025), rgba(40, 32, 20, 0.22))
    c.shape(path, ink, c.pen(rgba(50, 40, 26, 0.5), 0.014, least=0.5))
    c.painter.setPen(c.pen(rgba(255, 250, 235, 0.4), 0.014, least=0.5))
    c.line((x - size * 0.4, y - size * 0.25), (x + size * 0.2, y - size * 0.4))


def leaf_curve(c: Canvas, a: Spot, bend: Spot, b: Spot) -> QPainterPath:
    """Return a short curve from a to b."""
    path = QPainterPath(c.at(*a))
    path.quadTo(c.at(*bend), c.at(*b))
    return path
