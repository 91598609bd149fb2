"""What the map says about a target: lines from the best corner. The rules count none of it."""

from __future__ import annotations

from collections.abc import Sequence

from maps.shapes import Grade
from rules.encounter.plans import Concealment, Cover
from rules.encounter.state import Encounter, Token
from rules.plain_views import covers, view
from rules.systems.muinimula.conditions import is_out
from rules.systems.muinimula.duel import Duel


def survey(duel: Duel) -> tuple[Cover, Concealment]:
    """Return cover and concealment as the lines of the best corner show them."""
    found = view(duel.state, duel.attacker, duel.target, _stands)
    return found.cover, _hidden(found.fog, found.fogs)


def _stands(token: Token) -> bool:
    return not (is_out(token) or token.has("lying"))


def _hidden(percent: int, by: tuple[str, ...]) -> Concealment:
    if not percent:
        return Concealment()
    return Concealment("total" if percent >= 50 else "partial", percent, None, by)


def grades(state: Encounter, me: Token, foes: Sequence[Token]) -> tuple[tuple[Grade, int], ...]:
    """Return grade and share of lines that walls stop in percent for many targets of one."""
    found = covers(state, me, foes, _stands)
    return tuple((found[foe.id], _percent(state, me, foe, found[foe.id])) for foe in foes)


def _percent(state: Encounter, me: Token, foe: Token, grade: Grade) -> int:
    """Return the share of the best corner's lines that are stopped; asked for walls alone."""
    if grade is Grade.HARD:
        return view(state, me, foe, _stands).cover.percent
    return 100 if grade is Grade.TOTAL else 0
