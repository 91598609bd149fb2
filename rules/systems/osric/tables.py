"""The tables of ``data/``: weapons, armour, classes, saving throws, abilities, situations."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator
from pydantic_core import PydanticCustomError

from rules.core.dice import check_hit
from rules.core.reader import read_table
from rules.core.sources import Source, Status
from rules.core.tables import by_tables, own_named

_DATA: Final = Path(__file__).with_name("data")

SaveKind = Literal["item", "breath", "death", "petrifaction", "spells"]
SAVES: Final[tuple[SaveKind, ...]] = ("item", "breath", "death", "petrifaction", "spells")
"""The columns of the saving throws in the order of the table (§2.3)."""


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class WeaponRow(_Row):
    """One weapon (§2.6); lengths and ranges in feet."""

    kind: Literal["melee", "ranged", "thrown"] = "melee"
    damage: str
    large: str
    length: int | None = None
    range: int = 0
    rate: str = "1"
    settable: bool = False
    off_hand: bool = False
    hands: int = 1
    hurled: bool = False
    lance: bool = False
    icon: str = ""
    status: dict[str, Status] = Field(default_factory=dict)


class ArmourRow(_Row):
    """One kind of armour (§2.5): what it takes off the armour class, the movement it leaves."""

    value: int
    move: int
    light: bool = False
    status: dict[str, Status] = Field(default_factory=dict)


class ClassRow(_Row):
    """One class (§2.1, §2.8): bands of the matrix, table of saves, attacks in halves a round."""

    matrix: tuple[tuple[int, int], ...]
    saves: str
    unskilled: int
    fighter: bool = False
    backstab: bool = False
    attacks: tuple[tuple[int, int], ...] = ()
    status: dict[str, Status] = Field(default_factory=dict)


class StateRow(_Row):
    """What a state of the target, or the side from which it is struck, changes (§6.1, §8)."""

    to_hit: int = 0
    shield: bool = True
    dexterity: bool = True
    status: Status = Status.STATED


class _Weapons(_Row):
    status: dict[str, Status]
    weapon: dict[str, WeaponRow]


class _Armour(_Row):
    status: dict[str, Status]
    armour: dict[str, ArmourRow]
    shield_attacks: dict[str, int]


class _Classes(_Row):
    status: dict[str, Status]
    classes: dict[str, ClassRow] = Field(alias="class")


class _Saves(_Row):
    status: Status
    fighter: tuple[tuple[int, int, int, int, int, int], ...]
    cleric: tuple[tuple[int, int, int, int, int, int], ...]
    magic_user: tuple[tuple[int, int, int, int, int, int], ...]
    thief: tuple[tuple[int, int, int, int, int, int], ...]


class _Abilities(_Row):
    status: Status
    strength: tuple[tuple[float, int, int], ...]
    dexterity: tuple[tuple[int, int, int, int], ...]
    load: tuple[tuple[int, int, bool, int], ...]


class _Grades(_Row):
    cover: tuple[tuple[int, int], ...]
    concealment: tuple[tuple[int, int], ...]


class _Situations(_Row):
    status: dict[str, Status]
    grades: _Grades
    state: dict[str, StateRow]
    sector: dict[str, StateRow]


@cache
def _weapons() -> _Weapons:
    return read_table(_DATA / "weapons.toml", _Weapons)


@cache
def _armour() -> _Armour:
    return read_table(_DATA / "armour.toml", _Armour)


@cache
def _classes() -> _Classes:
    return read_table(_DATA / "classes.toml", _Classes)


@cache
def _saves() -> _Saves:
    return read_table(_DATA / "saves.toml", _Saves)


@cache
def _abilities() -> _Abilities:
    return read_table(_DATA / "abilities.toml", _Abilities)


@cache
def _situations() -> _Situations:
    return read_table(_DATA / "situations.toml", _Situations)


# -- asking the tables ----------------------------------------------------------------------------


class WeaponCells(_Row):
    """What the game master may change of a weapon."""

    damage: Annotated[str, Field(max_length=20)]
    large: Annotated[str, Field(max_length=20)]
    length: Annotated[int, Field(ge=0, le=99)] | None = None
    range: Annotated[int, Field(ge=0, le=999)] = 0
    rate: Annotated[str, Field(max_length=8)] = "1"
    settable: bool = False
    off_hand: bool = False
    hands: Annotated[int, Field(ge=1, le=2)] = 1
    hurled: bool = False

    @field_validator("damage", "large")
    @classmethod
    def _is_dice(cls, text: str) -> str:
        try:
            return check_hit(text)
        except PydanticCustomError:
            raise
        except ValueError:
            raise PydanticCustomError("osric.table_dice", "{value}", {"value": text}) from None

    @field_validator("rate")
    @classmethod
    def _is_rate(cls, text: str) -> str:
        try:
            fits = Fraction(text) > 0
        except (ValueError, ZeroDivisionError):
            fits = False
        if not fits:
            raise PydanticCustomError("osric.table_rate", "{value}", {"value": text})
        return text


class ArmourCells(_Row):
    """What the game master may change of an armour."""

    value: Annotated[int, Field(ge=0, le=20)]
    move: Annotated[int, Field(ge=0, le=999)]
    light: bool = False


def printed_weapons() -> dict[str, WeaponRow]:
    """Return all weapons of the program by id, in the order of the file."""
    return _weapons().weapon


@by_tables
def weapon_rows() -> dict[str, WeaponRow]:
    """Return all weapons in force by id, in the order of the file."""
    own = own_named("weapons", WeaponCells) or {}
    rows = printed_weapons().items()
    return {id: row.model_copy(update=dict(own.get(id) or ())) for id, row in rows}


def printed_armour() -> dict[str, ArmourRow]:
    """Return all armour of the program by id."""
    return _armour().armour


@by_tables
def armour_rows() -> dict[str, ArmourRow]:
    """Return all armour by id, as the game master changed it."""
    own = own_named("armour", ArmourCells) or {}
    rows = printed_armour().items()
    return {id: row.model_copy(update=dict(own.get(id) or ())) for id, row in rows}


def shield_attacks() -> dict[str, int]:
    """Return against how many attacks a round a shield counts, by its size (§2.5, optional)."""
    return _armour().shield_attacks


def class_rows() -> dict[str, ClassRow]:
    """Return the classes by id."""
    return _classes().classes


def status_of(table: Literal["weapons", "armour", "classes"], id: str, column: str) -> Source:
    """Return how sure one value of a table is."""
    match table:
        case "weapons":
            general, own = _weapons().status, _weapons().weapon[id].status
            place = "§2.6"
        case "armour":
            general, own = _armour().status, _armour().armour[id].status
            place = "§2.5"
        case "classes":
            general, own = _classes().status, _classes().classes[id].status
            place = "§2.1"
    return Source(own.get(column, general[column]), place)


def save_number(table: str, level: int, kind: SaveKind) -> int:
    """Return the number to reach with a saving throw (§2.3)."""
    rows: tuple[tuple[int, ...], ...] = getattr(_saves(), table)
    row = rows[0]
    for candidate in rows:
        if candidate[0] <= level:
            row = candidate
    return row[1 + SAVES.index(kind)]


def strength_row(score: float) -> tuple[int, int]:
    """Return what Strength adds to hit and to damage (§2.4)."""
    found = _abilities().strength[0]
    for row in _abilities().strength:
        if row[0] <= score:
            found = row
    return found[1], found[2]


def dexterity_row(score: int) -> tuple[int, int, int]:
    """Return what Dexterity changes: surprise, missiles to hit, armour class (§2.4)."""
    found = _abilities().dexterity[0]
    for row in _abilities().dexterity:
        if row[0] <= score:
            found = row
    return found[1], found[2], found[3]


def load_row(pounds: int) -> tuple[int, bool, int]:
    """Return what a load leaves: movement, surprise boni kept, surprise modifier (§2.7)."""
    for most, move, keeps, surprise in _abilities().load:
        if pounds <= most:
            return move, keeps, surprise
    _, move, keeps, surprise = _abilities().load[-1]
    return move, keeps, surprise


MOST_LOADED: Final = 106
"""Pounds from which a creature is loaded to its maximum (§2.7)."""


def cover_grades() -> dict[int, int]:
    """Return the change of armour class by percent of cover (§8)."""
    return dict(_situations().grades.cover)


def concealment_grades() -> dict[int, int]:
    """Return the change of armour class by percent of concealment (§8)."""
    return dict(_situations().grades.concealment)


def state_rows() -> dict[str, StateRow]:
    """Return what states of a target change, in the order of the file (§8)."""
    return _situations().state


def sector_row(sector: str) -> StateRow:
    """Return what the side of an attack changes (§6.1)."""
    return _situations().sector[sector]
