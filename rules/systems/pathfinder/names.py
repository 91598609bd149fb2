"""Names of what stands on a map: obstacles with their place, creatures."""

from __future__ import annotations

from maps.board import Board
from maps.shapes import Obstacle
from rules.core.places import place_name
from rules.core.terms import Term, named
from rules.encounter.state import Encounter, TokenId


def obstacle_name(board: Board, obstacle: Obstacle) -> Term:
    """Name an obstacle by kind and place: "Wand P2–P3"."""
    return named("obstacle.pathfinder", obstacle.kind.value, place=place_name(board, obstacle))


def token_name(state: Encounter, id: str) -> str:
    return state.tokens[TokenId(id)].name
