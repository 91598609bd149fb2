"""Which part of the map goes on paper, and how large: whole squares, a round scale."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from maps.board import Board
from maps.grid import SUB
from rules.encounter.state import Token

SCALES = (12.0, 10.0, 9.0, 8.0, 7.0, 6.0, 5.0, 4.0, 3.0, 2.5, 2.0, 1.5, 1.0)
"""Millimetres to the square."""
LEGIBLE = 6.0
"""From here on letters in squares are easy to read: the whole map is shown if it gets this."""
AROUND = 3
"""Squares shown around the outermost tokens."""


@dataclass(frozen=True, slots=True)
class CutOut:
    """A part of a board in squares, and how many millimetres a square has."""

    left: int
    top: int
    columns: int
    rows: int
    scale: float

    @property
    def width(self) -> float:
        return self.columns * self.scale

    @property
    def height(self) -> float:
        return self.rows * self.scale


def cut_out(board: Board, tokens: Iterable[Token], width: float, height: float) -> CutOut:
    """Choose the whole map where it fits legibly, else the squares around the tokens."""
    whole = CutOut(board.left, board.top, board.width, board.height, 0.0)
    scale = _scale(whole, width, height)
    tokens = tuple(tokens)
    if scale >= LEGIBLE or not tokens:
        return _scaled(whole, scale)
    part = _around(board, tokens)
    closer = _scale(part, width, height)
    if closer <= scale:
        return _scaled(whole, scale)
    return _widened(part, board, closer, width, height)


def _scale(part: CutOut, width: float, height: float) -> float:
    fitting = (s for s in SCALES if part.columns * s <= width and part.rows * s <= height)
    return next(fitting, min(width / part.columns, height / part.rows))


def _scaled(part: CutOut, scale: float) -> CutOut:
    return CutOut(part.left, part.top, part.columns, part.rows, scale)


def _around(board: Board, tokens: tuple[Token, ...]) -> CutOut:
    left = min(t.space.x for t in tokens) // SUB - AROUND
    top = min(t.space.y for t in tokens) // SUB - AROUND
    right = -(-max(t.space.x + t.space.side for t in tokens) // SUB) + AROUND
    bottom = -(-max(t.space.y + t.space.side for t in tokens) // SUB) + AROUND
    left, right = _clipped(left, right, board.left, board.left + board.width)
    top, bottom = _clipped(top, bottom, board.top, board.top + board.height)
    return CutOut(left, top, right - left, bottom - top, 0.0)


def _clipped(low: int, high: int, least: int, most: int) -> tuple[int, int]:
    """Keep a span within the board; one that lies beside it stays as it is."""
    if high <= least or low >= most:
        return low, high
    return max(low, least), min(high, most)


def _widened(part: CutOut, board: Board, scale: float, width: float, height: float) -> CutOut:
    """Show more of the board where there is room for it."""
    right = board.left + board.width
    bottom = board.top + board.height
    left, columns = _grown(part.left, part.columns, int(width / scale), board.left, right)
    top, rows = _grown(part.top, part.rows, int(height / scale), board.top, bottom)
    return CutOut(left, top, columns, rows, scale)


def _grown(start: int, length: int, room: int, least: int, most: int) -> tuple[int, int]:
    """Make a span as long as the room, its middle where it was, within the board."""
    wanted = max(length, min(room, most - least))
    begin = start - (wanted - length) // 2
    begin = max(min(begin, most - wanted), least) if wanted <= most - least else begin
    return begin, wanted


def column_name(index: int) -> str:
    """Return the letters of a column: 0 = A, 25 = Z, 26 = AA."""
    letters, index = "", index + 1
    while index > 0:
        index, rest = divmod(index - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters or "−"
