"""What combatants do beside attacks: other actions, spells, turning, coordination, tending."""

from __future__ import annotations

from pydantic import JsonValue

from rules.core.asking import Option, Procedure, ask, choose, done
from rules.core.terms import Term, named, term
from rules.encounter.addressing import find
from rules.encounter.commands import Outcome, refuse
from rules.encounter.course import Course
from rules.encounter.events import ConditionGained, ConditionLost, Logged, VitalsChanged
from rules.encounter.state import Condition, Encounter, Token, TokenId
from rules.systems.muinimula import bonds, harm
from rules.systems.muinimula.begin import undertake
from rules.systems.muinimula.commands import (
    Abort,
    Act,
    Cast,
    Coordinate,
    Moment,
    Oppose,
    Right,
    Rise,
    Tend,
)
from rules.systems.muinimula.conditions import OUT, STUNNED, is_out
from rules.systems.muinimula.duel import in_hand
from rules.systems.muinimula.flow import finish
from rules.systems.muinimula.malus import state_of
from rules.systems.muinimula.options import options_of
from rules.systems.muinimula.plan import may_turn
from rules.systems.muinimula.sheet import Pending, sheet_of, vitals_of
from rules.systems.muinimula.tables import coordination_bonus
from rules.systems.muinimula.time import SECOND, moment, must_run, seconds, settle

CHOICES = (1, 2, 3, 4, 5, 6, 8, 10, 12)
"""Seconds that are offered where none are given."""


def _able(state: Encounter, id: str) -> Token:
    """Return a token that may begin something. Raises CommandError where it may not."""
    must_run(state)
    token = find(state, id)
    if token.id not in state.timeline.at:
        raise refuse("muinimula.no_initiative", "token", name=token.name)
    held = next((c.id for c in token.conditions if c.id in OUT), None)
    if held is not None:
        why = named("condition.muinimula", held)
        raise refuse("muinimula.cannot_act", "token", name=token.name, condition=why)
    pending = vitals_of(token).pending
    if pending is not None and pending.binds(state.timeline.now):
        what = named("doing.muinimula", pending.kind)
        s = seconds(pending.end)
        raise refuse("muinimula.busy", "token", name=token.name, what=what, s=s)
    return token


def _how_long(given: float | None, id: str) -> Procedure[int]:
    """Return a time in half seconds, asked for where it is not given."""
    if given is not None:
        return max(1, round(given * SECOND))
    options = (Option(str(s), term("seconds.muinimula", s=s)) for s in CHOICES)
    answer = yield from choose(options, term("choice.muinimula.seconds"), id, str(CHOICES[2]))
    return int(answer) * SECOND


# -- actions that take time ---------------------------------------------------------------------


def act(state: Encounter, command: Act) -> Procedure[Outcome]:
    """Begin something that takes a while and takes effect at its end (§2.4, §2.5)."""
    course = Course(state)
    token = _able(state, command.token)
    harm.stop(course, token.id)
    given = command.seconds
    if given is None and command.kind == "pickup":
        given = float(options_of(state).number("pickup_seconds"))
    length = yield from _how_long(given, token.id)
    now = state.timeline.now
    pending = Pending(kind=command.kind, start=now, end=now + length, note=command.note)
    undertake(course, token.id, pending)
    what = _what(pending)
    line = term("log.muinimula.does", name=token.name, what=what, s=seconds(pending.end))
    course.add(Logged(line, who=token.id))
    finish(course)
    return course.done(term("step.muinimula.act", name=token.name, what=what))


def put_off(state: Encounter, command: Moment) -> Procedure[Outcome]:
    """Let what somebody does end at another second, by the game master's word (§2.4).

    Raises CommandError.
    """
    must_run(state)
    course, token, now = Course(state), find(state, command.token), state.timeline.now
    if token.id not in state.timeline.at:
        raise refuse("muinimula.no_initiative", "token", name=token.name)
    end = max(now, command.value * SECOND)
    pending = vitals_of(token).pending
    if pending is None and end == now:
        raise refuse("nothing_changes", "value")
    made = Pending(kind="task", start=now, end=end)
    if pending is not None:
        made = pending.model_copy(update={"end": end})
    course.add(VitalsChanged(token.id, {"pending": made.model_dump(mode="json")}))
    said = term("log.muinimula.moment", name=token.name, s=seconds(end))
    course.add(Logged(said, who=token.id))
    settle(course)
    return done(course.done(term("step.muinimula.moment", name=token.name)))


