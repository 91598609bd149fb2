"""Low obstacles and slits that touch each other: they may stop a line only together."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt
import shapely

from maps.shapes import Kind
from maps.sight import SightMap


@lru_cache(maxsize=8)
def groups_of(sight: SightMap) -> npt.NDArray[np.int64] | None:
    """Number the groups of low obstacles and slits whose bounds touch, by index of obstacle.

    -1 stands for all others. None where no two of them touch.
    """
    some = [i for i, o in enumerate(sight.obstacles) if o.kind in (Kind.LOW, Kind.SLIT)]
    if len(some) < 2:
        return None
    boxes = [shapely.box(*shapely.MultiPoint(sight.obstacles[i].points).bounds) for i in some]
    one, two = shapely.STRtree(boxes).query(boxes, predicate="intersects")
    pairs = [(a, b) for a, b in zip(one.tolist(), two.tolist(), strict=True) if a < b]
    if not pairs:
        return None
    groups = np.full(len(sight.obstacles), -1, dtype=np.int64)
    for number, group in enumerate(_linked(pairs)):
        groups[[some[i] for i in group]] = number
    return groups


def _linked(pairs: list[tuple[int, int]]) -> list[set[int]]:
    """Join pairs that share a member."""
    found: dict[int, set[int]] = {}
    for a, b in pairs:
        joined = found.get(a, {a}) | found.get(b, {b})
        found.update((i, joined) for i in joined)
    return list({id(group): group for group in found.values()}.values())
