"""What is odd about the walls of a map, and how to mend it: near misses, gaps, doubles, crossings.

Looking is fast by a tree of boxes and exact by whole numbers; mending never moves a point
further than the finding says.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

import numpy as np
import numpy.typing as npt
import shapely

from maps.board import Board
from maps.doorways import covered, uncovered
from maps.edit import fresh_ids
from maps.grid import SUB, Point
from maps.problems import Problem, Severity
from maps.shapes import Kind, Obstacle

NEAR = SUB // 10
"""Ends that miss each other by no more than this, in sub-units, are meant to meet."""
GAP = 2 * SUB // 5
"""Ends that are no further apart than this leave a gap that lets lines through."""
MAX_PASSES = 8
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


SAFE = frozenset({Fault.ZERO, Fault.TWIN, Fault.COVERED, Fault.NEAR, Fault.CROSSING})
"""Faults that may be mended all at once: gaps may be meant, and nothing is deleted unseen."""


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


Look = Callable[[Board], tuple[Finding, ...]]


def findings(board: Board) -> tuple[Finding, ...]:
    """Return everything that is odd, by kind of fault."""
    return tuple(found for found in look_over(board) if found is not None)


def look_over(board: Board) -> Iterator[Finding | None]:
    """Yield the same bit by bit; None says that there is more to look at.

    Between two of them lie some milliseconds, so that a window can go on meanwhile.
    """
    pieces = _Pieces.of(board)
    yield None
    looks = (
        _zeros(board),
        _twins(pieces),
        _covered(board),
        _ends(pieces),
        _crossings(pieces),
        _outside(board),
    )
    for look in looks:
        yield from look
        yield None


def mend(board: Board, finding: Finding) -> Board:
    """Mend one fault; a board on which it is no longer to be found stays as it is."""
    draft = _Draft.of(board)
    draft.mend(finding)
    return draft.board()


def mend_all(
    board: Board, faults: Iterable[Fault] = SAFE, look: Look | None = None
) -> tuple[Board, Counter[Fault]]:
    """Mend all faults of some kinds; returns how many of each kind were mended.

    ``look`` finds them, where not all of the board is to be mended.
    """
    wanted, counts = set(faults), Counter[Fault]()
    look = look or findings
    found = look(board)
    for _ in range(MAX_PASSES):
        before = board
        for fault in Fault:
            if fault not in wanted or not any(f.fault is fault for f in found):
                continue
            draft = _Draft.of(board)
            counts[fault] += sum(draft.mend(f) for f in found if f.fault is fault)
            after = draft.board()
            if after is not board:
                board, found = after, look(after)
        if board is before:
            break
    return board, +counts


def changes(before: Board, after: Board) -> tuple[tuple[Obstacle, ...], tuple[str, ...]]:
    """Return the obstacles that are new or different, and the ids of those that are gone."""
    old, new = ({o.id: o for o in b.obstacles} for b in (before, after))
    return (
        tuple(o for o in after.obstacles if old.get(o.id) != o),
        tuple(id for id in old if id not in new),
    )


def problem_of(finding: Finding) -> Problem:
    """Say a finding in words, with the place to look at."""
    args: Mapping[str, object] = {"distance": round(finding.distance, 2)}
    match finding.fault:
        case Fault.ZERO:
            return Problem("repair_zero", Severity.WARNING, points=finding.points)
        case Fault.TWIN:
            return Problem("repair_twin", Severity.WARNING, points=finding.points)
        case Fault.COVERED:
            return Problem("repair_covered", Severity.WARNING, points=finding.points)
        case Fault.NEAR:
            return Problem("repair_near", Severity.WARNING, args=args, points=finding.points)
        case Fault.GAP:
            return Problem("repair_gap", Severity.NOTE, args=args, points=finding.points)
        case Fault.CROSSING:
            return Problem("repair_crossing", Severity.NOTE, points=finding.points)
        case Fault.OUTSIDE:
            return Problem("repair_outside", Severity.NOTE, points=finding.points)


# ---- looking ------------------------------------------------------------------------------


@dataclass(slots=True)
class _Pieces:
    """All straight pieces of walls as columns, with a tree to find neighbours."""

    obstacles: tuple[Obstacle, ...]
    table: Table
    owner: Table
    tree: shapely.STRtree

    @classmethod
    def of(cls, board: Board) -> _Pieces:
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
        x0, y0, x1, y1 = self.table[row].tolist()
        return Point(x0, y0), Point(x1, y1)


def _zeros(board: Board) -> Iterator[Finding]:
    for o in board.obstacles:
        doubled = [a for a, b in zip(o.points, o.points[1:], strict=False) if a == b]
        if doubled:
            yield Finding(Fault.ZERO, (o.id,), (doubled[0],))


def _twins(pieces: _Pieces) -> Iterator[Finding | None]:
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


def _covered(board: Board) -> Iterator[Finding]:
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


def _loose_ends(pieces: _Pieces) -> list[tuple[int, Point]]:
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


def _ends(pieces: _Pieces) -> Iterator[Finding | None]:
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
    pieces: _Pieces, owner: int, p: Point, rows: list[int], ends: set[Point]
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


def _crossings(pieces: _Pieces) -> Iterator[Finding]:
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


def _outside(board: Board) -> Iterator[Finding]:
    left, top = board.left * SUB, board.top * SUB
    right, bottom = left + board.width * SUB, top + board.height * SUB
    for o in board.obstacles:
        xs, ys = [p.x for p in o.points], [p.y for p in o.points]
        if max(xs) < left or max(ys) < top or min(xs) > right or min(ys) > bottom:
            yield Finding(Fault.OUTSIDE, (o.id,), o.points[:1])


# ---- mending ------------------------------------------------------------------------------


@dataclass(slots=True)
class _Draft:
    """Obstacles that are being mended."""

    start: Board
    now: dict[str, Obstacle]
    more: list[Obstacle] = field(default_factory=list)

    @classmethod
    def of(cls, board: Board) -> _Draft:
        return cls(board, {o.id: o for o in board.obstacles})

    def board(self) -> Board:
        """Return the mended board, the old one when nothing changed."""
        after = tuple(self.now[o.id] for o in self.start.obstacles if o.id in self.now)
        if self.more:
            ids = fresh_ids(self.start, "mended", len(self.more))
            after += tuple(replace(o, id=id) for o, id in zip(self.more, ids, strict=True))
        same = len(after) == len(self.start.obstacles) and all(
            a is b for a, b in zip(after, self.start.obstacles, strict=True)
        )
        return self.start if same else replace(self.start, obstacles=after)

    def mend(self, finding: Finding) -> bool:
        """Mend one fault; returns whether it was still there."""
        if any(id not in self.now for id in finding.obstacles):
            return False
        match finding.fault:
            case Fault.ZERO:
                return self._set(finding.obstacles[0], self.now[finding.obstacles[0]].points)
            case Fault.TWIN:
                return self._take_out(finding)
            case Fault.COVERED:
                return self._open(finding)
            case Fault.NEAR:
                return self._join(finding)
            case Fault.GAP:
                return self._bridge(finding)
            case Fault.CROSSING:
                at = finding.points[0]
                cornered = [self._corner(id, at) for id in dict.fromkeys(finding.obstacles)]
                return True in cornered
            case Fault.OUTSIDE:
                del self.now[finding.obstacles[0]]
                return True

    def _set(self, id: str, points: Iterable[Point]) -> bool:
        """Give an obstacle other points, without doubled ones; one of no length goes away."""
        old, kept = self.now[id], list[Point]()
        for p in points:
            if not kept or kept[-1] != p:
                kept.append(p)
        if len(kept) < 2:  # a point is no line
            del self.now[id]
            return True
        if tuple(kept) == old.points:
            return False
        self.now[id] = replace(old, points=tuple(kept))
        return True

    def _take_out(self, finding: Finding) -> bool:
        """Take a doubled piece out of the first obstacle; a line may fall into two."""
        a, b = finding.points
        o = self.now[finding.obstacles[0]]
        points = list(o.points)
        if o.closed_shape:
            if len(points) > 3 or set(o.points) != set(self.now[finding.obstacles[1]].points):
                return self._drop_same(finding)
            del self.now[o.id]
            return True
        for i in range(len(points) - 1):
            if {points[i], points[i + 1]} == {a, b}:
                first, second = points[: i + 1], points[i + 1 :]
                parts = [part for part in (first, second) if len(part) > 1]
                if not parts:
                    del self.now[o.id]
                    return True
                self.now[o.id] = replace(o, points=tuple(parts[0]))
                self.more += (replace(o, points=tuple(part)) for part in parts[1:])
                return True
        return False

    def _open(self, finding: Finding) -> bool:
        """Cut the walls below an opening; each keeps its id for its first piece."""
        opening, *walls = (self.now[id] for id in finding.obstacles)
        done = False
        for wall in walls:
            left = uncovered(wall.points, opening.points[0], opening.points[-1])
            if left == (wall.points,):
                continue
            done = True
            if not left:
                del self.now[wall.id]
                continue
            self.now[wall.id] = replace(wall, points=left[0])
            self.more += (replace(wall, points=points) for points in left[1:])
        return done

    def _drop_same(self, finding: Finding) -> bool:
        """Drop an area that another one equals; areas that share a side are left alone."""
        one, two = (self.now[id] for id in finding.obstacles)
        if set(one.points) != set(two.points) or not two.closed_shape:
            return False
        del self.now[one.id]
        return True

    def _join(self, finding: Finding) -> bool:
        """Move an end to where it should be; a piece that it meets gets a corner there."""
        id, other = finding.obstacles
        start, goal = finding.points
        points = self.now[id].points
        if start not in (points[0], points[-1]):
            return False
        if points[0] == start:
            moved = (goal, *points[1:])
        else:
            moved = (*points[:-1], goal)
        if not self._set(id, moved):
            return False
        if other != id and other in self.now:
            self._corner(other, goal)
        return True

    def _bridge(self, finding: Finding) -> bool:
        """Lead a line over a gap to the other end; doors and windows stay as wide as they are."""
        id, other = finding.obstacles
        start, goal = finding.points
        o = self.now[id]
        ends = (o.points[0], o.points[-1])
        far = self.now[other].points
        if start not in ends or goal not in (far[0], far[-1]):
            return False
        if o.kind in (Kind.DOOR, Kind.SLIT):
            wall = next((w for w in self.start.obstacles if w.kind is Kind.WALL), None)
            if wall is None:
                return False
            self.more.append(replace(wall, points=(start, goal)))
            return True
        if start == ends[-1]:
            return self._set(id, (*o.points, goal))
        return self._set(id, (goal, *o.points))

    def _corner(self, id: str, at: Point) -> bool:
        """Put a corner into the piece of an obstacle that runs nearest by; doors get none."""
        o = self.now[id]
        if o.kind is Kind.DOOR or at in o.points:
            return False
        points = list(o.points)
        rows = [(points[i], points[i + 1], i) for i in range(len(points) - 1)]
        if o.closed_shape and points[0] != points[-1]:
            rows.append((points[-1], points[0], len(points) - 1))
        gaps = [(_away(at, a, b), i) for a, b, i in rows]
        away, i = min(gaps)
        if away > 2:  # rounding moves a crossing by less
            return False
        return self._set(id, (*points[: i + 1], at, *points[i + 1 :]))


def _away(p: Point, a: Point, b: Point) -> float:
    """Return the distance of a point from a piece."""
    dx, dy = b.x - a.x, b.y - a.y
    length = dx * dx + dy * dy
    along = 0.0 if length == 0 else ((p.x - a.x) * dx + (p.y - a.y) * dy) / length
    share = min(1.0, max(0.0, along))
    return math.dist(p, (a.x + share * dx, a.y + share * dy))
