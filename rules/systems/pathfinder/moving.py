"""Movement: what a way costs, which action it takes, and whom it gives an opportunity (§2, §8).

The rules text says nothing of difficult ground: a straight step into it costs double, a diagonal
one 3 squares, or by option double as well, 2 and 4 in turn (house default).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from maps.grid import SUB, Cell, Footprint, Point, distance
from maps.paths import Gait, Path, along
from maps.problems import Problem
from maps.reach import whole
from rules.core.terms import Term, term
from rules.encounter.heights import ground_of
from rules.encounter.state import Encounter, Token, TokenId, hostile
from rules.system.actions import Stride
from rules.system.answers import MovePlan
from rules.systems.pathfinder.attack import Attack
from rules.systems.pathfinder.conditions import ONE_ACTION
from rules.systems.pathfinder.options import options_of
from rules.systems.pathfinder.speed import speed_of
from rules.systems.pathfinder.tables import natural_reach
from rules.systems.pathfinder.threat import alert, chance_weapon, opportunity, zones
from rules.systems.pathfinder.time import SURPRISE
from rules.ways_out import out_of_solid

METRES: Final = 1.5
"""Metres to a square."""
RUN: Final = 4
"""A run covers this many times the speed; a charge or double move twice."""
STEP: Final = "step"
MOVE: Final = "move"
DOUBLE: Final = "double"
RUNNING: Final = "run"
TOO_FAR: Final = "too_far"
_TIED: Final = frozenset({"mount", "carried", "swallowed"})


def has_single_action(state: Encounter, token: Token) -> bool:
    """Whether somebody has but one action this turn."""
    return token.has(*ONE_ACTION) or state.timeline.phase == SURPRISE


def action_of(token: Token, path: Path) -> str:
    """Return which action a way takes: a step, a move, a double move, a run, or too far."""
    cost, speed = round(path.cost), speed_of(token)
    plain = len(path.costs) == 1 and path.costs[0] == 1
    if plain and speed > 1:
        return STEP
    if cost <= speed:
        return MOVE
    if cost <= 2 * speed:
        return DOUBLE
    return RUNNING if cost <= RUN * speed else TOO_FAR


def stride(state: Encounter, token_id: TokenId) -> Stride:
    """Return how far a move action goes; who has a single action this turn stays to strike."""
    token = state.tokens[token_id]
    squares = 0 if has_single_action(state, token) else speed_of(token)
    return Stride(squares, gait_of(state))


def gait_of(state: Encounter) -> Gait:
    """Return how steps are counted."""
    flat = options_of(state).word("difficult_diagonal") == "three"
    return Gait(difficult_diagonal=3 if flat else None)


def move_plan(state: Encounter, token_id: TokenId, points: Sequence[Point]) -> MovePlan:
    """Plan a way over corner points of a token's space; the first is where it stands."""
    token = state.tokens[token_id]
    if len(points) < 2:
        return MovePlan(token_id, tuple(points), (0,) * len(points), _summary(0, STEP))
    start = whole(token.space.moved(*points[0])).snapped()
    goals = [_cell(token.space.moved(*p)) for p in points[1:]]
    path = along(ground_of(state.board, token), start, goals, gait_of(state))
    action = action_of(token, path)
    warnings = [
        *_too_far(token, path, action),
        *_one_action(state, token, action),
        *_walls(path),
        *_occupied(state, token, points[-1]),
        *_opportunities(state, token, path, action),
    ]
    costs = path.costs_at(goals)
    summary = _summary(round(path.cost), action)
    return MovePlan(token_id, tuple(points), costs, summary, tuple(warnings))


