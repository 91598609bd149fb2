"""Who is engaged with whom, from which side, and among whom a target is drawn (§6)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Final, Literal

from maps.grid import Footprint, Point, offsets
from maps.reach import whole
from maps.sight import Touching, sight_map
from rules.core.options import Options
from rules.core.terms import named
from rules.encounter.heights import level_of, rise
from rules.encounter.state import Encounter, Token, TokenId, hostile
from rules.system.ground import FacingSector
from rules.systems.osric.conditions import OUT
from rules.systems.osric.creatures import sees_invisible
from rules.systems.osric.options import options_of

FEET: Final = 10
"""Melee range in feet (§1)."""
Sector = Literal["front", "shielded_flank", "open_flank", "rear_flank", "rear"]


def reach_squares(options: Options) -> int:
    """Return melee range in squares: 2 of five feet, 1 of ten (§6)."""
    return max(1, FEET // options.number("square_feet"))


def _centre(space: Footprint) -> Point:
    return Point(space.x + space.side // 2, space.y + space.side // 2)


def gap(one: Token, other: Token) -> int:
    """Return the squares between two, the longest of length, width and height."""
    return max(*offsets(whole(one.space), whole(other.space)), rise(one, other))


def in_melee_range(state: Encounter, one: Token, other: Token) -> bool:
    """Whether two stand within ten feet and no wall parts them (§6, house default)."""
    options = options_of(state)
    if gap(one, other) > reach_squares(options):
        return False
    a, b = whole(one.space), whole(other.space)
    if a.overlaps(b):
        return True
    touching, level = Touching(options.word("touching")), level_of(one, other)
    return sight_map(state.board).clear(a, _centre(a), b, _centre(b), touching, level)


def fights(token: Token) -> bool:
    """Whether somebody still takes part in a melee."""
    return not token.has(*OUT)


def engaged(state: Encounter, one: Token, other: Token) -> bool:
    """Whether two foes within ten feet are engaged (§6)."""
    if one.id == other.id or not hostile(one.side, other.side):
        return False
    return fights(one) and fights(other) and in_melee_range(state, one, other)


def opponents(state: Encounter, token: Token) -> tuple[Token, ...]:
    """Return everybody with whom somebody is engaged, in the order of the fight."""
    return tuple(t for t in state.tokens.values() if engaged(state, token, t))


def melee_of(state: Encounter, token: Token) -> tuple[Token, ...]:
    """Return all who take part in the melee around somebody, himself included (§6)."""
    found = {token.id}
    pending = [token]
    while pending:
        for foe in opponents(state, pending.pop()):
            if foe.id not in found:
                found.add(foe.id)
                pending.append(foe)
    return tuple(t for t in state.tokens.values() if t.id in found) if len(found) > 1 else ()


# -- among whom a target is drawn -----------------------------------------------------------------


def melee_targets(state: Encounter, attacker: Token) -> tuple[Token, ...]:
    """Return among whom a blow is drawn: engaged foes that can be perceived (§6)."""
    return tuple(t for t in opponents(state, attacker) if perceives(state, attacker, t))


def missile_targets(state: Encounter, shooter: Token, aimed: Token) -> tuple[Token, ...]:
    """Return among whom a shot is drawn: all of the melee whom it can reach, friends too (§6)."""
    sight = sight_map(state.board)
    return tuple(
        t
        for t in melee_of(state, aimed)
        if t.id != shooter.id
        and perceives(state, shooter, t)
        and sight.effect(whole(shooter.space), whole(t.space), level_of(shooter, t)).exists
    )


def perceives(state: Encounter, watcher: Token, target: Token) -> bool:
    """Whether somebody knows where a creature is."""
    return not target.has("invisible") or sees_invisible(state, watcher, target)


WEIGHTS: Final = {"S": 1, "M": 2, "L": 3}
"""Weights of the optional draw by size: 0.5, 1, 1.5 doubled (§6)."""


def drawn(candidates: Iterable[TokenId], weights: Iterable[int], face: int) -> TokenId:
    """Return who is drawn with a face of a die that has a side for each weight.

    Raises ValueError for a face beyond all weights.
    """
    for id, weight in zip(candidates, weights, strict=True):
        face -= weight
        if face <= 0:
            return id
    raise ValueError("the face is larger than all weights")


# -- from which side ------------------------------------------------------------------------------


def sector(dx: float, dy: float, facing: int, shield_side: str = "left") -> Sector:
    """Return from which side an attacker at an offset comes (§6.1).

    The offset in any unit, y down; ``facing`` in degrees clockwise from north.
    """
    angle = math.degrees(math.atan2(dx, -dy)) - facing
    turned = (angle + 180) % 360 - 180
    eighth = round(turned / 45)
    if abs(eighth) <= 1:
        return "front"
    if abs(eighth) == 2:
        shielded = (eighth == -2) == (shield_side == "left")
        return "shielded_flank" if shielded else "open_flank"
    return "rear_flank" if abs(eighth) == 3 else "rear"


_SIDES: Final[tuple[tuple[int, int], ...]] = (
    (0, 135),
    (90, 45),
    (135, 45),
    (180, 45),
    (225, 45),
    (270, 45),
)
"""Middle and width of each side in degrees: attackers are sorted to the nearest eighth."""
_DANGER: Final[Mapping[Sector, int]] = {
    "front": 0,
    "shielded_flank": 0,
    "open_flank": 1,
    "rear_flank": 2,
    "rear": 3,
}


def sectors(state: Encounter, token: TokenId) -> tuple[FacingSector, ...]:
    """Return the sides of somebody as he could be attacked; none while facing is off (§6.1)."""
    options = options_of(state)
    if not options.flag("facing"):
        return ()
    found = []
    for middle, width in _SIDES:
        a = math.radians(middle)
        side = sector(math.sin(a), -math.cos(a), 0, options.word("shield_side"))
        found.append(FacingSector(middle, width, named("sector.osric", side), _DANGER[side]))
    return tuple(found)


def sector_of(state: Encounter, attacker: Token, target: Token) -> Sector:
    """Return from which side an attack comes; without facing it is the front (§6.1)."""
    options = options_of(state)
    if target.facing is None or not options.flag("facing"):
        return "front"
    a, t = attacker.space.centre2, target.space.centre2
    if a == t:
        return "front"
    return sector(a.x - t.x, a.y - t.y, target.facing, options.word("shield_side"))
