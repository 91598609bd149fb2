"""The plan of an attack: breakdowns, number needed, exact chance, problems. No die falls here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from maps.shapes import Grade
from rules.core.asking import Option
from rules.core.modifiers import Breakdown
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
from rules.encounter.state import Encounter, Token, TokenId
from rules.systems.osric import levels
from rules.systems.osric.armour_class import defence_rows
from rules.systems.osric.arms import Arm
from rules.systems.osric.charge import charge_way
from rules.systems.osric.cover import name_of
from rules.systems.osric.creatures import melee_weapon, sheet_of
from rules.systems.osric.damage import blow, damage_term, mean, weapon_view
from rules.systems.osric.duel import (
    CHARGE,
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
from rules.systems.osric.findings import findings
from rules.systems.osric.to_hit import attack_rows, matrix_level


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


def number_needed(duel: Duel, armour_class: int) -> int:
    """Return the total that hits an armour class (§2.1)."""
    beyond = duel.options.word("matrix_beyond") == "formula"
    return levels.needed(matrix_level(duel), armour_class, beyond=beyond)


def hopeless(ground: Ground, attack: Breakdown, defence: Breakdown) -> Term:
    """Say why no face hits: what the highest one comes to, and what would be needed (§2.1)."""
    needed = number_needed(ground.duel, defence.total)
    return term("hopeless.osric", most=20 + attack.total, needed=needed, ac=defence.total)


def auto_hits(duel: Duel) -> bool:
    """Whether the blow hits by itself: at those in magical sleep (§2.10)."""
    return duel.target.has("magic_sleep") and not duel.ranged


def strike_of(ground: Ground, attack: Breakdown, defence: Breakdown) -> Strike:
    """Return what one roll of an attack needs and does."""
    duel = ground.duel
    needed = number_needed(duel, defence.total)
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
    problems, notes = findings(ground, before)
    strikes = strikes_of(ground, attack, defence)
    made = AttackPlan(
        duel.action,
        _view(duel),
        attack,
        defence,
        term("title.osric.attack"),
        term("title.osric.armour_class"),
        needs=strikes[0].needs,
        chance=any_of(strike.chance for strike in strikes),
        damage=sum((s.damage for s in strikes), Fraction(0)),
        distance=duel.distance,
        cover=cover_of(ground, defence),
        concealment=concealment_of(ground, defence),
        problems=problems,
        notes=notes,
        hopeless=hopeless(ground, attack, defence) if strikes[0].needs is None else None,
        reading=several_rolls([strike.chance for strike in strikes]),
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
    found = ground.view.look.cover if ground.duel.options.flag("map_cover") else 0
    by_hand = percent != found
    return replace(cover, grade=name_of(percent), percent=percent, by_hand=by_hand)


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
    look = ground.view.look
    found = look.concealment if ground.duel.options.flag("map_concealment") else 0
    by_hand = percent != found
    if not percent:
        return Concealment(by_hand=by_hand)
    cause = term("fact.osric.concealment")
    return Concealment("partial", percent, cause, look.veiled_by, by_hand)


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
