"""The drawn floor of a board: ground, furniture and obstacles."""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter, QPainterPath

from desktop.board import floor_ground as ground
from desktop.board import floor_things as things
from desktop.board import floor_walls as walls
from desktop.board.floor_canvas import Box, Canvas, Spot, inside
from desktop.board.floor_ground import Area, Tone
from desktop.board.paint import View, colour
from desktop.colours import Theme
from maps.board import Board
from maps.floor import ABOVE, AREAS, FloorItem
from maps.grid import SUB, Point
from maps.remember import by_identity
from maps.shapes import DoorState, Kind, Obstacle

MARGIN = 0.6
"""How far the paint of an obstacle reaches beyond its points, in squares."""

FEW, CELLS, FINE_CELLS = 10, 12, 3
"""Walls, and squares of ground, that are painted in one step."""

Shown = tuple[Obstacle, tuple[Spot, ...]]
"""An obstacle with its points in squares."""

_STONE = {"flags": Tone(36, 13, 74), "planks": Tone(30, 28, 60), "cobble": Tone(34, 9, 70)}


def spots_of(points: Sequence[Point]) -> tuple[Spot, ...]:
    return tuple((p.x / SUB, p.y / SUB) for p in points)


def bounds(board: Board) -> Box:
    """Return the bounds of a board in squares."""
    return Box(board.left, board.top, board.left + board.width, board.top + board.height)


