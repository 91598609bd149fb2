"""Damage of an attack before it is rolled: dice, boni, criticals, sneak attack, and the mean."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache
from typing import Final

from rules.core.dice import Dice, spread
from rules.core.sources import derived
from rules.core.tables import by_first
from rules.core.terms import Term, named, term
from rules.encounter.plans import Weapon
from rules.systems.pathfinder.armour_class import flat_footed
from rules.systems.pathfinder.arms import arm_rows
from rules.systems.pathfinder.duel import THROW, Duel
from rules.systems.pathfinder.library import library
from rules.systems.pathfinder.modifiers import Ground, Rows, ability_detail
from rules.systems.pathfinder.sheet import PathfinderSheet
from rules.systems.pathfinder.to_hit import NEAR, ability_modifier
from rules.systems.pathfinder.weapons import SheetWeapon

SNEAK_SIDES: Final = 6


@dataclass(frozen=True, slots=True)
class Blow:
    """What one hit does: weapon dice with bonus, extra dice that a critical does not multiply.

    ``times`` is the critical multiplier, 1 where criticals do nothing; ``reduction`` comes off.
    """

    dice: Dice
    times: int
    sneak: int = 0
    reduction: int = 0
    nonlethal: bool = False


@dataclass(frozen=True, slots=True)
class Strike:
    """One attack roll of an attack: what it needs, its chance, its mean damage.

    ``hits`` is the chance that the roll hits, ``miss`` the share that concealment takes.
    """

    penalty: int
    needs: int
    hits: Fraction
    miss: Fraction
    damage: Fraction

    @property
    def chance(self) -> Fraction:
        return self.hits * (1 - self.miss)


def blow(ground: Ground) -> Blow:
    """Put together what a hit does."""
    duel, weapon = ground.duel, ground.duel.weapon
    bonus = sum(m.value for m in damage_rows(ground).mods)
    times = 1 if duel.foe.immune_criticals else weapon.critical_times
    return Blow(
        weapon.dice.plus(bonus),
        times,
        sneak_dice(ground),
        reduction(duel),
        weapon.nonlethal or ground.chosen("nonlethal"),
    )


def damage_rows(ground: Ground) -> Rows:
    """Write down everything that is added to the weapon's dice."""
    duel, weapon, rows = ground.duel, ground.duel.weapon, Rows()
    ability, value = _ability(duel)
    if ability is not None:
        rows.add(
            "damage_ability", value, term("modifier.pathfinder.damage_ability"), detail=ability
        )
    if weapon.enhancement:
        rows.add("damage_enhancement", weapon.enhancement, term("modifier.pathfinder.enhancement"))
    if weapon.damage_bonus:
        rows.add("damage_bonus", weapon.damage_bonus, term("modifier.pathfinder.misc"))
    if duel.attacker.has("sickened"):
        rows.add("damage_sickened", -2, named("condition.pathfinder", "sickened"))
    step = 1 + max(0, duel.sheet.base_attack) // 4
    if ground.chosen("power_attack") and not duel.ranged and duel.sheet.power_attack:
        hard = 3 * step if _two_handed(weapon) else 2 * step
        label = term("modifier.pathfinder.power_attack")
        rows.add("damage_power_attack", hard, label, source=derived("§8"))
    if ground.chosen("deadly_aim") and duel.ranged and duel.sheet.deadly_aim:
        label = term("modifier.pathfinder.deadly_aim")
        rows.add("damage_deadly_aim", 2 * step, label, source=derived("§8"))
    if duel.ranged and duel.sheet.point_blank_shot and duel.distance <= NEAR:
        label = term("modifier.pathfinder.point_blank_shot")
        rows.add("damage_point_blank", 1, label, source=derived("§8"))
    return rows


def _two_handed(weapon: SheetWeapon) -> bool:
    return weapon.hands == "two" and weapon.kind == "melee"


def _ability(duel: Duel) -> tuple[Term | None, int]:
    """Return the ability behind the damage and what it adds."""
    weapon = duel.weapon
    if weapon.damage_ability == "none":
        return None, 0
    if weapon.damage_ability != "auto":
        value, score = ability_modifier(duel.attacker, weapon.damage_ability)
        return ability_detail(weapon.damage_ability, score), value
    value, score = ability_modifier(duel.attacker, "strength")
    detail = ability_detail("strength", score)
    if weapon.kind == "ranged":
        return _bow(weapon, value, detail)
    if value > 0 and weapon.natural == "secondary":
        return detail, value // 2
    if value > 0 and _two_handed(weapon) and duel.mode != THROW:
        return detail, value * 3 // 2
    return detail, value


