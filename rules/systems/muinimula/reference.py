"""The tables to look up at the table, filled from the values that the rules here use."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.options import Options
from rules.core.sources import Status
from rules.core.terms import Term, named, term
from rules.encounter.state import Encounter
from rules.system.answers import Block
from rules.systems.muinimula.critical_tables import criticals, fumbles
from rules.systems.muinimula.criticals import effect_names
from rules.systems.muinimula.options import OPTIONS, options_of
from rules.systems.muinimula.tables import (
    REGIONS,
    armours,
    classes,
    coordination_rows,
    printed_armours,
    printed_classes,
    wound_states,
)


def reference(state: Encounter) -> tuple[Block, ...]:
    """Return the tables: states, criticals, fumbles, coordination, weapons, armour, defaults."""
    defaults = Block(term("reference.muinimula.defaults"), tuple(_default_rows(options_of(state))))
    return (
        _states(), _criticals(), _fumbles(), _coordination(), _weapons(), _armour(), defaults,
    )  # fmt: skip


def _n(value: int) -> Term:
    return term("number.muinimula.plain", value=value)


def _text(text: str) -> Term:
    return term("text.muinimula.plain", text=text)


def _marked(name: Term, status: Status) -> Term:
    """Mark a name where the value is ours."""
    return term("reference.muinimula.house", name=name) if status is Status.HOUSE else name


def _states() -> Block:
    rows = []
    for id, row in wound_states().items():
        least = _text("–") if row.since < 0 else term("reference.muinimula.share", n=row.since)
        rows.append(
            (named("wound.muinimula", id), least, _n(-(row.malus // 5)), _n(-row.malus),
             _yes(row.all), _yes(row.spell or row.all), _n(row.azp))
        )  # fmt: skip
    heads = (
        term("reference.muinimula.state"),
        term("reference.muinimula.least"),
        term("reference.muinimula.fight"),
        term("reference.muinimula.probes"),
        term("word.muinimula.worse"),
        term("reference.muinimula.spells"),
        term("reference.muinimula.azp"),
    )
    return Block(term("reference.muinimula.states"), tuple(rows), heads)


def _yes(value: bool) -> Term:
    return term("word.muinimula.yes") if value else _text("–")


def _criticals() -> Block:
    rows = tuple(
        (
            _n(row.since),
            named("region.muinimula", row.region),
            term("reference.muinimula.times", n=row.times),
            _n(row.step) if row.step else _text("–"),
            _categories(row.cats),
        )
        for row in criticals("hieb")
    )
    heads = (
        term("reference.muinimula.from"),
        term("reference.muinimula.region"),
        term("reference.muinimula.rs"),
        term("reference.muinimula.step"),
        term("reference.muinimula.categories"),
    )
    note = term("reference.muinimula.criticals_note")
    return Block(term("reference.muinimula.criticals"), rows, heads, note)


def _categories(cats: tuple[tuple[str, ...], ...]) -> Term:
    """Write the categories of a row in the codes that the note explains."""
    return _text(" / ".join(", ".join(codes) for codes in cats))


def _fumbles() -> Block:
    nothing = term("reference.muinimula.nothing")
    rows = []
    for row in fumbles():
        until = term("reference.muinimula.up_to", n=row.to)
        last = term("reference.muinimula.above")
        said = term("reference.muinimula.effects", items=tuple(effect_names(row.does)))
        rows.append((until if row.to < 1000 else last, said if row.does else nothing))
    heads = (term("reference.muinimula.w100"), term("reference.muinimula.effect"))
    title = _marked(term("reference.muinimula.fumbles"), Status.HOUSE)
    return Block(title, tuple(rows), heads)


def _coordination() -> Block:
    rows = []
    for row in coordination_rows():
        start = _n(row.since) if row.since > -1000 else term("reference.muinimula.below")
        rows.append((_marked(start, row.status), term("number.muinimula.signed", value=row.bonus)))
    heads = (term("reference.muinimula.from"), term("reference.muinimula.bonus"))
    return Block(term("reference.muinimula.coordination"), tuple(rows), heads)


def _weapons() -> Block:
    rows = tuple(
        (
            _marked(
                named("weapon_class.muinimula", id) if id in printed_classes() else _text(id),
                row.status,
            ),
            _n(row.tw),
            _n(row.ga),
            _n(row.kt),
            _text("–") if row.kk is None else term("number.muinimula.signed", value=row.kk),
            named("table.muinimula", row.table),
        )
        for id, row in classes().items()
    )
    heads = (
        term("sheet.muinimula.weapon.cls"),
        term("sheet.muinimula.weapon.tw"),
        term("sheet.muinimula.weapon.aim"),
        term("sheet.muinimula.weapon.kt"),
        term("sheet.muinimula.weapon.kk"),
        term("sheet.muinimula.weapon.table"),
    )
    return Block(term("reference.muinimula.weapons"), rows, heads)


def _armour() -> Block:
    rows = tuple(
        (
            named("armour_piece.muinimula", id) if id in printed_armours() else _text(id),
            *(_n(row.rs.get(r, 0)) for r in REGIONS),
        )
        for id, row in armours().items()
    )
    heads = (term("sheet.muinimula.armour"), *(named("region.muinimula", r) for r in REGIONS))
    title = _marked(term("reference.muinimula.armour"), Status.HOUSE)
    return Block(title, rows, heads)


def _default_rows(options: Options) -> Iterator[tuple[Term, ...]]:
    """Yield what the fight says where the rules leave a choice; what was chosen is marked."""
    for spec in OPTIONS:
        if spec.source.status is not Status.HOUSE:
            continue
        name = named("option.muinimula", spec.key)
        chosen = options[spec.key]
        if isinstance(chosen, bool):
            value = _yes(chosen)
        elif isinstance(chosen, int):
            value = _n(chosen)
        else:
            value = Term(f"option.muinimula.{spec.key}.{chosen}")
        if chosen != spec.default:
            value = term("reference.muinimula.chosen", value=value)
        yield name, value
