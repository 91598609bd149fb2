"""One attack looked at: who, whom, with what, and the rows of attack and defence (§4, §5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal

from rules.core.modifiers import Breakdown, Stacking
from rules.core.options import Options
from rules.core.sources import house, stated
from rules.core.terms import Term, named, term
from rules.encounter.plans import AttackAction
from rules.encounter.rows import RowCollector
from rules.encounter.state import Encounter, Token
from rules.systems.damakar import time
from rules.systems.damakar.arms import (
    as_used,
    hands,
    off_hand,
    ready,
    too_short,
    use_of,
    weapon_name,
)
from rules.systems.damakar.conditions import is_out
from rules.systems.damakar.options import options_of
from rules.systems.damakar.prices import Price, price
from rules.systems.damakar.reach import at
from rules.systems.damakar.sheet import DamakarSheet, sheet_of, vitals_of
from rules.systems.damakar.weapons import UNARMED, SheetWeapon

PLAIN: Final = "melee_attack"
FAST: Final = "fast_"
BOTH: Final = "both"
ALTERNATE: Final = "alternate"
SWEEP: Final = "sweep"
SHOOT: Final = "shoot"
THROW: Final = "throw"
FORCE: Final = "force"
"""Switched on, it lets the game master attack in spite of all problems."""
UNSEEN: Final = "unseen"
SEEN: Final = "seen"
"""Switched on, the target does not (does) see the attack coming (§3)."""

Way = Literal["parry", "parry_off", "dodge", "none"]
"""How somebody defends: with the item of the main hand, of the other, by dodging, not at all."""

STACKING: Final = Stacking(why={"untyped": term("why.damakar.twice")})


@dataclass(frozen=True, slots=True)
class Duel:
    """An attack of one on another. ``weapon`` is the weapon as it serves now, ``chosen`` its own.

    ``opponents`` counts how many foes the whole action attacks.
    """

    state: Encounter
    options: Options
    attacker: Token
    target: Token
    chosen: SheetWeapon
    weapon: SheetWeapon
    mode: str
    action: AttackAction
    opponents: int = 1

    @property
    def ranged(self) -> bool:
        return self.mode in (SHOOT, THROW)

    @property
    def sheet(self) -> DamakarSheet:
        return sheet_of(self.attacker)

    def on(self, id: str) -> bool:
        return id in self.action.on and id not in self.action.off


def main_weapon(token: Token) -> SheetWeapon:
    """Return what somebody attacks with when nothing else is said."""
    held = [w for _, w in hands(token).items if not w.shield]
    if held:
        return held[0]
    armed = [w for w in sheet_of(token).arms if w.id != UNARMED.id and not w.shield]
    return armed[0] if armed and not hands(token).known else UNARMED


def weapon_for(token: Token, id: str) -> SheetWeapon:
    """Return the weapon that is meant; an unknown one falls back to the main one."""
    return (sheet_of(token).weapon(id) if id else None) or main_weapon(token)


def mode_for(weapon: SheetWeapon, mode: str) -> str:
    """Return the mode that is meant; without one the plain one of the weapon's kind."""
    if mode:
        return mode
    return {"melee": PLAIN, "ranged": SHOOT, "thrown": THROW}[weapon.kind]


def duel_of(state: Encounter, action: AttackAction, opponents: int = 1) -> Duel:
    """Look at an attack."""
    attacker = at(state.tokens[action.attacker], action.place)
    if action.place is not None:
        state = state.with_token(attacker)
    target = state.tokens[action.target]
    chosen = weapon_for(attacker, action.weapon)
    used = as_used(state, attacker, chosen, target.id)
    mode = mode_for(chosen, action.mode)
    return Duel(state, options_of(state), attacker, target, chosen, used, mode, action, opponents)


# -- rows ---------------------------------------------------------------------------------------


class Rows(RowCollector):
    """The rows of an attack or a defence."""

    stacking = STACKING
    switched_off = term("why.damakar.switched_off")
    by_hand = term("modifier.damakar.by_hand")


