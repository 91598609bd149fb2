"""The ground of a drawn floor: rock, hatching, grass, paths, caves, water, stone and wood."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainterPath

from desktop.board.floor_canvas import (
    Box,
    Canvas,
    Spot,
    cell_chance,
    chance,
    hsl,
    leaf_curve,
    pebble,
    rgba,
    rounded,
    wobble,
)
from desktop.board.paint import colour


@dataclass(frozen=True, slots=True)
class Tone:
    """A colour of stone or wood as hue, saturation, lightness."""

    hue: float
    sat: float
    light: float

    def ink(self, hue: float = 0, sat: float = 0, light: float = 0, alpha: float = 1.0) -> QColor:
        """Return the colour, shifted."""
        return hsl(self.hue + hue, self.sat + sat, self.light + light, alpha)


@dataclass(frozen=True, slots=True)
class Area:
    """An area of ground: its corners, its seed, and whether its rim is a curve."""

    points: tuple[Spot, ...]
    seed: int
    curved: bool = False

    def path(self, c: Canvas) -> QPainterPath:
        return c.smooth(self.points) if self.curved else c.poly(self.points)

    def wanted(self, c: Canvas, margin: float = 0.0) -> Box:
        """Return the part of its box that is to be painted."""
        return Box.around(self.points, margin).common(c.region)


def base(c: Canvas, seed: int) -> Iterator[None]:
    """Fill everything with rock; each ``yield`` is a place where others may go on."""
    box = c.region
    c.fill_rect(c.rect(box.left, box.top, box.right - box.left, box.bottom - box.top), c.theme.rock)
    inks = ("#802B2D33", "#801B1C20") if c.theme.dark else ("#80E6E0D5", "#80CFC7B8")
    yield from c.wash_steps(box.grown(3), seed, 0.2, (1, 3), inks)


def hatch(
    c: Canvas,
    lines: Sequence[Sequence[Spot]],
    seed: int,
    depth: float,
    skip: Callable[[float, float], bool],
) -> Iterator[None]:
    """Hatch along lines in bundles of three strokes that thin out with the distance.

    Each ``yield`` is a place where others may go on.
    """
    p, near = c.painter, c.region.grown(0.3)
    for number, way in enumerate(lines):
        for piece, ((x0, y0), (x1, y1)) in enumerate(zip(way, way[1:], strict=False)):
            length = math.hypot(x1 - x0, y1 - y0)
            if not length or not Box.around(((x0, y0), (x1, y1)), depth + 0.3).meets(near):
                continue
            count = max(1, round(length / 0.3))
            nx, ny = -(y1 - y0) / length, (x1 - x0) / length
            for k in range(count + 1):
                at = (x0 + (x1 - x0) * k / count, y0 + (y1 - y0) * k / count)
                if not Box.around((at,), depth + 1).meets(near):
                    continue
                r = cell_chance(seed + 31 * number, piece, k)
                for side in (-1, 1):
                    d = 0.1
                    while d < depth:
                        t, dd = (k + (r() - 0.5) * 0.7) / count, d + (r() - 0.5) * 0.16
                        x = x0 + (x1 - x0) * t + nx * dd * side
                        y = y0 + (y1 - y0) * t + ny * dd * side
                        keep, turn = r() >= (d / depth) ** 2 * 0.8, r() * math.pi
                        jitter = [0.85 + r() * 0.3 for _ in range(3)]
                        if keep and not skip(x, y):
                            ink = QColor(c.theme.rock_ink)
                            ink.setAlphaF(0.85 - 0.45 * d / depth)
                            thin = 0.026 - 0.01 * d / depth
                            p.setPen(c.pen(ink, thin, round_caps=True, least=0.7))
                            long = 0.19 * (1 - d / depth * 0.35)
                            _bundle(c, (x, y), turn, long, jitter)
                        d += 0.26
                yield


def _bundle(c: Canvas, spot: Spot, turn: float, long: float, jitter: Sequence[float]) -> None:
    cos, sin = math.cos(turn), math.sin(turn)
    for q, e in zip((-1, 0, 1), jitter, strict=True):
        bx, by, half = spot[0] - sin * 0.0715 * q, spot[1] + cos * 0.0715 * q, long * e / 2
        c.line((bx - cos * half, by - sin * half), (bx + cos * half, by + sin * half))


_PATTERNS: tuple[tuple[tuple[float, float, float, float], ...], ...] = (
    ((0, 0, 1, 1),),
    ((0, 0, 1, 0.5), (0, 0.5, 1, 0.5)),
    ((0, 0, 0.5, 1), (0.5, 0, 0.5, 1)),
    ((0, 0, 0.55, 0.5), (0.55, 0, 0.45, 0.5), (0, 0.5, 0.4, 0.5), (0.4, 0.5, 0.6, 0.5)),
    ((0, 0, 1, 0.45), (0, 0.45, 0.5, 0.55), (0.5, 0.45, 0.5, 0.55)),
    ((0, 0, 0.6, 1), (0.6, 0, 0.4, 0.45), (0.6, 0.45, 0.4, 0.55)),
    ((0, 0, 0.45, 0.6), (0.45, 0, 0.55, 0.6), (0, 0.6, 1, 0.4)),
)


def flags(c: Canvas, area: Area, tone: Tone = Tone(36, 13, 74)) -> None:
    """Pave an area with flagstones, cut differently in each square."""
    box = area.wanted(c)
    with c.clip(area.path(c)):
        c.fill(c.poly(_corners(box)), tone.ink(light=-22))
        for x, y in box.cells():
            r = cell_chance(area.seed, x, y)
            if c.far:
                c.fill_rect(c.rect(x, y, 1, 1), tone.ink(light=-6 + (r() - 0.5) * 6))
                continue
            pattern, flip = _PATTERNS[int(r() * len(_PATTERNS))], r() < 0.5
            for px, py, pw, ph in pattern:
                left = x + (1 - px - pw if flip else px)
                _flag(c, (left, y + py, pw, ph), r, tone)
        inks = ("#166B5B43", "#16F6EFE0", "#165E6650")
        c.washes(Box.around(area.points), area.seed, 0.25, (0.6, 2), inks)


def _corners(box: Box) -> tuple[Spot, ...]:
    return (
        (box.left, box.top),
        (box.right, box.top),
        (box.right, box.bottom),
        (box.left, box.bottom),
    )


def _flag(
    c: Canvas, place: tuple[float, float, float, float], r: Callable[[], float], tone: Tone
) -> None:
    x, y, w, h = place
    g, s, p = 0.022, c.s, c.painter

    def j() -> float:
        return (r() - 0.5) * 0.045

    q = [
        c.at(x + g + j(), y + g + j()),
        c.at(x + w - g + j(), y + g + j()),
        c.at(x + w - g + j(), y + h - g + j()),
        c.at(x + g + j(), y + h - g + j()),
    ]
    light = (r() - 0.5) * 7 + (-6 if r() < 0.08 else 0)
    hue, sat = (r() - 0.5) * 12, (r() - 0.5) * 6
    if not c.fine:
        c.fill_rect(c.rect(x + g, y + g, w - g, h - g), tone.ink(hue, sat, light))
        return
    path = rounded(q, s * 0.045)
    rim = c.pen(hsl(tone.hue, 18, tone.light - 42, 0.42), 0.018, least=0.6)
    c.shape(path, tone.ink(hue, sat, light), rim)
    p.setPen(c.pen(hsl(tone.hue, 30, 96, 0.33), 0.022, least=0.6))
    e = s * 0.05
    p.drawPolyline(
        [
            QPointF(q[3].x() + e, q[3].y() - e),
            QPointF(q[0].x() + e, q[0].y() + e),
            QPointF(q[1].x() - e, q[1].y() + e),
        ]
    )
    if r() < 0.16:
        p.setPen(c.pen(hsl(tone.hue, 20, tone.light - 40, 0.5), 0.016, least=0.6))
        n = int(r() * 4)
        a, b, d = q[n], q[(n + 2) % 4], q[(n + 1) % 4] - q[n]
        k = 0.25 + r() * 0.2
        crack = [a + d * 0.4]
        for more, off in ((0.0, 0.1), (0.18, 0.16)):
            way = a + (b - a) * (k + more)
            crack.append(way + QPointF((r() - 0.5) * s * off, (r() - 0.5) * s * off))
        p.drawPolyline(crack)
    for _ in range(2):
        if r() < 0.5:
            u, v, size = r(), r(), s * (0.008 + r() * 0.016)
            spot = QPointF(
                q[0].x() + u * (q[2].x() - q[0].x()), q[0].y() + v * (q[2].y() - q[0].y())
            )
            c.disc(spot, size, hsl(tone.hue, 20, tone.light - 34, 0.32))


def planks(c: Canvas, area: Area, tone: Tone = Tone(30, 28, 60), upright: bool = False) -> None:
    """Lay boards over an area, three to the square."""
    box, p, w = area.wanted(c), c.painter, 1 / 3
    whole = Box.around(area.points)
    u0, u1 = (box.left, box.right) if upright else (box.top, box.bottom)
    v0, v1 = (whole.top, whole.bottom) if upright else (whole.left, whole.right)

    def spot(u: float, v: float) -> Spot:
        return (u, v) if upright else (v, u)

    with c.clip(area.path(c)):
        c.fill(c.poly(_corners(box)), tone.ink(light=-22))
        for row in range(math.floor(u0) * 3, math.ceil(u1) * 3):
            u, r = row * w, cell_chance(area.seed, row, 7)
            v = math.floor(v0) - r() * 2
            while v < v1:
                length, g = 1.6 + r() * 2, 0.012
                a, b = spot(u + g, v + g), spot(u + w - g, v + length - g)
                ink = tone.ink((r() - 0.5) * 8, (r() - 0.5) * 8, (r() - 0.5) * 9)
                c.fill_rect(c.rect(a[0], a[1], b[0] - a[0], b[1] - a[1]), ink)
                if not c.fine:
                    v += length
                    continue
                p.setPen(c.pen(hsl(tone.hue, 40, tone.light - 28, 0.35), 0.014, least=0.6))
                p.setBrush(Qt.BrushStyle.NoBrush)
                for _ in range(2):
                    o, start = u + 0.08 + r() * (w - 0.16), v + r() * length * 0.5
                    end = min(start + length * (0.2 + r() * 0.4), v + length)
                    bend = spot(o + (r() - 0.5) * 0.06, (start + end) / 2)
                    p.drawPath(leaf_curve(c, spot(o, start), bend, spot(o, end)))
                for q in (0.08, length - 0.08):
                    for o in (0.09, w - 0.09):
                        c.disc(c.at(*spot(u + o, v + q)), c.s * 0.012, rgba(40, 25, 10, 0.45))
                v += length
        c.washes(whole, area.seed, 0.25, (0.6, 2), ("#173B2510", "#17F3DDB8"))


def cobble(c: Canvas, area: Area, tone: Tone = Tone(34, 9, 70)) -> None:
    """Pave an area with small stones, four to the square's side."""
    box, st = area.wanted(c), 0.25
    rim = c.pen(hsl(tone.hue, 14, tone.light - 36, 0.3), 0.012, least=0.5)
    with c.clip(area.path(c)):
        c.fill(c.poly(_corners(box)), tone.ink(sat=4, light=-15))
        for x, y in box.grown(0.2).cells():
            r = cell_chance(area.seed, x, y)
            if c.far:
                c.fill_rect(c.rect(x, y, 1, 1), tone.ink(light=-4 + (r() - 0.5) * 5))
                continue
            for row in range(4):
                for column in range(4):
                    w, h = st * (0.86 + r() * 0.1), st * (0.84 + r() * 0.1)
                    jx, jy = (r() - 0.5) * 0.03, (r() - 0.5) * 0.03
                    ink = tone.ink((r() - 0.5) * 14, (r() - 0.5) * 6, (r() - 0.5) * 10)
                    left = x + column * st - (row % 2) * st / 2 + jx
                    if not c.fine:
                        c.fill_rect(c.rect(left, y + row * st + jy, w, h), ink)
                        continue
                    c.round_rect(c.rect(left, y + row * st + jy, w, h), c.s * 0.07, ink, rim)
        inks = ("#1A5B4D38", "#1AFBF5E8", "#1A66704F")
        c.washes(Box.around(area.points), area.seed, 0.33, (0.6, 2.2), inks)


