"""What a blow does on the average, and how weapons are shown (§5)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from rules.core.dice import Dice, mean_of
from rules.core.terms import Term, named, term
from rules.encounter.plans import Weapon
from rules.encounter.state import Encounter, Token
from rules.systems.muinimula.duel import Duel
from rules.systems.muinimula.malus import by_life
from rules.systems.muinimula.options import options_of
from rules.systems.muinimula.parry import weapon_name
from rules.systems.muinimula.sheet import vitals_of
from rules.systems.muinimula.tables import Region, hit_places
from rules.systems.muinimula.weapons import SheetWeapon

USUAL_PLACE: Region = "brust"


def divisor(state: Encounter, token: Token) -> int:
    """Return what somebody's own wounds divide his Trefferpunkte by (TP/5, TP/10, §7)."""
    return by_divisor(token) if options_of(state).flag("tp_divided") else 1


def by_divisor(token: Token) -> int:
    """Return what wounds divide the Trefferpunkte of somebody by; spent, 5 at least (§7)."""
    return by_life(token).divide if not token.has("spent") else max(5, by_life(token).divide)


def places(duel: Duel) -> tuple[tuple[Region, Fraction], ...]:
    """Return where an ordinary hit may land, with the chances (§5.1)."""
    if duel.zone is not None:
        return ((aimed_place(duel), Fraction(1)),)
    if duel.options.word("hit_location") == "table":
        found, low = [], 0
        for row in hit_places():
            found.append((row.region, Fraction(row.to - low, 20)))
            low = row.to
        return tuple(found)
    return ((USUAL_PLACE, Fraction(1)),)


def aimed_place(duel: Duel) -> Region:
    """Return the region that an aimed ordinary hit meets; of the body the chest."""
    aimed: dict[str, Region] = {"kopf": "kopf", "arme": "arm", "beine": "bein"}
    return aimed.get(duel.zone or "", USUAL_PLACE)


def place_of(face: int) -> Region:
    """Return where a W20 of the table of places leads."""
    return next(row.region for row in hit_places() if face <= row.to)


def mean(duel: Duel) -> Fraction:
    """Return the mean SP of a hit, criticals left out."""
    total, share = Fraction(0), divisor(duel.state, duel.attacker)
    for region, weight in places(duel):
        total += weight * _through(duel.weapon.dice, share, duel.foe.protection(region))
    return total


@lru_cache(maxsize=1024)
def _through(dice: Dice, share: int, rs: int) -> Fraction:
    """Return the mean SP of a hit on a place of some protection."""
    return mean_of(dice, lambda points: max(0, points // share - rs))


# -- weapons as docks show them -----------------------------------------------------------------


def weapon_view(weapon: SheetWeapon) -> Weapon:
    """Return a weapon as docks and cards show it."""
    threshold = weapon.threshold + weapon.deadly
    table = named("table.muinimula", weapon.critical_table)
    return Weapon(
        weapon.id,
        weapon_name(weapon),
        weapon.ranged,
        dice_term(weapon.dice),
        term("weapon_text.muinimula.critical", kt=threshold, table=table),
        term("weapon_text.muinimula.range", n=weapon.band) if weapon.ranged else None,
        _icon(weapon),
    )


def dice_term(dice: Dice) -> Term:
    """Say dice as the language writes them."""
    if not dice.count:
        return term("dice_text.muinimula.number", value=dice.bonus)
    if not dice.bonus:
        return term("dice_text.muinimula.plain", n=dice.count, sides=dice.sides)
    return term("dice_text.muinimula.bonus", n=dice.count, sides=dice.sides, bonus=dice.bonus)


def _icon(weapon: SheetWeapon) -> str:
    if weapon.row.kind == "ranged":
        return "bow"
    return "arrow" if weapon.ranged else "sword"


def can_use(token: Token, weapon: SheetWeapon) -> bool:
    """Whether a weapon is at hand: neither dropped nor broken."""
    return weapon.id not in vitals_of(token).dropped
