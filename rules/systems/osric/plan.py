"""The plan of an attack: breakdowns, number needed, exact chance, problems. No die falls here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from maps.problems import Problem, Severity
from maps.shapes import Grade
from rules.core.asking import Option
from rules.core.modifiers import Breakdown
from rules.core.terms import named, term
from rules.encounter.plans import AttackAction, AttackPlan, Concealment, Cover, Weapon
from rules.encounter.state import Encounter, Token, TokenId, hostile
from rules.systems.osric import levels
from rules.systems.osric.armour_class import defence_rows
from rules.systems.osric.arms import Arm
from rules.systems.osric.charge import charge_problems, charge_way
from rules.systems.osric.conditions import NO_ATTACK
from rules.systems.osric.cover import name_of
from rules.systems.osric.creatures import melee_weapon, routines, sheet_of, vitals_of
from rules.systems.osric.damage import blow, damage_term, mean, weapon_view
from rules.systems.osric.duel import (
    CHARGE,
    CHOSEN,
    FORCE,
    KNOWN,
    LEAP,
    MOVING,
    ROUTINE,
    SINGLE,
    TWO,
    Duel,
    Ground,
    Occasion,
    make_duel,
    mode_ids,
    second_weapon,
    survey,
)
from rules.systems.osric.facts import facts
from rules.systems.osric.melee import in_melee_range, melee_targets, missile_targets, perceives
from rules.systems.osric.time import (
    DECLARE,
    SEGMENT,
    SURPRISE,
    declared,
    dice_of,
    is_closed,
    segment_of,
    used,
)
from rules.systems.osric.to_hit import attack_rows, matrix_level, range_steps

BOUND: Final = ("spell", "set", "close", "retreat", "flee", "parry")
"""Announced actions after which there is no attack of one's own accord (§4.1, §7)."""


@dataclass(frozen=True, slots=True)
class Strike:
    """One attack roll of an attack: the weapon, the number on the die, chance and mean damage."""

    duel: Duel
    needs: int | None
    chance: Fraction
    damage: Fraction


# -- one roll -------------------------------------------------------------------------------------


def lowest_face(needed: int, bonus: int, duel: Duel) -> int | None:
    """Return the lowest face that hits; ``None`` where no face does (§2.1)."""
    face = needed - bonus
    if duel.options.flag("nat1_misses"):
        face = max(2, face)
    if face > 20:
        return 20 if duel.options.flag("nat20_hits") else None
    return max(1, face)


def auto_hits(duel: Duel) -> bool:
    """Whether the blow hits by itself: at those in magical sleep (§2.10)."""
    return duel.target.has("magic_sleep") and not duel.ranged


def strike_of(ground: Ground, attack: Breakdown, defence: Breakdown) -> Strike:
    """Return what one roll of an attack needs and does."""
    duel = ground.duel
    needed = levels.needed(matrix_level(duel), defence.total)
    needs = 1 if auto_hits(duel) else lowest_face(needed, attack.total, duel)
    chance = Fraction(0) if needs is None else Fraction(21 - needs, 20)
    return Strike(duel, needs, chance, chance * mean(blow(duel)))


def swings(duel: Duel) -> tuple[Duel, ...]:
    """Return the rolls of an attack in their order, each with its weapon (§4.3, §6, §7.13)."""
    charges = duel.mode in (CHARGE, LEAP) and duel.arm.id in duel.sheet.routine
    if duel.mode == ROUTINE or charges:
        arms = [duel.sheet.arm(id) for id in duel.sheet.routine]
        return tuple(replace(duel, arm=arm) for arm in arms if arm is not None) or (duel,)
    if duel.mode == TWO:
        second = second_weapon(duel.sheet, duel.arm)
        return (duel, replace(duel, arm=second, off_hand=True)) if second is not None else (duel,)
    if duel.ranged and duel.mode != SINGLE:
        return (duel,) * duel.arm.shots
    return (duel,)


