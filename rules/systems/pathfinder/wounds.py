"""The commands of harm: damage, healing, temporary hit points, stabilising."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rules.core.asking import Procedure, done
from rules.core.terms import Term, term
from rules.encounter.addressing import find
from rules.encounter.commands import Outcome, refuse
from rules.encounter.course import Course
from rules.encounter.events import Event, Logged
from rules.encounter.state import Encounter, Token, TokenId
from rules.systems.pathfinder import harm
from rules.systems.pathfinder.commands import Damage, Heal, Stabilise, TemporaryPoints

Change = Callable[[Encounter, TokenId], tuple[Event, ...]]


def damage(state: Encounter, command: Damage) -> Procedure[Outcome]:
    """Deal the same damage to each of some tokens."""

    def hurt(now: Encounter, token: TokenId) -> tuple[Event, ...]:
        return harm.deal_damage(now, token, command.amount, nonlethal=command.nonlethal)

    names = _names(state, command.tokens)
    label = term("step.pathfinder.damage", names=names, points=command.amount)
    return done(_each(state, command.tokens, hurt, label, "harm"))


def heal(state: Encounter, command: Heal) -> Procedure[Outcome]:
    """Heal each of some tokens."""

    def mend(now: Encounter, token: TokenId) -> tuple[Event, ...]:
        return harm.heal(now, token, command.amount)

    names = _names(state, command.tokens)
    label = term("step.pathfinder.heal", names=names, points=command.amount)
    return done(_each(state, command.tokens, mend, label, ""))


def temporary(state: Encounter, command: TemporaryPoints) -> Procedure[Outcome]:
    """Give temporary hit points to each of some tokens."""

    def grant(now: Encounter, token: TokenId) -> tuple[Event, ...]:
        return harm.grant_temporary(now, token, command.amount)

    names = _names(state, command.tokens)
    label = term("step.pathfinder.temp_hp", names=names, points=command.amount)
    return done(_each(state, command.tokens, grant, label, ""))


def stabilise(state: Encounter, command: Stabilise) -> Procedure[Outcome]:
    """Stabilise the dying among some tokens. Raises CommandError."""
    course = Course(state)
    names = _names(state, command.tokens)
    for id in dict.fromkeys(command.tokens):
        token = course.state.token(id)
        if not harm.is_dying(token):
            continue
        if command.how == "check":
            course.add(*(yield from harm.stabilise(course.state, token.id)))
        else:
            course.add(*harm.make_stable(course.state, token.id))
    if not course.events:
        raise refuse("pathfinder.nobody_dying", "tokens")
    return course.done(term("step.pathfinder.stabilise", names=names))


def _names(state: Encounter, ids: Iterable[str]) -> tuple[str, ...]:
    return tuple(find(state, id, "tokens").name for id in dict.fromkeys(ids))


def _each(state: Encounter, ids: Iterable[str], change: Change, label: Term, mood: str) -> Outcome:
    """Change each token in turn, with a line of the log before what follows from it."""
    course = Course(state)
    for id in dict.fromkeys(ids):
        before = course.state.token(id)
        events = change(course.state, before.id)
        if not events:
            continue
        at = len(course.events)
        course.add(*events)
        course.events.insert(at, _line(before, course.state.token(id), mood))
    if not course.events:
        raise refuse("nothing_changes", "amount")
    return course.done(label)


def _line(before: Token, after: Token, mood: str) -> Logged:
    return Logged(harm.hp_line(before, after), who=after.id, mood=mood)
