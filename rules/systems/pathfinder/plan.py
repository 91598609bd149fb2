"""The plan of an attack: breakdowns, number needed, exact chance, problems. No die falls here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Final

from maps.problems import Problem, Severity
from maps.shapes import Grade
from rules.core.asking import Option
from rules.core.modifiers import PERCENT, Breakdown
from rules.core.odds import any_of
from rules.core.terms import Term, named, term
from rules.encounter.plans import (
    AttackAction,
    AttackPlan,
    Concealment,
    Cover,
    Weapon,
    several_rolls,
)
from rules.encounter.state import Encounter, TokenId, hostile
from rules.storeys import elsewhere
from rules.systems.pathfinder.armour_class import armour_rows
from rules.systems.pathfinder.concealment import Cause, causes, concealment
from rules.systems.pathfinder.conditions import NO_ACTION
from rules.systems.pathfinder.cover import Judge, clearest, look_at
from rules.systems.pathfinder.damage import Blow, Strike, blow, mean, weapon_view
from rules.systems.pathfinder.duel import CHARGE, FULL, LATER, SINGLE, THROW, Duel, duel_of
from rules.systems.pathfinder.facts import facts
from rules.systems.pathfinder.flanking import partners
from rules.systems.pathfinder.modifiers import FORCE, Ground
from rules.systems.pathfinder.speed import speed_of
from rules.systems.pathfinder.tables import sheet_of
from rules.systems.pathfinder.threat import opponents
from rules.systems.pathfinder.to_hit import attack_rows, range_steps

CANNOT_ATTACK: Final = NO_ACTION | {
    "nauseated",
    "panicked",
    "pinned",
    "surprised",
    "total_defence",
}
"""Conditions in which nobody attacks (§2, §8)."""


# -- finding out --------------------------------------------------------------------------------


def survey(state: Encounter, action: AttackAction) -> Ground:
    """Find out everything about an attack that geometry and the creatures' states say."""
    duel = duel_of(state, action)
    judge = Judge(duel)
    report = look_at(duel, judge)
    visible: int | None = None
    if report.cover.grade is Grade.HARD and duel.options.word("partial_cover") != "never":
        report, visible = clearest(judge, report)
    found = causes(duel, report, judge)
    return Ground(duel, action, report, found, partners(duel), visible)


def plan(state: Encounter, action: AttackAction) -> AttackPlan:
    """Say everything known about an attack before a die falls."""
    ground = survey(state, action)
    made, strikes = plan_of(ground)
    return replace(made, facts=facts(ground, made, strikes))


def plan_of(ground: Ground) -> tuple[AttackPlan, tuple[Strike, ...]]:
    """Turn what was found out into numbers; the rows of the hover card are left to ``plan``."""
    duel = ground.duel
    does = blow(ground)
    made = rolls_of(ground, _view(duel, does))
    strikes = strikes_of(ground, made.attack, made.defence, made.concealment, does)
    made = replace(
        made,
        needs=strikes[0].needs,
        chance=any_of(strike.chance for strike in strikes),
        damage=sum((s.damage for s in strikes), Fraction(0)),
        reading=several_rolls([strike.chance for strike in strikes]),
    )
    return made, strikes


def rolls_of(ground: Ground, weapon: Weapon | None = None) -> AttackPlan:
    """Return what an attack is rolled with and against, without its odds."""
    duel, action = ground.duel, ground.action
    defence = armour_rows(ground).total_up(action)
    hidden = concealment_of(ground, defence)
    problems, notes = _findings(ground, hidden)
    return AttackPlan(
        action,
        weapon or weapon_view(duel.weapon),
        attack_rows(ground).total_up(action),
        defence,
        term("title.pathfinder.attack"),
        term("title.pathfinder.armour_class"),
        distance=duel.distance,
        cover=cover_of(ground, defence),
        concealment=hidden,
        flanking=ground.partners,
        problems=problems,
        notes=notes,
    )


def _view(duel: Duel, does: Blow) -> Weapon:
    return replace(weapon_view(duel.weapon, does.dice), ranged=duel.ranged)


# -- what the switches of the game master leave -------------------------------------------------


def live(cause: Cause, defence: Breakdown) -> bool:
    """Whether a cause of concealment is in force: neither cancelled nor switched off."""
    entry = defence.find(cause.row)
    return entry is not None and (entry.counted or _beaten(entry.why))


def _beaten(why: Term | None) -> bool:
    """Whether a row does not count only because a better one does."""
    return why is not None and why.key == "why.pathfinder.best_concealment"


def concealment_of(ground: Ground, defence: Breakdown) -> Concealment:
    """Return the concealment that the rows of the breakdown leave."""
    found = concealment(ground.causes, lambda cause: live(cause, defence))
    return replace(found, by_hand=_by_hand(ground.action, defence, PERCENT))


