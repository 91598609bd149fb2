"""Names and places for newcomers: "Ork 1", "Ork 2", unused ids, free squares beside others."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from itertools import groupby

from maps.board import Board
from maps.crowd import Crowd
from maps.grid import SUB, Footprint
from maps.paths import Ground, nearest_first

_WORDS = re.compile(r"[^\W\d_]+|\d+")
_NUMBERED = re.compile(r"^(.*\S)\s+(\d{1,6})$")
MAX_RINGS = 20
"""How many spaces away a free place is looked for."""


def split(name: str) -> tuple[str, int | None]:
    """Split "Ork 2" into "Ork" and 2; a name without a number has none."""
    match = _NUMBERED.match(name)
    return (match[1], int(match[2])) if match else (name, None)


def next_name(names: Iterable[str], wanted: str) -> str:
    """Return ``wanted``, with the next number where its stem is taken; a bare name counts as 1."""
    stem, _ = split(wanted)
    taken = [number or 1 for name in names for other, number in [split(name)] if other == stem]
    return f"{stem} {max(taken) + 1}" if taken else wanted


def slug(text: str) -> str:
    """Return a text as an id: lower case letters and digits, joined with hyphens."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "-".join(re.findall(r"[a-z0-9]+", plain.encode("ascii", "ignore").decode())) or "token"


def next_id(ids: Iterable[str], stem: str) -> str:
    """Return an unused id ``stem-n``, n above all numbers that the stem has now."""
    used = [
        int(tail)
        for head, dash, tail in (id.rpartition("-") for id in ids)
        if dash and head == stem and tail.isascii() and tail.isdigit()
    ]
    return f"{stem}-{max(used, default=0) + 1}"


def walkable_place(
    board: Board | Ground, space: Footprint, taken: Crowd | Iterable[Footprint]
) -> Footprint:
    """Return the nearest free place to which somebody can walk: no wall between, on the map.

    Where there is none, any free place beside ``space``. Whoever asks for many hands the same
    ground and the same crowd in, and adds each place to the crowd.
    """
    ground = board if isinstance(board, Ground) else Ground(board)
    crowd = taken if isinstance(taken, Crowd) else Crowd(taken)
    plan, row = ground.board, space.y // SUB
    right, bottom = plan.left + plan.width, plan.top + plan.height
    near = nearest_first(ground, space, MAX_RINGS)
    for cost, squares in groupby(near, key=lambda found: found[1]):
        for cell in sorted((c for c, _ in squares), key=lambda c: (c.y != row, -c.x, -c.y)):
            place = space.moved(cell.x * SUB, cell.y * SUB)
            across = plan.left <= cell.x <= right - place.squares
            down = plan.top <= cell.y <= bottom - place.squares
            if cost and across and down and not crowd.meets(place):
                return place
    return free_place(space, crowd)


def free_place(space: Footprint, taken: Crowd | Iterable[Footprint]) -> Footprint:
    """Return the nearest place beside ``space`` that overlaps none; itself where there is none."""
    crowd = taken if isinstance(taken, Crowd) else Crowd(taken)
    step = max(SUB, -(-space.side // SUB) * SUB)
    for dx, dy in _around():
        place = space.moved(space.x + dx * step, space.y + dy * step)
        if not crowd.meets(place):
            return place
    return space


@cache
def _around() -> tuple[tuple[int, int], ...]:
    """Return the steps to the places around one, ring by ring, those beside it first."""
    found: list[tuple[int, int]] = []
    for ring in range(1, MAX_RINGS + 1):
        side = range(-ring, ring + 1)
        around = [(dx, dy) for dy in side for dx in side if max(abs(dx), abs(dy)) == ring]
        found += sorted(around, key=lambda d: (abs(d[0]) + abs(d[1]), d[1] != 0, -d[0], -d[1]))
    return tuple(found)


def short_name(name: str) -> str:
    """Return two letters for a name: Elandir El, Ork-Schamane OS, Ork 1 O1."""
    parts = _WORDS.findall(name)
    if not parts:
        return "?"
    first = str(parts[0])
    if len(parts) == 1:
        return first[0].upper() + first[1:2].lower()
    last = str(parts[-1])
    return first[0].upper() + (last if last.isdigit() else str(parts[1])[0].upper())