class FloorPainter:
    """Paints any part of the floor of one board in one theme, always the same."""

    def __init__(self, board: Board, theme: Theme) -> None:
        self.board, self.theme = board, theme
        floor = board.floor
        self._items = tuple((item, spots_of(item.points)) for item in floor.items)
        self._rough = tuple(s for i, s in self._items if i.kind == "rough")
        covered = [s for i, s in self._items if i.kind in AREAS and i.kind != "dim"]
        self._covered = tuple((Box.around(s), s) for s in covered if len(s) > 2)
        self._where = _boxes(board.obstacles)

    def paint(self, painter: QPainter, view: View, region: Box) -> None:
        """Paint a region; boards with a picture have no drawn floor."""
        for _ in self.steps(painter, view, region):
            pass

    def steps(self, painter: QPainter, view: View, region: Box) -> Iterator[None]:
        """Paint a region bit by bit; each ``yield`` is a place where others may go on."""
        if self.board.picture is not None:
            return
        painter.save()
        try:
            yield from self._layers(painter, view, region)
        finally:  # perhaps nobody wants the rest
            painter.restore()

    def _layers(self, painter: QPainter, view: View, region: Box) -> Iterator[None]:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        c = Canvas(painter, view, region, self.theme)
        yield from ground.base(c, self.board.floor.seed + 1)
        yield
        if not self._items:
            yield from self._plain(c)
        for item, spots in self._items:
            if item.kind not in ABOVE:
                yield from self._item(c, item, spots)
        near = self._near(region)
        yield from self._obstacles(c, near)
        for item, spots in self._items:
            if item.kind in ABOVE:
                yield from self._item(c, item, spots)
        for o in near:
            if o.kind is Kind.FOG and o.closed_shape:
                walls.haze(c, spots_of(o.ring()), _seed(o))
        if self.theme.map_dim:
            box = view.rect(
                region.left, region.top, region.right - region.left, region.bottom - region.top
            )
            painter.fillRect(box, colour("#0C0E14", self.theme.map_dim))

    # ---- the ground of an empty map ----

    def _plain(self, c: Canvas) -> Iterator[None]:
        """Fill the whole board with its ground and hatch the rock around it."""
        kind, box = self.board.floor.ground, bounds(self.board)
        rim = ((box.left, box.top), (box.right, box.top), (box.right, box.bottom))
        corners = (*rim, (box.left, box.bottom))
        if kind == "rock":
            return
        closed = (*corners, corners[0])
        if not (
            box.left < c.region.left - 1
            and c.region.right < box.right - 1
            and box.top < c.region.top - 1
            and c.region.bottom < box.bottom - 1
        ):

            def skip(x: float, y: float) -> bool:
                return box.left < x < box.right and box.top < y < box.bottom

            yield from ground.hatch(c, [closed], self.board.floor.seed, 0.95, skip)
        item = FloorItem(kind, (), self.board.floor.seed, {"curved": 0})
        yield from self._item(c, item, corners)
        c.stroke(c.poly(corners), c.pen(c.theme.rock_ink, 0.06, least=1.5))

    # ---- items ----

    def _item(self, c: Canvas, item: FloorItem, spots: tuple[Spot, ...]) -> Iterator[None]:
        if item.kind == "hatch":
            yield from self._hatch(c, item, spots)
            return
        paint = _PAINT.get(item.kind)
        if paint is None or not spots:
            return
        reach = max(item.number("radius", 0) * 1.3, item.number("width", 0)) + MARGIN
        if item.kind == "brazier":
            reach = 2.5
        box = Box.around(spots, reach)
        if not box.meets(c.region):
            return
        if item.kind not in AREAS:
            paint(c, item, spots)
            yield
            return
        for band in _bands(c):
            if box.meets(band.region):
                with band.clip(_whole(band)):
                    paint(band, item, spots)
                yield

    def _hatch(self, c: Canvas, item: FloorItem, spots: tuple[Spot, ...]) -> Iterator[None]:
        lines: list[tuple[Spot, ...]] = [spots] if spots else []
        if not spots:
            kinds = (Kind.WALL, Kind.SLIT)
            lines = [spots_of(o.points) for o in self.board.obstacles if o.kind in kinds]
        yield from ground.hatch(c, lines, item.seed, item.number("depth", 0.75), self._skip)

    def _skip(self, x: float, y: float) -> bool:
        """Whether a place lies on ground, where nothing is hatched."""
        return any(
            b.left < x < b.right and b.top < y < b.bottom and inside(poly, x, y)
            for b, poly in self._covered
        )

    # ---- obstacles ----

    def _near(self, region: Box) -> list[Obstacle]:
        """Return the obstacles whose paint reaches into a region."""
        left, top, right, bottom = self._where
        inside = (left < region.right + MARGIN) & (region.left - MARGIN < right)
        inside &= (top < region.bottom + MARGIN) & (region.top - MARGIN < bottom)
        return [self.board.obstacles[i] for i in np.flatnonzero(inside)]

    def _obstacles(self, c: Canvas, near: Sequence[Obstacle]) -> Iterator[None]:
        shown = [(o, s) for o in near if len(s := spots_of(o.points)) > 1]
        for o, _ in shown:
            if o.kind is Kind.TERRAIN and o.closed_shape:
                walls.rough_ground(c, spots_of(o.ring()), _seed(o))
            elif o.kind is Kind.RISE and o.closed_shape:
                walls.rise(c, spots_of(o.ring()))
            elif o.kind is Kind.SOLID and o.closed_shape:
                walls.solid(c, spots_of(o.ring()), _seed(o))
            elif o.kind in (Kind.LOW, Kind.COVER) and o.closed_shape:
                ink, rim = ("#A59C8C", "#332C24") if o.kind is Kind.LOW else ("#9A6C3C", "#3A2612")
                walls.low_area(c, spots_of(o.ring()), ink, rim)
        solid = [(o, s) for o, s in shown if _is_wall(o)]
        for few in _by_few(solid):
            for _, spots in few:
                walls.shadow(c, spots, self._width(spots))
            yield
        for few in _by_few(solid):
            for o, spots in few:
                walls.wall(c, spots, _seed(o), self._is_rough(spots))
            yield
        for o, spots in shown:
            if o.kind is Kind.SLIT:
                for a, b in zip(spots, spots[1:], strict=False):
                    walls.slit(c, a, b, _seed(o))
            elif o.kind in (Kind.LOW, Kind.COVER) and not o.closed_shape:
                walls.low_wall(c, spots, _seed(o))
            elif o.kind is Kind.DOOR and o.state is not DoorState.SECRET:
                walls.door(c, spots[0], spots[-1], o.state is DoorState.OPEN)

    def _is_rough(self, spots: Sequence[Spot]) -> bool:
        return any(all(inside(area, x, y) for x, y in spots) for area in self._rough)

    def _width(self, spots: Sequence[Spot]) -> float:
        return walls.ROUGH_WIDTH if self._is_rough(spots) else walls.WIDTH


