"""Metres on the map, control zones, and who is engaged with whom (§3.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import hypot

from maps.grid import SUB, Cell, Footprint, Point, adjacent
from maps.reach import whole
from maps.sight import sight_map
from rules.core.options import Options
from rules.encounter.heights import empty, level_of, rise
from rules.encounter.state import Encounter, Token, TokenId, hostile
from rules.systems.damakar.arms import longest
from rules.systems.damakar.conditions import is_out
from rules.systems.damakar.options import options_of
from rules.systems.damakar.weapons import SheetWeapon


def metres(state: Encounter, sub: float) -> float:
    """Turn a length on the map into metres."""
    return sub / SUB * options_of(state).number("square_cm") / 100


def way_metres(state: Encounter, points: tuple[Point, ...]) -> float:
    """Return the length of a way over points."""
    pairs = zip(points, points[1:], strict=False)
    return metres(state, sum(hypot(b.x - a.x, b.y - a.y) for a, b in pairs))


def radius_cm(options: Options, length: int) -> int:
    """Return the radius of the control zone of a length class in cm (house, §3.2)."""
    return options.number(f"control_zone_{length}")


def covers(options: Options, owner: Footprint, cm: int, space: Footprint, up: int = 0) -> bool:
    """Whether a circle around the middle of a space meets another; a big one has a wider circle.

    ``up`` is the empty height between them in sub-units, a way like any other (house default).
    All in half sub-units times centimetres of a square, so that it is exact.
    """
    middle = owner.centre2
    dx = max(0, 2 * space.x - middle.x, middle.x - 2 * space.right)
    dy = max(0, 2 * space.y - middle.y, middle.y - 2 * space.bottom)
    return _within(options, owner, cm, dx * dx + dy * dy, up)


def _within(options: Options, owner: Footprint, cm: int, far2: int | Fraction, up: int) -> bool:
    """Whether a square of a distance in half sub-units is inside the circle around a space."""
    square, dz = options.number("square_cm"), 2 * max(0, up)
    radius = 2 * SUB * cm + max(0, owner.side - SUB) * square
    return (far2 + dz * dz) * square * square < radius * radius


def zone_cm(state: Encounter, token: Token) -> int:
    """Return the radius of somebody's control zone in cm: by the longest weapon held (§3.2)."""
    options = options_of(state)
    if token.reach is not None:
        return token.reach * options.number("square_cm") + options.number("square_cm") // 2
    return radius_cm(options, longest(state, token).length)


def zone_radius(state: Encounter, token: Token) -> float:
    """Return the radius in squares of somebody's control zone; a big one has a wider circle."""
    cm, square = zone_cm(state, token), options_of(state).number("square_cm")
    return cm / square + max(0, whole(token.space).side - SUB) / (2 * SUB)


def controls(state: Encounter, owner: Token, other: Token, space: Footprint) -> bool:
    """Whether another lies in somebody's control zone where he has that space."""
    options, up = options_of(state), empty(owner, other)
    return covers(options, whole(owner.space), zone_cm(state, owner), whole(space), up)


def zone_holds(state: Encounter, owner: Token, other: Token, far2: Fraction) -> bool:
    """Whether another is in somebody's control zone at a distance from the middle of it.

    ``far2`` is its square in half sub-units, on the ground.
    """
    options, up = options_of(state), empty(owner, other)
    return _within(options, whole(owner.space), zone_cm(state, owner), far2, up)


def open_way(state: Encounter, one: Token, other: Token, space: Footprint | None = None) -> bool:
    """Whether no wall keeps one from striking at another's space."""
    aim = whole(other.space if space is None else space)
    sight = sight_map(state.board)
    return sight.effect(whole(one.space), aim, level_of(one, other)).exists


def strikes_at(state: Encounter, token: Token, weapon: SheetWeapon, foe: Token) -> bool:
    """Whether a melee weapon reaches somebody: side by side always, else within its zone."""
    mine, other = whole(token.space), whole(foe.space)
    if token.reach is not None:
        near = controls(state, token, foe, foe.space)
    else:
        options = options_of(state)
        near = covers(options, mine, radius_cm(options, weapon.length), other, empty(token, foe))
    return (near or beside(token, foe)) and open_way(state, token, foe)


def beside(one: Token, other: Token) -> bool:
    """Whether two stand side by side, no more than a square of height apart."""
    return adjacent(whole(one.space), whole(other.space)) and rise(one, other) <= 1


def threatened(state: Encounter, id: TokenId) -> frozenset[Cell]:
    """Return the squares of somebody's control zone, walls in mind (§3.2)."""
    token = state.tokens[id]
    if is_out(token) or token.has("unaware"):
        return frozenset()
    return frozenset(c for c in _around(state, token) if _held(state, token, c))


def _around(state: Encounter, token: Token) -> Iterator[Cell]:
    space = whole(token.space)
    far = zone_cm(state, token) // options_of(state).number("square_cm") + 2
    own = set(space.cells())
    for x in range(space.x // SUB - far, space.right // SUB + far + 1):
        for y in range(space.y // SUB - far, space.bottom // SUB + far + 1):
            if Cell(x, y) not in own:
                yield Cell(x, y)


def _held(state: Encounter, token: Token, cell: Cell) -> bool:
    square = Footprint(cell.x * SUB, cell.y * SUB)
    return controls(state, token, token, square) and open_way(state, token, token, square)


def blocks(state: Encounter, owner: Token, mover: Token, space: Footprint) -> bool:
    """Whether somebody could block a mover in a place: a foe's control zone (§3.2)."""
    return (
        may_block(owner, mover)
        and controls(state, owner, mover, space)
        and open_way(state, owner, mover, space)
    )


def may_block(owner: Token, mover: Token) -> bool:
    """Whether somebody is an able foe who notices a mover."""
    able = not (is_out(owner) or owner.has("unaware"))
    return able and hostile(owner.side, mover.side)


def engaged(state: Encounter, token: Token) -> tuple[TokenId, ...]:
    """Return the foes that somebody fights hand to hand: either is in the other's zone."""
    return tuple(
        foe.id
        for foe in state.tokens.values()
        if foe.id != token.id
        and hostile(foe.side, token.side)
        and not is_out(foe)
        and _close(state, token, foe)
    )


def _close(state: Encounter, token: Token, foe: Token) -> bool:
    near = controls(state, foe, token, token.space) or controls(state, token, foe, foe.space)
    near = near or beside(token, foe)
    return near and open_way(state, token, foe)


def at(token: Token, space: Footprint | None) -> Token:
    """Return somebody standing elsewhere."""
    return token if space is None else replace(token, space=space)
