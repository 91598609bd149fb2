"""How a target lies before many corners at once: the best corner of each place by its key."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from maps.fields import Block
from maps.pieces import Bools, Ints
from maps.shapes import Grade
from rules.systems.pathfinder.judge import RANK, armour_bonus

GRADES: Final = tuple(Grade)


class Looks(NamedTuple):
    """The best corner of each place by its key, and what is odd."""

    keys: Ints
    odd: Bools


def windows(values: Any, block: Block, size: int, join: np.ufunc) -> Any:
    """Join the values of all squares that a space of some squares holds."""
    table = values.reshape(block.height, block.width)
    height, width = block.height - size + 1, block.width - size + 1
    parts = [table[j : j + height, i : i + width] for j in range(size) for i in range(size)]
    return join.reduce(parts).ravel()


def squares_of(wanted: Bools, block: Block, size: int) -> Bools:
    """Return the squares of all wanted spaces; those begin in the block, less its last ones."""
    height, width = block.height - size + 1, block.width - size + 1
    out = np.zeros((block.height, block.width), dtype=bool)
    for j in range(size):
        for i in range(size):
            out[j : j + height, i : i + width] |= wanted.reshape(height, width)
    return out.ravel()


def grade_of(keys: Ints) -> Ints:
    """Return the grades of the best corners by their keys."""
    hard, bonus = keys % 8, keys // 8000
    soft = (bonus >= armour_bonus(Grade.SOFT)) & (hard < RANK[Grade.HARD])
    found: Ints = np.where(bonus == 0, 0, np.where(soft, RANK[Grade.SOFT], hard))
    return found
