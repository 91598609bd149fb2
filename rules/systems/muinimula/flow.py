"""How time runs on (§2): beginning attacks, and what comes due, in order of initiative."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from pydantic import JsonValue

from rules.core.asking import Option, Procedure, choose
from rules.core.terms import Term, named, term
from rules.encounter.commands import CommandError, Outcome, refuse
from rules.encounter.course import Course
from rules.encounter.events import (
    ConditionGained,
    ConditionLost,
    Logged,
    TimeChanged,
    VitalsChanged,
)
from rules.encounter.plans import AttackAction, Extra
from rules.encounter.state import Condition, Encounter, TokenId
from rules.systems.muinimula import bonds, harm, parry
from rules.systems.muinimula.commands import Attack, Next
from rules.systems.muinimula.conditions import SPELL, is_out
from rules.systems.muinimula.duel import BARE, Duel, duel_of
from rules.systems.muinimula.parry import NONE
from rules.systems.muinimula.plan import findings, may_double, survey
from rules.systems.muinimula.sheet import Pending, vitals_of
from rules.systems.muinimula.strike import UNDECIDED, Attempt, parry_option, strike
from rules.systems.muinimula.time import (
    ROUND,
    SECOND,
    before,
    idle,
    kampfrunde,
    moment,
    must_run,
    ordered,
    seconds,
    settle,
)

MOST_STEPS = 10_000
YIELD, FIRST, DEFEND, DOUBLE = "yield", "first", "defend", "double"
"""Answers of those who decide in order of initiative (§2.6)."""


# -- the command attack -------------------------------------------------------------------------


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
    elif pending is not None and not _replaces(state, pending, action):
        yield from _due_now(course, pending)
    else:
        harm.stop(course, id)
        yield from begin(course, replace(ground.duel, state=course.state))
    finish(course)
    names = {"attacker": state.tokens[id].name, "target": state.tokens[action.target].name}
    return course.done(term("step.muinimula.attack", **names))


def _at_once(course: Course, action: AttackAction) -> Procedure[None]:
    if course.state.timeline.running:
        _engage(course, duel_of(course.state, action))
    yield from strike(course, Attempt(action))


def _replaces(state: Encounter, pending: Pending, action: AttackAction) -> bool:
    """Whether another attack takes the place of one that has only just begun."""
    weapon = action.weapon or pending.weapon
    same = (pending.target, pending.weapon, pending.mode) == (action.target, weapon, action.mode)
    return not pending.binds(state.timeline.now) and not same


def _due_now(course: Course, pending: Pending) -> Procedure[None]:
    """Carry out what is due at this moment."""
    if pending.end > course.state.timeline.now:
        raise refuse("muinimula.not_due", "attacker", s=seconds(pending.end))
    yield from _effects(course)


# -- beginning an attack ------------------------------------------------------------------------


def begin(course: Course, duel: Duel) -> Procedure[None]:
    """Begin an attack; contradictory ones are decided in order of initiative (§2.6)."""
    me, foe = duel.attacker.id, duel.target.id
    if duel.ranged or duel.helpless:
        _undertake(course, duel)
        return
    if may_double(course.state, me, foe) and bonds.duel(course.state, me, foe) is not None:
        yield from _too(course, duel)
        return
    if _is_open(course.state, me, foe) and before(course.state, foe, me):
        if (yield from _first(course, duel)):
            return
    _engage(course, duel)
    _undertake(course, duel)


def _is_open(state: Encounter, me: TokenId, foe: TokenId) -> bool:
    """Whether both might begin against each other now and nobody has the right yet."""
    fresh = bonds.opponent(state, me) is None and bonds.opponent(state, foe) is None
    return fresh and foe in idle(state)


def _first(course: Course, duel: Duel) -> Procedure[bool]:
    """Ask who decides first whether he lets the other attack (§2.6)."""
    foe = duel.target
    label = term("choice.muinimula.first", name=foe.name, other=duel.attacker.name)
    options = (
        Option(YIELD, term("choice.muinimula.yield", name=duel.attacker.name)),
        Option(FIRST, term("choice.muinimula.attack_first", name=duel.attacker.name)),
    )
    if (yield from choose(options, label, foe.id, YIELD)) == YIELD:
        return False
    turned = AttackAction(foe.id, duel.attacker.id)
    other = duel_of(course.state, turned)
    _engage(course, other)
    _undertake(course, other)
    yield from _too(course, replace(duel, state=course.state))
    return True


def _too(course: Course, duel: Duel) -> Procedure[None]:
    """Ask the slower one: defend, or attack too and take a blow that he cannot parry (§2.6)."""
    me, foe = duel.attacker, duel.target
    label = term("choice.muinimula.too", name=me.name, other=foe.name)
    options = (
        Option(DEFEND, term("choice.muinimula.defend")),
        Option(DOUBLE, term("choice.muinimula.double", other=foe.name)),
    )
    if (yield from choose(options, label, me.id, DEFEND)) == DEFEND:
        course.add(Logged(term("log.muinimula.defends", name=me.name), who=me.id))
        return
    held = vitals_of(course.state.tokens[foe.id]).pending
    if held is not None:
        bare = held.model_copy(update={"bare": True})
        course.add(VitalsChanged(foe.id, {"pending": bare.model_dump(mode="json")}))
    _undertake(course, duel, double=True)


def _engage(course: Course, duel: Duel) -> None:
    """Settle in which duel an attack belongs (§3.1, §6)."""
    state, me, foe = course.state, duel.attacker.id, duel.target.id
    if duel.ranged or duel.helpless:
        return
    if bonds.duel(state, me, foe) is not None:
        return
    if bonds.opponent(state, me) is not None:
        bonds.turn_to(course, me, foe)
    elif bonds.opponent(state, foe) is not None:
        bonds.beset(course, me, foe)
    else:
        bonds.give_right(course, me, foe)


def _undertake(course: Course, duel: Duel, *, double: bool = False) -> None:
    """Write an attack down that takes its time from now on (§3.4)."""
    now, action = course.state.timeline.now, duel.action
    pending = Pending(
        kind="attack",
        start=now,
        end=now + duel.weapon.attack_time,
        target=action.target,
        weapon=duel.weapon.id,
        mode=action.mode,
        off=tuple(sorted(action.off)),
        on=tuple(sorted(action.on)),
        extra=tuple((e.id, e.value, e.side, e.label) for e in action.extra),
        numbers=action.numbers,
        double=double,
    )
    undertake(course, action.attacker, pending)
    bonds.set_free(course, action.attacker, False)
    line = term(
        "log.muinimula.begins",
        attacker=duel.attacker.name,
        target=duel.target.name,
        weapon=parry.weapon_name(duel.weapon),
        s=seconds(pending.end),
    )
    course.add(Logged(line, who=action.attacker))


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


def undertake(course: Course, id: TokenId, pending: Pending) -> None:
    """Let somebody do something from now on."""
    course.add(VitalsChanged(id, {"pending": pending.model_dump(mode="json")}))


# -- the command next ---------------------------------------------------------------------------


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
        at = _next_change(course.state, goal)
        _move_to(course, at)
        yield from _changes(course)
        if at >= goal:
            break
    yield from _effects(course)


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


def _changes(course: Course) -> Procedure[None]:
    """End what has run out, and let wounds bleed at each Kampfrunde's end."""
    now = course.state.timeline.now
    for token in tuple(course.state.tokens.values()):
        for condition in token.conditions:
            if condition.until is not None and condition.until[1] <= now:
                _ended(course, token.id, condition)
    if now % ROUND == 0 and now:
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


