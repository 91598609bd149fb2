"""Makes the parts of a sheet come to the totals that a stat block prints."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

from pydantic import ValidationError

from maps.grid import Footprint
from rules.core.terms import term
from rules.encounter.state import Encounter, SideId, Token, TokenId
from rules.statblocks.draft import Builder
from rules.systems.pathfinder.protection import own_armour, own_attack, own_damage
from rules.systems.pathfinder.saves import Kind, save_bonus
from rules.systems.pathfinder.sheet import PathfinderSheet, PathfinderVitals
from rules.systems.pathfinder.statblocks.attacks import Printed, with_ids
from rules.systems.pathfinder.time import initiative_bonus
from rules.systems.pathfinder.weapons import SheetWeapon

_SAVES: tuple[tuple[str, Kind], ...] = (("fortitude", "fort"), ("reflex", "ref"), ("will", "will"))


def sheet_of(values: dict[str, Any]) -> PathfinderSheet:
    """Return the sheet of values, without those that it cannot hold."""
    good = dict(values)
    for _ in range(len(good) + 1):
        try:
            return PathfinderSheet.model_validate(good)
        except ValidationError as error:
            for one in error.errors():
                good.pop(str(one["loc"][0]) if one["loc"] else "", None)
    return PathfinderSheet()


def _alone(sheet: PathfinderSheet) -> tuple[Encounter, Token]:
    id = TokenId("drawn")
    token = Token(id, "", SideId.FOES, Footprint.at(0, 0, 1), sheet, PathfinderVitals())
    return Encounter("pathfinder", tokens=MappingProxyType({id: token})), token


def settle_armour(build: Builder, total: int, line: int, text: str) -> None:
    """Let the parts of the armour class come to the printed total."""
    state, token = _alone(sheet_of(build.values))
    parts = own_armour(state, token).total
    if parts != total:
        misc = int(build.values.get("ac_misc", 0)) + total - parts
        build.values.pop("ac_misc", None)
        build.findings = [f for f in build.findings if f.field != "ac_misc"]
        why = term("statblock.why.difference", total=total, parts=parts)
        build.guess("ac_misc", misc, line, text, why)


def settle_saves(build: Builder, totals: dict[str, tuple[int, int, str]]) -> None:
    """Turn printed saves into base saves: what the ability adds is taken off."""
    zero = {name: 0 for name, _ in _SAVES}
    _, token = _alone(sheet_of({**build.values, **zero}))
    for name, kind in _SAVES:
        if name in totals:
            total, line, text = totals[name]
            build.read(name, total - save_bonus(token, kind).total, line, text)


def settle_initiative(build: Builder, total: int, line: int, text: str) -> None:
    """Turn a printed initiative into the bonus beside Dexterity."""
    _, token = _alone(sheet_of({**build.values, "initiative": 0}))
    build.read("initiative", total - initiative_bonus(token), line, text)


def settle_weapons(build: Builder, printed: Sequence[Printed], line: int) -> None:
    """Turn printed attacks into weapons whose totals are the printed ones."""
    good: list[SheetWeapon] = []
    state, token = _alone(sheet_of({k: v for k, v in build.values.items() if k != "weapons"}))
    entries = with_ids(list(printed))
    off = False
    for one, values in zip(printed, entries, strict=True):
        try:
            found = [_fitted(state, token, one, v) for v in _manners(one, values)]
        except ValidationError:
            build.unknown(one.text, line)
            continue
        weapon, gap = min(found, key=lambda pair: pair[1])
        off = off or gap > 0 or not one.known
        good.append(weapon)
        if one.rest or one.count > 1:
            build.keep(one.text, line)
    if not good:
        return
    text = "; ".join(p.text for p in printed)
    if off:
        build.guess("weapons", tuple(good), line, text, term("statblock.why.weapons"))
    else:
        build.read("weapons", tuple(good), line, text)


def _manners(one: Printed, values: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the ways in which an attack may be meant; the likeliest first."""
    if values.get("natural"):
        other = "primary" if values["natural"] == "secondary" else "secondary"
        return [values, {**values, "natural": other}]
    if values.get("kind", "melee") == "melee" and values.get("hands") in (None, "one"):
        return [values, {**values, "hands": "two"}]
    if not one.known and values.get("kind") == "ranged":
        return [values, {**values, "kind": "thrown"}]
    return [values]


def _fitted(
    state: Encounter, token: Token, one: Printed, values: dict[str, Any]
) -> tuple[SheetWeapon, int]:
    """Return the weapon with what is missing to the printed totals, and how much that is.

    A natural weapon of a creature with but one adds Strength one and a half times: that goes
    into its bonus.
    """
    weapon = SheetWeapon.model_validate(values)
    gap = 0
    if one.to_hit is not None:
        misc = one.to_hit - own_attack(state, token, weapon).total
        weapon = SheetWeapon.model_validate({**weapon.model_dump(), "attack_bonus": misc})
        gap += abs(misc)
    if one.damage is not None:
        misc = one.damage - own_damage(state, token, weapon).bonus + weapon.dice.bonus
        weapon = SheetWeapon.model_validate({**weapon.model_dump(), "damage_bonus": misc})
        gap += abs(misc)
    return weapon, gap
