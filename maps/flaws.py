"""What is odd about the walls of a board: pieces without length, twins, gaps, crossings."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt
import shapely

from maps.board import Board
from maps.doorways import covered
from maps.grid import SUB, Point
from maps.shapes import Kind, Obstacle

NEAR = SUB // 10
"""Ends that miss each other by no more than this, in sub-units, are meant to meet."""
GAP = 2 * SUB // 5
"""Ends that are no further apart than this leave a gap that lets lines through."""
AT_ONCE = 1000
"""So many pieces of walls are looked at before somebody else may go on."""

WALLS = frozenset({Kind.WALL, Kind.SOLID, Kind.DOOR, Kind.SLIT, Kind.LOW})
"""Kinds whose pieces are meant to meet."""

Table = npt.NDArray[np.int64]


class Fault(StrEnum):
    """What can be wrong; in the order in which things are mended."""

    ZERO = "zero"
    TWIN = "twin"
    COVERED = "covered"
    NEAR = "near"
    GAP = "gap"
    CROSSING = "crossing"
    OUTSIDE = "outside"


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault: the obstacles that it is about, and where it lies.

    A door or window that is covered comes before the walls below it. ``points`` are, for near
    ends and gaps, the end that moves and where it should be; for openings, doubles and crossings
    the ends or the crossing; else the points of the obstacle.
    """

    fault: Fault
    obstacles: tuple[str, ...]
    points: tuple[Point, ...]

    @property
    def distance(self) -> float:
        """How far apart the points are, in squares."""
        a, b = self.points[0], self.points[-1]
        return math.dist(a, b) / SUB


@dataclass(slots=True)
class Pieces:
    """All straight pieces of walls as columns, with a tree to find neighbours."""

    obstacles: tuple[Obstacle, ...]
    table: Table
    owner: Table
    tree: shapely.STRtree

    @classmethod
    def of(cls, board: Board) -> Pieces:
        """Take walls apart: rows (x0, y0, x1, y1) in sub-units, and whose each is."""
        shown = tuple(o for o in board.obstacles if o.kind in WALLS)
        rows, owners = [], []
        for index, o in enumerate(shown):
            for s in o.segments():
                rows.append((*s.a, *s.b))
                owners.append(index)
        table = np.array(rows, dtype=np.int64).reshape(-1, 4)
        lines = shapely.linestrings(table.astype(np.float64).reshape(-1, 2, 2))
        return cls(shown, table, np.array(owners, dtype=np.int64), shapely.STRtree(lines))

    def piece(self, row: int) -> tuple[Point, Point]:
        """Return the ends of a row, in sub-units."""
        x0, y0, x1, y1 = self.table[row].tolist()
        return Point(x0, y0), Point(x1, y1)


def zero_lengths(board: Board) -> Iterator[Finding]:
    """Find obstacles with two equal points in succession."""
    for o in board.obstacles:
        doubled = [a for a, b in zip(o.points, o.points[1:], strict=False) if a == b]
        if doubled:
            yield Finding(Fault.ZERO, (o.id,), (doubled[0],))


def twins(pieces: Pieces) -> Iterator[Finding | None]:
    """Find pieces that lie on one another in obstacles that do the same."""
    seen: dict[tuple[object, ...], int] = {}
    for row, owner in enumerate(pieces.owner.tolist()):
        if row % AT_ONCE == AT_ONCE - 1:
            yield None
        o, (a, b) = pieces.obstacles[owner], pieces.piece(row)
        ends = (a, b) if o.side != "both" else (min(a, b), max(a, b))
        key = (*ends, *_deeds(o))
        first = seen.setdefault(key, owner)
        if first != owner:
            yield Finding(Fault.TWIN, (o.id, pieces.obstacles[first].id), (a, b))


def walls_below(board: Board) -> Iterator[Finding]:
    """Find openings below which a wall runs on."""
    for opening, walls in covered(board):
        ids = (opening.id, *(wall.id for wall in walls))
        yield Finding(Fault.COVERED, ids, (opening.points[0], opening.points[-1]))


def _deeds(o: Obstacle) -> tuple[object, ...]:
    """Return what an obstacle does; a door's state belongs to it."""
    return (
        o.kind, o.state, o.stops_effect, o.sight, o.stops_light, o.stops_move, o.cover,
        o.concealment, o.side, o.bottom, o.top,
    )  # fmt: skip


def _loose_ends(pieces: Pieces) -> list[tuple[int, Point]]:
    """Return the ends of lines that meet no other point; some may still lie on a piece."""
    met = Counter[Point]()
    for o in pieces.obstacles:
        points = o.ring() or o.points
        met.update(set(points))
        if not o.closed_shape and len(points) > 2 and points[0] == points[-1]:
            met[points[0]] += 1
    return [
        (index, end)
        for index, o in enumerate(pieces.obstacles)
        if not o.closed_shape and len(o.points) > 1
        for end in {o.points[0], o.points[-1]}
        if met[end] == 1
    ]


