"""Names of squares as the rulers of the map say them. No Qt."""

from __future__ import annotations

import re

from maps.grid import Cell

_NAME = re.compile(r"([-−]?)([A-Z]{1,3})(-?\d{1,5})", re.IGNORECASE)


def column_label(column: int) -> str:
    """Return the letters of a column: A … Z, AA …; left of the map with a minus."""
    if column < 0:
        return "−" + column_label(-column - 1)
    label = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        label = chr(65 + rest) + label
    return label


def cell_label(cell: Cell) -> str:
    """Return the name of a square as the rulers say it: I5."""
    return f"{column_label(cell.x)}{cell.y + 1}"


def cell_of(label: str) -> Cell | None:
    """Return the square that a name means, in either case; None where it is no name."""
    found = _NAME.fullmatch(label.strip())
    if found is None:
        return None
    column = 0
    for letter in found[2].upper():
        column = 26 * column + ord(letter) - 64
    return Cell(-column if found[1] else column - 1, int(found[3]) - 1)
