"""Combatants on paper, and the rows of "before → after"."""

from __future__ import annotations

from collections.abc import Iterator

from maps.grid import SUB
from rules.core.places import square_name
from rules.core.terms import Term, named, term
from rules.encounter.changes import changed_tokens
from rules.encounter.state import Condition, Encounter, Token, TokenId
from rules.system.answers import Block, CardView, Difference
from rules.systems.das_system.body import PARTS, places_of
from rules.systems.das_system.conditions import BY_ID
from rules.systems.das_system.gear import SheetWeapon
from rules.systems.das_system.harm import health, zustand_of
from rules.systems.das_system.kar import current, points
from rules.systems.das_system.options import options_of
from rules.systems.das_system.sheet import ATTRIBUTES, sheet_of, vitals_of
from rules.systems.das_system.values import (
    armour_fight,
    armour_probe,
    attack_values,
    dodge_values,
    parade_values,
    place_name,
    weapon_name,
    wuerfelwert,
)
from rules.systems.das_system.words import piece_name

BOX = 50
"""GZ to a box to tick."""


def card(state: Encounter, token_id: TokenId) -> CardView:
    """Return a combatant's card: values, weapons, armour, places, a box for 50 GZ each."""
    token = state.tokens[token_id]
    sheet = sheet_of(token)
    return CardView(
        token_id,
        tuple(_head(state, token)),
        tuple(_weapon_row(state, token, weapon) for weapon in sheet.arms),
        (
            term("card.das_system.weapon"),
            term("card.das_system.attack"),
            term("card.das_system.parade"),
            term("card.das_system.effect"),
            term("card.das_system.structure"),
        ),
        (_attributes(token), _armour(token), _places(token), _wounds(token)),
        -(-sheet.most_gz // BOX),
        tuple(condition_name(c) for c in token.conditions),
        " ".join(filter(None, (sheet.race, sheet.calling))),
        BOX,
    )


def _head(state: Encounter, token: Token) -> Iterator[tuple[Term, Term]]:
    options, how, vitals = options_of(state), health(token), vitals_of(token)
    yield term("card.das_system.gz"), term("card.das_system.of", now=how.now, most=how.most)
    most = min(sheet_of(token).most_ausdauer, how.most)
    yield (
        term("card.das_system.ausdauer"),
        term("card.das_system.of", now=vitals.ausdauer, most=most),
    )
    yield term("card.das_system.kar"), term("count.das_system", kar=points(current(token, options)))
    yield term("card.das_system.wuerfelwert"), _number(wuerfelwert(sheet_of(token), options))
    worn, used = armour_fight(sheet_of(token))
    fight, probe = _less(worn - used), _less(armour_probe(sheet_of(token)))
    value = term("card.das_system.deductions", fight=fight, probe=probe)
    yield term("card.das_system.armour_deduction"), value
    dodge = dodge_values(token, options)
    value = term("card.das_system.values", basis=dodge.basis, festwert=dodge.cap_festwert,
                 schwere=dodge.cap_schwere)  # fmt: skip
    yield term("card.das_system.dodge"), value


def _less(value: int) -> Term:
    """Say a deduction; one of nothing has no sign."""
    return term("card.das_system.less", n=value)


def _weapon_row(state: Encounter, token: Token, weapon: SheetWeapon) -> tuple[Term, ...]:
    options = options_of(state)
    attack, parade = attack_values(token, weapon, options), parade_values(token, weapon, options)
    nothing = term("text.das_system.plain", text="–")
    effects = " ".join(f"{letter}{value}" for letter, value in sorted(weapon.effect.items()))
    name = term(
        "card.das_system.weapon_kind",
        weapon=weapon_name(weapon),
        kind=named("kind.das_system", weapon.kind),
    )
    shown = [
        nothing
        if v is None
        else term(
            "card.das_system.values", basis=v.basis, festwert=v.cap_festwert, schwere=v.cap_schwere
        )
        for v in (attack, parade)
    ]
    return (
        name,
        *shown,
        term("text.das_system.plain", text=effects or "–"),
        _number(weapon.structure),
    )


def _attributes(token: Token) -> Block:
    rows = tuple(
        (named("sheet.das_system", a), _number(sheet_of(token).attribute(a))) for a in ATTRIBUTES
    )
    return Block(term("card.das_system.attributes"), rows)


def _armour(token: Token) -> Block:
    rows = tuple(
        (
            piece_name(p.id, p.base, p.name),
            term("card.das_system.piece", strength=p.strength, letter=p.letter, dw=p.dw),
        )
        for p in sorted(sheet_of(token).pieces, key=lambda p: -p.layer)
    )
    return Block(term("card.das_system.armour"), rows)


def _places(token: Token) -> Block:
    """Return value and Zustand of each place, the sides of limbs together."""
    rows = []
    for part in PARTS:
        if part.startswith("l_"):
            continue
        for place in places_of(part):
            rows.append(
                (
                    place_name(place.id) if part in ("rumpf", "kopf") else _word(place.name),
                    term("card.das_system.place", melee=place.melee, ranged=place.ranged,
                         zustand=zustand_of(token, place.id)),
                )
            )  # fmt: skip
    return Block(term("card.das_system.places"), tuple(rows))


def _word(name: str) -> Term:
    return named("place.das_system", name)


def _wounds(token: Token) -> Block:
    rows = tuple(
        (
            place_name(w.place),
            term("card.das_system.wound", kind=named("kind.das_system", w.kind), row=w.row,
                 bleeding=w.bleeding, pain=w.pain, fight=-w.fight, probe=-w.probe),
        )
        for w in vitals_of(token).wounds
    )  # fmt: skip
    return Block(term("card.das_system.wounds"), rows)


def _number(value: int) -> Term:
    return term("number.das_system", value=value)


def condition_name(condition: Condition) -> Term:
    return named("condition.das_system", condition.id)


# -- before and after -----------------------------------------------------------------------------


def compare(before: Encounter, after: Encounter) -> tuple[Difference, ...]:
    """Return what changed in creatures that are in both states."""
    pairs = changed_tokens(before, after)
    return tuple(d for was, now in pairs for d in _differences(before, after, was, now))


def _differences(
    before: Encounter, after: Encounter, was: Token, now: Token
) -> Iterator[Difference]:
    yield from _numbers(before, after, was, now)
    yield from _new_wounds(was, now)
    for condition in now.conditions:
        if was.condition(condition.id) is None:
            spec = BY_ID.get(condition.id)
            mood = "bad" if spec is not None and spec.out else "warn"
            label, old = term("difference.das_system.condition"), term("difference.das_system.no")
            yield Difference(now.id, label, old, condition_name(condition), mood)
    for condition in was.conditions:
        if now.condition(condition.id) is None:
            label, gone = term("difference.das_system.condition"), term("difference.das_system.no")
            yield Difference(now.id, label, condition_name(condition), gone, "good")
    if was.space != now.space:
        label = term("difference.das_system.place")
        yield Difference(now.id, label, _square(before, was), _square(after, now))


def _numbers(before: Encounter, after: Encounter, was: Token, now: Token) -> Iterator[Difference]:
    old, new = vitals_of(was), vitals_of(now)
    for label, a, b in (
        (term("card.das_system.gz"), old.gz, new.gz),
        (term("card.das_system.ausdauer"), old.ausdauer, new.ausdauer),
    ):
        if a != b:
            yield Difference(now.id, label, _number(a), _number(b), "good" if b > a else "bad")
    a, b = current(was, options_of(before)), current(now, options_of(after))
    if a != b:
        label = term("card.das_system.kar")
        first, then = (term("count.das_system", kar=points(kar)) for kar in (a, b))
        yield Difference(now.id, label, first, then, "good" if b < a else "warn")
    for piece in sheet_of(now).pieces:
        lost, more = old.armour.get(piece.id, {}), new.armour.get(piece.id, {})
        for place in more:
            if lost.get(place, 0) != more[place]:
                name = piece_name(piece.id, piece.base, piece.name)
                label = term("difference.das_system.dw", piece=name, place=place_name(place))
                first, then = (_number(piece.dw - x.get(place, 0)) for x in (lost, more))
                yield Difference(now.id, label, first, then, "bad")


def _new_wounds(was: Token, now: Token) -> Iterator[Difference]:
    known = {w.id for w in vitals_of(was).wounds}
    for wound in vitals_of(now).wounds:
        if wound.id not in known:
            label = term("difference.das_system.wound", place=place_name(wound.place))
            value = term("difference.das_system.row", row=wound.row, severity=wound.severity)
            yield Difference(now.id, label, term("difference.das_system.no"), value, "bad")


def _square(state: Encounter, token: Token) -> Term:
    name = square_name(state.board, token.space.x // SUB, token.space.y // SUB)
    return term("text.das_system.plain", text=name)
