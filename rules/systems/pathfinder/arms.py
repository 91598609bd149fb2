"""Weapons as stat blocks and pick lists know them, read from ``data/arms.toml`` (§8)."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from rules.core.reader import read_table
from rules.systems.pathfinder.weapons import SheetWeapon

_FILE: Final = Path(__file__).with_name("data") / "arms.toml"


class ArmRow(BaseModel):
    """A weapon of the file; lengths are squares."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    words: tuple[str, ...]
    damage: str
    kind: Literal["melee", "ranged", "thrown"] = "melee"
    hands: Literal["light", "one", "two"] = "one"
    critical_from: int = Field(default=20, alias="from")
    critical_times: int = Field(default=2, alias="times")
    range: int = 0
    reach: bool = False
    nonlethal: bool = False
    natural: Literal["", "primary", "secondary"] = ""
    tags: tuple[str, ...] = ()

    def weapon(self, id: str) -> SheetWeapon:
        """Return the plain weapon for a sheet."""
        values = self.model_dump(exclude={"words"})
        return SheetWeapon(id=id, **values)


@cache
def arm_rows() -> dict[str, ArmRow]:
    """Return the weapons by id, in the order of the file."""
    return read_table(_FILE, dict[str, ArmRow])


@cache
def _by_word() -> dict[str, str]:
    return {word: id for id, row in arm_rows().items() for word in row.words}


def arm_of(name: str) -> str:
    """Return the id of the weapon that a printed name means; empty where it is not known.

    Plurals and words before the name do not hinder: "flaming longswords".
    """
    words = name.casefold().replace("-", " ").split()
    known = _by_word()
    for start in range(len(words)):
        tail = " ".join(words[start:])
        for word in (tail, tail.removesuffix("s"), tail.removesuffix("n"), tail.removesuffix("en")):
            if word in known:
                return known[word]
    return ""
