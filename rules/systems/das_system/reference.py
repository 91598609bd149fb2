"""The tables to look up at the table, filled from the values that the rules here use."""

from __future__ import annotations

from typing import Final

from rules.core.glossary import Glossary
from rules.core.options import Options, OptionSpec, OptionValue
from rules.core.sources import Status
from rules.core.terms import Term, named, term
from rules.encounter.state import Encounter
from rules.system.answers import Block
from rules.systems.das_system.beginning import points_of
from rules.systems.das_system.body import PARTS, places_of
from rules.systems.das_system.fading import loss_to_the_end
from rules.systems.das_system.gear import (
    armour_rows,
    status_of,
    table_piece,
    table_weapon,
    weapon_rows,
)
from rules.systems.das_system.options import OPTIONS, options_of
from rules.systems.das_system.tables import bleeding_levels, pain_table, surprise_rows, wound_table
from rules.systems.das_system.values import weapon_name
from rules.systems.das_system.words import piece_name

_NONE: Final = "–"


def reference(state: Encounter, words: Glossary) -> tuple[Block, ...]:
    """Return the tables: body, gear, harm, surprise as the fight has it, our own defaults."""
    return (
        _places(words),
        _weapons(),
        _armour(),
        _wounds(),
        _bleeding(),
        _pain(),
        _surprise(state),
        _defaults(options_of(state)),
    )


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


def _weapons() -> Block:
    rows = []
    for id in weapon_rows():
        weapon = table_weapon(id)
        effects = tuple(
            _marked(_plain(f"{letter}{value}"), status_of("weapons", id, "effect"))
            for letter, value in weapon.effect.items()
        )
        parade = term(
            "reference.das_system.shares",
            festwert=weapon.pa_festwert,
            schwere=weapon.pa_schwere,
            status=_mark(status_of("weapons", id, "pa_festwert")),
        )
        rows.append(
            (
                weapon_name(weapon),
                _marked(named("kind.das_system", weapon.kind), status_of("weapons", id, "kind")),
                term(
                    "reference.das_system.shares",
                    festwert=weapon.at_festwert,
                    schwere=weapon.at_schwere,
                    status=_mark(status_of("weapons", id, "at_festwert")),
                ),
                _plain(_NONE) if weapon.pa is None else parade,
                term("fact.das_system.list", items=effects),
                _marked(_number(weapon.structure), status_of("weapons", id, "structure")),
            )
        )
    return Block(
        term("reference.das_system.weapons"),
        tuple(rows),
        (
            term("card.das_system.weapon"),
            term("reference.das_system.kind"),
            term("reference.das_system.attack"),
            term("reference.das_system.parade"),
            term("card.das_system.effect"),
            term("card.das_system.structure"),
        ),
        term("reference.das_system.weapons_note"),
    )


def _armour() -> Block:
    rows = []
    for id in armour_rows():
        piece = table_piece(id)
        strength = _plain(f"{piece.strength}{piece.letter}")
        rows.append(
            (
                piece_name(piece.id, piece.base, piece.name),
                _marked(strength, status_of("armour", id, "strength")),
                _marked(_number(piece.dw), status_of("armour", id, "dw")),
                _marked(_signed(-piece.fight), status_of("armour", id, "fight")),
                _marked(_signed(-piece.probe), status_of("armour", id, "probe")),
            )
        )
    return Block(
        term("armour.das_system.title"),
        tuple(rows),
        (
            term("reference.das_system.piece"),
            term("reference.das_system.strength"),
            term("reference.das_system.dw"),
            term("reference.das_system.fight"),
            term("reference.das_system.probe"),
        ),
    )


def _mark(status: Status) -> str:
    return {Status.HOUSE: " *", Status.DERIVED: " °"}.get(status, "")


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


def _surprise(state: Encounter) -> Block:
    rows = tuple(
        (_marked(named("surprise.das_system", id), row.status), _signed(points_of(state, id)))
        for id, row in surprise_rows().items()
    )
    heads = (term("reference.das_system.circumstance"), term("card.das_system.kar"))
    return Block(term("reference.das_system.surprise"), rows, heads)


def _defaults(options: Options) -> Block:
    """Return what the fight says where the rules leave a choice; what was chosen is marked."""
    house = [spec for spec in OPTIONS if spec.source.status is Status.HOUSE]
    return Block(
        term("reference.das_system.defaults"),
        tuple((named("option.das_system", spec.key), _in_force(spec, options)) for spec in house),
        (term("reference.das_system.option"), term("reference.das_system.value")),
        term("reference.das_system.defaults_note"),
    )


def _in_force(spec: OptionSpec, options: Options) -> Term:
    value = _option(spec, options[spec.key])
    changed = options[spec.key] != spec.default
    return term("reference.das_system.chosen", value=value) if changed else value


def _option(spec: OptionSpec, chosen: OptionValue) -> Term:
    match chosen:
        case bool(on):
            return term("reference.das_system.yes") if on else term("reference.das_system.no")
        case int(number):
            return _number(number)
        case word:
            return named("option.das_system", f"{spec.key}.{word}")
