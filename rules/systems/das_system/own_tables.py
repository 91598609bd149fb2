"""The tables of Das System that a game master may change: nearly all of them are lost or ours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

from pydantic import BaseModel

from rules.core.sources import Status
from rules.core.table_models import columns_of, key_column, part_of_model
from rules.core.tables import KEY, Misfit, Row, TableSpec, strictly_rising
from rules.core.terms import Term, named, term
from rules.systems.das_system import tables
from rules.systems.das_system.body import covered
from rules.systems.das_system.gear import Piece, SheetWeapon, printed, printed_status

_WEAPON: Final = (
    "kind", "skill", "hands", "style", "reach", "range", "loading", "at", "at_festwert",
    "at_schwere", "pa", "pa_festwert", "pa_schwere", "effect", "structure", "cost_attack",
    "cost_parade",
)  # fmt: skip
_PIECE: Final = ("letter", "strength", "dw", "layer", "covers", "impulse", "fight", "probe")
_MODELS: Final = {
    "weapons": part_of_model(SheetWeapon, _WEAPON),
    "armour": part_of_model(Piece, _PIECE),
}
_COSTS: Final = {"cost_attack": "cost", "cost_parade": "cost"}
"""Columns whose status stands under another name in the files."""


@cache
def _weapons() -> tuple[Row, ...]:
    rows = printed("weapons").items()
    return tuple(_line(id, SheetWeapon(id=id, **row), _WEAPON) for id, row in rows)


@cache
def _armour() -> tuple[Row, ...]:
    rows = printed("armour").items()
    return tuple(_line(id, Piece(id=id, **row), _PIECE) for id, row in rows)


def _line(id: str, thing: BaseModel, names: tuple[str, ...]) -> Row:
    whole = thing.model_dump(mode="json")
    return {KEY: id, **{name: whole[name] for name in names}}


def _covers(rows: Sequence[Row]) -> Iterator[Misfit]:
    """Say which words for places of the body nobody knows."""
    for at, row in enumerate(rows):
        for place in row.get("covers", ()):
            try:
                covered((place,))
            except ValueError:
                yield Misfit(at, "covers", "das_system.table_place", {"value": place})


def _weapon_status(row: Row, column: str) -> Status:
    return printed_status("weapons", str(row[KEY]), _COSTS.get(column, column))


def _armour_status(row: Row, column: str) -> Status:
    return printed_status("armour", str(row[KEY]), column)


def _rows_of(models: Any) -> tuple[Row, ...]:
    return tuple(model.model_dump(mode="json") for model in models)


def _named_rows(models: Mapping[Any, Any]) -> tuple[Row, ...]:
    return tuple({KEY: id, **row.model_dump(mode="json")} for id, row in models.items())


@cache
def _parts() -> tuple[Row, ...]:
    rows = tables.printed_body().parts.items()
    return tuple({KEY: id, "base": row.base, "worse": row.worse} for id, row in rows)


def _part_status(row: Row, column: str) -> Status:
    if column == "worse":
        return Status.HOUSE
    return tables.printed_body().parts[str(row[KEY])].status


@cache
def _places() -> tuple[Row, ...]:
    rows = tables.printed_body().places.items()
    return tuple(
        {KEY: id, "melee": row.melee, "ranged": row.ranged, "zustand": row.zustand}
        for id, row in rows
    )


def _place_status(row: Row, column: str) -> Status:
    place = tables.printed_body().places[str(row[KEY])]
    return place.zustand_status if column == "zustand" else place.status


def _name_of_part(id: str) -> Term:
    return named("table.das_system.part", id)


_LABELS: Final = {
    "base": term("table.das_system.base"),
    "worse": term("table.das_system.worse"),
    "weights": term("table.das_system.weights"),
    "melee": term("reference.das_system.melee"),
    "ranged": term("reference.das_system.ranged"),
    "zustand": term("reference.das_system.zustand"),
    "start": term("table.das_system.start"),
    "bleeding": term("table.das_system.bleeding"),
    "pain": term("table.das_system.pain"),
    "probe": term("table.das_system.probe"),
    "fight": term("table.das_system.fight"),
    "useless": term("table.das_system.useless"),
    "trunk_bleeding": term("table.das_system.trunk_bleeding"),
    "trunk_from_row": term("table.das_system.trunk_from_row"),
    "loss": term("table.das_system.loss"),
    "every": term("table.das_system.every"),
    "lasts": term("table.das_system.lasts"),
    "helpless": term("table.das_system.helpless"),
    "attributes": term("table.das_system.attributes"),
    "hinders": term("table.das_system.hinders"),
}


def _columns(model: type[BaseModel], *names: str) -> Any:
    return columns_of(model, names, _LABELS)


TABLES: Final = (
    TableSpec(
        "weapons",
        term("reference.das_system.weapons"),
        "§8.6",
        (key_column(term("card.das_system.weapon")), *columns_of(SheetWeapon, _WEAPON)),
        _MODELS["weapons"],
        _weapons,
        _weapon_status,
        lambda id: named("weapon.das_system", id) if id in printed("weapons") else None,
    ),
    TableSpec(
        "armour",
        term("armour.das_system.title"),
        "§8.6",
        (key_column(term("reference.das_system.piece")), *columns_of(Piece, _PIECE)),
        _MODELS["armour"],
        _armour,
        _armour_status,
        lambda id: named("piece.das_system", id) if id in printed("armour") else None,
        check=_covers,
    ),
    TableSpec(
        "parts",
        term("table.das_system.parts"),
        "§5",
        (
            key_column(term("table.das_system.part_name")),
            *_columns(tables.PartCells, "base", "worse"),
        ),
        tables.PartCells,
        _parts,
        _part_status,
        _name_of_part,
        fixed=True,
    ),
    TableSpec(
        "places",
        term("reference.das_system.places"),
        "§5",
        (
            key_column(term("reference.das_system.place")),
            *_columns(tables.PlaceCells, "melee", "ranged", "zustand"),
        ),
        tables.PlaceCells,
        _places,
        _place_status,
        lambda id: named("place.das_system", id),
        fixed=True,
    ),
    TableSpec(
        "hits",
        term("reference.das_system.wounds"),
        "§7.3",
        _columns(
            tables.WoundRow, "start", "bleeding", "pain", "zustand", "probe", "fight", "useless"
        ),
        tables.WoundRow,
        lambda: _rows_of(tables.printed_wounds().rows),
        lambda _row, _column: tables.printed_wounds().status,
        fixed=True,
        check=strictly_rising("start"),
    ),
    TableSpec(
        "injuries",
        term("table.das_system.injuries"),
        "§7.3",
        (
            key_column(term("reference.das_system.kind")),
            *_columns(tables.KindRow, "bleeding", "pain", "trunk_bleeding", "trunk_from_row"),
        ),
        tables.KindRow,
        lambda: _named_rows(tables.printed_wounds().kinds),
        name=lambda id: named("kind.das_system", id),
        fixed=True,
    ),
    TableSpec(
        "bleeding",
        term("reference.das_system.bleeding"),
        "§7.4",
        _columns(tables.BleedingRow, "loss", "every", "lasts"),
        tables.BleedingRow,
        lambda: _rows_of(tables.printed_bleeding()),
        lambda _row, _column: Status.STATED,
        fixed=True,
    ),
    TableSpec(
        "pain",
        term("reference.das_system.pain"),
        "§7.5",
        _columns(tables.PainRow, "lasts", "fight", "probe", "helpless"),
        tables.PainRow,
        lambda: _rows_of(tables.printed_pain().levels),
        lambda _row, column: Status.STATED if column == "lasts" else tables.printed_pain().status,
        fixed=True,
    ),
    TableSpec(
        "dodge",
        term("ward.das_system.dodge"),
        "§6.2",
        _columns(tables.DodgeRow, "weights"),
        tables.DodgeRow,
        lambda: _rows_of([tables.DodgeRow()]),
        fixed=True,
    ),
    TableSpec(
        "skills",
        term("table.das_system.skills"),
        "§1.5",
        (
            key_column(term("table.das_system.skill")),
            *_columns(tables.SkillRow, "attributes", "hinders"),
        ),
        tables.SkillRow,
        lambda: _named_rows(tables.printed_skills()),
        name=lambda id: named("skill.das_system", id),
        fixed=True,
    ),
)
"""All tables in the order of the list."""
