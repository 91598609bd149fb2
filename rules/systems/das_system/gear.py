"""Weapons and pieces of armour as a sheet holds them; table rows fill what it leaves out (§8.6)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from rules.core.reader import read_table
from rules.core.sources import Status
from rules.core.tables import KEY, by_tables, edited, is_reading, revised
from rules.systems.das_system.body import covered
from rules.systems.das_system.tables import Kind

_DATA: Final = Path(__file__).with_name("data")

Share = Annotated[int, Field(ge=0, le=100)]
Weights = tuple[Share, Share, Share, Share, Annotated[int, Field(ge=0, le=200)]]
"""Shares of Mut, KK, GE, RV and skill in a Basis, in percent (§3.2)."""
Points = Annotated[int, Field(ge=0, le=9999)]
Hands = Literal["main", "two", "off", "shield", "free"]
Style = Literal["", "boxen", "treten", "kopfstoss", "ringen", "biss", "klaue"]

DEFAULT_WEAPONS: Final = ("sword", "longbow", "longspear", "unarmed")
"""What a sheet without own weapons carries."""


def _of(table: str, name: str) -> dict[str, Any]:
    return {"term": f"sheet.das_system.{table}.{name}"}


class SheetWeapon(BaseModel):
    """A weapon. ``base`` names a row of the table that fills what is not written.

    Numbers that a game master knows from the rule book go first: ``at_basis`` and the other
    typed ones replace what would be computed (§3.2).
    """

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True)

    id: str = Field(min_length=1, max_length=40, json_schema_extra=_of("weapon", "id"))
    name: str = Field(default="", max_length=80, json_schema_extra=_of("weapon", "name"))
    base: str = Field(
        default="",
        max_length=40,
        json_schema_extra={**_of("weapon", "base"), "said": "weapon.das_system"},
    )
    kind: Kind = Field(default="hieb", json_schema_extra=_of("weapon", "kind"))
    skill: Literal["nahkampf", "waffenlos", "fernkampf"] = Field(
        default="nahkampf", json_schema_extra=_of("weapon", "skill")
    )
    specialisation: int = Field(
        default=0, ge=-2000, le=4000, json_schema_extra=_of("weapon", "specialisation")
    )
    hands: Hands = Field(default="main", json_schema_extra=_of("weapon", "hands"))
    style: Style = Field(default="", json_schema_extra=_of("weapon", "style"))
    reach: int = Field(default=1, ge=0, le=20, json_schema_extra=_of("weapon", "reach"))
    range: int = Field(
        default=0, ge=0, le=2000, json_schema_extra={**_of("weapon", "range"), "unit": "squares"}
    )
    """Farthest shot; 0 = hand to hand."""
    loading: int = Field(
        default=1, ge=0, le=600, json_schema_extra={**_of("weapon", "loading"), "unit": "seconds"}
    )
    at: Weights = Field(default=(5, 15, 5, 10, 50), json_schema_extra=_of("weapon", "at"))
    at_festwert: Share = Field(default=70, json_schema_extra=_of("weapon", "at_festwert"))
    at_schwere: Share = Field(default=75, json_schema_extra=_of("weapon", "at_schwere"))
    pa: Weights | None = Field(default=None, json_schema_extra=_of("weapon", "pa"))
    """``None``: nothing can be parried with it."""
    pa_festwert: Share = Field(default=65, json_schema_extra=_of("weapon", "pa_festwert"))
    pa_schwere: Share = Field(default=100, json_schema_extra=_of("weapon", "pa_schwere"))
    at_basis: Points | None = Field(default=None, json_schema_extra=_of("weapon", "at_basis"))
    at_most_festwert: Points | None = Field(
        default=None, json_schema_extra=_of("weapon", "at_most_festwert")
    )
    at_most_schwere: Points | None = Field(
        default=None, json_schema_extra=_of("weapon", "at_most_schwere")
    )
    pa_basis: Points | None = Field(default=None, json_schema_extra=_of("weapon", "pa_basis"))
    pa_most_festwert: Points | None = Field(
        default=None, json_schema_extra=_of("weapon", "pa_most_festwert")
    )
    pa_most_schwere: Points | None = Field(
        default=None, json_schema_extra=_of("weapon", "pa_most_schwere")
    )
    effect: dict[str, Annotated[int, Field(ge=0, le=100)]] = Field(
        default_factory=dict, max_length=30, json_schema_extra=_of("weapon", "effect")
    )
    """Rüstungswirkung by letter; a letter that is missing counts as ``DEFAULT_EFFECT``."""
    structure: int = Field(default=5, ge=0, le=99, json_schema_extra=_of("weapon", "structure"))
    cost_attack: int = Field(
        default=20, ge=0, le=200, json_schema_extra=_of("weapon", "cost_attack")
    )
    cost_parade: int = Field(
        default=10, ge=0, le=200, json_schema_extra=_of("weapon", "cost_parade")
    )

    @model_validator(mode="before")
    @classmethod
    def _from_table(cls, value: object) -> object:
        """Fill in the row that ``base`` names."""
        if isinstance(value, Mapping) and value.get("base"):
            row = weapon_rows().get(str(value["base"]))
            if row is None and is_reading():
                return value
            if row is None:
                raise ValueError(f"weapon_unknown: {value['base']!r}")
            return {**row, **value}
        return value

    @property
    def ranged(self) -> bool:
        return self.skill == "fernkampf"

    @property
    def unarmed(self) -> bool:
        return self.skill == "waffenlos"


DEFAULT_EFFECT: Final = 6
"""Rüstungswirkung against a letter that a weapon does not know (house default)."""


class Piece(BaseModel):
    """A piece of armour (§8.1). Layers count from the skin; equal ones lie side by side."""

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True)

    id: str = Field(min_length=1, max_length=40, json_schema_extra=_of("piece", "id"))
    name: str = Field(default="", max_length=80, json_schema_extra=_of("piece", "name"))
    base: str = Field(
        default="",
        max_length=40,
        json_schema_extra={**_of("piece", "base"), "said": "piece.das_system"},
    )
    letter: str = Field(
        default="L", min_length=1, max_length=3, json_schema_extra=_of("piece", "letter")
    )
    strength: int = Field(default=100, ge=0, le=999, json_schema_extra=_of("piece", "strength"))
    dw: Points = Field(default=700, json_schema_extra=_of("piece", "dw"))
    layer: int = Field(default=1, ge=0, le=9, json_schema_extra=_of("piece", "layer"))
    covers: tuple[str, ...] = Field(
        default=("rumpf",), max_length=40, json_schema_extra=_of("piece", "covers")
    )
    impulse: Share = Field(default=20, json_schema_extra=_of("piece", "impulse"))
    fight: int = Field(default=0, ge=0, le=2000, json_schema_extra=_of("piece", "fight"))
    probe: int = Field(default=0, ge=0, le=4000, json_schema_extra=_of("piece", "probe"))

    @model_validator(mode="before")
    @classmethod
    def _from_table(cls, value: object) -> object:
        """Fill in the row that ``base`` names."""
        if isinstance(value, Mapping) and value.get("base"):
            row = armour_rows().get(str(value["base"]))
            if row is None and is_reading():
                return value
            if row is None:
                raise ValueError(f"piece_unknown: {value['base']!r}")
            return {**row, **value}
        return value

    @field_validator("covers")
    @classmethod
    def _known(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        covered(names)
        return names

    @property
    def places(self) -> tuple[str, ...]:
        """Return the ids of the places that it covers."""
        return covered(self.covers)

    @property
    def own_rules(self) -> bool:
        """Whether it follows rules of its own, as Schutzschirme do (§8.5)."""
        return self.letter == FORCE_FIELD


FORCE_FIELD: Final = "S"
"""Letter of a Schutzschirm, which is not reckoned here."""


def _rows(name: str) -> dict[str, dict[str, Any]]:
    return read_table(_DATA / name, dict[str, dict[str, Any]])


@cache
def printed(table: Literal["weapons", "armour"]) -> dict[str, dict[str, Any]]:
    """Return the rows of a table that the program brings along, by id."""
    rows = _rows(f"{table}.toml")
    return {id: {k: v for k, v in row.items() if k != "status"} for id, row in rows.items()}


def _in_force(table: Literal["weapons", "armour"]) -> dict[str, dict[str, Any]]:
    own = edited(table)
    if own is None:
        return printed(table)
    return {str(row[KEY]): {k: v for k, v in row.items() if k != KEY} for row in own}


@by_tables
def weapon_rows() -> dict[str, dict[str, Any]]:
    """Return the rows of the weapon table in force as values of a sheet weapon."""
    return _in_force("weapons")


@by_tables
def armour_rows() -> dict[str, dict[str, Any]]:
    """Return the rows of the armour table in force as values of a piece."""
    return _in_force("armour")


def weapon_in_force(weapon: SheetWeapon) -> SheetWeapon:
    """Return a weapon as the tables have it: what its sheet took from its row follows the row."""
    return weapon if not weapon.base else revised(weapon, _revised_weapon)


def piece_in_force(piece: Piece) -> Piece:
    """Return a piece of armour as the tables have it."""
    return piece if not piece.base else revised(piece, _revised_piece)


def _revised_weapon(weapon: SheetWeapon) -> SheetWeapon:
    new = _followed(weapon, "weapons", weapon_rows().get(weapon.base))
    return weapon if new is None else SheetWeapon.model_validate(new)


def _revised_piece(piece: Piece) -> Piece:
    new = _followed(piece, "armour", armour_rows().get(piece.base))
    return piece if new is None else Piece.model_validate(new)


def _followed(
    thing: SheetWeapon | Piece, table: Literal["weapons", "armour"], row: dict[str, Any] | None
) -> dict[str, Any] | None:
    """Return the values of a thing whose row changed: those that stood in the old row follow.

    Of a row that the game master added all follow: nobody knows what it was before.
    """
    if row is None:
        return None
    now = thing.model_dump(mode="json")
    bare = type(thing)(id=thing.id).model_dump(mode="json")
    old = printed(table).get(thing.base)
    kept = {} if old is None else {k: v for k, v in now.items() if v != {**bare, **old}[k]}
    return {**now, **row, **kept}


def status_of(table: Literal["weapons", "armour"], row: str, value: str) -> Status:
    """Return where a value of a row comes from; ours unless the table says otherwise."""
    if edited(table) is not None:
        now = weapon_rows() if table == "weapons" else armour_rows()
        if not _as_printed(table, row, value, now.get(row, {})):
            return Status.HAND
    return printed_status(table, row, value)


def printed_status(table: Literal["weapons", "armour"], row: str, value: str) -> Status:
    """Return where a value comes from that nobody changed."""
    return Status(_statuses(table).get(row, {}).get(value, Status.HOUSE))


def _as_printed(
    table: Literal["weapons", "armour"], row: str, value: str, now: Mapping[str, Any]
) -> bool:
    old = printed(table).get(row)
    if old is None or value not in now:
        return old is not None
    model = SheetWeapon if table == "weapons" else Piece
    was = model(id=row, **old).model_dump(mode="json")
    return bool(now[value] == was.get(value))


@cache
def _statuses(table: str) -> dict[str, dict[str, str]]:
    return {id: dict(row.get("status", {})) for id, row in _rows(f"{table}.toml").items()}


@by_tables
def table_weapon(id: str) -> SheetWeapon:
    """Return a weapon of the table, also one that was taken out of it. Raises KeyError."""
    row = weapon_rows().get(id)
    if row is None:
        return SheetWeapon.model_validate({"id": id, **printed("weapons")[id]})
    return SheetWeapon.model_validate({"id": id, "base": id, **row})


@by_tables
def table_piece(id: str) -> Piece:
    """Return a piece of armour of the table. Raises KeyError."""
    return Piece.model_validate({"id": id, "base": id, **armour_rows()[id]})
