"""How high the ground lies: flat at nought, higher where a rise was drawn."""

from __future__ import annotations

from collections.abc import Sequence

from maps.board import Board
from maps.grid import Footprint, Point
from maps.remember import by_identity
from maps.shapes import Kind, Obstacle


def ground_height(board: Board, space: Footprint) -> int:
    """Return the height of the ground under the middle of a space, in sub-units.

    Where rises overlap the highest one counts; its rim belongs to it.
    """
    heights = [top for top, ring in _rises(board.obstacles) if _holds(ring, space.centre2)]
    return max(heights, default=0)


@by_identity(keep=4)
def _rises(obstacles: tuple[Obstacle, ...]) -> tuple[tuple[int, tuple[Point, ...]], ...]:
    """Return height and ring of what lifts the ground: few among thousands of walls."""
    return tuple(
        (o.top, tuple(o.ring()))
        for o in obstacles
        if o.kind is Kind.RISE and o.top is not None and o.closed_shape
    )


def _holds(ring: Sequence[Point], centre2: Point) -> bool:
    """Whether a doubled point lies in a polygon or on its rim; exact, even-odd."""
    within = False
    x, y = centre2
    bx, by = 2 * ring[-1].x, 2 * ring[-1].y
    for corner in ring:
        ax, ay, bx, by = bx, by, 2 * corner.x, 2 * corner.y
        turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        if turn == 0 and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by):
            return True
        if (ay > y) != (by > y) and (turn > 0) == (by > ay):
            within = not within
    return within
