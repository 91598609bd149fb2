"""What the drawn floor of paper lacks: pictures in light grey, marks on secret and locked doors."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from desktop.board.laid import LaidArea
from desktop.board.paint import View, pen
from desktop.board.paint_marks import area_path
from desktop.board.picture import PictureError, decode
from desktop.printing.area import CutOut
from desktop.printing.ink import BLACK, SMALL, Ink, Style, width_of
from desktop.printing.page import UNITS, Box
from maps.board import Board
from maps.grid import SUB
from maps.shapes import DoorState, Kind, Obstacle

LIFT = 118
"""How much white lies over a picture of the map: black tokens and walls stay the strongest."""
HATCH = 0.24
"""Squares between two lines of the hatching of areas of effect."""
DOOR = 0.2
"""Thickness of the mark on a door in squares."""


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


def mark_area(ink: Ink, laid: LaidArea, view: View, frame: Box, scale: float) -> None:
    """Draw an area of effect: a broken rim, thin hatching, its name; ``scale`` mm to a square."""
    path = area_path(view, laid.cells)
    box, step = path.boundingRect(), HATCH * view.scale
    painter = ink.painter
    painter.save()
    painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
    painter.setPen(pen(BLACK, 0.012 * view.scale, alpha=0.7))
    for i in range(int((box.left() - box.height()) // step), int(box.right() // step) + 1):
        x = i * step
        painter.drawLine(QPointF(x, box.bottom()), QPointF(x + box.height(), box.top()))
    painter.restore()
    dashes = (5, 3)
    painter.strokePath(path, pen("#FFFFFF", 0.09 * view.scale))
    painter.strokePath(path, pen(BLACK, 0.045 * view.scale, dash=dashes, round_caps=False))
    top = min(laid.cells, key=lambda c: (c.y, c.x), default=None)
    if top is None:
        return
    row = sum(c.y == top.y for c in laid.cells)
    at = view.at(top.x, top.y)
    wide = max(row * scale, width_of(laid.words, SMALL) + 1)
    middle = (at.x() / UNITS) + row * scale / 2
    above = max(frame.y + 0.4, at.y() / UNITS - 3.4)
    room = Box(middle - wide / 2, above, wide, 3.2)
    ink.write(room, laid.words, Style(SMALL, 600, BLACK, "middle", kind="area"))


def mark_doors(ink: Ink, board: Board, frame: Box, part: CutOut) -> None:
    """Mark locked doors with a dot and secret ones with a white gap, for the game master."""
    for o in board.obstacles:
        if o.kind is not Kind.DOOR or len(o.points) < 2:
            continue
        if o.state is DoorState.LOCKED:
            (ax, ay), (bx, by) = _ends(o, frame, part)
            ink.circle((ax + bx) / 2, (ay + by) / 2, 0.11 * part.scale, 0, fill=BLACK)
        elif o.state is DoorState.SECRET:
            _secret(ink, o, frame, part)


def _secret(ink: Ink, o: Obstacle, frame: Box, part: CutOut) -> None:
    """Draw three dots in a white gap: a wall for all others."""
    (ax, ay), (bx, by) = _ends(o, frame, part)
    width = DOOR * part.scale
    ink.line((ax, ay), (bx, by), width * 0.62 / (25.4 / 72), "#FFFFFF")
    for t in (0.2, 0.5, 0.8):
        ink.circle(ax + (bx - ax) * t, ay + (by - ay) * t, width * 0.24, 0, fill=BLACK)


def _ends(o: Obstacle, frame: Box, part: CutOut) -> tuple[tuple[float, float], tuple[float, float]]:
    a, b = (
        (
            frame.x + (p.x / SUB - part.left) * part.scale,
            frame.y + (p.y / SUB - part.top) * part.scale,
        )
        for p in (o.points[0], o.points[-1])
    )
    return a, b
