"""The tables of ``data/``: prices of actions, and armour."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from rules.core.reader import read_table
from rules.core.sources import Source, Status
from rules.core.tables import by_tables, own_named

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


class PriceCells(_Row):
    """What the game master may change of a price."""

    zp: Annotated[int, Field(ge=0, le=99)]
    ap: Annotated[int, Field(ge=0, le=99)] = 0


class ArmourCells(_Row):
    """A kind of armour as the game master's own table has it."""

    total: Annotated[int, Field(ge=0, le=99)] = 0
    variable: Annotated[int, Field(ge=0, le=99)] = 0
    bonus: Annotated[int, Field(ge=0, le=99)] = 0
    material: Literal["", "leather", "chain", "plate"] = ""


UNPRICED: Final = frozenset({"melee_attack", "reload", "magic", "free"})
"""What the weapon prices, or whoever does it: a number in the table would change nothing."""


@cache
def printed_actions() -> dict[str, ActionRow]:
    """Return the table of prices by action as the rules have it, in their order."""
    return read_table(_DATA / "actions.toml", dict[str, ActionRow])


@by_tables
def actions() -> dict[str, ActionRow]:
    """Return the prices in force by action; what the game master changed is his."""
    own = own_named("actions", PriceCells) or {}
    priced = {id: row for id, row in own.items() if id not in UNPRICED}
    return {id: _priced(row, priced.get(id)) for id, row in printed_actions().items()}


def _priced(row: ActionRow, own: PriceCells | None) -> ActionRow:
    if own is None or (own.zp, own.ap) == (row.zp, row.ap):
        return row
    return row.model_copy(update={"zp": own.zp, "ap": own.ap, "status": Status.HAND})


@cache
def printed_armours() -> dict[str, ArmourRow]:
    """Return the kinds of armour that the program brings along."""
    return read_table(_DATA / "armour.toml", dict[str, ArmourRow])


@by_tables
def armours() -> dict[str, ArmourRow]:
    """Return the kinds of armour in force."""
    own = own_named("armour", ArmourCells)
    if own is None:
        return printed_armours()
    return {id: ArmourRow(**dict(row), status=Status.HAND) for id, row in own.items()}
