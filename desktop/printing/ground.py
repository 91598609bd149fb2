"""The map in black and white: hatching, ground as sparse outlines, furniture, walls, doors."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen

from desktop.board.floor_canvas import Box, Canvas, Spot, cell_chance, chance, inside, rounded
from desktop.board.floor_ground import hatch
from desktop.board.paint import View
from desktop.board.picture import PictureError, decode
from desktop.theme import PAPER
from maps.board import Board
from maps.floor import ABOVE, AREAS, FloorItem
from maps.grid import SUB, Point
from maps.shapes import DoorState, Kind, Obstacle

WALL = 0.21
"""Thickness of a wall in squares."""
BLACK, STRONG, SOFT, FAINT = "#000000", "#555555", "#8A8A8A", "#B4B4B4"
LIFT = 118
"""The darkest grey of a picture on paper: black tokens and walls stay the strongest."""


def spots(points: Sequence[Point]) -> tuple[Spot, ...]:
    """Return points in squares."""
    return tuple((p.x / SUB, p.y / SUB) for p in points)


class PaperGround:
    """Paints a part of a board in black and white, always the same."""

    def __init__(self, painter: QPainter, view: View, region: Box, board: Board) -> None:
        self.board = board
        self.c = Canvas(painter, view, region, PAPER)
        self.c.fine, self.c.far = True, False
        self._items = tuple((item, spots(item.points)) for item in board.floor.items)
        covered = [s for i, s in self._items if i.kind in AREAS and i.kind != "dim"]
        self._covered = tuple((Box.around(s), s) for s in covered if len(s) > 2)
        self._rough = tuple(s for i, s in self._items if i.kind == "rough")

    # -- in the order of painting ------------------------------------------------------------

    def floor(self) -> None:
        """Paint hatching, ground and furniture."""
        c = self.c
        for item, line in self._items:
            if item.kind == "hatch":
                self._hatch(item, line)
        if not self._items:
            box = Box(
                self.board.left,
                self.board.top,
                self.board.left + self.board.width,
                self.board.top + self.board.height,
            )
            corners = ((box.left, box.top), (box.right, box.top), (box.right, box.bottom))
            self._item(
                FloorItem(self.board.floor.ground, (), self.board.floor.seed),
                (*corners, (box.left, box.bottom)),
            )
        for item, line in self._items:
            if item.kind in AREAS and len(line) > 1:
                # What lies higher hides the outlines below it.
                path = self._area(item, line)
                if item.kind != "dim":
                    c.fill(path, "#FFFFFF")
        for item, line in self._items:
            if item.kind not in ABOVE:
                self._item(item, line)

    def above(self) -> None:
        """Paint what stands higher than the walls."""
        for item, line in self._items:
            if item.kind in ABOVE:
                self._item(item, line)

    def _item(self, item: FloorItem, line: tuple[Spot, ...]) -> None:
        paint = _PAINT.get(item.kind)
        if paint is None or not line:
            return
        reach = max(item.number("radius", 0) * 1.3, item.number("width", 0)) + 0.6
        if Box.around(line, reach).meets(self.c.region):
            paint(self, item, line)

    def _hatch(self, item: FloorItem, line: tuple[Spot, ...]) -> None:
        lines: list[tuple[Spot, ...]] = [line] if line else []
        if not line:
            walls = (Kind.WALL, Kind.SLIT)
            lines = [spots(o.points) for o in self.board.obstacles if o.kind in walls]
        hatch(self.c, lines, item.seed, item.number("depth", 0.75), self._is_ground)

    def _is_ground(self, x: float, y: float) -> bool:
        return any(
            b.left < x < b.right and b.top < y < b.bottom and inside(poly, x, y)
            for b, poly in self._covered
        )

    # -- what painters of items share ----------------------------------------------------------

    def pen(self, ink: str, width: float, dash: Sequence[float] = ()) -> QPen:
        """Return a pen; the width in units of the page."""
        pen = QPen(self.c.pen(ink, 0.0, round_caps=True))
        pen.setWidthF(width)
        if dash:
            pen.setDashPattern([max(0.01, d / width) for d in dash])
        return pen

    def outline(self, path: QPainterPath, ink: str = BLACK, width: float = 2.6) -> None:
        """Draw a white shape with a dark outline."""
        self.c.shape(path, "#FFFFFF", self.pen(ink, width))

    def _area(self, item: FloorItem, line: tuple[Spot, ...]) -> QPainterPath:
        c = self.c
        if len(line) == 2:
            (x0, y0), (x1, y1) = line
            line = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
        return c.smooth(line) if item.number("curved", 0) else c.poly(line)

    def box(self, line: tuple[Spot, ...]) -> QRectF:
        around = Box.around(line)
        return self.c.rect(
            around.left, around.top, around.right - around.left, around.bottom - around.top
        )

    def sprinkle(
        self,
        item: FloorItem,
        line: tuple[Spot, ...],
        share: float,
        ink: str,
        draw: Callable[[float, float, Callable[[], float]], None],
        width: float = 1.3,
    ) -> None:
        """Draw a small sign in some of the squares of an area."""
        path = self._area(item, line)
        self.c.painter.save()
        self.c.painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
        self.c.painter.setPen(self.pen(ink, width))
        self.c.painter.setBrush(Qt.BrushStyle.NoBrush)
        for x, y in Box.around(line).common(self.c.region.grown(0.5)).cells():
            r = cell_chance(item.seed, x, y)
            if r() < share:
                draw(x + 0.2 + 0.6 * r(), y + 0.2 + 0.6 * r(), r)
        self.c.painter.restore()

    # -- obstacles ---------------------------------------------------------------------------

    def obstacles(self, *, secrets: bool, drawn: bool) -> None:
        """Paint walls, doors and everything else that stands on the board."""
        shown = [(o, spots(o.points)) for o in self.board.obstacles]
        shown = [(o, s) for o, s in shown if len(s) > 1 and self._near(s)]
        for o, line in shown:
            if o.closed_shape:
                self._closed(o, line)
        thick = WALL if drawn else WALL * 0.6
        for o, line in shown:
            secret = o.kind is Kind.DOOR and o.state is DoorState.SECRET
            if o.kind is Kind.WALL or secret or (o.kind is Kind.SOLID and not o.closed_shape):
                self._wall(line, thick if not self._is_rough(line) else thick * 0.8)
        for o, line in shown:
            if o.kind is Kind.SLIT:
                self._slit(line, thick)
            elif o.kind is Kind.DOOR and o.state is not DoorState.SECRET:
                self._door(line[0], line[-1], o.state)
            elif o.kind is Kind.DOOR and secrets:
                self._secret(line[0], line[-1])
            elif o.kind in (Kind.LOW, Kind.COVER) and not o.closed_shape:
                self._low(line)

    def _near(self, line: Sequence[Spot]) -> bool:
        return Box.around(line, 0.6).meets(self.c.region)

    def _is_rough(self, line: Sequence[Spot]) -> bool:
        return any(all(inside(area, x, y) for x, y in line) for area in self._rough)

    def _wall(self, line: Sequence[Spot], width: float) -> None:
        pen = self.c.pen(BLACK, width, least=3.0)
        pen.setCapStyle(Qt.PenCapStyle.SquareCap)
        pen.setMiterLimit(4)
        self.c.stroke(self.c.poly(line, False), pen)

    def _closed(self, o: Obstacle, line: Sequence[Spot]) -> None:
        c, ring = self.c, spots(o.ring())
        path = c.poly(ring)
        around = Box.around(ring)
        if o.kind is Kind.SOLID:
            small = max(around.right - around.left, around.bottom - around.top) <= 2
            c.shape(path, BLACK if small else "#FFFFFF", self.pen(BLACK, 3.0))
            if not small:
                self._lines(path, around, 0.22, STRONG)
        elif o.kind is Kind.FOG:
            self._dots(path, around)
            c.stroke(path, self.pen(STRONG, 1.6, (1, 4)))
        elif o.kind is Kind.TERRAIN:
            c.stroke(path, self.pen(STRONG, 1.6, (6, 4)))
            self._rubble(path, around, o)
        else:
            c.shape(path, "#FFFFFF", self.pen(BLACK, 2.2))
            if o.kind is Kind.COVER:
                self._lines(path, around, 0.3, SOFT)

    def _lines(self, path: QPainterPath, around: Box, step: float, ink: str) -> None:
        with self.c.clip(path):
            self.c.painter.setPen(self.pen(ink, 1.4))
            high = around.bottom - around.top
            for i in range(int((around.right - around.left + high) / step) + 1):
                x = around.left - high + i * step
                self.c.line((x, around.bottom), (x + high, around.top))

    def _dots(self, path: QPainterPath, around: Box) -> None:
        with self.c.clip(path):
            self.c.painter.setPen(self.pen(STRONG, 2.0))
            part = around.common(self.c.region)
            for x, y in part.cells():
                for dx, dy in ((0.25, 0.25), (0.75, 0.25), (0.5, 0.5), (0.25, 0.75), (0.75, 0.75)):
                    self.c.painter.drawPoint(self.c.at(x + dx, y + dy))

    def _rubble(self, path: QPainterPath, around: Box, o: Obstacle) -> None:
        with self.c.clip(path):
            self.c.painter.setPen(self.pen(STRONG, 1.3))
            self.c.painter.setBrush(Qt.BrushStyle.NoBrush)
            for x, y in around.common(self.c.region).cells():
                r = cell_chance(len(o.id) * 31, x, y)
                for _ in range(2):
                    px, py, s = x + 0.15 + 0.6 * r(), y + 0.2 + 0.6 * r(), 0.1
                    self.c.line((px, py), (px + s, py - s))
                    self.c.line((px + s, py - s), (px + 2 * s, py))

    def _slit(self, line: Sequence[Spot], width: float) -> None:
        c = self.c
        for a, b in zip(line, line[1:], strict=False):
            self._wall((a, b), width)
            ends = [(a[0] + (b[0] - a[0]) * k, a[1] + (b[1] - a[1]) * k) for k in (0.2, 0.8)]
            c.stroke(c.poly(ends, False), c.pen("#FFFFFF", width * 0.5))

    def _low(self, line: Sequence[Spot]) -> None:
        c = self.c
        for (x0, y0), (x1, y1) in zip(line, line[1:], strict=False):
            length = math.hypot(x1 - x0, y1 - y0) or 1.0
            count = max(1, round(length / 0.21))
            for k in range(count):
                t = (k + 0.5) / count
                at = c.at(x0 + (x1 - x0) * t, y0 + (y1 - y0) * t)
                c.disc(at, 0.1 * c.s, "#FFFFFF", self.pen(BLACK, 1.8))

    def _door(self, a: Spot, b: Spot, state: DoorState) -> None:
        c, p = self.c, self.c.painter
        length = math.hypot(b[0] - a[0], b[1] - a[1]) * c.s
        high = 0.24 * c.s
        p.save()
        p.translate(c.at(*a))
        p.rotate(math.degrees(math.atan2(b[1] - a[1], b[0] - a[0])))
        p.setPen(self.pen(BLACK, 2.4))
        p.setBrush(Qt.GlobalColor.white)
        if state is DoorState.OPEN:
            self._leaves(length, high)
        else:
            p.drawRect(QRectF(0, -high / 2, length, high))
            if length > 1.5 * c.s:
                p.drawLine(QPointF(length / 2, -high / 2), QPointF(length / 2, high / 2))
            if state is DoorState.LOCKED:
                p.setBrush(Qt.GlobalColor.black)
                p.drawEllipse(QPointF(length * 0.5, 0), high * 0.26, high * 0.26)
        p.restore()

    def _leaves(self, length: float, high: float) -> None:
        """Draw the leaves of an open door, turned as on the screen."""
        p, double = self.c.painter, length > 1.5 * self.c.s
        p.setPen(self.pen(SOFT, 1.6, (2, 5)))
        p.drawLine(QPointF(0, 0), QPointF(length, 0))
        p.setPen(self.pen(BLACK, 2.4))
        leaf = length / 2 if double else length
        turns = ((0.0, -1.2), (length, math.pi + 1.2)) if double else ((0.0, -1.2),)
        for x, turn in turns:
            p.save()
            p.translate(x, 0)
            p.rotate(math.degrees(turn))
            p.drawRect(QRectF(0, -high * 0.3, leaf * 0.96, high * 0.6))
            p.restore()

    def _secret(self, a: Spot, b: Spot) -> None:
        """Mark a secret door: a white gap in the wall with dots, for the game master only."""
        c = self.c
        c.stroke(c.poly((a, b), False), c.pen("#FFFFFF", WALL * 0.5))
        pen = self.pen(BLACK, 2.6, (0.1, 5))
        c.stroke(c.poly((a, b), False), pen)


# ---- items of a drawn floor ----------------------------------------------------------------

Paint = Callable[[PaperGround, FloorItem, tuple[Spot, ...]], None]


def _grass(g: PaperGround, item: FloorItem, line: tuple[Spot, ...]) -> None:
    def tuft(x: float, y: float, r: Callable[[], float]) -> None:
        for k in (-1, 0, 1):
            g.c.line((x + k * 0.05, y), (x + k * 0.11, y - 0.13 - 0.04 * (k == 0)))

    g.sprinkle(item, line, 0.3, SOFT, tuft)


def _cave(g: PaperGround, item: FloorItem, line: tuple[Spot, ...]) -> None:
    def stroke(x: float, y: float, r: Callable[[], float]) -> None:
        a, long = r() * math.pi, 0.08 + 0.1 * r()
        g.c.line((x, y), (x + math.cos(a) * long, y + math.sin(a) * long))

    g.sprinkle(item, line, 0.35, SOFT, stroke)


def _water(g: PaperGround, item: FloorItem, line: tuple[Spot, ...]) -> None:
    c, path = g.c, g._area(item, line)
    c.shape(path, "#FFFFFF", g.pen(BLACK, 2.2))
    with c.clip(path):
        c.stroke(path, g.pen(FAINT, 9.0))
        c.stroke(path, g.pen("#FFFFFF", 6.0))
        c.stroke(path, g.pen(BLACK, 2.2))

    def wave(x: float, y: float, r: Callable[[], float]) -> None:
        curve = QPainterPath(c.at(x - 0.25, y))
        curve.quadTo(c.at(x - 0.12, y - 0.12), c.at(x, y))
        curve.quadTo(c.at(x + 0.12, y + 0.12), c.at(x + 0.25, y))
        c.painter.drawPath(curve)

    g.sprinkle(item, line, 0.6, STRONG, wave)


def _flags(g: PaperGround, item: FloorItem, line: tuple[Spot, ...]) -> None:
    def stone(x: float, y: float, r: Callable[[], float]) -> None:
        w, h = 0.25 + 0.2 * r(), 0.2 + 0.15 * r()
        g.c.painter.drawRoundedRect(g.c.rect(x - w / 2, y - h / 2, w, h), 2, 2)

    g.sprinkle(item, line, 0.3, FAINT, stone)


def _cobble(g: PaperGround, item: FloorItem, line: tuple[Spot, ...]) -> None:
    def stone(x: float, y: float, r: Callable[[], float]) -> None:
        g.c.painter.drawRoundedRect(g.c.rect(x - 0.1, y - 0.08, 0.2, 0.16), 4, 4)

    g.sprinkle(item, line, 0.65, FAINT, stone)


def _planks(g: PaperGround, item: FloorItem, line: tuple[Spot, ...]) -> None:
    c, around = g.c, Box.around(line)
    upright = bool(item.number("upright", 0))
    low, high = (around.left, around.right) if upright else (around.top, around.bottom)
    with c.clip(g._area(item, line)):
        c.painter.setPen(g.pen(FAINT, 1.2))
        for i in range(1, round((high - low) * 3)):
            at = low + i / 3
            if upright:
                c.line((at, around.top), (at, around.bottom))
            else:
                c.line((around.left, at), (around.right, at))


def _path(g: PaperGround, item: FloorItem, line: tuple[Spot, ...]) -> None:
    c, width = g.c, item.number("width", 1.5)
    curve = c.smooth(line, close=False)
    c.stroke(curve, c.pen(SOFT, width + 0.05))
    c.stroke(curve, c.pen("#FFFFFF", width))


def _edge(g: PaperGround, item: FloorItem, line: tuple[Spot, ...]) -> None:
    g.c.stroke(g.c.smooth(line, close=False), g.pen(STRONG, 1.8))


def _tree(g: PaperGround, item: FloorItem, line: tuple[Spot, ...]) -> None:
    c, (x, y), radius = g.c, line[0], item.number("radius", 1)
    r, points = chance(item.seed), []
    for i in range(12):
        a, q = i / 12 * math.tau, radius * (0.9 + 0.18 * r())
        points.append((x + math.cos(a) * q, y + math.sin(a) * q))
    path = QPainterPath(c.at(*points[0]))
    for i in range(12):
        (ax, ay), (bx, by) = points[i], points[(i + 1) % 12]
        mx, my = (ax + bx) / 2, (ay + by) / 2
        far = math.hypot(mx - x, my - y) or 1.0
        k = 1 + 0.34 * radius / far
        path.quadTo(c.at(x + (mx - x) * k, y + (my - y) * k), c.at(bx, by))
    g.outline(path, BLACK, 2.2)
    c.painter.setPen(g.pen(STRONG, 1.4))
    for _ in range(max(3, round(5 * radius))):
        a, d = r() * math.tau, radius * 0.6 * r()
        at = c.at(x + math.cos(a) * d, y + math.sin(a) * d)
        c.painter.drawArc(QRectF(at.x() - 5, at.y() - 3, 10, 8), 20 * 16, 140 * 16)


def _rubble(g: PaperGround, item: FloorItem, line: tuple[Spot, ...]) -> None:
    c, r, (x, y) = g.c, chance(item.seed), line[0]
    for _ in range(min(14, round(item.number("count", 10)))):
        a, d = r() * math.tau, math.sqrt(r()) * item.number("radius", 0.6)
        size = 0.05 + 0.07 * r()
        at = (x + math.cos(a) * d, y + math.sin(a) * d)
        corners = []
        for i in range(5):
            turn, q = i / 5 * math.tau + r(), size * (0.8 + 0.4 * r())
            corners.append(c.at(at[0] + math.cos(turn) * q, at[1] + math.sin(turn) * q))
        g.outline(rounded(corners, size * c.s * 0.3), STRONG, 1.4)


def _barrel(g: PaperGround, item: FloorItem, line: tuple[Spot, ...]) -> None:
    c, at, r = g.c, g.c.at(*line[0]), item.number("radius", 0.3) * g.c.s
    c.disc(at, r, "#FFFFFF", g.pen(BLACK, 2.2))
    c.disc(at, r * 0.7, None, g.pen(BLACK, 1.2))


def _disc(g: PaperGround, item: FloorItem, line: tuple[Spot, ...]) -> None:
    c, at, r = g.c, g.c.at(*line[0]), item.number("radius", 0.5) * g.c.s
    c.disc(at, r, "#FFFFFF", g.pen(BLACK, 2.2))


def _tower(g: PaperGround, item: FloorItem, line: tuple[Spot, ...]) -> None:
    c, at, r = g.c, g.c.at(*line[0]), item.number("radius", 0.75) * g.c.s
    c.disc(at, r, "#FFFFFF", g.pen(BLACK, 6.0))


def _brazier(g: PaperGround, item: FloorItem, line: tuple[Spot, ...]) -> None:
    c, at = g.c, g.c.at(*line[0])
    c.disc(at, 0.26 * c.s, "#FFFFFF", g.pen(BLACK, 2.2))
    c.painter.setPen(g.pen(BLACK, 1.6))
    for i in range(8):
        a = i / 8 * math.tau
        tip = QPointF(math.cos(a), math.sin(a))
        c.painter.drawLine(at + tip * 0.34 * c.s, at + tip * 0.46 * c.s)
    c.disc(at, 0.1 * c.s, BLACK)


def _rug(g: PaperGround, item: FloorItem, line: tuple[Spot, ...]) -> None:
    c, box = g.c, g.box(line)
    inner = 0.14 * c.s
    c.painter.setBrush(Qt.GlobalColor.white)
    for off, width in ((0.0, 1.8), (inner, 1.0)):
        c.painter.setPen(g.pen(STRONG, width))
        c.painter.drawRect(box.adjusted(off, off, -off, -off))


def _slab(g: PaperGround, item: FloorItem, line: tuple[Spot, ...]) -> None:
    corner = item.number("corner", 0.06) * g.c.s
    g.c.round_rect(g.box(line), corner, "#FFFFFF", g.pen(BLACK, 2.2))


def _crate(g: PaperGround, item: FloorItem, line: tuple[Spot, ...]) -> None:
    box = g.box(line)
    g.c.round_rect(box, 1, "#FFFFFF", g.pen(BLACK, 2.2))
    g.c.painter.setPen(g.pen(BLACK, 1.2))
    g.c.painter.drawLine(box.topLeft(), box.bottomRight())


def _straw(g: PaperGround, item: FloorItem, line: tuple[Spot, ...]) -> None:
    c, box, r = g.c, g.box(line), chance(item.seed)
    _slab(g, item, line)
    c.painter.setPen(g.pen(SOFT, 1.2))
    for _ in range(max(3, round(box.width() * box.height() / c.s / c.s * 2.5))):
        x = box.left() + c.s * 0.1 + r() * max(0.0, box.width() - c.s * 0.5)
        y = box.top() + c.s * 0.15 + r() * max(0.0, box.height() - c.s * 0.3)
        c.painter.drawLine(QPointF(x, y), QPointF(x + c.s * 0.3, y + (r() - 0.5) * c.s * 0.25))


def _pillar(g: PaperGround, item: FloorItem, line: tuple[Spot, ...]) -> None:
    g.c.round_rect(g.box(line), 2, BLACK)


def _stairs(g: PaperGround, item: FloorItem, line: tuple[Spot, ...]) -> None:
    c, box, steps = g.c, g.box(line), max(1, round(item.number("steps", 5)))
    c.painter.setPen(g.pen(BLACK, 1.4))
    c.painter.setBrush(Qt.GlobalColor.white)
    for i in range(steps):
        if item.number("upright", 1):
            h = box.height() / steps
            c.painter.drawRect(QRectF(box.left(), box.top() + i * h, box.width(), h))
        else:
            w = box.width() / steps
            c.painter.drawRect(QRectF(box.left() + i * w, box.top(), w, box.height()))


_PAINT: dict[str, Paint] = {
    "grass": _grass,
    "cave": _cave,
    "water": _water,
    "flags": _flags,
    "cobble": _cobble,
    "planks": _planks,
    "path": _path,
    "edge": _edge,
    "tree": _tree,
    "rubble": _rubble,
    "barrel": _barrel,
    "disc": _disc,
    "tower": _tower,
    "brazier": _brazier,
    "rug": _rug,
    "slab": _slab,
    "crate": _crate,
    "straw": _straw,
    "pillar": _pillar,
    "stairs": _stairs,
}


# ---- a picture below the grid --------------------------------------------------------------


def grey_picture(data: bytes, wanted: int, lift: int = LIFT) -> QImage | None:
    """Decode a picture in lightened grey, not much wider than ``wanted``. None = unreadable."""
    try:
        levels = decode(data)
    except PictureError:
        return None
    level = next((x for x in reversed(levels) if x.width() >= wanted), levels[0])
    flat = QImage(level.size(), QImage.Format.Format_RGB32)
    flat.fill(Qt.GlobalColor.white)
    painter = QPainter(flat)
    painter.drawImage(0, 0, level)
    if lift:
        veil = QColor(Qt.GlobalColor.white)
        veil.setAlpha(lift)
        painter.fillRect(flat.rect(), veil)
    painter.end()
    return flat.convertToFormat(QImage.Format.Format_Grayscale8)
