"""The tables of ``data/``: weapon classes, damage, armour, wounds, coordination."""

from __future__ import annotations

from bisect import bisect_right
from functools import cache
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator
from pydantic_core import PydanticCustomError

from rules.core.dice import Dice, check_hit, parse
from rules.core.reader import read_table
from rules.core.sources import Status
from rules.core.tables import by_tables, own_named, own_rows

DATA: Final = Path(__file__).with_name("data")

Region = Literal["kopf", "arm", "bein", "brust", "ruecken", "bauch"]
REGIONS: Final[tuple[Region, ...]] = ("kopf", "brust", "ruecken", "bauch", "arm", "bein")
"""The regions of the body in the order of reading (§12.4)."""
Zone = Literal["kopf", "koerper", "arme", "beine"]
ZONES: Final[dict[Zone, tuple[Region, ...]]] = {
    "kopf": ("kopf",),
    "koerper": ("brust", "ruecken", "bauch"),
    "arme": ("arm",),
    "beine": ("bein",),
}
"""What one can aim at: head, body, each pair of extremities (§12.1)."""
TableKind = Literal["hieb", "schnitt", "stich", "fern", "wucht"]
Uses = Literal["main", "off", "both", "legs", "head", "body"]
"""Which parts of the body a weapon or a parry needs (§8)."""


class TableRow(BaseModel):
    """A row of any of the tables."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class ClassRow(TableRow):
    """One class of weapons (§12.2); ``kk`` is missing where nobody fights side by side."""

    tw: Annotated[int, Field(ge=1, le=12)]
    ga: Annotated[int, Field(ge=0, le=100)]
    kt: Annotated[int, Field(ge=0, le=30)]
    kk: Annotated[int, Field(ge=-8, le=4)] | None = None
    table: TableKind = "hieb"
    uses: Uses = "main"
    kind: Literal["melee", "ranged", "thrown"] = "melee"
    slow: bool = False
    reach: Annotated[int, Field(ge=0, le=40)] = 1
    range: Annotated[int, Field(ge=0, le=400)] = 0
    status: Status = Status.HOUSE


class ArmourRow(TableRow):
    """One piece of armour (§12.8): its RS by region."""

    rs: dict[Region, int]
    material: str = ""
    status: Status = Status.HOUSE


class WoundRow(TableRow):
    """One state of health (§7)."""

    since: Annotated[int, Field(ge=-1000, le=100)]
    malus: Annotated[int, Field(ge=0, le=100)] = 0
    all: bool = False
    spell: bool = False
    azp: Annotated[int, Field(ge=0, le=999)] = 0
    divide: Annotated[int, Field(ge=1, le=100)] = 1
    wound: Annotated[int, Field(ge=0, le=4)] = 0


class CoordinationRow(TableRow):
    """One row of Kampfkoordination (§12.5)."""

    since: Annotated[int, Field(ge=-1000, le=1000)]
    bonus: Annotated[int, Field(ge=-20, le=20)]
    status: Status = Status.HOUSE


class _DamageTable(TableRow):
    beyond: str
    rows: tuple[tuple[int, str], ...]
    bonus: dict[int, tuple[int, ...]]


def read_rows(name: str, key: str = "rows") -> list[dict[str, object]]:
    """Read the rows of a file in ``data/``."""
    table = read_table(DATA / name, dict[str, list[dict[str, object]]])
    return [with_since(row) for row in table[key]]


def with_since(row: dict[str, object]) -> dict[str, object]:
    """Rename ``from``, which no field can be called."""
    return {"since" if key == "from" else key: value for key, value in row.items()}


# -- weapons ------------------------------------------------------------------------------------


@cache
def printed_classes() -> dict[str, ClassRow]:
    """Return the classes of weapons that the program brings along."""
    return read_table(DATA / "weapon_classes.toml", dict[str, ClassRow])


@by_tables
def classes() -> dict[str, ClassRow]:
    """Return all classes of weapons in force, by id; what the game master wrote is his."""
    own = own_named("classes", ClassRow)
    if own is None:
        return printed_classes()
    return {id: _class(row, printed_classes().get(id)) for id, row in own.items()}


def _class(row: ClassRow, old: ClassRow | None) -> ClassRow:
    """Return a row with the status of its printed form where it has not changed."""
    same = old is not None and row.model_copy(update={"status": old.status}) == old
    return old if same and old is not None else row.model_copy(update={"status": Status.HAND})


def class_of(id: str) -> ClassRow:
    """Return a class of weapons; one that was taken out of the table keeps its old numbers."""
    found = classes().get(id) or printed_classes().get(id)
    return found or printed_classes()["schwerter"]


@cache
def _damage() -> _DamageTable:
    return read_table(DATA / "damage.toml", _DamageTable)


class DamageRow(TableRow):
    """One row of the damage by Schadenkategorie; the last one holds for all above, too."""

    to: Annotated[int, Field(ge=1, le=99_999)]
    dice: Annotated[str, Field(max_length=20)]

    @field_validator("dice")
    @classmethod
    def _is_dice(cls, text: str) -> str:
        try:
            return check_hit(text)
        except PydanticCustomError:
            raise
        except ValueError:
            raise PydanticCustomError("muinimula.table_dice", "{value}", {"value": text}) from None


@cache
def printed_damage() -> tuple[DamageRow, ...]:
    """Return the damage by Schadenkategorie as the program brings it along."""
    table = _damage()
    return tuple(DamageRow(to=to, dice=dice) for to, dice in (*table.rows, (99_999, table.beyond)))


@by_tables
def damage_of(category: int) -> Dice:
    """Return the dice of a Schadenkategorie (§12.3)."""
    rows = own_rows("damage", DamageRow) or printed_damage()
    return parse(next((row.dice for row in rows if category <= row.to), rows[-1].dice))


def threshold_bonus(category: int, base: int) -> int:
    """Return what a Schadenkategorie adds to a base KT: the highest threshold reached (§12.3)."""
    row = next((row for least, row in _damage().bonus.items() if base >= least), ())
    return bisect_right(row, category)


# -- armour and wounds --------------------------------------------------------------------------


class ArmourCells(TableRow):
    """A piece of armour as the game master's own table has it: one column for each region."""

    kopf: Annotated[int, Field(ge=0, le=99)] = 0
    brust: Annotated[int, Field(ge=0, le=99)] = 0
    ruecken: Annotated[int, Field(ge=0, le=99)] = 0
    bauch: Annotated[int, Field(ge=0, le=99)] = 0
    arm: Annotated[int, Field(ge=0, le=99)] = 0
    bein: Annotated[int, Field(ge=0, le=99)] = 0
    material: Literal["", "leather", "chain", "plate"] = ""

    @property
    def row(self) -> ArmourRow:
        """The row of it, as of the game master's own hand."""
        return ArmourRow(
            rs={region: getattr(self, region) for region in REGIONS},
            material=self.material,
            status=Status.HAND,
        )


