"""What lies between two fighters: geometry for the map; the rules of Das System count no cover."""

from __future__ import annotations

from collections.abc import Sequence

from maps.reach import whole
from maps.shapes import Grade
from maps.sight import sight_map
from rules.encounter.heights import level_of
from rules.encounter.plans import Cover
from rules.encounter.state import Encounter, Token, TokenId
from rules.plain_views import covers, view
from rules.systems.das_system.conditions import is_out


def reached(state: Encounter, one: Token, other: Token) -> bool:
    """Whether any line leads from one to the other past all walls."""
    sight = sight_map(state.board)
    return sight.effect(whole(one.space), whole(other.space), level_of(one, other)).exists


def look(state: Encounter, one: Token, other: Token) -> Cover:
    """Return the lines from the corner before which the least stands, and who stops them."""
    return view(state, one, other, _stands).cover


def grades(state: Encounter, one: Token, others: Sequence[Token]) -> dict[TokenId, Grade]:
    """Return what stands between one and many: the grades of ``look``, cast in bulk."""
    return covers(state, one, others, _stands)


def _stands(token: Token) -> bool:
    return not (is_out(token) or token.has("prone"))
