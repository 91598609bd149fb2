"""The floor as a black-and-white drawing for paper: walls solid, the ground as sparse outlines."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from desktop.board.floor import bounds
from desktop.board.floor_canvas import Box, Canvas, Spot, cell_chance, chance, inside
from desktop.board.floor_ground import hatch
from desktop.board.floor_walls import downhill
from desktop.board.paint import View, colour
from desktop.colours import PAPER
from maps.board import Board
from maps.floor import AREAS, FloorItem
from maps.grid import SUB, Point
from maps.shapes import DoorState, Kind, Obstacle

WALL = 0.21
"""Width of a wall in squares: 10 at 48 pixels."""


def _spots(points: Sequence[Point]) -> tuple[Spot, ...]:
    return tuple((p.x / SUB, p.y / SUB) for p in points)


def paint_paper_floor(painter: QPainter, view: View, board: Board, region: Box) -> None:
    """Draw a board for paper: hatching, ground, grid, things, walls, doors."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setClipRect(
        view.rect(region.left, region.top, region.right - region.left, region.bottom - region.top)
    )
    sheet = _Sheet(Canvas(painter, view, region, PAPER), board)
    sheet.rock()
    sheet.ground()
    sheet.grid()
    sheet.things()
    sheet.obstacles()
    sheet.trees()
    painter.restore()


