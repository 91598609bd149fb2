"""The tables to look up at the table, filled from the values that the rules here use."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from maps.grid import Footprint
from maps.shapes import Grade
from rules.core.glossary import Glossary
from rules.core.options import Options, OptionSpec, OptionValue
from rules.core.sources import Status
from rules.core.terms import Term, named, term
from rules.encounter.state import Condition, Encounter, SideId, Token, TokenId
from rules.system.answers import Block
from rules.systems.pathfinder import concealment
from rules.systems.pathfinder.conditions import CONCEALED_PRESET, LOSES_DEXTERITY, SPECS
from rules.systems.pathfinder.cover import armour_bonus
from rules.systems.pathfinder.options import OPTIONS, options_of
from rules.systems.pathfinder.protection import own_armour
from rules.systems.pathfinder.saves import COVER_BONUS
from rules.systems.pathfinder.sheet import PathfinderSheet, PathfinderVitals, Size
from rules.systems.pathfinder.tables import ConditionRow, condition_rows, sizes

_NONE: Final = "–"
_METRES: Final = 1.5


def reference(state: Encounter, words: Glossary) -> tuple[Block, ...]:
    """Return the tables: conditions, cover as the fight has it, concealment, sizes, defaults."""
    options = options_of(state)
    cover, hidden = _cover(options.number("improved_cover_bonus")), _concealment()
    return (_conditions(words), cover, hidden, _sizes(words), _defaults(options))


# -- conditions ---------------------------------------------------------------------------------


def _conditions(words: Glossary) -> Block:
    return Block(
        term("reference.pathfinder.conditions"),
        tuple(_condition_rows(words)),
        (
            term("reference.pathfinder.condition"),
            term("reference.pathfinder.attack_melee"),
            term("reference.pathfinder.attack_ranged"),
            term("reference.pathfinder.ac_melee"),
            term("reference.pathfinder.ac_ranged"),
            term("reference.pathfinder.besides"),
        ),
        term("reference.pathfinder.conditions_note"),
    )


def _condition_rows(words: Glossary) -> Iterator[tuple[Term, ...]]:
    table = condition_rows()
    for spec in SPECS:
        row = table.get(spec.id)
        if row is not None:
            values = (*row.attack, *row.ac)
            name = _marked(named("condition.pathfinder", spec.id), row.status)
            yield (name, *map(_signed, values), _besides(spec.id, row, words))
        elif spec.id == "helpless":
            melee, ranged = _helpless()
            name, why = named("condition.pathfinder", spec.id), term("reference.pathfinder.no_dex")
            yield (name, _plain(_NONE), _plain(_NONE), _signed(melee), _signed(ranged), why)
        elif spec.id in LOSES_DEXTERITY:
            nothing = [_plain(_NONE)] * 4
            name = named("condition.pathfinder", spec.id)
            yield (name, *nothing, term("reference.pathfinder.loses_dex"))


def _besides(id: str, row: ConditionRow, words: Glossary) -> Term:
    """Say what a condition does besides its numbers."""
    said = []
    if id in LOSES_DEXTERITY:
        said.append(words.say("reference.pathfinder.loses_dex"))
    for ability, value in (("strength", row.strength), ("dexterity", row.dexterity)):
        if value:
            short = words.say(named("ability.pathfinder.short", ability))
            said.append(f"{short} {words.number(value, sign=True)}")
    return _plain(", ".join(said))


def _helpless() -> tuple[int, int]:
    """Return what being helpless changes in an armour class with Dexterity 10, melee and ranged."""
    id, space = TokenId("one"), Footprint.at(0, 0, 1)
    plain = Token(id, "", SideId.HEROES, space, PathfinderSheet(), PathfinderVitals())
    held = replace(plain, conditions=(Condition("helpless"),))
    found = []
    for ranged in (False, True):
        totals = [
            own_armour(
                Encounter("pathfinder", tokens=MappingProxyType({t.id: t})), t, ranged=ranged
            ).total
            for t in (plain, held)
        ]
        found.append(totals[1] - totals[0])
    return found[0], found[1]


# -- cover and concealment ------------------------------------------------------------------------


def _cover(improved: int) -> Block:
    rows = []
    for grade in (Grade.PARTIAL, Grade.SOFT, Grade.HARD, Grade.IMPROVED):
        reflex = improved // 2 if grade is Grade.IMPROVED else COVER_BONUS.get(grade, 0)
        name = named("cover.pathfinder", grade.value)
        if grade is Grade.PARTIAL:
            name = _marked(name, Status.HOUSE)
        rows.append((name, _signed(armour_bonus(grade, improved)), _signed(reflex)))
    total = named("cover.pathfinder", Grade.TOTAL.value)
    nothing = term("reference.pathfinder.no_attack")
    return Block(
        term("reference.pathfinder.cover"),
        (*rows, (total, nothing, nothing)),
        (
            term("reference.pathfinder.grade"),
            term("reference.pathfinder.ac"),
            term("reference.pathfinder.reflex"),
        ),
        term("reference.pathfinder.cover_note"),
    )


def _concealment() -> Block:
    causes = (
        (term("modifier.pathfinder.dim"), concealment.PARTIAL),
        (term("modifier.pathfinder.concealed"), CONCEALED_PRESET),
        (term("modifier.pathfinder.dark"), concealment.TOTAL),
        (term("modifier.pathfinder.invisible_target"), concealment.TOTAL),
        (term("modifier.pathfinder.blind_attacker"), concealment.TOTAL),
        (term("modifier.pathfinder.no_sight"), concealment.TOTAL),
    )
    rows = tuple((cause, term("reference.pathfinder.percent", value=p)) for cause, p in causes)
    return Block(
        term("reference.pathfinder.concealment"),
        rows,
        (term("reference.pathfinder.cause"), term("reference.pathfinder.miss_chance")),
        term("reference.pathfinder.concealment_note"),
    )


# -- sizes ----------------------------------------------------------------------------------------


def _sizes(words: Glossary) -> Block:
    rows = []
    for size, row in sizes().items():
        space = words.number(row.space * _METRES)
        reach = words.number(row.tall * _METRES)
        if row.long != row.tall:
            reach = f"{reach} / {words.number(row.long * _METRES)}"
        rows.append(
            (
                named("size.pathfinder", Size(size).value),
                _plain(space),
                _plain(reach),
                _signed(row.modifier),
                _signed(row.manoeuvre),
                _signed(row.stealth),
            )
        )
    return Block(
        term("reference.pathfinder.sizes"),
        tuple(rows),
        (
            term("reference.pathfinder.size"),
            term("reference.pathfinder.space"),
            term("reference.pathfinder.reach"),
            term("reference.pathfinder.attack_ac"),
            term("reference.pathfinder.manoeuvre"),
            term("reference.pathfinder.stealth"),
        ),
        term("reference.pathfinder.sizes_note"),
    )


# -- our own defaults -----------------------------------------------------------------------------


def _defaults(options: Options) -> Block:
    """Return what the fight says where the rules leave a choice; what was chosen is marked."""
    house = (spec for spec in OPTIONS if spec.source.status is Status.HOUSE)
    return Block(
        term("reference.pathfinder.defaults"),
        tuple((named("option.pathfinder", spec.key), _in_force(spec, options)) for spec in house),
        (term("reference.pathfinder.option"), term("reference.pathfinder.value")),
        term("reference.pathfinder.defaults_note"),
    )


def _in_force(spec: OptionSpec, options: Options) -> Term:
    value = _option(spec, options[spec.key])
    changed = options[spec.key] != spec.default
    return term("reference.pathfinder.chosen", value=value) if changed else value


def _option(spec: OptionSpec, chosen: OptionValue) -> Term:
    match chosen:
        case bool(on):
            return term("reference.pathfinder.yes") if on else term("reference.pathfinder.no")
        case int(number):
            return term("number.pathfinder.plain", value=number)
        case word:
            return named("option.pathfinder", f"{spec.key}.{word}")


# -- values as terms ------------------------------------------------------------------------------


def _plain(text: str) -> Term:
    return term("text.pathfinder.plain", text=text)


def _signed(value: int) -> Term:
    return term("number.pathfinder.signed", value=value) if value else _plain(_NONE)


def _marked(name: Term, status: Status) -> Term:
    """Mark what the rules do not say themselves: ° derived, * our own default."""
    match status:
        case Status.HOUSE:
            return term("reference.pathfinder.house", name=name)
        case Status.DERIVED:
            return term("reference.pathfinder.derived", name=name)
        case _:
            return name