def _summed(rows: Rows, duel: Duel, side: Literal["attack", "defence"]) -> Breakdown:
    """Sum up, with what the game master wrote by hand for that side."""
    rows.extras(duel.action.extra, side)
    return rows.total_up(duel.action)


def attack_rows(duel: Duel) -> Breakdown:
    """Return the attack bonus and what changes it (§4.1, §5)."""
    rows = Rows()
    bonus = duel.sheet.attack if duel.weapon.attack is None else duel.weapon.attack
    rows.add("base", bonus, weapon_name(duel.chosen), stated("§4.1"), detail=_used_as(duel))
    if off_hand(duel.attacker, duel.chosen):
        malus = duel.options.number("off_hand_malus")
        rows.add("off_hand", malus, term("modifier.damakar.off_hand"), house("§5.2"))
    if not duel.ranged and too_short(duel.state, duel.attacker, duel.weapon, duel.target):
        malus = duel.options.number("short_weapon_malus")
        rows.add("short_weapon", malus, term("modifier.damakar.short_weapon"), stated("§5.4"))
    if not duel.ranged:
        _several(duel, rows)
    return _summed(rows, duel, "attack")


def _several(duel: Duel, rows: Rows) -> None:
    """Add the malus for several opponents; offered where there is but one (§5.2, §5.3)."""
    each = duel.options.number("multi_opponent_malus")
    label = term("modifier.damakar.several", n=max(2, duel.opponents))
    why = None if duel.opponents > 1 else term("why.damakar.one_opponent")
    rows.add("several", each * max(1, duel.opponents - 1), label, house("§5.2"), why=why)


def _used_as(duel: Duel) -> Term | None:
    use = use_of(duel.state, duel.attacker, duel.chosen, duel.target.id)
    return named("use.damakar", use) if use else None


# -- defence ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Defence:
    """A way to defend: its rows and its price; ``item`` is what one parries with."""

    way: Way
    rows: Breakdown
    price: Price
    item: SheetWeapon | None = None

    @property
    def total(self) -> int:
        return self.rows.total

    @property
    def cost(self) -> int:
        return self.price.zp.total


@dataclass(frozen=True, slots=True)
class Barred:
    """A way to defend that is not open, and why."""

    way: Way
    why: Term


def ways(duel: Duel, *, busy: bool = False) -> tuple[tuple[Defence, ...], tuple[Barred, ...]]:
    """Return the open ways to defend, the best first, and those that are barred with the reason.

    ``busy``: the target carries out an action at the same time (§2.7).
    """
    found: list[Defence] = []
    barred: list[Barred] = []
    for way in _offered(duel.target):
        why = _why_not(duel, way, busy)
        if why is None:
            found.append(defence(duel, way))
        else:
            barred.append(Barred(way, why))
    found.sort(key=lambda d: -d.total)
    return tuple(found), tuple(barred)


def _offered(target: Token) -> Iterator[Way]:
    held = hands(target)
    for hand, item in held.items:
        if item.melee:
            yield "parry" if hand == held.main or len(held.items) == 1 else "parry_off"
    if not any(item.melee for _, item in held.items):
        yield "parry"
    yield "dodge"


def item_of(target: Token, way: Way) -> SheetWeapon | None:
    """Return what somebody parries with."""
    held = hands(target)
    if way not in ("parry", "parry_off"):
        return None
    items = [(hand, item) for hand, item in held.items if item.melee]
    for hand, item in items:
        main = hand == held.main or len(held.items) == 1
        if main == (way == "parry"):
            return item
    return UNARMED if way == "parry" else None


def _why_not(duel: Duel, way: Way, busy: bool) -> Term | None:
    """Say why somebody cannot defend in a way; None when he can."""
    target, options = duel.target, duel.options
    if is_out(target):
        return term("why.damakar.out")
    if target.has("unaware") or duel.on(UNSEEN):
        return term("why.damakar.unseen")
    if way == "dodge":
        if busy and options.flag("simultaneous_blocks_dodge"):
            return term("why.damakar.simultaneous")
        if _behind(duel) and not duel.on(SEEN):
            return term("why.damakar.turned_away")
        return None
    if busy:
        return term("why.damakar.simultaneous")
    if _behind(duel):
        return term("why.damakar.turned_away")
    return _why_no_parry(duel, way)


