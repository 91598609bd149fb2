"""Heights of creatures: how tall they are, and between which heights lines between two run."""

from __future__ import annotations

from maps.grid import SUB
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
    if one.elevation == other.elevation:
        return 0
    lower, upper = (one, other) if one.elevation < other.elevation else (other, one)
    gap = upper.elevation - lower.elevation - height_of(lower)
    return 0 if gap < 0 else gap // SUB + 1