class _Sheet:
    """One drawing of a board, part by part. A unit is a pixel at 48 to the square."""

    def __init__(self, canvas: Canvas, board: Board) -> None:
        self.c, self.board, self.p = canvas, board, canvas.painter
        self.unit = canvas.s / 48
        self.items = [(i, _spots(i.points)) for i in board.floor.items]
        if not self.items and board.picture is None and board.floor.ground != "rock":
            box = bounds(board)
            corners = (
                (box.left, box.top),
                (box.right, box.top),
                (box.right, box.bottom),
                (box.left, box.bottom),
            )
            self.items = [(FloorItem(board.floor.ground, (), board.floor.seed), corners)]
        self.covered = [
            (Box.around(s), s) for i, s in self.items if i.kind in AREAS - {"dim"} and len(s) > 2
        ]

    def pen(self, ink: str, width: float) -> QPen:
        pen = QPen(colour(ink), max(0.35, width * self.unit))
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        return pen

    def shape(self, path: QPainterPath, width: float = 1.8, ink: str = "#000000") -> None:
        self.p.setPen(self.pen(ink, width))
        self.p.setBrush(Qt.GlobalColor.white)
        self.p.drawPath(path)

    # ---- ground ----

    def rock(self) -> None:
        def skip(x: float, y: float) -> bool:
            return any(
                b.left < x < b.right and b.top < y < b.bottom and inside(poly, x, y)
                for b, poly in self.covered
            )

        for item, spots in self.items:
            if item.kind == "hatch":
                kinds = (Kind.WALL, Kind.SLIT)
                walls = [_spots(o.points) for o in self.board.obstacles if o.kind in kinds]
                for _ in hatch(self.c, [spots] if spots else walls, item.seed, 0.75, skip):
                    pass

    def ground(self) -> None:
        for item, spots in self.items:
            if item.kind == "path":
                self._path(item, spots)
            if item.kind not in AREAS - {"dim"} or len(spots) < 2:
                continue
            if len(spots) == 2:
                (x0, y0), (x1, y1) = spots
                spots = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
            curved = bool(item.number("curved", item.kind in ("cave", "water")))
            path = self.c.smooth(spots) if curved else self.c.poly(spots)
            self.p.fillPath(path, Qt.GlobalColor.white)
            with self.c.clip(path):
                _TEXTURES.get(item.kind, _stones)(self, item, Box.around(spots))
            if item.kind in ("water", "grass", "cave"):
                self.p.strokePath(path, self.pen("#777777", 1.2))

    def _path(self, item: FloorItem, spots: Sequence[Spot]) -> None:
        """Draw both sides of a path as dashes."""
        line = self.c.smooth(spots, close=False)
        outer = self.pen("#777777", 1.2)
        outer.setDashPattern([5, 4])
        self.p.strokePath(line, self.c.pen("#FFFFFF", item.number("width", 1.5)))
        for side in (-1, 1):
            shift = item.number("width", 1.5) / 2 * side
            self.p.strokePath(self.c.smooth(_beside(spots, shift), close=False), outer)

    def grid(self) -> None:
        box = self.c.region.common(bounds(self.board))
        pen = self.pen("#8A8A8A", 1)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        pen.setDashPattern([1.5, 4.4])
        self.p.setPen(pen)
        for x in range(math.ceil(box.left), math.floor(box.right) + 1):
            self.p.drawLine(self.c.at(x, box.top), self.c.at(x, box.bottom))
        for y in range(math.ceil(box.top), math.floor(box.bottom) + 1):
            self.p.drawLine(self.c.at(box.left, y), self.c.at(box.right, y))

    # ---- things ----

    def things(self) -> None:
        boxes = ("slab", "crate", "straw", "rug", "pillar", "stairs")
        for item, spots in self.items:
            if not spots:
                continue
            if item.kind in boxes:
                self._box(item, spots)
            elif item.kind in ("barrel", "disc", "tower", "brazier"):
                default = {"barrel": 0.3, "disc": 0.5, "tower": 0.75}.get(item.kind, 0.26)
                radius = item.number("radius", default) * self.c.s
                self._round(self.c.at(*spots[0]), radius, item.kind)
            elif item.kind == "rubble":
                self._rubble(item, spots[0])

    def _box(self, item: FloorItem, spots: Sequence[Spot]) -> None:
        box = Box.around(spots)
        rect = self.c.rect(box.left, box.top, box.right - box.left, box.bottom - box.top)
        path, corner = QPainterPath(), item.number("corner", 0.06) * self.c.s
        limit = min(corner, rect.width() / 2, rect.height() / 2)
        path.addRoundedRect(rect, limit, limit)
        self.shape(path)
        self.p.setPen(self.pen("#777777", 1))
        if item.kind == "crate":
            self.p.drawLine(rect.topLeft(), rect.bottomRight())
        elif item.kind == "rug":
            inset = 4 * self.unit
            self.p.drawRect(rect.adjusted(inset, inset, -inset, -inset))
        elif item.kind == "straw":
            r = chance(item.seed)
            for _ in range(max(4, round(rect.width() * rect.height() / self.c.s**2 * 2.5))):
                x = rect.left() + r() * rect.width() * 0.85
                y = rect.top() + (0.15 + r() * 0.7) * rect.height()
                at = QPointF(x, y)
                self.p.drawLine(at, at + QPointF(12 * self.unit, (r() - 0.5) * 10 * self.unit))
        elif item.kind == "stairs":
            steps = max(2, round(item.number("steps", 5)))
            upright = bool(item.number("upright", 1))
            for i in range(1, steps):
                if upright:
                    y = rect.top() + rect.height() * i / steps
                    self.p.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y))
                else:
                    x = rect.left() + rect.width() * i / steps
                    self.p.drawLine(QPointF(x, rect.top()), QPointF(x, rect.bottom()))

    def _round(self, at: QPointF, radius: float, kind: str) -> None:
        path = QPainterPath()
        path.addEllipse(at, radius, radius)
        self.shape(path, 5 if kind == "tower" else 1.6)
        if kind in ("barrel", "brazier"):
            self.p.drawEllipse(at, radius * 0.7, radius * 0.7)

    def _rubble(self, item: FloorItem, spot: Spot) -> None:
        r = chance(item.seed)
        for _ in range(round(item.number("count", 10))):
            a, d = r() * math.tau, math.sqrt(r()) * item.number("radius", 0.6)
            at = self.c.at(spot[0] + math.cos(a) * d, spot[1] + math.sin(a) * d)
            path = QPainterPath()
            path.addEllipse(at, (0.06 + r() * 0.06) * self.c.s, (0.05 + r() * 0.05) * self.c.s)
            self.shape(path, 1, "#777777")

    def trees(self) -> None:
        for item, spots in self.items:
            if item.kind != "tree":
                continue
            r, radius = chance(item.seed), item.number("radius", 1) * 0.92
            points = []
            for i in range(12):
                a, q = i / 12 * math.tau, radius * (0.9 + r() * 0.2)
                at = (spots[0][0] + math.cos(a) * q, spots[0][1] + math.sin(a) * q)
                points.append(self.c.at(*at))
            middle, path = self.c.at(*spots[0]), QPainterPath(points[0])
            for i, a_point in enumerate(points):
                b_point = points[(i + 1) % 12]
                bulge = (a_point + b_point) / 2
                out = bulge + (bulge - middle) * 0.28
                path.quadTo(out, b_point)
            self.shape(path)
            small = QPainterPath(middle - QPointF(6 * self.unit, 0))
            small.quadTo(middle - QPointF(0, 8 * self.unit), middle + QPointF(6 * self.unit, 0))
            self.p.strokePath(small, self.pen("#555555", 1.2))

    # ---- obstacles ----

    def obstacles(self) -> None:
        shown = [(o, _spots(o.points)) for o in self.board.obstacles if len(o.points) > 1]
        for o, _ in shown:
            if o.closed_shape:
                self._area(o, _spots(o.ring()))
        wall = QPen(Qt.GlobalColor.black, WALL * self.c.s)
        wall.setCapStyle(Qt.PenCapStyle.SquareCap)
        wall.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        for o, spots in shown:
            secret = o.kind is Kind.DOOR and o.state is DoorState.SECRET
            if (
                o.kind in (Kind.WALL, Kind.SLIT)
                or secret
                or (o.kind is Kind.SOLID and not o.closed_shape)
            ):
                self.p.strokePath(self.c.poly(spots, False), wall)
        for o, spots in shown:
            if o.kind is Kind.SLIT:
                opening = QPen(Qt.GlobalColor.white, WALL * self.c.s * 0.4)
                opening.setCapStyle(Qt.PenCapStyle.FlatCap)
                self.p.strokePath(self.c.poly(spots, False), opening)
            elif o.kind in (Kind.LOW, Kind.COVER) and not o.closed_shape:
                self._low(spots)
            elif o.kind is Kind.DOOR and o.state is not DoorState.SECRET:
                self._door(spots[0], spots[-1], o.state is DoorState.OPEN)

    def _area(self, o: Obstacle, ring: Sequence[Spot]) -> None:
        path = self.c.poly(ring)
        if o.kind is Kind.SOLID:
            self.p.setPen(self.pen("#000000", 2))
            self.p.setBrush(Qt.GlobalColor.black)
            self.p.drawPath(path)
        elif o.kind in (Kind.LOW, Kind.COVER):
            self.shape(path)
        elif o.kind is Kind.RISE:
            self.p.strokePath(path, self.pen("#333333", 1.6))
            self.p.setPen(self.pen("#333333", 1))
            for a, b in downhill(ring):
                self.p.drawLine(self.c.at(*a), self.c.at(*b))
        else:
            pen = self.pen("#555555", 1.2)
            pen.setDashPattern([4, 3])
            self.p.strokePath(path, pen)
            with self.c.clip(path):
                _dots(self, FloorItem(o.kind.value, (), 7), Box.around(ring))

    def _low(self, spots: Sequence[Spot]) -> None:
        radius = 4.6 * self.unit
        for (x0, y0), (x1, y1) in zip(spots, spots[1:], strict=False):
            length = math.hypot(x1 - x0, y1 - y0) or 1.0
            for k in range(int(length / 0.19) + 1):
                t = min(1.0, k * 0.19 / length)
                path = QPainterPath()
                path.addEllipse(self.c.at(x0 + (x1 - x0) * t, y0 + (y1 - y0) * t), radius, radius)
                self.shape(path, 1.3)

    def _door(self, a: Spot, b: Spot, is_open: bool) -> None:
        p, s = self.p, self.c.s
        length = math.hypot(b[0] - a[0], b[1] - a[1]) * s
        p.save()
        p.translate(self.c.at(*a))
        p.rotate(math.degrees(math.atan2(b[1] - a[1], b[0] - a[0])))
        p.setPen(self.pen("#000000", 2))
        p.setBrush(Qt.GlobalColor.white)
        half = 4.5 * self.unit
        if not is_open:
            p.drawRect(QRectF(0, -half, length, 2 * half))
        else:
            double = length > 1.5 * s
            leaf = length / 2 if double else length
            hinges = ((0.0, -72.0), (length, 252.0)) if double else ((0.0, -69.0),)
            for x, turn in hinges:
                p.save()
                p.translate(x, 0)
                p.rotate(turn)
                p.drawRect(QRectF(0, -half / 2, leaf * 0.96, half))
                p.restore()
        p.restore()


