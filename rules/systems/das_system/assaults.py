"""Several opponents (§11): groups strike at once, so later ones are harder to parry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pydantic import JsonValue

from rules.encounter.course import Course
from rules.encounter.events import TimeChanged
from rules.encounter.state import Encounter, Timeline
from rules.systems.das_system.duel import Duel

GROUPS = "groups"
"""Key of the groups in the fight's data: defender → lists of opponents."""


def groups(state: Encounter, defender: str) -> tuple[tuple[str, ...], ...]:
    """Return the groups into which a lone defender sorted his opponents."""
    held = state.data.get(GROUPS, {})
    mine = held.get(defender, []) if isinstance(held, Mapping) else []
    if not isinstance(mine, list | tuple):
        return ()
    return tuple(tuple(str(t) for t in g) for g in mine if isinstance(g, list | tuple))


def group_of(state: Encounter, defender: str, opponent: str) -> int | None:
    """Return the number of an opponent's group, from 0; ``None`` = in none."""
    for number, group in enumerate(groups(state, defender)):
        if opponent in group:
            return number
    return None


def _best(line: Timeline, defender: str) -> dict[int, int]:
    """Return the best attack of each group in the present second."""
    held = line.data.get("assaults", {})
    mine = held.get(defender) if isinstance(held, Mapping) else None
    if not isinstance(mine, Mapping) or mine.get("at") != line.now:
        return {}
    best = mine.get("best", {})
    if not isinstance(best, Mapping):
        return {}
    return {int(str(number)): int(str(value)) for number, value in best.items()}


def note(course: Course, duel: Duel, value: int) -> None:
    """Remember an attack on somebody who faces groups."""
    line, defender = course.state.timeline, duel.target.id
    number = group_of(course.state, defender, duel.attacker.id)
    if number is None or not line.running:
        return
    best = _best(line, defender)
    best[number] = max(value, best.get(number, 0))
    held = line.data.get("assaults", {})
    others = dict(held) if isinstance(held, Mapping) else {}
    written: dict[str, JsonValue] = {str(n): v for n, v in sorted(best.items())}
    others[defender] = {"at": line.now, "best": written}
    course.add(TimeChanged(replace(line, data={**line.data, "assaults": others})))


def extra(state: Encounter, duel: Duel) -> int:
    """Return what earlier groups of this second add to the value that a parade must reach."""
    number = group_of(state, duel.target.id, duel.attacker.id)
    if not number:
        return 0
    best = _best(state.timeline, duel.target.id)
    return sum(value for group, value in best.items() if group < number)
