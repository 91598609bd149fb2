"""What comes due (§2.5): attacks land, spells work, in order of initiative."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from pydantic import JsonValue

from rules.core.asking import Option, Procedure, choose
from rules.core.terms import Term, named, term
from rules.encounter.course import Course
from rules.encounter.events import (
    ConditionGained,
    ConditionLost,
    Logged,
    VitalsChanged,
)
from rules.encounter.plans import AttackAction
from rules.encounter.state import Condition, Encounter, TokenId
from rules.systems.muinimula import bonds, harm, parry
from rules.systems.muinimula.begin import action_of, engage_late, undertake, undertake_attack
from rules.systems.muinimula.conditions import is_out
from rules.systems.muinimula.duel import BARE, duel_of
from rules.systems.muinimula.parry import NONE
from rules.systems.muinimula.plan import findings, survey
from rules.systems.muinimula.sheet import Pending, vitals_of
from rules.systems.muinimula.strike import UNDECIDED, Attempt, parry_option, strike
from rules.systems.muinimula.time import (
    SECOND,
    moment,
    ordered,
    seconds,
)


def due(state: Encounter) -> tuple[TokenId, ...]:
    """Return whose actions take effect now, in order of initiative (§2.5)."""
    now = state.timeline.now
    found = [
        id
        for id in state.timeline.at
        if (pending := vitals_of(state.tokens[id]).pending) is not None and pending.end <= now
    ]
    return ordered(state, found)


def carry_out(course: Course) -> Procedure[None]:
    """Carry out everything that is due, in order of initiative (§2.5, §6.3)."""
    order = due(course.state)
    later = course.state.timeline.now + 1
    whole = course.state.timeline.now % SECOND == 0
    if whole and _by_second(course.state):
        held = [id for id in course.state.timeline.at if _ends(course.state, id) == later]
        order = ordered(course.state, (*order, *held))
    declared = yield from _declare(course, order)
    for id in order:
        pending = vitals_of(course.state.tokens[id]).pending
        if pending is None:
            continue
        if is_out(course.state.tokens[id]) and pending.kind not in harm.SPELLS:
            harm.stop(course, id)
            continue
        yield from _effect(course, id, pending, declared.get(id, UNDECIDED))


def _by_second(state: Encounter) -> bool:
    return state.options.get("effect_order") == "second"


def _ends(state: Encounter, id: TokenId) -> int | None:
    pending = vitals_of(state.tokens[id]).pending
    return None if pending is None else pending.end


def _declare(course: Course, order: tuple[TokenId, ...]) -> Procedure[dict[TokenId, str]]:
    """Let the target of several attacks say beforehand which is parried how (§6.3)."""
    by_target: dict[str, list[TokenId]] = defaultdict(list)
    for id in order:
        pending = vitals_of(course.state.tokens[id]).pending
        if pending is not None and pending.kind == "attack":
            by_target[pending.target].append(id)
    declared: dict[TokenId, str] = {}
    for attackers in by_target.values():
        if len(attackers) < 2:
            continue
        taken: set[str] = set()
        for id in attackers:
            declared[id] = yield from _declare_one(course, id, taken)
            taken.add(declared[id])
    return declared


def _declare_one(course: Course, id: TokenId, taken: set[str]) -> Procedure[str]:
    pending = vitals_of(course.state.tokens[id]).pending
    if pending is None or TokenId(pending.target) not in course.state.tokens:
        return NONE
    ground = survey(course.state, action_of(id, pending))
    duel = ground.duel
    free = parry.available(duel)
    found = [means for means in free if means.id not in taken]
    if not found:
        return NONE
    options = [parry_option(ground, means) for means in found]
    used = term("why.muinimula.declared")
    options += [Option(m.id, m.name, why=used) for m in free if m.id in taken]
    options += parry.barred(duel)
    options.append(Option(NONE, term("choice.muinimula.no_parry")))
    label = term("choice.muinimula.declare", name=duel.attacker.name)
    usual = next((m.id for m in found if not parry.striking(duel.target, m)), NONE)
    return (yield from choose(options, label, duel.target.id, usual))


def _effect(course: Course, id: TokenId, pending: Pending, declared: str) -> Procedure[None]:
    """Let one action take effect; whoever did it is free then."""
    course.add(VitalsChanged(id, {"pending": None}))
    match pending.kind:
        case "attack":
            yield from _land(course, id, pending, declared)
        case "prepare":
            _cast_now(course, id, pending)
        case "cast":
            _work(course, id, pending)
        case "pickup":
            _picked_up(course, id)
        case "pause":
            course.add(Logged(_free_again(course.state, id), who=id))
        case _:
            course.add(Logged(_done(course.state, id, pending), who=id))


def _free_again(state: Encounter, id: TokenId) -> Term:
    return term("log.muinimula.goes_on", name=state.tokens[id].name)


def _done(state: Encounter, id: TokenId, pending: Pending) -> Term:
    what = named("doing.muinimula", pending.kind)
    if pending.note:
        what = term("text.muinimula.plain", text=pending.note)
    return term("log.muinimula.done", name=state.tokens[id].name, what=what)


def _land(course: Course, id: TokenId, pending: Pending, declared: str) -> Procedure[None]:
    """Carry an attack out that is due; one that has become impossible goes nowhere."""
    if TokenId(pending.target) not in course.state.tokens:
        return
    action = action_of(id, pending)
    now_wrong = _wrong(course.state, id, action)
    if now_wrong is not None:
        course.add(Logged(now_wrong, who=id, mood="miss"))
        return
    duel = duel_of(course.state, action)
    engage_late(course, duel)
    goes_on = yield from strike(course, Attempt(action, declared, pending.double))
    if goes_on and course.state.options.get("series_goes_on", True):
        _go_on(course, action)


def _wrong(state: Encounter, id: TokenId, action: AttackAction) -> Term | None:
    """Say why an attack that is due meets nobody any more."""
    duel = duel_of(state, action)
    far = not duel.ranged and not duel.reaches
    forced = "force" in action.on
    if duel.target.has("dead") or (not forced and (far or not duel.way_is_clear())):
        return term("log.muinimula.too_far", name=state.tokens[id].name, target=duel.target.name)
    return None


def _go_on(course: Course, action: AttackAction) -> None:
    """Let a series go on at once with the same attack, where nothing stands against it."""
    again = replace(action, on=action.on - {BARE}, extra=())
    me, foe = course.state.tokens[action.attacker], course.state.tokens[action.target]
    ground = survey(course.state, again)
    if is_out(me) or is_out(foe) or findings(ground)[0] or me.has("must_parry"):
        return
    was_free = vitals_of(me).free
    undertake_attack(course, ground.duel)
    bonds.set_free(course, me.id, was_free)


def _cast_now(course: Course, id: TokenId, pending: Pending) -> None:
    """Go from the preparation into the second of casting (§10.10)."""
    now = course.state.timeline.now
    if course.state.tokens[id].has("preparing"):
        course.add(ConditionLost(id, "preparing"))
    end = now + SECOND
    casting = pending.model_copy(update={"kind": "cast", "start": now, "end": end})
    undertake(course, id, casting)
    course.add(ConditionGained(id, Condition("casting", until=moment(end))))
    line = term("log.muinimula.casts", name=course.state.tokens[id].name, s=seconds(end))
    course.add(Logged(line, who=id))


def _work(course: Course, id: TokenId, pending: Pending) -> None:
    """Let a spell take effect."""
    if course.state.tokens[id].has("casting"):
        course.add(ConditionLost(id, "casting"))
    spell = term("doing.muinimula.cast")
    if pending.note:
        spell = term("text.muinimula.plain", text=pending.note)
    line = term("log.muinimula.spell", name=course.state.tokens[id].name, spell=spell)
    course.add(Logged(line, who=id, mood="turn"))


def _picked_up(course: Course, id: TokenId) -> None:
    dropped: JsonValue = []
    course.add(VitalsChanged(id, {"dropped": dropped}))
    name = course.state.tokens[id].name
    course.add(Logged(term("log.muinimula.picked_up", name=name), who=id))
