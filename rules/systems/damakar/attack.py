"""Attacks as commands: which strikes an action consists of, what it costs, what it leaves (§5)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from rules.core.asking import Procedure
from rules.core.terms import Term, term
from rules.encounter.addressing import find
from rules.encounter.commands import CommandError
from rules.encounter.events import ConditionLost, VitalsChanged
from rules.encounter.state import Token, TokenId
from rules.systems.damakar.arms import as_used, hands, holding, ready, taken
from rules.systems.damakar.bout import Bout
from rules.systems.damakar.commands import Attack
from rules.systems.damakar.duel import ALTERNATE, SHOOT, SWEEP, THROW, Duel, against
from rules.systems.damakar.modes import attack_price, opponents_among, second_weapon, swept
from rules.systems.damakar.plan import Ground, problems_of, survey
from rules.systems.damakar.sheet import ap_most, vitals_of
from rules.systems.damakar.strike import Strike, meet, roll
from rules.systems.damakar.weapons import UNARMED


def check(bout: Bout, command: Attack) -> Ground:
    """Survey an attack. Raises CommandError where it is impossible."""
    action = command.to_action(bout.seen)
    ground = survey(bout.seen, action, command.faster, command.zp)
    problems = problems_of(ground)
    if problems:
        raise CommandError(*problems)
    return ground


def strikes(bout: Bout, command: Attack) -> list[Strike]:
    """Return the attack rolls of an action, its price paid."""
    ground = check(bout, command)
    duel = ground.duel
    found = _strikes(duel, command)
    cost = ground.price
    if duel.mode == SWEEP or len({s.target for s in found}) > 1:
        cost = attack_price(duel, _priced(duel, found), command.faster, command.zp)
    bout.pay(duel.attacker.id, cost.zp.total)
    _prepare(bout, duel, cost.ap.total)
    return found


def _strikes(duel: Duel, command: Attack) -> list[Strike]:
    match duel.mode:
        case "both":
            return _pair(duel, command)
        case "sweep":
            targets = swept(duel, command.targets) or (duel.target,)
            n = opponents_among(duel.attacker, targets)
            return [Strike(against(duel, t, n), command.damage) for t in targets]
        case _:
            return [Strike(duel, command.damage)]


def _pair(duel: Duel, command: Attack) -> list[Strike]:
    """Return the strikes of two weapons at once, on one opponent or two (§5.2)."""
    other = second_weapon(duel.attacker, duel.chosen)
    assert other is not None
    foe = find(duel.state, command.second, "second") if command.second else duel.target
    n = 1 if foe.id == duel.target.id else 2
    first = against(duel, duel.target, n)
    used = as_used(duel.state, duel.attacker, other, foe.id)
    action = replace(duel.action, weapon=other.id)
    second = against(replace(duel, chosen=other, weapon=used, action=action), foe, n)
    found = [Strike(first, command.damage), Strike(second, command.damage)]
    if n == 1:
        found[1].used = found[0].used
        for strike in found:
            strike.paired = True
    return found


def _priced(duel: Duel, found: Iterable[Strike]) -> int:
    """Count the targets that an action costs for (§5.2, §5.3)."""
    targets = tuple({s.target: s.duel.target for s in found}.values())
    if duel.mode != SWEEP or duel.options.flag("rundumschlag_friends_cost"):
        return len(targets)
    return opponents_among(duel.attacker, targets)


def _prepare(bout: Bout, duel: Duel, ap: int) -> None:
    """Pay AP, take the weapon into the hand, and spend what an attack spends."""
    token = bout.state.tokens[duel.attacker.id]
    vitals = vitals_of(token)
    values: dict[str, Any] = {}
    if ap:
        values["ap_spent"] = vitals.ap_spent + ap
        if not duel.options.flag("ap_debt"):  # forced: nobody has less than none
            values["ap_spent"] = min(ap_most(token, duel.options), vitals.ap_spent + ap)
    if not hands(token).known and duel.chosen.id != UNARMED.id and ready(token, duel.chosen):
        values |= taken(token, duel.chosen)
    if duel.mode == SHOOT and duel.chosen.reload:
        values["empty"] = [*(w for w in vitals.empty if w != duel.chosen.id), duel.chosen.id]
    if duel.mode == THROW:
        values |= _thrown(token, duel)
    alternated = duel.target.id if duel.mode == ALTERNATE else ""
    if vitals.alternated != alternated:
        values["alternated"] = alternated
    if values:
        bout.add(VitalsChanged(token.id, values))
    turn_back(bout, token.id)


def _thrown(token: Token, duel: Duel) -> dict[str, Any]:
    """Return the vitals of one whose weapon has left the hand."""
    held = holding(token)
    for hand in ("right", "left"):
        if held[hand] == duel.chosen.id:
            held[hand] = ""
    return {**held, "dropped": [*vitals_of(token).dropped, duel.chosen.id]}


def turn_back(bout: Bout, id: TokenId) -> None:
    """Turn somebody round again, as any other action does (§3.2)."""
    token = bout.state.tokens[id]
    if token.has("turned_away"):
        bout.add(ConditionLost(id, "turned_away"), VitalsChanged(id, {"turned_from": []}))


# -- carrying out -------------------------------------------------------------------------------


def attack(bout: Bout, command: Attack) -> Procedure[Term]:
    """Carry out one attack."""
    found = strikes(bout, command)
    yield from exchange(bout, found)
    return label(bout, command)


def label(bout: Bout, command: Attack) -> Term:
    """Name the step of an attack."""
    tokens = bout.seen.tokens
    names = {"attacker": tokens[TokenId(command.attacker)].name}
    return term("step.damakar.attack", **names, target=tokens[TokenId(command.target)].name)


def exchange(bout: Bout, found: list[Strike]) -> Procedure[None]:
    """Roll all attacks of a moment, then let each be met."""
    for strike in found:
        yield from roll(strike)
    for strike in found:
        yield from meet(bout, strike, _answer(bout, strike, found))


def _answer(bout: Bout, strike: Strike, found: Iterable[Strike]) -> Strike | None:
    """Return the attack of the target on the attacker in the same moment, if any (§2.7)."""
    if strike.target not in bout.busy:
        return None
    return next(
        (s for s in found if s.attacker == strike.target and s.target == strike.attacker), None
    )
