"""The layers below the tokens: ground, areas, grid and the lines of walls and doors."""

from __future__ import annotations

import math
from dataclasses import dataclass

import shapely
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QImage, QPainter, QPainterPath, QPen, QPolygonF
from shapely.geometry.base import BaseGeometry

from desktop.board.floor_walls import downhill
from desktop.board.paint import View, circle, colour, fill, paint_label, pen
from desktop.board.paint_marks import scale_transform
from desktop.board.shapes import Shapes
from desktop.colours import MAP, Theme
from desktop.i18n import tr
from maps.board import Board
from maps.grid import SUB
from maps.shapes import DoorState, Kind, Obstacle
from maps.vision import lit_areas

LABEL_DOWN = 14
"""Pixels from the upper rim of an area to the middle of its words: lines seldom run there."""
RISE_FROM = 30.0
"""Rises smaller than this many pixels do not say how high they are."""
BROAD = 8
"""No line over a picture is broader, in pixels."""
GRID_FROM = 9.0
"""Squares smaller than this many pixels show no grid."""

WALL, OPENING, GLASS, SECRET = "#FFFDF8", "#FFB01F", "#8FD0FF", "#E7A6FF"

# kind or door state: (colour, width, dash)
STROKES: dict[str, tuple[str, float, tuple[float, ...]]] = {
    "wall": (WALL, 2.4, ()),
    "solid": (WALL, 2.4, ()),
    "slit": (GLASS, 2.4, (7, 4)),
    "low": (WALL, 1.8, (6, 4)),
    "cover": (WALL, 1.8, (2, 4)),
    "door.closed": (OPENING, 3.4, ()),
    "door.open": (OPENING, 2.0, (3, 4)),
    "door.locked": (OPENING, 3.4, ()),
    "door.secret": (SECRET, 3.0, (4, 3)),
}


def paint_grid(painter: QPainter, view: View, board: Board, visible: QRectF) -> None:
    """Draw the grid within the bounds of the board: hairlines of one device pixel."""
    if view.scale < GRID_FROM:
        return
    box = view.rect(board.left, board.top, board.width, board.height).intersected(visible)
    if box.isEmpty():
        return
    first = max(board.left, math.ceil(view.left + box.left() / view.scale - 1e-6))
    last = min(board.left + board.width, math.floor(view.left + box.right() / view.scale + 1e-6))
    lines = []
    for x in range(first, last + 1):
        at = round(view.x(x)) + 0.5
        lines.append(QLineF(at, box.top(), at, box.bottom()))
    first = max(board.top, math.ceil(view.top + box.top() / view.scale - 1e-6))
    last = min(board.top + board.height, math.floor(view.top + box.bottom() / view.scale + 1e-6))
    for y in range(first, last + 1):
        at = round(view.y(y)) + 0.5
        lines.append(QLineF(box.left(), at, box.right(), at))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(QPen(colour(MAP.grid), 1))
    painter.drawLines(lines)


def paint_obstacles(
    painter: QPainter,
    view: View,
    shapes: Shapes,
    *,
    secrets: bool = True,
    visible: QRectF | None = None,
) -> None:
    """Draw walls, doors and windows as thin clear lines over a picture.

    ``visible`` is the part of the view in which they are wanted, in pixels.
    """
    seen = None
    if visible is not None:
        room = visible.adjusted(-BROAD, -BROAD, BROAD, BROAD)
        left, top = view.left + room.left() / view.scale, view.top + room.top() / view.scale
        seen = QRectF(left, top, room.width() / view.scale, room.height() / view.scale)
    painter.save()
    painter.setTransform(scale_transform(view), True)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for style, path in shapes.lines.items():
        if style not in STROKES:
            continue
        ink, width, dash = STROKES[style]
        if style == "door.secret" and not secrets:
            ink, width, dash = STROKES["wall"]
        case = _cosmetic(MAP.case, width + 2.2, alpha=0.6)
        parts = [(path.controlPointRect(), path)] if dash else shapes.pieces(style)
        parts = [p for p in parts if seen is None or _meet(p[0], seen)]
        for with_pen in (case, _cosmetic(ink, width, dash=dash)):
            for _, part in parts:
                painter.strokePath(part, with_pen)
    painter.restore()
    _locks(painter, view, shapes)


