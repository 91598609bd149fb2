"""How long conditions last: seconds and minutes (§3)."""

from __future__ import annotations

from typing import Final

from rules.core.terms import Term, term
from rules.encounter.state import Encounter
from rules.system.extras import TimeUnit
from rules.systems.das_system.kar import SECOND

SECONDS: Final = {"second": 1, "minute": 60}
UNITS: Final = (
    TimeUnit("second", term("span.das_system.second")),
    TimeUnit("minute", term("span.das_system.minute")),
)


def until(state: Encounter, amount: int, unit: str) -> tuple[int, int]:
    """Return the moment (turn, tick) so many of ``unit`` after now."""
    line = state.timeline
    return max(1, line.round), line.now + amount * SECONDS[unit] * SECOND


def time_left(state: Encounter, moment: tuple[int, int]) -> Term:
    """Say how many seconds are left."""
    return term("left.das_system.seconds", n=max(0, -(-(moment[1] - state.timeline.now) // SECOND)))
