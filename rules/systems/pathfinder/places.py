"""Where a token could stand: its spaces all over a block of squares, as columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from maps import fields
from maps.fields import Block
from maps.grid import SUB, Footprint
from maps.pieces import Bools, Floats, Ints
from maps.reach import whole
from maps.shapes import Obstacle
from rules.encounter.state import Encounter, Token
from rules.systems.pathfinder.harm import health

_KEPT = 1000
"""So many obstacles' gaps are remembered."""


@dataclass(frozen=True)
class Places:
    """Where a token could stand."""

    state: Encounter
    me: Token

    @cached_property
    def size(self) -> int:
        return whole(self.me.space).squares

    @cached_property
    def standing(self) -> tuple[Footprint, ...]:
        """The spaces of all others who are on their feet."""
        others = (t for t in self.state.tokens.values() if t.id != self.me.id)
        return tuple(t.space for t in others if not health(t).down)

    def free(self, block: Block) -> Bools:
        """Tell where it has a place on the board; row by row."""
        board = self.state.board
        sides = block.sides(self.size)
        right, bottom = board.left + board.width, board.top + board.height
        fits: Bools = (sides[2] <= right * SUB) & (sides[3] <= bottom * SUB)
        return fits & ~overlaps(sides, self.standing)

    def gaps(self, block: Block, obstacle: Obstacle) -> Floats:
        """Return the squared gaps of all places of a block from an obstacle, roughly; kept a while.

        Every foe that one thinks of being safe from asks for the same.
        """
        key = block, obstacle.id
        if key not in self._gaps:
            if len(self._gaps) >= _KEPT:
                self._gaps.clear()
            lines = [(s.a, s.b) for s in obstacle.segments()]
            self._gaps[key] = fields.gaps2(block.sides(self.size), lines)
        return self._gaps[key]

    @cached_property
    def _gaps(self) -> dict[tuple[Block, str], Floats]:
        return {}

    def at(self, place: Footprint) -> Token:
        return replace(self.me, space=replace(self.me.space, x=place.x, y=place.y))


def overlaps(sides: Ints, spaces: Sequence[Footprint]) -> Bools:
    """Tell which places overlap any of some spaces."""
    out = np.zeros(sides.shape[1], dtype=bool)
    if not sides.size:
        return out
    left, top, right, bottom = sides[0].min(), sides[1].min(), sides[2].max(), sides[3].max()
    near = [s for s in spaces if left < s.right and right > s.x and top < s.bottom and bottom > s.y]
    for s in near:
        out |= (sides[0] < s.right) & (sides[2] > s.x) & (sides[1] < s.bottom) & (sides[3] > s.y)
    return out