# -- the plan -------------------------------------------------------------------------------------


def plan(state: Encounter, action: AttackAction) -> AttackPlan:
    """Say everything known about an attack before a die falls.

    A charge is judged from where it would end.
    """
    duel = make_duel(state, action)
    if duel.mode in MOVING and duel.attacker.id != duel.target.id:
        way = charge_way(duel)
        if way is not None:
            moved = replace(duel.attacker, space=way.space)
            duel = replace(duel, attacker=moved, state=duel.state.with_token(moved))
    return plan_of(duel, state)


def plan_of(duel: Duel, before: Encounter | None = None) -> AttackPlan:
    """Turn what was found out into numbers; ``before`` is the state before the charge."""
    ground = survey(duel)
    attack = attack_rows(ground).total_up(duel.action)
    defence = defence_rows(ground).total_up(duel.action)
    problems, notes = _findings(ground, before)
    strikes = strikes_of(ground, attack, defence)
    made = AttackPlan(
        duel.action,
        _view(duel),
        attack,
        defence,
        term("title.osric.attack"),
        term("title.osric.armour_class"),
        needs=strikes[0].needs,
        chance=_any_hit(strikes),
        damage=sum((s.damage for s in strikes), Fraction(0)),
        distance=duel.distance,
        cover=cover_of(ground, defence),
        concealment=concealment_of(ground, defence),
        problems=problems,
        notes=notes,
    )
    level = matrix_level(duel)
    return replace(made, facts=facts(ground, made, level, [s.needs for s in strikes]))


def _view(duel: Duel) -> Weapon:
    return weapon_view(duel.arm, duel.mode, damage_term(blow(duel)))


def strikes_of(ground: Ground, attack: Breakdown, defence: Breakdown) -> tuple[Strike, ...]:
    """Return all rolls of an attack; only the weapon differs from one to the next."""
    found = []
    for duel in swings(ground.duel):
        other = replace(ground, duel=duel)
        own = attack
        if duel != ground.duel:
            own = attack_rows(other).total_up(duel.action)
        found.append(strike_of(other, own, defence))
    return tuple(found)


def _any_hit(strikes: tuple[Strike, ...]) -> Fraction:
    none = Fraction(1)
    for strike in strikes:
        none *= 1 - strike.chance
    return 1 - none


def _percent(defence: Breakdown, kind: str, table: str) -> int:
    """Return the grade in percent that counts in a breakdown."""
    names = {"cover": (-2, -4, -7, -10), "concealment": (-1, -2, -3, -4)}[table]
    grades = dict(zip(names, (25, 50, 75, 90), strict=True))
    values = [e.modifier.value for e in defence.entries if e.counted and e.modifier.kind == kind]
    return grades.get(min(values), 0) if values else 0


def cover_of(ground: Ground, defence: Breakdown) -> Cover:
    """Return the cover that the rows of the breakdown leave."""
    cover = ground.view.cover
    if cover.grade is Grade.TOTAL:
        return cover
    percent = _percent(defence, "cover", "cover")
    return replace(cover, grade=name_of(percent), percent=percent)


def concealment_of(ground: Ground, defence: Breakdown) -> Concealment:
    """Return the concealment that the rows leave; an unseen target is concealed in total."""
    if not ground.seen:
        label = "invisible" if ground.duel.target.has("invisible") else "out_of_sight"
        cause = (
            term("condition.osric.invisible")
            if label == "invisible"
            else term("modifier.osric.out_of_sight")
        )
        return Concealment("total", 100, cause, ())
    percent = _percent(defence, "concealment", "concealment")
    if not percent:
        return Concealment()
    by = ground.view.look.veiled_by
    return Concealment("partial", percent, term("fact.osric.concealment"), by)


# -- what stands in the way -----------------------------------------------------------------------


