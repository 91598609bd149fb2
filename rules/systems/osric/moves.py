"""Actions that move: charging, closing, retreating, fleeing, and what answers them (§7.1–7.5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pydantic import JsonValue

from maps.grid import Footprint, Point, to_sub
from maps.problems import Problem
from rules.core.asking import Option, Procedure, choose
from rules.core.options import Options
from rules.core.terms import term
from rules.encounter.addressing import find
from rules.encounter.commands import CommandError, Outcome, refuse
from rules.encounter.course import Course
from rules.encounter.events import ConditionGained, Logged, TimeChanged, VitalsChanged
from rules.encounter.plans import AttackAction
from rules.encounter.state import Condition, Encounter, Token, TokenId
from rules.systems.osric.arms import Arm
from rules.systems.osric.attack import Attack, attack, execute, spend, step_of, strike, take_in_hand
from rules.systems.osric.charge import Way, charge_problems, charge_way, too_far, way_to
from rules.systems.osric.commands import Charge, Close, Flee, Retreat
from rules.systems.osric.conditions import NO_ATTACK, OUT
from rules.systems.osric.creatures import melee_weapon, natural_lengths, sheet_of
from rules.systems.osric.duel import FORCE, LEAP, MOVING, Duel, Occasion, make_duel
from rules.systems.osric.melee import engaged, in_melee_range, opponents
from rules.systems.osric.orders import check_free, lose_condition
from rules.systems.osric.plan import free_strike, plan
from rules.systems.osric.riding import go
from rules.systems.osric.time import CLOSED, allowance, declared, is_closed, listed, used, with_data


def attack_command(state: Encounter, command: Attack) -> Procedure[Outcome]:
    """Carry out an attack; one that moves first is a charge."""
    action = command.to_action(state)
    if make_duel(state, action).mode in MOVING:
        return (yield from _charge(state, action, None))
    return (yield from attack(state, action))


# -- charge ---------------------------------------------------------------------------------------


def charge(state: Encounter, command: Charge) -> Procedure[Outcome]:
    """Charge, overbear or leap (§7.1, §7.12)."""
    token = find(state, command.token)
    target = find(state, command.target, "target")
    weapon = command.weapon
    if not weapon:
        weapon = "unarmed" if command.mode == "overbear" else melee_weapon(token).id
    on = frozenset({FORCE}) if command.force else frozenset[str]()
    action = AttackAction(token.id, target.id, weapon, command.mode, on=on)
    place = None if command.to is None else _space_at(token, command.to)
    return (yield from _charge(state, action, place))


def _space_at(token: Token, to: tuple[float, float]) -> Footprint:
    return token.space.moved(to_sub(to[0]), to_sub(to[1]))


def _charge(state: Encounter, action: AttackAction, place: Footprint | None) -> Procedure[Outcome]:
    duel = make_duel(state, action)
    made = plan(state, action) if place is None else None
    problems = list(made.problems) if made is not None else list(_to_place(duel, place))
    if problems:
        raise CommandError(*problems)
    way = charge_way(duel) if place is None else way_to(duel, place)
    course = Course(state)
    _ride(course, duel, way or Way(duel.attacker.space, (), 0))
    take_in_hand(course, duel)
    spend(course, duel.attacker.id)
    late = yield from _answer(course, duel)
    if not course.state.tokens[duel.attacker.id].has(*NO_ATTACK):
        now = replace(make_duel(course.state, replace(action, place=None)), occasion="charged")
        yield from execute(course, now)
        if late is not None and not course.state.tokens[duel.target.id].has(*OUT):
            yield from _strike_at(course, duel, late, "set")
    return course.done(step_of(state, action))


def _to_place(duel: Duel, place: Footprint | None) -> Iterator[Problem]:
    """Say what forbids a charge to a place that was chosen by hand."""
    if place is None or FORCE in duel.action.on:
        return
    moved = replace(duel.attacker, space=place)
    there = replace(duel.action, place=place)
    if not in_melee_range(duel.state, moved, duel.target):
        yield refuse("osric.charge_short", "to", name=duel.target.name).problem
    way = way_to(duel, place)
    if way is None:
        yield refuse("osric.charge_no_way", "to", name=duel.target.name).problem
    else:
        yield from too_far(duel, way)
    yield from (p for p in charge_problems(duel) if p.code not in _WAY)
    yield from (p for p in plan(duel.state, there).problems if p.code not in _PLACED)


_WAY = {"osric.charge_far", "osric.charge_no_way"}
_PLACED = _WAY | {
    "osric.charge_engaged", "osric.charge_again", "osric.charge_loaded",
    "osric.charge_mount_loaded",
}  # fmt: skip


def _ride(course: Course, duel: Duel, way: Way) -> None:
    """Move the charger, his mount with him, and note the round."""
    me = duel.attacker
    moved = way.space
    if (moved.x, moved.y) != (me.space.x, me.space.y):
        go(course, me, moved, way.points, way.cost)
    if duel.mode != LEAP and course.state.timeline.running:
        course.add(VitalsChanged(me.id, {"charged": course.state.timeline.round}))
    said = term("log.osric.charges", name=me.name, target=duel.target.name, n=way.cost)
    course.add(Logged(said, who=me.id, mood="turn"))


def _answer(course: Course, duel: Duel) -> Procedure[Arm | None]:
    """Let the target answer a charge: a set weapon, else a longer one that has not struck yet.

    Returns a set weapon that strikes only after the charger (an option, §7.1).
    """
    target = course.state.tokens[duel.target.id]
    held = target.condition("set")
    if held is not None:
        arm = sheet_of(target).arm(held.note) or melee_weapon(target)
        lose_condition(course, target.id, "set")
        after = duel.options.word("set_not_longer") == "after"
        if after and not is_longer(target, arm, duel.attacker, duel.arm, duel.options):
            return arm
        yield from _strike_at(course, duel, arm, "set")
        return None
    if duel.mode != LEAP and _may_interrupt(course.state, target, duel):
        if duel.options.flag("interrupt_spends"):
            spend(course, target.id)
        yield from _strike_at(course, duel, melee_weapon(target), "interrupt")
    return None


def is_longer(one: Token, arm: Arm, other: Token, against: Arm, options: Options) -> bool:
    """Whether a weapon is longer than another one (§2.6, §7.1)."""
    natural = natural_lengths(options)
    mine = arm.reach_length(sheet_of(one).size, natural)[0]
    return mine > against.reach_length(sheet_of(other).size, natural)[0]


def _may_interrupt(state: Encounter, target: Token, duel: Duel) -> bool:
    """Whether the target's longer weapon comes first: only before it has acted (§7.1)."""
    if target.has(*NO_ATTACK):
        return False
    line = state.timeline
    said = declared(line, target.id)
    if said is not None and said.action == "spell":
        return False
    if target.id in line.acted or used(line, target.id):
        return False
    return is_longer(target, melee_weapon(target), duel.attacker, duel.arm, duel.options)


