"""How time runs on (§2): the commands attack and next, and what ends on the way."""

from __future__ import annotations

from dataclasses import replace

from rules.core.asking import Procedure
from rules.core.terms import named, term
from rules.encounter.commands import CommandError, Outcome, refuse
from rules.encounter.course import Course
from rules.encounter.events import (
    ConditionLost,
    Logged,
    TimeChanged,
    VitalsChanged,
)
from rules.encounter.plans import AttackAction
from rules.encounter.state import Condition, Encounter, TokenId
from rules.systems.muinimula import bonds, harm
from rules.systems.muinimula.begin import begin, engage
from rules.systems.muinimula.commands import Attack, Next
from rules.systems.muinimula.conditions import SPELL, is_out
from rules.systems.muinimula.duel import duel_of
from rules.systems.muinimula.effects import carry_out
from rules.systems.muinimula.plan import begins, findings, survey
from rules.systems.muinimula.sheet import Pending, vitals_of
from rules.systems.muinimula.strike import Attempt, strike
from rules.systems.muinimula.time import (
    ROUND,
    SECOND,
    idle,
    kampfrunde,
    must_run,
    seconds,
    settle,
)

MOST_STEPS = 10_000


def attack(state: Encounter, command: Attack) -> Procedure[Outcome]:
    """Begin an attack or carry it out. Raises CommandError where it is impossible."""
    action = command.to_action(state)
    ground = survey(state, action)
    problems, _ = findings(ground)
    if problems:
        raise CommandError(*problems)
    course, id = Course(state), action.attacker
    pending = vitals_of(state.tokens[id]).pending
    if command.now or not state.timeline.running or id not in state.timeline.at:
        if pending is not None:
            course.add(VitalsChanged(id, {"pending": None}))
        yield from _at_once(course, action)
    elif pending is not None and not begins(state, action):
        yield from _due_now(course, pending)
    else:
        harm.stop(course, id)
        yield from begin(course, replace(ground.duel, state=course.state))
    finish(course)
    names = {"attacker": state.tokens[id].name, "target": state.tokens[action.target].name}
    return course.done(term("step.muinimula.attack", **names))


def _at_once(course: Course, action: AttackAction) -> Procedure[None]:
    if course.state.timeline.running:
        engage(course, duel_of(course.state, action))
    yield from strike(course, Attempt(action))


def _due_now(course: Course, pending: Pending) -> Procedure[None]:
    """Carry out what is due at this moment."""
    if pending.end > course.state.timeline.now:
        raise refuse("muinimula.not_due", "attacker", s=seconds(pending.end))
    yield from carry_out(course)


def next_moment(state: Encounter, command: Next) -> Procedure[Outcome]:
    """Let the time run to what happens next, and let it happen."""
    must_run(state)
    course = Course(state)
    yield from advance(course, second=command.second)
    finish(course)
    s = seconds(course.state.timeline.now)
    return course.done(term("step.muinimula.next", s=s))


def advance(course: Course, *, second: bool = False) -> Procedure[None]:
    """Run to the next effect; without any, or with ``second``, to the next full second."""
    now = course.state.timeline.now
    full = (now // SECOND + 1) * SECOND
    ends = [
        pending.end
        for id in course.state.timeline.at
        if (pending := vitals_of(course.state.tokens[id]).pending) is not None
    ]
    goal = min(ends, default=full)
    if second and goal > now:
        goal = min(goal, full)
    goal = max(now, goal)
    for _ in range(MOST_STEPS):
        before = course.state.timeline.now
        at = _next_change(course.state, goal)
        _move_to(course, at)
        yield from _changes(course, later=at > before)
        if at >= goal:
            break
    yield from carry_out(course)


def _next_change(state: Encounter, goal: int) -> int:
    """Return the next moment up to a goal at which something runs out or bleeds."""
    now = state.timeline.now
    times = [goal]
    for token in state.tokens.values():
        times += [c.until[1] for c in token.conditions if c.until is not None]
        if _bleeding(state, token.id):
            times.append((now // ROUND + 1) * ROUND)
    return min(t for t in times if t > now) if goal > now else now


def _move_to(course: Course, at: int) -> None:
    line = course.state.timeline
    if at == line.now:
        return
    course.add(TimeChanged(replace(line, now=at, round=kampfrunde(at))))
    if kampfrunde(at) != kampfrunde(line.now):
        said = term("log.muinimula.round", round=kampfrunde(at))
        course.add(Logged(said, mood="turn", data={"round": kampfrunde(at)}))


def _changes(course: Course, *, later: bool) -> Procedure[None]:
    """End what has run out, and let wounds bleed at each Kampfrunde's end.

    ``later`` is false where more is carried out in a moment that has come already: it bled then.
    """
    now = course.state.timeline.now
    for token in tuple(course.state.tokens.values()):
        for condition in token.conditions:
            if condition.until is not None and condition.until[1] <= now:
                _ended(course, token.id, condition)
    if later and now % ROUND == 0:
        for id in tuple(course.state.tokens):
            points = _bleeding(course.state, id)
            if points and not course.state.tokens[id].has("dead"):
                name = course.state.tokens[id].name
                course.add(Logged(term("log.muinimula.blood", name=name, n=points), who=id))
                yield from harm.lose(course, id, points)


def _ended(course: Course, id: TokenId, condition: Condition) -> None:
    name = course.state.tokens[id].name
    if condition.id == "dying":
        harm.die(course, id)
        return
    pending = vitals_of(course.state.tokens[id]).pending
    if condition.id in SPELL and pending is not None and pending.kind in harm.SPELLS:
        return
    course.add(ConditionLost(id, condition.id))
    word = named("condition.muinimula", condition.id)
    course.add(Logged(term("log.muinimula.ends", name=name, condition=word), who=id))


def _bleeding(state: Encounter, id: TokenId) -> int:
    """Return the SP that somebody bleeds this Kampfrunde, and by condition."""
    token, now = state.tokens[id], state.timeline.now
    wounds = vitals_of(token).wounds
    own = sum(w.bleeding for w in wounds if w.until is None or w.until >= now)
    given = token.condition("bleeding")
    return own + (given.value or 1 if given is not None else 0)


def finish(course: Course) -> None:
    """Put rights and timeline in line with what has happened, at the end of a command.

    Who is out leaves all duels and does nothing. Who must parry loses his right as soon as he
    could act again (§10.3).
    """
    for token in tuple(course.state.tokens.values()):
        if is_out(token):
            bonds.release(course, token.id)
            pending = vitals_of(token).pending
            if pending is not None and pending.kind not in harm.SPELLS:
                harm.stop(course, token.id)
    if course.state.timeline.running:
        for id in idle(course.state):
            foe = bonds.opponent(course.state, id)
            if foe is None or not course.state.tokens[id].has("must_parry"):
                continue
            if bonds.holds_right(course.state, id) and not course.state.tokens[foe].has(
                "must_parry"
            ):
                bonds.give_right(course, foe, id)
                bonds.set_free(course, foe, True)
                name = course.state.tokens[foe].name
                course.add(Logged(term("log.muinimula.right", name=name), who=foe, mood="turn"))
    settle(course)
