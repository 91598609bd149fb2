"""Rounds: going on from slot to slot, the end of a round, the commands of time (§4)."""

from __future__ import annotations

from dataclasses import replace

from pydantic import JsonValue

from rules.core.asking import Procedure, done
from rules.core.terms import Term, named, term
from rules.encounter.addressing import find
from rules.encounter.commands import Outcome, refuse
from rules.encounter.course import Course
from rules.encounter.events import ConditionLost, Logged, TimeChanged
from rules.encounter.state import Encounter, Token, TokenId
from rules.systems.osric.commands import Act, Delay, Initiative, Next
from rules.systems.osric.conditions import THIS_ROUND, ended
from rules.systems.osric.harm import bleed
from rules.systems.osric.holding import check_acted, hold
from rules.systems.osric.initiative import roll_initiative, set_key
from rules.systems.osric.options import options_of
from rules.systems.osric.slots import ACTS, HELD, Slot, here, upcoming
from rules.systems.osric.spells import begin as begin_spell
from rules.systems.osric.surprise import declaration, next_surprise, settle, take_effect
from rules.systems.osric.time import (
    DECLARE,
    EACH_ROUND,
    HOLDING,
    LATE,
    PLACE,
    SEGMENT,
    SPELL,
    SURPRISE,
    bloc,
    clock,
    declared,
    dice_of,
    enemies_segment,
    listed,
    must_run,
    shown,
    with_data,
)

# -- going on -------------------------------------------------------------------------------------


def next_turn(state: Encounter, command: Next) -> Procedure[Outcome]:
    """Go on to the next moment in which somebody acts."""
    del command
    must_run(state)
    course = Course(state)
    phase = state.timeline.phase
    if phase == SURPRISE:
        yield from next_surprise(course)
    elif phase == DECLARE:
        yield from roll_initiative(course, {})
        advance(course)
    else:
        settle(course)
        advance(course)
    return course.done(_whose(course))


def _whose(course: Course) -> Term:
    line = course.state.timeline
    if line.phase == DECLARE:
        return term("step.osric.round", round=line.round)
    names = tuple(course.state.tokens[t].name for t in line.acting)
    return term("step.osric.next", names=names) if names else term("step.osric.next_nobody")


def advance(course: Course) -> None:
    """Go on to the next slot of the round, or end the round."""
    slot = upcoming(course.state)
    if slot is None:
        _end_round(course)
    else:
        _begin(course, slot)


def _begin(course: Course, slot: Slot) -> None:
    """Begin a slot: spells take effect or begin, who announced to hold holds."""
    line = with_data(course.state.timeline, **{PLACE: list[JsonValue](slot.place)})
    segment = slot.place[0]
    line = replace(line, now=segment, phase=slot.phase, acting=slot.tokens)
    course.add(TimeChanged(line))
    _expire(course)
    if slot.phase == SPELL:
        casters = take_effect(course, clock(course.state))
        _used_up(course, casters)
        return
    for id in slot.tokens:
        if slot.phase != LATE and _holds(course.state, id):
            hold(course, id, None)
    acting = course.state.timeline.acting
    if not acting:
        advance(course)
        return
    names = tuple(course.state.tokens[t].name for t in acting)
    if slot.phase == LATE:
        said = term("log.osric.late", segment=segment, names=names, n=len(names))
    else:
        said = term("log.osric.segment", segment=segment, names=names, n=len(names))
    course.add(Logged(said, mood="turn", data={"segment": segment}))
    if slot.phase != LATE:
        for id in acting:
            _cast_now(course, id)


def _used_up(course: Course, casters: tuple[TokenId, ...]) -> None:
    """Count the moment of those as used that passed while they cast (house default, §5)."""
    line = course.state.timeline
    gone = {id for id in casters if id in line.at and shown(line.at[id]) < line.now}
    if gone - line.acted:
        course.add(TimeChanged(replace(line, acted=line.acted | gone)))


def _holds(state: Encounter, id: TokenId) -> bool:
    """Whether somebody announced to hold, and this is his first moment (§4.1)."""
    said = declared(state.timeline, id)
    first = here(state.timeline)[1] == ACTS and state.timeline.ties.get(id) != HELD
    return said is not None and said.action == "hold" and first


