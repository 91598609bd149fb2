"""The course of fights (§2, §4): time between sequences, other uses of a moment, the end."""

from __future__ import annotations

from dataclasses import replace

from rules.core.asking import Procedure, done
from rules.core.terms import named, term
from rules.encounter.addressing import find
from rules.encounter.commands import Outcome, refuse
from rules.encounter.course import Course
from rules.encounter.events import ConditionGained, Logged, TimeChanged
from rules.encounter.state import Condition, Encounter, Timeline, TokenId
from rules.systems.das_system.beginning import reset_clocks, say_offensive
from rules.systems.das_system.bouts import (
    Bout,
    bouts,
    bouts_with,
    must_run,
    opened,
    over,
    placed,
    put,
    with_bout,
    without,
)
from rules.systems.das_system.commands import Delay, End, Next, Other, Part, Wait
from rules.systems.das_system.kar import SECOND, seconds
from rules.systems.das_system.offensive import has_struck, settle
from rules.systems.das_system.passing import pass_time
from rules.systems.das_system.sheet import vitals_of


def part(state: Encounter, command: Part) -> Procedure[Outcome]:
    """End somebody's fights of two. Raises CommandError."""
    must_run(state)
    token = find(state, command.token)
    if command.target:
        find(state, command.target, "target")
    course = Course(state)
    line = without(state.timeline, token.id, command.target)
    if line == state.timeline:
        raise refuse("nothing_changes")
    course.add(TimeChanged(placed(state, line)))
    return done(course.done(term("step.das_system.part", name=token.name)))


def next_moment(state: Encounter, command: Next) -> Procedure[Outcome]:
    """Run on to the next moment: a sequence, the end of a pause, a weapon that is loaded (§4)."""
    del command
    must_run(state)
    course = Course(state)
    _drop_ended(course)
    for bout in _due(course.state):
        yield from _let_pass(course, bout)
    pass_time(course, _next_tick(course.state))
    _drop_ended(course)
    yield from _end_pauses(course)
    _say_time(course)
    return course.done(term("step.das_system.next"))


def _due(state: Encounter) -> list[Bout]:
    line = state.timeline
    return [b for b in bouts(line) if b.attacker and b.at <= line.now]


def _drop_ended(course: Course) -> None:
    """Drop fights of two in which somebody is out or gone (§9)."""
    line = course.state.timeline
    kept = [b for b in bouts(line) if not over(course.state, b)]
    if len(kept) != len(bouts(line)):
        course.add(TimeChanged(placed(course.state, put(line, kept))))


def _let_pass(course: Course, bout: Bout) -> Procedure[None]:
    """Let a moment pass without a blow: the series ends, the next second begins anew (§4).

    Whoever struck at somebody else leaves the offensive to this opponent (house default).
    """
    now = course.state.timeline.now
    if has_struck(course.state, bout.attacker):
        attacker = TokenId(bout.foe_of(bout.attacker))
    else:
        attacker = yield from settle(course.state, bout.a, bout.b)
    name = course.state.token(bout.attacker).name
    course.add(Logged(term("log.das_system.let_pass", name=name), who=bout.attacker))
    made = opened(course.state, replace(bout, first=False), attacker, now + SECOND)
    course.add(TimeChanged(placed(course.state, with_bout(course.state.timeline, made))))


def _next_tick(state: Encounter) -> int:
    """Return the next tick at which something happens; a second on where nothing does."""
    now = state.timeline.now
    times = [b.at for b in bouts(state.timeline)]
    times += [vitals_of(t).loaded_at for t in state.tokens.values()]
    later = [t for t in times if t > now]
    return min(later, default=now + SECOND)


def _end_pauses(course: Course) -> Procedure[None]:
    """Begin new series where a pause is over: the lower current KAR attacks (§2, §9)."""
    line = course.state.timeline
    for bout in bouts(line):
        if not bout.attacker and bout.at <= line.now:
            attacker = yield from settle(course.state, bout.a, bout.b)
            made = opened(course.state, bout, attacker, line.now)
            course.add(TimeChanged(placed(course.state, with_bout(course.state.timeline, made))))
            say_offensive(course, attacker, made.foe_of(attacker), line.now)


def _say_time(course: Course) -> None:
    line = course.state.timeline
    names = tuple(course.state.tokens[t].name for t in line.acting)
    if names:
        said = term("log.das_system.time", time=seconds(line.now), names=names)
    else:
        said = term("log.das_system.quiet", time=seconds(line.now))
    course.add(Logged(said, mood="turn"))


def wait(state: Encounter, command: Wait) -> Procedure[Outcome]:
    """Let time pass by hand, in the fight or after it. Raises CommandError."""
    course = Course(state)
    ticks = round(command.seconds * SECOND)
    if not ticks:
        raise refuse("nothing_changes", "seconds")
    pass_time(course, state.timeline.now + ticks)
    if course.state.timeline.running:
        yield from _end_pauses(course)
    course.add(Logged(term("log.das_system.waited", time=command.seconds)))
    return course.done(term("step.das_system.wait", time=command.seconds))


def other(state: Encounter, command: Other) -> Procedure[Outcome]:
    """Use the moment for something else: flee, move, cast (§4); the own series ends."""
    token = find(state, command.token)
    course = Course(state)
    what = named("other.das_system", command.what)
    line = term("log.das_system.other", name=token.name, what=what)
    course.add(Logged(line, who=token.id))
    if command.what == "flee":
        course.add(ConditionGained(token.id, Condition("fled")))
        course.add(TimeChanged(placed(course.state, without(course.state.timeline, token.id))))
    elif command.what == "cast" and not token.has("casting"):
        until = (0, state.timeline.now + SECOND) if state.timeline.running else None
        course.add(ConditionGained(token.id, Condition("casting", until=until)))
    for bout in bouts_with(course.state.timeline, token.id):
        if bout.attacker == token.id:
            yield from _let_pass(course, bout)
    return course.done(term("step.das_system.other", name=token.name, what=what))


def delay(state: Encounter, command: Delay) -> Procedure[Outcome]:
    """Let the moment pass. Raises CommandError."""
    must_run(state)
    acting = state.timeline.acting
    name = command.token or (acting[0] if acting else "")
    if not name:
        raise refuse("das_system.nobody_acts", "token")
    return (yield from other(state, Other(token=name)))


def end(state: Encounter, command: End) -> Procedure[Outcome]:
    """End the count of time."""
    del command
    must_run(state)
    course = Course(state)
    reset_clocks(course, state.tokens.values(), again=True)
    course.add(TimeChanged(Timeline()), Logged(term("log.das_system.end"), mood="turn"))
    return done(course.done(term("step.das_system.end")))
