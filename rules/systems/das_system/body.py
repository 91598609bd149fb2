"""The body (§5): six parts that an attacker names, and the places that he strikes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rules.core.sources import Status
from rules.core.tables import by_tables
from rules.systems.das_system.tables import body_table

PARTS: Final = ("rumpf", "kopf", "r_arm", "l_arm", "r_bein", "l_bein")
"""The six parts (§5.1); the first is the usual aim."""
LIMBS: Final = frozenset({"r_arm", "l_arm", "r_bein", "l_bein"})
_GROUPS: Final = {
    "arme": ("arm",),
    "beine": ("bein",),
    "rumpf": ("rumpf",),
    "kopf": ("kopf",),
}
_PLURALS: Final = {
    "oberarme": "oberarm",
    "unterarme": "unterarm",
    "schultern": "schulter",
    "haende": "hand",
    "fuesse": "fuss",
}


@dataclass(frozen=True, slots=True)
class Place:
    """A Stelle of one side of the body; ``name`` is its word without the side."""

    id: str
    name: str
    part: str
    melee: int
    ranged: int
    zustand: int
    side: str
    status: Status
    zustand_status: Status

    def value(self, ranged: bool) -> int:
        """Return what an attack must reach to strike it (§5)."""
        return self.ranged if ranged else self.melee


@by_tables
def places() -> dict[str, Place]:
    """Return all places by id; paired ones stand there for both sides."""
    table = body_table()
    found = []
    for name, row in table.places.items():
        sides = ("r_", "l_") if table.parts[row.part].paired else ("",)
        for side in sides:
            found.append(
                Place(
                    f"{side}{name}",
                    name,
                    f"{side}{row.part}",
                    row.melee,
                    row.ranged,
                    row.zustand,
                    row.side,
                    row.status,
                    row.zustand_status,
                )
            )
    return {place.id: place for place in found}


@by_tables
def places_of(part: str) -> tuple[Place, ...]:
    """Return the places of a part in the order of the table."""
    return tuple(place for place in places().values() if place.part == part)


def base_of(part: str) -> int:
    """Return the marked value of a part, from which armour is reckoned (§8.2)."""
    return body_table().parts[kind_of(part)].base


def kind_of(part: str) -> str:
    """Return a part without its side: ``arm``."""
    return part.removeprefix("r_").removeprefix("l_")


def part_of(aim: str) -> str:
    """Return the part that an aim means: a part, or the part of a place."""
    if aim in PARTS:
        return aim
    place = places().get(aim)
    return "" if place is None else place.part


@by_tables
def covered(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the ids of the places that words for groups of places mean.

    ``rumpf``, ``arme``, ``r_arm``, ``oberarme`` and single places are such words. Raises
    ValueError for others.
    """
    found: dict[str, None] = {}
    for name in names:
        ids = _meant(name)
        if not ids:
            raise ValueError(f"place_unknown: {name!r}")
        found.update(dict.fromkeys(ids))
    return tuple(id for id in places() if id in found)


def _meant(name: str) -> tuple[str, ...]:
    everywhere = places()
    if name in everywhere:
        return (name,)
    single = _PLURALS.get(name, name)
    kinds = _GROUPS.get(name, ())
    return tuple(
        place.id
        for place in everywhere.values()
        if place.name == single or place.part == name or kind_of(place.part) in kinds
    )
