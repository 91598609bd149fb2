"""Rooms out of squares: flooding, the walls around a region, the ground between walls."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import shapely
from shapely.geometry.base import BaseGeometry

from maps.board import Board
from maps.edit import without_stretch
from maps.formats import outlines
from maps.grid import SUB, Cell, Point
from maps.shapes import Kind, Segment
from maps.walls import Piece, Walls, cross

ROUND = frozenset({Kind.WALL, Kind.DOOR, Kind.SLIT, Kind.SOLID})
"""Kinds that bound a room, whether doors stand open or not."""


def boundaries(board: Board) -> Iterator[Piece]:
    """Yield the pieces that bound rooms."""
    for o in board.obstacles:
        if o.kind in ROUND:
            for s in o.segments():
                yield Piece(o.id, s.a, s.b)


def flood(board: Board, start: Cell) -> frozenset[Cell]:
    """Return the squares of the board that hang together with one, past no wall or door."""
    left, top = board.left, board.top
    right, bottom = left + board.width, top + board.height
    if not (left <= start.x < right and top <= start.y < bottom):
        return frozenset()
    walls = Walls(boundaries(board))
    found, waiting = {start}, [start]
    while waiting:
        cell = waiting.pop()
        for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            there = Cell(cell.x + x, cell.y + y)
            if there in found or not (left <= there.x < right and top <= there.y < bottom):
                continue
            if not _parted(walls, cell, there):
                found.add(there)
                waiting.append(there)
    return frozenset(found)


def _parted(walls: Walls, a: Cell, b: Cell) -> bool:
    """Whether a wall stands between the middles of two neighbours."""
    p, q = _middle(a), _middle(b)
    for piece in walls.near_cells((a, b)):
        across = cross(p, q, piece.a) * cross(p, q, piece.b) <= 0
        if across and cross(piece.a, piece.b, p) * cross(piece.a, piece.b, q) < 0:
            return True
    return False


def _middle(cell: Cell) -> Point:
    return Point(cell.x * SUB + SUB // 2, cell.y * SUB + SUB // 2)


def walls_around(board: Board, cells: Collection[Cell]) -> tuple[tuple[Point, ...], ...]:
    """Return the chains of wall around squares; where a wall, door or window stands none is made.

    A chain that comes back to its beginning repeats its first point.
    """
    made: list[tuple[Point, ...]] = []
    standing = [Segment(p.a, p.b) for p in boundaries(board)]
    for ring in outlines.rings(outlines.cells(cells)):
        chains: list[tuple[Point, ...]] = [(*ring, ring[0])]
        for s in standing:
            chains = [rest for chain in chains for rest in without_stretch(chain, s.a, s.b)]
        if len(chains) > 1 and chains[0][0] == chains[-1][-1]:
            first = chains.pop(0)
            chains[-1] = (*chains[-1], *first[1:])
        made += chains
    return tuple(made)


def face(board: Board, at: Point) -> BaseGeometry | None:
    """Return the ground around a point up to the next walls or the rim of the board, holes cut out.

    In sub-units; ``None`` outside the board and where the point lies on a wall.
    """
    rim = outlines.box(board.left, board.top, board.width, board.height)
    lines = [shapely.LineString([p.a, p.b]) for p in boundaries(board)]
    parts = shapely.polygonize([shapely.unary_union([rim.exterior, *lines])])
    spot = shapely.Point(at)
    return next((part for part in parts.geoms if part.contains(spot) and rim.contains(spot)), None)
