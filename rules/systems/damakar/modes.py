"""Ways to attack and what they cost: fast, with two weapons, all around, thrown, shot (§5)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.asking import Option
from rules.core.sources import derived, house, stated
from rules.core.terms import named, term
from rules.encounter.state import Encounter, Token, TokenId, hostile
from rules.systems.damakar.arms import as_used, hands
from rules.systems.damakar.conditions import is_out
from rules.systems.damakar.duel import (
    ALTERNATE,
    BOTH,
    FAST,
    PLAIN,
    SHOOT,
    SWEEP,
    THROW,
    Duel,
    weapon_for,
)
from rules.systems.damakar.options import options_of
from rules.systems.damakar.prices import AP_PER_ZP, Part, Price, price
from rules.systems.damakar.reach import strikes_at
from rules.systems.damakar.sheet import ap_most, vitals_of
from rules.systems.damakar.weapons import SheetWeapon

MOST_FASTER = 12
"""How many grades of a fast attack the list offers."""


def ap_left(state: Encounter, token: Token) -> int:
    """Return the action points that somebody has left."""
    return ap_most(token, options_of(state)) - vitals_of(token).ap_spent


def affords(state: Encounter, token: Token, ap: int) -> bool:
    """Whether somebody can spend action points; by the option also those he lacks (§5.1)."""
    return ap <= ap_left(state, token) or options_of(state).flag("ap_debt")


def modes(state: Encounter, id: TokenId, weapon: str) -> tuple[Option, ...]:
    """Return the ways to attack with a weapon, the usual one first."""
    token = state.tokens[id]
    arm = weapon_for(token, weapon)
    if arm.kind == "ranged":
        return (_option(SHOOT),)
    if arm.kind == "thrown":
        return (_option(THROW),)
    found = [_option(PLAIN), *_fast(state, token, as_used(state, token, arm))]
    if second_weapon(token, arm) is not None:
        found += [_option(BOTH), _option(ALTERNATE)]
    found.append(_option(SWEEP))
    if arm.throwable:
        found.append(_option(THROW))
    return tuple(found)


def _option(mode: str) -> Option:
    return Option(mode, named("mode.damakar", mode), named("mode_help.damakar", mode))


def _fast(state: Encounter, token: Token, arm: SheetWeapon) -> list[Option]:
    least = max(1, options_of(state).number("min_action_zp"))
    most = min(arm.zp - least, MOST_FASTER)
    if not options_of(state).flag("ap_debt"):
        most = min(most, ap_left(state, token) // AP_PER_ZP)
    return [
        Option(
            f"{FAST}{n}",
            term("mode.damakar.fast", zp=arm.zp - n, ap=AP_PER_ZP * n),
            term("mode_help.damakar.fast", n=n),
        )
        for n in range(1, most + 1)
    ]


def faster_by(mode: str) -> int:
    """Return by how many ZP a fast attack is faster."""
    tail = mode.removeprefix(FAST)
    return int(tail) if mode.startswith(FAST) and tail.isascii() and tail.isdigit() else 0


def known_mode(state: Encounter, id: TokenId, weapon: str, mode: str) -> bool:
    """Whether there is such a way to attack; a fast one of any grade counts."""
    if faster_by(mode):
        return weapon_for(state.tokens[id], weapon).melee
    return any(option.id == mode for option in modes(state, id, weapon))


def second_weapon(token: Token, arm: SheetWeapon) -> SheetWeapon | None:
    """Return the melee weapon in the other hand; a shield is none."""
    held = [w for _, w in hands(token).items if w.melee and not w.shield]
    if len(held) != 2 or arm not in held:
        return None
    return held[1] if held[0] == arm else held[0]


# -- whom ---------------------------------------------------------------------------------------


def swept(duel: Duel, only: tuple[str, ...] = ()) -> tuple[Token, ...]:
    """Return everybody whom a Rundumschlag meets: all in reach, friends too (§5.3)."""
    state, me = duel.state, duel.attacker
    near = [
        t
        for t in state.tokens.values()
        if t.id != me.id and not is_out(t) and strikes_at(state, me, duel.weapon, t)
    ]
    if only:
        near = [t for t in state.tokens.values() if t.id in only and t.id != me.id]
    near.sort(key=lambda t: t.id != duel.target.id)
    return tuple(near)


def opponents_among(me: Token, targets: tuple[Token, ...]) -> int:
    """Count the foes among those attacked; whoever is aimed at first always is one."""
    foes = sum(hostile(me.side, t.side) for t in targets)
    return max(1, foes)


# -- what it costs ------------------------------------------------------------------------------


def halved(zp: int, plus_first: bool) -> int:
    """Return the ZP of one of two alternating attacks (§5.2)."""
    return -(-(zp + 1) // 2) if plus_first else -(-zp // 2) + 1


def attack_price(duel: Duel, targets: int, faster: int = 0, by_hand: int = 0) -> Price:
    """Return what an attack costs; ``targets`` are those that the price counts (§3, §5)."""
    state, me, mode = duel.state, duel.attacker, duel.mode
    if mode in (SHOOT, THROW):
        action = "shoot" if mode == SHOOT else "throw"
        return price(state, me, action, duel.chosen, by_hand=by_hand)
    parts, ap = _special(duel, targets)
    faster = faster or faster_by(mode)
    if mode in (BOTH, ALTERNATE, SWEEP) and not duel.options.flag("fast_combines"):
        faster = 0
    if faster:
        parts.append(Part("faster", -faster, term("price.damakar.faster"), stated("§5.1")))
        points = term("price.damakar.faster_ap", n=faster)
        ap.append(Part("faster", AP_PER_ZP * faster, points, stated("§5.1")))
    return price(
        state, me, PLAIN, duel.weapon, base=duel.weapon.zp, parts=parts, ap=ap, by_hand=by_hand
    )


def _special(duel: Duel, targets: int) -> tuple[list[Part], list[Part]]:
    """Return what two weapons or a Rundumschlag add in ZP and AP."""
    label = term("price.damakar.opponents", n=targets)
    points = Part("opponents", AP_PER_ZP * targets, label, stated("§5.2"))
    match duel.mode:
        case "both":
            return _slower(duel, _pair_zp(duel) + 1), [points]
        case "alternate":
            plus_first = duel.options.word("alternating") == "plus1_then_half"
            again = vitals_of(duel.attacker).alternated == duel.target.id
            free = again and duel.options.word("alternating_ap") == "per_opponent"
            each = replace(points, source=house("§5.2"))
            return _slower(duel, halved(_pair_zp(duel), plus_first)), [] if free else [each]
        case "sweep":
            return [Part("opponents", targets, label, stated("§5.3"))], [points]
        case _:
            return [], []


def _pair_zp(duel: Duel) -> int:
    """Return the ZP of the slower of two weapons."""
    other = second_weapon(duel.attacker, duel.chosen)
    if other is None:
        return duel.weapon.zp
    used = as_used(duel.state, duel.attacker, other, duel.target.id)
    return max(duel.weapon.zp, used.zp)


def _slower(duel: Duel, wanted: int) -> list[Part]:
    label = named("mode.damakar", duel.mode)
    return [Part(duel.mode, wanted - duel.weapon.zp, label, derived("§5.2"))]
