"""One map laid onto another: what a file holds comes to what is drawn already."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from maps import edit
from maps.board import Board, Light, Picture, Storey
from maps.floor import FloorItem
from maps.flooring import based
from maps.grid import SUB, Point
from maps.shapes import Obstacle
from maps.storeys import base, beside, fresh_id, part, with_storeys


@dataclass(frozen=True, slots=True)
class Placing:
    """Where a map goes: its lengths times ``scale``, then moved by sub-units.

    ``picture``: it takes the place of one that lies there; where none lies it always comes.
    """

    scale: float = 1.0
    right: int = 0
    down: int = 0
    picture: bool = False

    def at(self, p: Point) -> Point:
        """Return where a point goes."""
        return Point(round(p.x * self.scale) + self.right, round(p.y * self.scale) + self.down)

    def long(self, units: int) -> int:
        """Return how long a length gets, in sub-units."""
        return round(units * self.scale)


def merged(board: Board, other: Board, where: Placing, storey: Storey | None = None) -> Board:
    """Return a board with everything of another laid onto it; nothing of the first is lost.

    What comes gets ids of its own. The bounds hold both; it is dark as before. A picture comes
    under a ``storey``, whose bounds stay.
    """
    stems = sorted({str(o.kind) for o in other.obstacles})
    counts = {s: sum(1 for o in other.obstacles if o.kind == s) for s in stems}
    fresh = {s: iter(edit.fresh_ids(board, s, counts[s])) for s in stems}
    obstacles = [replace(_placed(o, where), id=next(fresh[str(o.kind)])) for o in other.obstacles]
    ids = edit.fresh_ids(board, "light", len(other.lights))
    lights = [
        replace(_lamp(light, where), id=id) for light, id in zip(other.lights, ids, strict=True)
    ]
    made = edit.add_lights(edit.add_obstacles(board, obstacles), lights)
    lying = board.picture if storey is None else part(board, storey).picture
    if other.picture is not None and (lying is None or where.picture):
        made = _under(made, _picture(other.picture, where), storey)
    if other.floor.items:
        items = tuple(_item(item, where) for item in other.floor.items)
        floor = based(board)
        made = edit.set_floor(made, replace(floor, items=(*floor.items, *items)))
    return made if board.storeys else edit.set_bounds(made, *_bounds(board, other, where))


def _under(board: Board, picture: Picture, storey: Storey | None) -> Board:
    """Lay a picture under a storey, or under a map that has none."""
    if storey is None or (storey is board.storeys[0] and storey.picture is None):
        return edit.set_picture(board, picture)
    new = (replace(s, picture=picture) if s is storey else s for s in board.storeys)
    return with_storeys(board, new)


def as_storey(board: Board, other: Board, name: str, ground: str, scale: float = 1.0) -> Board:
    """Return a board on which another lies as a further storey, beside all that is there.

    ``ground`` is what a map without storeys is called, which becomes the first one.
    """
    first, corner = base(board, ground), beside(board)
    left, top = other.left * SUB * scale, other.top * SUB * scale
    where = Placing(scale, round(corner.x * SUB - left), round(corner.y * SUB - top))
    width, height = (max(1, math.ceil(n * scale)) for n in (other.width, other.height))
    picture = None if other.picture is None else _picture(other.picture, where)
    id = fresh_id((s.id for s in first), "storey")
    new = Storey(id, name, corner.x, corner.y, width, height, picture)
    floor = other.floor if other.picture is not None else based(other)
    bare = replace(other, picture=None, floor=floor)
    ids = edit.fresh_ids(board, "zone", len(other.zones))
    zones = tuple(
        replace(zone, id=id, points=tuple(where.at(p) for p in zone.points))
        for zone, id in zip(other.zones, ids, strict=True)
    )
    made = merged(board, bare, where)
    return with_storeys(replace(made, zones=made.zones + zones), (*first, new))


def _placed(o: Obstacle, where: Placing) -> Obstacle:
    return replace(
        o,
        points=tuple(where.at(p) for p in o.points),
        bottom=None if o.bottom is None else where.long(o.bottom),
        top=None if o.top is None else where.long(o.top),
    )


def _lamp(light: Light, where: Placing) -> Light:
    bright, dim = where.long(light.bright), where.long(light.dim)
    return replace(light, at=where.at(light.at), bright=bright, dim=dim)


def _picture(picture: Picture, where: Placing) -> Picture:
    corner = where.at(Point(picture.x, picture.y))
    width, height = where.long(picture.width), where.long(picture.height)
    return replace(picture, x=corner.x, y=corner.y, width=width, height=height)


LENGTHS = frozenset({"radius", "width", "depth", "corner"})
"""Arguments of pieces of floor that are lengths."""


def _item(item: FloorItem, where: Placing) -> FloorItem:
    args = {
        name: value * where.scale if name in LENGTHS and not isinstance(value, str) else value
        for name, value in item.args.items()
    }
    return replace(item, points=tuple(where.at(p) for p in item.points), args=args)


def _bounds(board: Board, other: Board, where: Placing) -> tuple[int, int, int, int]:
    """Return left, top, width, height that hold both boards."""
    low = where.at(Point(other.left * SUB, other.top * SUB))
    high = where.at(Point((other.left + other.width) * SUB, (other.top + other.height) * SUB))
    left, top = min(board.left, low.x // SUB), min(board.top, low.y // SUB)
    right = max(board.left + board.width, -(-high.x // SUB))
    bottom = max(board.top + board.height, -(-high.y // SUB))
    return left, top, right - left, bottom - top
