"""Heights of creatures: how tall they are, between which heights their lines and ways run."""

from __future__ import annotations

from maps.board import Board
from maps.grid import SUB
from maps.paths import Ground
from maps.remember import by_identity
from rules.encounter.state import Token


def height_of(token: Token) -> int:
    """Return the body height in sub-units; without one a body is as high as its space is wide."""
    return token.space.side if token.height is None else token.height


def level_of(one: Token, other: Token) -> tuple[int, int]:
    """Return the heights in sub-units between which lines between two creatures run."""
    low = min(one.elevation, other.elevation)
    return low, max(one.elevation + height_of(one), other.elevation + height_of(other))


def rise(one: Token, other: Token) -> int:
    """Count the squares of empty height between two; 0 where their heights overlap."""
    gap = empty(one, other)
    return 0 if gap < 0 else gap // SUB + 1


def empty(one: Token, other: Token) -> int:
    """Return the empty height between two in sub-units; negative where their heights overlap."""
    if one.elevation == other.elevation:
        return -min(height_of(one), height_of(other))
    lower, upper = (one, other) if one.elevation < other.elevation else (other, one)
    return upper.elevation - lower.elevation - height_of(lower)


@by_identity()
def _grounds(board: Board) -> dict[tuple[int, int], Ground]:
    """Keep a board prepared for ways, by heights."""
    return {}


def ground_of(board: Board, token: Token) -> Ground:
    """Return a board prepared for the ways of a creature: what is above or below stops nobody."""
    level = level_of(token, token)
    known = _grounds(board)
    if level not in known:
        known[level] = Ground(board, level)
    return known[level]
