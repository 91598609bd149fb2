"""The fog of war: what the heroes see together, found out one pair of eyes after the other."""

from __future__ import annotations

import math
from collections.abc import Iterable

import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from maps.board import Board
from maps.grid import SUB, Point
from maps.shapes import Kind
from maps.vision import visible_area
from rules.encounter.state import Encounter, SideId
from rules.system import RuleSystem

PILLAR = 4.0
"""Solid things up to so many squares are seen whole."""
NEAR = 0.01


class Fog:
    """Keeps what is seen from each place; other walls or doors begin anew."""

    def __init__(self) -> None:
        self._board: Board | None = None
        self._areas: dict[Point, BaseGeometry] = {}
        self._whole: tuple[frozenset[Point], BaseGeometry] | None = None

    def seen(self, board: Board, eyes: Iterable[Point]) -> BaseGeometry | None:
        """Return what is seen from these places; None while ``step`` has more to find out."""
        self._look_at(board)
        wanted = frozenset(eyes)
        if not wanted <= self._areas.keys():
            return None
        if self._whole is None or self._whole[0] != wanted:
            area = shapely.union_all([self._areas[eye] for eye in wanted]) if wanted else Polygon()
            self._whole = (wanted, _with_pillars(board, area))
            self._areas = {eye: self._areas[eye] for eye in wanted}
        return self._whole[1]

    def step(self, board: Board, eyes: Iterable[Point]) -> None:
        """Find out what is seen from one more place."""
        self._look_at(board)
        for eye in eyes:
            if eye not in self._areas:
                far = math.ceil(math.hypot(board.width, board.height) + 2) * SUB
                self._areas[eye] = visible_area(board, eye, far)
                return

    def _look_at(self, board: Board) -> None:
        old, self._board = self._board, board
        same = old is board or (
            old is not None
            and (old.width, old.height) == (board.width, board.height)
            and old.obstacles == board.obstacles
        )
        if not same:
            self._areas, self._whole = {}, None


def _with_pillars(board: Board, seen: BaseGeometry) -> BaseGeometry:
    """Add the pillars whose sides are seen: they are things in the room, not holes in it."""
    near = seen.buffer(NEAR)
    pillars = []
    for o in board.obstacles:
        if o.kind is Kind.SOLID and o.closed_shape:
            pillar = Polygon([(p.x / SUB, p.y / SUB) for p in o.ring()])
            if pillar.is_valid and pillar.area <= PILLAR and pillar.intersects(near):
                pillars.append(pillar)
    return shapely.union_all([seen, *pillars]) if pillars else seen


def eyes_of(state: Encounter, system: RuleSystem) -> tuple[Point, ...]:
    """Return from where heroes look: from the middle of each that is up and not hidden."""
    found: dict[Point, None] = {}
    for token in state.tokens.values():
        if token.side is not SideId.HEROES or token.hidden:
            continue
        health = system.health(token)
        if not (health.down or health.dead):
            half = token.space.side // 2
            found[Point(token.space.x + half, token.space.y + half)] = None
    return tuple(found)
