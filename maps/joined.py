"""Obstacles that shelter and touch each other: they may stop a line only together.

Where an attacker ignores one of such a pair, a line may pass that both stop. In a longer chain of
touching obstacles, too, one that is ignored touches one that counts, or only a straight wall lies
between them, along which lines run. Of two with different grades of cover the weaker one alone is
named where they stop a line only together.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import permutations

import numpy as np
import shapely

from maps.caster import SHELTERS
from maps.pieces import Ints, Pieces
from maps.shapes import Grade
from maps.sight import SightMap


@lru_cache(maxsize=8)
def neighbours(sight: SightMap) -> Mapping[int, tuple[int, ...]]:
    """Return which low obstacles, slits and cover touch by their bounds, by index of obstacle.

    Those that touch one straight wall touch each other. Who touches none of them is left out.
    """
    some = sorted(_roles(sight))
    if len(some) < 2:
        return {}
    boxes = [shapely.box(*shapely.MultiPoint(sight.obstacles[i].points).bounds) for i in some]
    tree = shapely.STRtree(boxes)
    pairs = [tuple(pair) for pair in tree.query(boxes, predicate="intersects").T.tolist()]
    chains = shapely.linestrings(straight(sight.barriers))
    at, touched = tree.query(chains, predicate="intersects") if len(chains) else ((), ())
    on: dict[int, list[int]] = {}
    for chain, k in zip(at, touched, strict=True):
        on.setdefault(int(chain), []).append(int(k))
    for together in on.values():
        pairs += permutations(together, 2)
    found: dict[int, set[int]] = {}
    for a, b in pairs:
        if a != b:
            found.setdefault(some[a], set()).add(some[b])
    return {i: tuple(sorted(near)) for i, near in sorted(found.items())}


@lru_cache(maxsize=8)
def stronger(sight: SightMap) -> Mapping[int, tuple[int, ...]]:
    """Return for obstacles those of their role that touch them and give better cover."""
    if len({o.cover for role in SHELTERS for o in sight.of_role(role)}) < 2:
        return {}
    role, rank = _roles(sight), [list(Grade).index(o.cover) for o in sight.obstacles]
    found = {
        i: tuple(j for j in near if role[i] == role[j] and rank[j] > rank[i])
        for i, near in neighbours(sight).items()
    }
    return {i: better for i, better in found.items() if better}


def _roles(sight: SightMap) -> dict[int, str]:
    index = {o.id: i for i, o in enumerate(sight.obstacles)}
    return {index[o.id]: role for role in SHELTERS for o in sight.of_role(role)}


def straight(pieces: Pieces) -> Ints:
    """Join pieces that go on along one line, touching; both ends of each. [chain, end, axis]"""
    dx, dy = pieces.bx - pieces.ax, pieces.by - pieces.ay
    whole = np.gcd(dx, dy) * np.where((dx < 0) | ((dx == 0) & (dy < 0)), -1, 1)
    ux, uy = dx // whole, dy // whole
    aside = ux * pieces.ay - uy * pieces.ax
    at = ux * pieces.ax + uy * pieces.ay, ux * pieces.bx + uy * pieces.by
    lo, hi = np.minimum(*at), np.maximum(*at)
    order = np.lexsort((lo, aside, uy, ux))
    rows = zip(*(column[order].tolist() for column in (ux, uy, aside, lo, hi)), strict=True)
    return np.array(list(_chains(rows)), dtype=np.int64).reshape(-1, 2, 2)


_Row = tuple[int, int, int, int, int]
"""Direction in lowest terms, distance from the middle of the map times its length, from, to."""


def _chains(rows: Iterator[_Row]) -> Iterator[list[tuple[int, int]]]:
    first = next(rows, None)
    if first is None:
        return
    ux, uy, aside, begin, end = first
    for row in rows:
        if row[:3] == (ux, uy, aside) and row[3] <= end:
            end = max(end, row[4])
            continue
        yield _ends(ux, uy, aside, begin, end)
        ux, uy, aside, begin, end = row
    yield _ends(ux, uy, aside, begin, end)


def _ends(ux: int, uy: int, aside: int, begin: int, end: int) -> list[tuple[int, int]]:
    size = ux * ux + uy * uy
    return [((t * ux - aside * uy) // size, (t * uy + aside * ux) // size) for t in (begin, end)]


@lru_cache(maxsize=8)
def _by_id(sight: SightMap) -> Mapping[str, frozenset[str]]:
    ids = [o.id for o in sight.obstacles]
    return {ids[i]: frozenset(ids[j] for j in near) for i, near in neighbours(sight).items()}


@lru_cache(maxsize=8)
def _stronger_by_id(sight: SightMap) -> Mapping[str, tuple[str, ...]]:
    ids = [o.id for o in sight.obstacles]
    return {ids[i]: tuple(ids[j] for j in near) for i, near in stronger(sight).items()}


def helpers(sight: SightMap, ids: Iterable[str]) -> frozenset[str]:
    """Return what may help some obstacles to stop lines without being named with them."""
    known = _stronger_by_id(sight)
    return frozenset(helper for id in ids for helper in known.get(id, ()))


def joined(sight: SightMap, some: Iterable[str], others: Collection[str]) -> bool:
    """Whether any of some obstacles touches any of others; both are named by their ids."""
    near = _by_id(sight)
    return any(id in near and not near[id].isdisjoint(others) for id in some)
