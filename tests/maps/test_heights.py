"""How high the ground lies under a space."""

from __future__ import annotations

from maps.board import Board
from maps.grid import SUB, Footprint, point
from maps.heights import ground_height
from maps.shapes import Kind, Obstacle, make_obstacle


def rise(id: str, left: float, right: float, top: int | None) -> Obstacle:
    corners = ((left, 0), (right, 0), (right, 4), (left, 4))
    return make_obstacle(id, Kind.RISE, tuple(point(x, y) for x, y in corners), top=top)


def test_the_highest_rise_under_the_middle_counts() -> None:
    board = Board(obstacles=(rise("a", 0, 6, SUB), rise("b", 3, 6, 3 * SUB), rise("c", 0, 9, None)))
    assert ground_height(board, Footprint.at(1, 1)) == SUB
    assert ground_height(board, Footprint.at(4, 1)) == 3 * SUB
    assert ground_height(board, Footprint.at(7, 1)) == 0
    assert ground_height(board, Footprint.at(5, 0, 2)) == 3 * SUB  # its middle lies on the rim
    assert ground_height(board, Footprint.at(5.5, 0, 2)) == 0
