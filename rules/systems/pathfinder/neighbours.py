"""Who stands near a space: so that nobody asks three hundred tokens about one of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from copy import copy
from functools import lru_cache

from maps.grid import SUB, Footprint
from maps.reach import whole
from maps.remember import by_identity
from rules.encounter.state import Encounter, Token, TokenId
from rules.systems.pathfinder.tables import natural_reach

_FEW = 24
"""Among so few tokens each is asked."""


Quarter = tuple[int, int]

_SIDE = SUB * 8


def quarters(space: Footprint, margin: int = 0) -> Iterator[Quarter]:
    """Return the quarters of the map that a space and a margin around it touch."""
    left, right = (space.x - margin) // _SIDE, (space.right + margin) // _SIDE
    top, bottom = (space.y - margin) // _SIDE, (space.bottom + margin) // _SIDE
    return ((x, y) for x in range(left, right + 1) for y in range(top, bottom + 1))


def reached(token: Token) -> frozenset[Quarter]:
    """Return the quarters that a token and its weapons touch."""
    # a reach weapon doubles the reach; one square more for those at its rim
    most = (2 * max(1, natural_reach(token)) + 1) * SUB
    return frozenset(quarters(whole(token.space), most))


@lru_cache(maxsize=512)
def _touched(space: Footprint) -> tuple[Quarter, ...]:
    return tuple(quarters(whole(space)))


_Part = tuple[tuple[int, Token], ...]
"""Who touches a quarter, each with the place in the order of the board."""


class _Quarters:
    """The tokens of a fight by the quarters of the map that they and their reach touch."""

    def __init__(self, tokens: Mapping[TokenId, Token]) -> None:
        self.tokens = tokens
        self._in: dict[Quarter, _Part] = {}
        found: dict[Quarter, list[tuple[int, Token]]] = defaultdict(list)
        for entry in enumerate(tokens.values()):
            for quarter in reached(entry[1]):
                found[quarter].append(entry)
        self._in = {quarter: tuple(entries) for quarter, entries in found.items()}

    def after(self, tokens: Mapping[TokenId, Token]) -> _Quarters | None:
        """Return the same for a step later; None where too much differs.

        Quarters in which nothing changed stay the same objects.
        """
        if list(tokens) != list(self.tokens):
            return None
        pairs = zip(self.tokens.values(), tokens.values(), strict=True)
        differ = [(n, old, new) for n, (old, new) in enumerate(pairs) if old is not new]
        if len(differ) > len(tokens) // 4:
            return None
        made = copy(self)
        made.tokens, made._in = tokens, self._in.copy()
        for number, old, new in differ:
            made._replace(number, old, new)
        return made

    def _replace(self, number: int, old: Token, new: Token) -> None:
        before, now = reached(old), reached(new)
        for quarter in before | now:
            part = tuple(e for e in self._in.get(quarter, ()) if e[0] != number)
            self._in[quarter] = (*part, (number, new)) if quarter in now else part

    def parts(self, space: Footprint) -> tuple[_Part, ...]:
        return tuple(self._in.get(quarter, ()) for quarter in _touched(space))


_last: list[_Quarters] = []
"""The tokens that were sorted in last: those of the next step differ little."""


@by_identity(keep=4)
def _quarters(tokens: Mapping[TokenId, Token]) -> _Quarters:
    found = next((new for old in _last if (new := old.after(tokens)) is not None), None)
    _last[:] = [found or _Quarters(tokens)]
    return _last[0]


def near(state: Encounter, space: Footprint) -> tuple[Token, ...]:
    """Return all whose weapons could lead to a space, and some more, in the order of the board."""
    if len(state.tokens) <= _FEW:
        return tuple(state.tokens.values())
    found = {n: token for part in _quarters(state.tokens).parts(space) for n, token in part}
    return tuple(found[n] for n in sorted(found))


def around(state: Encounter, space: Footprint) -> tuple[object, ...]:
    """Return objects that stay the same as long as ``near`` has the same to say of a space."""
    if len(state.tokens) <= _FEW:
        return tuple(state.tokens.values())
    return _quarters(state.tokens).parts(space)
