"""One attack looked at: who, from where, whom, with what, aimed at what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, get_args

from maps.grid import SUB, Diagonal, Footprint, count, offsets
from maps.reach import whole
from maps.sight import sight_map
from rules.core.options import Options
from rules.encounter.heights import level_of, rise
from rules.encounter.plans import AttackAction
from rules.encounter.state import Encounter, Token
from rules.systems.muinimula.conditions import is_helpless
from rules.systems.muinimula.options import options_of
from rules.systems.muinimula.sheet import MuinimulaSheet, sheet_of, vitals_of
from rules.systems.muinimula.tables import Zone
from rules.systems.muinimula.weapons import UNARMED, SheetWeapon

NORMAL: Final = "normal"
AIM: Final[Mapping[str, Zone]] = {f"aim_{zone}": zone for zone in get_args(Zone)}
"""Modes that aim at a part of the body, and at which (§12.1)."""
MODES: Final = (NORMAL, *AIM)
FORCE: Final = "force"
"""Switched on, it lets the game master attack in spite of all problems."""
BARE: Final = "unparryable"
"""Switched on, the attack cannot be parried (§2.6)."""
BETTER: Final = "better_given"
WORSE: Final = "worse_given"
"""Switched on, the game master gives Vorteil or Nachteil."""


@dataclass(frozen=True)  # no slots: what is asked of it again and again is kept
class Duel:
    """An attacker (where he would stand), a target and a weapon."""

    state: Encounter
    options: Options
    attacker: Token
    target: Token
    weapon: SheetWeapon
    action: AttackAction

    @property
    def mode(self) -> str:
        return self.action.mode or NORMAL

    @property
    def zone(self) -> Zone | None:
        """What is aimed at."""
        return AIM.get(self.mode)

    @cached_property
    def ranged(self) -> bool:
        return self.weapon.ranged

    @property
    def sheet(self) -> MuinimulaSheet:
        return sheet_of(self.attacker)

    @property
    def foe(self) -> MuinimulaSheet:
        return sheet_of(self.target)

    @cached_property
    def a(self) -> Footprint:
        """The attacker's space, at least a whole square."""
        return whole(self.attacker.space)

    @cached_property
    def t(self) -> Footprint:
        """The target's space, at least a whole square."""
        return whole(self.target.space)

    @cached_property
    def distance(self) -> int:
        """Squares between the spaces, diagonals like straight ones (house default)."""
        return gap(self.attacker, self.target)

    @cached_property
    def reaches(self) -> bool:
        return self.distance <= reach_of(self.attacker, self.weapon)

    @property
    def helpless(self) -> bool:
        """Whether no roll is needed to hit (§10.7)."""
        return is_helpless(self.target)

    @property
    def parried(self) -> int | None:
        """The number that the target's last parry of this attacker left (§3.2)."""
        return vitals_of(self.attacker).parried.get(self.target.id)

    def chosen(self, offer: str) -> bool:
        """Whether an offered row was switched on."""
        return offer in self.action.on and offer not in self.action.off

    def way_is_clear(self) -> bool:
        """Whether no wall stops every line between both."""
        level = level_of(self.attacker, self.target)
        return sight_map(self.state.board).effect(self.a, self.t, level).exists


def gap(one: Token, other: Token) -> int:
    """Return the squares between two, the longest of length, width and height."""
    dx, dy = offsets(whole(one.space), whole(other.space))
    return max(count(dx, dy, Diagonal.EQUIDISTANT), rise(one, other))


def reach_of(token: Token, weapon: SheetWeapon) -> int:
    """Return how far somebody strikes with a weapon, in squares (house default)."""
    natural = (token.space.side // SUB + 1) // 2 if token.reach is None else token.reach
    return max(1, natural) + weapon.squares - 1


def weapon_of(token: Token, weapon: str) -> SheetWeapon:
    """Return a weapon by id, an empty one being the first; bare hands where there is none."""
    return sheet_of(token).weapon(weapon) or UNARMED


def duel_of(state: Encounter, action: AttackAction) -> Duel:
    """Put the attack of an action together; with ``place`` the attacker stands there."""
    me = state.tokens[action.attacker]
    if action.place is not None and action.place != me.space:
        me = replace(me, space=action.place)
        state = state.with_token(me)
    target = state.tokens[action.target]
    return Duel(state, options_of(state), me, target, weapon_of(me, action.weapon), action)


def in_hand(token: Token) -> tuple[SheetWeapon, ...]:
    """Return the melee weapons that somebody holds: the one in use, one of the off hand, natural.

    Without any, the bare hands; who has dropped his weapon holds none until he takes another.
    """
    vitals = vitals_of(token)
    melee = [w for w in sheet_of(token).arms if not w.ranged and w.id not in vitals.dropped]
    held = [w for w in melee if not w.natural and w.parts != "off"]
    lying = [sheet_of(token).weapon(id) for id in vitals.dropped]
    empty = not vitals.wielded and any(w and not w.ranged and w.parts != "off" for w in lying)
    used = [w for w in held if w.id == vitals.wielded] or ([] if empty else held[:1])
    second = [w for w in melee if not w.natural and w.parts == "off"]
    if used and used[0].parts == "both":
        second = []
    own = [w for w in melee if w.natural and w.id != UNARMED.id]
    return tuple(dict.fromkeys((*used, *second, *own))) or (UNARMED,)


def wield(token: Token, weapon: SheetWeapon) -> bool:
    """Whether an attack with a weapon takes it in hand."""
    held = not weapon.natural and weapon.parts != "off"
    return held and not weapon.ranged and vitals_of(token).wielded != weapon.id
