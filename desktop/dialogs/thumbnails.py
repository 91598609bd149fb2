"""Small pictures of fights: what of a board they show, painted in steps between other work."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, QSize
from PySide6.QtGui import QImage, QImageReader, QPainter

from desktop.board.floor import FloorPainter
from desktop.board.floor_canvas import Box
from desktop.board.paint import View, colour
from desktop.board.paint_token import TokenLook, paint_token
from desktop.colours import MAP, Theme
from maps.board import Board
from maps.grid import SUB
from maps.storeys import part, storey_of
from rules.encounter.state import Encounter
from rules.system import RuleSystem

CLOSE = 20.0
"""Pixels to the square that a thumbnail likes best."""
STRIP = 48
"""Width in pixels of what is painted in one step."""


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What a thumbnail shows: a board, who stands on it, the bytes of its picture."""

    board: Board
    tokens: tuple[TokenLook, ...] = ()
    picture: bytes | None = None


def glimpse(state: Encounter, system: RuleSystem, asset: Callable[[str], bytes | None]) -> Glimpse:
    """Take from a fight what a thumbnail needs."""
    looks, board = [], state.board
    tokens = list(state.tokens.values())
    if board.storeys:
        acting = next((state.tokens[t] for t in state.timeline.acting if t in state.tokens), None)
        me = acting or next(iter(tokens), None)
        shown = board.storeys[0] if me is None else storey_of(board, me.space)
        assert shown is not None  # there are storeys
        tokens = [t for t in tokens if storey_of(board, t.space) is shown]
        board = part(board, shown)
    for token in tokens:
        health = system.health(token)
        looks.append(
            TokenLook(
                x=token.space.x / SUB,
                y=token.space.y / SUB,
                size=token.space.side / SUB,
                initials="",
                side=str(token.side),
                dead=health.dead or health.down,
            )
        )
    picture = asset(board.picture.asset) if board.picture is not None else None
    return Glimpse(board, tuple(looks), picture)


def frame(shown: Glimpse, size: QSize, *, whole: bool = False) -> View:
    """Return which part of a board to show: where the fight is, the picture always filled.

    ``whole`` shows all of the board, with rock around it.
    """
    board, tokens = shown.board, shown.tokens
    width, height = size.width(), size.height()
    fit = min(width / board.width, height / board.height)
    if whole:
        left = board.left + board.width / 2 - width / fit / 2
        top = board.top + board.height / 2 - height / fit / 2
        return View(fit, left, top)
    fill = max(width / board.width, height / board.height)
    if tokens:
        boxes = [(t.x, t.y, t.x + t.size, t.y + t.size) for t in tokens]
        x0, y0 = min(b[0] for b in boxes), min(b[1] for b in boxes)
        x1, y1 = max(b[2] for b in boxes), max(b[3] for b in boxes)
        around = min(width / (x1 - x0 + 2), height / (y1 - y0 + 2))
        scale = max(fill, min(CLOSE * 1.4, max(CLOSE * 0.8, around)))
        x = sum(t.x + t.size / 2 for t in tokens) / len(tokens)
        y = sum(t.y + t.size / 2 for t in tokens) / len(tokens)
    else:
        scale = max(fill, CLOSE * 0.6)
        x, y = board.left + board.width / 2, board.top + board.height / 2
    wide, high = width / scale, height / scale
    left = min(max(x - wide / 2, board.left), board.left + board.width - wide)
    top = min(max(y - high / 2, board.top), board.top + board.height - high)
    return View(scale, left, top)


def painting(
    shown: Glimpse, size: QSize, dpr: float, theme: Theme, *, whole: bool = False
) -> Iterator[QImage | None]:
    """Paint a thumbnail in steps; yields ``None`` after each, at last the picture."""
    image = QImage(size * dpr, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(dpr)
    image.fill(colour(theme.rock))
    view = frame(shown, size, whole=whole)
    if shown.board.picture is not None:
        _paint_picture(image, shown, view)
        yield None
    else:
        floor = FloorPainter(shown.board, theme)
        for left in range(0, size.width(), STRIP):
            right = min(size.width(), left + STRIP)
            painter = QPainter(image)
            painter.setClipRect(QRectF(left, 0, right - left, size.height()))
            floor.paint(painter, view, _box(view, left, right, size.height()))
            painter.end()
            yield None
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _paint_grid(painter, view, shown.board, size)
    for look in sorted(shown.tokens, key=lambda t: (not t.dead, -t.size)):
        paint_token(painter, view, look)
    painter.end()
    yield image


def _box(view: View, left: float, right: float, height: float) -> Box:
    x0, x1 = view.left + left / view.scale, view.left + right / view.scale
    return Box(x0, view.top, x1, view.top + height / view.scale)


def _paint_picture(image: QImage, shown: Glimpse, view: View) -> None:
    place = shown.board.picture
    picture = read_small(shown.picture, 1024) if shown.picture else None
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    board = shown.board
    ground = view.rect(board.left, board.top, board.width, board.height)
    painter.fillRect(ground, colour("#CFC8BB"))
    if picture is not None and place is not None:
        where = view.rect(place.x / SUB, place.y / SUB, place.width / SUB, place.height / SUB)
        painter.drawImage(where, picture)
    painter.end()


def _paint_grid(painter: QPainter, view: View, board: Board, size: QSize) -> None:
    """Draw the grid where squares are not too small for it."""
    if view.scale < 8:
        return
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(colour(MAP.grid))
    area = view.rect(board.left, board.top, board.width, board.height)
    area = area.intersected(QRectF(0, 0, size.width(), size.height()))
    for i in range(board.width + 1):
        x = view.x(board.left + i)
        if area.left() <= x <= area.right():
            painter.drawLine(round(x), round(area.top()), round(x), round(area.bottom()))
    for i in range(board.height + 1):
        y = view.y(board.top + i)
        if area.top() <= y <= area.bottom():
            painter.drawLine(round(area.left()), round(y), round(area.right()), round(y))
    painter.restore()


def read_small(data: bytes, longest: int) -> QImage | None:
    """Decode a picture no larger than needed; ``None`` where it cannot be read."""
    device = QBuffer()
    device.setData(QByteArray(data))
    device.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(device)
    reader.setAutoTransform(True)
    size = reader.size()
    if size.isValid() and max(size.width(), size.height()) > longest:
        share = longest / max(size.width(), size.height())
        reader.setScaledSize(
            QSize(max(1, math.ceil(size.width() * share)), max(1, math.ceil(size.height() * share)))
        )
    image = reader.read()
    return None if image.isNull() else image
