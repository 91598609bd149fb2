"""The tables of ``data/``: weapon classes, damage, armour, wounds, criticals, coordination."""

from __future__ import annotations

from bisect import bisect_right
from functools import cache
from pathlib import Path
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict

from rules.core.dice import Dice, parse
from rules.core.reader import read_table
from rules.core.sources import Status

_DATA: Final = Path(__file__).with_name("data")

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
BEST_KT: Final = 15
"""A GA below this raises the KT (§12.1)."""


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ClassRow(_Row):
    """One class of weapons (§12.2); ``kk`` is missing where nobody fights side by side."""

    tw: int
    ga: int
    kt: int
    kk: int | None = None
    table: TableKind
    uses: Uses = "main"
    kind: Literal["melee", "ranged", "thrown"] = "melee"
    slow: bool = False
    reach: int = 1
    range: int = 0
    status: Status = Status.HOUSE


class ArmourRow(_Row):
    """One piece of armour (§12.8): its RS by region."""

    rs: dict[Region, int]
    material: str = ""
    status: Status = Status.HOUSE


class WoundRow(_Row):
    """One state of health (§7)."""

    since: int
    malus: int = 0
    all: bool = False
    spell: bool = False
    azp: int = 0
    divide: int = 1
    wound: int = 0


class CriticalRow(_Row):
    """One row of a critical table (§12.4), as it stands for one kind of weapon."""

    since: int
    region: Region
    times: int
    step: int = 0
    cats: tuple[tuple[str, ...], ...]

    def open(self, points: int) -> int:
        """Return how many categories so many Trefferpunkte open (§5.4)."""
        return min(len(self.cats), 1 + points // self.step) if self.step else 1


class Variant(_Row):
    """What a kind of weapon changes in the printed table (§12.4)."""

    bl: int = 0
    no_bl: bool = False
    ben: int = 0
    malus: int = 0
    times: int = 0


class _Criticals(_Row):
    rows: tuple[dict[str, object], ...]
    variants: dict[TableKind, Variant]


class CoordinationRow(_Row):
    """One row of Kampfkoordination (§12.5)."""

    since: int
    bonus: int
    status: Status = Status.HOUSE


class FumbleRow(_Row):
    """One row of the fumbles (§12.6)."""

    to: int
    does: tuple[str, ...]


class _DamageTable(_Row):
    beyond: str
    rows: tuple[tuple[int, str], ...]
    bonus: dict[int, tuple[int, ...]]


def _rows(name: str, key: str = "rows") -> list[dict[str, object]]:
    table = read_table(_DATA / name, dict[str, list[dict[str, object]]])
    return [_since(row) for row in table[key]]


def _since(row: dict[str, object]) -> dict[str, object]:
    """Rename ``from``, which no field can be called."""
    return {"since" if key == "from" else key: value for key, value in row.items()}


# -- weapons ------------------------------------------------------------------------------------


@cache
def classes() -> dict[str, ClassRow]:
    """Return all classes of weapons by id."""
    return read_table(_DATA / "weapon_classes.toml", dict[str, ClassRow])


def critical_threshold(tw: int, ga: int) -> int:
    """Return the KT of a class, rounded to the nearest (§12.1)."""
    extra = BEST_KT - ga if ga < BEST_KT else 0
    return (6 * tw + extra + 1) // 3


@cache
def _damage() -> _DamageTable:
    return read_table(_DATA / "damage.toml", _DamageTable)


def damage_of(category: int) -> Dice:
    """Return the dice of a Schadenkategorie (§12.3)."""
    table = _damage()
    found = next((text for high, text in table.rows if category <= high), table.beyond)
    return parse(found)


def threshold_bonus(category: int, base: int) -> int:
    """Return what a Schadenkategorie adds to a base KT: the highest threshold reached (§12.3)."""
    row = next((row for least, row in _damage().bonus.items() if base >= least), ())
    return bisect_right(row, category)


# -- armour and wounds --------------------------------------------------------------------------


@cache
def armours() -> dict[str, ArmourRow]:
    """Return all pieces of armour by id."""
    return read_table(_DATA / "armour.toml", dict[str, ArmourRow])


@cache
def wound_states() -> dict[str, WoundRow]:
    """Return the states of health by id, the best first."""
    table = read_table(_DATA / "wound_states.toml", dict[str, dict[str, object]])
    return {id: WoundRow.model_validate(_since(row)) for id, row in table.items()}


def wound_state(now: int, most: int) -> str:
    """Return the state of health; a share on the border belongs to the better one (§7)."""
    for id, row in wound_states().items():
        if 100 * now >= row.since * most:
            return id
    return "dying"


# -- criticals, coordination, fumbles -----------------------------------------------------------


@cache
def criticals(kind: TableKind) -> tuple[CriticalRow, ...]:
    """Return the critical table of a kind of weapon, ascending (§12.4)."""
    table = read_table(_DATA / "criticals.toml", _Criticals)
    variant = table.variants[kind]
    rows = (CriticalRow.model_validate(_since(row)) for row in table.rows)
    return tuple(_varied(row, variant) for row in rows)


def _varied(row: CriticalRow, variant: Variant) -> CriticalRow:
    cats = tuple(_category(codes, variant) for codes in row.cats)
    times = max(1, row.times + variant.times)
    return row.model_copy(update={"cats": cats, "times": times})


def _category(codes: tuple[str, ...], variant: Variant) -> tuple[str, ...]:
    out = []
    for code in codes:
        name, n = split(code)
        if name == "BL" and variant.no_bl:
            name, n = "INI", 1
        elif name == "BL":
            n += variant.bl
        elif name == "BEN":
            n += variant.ben
        elif name in ("MAL", "ALL") and variant.malus:
            n = max(5, n + variant.malus)
        out.append(f"{name} {n}" if n or name == "TOD" else name)
    return tuple(dict.fromkeys(out))


def split(code: str) -> tuple[str, int]:
    """Split a code of a table into its word and its number, 0 where it has none."""
    name, _, number = code.partition(" ")
    return name, int(number or 0)


@cache
def coordination_rows() -> tuple[CoordinationRow, ...]:
    """Return the table of Kampfkoordination, ascending."""
    return tuple(CoordinationRow.model_validate(row) for row in _rows("coordination.toml"))


def coordination_bonus(result: int) -> int:
    """Look a result of Kampfkoordination up: the bonus for attack rolls (§12.5)."""
    return [row.bonus for row in coordination_rows() if row.since <= result][-1]


@cache
def fumbles() -> tuple[FumbleRow, ...]:
    """Return the table of fumbles, ascending."""
    return tuple(FumbleRow.model_validate(row) for row in _rows("fumbles.toml"))


def fumble(result: int) -> FumbleRow:
    """Look a fumble up (§12.6)."""
    return next(row for row in fumbles() if result <= row.to)
