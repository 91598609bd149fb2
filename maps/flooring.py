"""Laying the drawn floor of a map: areas of a kind put over what lies there, and taken away."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from maps.board import Board
from maps.floor import AREAS, Floor, FloorItem
from maps.formats import outlines
from maps.grid import SUB, Point

NOTHING = "rock"
"""The kind that takes floor away."""
SOFT = frozenset({"grass", "cave", "water"})
"""Kinds whose rim may bend."""
_ALWAYS_SOFT = frozenset({"cave", "water"})
"""Kinds that bend their rim unless they say that they do not."""


def laid(board: Board, area: BaseGeometry, kind: str, *, soft: bool = False) -> Floor:
    """Return the floor of a board with an area (sub-units) of a kind laid over what was there.

    A kind of ``AREAS`` or ``NOTHING``. ``soft`` bends the rim of kinds in ``SOFT`` unless there
    is a hole. What is wholly covered is dropped, neighbours of the same kind grow together where
    nothing lies on them, furniture stays above.
    """
    floor = based(board)
    if kind == NOTHING:
        left = [rest for item in floor.items for rest in _less(item, area)]
        return replace(floor, items=tuple(left))
    soft = soft and kind in SOFT
    items: list[FloorItem] = []
    above: list[BaseGeometry] = []
    for item in reversed(floor.items):
        if not _is_ground(item):
            items.append(item)
            continue
        mine = shape_of(item)
        if area.covers(mine):
            continue
        alike = item.kind == kind and _bends(item) == soft and mine.intersects(area)
        if alike and not any(mine.intersects(other) for other in above):
            area = shapely.union(area, mine)
            continue
        items.append(item)
        above.append(mine)
    items.reverse()
    # above all ground, but below the furniture and what else lies on top
    last = max((i for i, item in enumerate(items) if _is_ground(item)), default=-1) + 1
    last = max(last, sum(1 for item in items[:1] if item.kind == "hatch"))
    return replace(floor, items=(*items[:last], *_pieces(area, kind, floor, soft), *items[last:]))


def _pieces(area: BaseGeometry, kind: str, floor: Floor, soft: bool) -> Iterator[FloorItem]:
    holes = any(part.interiors for part in outlines.polygons(area))
    args: dict[str, float | str] = {"curved": 2 if soft and not holes else 0}
    for ring in outlines.without_holes(area):
        yield FloorItem(kind, ring, floor.seed + 2, args if kind in SOFT else {})


def _is_ground(item: FloorItem) -> bool:
    return item.kind in AREAS and item.kind != "dim" and len(item.points) > 1


def shape_of(item: FloorItem) -> Polygon:
    """Return the area of an item as its points bound it; two points are corners of a box."""
    points = item.points
    if len(points) == 2:
        (x0, y0), (x1, y1) = points
        points = (points[0], Point(x1, y0), points[1], Point(x0, y1))
    shape = Polygon(points)
    return shape if shape.is_valid else shapely.buffer(shape, 0)


def based(board: Board) -> Floor:
    """Return the floor with its ground as an item, so that other items can lie upon it.

    Rock needs none; the first thing laid brings hatching along the walls.
    """
    floor = board.floor
    if floor.items:
        return floor
    hatch = FloorItem("hatch", (), floor.seed, {"depth": 0.8})
    if floor.ground == NOTHING:
        return replace(floor, items=(hatch,))
    left, top = board.left * SUB, board.top * SUB
    right, bottom = left + board.width * SUB, top + board.height * SUB
    ring = (Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom))
    whole = FloorItem(floor.ground, ring, floor.seed, {"curved": 0})
    return replace(floor, ground=NOTHING, items=(hatch, whole))


def _bends(item: FloorItem) -> bool:
    usual = 1 if item.kind in _ALWAYS_SOFT else 0
    return bool(item.number("curved", usual))


def _less(item: FloorItem, area: BaseGeometry) -> Iterator[FloorItem]:
    """Yield what is left of an item without an area."""
    mine = shape_of(item) if _is_ground(item) else None
    if mine is None or not mine.intersects(area):
        yield item
        return
    for ring in outlines.without_holes(mine.difference(area)):
        yield replace(item, points=ring)
