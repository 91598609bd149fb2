"""Who stands near a space: so that nobody asks three hundred tokens about one of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from maps.grid import SUB, Footprint
from maps.reach import whole
from maps.remember import by_identity
from rules.encounter.state import Encounter, Token, TokenId
from rules.systems.pathfinder.tables import natural_reach

_FEW = 24
"""Among so few tokens each is asked."""


class _Quarters:
    """The tokens of a fight by the quarters of the map that they and their reach touch."""

    def __init__(self, tokens: Mapping[TokenId, Token]) -> None:
        self._all = tuple(tokens.values())
        self._side = SUB * 8
        self._in: dict[tuple[int, int], list[int]] = defaultdict(list)
        for number, token in enumerate(self._all):
            # a reach weapon doubles the reach; one square more for those at its rim
            most = (2 * max(1, natural_reach(token)) + 1) * SUB
            for quarter in self._touched(whole(token.space), most):
                self._in[quarter].append(number)

    def _touched(self, space: Footprint, margin: int = 0) -> list[tuple[int, int]]:
        left, right = (space.x - margin) // self._side, (space.right + margin) // self._side
        top, bottom = (space.y - margin) // self._side, (space.bottom + margin) // self._side
        return [(x, y) for x in range(left, right + 1) for y in range(top, bottom + 1)]

    def near(self, space: Footprint) -> tuple[Token, ...]:
        touched = self._touched(whole(space))
        numbers = sorted({n for quarter in touched for n in self._in.get(quarter, ())})
        return tuple(self._all[n] for n in numbers)


@by_identity(keep=4)
def _quarters(tokens: Mapping[TokenId, Token]) -> _Quarters:
    return _Quarters(tokens)


def near(state: Encounter, space: Footprint) -> tuple[Token, ...]:
    """Return all whose weapons could lead to a space, and some more, in the order of the board."""
    if len(state.tokens) <= _FEW:
        return tuple(state.tokens.values())
    return _quarters(state.tokens).near(space)
