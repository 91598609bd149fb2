"""Low obstacles and slits that touch each other: they may stop a line only together."""

from __future__ import annotations

from functools import lru_cache

import shapely

from maps.shapes import Kind
from maps.sight import SightMap


@lru_cache(maxsize=8)
def perhaps_joined(sight: SightMap) -> bool:
    """Whether the bounds of any two low obstacles or slits of a map touch."""
    some = [o.points for o in sight.obstacles if o.kind in (Kind.LOW, Kind.SLIT)]
    if len(some) < 2:
        return False
    boxes = [shapely.box(*shapely.MultiPoint(points).bounds) for points in some]
    one, two = shapely.STRtree(boxes).query(boxes, predicate="intersects")
    return bool((one < two).any())
