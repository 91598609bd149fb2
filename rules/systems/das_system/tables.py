"""The tables of ``data/``, typed: body, wounds, bleeding, pain, surprise, skills."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from rules.core.reader import read_table
from rules.core.sources import Status
from rules.core.tables import by_tables, own_named, own_rows

_DATA: Final = Path(__file__).with_name("data")

Kind = Literal["hieb", "stich", "schlag", "biss", "schuss"]
"""Kinds of injury (§7.3)."""
KINDS: Final[tuple[Kind, ...]] = ("hieb", "stich", "schlag", "biss", "schuss")


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


Value = Annotated[int, Field(ge=0, le=9999)]
Percent = Annotated[int, Field(ge=0, le=200)]
Level = Annotated[int, Field(ge=0, le=6)]
Shift = Annotated[int, Field(ge=-6, le=6)]
Seconds = Annotated[int, Field(ge=1, le=100_000)]


class PartCells(_Row):
    """What may be changed of a Körperteil."""

    base: Value
    worse: Annotated[int, Field(ge=0, le=7)] = 0


class PlaceCells(_Row):
    """What may be changed of a Stelle."""

    melee: Value
    ranged: Value
    zustand: Annotated[int, Field(ge=-9999, le=9999)]


class PartRow(_Row):
    """A Körperteil (§5): its marked value, whether there are two of it.

    ``worse`` are the rows by which the Treffertabelle is worse there (§7.3, house default).
    """

    base: int
    worse: int = 0
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

    start: Annotated[int, Field(ge=1, le=9999)]
    bleeding: Level
    pain: Level
    zustand: Value
    probe: Value
    fight: Value
    useless: bool = False


class KindRow(_Row):
    """How a kind of injury changes the rows."""

    bleeding: Shift = 0
    pain: Shift = 0
    trunk_bleeding: Shift = 0
    trunk_from_row: Annotated[int, Field(ge=1, le=8)] = 1


class WoundTable(_Row):
    """The Treffertabelle."""

    status: Status
    rows: tuple[WoundRow, ...]
    kinds: dict[Kind, KindRow]


class BleedingRow(_Row):
    """A level of bleeding (§7.4); seconds."""

    loss: Value
    every: Seconds
    lasts: Seconds


class BleedingTable(_Row):
    """The six levels of bleeding."""

    levels: tuple[BleedingRow, ...]


class PainRow(_Row):
    """A level of pain (§7.5): seconds, deductions from attack and parade, and from Proben."""

    lasts: Seconds
    fight: Value
    probe: Value
    helpless: bool = False


class PainTable(_Row):
    """The six levels of pain."""

    status: Status
    levels: tuple[PainRow, ...]


class SurpriseRow(_Row):
    """A circumstance before the fight (§2.1)."""

    kar: int
    status: Status


Attribute = Literal[
    "mut", "koerperkraft", "geschicklichkeit", "reaktion", "konstitution", "widerstand"
]


class SkillRow(_Row):
    """A Probe (§1.5): the attributes that it rests on, and what hinders it."""

    attributes: tuple[Attribute, ...] = Field(min_length=1)
    hinders: Literal["body", "hands", "mind", "nothing"]


@cache
def printed_body() -> BodyTable:
    """Return all parts and places as the program brings them along."""
    return read_table(_DATA / "body.toml", BodyTable)


@by_tables
def body_table() -> BodyTable:
    """Return all parts and places in force; what the game master changed is marked as his."""
    body = printed_body()
    parts, places = own_named("parts", PartCells), own_named("places", PlaceCells)
    return BodyTable(
        parts={id: _part(row, (parts or {}).get(id)) for id, row in body.parts.items()},
        places={id: _place(row, (places or {}).get(id)) for id, row in body.places.items()},
    )


def _part(row: PartRow, own: PartCells | None) -> PartRow:
    if own is None:
        return row
    status = row.status if own.base == row.base else Status.HAND
    return row.model_copy(update={**dict(own), "status": status})


def _place(row: PlaceRow, own: PlaceCells | None) -> PlaceRow:
    if own is None:
        return row
    changes: dict[str, object] = dict(own)
    if (own.melee, own.ranged) != (row.melee, row.ranged):
        changes["status"] = Status.HAND
    if own.zustand != row.zustand:
        changes["zustand_status"] = Status.HAND
    return row.model_copy(update=changes)


@cache
def printed_wounds() -> WoundTable:
    """Return the Treffertabelle as the program brings it along."""
    return read_table(_DATA / "hits.toml", WoundTable)


@by_tables
def wound_table() -> WoundTable:
    """Return the Treffertabelle in force."""
    table = printed_wounds()
    rows, kinds = own_rows("hits", WoundRow), own_named("injuries", KindRow)
    return WoundTable(
        status=table.status,
        rows=rows if rows is not None and len(rows) == len(table.rows) else table.rows,
        kinds={**table.kinds, **{k: row for k, row in (kinds or {}).items() if k in table.kinds}},
    )


@cache
def printed_bleeding() -> tuple[BleedingRow, ...]:
    """Return the levels of bleeding of the rules."""
    return read_table(_DATA / "bleeding.toml", BleedingTable).levels


@by_tables
def bleeding_levels() -> tuple[BleedingRow, ...]:
    """Return the levels of bleeding in force."""
    own = own_rows("bleeding", BleedingRow)
    return own if own is not None and len(own) == len(printed_bleeding()) else printed_bleeding()


@cache
def printed_pain() -> PainTable:
    """Return the levels of pain as the program brings them along."""
    return read_table(_DATA / "pain.toml", PainTable)


@by_tables
def pain_table() -> PainTable:
    """Return the levels of pain in force."""
    own = own_rows("pain", PainRow)
    if own is None or len(own) != len(printed_pain().levels):
        return printed_pain()
    return PainTable(status=Status.HAND, levels=own)


class DodgeRow(_Row):
    """What the Basis of a dodge rests on, in percent of Mut, KK, GE, RV and skill (§6.2)."""

    weights: tuple[Percent, Percent, Percent, Percent, Percent] = (0, 0, 15, 25, 50)


@by_tables
def dodge_weights() -> tuple[int, int, int, int, int]:
    """Return the shares of attributes and skill in the Basis of a dodge (house default)."""
    own = own_rows("dodge", DodgeRow)
    return (own[0] if own else DodgeRow()).weights


@cache
def surprise_rows() -> dict[str, SurpriseRow]:
    return read_table(_DATA / "surprise.toml", dict[str, SurpriseRow])


@cache
def printed_skills() -> dict[str, SkillRow]:
    """Return what Proben rest on, as the program brings it along."""
    return read_table(_DATA / "skills.toml", dict[str, SkillRow])


@by_tables
def skill_rows() -> dict[str, SkillRow]:
    """Return what Proben rest on in this fight."""
    own = own_named("skills", SkillRow) or {}
    return {id: own.get(id, row) for id, row in printed_skills().items()}
