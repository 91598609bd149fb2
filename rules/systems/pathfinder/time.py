"""Time: initiative, surprise, turns, delaying and readied actions (frame rules, §8).

A combatant's number is its initiative count; counts run down. Who has the same count is ordered
by the total modifier, then by a roll-off, and that order never changes by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from pydantic import JsonValue

from rules.core.asking import Procedure, ask, done
from rules.core.terms import Term, named, term
from rules.encounter.commands import Outcome, refuse
from rules.encounter.events import (
    ConditionGained,
    ConditionLost,
    Event,
    Logged,
    TimeChanged,
    VitalsChanged,
    apply,
)
from rules.encounter.state import Condition, Encounter, Timeline, Token, TokenId
from rules.systems.pathfinder.commands import (
    Act,
    Delay,
    End,
    Initiative,
    Next,
    Ready,
    Start,
    find,
)
from rules.systems.pathfinder.conditions import UNTIL_OWN_TURN, ended
from rules.systems.pathfinder.harm import health, is_dying, stabilise, vitals_of
from rules.systems.pathfinder.tables import sheet_of

SURPRISE: Final = "surprise"
REGULAR: Final = "regular"
BY_START: Final = "initiative"
"""Note of the flat-footedness that lasts until the first turn of one's own."""
DEAF_PENALTY: Final = -4


@dataclass(slots=True)
class Course:
    """What has happened so far within a procedure: the state reached and the events."""

    state: Encounter
    events: list[Event] = field(default_factory=list)

    def add(self, *events: Event) -> None:
        for event in events:
            self.state = apply(self.state, event)
            self.events.append(event)

    def done(self, label: Term) -> Outcome:
        return Outcome(label, tuple(self.events))


# -- reading the timeline -----------------------------------------------------------------------


def order(line: Timeline) -> tuple[TokenId, ...]:
    """Return all combatants in the order of the round."""
    return tuple(sorted(line.at, key=lambda t: (line.at[t], line.ties.get(t, ())), reverse=True))


def delayed(line: Timeline) -> frozenset[str]:
    """Return who waits without a count of their own."""
    held = line.data.get("delayed", ())
    return frozenset(str(t) for t in held) if isinstance(held, list | tuple) else frozenset()


def readied(line: Timeline) -> Mapping[str, str]:
    """Return who has an action ready, with its trigger."""
    held = line.data.get("readied", {})
    return {str(t): str(trigger) for t, trigger in held.items()} if isinstance(held, dict) else {}


def aware(line: Timeline) -> frozenset[str]:
    """Return who acts in the surprise round."""
    held = line.data.get("aware", ())
    return frozenset(str(t) for t in held) if isinstance(held, list | tuple) else frozenset()


def initiative_bonus(token: Token) -> int:
    """Return what is added to the initiative die: Dexterity, feats, deafness (§8)."""
    sheet = sheet_of(token)
    deaf = DEAF_PENALTY if token.has("deafened") else 0
    return sheet.modifier("dexterity") + sheet.initiative + deaf


def _with_data(line: Timeline, **values: JsonValue) -> Timeline:
    """Set entries of the system's own data; empty ones fall away."""
    data = {**line.data, **values}
    return replace(line, data={key: value for key, value in data.items() if value})


def _without(line: Timeline, token: TokenId) -> Timeline:
    """Take a token out of those who wait or are ready."""
    waiting: list[JsonValue] = [t for t in sorted(delayed(line)) if t != token]
    ready: dict[str, JsonValue] = {t: why for t, why in readied(line).items() if t != token}
    return _with_data(line, delayed=waiting, readied=ready)


# -- initiative ---------------------------------------------------------------------------------


def _roll(token: Token) -> Procedure[tuple[int, Term]]:
    """Ask for a combatant's initiative; returns the total and how it came about."""
    bonus = initiative_bonus(token)
    (face,) = yield from ask((20,), term("dice.pathfinder.initiative"), token.id)
    total = face + bonus
    how = term("log.pathfinder.rolled", name=token.name, total=total, face=face, bonus=bonus)
    return total, how


def _unsettled(at: Mapping[TokenId, int], ties: Mapping[TokenId, tuple[int, ...]]) -> list[TokenId]:
    """Return the first combatants whose order is still open."""
    for one in at:
        depth = len(ties[one])
        same = [t for t in at if at[t] == at[one] and ties[t][:depth] == ties[one]]
        if len(same) > 1:
            return same
    return []


def settle(
    at: Mapping[TokenId, int], ties: Mapping[TokenId, tuple[int, ...]]
) -> Procedure[dict[TokenId, tuple[int, ...]]]:
    """Order equal counts: the modifier stands in ``ties`` already, then dice decide.

    Those ordered before keep their order; only who is new among equals rolls.
    """
    ties = dict(ties)
    while group := _unsettled(at, ties):
        depth = min(len(ties[t]) for t in group)
        for token in group:
            if len(ties[token]) == depth:
                (face,) = yield from ask((20,), term("dice.pathfinder.tie"), token)
                ties[token] = (*ties[token], face)
    return ties


