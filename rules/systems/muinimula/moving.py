"""Movement (§10.9) and what one controls: ways in seconds, squares in reach, badges."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from maps.grid import SUB, Cell, Diagonal, Footprint, Point
from maps.paths import Gait, Path, along
from maps.problems import Problem
from maps.reach import whole
from maps.shapes import Grade
from maps.sight import sight_map
from rules.core.terms import Term, term
from rules.encounter.heights import ground_of, level_of
from rules.encounter.state import Encounter, Token, TokenId, hostile
from rules.system.actions import Stride
from rules.system.answers import Glance, MovePlan
from rules.systems.muinimula import bonds, cover
from rules.systems.muinimula.actions import walks
from rules.systems.muinimula.conditions import is_out
from rules.systems.muinimula.duel import gap, in_hand, reach_of, weapon_of
from rules.systems.muinimula.options import square_metres
from rules.systems.muinimula.time import ROUND, SECOND
from rules.systems.muinimula.weapons import SheetWeapon
from rules.ways_out import out_of_solid

GAIT = Gait(Diagonal.EQUIDISTANT)


def stride(state: Encounter, token_id: TokenId) -> Stride:
    """Return how far a second takes somebody (§10.9)."""
    return Stride(walks(state.tokens[token_id]), GAIT)


def move_plan(state: Encounter, token_id: TokenId, points: Sequence[Point]) -> MovePlan:
    """Plan a way over corner points of a token's space; the first is where it stands."""
    token = state.tokens[token_id]
    if len(points) < 2:
        return MovePlan(token_id, tuple(points), (0,) * len(points), _summary(state, token, 0))
    start = whole(token.space.moved(*points[0])).snapped()
    goals = [_cell(token.space.moved(*p)) for p in points[1:]]
    path = along(ground_of(state.board, token), start, goals, GAIT)
    warnings = (
        *_still(token),
        *_far(token, path),
        *_walls(path),
        *_occupied(state, token, points[-1]),
        *_leaves(state, token, points[-1]),
    )
    summary = _summary(state, token, round(path.cost))
    return MovePlan(token_id, tuple(points), path.costs_at(goals), summary, warnings)


def _cell(space: Footprint) -> Cell:
    snapped = whole(space).snapped()
    return Cell(snapped.x // SUB, snapped.y // SUB)


def time_for(token: Token, squares: int) -> int | None:
    """Return the half seconds that a way takes, rounded up; ``None`` = no movement at all."""
    speed = walks(token)
    return -(-squares * SECOND // speed) if speed else None


def _summary(state: Encounter, token: Token, squares: int) -> Term:
    """Say a way: "9 m · 6 Felder · 3 s"."""
    halves = time_for(token, squares)
    metres = squares * square_metres(state)
    if halves is None:
        return term("move.muinimula.none", metres=metres, n=squares)
    return term("move.muinimula.summary", metres=metres, n=squares, s=halves / SECOND)


def _still(token: Token) -> Iterable[Problem]:
    if not walks(token):
        yield Problem("muinimula.cannot_move", args={"name": token.name})


def _far(token: Token, path: Path) -> Iterable[Problem]:
    halves = time_for(token, round(path.cost))
    if halves is not None and halves > ROUND:
        yield Problem("muinimula.long_way", args={"s": halves / SECOND})


def _walls(path: Path) -> Iterable[Problem]:
    crossed = dict.fromkeys(id for _, ids in path.crossed for id in ids)
    if crossed:
        one, other = path.cells[path.crossed[0][0]], path.cells[path.crossed[0][0] + 1]
        middle = Point((one.x + other.x + 1) * SUB // 2, (one.y + other.y + 1) * SUB // 2)
        yield Problem("muinimula.wall_crossed", args={"n": len(crossed)}, points=(middle,))
    yield from out_of_solid(path)


def _occupied(state: Encounter, token: Token, goal: Point) -> Iterable[Problem]:
    space = whole(token.space.moved(*goal))
    for other in state.tokens.values():
        tied = state.linked(token.id, other.id) and bonds.duel(state, token.id, other.id) is None
        if other.id == token.id or tied or is_out(other):
            continue
        if whole(other.space).overlaps(space):
            args = {"name": other.name}
            yield Problem("muinimula.occupied", args=args, points=(goal,), subject=other.id)


def _leaves(state: Encounter, token: Token, goal: Point) -> Iterable[Problem]:
    """Warn of a duel that the way leaves."""
    foe = bonds.opponent(state, token.id)
    if foe is None:
        return
    moved = replace(token, space=token.space.moved(*goal))
    other = state.tokens[foe]
    if gap(moved, other) > max((reach_of(other, w) for w in in_hand(other)), default=1):
        yield Problem("muinimula.leaves_duel", args={"name": other.name}, subject=foe)


# -- what one controls --------------------------------------------------------------------------


def threatened(state: Encounter, token_id: TokenId) -> frozenset[Cell]:
    """Return the squares that somebody reaches with the weapon in hand, walls in mind."""
    token = state.tokens[token_id]
    if is_out(token):
        return frozenset()
    far = max((reach_of(token, weapon) for weapon in in_hand(token)), default=1)
    base = whole(token.space)
    columns = range(base.x // SUB - far, -(-base.right // SUB) + far)
    rows = range(base.y // SUB - far, -(-base.bottom // SUB) + far)
    own = set(base.cells())
    sight, level = sight_map(state.board), level_of(token, token)
    return frozenset(
        Cell(x, y)
        for x in columns
        for y in rows
        if (x, y) not in own and sight.effect(base, Footprint(x * SUB, y * SUB), level).exists
    )


def glances(
    state: Encounter, token: TokenId, place: Footprint, weapon: str = ""
) -> tuple[Glance, ...]:
    """Return the badge of every hostile token, seen from ``place``."""
    me = replace(state.tokens[token], space=place)
    foes = [t for t in state.tokens.values() if hostile(me.side, t.side) and not t.has("dead")]
    arm = weapon_of(me, weapon)
    found = cover.grades(state.with_token(me), me, foes)
    return tuple(
        _glance(me, foe, arm, grade, percent)
        for foe, (grade, percent) in zip(foes, found, strict=True)
    )


def _glance(me: Token, foe: Token, arm: SheetWeapon, grade: Grade, percent: int) -> Glance:
    """Return a badge; creatures between two matter to a shot alone, and only to the eye."""
    near = arm.ranged or gap(me, foe) <= reach_of(me, arm)
    if grade is Grade.SOFT and not arm.ranged:
        grade = Grade.NONE
    if grade is Grade.TOTAL:
        text = term("glance.muinimula.total")
    elif grade is Grade.SOFT:
        text = term("glance.muinimula.behind", n=gap(me, foe))
    elif percent:
        text = term("glance.muinimula.covered", percent=percent)
    else:
        text = term("glance.muinimula.open", n=gap(me, foe))
    return Glance(foe.id, grade, text, in_reach=near)
