"""The end of a sequence (§9): losses in their order, then who attacks next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from pydantic import JsonValue

from rules.core.options import Options
from rules.core.terms import named
from rules.encounter.course import Course
from rules.encounter.events import Logged, TimeChanged, VitalsChanged
from rules.encounter.state import Encounter, TokenId
from rules.systems.das_system.bouts import (
    Bout,
    attacks_for,
    bout_of,
    bouts,
    opened,
    over,
    paused,
    placed,
    put,
    with_bout,
)
from rules.systems.das_system.harm import spent
from rules.systems.das_system.kar import SECOND, current, seconds
from rules.systems.das_system.options import options_of
from rules.systems.das_system.sheet import sheet_of, vitals_of


@dataclass(frozen=True, slots=True)
class Sequence:
    """What happened in a second of a fight of two: who spent what, how the blow ended.

    ``costs`` is the Ausdauer of everybody who attacked or warded, ``attacked`` who tried to
    attack. ``ending`` is the case of §9: ``counter``, ``broken``, ``missed``, or empty.
    """

    attacker: TokenId
    defender: TokenId
    costs: Mapping[TokenId, int]
    attacked: tuple[TokenId, ...]
    ending: str = ""


def bookkeeping(course: Course, sequence: Sequence) -> None:
    """Take Ausdauer and raise KAR (§9.2, §9.3); what wounds took stands in the state already."""
    for id, cost in sequence.costs.items():
        token = course.state.tokens[id]
        vitals, now = vitals_of(token), course.state.timeline.now
        load = sheet_of(token).load // 100 * options_of(course.state).number("last_kosten")
        values: dict[str, JsonValue] = spent(vitals, cost + load)
        values["strained"] = now + SECOND
        values["breath"] = 0
        if id in sequence.attacked:
            values |= {"kar": vitals.kar + 1, "busy": now + SECOND}
        course.add(VitalsChanged(id, values))


def next_attack(course: Course, sequence: Sequence) -> None:
    """Decide who attacks next in the fight of two (§9.4); nothing where no clock runs."""
    state = course.state
    if not state.timeline.running:
        return
    bout = bout_of(state.timeline, sequence.attacker, sequence.defender)
    if bout is None:
        return
    now = state.timeline.now
    bout = replace(bout, blows=bout.blows + 1, beats=(*bout.beats, now))
    case = _case(state, bout, sequence)
    if case not in ("over", "goes_on"):
        _end_shifts(course, bout)
    _log(course, bout, case)
    _turn(course, bout, sequence, case)


def take_offensive(course: Course, attacker: TokenId, defender: TokenId) -> None:
    """Let a series begin where an attack does not go on with one; needs a clock."""
    state = course.state
    if not state.timeline.running:
        return
    bout = bout_of(state.timeline, attacker, defender)
    now = state.timeline.now
    if bout is None:
        bout = Bout(attacker, defender, since=now)
    if bout.attacker == attacker and bout.phase == "series":
        return
    line = with_bout(state.timeline, opened(state, bout, attacker, now))
    at = {**line.at, **{id: line.at.get(id, now) for id in (attacker, defender)}}
    course.add(TimeChanged(placed(state, replace(line, at=at))))


def _case(state: Encounter, bout: Bout, sequence: Sequence) -> str:
    """Return the case of §9 that holds; the first match wins."""
    if over(state, bout):
        return "over"
    if sequence.ending:
        return sequence.ending
    if series_done(state, bout, options_of(state)):
        return "spent"
    return "goes_on"


def series_done(state: Encounter, bout: Bout, options: Options) -> bool:
    """Whether the Ausdauer allows no further attack of the series (§9)."""
    most = bout.most
    if options.word("serie_ausdauer") == "current":
        most = attacks_for(vitals_of(state.tokens[TokenId(bout.attacker)]).ausdauer)
    return bout.blows >= most


def _turn(course: Course, bout: Bout, sequence: Sequence, case: str) -> None:
    state, now = course.state, course.state.timeline.now
    line = state.timeline
    match case:
        case "over":
            line = put(line, _others(state, bout))
        case "counter" | "broken":
            turned = opened(course.state, replace(bout, first=False), sequence.defender, now)
            line = with_bout(course.state.timeline, replace(turned, at=now + SECOND))
        case "missed" | "spent":
            ticks = pause_of(course.state, bout)
            line = with_bout(course.state.timeline, paused(bout, now, ticks))
        case _:
            line = with_bout(line, replace(bout, at=now + SECOND))
    course.add(TimeChanged(placed(course.state, line)))


def _others(state: Encounter, bout: Bout) -> list[Bout]:
    return [b for b in bouts(state.timeline) if not b.holds(bout.a, bout.b)]


def _end_shifts(course: Course, bout: Bout) -> None:
    """End the circumstances of the beginning with the first series (§2.1, house default)."""
    if not bout.first:
        return
    for id in (bout.a, bout.b):
        if vitals_of(course.state.tokens[TokenId(id)]).shift:
            course.add(VitalsChanged(TokenId(id), {"shift": 0}))


def pause_of(state: Encounter, bout: Bout) -> int:
    """Return for how many ticks two look for an opening: the KAR of the faster one (§2)."""
    options = options_of(state)
    both = (state.tokens[TokenId(bout.a)], state.tokens[TokenId(bout.b)])
    return min(current(token, options) for token in both)


def _log(course: Course, bout: Bout, case: str) -> None:
    state = course.state
    attacker = state.tokens[TokenId(bout.attacker)].name
    defender = state.tokens[TokenId(bout.foe_of(bout.attacker))].name
    time = seconds(pause_of(state, bout)) if case in ("missed", "spent") else 0.0
    line = named(
        "log.das_system.case", case, attacker=attacker, defender=defender, n=bout.blows,
        most=bout.most, time=time,
    )  # fmt: skip
    course.add(Logged(line, who=bout.attacker, mood="turn"))
