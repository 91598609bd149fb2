"""Turns: who comes next, what begins and ends with a turn, delaying and readied actions (§8)."""

from __future__ import annotations

from dataclasses import replace

from pydantic import JsonValue

from rules.core.asking import Procedure
from rules.core.terms import Term, named, term
from rules.encounter.addressing import find
from rules.encounter.commands import Outcome, refuse
from rules.encounter.course import Course
from rules.encounter.events import ConditionLost, Logged, TimeChanged
from rules.encounter.state import Encounter, Timeline, Token, TokenId
from rules.systems.pathfinder.commands import Act, Delay, Next, Ready
from rules.systems.pathfinder.conditions import UNTIL_OWN_TURN, ended
from rules.systems.pathfinder.harm import align, health, is_dying, stabilise
from rules.systems.pathfinder.ties import place
from rules.systems.pathfinder.time import (
    BY_START,
    REGULAR,
    SURPRISE,
    aware,
    delayed,
    initiative_bonus,
    must_run,
    order,
    readied,
    reset,
    with_data,
    without,
)


def next_turn(state: Encounter, command: Next) -> Procedure[Outcome]:
    """End the turn and begin the next."""
    del command
    must_run(state)
    course = Course(state)
    yield from advance(course)
    return course.done(_whose(course))


def _whose(course: Course) -> Term:
    acting = course.state.timeline.acting
    if not acting:
        return term("step.pathfinder.next_nobody")
    return term("step.pathfinder.next", name=course.state.tokens[acting[0]].name)


def advance(course: Course) -> Procedure[None]:
    """Go on to the next turn that somebody can use.

    The dead are passed over; who lies dying rolls on the way.
    """
    if _resume(course):
        return
    for _ in course.state.timeline.at:
        token_id = _step(course)
        if token_id is None:
            break
        yield from _begin(course, token_id)
        if not health(course.state.tokens[token_id]).down:
            return
    line = course.state.timeline
    course.add(TimeChanged(replace(line, acting=(), acted=line.acted | set(line.acting))))


def _resume(course: Course) -> bool:
    """Give the turn back to whom a readied action interrupted."""
    line = course.state.timeline
    held = line.data.get("interrupted")
    if not held:
        return False
    line = with_data(replace(line, acted=line.acted | set(line.acting)), interrupted=None)
    token = course.state.tokens.get(TokenId(str(held)))
    if token is None or health(token).down:
        course.add(TimeChanged(line))
        return False
    acted = line.acted - {token.id}
    course.add(TimeChanged(replace(line, acting=(token.id,), acted=acted, now=line.at[token.id])))
    course.add(Logged(term("log.pathfinder.resumes", name=token.name), who=token.id, mood="turn"))
    return True


def _living(course: Course) -> list[TokenId]:
    """Return who takes part in the present phase, in order."""
    line, tokens = course.state.timeline, course.state.tokens
    here = [t for t in order(line) if t in tokens and not health(tokens[t]).dead]
    if line.phase == SURPRISE:
        knowing = aware(line)
        return [t for t in here if t in knowing]
    return here


def _step(course: Course) -> TokenId | None:
    """Let the time run to the next combatant, into a new round where needed."""
    line = course.state.timeline
    acted = line.acted | set(line.acting)
    left = [t for t in _living(course) if t not in acted and line.at[t] <= line.now]
    if not left:
        _new_round(course)
        line, acted, left = course.state.timeline, frozenset(), _living(course)
    if not left:
        return None
    token = left[0]
    course.add(TimeChanged(replace(line, now=line.at[token], acting=(token,), acted=acted)))
    return token


def _new_round(course: Course) -> None:
    line = course.state.timeline
    if line.phase == SURPRISE:
        line = with_data(replace(line, phase=REGULAR), aware=[])
        for token in course.state.tokens.values():
            if token.has("surprised"):
                course.add(ConditionLost(token.id, "surprised"))
    else:
        line = replace(line, round=line.round + 1)
    top = max(line.at.values(), default=0)
    course.add(TimeChanged(replace(line, acting=(), acted=frozenset(), now=top)))
    said = term("log.pathfinder.round", round=line.round)
    course.add(Logged(said, mood="turn", data={"round": line.round}))


def _begin(course: Course, token_id: TokenId) -> Procedure[None]:
    """Begin a turn: what has run out ends, what comes once a turn comes back."""
    _expire(course)
    course.add(*align(course.state, token_id))
    token = course.state.tokens[token_id]
    line = without(course.state.timeline, token_id)
    if line.data != course.state.timeline.data:
        course.add(TimeChanged(line))
    for condition in token.conditions:
        if condition.id in UNTIL_OWN_TURN or condition.note == BY_START:
            course.add(ConditionLost(token_id, condition.id))
    reset(course, token)
    if is_dying(token):
        course.add(*(yield from stabilise(course.state, token_id)))
    elif not health(token).down:
        said = term("log.pathfinder.turn", name=token.name)
        course.add(Logged(said, who=token_id, mood="turn", data={"count": line.now}))


