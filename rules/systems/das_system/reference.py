"""The tables to look up at the table, filled from the values that the rules here use."""

from __future__ import annotations

from typing import Final

from rules.core.glossary import Glossary
from rules.core.options import OptionSpec
from rules.core.sources import Status
from rules.core.terms import Term, named, term
from rules.system import Block
from rules.systems.das_system.body import PARTS, places_of
from rules.systems.das_system.fading import loss_to_the_end
from rules.systems.das_system.options import OPTIONS
from rules.systems.das_system.tables import (
    bleeding_levels,
    pain_table,
    surprise_rows,
    wound_table,
)

_NONE: Final = "–"


def reference(words: Glossary) -> tuple[Block, ...]:
    """Return the tables: places, wounds, bleeding, pain, surprise, our own defaults."""
    return (_places(words), _wounds(), _bleeding(), _pain(), _surprise(), _defaults())


def _plain(text: str) -> Term:
    return term("text.das_system.plain", text=text)


def _number(value: int) -> Term:
    return term("number.das_system", value=value)


def _signed(value: int) -> Term:
    return term("signed.das_system", value=value) if value else _plain(_NONE)


def _marked(name: Term, status: Status) -> Term:
    """Mark what the rules do not say themselves: ° derived, * our own default."""
    match status:
        case Status.HOUSE:
            return term("reference.das_system.house", name=name)
        case Status.DERIVED:
            return term("reference.das_system.derived", name=name)
        case _:
            return name


def _places(words: Glossary) -> Block:
    rows = []
    for part in PARTS:
        if part.startswith("l_"):
            continue
        for place in places_of(part):
            name = words.say(named("place.das_system", place.name))
            rows.append(
                (
                    _marked(_plain(name), place.status),
                    _number(place.melee),
                    _number(place.ranged),
                    _marked(_number(place.zustand), place.zustand_status),
                )
            )
    return Block(
        term("reference.das_system.places"),
        tuple(rows),
        (
            term("reference.das_system.place"),
            term("reference.das_system.melee"),
            term("reference.das_system.ranged"),
            term("reference.das_system.zustand"),
        ),
    )


def _wounds() -> Block:
    table = wound_table()
    rows = tuple(
        (
            _marked(_number(i), table.status),
            _number(row.start),
            _number(row.bleeding),
            _number(row.pain),
            _signed(-row.zustand),
            term("reference.das_system.useless") if row.useless else _signed(-row.probe),
            term("reference.das_system.useless") if row.useless else _signed(-row.fight),
        )
        for i, row in enumerate(table.rows, start=1)
    )
    return Block(
        term("reference.das_system.wounds"),
        rows,
        (
            term("reference.das_system.row"),
            term("reference.das_system.severity"),
            term("reference.das_system.bleeding_short"),
            term("reference.das_system.pain_short"),
            term("reference.das_system.zustand"),
            term("reference.das_system.probe"),
            term("reference.das_system.fight"),
        ),
        term("reference.das_system.wounds_note"),
    )


def _bleeding() -> Block:
    rows = tuple(
        (
            _number(i),
            term("reference.das_system.rate", loss=row.loss, every=row.every),
            _number(row.lasts),
            _number(loss_to_the_end(i)),
        )
        for i, row in enumerate(bleeding_levels(), start=1)
    )
    return Block(
        term("reference.das_system.bleeding"),
        rows,
        (
            term("reference.das_system.level"),
            term("reference.das_system.loss"),
            term("reference.das_system.lasts"),
            term("reference.das_system.in_all"),
        ),
        term("reference.das_system.bleeding_note"),
    )


def _pain() -> Block:
    table = pain_table()
    rows = tuple(
        (
            _number(i),
            _number(row.lasts),
            term("reference.das_system.helpless") if row.helpless else _signed(-row.fight),
            term("reference.das_system.helpless") if row.helpless else _signed(-row.probe),
        )
        for i, row in enumerate(table.levels, start=1)
    )
    return Block(
        term("reference.das_system.pain"),
        rows,
        (
            term("reference.das_system.level"),
            term("reference.das_system.lasts"),
            _marked(term("reference.das_system.fight"), table.status),
            _marked(term("reference.das_system.probe"), table.status),
        ),
        term("reference.das_system.pain_note"),
    )


def _surprise() -> Block:
    rows = tuple(
        (_marked(named("surprise.das_system", id), row.status), _signed(row.kar))
        for id, row in surprise_rows().items()
    )
    heads = (term("reference.das_system.circumstance"), term("card.das_system.kar"))
    return Block(term("reference.das_system.surprise"), rows, heads)


def _defaults() -> Block:
    return Block(
        term("reference.das_system.defaults"),
        tuple((named("option.das_system", spec.key), _default(spec)) for spec in OPTIONS),
        (term("reference.das_system.option"), term("reference.das_system.value")),
        term("reference.das_system.defaults_note"),
    )


def _default(spec: OptionSpec) -> Term:
    match spec.default:
        case bool(on):
            return term("reference.das_system.yes") if on else term("reference.das_system.no")
        case int(number):
            return _number(number)
        case word:
            return named("option.das_system", f"{spec.key}.{word}")
