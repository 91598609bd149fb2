"""Combatants on paper: the card of each, and the rows of "before → after"."""

from __future__ import annotations

from collections.abc import Iterator

from maps.grid import SUB
from rules.core.places import square_name
from rules.core.terms import Term, named, term
from rules.encounter.changes import changed_tokens
from rules.encounter.state import Condition, Encounter, Token, TokenId
from rules.system.answers import Block, CardView, Difference
from rules.systems.pathfinder.conditions import BY_ID
from rules.systems.pathfinder.damage import weapon_view
from rules.systems.pathfinder.harm import health, points, vitals_of
from rules.systems.pathfinder.protection import (
    flat_footed_of,
    own_armour,
    own_attack,
    own_damage,
    touch_of,
)
from rules.systems.pathfinder.saves import ABILITY, Kind, save_bonus
from rules.systems.pathfinder.sheet import PathfinderSheet
from rules.systems.pathfinder.tables import natural_reach, sheet_of, size_of
from rules.systems.pathfinder.time import initiative_bonus
from rules.systems.pathfinder.weapons import Ability, SheetWeapon

_ABILITIES: tuple[Ability, ...] = (
    "strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma",
)  # fmt: skip
_NONE = "–"


# -- the card -----------------------------------------------------------------------------------


def card(state: Encounter, token_id: TokenId) -> CardView:
    """Return a combatant's card: headline values, weapons, blocks, a box for each hit point."""
    token = state.tokens[token_id]
    arms = [w for w in sheet_of(token).arms if not _is_bare(w)] or list(sheet_of(token).arms)
    return CardView(
        token_id,
        tuple(_head(state, token)),
        tuple(_weapon_row(state, token, weapon) for weapon in arms),
        (
            term("card.pathfinder.weapon"),
            term("card.pathfinder.attack"),
            term("card.pathfinder.damage"),
            term("card.pathfinder.critical"),
            term("card.pathfinder.range"),
        ),
        (_saves(token), _abilities(token), _senses(token)),
        sheet_of(token).hp,
        tuple(condition_name(c) for c in _in_order(token)),
        " ".join(filter(None, (sheet_of(token).race, sheet_of(token).class_level))),
    )


def _is_bare(weapon: SheetWeapon) -> bool:
    return "unarmed" in weapon.tags


def _in_order(token: Token) -> list[Condition]:
    ranks = {id: rank for rank, id in enumerate(BY_ID)}
    return sorted(token.conditions, key=lambda c: ranks.get(c.id, len(ranks)))


def _head(state: Encounter, token: Token) -> Iterator[tuple[Term, Term]]:
    armour, how = own_armour(state, token), health(token)
    yield term("card.pathfinder.hp"), term("card.pathfinder.points", now=how.now, most=how.most)
    yield term("card.pathfinder.ac"), _number(armour.total)
    yield term("card.pathfinder.touch"), _number(touch_of(armour))
    yield term("card.pathfinder.flat_footed"), _number(flat_footed_of(armour))
    yield term("card.pathfinder.initiative"), _signed(initiative_bonus(token))
    speed = sheet_of(token).speed
    yield term("card.pathfinder.speed"), term("length.pathfinder", metres=speed * 1.5, n=speed)


def _weapon_row(state: Encounter, token: Token, weapon: SheetWeapon) -> tuple[Term, ...]:
    view = weapon_view(weapon, own_damage(state, token, weapon))
    nothing = term("text.pathfinder.plain", text=_NONE)
    return (
        view.name,
        _signed(own_attack(state, token, weapon).total),
        view.damage,
        view.critical or nothing,
        view.range or nothing,
    )


def _saves(token: Token) -> Block:
    kinds: tuple[Kind, ...] = tuple(ABILITY)
    rows = tuple((named("save.pathfinder", k), _signed(save_bonus(token, k).total)) for k in kinds)
    return Block(term("card.pathfinder.saves"), rows)


def _abilities(token: Token) -> Block:
    rows = []
    for ability in _ABILITIES:
        score = sheet_of(token).score(ability)
        bonus = sheet_of(token).modifier(ability)
        value = term("card.pathfinder.ability", score=score or 0, bonus=bonus)
        if score is None:
            value = term("text.pathfinder.plain", text=_NONE)
        rows.append((named("ability.pathfinder.short", ability), value))
    return Block(term("card.pathfinder.abilities"), tuple(rows))


