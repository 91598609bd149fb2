"""How long conditions last: fields of the ring (ZP) and whole laps of the hand (§2)."""

from __future__ import annotations

from typing import Final

from rules.core.terms import Term, term
from rules.encounter.state import Encounter
from rules.system.extras import TimeUnit
from rules.systems.damakar import kreis
from rules.systems.damakar.time import size_of, top_of

UNITS: Final = (
    TimeUnit("zp", term("span.damakar.zp")),
    TimeUnit("lap", term("span.damakar.lap")),
)


def _from(state: Encounter) -> tuple[int, int]:
    """Return the highest initiative and the place of the hand; before a fight the ring's top."""
    line, size = state.timeline, size_of(state)
    return (top_of(line), line.now) if line.running else (size, size)


def until(state: Encounter, amount: int, unit: str) -> tuple[int, int]:
    """Return the lap and the field of the ring that the hand reaches after so many ZP."""
    size, (top, now) = size_of(state), _from(state)
    end = now - amount * (size if unit == "lap" else 1)
    return 1 + max(0, kreis.turns(top, end, size)), kreis.field(end, size)


def time_left(state: Encounter, moment: tuple[int, int]) -> Term:
    """Say how many ZP are left."""
    size, (top, now) = size_of(state), _from(state)
    lap, field = moment
    # the first place of lap n lies n - 1 whole rings below the ring in which the fight began
    place = ((top - 1) // size - (lap - 1)) * size + field
    return term("left.damakar.zp", n=max(0, now - place))
