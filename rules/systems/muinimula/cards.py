"""Combatants on paper: the card of each, and the rows of "before → after"."""

from __future__ import annotations

from collections.abc import Iterator

from maps.grid import SUB
from rules.core.places import square_name
from rules.core.terms import Term, named, term
from rules.encounter.changes import changed_tokens
from rules.encounter.state import Condition, Encounter, Token, TokenId
from rules.system.answers import Block, CardView, Difference
from rules.systems.muinimula.conditions import BY_ID
from rules.systems.muinimula.damage import weapon_view
from rules.systems.muinimula.malus import state_of
from rules.systems.muinimula.parry import means_of
from rules.systems.muinimula.sheet import life, sheet_of, vitals_of
from rules.systems.muinimula.tables import REGIONS
from rules.systems.muinimula.time import seconds
from rules.systems.muinimula.weapons import UNARMED, SheetWeapon


def card(state: Encounter, token_id: TokenId) -> CardView:
    """Return a combatant's card: values, weapons, means of parrying, armour, states, a box a LE."""
    token = state.tokens[token_id]
    arms = [w for w in sheet_of(token).arms if w.id != UNARMED.id] or list(sheet_of(token).arms)
    heads = (
        term("card.muinimula.weapon"),
        term("card.muinimula.at"),
        term("card.muinimula.time"),
        term("card.muinimula.damage"),
        term("card.muinimula.kt"),
        term("card.muinimula.skills"),
    )
    return CardView(
        token_id,
        tuple(_head(token)),
        tuple(_weapon(weapon) for weapon in arms),
        heads,
        (_parries(token), _armour(token), _states(token)),
        sheet_of(token).life,
        tuple(condition_name(c) for c in _in_order(token)),
        sheet_of(token).kind,
    )


def _head(token: Token) -> Iterator[tuple[Term, Term]]:
    sheet = sheet_of(token)
    points = term("card.muinimula.points", now=life(token), most=sheet.life)
    yield term("card.muinimula.life"), points
    yield term("card.muinimula.reaction"), number(sheet.reaction)
    yield term("card.muinimula.control"), number(sheet.control)
    yield term("card.muinimula.movement"), term("card.muinimula.speed", n=sheet.movement)


def _weapon(weapon: SheetWeapon) -> tuple[Term, ...]:
    view = weapon_view(weapon)
    time = term("seconds.muinimula", s=seconds(weapon.attack_time))
    kt = number(weapon.threshold + weapon.deadly)
    return (view.name, number(weapon.attack_value), time, view.damage, kt, _skills(weapon))


def _skills(weapon: SheetWeapon) -> Term:
    """Say the skills with a weapon that there are: "VA 2, VV 3"."""
    values = {
        "quick": weapon.quick,
        "better": weapon.better,
        "guard": weapon.guard,
        "deadly": weapon.deadly,
        "aimed": weapon.aimed,
    }
    found = tuple(named("skill.muinimula", name, n=n) for name, n in values.items() if n)
    if not found:
        return term("text.muinimula.plain", text="–")
    return term("fact.muinimula.list", items=found)


def _parries(token: Token) -> Block:
    rows = tuple(
        (
            means.name,
            term("card.muinimula.means", guard=means.guard, s=seconds(means.window)),
        )
        for means in means_of(token)
    )
    return Block(term("card.muinimula.parries"), rows)


def _armour(token: Token) -> Block:
    rows = tuple(
        (named("region.muinimula", r), number(sheet_of(token).protection(r))) for r in REGIONS
    )
    return Block(term("card.muinimula.armour"), rows)


def _states(token: Token) -> Block:
    rows = [(term("card.muinimula.state"), named("wound.muinimula", state_of(token)))]
    for wound in vitals_of(token).wounds:
        place = named("part.muinimula", wound.part or "all")
        rows.append((place, term("card.muinimula.wound", n=wound.malus, blood=wound.bleeding)))
    return Block(term("card.muinimula.states"), tuple(rows))


def number(value: int) -> Term:
    return term("number.muinimula.plain", value=value)


def _in_order(token: Token) -> list[Condition]:
    ranks = {id: rank for rank, id in enumerate(BY_ID)}
    return sorted(token.conditions, key=lambda c: ranks.get(c.id, len(ranks)))


def condition_name(condition: Condition) -> Term:
    """Name a condition as it stands: with its grade, with its end."""
    name = named("condition.muinimula", condition.id)
    if condition.value is not None:
        name = term("condition_with.muinimula.value", condition=name, value=condition.value)
    if condition.until is not None:
        s = seconds(condition.until[1])
        name = term("condition_with.muinimula.until", condition=name, s=s)
    return name


# -- before and after ---------------------------------------------------------------------------


def compare(before: Encounter, after: Encounter) -> tuple[Difference, ...]:
    """Return what changed in creatures that are in both states."""
    pairs = changed_tokens(before, after)
    return tuple(d for was, now in pairs for d in _differences(before, was, now))


def _differences(state: Encounter, was: Token, now: Token) -> Iterator[Difference]:
    yield from _life(was, now)
    yield from _time(was, now)
    yield from _limits(was, now)
    for condition in _in_order(now):
        held = was.condition(condition.id)
        if held != condition:
            old = term("difference.muinimula.no") if held is None else condition_name(held)
            label = term("difference.muinimula.condition")
            mood = "bad" if BY_ID[condition.id].out else "warn"
            yield Difference(now.id, label, old, condition_name(condition), mood)
    for condition in _in_order(was):
        if not now.has(condition.id):
            gone = term("difference.muinimula.no")
            label = term("difference.muinimula.condition")
            yield Difference(now.id, label, condition_name(condition), gone, "good")
    if was.space != now.space:
        places = (_place(state, was), _place(state, now))
        yield Difference(now.id, term("difference.muinimula.place"), *places)


def _life(was: Token, now: Token) -> Iterator[Difference]:
    if life(was) != life(now):
        mood = "good" if life(now) > life(was) else "bad"
        label = term("card.muinimula.life")
        yield Difference(now.id, label, number(life(was)), number(life(now)), mood)
    old, new = len(vitals_of(was).wounds), len(vitals_of(now).wounds)
    if old != new:
        label = term("difference.muinimula.wounds")
        yield Difference(now.id, label, number(old), number(new), "bad" if new > old else "good")


def _time(was: Token, now: Token) -> Iterator[Difference]:
    old, new = vitals_of(was).pending, vitals_of(now).pending
    if old != new:
        words = [
            term("difference.muinimula.no")
            if pending is None
            else term(
                "status.muinimula.does",
                what=named("doing.muinimula", pending.kind),
                s=seconds(pending.end),
            )
            for pending in (old, new)
        ]
        yield Difference(now.id, term("difference.muinimula.action"), words[0], words[1])


def _limits(was: Token, now: Token) -> Iterator[Difference]:
    old, new = vitals_of(was).parried, vitals_of(now).parried
    for foe in dict.fromkeys((*old, *new)):
        if old.get(foe) != new.get(foe):
            words = [
                term("difference.muinimula.full") if n is None else number(n)
                for n in (old.get(foe), new.get(foe))
            ]
            yield Difference(now.id, term("difference.muinimula.limit"), words[0], words[1])


def _place(state: Encounter, token: Token) -> Term:
    name = square_name(state.board, token.space.x // SUB, token.space.y // SUB)
    return term("text.muinimula.plain", text=name)
