"""Kampfbewegung (§10): where a defender gives way to, and whether he can."""

from __future__ import annotations

from typing import Final

from maps.board import Board
from maps.grid import SUB, Cell, Footprint
from maps.paths import Ground, along
from maps.reach import whole
from maps.remember import by_identity
from rules.encounter.heights import ground_of
from rules.encounter.state import Encounter, Token
from rules.systems.das_system.conditions import is_out


def way_back(state: Encounter, attacker: Token, defender: Token) -> Footprint | None:
    """Return the place one square straight back, or ``None`` where wall or creature stands."""
    dx, dy = _direction(attacker.space, defender.space)
    if (dx, dy) == (0, 0):
        return None
    space = defender.space
    goal = space.moved(space.x + dx * SUB, space.y + dy * SUB)
    for other in state.tokens.values():
        held = other.id not in (attacker.id, defender.id) and not is_out(other)
        if held and whole(other.space).overlaps(whole(goal)):
            return None
    return None if crosses_wall(state.board, defender, goal) else goal


def crosses_wall(board: Board, token: Token, goal: Footprint) -> bool:
    """Whether a wall stands between somebody and a neighbouring place."""
    ground = ground_of(board, token)
    known, way = _crossing(ground), (whole(token.space).snapped(), whole(goal).snapped())
    if way not in known:
        if len(known) >= _WAYS:
            known.clear()
        start, end = way
        path = along(ground, start, [Cell(end.x // SUB, end.y // SUB)])
        known[way] = bool(path.crossed)
    return known[way]


_WAYS: Final = 256
"""So many ways of a board are remembered."""


@by_identity()
def _crossing(ground: Ground) -> dict[tuple[Footprint, Footprint], bool]:
    """Keep between which neighbouring places of a ground walls stand."""
    return {}


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