def _expire(course: Course) -> None:
    """End every condition whose time has come; nothing runs out in a surprise round."""
    line = course.state.timeline
    if line.phase == SURPRISE:
        return
    for token in course.state.tokens.values():
        for condition in token.conditions:
            if ended(condition, line.round, line.now):
                course.add(ConditionLost(token.id, condition.id))
                name = named("condition.pathfinder", condition.id)
                line_out = term("log.pathfinder.runs_out", name=token.name, condition=name)
                course.add(Logged(line_out, who=token.id))


# -- changing the order -------------------------------------------------------------------------


def _acting(state: Encounter, id: str) -> Token:
    """Return the named token, else whoever acts. Raises CommandError where there is none."""
    must_run(state)
    if not id and not state.timeline.acting:
        raise refuse("pathfinder.nobody_acts", "token")
    token = find(state, id or state.timeline.acting[0])
    if token.id not in state.timeline.at:
        raise refuse("pathfinder.no_initiative", "token", name=token.name)
    return token


def delay(state: Encounter, command: Delay) -> Procedure[Outcome]:
    """Put a turn off: to a chosen count, or until the combatant says so."""
    course = Course(state)
    token = _acting(state, command.token)
    acts = token.id in state.timeline.acting
    if command.to is None:
        waits: list[JsonValue] = [*sorted(delayed(state.timeline) | {token.id})]
        line = with_data(state.timeline, delayed=waits)
        said = term("log.pathfinder.delays", name=token.name)
        acted = line.acted | {token.id}
    else:
        line = yield from place(course, {token.id: command.to})
        line = without(line, token.id)
        said = term("log.pathfinder.delays_to", name=token.name, count=command.to)
        acted = line.acted - {token.id}
    acting = tuple(t for t in line.acting if t != token.id)
    course.add(TimeChanged(replace(line, acting=acting, acted=acted)))
    course.add(Logged(said, who=token.id, mood="turn"))
    if acts:
        yield from advance(course)
    return course.done(term("step.pathfinder.delay", name=token.name))


def ready(state: Encounter, command: Ready) -> Procedure[Outcome]:
    """Ready an action; that ends the turn."""
    course = Course(state)
    token = _acting(state, command.token)
    waiting: dict[str, JsonValue] = {**readied(state.timeline), token.id: command.trigger}
    course.add(TimeChanged(with_data(state.timeline, readied=waiting)))
    said = term("log.pathfinder.readies", name=token.name)
    trigger = term("log.pathfinder.trigger", text=command.trigger)
    details = (trigger,) if command.trigger else ()
    course.add(Logged(said, details, token.id, "turn"))
    if token.id in state.timeline.acting:
        yield from advance(course)
    return course.done(term("step.pathfinder.ready", name=token.name))


def act(state: Encounter, command: Act) -> Procedure[Outcome]:
    """Let somebody act now and keep this count from now on.

    A readied action interrupts and comes before the one that it interrupts; who has delayed
    acts after the one whose turn it was. Raises CommandError.
    """
    course = Course(state)
    token, line = find(state, command.token), state.timeline
    must_run(state)
    if token.id in line.acting:
        raise refuse("nothing_changes", "token")
    interrupts = token.id in readied(line)
    line = _moved(line, token, before=interrupts)
    held = line.acting[0] if line.acting else ""
    if interrupts and held:
        line = with_data(line, interrupted=str(line.data.get("interrupted") or held))
        acted = line.acted
    else:
        acted = line.acted | set(line.acting)
    line = replace(line, acting=(token.id,), acted=acted - {token.id})
    course.add(TimeChanged(line))
    if interrupts:
        line = without(line, token.id)
        said = term("log.pathfinder.interrupts", name=token.name)
        course.add(TimeChanged(line), Logged(said, who=token.id, mood="turn"))
    else:
        yield from _begin(course, token.id)
    return course.done(term("step.pathfinder.act", name=token.name))


def _moved(line: Timeline, token: Token, *, before: bool) -> Timeline:
    """Put a combatant right before or after the one who acts, at the present count."""
    at, ties = dict(line.at), dict(line.ties)
    at[token.id] = line.now
    ties[token.id] = (initiative_bonus(token),)
    for other in line.acting[:1]:
        root = ties.get(other, ())
        ties[other] = (*root, 0 if before else 1)
        ties[token.id] = (*root, 1 if before else 0)
    return replace(line, at=at, ties=ties)
