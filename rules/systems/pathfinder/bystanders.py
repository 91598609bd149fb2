"""Bystanders: which creatures stand between two fighters, and at what height lines run (§3.1)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from maps.grid import SUB, Footprint, Point
from maps.reach import whole
from maps.sight import Body
from rules.core.options import Options
from rules.encounter.heights import height_of, level_of
from rules.encounter.state import Encounter, Token
from rules.systems.pathfinder.duel import Duel
from rules.systems.pathfinder.tables import sheet_of

TIED: Final = frozenset({"mount", "carried", "swallowed"})
"""Links whose partners never shelter each other (§3.1)."""
_BODILESS: Final = ("swarm", "schwarm", "schwärm", "incorporeal", "körperlos")
"""Words in a creature's type, in German and English."""
_LYING: Final = ("prone", "dead", "dying", "unconscious")


def shelterers(duel: Duel) -> tuple[Body, ...]:
    """Return the creatures that may give soft cover (§3.1)."""
    low, high = level_of(duel.attacker, duel.target)
    fighters = (duel.attacker, duel.target)
    between = _Box.around(duel.a, duel.t)
    bodies = []
    for token in duel.state.tokens.values():
        if not between.perhaps_meets(token.space):
            continue
        if token.id in (fighters[0].id, fighters[1].id):
            continue
        if not stands_in_the_way(token, duel.options):
            continue
        if token.elevation >= high or token.elevation + height_of(token) <= low:
            continue
        space = whole(token.space)
        if not between.meets(space) or space.overlaps(duel.a) or space.overlaps(duel.t):
            continue
        if tied(duel.state, token, *fighters):
            continue
        bodies.append(Body(token.id, space))
    return tuple(bodies)


class _Box(NamedTuple):
    """The bounds of two spaces."""

    x: int
    y: int
    right: int
    bottom: int

    @classmethod
    def around(cls, a: Footprint, b: Footprint) -> _Box:
        left, top = min(a.x, b.x), min(a.y, b.y)
        return cls(left, top, max(a.right, b.right), max(a.bottom, b.bottom))

    def perhaps_meets(self, space: Footprint) -> bool:
        """Whether a space, or the square that one smaller than a square stands for, meets it."""
        x, y, far = space.x, space.y, max(space.side, SUB)
        return (
            x - SUB < self.right and self.x < x + far and y - SUB < self.bottom and self.y < y + far
        )

    def meets(self, space: Footprint) -> bool:
        return (
            space.x < self.right
            and self.x < space.right
            and space.y < self.bottom
            and self.y < space.bottom
        )


def crossed(p: Point, qs: Iterable[Point], box: Footprint) -> bool:
    """Whether any line from a point runs through the interior of a space; exact."""
    left, right, top, bottom = box.x - p.x, box.right - p.x, box.y - p.y, box.bottom - p.y
    for q in qs:
        x, y = q.x - p.x, q.y - p.y
        if max(x, 0) <= left or min(x, 0) >= right or max(y, 0) <= top or min(y, 0) >= bottom:
            continue
        turns = (
            x * top - y * left,
            x * top - y * right,
            x * bottom - y * left,
            x * bottom - y * right,
        )
        if min(turns) < 0 < max(turns):
            return True
    return False


def stands_in_the_way(token: Token, options: Options) -> bool:
    """Whether a creature gives soft cover at all; what the game master set goes first (§3.1)."""
    if token.gives_cover is not None:
        return token.gives_cover
    if token.conditions and token.has(*_LYING):
        if token.has("dead") or not options.flag("prone_gives_soft_cover"):
            return False
    return not is_bodiless(token) or options.flag("bodiless_give_soft_cover")


def is_bodiless(token: Token) -> bool:
    """Whether a creature is no single body by its type: a swarm, or incorporeal."""
    return _says_bodiless(sheet_of(token).creature_type)


@lru_cache(maxsize=256)
def _says_bodiless(creature_type: str) -> bool:
    words = creature_type.casefold()
    return any(word in words for word in _BODILESS)


def tied(state: Encounter, token: Token, *fighters: Token) -> bool:
    """Whether somebody is rider, mount or the like of one of the fighters."""
    return any(
        link.kind in TIED and token.id in (link.a, link.b) and fighter.id in (link.a, link.b)
        for link in state.links
        for fighter in fighters
    )
