"""How high the ground lies: flat at nought, higher where a rise was drawn."""

from __future__ import annotations

from collections.abc import Sequence

from maps.board import Board
from maps.grid import Footprint, Point
from maps.shapes import Kind


def ground_height(board: Board, space: Footprint) -> int:
    """Return the height of the ground under the middle of a space, in sub-units.

    Where rises overlap the highest one counts; its rim belongs to it.
    """
    heights = [
        o.top
        for o in board.obstacles
        if o.kind is Kind.RISE
        and o.top is not None
        and o.closed_shape
        and _holds(o.ring(), space.centre2)
    ]
    return max(heights, default=0)


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
