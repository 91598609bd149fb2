"""Names of places on a map, as its edge writes them."""

from __future__ import annotations

from maps.board import Board
from maps.grid import SUB
from maps.shapes import Obstacle


def column_name(index: int) -> str:
    """Return the letters of a column: 0 = A, 25 = Z, 26 = AA; left of the map with a minus."""
    if index < 0:
        return f"\u2212{-index}"
    letters = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def square_name(board: Board, x: int, y: int) -> str:
    """Return the name of a square as the edge of the map writes it: ``P2``."""
    row = y - board.top + 1
    return f"{column_name(x - board.left)}{row}".replace("-", "\u2212")


def place_name(board: Board, obstacle: Obstacle) -> str:
    """Return the squares from the top left to the bottom right of an obstacle: ``P2–P3``."""
    xs = [p.x for p in obstacle.points]
    ys = [p.y for p in obstacle.points]
    left, top = min(xs) // SUB, min(ys) // SUB
    right = max(left, -(-max(xs) // SUB) - 1)
    bottom = max(top, -(-max(ys) // SUB) - 1)
    first, last = square_name(board, left, top), square_name(board, right, bottom)
    return first if first == last else f"{first}–{last}"
