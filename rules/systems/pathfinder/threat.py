"""Who threatens which squares, and against whom an attack of opportunity is allowed (§2, §8)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from maps import reach
from maps.grid import SUB, Cell, Footprint, offsets
from maps.remember import by_identity
from maps.sight import sight_map
from rules.encounter.heights import level_of
from rules.encounter.state import Encounter, Token, TokenId, hostile
from rules.systems.pathfinder.concealment import causes, concealment, senses_at
from rules.systems.pathfinder.conditions import NO_THREAT
from rules.systems.pathfinder.cover import Judge, look_at, stops_opportunity
from rules.systems.pathfinder.duel import Zone, make_duel, reaches, zone_of
from rules.systems.pathfinder.harm import vitals_of
from rules.systems.pathfinder.neighbours import near
from rules.systems.pathfinder.options import options_of
from rules.systems.pathfinder.tables import ability_score_change, natural_reach, sheet_of, sizes
from rules.systems.pathfinder.weapons import SheetWeapon

_ONLY_OPPORTUNITY: Final = frozenset({"flat_footed", "total_defence"})
"""Conditions that forbid attacks of opportunity but leave a threat to flank with (§2)."""

_MOST_REACH: Final = max(max(row.tall, row.long) for row in sizes().values())
"""No creature reaches farther by its size (§1)."""

_SENSED: Final = frozenset({"blind"})
"""Conditions that another sense makes up for (§2)."""


def _strikes(token: Token, weapon: SheetWeapon) -> bool:
    """Whether a weapon in hand makes its bearer count as armed in melee."""
    if weapon.kind != "melee":
        return False
    return "unarmed" not in weapon.tags or sheet_of(token).improved_unarmed


def ready_weapons(token: Token, in_hand_only: bool = True) -> tuple[SheetWeapon, ...]:
    """Return what somebody could strike with this moment: natural weapons and the one in hand.

    The weapon in hand is the last one used, at first the first melee weapon of the sheet.
    """
    arms = sheet_of(token).arms
    ready = [w for w in arms if w.natural or ("unarmed" in w.tags and _strikes(token, w))]
    held = [w for w in arms if _strikes(token, w) and w not in ready]
    if not in_hand_only:
        return (*held, *ready)
    wielded = vitals_of(token).wielded
    if wielded and any(w.id == wielded for w in arms):
        held = [w for w in held if w.id == wielded]
    return (*held[:1], *ready)


def zones(state: Encounter, token: Token) -> tuple[Zone, ...]:
    """Return the zones of everything somebody threatens with; none where the reach is 0."""
    weapons = ready_weapons(token, options_of(state).flag("weapon_in_hand"))
    return tuple(
        dict.fromkeys(zone for w in weapons if (zone := zone_of(token, w)).reach > zone.inner)
    )


def alert(token: Token, opportunity: bool) -> bool:
    """Whether somebody's state lets him threaten at all, or strike at an opportunity."""
    stopping = NO_THREAT if opportunity else NO_THREAT - _ONLY_OPPORTUNITY
    if opportunity and sheet_of(token).combat_reflexes:
        stopping -= {"flat_footed"}
    if senses_at(token, 1) & {"blindsight", "blindsense"}:
        stopping -= _SENSED
    return not token.has(*stopping)


def threatened(state: Encounter, token_id: TokenId) -> frozenset[Cell]:
    """Return the squares into which somebody could strike at an opportunity, walls in mind."""
    token = state.tokens[token_id]
    if not alert(token, opportunity=True):
        return frozenset()
    second = options_of(state).flag("reach10_second_diagonal")
    cells: frozenset[Cell] = frozenset()
    for zone in zones(state, token):
        cells |= reach.threatened(token.space, zone.reach, zone.inner, second)
    return frozenset(c for c in cells if _leads_to(state, token, _square(c), token))


def _square(cell: Cell) -> Footprint:
    return Footprint(cell.x * SUB, cell.y * SUB)


def _leads_to(state: Encounter, token: Token, space: Footprint, other: Token) -> bool:
    """Whether no wall keeps somebody's blows from a space."""
    sight = sight_map(state.board)
    return sight.effect(reach.whole(token.space), space, level_of(token, other)).exists