def _strike_at(course: Course, duel: Duel, arm: Arm, occasion: Occasion) -> Procedure[bool]:
    """Let the target of a charge strike at the charger."""
    striker = course.state.tokens[duel.target.id]
    charger = course.state.tokens[duel.attacker.id]
    key = (
        term("log.osric.set_strikes", name=striker.name)
        if occasion == "set"
        else term("log.osric.longer_strikes", name=striker.name)
    )
    course.add(Logged(key, who=striker.id))
    return (yield from strike(course, free_strike(course.state, striker, charger, occasion, arm)))


# -- closing --------------------------------------------------------------------------------------


def close(state: Encounter, command: Close) -> Procedure[Outcome]:
    """Close carefully; neither strikes the other before the next round (§7.3).

    Raises CommandError.
    """
    course = Course(state)
    token = find(state, command.token)
    target = find(state, command.target, "target")
    duel = make_duel(state, AttackAction(token.id, target.id, "", "strike"))
    if not command.force:
        check_free(state, token)
        if engaged(state, token, target):
            raise refuse("osric.charge_engaged", "target", name=token.name, other=target.name)
    if command.to is None:
        way = charge_way(duel)
    else:
        way = way_to(duel, _space_at(token, command.to))
    if way is None:
        raise refuse("osric.charge_no_way", "target", name=target.name)
    most = allowance(state, token)
    if way.cost > most and not command.force:
        raise refuse("osric.move_far", "to", squares=way.cost, most=most)
    go(course, token, way.space, way.points, way.cost)
    pairs: list[JsonValue] = [*listed(state.timeline, CLOSED)]
    if not is_closed(state, token.id, target.id):
        pairs.append([token.id, target.id])
    course.add(TimeChanged(with_data(course.state.timeline, **{CLOSED: pairs})))
    course.add(ConditionGained(token.id, Condition("closing")))
    said = term("log.osric.closes", name=token.name, target=target.name)
    course.add(Logged(said, who=token.id, mood="turn"))
    return course.done(term("step.osric.close", name=token.name))
    yield  # pragma: no cover – makes this function a generator


