"""Movement on the map: what a way costs in squares and seconds, and what to warn of (§4, §10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from maps.grid import SUB, Cell, Footprint, Point
from maps.paths import Path, along
from maps.problems import Problem
from maps.reach import threatened as in_zone
from maps.reach import whole
from maps.sight import sight_map
from rules.core.terms import term
from rules.encounter.heights import ground_of, level_of
from rules.encounter.state import Encounter, Token, TokenId
from rules.system.actions import Stride
from rules.system.answers import MovePlan
from rules.systems.das_system.bouts import bouts_with
from rules.systems.das_system.conditions import can_ward, forbids, is_out
from rules.systems.das_system.duel import held_weapon, reach_of
from rules.systems.das_system.options import square_metres
from rules.systems.das_system.sheet import sheet_of
from rules.ways_out import out_of_solid


def speed_of(token: Token) -> int:
    """Return the speed in squares a second; wounds and hindrances may take it (house default)."""
    if token.has("held") or is_out(token) or forbids(token, "move"):
        return 0
    speed = sheet_of(token).speed
    return min(speed, 1) if token.has("prone") else speed


def stride(state: Encounter, token_id: TokenId) -> Stride:
    """Return how far a second takes somebody; who fights cannot go without leaving the fight."""
    if bouts_with(state.timeline, token_id):
        return Stride(0)
    return Stride(speed_of(state.tokens[token_id]), any_time=True)


def move_plan(state: Encounter, token_id: TokenId, points: Sequence[Point]) -> MovePlan:
    """Plan a way over corner points of a token's space; the first is where it stands."""
    token = state.tokens[token_id]
    nothing = term("move.das_system.summary", metres=0.0, n=0, seconds=0.0)
    if len(points) < 2:
        return MovePlan(token_id, tuple(points), (0,) * len(points), nothing)
    start = whole(token.space.moved(*points[0])).snapped()
    goals = [_cell(token.space.moved(*p)) for p in points[1:]]
    path = along(ground_of(state.board, token), start, goals)
    costs = path.costs_at(goals)
    speed = max(1, speed_of(token))
    summary = term(
        "move.das_system.summary",
        metres=costs[-1] * square_metres(state),
        n=costs[-1],
        seconds=costs[-1] / speed,
    )
    warnings = tuple(_warnings(state, token, path, points[-1]))
    return MovePlan(token_id, tuple(points), costs, summary, warnings)


def _cell(space: Footprint) -> Cell:
    snapped = whole(space).snapped()
    return Cell(snapped.x // SUB, snapped.y // SUB)


def _warnings(state: Encounter, token: Token, path: Path, goal: Point) -> Iterator[Problem]:
    if not speed_of(token):
        yield Problem("das_system.cannot_move", args={"name": token.name})
    crossed = dict.fromkeys(id for _, ids in path.crossed for id in ids)
    if crossed:
        yield Problem("das_system.wall_crossed", args={"n": len(crossed)}, points=(goal,))
    yield from out_of_solid(path)
    space = whole(token.space.moved(*goal))
    for other in state.tokens.values():
        if other.id != token.id and not is_out(other) and whole(other.space).overlaps(space):
            yield Problem(
                "das_system.occupied",
                args={"name": other.name},
                points=(goal,),
                subject=other.id,
            )
    for bout in bouts_with(state.timeline, token.id):
        foe = state.tokens.get(TokenId(bout.foe_of(token.id)))
        if foe is not None:
            args = {"name": foe.name}
            yield Problem("das_system.leaves_fight", args=args, subject=foe.id)


def threatened(state: Encounter, token_id: TokenId) -> frozenset[Cell]:
    """Return the squares that somebody's weapon in hand reaches past walls."""
    token = state.tokens[token_id]
    weapon = held_weapon(token)
    if weapon is None or weapon.ranged or not can_ward(token):
        return frozenset()
    sight, mine = sight_map(state.board), whole(token.space)
    level = level_of(token, token)
    cells = in_zone(token.space, reach_of(token, weapon))
    return frozenset(
        c for c in cells if sight.effect(mine, Footprint(c.x * SUB, c.y * SUB), level).exists
    )