def _by_few(shown: list[Shown]) -> Iterator[list[Shown]]:
    """Yield so many obstacles at a time as are painted in some milliseconds."""
    for start in range(0, len(shown), FEW):
        yield shown[start : start + FEW]


def _bands(c: Canvas) -> Iterator[Canvas]:
    """Yield parts of a region: an area of ground in all of it would take too long at once.

    They end between two pixels, or a seam would show.
    """
    box = c.region
    most = FINE_CELLS if c.fine else CELLS
    columns = max(1, min(math.ceil(box.right - box.left), most))
    rows = max(1, most // columns)
    ends = (c.s, c.view.left * c.s, c.view.top * c.s)
    if not all(float(end).is_integer() for end in ends):
        yield c
        return
    for top, bottom in pairwise(_edges(box.top, box.bottom, rows)):
        for left, right in pairwise(_edges(box.left, box.right, columns)):
            yield Canvas(c.painter, c.view, Box(left, top, right, bottom), c.theme)


def _edges(low: float, high: float, step: int) -> list[float]:
    return [low, *range(math.floor(low) + step, math.ceil(high), step), high]


def _whole(c: Canvas) -> QPainterPath:
    """Return the region of a canvas."""
    path, box = QPainterPath(), c.region
    path.addRect(c.rect(box.left, box.top, box.right - box.left, box.bottom - box.top))
    return path


@by_identity(keep=4)
def _boxes(obstacles: tuple[Obstacle, ...]) -> NDArray[np.float64]:
    """Return left, top, right, bottom of each obstacle in squares, shape (4, n)."""
    boxes = np.full((4, len(obstacles)), np.nan)  # what has no points is nowhere
    for i, o in enumerate(obstacles):
        if o.points:
            xs, ys = [p.x for p in o.points], [p.y for p in o.points]
            boxes[:, i] = min(xs), min(ys), max(xs), max(ys)
    return boxes / SUB


def _is_wall(o: Obstacle) -> bool:
    """Whether it is drawn as a wall; a secret door is, so that nobody sees it."""
    if o.kind is Kind.SOLID:
        return not o.closed_shape
    return o.kind is Kind.WALL or (o.kind is Kind.DOOR and o.state is DoorState.SECRET)


def _seed(o: Obstacle) -> int:
    """Return a seed that a wall keeps while others come and go."""
    return zlib.crc32(o.id.encode())


# ---- one painter for each kind of item ----------------------------------------------------

Paint = Callable[[Canvas, FloorItem, tuple[Spot, ...]], None]


ROUNDED = 2
"""The value of ``curved`` that rounds the corners of an area and keeps its sides."""


def _area(item: FloorItem, spots: tuple[Spot, ...], curved: int = 0) -> Area:
    """Return the area of an item; ``curved`` is what holds where the item does not say."""
    if len(spots) == 2:
        (x0, y0), (x1, y1) = spots
        spots = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    bends = round(item.number("curved", curved))
    return Area(_dense(spots) if bends == ROUNDED else spots, item.seed, bool(bends))


def _dense(spots: tuple[Spot, ...]) -> tuple[Spot, ...]:
    """Return the middles of the squares' sides along a ring, so that a curve stays near it."""
    found: list[Spot] = []
    for (ax, ay), (bx, by) in zip(spots, (*spots[1:], spots[0]), strict=True):
        steps = max(1, round(max(abs(bx - ax), abs(by - ay))))
        parts = ((i + 0.5) / steps for i in range(steps))
        found += [(ax + (bx - ax) * t, ay + (by - ay) * t) for t in parts]
    return tuple(found)


def _tone(item: FloorItem) -> Tone:
    tone = _STONE[item.kind]
    return Tone(
        item.number("hue", tone.hue), item.number("sat", tone.sat), item.number("light", tone.light)
    )


def _rect(c: Canvas, spots: tuple[Spot, ...]) -> QRectF:
    box = Box.around(spots)
    return c.rect(box.left, box.top, box.right - box.left, box.bottom - box.top)


def _cave(c: Canvas, item: FloorItem, spots: tuple[Spot, ...]) -> None:
    ground.cave(c, _area(item, spots, 1))


def _water(c: Canvas, item: FloorItem, spots: tuple[Spot, ...]) -> None:
    ground.water(c, _area(item, spots, 1), item.number("flow", 0))


def _planks(c: Canvas, item: FloorItem, spots: tuple[Spot, ...]) -> None:
    ground.planks(c, _area(item, spots), _tone(item), bool(item.number("upright", 0)))


def _path(c: Canvas, item: FloorItem, spots: tuple[Spot, ...]) -> None:
    ground.way(c, spots, item.seed, item.number("width", 1.5), item.word("colour", "#C6B48E"))


def _dim(c: Canvas, item: FloorItem, spots: tuple[Spot, ...]) -> None:
    ground.dim(c, _area(item, spots), item.number("alpha", 0.2), item.word("colour", "#222C50"))


def _brazier(c: Canvas, item: FloorItem, spots: tuple[Spot, ...]) -> None:
    if len(spots) > 3:
        with c.clip(c.poly(spots[1:])):
            things.brazier(c, *spots[0])
    else:
        things.brazier(c, *spots[0])


def _slab(c: Canvas, item: FloorItem, spots: tuple[Spot, ...]) -> None:
    ink, corner = item.word("colour", "#B9B1A2"), item.number("corner", 0.06)
    things.slab(c, _rect(c, spots), ink, corner, item.number("alpha", 1))


def _pillar(c: Canvas, item: FloorItem, spots: tuple[Spot, ...]) -> None:
    box = Box.around(spots)
    things.pillar(c, box.left, box.top, max(0.2, box.right - box.left))


def _stairs(c: Canvas, item: FloorItem, spots: tuple[Spot, ...]) -> None:
    steps, upright = round(item.number("steps", 5)), bool(item.number("upright", 1))
    things.stairs(c, _rect(c, spots), max(1, steps), upright)


def _tree(c: Canvas, item: FloorItem, spots: tuple[Spot, ...]) -> None:
    things.tree(c, spots[0], item.number("radius", 1), item.seed, item.number("hue", 92))


def _rubble(c: Canvas, item: FloorItem, spots: tuple[Spot, ...]) -> None:
    count = round(item.number("count", 10))
    things.rubble(c, spots[0], item.number("radius", 0.6), count, item.seed)


_PAINT: dict[str, Paint] = {
    "grass": lambda c, i, s: ground.grass(c, _area(i, s)),
    "cave": _cave,
    "water": _water,
    "flags": lambda c, i, s: ground.flags(c, _area(i, s), _tone(i)),
    "planks": _planks,
    "cobble": lambda c, i, s: ground.cobble(c, _area(i, s), _tone(i)),
    "dim": _dim,
    "path": _path,
    "edge": lambda c, i, s: ground.edge(c, s, i.seed),
    "tree": _tree,
    "rubble": _rubble,
    "barrel": lambda c, i, s: things.barrel(c, *s[0], i.number("radius", 0.3)),
    "disc": lambda c, i, s: things.disc(c, s[0], i.number("radius", 0.5), i.word("colour", "#777")),
    "tower": lambda c, i, s: things.tower(c, s[0], i.number("radius", 0.75)),
    "brazier": _brazier,
    "rug": lambda c, i, s: things.rug(c, _rect(c, s), i.word("colour", "#8C3B35")),
    "slab": _slab,
    "crate": lambda c, i, s: things.crate(c, _rect(c, s)),
    "straw": lambda c, i, s: things.straw(c, _rect(c, s), i.seed),
    "pillar": _pillar,
    "stairs": _stairs,
}


# ---- pictures -----------------------------------------------------------------------------------


def floor_image(board: Board, theme: Theme, scale: float, region: Box | None = None) -> QImage:
    """Paint a region (the whole board by default) at ``scale`` pixels to the square."""
    box = region or bounds(board)
    width, height = round((box.right - box.left) * scale), round((box.bottom - box.top) * scale)
    image = QImage(max(1, width), max(1, height), QImage.Format.Format_RGB32)
    image.fill(colour(theme.rock))
    painter = QPainter(image)
    FloorPainter(board, theme).paint(painter, View(scale, box.left, box.top), box)
    painter.end()
    return image
