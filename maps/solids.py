"""Solids that stop steps, and the squares whose middles they hold."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from maps.grid import SUB
from maps.shapes import Obstacle

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class Solids:
    """Filled obstacles of a board, to be asked square by square."""

    def __init__(self, obstacles: Iterable[Obstacle]) -> None:
        self._areas = [(o.id, o.ring()) for o in obstacles]
        self._known: dict[tuple[int, int], tuple[str, ...]] = {}

    def around(self, x: int, y: int) -> tuple[str, ...]:
        """Return the ids of those in whose interior the middle of a square lies."""
        if not self._areas:
            return ()
        known = self._known.get((x, y))
        if known is None:
            known = self._known[x, y] = self._find(x * SUB + SUB // 2, y * SUB + SUB // 2)
        return known

    def _find(self, x: int, y: int) -> tuple[str, ...]:
        from maps.area import inside  # noqa: PLC0415  # a window without a map needs no numpy

        x0, y0, x1, y1 = self._bounds
        near = ((x0 < x) & (x < x1) & (y0 < y) & (y < y1)).nonzero()[0].tolist()
        return tuple(self._areas[i][0] for i in near if inside(self._areas[i][1], x, y))

    @cached_property
    def _bounds(self) -> npt.NDArray[np.int64]:
        """Columns: smallest x and y, largest x and y of each."""
        import numpy as np  # noqa: PLC0415  # a window without a map needs none of it

        rings = [np.array(ring, dtype=np.int64) for _, ring in self._areas]
        return np.array([(*r.min(axis=0), *r.max(axis=0)) for r in rings], dtype=np.int64).T
