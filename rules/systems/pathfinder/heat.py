"""Heat maps: what every square of the board would mean, a tile at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from time import thread_time
from typing import Final

import numpy as np

from maps.fields import Block
from maps.grid import SUB, Cell, Footprint
from maps.paths import reachable, rim
from maps.pieces import Bools, Ints
from maps.reach import whole
from maps.shapes import Grade
from rules.encounter.heights import ground_of
from rules.encounter.state import Encounter, Token, TokenId, hostile
from rules.system.ground import HeatKind, HeatPatch, HeatQuestion
from rules.systems.pathfinder.bystanders import tied
from rules.systems.pathfinder.duel import Duel, weapon_of
from rules.systems.pathfinder.flanking import flank_line, helpers
from rules.systems.pathfinder.harm import health
from rules.systems.pathfinder.judge import RANK, armour_bonus
from rules.systems.pathfinder.looks import GRADES
from rules.systems.pathfinder.moving import gait_of, has_single_action
from rules.systems.pathfinder.options import options_of
from rules.systems.pathfinder.places import Places, overlaps
from rules.systems.pathfinder.speed import speed_of
from rules.systems.pathfinder.tables import sheet_of
from rules.systems.pathfinder.volley import Shots, cut_off
from rules.systems.pathfinder.weapons import UNARMED

Answer = Callable[[Block], Iterator[HeatPatch]]

_STEP = 8
"""Tiles are as high as those that are tried first for total cover."""
_WIDTHS: Final[Mapping[HeatKind, int]] = {"cover": 64, "safety": 32, "flank": 64, "reach": 64}
"""Most columns of a tile: many, since much is done once a tile."""
_FIRST: Final[Mapping[HeatKind, int]] = {"cover": 16, "safety": _STEP, "flank": 32, "reach": 32}
"""Columns of the first tile: few, so that the first answer comes soon."""
_SLICE = 0.02
"""Seconds of work between two pauses; more makes tiles narrower."""
_CROWD = 12
"""With more tokens than that to be safe from, tiles get narrower."""


def heat(state: Encounter, question: HeatQuestion, rows: Sequence[int] = ()) -> Iterator[HeatPatch]:
    """Answer a question for every square of the board, a tile at a time.

    Patches without any known square are pauses, so that the caller may do something else.
    """
    answer = _ANSWERS[question.kind](state, question)
    me = state.tokens[question.token]
    width = _WIDTHS[question.kind]
    if question.kind == "safety":
        width = max(_STEP, width * _CROWD // max(_CROWD, len(_foes(state, me))))
    pace = _Pace(width, _FIRST[question.kind])
    for block in _blocks(state, me, rows, width):
        for part in _strips(block, me, pace.width):
            yield from pace.kept(answer(part))


@dataclass
class _Pace:
    """Makes tiles narrower where finding out about them takes long without a pause."""

    most: int
    width: int

    def kept(self, found: Iterator[HeatPatch]) -> Iterator[HeatPatch]:
        """Hand patches on and note how long the slowest of them took."""
        slowest = 0.0
        while True:
            begin = thread_time()
            patch = next(found, None)
            slowest = max(slowest, thread_time() - begin)
            if patch is None:
                break
            yield patch
        if slowest > _SLICE:
            self.width = max(_STEP, self.width // 2)
        elif slowest < _SLICE / 3:
            self.width = min(self.most, 2 * self.width)


def _strips(block: Block, me: Token, width: int) -> list[Block]:
    """Cut a tile into narrower ones, the nearest to a token first."""
    column, end = me.space.x // SUB, block.left + block.width
    strips = [
        Block(left, block.top, min(width, end - left), block.height)
        for left in range(block.left, end, width)
    ]
    return sorted(strips, key=lambda s: max(s.left - column, column - s.left - s.width + 1, 0))


def _target(state: Encounter, question: HeatQuestion) -> Token:
    """Return whom a question is about. Raises KeyError where it names nobody."""
    return state.tokens[question.target or TokenId("")]


def _blocks(state: Encounter, me: Token, rows: Sequence[int], width: int) -> Iterator[Block]:
    """Yield the board in tiles: those near the token and with rows that are wanted soon first."""
    board = state.board
    right, bottom = board.left + board.width, board.top + board.height
    column, row = me.space.x // SUB, me.space.y // SUB
    order = {row: i for i, row in enumerate(rows)}
    last = len(order)

    def wanted(top: int) -> int:
        return min((order.get(y, last) for y in range(top, top + _STEP)), default=last)

    def rank(corner: tuple[int, int]) -> tuple[int, int]:
        left, top = corner
        columns = max(left - column, column - left - width + 1, 0)
        rows_off = wanted(top) if rows else max(top - row, row - top - _STEP + 1, 0)
        return max(columns, rows_off), columns

    corners = product(range(board.left, right, width), range(board.top, bottom, _STEP))
    for left, top in sorted(corners, key=rank):
        if not rows or wanted(top) < last:
            yield Block(left, top, min(width, right - left), min(_STEP, bottom - top))


def _patch(
    block: Block, known: Bools, grades: Ints, values: Ints, totals: Ints | None = None
) -> HeatPatch:
    shape = (block.height, block.width)
    more = np.zeros(block.places, dtype=np.int64) if totals is None else totals
    return HeatPatch(
        block.left,
        block.top,
        known.reshape(shape),
        np.where(known, grades, 0).astype(np.uint8).reshape(shape),
        np.where(known, values, 0).astype(np.int16).reshape(shape),
        np.where(known, more, 0).astype(np.uint16).reshape(shape),
    )


def _pause(block: Block) -> HeatPatch:
    nothing = np.zeros(block.places, dtype=np.int64)
    return _patch(block, nothing > 0, nothing, nothing)


# -- the questions --------------------------------------------------------------------------------


def _cover(state: Encounter, question: HeatQuestion) -> Answer:
    """What cover has the target from each square?"""
    me, target = state.tokens[question.token], _target(state, question)
    places = Places(state, me)
    shot = Shots(places, target, weapon_of(me, question.weapon), away=True)
    bonus = np.array([armour_bonus(g, shot.improved) for g in GRADES])

    def answer(block: Block) -> Iterator[HeatPatch]:
        grades = np.zeros(block.places, dtype=np.int64)
        for known in shot.fill(block, places.free(block), grades):
            if known is None:
                yield _pause(block)
            else:
                yield _patch(block, known, grades, bonus[grades])

    return answer


def _safety(state: Encounter, question: HeatQuestion) -> Answer:
    """From how many enemies is one in cover, from how many out of reach?"""
    me = state.tokens[question.token]
    places = Places(state, me)
    foes = _foes(state, me)
    shots = [Shots(places, foe, weapon_of(foe, ""), away=False) for foe in foes]

    def answer(block: Block) -> Iterator[HeatPatch]:
        free = places.free(block)
        cut = cut_off(block, shots)
        grades = np.full((len(shots), block.places), RANK[Grade.TOTAL], dtype=np.int64)
        grades[[not c for c in cut]] = 0
        seeing = [shot.fill(block, free, grades[i]) for i, shot in enumerate(shots) if not cut[i]]
        sure = free
        yield _pause(block)
        for found in seeing:
            for known in found:
                if known is not None:
                    sure = sure & known
                    break
                yield _pause(block)
            yield _pause(block)
        yield _safe(block, sure, grades)
        if not sure[free].all():
            for found in seeing:
                yield from (_pause(block) for _ in found)
            yield _safe(block, free & ~sure, grades)

    return answer


def _safe(block: Block, known: Bools, grades: Ints) -> HeatPatch:
    """Count the cover from all enemies; ``grades`` has a row for each of them."""
    least = grades.min(axis=0, initial=RANK[Grade.TOTAL])
    total = np.count_nonzero(grades == RANK[Grade.TOTAL], axis=0)
    return _patch(block, known, least, np.count_nonzero(grades, axis=0), total)


def _foes(state: Encounter, me: Token) -> list[Token]:
    return [t for t in state.tokens.values() if hostile(t.side, me.side) and not health(t).down]


def _flank(state: Encounter, question: HeatQuestion) -> Answer:
    """From where does one flank the target?"""
    me, target = state.tokens[question.token], _target(state, question)
    places = Places(state, me)
    arm = next((w for w in sheet_of(me).arms if not w.ranged), UNARMED)
    duel = Duel(state, options_of(state), me, target, arm, False)
    friends = helpers(duel)
    far = (duel.zone.reach + 1) * SUB
    around = Footprint(duel.t.x - far, duel.t.y - far, duel.t.side + 2 * far)

    def answer(block: Block) -> Iterator[HeatPatch]:
        free = places.free(block)
        known = np.zeros(block.places, dtype=bool)
        close = overlaps(block.sides(places.size), [around]) if friends else known
        for i in np.flatnonzero(free & close).tolist():
            there = replace(duel, attacker=places.at(block.space(i, places.size)))
            known[i] = there.reaches and any(flank_line(there, friend) for friend in friends)
        one = known.astype(np.int64)
        yield _patch(block, known, 0 * one, one)

    return answer


def _reach(state: Encounter, question: HeatQuestion) -> Answer:
    """Where does one get this turn, by a move or a double move?"""
    me = state.tokens[question.token]
    places = Places(state, me)
    speed = speed_of(me)
    most = speed if has_single_action(state, me) else 2 * speed
    foes, friends = _in_the_way(state, me)
    ground = ground_of(state.board, me)
    costs = reachable(ground, whole(me.space).snapped(), most, foes, friends, gait_of(state))

    def answer(block: Block) -> Iterator[HeatPatch]:
        values = np.full(block.places, -1, dtype=np.int64)
        for cell, cost in costs.items():
            column, row = cell.x - block.left, cell.y - block.top
            if 0 <= column < block.width and 0 <= row < block.height:
                values[row * block.width + column] = round(cost)
        known = (values >= 0) & places.free(block)
        yield _patch(block, known, 0 * values, values, np.where(values > speed, 2, 1))

    return answer


def _in_the_way(state: Encounter, me: Token) -> tuple[frozenset[Cell], frozenset[Cell]]:
    """Return the squares that one cannot enter, and those in which one cannot stop."""
    foes = set(rim(state.board, me.space))
    friends: set[Cell] = set()
    for other in state.tokens.values():
        if other.id == me.id or health(other).down or tied(state, other, me):
            continue
        cells = foes if hostile(other.side, me.side) else friends
        cells.update(whole(other.space).cells())
    return frozenset(foes), frozenset(friends)


_ANSWERS: Final[Mapping[HeatKind, Callable[[Encounter, HeatQuestion], Answer]]] = {
    "cover": _cover,
    "safety": _safety,
    "flank": _flank,
    "reach": _reach,
}
