"""One attack as the rules see it: who, at whom, with what, at which part, from which side (§5)."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from maps.grid import count, distance, offsets
from maps.reach import in_reach, whole
from rules.core.options import Options
from rules.core.tables import by_first
from rules.encounter.heights import rise
from rules.encounter.plans import AttackAction
from rules.encounter.state import Encounter, Token
from rules.systems.das_system.body import PARTS, Place, part_of, places_of
from rules.systems.das_system.chances import Stair, stairs_down
from rules.systems.das_system.gear import SheetWeapon, table_weapon
from rules.systems.das_system.harm import zustand_of
from rules.systems.das_system.layers import Cover, cover_of, meet
from rules.systems.das_system.options import options_of, square_metres
from rules.systems.das_system.sheet import DasSystemSheet, sheet_of, vitals_of

FORCE: Final = "force"
"""Switch with which the game master lets an attack happen in spite of everything."""
UNNOTICED: Final = "unnoticed"
LATE: Final = "noticed_late"
BEHIND: Final = "behind"
NO_PUSH: Final = "no_push"
"""Switches of an attack: nobody notices it, it is noticed late, it comes from behind, it does not
press forward (§2.1, §5, §10)."""


@dataclass(frozen=True)  # no slots: what is asked of it again and again is kept
class Duel:
    """An attacker (where he would stand), a target, a weapon and an aim."""

    state: Encounter
    options: Options
    action: AttackAction
    attacker: Token
    target: Token
    weapon: SheetWeapon
    part: str

    @property
    def ranged(self) -> bool:
        return self.weapon.ranged

    @cached_property
    def distance(self) -> int:
        """Squares between both spaces."""
        return distance(whole(self.attacker.space), whole(self.target.space))

    @property
    def metres(self) -> float:
        return self.distance * square_metres(self.state)

    @cached_property
    def reaches(self) -> bool:
        """Whether a blow reaches the target."""
        return reaches(self.attacker, self.weapon, self.target)

    @cached_property
    def behind(self) -> bool:
        """Whether it comes from behind: by the switch, or where the target looks elsewhere."""
        return BEHIND in self.action.on or from_behind(self.attacker, self.target)

    @property
    def places(self) -> tuple[Place, ...]:
        """The places of the part that can be struck from this side."""
        return struck_places(self.part, self.hidden)

    @property
    def hidden(self) -> str:
        """The side of the target that cannot be struck."""
        return "front" if self.behind else "back"

    def switched(self, id: str) -> bool:
        return id in self.action.on

    def cover(self) -> Cover:
        """Return the ways past the target's armour (§8.2)."""
        armour = vitals_of(self.target).armour
        lost = tuple([(id, tuple(by.items())) for id, by in armour.items()])
        sheet = sheet_of(self.target)
        return armour_of(sheet, self.part, self.hidden, self.weapon, self.options, lost)

    def stairs(self, cover: Cover) -> tuple[Stair, ...]:
        """Return what attack values meet, as steps (§7.1, §8.2)."""
        now = tuple([zustand_of(self.target, id) for id in cover.places])
        return _stairs(cover, now, self.options)


@by_first(keep=256)
def _stairs(cover: Cover, now: tuple[int, ...], options: Options) -> tuple[Stair, ...]:
    """Return what attack values meet; ``now`` is the Zustand of the cover's places."""
    zustaende = dict(zip(cover.places, now, strict=True))
    behind_armour = options.flag("zustand_hinter_ruestung")
    least = 1 if options.flag("mindestverletzung") else 0
    found = []
    for way in cover.ways:
        zustand = zustaende[way.place.id]
        if way.pieces and not behind_armour:
            zustand = min(0, zustand)
        found.append(Stair(way.need, way.protection, zustand, 0 if way.pieces else least))
    return stairs_down(found)


Lost = tuple[tuple[str, tuple[tuple[str, int], ...]], ...]
"""Lost Deckungswert by piece and place."""