# -- effects ------------------------------------------------------------------------------------


def due(state: Encounter) -> tuple[TokenId, ...]:
    """Return whose actions take effect now, in order of initiative (§2.5)."""
    now = state.timeline.now
    found = [
        id
        for id in state.timeline.at
        if (pending := vitals_of(state.tokens[id]).pending) is not None and pending.end <= now
    ]
    return ordered(state, found)


def _effects(course: Course) -> Procedure[None]:
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
    duel = duel_of(course.state, action_of(id, pending))
    found = [means for means in parry.available(duel) if means.id not in taken]
    if not found:
        return NONE
    options = [parry_option(duel, means) for means in found]
    options.append(Option(NONE, term("choice.muinimula.no_parry")))
    label = term("choice.muinimula.declare", name=duel.attacker.name)
    usual = next((m.id for m in found if not parry.striking(duel.target, m)), NONE)
    return (yield from choose(options, label, duel.target.id, usual))


def action_of(id: TokenId, pending: Pending) -> AttackAction:
    """Return the attack that is under way."""
    on = frozenset(pending.on) | ({BARE} if pending.bare else frozenset())
    return AttackAction(
        id,
        TokenId(pending.target),
        pending.weapon,
        pending.mode,
        frozenset(pending.off),
        on,
        tuple(
            Extra(e[0], e[1], "defence" if e[2] == "defence" else "attack", e[3])
            for e in pending.extra
        ),
        numbers=pending.numbers,
    )


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
    _engage_late(course, duel)
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


def _engage_late(course: Course, duel: Duel) -> None:
    """Begin a duel where the one of the target ended meanwhile."""
    state, me, foe = course.state, duel.attacker.id, duel.target.id
    if duel.ranged or duel.helpless or bonds.duel(state, me, foe) is not None:
        return
    if bonds.opponent(state, foe) is None and bonds.opponent(state, me) is None:
        held = vitals_of(duel.attacker).parried.get(foe)
        bonds.give_right(course, me, foe)
        if held is not None:
            course.add(VitalsChanged(me, {"parried": {foe: held}}))


def _go_on(course: Course, action: AttackAction) -> None:
    """Let a series go on at once with the same attack, where nothing stands against it."""
    again = replace(action, on=action.on - {BARE}, extra=())
    me, foe = course.state.tokens[action.attacker], course.state.tokens[action.target]
    ground = survey(course.state, again)
    if is_out(me) or is_out(foe) or findings(ground)[0] or me.has("must_parry"):
        return
    was_free = vitals_of(me).free
    _undertake(course, ground.duel)
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
