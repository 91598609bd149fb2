"""Walls that run on below a door or a window, so that it opens nothing; and how to cut them."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import shapely

from maps.board import Board
from maps.grid import SUB, Point
from maps.shapes import Kind, Obstacle

OPENINGS = frozenset({Kind.DOOR, Kind.SLIT})
ASIDE = SUB // 20
"""So far beside an opening a wall still counts as lying below it, in sub-units."""
SHORTEST = SUB // 10
"""A shorter stretch of wall below an opening is a joint and no wall."""
MOST = 0.9
"""Share of an opening below which walls must lie; where they only reach into it, it opens."""


def covered(board: Board) -> Iterator[tuple[Obstacle, tuple[Obstacle, ...]]]:
    """Yield each door or window that lies on walls all along, with these walls."""
    walls = [o for o in board.obstacles if o.kind is Kind.WALL and len(o.points) > 1]
    openings = [o for o in board.obstacles if o.kind in OPENINGS and o.points[0] != o.points[-1]]
    if not walls or not openings:
        return
    tree = shapely.STRtree([shapely.LineString(w.points) for w in walls])
    leaves = shapely.linestrings([(o.points[0], o.points[-1]) for o in openings])
    which, found = tree.query(leaves, predicate="dwithin", distance=ASIDE)
    below: dict[int, list[Obstacle]] = {}
    for i, k in zip(np.asarray(which).tolist(), np.asarray(found).tolist(), strict=True):
        a, b = openings[i].points[0], openings[i].points[-1]
        if uncovered(walls[k].points, a, b) != (walls[k].points,):
            below.setdefault(i, []).append(walls[k])
    for i in sorted(below):
        if _share(openings[i], below[i]) >= MOST:
            yield openings[i], tuple(below[i])


def _share(opening: Obstacle, walls: list[Obstacle]) -> float:
    """Return below how much of an opening walls lie, 0 to 1."""
    a, b = opening.points[0], opening.points[-1]
    length = math.dist(a, b)
    ux, uy = (b.x - a.x) / length, (b.y - a.y) / length
    parts = []
    for wall in walls:
        for p, q in zip(wall.points, wall.points[1:], strict=False):
            if (ends := stretch(p, q, a, b)) is not None:
                parts.append(sorted((e.x - a.x) * ux + (e.y - a.y) * uy for e in ends))
    reached = total = 0.0
    for low, high in sorted(parts):
        total += max(0.0, high - max(low, reached))
        reached = max(reached, high)
    return total / length


def uncovered(points: tuple[Point, ...], a: Point, b: Point) -> tuple[tuple[Point, ...], ...]:
    """Return the chains that stay of a chain without what lies below the opening from a to b.

    The chain itself comes back whole where nothing does.
    """
    chains: list[list[Point]] = [[points[0]]]
    for p, q in zip(points, points[1:], strict=False):
        below = stretch(p, q, a, b)
        if below is None:
            chains[-1].append(q)
            continue
        start, end = below
        if start != chains[-1][-1]:
            chains[-1].append(start)
        chains.append([end])
        if end != q:
            chains[-1].append(q)
    return tuple(tuple(chain) for chain in chains if len(chain) > 1)


def stretch(p: Point, q: Point, a: Point, b: Point) -> tuple[Point, Point] | None:
    """Return the stretch of the piece p→q that lies below the opening a–b, in its direction."""
    length = math.dist(p, q)
    if length == 0:
        return None
    ux, uy = (q.x - p.x) / length, (q.y - p.y) / length
    ends = sorted(
        ((s.x - p.x) * ux + (s.y - p.y) * uy, (s.y - p.y) * ux - (s.x - p.x) * uy) for s in (a, b)
    )
    (first, aside_a), (last, aside_b) = ends
    low, high = max(0.0, first), min(length, last)
    if high - low < SHORTEST:
        return None
    slope = (aside_b - aside_a) / (last - first)
    if max(abs(aside_a + slope * (t - first)) for t in (low, high)) > ASIDE:
        return None
    start = p if first <= 0 else Point(round(p.x + first * ux), round(p.y + first * uy))
    end = q if last >= length else Point(round(p.x + last * ux), round(p.y + last * uy))
    return start, end