def free_ends(pieces: Pieces) -> Iterator[Finding | None]:
    """Find ends that nearly meet something, and ends that leave a gap."""
    loose = _loose_ends(pieces)
    if not loose or not len(pieces.table):
        return
    spots = shapely.points([p for _, p in loose])
    which, rows = pieces.tree.query(spots, predicate="dwithin", distance=GAP + 1)
    near: dict[int, list[int]] = {}
    for i, row in zip(which.tolist(), rows.tolist(), strict=True):
        near.setdefault(i, []).append(row)
    ends = {p for _, p in loose}
    told: set[frozenset[Point]] = set()
    for i, (owner, p) in enumerate(loose):
        if i % AT_ONCE == 0:
            yield None
        best = _aim(pieces, owner, p, near.get(i, []), ends)
        if best is None:
            continue
        square, q, other = best
        pair = frozenset((p, q))
        if pair in told:
            continue
        told.add(pair)
        mover, aim, start, goal = pieces.obstacles[owner], pieces.obstacles[other], p, q
        if mover.kind is Kind.DOOR and aim.kind is not Kind.DOOR and q in ends:
            mover, aim, start, goal = aim, mover, q, p  # doors stay in their gaps
        fault = Fault.NEAR if square <= NEAR * NEAR else Fault.GAP
        yield Finding(fault, (mover.id, aim.id), (start, goal))


def _aim(
    pieces: Pieces, owner: int, p: Point, rows: list[int], ends: set[Point]
) -> tuple[int, Point, int] | None:
    """Return the best place for a loose end: square of the distance, point, obstacle.

    None where it lies on a piece already or nothing is near enough. Corners go before places
    along a piece; over a gap only another loose end counts.
    """
    found: list[tuple[int, Point, int]] = []
    for row in rows:
        other = int(pieces.owner[row])
        a, b = pieces.piece(row)
        if other == owner:
            points = pieces.obstacles[owner].points
            far = points[-1] if p == points[0] else points[0]
            short = len(points) < 4 or far not in (a, b)  # a loop needs three pieces
            if short or p in (a, b):
                continue
            found.append((_square(p, far), far, other))
            continue
        if _on(p, a, b):
            return None
        for q in (a, b):
            square = _square(p, q)
            if square <= NEAR * NEAR or (q in ends and square <= GAP * GAP):
                found.append((square, q, other))
        leaf = pieces.obstacles[other].kind is Kind.DOOR  # nothing ends in the middle of a leaf
        foot = None if leaf else _foot(p, a, b)
        if foot is not None and (square := _square(p, foot)) <= NEAR * NEAR:
            corner = min(_square(p, a), _square(p, b)) <= NEAR * NEAR
            if not corner:
                found.append((square, foot, other))
    found = [(s, q, o) for s, q, o in found if q != p and s <= GAP * GAP]
    return min(found, default=None)


def _square(p: Point, q: Point) -> int:
    return (p.x - q.x) ** 2 + (p.y - q.y) ** 2


def _on(p: Point, a: Point, b: Point) -> bool:
    """Whether a point lies on a piece, its ends included."""
    if (b.x - a.x) * (p.y - a.y) != (b.y - a.y) * (p.x - a.x):
        return False
    return min(a.x, b.x) <= p.x <= max(a.x, b.x) and min(a.y, b.y) <= p.y <= max(a.y, b.y)


def _foot(p: Point, a: Point, b: Point) -> Point | None:
    """Return the nearest point inside a piece; None where an end is nearer."""
    dx, dy = b.x - a.x, b.y - a.y
    along = (p.x - a.x) * dx + (p.y - a.y) * dy
    length = dx * dx + dy * dy
    if not 0 < along < length:
        return None
    return Point(a.x + round(dx * along / length), a.y + round(dy * along / length))


def crossings(pieces: Pieces) -> Iterator[Finding]:
    """Find pieces that cross properly: each end lies truly on its own side of the other."""
    if not len(pieces.table):
        return
    one, two = pieces.tree.query(pieces.tree.geometries, predicate="intersects")
    keep = one < two
    one, two = one[keep], two[keep]
    p, q, r, s = (
        pieces.table[one, :2], pieces.table[one, 2:], pieces.table[two, :2], pieces.table[two, 2:],
    )  # fmt: skip
    turns = (_turn(p, q, r), _turn(p, q, s), _turn(r, s, p), _turn(r, s, q))
    proper = (turns[0] * turns[1] < 0) & (turns[2] * turns[3] < 0)
    for i, j in zip(one[proper].tolist(), two[proper].tolist(), strict=True):
        (a, b), (c, d) = pieces.piece(i), pieces.piece(j)
        owners = (pieces.obstacles[int(pieces.owner[k])].id for k in (i, j))
        yield Finding(Fault.CROSSING, tuple(owners), (_meeting(a, b, c, d),))


def _turn(a: Table, b: Table, c: Table) -> Table:
    """Return on which side of a→b each c lies: −1, 0 or 1."""
    e, f = b - a, c - a
    return np.asarray(np.sign(e[:, 0] * f[:, 1] - e[:, 1] * f[:, 0]))


def _meeting(a: Point, b: Point, c: Point, d: Point) -> Point:
    ex, ey, fx, fy = b.x - a.x, b.y - a.y, d.x - c.x, d.y - c.y
    turn = ex * fy - ey * fx
    share = (c.x - a.x) * fy - (c.y - a.y) * fx
    return Point(a.x + round(ex * share / turn), a.y + round(ey * share / turn))


def outside(board: Board) -> Iterator[Finding]:
    """Find obstacles that lie wholly beyond the bounds of the map."""
    left, top = board.left * SUB, board.top * SUB
    right, bottom = left + board.width * SUB, top + board.height * SUB
    for o in board.obstacles:
        xs, ys = [p.x for p in o.points], [p.y for p in o.points]
        if max(xs) < left or max(ys) < top or min(xs) > right or min(ys) > bottom:
            yield Finding(Fault.OUTSIDE, (o.id,), o.points[:1])
