"""Obstacles that shelter and touch each other: they may stop a line only together.

Where an attacker ignores one of such a pair, a line may pass that both stop. In a longer chain of
touching obstacles, too, one that is ignored touches one that counts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache

import shapely

from maps.shapes import Kind
from maps.sight import SightMap

SHELTERS = (Kind.LOW, Kind.SLIT, Kind.COVER)


@lru_cache(maxsize=8)
def neighbours(sight: SightMap) -> Mapping[int, tuple[int, ...]]:
    """Return which low obstacles, slits and cover touch by their bounds, by index of obstacle.

    Who touches none of them is left out.
    """
    some = [i for i, o in enumerate(sight.obstacles) if o.kind in SHELTERS]
    if len(some) < 2:
        return {}
    boxes = [shapely.box(*shapely.MultiPoint(sight.obstacles[i].points).bounds) for i in some]
    one, two = shapely.STRtree(boxes).query(boxes, predicate="intersects")
    found: dict[int, list[int]] = {}
    for a, b in zip(one.tolist(), two.tolist(), strict=True):
        if a != b:
            found.setdefault(some[a], []).append(some[b])
    return {i: tuple(sorted(near)) for i, near in found.items()}


@lru_cache(maxsize=8)
def _by_id(sight: SightMap) -> Mapping[str, frozenset[str]]:
    ids = [o.id for o in sight.obstacles]
    return {ids[i]: frozenset(ids[j] for j in near) for i, near in neighbours(sight).items()}


def joined(sight: SightMap, some: Iterable[str], others: Collection[str]) -> bool:
    """Whether any of some obstacles touches any of others; both are named by their ids."""
    near = _by_id(sight)
    return any(id in near and not near[id].isdisjoint(others) for id in some)