def cave(c: Canvas, area: Area) -> None:
    """Fill an area with the trodden ground of a cave."""
    box, p = area.wanted(c), c.painter
    with c.clip(area.path(c)):
        c.fill(c.poly(_corners(box)), "#BFB39E")
        inks = ("#61D0C6B3", "#61A8997F", "#61B5AA97")
        c.washes(Box.around(area.points), area.seed, 0.625, (0.4, 1.5), inks)
        for x, y in box.grown(0.3).cells() if c.fine else ():
            r = cell_chance(area.seed, x, y)
            for _ in range(2 if r() < 0.8 else 3):
                px, py = x + r(), y + r()
                if r() < 0.55:
                    a, long = r() * 6, 0.08 + r() * 0.16
                    ink = rgba(84, 70, 48, 0.28)
                    p.setPen(c.pen(ink, 0.016, round_caps=True, least=0.6))
                    p.setBrush(Qt.BrushStyle.NoBrush)
                    cos, sin = math.cos(a), math.sin(a)
                    bend = (px + cos * long / 2 + 0.03, py + sin * long / 2)
                    p.drawPath(leaf_curve(c, (px, py), bend, (px + cos * long, py + sin * long)))
                else:
                    pebble(c, (px, py), 0.03 + r() * 0.05, r, "#9C8F79")