@cache
def printed_armours() -> dict[str, ArmourRow]:
    """Return the pieces of armour that the program brings along."""
    return read_table(DATA / "armour.toml", dict[str, ArmourRow])


@by_tables
def armours() -> dict[str, ArmourRow]:
    """Return all pieces of armour in force, by id."""
    own = own_named("armour", ArmourCells)
    return printed_armours() if own is None else {id: cells.row for id, cells in own.items()}


class HitRow(TableRow):
    """Where an ordinary hit lands up to a face of the W20 (§5.1)."""

    to: Annotated[int, Field(ge=1, le=20)]
    region: Region


PRINTED_HITS: Final = (
    HitRow(to=2, region="kopf"),
    HitRow(to=8, region="arm"),
    HitRow(to=12, region="brust"),
    HitRow(to=14, region="bauch"),
    HitRow(to=15, region="ruecken"),
    HitRow(to=20, region="bein"),
)
"""Where ordinary hits land (house default)."""


@by_tables
def hit_places() -> tuple[HitRow, ...]:
    """Return where ordinary hits land, by the W20; the last row goes up to 20."""
    return own_rows("hit_places", HitRow) or PRINTED_HITS


@cache
def printed_states() -> dict[str, WoundRow]:
    """Return the states of health of the rules by id, the best first."""
    table = read_table(DATA / "wound_states.toml", dict[str, dict[str, object]])
    return {id: WoundRow.model_validate(with_since(row)) for id, row in table.items()}


@by_tables
def wound_states() -> dict[str, WoundRow]:
    """Return the states of health in force by id, the best first."""
    own = own_named("states", WoundRow) or {}
    return {id: own.get(id, row) for id, row in printed_states().items()}


def wound_state(now: int, most: int) -> str:
    """Return the state of health; a share on the border belongs to the better one (§7)."""
    for id, row in wound_states().items():
        if 100 * now >= row.since * most:
            return id
    return "dying"


# -- coordination ------------------------------------------------------------------------------


@cache
def printed_coordination() -> tuple[CoordinationRow, ...]:
    """Return the table of Kampfkoordination as the program brings it along, ascending."""
    return tuple(CoordinationRow.model_validate(row) for row in read_rows("coordination.toml"))


@by_tables
def coordination_rows() -> tuple[CoordinationRow, ...]:
    """Return the table of Kampfkoordination in force, ascending."""
    own = own_rows("coordination", CoordinationRow)
    if own is None:
        return printed_coordination()
    printed = {(row.since, row.bonus): row for row in printed_coordination()}
    return tuple(
        printed.get((row.since, row.bonus), row.model_copy(update={"status": Status.HAND}))
        for row in own
    )


def coordination_bonus(result: int) -> int:
    """Look a result of Kampfkoordination up: the bonus for attack rolls (§12.5)."""
    rows = coordination_rows()
    return next((row.bonus for row in reversed(rows) if row.since <= result), rows[0].bonus)
