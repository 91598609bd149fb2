"""Why no square of a heat map answers, for its legend."""

from __future__ import annotations

from rules.core.terms import Term, term
from rules.encounter.state import Encounter
from rules.system.ground import HeatQuestion
from rules.systems.das_system.moving import speed_of


def heat_notes(state: Encounter, question: HeatQuestion, empty: bool) -> tuple[Term, ...]:
    """Say why squares cannot show anything; ``empty`` is a map without any answer."""
    if not empty:
        return ()
    target = state.tokens.get(question.target) if question.target else None
    if question.kind == "flank" and target is not None:
        if target.facing is None:
            return (term("heat.das_system.no_back", name=target.name),)
        return (term("heat.das_system.back_taken", name=target.name),)
    if question.kind == "reach":
        still = speed_of(state.tokens[question.token]) == 0
        return (term("heat.das_system.still") if still else term("heat.das_system.penned"),)
    return ()