def picking_up(state: Encounter, id: TokenId) -> tuple[Act, ...]:
    """Return what takes a dropped weapon up again, for one who is free to do it."""
    free = id in state.timeline.acting
    dropped = free and vitals_of(state.tokens[id]).dropped
    return (Act(token=id, kind="pickup"),) if dropped else ()


def _what(pending: Pending) -> Term:
    if pending.note:
        return term("text.muinimula.plain", text=pending.note)
    return named("doing.muinimula", pending.kind)


def rise(state: Encounter, command: Rise) -> Procedure[Outcome]:
    """Stand up (§10.4); with no time running at once. Raises CommandError."""
    token = find(state, command.token)
    if not token.has("lying"):
        raise refuse("nothing_changes", "token")
    course = Course(state)
    if state.timeline.running and token.id in state.timeline.at:
        _able(state, token.id)
        harm.stop(course, token.id)
        now = state.timeline.now
        length = options_of(state).number("rise_seconds") * SECOND
        pending = Pending(kind="task", start=now, end=now + length)
        undertake(course, token.id, pending)
    course.add(ConditionLost(token.id, "lying"))
    course.add(Logged(term("log.muinimula.rises", name=token.name), who=token.id))
    finish(course)
    return done(course.done(term("step.muinimula.rise", name=token.name)))


def abort(state: Encounter, command: Abort) -> Procedure[Outcome]:
    """Break an action off: the time spent is lost (§2.4). Raises CommandError."""
    must_run(state)
    token = find(state, command.token)
    pending = vitals_of(token).pending
    if pending is None:
        raise refuse("muinimula.nothing_to_abort", "token", name=token.name)
    if pending.kind == "pause":
        raise refuse("muinimula.must_pause", "token", name=token.name, s=seconds(pending.end))
    course = Course(state)
    harm.stop(course, token.id)
    spent = state.timeline.now - pending.start
    line = term("log.muinimula.aborts", name=token.name, what=_what(pending), s=seconds(spent))
    course.add(Logged(line, who=token.id))
    finish(course)
    return done(course.done(term("step.muinimula.abort", name=token.name)))


# -- spells -------------------------------------------------------------------------------------


def cast(state: Encounter, command: Cast) -> Procedure[Outcome]:
    """Begin to prepare a spell; after that it takes one second of casting (§10.9, §10.10)."""
    course = Course(state)
    token = _caster(state, command)
    harm.stop(course, token.id)
    length = yield from _how_long(command.seconds, token.id)
    end = state.timeline.now + length
    pending = Pending(kind="prepare", start=state.timeline.now, end=end, note=command.note)
    undertake(course, token.id, pending)
    course.add(ConditionGained(token.id, Condition("preparing", until=moment(end))))
    line = term("log.muinimula.prepares", name=token.name, s=seconds(end + SECOND))
    course.add(Logged(line, who=token.id))
    finish(course)
    return course.done(term("step.muinimula.cast", name=token.name))


def _caster(state: Encounter, command: Cast) -> Token:
    """Return who casts; the unconscious can only do so subconsciously (§7)."""
    if command.subconscious:
        must_run(state)
        token = find(state, command.token)
        if token.id in state.timeline.at and vitals_of(token).pending is None:
            if not token.has("dead"):
                return token
    token = _able(state, command.token)
    if state_of(token) in ("unconscious", "dying"):
        why = named("wound.muinimula", state_of(token))
        raise refuse("muinimula.cannot_act", "token", name=token.name, condition=why)
    return token


# -- partial fights -----------------------------------------------------------------------------


