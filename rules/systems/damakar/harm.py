"""Being wounded, being healed, resting: the commands of harm and what strikes do (§4.6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rules.core.asking import Option, Procedure, choose
from rules.core.terms import Term, named, term
from rules.encounter.addressing import find
from rules.encounter.commands import refuse
from rules.encounter.events import Event, Logged, Unlinked, VitalsChanged
from rules.encounter.state import Encounter, Token, TokenId
from rules.systems.damakar import wounds
from rules.systems.damakar.arms import INSIDE, SCUFFLE
from rules.systems.damakar.bout import Bout
from rules.systems.damakar.commands import ActionPoints, Damage, Heal, Rest
from rules.systems.damakar.conditions import is_out
from rules.systems.damakar.options import options_of
from rules.systems.damakar.prices import wound_price
from rules.systems.damakar.sheet import ap_most, sheet_of, vitals_of
from rules.systems.damakar.zones import Zone

TIES = (SCUFFLE, INSIDE)


def wound(bout: Bout, id: TokenId, damage: int, zone: Zone | None) -> Procedure[None]:
    """Wound somebody: class, ZP of the victim's marker, LP; perhaps out of the fight."""
    token = bout.state.tokens[id]
    kind = wounds.classify(token, damage, options_of(bout.state))
    if not kind:
        bout.add(Logged(term("log.damakar.no_wound", name=token.name), who=id))
        return
    fights_on = False
    if kind == "deadly":
        fights_on = yield from _fights_on(bout, token)
    zp = wound_price(token, kind)
    bout.pay(id, zp)
    events = wounds.hurt(bout.state, id, damage, zone, fights_on=fights_on)
    before = wounds.lp_now(token)
    bout.add(*events)
    after = bout.state.tokens[id]
    what = named("wound.damakar", kind)
    line = term("log.damakar.wound", name=token.name, kind=what, damage=damage, zp=zp)
    left = term("log.damakar.lp", before=before, after=wounds.lp_now(after))
    bout.add(Logged(line, (left,), id, "harm"))
    _falls(bout, token, after)


def _fights_on(bout: Bout, token: Token) -> Procedure[bool]:
    """Ask whether magic or a gift keeps somebody up in spite of a deadly wound (§4.6)."""
    ask = options_of(bout.state).word("deadly")
    if ask == "never" or (ask == "ask_gifted" and not sheet_of(token).fights_on):
        return False
    options = (
        Option("falls", term("choice.damakar.falls")),
        Option("fights_on", term("choice.damakar.fights_on")),
    )
    label = term("choice.damakar.deadly", name=token.name)
    return (yield from choose(options, label, token.id, "falls")) == "fights_on"


def _falls(bout: Bout, before: Token, after: Token) -> None:
    """Say who can fight no longer; ties with that one end."""
    if is_out(before) or not is_out(after):
        return
    bout.add(Logged(term("log.damakar.falls", name=after.name), who=after.id, mood="harm"))
    bout.add(*untied(bout.state, after.id))


def untied(state: Encounter, id: str, kinds: Iterable[str] = TIES) -> tuple[Event, ...]:
    """End the ties of somebody with all others."""
    wanted = set(kinds)
    return tuple(
        Unlinked(link) for link in state.links if link.kind in wanted and id in (link.a, link.b)
    )


# -- commands -----------------------------------------------------------------------------------


def names_of(state: Encounter, ids: Iterable[str]) -> tuple[str, ...]:
    return tuple(find(state, id, "tokens").name for id in dict.fromkeys(ids))


def damage(bout: Bout, command: Damage) -> Procedure[Term]:
    """Wound each of some tokens, or tire them. Raises CommandError."""
    names = names_of(bout.state, command.tokens)
    if not command.amount:
        raise refuse("nothing_changes", "amount")
    for id in dict.fromkeys(command.tokens):
        if command.kind == "wound":
            yield from wound(bout, TokenId(id), command.amount, command.zone)
            continue
        token = bout.state.token(id)
        bout.add(*wounds.tire(bout.state, token.id, command.amount))
        line = term("log.damakar.tired", name=token.name, points=command.amount)
        bout.add(Logged(line, who=id, mood="harm"))
        _falls(bout, token, bout.state.token(id))
    return term("step.damakar.damage", names=names, points=command.amount)


def _each(
    bout: Bout, ids: Iterable[str], change: Callable[[Token], tuple[Event, ...]]
) -> list[Token]:
    """Change each token; return those that something changed in, as they are then."""
    changed = []
    for id in dict.fromkeys(ids):
        events = change(bout.state.token(id))
        if events:
            bout.add(*events)
            changed.append(bout.state.token(id))
    if not changed:
        raise refuse("nothing_changes", "tokens")
    return changed


def heal(bout: Bout, command: Heal) -> Procedure[Term]:
    """Heal each of some tokens. Raises CommandError."""
    names = names_of(bout.state, command.tokens)

    def mend(token: Token) -> tuple[Event, ...]:
        if command.wound is not None and command.wound >= len(vitals_of(token).wounds):
            raise refuse("damakar.no_wound", "wound", name=token.name)
        return wounds.heal(bout.state, token.id, command.amount, command.wound)

    for token in _each(bout, command.tokens, mend):
        line = term("log.damakar.healed", name=token.name, lp=wounds.lp_now(token))
        bout.add(Logged(line, who=token.id))
    return term("step.damakar.heal", names=names, points=command.amount)
    yield  # pragma: no cover – makes this function a generator


def rest(bout: Bout, command: Rest) -> Procedure[Term]:
    """Let some tokens (all) rest: wounds heal one by one, AP come back. Raises CommandError."""
    ids = command.tokens or tuple(bout.state.tokens)
    names_of(bout.state, ids)
    if not command.days and not command.hours:
        raise refuse("nothing_changes", "days")

    def recover(token: Token) -> tuple[Event, ...]:
        events = wounds.rest(bout.state, token.id, command.days, command.hours)
        if vitals_of(token).ap_spent:
            return (*events, VitalsChanged(token.id, {"ap_spent": 0}))
        return events

    for token in _each(bout, ids, recover):
        line = term("log.damakar.healed", name=token.name, lp=wounds.lp_now(token))
        bout.add(Logged(line, who=token.id))
    return term("step.damakar.rest", days=command.days, hours=command.hours)
    yield  # pragma: no cover – makes this function a generator


def action_points(bout: Bout, command: ActionPoints) -> Procedure[Term]:
    """Spend action points, give them back, or refill them."""
    ids = command.tokens or tuple(bout.state.tokens)
    names, options = names_of(bout.state, ids), options_of(bout.state)

    def change(token: Token) -> tuple[Event, ...]:
        spent = vitals_of(token).ap_spent
        wanted = 0 if command.amount is None else spent + command.amount
        now = min(ap_most(token, options), max(0, wanted))
        return () if now == spent else (VitalsChanged(token.id, {"ap_spent": now}),)

    for token in _each(bout, ids, change):
        left = ap_most(token, options) - vitals_of(token).ap_spent
        bout.add(Logged(term("log.damakar.ap", name=token.name, left=left), who=token.id))
    return term("step.damakar.ap", names=names)
    yield  # pragma: no cover – makes this function a generator
