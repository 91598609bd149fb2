"""How fights begin (§2, §2.1): circumstances, pairs, and who has the offensive."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from pydantic import JsonValue

from maps.grid import distance
from rules.core.asking import Procedure
from rules.core.terms import term
from rules.encounter.addressing import find
from rules.encounter.commands import Outcome, refuse
from rules.encounter.course import Course
from rules.encounter.events import (
    ConditionGained,
    ConditionLost,
    Logged,
    TimeChanged,
    VitalsChanged,
)
from rules.encounter.state import Condition, Encounter, Timeline, Token, TokenId, hostile
from rules.systems.das_system.bouts import Bout, bouts_with, must_run, opened, placed, with_bout
from rules.systems.das_system.commands import Engage, Start
from rules.systems.das_system.conditions import is_out
from rules.systems.das_system.duel import held_weapon, reaches
from rules.systems.das_system.kar import SECOND, current, points, seconds
from rules.systems.das_system.offensive import settle
from rules.systems.das_system.options import options_of
from rules.systems.das_system.series import pause_of
from rules.systems.das_system.sheet import vitals_of


def start(state: Encounter, command: Start) -> Procedure[Outcome]:
    """Begin: circumstances, then for each fight of two who has the offensive (§2, §2.1).

    Raises CommandError.
    """
    for id in (*command.tokens, *command.surprised, *command.values, *command.first,
               *(id for pair in command.pairs for id in pair)):  # fmt: skip
        find(state, id, "tokens")
    named_ones = [find(state, t, "tokens") for t in command.tokens]
    fighters = [t for t in named_ones or state.tokens.values() if not is_out(t)]
    if not fighters:
        raise refuse("das_system.nobody", "tokens")
    course = Course(state)
    line = Timeline(round=1, at={t.id: 0 for t in fighters})
    course.add(TimeChanged(line), Logged(term("log.das_system.start"), mood="turn"))
    reset_clocks(course, fighters, again=state.timeline.running)
    _circumstances(course, command)
    pairs = command.pairs or _pairs(fighters)
    for one, other in pairs:
        setting = Beginning(TokenId(one), TokenId(other), command.duel, command.first)
        yield from begin(course, setting)
    _surprise_over(course)
    return course.done(term("step.das_system.start"))


def reset_clocks(course: Course, fighters: Iterable[Token], *, again: bool) -> None:
    """Let the clock of everybody begin at 0; KAR that was shifted before the fight stays so."""
    fresh: dict[str, JsonValue] = {
        "busy": 0, "strained": 0, "spare": 0, "breath": 0, "loaded_at": 0,
    }  # fmt: skip
    if again:
        fresh |= {"shift": 0, "typed": None}
    for token in fighters:
        vitals = vitals_of(token)
        values = {name: v for name, v in fresh.items() if getattr(vitals, name) != v}
        if values:
            course.add(VitalsChanged(token.id, values))


def _circumstances(course: Course, command: Start) -> None:
    """Put the circumstances before the fight on the KAR of those at a disadvantage (§2.1)."""
    state = course.state
    for id in command.surprised:
        if not state.token(id).has("surprised"):
            course.add(ConditionGained(TokenId(id), Condition("surprised", until=(1, SECOND))))
    shifts = {id: points_of(state, w) for id, w in command.circumstances.items()}
    for id, value in command.shifts.items():
        shifts[id] = shifts.get(id, 0) + value
    for id, value in command.values.items():
        course.add(VitalsChanged(find(state, id, "values").id, {"typed": value}))
    for id, value in shifts.items():
        shift_kar(course, find(state, id, "shifts"), value)


def points_of(state: Encounter, word: str) -> int:
    """Return by how many points a circumstance shifts the KAR: of the table, or chosen (§2.1)."""
    return options_of(state).number(f"umstand_{word}")


def shift_kar(course: Course, token: Token, value: int) -> None:
    """Shift somebody's KAR by so many points and say it; 0 changes nothing (§2.1)."""
    if value:
        course.add(VitalsChanged(token.id, {"shift": vitals_of(token).shift + value}))
        kar = points(current(course.state.tokens[token.id], options_of(course.state)))
        line = term("log.das_system.shifted", name=token.name, value=value, kar=kar)
        course.add(Logged(line, who=token.id))


