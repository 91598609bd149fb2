"""Heat maps of Das System: lines, foes who cannot strike, the back of the target, ways.

The rules count no cover, so no square has a bonus: walls shut foes out or they do not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from maps.grid import SUB, Cell, Footprint, distance
from maps.paths import reachable, rim
from maps.reach import whole
from maps.shapes import Grade
from rules.encounter.heights import ground_of
from rules.encounter.state import Encounter, Token, TokenId, hostile
from rules.system.ground import HeatPatch, HeatQuestion
from rules.systems.das_system.conditions import is_out
from rules.systems.das_system.duel import from_behind, held_weapon, reaches
from rules.systems.das_system.gear import SheetWeapon, table_weapon
from rules.systems.das_system.moving import speed_of
from rules.systems.das_system.sheet import sheet_of
from rules.systems.das_system.sight import grades, reached

RANK = {grade: rank for rank, grade in enumerate(Grade)}
PIECE = 4
"""Squares that are judged without a pause."""
MOST_SECONDS = 3
"""So many seconds of walking are shown."""

Judged = tuple[Grade, int, int]
"""Grade, value and total of a square."""
Judge = Callable[[Token], Judged | None]


def heat(state: Encounter, question: HeatQuestion, rows: Sequence[int] = ()) -> Iterator[HeatPatch]:
    """Answer a question for every square of the board, some of a row at a time.

    Each square is judged by itself: a whole row would keep the window waiting.
    """
    me, board = state.tokens[question.token], state.board
    judge = _JUDGES[question.kind](state, question)
    free = _Free(state, me)
    middle = me.space.y // SUB
    every = sorted(range(board.top, board.top + board.height), key=lambda y: abs(y - middle))
    pieces = _pieces(board.left, board.width, me.space.x // SUB)
    for y in rows or every:
        for left, width in pieces:
            corner = Cell(left, y)
            yield _patch(me, corner, width, lambda t: judge(t) if free(t.space) else None)


def _pieces(left: int, width: int, column: int) -> list[tuple[int, int]]:
    """Part a row into pieces (first column, width), those nearest to a column first."""
    found = [(x, min(PIECE, left + width - x)) for x in range(left, left + width, PIECE)]
    return sorted(found, key=lambda piece: abs(piece[0] + piece[1] // 2 - column))


def _patch(me: Token, corner: Cell, width: int, judge: Judge) -> HeatPatch:
    shape = (1, width)
    known, kinds = np.zeros(shape, dtype=bool), np.zeros(shape, dtype=np.uint8)
    values, totals = np.zeros(shape, dtype=np.int16), np.zeros(shape, dtype=np.uint16)
    for i in range(width):
        space = me.space.moved((corner.x + i) * SUB, corner.y * SUB)
        found = judge(replace(me, space=space))
        if found is not None:
            known[0, i] = True
            kinds[0, i], values[0, i], totals[0, i] = RANK[found[0]], found[1], found[2]
    return HeatPatch(corner.x, corner.y, known, kinds, values, totals)


class _Free:
    """Says where somebody has room: on the board, and nobody else stands there."""

    def __init__(self, state: Encounter, me: Token) -> None:
        self._board = state.board
        self._taken = [
            whole(t.space) for t in state.tokens.values() if t.id != me.id and not is_out(t)
        ]

    def __call__(self, space: Footprint) -> bool:
        board = self._board
        right, bottom = (board.left + board.width) * SUB, (board.top + board.height) * SUB
        if space.right > right or space.bottom > bottom:
            return False
        return not any(other.overlaps(space) for other in self._taken)


# -- the questions --------------------------------------------------------------------------------


def _cover(state: Encounter, question: HeatQuestion) -> Judge:
    """What lies between a square and the target? Out of range counts as shut out."""
    target = state.tokens[question.target or TokenId("")]
    arm = sheet_of(state.tokens[question.token]).weapon(question.weapon)

    def judge(there: Token) -> Judged:
        if arm is not None and arm.ranged and _far(there, target) > arm.range:
            return Grade.TOTAL, 0, 0
        return grades(state.with_token(there), there, [target])[target.id], 0, 0

    return judge


def _safety(state: Encounter, question: HeatQuestion) -> Judge:
    """From how many foes do walls hide a square, and how many cannot attack it at all?"""
    me = state.tokens[question.token]
    foes = [t for t in state.tokens.values() if hostile(t.side, me.side) and not is_out(t)]

    def judge(there: Token) -> Judged:
        now = state.with_token(there)
        seen = {foe.id: grades(now, foe, [there])[there.id] for foe in foes}
        shut = sum(not _strikes(foe, there, seen[foe.id]) for foe in foes)
        hidden = sum(grade in (Grade.HARD, Grade.TOTAL) for grade in seen.values())
        least = min((RANK[g] for g in seen.values()), default=RANK[Grade.TOTAL])
        return list(Grade)[least], max(hidden, shut), shut

    return judge


def _strikes(foe: Token, there: Token, grade: Grade) -> bool:
    """Whether a foe could attack somebody from where he stands."""
    if grade is Grade.TOTAL:
        return False
    arms = [a for a in sheet_of(foe).arms if not a.ranged or _far(foe, there) <= a.range]
    return any(a.ranged or reaches(foe, a, there) for a in arms)


def _flank(state: Encounter, question: HeatQuestion) -> Judge:
    """From where does one strike the target's back? It must look somewhere."""
    target = state.tokens[question.target or TokenId("")]
    arm = _in_hand(state.tokens[question.token])

    def judge(there: Token) -> Judged | None:
        if not (reaches(there, arm, target) and from_behind(there, target)):
            return None
        return (Grade.NONE, 1, 0) if reached(state, there, target) else None

    return judge


def _in_hand(me: Token) -> SheetWeapon:
    arm = held_weapon(me)
    return table_weapon("unarmed") if arm is None or arm.ranged else arm


def _reach(state: Encounter, question: HeatQuestion) -> Judge:
    """Where does one get within some seconds?"""
    me = state.tokens[question.token]
    speed = speed_of(me)
    start, most = whole(me.space).snapped(), MOST_SECONDS * speed
    shut = rim(state.board, me.space) | _foes_at(state, me)
    costs = reachable(ground_of(state.board, me), start, most, shut) if speed else {}

    def judge(there: Token) -> Judged | None:
        cost = costs.get(Cell(there.space.x // SUB, there.space.y // SUB))
        if not cost:
            return None
        return Grade.NONE, round(cost), -(-round(cost) // speed)

    return judge


def _foes_at(state: Encounter, me: Token) -> frozenset[Cell]:
    """Return the squares of foes, through whom nobody walks."""
    foes = (t for t in state.tokens.values() if hostile(t.side, me.side) and not is_out(t))
    return frozenset(cell for foe in foes for cell in whole(foe.space).cells())


def _far(one: Token, other: Token) -> int:
    return distance(whole(one.space), whole(other.space))


_JUDGES: dict[str, Callable[[Encounter, HeatQuestion], Judge]] = {
    "cover": _cover,
    "safety": _safety,
    "flank": _flank,
    "reach": _reach,
}