def _place(course: Course, counts: Mapping[TokenId, int]) -> Procedure[Timeline]:
    """Return the timeline with these counts in it, ties settled."""
    line = course.state.timeline
    at = {**line.at, **counts}
    mine = {t: (initiative_bonus(course.state.tokens[t]),) for t in counts}
    ties = yield from settle(at, {**dict.fromkeys(at, ()), **line.ties, **mine})
    return replace(line, at=at, ties=ties)


# -- beginning and ending -----------------------------------------------------------------------


def start(state: Encounter, command: Start) -> Procedure[Outcome]:
    """Begin the fight: everybody rolls, all are flat-footed until they act."""
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
    line = yield from _place(course, counts)
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
    course.add(TimeChanged(_with_data(line, aware=listed)))
    caught = [t for t in fighters if t.id not in knowing]
    names = tuple(t.name for t in caught)
    course.add(Logged(term("log.pathfinder.surprise", names=names, n=len(names)), mood="turn"))
    for token in caught:
        course.add(ConditionGained(token.id, Condition("surprised", note=BY_START)))


def end(state: Encounter, command: End) -> Procedure[Outcome]:
    """End the count of time and everything that lasts only while it runs."""
    del command
    _running(state)
    course = Course(state)
    for token in state.tokens.values():
        for condition in token.conditions:
            brief = condition.id in UNTIL_OWN_TURN or condition.note == BY_START
            if brief or condition.until is not None:
                course.add(ConditionLost(token.id, condition.id))
        _reset(course, token)
    course.add(TimeChanged(Timeline()), Logged(term("log.pathfinder.end"), mood="turn"))
    return done(course.done(term("step.pathfinder.end")))


# -- turns --------------------------------------------------------------------------------------


def next_turn(state: Encounter, command: Next) -> Procedure[Outcome]:
    """End the turn and begin the next."""
    del command
    _running(state)
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
    line = _with_data(replace(line, acted=line.acted | set(line.acting)), interrupted=None)
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
        line = _with_data(replace(line, phase=REGULAR), aware=[])
        for token in course.state.tokens.values():
            if token.has("surprised"):
                course.add(ConditionLost(token.id, "surprised"))
    else:
        line = replace(line, round=line.round + 1)
    top = max(line.at.values(), default=0)
    course.add(TimeChanged(replace(line, acting=(), acted=frozenset(), now=top)))
    course.add(Logged(term("log.pathfinder.round", round=line.round), mood="turn"))


def _begin(course: Course, token_id: TokenId) -> Procedure[None]:
    """Begin a turn: what has run out ends, what comes once a turn comes back."""
    _expire(course)
    token = course.state.tokens[token_id]
    line = _without(course.state.timeline, token_id)
    if line.data != course.state.timeline.data:
        course.add(TimeChanged(line))
    for condition in token.conditions:
        if condition.id in UNTIL_OWN_TURN or condition.note == BY_START:
            course.add(ConditionLost(token_id, condition.id))
    _reset(course, token)
    if is_dying(token):
        course.add(*(yield from stabilise(course.state, token_id)))
    elif not health(token).down:
        course.add(Logged(term("log.pathfinder.turn", name=token.name), who=token_id, mood="turn"))


def _reset(course: Course, token: Token) -> None:
    if vitals_of(token).opportunities:
        course.add(VitalsChanged(token.id, {"opportunities": 0}))


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
    line = yield from _place(course, {token.id: value})
    course.add(TimeChanged(line), Logged(how, who=token.id))
    fresh = joins and line.running and not sheet_of(token).uncanny_dodge
    if fresh and not token.has("flat_footed"):
        course.add(ConditionGained(token.id, Condition("flat_footed", note=BY_START)))
    return course.done(term("step.pathfinder.initiative", name=token.name))


def _running(state: Encounter) -> None:
    if not state.timeline.running:
        raise refuse("pathfinder.not_running")


def _acting(state: Encounter, id: str) -> Token:
    """Return the named token, else whoever acts. Raises CommandError where there is none."""
    _running(state)
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
        line = _with_data(state.timeline, delayed=waits)
        said = term("log.pathfinder.delays", name=token.name)
        acted = line.acted | {token.id}
    else:
        line = yield from _place(course, {token.id: command.to})
        line = _without(line, token.id)
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
    course.add(TimeChanged(_with_data(state.timeline, readied=waiting)))
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
    acts after the one whose turn it was.
    """
    course = Course(state)
    token, line = find(state, command.token), state.timeline
    _running(state)
    if token.id in line.acting:
        raise refuse("nothing_changes", "token")
    interrupts = token.id in readied(line)
    line = _moved(line, token, before=interrupts)
    held = line.acting[0] if line.acting else ""
    if interrupts and held:
        line = _with_data(line, interrupted=str(line.data.get("interrupted") or held))
        acted = line.acted
    else:
        acted = line.acted | set(line.acting)
    line = replace(line, acting=(token.id,), acted=acted - {token.id})
    course.add(TimeChanged(line))
    if interrupts:
        line = _without(line, token.id)
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


def participants(line: Timeline, tokens: Iterable[TokenId]) -> tuple[TokenId, ...]:
    """Return all tokens: those in the fight in their order, then the others."""
    ordered = order(line)
    known = list(tokens)
    return (*(t for t in ordered if t in known), *(t for t in known if t not in line.at))