def oppose(state: Encounter, command: Oppose) -> Procedure[Outcome]:
    """Turn the right to attack to another opponent where that is allowed (§6.1, §6.4).

    Raises CommandError.
    """
    must_run(state)
    single, other = find(state, command.token), find(state, command.target, "target")
    if single.id == other.id or bonds.opponent(state, single.id) == other.id:
        raise refuse("nothing_changes", "target")
    if not command.force and not may_turn(state, single.id, other.id):
        raise refuse("muinimula.may_not_turn", "target", name=single.name)
    course = Course(state)
    bonds.turn_to(course, single.id, other.id)
    line = term("log.muinimula.turns", name=single.name, other=other.name)
    course.add(Logged(line, who=single.id, mood="turn"))
    finish(course)
    return done(course.done(term("step.muinimula.oppose", name=single.name, other=other.name)))


def right(state: Encounter, command: Right) -> Procedure[Outcome]:
    """Give the right to attack by hand (§3.1). Raises CommandError."""
    holder, other = find(state, command.token), find(state, command.target, "target")
    link = bonds.duel(state, holder.id, other.id)
    if holder.id == other.id or (link is not None and link.a == holder.id):
        raise refuse("nothing_changes", "target")
    course = Course(state)
    bonds.give_right(course, holder.id, other.id)
    line = term("log.muinimula.right", name=holder.name)
    course.add(Logged(line, who=holder.id, mood="turn"))
    finish(course)
    return done(course.done(term("step.muinimula.right", name=holder.name)))


def coordinate(state: Encounter, command: Coordinate) -> Procedure[Outcome]:
    """Roll Kampfkoordination: W20 + KK of the weapon + talent, looked up (§6.2, §12.5).

    Raises CommandError.
    """
    single = find(state, command.target, "target")
    wanted = [find(state, id, "tokens").id for id in command.tokens]
    comrades = wanted or list(bonds.crowd(state, single.id))
    if not comrades:
        raise refuse("muinimula.nobody_besets", "target", name=single.name)
    course = Course(state)
    for id in comrades:
        yield from _coordinate(course, id, single.id)
    total = sum(vitals_of(course.state.tokens[id]).coordinated or 0 for id in comrades)
    line = term("log.muinimula.coordinated", name=single.name, total=total)
    course.add(Logged(line, who=single.id))
    return course.done(term("step.muinimula.coordinate", name=single.name))


def _coordinate(course: Course, id: TokenId, single: TokenId) -> Procedure[None]:
    token = course.state.tokens[id]
    kk, talent = in_hand(token)[0].coordination, sheet_of(token).coordination
    (face,) = yield from ask((20,), term("dice.muinimula.coordination"), id)
    total = face + kk + talent
    bonus = coordination_bonus(total)
    course.add(VitalsChanged(id, {"coordinated": bonus, "beside": single}))
    line = term("log.muinimula.coordinates", name=token.name, bonus=bonus)
    how = term("log.muinimula.coordination_roll", face=face, kk=kk, talent=talent, total=total)
    course.add(Logged(line, (how,), id))


# -- wounds -------------------------------------------------------------------------------------


def tend(state: Encounter, command: Tend) -> Procedure[Outcome]:
    """Stop bleeding; with ``all`` take maluses away too. Raises CommandError."""
    token = find(state, command.token)
    vitals = vitals_of(token)
    kept: list[JsonValue] = []
    if not command.all:
        kept = [
            w.model_copy(update={"bleeding": 0, "until": None}).model_dump(mode="json")
            for w in vitals.wounds
            if w.malus
        ]
    course = Course(state)
    if kept != [w.model_dump(mode="json") for w in vitals.wounds]:
        course.add(VitalsChanged(token.id, {"wounds": kept}))
    if token.has("bleeding"):
        course.add(ConditionLost(token.id, "bleeding"))
    if not course.events:
        raise refuse("nothing_changes", "token")
    course.add(Logged(term("log.muinimula.tended", name=token.name), who=token.id))
    return done(course.done(term("step.muinimula.tend", name=token.name)))


def walks(token: Token) -> int:
    """Return how many squares a second somebody moves: halved while preparing, none casting.

    Who is dazed only staggers: half (house default).
    """
    if is_out(token) or token.has("casting"):
        return 0
    speed = sheet_of(token).movement
    return speed // 2 if token.has("preparing", *STUNNED) else speed
