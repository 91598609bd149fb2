"""Where a way leads into a foe's control zone (§3.2).

A zone is a circle, and who moves straight on nears its middle and then leaves it again: where a
leg comes nearest tells whether it cuts the circle at all. Whoever is stopped stands on a tidy
place half a square apart, or where the leg comes nearest if the way only grazes the circle
between two of those.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import ceil, hypot
from typing import Final

from maps.grid import SUB, Footprint, Point
from maps.reach import whole
from rules.encounter.state import Encounter, Token
from rules.systems.damakar.reach import blocks, controls, may_block, open_way, zone_holds

_END: Final = Fraction(1)


@dataclass(frozen=True, slots=True)
class Entry:
    """A foe whose zone a way enters, the first place inside, and the way cut off there."""

    foe: Token
    place: Footprint
    way: tuple[Point, ...]


def entered(state: Encounter, token: Token, way: Sequence[Point]) -> Iterator[Entry]:
    """Yield the foes whose control zone a way of corner points enters from outside (§3.2).

    Whether a wall keeps the foe off is asked at the places only.
    """
    for foe in state.tokens.values():
        if foe.id == token.id or not may_block(foe, token):
            continue
        if not blocks(state, foe, token, token.space.moved(*way[0])):
            found = _first(state, foe, token, way)
            if found is not None:
                yield found


def _first(state: Encounter, foe: Token, token: Token, way: Sequence[Point]) -> Entry | None:
    small = token.space.side < SUB
    for i, leg in enumerate(pairwise(way), 1):
        inside = _in_squares if small else _in_circle
        for place in inside(state, foe, token, leg):
            if open_way(state, foe, token, place):
                return Entry(foe, place, (*way[:i], Point(place.x, place.y)))
    return None


def _in_circle(
    state: Encounter, foe: Token, token: Token, leg: tuple[Point, Point]
) -> Iterator[Footprint]:
    """Yield the places of a leg inside a foe's circle; the nearest last."""
    nearest, far2 = _nearest(token, foe, *leg)
    if zone_holds(state, foe, token, far2):
        for part in _halves(*leg):
            place = token.space.moved(*_at(*leg, part))
            if controls(state, foe, token, place):
                yield place
        yield token.space.moved(*_at(*leg, nearest))


def _in_squares(
    state: Encounter, foe: Token, token: Token, leg: tuple[Point, Point]
) -> Iterator[Footprint]:
    """Yield the places of somebody smaller than a square: he stands for whole squares."""
    for part in (*_halves(*leg), *_squares(token, *leg)):
        place = token.space.moved(*_at(*leg, part))
        if controls(state, foe, token, place):
            yield place


def _at(p: Point, q: Point, part: Fraction) -> Point:
    return Point(p.x + round((q.x - p.x) * part), p.y + round((q.y - p.y) * part))


def _halves(p: Point, q: Point) -> Iterator[Fraction]:
    """Yield the parts of a leg about half a square apart, its end last."""
    n = max(1, ceil(2 * hypot(q.x - p.x, q.y - p.y) / SUB))
    return (Fraction(i, n) for i in range(1, n + 1))


def _nearest(token: Token, foe: Token, p: Point, q: Point) -> tuple[Fraction, Fraction]:
    """Return at which part of a leg a mover is nearest to the middle of a foe, and how near.

    The latter is the square of the distance in half sub-units.
    """
    middle, side = whole(foe.space).centre2, 2 * token.space.side
    # where the corner of the mover is at first, seen from the middle, and how far it goes
    x, y, u, v = 2 * p.x - middle.x, 2 * p.y - middle.y, 2 * (q.x - p.x), 2 * (q.y - p.y)
    xs, ys = (x, x + side), (y, y + side)
    parts = [Fraction(-a, u) for a in xs if u] + [Fraction(-b, v) for b in ys if v]
    if u or v:
        parts += [Fraction(-a * u - b * v, u * u + v * v) for a in xs for b in ys]

    def far2(part: Fraction) -> Fraction:
        dx, dy = x + u * part, y + v * part
        aside, down = max(dx, -dx - side, Fraction(0)), max(dy, -dy - side, Fraction(0))
        return aside * aside + down * down

    found = min((min(max(part, Fraction(0)), _END) for part in (*parts, _END)), key=far2)
    return found, far2(found)


def _squares(token: Token, p: Point, q: Point) -> Iterator[Fraction]:
    """Yield the middle of each part of a leg on which a small one's middle is in one square."""
    middle = token.space.moved(*p).centre2
    cuts = {Fraction(0), _END}
    for start, by in ((middle.x, 2 * (q.x - p.x)), (middle.y, 2 * (q.y - p.y))):
        low, high = sorted((start, start + by))
        lines = range(-(-low // (2 * SUB)), high // (2 * SUB) + 1)
        cuts |= {Fraction(line * 2 * SUB - start, by) for line in lines if by}
    return ((one + other) / 2 for one, other in pairwise(sorted(cuts)))
