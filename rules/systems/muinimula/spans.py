"""How long conditions last: seconds, Kampfrunden of six seconds, minutes (§1)."""

from __future__ import annotations

from typing import Final

from rules.core.terms import Term, term
from rules.encounter.state import Encounter
from rules.system.extras import TimeUnit
from rules.systems.muinimula.time import MINUTE, ROUND, SECOND, moment

HALVES: Final = {"second": SECOND, "round": ROUND, "minute": MINUTE}
UNITS: Final = (
    TimeUnit("second", term("span.muinimula.second")),
    TimeUnit("round", term("span.muinimula.round")),
    TimeUnit("minute", term("span.muinimula.minute")),
)


def until(state: Encounter, amount: int, unit: str) -> tuple[int, int]:
    """Return the moment (Kampfrunde, half second) so many of ``unit`` after now (§1)."""
    return moment(state.timeline.now + amount * HALVES[unit])


def time_left(state: Encounter, end: tuple[int, int]) -> Term:
    """Say how many seconds are left."""
    return term("left.muinimula.seconds", n=max(0, -(-(end[1] - state.timeline.now) // SECOND)))
