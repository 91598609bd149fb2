"""How high the ground lies: flat at nought, higher where a rise was drawn."""

from __future__ import annotations

import shapely

from maps.board import Board
from maps.grid import Footprint
from maps.shapes import Kind


def ground_height(board: Board, space: Footprint) -> int:
    """Return the height of the ground under the middle of a space, in sub-units.

    Where rises overlap the highest one counts; its rim belongs to it.
    """
    middle = shapely.Point(space.centre2.x / 2, space.centre2.y / 2)
    heights = [
        o.top
        for o in board.obstacles
        if o.kind is Kind.RISE
        and o.top is not None
        and o.closed_shape
        and shapely.Polygon(o.ring()).covers(middle)
    ]
    return max(heights, default=0)
