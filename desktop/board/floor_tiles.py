"""The drawn floor in tiles per zoom step, painted bit by bit and kept."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from desktop.board.floor import FloorPainter, spots_of
from desktop.board.floor_canvas import Box
from desktop.board.paint import View, colour
from desktop.colours import Theme
from maps.board import Board
from maps.shapes import Obstacle


@dataclass(frozen=True, slots=True)
class _Key:
    step: int
    column: int
    row: int


SQUARES = {6: 64, 12: 32, 16: 32, 24: 16, 32: 16, 48: 8, 64: 8, 96: 4, 128: 4}
"""The zoom steps in pixels to the square, and how many squares a tile of each has."""

KEPT = 160
"""How many tiles are kept; each takes about a megabyte."""

BEGUN = 4
"""How many tiles may be half painted."""


def step_for(scale: float) -> int:
    """Return the zoom step to paint for a scale in device pixels."""
    return next((s for s in SQUARES if s >= scale * 0.9), max(SQUARES))


class _Begun:
    """A tile that is being painted."""

    def __init__(self, painter: FloorPainter, key: _Key) -> None:
        pixels = key.step * SQUARES[key.step]
        self.image = QImage(pixels, pixels, QImage.Format.Format_RGB32)
        self.image.fill(colour(painter.theme.rock))
        self.steps = self._paint(painter, key)

    def _paint(self, floor: FloorPainter, key: _Key) -> Iterator[None]:
        box = _tile_box(key)
        painter = QPainter(self.image)
        try:
            yield from floor.steps(painter, View(key.step, box.left, box.top), box)
        finally:
            painter.end()  # before its image goes


class FloorTiles:
    """The floor as tiles per zoom step, painted when first seen and kept."""

    def __init__(self, board: Board, theme: Theme) -> None:
        self._painter = FloorPainter(board, theme)
        self._tiles: OrderedDict[_Key, QImage] = OrderedDict()
        self._begun: dict[_Key, _Begun] = {}

    @property
    def board(self) -> Board:
        return self._painter.board

    def update(self, board: Board, theme: Theme) -> None:
        """Take a changed board; only tiles that its changed obstacles touch are forgotten."""
        old, before = self._painter.board, self._painter.theme
        if old is board and before is theme:
            return
        self._painter = FloorPainter(board, theme)
        if before is not theme or _ground_of(old) != _ground_of(board):
            self._tiles.clear()
            self._begun.clear()
            return
        boxes = [Box.around(spots_of(o.points), 1.2) for o in _changed(old, board) if o.points]
        self._begun.clear()
        for key in list(self._tiles):
            if any(box.meets(_tile_box(key)) for box in boxes):
                del self._tiles[key]

    def paint(
        self,
        painter: QPainter,
        view: View,
        exposed: QRectF,
        budget: float = math.inf,
        *,
        smooth: bool = True,
    ) -> bool:
        """Draw the tiles under ``exposed`` (pixels of the view), ``smooth`` or fast.

        Tiles are painted until ``budget`` seconds of processor time are used up, so that a busy
        machine paints as much a frame as an idle one; the others show a coarser step or the
        bare rock. Returns whether everything is there; if not, draw again.
        """
        device = painter.device()
        dpr = device.devicePixelRatioF() if device is not None else 1.0
        step, end, complete = step_for(view.scale * dpr), time.thread_time() + budget, True
        side = SQUARES[step]
        left, top = view.left + exposed.left() / view.scale, view.top + exposed.top() / view.scale
        right = view.left + exposed.right() / view.scale
        bottom = view.top + exposed.bottom() / view.scale
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, smooth)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        keys = [
            _Key(step, column, row)
            for row in range(math.floor(top / side), math.ceil(bottom / side))
            for column in range(math.floor(left / side), math.ceil(right / side))
        ]
        keys.sort(key=self._on_board, reverse=True)  # the surroundings come last
        for key in keys:
            target = _snapped(view, key, dpr)
            image = self._tile(key, end)
            if image is not None:
                painter.drawImage(target, image)
            else:
                complete = False
                self._meanwhile(painter, key, target)
        painter.restore()
        return complete

    def _on_board(self, key: _Key) -> float:
        """Return how much of the board lies on a tile, in squares."""
        box, board = _tile_box(key), self._painter.board
        width = min(box.right, board.left + board.width) - max(box.left, board.left)
        height = min(box.bottom, board.top + board.height) - max(box.top, board.top)
        return max(0.0, width) * max(0.0, height)

    def _tile(self, key: _Key, end: float) -> QImage | None:
        """Return a tile; one that is not there yet is painted as far as there is time."""
        image = self._tiles.get(key)
        if image is not None:
            self._tiles.move_to_end(key)
            return image
        if time.thread_time() >= end:
            return None
        begun = self._begun.get(key)
        if begun is None:
            if len(self._begun) >= BEGUN:
                self._begun.clear()  # looked at no more
            begun = self._begun[key] = _Begun(self._painter, key)
        for _ in begun.steps:
            if time.thread_time() >= end:
                return None
        del self._begun[key]
        self._tiles[key] = begun.image
        while len(self._tiles) > KEPT:
            self._tiles.popitem(last=False)
        return begun.image

    def _meanwhile(self, painter: QPainter, key: _Key, target: QRectF) -> None:
        """Draw what a coarser or finer step has of a tile, else bare rock."""
        box = _tile_box(key)
        painter.fillRect(target, colour(self._painter.theme.rock))
        for step in sorted(SQUARES, key=lambda s: (s > key.step, abs(s - key.step))):
            side = SQUARES[step]
            column, row = math.floor(box.left / side), math.floor(box.top / side)
            image = self._tiles.get(_Key(step, column, row))
            if image is None or box.right > (column + 1) * side or box.bottom > (row + 1) * side:
                continue
            width = SQUARES[key.step] * step
            at = QRectF(
                (box.left - column * side) * step, (box.top - row * side) * step, width, width
            )
            painter.drawImage(target, image, at)
            return


def _tile_box(key: _Key) -> Box:
    side = SQUARES[key.step]
    return Box(key.column * side, key.row * side, (key.column + 1) * side, (key.row + 1) * side)


def _snapped(view: View, key: _Key, dpr: float) -> QRectF:
    """Return where a tile lies, on whole device pixels, so that no seam shows."""
    box = _tile_box(key)
    x0, y0 = round(view.x(box.left) * dpr), round(view.y(box.top) * dpr)
    x1, y1 = round(view.x(box.right) * dpr), round(view.y(box.bottom) * dpr)
    return QRectF(x0 / dpr, y0 / dpr, (x1 - x0) / dpr, (y1 - y0) / dpr)


def _changed(old: Board, new: Board) -> list[Obstacle]:
    """Return the obstacles that only one of two boards has, by identity."""
    before, after = {id(o): o for o in old.obstacles}, {id(o): o for o in new.obstacles}
    return [
        *(o for i, o in before.items() if i not in after),
        *(o for i, o in after.items() if i not in before),
    ]


def _ground_of(board: Board) -> tuple[object, ...]:
    return (board.floor, board.picture, board.left, board.top, board.width, board.height)
