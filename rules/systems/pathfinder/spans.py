"""How long conditions last: rounds to the same count of initiative (§8)."""

from __future__ import annotations

from typing import Final

from rules.core.terms import Term, term
from rules.encounter.state import Encounter
from rules.system.extras import TimeUnit

ROUNDS: Final = {"round": 1, "minute": 10}
UNITS: Final = (
    TimeUnit("round", term("span.pathfinder.round")),
    TimeUnit("minute", term("span.pathfinder.minute")),
)
TOP: Final = 1000
"""A count that no initiative reaches: the start of a round."""


def until(state: Encounter, amount: int, unit: str) -> tuple[int, int]:
    """Return the moment (round, count) so many of ``unit`` after now, or after the start (§8)."""
    line, rounds = state.timeline, amount * ROUNDS[unit]
    return (line.round + rounds, line.now) if line.running else (1 + rounds, TOP)


def time_left(state: Encounter, moment: tuple[int, int]) -> Term:
    """Say how many rounds are left, in the last one until which count."""
    line = state.timeline
    rounds = moment[0] - (line.round if line.running else 1)
    if rounds <= 0:
        return term("left.pathfinder.count", count=moment[1])
    return term("left.pathfinder.rounds", n=rounds)