@by_first(keep=256)
def armour_of(
    sheet: DasSystemSheet,
    part: str,
    hidden: str,
    weapon: SheetWeapon,
    options: Options,
    lost: Lost,
) -> Cover:
    """Return the armour of a part against a weapon (§8.2–8.4).

    ``hidden`` is the side of the body that cannot be struck, ``lost`` what the armour lost.
    """
    unknown, less = options.number("wirkung_unbekannt"), {id: dict(by) for id, by in lost}
    worn = tuple(
        meet(piece, weapon, less.get(piece.id, {}), places_of(part), unknown)
        for piece in sheet.pieces
        if not piece.own_rules
    )
    return cover_of(part, struck_places(part, hidden), worn, weapon.ranged, options)


def struck_places(part: str, hidden: str) -> tuple[Place, ...]:
    """Return the places of a part that can be struck from the side that is not hidden."""
    return tuple(p for p in places_of(part) if p.side != hidden)


def reach_of(token: Token, weapon: SheetWeapon) -> int:
    """Return how many squares a weapon reaches."""
    own = max(1, sheet_of(token).size // 2) if token.reach is None else token.reach
    return own + max(0, weapon.reach - 1)


def reaches(attacker: Token, weapon: SheetWeapon, target: Token) -> bool:
    """Whether a blow gets at somebody; empty height counts as a way aside (house default)."""
    far, up = reach_of(attacker, weapon), rise(attacker, target)
    if not up:
        return in_reach(attacker.space, target.space, far)
    return count(count(*offsets(whole(attacker.space), whole(target.space))), up) <= far


def from_behind(attacker: Token, target: Token) -> bool:
    """Whether somebody stands in the rear quarter of a creature that faces somewhere."""
    if target.facing is None:
        return False
    a, t = attacker.space.centre2, target.space.centre2
    if a == t:
        return False
    bearing = math.degrees(math.atan2(a.x - t.x, t.y - a.y))
    turn = abs((bearing - target.facing + 180) % 360 - 180)
    return turn > 135


def held_weapon(token: Token) -> SheetWeapon | None:
    """Return the weapon in hand: the last one used, at first the first of the sheet."""
    arms = sheet_of(token).arms
    if token.has("disarmed"):
        return next((w for w in arms if w.unarmed), None)
    wielded = vitals_of(token).wielded
    in_hand = [w for w in arms if w.hands in ("main", "two") and not w.ranged]
    named = next((w for w in arms if w.id == wielded), None)
    return named or (in_hand[0] if in_hand else arms[0])


def duel_of(state: Encounter, action: AttackAction) -> Duel:
    """Put the attack of an action together; with ``place`` the attacker is thought to be there."""
    me = state.tokens[action.attacker]
    if action.place is not None and action.place != me.space:
        me = replace(me, space=action.place)
        state = state.with_token(me)
    weapon = sheet_of(me).weapon(action.weapon) or table_weapon("unarmed")
    part = part_of(action.mode) or PARTS[0]
    target = state.tokens[action.target]
    return Duel(state, options_of(state), action, me, target, weapon, part)


def counter_duel(duel: Duel, weapon: SheetWeapon, part: str) -> Duel:
    """Return the blow that a defender strikes back (§6.3)."""
    action = AttackAction(duel.target.id, duel.attacker.id, weapon.id, part)
    return Duel(duel.state, duel.options, action, duel.target, duel.attacker, weapon, part)


def needed_arms(token: Token, weapon: SheetWeapon) -> tuple[str, ...]:
    """Return the limbs that a weapon needs (§7.3)."""
    main, other = ("l_arm", "r_arm") if sheet_of(token).left_handed else ("r_arm", "l_arm")
    match weapon.hands:
        case "main":
            return (main,)
        case "two":
            return (main, other)
        case "off" | "shield":
            return (other,)
        case _:
            return {"treten": ("r_bein",), "boxen": (main,), "klaue": (main,)}.get(weapon.style, ())


def barred_by(token: Token, weapon: SheetWeapon, action: str) -> str:
    """Return the place of a wound that rules a use of a weapon out; empty where none does."""
    limbs = needed_arms(token, weapon)
    for wound in vitals_of(token).wounds:
        part = part_of(wound.place)
        if action in wound.forbids and (part in limbs or "arm" not in part):
            return wound.place
    return ""
