"""Who has the offensive (§2.1, §9.4): the game master's word, surprise, then the lower KAR."""

from __future__ import annotations

from rules.core.asking import Procedure, ask
from rules.core.options import Options
from rules.core.terms import term
from rules.encounter.state import Encounter, Token, TokenId
from rules.systems.das_system.bouts import Bout, bout_of, bouts_with
from rules.systems.das_system.conditions import can_ward
from rules.systems.das_system.kar import SECOND, current
from rules.systems.das_system.options import options_of
from rules.systems.das_system.sheet import sheet_of, vitals_of


def faster(one: Token, other: Token, options: Options) -> Token | None:
    """Return who has the lower current KAR; ``None`` = a tie that dice settle (§2).

    Whoever is surprised can never have the offensive at the start (§2.1).
    """
    caught = [t for t in (one, other) if t.has("surprised")]
    if len(caught) == 1:
        return other if caught[0] is one else one
    mine, theirs = current(one, options), current(other, options)
    if mine != theirs:
        return one if mine < theirs else other
    if options.word("gleichstand") == "reaktion":
        quick, slow = sheet_of(one).reaktion, sheet_of(other).reaktion
        if quick != slow:
            return one if quick > slow else other
    return None


def settle(state: Encounter, one: str, other: str) -> Procedure[TokenId]:
    """Find out who gets the offensive; equal ones roll a W20 until they differ (§2)."""
    a, b = state.token(one), state.token(other)
    found = faster(a, b, options_of(state))
    while found is None:
        (mine,) = yield from ask((20,), term("dice.das_system.tie", name=a.name), a.id)
        (theirs,) = yield from ask((20,), term("dice.das_system.tie", name=b.name), b.id)
        found = a if mine > theirs else b if theirs > mine else None
    return found.id


def hindrance(state: Encounter, attacker: Token, target: Token) -> str:
    """Say why the offensive is not somebody's: a code, empty where it is (§2.1, §4, §9).

    Whoever fights somebody already cannot forestall a newcomer (house default).
    """
    if not state.timeline.running:
        return ""
    if has_struck(state, attacker.id):
        return "struck"
    bout = bout_of(state.timeline, attacker.id, target.id)
    if bout is not None:
        return _in_bout(state, bout, attacker)
    if attacker.has("surprised"):
        return "surprised"
    if not can_ward(target) or bouts_with(state.timeline, target.id):
        return ""
    first = faster(attacker, target, options_of(state))
    return "" if first is None or first is attacker else "slower"


def has_struck(state: Encounter, id: str) -> bool:
    """Whether somebody has attacked at this very moment: one attack a second (§4)."""
    now = state.timeline.now
    return state.timeline.running and vitals_of(state.token(id)).busy == now + SECOND


def _in_bout(state: Encounter, bout: Bout, attacker: Token) -> str:
    if not bout.attacker or bout.phase == "pause":
        return "pause"
    if bout.attacker != attacker.id:
        return "defends"
    return "struck" if bout.at > state.timeline.now else ""