def _findings(
    ground: Ground, before: Encounter | None
) -> tuple[tuple[Problem, ...], tuple[Problem, ...]]:
    """Return (problems, notes); forced by the game master the former become the latter."""
    duel = ground.duel
    problems = [*_of_attacker(duel), *_of_target(ground)]
    if not duel.occasion:
        problems += [*_of_round(duel), *_of_spell(duel)]
    if duel.mode in MOVING and before is not None:
        problems += charge_problems(make_duel(before, duel.action))
    elif not duel.ranged:
        problems += _of_reach(duel)
    notes = tuple(_notes(ground))
    if FORCE in duel.action.on:
        return (), (*(replace(p, severity=Severity.WARNING) for p in problems), *notes)
    return tuple(problems), notes


def _of_attacker(duel: Duel) -> Iterator[Problem]:
    name, wanted = duel.attacker.name, duel.action.weapon
    if duel.attacker.id == duel.target.id:
        yield Problem("osric.self", Severity.ERROR, "target", {"name": name})
    if wanted and duel.sheet.arm(wanted) is None:
        args: dict[str, object] = {"name": name, "weapon": wanted}
        yield Problem("osric.no_weapon", Severity.ERROR, "weapon", args)
    elif duel.mode not in mode_ids(duel.attacker, duel.action.weapon):
        args = {"mode": duel.mode}
        yield Problem("osric.no_mode", Severity.ERROR, "mode", args)
    held = [c.id for c in duel.attacker.conditions if c.id in NO_ATTACK]
    if held and not vitals_of(duel.attacker).falling:
        condition = named("condition.osric", held[0])
        args = {"name": name, "condition": condition}
        yield Problem("osric.cannot_act", Severity.ERROR, "attacker", args)
    shot = vitals_of(duel.attacker).shot
    now = duel.state.timeline.round
    if duel.ranged and duel.arm.slow and shot is not None and now and shot >= now - 1:
        args = {"name": name}
        yield Problem("osric.reloading", Severity.ERROR, "weapon", args)


def _of_target(ground: Ground) -> Iterator[Problem]:
    duel, name = ground.duel, ground.duel.target.name
    if ground.view.total:
        args: dict[str, object] = {"name": name}
        yield Problem("osric.total_cover", Severity.ERROR, "target", args)
    known = duel.action.cell is not None or duel.chosen(KNOWN)
    if not ground.seen and not known and duel.occasion not in ("set", "interrupt"):
        args = {"name": name}
        yield Problem("osric.unseen", Severity.ERROR, "cell", args)


def _of_reach(duel: Duel) -> Iterator[Problem]:
    if not in_melee_range(duel.state, duel.attacker, duel.target):
        args: dict[str, object] = {"feet": duel.feet}
        yield Problem("osric.out_of_reach", Severity.ERROR, "target", args)
    if is_closed(duel.state.timeline, duel.attacker.id, duel.target.id) and not duel.occasion:
        args = {"name": duel.attacker.name, "other": duel.target.name}
        yield Problem("osric.closed", Severity.ERROR, "target", args)


def allowance(duel: Duel) -> int:
    """Return how many routines somebody may have used by now (§4.3)."""
    line = duel.state.timeline
    every = routines(duel.attacker, line.round, duel.options)
    if line.phase == SURPRISE:
        return every if duel.options.word("surprise_routines") == "all" else 1
    first_slot = line.phase == SEGMENT and duel.attacker.id in line.acting
    if not first_slot:
        return every
    dice = dice_of(line)
    last = max((segment_of(side, dice) for side in dice), default=1)
    own = duel.options.word("late_routines") == "own_segment" and line.now >= last
    after = line.now > last
    return every if own or after else 1


def _of_round(duel: Duel) -> Iterator[Problem]:
    """Say what the order of the round forbids: no routine left, a weapon set (§4.3, §7.2)."""
    line, name = duel.state.timeline, duel.attacker.name
    if duel.attacker.has("set"):
        args: dict[str, object] = {"name": name}
        yield Problem("osric.weapon_set", Severity.ERROR, "attacker", args)
    fights = line.running and line.phase != DECLARE
    if fights and used(line, duel.attacker.id) >= allowance(duel):
        args = {"name": name}
        yield Problem("osric.no_routine", Severity.ERROR, "attacker", args)


