"""Combatants on paper: the card of each, tables to look up, the rows of "before → after"."""

from __future__ import annotations

from collections.abc import Iterator

from maps.grid import SUB
from rules.core.places import square_name
from rules.core.terms import Term, named, term
from rules.encounter.changes import changed_tokens
from rules.encounter.state import Condition, Encounter, Token, TokenId
from rules.system.answers import Block, CardView, Difference
from rules.systems.osric import levels
from rules.systems.osric.arms import Arm
from rules.systems.osric.conditions import BY_ID
from rules.systems.osric.creatures import (
    missile_modifier,
    natural_lengths,
    sheet_of,
    speed_feet,
    surprise_modifier,
)
from rules.systems.osric.damage import both_sizes, weapon_view
from rules.systems.osric.harm import health, points
from rules.systems.osric.names import spell_name
from rules.systems.osric.options import options_of
from rules.systems.osric.protection import own_armour, own_attack, own_damage, without
from rules.systems.osric.rolls import save_of
from rules.systems.osric.spells import time_term
from rules.systems.osric.tables import (
    SAVES,
    concealment_grades,
    cover_grades,
    state_rows,
    weapon_rows,
)

_NONE = "–"
_SHOWN_AC = (10, 8, 6, 4, 2, 0, -2)
"""Armour classes of the short row of needed numbers."""


# -- the card -------------------------------------------------------------------------------------


def card(state: Encounter, token_id: TokenId) -> CardView:
    """Return a combatant's card: headline values, weapons, blocks, a box for each hit point."""
    token = state.tokens[token_id]
    sheet = sheet_of(token)
    arms = [a for a in sheet.arms if not a.bare] or list(sheet.arms)
    blocks = [_matrix(token), _saves(token), _about(state, token)]
    if sheet.spells:
        blocks.append(_spells(token))
    return CardView(
        token_id,
        tuple(_head(state, token)),
        tuple(_weapon_row(state, token, arm) for arm in arms),
        (
            term("card.osric.weapon"),
            term("card.osric.attack"),
            term("card.osric.damage"),
            term("card.osric.length"),
            term("card.osric.range"),
        ),
        tuple(blocks),
        sheet.hp,
        tuple(condition_name(c) for c in _in_order(token)),
    )


def _in_order(token: Token) -> list[Condition]:
    ranks = {id: rank for rank, id in enumerate(BY_ID)}
    return sorted(token.conditions, key=lambda c: ranks.get(c.id, len(ranks)))


def _head(state: Encounter, token: Token) -> Iterator[tuple[Term, Term]]:
    armour, how = own_armour(state, token), health(token)
    yield term("card.osric.hp"), term("card.osric.points", now=how.now, most=how.most)
    yield term("card.osric.ac"), _number(armour.total)
    yield term("card.osric.from_behind"), _number(without(armour, "shield", "dexterity"))
    yield term("card.osric.level"), _number(sheet_of(token).matrix_level)
    feet = speed_feet(state, token)
    squares = feet // options_of(state).number("square_feet")
    yield term("card.osric.speed"), term("length.osric", feet=feet, n=squares)


def _length(state: Encounter, token: Token, arm: Arm) -> int:
    return arm.reach_length(sheet_of(token).size, natural_lengths(options_of(state)))[0]


def _weapon_row(state: Encounter, token: Token, arm: Arm) -> tuple[Term, ...]:
    view = weapon_view(arm)
    nothing = term("text.osric.plain", text=_NONE)
    length = nothing
    if arm.kind == "melee":
        length = term("card.osric.feet", feet=_length(state, token, arm))
    return (
        view.name,
        _signed(own_attack(state, token, arm).total),
        both_sizes(arm, own_damage(state, token, arm)),
        length,
        view.range or nothing,
    )


def _matrix(token: Token) -> Block:
    """List the totals needed against armour classes (§2.1)."""
    level = sheet_of(token).matrix_level
    rows = tuple(
        (term("card.osric.against", ac=ac), _number(levels.needed(level, ac))) for ac in _SHOWN_AC
    )
    return Block(term("card.osric.matrix"), rows)


def _saves(token: Token) -> Block:
    sheet = sheet_of(token)
    rows = tuple(
        (named("save.osric", kind), _number(save_of(sheet, kind) - sheet.save_bonus))
        for kind in SAVES
    )
    return Block(term("card.osric.saves"), rows)


