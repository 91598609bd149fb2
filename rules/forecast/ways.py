"""Where somebody gets this turn, past walls and other combatants."""

from __future__ import annotations

from collections.abc import Callable

from maps.board import Board
from maps.grid import SUB, Cell, Footprint
from maps.paths import cheapest, reachable, rim
from maps.reach import whole
from maps.remember import Found, by_identity
from rules.encounter.heights import ground_of
from rules.encounter.state import Encounter, Token, hostile
from rules.system import RuleSystem
from rules.system.actions import Stride, Striding


def out_of_the_fight(system: RuleSystem, token: Token) -> bool:
    """Whether somebody takes no part any more: down, dead, fled."""
    return _is_out_in(system)(token)


@by_identity()
def _is_out_in(system: RuleSystem) -> Callable[[Token], bool]:
    outs = {spec.id for spec in system.conditions if spec.out}
    return by_identity(keep=512)(lambda token: token.has(*outs) or system.health(token).down)


def foes_of(system: RuleSystem, state: Encounter, me: Token) -> list[Token]:
    """Return the foes who stand, in the order of the fight."""
    return [
        t
        for t in state.tokens.values()
        if hostile(me.side, t.side) and not out_of_the_fight(system, t)
    ]


def stride_of(system: RuleSystem, state: Encounter, me: Token) -> Stride:
    """Return how far somebody gets; a system that does not say so lets nobody move."""
    walker = _walker(system)
    return Stride(0) if walker is None else walker.stride(state, me.id)


@by_identity()
def _walker(system: RuleSystem) -> Striding | None:
    return system if isinstance(system, Striding) else None


@by_identity()
def _known(board: Board) -> Found:
    """Return what is known of ways on a board."""
    return Found(256)


def reached(system: RuleSystem, state: Encounter, me: Token, stride: Stride) -> dict[Cell, float]:
    """Return the squares to which somebody gets, with the squares of way; where he stands is 0.

    Foes who stand are in the way, friends can be passed. Squares off the board are left out.
    """
    home = whole(me.space).snapped()
    if stride.squares <= 0:
        return {Cell(home.x // SUB, home.y // SUB): 0.0}
    foes, friends = _in_the_way(system, state, me)
    ground = ground_of(state.board, me)

    def find() -> dict[Cell, float]:
        ways = reachable(ground, home, stride.squares, foes, friends | foes, stride.gait)
        return {cell: cost for cell, cost in ways.items() if _on_board(state.board, cell, home)}

    key = home, stride, frozenset(foes), frozenset(friends), ground.level
    return _known(state.board).get(key, find)


def way_to(system: RuleSystem, state: Encounter, me: Token, goal: Cell) -> tuple[Cell, ...]:
    """Return the squares of a cheapest way, the own one first; empty where there is none."""
    foes, _ = _in_the_way(system, state, me)
    gait = stride_of(system, state, me).gait
    path = cheapest(ground_of(state.board, me), whole(me.space).snapped(), goal, foes, gait)
    return path.cells if path is not None else ()


def bends(way: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Return the squares at which a way turns, its ends left out; none for a straight one."""
    return tuple(
        at
        for before, at, after in zip(way, way[1:], way[2:], strict=False)
        if (at.x - before.x, at.y - before.y) != (after.x - at.x, after.y - at.y)
    )


def _in_the_way(system: RuleSystem, state: Encounter, me: Token) -> tuple[set[Cell], set[Cell]]:
    """Return the squares that nobody enters for foes, and those in which friends stand."""
    foes = set(rim(state.board, me.space))
    friends: set[Cell] = set()
    for other in state.tokens.values():
        if other.id == me.id or out_of_the_fight(system, other) or state.linked(other.id, me.id):
            continue
        taken = foes if hostile(other.side, me.side) else friends
        taken.update(whole(other.space).cells())
    return foes, friends


def _on_board(board: Board, cell: Cell, space: Footprint) -> bool:
    side = space.squares
    across = board.left <= cell.x <= board.left + board.width - side
    return across and board.top <= cell.y <= board.top + board.height - side


def space_at(me: Token, cell: Cell) -> Footprint:
    """Return the space of somebody whose top left square is ``cell``."""
    return Footprint(cell.x * SUB, cell.y * SUB, me.space.side)
