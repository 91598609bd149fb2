"""Floors made of squares and rounds: their common outline is where the walls stand."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from maps.grid import SUB, Cell, Point


def box(x: float, y: float, width: float, height: float) -> Polygon:
    """Return a rectangle; squares in, sub-units out."""
    return shapely.box(
        round(x * SUB), round(y * SUB), round((x + width) * SUB), round((y + height) * SUB)
    )


Block = tuple[int, int, int, int]
"""Squares as a rectangle: its left, upper, right and lower edge."""

MAX_BLOCKS = 6_000
"""So many rectangles are joined at once; the greatest caves have some thousands."""


def cells(found: Iterable[Cell]) -> BaseGeometry:
    """Return the union of whole squares."""
    return united(blocks(found))


def united(found: Sequence[Block]) -> BaseGeometry:
    """Return the union of rectangles; squares in, sub-units out."""
    edges = np.array(found, dtype=float).reshape(-1, 4) * SUB
    return shapely.unary_union(shapely.box(*edges.T))


def blocks(found: Iterable[Cell]) -> list[Block]:
    """Join squares to unbroken rows, and equal rows below each other to rectangles."""
    rows: dict[int, list[int]] = {}
    for cell in found:
        rows.setdefault(cell.y, []).append(cell.x)
    out: list[Block] = []
    growing: dict[tuple[int, int], int] = {}
    end = 0
    for y in sorted(rows):
        runs = dict.fromkeys(_runs(sorted(set(rows[y]))))
        for run, top in tuple(growing.items()):
            if y != end or run not in runs:
                out.append((run[0], top, run[1], end))
                del growing[run]
        for run in runs:
            growing.setdefault(run, y)
        end = y + 1
    return out + [(left, top, right, end) for (left, right), top in growing.items()]


def _runs(xs: Sequence[int]) -> Iterator[tuple[int, int]]:
    start = 0
    for i in range(1, len(xs) + 1):
        if i == len(xs) or xs[i] != xs[i - 1] + 1:
            yield xs[start], xs[i - 1] + 1
            start = i


def round_room(x: float, y: float, width: float, height: float, sides: int = 48) -> Polygon:
    """Return the ellipse inscribed in a rectangle as a polygon, in sub-units.

    Its sides are a multiple of four, so that it touches the middle of each edge.
    """
    middle = ((x + width / 2) * SUB, (y + height / 2) * SUB)
    turns = [math.tau * i / sides for i in range(sides)]
    return Polygon(
        [
            (
                round(middle[0] + math.cos(t) * width / 2 * SUB),
                round(middle[1] + math.sin(t) * height / 2 * SUB),
            )
            for t in turns
        ]
    )


def polygons(area: BaseGeometry) -> Iterator[Polygon]:
    """Yield the polygons of any geometry that have an area."""
    if isinstance(area, Polygon):
        if area.area > 0:
            yield area
    else:
        for part in getattr(area, "geoms", ()):
            yield from polygons(part)


def rings(area: BaseGeometry) -> list[tuple[Point, ...]]:
    """Return all outlines, outer and inner, as corners without points on straight lines."""
    out = []
    for polygon in polygons(area):
        for line in (polygon.exterior, *polygon.interiors):
            ring = corners([Point(round(x), round(y)) for x, y in line.coords[:-1]])
            if len(ring) > 2:
                out.append(ring)
    return out


def corners(ring: Sequence[Point]) -> tuple[Point, ...]:
    """Return a ring without doubled points and without points on straight lines."""
    kept: list[Point] = []
    for p in ring:
        if not kept or kept[-1] != p:
            kept.append(p)
    while len(kept) > 1 and kept[0] == kept[-1]:
        kept.pop()
    n = len(kept)
    return tuple(
        p for i, p in enumerate(kept) if n < 3 or not _straight(kept[i - 1], p, kept[(i + 1) % n])
    )


def _straight(a: Point, b: Point, c: Point) -> bool:
    return (b.x - a.x) * (c.y - b.y) == (b.y - a.y) * (c.x - b.x)


def without_holes(area: BaseGeometry) -> Iterator[tuple[Point, ...]]:
    """Yield rings that together cover an area; areas with holes are cut through these."""
    waiting = list(polygons(area))
    while waiting:
        polygon = waiting.pop()
        holes = [hole for hole in polygon.interiors if _width(hole.bounds) > 2]
        if not holes:
            ring = corners([Point(round(x), round(y)) for x, y in polygon.exterior.coords[:-1]])
            if len(ring) > 2:
                yield ring
            continue
        left, top, right, bottom = polygon.bounds
        # through the middle one: from hole to hole a lattice would take the square of its time
        middle = sorted(hole.bounds for hole in holes)[len(holes) // 2]
        x = round((middle[0] + middle[2]) / 2)
        for half in (
            shapely.box(left - 1, top - 1, x, bottom + 1),
            shapely.box(x, top - 1, right + 1, bottom + 1),
        ):
            waiting += polygons(polygon.intersection(half))


def _width(bounds: tuple[float, float, float, float]) -> float:
    """Return the width of a hole; what is narrower than rounding cannot be cut through."""
    return bounds[2] - bounds[0]
