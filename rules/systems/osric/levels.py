"""Levels: from hit dice and classes to the matrix, and the number needed (§2.1, §2.2)."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from rules.systems.osric.tables import class_rows

_HIT_DICE: Final = re.compile(r"^\s*(?:(\d{1,2})(?:\s*([+\-−])\s*(\d{1,2}))?|1/(\d)|½)\s*$")
HIGHEST: Final = 21
"""Level of 19+1 hit dice and above (§2.2)."""
LAST_ROW: Final = 20
"""The last row of the fighters' matrix (§2.1)."""
EDGE: Final = 10
"""Armour classes of the first and (negative) the last column of the tables (§2.1)."""
_PLATEAU: Final = 5
"""How many armour classes share the number 20 beside the first that needs it (§2.1)."""


def _parts(hit_dice: str) -> tuple[int, int]:
    """Split hit dice into dice and bonus; fractions are no die at all. Raises ValueError."""
    match = _HIT_DICE.match(hit_dice)
    if match is None:
        raise ValueError(f"hit_dice: {hit_dice!r}")
    count, sign, bonus, _ = match.groups()
    plus = int(bonus or 0)
    return int(count or 0), -plus if sign in {"-", "−"} else plus


def level_of(hit_dice: str) -> int:
    """Return the level that hit dice stand for (§2.2). Raises ValueError for other texts."""
    dice, bonus = _parts(hit_dice)
    if dice == 0:
        return 0
    if dice == 1 and bonus < 0:
        return 1 if bonus == -1 else 0
    return min(HIGHEST, dice + 2 if bonus > 0 else dice + 1)


def dice_of(hit_dice: str) -> Fraction:
    """Return the number of hit dice; a bonus counts as a little more than the bare number."""
    dice, bonus = _parts(hit_dice)
    if dice == 0:
        return Fraction(1, 2)
    return dice + Fraction((bonus > 0) - (bonus < 0), 2)


def fighter_level(class_id: str, level: int) -> int:
    """Return the fighter level at which a class attacks (§2.1)."""
    row = class_rows()[class_id]
    if row.fighter:
        return min(level, LAST_ROW)
    found = 0
    for least, equivalent in row.matrix:
        if level >= least:
            found = equivalent
    return found


def needed(level: int, armour_class: int, *, beyond: bool = True) -> int:
    """Return the total that hits an armour class: the one formula of all tables (§2.1).

    Six armour classes in a row need 20. The number may be below 1 or above 20. ``beyond`` goes
    on outside the tables (house default); without it their last columns count.
    """
    if not beyond:
        armour_class = max(-EDGE, min(EDGE, armour_class))
    line = 21 - min(level, LAST_ROW) - armour_class
    if line <= 20:
        return line
    return 20 if line <= 20 + _PLATEAU else line - _PLATEAU


def halves(class_id: str, level: int) -> int:
    """Return the attack routines of a class in half ones: 3 are three in two rounds (§2.8)."""
    found = 2
    for least, count in class_rows()[class_id].attacks:
        if level >= least:
            found = count
    return found
