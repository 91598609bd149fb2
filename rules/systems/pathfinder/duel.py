"""One attack as geometry and rules see it: who, from where, at whom, with what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from maps.grid import SUB, Footprint, Point, count, distance, offsets
from maps.reach import reach_offsets, whole
from maps.remember import by_identity
from rules.core.options import Options
from rules.encounter.plans import AttackAction
from rules.encounter.state import Encounter, Token, TokenId
from rules.systems.pathfinder.options import options_of
from rules.systems.pathfinder.sheet import PathfinderSheet
from rules.systems.pathfinder.tables import natural_reach, sheet_of
from rules.systems.pathfinder.weapons import UNARMED, SheetWeapon

SINGLE: Final = "single"
CHARGE: Final = "charge"
FULL: Final = "full"
THROW: Final = "throw"
LATER: Final[Mapping[str, int]] = {"second": 1, "third": 2, "fourth": 3}
"""Modes that stand for a later attack of a full attack, each 5 worse than the one before."""


@dataclass(frozen=True, slots=True)
class Zone:
    """What a weapon covers: up to ``reach`` squares, but not within ``inner`` (§2)."""

    reach: int
    inner: int = 0

    def holds(self, offset: tuple[int, int], height: int, second_diagonal: bool) -> bool:
        """Whether it covers an offset in squares; empty height counts as a way aside."""
        if height:
            return self.inner < count(count(*offset), height) <= self.reach
        if offset == (0, 0):
            return self.inner == 0
        covered = reach_offsets(self.reach, second_diagonal)
        return offset in covered and offset not in reach_offsets(self.inner, second_diagonal)


@dataclass(frozen=True)  # no slots: what is asked of it again and again is kept
class Duel:
    """An attacker (where he would stand), a target and a weapon."""

    state: Encounter
    options: Options
    attacker: Token
    target: Token
    weapon: SheetWeapon
    ranged: bool
    mode: str = SINGLE
    origin: Point | None = None
    """Where an effect starts that no creature makes from its space."""

    @cached_property
    def a(self) -> Footprint:
        """The attacker's space, at least a whole square; of an effect its mere point."""
        if self.origin is not None:
            return Footprint(*self.origin, 0)
        return whole(self.attacker.space)

    @cached_property
    def t(self) -> Footprint:
        """The target's space, at least a whole square."""
        return whole(self.target.space)

    @cached_property
    def sheet(self) -> PathfinderSheet:
        return sheet_of(self.attacker)

    @cached_property
    def foe(self) -> PathfinderSheet:
        """The target's sheet."""
        return sheet_of(self.target)

    @property
    def column(self) -> int:
        """Which column of the tables of §6 applies: 0 melee, 1 ranged."""
        return 1 if self.ranged else 0

    @cached_property
    def distance(self) -> int:
        """Squares between the spaces; height counts like a further way aside."""
        return count(distance(self.a, self.t), self.rise)

    @cached_property
    def rise(self) -> int:
        """Squares of empty height between both."""
        return rise(self.attacker, self.target)

    @cached_property
    def zone(self) -> Zone:
        return zone_of(self.attacker, self.weapon)

    def covers(self, one: Footprint, other: Footprint) -> bool:
        """Whether the weapon's zone leads from one square to another."""
        second = self.options.flag("reach10_second_diagonal")
        return self.zone.holds(offsets(one, other), self.rise, second)

    @cached_property
    def reaches(self) -> bool:
        """Whether a melee attack reaches any square of the target."""
        return reaches(self.options, self.attacker, self.target, self.zone)


def rise(one: Token, other: Token) -> int:
    """Count the squares of empty height between two; 0 where their heights overlap."""
    if one.elevation == other.elevation:
        return 0
    lower, upper = (one, other) if one.elevation < other.elevation else (other, one)
    body = lower.space.side if lower.height is None else lower.height
    gap = upper.elevation - lower.elevation - body
    return 0 if gap < 0 else gap // SUB + 1


def reaches(options: Options, one: Token, other: Token, zone: Zone) -> bool:
    """Whether a zone around one creature covers any square of another."""
    second = options.flag("reach10_second_diagonal")
    base, height = whole(one.space), rise(one, other)
    squares = whole(other.space).unit_squares()
    return any(zone.holds(offsets(base, square), height, second) for square in squares)


def zone_of(token: Token, weapon: SheetWeapon) -> Zone:
    """Return what a melee weapon covers in somebody's hands."""
    natural = natural_reach(token)
    return Zone(2 * natural, natural) if weapon.reach else Zone(natural)


def weapon_of(token: Token, weapon: str) -> SheetWeapon:
    """Return a weapon by id, an empty one being the first; bare hands where there is none."""
    return sheet_of(token).weapon(weapon) or UNARMED


def is_ranged(weapon: SheetWeapon, mode: str) -> bool:
    """Whether an attack is a ranged one: shot, or thrown by choice."""
    return weapon.ranged or (mode == THROW and weapon.can_fly)


def make_duel(
    state: Encounter,
    attacker: TokenId,
    target: TokenId,
    weapon: str = "",
    mode: str = "",
    place: Footprint | None = None,
) -> Duel:
    """Put an attack together; with ``place`` the attacker is thought to stand there."""
    me = state.tokens[attacker]
    if place is not None and place != me.space:
        state = standing_at(state, attacker, place)
        me = state.tokens[attacker]
    arm = weapon_of(me, weapon)
    mode = mode or SINGLE
    return Duel(state, options_of(state), me, state.tokens[target], arm, is_ranged(arm, mode), mode)


def standing_at(state: Encounter, token: TokenId, place: Footprint) -> Encounter:
    """Return a state in which somebody stands elsewhere; the same one when asked again."""
    known = _elsewhere(state)
    if (token, place) not in known:
        if len(known) >= _PLACES:
            known.clear()
        known[token, place] = state.with_token(replace(state.tokens[token], space=place))
    return known[token, place]


_PLACES: Final = 16
"""So many places are remembered at which somebody is thought to stand."""


@by_identity(keep=2)
def _elsewhere(state: Encounter) -> dict[tuple[TokenId, Footprint], Encounter]:
    """Keep the states in which somebody stands elsewhere."""
    return {}


def duel_of(state: Encounter, action: AttackAction) -> Duel:
    """Put the attack of an action together."""
    return make_duel(
        state, action.attacker, action.target, action.weapon, action.mode, action.place
    )
