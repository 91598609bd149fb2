"""What the items of an actor of Foundry add up to: classes, armour, lasting changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from rules.statblocks.source import Source, at, number

MOST_ITEMS: Final = 500
_BAB: Final = {"high": (1, 1), "med": (3, 4), "low": (1, 2)}
"""Base attack to a level: full, three quarters, half."""


@dataclass(frozen=True, slots=True)
class Item:
    """An item of an actor; ``line`` is where its name is shown, from 1."""

    type: str
    name: str
    data: Mapping[str, Any] = field(default_factory=dict)
    line: int = 0

    @property
    def level(self) -> int:
        """Return the levels of a class."""
        return max(0, number(self.data.get("level") or self.data.get("levels")) or 0)


def items_of(source: Source) -> Iterator[Item]:
    """Yield the items of an actor that can be read."""
    items = (source.data or {}).get("items")
    for i, raw in enumerate(items[:MOST_ITEMS] if isinstance(items, list) else ()):
        if not isinstance(raw, Mapping):
            continue
        body = raw.get("system", raw.get("data"))
        kind, name = str(raw.get("type") or ""), str(raw.get("name") or "")[:120]
        yield Item(
            kind, name, body if isinstance(body, Mapping) else {}, source.line_of(f"items.{i}.name")
        )


def base_attack(classes: Iterable[Item]) -> int:
    """Add up the base attack of classes."""
    total = 0
    for one in classes:
        times, by = _BAB.get(str(one.data.get("bab")), (3, 4))
        total += one.level * times // by
    return total


def base_save(classes: Iterable[Item], short: str) -> int:
    """Add up the base saves of classes: good ones begin at 2 and grow faster."""
    total = 0
    for one in classes:
        good = at(one.data, f"savingThrows.{short}.value") == "high"
        if one.level:
            total += 2 + one.level // 2 if good else one.level // 3
    return total


def changed(items: Iterable[Item], target: str, kind: str = "") -> int:
    """Add up the lasting changes of a target (``fort``, ``init`` …), plain numbers only."""
    total = 0
    for item in items:
        if item.type == "buff" and not item.data.get("active"):
            continue
        for change in _changes(item.data.get("changes")):
            formula, to, sort = change
            if to == target and (not kind or sort == kind):
                total += formula
    return total


def _changes(raw: object) -> Iterator[tuple[int, str, str]]:
    """Yield (value, target, kind) of changes in either shape that Foundry knows."""
    for one in raw if isinstance(raw, list) else ():
        if isinstance(one, Mapping):
            formula, to = one.get("formula"), one.get("subTarget") or one.get("target")
            sort = one.get("modifier") or one.get("type")
        elif isinstance(one, Sequence) and not isinstance(one, str) and len(one) >= 3:
            formula, to, sort = one[0], one[2], one[3] if len(one) > 3 else ""
        else:
            continue
        text = str(formula).strip()
        if text.lstrip("+-").isdigit() and len(text) < 6:
            yield int(text), str(to), str(sort)


def worn(items: Iterable[Item]) -> Iterator[tuple[str, Item, int]]:
    """Yield what worn armour and shields give: (field, item, value)."""
    for item in items:
        if item.type != "equipment" or item.data.get("equipped") is False:
            continue
        kind = str(item.data.get("equipmentType") or item.data.get("subType") or "")
        value = (number(at(item.data, "armor.value")) or 0) + (
            number(at(item.data, "armor.enh")) or 0
        )
        if value <= 0:
            continue
        yield ("shield" if "shield" in kind else "armour"), item, value
        most = at(item.data, "armor.dex")
        if most not in (None, ""):
            yield "max_dex", item, number(most) or 0