def _bow(weapon: SheetWeapon, value: int, detail: Term) -> tuple[Term | None, int]:
    """Bows take a penalty; a composite one gives the bonus for which it is built."""
    if weapon.strength_rating is not None:
        return detail, min(value, weapon.strength_rating)
    if "bow" in weapon.tags and value < 0:
        return detail, value
    return None, 0


def sneak_dice(ground: Ground) -> int:
    """Return the dice of a sneak attack that applies now: against the flanked and the unready.

    Not at a distance of more than 30 feet, and not against what is concealed or immune.
    """
    duel = ground.duel
    dice = duel.sheet.sneak_attack
    if not dice or duel.foe.immune_precision or duel.foe.immune_criticals:
        return 0
    if any(cause.cancelled is None for cause in ground.causes):
        return 0
    flanked = bool(ground.partners) and not duel.foe.improved_uncanny_dodge
    if not (flanked or flat_footed(duel)) or (duel.ranged and duel.distance > NEAR):
        return 0
    return dice


def reduction(duel: Duel) -> int:
    """Return how much of each blow the target's damage reduction takes."""
    bypass, weapon = duel.foe.reduction_bypass.strip().lower(), duel.weapon
    magic = bypass == "magic" and weapon.enhancement > 0
    if magic or (bypass and bypass in {tag.lower() for tag in weapon.tags}):
        return 0
    return duel.foe.damage_reduction


# -- exact means --------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def mean(blow: Blow, critical: bool) -> Fraction:
    """Return the mean damage of a hit in hit points, at least 1 before reduction, exact."""
    dice = blow.dice.times(blow.times if critical else 1)
    sneak = Fraction(blow.sneak * (SNEAK_SIDES + 1), 2)
    least = dice.count + dice.bonus
    if least >= 1 and least + blow.sneak >= blow.reduction:
        return Fraction(dice.mean) + sneak - blow.reduction
    total = Fraction(0)
    extra = spread(blow.sneak, SNEAK_SIDES)
    for value, ways1 in spread(dice.count, dice.sides).items():
        for more, ways2 in extra.items():
            total += ways1 * ways2 * dealt(blow, value + dice.bonus, more)
    ways = Fraction(dice.sides) ** dice.count * SNEAK_SIDES**blow.sneak
    return Fraction(total / ways)


def dealt(blow: Blow, rolled: int, sneak: int) -> int:
    """Return what a rolled blow does: at least 1, then damage reduction."""
    return max(0, max(1, rolled) + sneak - blow.reduction)


# -- words --------------------------------------------------------------------------------------


def dice_term(dice: Dice) -> Term:
    """Say dice: "1W8+2"."""
    if not dice.count:
        return term("dice.pathfinder.number", n=dice.bonus)
    if not dice.bonus:
        return term("dice.pathfinder.plain", count=dice.count, sides=dice.sides)
    return term("dice.pathfinder.bonus", count=dice.count, sides=dice.sides, bonus=dice.bonus)


@cache
def _worded() -> frozenset[str]:
    """Return the ids of weapons that have a word: of the tables, the library, the default ones."""
    sheets = (PathfinderSheet(), *(template.sheet for template in library()))
    return frozenset(arm_rows()) | frozenset(
        weapon.id
        for sheet in sheets
        if isinstance(sheet, PathfinderSheet)
        for weapon in sheet.arms
        if not weapon.name
    )


def weapon_name(weapon: SheetWeapon) -> Term:
    """Name a weapon: by its own name, else by its id."""
    if weapon.name:
        return term("text.pathfinder.plain", text=weapon.name)
    if weapon.id in _worded():
        return named("weapon.pathfinder", weapon.id)
    return term("text.pathfinder.plain", text=weapon.id)


def _critical(weapon: SheetWeapon) -> Term:
    if weapon.critical_from == 20:
        return term("critical.pathfinder.only_20", times=weapon.critical_times)
    return term("critical.pathfinder.from", low=weapon.critical_from, times=weapon.critical_times)


def weapon_view(weapon: SheetWeapon, dice: Dice | None = None) -> Weapon:
    """Return a weapon as the docks show it."""
    usual = _usual_view(weapon)
    return usual if dice is None else replace(usual, damage=dice_term(dice))


@by_first()
def _usual_view(weapon: SheetWeapon) -> Weapon:
    far = None
    if weapon.can_fly:
        far = term("range.pathfinder.increment", n=weapon.range, metres=weapon.range * 1.5)
    icon = "bow" if weapon.kind == "ranged" else "sword"
    return Weapon(
        weapon.id,
        weapon_name(weapon),
        weapon.ranged,
        dice_term(weapon.dice),
        _critical(weapon),
        far,
        icon,
    )
