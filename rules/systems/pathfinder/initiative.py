"""Initiative: the rolls, ties, surprise, late comers; the beginning and the end (§8)."""

from __future__ import annotations

from dataclasses import replace

from pydantic import JsonValue

from rules.core.asking import Procedure, ask, done
from rules.core.terms import Term, term
from rules.encounter.addressing import find
from rules.encounter.commands import Outcome, refuse
from rules.encounter.course import Course
from rules.encounter.events import ConditionGained, ConditionLost, Logged, TimeChanged
from rules.encounter.state import Condition, Encounter, Timeline, Token, TokenId
from rules.systems.pathfinder.commands import End, Initiative, Start
from rules.systems.pathfinder.conditions import UNTIL_OWN_TURN
from rules.systems.pathfinder.harm import health
from rules.systems.pathfinder.tables import sheet_of
from rules.systems.pathfinder.ties import place
from rules.systems.pathfinder.time import (
    BY_START,
    REGULAR,
    SURPRISE,
    initiative_bonus,
    must_run,
    reset,
    with_data,
)
from rules.systems.pathfinder.turns import advance


def _roll(token: Token) -> Procedure[tuple[int, Term]]:
    """Ask for a combatant's initiative; returns the total and how it came about."""
    bonus = initiative_bonus(token)
    (face,) = yield from ask((20,), term("dice.pathfinder.initiative"), token.id)
    total = face + bonus
    how = term("log.pathfinder.rolled", name=token.name, total=total, face=face, bonus=bonus)
    return total, how


def initiative(state: Encounter, command: Initiative) -> Procedure[Outcome]:
    """Set the initiative of one combatant, who joins the fight if need be."""
    course = Course(state)
    token = find(state, command.token)
    if command.value is None:
        value, how = yield from _roll(token)
    else:
        value = command.value
        how = term("log.pathfinder.typed", name=token.name, total=value)
    joins = token.id not in state.timeline.at
    line = yield from place(course, {token.id: value})
    course.add(TimeChanged(line), Logged(how, who=token.id))
    fresh = joins and line.running and not sheet_of(token).uncanny_dodge
    if fresh and not token.has("flat_footed"):
        course.add(ConditionGained(token.id, Condition("flat_footed", note=BY_START)))
    return course.done(term("step.pathfinder.initiative", name=token.name))


# -- beginning and ending -----------------------------------------------------------------------


def start(state: Encounter, command: Start) -> Procedure[Outcome]:
    """Begin the fight: everybody rolls, all are flat-footed until they act. Raises CommandError."""
    course = Course(state)
    for name in (*command.values, *command.surprised, *command.aware):
        find(state, name, "values" if name in command.values else "surprised")
    named_ones = [find(state, t, "tokens") for t in command.tokens]
    everybody = named_ones or list(state.tokens.values())
    fighters = [token for token in everybody if not health(token).dead]
    if not fighters:
        raise refuse("pathfinder.nobody", "tokens")
    known = {} if state.timeline.running else dict(state.timeline.at)
    typed = known | {TokenId(t): value for t, value in command.values.items()}
    counts: dict[TokenId, int] = {}
    details: list[Term] = []
    for token in fighters:
        if token.id in typed:
            counts[token.id] = typed[token.id]
            details.append(term("log.pathfinder.typed", name=token.name, total=typed[token.id]))
        else:
            counts[token.id], how = yield from _roll(token)
            details.append(how)
    course.state = replace(state, timeline=Timeline())
    line = yield from place(course, counts)
    course.state = state
    top = max(counts.values(), default=0)
    line = replace(line, round=1, now=top, phase=REGULAR)
    course.add(TimeChanged(line), Logged(term("log.pathfinder.start"), tuple(details), mood="turn"))
    _surprise(course, command, fighters)
    for token in fighters:
        if not token.has("flat_footed") and not sheet_of(token).uncanny_dodge:
            course.add(ConditionGained(token.id, Condition("flat_footed", note=BY_START)))
    yield from advance(course)
    return course.done(term("step.pathfinder.start"))


def _surprise(course: Course, command: Start, fighters: list[Token]) -> None:
    """Open the surprise round where some know of their foes and some do not."""
    everybody = {t.id for t in fighters}
    if command.aware:
        knowing = everybody & {TokenId(t) for t in command.aware}
    else:
        knowing = everybody - {TokenId(t) for t in command.surprised}
    if not knowing or knowing == everybody:
        return
    listed: list[JsonValue] = [t.id for t in fighters if t.id in knowing]
    line = replace(course.state.timeline, phase=SURPRISE)
    course.add(TimeChanged(with_data(line, aware=listed)))
    caught = [t for t in fighters if t.id not in knowing]
    names = tuple(t.name for t in caught)
    course.add(Logged(term("log.pathfinder.surprise", names=names, n=len(names)), mood="turn"))
    for token in caught:
        course.add(ConditionGained(token.id, Condition("surprised", note=BY_START)))


def end(state: Encounter, command: End) -> Procedure[Outcome]:
    """End the count of time and everything that lasts only while it runs."""
    del command
    must_run(state)
    course = Course(state)
    for token in state.tokens.values():
        for condition in token.conditions:
            brief = condition.id in UNTIL_OWN_TURN or condition.note == BY_START
            if brief or condition.until is not None:
                course.add(ConditionLost(token.id, condition.id))
        reset(course, token)
    course.add(TimeChanged(Timeline()), Logged(term("log.pathfinder.end"), mood="turn"))
    return done(course.done(term("step.pathfinder.end")))