def _by_hand(action: AttackAction, defence: Breakdown, kind: str) -> bool:
    """Whether the game master has switched a row of a kind off or on for this attack."""
    rows = (e for e in defence.entries if e.modifier.kind == kind)
    return any(
        e.modifier.id in action.off or (e.counted and e.modifier.id in action.on) for e in rows
    )


def cover_of(ground: Ground, defence: Breakdown) -> Cover:
    """Return the cover that the rows of the breakdown leave."""
    cover = ground.report.cover
    if cover.grade is Grade.TOTAL:
        return cover
    if defence.counts("partial_cover"):
        grade = Grade.PARTIAL
    elif defence.counts("cover"):
        grade = ground.report.look.hard
    elif defence.counts("soft_cover"):
        grade = Grade.SOFT
    else:
        grade = Grade.NONE
    by_hand = _by_hand(ground.action, defence, "cover")
    return replace(cover, grade=grade, visible=ground.visible, by_hand=by_hand)


# -- numbers ------------------------------------------------------------------------------------


def needed(attack: int, armour_class: int) -> int:
    """Return the lowest face of a d20 that hits: never 1, always 20 (§8)."""
    return max(2, min(20, armour_class - attack))


def penalties(ground: Ground) -> tuple[int, ...]:
    """Return what each roll of an attack adds: nothing, 5 less for each later one (§8)."""
    duel = ground.duel
    if duel.mode != FULL:
        return (0,)
    extra = (0,) if ground.chosen("rapid_shot") else ()
    if duel.weapon.natural:
        return (0, *extra)
    later = min(3, max(0, (duel.sheet.base_attack - 1) // 5))
    return (*extra, *(-5 * n for n in range(later + 1)))


def strikes_of(
    ground: Ground, attack: Breakdown, defence: Breakdown, hidden: Concealment, does: Blow
) -> tuple[Strike, ...]:
    """Return all rolls of an attack in their order."""
    miss = miss_share(ground, hidden)
    return tuple(
        _strike(ground, penalty, needed(attack.total + penalty, defence.total), miss, does)
        for penalty in penalties(ground)
    )


def miss_share(ground: Ground, hidden: Concealment) -> Fraction:
    """Return the share of hits that concealment takes; all of them in a wrong square (§4)."""
    if hidden.grade == "total" and ground.action.cell is not None and not right_square(ground):
        return Fraction(1)
    share = Fraction(hidden.percent, 100)
    blind_fight = ground.duel.sheet.blind_fight and not ground.duel.ranged
    return share * share if blind_fight else share


def right_square(ground: Ground) -> bool:
    """Whether the guessed square holds the target (§4)."""
    cell = ground.action.cell
    return cell is not None and cell in set(ground.duel.t.cells())


def _strike(ground: Ground, penalty: int, needs: int, miss: Fraction, does: Blow) -> Strike:
    weapon = ground.duel.weapon
    hits = Fraction(21 - needs, 20)
    threats = Fraction(21 - max(needs, weapon.critical_from), 20)
    critical = threats * hits if does.times > 1 else Fraction(0)
    plain = mean(does, False)
    damage = hits * plain
    if critical:
        damage += critical * (mean(does, True) - plain)
    return Strike(penalty, needs, hits, miss, damage * (1 - miss))


# -- what stands in the way ---------------------------------------------------------------------


def _findings(
    ground: Ground, hidden: Concealment
) -> tuple[tuple[Problem, ...], tuple[Problem, ...]]:
    """Return (problems, notes); forced by the game master the former become the latter."""
    duel = ground.duel
    far = tuple(elsewhere(ground.state, duel.attacker, duel.target))
    near = () if far else (*_of_distance(ground), *_of_sight(ground, hidden))
    problems = (*_of_attacker(ground), *far, *near)
    notes = tuple(_notes(ground, hidden))
    if FORCE in ground.action.on:
        return (), (*(replace(p, severity=Severity.WARNING) for p in problems), *notes)
    return problems, notes


def _of_attacker(ground: Ground) -> list[Problem]:
    duel, name = ground.duel, ground.duel.attacker.name
    found = []
    if duel.attacker.id == duel.target.id:
        found.append(Problem("pathfinder.self", Severity.ERROR, "target", {"name": name}))
    wanted = ground.action.weapon
    if wanted and duel.sheet.weapon(wanted) is None:
        args = {"name": name, "weapon": wanted}
        found.append(Problem("pathfinder.no_weapon", Severity.ERROR, "weapon", args))
    held = [c.id for c in duel.attacker.conditions if c.id in CANNOT_ATTACK]
    if held:
        condition = named("condition.pathfinder", held[0])
        why: Mapping[str, object] = {"name": name, "condition": condition}
        found.append(Problem("pathfinder.cannot_act", Severity.ERROR, "attacker", why))
    free = {"crossbow", "shuriken"} & set(duel.weapon.tags)
    if duel.ranged and duel.attacker.has("prone") and not free:
        found.append(Problem("pathfinder.prone_shot", Severity.ERROR, "weapon", {"name": name}))
    if duel.mode not in mode_ids(ground.state, duel.attacker.id, duel.weapon.id):
        args = {"mode": duel.mode}
        found.append(Problem("pathfinder.no_mode", Severity.ERROR, "mode", args))
    return found


def _of_distance(ground: Ground) -> list[Problem]:
    duel = ground.duel
    if duel.ranged:
        most = duel.weapon.range * _increments(duel)
        if most and duel.distance > most:
            args: Mapping[str, object] = {"distance": duel.distance, "most": most}
            return [Problem("pathfinder.out_of_range", Severity.ERROR, "target", args)]
        return []
    if duel.reaches:
        return []
    zone = duel.zone
    args = {"distance": duel.distance, "reach": zone.reach, "inner": zone.inner}
    if zone.inner and duel.distance <= zone.inner:
        return [Problem("pathfinder.too_close", Severity.ERROR, "target", args)]
    if duel.mode == CHARGE:
        return [_far_from_charge(duel, zone.reach)]
    return [Problem("pathfinder.out_of_reach", Severity.ERROR, "target", args)]


def _far_from_charge(duel: Duel, reach: int) -> Problem:
    """Say what a charge still lacks: the way there, which may be twice the speed (§8)."""
    most, missing = 2 * speed_of(duel.attacker), max(1, duel.distance - reach)
    args = {"name": duel.attacker.name, "n": missing, "most": most}
    if missing > most:
        return Problem("pathfinder.charge_too_far", Severity.ERROR, "target", args)
    return Problem("pathfinder.charge_out_of_reach", Severity.ERROR, "target", args)


def _increments(duel: Duel) -> int:
    return 5 if duel.mode == THROW else duel.weapon.most_increments


def _of_sight(ground: Ground, hidden: Concealment) -> list[Problem]:
    name = ground.duel.target.name
    found = []
    if ground.report.cover.grade is Grade.TOTAL:
        args = {"name": name}
        found.append(Problem("pathfinder.total_cover", Severity.ERROR, "target", args))
    if hidden.grade == "total" and ground.action.cell is None:
        args = {"name": name}
        found.append(Problem("pathfinder.total_concealment", Severity.ERROR, "cell", args))
    return found


def _notes(ground: Ground, hidden: Concealment) -> list[Problem]:
    duel = ground.duel
    found = []
    if provokes(duel):
        foes = opponents(ground.state, duel.attacker.id)
        if foes:
            names = tuple(ground.state.tokens[t].name for t in foes)
            args: Mapping[str, object] = {"names": names}
            found.append(Problem("pathfinder.provokes", Severity.WARNING, "", args))
    if duel.target.has("dead"):
        args = {"name": duel.target.name}
        found.append(Problem("pathfinder.already_dead", Severity.NOTE, "", args))
    elif not hostile(duel.attacker.side, duel.target.side):
        args = {"name": duel.target.name}
        found.append(Problem("pathfinder.not_hostile", Severity.WARNING, "", args))
    if duel.ranged and range_steps(duel):
        args = {"n": range_steps(duel) + 1}
        found.append(Problem("pathfinder.far", Severity.NOTE, "", args))
    if hidden.grade == "total" and ground.action.cell is not None and not right_square(ground):
        args = {"name": duel.target.name}
        found.append(Problem("pathfinder.wrong_square", Severity.NOTE, "", args))
    return found


def provokes(duel: Duel) -> bool:
    """Whether the attack itself gives opportunities: shooting, bare hands against arms (§8)."""
    if duel.ranged:
        return True
    return "unarmed" in duel.weapon.tags and not duel.sheet.improved_unarmed


# -- weapons and modes --------------------------------------------------------------------------


def weapons(state: Encounter, token: TokenId) -> tuple[Weapon, ...]:
    """Return the ways to attack that a creature has."""
    return tuple(weapon_view(weapon) for weapon in sheet_of(state.tokens[token]).arms)


def mode_ids(state: Encounter, token: TokenId, weapon: str) -> tuple[str, ...]:
    """Return the manners of attack with a weapon; the first is the usual one."""
    sheet = sheet_of(state.tokens[token])
    arm = sheet.weapon(weapon)
    if arm is None:
        return (SINGLE,)
    ids = [SINGLE, FULL]
    if not arm.ranged:
        ids.append(CHARGE)
        if arm.can_fly:
            ids.append(THROW)
    if not arm.natural:
        ids += [mode for mode, n in LATER.items() if sheet.base_attack - 5 * n > 0]
    return tuple(ids)


def modes(state: Encounter, token: TokenId, weapon: str) -> tuple[Option, ...]:
    """Return the manners of attack with a weapon as the dock offers them."""
    return tuple(Option(id, named("mode.pathfinder", id)) for id in mode_ids(state, token, weapon))
