"""Actions without a blow: loading, drawing, dropping, picking up, magic, turning away (§3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pydantic import JsonValue

from rules.core.asking import Option, Procedure, choose
from rules.core.terms import Term, term
from rules.encounter.addressing import find
from rules.encounter.commands import refuse
from rules.encounter.events import (
    ConditionGained,
    Event,
    Linked,
    Logged,
    TimeChanged,
    Unlinked,
    VitalsChanged,
)
from rules.encounter.state import Condition, Encounter, Link, Token
from rules.systems.damakar import time
from rules.systems.damakar.arms import (
    INSIDE,
    SCUFFLE,
    Hands,
    hands,
    holding,
    in_scuffle,
    weapon_name,
)
from rules.systems.damakar.attack import turn_back
from rules.systems.damakar.bout import Bout
from rules.systems.damakar.commands import (
    Act,
    DrawWeapon,
    Drop,
    Free,
    Magic,
    PickUp,
    Reload,
    Scuffle,
    Sheathe,
    TurnAway,
    TurnBack,
)
from rules.systems.damakar.conditions import is_out
from rules.systems.damakar.modes import affords, ap_left
from rules.systems.damakar.options import options_of
from rules.systems.damakar.prices import Price, price
from rules.systems.damakar.reach import engaged
from rules.systems.damakar.sheet import Hand, sheet_of, vitals_of
from rules.systems.damakar.weapons import UNARMED, SheetWeapon

COSTS = (*range(15), 21, 28, 35)
"""Prices that are offered where the rules leave them to the magic or the game master."""


def actor(bout: Bout, id: str) -> Token:
    """Return somebody who can act. Raises CommandError."""
    token = find(bout.seen, id)
    if is_out(token):
        raise refuse("damakar.out", "token", name=token.name)
    return token


def pay(bout: Bout, token: Token, cost: Price, *, turned: bool = False) -> None:
    """Pay ZP and AP of an action; any other action turns its doer round again (§3.2).

    Raises CommandError.
    """
    ap = cost.ap.total
    if not affords(bout.seen, token, ap):
        raise refuse("damakar.no_ap", "token", needed=ap, left=ap_left(bout.seen, token))
    bout.pay(token.id, cost.zp.total)
    if ap:
        spent = vitals_of(bout.state.tokens[token.id]).ap_spent + ap
        bout.add(VitalsChanged(token.id, {"ap_spent": spent}))
    if not turned:
        turn_back(bout, token.id)


def say(bout: Bout, token: Token, line: Term, cost: Price) -> None:
    """Log an action with its price."""
    details = [term("log.damakar.cost", zp=cost.zp.total)]
    if cost.ap.total:
        details.append(term("log.damakar.cost_ap", ap=cost.ap.total))
    details += [
        term("log.damakar.part", value=e.modifier.value, label=e.modifier.label)
        for e in cost.zp.entries[1:]
        if e.counted
    ]
    bout.add(Logged(line, tuple(details), token.id))


def _start(bout: Bout, token: Token, what: str) -> None:
    """Note what somebody is doing until the own marker is reached: the arc of the ring."""
    line = bout.state.timeline
    if line.running and token.id in line.at:
        entry: JsonValue = {"what": what, "from": line.at[token.id]}
        bout.add(TimeChanged(time.with_entry(line, "under_way", token.id, entry)))


def _which(
    command: Act, weapons: Iterable[SheetWeapon], id: str, label: Term
) -> Procedure[SheetWeapon]:
    """Return the weapon that is meant; ask where there are several. Raises CommandError."""
    found = list(weapons)
    for weapon in found:
        if weapon.id == id:
            return weapon
    if id or not found:
        known = ", ".join(w.id for w in found)
        raise refuse("damakar.no_such_weapon", "weapon", weapon=id, known=known)
    if len(found) == 1:
        return found[0]
    options = [Option(w.id, weapon_name(w)) for w in found]
    chosen = yield from choose(options, label, command.token, options[0].id)
    return next(w for w in found if w.id == chosen)


# -- weapons ------------------------------------------------------------------------------------


def reload(bout: Bout, command: Reload) -> Procedure[Term]:
    """Load a shot weapon (§3)."""
    token = actor(bout, command.token)
    shot = [w for w in sheet_of(token).arms if w.kind == "ranged" and w.reload]
    empty = [w for w in shot if w.id in vitals_of(token).empty]
    among = shot if command.weapon else empty
    weapon = yield from _which(command, among, command.weapon, term("choice.damakar.load"))
    cost = price(bout.seen, token, "reload", weapon, base=weapon.reload, by_hand=command.zp)
    before = vitals_of(bout.state.tokens[token.id]).empty
    left: list[JsonValue] = [id for id in before if id != weapon.id]
    bout.add(VitalsChanged(token.id, {"empty": left}))
    _start(bout, token, "reload")
    pay(bout, token, cost)
    say(bout, token, term("log.damakar.loads", name=token.name, weapon=weapon_name(weapon)), cost)
    return term("step.damakar.reload", name=token.name)


def draw_weapon(bout: Bout, command: DrawWeapon) -> Procedure[Term]:
    """Draw a weapon: from its place, or much longer from the rucksack (§3)."""
    token = actor(bout, command.token)
    held = hands(token)
    gone = vitals_of(token).dropped
    free = [
        w
        for w in sheet_of(token).arms
        if w.id not in gone and w.id != UNARMED.id and not (held.known and held.hand_of(w.id))
    ]
    weapon = yield from _which(command, free, command.weapon, term("choice.damakar.draw"))
    base = options_of(bout.seen).number("backpack_zp") if command.pack else None
    cost = price(bout.seen, token, "draw", weapon, base=base, by_hand=command.zp)
    _take(bout, token, weapon, command.hand)
    pay(bout, token, cost)
    say(bout, token, term("log.damakar.draws", name=token.name, weapon=weapon_name(weapon)), cost)
    return term("step.damakar.draw", name=token.name)


def _take(bout: Bout, token: Token, weapon: SheetWeapon, wanted: str) -> None:
    """Put a weapon into a free hand. Raises CommandError where there is none."""
    held = hands(token)
    hand = wanted or _free_hand(held, weapon)
    there = (held.right, held.left) if held.known else (None, None)
    blocked = there[0 if hand == "right" else 1] is not None
    if weapon.hands == 2:
        blocked = any(there)
    blocked = blocked or any(w is not None and w.hands == 2 for w in there)
    if blocked:
        raise refuse("damakar.hands_full", "hand", name=token.name)
    values: dict[str, Any] = holding(token, **{hand: weapon.id})
    left = [w for w in vitals_of(token).dropped if w != weapon.id]
    if left != list(vitals_of(token).dropped):
        values["dropped"] = left
    bout.add(VitalsChanged(token.id, values))


def _free_hand(held: Hands, weapon: SheetWeapon) -> Hand:
    main, off = held.main, "left" if held.main == "right" else "right"
    if not held.known:
        return main
    there = held.right if main == "right" else held.left
    other: Hand = "left" if off == "left" else "right"
    prefer = other if weapon.shield else main
    taken = held.left if prefer == "left" else held.right
    if taken is None:
        return prefer
    return other if there is not None else main


def sheathe(bout: Bout, command: Sheathe) -> Procedure[Term]:
    """Put a weapon away (§3)."""
    token, weapon = yield from _held(bout, command, term("choice.damakar.sheathe"))
    cost = price(bout.seen, token, "draw", weapon, by_hand=command.zp)
    _release(bout, token, weapon)
    pay(bout, token, cost)
    line = term("log.damakar.sheathes", name=token.name, weapon=weapon_name(weapon))
    say(bout, token, line, cost)
    return term("step.damakar.sheathe", name=token.name)


def drop(bout: Bout, command: Drop) -> Procedure[Term]:
    """Let go of a weapon (§3)."""
    token, weapon = yield from _held(bout, command, term("choice.damakar.drop"))
    cost = price(bout.seen, token, "drop", weapon, by_hand=command.zp)
    _release(bout, token, weapon)
    lying = vitals_of(bout.state.tokens[token.id]).dropped
    gone: list[JsonValue] = [*lying, weapon.id]
    bout.add(VitalsChanged(token.id, {"dropped": gone}))
    pay(bout, token, cost)
    say(bout, token, term("log.damakar.drops", name=token.name, weapon=weapon_name(weapon)), cost)
    return term("step.damakar.drop", name=token.name)


def _held(bout: Bout, command: Sheathe | Drop, label: Term) -> Procedure[tuple[Token, SheetWeapon]]:
    token = actor(bout, command.token)
    items = [w for _, w in hands(token).items]
    weapon = yield from _which(command, items, command.weapon, label)
    return token, weapon


def _release(bout: Bout, token: Token, weapon: SheetWeapon) -> None:
    """Empty the hand; who was inside a pole fighter's reach is not any more (§5.5)."""
    held = hands(token)
    values: dict[str, JsonValue] = {"hands": True, "right": "", "left": ""}
    for hand, item in held.items:
        if item.id != weapon.id:
            values[hand] = item.id
    bout.add(VitalsChanged(token.id, values))
    if weapon.pole:
        ties = [x for x in bout.state.links if x.kind == INSIDE and x.b == token.id]
        bout.add(*map(Unlinked, ties))