def _meet(a: QRectF, b: QRectF) -> bool:
    """Whether two boxes meet; lines have boxes without width."""
    return (
        a.left() <= b.right()
        and b.left() <= a.right()
        and a.top() <= b.bottom()
        and b.top() <= a.bottom()
    )


def paint_secrets(painter: QPainter, view: View, shapes: Shapes) -> None:
    """Draw what a floor hides from players and the game master has to know."""
    path = shapes.lines.get("door.secret")
    if path is not None:
        ink, width, dash = STROKES["door.secret"]
        on_map = scale_transform(view).map(path)
        painter.strokePath(on_map, pen(MAP.case, width + 2.2, alpha=0.6))
        painter.strokePath(on_map, pen(ink, width, dash=dash, round_caps=False))
    _locks(painter, view, shapes)


def _locks(painter: QPainter, view: View, shapes: Shapes) -> None:
    for door in shapes.doors:
        if door.state is DoorState.LOCKED and view.scale >= 16:
            at = view.at(*door.middle)
            circle(painter, at, 4.5, fill(OPENING), pen(MAP.case, 1.5))


def _cosmetic(
    value: str, width: float, *, alpha: float = 1.0, dash: tuple[float, ...] = ()
) -> QPen:
    """Make a pen for long paths: round ends of thousands of pieces would cost 30 times as much."""
    result = pen(value, width, alpha=alpha, dash=dash, round_caps=False)
    if not dash:
        result.setCapStyle(Qt.PenCapStyle.SquareCap)
        result.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    result.setCosmetic(True)
    return result


def paint_areas(painter: QPainter, view: View, shapes: Shapes, *, drawn: bool, clear: bool) -> None:
    """Draw fog and difficult ground; with ``clear`` fog also where a drawn floor shows it."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    to_pixels = scale_transform(view)
    if not drawn and (terrain := shapes.lines.get(str(Kind.TERRAIN))) is not None:
        path = to_pixels.map(terrain)
        painter.fillPath(path, QBrush(colour(MAP.case, 0.35), Qt.BrushStyle.Dense6Pattern))
        painter.strokePath(path, pen(MAP.case, 1.5, alpha=0.5, dash=(2, 5)))
    for obstacle in shapes.rises:
        _rise(painter, view, obstacle, drawn=drawn)
    for obstacle, area in shapes.fogs:
        if drawn and not clear and obstacle.closed_shape:
            continue  # the floor shows it
        path = to_pixels.map(area)
        thick = 0.30 + 0.25 * min(1.0, obstacle.concealment / 50)
        if obstacle.closed_shape and drawn:
            pass
        elif obstacle.closed_shape:
            painter.fillPath(path, fill("#DDE3EA", thick))
            painter.fillPath(path, _fog_brush())
            rim = pen("#FFFFFF", 1.6, alpha=0.75, dash=(7, 5))
            painter.strokePath(path, rim)
        else:
            painter.strokePath(path, pen("#DDE3EA", 7, alpha=0.6))
            painter.strokePath(path, pen("#FFFFFF", 1.6, alpha=0.8, dash=(7, 5)))
    painter.restore()


def paint_concealing(painter: QPainter, view: View, shapes: Shapes) -> None:
    """Rim what conceals and say how much; above the dark, where it is to be read too."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for obstacle, area in shapes.fogs:
        path = scale_transform(view).map(area)
        painter.strokePath(path, pen(MAP.case, 4, alpha=0.5))
        painter.strokePath(path, pen("#FFFFFF", 2, dash=(7, 5)))
        words = tr("board.concealment", percent=obstacle.concealment)
        box = path.boundingRect()
        paint_label(painter, QPointF(box.center().x(), box.top() + LABEL_DOWN), words)
    painter.restore()


