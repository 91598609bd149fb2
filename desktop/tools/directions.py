"""The eight directions of the grid."""

from __future__ import annotations

import math
from typing import Final

EIGHTH: Final = math.pi / 4
"""The angle between two neighbours of them."""


def eighth(x: float, y: float) -> tuple[int, int]:
    """Return the direction of the grid nearest to a way."""
    turn = round(math.atan2(y, x) / EIGHTH) * EIGHTH
    return round(math.cos(turn)), round(math.sin(turn))
