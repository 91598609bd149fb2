"""Damage: the variable and the bonus part, armour of the zone, the mean (§4.3, §4.5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from rules.core.options import Options
from rules.encounter.state import Token
from rules.systems.damakar.sheet import DamakarSheet, sheet_of
from rules.systems.damakar.weapons import SheetWeapon
from rules.systems.damakar.zones import DIE, Zone, zone_of


@dataclass(frozen=True, slots=True)
class Armour:
    """What protects a zone: taken from the sum, from the dice, from the bonus (§4.5)."""

    total: int = 0
    variable: int = 0
    bonus: int = 0

    def through(self, variable: int, bonus: int) -> int:
        """Return the damage in LP that comes through (§4.5)."""
        left = max(0, variable - self.variable)
        left += max(0, bonus - self.bonus) if bonus > 0 else bonus
        return max(0, left - self.total)

    @property
    def any(self) -> bool:
        return bool(self.total or self.variable or self.bonus)


def armour_of(token: Token, zone: Zone) -> Armour:
    """Return the armour of a zone, all layers together."""
    rows = [layer.row for layer in sheet_of(token).armour_of(zone)]
    return Armour(
        sum(r.total for r in rows), sum(r.variable for r in rows), sum(r.bonus for r in rows)
    )


def bonus_part(sheet: DamakarSheet, weapon: SheetWeapon, options: Options) -> int:
    """Return the bonus part: the weapon's, with STR in melee and for throws (§6).

    It is at least 0, unless the option lets a weak arm take away from the dice.
    """
    strong = options.flag("str_to_damage") and weapon.kind != "ranged"
    bonus = weapon.dice.bonus + (sheet.strength if strong else 0)
    return max(0, bonus) if options.flag("bonus_from_zero") else bonus


@lru_cache(maxsize=64)
def sums(count: int, sides: int) -> Mapping[int, int]:
    """Return how many throws of some dice give each sum."""
    table = Counter({0: 1})
    for _ in range(count):
        table = Counter(
            {
                total: sum(table[total - face] for face in range(1, sides + 1))
                for total in range(min(table) + 1, max(table) + sides + 1)
            }
        )
    return table


def mean(attacker: Token, target: Token, weapon: SheetWeapon, options: Options) -> Fraction:
    """Return the mean damage of a hit in LP, exact, over all zones and their armour."""
    bonus = bonus_part(sheet_of(attacker), weapon, options)
    dice = weapon.dice
    faces = Counter(zone_of(face, options) for face in range(1, DIE + 1))
    total = Fraction(0)
    for zone, share in faces.items():
        total += share * _mean(armour_of(target, zone), dice.count, dice.sides, bonus)
    return total / DIE


@lru_cache(maxsize=1024)
def _mean(armour: Armour, count: int, sides: int, bonus: int) -> Fraction:
    table = sums(count, sides)
    throws = sum(table.values())
    return Fraction(sum(n * armour.through(v, bonus) for v, n in table.items()), throws)
