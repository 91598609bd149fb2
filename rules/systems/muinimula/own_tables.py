"""The tables of Muinimula that a game master may change: most were never found, or are ours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, Final

from pydantic import BaseModel

from rules.core.sources import Status
from rules.core.table_models import columns_of, key_column, part_of_model
from rules.core.tables import KEY, Column, Misfit, Row, TableSpec, strictly_rising
from rules.core.terms import Term, named, term
from rules.systems.muinimula import critical_tables, tables
from rules.systems.muinimula.critical_tables import CriticalRow
from rules.systems.muinimula.tables import REGIONS, ZONES, TableKind

_CLASS: Final = ("tw", "ga", "kt", "kk", "table", "uses", "kind", "slow", "reach", "range")
_STATE: Final = ("since", "malus", "all", "spell", "azp", "divide", "wound")
_CRITICAL: Final = ("since", "region", "times", "step", "cats")
_KINDS: Final[tuple[TableKind, ...]] = ("hieb", "schnitt", "stich", "wucht", "fern")

_LABELS: Final[Mapping[str, Term]] = {
    "tw": term("sheet.muinimula.weapon.tw"),
    "ga": term("sheet.muinimula.weapon.aim"),
    "kt": term("sheet.muinimula.weapon.kt"),
    "kk": term("sheet.muinimula.weapon.kk"),
    "table": term("sheet.muinimula.weapon.table"),
    "uses": term("sheet.muinimula.weapon.uses"),
    "kind": term("table_editor.muinimula.kind"),
    "slow": term("table_editor.muinimula.slow"),
    "reach": term("sheet.muinimula.weapon.reach"),
    "range": term("sheet.muinimula.weapon.range"),
    "material": term("sheet.muinimula.armour.material"),
    **{region: named("region.muinimula", region) for region in REGIONS},
    "since": term("reference.muinimula.from"),
    "malus": term("table_editor.muinimula.malus"),
    "all": term("table_editor.muinimula.all"),
    "spell": term("table_editor.muinimula.spell"),
    "azp": term("reference.muinimula.azp"),
    "divide": term("table_editor.muinimula.divide"),
    "wound": term("table_editor.muinimula.wound"),
    "region": term("table_editor.muinimula.region"),
    "times": term("table_editor.muinimula.times"),
    "step": term("reference.muinimula.step"),
    "cats": term("reference.muinimula.categories"),
    "bonus": term("reference.muinimula.bonus"),
    "to": term("table_editor.muinimula.to"),
    "does": term("reference.muinimula.effect"),
    "dice": term("table_editor.muinimula.dice"),
}


_TIPS: Final[Mapping[str, Term]] = {
    "cats": term("reference.muinimula.criticals_note"),
    "does": term("table_editor.muinimula.does_tip"),
}


def _columns(model: type[BaseModel], *names: str) -> tuple[Column, ...]:
    found = columns_of(model, names, _LABELS)
    return tuple(replace(column, tip=_TIPS.get(column.id)) for column in found)


def _named_rows(rows: Mapping[str, BaseModel], names: Sequence[str]) -> tuple[Row, ...]:
    return tuple({KEY: id, **row.model_dump(include=set(names))} for id, row in rows.items())


def _plain(rows: Sequence[BaseModel], *names: str) -> tuple[Row, ...]:
    return tuple(row.model_dump(mode="json", include=set(names)) for row in rows)


# -- rows of the program --------------------------------------------------------------------------


@cache
def _armour() -> tuple[Row, ...]:
    empty = dict.fromkeys(REGIONS, 0)
    return tuple(
        {KEY: id, **empty, **row.rs, "material": row.material}
        for id, row in tables.printed_armours().items()
    )


def _cells(row: CriticalRow) -> Row:
    cats = " / ".join(", ".join(codes) for codes in row.cats)
    return {**row.model_dump(include={"since", "region", "times", "step"}), "cats": cats}


@cache
def _fumbles() -> tuple[Row, ...]:
    return tuple({"to": r.to, "does": ", ".join(r.does)} for r in critical_tables.printed_fumbles())


def _class_status(row: Row, _column: str) -> Status:
    return tables.printed_classes()[str(row[KEY])].status


def _coordination_status(row: Row, _column: str) -> Status:
    found = [r for r in tables.printed_coordination() if r.since == row["since"]]
    return found[0].status


# -- checks ---------------------------------------------------------------------------------------


def _every_zone(rows: Sequence[Row]) -> Iterator[Misfit]:
    """Rows rise, and each part that one can aim at has one (§12.1)."""
    yield from strictly_rising("since")(rows)
    for zone, regions in ZONES.items():
        if not any(row["region"] in regions for row in rows):
            name = named("zone.muinimula", zone)
            yield Misfit(None, "region", "muinimula.table_zone", {"zone": name})


def _to_twenty(rows: Sequence[Row]) -> Iterator[Misfit]:
    """Rows rise and end with the last face of the W20."""
    yield from strictly_rising("to")(rows)
    if rows[-1]["to"] != 20:
        yield Misfit(len(rows) - 1, "to", "muinimula.table_twenty")


def _falling(rows: Sequence[Row]) -> Iterator[Misfit]:
    """Each state of health begins below the one before."""
    for at in range(1, len(rows)):
        before, now = rows[at - 1]["since"], rows[at]["since"]
        if now >= before:
            yield Misfit(at, "since", "muinimula.table_falling", {"value": now, "before": before})


def _criticals(kind: TableKind) -> TableSpec:
    model = critical_tables.CriticalCells
    return TableSpec(
        f"criticals_{kind}",
        term("table_editor.muinimula.criticals", kind=named("table.muinimula", kind)),
        "§12.4",
        _columns(model, *_CRITICAL),
        model,
        cache(lambda: tuple(_cells(row) for row in critical_tables.printed_criticals(kind))),
        check=_every_zone,
    )


def _class_name(id: str) -> Term | None:
    return named("weapon_class.muinimula", id) if id in tables.printed_classes() else None


def _armour_name(id: str) -> Term | None:
    return named("armour_piece.muinimula", id) if id in tables.printed_armours() else None


_CLASSES: Final[Any] = part_of_model(tables.ClassRow, _CLASS)
_COORDINATION: Final[Any] = part_of_model(tables.CoordinationRow, ("since", "bonus"))

TABLES: Final = (
    TableSpec(
        "classes",
        term("reference.muinimula.weapons"),
        "§12.2",
        (key_column(term("sheet.muinimula.weapon.cls")), *_columns(tables.ClassRow, *_CLASS)),
        _CLASSES,
        cache(lambda: _named_rows(tables.printed_classes(), _CLASS)),
        _class_status,
        _class_name,
    ),
    TableSpec(
        "armour",
        term("reference.muinimula.armour"),
        "§12.8",
        (
            key_column(term("sheet.muinimula.armour")),
            *_columns(tables.ArmourCells, *REGIONS, "material"),
        ),
        tables.ArmourCells,
        _armour,
        name=_armour_name,
    ),
    *(_criticals(kind) for kind in _KINDS),
    TableSpec(
        "hit_places",
        term("table_editor.muinimula.hit_places"),
        "§5.1",
        _columns(tables.HitRow, "to", "region"),
        tables.HitRow,
        cache(lambda: _plain(tables.PRINTED_HITS, "to", "region")),
        check=_to_twenty,
    ),
    TableSpec(
        "fumbles",
        term("reference.muinimula.fumbles"),
        "§12.6",
        _columns(critical_tables.FumbleCells, "to", "does"),
        critical_tables.FumbleCells,
        _fumbles,
        check=strictly_rising("to"),
    ),
    TableSpec(
        "coordination",
        term("reference.muinimula.coordination"),
        "§12.5",
        _columns(tables.CoordinationRow, "since", "bonus"),
        _COORDINATION,
        cache(lambda: _plain(tables.printed_coordination(), "since", "bonus")),
        _coordination_status,
        check=strictly_rising("since"),
    ),
    TableSpec(
        "damage",
        term("table_editor.muinimula.damage"),
        "§12.3",
        _columns(tables.DamageRow, "to", "dice"),
        tables.DamageRow,
        cache(lambda: _plain(tables.printed_damage(), "to", "dice")),
        lambda _row, _column: Status.STATED,
        check=strictly_rising("to"),
    ),
    TableSpec(
        "states",
        term("reference.muinimula.states"),
        "§7",
        (key_column(term("reference.muinimula.state")), *_columns(tables.WoundRow, *_STATE)),
        tables.WoundRow,
        cache(lambda: _named_rows(tables.printed_states(), _STATE)),
        lambda _row, column: Status.HOUSE if column in ("divide", "wound") else Status.STATED,
        lambda id: named("wound.muinimula", id),
        fixed=True,
        check=_falling,
    ),
)
"""All tables in the order of the list."""
