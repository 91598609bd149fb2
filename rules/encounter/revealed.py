"""The squares that the game master has uncovered for the players, by hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pydantic import JsonValue

from maps.grid import Cell

KEY = "revealed"
"""Where the data of a fight hold them: for each row the runs of squares, start and length."""
MOST = 250_000
"""More squares than this are not read."""

Run = tuple[int, int, int]
"""A run of squares in a row: left end, row, length."""


def runs(cells: Iterable[Cell]) -> tuple[Run, ...]:
    """Write squares as runs, by rows and from the left."""
    found: list[Run] = []
    for cell in sorted(cells, key=lambda c: (c.y, c.x)):
        if found and found[-1][1] == cell.y and found[-1][0] + found[-1][2] == cell.x:
            x, y, length = found[-1]
            found[-1] = (x, y, length + 1)
        else:
            found.append((cell.x, cell.y, 1))
    return tuple(found)


def cells_of(found: Iterable[Run]) -> frozenset[Cell]:
    """Return the squares of runs."""
    return frozenset(Cell(x + i, y) for x, y, length in found for i in range(length))


def revealed(data: Mapping[str, JsonValue]) -> frozenset[Cell]:
    """Return the uncovered squares of a fight; what is no run is passed over."""
    written, squares = data.get(KEY), 0
    found: list[Run] = []
    for run in written if isinstance(written, list) else ():
        if not isinstance(run, list) or len(run) != 3:
            continue
        x, y, length = run
        whole = all(isinstance(n, int) and not isinstance(n, bool) for n in run)
        if not whole or not isinstance(length, int) or length < 1:
            continue
        squares += length
        if squares > MOST:
            break
        found.append((x, y, length))  # type: ignore[arg-type]  # just looked at
    return cells_of(found)


def dump(cells: Iterable[Cell]) -> JsonValue:
    """Return squares as data; None where there are none."""
    return [list(run) for run in runs(cells)] or None
