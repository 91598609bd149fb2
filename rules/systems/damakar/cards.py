"""Combatants on paper, and the rows of "before → after"."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.terms import Term, named, term
from rules.encounter.state import Condition, Encounter, Token, TokenId
from rules.system.answers import Block, CardView, Difference
from rules.systems.damakar import time, wounds
from rules.systems.damakar.arms import INSIDE, SCUFFLE, hands, weapon_name
from rules.systems.damakar.body import bands, faces
from rules.systems.damakar.damage import armour_of, bonus_part
from rules.systems.damakar.initiative import modifier
from rules.systems.damakar.moving import half_metres
from rules.systems.damakar.options import options_of
from rules.systems.damakar.prices import wound_price
from rules.systems.damakar.sheet import Wound, ap_most, sheet_of, vitals_of
from rules.systems.damakar.tables import actions
from rules.systems.damakar.weapons import SheetWeapon
from rules.systems.damakar.zones import Zone

ATTRIBUTES = ("strength", "agility", "constitution", "intelligence", "awareness", "charisma")


# -- the card -----------------------------------------------------------------------------------


def card(state: Encounter, id: TokenId) -> CardView:
    """Return a combatant's card: a box for each life point."""
    token = state.tokens[id]
    sheet = sheet_of(token)
    arms = [w for w in sheet.arms if w.id != "unarmed"] or list(sheet.arms)
    return CardView(
        id,
        tuple(_head(state, token)),
        tuple(_weapon_row(state, token, w) for w in arms),
        (
            term("card.damakar.weapon"),
            term("card.damakar.attack"),
            term("card.damakar.parry"),
            term("card.damakar.price"),
            term("card.damakar.damage"),
        ),
        (_attributes(token), _zones(state, token), _bands(state, token), _moving(state, token)),
        sheet.lp_most,
        tuple(condition_name(c) for c in token.conditions),
        " ".join(filter(None, (sheet.race, sheet.calling))),
    )


def _head(state: Encounter, token: Token) -> Iterator[tuple[Term, Term]]:
    sheet, vitals = sheet_of(token), vitals_of(token)
    points = term("card.damakar.points", now=wounds.lp_now(token), most=sheet.lp_most)
    yield term("card.damakar.lp"), points
    ap = ap_most(token, options_of(state))
    left = ap - vitals.ap_spent
    yield term("card.damakar.ap"), term("card.damakar.points", now=left, most=ap)
    bonus = sheet.awareness + modifier(token)
    yield term("card.damakar.initiative"), term("card.damakar.initiative_value", bonus=bonus)
    yield term("card.damakar.dodge"), _signed(sheet.dodge)


def _weapon_row(state: Encounter, token: Token, weapon: SheetWeapon) -> tuple[Term, ...]:
    sheet, options = sheet_of(token), options_of(state)
    nothing = term("text.damakar.plain", text="–")
    attack = _signed(sheet.attack if weapon.attack is None else weapon.attack)
    parry = nothing
    if weapon.melee:
        parry = _signed(sheet.parry if weapon.parry is None else weapon.parry)
    price = term("weapon_price.damakar.zp", zp=weapon.zp if weapon.melee else _zp("throw"))
    if weapon.kind == "ranged":
        price = term("weapon_price.damakar.shot", zp=_zp("shoot"), reload=weapon.reload)
    dice = weapon.dice
    bonus = bonus_part(sheet, weapon, options)
    damage = term("weapon_damage.damakar", n=dice.count, sides=dice.sides, bonus=bonus)
    return weapon_name(weapon), attack, parry, price, damage


def _zp(action: str) -> int:
    return actions()[action].zp


def _attributes(token: Token) -> Block:
    sheet = sheet_of(token)
    rows = tuple(
        (named("attribute.damakar", name), _signed(getattr(sheet, name))) for name in ATTRIBUTES
    )
    return Block(term("card.damakar.attributes"), rows)


def _zones(state: Encounter, token: Token) -> Block:
    options = options_of(state)
    rows = []
    for zone in Zone:
        span = term("text.damakar.plain", text=faces(zone, options))
        worn = armour_of(token, zone)
        value = term("armour_value.damakar.total", total=worn.total)
        if worn.variable or worn.bonus:
            value = term(
                "armour_value.damakar.three",
                total=worn.total,
                variable=worn.variable,
                bonus=worn.bonus,
            )
        rows.append((named("zone.damakar", zone.value), span, value))
    heads = (
        term("card.damakar.zone"),
        term("card.damakar.faces"),
        term("card.damakar.armour"),
    )
    return Block(term("card.damakar.zones"), tuple(rows), heads)


