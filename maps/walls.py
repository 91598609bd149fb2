"""Straight pieces of obstacles in an index, and whether a thin line passes between them.

The touching policy is that of the tube: a line is stopped when it cannot be drawn,
even shifted by nothing at all, without meeting a piece. Touching a free end, or
running along a wall, stops nothing; the joint of two walls has no gap. All exact.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from maps.board import Board
from maps.grid import SUB, Cell, Point
from maps.shapes import Obstacle, Side
from maps.storeys import barriers

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

TURN = 2 * math.pi


@dataclass(frozen=True, slots=True)
class Piece:
    """A straight piece of the obstacle ``id``; ``side`` as there."""

    id: str
    a: Point
    b: Point
    side: Side = "both"

    def acts_from(self, p: Point) -> bool:
        """Whether the piece stops what starts at ``p`` (one-way walls act from one side)."""
        if self.side == "both":
            return True
        turn = cross(self.a, self.b, p)
        return turn < 0 if self.side == "left" else turn > 0


def cross(o: Point, p: Point, q: Point) -> int:
    """Return (p - o) x (q - o); negative when q lies to the left of o→p, y pointing down."""
    return (p.x - o.x) * (q.y - o.y) - (p.y - o.y) * (q.x - o.x)


Level = tuple[int, int]
"""Heights in sub-units, the lower one first."""


def at_level(o: Obstacle, level: Level) -> bool:
    """Whether an obstacle stands anywhere between two heights, not wholly above or below."""
    lo, hi = level
    under = o.top is not None and o.top <= lo
    over = o.bottom is not None and (o.bottom > hi or (o.bottom == hi > lo))
    return not (under or over)


def pieces(
    board: Board, wanted: Callable[[Obstacle], bool], level: Level | None = None
) -> Iterator[Piece]:
    """Yield the pieces of all wanted obstacles that are no open doors, at some height or at all."""
    for obstacle in barriers(board):
        if level is not None and not at_level(obstacle, level):
            continue
        if wanted(obstacle) and not obstacle.passable:
            for segment in obstacle.segments():
                yield Piece(obstacle.id, segment.a, segment.b, obstacle.side)


class Walls:
    """Pieces that can be asked for by line or by square."""

    def __init__(self, pieces: Iterable[Piece]) -> None:
        self.pieces: Sequence[Piece] = tuple(pieces)
        self._cells: dict[Cell, list[int]] | None = None

    @cached_property
    def bounds(self) -> npt.NDArray[np.int64]:
        """Columns: smallest x and y, largest x and y of the pieces."""
        import numpy as np  # noqa: PLC0415  # a window without a map needs none of it

        rows = [(*piece.a, *piece.b) for piece in self.pieces]
        ends = np.array(rows, dtype=np.int64).reshape(-1, 2, 2)
        return np.concatenate((ends.min(axis=1), ends.max(axis=1)), axis=1).T

    def near_line(self, p: Point, q: Point) -> list[Piece]:
        """Return the pieces that may meet the line pq."""
        x0, y0, x1, y1 = self.bounds
        near = (x0 <= max(p.x, q.x)) & (x1 >= min(p.x, q.x))
        near &= (y0 <= max(p.y, q.y)) & (y1 >= min(p.y, q.y))
        return [self.pieces[i] for i in near.nonzero()[0].tolist()]

    def near_cells(self, cells: Iterable[Cell]) -> list[Piece]:
        """Return the pieces that pass the half-open squares ``cells``, each once."""
        if self._cells is None:
            held: defaultdict[Cell, list[int]] = defaultdict(list)
            for index, piece in enumerate(self.pieces):
                for cell in cells_along(piece.a, piece.b):
                    held[cell].append(index)
            self._cells = dict(held)
        found = {i for cell in cells for i in self._cells.get(cell, ())}
        return [self.pieces[i] for i in sorted(found)]

    def blockers(self, p: Point, q: Point) -> tuple[str, ...]:
        """Return the ids of the obstacles that stop the line pq; empty when it passes."""
        return blockers(p, q, self.near_line(p, q))


def cells_along(a: Point, b: Point) -> Iterator[Cell]:
    """Yield all squares, open to the right and below, that hold a point of ab (and few others)."""
    if a.x > b.x:
        a, b = b, a
    dx, dy = b.x - a.x, b.y - a.y
    if a.x // SUB == b.x // SUB or dy == 0:  # nearly all: maps are drawn along their grid
        rows = range((min(a.y, b.y) - 1) // SUB, max(a.y, b.y) // SUB + 1)
        for column in range(a.x // SUB, b.x // SUB + 1):
            for row in rows:
                yield Cell(column, row)
        return
    for column in range(a.x // SUB, b.x // SUB + 1):
        start, end = max(a.x, column * SUB), min(b.x, (column + 1) * SUB)
        ys = (a.y, b.y) if dx == 0 else tuple(a.y + dy * (x - a.x) / dx for x in (start, end))
        low, high = math.floor(min(ys) / SUB - 1e-9), math.floor(max(ys) / SUB + 1e-9)
        for row in range(low, high + 1):
            yield Cell(column, row)


@dataclass(slots=True)
class _Contacts:
    """What a line touches: crossings, stretches alongside, and pieces that start at its ends."""

    hits: dict[str, None]
    spans: list[tuple[int, int, int, str]]
    """(from, to, side of the piece, id), measured along the line."""
    start: list[tuple[Point, str]]
    end: list[tuple[Point, str]]


def blockers(
    p: Point, q: Point, pieces: Iterable[Piece], *, hold_ends: bool = False
) -> tuple[str, ...]:
    """Return the ids of the obstacles that stop the line pq; empty when it passes.

    With ``hold_ends`` an end on a wall counts as standing on one side of it (where
    there is most room), so that no way leads over a wall by a rest upon it.
    """
    if p == q:
        return ()
    contacts = _Contacts({}, [], [], [])
    for piece in pieces:
        if piece.acts_from(p):
            _touch(p, q, piece, contacts)
    _squeeze(contacts)
    if hold_ends:
        _hold(contacts.start, Point(q.x - p.x, q.y - p.y), contacts)
        _hold(contacts.end, Point(p.x - q.x, p.y - q.y), contacts)
    return tuple(contacts.hits)


def _touch(p: Point, q: Point, piece: Piece, contacts: _Contacts) -> None:
    """Note how the line pq meets a piece."""
    a, b = piece.a, piece.b
    sa, sb = cross(p, q, a), cross(p, q, b)
    if (sa > 0 and sb > 0) or (sa < 0 and sb < 0):
        return
    if sa and sb:
        _touch_inside(p, q, piece, contacts)
    elif sa == sb:
        _touch_along(p, q, piece, contacts)
    else:
        at, far, side = (a, b, sb) if sa == 0 else (b, a, sa)
        _touch_end(p, q, (at, far), 1 if side > 0 else -1, piece.id, contacts)


def _touch_inside(p: Point, q: Point, piece: Piece, contacts: _Contacts) -> None:
    """The line's carrier meets the piece between its ends."""
    a, b = piece.a, piece.b
    cp, cq = cross(a, b, p), cross(a, b, q)
    both = [(Point(e.x - o.x, e.y - o.y), piece.id) for o, e in ((a, b), (b, a))]
    if cp == 0:
        contacts.start += both
    elif cq == 0:
        contacts.end += both
    elif (cp > 0) != (cq > 0):
        contacts.hits[piece.id] = None