def grass(c: Canvas, area: Area) -> None:
    """Grow grass with tufts and a few flowers over an area."""
    box, p = area.wanted(c), c.painter
    with c.clip(area.path(c)):
        c.fill(c.poly(_corners(box)), "#A3AE7C")
        inks = ("#66B4BE8E", "#668C9A66", "#6697A86F", "#66BDB98A")
        c.washes(Box.around(area.points), area.seed, 0.83, (0.5, 1.8), inks)
        p.setBrush(Qt.BrushStyle.NoBrush)
        for x, y in box.grown(0.2).cells() if c.fine else ():
            r = cell_chance(area.seed, x, y)
            for _ in range(2 if r() < 0.4 else 3):
                px, py, dark = x + r(), y + r(), r() < 0.6
                h = 0.07 + r() * 0.06
                ink = rgba(78, 96, 48, 0.55) if dark else rgba(214, 222, 170, 0.5)
                tuft = QPainterPath()
                for k in (-1, 0, 1):
                    tuft.moveTo(c.at(px + k * 0.035, py))
                    tip = c.at(px + k * 0.075, py - h * (0.85 if k else 1.1))
                    tuft.quadTo(c.at(px + k * 0.045, py - h * 0.6), tip)
                c.stroke(tuft, c.pen(ink, 0.02, round_caps=True, least=0.6))
            if r() < 0.28:
                px, py = x + r(), y + r()
                petal = ("#F4EFD8", "#E8C86A", "#D9D3E8")[int(r() * 3)]
                for _ in range(3):
                    spot = c.at(px + (r() - 0.5) * 0.2, py + (r() - 0.5) * 0.2)
                    c.disc(spot, max(0.9, c.s * 0.022), petal)
                p.setBrush(Qt.BrushStyle.NoBrush)


