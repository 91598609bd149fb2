"""What lies between two spaces: the box round them, and the creatures in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from maps import area
from maps.grid import Footprint, Point
from maps.lines import Body


def crossed_bodies(p: Point, q: Point, bodies: Sequence[Body]) -> tuple[str, ...]:
    """Return the ids of bodies whose interior the line p→q crosses, in its order."""
    found: list[tuple[Fraction, str]] = []
    for body in bodies:
        if area.bounds_touch(body.space.corners(), p, q):
            at = area.box_enters(p, q, body.space)
            if at is not None:
                found.append((at, body.id))
    return tuple(name for _, name in sorted(found))


def in_between(a: Footprint, b: Footprint, bodies: Iterable[Body]) -> tuple[Body, ...]:
    """Return the bodies that lines from one space to another can meet at all."""
    left, top, right, bottom = bounds_of(a, b)
    return tuple(
        body
        for body in bodies
        if body.space.x < right
        and left < body.space.right
        and body.space.y < bottom
        and top < body.space.bottom
    )


def bounds_of(a: Footprint, b: Footprint) -> tuple[int, int, int, int]:
    """Return the box round two spaces: left, top, right, bottom in sub-units."""
    return min(a.x, b.x), min(a.y, b.y), max(a.right, b.right), max(a.bottom, b.bottom)
