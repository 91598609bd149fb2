"""The tables of criticals and of fumbles, and the codes in them."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Final

from pydantic import Field, field_validator
from pydantic_core import PydanticCustomError

from rules.core.reader import read_table
from rules.core.tables import by_tables, own_rows
from rules.systems.muinimula.tables import DATA, Region, TableKind, TableRow, read_rows, with_since

CODES: Final = frozenset(
    {"SP", "INI", "PAR", "NP", "BEN", "STURZ", "WEG", "MAL", "ALL", "BL", "KO", "TOD"}
)
"""What a category of a critical hit may do (§12.4)."""
FUMBLES: Final = frozenset(
    {"INI", "PAR", "NACHTEIL", "STURZ", "WEG", "BRUCH", "ALLY", "SELF", "SELFCRIT"}
)
"""What a fumble may do (§12.6)."""
_NUMBERED: Final = frozenset({"SP", "INI", "PAR", "NP", "BEN", "MAL", "ALL", "BL", "BRUCH"})
MOST_CATEGORIES: Final = 6
"""One W6 chooses among them (§5.4)."""


class CriticalRow(TableRow):
    """One row of a critical table (§12.4), as it stands for one kind of weapon."""

    since: int
    region: Region
    times: int
    step: int = 0
    cats: tuple[tuple[str, ...], ...]

    def open(self, points: int) -> int:
        """Return how many categories so many Trefferpunkte open (§5.4)."""
        return min(len(self.cats), 1 + points // self.step) if self.step else 1


class Variant(TableRow):
    """What a kind of weapon changes in the printed table (§12.4)."""

    bl: int = 0
    no_bl: bool = False
    ben: int = 0
    malus: int = 0
    times: int = 0


class _Criticals(TableRow):
    rows: tuple[dict[str, object], ...]
    variants: dict[TableKind, Variant]


def codes_of(text: str, known: frozenset[str]) -> tuple[str, ...]:
    """Read codes as people write them: ``MAL 20, WEG``. Raises ValueError for others."""
    out = []
    for part in filter(None, (p.strip() for p in text.upper().split(","))):
        name, _, number = part.partition(" ")
        fits = not number or (number.isdecimal() and len(number) < 4)
        if name not in known or not fits or (name in _NUMBERED and not number):
            raise PydanticCustomError(
                "muinimula.table_code",
                "{value}",
                {"value": part, "known": ", ".join(sorted(known))},
            )
        out.append(f"{name} {int(number)}" if number else name)
    return tuple(out)


class CriticalCells(TableRow):
    """A row of a critical table as the game master writes it; ``/`` parts the categories."""

    since: Annotated[int, Field(ge=-1000, le=9999)]
    region: Region
    times: Annotated[int, Field(ge=1, le=9)] = 1
    step: Annotated[int, Field(ge=0, le=999)] = 0
    cats: Annotated[str, Field(min_length=1, max_length=400)]

    @field_validator("cats")
    @classmethod
    def _known(cls, text: str) -> str:
        categories = text.split("/")
        if len(categories) > MOST_CATEGORIES:
            raise PydanticCustomError("muinimula.table_cats", "{n}", {"n": MOST_CATEGORIES})
        for category in categories:
            codes_of(category, CODES)
        return text

    @property
    def row(self) -> CriticalRow:
        """The row of it, its effects read from their codes (§12.4)."""
        cats = tuple(codes_of(category, CODES) for category in self.cats.split("/"))
        return CriticalRow(
            since=self.since, region=self.region, times=self.times, step=self.step, cats=cats
        )


@by_tables
def criticals(kind: TableKind) -> tuple[CriticalRow, ...]:
    """Return the critical table of a kind of weapon in force, ascending (§12.4)."""
    own = own_rows(f"criticals_{kind}", CriticalCells)
    return printed_criticals(kind) if own is None else tuple(cells.row for cells in own)


@cache
def printed_criticals(kind: TableKind) -> tuple[CriticalRow, ...]:
    """Return the critical table of a kind of weapon as the program brings it along (§12.4)."""
    table = read_table(DATA / "criticals.toml", _Criticals)
    variant = table.variants[kind]
    rows = (CriticalRow.model_validate(with_since(row)) for row in table.rows)
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


# -- fumbles ------------------------------------------------------------------------------------


class FumbleRow(TableRow):
    """One row of the fumbles (§12.6); the last one holds for everything above, too."""

    to: int
    does: tuple[str, ...]


class FumbleCells(TableRow):
    """A row of the fumbles as the game master writes it."""

    to: Annotated[int, Field(ge=-1000, le=1000)]
    does: Annotated[str, Field(max_length=200)] = ""

    @field_validator("does")
    @classmethod
    def _known(cls, text: str) -> str:
        codes_of(text, FUMBLES)
        return text


@cache
def printed_fumbles() -> tuple[FumbleRow, ...]:
    """Return the table of fumbles as the program brings it along, ascending."""
    return tuple(FumbleRow.model_validate(row) for row in read_rows("fumbles.toml"))


@by_tables
def fumbles() -> tuple[FumbleRow, ...]:
    """Return the table of fumbles in force, ascending."""
    own = own_rows("fumbles", FumbleCells)
    if own is None:
        return printed_fumbles()
    return tuple(FumbleRow(to=row.to, does=codes_of(row.does, FUMBLES)) for row in own)


def fumble(result: int) -> FumbleRow:
    """Look a fumble up (§12.6)."""
    return next((row for row in fumbles() if result <= row.to), fumbles()[-1])
