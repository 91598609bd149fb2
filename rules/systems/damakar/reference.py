"""The tables to look up at the table, filled from the values that the rules here use."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.glossary import Glossary
from rules.core.options import Options
from rules.core.sources import Status
from rules.core.terms import Term, named, term
from rules.encounter.state import Encounter
from rules.system.answers import Block
from rules.systems.damakar.options import OPTIONS, options_of
from rules.systems.damakar.tables import CAUSES, ActionRow, actions, armours, printed_armours
from rules.systems.damakar.weapons import catalogue
from rules.systems.damakar.zones import Zone, span


def reference(state: Encounter, words: Glossary) -> tuple[Block, ...]:
    """Return the tables: actions, wounds, zones, weapons, armour, our own defaults.

    Prices and armour are those of the tables in force, zones those of the fight's options.
    """
    options = options_of(state)
    defaults = Block(term("reference.damakar.defaults"), tuple(_default_rows(options, words)))
    return (_actions(), _wounds(), _zones(options), _weapons(), _armour(), defaults)


def _plain(text: str) -> Term:
    return term("text.damakar.plain", text=text)


def _actions() -> Block:
    heads = (
        term("reference.damakar.action"),
        term("reference.damakar.zp"),
        term("reference.damakar.mods"),
    )
    rows = tuple(
        (named("action.damakar", id), _price(id, row), _mods(row))
        for id, row in actions().items()
        if row.kind != "wound" and id != "free"
    )
    note = term("reference.damakar.actions_note")
    return Block(term("reference.damakar.actions"), rows, heads, note)


def _price(id: str, row: ActionRow) -> Term:
    if id == "magic":
        return term("reference.damakar.by_magic")
    if row.by_weapon:
        return term("reference.damakar.by_weapon")
    if row.ap:
        return term("reference.damakar.with_ap", zp=row.zp, ap=row.ap)
    return term("number.damakar.plain", value=row.zp)


def _mods(row: ActionRow) -> Term:
    names = tuple(named("price.damakar", cause) for cause in CAUSES if cause in row.mods)
    return term("reference.damakar.list", names=names) if names else _plain("–")


def _wounds() -> Block:
    rows = tuple(
        (named("wound.damakar", id), named("reference_wound.damakar", id), _wound_zp(id, row))
        for id, row in actions().items()
        if row.kind == "wound"
    )
    heads = (
        term("reference.damakar.wound"),
        term("reference.damakar.damage"),
        term("reference.damakar.zp"),
    )
    return Block(term("reference.damakar.wounds"), rows, heads)


def _wound_zp(id: str, row: ActionRow) -> Term:
    return _plain("–") if id == "deadly" else term("number.damakar.plain", value=row.zp)


def _zones(options: Options) -> Block:
    rows = []
    for zone in Zone:
        faces = span(zone, options)
        text = "–" if faces is None else f"{faces[0]}–{faces[1]}"
        rows.append((_plain(text), named("zone.damakar", zone.value)))
    note = term("reference.damakar.own")
    return Block(term("reference.damakar.zones"), tuple(rows), note=note)


def _weapons() -> Block:
    rows = []
    for weapon in catalogue().values():
        price = str(weapon.zp if weapon.melee else actions()["throw"].zp)
        if weapon.kind == "ranged":
            price = f"{actions()['shoot'].zp} / {weapon.reload}"
        length = str(weapon.length) if weapon.melee and not weapon.shield else "–"
        dice = weapon.dice
        damage = term("weapon_damage.damakar", n=dice.count, sides=dice.sides, bonus=dice.bonus)
        rows.append((named("weapon.damakar", weapon.id), _plain(length), _plain(price), damage))
    heads = (
        term("reference.damakar.weapon"),
        term("reference.damakar.length"),
        term("reference.damakar.zp_reload"),
        term("reference.damakar.damage"),
    )
    note = term("reference.damakar.own")
    return Block(term("reference.damakar.weapons"), tuple(rows), heads, note)


def _armour() -> Block:
    rows = tuple(
        (
            named("armour.damakar", id) if id in printed_armours() else _plain(id),
            term("number.damakar.plain", value=row.total),
        )
        for id, row in armours().items()
    )
    return Block(term("reference.damakar.armour"), rows, note=term("reference.damakar.own"))


def _default_rows(options: Options, words: Glossary) -> Iterator[tuple[Term, ...]]:
    """Yield what the fight says where the rules leave a choice; what was chosen is marked."""
    for spec in OPTIONS:
        if spec.source.status is not Status.HOUSE:
            continue
        label = named("option.damakar", spec.key)
        chosen = options[spec.key]
        if isinstance(chosen, bool):
            value = term("word.damakar.yes") if chosen else term("word.damakar.no")
        elif isinstance(chosen, int):
            value = term("number.damakar.plain", value=chosen)
        else:
            value = _plain(words.say(f"option.damakar.{spec.key}.{chosen}"))
        if chosen != spec.default:
            value = term("reference.damakar.chosen", value=value)
        yield label, value
