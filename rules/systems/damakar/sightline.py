"""What stands between two: only facts, since DAMAKAR has no rule of cover."""

from __future__ import annotations

from collections.abc import Sequence

from maps.shapes import Grade
from rules.encounter.plans import Cover
from rules.encounter.state import Encounter, Token, TokenId
from rules.plain_views import covers, view
from rules.systems.damakar.conditions import is_out


def look(state: Encounter, one: Token, other: Token) -> Cover:
    """Return the lines from the corner before which the least stands."""
    return view(state, one, other, _stands).cover


def grades(state: Encounter, one: Token, others: Sequence[Token]) -> dict[TokenId, Grade]:
    """Return what stands between one and many others: the grades of ``look``, cast in bulk."""
    return covers(state, one, others, _stands)


def _stands(token: Token) -> bool:
    return not is_out(token)
