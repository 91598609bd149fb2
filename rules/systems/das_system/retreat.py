"""Kampfbewegung (§10): where a defender gives way to, and whether he can."""

from __future__ import annotations

from typing import Final

from maps.board import Board
from maps.grid import SUB, Cell, Footprint
from maps.paths import Ground, along
from maps.reach import whole
from maps.remember import by_identity
from rules.encounter.state import Encounter, Token


def way_back(state: Encounter, attacker: Token, defender: Token) -> Footprint | None:
    """Return the place one square straight back, or ``None`` where wall or creature stands."""
    dx, dy = _direction(attacker.space, defender.space)
    if (dx, dy) == (0, 0):
        return None
    space = defender.space
    goal = space.moved(space.x + dx * SUB, space.y + dy * SUB)
    for other in state.tokens.values():
        held = other.id not in (attacker.id, defender.id) and not other.has("dead")
        if held and whole(other.space).overlaps(whole(goal)):
            return None
    return None if crosses_wall(state.board, space, goal) else goal


def crosses_wall(board: Board, space: Footprint, goal: Footprint) -> bool:
    """Whether a wall stands between two neighbouring places."""
    known, way = _crossing(board), (whole(space).snapped(), whole(goal).snapped())
    if way not in known:
        if len(known) >= _WAYS:
            known.clear()
        start, end = way
        path = along(ground_of(board), start, [Cell(end.x // SUB, end.y // SUB)])
        known[way] = bool(path.crossed)
    return known[way]


_WAYS: Final = 256
"""So many ways of a board are remembered."""


@by_identity()
def _crossing(board: Board) -> dict[tuple[Footprint, Footprint], bool]:
    """Keep between which neighbouring places of a board walls stand."""
    return {}


@by_identity()
def ground_of(board: Board) -> Ground:
    """Return the ground of a board for ways."""
    return Ground(board)


def follow(attacker: Token, defender: Token) -> Footprint:
    """Return the place of an attacker who presses on after one square of retreat."""
    dx, dy = _direction(attacker.space, defender.space)
    space = attacker.space
    return space.moved(space.x + dx * SUB, space.y + dy * SUB)


def _direction(one: Footprint, other: Footprint) -> tuple[int, int]:
    """Return the step in squares that leads away from one space."""
    a, t = one.centre2, other.centre2
    dx, dy = t.x - a.x, t.y - a.y
    far = max(abs(dx), abs(dy))
    if not far:
        return 0, 0
    return round(dx / far), round(dy / far)
