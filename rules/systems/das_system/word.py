"""The game master's word (§2.1, §6.1, §11): offensive, KAR, groups, habits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.core.asking import Procedure, done
from rules.core.terms import Term, term
from rules.encounter.addressing import find
from rules.encounter.commands import Outcome, refuse
from rules.encounter.course import Course
from rules.encounter.events import DataChanged, Logged, TimeChanged, VitalsChanged
from rules.encounter.state import Encounter
from rules.systems.das_system.assaults import GROUPS
from rules.systems.das_system.assaults import groups as groups_of
from rules.systems.das_system.beginning import points_of, shift_kar
from rules.systems.das_system.bouts import (
    Bout,
    bout_of,
    bouts_with,
    must_run,
    opened,
    placed,
    with_bout,
)
from rules.systems.das_system.commands import (
    Groups,
    Habit,
    Initiative,
    Moment,
    Offensive,
    Shift,
    Sort,
)
from rules.systems.das_system.kar import SECOND, current, points, seconds
from rules.systems.das_system.options import options_of
from rules.systems.das_system.sheet import vitals_of


def offensive(state: Encounter, command: Offensive) -> Procedure[Outcome]:
    """Give somebody the offensive, whatever the KAR says (§2.1). Raises CommandError."""
    must_run(state)
    token = find(state, command.token)
    line = state.timeline
    if command.target:
        find(state, command.target, "target")
        bout = bout_of(line, token.id, command.target) or Bout(token.id, command.target)
        found: tuple[Bout, ...] = (bout,)
    else:
        found = bouts_with(line, token.id)
    if not found:
        raise refuse("das_system.no_bout", "token", name=token.name)
    course = Course(state)
    for bout in found:
        made = opened(course.state, bout, token.id, max(line.now, _free_at(bout, line.now)))
        course.add(TimeChanged(placed(course.state, with_bout(course.state.timeline, made))))
    course.add(Logged(term("log.das_system.given", name=token.name), who=token.id, mood="turn"))
    return done(course.done(term("step.das_system.offensive", name=token.name)))


def _free_at(bout: Bout, now: int) -> int:
    """Return when a series that is given away may begin: after the second that is running."""
    return bout.at if bout.phase == "series" and bout.at > now else now


def shift(state: Encounter, command: Shift) -> Procedure[Outcome]:
    """Shift somebody's KAR until the end of the first series (§2.1). Raises CommandError."""
    token = find(state, command.token)
    course = Course(state)
    more = points_of(state, command.circumstance) if command.circumstance else 0
    if not command.points + more:
        raise refuse("nothing_changes", "points")
    shift_kar(course, token, command.points + more)
    return done(course.done(term("step.das_system.shift", name=token.name)))


def initiative(state: Encounter, command: Initiative) -> Procedure[Outcome]:
    """Type somebody's KAR for this fight (§2). Raises CommandError."""
    token = find(state, command.token)
    if vitals_of(token).typed == command.value:
        raise refuse("nothing_changes", "value")
    course = Course(state)
    course.add(VitalsChanged(token.id, {"typed": command.value}))
    kar = points(current(course.state.tokens[token.id], options_of(state)))
    line = term("log.das_system.typed", name=token.name, kar=kar)
    course.add(Logged(line, who=token.id))
    return done(course.done(term("step.das_system.shift", name=token.name)))


def moment(state: Encounter, command: Moment) -> Procedure[Outcome]:
    """Put somebody's next blow, opening or shot on another second, now at the earliest (§4).

    Raises CommandError.
    """
    must_run(state)
    token, line = find(state, command.token), state.timeline
    at = max(line.now, command.value * SECOND)
    own = [b for b in bouts_with(line, token.id) if b.attacker in (token.id, "")]
    if not own and vitals_of(token).loaded_at <= line.now:
        raise refuse("das_system.no_moment", "token", name=token.name)
    first = min((b.at for b in own), default=0)
    course = Course(state)
    for bout in (b for b in own if b.at == first):
        moved = with_bout(course.state.timeline, replace(bout, at=at))
        course.add(TimeChanged(placed(course.state, moved)))
    if not own:
        course.add(VitalsChanged(token.id, {"loaded_at": at}))
        course.add(TimeChanged(placed(course.state, line)))
    said = term("log.das_system.moment", name=token.name, time=seconds(at))
    course.add(Logged(said, who=token.id))
    return done(course.done(term("step.das_system.moment", name=token.name)))


def groups(state: Encounter, command: Groups) -> Procedure[Outcome]:
    """Sort the opponents of a lone defender into groups (§11)."""
    token = find(state, command.token)
    for group in command.groups:
        for id in group:
            find(state, id, "groups")
    held = state.data.get(GROUPS, {})
    others = dict(held) if isinstance(held, Mapping) else {}
    others[token.id] = [list(group) for group in command.groups]
    if not command.groups:
        del others[token.id]
    course = Course(state)
    course.add(DataChanged(GROUPS, others or None))
    names: tuple[Term, ...] = tuple(
        term("log.das_system.group_of", n=i, names=tuple(state.token(t).name for t in group))
        for i, group in enumerate(command.groups, start=1)
    )
    course.add(Logged(term("log.das_system.groups", name=token.name), names, who=token.id))
    return done(course.done(term("step.das_system.groups", name=token.name)))


def sort(state: Encounter, command: Sort) -> Procedure[Outcome]:
    """Put an opponent into a group of a lone defender (§11). Raises CommandError."""
    find(state, command.token)
    find(state, command.target, "target")
    if command.token == command.target:
        raise refuse("das_system.own_opponent", "target", name=state.token(command.token).name)
    held = [[id for id in g if id != command.token] for g in groups_of(state, command.target)]
    if command.group:
        held += [[] for _ in range(command.group - len(held))]
        held[command.group - 1].append(command.token)
    while held and not held[-1]:
        held.pop()
    fresh = tuple(tuple(group) for group in held)
    return groups(state, Groups(token=command.target, groups=fresh))


def habit(state: Encounter, command: Habit) -> Procedure[Outcome]:
    """Settle on a Festwert for parades (§6.1). Raises CommandError."""
    token = find(state, command.token)
    if vitals_of(token).parade_festwert == command.festwert:
        raise refuse("nothing_changes", "festwert")
    course = Course(state)
    course.add(VitalsChanged(token.id, {"parade_festwert": command.festwert}))
    return done(course.done(term("step.das_system.habit", name=token.name)))