def _why_no_parry(duel: Duel, way: Way) -> Term | None:
    item = item_of(duel.target, way)
    if item is None:
        return term("why.damakar.nothing_held")
    used = as_used(duel.state, duel.target, item, duel.attacker.id)
    missiles = duel.options.word("parry_missiles")
    if duel.ranged and (missiles == "never" or (missiles == "shield_only" and not item.shield)):
        return term("why.damakar.missile")
    if used.id == UNARMED.id and not duel.options.flag("unarmed_parry"):
        return term("why.damakar.unarmed")
    return None


def _behind(duel: Duel) -> bool:
    """Whether the target has turned away from this attacker (§3)."""
    turned = duel.target.has("turned_away")
    return turned and duel.attacker.id in vitals_of(duel.target).turned_from


def defence(duel: Duel, way: Way) -> Defence:
    """Add up one way to defend (§4.1)."""
    target, sheet, rows = duel.target, sheet_of(duel.target), Rows()
    if way == "dodge":
        rows.add("base", sheet.dodge, term("defence.damakar.dodge"), stated("§3"))
        return Defence(way, _summed(rows, duel, "defence"), price(duel.state, target, "dodge"))
    item = item_of(target, way) or UNARMED
    used = as_used(duel.state, target, item, duel.attacker.id)
    bonus = sheet.parry if used.parry is None else used.parry
    rows.add("base", bonus, weapon_name(item), stated("§4.1"))
    if off_hand(target, item):
        malus = duel.options.number("off_hand_malus")
        rows.add("off_hand", malus, term("modifier.damakar.off_hand"), house("§5.2"))
    if not duel.ranged and too_short(duel.state, target, used, duel.attacker):
        malus = duel.options.number("short_weapon_malus")
        rows.add("short_weapon", malus, term("modifier.damakar.short_weapon"), stated("§5.4"))
    cost = price(duel.state, target, "melee_parry", used)
    return Defence(way, _summed(rows, duel, "defence"), cost, item)


def no_defence(duel: Duel) -> Breakdown:
    """Return the defence of one who does none: a difficulty for shots, by an option for blows too
    (§4.1, §5.6)."""
    rows = Rows()
    if duel.ranged:
        hard = duel.options.number("ranged_difficulty")
        rows.add("difficulty", hard, term("modifier.damakar.difficulty"), house("§5.6"))
    elif hard := duel.options.number("melee_difficulty"):
        rows.add("difficulty", hard, term("modifier.damakar.difficulty"), house("§4.1"))
    return _summed(rows, duel, "defence")


def picked(duel: Duel, open_ways: Iterable[Defence]) -> Defence | None:
    """Return the defence that is reckoned with: the one switched on, else the best."""
    found = list(open_ways)
    for way in ("parry", "parry_off", "dodge", "none"):
        if duel.on(way):
            return next((d for d in found if d.way == way), None)
    return found[0] if found else None


def is_busy(state: Encounter, target: Token) -> bool:
    """Whether somebody has announced an action for this very moment (§2.7)."""
    held = time.announced(state).get(target.id)
    return isinstance(held, dict) and held.get("do") != "delay"


def is_ready(duel: Duel) -> bool:
    """Whether the weapon is at hand (§3)."""
    return not duel.options.flag("weapon_in_hand") or ready(duel.attacker, duel.chosen)


def against(duel: Duel, target: Token, opponents: int) -> Duel:
    """Return the same attack on somebody else."""
    action = replace(duel.action, target=target.id)
    used = as_used(duel.state, duel.attacker, duel.chosen, target.id)
    return replace(duel, target=target, weapon=used, action=action, opponents=opponents)
