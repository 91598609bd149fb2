"""The tables of ``data/``: prices of actions, and armour."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict

from rules.core.reader import read_table
from rules.core.sources import Source, Status

_DATA: Final = Path(__file__).with_name("data")

Cause = Literal["weapon", "magic", "armour", "load", "gear", "ability"]
"""What may change a price (§3): type of weapon, magic, armour, load, special gear, gifts."""

CAUSES: Final[tuple[Cause, ...]] = ("weapon", "magic", "armour", "load", "gear", "ability")


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ActionRow(_Row):
    """A row of the table of actions, reactions and wounds (§3)."""

    kind: Literal["action", "reaction", "wound"]
    zp: int
    by_weapon: bool = False
    ap: int = 0
    mods: tuple[Cause, ...]
    status: Status

    @property
    def source(self) -> Source:
        return Source(self.status, "§3")


class ArmourRow(_Row):
    """What a kind of armour takes from damage (§4.5)."""

    total: int = 0
    variable: int = 0
    bonus: int = 0
    material: str = ""
    status: Status = Status.HOUSE


@cache
def actions() -> dict[str, ActionRow]:
    """Return the table of prices by action, in the order of the rules."""
    return read_table(_DATA / "actions.toml", dict[str, ActionRow])


@cache
def armours() -> dict[str, ArmourRow]:
    """Return the kinds of armour."""
    return read_table(_DATA / "armour.toml", dict[str, ArmourRow])
