"""Damage of a hit before it is rolled: dice by the target's size, what is doubled, the mean."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Final

from rules.core.dice import Dice, mean_of
from rules.core.terms import Term, term
from rules.encounter.plans import Weapon
from rules.systems.osric.arms import Arm
from rules.systems.osric.duel import GRAPPLING, Duel, is_ranged
from rules.systems.osric.names import weapon_name
from rules.systems.osric.tables import strength_row
from rules.systems.osric.to_hit import mounted_lance

GRAPPLE_DICE: Final = Dice(1, 2, -1)
"""What grappling harms: 0 or 1 (§7.11)."""


@dataclass(frozen=True, slots=True)
class Blow:
    """What one hit does: ``times`` the dice plus a bonus, at least ``least``.

    ``whole`` doubles the bonus too; ``full`` hits as hard as can be, without a die.
    """

    dice: Dice
    bonus: int
    times: int = 1
    whole: bool = False
    least: int = 1
    full: bool = False

    def deals(self, rolled: int) -> int:
        """Return the damage of a roll of the dice, their own bonus included (§7.1, §8)."""
        bonus = self.bonus * (self.times if self.whole else 1)
        return max(self.least, rolled * self.times + bonus)

    @property
    def most(self) -> int:
        return self.dice.count * self.dice.sides + self.dice.bonus


def blow(duel: Duel) -> Blow:
    """Put together what a hit does."""
    if duel.mode in GRAPPLING:
        strong = duel.options.flag("grapple_strength")
        return Blow(GRAPPLE_DICE, strength_row(duel.sheet.strength)[1] if strong else 0, least=0)
    dice = duel.arm.large if duel.foe.size == "L" else duel.arm.damage
    full = duel.target.has("magic_sleep") and not duel.ranged
    least = duel.options.number("least_damage")
    made = Blow(dice, damage_bonus(duel), least=least, full=full)
    if duel.occasion == "set":
        return replace(made, times=2, whole=duel.options.word("set_doubles") == "all")
    if mounted_lance(duel):
        return replace(made, times=2)
    return made


def damage_bonus(duel: Duel) -> int:
    """Return what is added to the dice: Strength, specialisation, magic (§2.4, §8)."""
    arm = duel.arm
    bonus = arm.magic + arm.special_damage + arm.damage_bonus
    if duel.ranged and not arm.hurled:
        return bonus
    if arm.bare and not duel.options.flag("brawl_strength"):
        return bonus
    return bonus + strength_row(duel.sheet.strength)[1]


@lru_cache(maxsize=2048)
def mean(blow: Blow) -> Fraction:
    """Return the mean damage of a hit in hit points, exact (§8)."""
    if blow.full:
        return Fraction(blow.deals(blow.most))
    return mean_of(blow.dice, blow.deals)


# -- words ----------------------------------------------------------------------------------------


def dice_term(dice: Dice) -> Term:
    """Say dice: "1W8+2"."""
    if not dice.count:
        return term("dice.osric.number", n=dice.bonus)
    if not dice.bonus:
        return term("dice.osric.plain", count=dice.count, sides=dice.sides)
    return term("dice.osric.bonus", count=dice.count, sides=dice.sides, bonus=dice.bonus)


def damage_term(blow: Blow) -> Term:
    """Say what a hit does, doubled dice as such."""
    if blow.times == 1:
        return dice_term(blow.dice.plus(blow.bonus))
    said = dice_term(blow.dice)
    if blow.whole:
        said = dice_term(blow.dice.plus(blow.bonus))
        return term("dice.osric.doubled", dice=said)
    if not blow.bonus:
        return term("dice.osric.doubled", dice=said)
    return term("dice.osric.doubled_bonus", dice=said, bonus=blow.bonus)


def both_sizes(arm: Arm, bonus: int = 0) -> Term:
    """Say the damage against small or man-sized and against large targets."""
    if arm.damage == arm.large:
        return dice_term(arm.damage.plus(bonus))
    small, large = dice_term(arm.damage.plus(bonus)), dice_term(arm.large.plus(bonus))
    return term("dice.osric.sizes", small=small, large=large)


def weapon_view(arm: Arm, mode: str = "", damage: Term | None = None) -> Weapon:
    """Return a weapon as the docks show it."""
    far = None
    if arm.can_fly:
        rate = term("rate.osric.every_other") if arm.slow else term("rate.osric.n", n=arm.shots)
        far = term("range.osric.increment", feet=arm.range, rate=rate)
    icon = arm.icon or ("bow" if arm.kind == "ranged" else "sword")
    said = damage or both_sizes(arm)
    ranged = is_ranged(arm, mode)
    return Weapon(arm.id, weapon_name(arm), ranged, said, None, far, icon)