def pick_up(bout: Bout, command: PickUp) -> Procedure[Term]:
    """Pick a weapon up that lies within grasp (§3)."""
    token = actor(bout, command.token)
    lying = [w for w in sheet_of(token).arms if w.id in vitals_of(token).dropped]
    weapon = yield from _which(command, lying, command.weapon, term("choice.damakar.pick_up"))
    cost = price(bout.seen, token, "pick_up", weapon, by_hand=command.zp)
    _take(bout, token, weapon, command.hand)
    pay(bout, token, cost)
    line = term("log.damakar.picks_up", name=token.name, weapon=weapon_name(weapon))
    say(bout, token, line, cost)
    return term("step.damakar.pick_up", name=token.name)


# -- magic and all else -------------------------------------------------------------------------


def _price_of(bout: Bout, token: Token, command: Magic | Free) -> Procedure[Price]:
    cost = command.cost
    if cost is None:
        options = [Option(str(n), term("price.damakar.zp", zp=n)) for n in COSTS]
        label = term("choice.damakar.cost")
        cost = int((yield from choose(options, label, token.id, "7")))
    found = price(bout.seen, token, command.do, base=cost, by_hand=command.zp)
    if not affords(bout.seen, token, command.ap):
        raise refuse("damakar.no_ap", "ap", needed=command.ap, left=ap_left(bout.seen, token))
    if command.ap:
        spent = vitals_of(bout.state.tokens[token.id]).ap_spent + command.ap
        bout.add(VitalsChanged(token.id, {"ap_spent": spent}))
    return found