def way(c: Canvas, line: Sequence[Spot], seed: int, width: float, ink: str = "#C6B48E") -> None:
    """Draw a beaten path along a line."""
    curve = c.smooth(wobble(line, 0.06, chance(seed)), close=False)
    c.stroke(curve, c.pen(rgba(96, 84, 52, 0.28), width + 0.16, round_caps=True))
    c.stroke(curve, c.pen(ink, width, round_caps=True))
    r = chance(seed + 1)
    for (x0, y0), (x1, y1) in zip(line, line[1:], strict=False):
        length = math.hypot(x1 - x0, y1 - y0) or 1.0
        for _ in range(math.ceil(length * 5)):
            t, o = r(), (r() - 0.5) * width * 0.9
            x = x0 + (x1 - x0) * t - (y1 - y0) / length * o
            y = y0 + (y1 - y0) * t + (x1 - x0) / length * o
            if r() < 0.4:
                pebble(c, (x, y), 0.025 + r() * 0.04, r, "#B3A58A")
                continue
            stain = rgba(110, 92, 58, 0.25) if r() < 0.5 else rgba(240, 228, 196, 0.5)
            p = c.painter
            p.save()
            p.translate(c.at(x, y))
            p.rotate(math.degrees(r()))
            p.setPen(Qt.PenStyle.NoPen)
            p.setBrush(stain)
            p.drawEllipse(QPointF(0, 0), c.s * (0.05 + r() * 0.12), c.s * (0.02 + r() * 0.04))
            p.restore()