def _beside(spots: Sequence[Spot], shift: float) -> list[Spot]:
    out = []
    for i, (x, y) in enumerate(spots):
        ax, ay = spots[max(0, i - 1)]
        bx, by = spots[min(len(spots) - 1, i + 1)]
        length = math.hypot(bx - ax, by - ay) or 1.0
        out.append((x - (by - ay) / length * shift, y + (bx - ax) / length * shift))
    return out


def _stones(sheet: _Sheet, item: FloorItem, box: Box) -> None:
    """Draw a few outlines of stones."""
    sheet.p.setPen(sheet.pen("#BDBDBD", 1))
    sheet.p.setBrush(Qt.BrushStyle.NoBrush)
    for x, y in box.common(sheet.c.region).cells():
        r = cell_chance(item.seed, x, y)
        if r() < 0.7:
            rect = sheet.c.rect(x + r() * 0.7, y + r() * 0.7, 0.2, 0.16)
            sheet.p.drawRoundedRect(rect, 4 * sheet.unit, 4 * sheet.unit)


def _boards(sheet: _Sheet, item: FloorItem, box: Box) -> None:
    sheet.p.setPen(sheet.pen("#C4C4C4", 1))
    upright = bool(item.number("upright", 0))
    first, last = (box.left, box.right) if upright else (box.top, box.bottom)
    for k in range(math.ceil((last - first) * 3)):
        u = first + k / 3
        if upright:
            sheet.c.line((u, box.top), (u, box.bottom))
        else:
            sheet.c.line((box.left, u), (box.right, u))


