"""The tables of ``data/``: sizes, and what conditions do to attack and armour class."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ConfigDict, TypeAdapter

from maps.grid import SUB
from rules.core.sources import Status
from rules.encounter.state import Token
from rules.systems.pathfinder.sheet import PathfinderSheet, Size

_DATA: Final = Path(__file__).with_name("data")


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class SizeRow(_Row):
    """One size category (§1): space and reach in squares, modifiers."""

    space: float
    tall: int
    long: int
    modifier: int
    manoeuvre: int
    stealth: int


class ConditionRow(_Row):
    """What a condition does to attack and AC, each for melee and ranged (§6)."""

    attack: tuple[int, int] = (0, 0)
    ac: tuple[int, int] = (0, 0)
    attack_kind: str = "untyped"
    ac_kind: str = "untyped"
    strength: int = 0
    dexterity: int = 0
    status: Status = Status.STATED


def _table(name: str) -> dict[str, object]:
    return tomllib.loads((_DATA / name).read_text(encoding="utf-8"))


@cache
def sizes() -> dict[Size, SizeRow]:
    """Return the table of sizes."""
    return TypeAdapter(dict[Size, SizeRow]).validate_python(_table("sizes.toml"))


@cache
def condition_rows() -> dict[str, ConditionRow]:
    """Return the table of conditions, in the order of the file."""
    return TypeAdapter(dict[str, ConditionRow]).validate_python(_table("conditions.toml"))


def sheet_of(token: Token) -> PathfinderSheet:
    """Return a token's sheet. Raises TypeError for a sheet of another system."""
    if not isinstance(token.sheet, PathfinderSheet):
        raise TypeError(f"{token.id} has no sheet of Pathfinder")
    return token.sheet


def size_of(token: Token) -> Size:
    """Return the size category: the sheet's, else the one whose space fits (§1)."""
    own = sheet_of(token).size
    if own is not None:
        return own
    side = token.space.side / SUB
    if side == 1:
        return Size.MEDIUM
    fitting = [size for size, row in sizes().items() if row.space <= side + 1e-6]
    return fitting[-1] if fitting else Size.FINE


def size_row(token: Token) -> SizeRow:
    return sizes()[size_of(token)]


def natural_reach(token: Token) -> int:
    """Return the reach in squares without a reach weapon (§1)."""
    if token.reach is not None:
        return token.reach
    row = size_row(token)
    return row.tall if sheet_of(token).build == "tall" else row.long


def ability_score_change(token: Token, ability: str) -> int:
    """Return by how much conditions change Strength or Dexterity (§6)."""
    if ability not in ("strength", "dexterity"):
        return 0
    rows = condition_rows()
    return sum(getattr(rows[c.id], ability) for c in token.conditions if c.id in rows)
