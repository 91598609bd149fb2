"""Where the fight's time stands: markers on the Kampfkreis, the hand, who acts (§2).

``Timeline.at`` holds the unwrapped place of each combatant, ``now`` that of the hand; places fall.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from pydantic import JsonValue

from rules.core.terms import named, term
from rules.encounter.commands import refuse
from rules.encounter.course import Course
from rules.encounter.events import ConditionLost, Logged, TimeChanged
from rules.encounter.state import Encounter, Timeline, TokenId
from rules.systems.damakar import kreis
from rules.systems.damakar.conditions import is_out
from rules.systems.damakar.options import options_of

BEGUN: Final = "begun"
"""Entry of the timeline's data: the turn of those who act was called out (``next``)."""


# -- reading ------------------------------------------------------------------------------------


def size_of(state: Encounter) -> int:
    """Return how many fields the ring has."""
    return options_of(state).number("ring_size")


def field_of(state: Encounter, place: int) -> int:
    """Return the field of the ring on which a place of the count lies."""
    return kreis.field(place, size_of(state))


def top_of(line: Timeline) -> int:
    """Return the highest initiative of the fight, where absolute time is 0 ZP (§2.2)."""
    held = line.data.get("top", 0)
    return held if isinstance(held, int) else 0


def active(state: Encounter) -> dict[TokenId, int]:
    """Return the places of all who take part and can still fight."""
    tokens = state.tokens
    return {t: p for t, p in state.timeline.at.items() if t in tokens and not is_out(tokens[t])}


def table(line: Timeline, key: str) -> Mapping[str, JsonValue]:
    """Return a table of the system's own data."""
    held = line.data.get(key, {})
    return held if isinstance(held, dict) else {}


def announced(state: Encounter) -> Mapping[str, JsonValue]:
    """Return the secretly announced actions of those whose moment it is (§2.7)."""
    return table(state.timeline, "announced")


def under_way(state: Encounter, id: str) -> Mapping[str, JsonValue]:
    """Return what somebody is doing until the own marker is reached: ``what``, ``from``."""
    held = table(state.timeline, "under_way").get(id, {})
    return held if isinstance(held, dict) else {}


def order(state: Encounter) -> tuple[TokenId, ...]:
    """Return all who take part, the next one first; equal places in the order of the roster."""
    at = active(state)
    rest = [t for t in state.timeline.at if t not in at and t in state.tokens]
    return (*sorted(at, key=lambda t: -at[t]), *rest)


def must_run(state: Encounter) -> None:
    """Raise CommandError where no fight runs."""
    if not state.timeline.running:
        raise refuse("damakar.not_running")


# -- changing -----------------------------------------------------------------------------------


def with_data(line: Timeline, **values: JsonValue) -> Timeline:
    """Set entries of the system's own data; empty ones fall away, the top stays."""
    data = {**line.data, **values}
    return replace(line, data={k: v for k, v in data.items() if v or k == "top"})


def with_entry(line: Timeline, key: str, id: str, value: JsonValue) -> Timeline:
    """Set or (empty) remove one entry of a table of the data."""
    held = {k: v for k, v in table(line, key).items() if k != id}
    return with_data(line, **{key: {**held, id: value} if value else held})


def spend(course: Course, costs: Mapping[TokenId, int]) -> None:
    """Move markers by their costs, all at once, then see who is next (§2.5, §2.7)."""
    line = course.state.timeline
    if not line.running:
        return
    moved = {t: line.at[t] - zp for t, zp in costs.items() if t in line.at and zp}
    if moved:
        course.add(TimeChanged(replace(line, at={**line.at, **moved})))
    settle(course)


def settle(course: Course) -> None:
    """Let the hand go to the foremost marker; those on it act together (§2.4)."""
    _catch_up(course)
    state = course.state
    line = state.timeline
    if not line.running:
        return
    places = active(state)
    acting = kreis.foremost(places)
    now = places[acting[0]] if acting else line.now
    if acting == line.acting and now == line.now:
        return
    round = 1 + max(0, kreis.turns(top_of(line), now, size_of(state)))
    line = replace(line, now=now, acting=acting, round=round)
    line = with_data(line, announced=_of(announced(state), acting), **{BEGUN: False})
    course.add(TimeChanged(line))
    _expire(course)
    _finish(course, acting)
    _call(course, acting)


def _catch_up(course: Course) -> None:
    """Put markers that the hand has passed on the hand's field: who was out and is back."""
    line = course.state.timeline
    late = {t: line.now for t, place in active(course.state).items() if place > line.now}
    if line.running and late:
        course.add(TimeChanged(replace(line, at={**line.at, **late})))


def _of(held: Mapping[str, JsonValue], ids: Iterable[str]) -> dict[str, JsonValue]:
    return {id: held[id] for id in ids if id in held}


def _expire(course: Course) -> None:
    """End every condition whose time has come: lap and field of the hand."""
    state = course.state
    line, number = state.timeline, field_of(state, state.timeline.now)
    for token in state.tokens.values():
        for condition in token.conditions:
            lap, last = condition.until or (line.round, 0)
            if line.round < lap or (line.round == lap and number > last):
                continue
            course.add(ConditionLost(token.id, condition.id))
            name = named("condition.damakar", condition.id)
            said = term("log.damakar.runs_out", name=token.name, condition=name)
            course.add(Logged(said, who=token.id))


def _finish(course: Course, acting: Iterable[TokenId]) -> None:
    """End what those had under way whose moment has come."""
    for id in acting:
        doing = under_way(course.state, id)
        if not doing:
            continue
        line = with_entry(course.state.timeline, "under_way", id, None)
        course.add(TimeChanged(line))
        if doing.get("what") == "magic":
            name = course.state.tokens[id].name
            course.add(Logged(term("log.damakar.spell_works", name=name), who=id, mood="turn"))


def _call(course: Course, acting: tuple[TokenId, ...]) -> None:
    """Say whose moment it is."""
    if not acting:
        course.add(Logged(term("log.damakar.nobody_left"), mood="turn"))
        return
    state = course.state
    names = tuple(state.tokens[t].name for t in acting)
    number = field_of(state, state.timeline.now)
    said = term("log.damakar.turn", field=number, names=names, n=len(names))
    course.add(Logged(said, who=acting[0] if len(acting) == 1 else "", mood="turn"))