def _waves(sheet: _Sheet, item: FloorItem, box: Box) -> None:
    sheet.p.setPen(sheet.pen("#8A8A8A", 1))
    sheet.p.setBrush(Qt.BrushStyle.NoBrush)
    for x, y in box.common(sheet.c.region).cells():
        r = cell_chance(item.seed, x, y)
        at, long = sheet.c.at(x + r(), y + r()), 12 * sheet.unit
        wave = QPainterPath(at)
        up = QPointF(long / 4, -4 * sheet.unit)
        wave.quadTo(at + up, at + QPointF(long / 2, 0))
        wave.quadTo(at + QPointF(long * 0.75, 4 * sheet.unit), at + QPointF(long, 0))
        sheet.p.drawPath(wave)


def _tufts(sheet: _Sheet, item: FloorItem, box: Box) -> None:
    sheet.p.setPen(sheet.pen("#B0B0B0", 1))
    for x, y in box.common(sheet.c.region).cells():
        r = cell_chance(item.seed, x, y)
        if r() < 0.6:
            px, py = x + r(), y + r()
            for k in (-1, 0, 1):
                sheet.c.line((px + k * 0.03, py), (px + k * 0.07, py - 0.1))


def _dots(sheet: _Sheet, item: FloorItem, box: Box) -> None:
    sheet.p.setPen(sheet.pen("#9A9A9A", 1.6))
    for x, y in box.common(sheet.c.region).cells():
        r = cell_chance(item.seed, x, y)
        for _ in range(3):
            sheet.p.drawPoint(sheet.c.at(x + r(), y + r()))


_TEXTURES: dict[str, Callable[[_Sheet, FloorItem, Box], None]] = {
    "planks": _boards,
    "water": _waves,
    "grass": _tufts,
    "cave": _dots,
}
