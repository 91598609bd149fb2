"""The tables of DAMAKAR that a game master may change: prices, and the armour that is ours."""

from __future__ import annotations

from functools import cache
from typing import Final

from rules.core.sources import Status
from rules.core.table_models import columns_of, key_column
from rules.core.tables import KEY, Row, TableSpec
from rules.core.terms import Term, named, term
from rules.systems.damakar import tables

_ARMOUR: Final = ("total", "variable", "bonus", "material")
_LABELS: Final = {
    "total": term("sheet.damakar.armour.total"),
    "variable": term("sheet.damakar.armour.variable"),
    "bonus": term("sheet.damakar.armour.bonus"),
    "material": term("table_editor.damakar.material"),
    "zp": term("reference.damakar.zp"),
    "ap": term("table_editor.damakar.ap"),
}


@cache
def _armour() -> tuple[Row, ...]:
    rows = tables.printed_armours().items()
    return tuple({KEY: id, **row.model_dump(include=set(_ARMOUR))} for id, row in rows)


@cache
def _actions() -> tuple[Row, ...]:
    rows = tables.printed_actions().items()
    return tuple(
        {KEY: id, "zp": row.zp, "ap": row.ap} for id, row in rows if id not in tables.UNPRICED
    )


def _action_name(id: str) -> Term:
    wound = tables.printed_actions()[id].kind == "wound"
    return named("wound.damakar", id) if wound else named("action.damakar", id)


def _action_status(row: Row, _column: str) -> Status:
    return tables.printed_actions()[str(row[KEY])].status


TABLES: Final = (
    TableSpec(
        "armour",
        term("reference.damakar.armour"),
        "§4.5",
        (
            key_column(term("table_editor.damakar.armour")),
            *columns_of(tables.ArmourCells, _ARMOUR, _LABELS),
        ),
        tables.ArmourCells,
        _armour,
        name=lambda id: named("armour.damakar", id) if id in tables.printed_armours() else None,
    ),
    TableSpec(
        "actions",
        term("table_editor.damakar.actions"),
        "§3",
        (
            key_column(term("reference.damakar.action")),
            *columns_of(tables.PriceCells, ("zp", "ap"), _LABELS),
        ),
        tables.PriceCells,
        _actions,
        _action_status,
        _action_name,
        fixed=True,
        gone=tables.UNPRICED,
    ),
)
"""All tables in the order of the list."""