def _cell(space: Footprint) -> Cell:
    snapped = whole(space).snapped()
    return Cell(snapped.x // SUB, snapped.y // SUB)


def _summary(squares: int, action: str) -> Term:
    """Say a way: "4,5 m · 3 Felder · Bewegungsaktion"."""
    words = {
        STEP: term("move.pathfinder.step"),
        MOVE: term("move.pathfinder.move"),
        DOUBLE: term("move.pathfinder.double"),
        RUNNING: term("move.pathfinder.run"),
        TOO_FAR: term("move.pathfinder.too_far"),
    }
    return term("move.pathfinder.summary", metres=squares * METRES, n=squares, action=words[action])


# -- warnings -----------------------------------------------------------------------------------


def _too_far(token: Token, path: Path, action: str) -> Iterable[Problem]:
    if action == TOO_FAR:
        most = RUN * speed_of(token)
        yield Problem(
            "pathfinder.too_far",
            args={"squares": round(path.cost), "most": most},
            points=(_middle(path.cells[-1], token.space),),
        )


def _one_action(state: Encounter, token: Token, action: str) -> Iterable[Problem]:
    """Warn of whoever has a single action this turn and would need two."""
    if has_single_action(state, token) and action in (DOUBLE, RUNNING):
        yield Problem("pathfinder.one_action", args={"name": token.name})


def _walls(path: Path) -> Iterable[Problem]:
    """Warn of walls on the way; the game master may walk through them all the same."""
    crossed = dict.fromkeys(id for _, ids in path.crossed for id in ids)
    if crossed:
        at = path.crossed[0][0]
        points = (_between(path.cells[at], path.cells[at + 1]),)
        yield Problem("pathfinder.wall_crossed", args={"n": len(crossed)}, points=points)
    yield from out_of_solid(path)


def _occupied(state: Encounter, token: Token, goal: Point) -> Iterable[Problem]:
    """Warn where a way ends on somebody else."""
    space = whole(token.space.moved(*goal))
    tiny = natural_reach(token) == 0
    for other in state.tokens.values():
        if other.id == token.id or _tied(state, token.id, other.id) or other.has("dead"):
            continue
        shares = tiny or natural_reach(other) == 0
        if not shares and whole(other.space).overlaps(space):
            yield Problem(
                "pathfinder.occupied",
                args={"name": other.name},
                points=(goal,),
                subject=other.id,
            )


def _tied(state: Encounter, a: TokenId, b: TokenId) -> bool:
    return any(link.kind in _TIED and {link.a, link.b} == {a, b} for link in state.links)


def _opportunities(state: Encounter, token: Token, path: Path, action: str) -> Iterable[Problem]:
    """Warn of everybody who may strike: each once, at the first square that offers it (§8).

    A step of one square gives none; for who withdraws the start square counts as unthreatened.
    """
    if action == STEP:
        return
    foes = _foes(state, token)
    free = 1 if token.has("withdrawing") else 0
    for index in range(len(path.costs)):
        place = _space(path.cells[index], token.space)
        left = place if index >= free else None
        for foe in _strikers(state, token, left, path.cells[index + 1], foes):
            del foes[foe]
            yield Problem(
                "pathfinder.opportunity",
                args={"name": state.tokens[foe].name},
                points=(_middle(path.cells[index], token.space),),
                subject=foe,
            )


def opportunities(
    state: Encounter, token_id: TokenId, points: Sequence[Point]
) -> tuple[Attack, ...]:
    """Return the attacks of opportunity that a way gives, in its order (§8)."""
    plan = move_plan(state, token_id, points)
    half = state.tokens[token_id].space.side // 2
    found = []
    for problem in plan.warnings:
        if problem.code != "pathfinder.opportunity":
            continue
        at = problem.points[0]
        left = state.tokens[token_id].space.moved(at.x - half, at.y - half)
        striker = TokenId(problem.subject)
        weapon = chance_weapon(state, striker, token_id, left)
        corner = (left.x / SUB, left.y / SUB)
        found.append(
            Attack(attacker=striker, target=token_id, weapon=weapon, opportunity=True, left=corner)
        )
    return tuple(found)


def _foes(state: Encounter, token: Token) -> dict[TokenId, int]:
    """Return who could strike at all, and how far at most (a diagonal may reach one farther)."""
    return {
        foe.id: 1 + max((zone.reach for zone in zones(state, foe)), default=0)
        for foe in state.tokens.values()
        if hostile(foe.side, token.side) and alert(foe, opportunity=True)
    }


def _strikers(
    state: Encounter,
    token: Token,
    place: Footprint | None,
    following: Cell,
    foes: Mapping[TokenId, int],
) -> list[TokenId]:
    """Return who strikes as a creature leaves a place, or as a tiny one enters their space (§8).

    Without a place it is left where nobody threatens.
    """
    after = _space(following, token.space)
    tiny = natural_reach(token) == 0
    found = []
    for id, far in foes.items():
        space = state.tokens[id].space
        near = place is not None and distance(whole(space), whole(place)) <= far
        leaves = place is not None and near and _memo.strikes(state, id, token.id, place)
        enters = tiny and whole(space).overlaps(whole(after))
        if leaves or (enters and _memo.strikes(state, id, token.id, after)):
            found.append(id)
    return found


class _Memo:
    """Remembers who may strike where, for the one state in which somebody is being dragged."""

    def __init__(self) -> None:
        self._state: Encounter | None = None
        self._known: dict[tuple[TokenId, TokenId, Footprint], bool] = {}

    def strikes(
        self, state: Encounter, striker: TokenId, victim: TokenId, place: Footprint
    ) -> bool:
        """Whether somebody may strike at a creature that gives an opportunity at a place."""
        if state is not self._state:
            self._state, self._known = state, {}
        key = (striker, victim, place)
        if key not in self._known:
            self._known[key] = not opportunity(state, striker, victim, place)
        return self._known[key]


_memo = _Memo()


def _space(cell: Cell, space: Footprint) -> Footprint:
    return replace(space, x=cell.x * SUB, y=cell.y * SUB)


def _middle(cell: Cell, space: Footprint) -> Point:
    return Point(cell.x * SUB + space.side // 2, cell.y * SUB + space.side // 2)


def _between(one: Cell, other: Cell) -> Point:
    return Point((one.x + other.x + 1) * SUB // 2, (one.y + other.y + 1) * SUB // 2)