def _of_spell(duel: Duel) -> Iterator[Problem]:
    """Say that a spell announced, dropped or not, leaves nothing else to do (§4.1)."""
    said = declared(duel.state.timeline, duel.attacker.id)
    if said is not None and said.action == "spell" and not duel.attacker.has("casting"):
        args: dict[str, object] = {"name": duel.attacker.name}
        yield Problem("osric.bound_to_spell", Severity.ERROR, "attacker", args)


def _notes(ground: Ground) -> Iterator[Problem]:
    duel, name = ground.duel, ground.duel.target.name
    line = duel.state.timeline
    if duel.target.has("dead"):
        args: dict[str, object] = {"name": name}
        yield Problem("osric.already_dead", Severity.NOTE, "", args)
    elif not hostile(duel.attacker.side, duel.target.side):
        args = {"name": name}
        yield Problem("osric.not_hostile", Severity.WARNING, "", args)
    waits = line.running and duel.attacker.id not in line.acting and not duel.occasion
    if waits and not duel.attacker.has("surprised"):
        args = {"name": duel.attacker.name}
        yield Problem("osric.not_acting", Severity.WARNING, "", args)
    if range_steps(duel):
        args = {"n": range_steps(duel) + 1}
        yield Problem("osric.far", Severity.NOTE, "", args)
    among = candidates(duel)
    if len(among) > 1:
        names = tuple(t.name for t in among)
        args = {"names": names, "n": len(among)}
        yield Problem("osric.drawn", Severity.NOTE, "", args)
    said = declared(line, duel.attacker.id)
    if said is not None and said.action in BOUND and said.action != "spell":
        args = {"name": duel.attacker.name, "action": named("action.osric", said.action)}
        yield Problem("osric.other_plan", Severity.WARNING, "", args)


# -- among whom the blow falls --------------------------------------------------------------------


def candidates(duel: Duel) -> tuple[Token, ...]:
    """Return among whom a blow or shot is drawn; a single one is meant himself (§6)."""
    alone = (duel.target,)
    if duel.occasion or duel.mode in MOVING or duel.chosen(CHOSEN):
        return alone
    if duel.options.flag("choose_helpless") and duel.target.has(
        "held", "asleep", "magic_sleep", "paralysed", "stunned"
    ):
        return alone
    if duel.ranged:
        found = missile_targets(duel.state, duel.attacker, duel.target)
    else:
        found = tuple(
            t
            for t in melee_targets(duel.state, duel.attacker)
            if not is_closed(duel.state.timeline, duel.attacker.id, t.id)
        )
        if not perceives(duel.state, duel.attacker, duel.target):
            return alone
    return found if any(t.id == duel.target.id for t in found) else alone


# -- weapons and modes ----------------------------------------------------------------------------


def weapons(state: Encounter, token: TokenId) -> tuple[Weapon, ...]:
    """Return the ways to attack that a creature has."""
    return tuple(weapon_view(arm) for arm in sheet_of(state.tokens[token]).arms)


def modes(state: Encounter, token: TokenId, weapon: str) -> tuple[Option, ...]:
    """Return the manners of attack with a weapon as the dock offers them."""
    ids = mode_ids(state.tokens[token], weapon)
    return tuple(Option(id, named("mode.osric", id)) for id in ids)


def free_strike(
    state: Encounter, striker: Token, target: Token, occasion: Occasion, arm: Arm | None = None
) -> Duel:
    """Put together a blow that falls outside the order: an interrupt, at somebody who runs."""
    held = arm or melee_weapon(striker)
    action = AttackAction(striker.id, target.id, held.id, "strike")
    return replace(make_duel(state, action, occasion), arm=held)
