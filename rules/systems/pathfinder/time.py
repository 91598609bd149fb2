"""Where the fight's time stands, and the course of a procedure that moves it (frame rules, §8).

A combatant's number is its initiative count; counts run down. Who has the same count is ordered
by the total modifier, then by a roll-off, and that order never changes by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from pydantic import JsonValue

from rules.encounter.commands import refuse
from rules.encounter.course import Course
from rules.encounter.events import VitalsChanged
from rules.encounter.state import Encounter, Timeline, Token, TokenId
from rules.systems.pathfinder.harm import vitals_of
from rules.systems.pathfinder.tables import sheet_of

SURPRISE: Final = "surprise"
REGULAR: Final = "regular"
BY_START: Final = "initiative"
"""Note of the flat-footedness that lasts until the first turn of one's own."""
DEAF_PENALTY: Final = -4


# -- reading the timeline -----------------------------------------------------------------------


def order(line: Timeline) -> tuple[TokenId, ...]:
    """Return all combatants in the order of the round."""
    return tuple(sorted(line.at, key=lambda t: (line.at[t], line.ties.get(t, ())), reverse=True))


def delayed(line: Timeline) -> frozenset[str]:
    """Return who waits without a count of their own."""
    held = line.data.get("delayed", ())
    return frozenset(str(t) for t in held) if isinstance(held, list | tuple) else frozenset()


def readied(line: Timeline) -> Mapping[str, str]:
    """Return who has an action ready, with its trigger."""
    held = line.data.get("readied", {})
    return {str(t): str(trigger) for t, trigger in held.items()} if isinstance(held, dict) else {}


def aware(line: Timeline) -> frozenset[str]:
    """Return who acts in the surprise round."""
    held = line.data.get("aware", ())
    return frozenset(str(t) for t in held) if isinstance(held, list | tuple) else frozenset()


def initiative_bonus(token: Token) -> int:
    """Return what is added to the initiative die: Dexterity, feats, deafness (§8)."""
    sheet = sheet_of(token)
    deaf = DEAF_PENALTY if token.has("deafened") else 0
    return sheet.modifier("dexterity") + sheet.initiative + deaf


def with_data(line: Timeline, **values: JsonValue) -> Timeline:
    """Set entries of the system's own data; empty ones fall away."""
    data = {**line.data, **values}
    return replace(line, data={key: value for key, value in data.items() if value})


def without(line: Timeline, token: TokenId) -> Timeline:
    """Take a token out of those who wait or are ready."""
    waiting: list[JsonValue] = [t for t in sorted(delayed(line)) if t != token]
    ready: dict[str, JsonValue] = {t: why for t, why in readied(line).items() if t != token}
    return with_data(line, delayed=waiting, readied=ready)


def must_run(state: Encounter) -> None:
    """Raise CommandError where no fight runs."""
    if not state.timeline.running:
        raise refuse("pathfinder.not_running")


def reset(course: Course, token: Token) -> None:
    """Give somebody all attacks of opportunity of a round back (§8)."""
    if vitals_of(token).opportunities:
        course.add(VitalsChanged(token.id, {"opportunities": 0}))


def participants(line: Timeline, tokens: Iterable[TokenId]) -> tuple[TokenId, ...]:
    """Return all tokens: those in the fight in their order, then the others."""
    ordered = order(line)
    known = dict.fromkeys(tokens)
    return (*(t for t in ordered if t in known), *(t for t in known if t not in line.at))
