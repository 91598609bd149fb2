"""The tables of ``data/``, typed: body, wounds, bleeding, pain, surprise, skills."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict

from rules.core.reader import read_table
from rules.core.sources import Status

_DATA: Final = Path(__file__).with_name("data")

Kind = Literal["hieb", "stich", "schlag", "biss", "schuss"]
"""Kinds of injury (§7.3)."""
KINDS: Final[tuple[Kind, ...]] = ("hieb", "stich", "schlag", "biss", "schuss")


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class PartRow(_Row):
    """A Körperteil (§5): its marked value, and whether there are two of it."""

    base: int
    paired: bool = False
    status: Status = Status.HOUSE


class PlaceRow(_Row):
    """A Stelle (§5): values to reach it hand to hand and by shot, its Zustand."""

    part: str
    melee: int
    ranged: int
    zustand: int
    side: Literal["front", "back", ""] = ""
    status: Status = Status.HOUSE
    zustand_status: Status = Status.HOUSE


class BodyTable(_Row):
    """All parts and places."""

    parts: dict[str, PartRow]
    places: dict[str, PlaceRow]


class WoundRow(_Row):
    """A row of the Treffertabelle (§7.3): what a severity from ``start`` on does."""

    start: int
    bleeding: int
    pain: int
    zustand: int
    probe: int
    fight: int
    useless: bool = False


class KindRow(_Row):
    """How a kind of injury changes the rows."""

    bleeding: int = 0
    pain: int = 0
    trunk_bleeding: int = 0
    trunk_from_row: int = 1


class WoundTable(_Row):
    """The Treffertabelle."""

    status: Status
    rows: tuple[WoundRow, ...]
    kinds: dict[Kind, KindRow]


class BleedingRow(_Row):
    """A level of bleeding (§7.4); seconds."""

    loss: int
    every: int
    lasts: int


class BleedingTable(_Row):
    """The six levels of bleeding."""

    levels: tuple[BleedingRow, ...]


class PainRow(_Row):
    """A level of pain (§7.5): seconds, deductions from attack and parade, and from Proben."""

    lasts: int
    fight: int
    probe: int
    helpless: bool = False


class PainTable(_Row):
    """The six levels of pain."""

    status: Status
    levels: tuple[PainRow, ...]


class SurpriseRow(_Row):
    """A circumstance before the fight (§2.1)."""

    kar: int
    status: Status


class SkillRow(_Row):
    """A Probe (§1.5): the attributes that it rests on, and what hinders it."""

    attributes: tuple[str, ...]
    hinders: Literal["body", "hands", "mind", "nothing"]


@cache
def body_table() -> BodyTable:
    return read_table(_DATA / "body.toml", BodyTable)


@cache
def wound_table() -> WoundTable:
    return read_table(_DATA / "hits.toml", WoundTable)


@cache
def bleeding_levels() -> tuple[BleedingRow, ...]:
    return read_table(_DATA / "bleeding.toml", BleedingTable).levels


@cache
def pain_table() -> PainTable:
    return read_table(_DATA / "pain.toml", PainTable)


@cache
def surprise_rows() -> dict[str, SurpriseRow]:
    return read_table(_DATA / "surprise.toml", dict[str, SurpriseRow])


@cache
def skill_rows() -> dict[str, SkillRow]:
    return read_table(_DATA / "skills.toml", dict[str, SkillRow])
