"""The attacks and weapons of an actor of Foundry as printed attacks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from rules.statblocks.source import at, first, number
from rules.systems.pathfinder.arms import arm_of, arm_rows
from rules.systems.pathfinder.sheet import PathfinderSheet
from rules.systems.pathfinder.statblocks.actor_items import Item
from rules.systems.pathfinder.statblocks.attacks import Printed, attack

_DICE: Final = re.compile(r"(\d{1,2})\s*d\s*(\d{1,3})\s*(?:([+-])\s*(\d{1,3}))?", re.IGNORECASE)
_ROLL: Final = re.compile(r"sizeRoll\(\s*(\d{1,2})\s*,\s*(\d{1,3})")
_SMALLER: Final = {"1d12": "1d10", "1d10": "1d8", "1d8": "1d6", "1d6": "1d4", "1d4": "1d3",
                   "1d3": "1d2", "2d4": "1d6", "2d6": "1d10", "1d2": "1"}  # fmt: skip
_SMALL: Final = frozenset({"small", "tiny", "diminutive", "fine"})


def printed_of(items: Sequence[Item], sheet: PathfinderSheet) -> Iterator[Printed]:
    """Yield the attacks; weapons only where no attack is made with them."""
    seen: set[str] = set()
    for kind in ("attack", "weapon"):
        for item in items:
            name = item.name.casefold()
            if item.type != kind or name in seen or item.data.get("attackType") == "misc":
                continue
            found = _noted(item) or _built(item, sheet)
            if found is not None:
                seen.add(name)
                yield found


def _noted(item: Item) -> Printed | None:
    """Read the attack as its statblock printed it, where a converter has kept that."""
    notes = item.data.get("attackNotes")
    for note in notes if isinstance(notes, list) else ():
        if isinstance(note, str) and len(note) < 200:
            ranged = _is_ranged(item.data)
            found = attack(note, ranged=ranged)
            if found is not None and found.to_hit is not None:
                found.values["name"] = item.name or found.values["name"]
                return found
    return None


def _is_ranged(data: Mapping[str, Any]) -> bool:
    kind = str(first(data, "actionType", "actions.0.actionType", "weaponSubtype")[0] or "")
    return kind in ("rwak", "rsak", "ranged")


def _built(item: Item, sheet: PathfinderSheet) -> Printed | None:
    """Make an attack of its parts: what the sheet adds by itself is not counted twice."""
    data = item.data
    act = at(data, "actions.0")
    source: Mapping[str, Any] = act if isinstance(act, Mapping) else data
    dice = _dice(source, data, sheet)
    if dice is None:
        return None
    id, ranged = arm_of(item.name), _is_ranged(data)
    values: dict[str, Any] = {"name": item.name[:80] or "?"}
    if id:
        values |= arm_rows()[id].model_dump(exclude={"words", "damage"})
    elif ranged:
        values |= {"kind": "ranged", "range": 2}
    if data.get("attackType") == "natural" and not values.get("natural"):
        values["natural"] = "primary"
    if values.get("natural") and (at(data, "primaryAttack") is False):
        values["natural"] = "secondary"
    values["damage"] = dice
    for field, low, high, paths in (
        ("critical_from", 2, 20, ("ability.critRange", "weaponData.critRange")),
        ("critical_times", 1, 6, ("ability.critMult", "weaponData.critMult")),
        ("enhancement", 1, 10, ("enh", "weaponData.enhancement", "enhancement")),
    ):
        found = number(first(source, *paths)[0])
        if found is not None and low <= found <= high:
            values[field] = found
    feet = number(first(source, "range.value", "weaponData.range")[0])
    if feet and feet >= 5 and (ranged or values.get("kind") != "melee"):
        values["range"] = min(400, feet // 5)
    if ranged and at(source, "ability.damage") == "str" and values.get("kind") != "melee":
        values["kind"] = "thrown"
    if data.get("masterwork"):
        values["masterwork"] = True
    bonus = number(source.get("attackBonus")) or 0
    if bonus:
        values["attack_bonus"] = max(-20, min(50, bonus))
    return Printed(values, text=item.name, known=bool(id))


def _dice(source: Mapping[str, Any], data: Mapping[str, Any], sheet: PathfinderSheet) -> str | None:
    """Return the dice of an attack; a roll by size is made smaller for small creatures."""
    part = first(source, "damage.parts.0.formula", "damage.parts.0.0", "damage.parts.0")[0]
    text = str(part or first(data, "weaponData.damageRoll", "baseDamage")[0] or "")[:200]
    roll = _ROLL.search(text)
    if roll is not None:
        dice = f"{roll[1]}d{roll[2]}"
        return _SMALLER.get(dice, dice) if sheet.size in _SMALL else dice
    found = _DICE.search(text)
    if found is None:
        return None
    bonus = f"{found[3]}{found[4]}" if found[3] else ""
    return f"{found[1]}d{found[2]}{'' if bonus.lstrip('+-') == '0' else bonus}"
