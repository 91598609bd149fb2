"""The obstacles of a board as a drawn floor shows them: walls, doors, low walls, solids."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPen

from desktop.board.floor_canvas import (
    Box,
    Canvas,
    Chance,
    Spot,
    cell_chance,
    chance,
    pebble,
    rgba,
    rounded,
    wobble,
)
from desktop.board.floor_things import INK, pillar

WIDTH = 0.24
ROUGH_WIDTH = 0.2
STROKE, APART = 0.2, 0.25
"""Strokes downhill are this long and this far apart, in squares; every second one is shorter."""
STONE = "#8F8677"
ROCK = "#857B6B"


def shadow(c: Canvas, line: Sequence[Spot], width: float = WIDTH) -> None:
    """Draw the shadow of a wall: down and right, three strokes."""
    for off, wide, alpha in (
        (0.13, width + 0.16, 0.10),
        (0.1, width + 0.08, 0.14),
        (0.06, width, 0.16),
    ):
        pen = c.pen(rgba(30, 24, 14, alpha), wide)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        c.stroke(c.poly([(x + off, y + off * 1.15) for x, y in line], False), pen)


def wall(c: Canvas, line: Sequence[Spot], seed: int, rough: bool = False) -> None:
    """Draw a stone wall with joints; a rough one is the side of a cave."""
    width = ROUGH_WIDTH if rough else WIDTH
    way = wobble(line, 0.05, chance(seed)) if rough else list(line)
    path = c.poly(way, False)
    c.stroke(path, _square(c.pen(INK, width + max(2 / c.s, 0.055))))
    c.stroke(path, _square(c.pen(ROCK if rough else STONE, width)))
    light = [(x - width * 0.24, y - width * 0.24) for x, y in way]
    c.stroke(c.poly(light, False), c.pen(rgba(255, 248, 230, 0.26), 0.045))
    r = chance(seed + 1)
    c.painter.setPen(c.pen(rgba(38, 30, 20, 0.62), 0.022, least=0.8))
    for a, b in zip(way, way[1:], strict=False):
        _joints(c, a, b, width / 2, r)


def _square(pen: QPen) -> QPen:
    pen.setCapStyle(Qt.PenCapStyle.SquareCap)
    pen.setMiterLimit(4)
    return pen


def _joints(c: Canvas, a: Spot, b: Spot, half: float, draw: Chance) -> None:
    (x0, y0), (x1, y1) = a, b
    length = math.hypot(x1 - x0, y1 - y0)
    if not length:
        return
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    t = 0.12 + draw() * 0.25
    while t < length - 0.06:
        k = (draw() - 0.5) * 0.05
        c.line(
            (x0 + ux * (t + k) - uy * half, y0 + uy * (t + k) + ux * half),
            (x0 + ux * (t - k) + uy * half, y0 + uy * (t - k) - ux * half),
        )
        if draw() < 0.35:
            m, h = t + 0.06, half * 0.1
            c.line(
                (x0 + ux * m - uy * h, y0 + uy * m + ux * h),
                (x0 + ux * (m + 0.16) - uy * h, y0 + uy * (m + 0.16) + ux * h),
            )
        t += 0.24 + draw() * 0.3


def low_wall(c: Canvas, line: Sequence[Spot], seed: int) -> None:
    """Draw a low wall: loose stones in a row, no continuous outline."""
    r = chance(seed)
    for (x0, y0), (x1, y1) in zip(line, line[1:], strict=False):
        length, t = math.hypot(x1 - x0, y1 - y0) or 1.0, 0.08
        while t < length:
            x = x0 + (x1 - x0) * t / length + (r() - 0.5) * 0.05
            y = y0 + (y1 - y0) * t / length + (r() - 0.5) * 0.05
            ink = ("#9A9182", "#A89F8F", "#8A8274")[int(r() * 3)]
            pebble(c, (x, y), 0.1 + r() * 0.04, r, ink)
            t += 0.17 + r() * 0.06


def door(c: Canvas, a: Spot, b: Spot, is_open: bool) -> None:
    """Draw a door; two leaves from one and a half squares on. It opens to the left of a→b."""
    p, s = c.painter, c.s
    length = math.hypot(b[0] - a[0], b[1] - a[1]) * s
    p.save()
    p.translate(c.at(*a))
    p.rotate(math.degrees(math.atan2(b[1] - a[1], b[0] - a[0])))
    double = length > 1.5 * s
    if is_open:
        c.fill_rect(QRectF(0, -s * 0.05, length, s * 0.1), rgba(60, 48, 30, 0.28))
    if is_open and double:
        for x, turn in ((0.0, -1.25), (length, math.pi + 1.25)):
            p.save()
            p.translate(x, 0)
            p.rotate(math.degrees(turn))
            _leaf(c, 0, length / 2 * 0.96)
            p.restore()
    elif is_open:
        p.rotate(math.degrees(-1.2))
        _leaf(c, 0, length * 0.96)
    elif double:
        _leaf(c, 0, length / 2)
        _leaf(c, length / 2, length / 2)
    else:
        _leaf(c, 0, length)
    p.restore()


def _leaf(c: Canvas, x: float, length: float) -> None:
    p, s = c.painter, c.s
    w = s * 0.17
    c.fill_rect(QRectF(x + s * 0.04, -w / 2 + s * 0.06, length, w), rgba(20, 14, 8, 0.3))
    leaf = QRectF(x + 1, -w / 2, length - 2, w)
    c.round_rect(leaf, 1.5, "#9A6C3C", c.pen("#3A2612", 0.032, least=1.0))
    p.setPen(c.pen(rgba(58, 38, 18, 0.6), 0.018, least=0.7))
    for k in (-0.17, 0.17):
        p.drawLine(QPointF(x + 2, w * k), QPointF(x + length - 2, w * k))
    for k in (0.18, 0.78):
        c.fill_rect(QRectF(x + length * k, -w / 2 - 1, s * 0.06, w + 2), "#4A4338")


def slit(c: Canvas, a: Spot, b: Spot, seed: int) -> None:
    """Draw a window or an arrow slit: a wall with a light opening along its middle."""
    wall(c, (a, b), seed)
    third = 0.2
    ends = [(a[0] + (b[0] - a[0]) * k, a[1] + (b[1] - a[1]) * k) for k in (third, 1 - third)]
    c.stroke(c.poly(ends, False), c.pen("#332C24", WIDTH * 0.7))
    c.stroke(c.poly(ends, False), c.pen("#C9D9DE", WIDTH * 0.42))


def solid(c: Canvas, ring: Sequence[Spot], seed: int) -> None:
    """Draw a solid area: a pillar where it is a small square, else a block of stone."""
    box = Box.around(ring)
    w, h = box.right - box.left, box.bottom - box.top
    if len(ring) == 4 and abs(w - h) < 0.02 and w <= 2 and _upright(ring):
        pillar(c, box.left, box.top, w)
        return
    path = rounded([c.at(*p) for p in ring], c.s * 0.05)
    c.fill(path.translated(c.s * 0.08, c.s * 0.11), rgba(30, 22, 12, 0.26))
    c.shape(path, "#A59C8C", c.pen(INK, 0.045, least=1.4))
    with c.clip(path):
        inks = ("#30D2CABB", "#308B8171")
        c.washes(box, seed, 0.8, (0.3, 0.9), inks)
    c.stroke(path, c.pen(rgba(51, 44, 36, 0.45), 0.02, least=0.7))


def _upright(ring: Sequence[Spot]) -> bool:
    pairs = zip(ring, (*ring[1:], ring[0]), strict=True)
    return all(abs(a[0] - b[0]) < 1e-6 or abs(a[1] - b[1]) < 1e-6 for a, b in pairs)


def low_area(c: Canvas, ring: Sequence[Spot], ink: str, rim: str) -> None:
    """Draw something low with an area: a table, a hedge, a heap."""
    path = rounded([c.at(*p) for p in ring], c.s * 0.08)
    c.fill(path.translated(c.s * 0.06, c.s * 0.09), rgba(30, 22, 12, 0.3))
    c.shape(path, ink, c.pen(rim, 0.042, least=1.2))


def rough_ground(c: Canvas, ring: Sequence[Spot], seed: int) -> None:
    """Scatter stones over difficult ground, thinly enough to keep the floor visible."""
    box = Box.around(ring)
    path = c.poly(ring)
    dashes = c.pen(rgba(60, 46, 24, 0.5), 0.03, least=1.0)
    dashes.setDashPattern([4, 4])
    with c.clip(path):
        for x, y in box.common(c.region.grown(0.3)).cells():
            r = cell_chance(seed, x, y)
            for _ in range(3):
                ink = ("#9A9182", "#ADA494", "#877E70")[int(r() * 3)]
                pebble(c, (x + r(), y + r()), 0.05 + r() * 0.06, r, ink)
    c.stroke(path, dashes)


def rise(c: Canvas, ring: Sequence[Spot]) -> None:
    """Draw higher ground: brighter, with a shadow at its foot and short strokes downhill."""
    path = c.poly(ring)
    c.stroke(path, c.pen(rgba(30, 24, 14, 0.28), 0.34, round_caps=True))
    with c.clip(path):
        c.fill(path, rgba(255, 250, 232, 0.16))
        for width, alpha in ((0.5, 0.10), (0.26, 0.16)):
            c.stroke(path, c.pen(rgba(255, 248, 226, alpha), width, round_caps=True))
    c.painter.setPen(c.pen(rgba(48, 38, 24, 0.75), 0.035, round_caps=True, least=1.0))
    for a, b in downhill(ring):
        c.line(a, b)
    c.stroke(path, c.pen(rgba(48, 38, 24, 0.85), 0.05, round_caps=True, least=1.2))


def downhill(ring: Sequence[Spot]) -> Iterator[tuple[Spot, Spot]]:
    """Yield the strokes along the rim of a rise, pointing away from it."""
    pairs = list(zip(ring, (*ring[1:], ring[0]), strict=True))
    side = 1 if sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs) > 0 else -1
    for (ax, ay), (bx, by) in pairs:
        long = math.hypot(bx - ax, by - ay)
        if not long:
            continue
        count = max(1, round(long / APART))
        nx, ny = (by - ay) / long * side, -(bx - ax) / long * side
        for k in range(count):
            t, far = (k + 0.5) / count, STROKE if k % 2 else STROKE * 0.6
            x, y = ax + (bx - ax) * t, ay + (by - ay) * t
            yield (x, y), (x + nx * far, y + ny * far)


def haze(c: Canvas, ring: Sequence[Spot], seed: int) -> None:
    """Draw mist, smoke or undergrowth that hides."""
    path = c.poly(ring)
    with c.clip(path):
        c.fill(path, rgba(226, 230, 232, 0.28))
        c.washes(Box.around(ring), seed, 1.4, (0.4, 1.2), ("#59F2F4F4", "#40C9D0D4"))
    rim = c.pen(rgba(236, 240, 242, 0.7), 0.03, least=1.0)
    rim.setDashPattern([3, 4])
    c.stroke(path, rim)