def _rise(painter: QPainter, view: View, obstacle: Obstacle, *, drawn: bool) -> None:
    """Draw the rim of higher ground unless a floor shows it, and say how high it is."""
    shape = QPolygonF([view.point(p) for p in obstacle.ring()])
    if not drawn:
        spots = [(p.x / SUB, p.y / SUB) for p in obstacle.ring()]
        painter.setBrush(fill("#FFF8E2", 0.14))
        painter.setPen(pen(MAP.case, 2, alpha=0.75))
        painter.drawPolygon(shape)
        painter.drawLines([QLineF(view.at(*a), view.at(*b)) for a, b in downhill(spots)])
    box = shape.boundingRect()
    if obstacle.top is not None and min(box.width(), box.height()) >= RISE_FROM:
        words = tr("board.rise", n=round(obstacle.top / SUB, 2))
        paint_label(painter, QPointF(box.center().x(), box.top() + LABEL_DOWN), words)


_fog: list[QBrush] = []


def _fog_brush() -> QBrush:
    """Return short level strokes, as fog is drawn on old maps."""
    if not _fog:
        tile = QImage(28, 20, QImage.Format.Format_ARGB32_Premultiplied)
        tile.fill(Qt.GlobalColor.transparent)
        painter = QPainter(tile)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(pen("#FFFFFF", 1.6, alpha=0.6))
        painter.drawLine(QPointF(3, 5.5), QPointF(13, 5.5))
        painter.drawLine(QPointF(17, 15.5), QPointF(25, 15.5))
        painter.end()
        _fog.append(QBrush(tile))
    return _fog[0]


@dataclass(frozen=True, slots=True)
class LitPaths:
    """What is bright and what is dim, as paths in squares."""

    bright: QPainterPath
    dim: QPainterPath

    @classmethod
    def of(cls, board: Board) -> LitPaths:
        """Find out what the lights of a board reach past its walls."""
        lit = lit_areas(board)
        return cls(path_of(lit.bright), path_of(lit.dim))


def path_of(area: BaseGeometry) -> QPainterPath:
    """Turn an area into a path, holes included."""
    path = QPainterPath()
    for part in shapely.get_parts(area):
        if part.geom_type != "Polygon" or part.is_empty:
            continue
        for ring in (part.exterior, *part.interiors):
            path.addPolygon(QPolygonF([QPointF(x, y) for x, y in ring.coords]))
            path.closeSubpath()
    return path


def paint_lights(
    painter: QPainter, view: View, board: Board, lit: LitPaths, visible: QRectF
) -> None:
    """Draw what is lit, with rims; on a dark map shade what no light reaches."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    to_pixels = scale_transform(view)
    bright, dim = to_pixels.map(lit.bright), to_pixels.map(lit.dim)
    if board.dark:
        unlit = QPainterPath()
        unlit.addRect(visible)
        painter.fillPath(unlit.subtracted(bright).subtracted(dim), fill("#05060A", 0.62))
        painter.fillPath(dim, fill("#05060A", 0.32))
    else:
        painter.fillPath(bright, fill("#FFE9A8", 0.22))
        painter.fillPath(dim, fill("#FFE9A8", 0.10))
    for path, dash in ((bright, ()), (dim, (7, 5))):
        painter.strokePath(path, pen(MAP.case, 3.4, alpha=0.4))
        painter.strokePath(path, pen("#FFD97A", 1.8, dash=dash))
    for light in board.lights:
        circle(painter, view.point(light.at), 5, fill(light.colour), pen(MAP.case, 1.6))
    painter.restore()


def paint_plain_ground(painter: QPainter, view: View, board: Board, theme: Theme) -> None:
    """Fill the squares of a board that has neither picture nor painted floor yet."""
    painter.fillRect(
        view.rect(board.left, board.top, board.width, board.height),
        fill("#4A4741" if theme.dark else "#CFC8BB"),
    )