def _bands(state: Encounter, token: Token) -> Block:
    rows = []
    kinds = wounds.KINDS[:4]
    found = bands(token, options_of(state))
    for band in found:
        kind = kinds[band.level - 1]
        start = term("card.damakar.from", damage=band.start)
        cost = term("price.damakar.zp", zp=wound_price(token, kind))
        rows.append((named("wound.damakar", kind), start, cost))
    return Block(term("card.damakar.wounds"), tuple(rows))


def _moving(state: Encounter, token: Token) -> Block:
    options = options_of(state)
    walk = term("card.damakar.metres", metres=half_metres(token, options) / 2)
    run = term("card.damakar.metres", metres=half_metres(token, options, run=True) / 2)
    rows = ((term("card.damakar.walk"), walk), (term("card.damakar.run"), run))
    return Block(term("card.damakar.moving"), rows)


def _signed(value: int) -> Term:
    return term("number.damakar.signed", value=value)


def _number(value: int) -> Term:
    return term("number.damakar.plain", value=value)


def condition_name(condition: Condition) -> Term:
    """Name a condition as it stands, with its value."""
    name = named("condition.damakar", condition.id)
    if condition.value is None:
        return name
    return term("condition_with.damakar.value", condition=name, value=condition.value)


# -- before and after ---------------------------------------------------------------------------


def compare(before: Encounter, after: Encounter) -> tuple[Difference, ...]:
    """Return what changed: LP, wounds, AP, field, hands, conditions, ties."""
    rows: list[Difference] = []
    for id, now in after.tokens.items():
        was = before.tokens.get(id)
        if was is not None:
            rows += _of_token(after, was, now)
            rows += _field(before, after, id)
    rows += _ties(before, after)
    return tuple(rows)


def _of_token(state: Encounter, was: Token, now: Token) -> Iterator[Difference]:
    old, new = wounds.lp_now(was), wounds.lp_now(now)
    if old != new:
        mood = "bad" if new < old else "good"
        yield Difference(now.id, term("diff.damakar.lp"), _number(old), _number(new), mood)
    yield from _wounds(was, now)
    options = options_of(state)
    spent = [ap_most(t, options) - vitals_of(t).ap_spent for t in (was, now)]
    if spent[0] != spent[1]:
        yield Difference(now.id, term("diff.damakar.ap"), _number(spent[0]), _number(spent[1]))
    held = [_held(t) for t in (was, now)]
    if held[0] != held[1] and hands(was).known:
        yield Difference(now.id, term("diff.damakar.hands"), held[0], held[1])
    for condition in now.conditions:
        if was.condition(condition.id) != condition:
            yield _condition(now, term("diff.damakar.no"), condition_name(condition), condition)
    for condition in was.conditions:
        if not now.has(condition.id):
            yield _condition(now, condition_name(condition), term("diff.damakar.no"), condition)


def _condition(token: Token, old: Term, new: Term, condition: Condition) -> Difference:
    mood = "bad" if condition.id in ("incapacitated", "dead") and token.has(condition.id) else ""
    return Difference(token.id, term("diff.damakar.condition"), old, new, mood)


def _wounds(was: Token, now: Token) -> Iterator[Difference]:
    old, new = vitals_of(was).wounds, vitals_of(now).wounds
    for wound in new[len(old) :]:
        none = term("diff.damakar.no")
        yield Difference(now.id, term("diff.damakar.wound"), none, wound_name(wound), "bad")


def wound_name(wound: Wound) -> Term:
    """Name a wound: "Schwere Wunde, linkes Bein, 9"."""
    kind = named("wound.damakar", wound.kind)
    if wound.zone is None:
        return term("wound_text.damakar.plain", kind=kind, damage=wound.damage)
    zone = named("zone.damakar", wound.zone.value)
    return term("wound_text.damakar.zone", kind=kind, zone=zone, damage=wound.damage)


def _held(token: Token) -> Term:
    names = tuple(weapon_name(w) for _, w in hands(token).items)
    return term("diff.damakar.held", names=names) if names else term("diff.damakar.empty")


def _field(before: Encounter, after: Encounter, id: TokenId) -> Iterator[Difference]:
    old, new = before.timeline.at.get(id), after.timeline.at.get(id)
    if old is None or new is None or old == new or not after.timeline.running:
        return
    label = term("diff.damakar.field", zp=old - new)
    yield Difference(
        id, label, _number(time.field_of(before, old)), _number(time.field_of(after, new))
    )


def _ties(before: Encounter, after: Encounter) -> Iterator[Difference]:
    yes, no = term("diff.damakar.yes"), term("diff.damakar.no")
    for link in after.links:
        if link not in before.links and link.kind in (SCUFFLE, INSIDE):
            label = named("tie.damakar", link.kind)
            yield Difference(link.a, label, no, yes)
    for link in before.links:
        if link not in after.links and link.kind in (SCUFFLE, INSIDE) and link.a in after.tokens:
            label = named("tie.damakar", link.kind)
            yield Difference(link.a, label, yes, no)
