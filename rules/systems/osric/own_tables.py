"""The tables of OSRIC that a game master may change: weapons and armour."""

from __future__ import annotations

from functools import cache
from typing import Final

from rules.core.sources import Status
from rules.core.table_models import columns_of, key_column
from rules.core.tables import KEY, Row, TableSpec
from rules.core.terms import named, term
from rules.systems.osric import tables

_WEAPON: Final = (
    "damage", "large", "length", "range", "rate", "settable", "off_hand", "hands", "hurled",
)  # fmt: skip
_ARMOUR: Final = ("value", "move", "light")
_LABELS: Final = {
    "damage": term("table_editor.osric.damage"),
    "large": term("table_editor.osric.large"),
    "length": term("table_editor.osric.length"),
    "range": term("table_editor.osric.range"),
    "rate": term("table_editor.osric.rate"),
    "settable": term("table_editor.osric.settable"),
    "off_hand": term("table_editor.osric.off_hand"),
    "hands": term("table_editor.osric.hands"),
    "hurled": term("table_editor.osric.hurled"),
    "value": term("table_editor.osric.value"),
    "move": term("table_editor.osric.move"),
    "light": term("table_editor.osric.light"),
}


@cache
def _weapons() -> tuple[Row, ...]:
    rows = tables.printed_weapons().items()
    return tuple({KEY: id, **row.model_dump(include=set(_WEAPON))} for id, row in rows)


@cache
def _armour() -> tuple[Row, ...]:
    rows = tables.printed_armour().items()
    return tuple({KEY: id, **row.model_dump(include=set(_ARMOUR))} for id, row in rows)


def _weapon_status(row: Row, column: str) -> Status:
    return tables.status_of("weapons", str(row[KEY]), column).status


def _armour_status(row: Row, column: str) -> Status:
    return tables.status_of("armour", str(row[KEY]), column).status


TABLES: Final = (
    TableSpec(
        "weapons",
        term("table_editor.osric.weapons"),
        "§2.6",
        (
            key_column(term("table_editor.osric.weapon")),
            *columns_of(tables.WeaponCells, _WEAPON, _LABELS),
        ),
        tables.WeaponCells,
        _weapons,
        _weapon_status,
        lambda id: named("weapon.osric", id),
        fixed=True,
    ),
    TableSpec(
        "armour",
        term("table_editor.osric.armours"),
        "§2.5",
        (
            key_column(term("table_editor.osric.armour")),
            *columns_of(tables.ArmourCells, _ARMOUR, _LABELS),
        ),
        tables.ArmourCells,
        _armour,
        _armour_status,
        lambda id: named("armour.osric", id),
        fixed=True,
    ),
)
"""All tables in the order of the list; sheets name their rows, so these are fixed."""