def water(c: Canvas, area: Area, flow: float = 0.0) -> None:
    """Fill an area with water: banks, depth, ripples along the flow (radians)."""
    box, p, rim = area.wanted(c, 0.2), c.painter, area.path(c)
    c.stroke(rim, c.pen(rgba(92, 78, 52, 0.45), 0.3, round_caps=True))
    c.stroke(rim, c.pen(rgba(214, 202, 170, 0.75), 0.2, round_caps=True))
    with c.clip(rim):
        c.fill(c.poly(_corners(box)), "#6F9FAE")
        inks = ("#665688A0", "#667FB0BB", "#664C7B95")
        c.washes(Box.around(area.points), area.seed, 0.67, (0.5, 1.6), inks)
        for width, alpha in ((1.1, 0.12), (0.72, 0.15), (0.4, 0.22), (0.16, 0.5)):
            c.stroke(rim, c.pen(rgba(206, 232, 232, alpha), width, round_caps=True))
        p.setBrush(Qt.BrushStyle.NoBrush)
        for x, y in box.grown(0.3).cells() if c.fine else ():
            r = cell_chance(area.seed, x, y)
            for _ in range(1 if r() < 0.5 else 2):
                px, py, long = x + r(), y + r(), (0.16 + r() * 0.34) * c.s
                turn, bright = flow + (r() - 0.5) * 0.25, r() < 0.7
                ink = rgba(232, 246, 244, 0.5) if bright else rgba(40, 84, 104, 0.35)
                p.save()
                p.translate(c.at(px, py))
                p.rotate(math.degrees(turn))
                ripple, h = QPainterPath(QPointF(-long / 2, 0)), c.s * 0.07
                ripple.cubicTo(-long / 5, -h, long / 5, h, long / 2, 0)
                c.stroke(ripple, c.pen(ink, 0.022, round_caps=True, least=0.7))
                p.restore()
    c.stroke(rim, c.pen(rgba(52, 72, 76, 0.75), 0.03, least=1.0))


def edge(c: Canvas, line: Sequence[Spot], seed: int) -> None:
    """Draw the ink line where the ground ends."""
    curve = c.smooth(wobble(line, 0.04, chance(seed)), close=False)
    c.stroke(curve, c.pen(colour(c.theme.rock_ink), 2 / 48, round_caps=True, least=1.0))


def dim(c: Canvas, area: Area, alpha: float = 0.2, ink: str = "#222C50") -> None:
    """Lay a shade over an area."""
    c.fill(area.path(c), colour(ink, alpha))
