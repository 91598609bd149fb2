"""Which squares a space reaches, and whether two spaces stand on both sides of a third."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal

from maps.grid import SUB, Cell, Footprint, Point, count, offsets

BodySide = Literal["left", "right", "top", "bottom"]


@dataclass(frozen=True, slots=True)
class Flank:
    """Two one-square spaces whose line of centres meets opposite sides of a third space.

    ``sides`` are the sides met: left and right, top and bottom, or all four.
    """

    a: Footprint
    b: Footprint
    sides: tuple[BodySide, ...]


def whole(space: Footprint) -> Footprint:
    """Return the space itself; one smaller than a square stands for its whole square."""
    if space.side >= SUB:
        return space
    centre = space.centre2
    return Footprint(centre.x // (2 * SUB) * SUB, centre.y // (2 * SUB) * SUB)


@cache
def reach_offsets(r: int, second_diagonal: bool = True) -> frozenset[tuple[int, int]]:
    """Return the signed offsets in squares that a reach of ``r`` squares covers.

    Diagonals count 1-2-1-2. A reach of two also covers (2, 2) with ``second_diagonal``.
    The own square (0, 0) is not among them.
    """
    steps = range(-r, r + 1)
    covered = {(dx, dy) for dx in steps for dy in steps if 1 <= count(dx, dy) <= r}
    if r == 2 and second_diagonal:
        covered |= {(2, 2), (2, -2), (-2, 2), (-2, -2)}
    return frozenset(covered)


@cache
def zone_offsets(r: int, inner: int, second_diagonal: bool) -> frozenset[tuple[int, int]]:
    """Return the signed offsets that a reach of ``r`` squares covers, but not one of ``inner``."""
    return reach_offsets(r, second_diagonal) - reach_offsets(inner, second_diagonal)


def threatened(
    space: Footprint, reach: int, inner: int = 0, second_diagonal: bool = True
) -> frozenset[Cell]:
    """Return the squares that a reach in squares covers around a space.

    ``inner`` cuts out the zone of a shorter reach: a weapon that doubles a natural
    reach of r covers ``reach=2*r, inner=r``.
    """
    base = whole(space)
    columns = range(base.x // SUB - reach, -(-base.right // SUB) + reach)
    rows = range(base.y // SUB - reach, -(-base.bottom // SUB) + reach)
    cells = (Cell(x, y) for x in columns for y in rows)
    zone = zone_offsets(reach, inner, second_diagonal)
    return frozenset(c for c in cells if offsets(base, Footprint(c.x * SUB, c.y * SUB)) in zone)


def in_reach(
    a: Footprint, b: Footprint, reach: int, inner: int = 0, second_diagonal: bool = True
) -> bool:
    """Whether a reach in squares of ``a`` covers any square of ``b``.

    Spaces that overlap are in reach unless an inner zone is cut out.
    """
    base, target = whole(a), whole(b)
    if inner == 0 and base.overlaps(target):
        return True
    zone = zone_offsets(reach, inner, second_diagonal)
    return any(offsets(base, square) in zone for square in target.unit_squares())


def flanks(a: Footprint, b: Footprint, target: Footprint) -> Flank | None:
    """Return how ``a`` and ``b`` stand on both sides of ``target``, or None.

    They do when the line between the centres of a square of each meets two opposite
    closed sides of the target's space. Of several such lines the shortest is returned.
    """
    box = whole(target)
    best: Flank | None = None
    length = 0
    for one in whole(a).unit_squares():
        for two in whole(b).unit_squares():
            p, q = one.centre2, two.centre2
            square = (p.x - q.x) ** 2 + (p.y - q.y) ** 2
            if best is not None and square >= length:
                continue
            if sides := _opposite_sides(p, q, box):
                best, length = Flank(one, two, sides), square
    return best


def _opposite_sides(p: Point, q: Point, box: Footprint) -> tuple[BodySide, ...]:
    """Name the opposite sides of the box that the line pq meets; points in half sub-units."""
    left, right, top, bottom = 2 * box.x, 2 * box.right, 2 * box.y, 2 * box.bottom
    across = _spans(p, q, (left, right), (top, bottom))
    turned = _spans(Point(p.y, p.x), Point(q.y, q.x), (top, bottom), (left, right))
    sides: tuple[BodySide, ...] = ("left", "right") if across else ()
    return (*sides, "top", "bottom") if turned else sides


def _spans(p: Point, q: Point, xs: tuple[int, int], ys: tuple[int, int]) -> bool:
    """Whether pq meets both x = xs[0] and x = xs[1] within ys, ends included; exact."""
    if p.x > q.x:
        p, q = q, p
    if p.x > xs[0] or q.x < xs[1]:
        return False
    dx, dy = q.x - p.x, q.y - p.y
    return all(ys[0] * dx <= p.y * dx + (x - p.x) * dy <= ys[1] * dx for x in xs)
