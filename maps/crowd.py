"""Spaces by the squares that they touch: where there is room for one more."""

from __future__ import annotations

from collections.abc import Iterable

from maps.grid import Cell, Footprint

_BIG = 8
"""Larger spaces (in squares along a side) are asked one by one: they touch too many squares."""


class Crowd:
    """Spaces of creatures, to ask of many places whether they are free."""

    def __init__(self, spaces: Iterable[Footprint] = ()) -> None:
        self._all: list[Footprint] = []
        self._big: list[Footprint] = []
        self._by_square: dict[Cell, list[Footprint]] = {}
        for space in spaces:
            self.add(space)

    def add(self, space: Footprint) -> None:
        """Let one more stand there."""
        self._all.append(space)
        if space.squares > _BIG:
            self._big.append(space)
            return
        for cell in space.cells():
            self._by_square.setdefault(cell, []).append(space)

    def meets(self, place: Footprint) -> bool:
        """Whether a place overlaps the space of anybody."""
        if place.squares > _BIG:
            return any(place.overlaps(other) for other in self._all)
        if any(place.overlaps(other) for other in self._big):
            return True
        return any(
            place.overlaps(other)
            for cell in place.cells()
            for other in self._by_square.get(cell, ())
        )