def _senses(token: Token) -> Block:
    sheet = sheet_of(token)
    reach = natural_reach(token)
    rows = [
        (term("card.pathfinder.size"), named("size.pathfinder", size_of(token).value)),
        (term("card.pathfinder.reach"), term("length.pathfinder", metres=reach * 1.5, n=reach)),
        (term("card.pathfinder.perception"), _signed(sheet.perception)),
        (term("card.pathfinder.stealth"), _signed(sheet.stealth)),
        *_special(sheet),
    ]
    return Block(term("card.pathfinder.senses"), tuple(rows))


def _special(sheet: PathfinderSheet) -> Iterator[tuple[Term, Term]]:
    far = {
        "darkvision": sheet.darkvision,
        "blindsense": sheet.blindsense,
        "blindsight": sheet.blindsight,
    }
    yes = term("word.pathfinder.yes")
    for sense, squares in far.items():
        if squares:
            length = term("length.pathfinder", metres=squares * 1.5, n=squares)
            yield named("sense.pathfinder", sense), length
    if sheet.low_light_vision:
        yield term("sense.pathfinder.low_light_vision"), yes
    if sheet.sneak_attack:
        value = term("card.pathfinder.sneak_dice", n=sheet.sneak_attack)
        yield term("card.pathfinder.sneak_attack"), value
    if sheet.damage_reduction:
        yield term("card.pathfinder.reduction"), _number(sheet.damage_reduction)
    if sheet.immune_criticals:
        yield term("card.pathfinder.immune_criticals"), yes


def _number(value: int) -> Term:
    return term("number.pathfinder.plain", value=value)


def _signed(value: int) -> Term:
    return term("number.pathfinder.signed", value=value)


def condition_name(condition: Condition) -> Term:
    """Name a condition as it stands: with its grade, with its end."""
    name = named("condition.pathfinder", condition.id)
    if condition.value is not None:
        name = term("condition_with.pathfinder.value", condition=name, value=condition.value)
    if condition.until is not None:
        rounds, count = condition.until
        name = term("condition_with.pathfinder.until", condition=name, round=rounds, count=count)
    return name


# -- before and after ---------------------------------------------------------------------------


def compare(before: Encounter, after: Encounter) -> tuple[Difference, ...]:
    """Return what changed in creatures that are in both states."""
    pairs = changed_tokens(before, after)
    return tuple(d for was, now in pairs for d in _differences(before, was, now))


def _differences(state: Encounter, was: Token, now: Token) -> Iterator[Difference]:
    yield from _points(was, now)
    for condition in _in_order(now):
        held = was.condition(condition.id)
        if held != condition:
            old = term("difference.pathfinder.no") if held is None else condition_name(held)
            label = term("difference.pathfinder.condition")
            yield Difference(now.id, label, old, condition_name(condition), _mood(condition.id))
    for condition in _in_order(was):
        if not now.has(condition.id):
            label, gone = term("difference.pathfinder.condition"), term("difference.pathfinder.no")
            yield Difference(now.id, label, condition_name(condition), gone, "good")
    if was.space != now.space:
        label = term("difference.pathfinder.place")
        yield Difference(now.id, label, _place(state, was), _place(state, now))


def _points(was: Token, now: Token) -> Iterator[Difference]:
    old, new = points(was), points(now)
    if old != new:
        mood = "good" if new > old else "bad"
        yield Difference(now.id, term("card.pathfinder.hp"), _number(old), _number(new), mood)
    bruised, sore = vitals_of(was).nonlethal, vitals_of(now).nonlethal
    if bruised != sore:
        label = term("difference.pathfinder.nonlethal")
        mood = "bad" if sore > bruised else "good"
        yield Difference(now.id, label, _number(bruised), _number(sore), mood)


def _mood(condition: str) -> str:
    if condition in ("total_defence", "fighting_defensively", "concealed", "invisible", "blessed"):
        return "good"
    return "bad" if BY_ID[condition].out else "warn"


def _place(state: Encounter, token: Token) -> Term:
    name = square_name(state.board, token.space.x // SUB, token.space.y // SUB)
    return term("text.pathfinder.plain", text=name)