def magic(bout: Bout, command: Magic) -> Procedure[Term]:
    """Prepare a spell: the price is that of the magic, it works when it is paid (§3)."""
    token = actor(bout, command.token)
    cost = yield from _price_of(bout, token, command)
    _start(bout, token, "magic")
    pay(bout, token, cost)
    line = term("log.damakar.casts", name=token.name)
    if command.text:
        line = term("log.damakar.casts_text", name=token.name, text=command.text)
    say(bout, token, line, cost)
    return term("step.damakar.magic", name=token.name)


def free(bout: Bout, command: Free) -> Procedure[Term]:
    """Do something that the rules do not name (house, §3)."""
    token = actor(bout, command.token)
    cost = yield from _price_of(bout, token, command)
    pay(bout, token, cost)
    text: Term | str = command.text or term("word.damakar.something")
    say(bout, token, term("log.damakar.does", name=token.name, text=text), cost)
    return term("step.damakar.free", name=token.name)


# -- turning, scuffling -------------------------------------------------------------------------


def turn_away(bout: Bout, command: TurnAway) -> Procedure[Term]:
    """Turn away from the foes around (§3)."""
    token = actor(bout, command.token)
    foes: list[JsonValue] = list(engaged(bout.seen, token))
    cost = price(bout.seen, token, "turn_away", by_hand=command.zp)
    bout.add(
        ConditionGained(token.id, Condition("turned_away")),
        VitalsChanged(token.id, {"turned_from": foes}),
    )
    pay(bout, token, cost, turned=True)
    say(bout, token, term("log.damakar.turns_away", name=token.name), cost)
    return term("step.damakar.turn_away", name=token.name)
    yield  # pragma: no cover – makes this function a generator


def turned_back(bout: Bout, command: TurnBack) -> Procedure[Term]:
    """Turn round again; free with the next other action (house, §3.2). Raises CommandError."""
    token = find(bout.seen, command.token)
    if not token.has("turned_away"):
        raise refuse("nothing_changes", "token")
    turn_back(bout, token.id)
    bout.add(Logged(term("log.damakar.turns_back", name=token.name), who=token.id))
    return term("step.damakar.turn_back", name=token.name)
    yield  # pragma: no cover – makes this function a generator


def scuffle(bout: Bout, command: Scuffle) -> Procedure[Term]:
    """Begin or end a Handgemenge by the game master's word (§5.4). Raises CommandError."""
    one, two = find(bout.seen, command.token), find(bout.seen, command.target, "target")
    if command.on == in_scuffle(bout.seen, one.id, two.id) or one.id == two.id:
        raise refuse("nothing_changes", "target")
    names = {"attacker": one.name, "target": two.name}
    if command.on:
        bout.add(Linked(Link(SCUFFLE, one.id, two.id)))
        bout.add(Logged(term("log.damakar.scuffle", **names), who=one.id))
    else:
        bout.add(*between(bout.state, one.id, two.id, (SCUFFLE,)))
        bout.add(Logged(term("log.damakar.breaks_free", **names), who=one.id))
    return term("step.damakar.scuffle", **names)
    yield  # pragma: no cover – makes this function a generator


def between(
    state: Encounter, one: str, two: str, kinds: Iterable[str] = (SCUFFLE, INSIDE)
) -> tuple[Event, ...]:
    """End the ties of two with each other."""
    wanted = set(kinds)
    return tuple(Unlinked(x) for x in state.links if x.kind in wanted and {x.a, x.b} == {one, two})
