"""Movement: what a way costs, how far somebody comes, and what to mind on the way (§1, §7)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from maps.grid import SUB, Cell, Footprint, Point
from maps.paths import Path, along
from maps.problems import Problem
from maps.reach import whole
from rules.core.terms import Term, term
from rules.encounter.heights import ground_of
from rules.encounter.state import Encounter, Token, TokenId
from rules.system.actions import Stride
from rules.system.answers import MovePlan
from rules.systems.osric.charge import gait
from rules.systems.osric.conditions import OUT
from rules.systems.osric.creatures import MOUNT
from rules.systems.osric.melee import opponents
from rules.systems.osric.options import options_of
from rules.systems.osric.time import allowance, casts, declared
from rules.ways_out import out_of_solid

_NORMAL: Final = "move"
_CHARGE: Final = "charge"
_FAR: Final = "too_far"


def stride(state: Encounter, token_id: TokenId) -> Stride:
    """Return how far a normal move goes; nobody moves who is bound to a spell or held."""
    token = state.tokens[token_id]
    free = not any(_bound(state, token))
    return Stride(allowance(state, token) if free else 0, gait(options_of(state)))


def move_plan(state: Encounter, token_id: TokenId, points: Sequence[Point]) -> MovePlan:
    """Plan a way over corner points of a token's space; the first is where it stands."""
    token = state.tokens[token_id]
    if len(points) < 2:
        summary = _summary(state, 0, _NORMAL)
        return MovePlan(token_id, tuple(points), (0,) * len(points), summary)
    start = whole(token.space.moved(*points[0])).snapped()
    goals = [_cell(token.space.moved(*p)) for p in points[1:]]
    path = along(ground_of(state.board, token), start, goals, gait(options_of(state)))
    cost, most = round(path.cost), allowance(state, token)
    action = _NORMAL if cost <= most else _CHARGE if cost <= 2 * most else _FAR
    warnings = [
        *_too_far(token, path, action, most),
        *_bound(state, token),
        *_walls(path),
        *_occupied(state, token, points[-1]),
        *_leaves(state, token, points[-1]),
    ]
    summary = _summary(state, cost, action)
    return MovePlan(token_id, tuple(points), path.costs_at(goals), summary, tuple(warnings))


def _cell(space: Footprint) -> Cell:
    snapped = whole(space).snapped()
    return Cell(snapped.x // SUB, snapped.y // SUB)


def _summary(state: Encounter, squares: int, action: str) -> Term:
    """Say a way: "40 Fuß · 8 Felder · Bewegung"."""
    words = {
        _NORMAL: term("move.osric.move"),
        _CHARGE: term("move.osric.charge"),
        _FAR: term("move.osric.too_far"),
    }
    feet = squares * options_of(state).number("square_feet")
    return term("move.osric.summary", feet=feet, n=squares, action=words[action])


# -- warnings -------------------------------------------------------------------------------------


def _too_far(token: Token, path: Path, action: str, most: int) -> Iterable[Problem]:
    if action == _FAR:
        yield Problem(
            "osric.too_far",
            args={"squares": round(path.cost), "most": 2 * most},
            points=(_middle(path.cells[-1], token.space),),
        )


def _bound(state: Encounter, token: Token) -> Iterable[Problem]:
    """Warn of whoever cannot move now: a spell, a hold, surprise (§3.4, §4.1, §7.11)."""
    said = declared(state.timeline, token.id)
    casting = any(cast.token == token.id for cast in casts(state))
    bound = said is not None and said.action == "spell"
    if said is not None and said.dropped and options_of(state).flag("dropped_moves"):
        bound = False
    if casting or bound:
        yield Problem("osric.spell_no_move", args={"name": token.name})
    if token.has("held"):
        yield Problem("osric.held_no_move", args={"name": token.name})
    if token.has("surprised"):
        yield Problem("osric.surprised_no_move", args={"name": token.name})


def _walls(path: Path) -> Iterable[Problem]:
    """Warn of walls on the way; the game master may walk through them all the same."""
    crossed = dict.fromkeys(id for _, ids in path.crossed for id in ids)
    if crossed:
        at = path.crossed[0][0]
        points = (_between(path.cells[at], path.cells[at + 1]),)
        yield Problem("osric.wall_crossed", args={"n": len(crossed)}, points=points)
    yield from out_of_solid(path)


def _occupied(state: Encounter, token: Token, goal: Point) -> Iterable[Problem]:
    """Warn where a way ends on somebody else."""
    space = whole(token.space.moved(*goal))
    for other in state.tokens.values():
        tied = any(k.kind == MOUNT and {k.a, k.b} == {token.id, other.id} for k in state.links)
        if other.id == token.id or tied or other.has(*OUT):
            continue
        if whole(other.space).overlaps(space):
            yield Problem(
                "osric.occupied", args={"name": other.name}, points=(goal,), subject=other.id
            )


def _leaves(state: Encounter, token: Token, goal: Point) -> Iterable[Problem]:
    """Warn of foes whom somebody leaves: running gives them a blow (§7.5)."""
    if token.has("retreating", "fleeing"):
        return
    now = opponents(state, token)
    if not now:
        return
    moved = state.with_token(_moved(token, goal))
    there = {t.id for t in opponents(moved, moved.tokens[token.id])}
    for foe in now:
        if foe.id not in there:
            yield Problem(
                "osric.leaves",
                args={"name": foe.name},
                points=(Point(token.space.x + SUB // 2, token.space.y + SUB // 2),),
                subject=foe.id,
            )


def _moved(token: Token, goal: Point) -> Token:
    return replace(token, space=token.space.moved(*goal))


def _middle(cell: Cell, space: Footprint) -> Point:
    return Point(cell.x * SUB + space.side // 2, cell.y * SUB + space.side // 2)


def _between(one: Cell, other: Cell) -> Point:
    return Point((one.x + other.x + 1) * SUB // 2, (one.y + other.y + 1) * SUB // 2)