# -- retreat --------------------------------------------------------------------------------------


def retreat(state: Encounter, command: Retreat) -> Procedure[Outcome]:
    """Retreat fighting: no blow against him, but a free foe may follow (§7.4)."""
    course = Course(state)
    token = find(state, command.token)
    if not command.force:
        check_free(state, token)
    course.add(ConditionGained(token.id, Condition("retreating")))
    if command.parry:
        foe = find(state, command.parry, "parry")
        course.add(ConditionGained(token.id, Condition("parrying", note=foe.id)))
    said = term("log.osric.retreats", name=token.name)
    course.add(Logged(said, who=token.id, mood="turn"))
    if command.swap:
        _swap(course, token, find(state, command.swap, "swap"))
    elif command.to is not None:
        foes = opponents(state, token)
        shift = _walk(course, token, command.to, command.force)
        for foe in foes:
            yield from _follow(course, foe, token, shift)
    return course.done(term("step.osric.retreat", name=token.name))


def _walk(course: Course, token: Token, to: tuple[float, float], force: bool) -> Point:
    """Move somebody at most his movement; returns by how much."""
    place = _space_at(token, to)
    duel = make_duel(course.state, AttackAction(token.id, token.id, "", "strike"))
    way = way_to(duel, place)
    most = allowance(course.state, token)
    if duel.options.word("retreat_speed") == "half":
        most //= 2
    cost = way.cost if way is not None else 0
    if way is not None and cost > most and not force:
        raise refuse("osric.move_far", "to", squares=cost, most=most)
    points = way.points if way is not None else ()
    go(course, token, place, points, cost)
    return Point(place.x - token.space.x, place.y - token.space.y)


def _swap(course: Course, token: Token, ally: Token) -> None:
    """Change places with a comrade, who takes over the foes (§7.4)."""
    go(course, token, ally.space)
    go(course, ally, token.space)
    said = term("log.osric.swaps", name=token.name, other=ally.name)
    course.add(Logged(said, who=ally.id, mood="turn"))


def _follow(course: Course, foe: Token, token: Token, shift: Point) -> Procedure[None]:
    """Let a foe follow who is not engaged with anybody else (§7.4)."""
    others = [t for t in opponents(course.state, foe) if t.id != token.id]
    if others or foe.has(*NO_ATTACK):
        return
    offers = (Option("stay", term("choice.osric.stay")), Option("follow", term("choice.osric.go")))
    label = term("choice.osric.follow", name=foe.name, other=token.name)
    answer = yield from choose(offers, label, foe.id, "stay")
    if answer == "follow":
        go(course, foe, Point(foe.space.x + shift.x, foe.space.y + shift.y))
        said = term("log.osric.follows", name=foe.name, other=token.name)
        course.add(Logged(said, who=foe.id, mood="turn"))


# -- flight ---------------------------------------------------------------------------------------


def flee(state: Encounter, command: Flee) -> Procedure[Outcome]:
    """Run: every engaged foe strikes once at once, then the way is free (§7.5)."""
    course = Course(state)
    token = find(state, command.token)
    if not command.force:
        check_free(state, token)
    course.add(Logged(term("log.osric.flees", name=token.name), who=token.id, mood="turn"))
    for guard in ("parrying", "retreating", "set"):  # nobody runs and keeps his guard up
        lose_condition(course, token.id, guard)
    for foe in opponents(state, token):
        yield from _free_blow(course, foe.id, token.id)
    now = course.state.tokens[token.id]
    if not now.has(*OUT):
        course.add(ConditionGained(token.id, Condition("fleeing")))
        if command.to is not None:
            go(course, now, _space_at(now, command.to))
    return course.done(term("step.osric.flee", name=token.name))


def _free_blow(course: Course, foe_id: TokenId, token_id: TokenId) -> Procedure[None]:
    foe, token = course.state.tokens[foe_id], course.state.tokens[token_id]
    if token.has(*OUT) or foe.has(*NO_ATTACK - {"parrying", "retreating", "closing"}):
        return
    yield from strike(course, free_strike(course.state, foe, token, "flee"))
