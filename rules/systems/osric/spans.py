"""How long conditions last: segments, rounds of ten segments, turns of ten rounds (§1)."""

from __future__ import annotations

from typing import Final

from rules.core.terms import Term, term
from rules.encounter.state import Encounter
from rules.system.extras import TimeUnit
from rules.systems.osric.time import SEGMENTS, clock

IN_SEGMENTS: Final = {"round": SEGMENTS, "segment": 1, "turn": 10 * SEGMENTS}
UNITS: Final = (
    TimeUnit("round", term("span.osric.round")),
    TimeUnit("segment", term("span.osric.segment")),
    TimeUnit("turn", term("span.osric.turn")),
)


def _now(state: Encounter) -> int:
    """Return the absolute segment; before a fight its first one."""
    return clock(state) if state.timeline.running else 1


def until(state: Encounter, amount: int, unit: str) -> tuple[int, int]:
    """Return the round and the segment so much time after now."""
    end = max(1, _now(state) + amount * IN_SEGMENTS[unit])
    return (end - 1) // SEGMENTS + 1, (end - 1) % SEGMENTS + 1


def time_left(state: Encounter, moment: tuple[int, int]) -> Term:
    """Say how many rounds and segments are left."""
    left = max(0, (moment[0] - 1) * SEGMENTS + moment[1] - _now(state))
    rounds, segments = divmod(left, SEGMENTS)
    if not rounds:
        return term("left.osric.segments", n=segments)
    if not segments:
        return term("left.osric.rounds", n=rounds)
    return term("left.osric.both", rounds=rounds, segments=segments)