def _pairs(fighters: list[Token]) -> list[tuple[str, str]]:
    """Pair everybody with the nearest foe in reach, each pair once."""
    found: list[tuple[str, str]] = []
    for token in fighters:
        foes = [f for f in fighters if hostile(token.side, f.side) and in_melee(token, f)]
        foes.sort(key=lambda f: (distance(token.space, f.space), f.id))
        for foe in foes[:1]:
            if (token.id, foe.id) not in found and (foe.id, token.id) not in found:
                found.append((token.id, foe.id))
    return found


def in_melee(one: Token, other: Token) -> bool:
    """Whether either of two reaches the other with what he holds."""
    arms = ((one, held_weapon(one), other), (other, held_weapon(other), one))
    return any(w is not None and not w.ranged and reaches(a, w, b) for a, w, b in arms)


@dataclass(frozen=True, slots=True)
class Beginning:
    """How a fight of two begins: under duel conditions, or with somebody's offensive by word."""

    one: TokenId
    other: TokenId
    duel: bool = False
    first: tuple[str, ...] = ()


def begin(course: Course, setting: Beginning) -> Procedure[None]:
    """Let two begin (§2): no time passes, but in a duel the KAR of the faster one does."""
    one, other = setting.one, setting.other
    bout = Bout(one, other, since=course.state.timeline.now)
    named_ones = [id for id in (one, other) if id in setting.first]
    attacker = named_ones[0] if named_ones else (yield from settle(course.state, one, other))
    now = course.state.timeline.now
    at = now + (pause_of(course.state, bout) if setting.duel else 0)
    made = opened(course.state, bout, attacker, at)
    line = with_bout(course.state.timeline, made)
    line = replace(line, at={**line.at, **{id: line.at.get(id, now) for id in (one, other)}})
    course.add(TimeChanged(placed(course.state, line)))
    say_offensive(course, attacker, made.foe_of(attacker), at)


def say_offensive(course: Course, attacker: str, defender: str, at: int) -> None:
    """Log who has the offensive from the tick ``at`` on, with the KAR of both (§2.1)."""
    state, options = course.state, options_of(course.state)
    a, d = state.token(attacker), state.token(defender)
    line = term(
        "log.das_system.offensive",
        attacker=a.name,
        defender=d.name,
        mine=points(current(a, options)),
        theirs=points(current(d, options)),
        time=seconds(at),
    )
    course.add(Logged(line, who=attacker, mood="turn"))


def _surprise_over(course: Course) -> None:
    """End the surprise once it has cost the offensive; of others a second later."""
    for token in course.state.tokens.values():
        if token.has("surprised") and bouts_with(course.state.timeline, token.id):
            course.add(ConditionLost(token.id, "surprised"))


def opening(state: Encounter, id: TokenId, target: TokenId) -> tuple[Engage, ...]:
    """Return what begins a fight with somebody in reach, for one who fights nobody (§2)."""
    if not state.timeline.running or bouts_with(state.timeline, id):
        return ()
    near = in_melee(state.tokens[id], state.tokens[target])
    return (Engage(token=id, target=target),) if near else ()


def engage(state: Encounter, command: Engage) -> Procedure[Outcome]:
    """Let two begin to fight each other while time runs. Raises CommandError."""
    must_run(state)
    one, other = find(state, command.token), find(state, command.target, "target")
    if one is other:
        raise refuse("das_system.self", "target", name=one.name)
    course = Course(state)
    for id, word in command.circumstances.items():
        shift_kar(course, find(state, id, "circumstances"), points_of(state, word))
    first = (command.first,) if command.first else ()
    yield from begin(course, Beginning(one.id, other.id, command.duel, first))
    return course.done(term("step.das_system.engage", name=one.name, foe=other.name))
