"""What the legend of a heat map must say: why no square answers, and what is left out."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.terms import Term, term
from rules.encounter.state import Encounter, Token
from rules.system.ground import HeatQuestion
from rules.systems.pathfinder.duel import Duel, weapon_of
from rules.systems.pathfinder.flanking import helpers
from rules.systems.pathfinder.options import options_of
from rules.systems.pathfinder.speed import speed_of
from rules.systems.pathfinder.tables import natural_reach, sheet_of
from rules.systems.pathfinder.weapons import UNARMED


def heat_notes(state: Encounter, question: HeatQuestion, empty: bool) -> tuple[Term, ...]:
    """Say what squares cannot show; ``empty`` is a map without any answer."""
    me = state.tokens[question.token]
    if question.kind == "flank" and question.target in state.tokens:
        return tuple(_flank(state, question, me, empty))
    if question.kind == "reach" and empty:
        still = speed_of(me) == 0
        return (term("heat.pathfinder.still") if still else term("heat.pathfinder.penned"),)
    return ()


def _flank(state: Encounter, question: HeatQuestion, me: Token, empty: bool) -> Iterator[Term]:
    """Only melee flanks (§5): the map is about melee, whatever is in hand."""
    target = state.tokens[question.target or question.token]
    if weapon_of(me, question.weapon).ranged:
        yield term("heat.pathfinder.ranged")
    if not empty:
        return
    arm = next((w for w in sheet_of(me).arms if not w.ranged), UNARMED)
    if natural_reach(me) == 0:
        yield term("heat.pathfinder.tiny", name=me.name)
    elif not helpers(Duel(state, options_of(state), me, target, arm, False)):
        yield term("heat.pathfinder.alone", name=target.name)
    else:
        yield term("heat.pathfinder.opposite")