def _about(state: Encounter, token: Token) -> Block:
    sheet = sheet_of(token)
    rows = []
    if sheet.monster:
        dice = term("text.osric.plain", text=sheet.hit_dice)
        rows.append((term("card.osric.hit_dice"), dice))
    else:
        kind = named("profession.osric", sheet.profession)
        value = term("card.osric.class_level", kind=kind, n=sheet.level)
        rows.append((term("card.osric.class"), value))
    rows += [
        (term("card.osric.size"), named("size.osric", sheet.size)),
        (term("card.osric.surprise"), _signed(surprise_modifier(token, options_of(state)))),
        (term("card.osric.missile"), _signed(missile_modifier(token))),
    ]
    if sheet.surprises_on != 2:
        value = term("card.osric.surprises_on", n=sheet.surprises_on)
        rows.append((term("card.osric.surprises"), value))
    return Block(term("card.osric.about"), tuple(rows))


def _spells(token: Token) -> Block:
    sheet = sheet_of(token)
    level = term("card.osric.caster_level"), _number(sheet.spell_level)
    spells = [(spell_name(token, s.id), time_term(s.segments)) for s in sheet.spells]
    return Block(term("card.osric.spells"), (level, *spells))


def _number(value: int) -> Term:
    return term("number.osric.plain", value=value)


def _signed(value: int) -> Term:
    return term("number.osric.signed", value=value)


def condition_name(condition: Condition) -> Term:
    """Name a condition as it stands: with its grade, with its end."""
    name = named("condition.osric", condition.id)
    if condition.value is not None:
        name = term("condition_with.osric.value", condition=name, value=condition.value)
    if condition.until is not None:
        rounds, segment = condition.until
        name = term("condition_with.osric.until", condition=name, round=rounds, segment=segment)
    return name


# -- tables to look up ----------------------------------------------------------------------------


def reference() -> tuple[Block, ...]:
    """Return the tables that a game master looks up: cover, states, levels, weapons (§2, §8)."""
    cover = tuple(
        (term("reference.osric.percent", percent=p), _signed(v)) for p, v in cover_grades().items()
    )
    hidden = tuple(
        (term("reference.osric.percent", percent=p), _signed(v))
        for p, v in concealment_grades().items()
    )
    states = tuple(
        (named("condition.osric", id), _signed(row.to_hit))
        for id, row in state_rows().items()
        if row.to_hit and row.status != "house"
    )
    lengths = tuple(
        (named("weapon.osric", id), term("card.osric.feet", feet=row.length))
        for id, row in weapon_rows().items()
        if row.length is not None and row.kind == "melee"
    )
    return (
        Block(term("reference.osric.cover"), cover),
        Block(term("reference.osric.concealment"), hidden),
        Block(term("reference.osric.states"), states),
        Block(term("reference.osric.levels"), _levels()),
        Block(term("reference.osric.lengths"), lengths),
    )


def _levels() -> tuple[tuple[Term, Term], ...]:
    shown = ("1/2", "1-1", "1", *(f"{n}+1" for n in range(1, 12)))
    return tuple(
        (term("reference.osric.dice", dice=dice), _number(levels.level_of(dice))) for dice in shown
    )


# -- before and after -----------------------------------------------------------------------------


def compare(before: Encounter, after: Encounter) -> tuple[Difference, ...]:
    """Return what changed in creatures that are in both states."""
    pairs = changed_tokens(before, after)
    return tuple(d for was, now in pairs for d in _differences(before, was, now))


def _differences(state: Encounter, was: Token, now: Token) -> Iterator[Difference]:
    old, new = points(was), points(now)
    if old != new:
        mood = "good" if new > old else "bad"
        yield Difference(now.id, term("card.osric.hp"), _number(old), _number(new), mood)
    label, nothing = term("difference.osric.condition"), term("difference.osric.no")
    for condition in _in_order(now):
        held = was.condition(condition.id)
        if held != condition:
            old_name = nothing if held is None else condition_name(held)
            yield Difference(
                now.id, label, old_name, condition_name(condition), _mood(condition.id)
            )
    for condition in _in_order(was):
        if not now.has(condition.id):
            yield Difference(now.id, label, condition_name(condition), nothing, "good")
    if was.space != now.space:
        place = term("difference.osric.place")
        yield Difference(now.id, place, _place(state, was), _place(state, now))


def _mood(condition: str) -> str:
    if condition in ("parrying", "set", "covered", "concealed", "invisible", "hasted"):
        return "good"
    spec = BY_ID.get(condition)
    return "bad" if spec is not None and spec.out else "warn"


def _place(state: Encounter, token: Token) -> Term:
    name = square_name(state.board, token.space.x // SUB, token.space.y // SUB)
    return term("text.osric.plain", text=name)
