"""Initiative (§2.2): open W100 + RE, once for everybody; the beginning and the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from pydantic import JsonValue

from rules.core.asking import Procedure, ask, done
from rules.core.terms import Term, term
from rules.encounter.addressing import find
from rules.encounter.commands import Outcome, refuse
from rules.encounter.course import Course
from rules.encounter.events import (
    ConditionGained,
    ConditionLost,
    Logged,
    TimeChanged,
    Unlinked,
    VitalsChanged,
)
from rules.encounter.state import Condition, Encounter, Timeline, Token, TokenId
from rules.systems.muinimula.bonds import BESET, DUEL
from rules.systems.muinimula.commands import End, Initiative, Start
from rules.systems.muinimula.conditions import BRIEF
from rules.systems.muinimula.flow import finish
from rules.systems.muinimula.harm import health
from rules.systems.muinimula.malus import BEFORE
from rules.systems.muinimula.options import options_of
from rules.systems.muinimula.rolls import open_hundred
from rules.systems.muinimula.sheet import MuinimulaVitals, sheet_of, vitals_of
from rules.systems.muinimula.time import moment, must_run

Ties = dict[TokenId, tuple[int, ...]]


def _roll(state: Encounter, token: Token) -> Procedure[tuple[int, Term]]:
    label = term("dice.muinimula.initiative")
    total, faces = yield from open_hundred(options_of(state), label, token.id)
    reaction = sheet_of(token).reaction
    total += reaction
    how = term("log.muinimula.rolled", name=token.name, total=total, faces=faces, reaction=reaction)
    return total, how


def _typed(token: Token, total: int) -> Term:
    return term("log.muinimula.typed", name=token.name, total=total)


def _settled(ties: Mapping[TokenId, tuple[int, ...]]) -> Procedure[Ties]:
    """Order equal ones: higher RE first, then a plain W100 each (house default, §2.7)."""
    found = dict(ties)
    groups: dict[tuple[int, ...], list[TokenId]] = {}
    for id, key in found.items():
        groups.setdefault(key[:2], []).append(id)
    for key, ids in groups.items():
        for id in ids if len(ids) > 1 else ():
            if len(found[id]) == len(key):
                (face,) = yield from ask((100,), term("dice.muinimula.tie"), id)
                found[id] = (*key, face)
    return found


def start(state: Encounter, command: Start) -> Procedure[Outcome]:
    """Begin the fight: everybody rolls initiative once. Raises CommandError."""
    course = Course(state)
    for name in command.values:
        find(state, name, "values")
    named_ones = [find(state, id, "tokens") for id in command.tokens]
    fighters = [t for t in named_ones or state.tokens.values() if not health(t).dead]
    if not fighters:
        raise refuse("muinimula.nobody", "tokens")
    known = {} if state.timeline.running else {id: n[0] for id, n in state.timeline.ties.items()}
    given = known | {TokenId(id): n for id, n in command.values.items()}
    ties: Ties = {}
    details: list[Term] = []
    for token in fighters:
        if token.id in given:
            total, how = given[token.id], _typed(token, given[token.id])
        else:
            total, how = yield from _roll(state, token)
        ties[token.id] = (total, sheet_of(token).reaction)
        details.append(how)
    ties = yield from _settled(ties)
    _part(course)
    line = Timeline(round=1, now=0, at=dict.fromkeys(ties, 0), ties=ties)
    course.add(TimeChanged(line))
    course.add(Logged(term("log.muinimula.start"), tuple(details), mood="turn"))
    for token in fighters:
        slow = token.condition("slow")
        if slow is not None and slow.note != BEFORE:
            course.add(ConditionGained(token.id, replace(slow, note=BEFORE)))
        _forget(course, token)
    finish(course)
    return course.done(term("step.muinimula.start"))


def _forget(course: Course, token: Token) -> None:
    """Forget what belongs to an earlier count of time."""
    vitals, fresh = vitals_of(token), MuinimulaVitals()
    names = ("pending", "parried", "used", "free", "coordinated", "beside", "hampered")
    values = {name: getattr(fresh, name) for name in names}
    if any(getattr(vitals, name) != value for name, value in values.items()):
        course.add(VitalsChanged(token.id, values))


def _part(course: Course) -> None:
    """End all duels."""
    for link in course.state.links:
        if link.kind in (DUEL, BESET):
            course.add(Unlinked(link))


def initiative(state: Encounter, command: Initiative) -> Procedure[Outcome]:
    """Set the initiative of one combatant, who joins the fight if need be."""
    course = Course(state)
    token = find(state, command.token)
    if command.value is None:
        value, how = yield from _roll(state, token)
    else:
        value, how = command.value, _typed(token, command.value)
    line = state.timeline
    ties: Ties = {**line.ties, token.id: (value, sheet_of(token).reaction)}
    ties = yield from _settled(ties)
    at = {**line.at, token.id: line.at.get(token.id, line.now)}
    course.add(TimeChanged(replace(line, ties=ties, at=at)), Logged(how, who=token.id))
    finish(course)
    return course.done(term("step.muinimula.initiative", name=token.name))


def end(state: Encounter, command: End) -> Procedure[Outcome]:
    """End the count of time and everything that lasts only while it runs."""
    del command
    must_run(state)
    course = Course(state)
    for token in state.tokens.values():
        for condition in token.conditions:
            _end_condition(course, token.id, condition)
        _rebase(course, token)
        _forget(course, token)
    _part(course)
    course.add(TimeChanged(Timeline()), Logged(term("log.muinimula.end"), mood="turn"))
    return done(course.done(term("step.muinimula.end")))


GRAVE: Final = frozenset({"unconscious", "dying", "asleep"})
"""Conditions that outlast the fight."""


def _end_condition(course: Course, id: TokenId, condition: Condition) -> None:
    """End a condition of the fight; a grave one keeps the time that is left."""
    if condition.id in GRAVE and condition.until is not None:
        left = max(0, condition.until[1] - course.state.timeline.now)
        course.add(ConditionGained(id, replace(condition, until=moment(left))))
    elif condition.id in BRIEF or (condition.until is not None):
        course.add(ConditionLost(id, condition.id))


def _rebase(course: Course, token: Token) -> None:
    """Count what goes on after the fight from zero."""
    now, vitals = course.state.timeline.now, vitals_of(token)
    wounds: list[JsonValue] = [
        w.model_copy(
            update={"until": max(0, w.until - now)} if w.until is not None else {}
        ).model_dump(mode="json")
        for w in vitals.wounds
    ]
    values: dict[str, JsonValue] = {}
    if any(w.until is not None for w in vitals.wounds):
        values["wounds"] = wounds
    if vitals.span is not None:
        values["span"] = vitals.span - now
    if values:
        course.add(VitalsChanged(token.id, values))