def threatens(state: Encounter, token: Token, target: Token, *, opportunity: bool = False) -> bool:
    """Whether somebody threatens a creature where both stand."""
    if token.id == target.id or _far(token, target) or not alert(token, opportunity):
        return False
    options = options_of(state)
    near = any(reaches(options, token, target, zone) for zone in zones(state, token))
    return near and _leads_to(state, token, reach.whole(target.space), target)


def _far(token: Token, target: Token) -> bool:
    """Whether not even a reach weapon could lead from one to the other."""
    one, other = token.space, target.space
    most = (2 * (_MOST_REACH if token.reach is None else token.reach) + 1) * SUB
    if (
        one.x > other.right + most
        or other.x > one.right + most
        or one.y > other.bottom + most
        or other.y > one.bottom + most
    ):
        return True
    gap = max(offsets(reach.whole(one), reach.whole(other)))
    return gap > max(1, 2 * natural_reach(token))


def engaged(state: Encounter, one: Token, other: Token) -> bool:
    """Whether two fight hand to hand: either threatens the other."""
    return threatens(state, one, other) or threatens(state, other, one)


def opportunities_left(token: Token) -> int:
    """Return how many attacks of opportunity somebody still has this round (§8)."""
    sheet = sheet_of(token)
    most = 1
    if sheet.combat_reflexes and sheet.dexterity is not None:
        nimble = sheet.dexterity + ability_score_change(token, "dexterity")
        most += max(0, (nimble - 10) // 2)
    return max(0, most - vitals_of(token).opportunities)


def opportunity(
    state: Encounter, striker: TokenId, victim: TokenId, place: Footprint | None = None
) -> str:
    """Say why somebody may not strike at an opportunity; empty when he may (§2, §3.6, §4, §8).

    ``place`` is where the victim gives the opportunity. Codes: ``friend``, ``reach``,
    ``spent``, ``cover``, ``soft_cover``, ``concealment``.
    """
    foe, target = state.tokens[striker], state.tokens[victim]
    if place is not None and place != target.space:
        target = replace(target, space=place)
        state = state.with_token(target)
    if not hostile(foe.side, target.side):
        return "friend"
    if not threatens(state, foe, target, opportunity=True):
        return "reach"
    if not opportunities_left(foe):
        return "spent"
    codes = [_sheltered(state, foe, target, w) for w in _usable(state, foe, target)]
    return "" if "" in codes else codes[0] if codes else "reach"


def chance_weapon(state: Encounter, striker: TokenId, victim: TokenId, place: Footprint) -> str:
    """Return the weapon with which somebody may strike at a victim at a place; empty for none."""
    foe, target = state.tokens[striker], replace(state.tokens[victim], space=place)
    state = state.with_token(target)
    usable = _usable(state, foe, target)
    return next((w.id for w in usable if not _sheltered(state, foe, target, w)), "")


def _usable(state: Encounter, foe: Token, target: Token) -> list[SheetWeapon]:
    options = options_of(state)
    ready = ready_weapons(foe, options.flag("weapon_in_hand"))
    return [w for w in ready if reaches(options, foe, target, zone_of(foe, w))]


def _sheltered(state: Encounter, foe: Token, target: Token, weapon: SheetWeapon) -> str:
    duel = make_duel(state, foe.id, target.id, weapon.id)
    judge = Judge(duel)
    report = look_at(duel, judge)
    if stops_opportunity(duel, report.cover):
        return "soft_cover" if report.cover.grade == "soft" else "cover"
    if concealment(causes(duel, report, judge)).grade == "total":
        return "concealment"
    return ""


def opponents(
    state: Encounter, victim: TokenId, place: Footprint | None = None
) -> tuple[TokenId, ...]:
    """Return everybody who may strike when somebody gives an opportunity."""
    known = _opponents(state)
    if (victim, place) not in known:
        known[victim, place] = tuple(_striking(state, victim, place))
    return known[victim, place]


@by_identity(keep=4)
def _opponents(
    state: Encounter,
) -> dict[tuple[TokenId, Footprint | None], tuple[TokenId, ...]]:
    """Keep who may strike at whom in a state."""
    return {}


def _striking(state: Encounter, victim: TokenId, place: Footprint | None) -> Iterator[TokenId]:
    me = state.tokens[victim]
    here = me if place is None else replace(me, space=place)
    for token in near(state, here.space):
        if _far(token, here) or not hostile(token.side, me.side):
            continue
        if not opportunity(state, token.id, victim, place):
            yield token.id
