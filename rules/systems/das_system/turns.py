"""The course of fights (§2, §4): beginning, time between sequences, other uses of a moment."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from pydantic import JsonValue

from maps.grid import distance
from rules.core.asking import Procedure
from rules.core.terms import Term, named, term
from rules.encounter.commands import Outcome, refuse
from rules.encounter.course import Course
from rules.encounter.events import (
    ConditionGained,
    ConditionLost,
    DataChanged,
    Logged,
    TimeChanged,
    VitalsChanged,
)
from rules.encounter.state import Condition, Encounter, Timeline, Token, TokenId, hostile
from rules.systems.das_system.assaults import GROUPS
from rules.systems.das_system.bouts import (
    Bout,
    bout_of,
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
from rules.systems.das_system.commands import (
    Circumstance,
    Delay,
    End,
    Engage,
    Groups,
    Habit,
    Next,
    Offensive,
    Other,
    Part,
    Shift,
    Start,
    Wait,
    find,
)
from rules.systems.das_system.conditions import is_out
from rules.systems.das_system.duel import held_weapon, reaches
from rules.systems.das_system.kar import SECOND, current, points, seconds
from rules.systems.das_system.offensive import has_struck, settle
from rules.systems.das_system.options import options_of
from rules.systems.das_system.passing import pass_time
from rules.systems.das_system.series import pause_of
from rules.systems.das_system.sheet import vitals_of
from rules.systems.das_system.tables import surprise_rows

# -- beginning ------------------------------------------------------------------------------------


def start(state: Encounter, command: Start) -> Procedure[Outcome]:
    """Begin: circumstances, then for each fight of two who has the offensive (§2, §2.1)."""
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
    _reset(course, fighters)
    _circumstances(course, command)
    pairs = command.pairs or _pairs(fighters)
    for one, other in pairs:
        setting = Beginning(TokenId(one), TokenId(other), command.duel, command.first)
        yield from begin(course, setting)
    _surprise_over(course)
    return course.done(term("step.das_system.start"))


def _reset(course: Course, fighters: Iterable[Token]) -> None:
    """Let the clock of everybody begin at 0."""
    fresh: dict[str, JsonValue] = {
        "busy": 0, "strained": 0, "spare": 0, "breath": 0, "loaded_at": 0, "shift": 0,
        "typed": None,
    }  # fmt: skip
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
            course.add(ConditionGained(TokenId(id), Condition("surprised")))
    shifts = {id: _points_of(word) for id, word in command.circumstances.items()}
    for id, value in command.shifts.items():
        shifts[id] = shifts.get(id, 0) + value
    for id, value in command.values.items():
        course.add(VitalsChanged(find(state, id, "values").id, {"typed": value}))
    for id, value in shifts.items():
        _shift(course, find(state, id, "shifts"), value)


def _points_of(word: Circumstance) -> int:
    return surprise_rows()[word].kar


def _shift(course: Course, token: Token, value: int) -> None:
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
    _say_offensive(course, attacker, made.foe_of(attacker), at)


def _say_offensive(course: Course, attacker: str, defender: str, at: int) -> None:
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
    """End the surprise once it has cost the offensive."""
    for token in course.state.tokens.values():
        if token.has("surprised"):
            course.add(ConditionLost(token.id, "surprised"))


def engage(state: Encounter, command: Engage) -> Procedure[Outcome]:
    """Let two begin to fight each other while time runs."""
    must_run(state)
    one, other = find(state, command.token), find(state, command.target, "target")
    if one is other:
        raise refuse("das_system.self", "target", name=one.name)
    course = Course(state)
    for id, word in command.circumstances.items():
        _shift(course, find(state, id, "circumstances"), _points_of(word))
    first = (command.first,) if command.first else ()
    yield from begin(course, Beginning(one.id, other.id, command.duel, first))
    return course.done(term("step.das_system.engage", name=one.name, foe=other.name))


def part(state: Encounter, command: Part) -> Procedure[Outcome]:
    """End somebody's fights of two."""
    must_run(state)
    token = find(state, command.token)
    if command.target:
        find(state, command.target, "target")
    course = Course(state)
    line = without(state.timeline, token.id, command.target)
    if line == state.timeline:
        raise refuse("nothing_changes")
    course.add(TimeChanged(placed(state, line)))
    return course.done(term("step.das_system.part", name=token.name))
    yield  # pragma: no cover – makes this function a generator


# -- time -----------------------------------------------------------------------------------------


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
            _say_offensive(course, attacker, made.foe_of(attacker), line.now)


def _say_time(course: Course) -> None:
    line = course.state.timeline
    names = tuple(course.state.tokens[t].name for t in line.acting)
    if names:
        said = term("log.das_system.time", time=seconds(line.now), names=names)
    else:
        said = term("log.das_system.quiet", time=seconds(line.now))
    course.add(Logged(said, mood="turn"))


def wait(state: Encounter, command: Wait) -> Procedure[Outcome]:
    """Let time pass by hand, in the fight or after it."""
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
    """Let the moment pass."""
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
    _reset(course, state.tokens.values())
    course.add(TimeChanged(Timeline()), Logged(term("log.das_system.end"), mood="turn"))
    return course.done(term("step.das_system.end"))
    yield  # pragma: no cover – makes this function a generator


# -- the game master's word -----------------------------------------------------------------------


def offensive(state: Encounter, command: Offensive) -> Procedure[Outcome]:
    """Give somebody the offensive, whatever the KAR says (§2.1)."""
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
    return course.done(term("step.das_system.offensive", name=token.name))
    yield  # pragma: no cover – makes this function a generator


def _free_at(bout: Bout, now: int) -> int:
    """Return when a series that is given away may begin: after the second that is running."""
    return bout.at if bout.phase == "series" and bout.at > now else now


def shift(state: Encounter, command: Shift) -> Procedure[Outcome]:
    """Shift somebody's KAR until the end of the first series (§2.1)."""
    token = find(state, command.token)
    course = Course(state)
    more = _points_of(command.circumstance) if command.circumstance else 0
    if not command.points + more:
        raise refuse("nothing_changes", "points")
    _shift(course, token, command.points + more)
    return course.done(term("step.das_system.shift", name=token.name))
    yield  # pragma: no cover – makes this function a generator


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
    return course.done(term("step.das_system.groups", name=token.name))
    yield  # pragma: no cover – makes this function a generator


def habit(state: Encounter, command: Habit) -> Procedure[Outcome]:
    """Settle on a Festwert for parades (§6.1)."""
    token = find(state, command.token)
    if vitals_of(token).parade_festwert == command.festwert:
        raise refuse("nothing_changes", "festwert")
    course = Course(state)
    course.add(VitalsChanged(token.id, {"parade_festwert": command.festwert}))
    return course.done(term("step.das_system.habit", name=token.name))
    yield  # pragma: no cover – makes this function a generator
