"""The obstacles of a map as cover asks about them again and again (§3): found out once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from maps.caster import SHELTERS
from maps.shapes import Grade, Obstacle, Sight
from maps.sight import SightMap


@dataclass(frozen=True)
class Obstacles:
    """What is asked again and again about the obstacles of a map."""

    by_id: Mapping[str, Obstacle]
    bounds: npt.NDArray[np.int64]
    """Columns: left, top, right, bottom of each, in sub-units."""
    stops_sight: bool
    plain: bool
    """Whether all that stops shots gives the usual cover."""
    weak: tuple[str, ...]
    """The roles of shelters in which nothing gives better cover than what stops shots."""


@lru_cache(maxsize=8)
def obstacles_of(sight: SightMap) -> Obstacles:
    """Find out about the obstacles of a map, once for each map."""
    special = {Grade.PARTIAL, Grade.IMPROVED}
    boxes = [
        (min(xs), min(ys), max(xs), max(ys))
        for o in sight.obstacles
        for xs, ys in ((tuple(p.x for p in o.points), tuple(p.y for p in o.points)),)
    ]
    return Obstacles(
        {o.id: o for o in sight.obstacles},
        np.array(boxes, dtype=np.int64).reshape(-1, 4).T,
        any(_only_sight(o) for o in sight.obstacles),
        not any(o.is_barrier and o.cover in special for o in sight.obstacles),
        tuple(
            role
            for role in SHELTERS
            if not any(o.cover is Grade.IMPROVED for o in sight.of_role(role))
        ),
    )


def is_plain(sight: SightMap) -> bool:
    """Whether all that stops shots on a map gives the usual cover."""
    return obstacles_of(sight).plain


def weak_roles(sight: SightMap) -> tuple[str, ...]:
    """Return the roles of shelters in which nothing gives better cover than what stops shots."""
    return obstacles_of(sight).weak


def veils_sight(sight: SightMap) -> bool:
    """Whether anything on a map hampers sight and lets shots pass."""
    return obstacles_of(sight).stops_sight


def touches_bounds(sight: SightMap, box: tuple[int, int, int, int]) -> bool:
    """Whether the bounds of any obstacle touch a box in sub-units: left, top, right, bottom."""
    x0, y0, x1, y1 = obstacles_of(sight).bounds
    left, top, right, bottom = box
    return bool(((x0 <= right) & (x1 >= left) & (y0 <= bottom) & (y1 >= top)).any())


def _only_sight(obstacle: Obstacle) -> bool:
    """Whether an obstacle hampers sight and lets shots pass."""
    return obstacle.sight is not Sight.FREE and not obstacle.is_barrier