def _cast_now(course: Course, id: TokenId) -> None:
    """Let somebody whose moment has come begin the announced spell (§5)."""
    said = declared(course.state.timeline, id)
    if said is not None and said.action == "spell" and not said.dropped:
        begin_spell(course, id, said.spell, said.time)


# -- the end of a round ---------------------------------------------------------------------------


def _end_round(course: Course) -> None:
    """End the round: wounds bleed, what lasts a round ends, the next is announced (§4)."""
    for token_id in tuple(course.state.tokens):
        bleed(course, token_id)
    for token in course.state.tokens.values():
        for condition in token.conditions:
            if condition.id in THIS_ROUND:
                course.add(ConditionLost(token.id, condition.id))
    line = with_data(course.state.timeline, **dict.fromkeys(EACH_ROUND))
    line = replace(
        line,
        round=line.round + 1,
        now=1,
        phase=DECLARE,
        acting=(),
        acted=frozenset(),
        at={},
        ties={},
    )
    course.add(TimeChanged(line))
    declaration(course)


def _expire(course: Course) -> None:
    """End every condition whose time has come, spells apart."""
    line = course.state.timeline
    for token in course.state.tokens.values():
        for condition in token.conditions:
            if condition.id != "casting" and ended(condition, line.round, line.now):
                course.add(ConditionLost(token.id, condition.id))
                name = named("condition.osric", condition.id)
                said = term("log.osric.runs_out", name=token.name, condition=name)
                course.add(Logged(said, who=token.id))


# -- initiative --------------------------------------------------------------------------------


def initiative(state: Encounter, command: Initiative) -> Procedure[Outcome]:
    """Roll or type the dice of the sides; or set the key of one combatant. Raises CommandError."""
    must_run(state)
    course = Course(state)
    if command.token:
        set_key(course, command)
        name = state.token(command.token).name
        return course.done(term("step.osric.initiative_of", name=name))
    if state.timeline.phase == SURPRISE:
        raise refuse("osric.still_surprise")
    if state.timeline.phase != DECLARE:
        raise refuse("osric.already_rolled")
    yield from roll_initiative(course, command.values)
    advance(course)
    return course.done(term("step.osric.initiative"))


# -- holding --------------------------------------------------------------------------------


def _one_acting(state: Encounter, id: str) -> Token:
    """Return the named token, else whoever acts alone. Raises CommandError where none does."""
    must_run(state)
    if not id and not state.timeline.acting:
        raise refuse("osric.nobody_acts", "token")
    return find(state, id or state.timeline.acting[0])


def delay(state: Encounter, command: Delay) -> Procedure[Outcome]:
    """Hold the initiative until a segment, or until ``act`` (§7.6). Raises CommandError."""
    course = Course(state)
    token = _one_acting(state, command.token)
    line = state.timeline
    if token.id not in line.at or token.id in line.acted:
        raise refuse("osric.no_slot", "token", name=token.name)
    earliest = enemies_segment(bloc(token.side, options_of(state)), dice_of(line))
    if command.to is not None and command.to < max(earliest, line.now) and not command.force:
        raise refuse("osric.hold_longer", "to", name=token.name, segment=max(earliest, line.now))
    hold(course, token.id, command.to)
    if token.id in line.acting and not course.state.timeline.acting:
        advance(course)
    return done(course.done(term("step.osric.delay", name=token.name)))


def act(state: Encounter, command: Act) -> Procedure[Outcome]:
    """Let somebody who holds act now, once the other side has acted (§4.3d).

    Raises CommandError.
    """
    must_run(state)
    course = Course(state)
    token, line = find(state, command.token), state.timeline
    if token.id not in listed(line, HOLDING):
        raise refuse("osric.not_holding", "token", name=token.name)
    if not command.force:
        check_acted(state, token)
    settle(course)
    line = course.state.timeline
    others: list[JsonValue] = [t for t in listed(line, HOLDING) if t != token.id]
    line = with_data(line, **{HOLDING: others})
    course.add(TimeChanged(replace(line, acting=(token.id,), phase=SEGMENT)))
    said = term("log.osric.acts_now", name=token.name, segment=line.now)
    course.add(Logged(said, who=token.id, mood="turn"))
    return done(course.done(term("step.osric.act", name=token.name)))
