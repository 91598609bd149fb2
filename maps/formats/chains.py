"""Loose pieces become lines: files that list walls one by one still give chains to edit."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from maps.codec import MAX_POINTS
from maps.grid import Point

PiecePair: TypeAlias = tuple[Point, Point]


def chains(
    pieces: Sequence[PiecePair], directed: bool = False, limit: int = MAX_POINTS
) -> list[tuple[Point, ...]]:
    """Join pieces where exactly two of them meet; no piece is lost or added.

    ``directed`` pieces are only joined from end to start. A closed chain repeats its first
    point. A chain has at most ``limit`` points.
    """
    at: dict[Point, list[int]] = defaultdict(list)
    for index, (a, b) in enumerate(pieces):
        at[a].append(index)
        at[b].append(index)
    joints = {p for p, there in at.items() if _joins(pieces, p, there, directed)}
    used = [False] * len(pieces)
    out: list[tuple[Point, ...]] = []
    starts = [i for i, (a, b) in enumerate(pieces) if a not in joints or b not in joints]
    if directed:
        starts = [i for i in starts if pieces[i][0] not in joints]
    for first in (*starts, *range(len(pieces))):
        if used[first]:
            continue
        a, b = pieces[first]
        start = b if a in joints and b not in joints and not directed else a
        line, here, index = [start], start, first
        while not used[index]:
            used[index] = True
            p, q = pieces[index]
            here = q if here == p else p
            line.append(here)
            if here not in joints or len(line) >= limit:
                break
            index = next((i for i in at[here] if i != index), index)
        out.append(tuple(line))
    return out


def _joins(pieces: Sequence[PiecePair], p: Point, there: list[int], directed: bool) -> bool:
    """Whether a chain goes on through a point."""
    if len(there) != 2 or there[0] == there[1]:  # two pieces meet
        return False
    return not directed or (pieces[there[0]][1] == p) != (pieces[there[1]][1] == p)


def parts(points: tuple[Point, ...], limit: int = MAX_POINTS) -> Iterator[tuple[Point, ...]]:
    """Cut a line that is longer than an obstacle may be; the parts share their ends."""
    yield from (points[i : i + limit] for i in range(0, max(1, len(points) - 1), limit - 1))