def _touch_along(p: Point, q: Point, piece: Piece, contacts: _Contacts) -> None:
    """The piece lies on the line's carrier."""
    length = _along(p, q, q)
    low, high = sorted((_along(p, q, piece.a), _along(p, q, piece.b)))
    if low < length and high > 0:
        contacts.spans.append((max(low, 0), min(high, length), 0, piece.id))
    forward = Point(q.x - p.x, q.y - p.y)
    back = Point(-forward.x, -forward.y)
    for at, rays in ((0, contacts.start), (length, contacts.end)):
        if low <= at <= high:
            rays += [(forward, piece.id)] if at < high else []
            rays += [(back, piece.id)] if at > low else []


def _touch_end(
    p: Point, q: Point, ends: tuple[Point, Point], side: int, id: str, contacts: _Contacts
) -> None:
    """One end of the piece lies on the line's carrier."""
    at, far = ends
    place, length = _along(p, q, at), _along(p, q, q)
    ray = (Point(far.x - at.x, far.y - at.y), id)
    if place == 0:
        contacts.start.append(ray)
    elif place == length:
        contacts.end.append(ray)
    elif 0 < place < length:
        contacts.spans.append((place, place, side, id))


def _along(p: Point, q: Point, r: Point) -> int:
    return (q.x - p.x) * (r.x - p.x) + (q.y - p.y) * (r.y - p.y)


def _squeeze(contacts: _Contacts) -> None:
    """Stop the line where pieces reach it from both sides at one place or along one stretch."""
    reach = 0
    sides: dict[str, int] = {}
    for low, high, side, id in sorted(contacts.spans):
        if sides and low > reach:
            sides = {}
            reach = high
        reach = max(reach, high)
        sides[id] = sides.get(id, 0) | (1 if side > 0 else 2 if side < 0 else 0)
        if _both(sides):
            contacts.hits.update((name, None) for name, found in sides.items() if found)


def _both(sides: dict[str, int]) -> bool:
    found = 0
    for side in sides.values():
        found |= side
    return found == 3  # both bits


def _hold(rays: list[tuple[Point, str]], way: Point, contacts: _Contacts) -> None:
    """Stop a way that leaves a point on walls by another sector than the widest one."""
    angles = sorted({math.atan2(ray.y, ray.x) for ray, _ in rays})
    if len(angles) < 2:  # one wall leaves a single sector
        return
    ends = [*angles[1:], angles[0] + TURN]
    widths = [round(end - start, 9) for start, end in zip(angles, ends, strict=True)]
    widest = max(widths)
    start = angles[widths.index(widest)]
    turn = (math.atan2(way.y, way.x) - start) % TURN
    if min(turn, TURN - turn) > 1e-9 and turn > widest + 1e-9:  # fuzz of atan2
        contacts.hits.update((id, None) for _, id in rays)
