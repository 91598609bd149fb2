"""What is said of a way that begins within something solid: it leads out, which is marked."""

from __future__ import annotations

from collections.abc import Iterator

from maps.grid import SUB, Point
from maps.paths import Path
from maps.problems import Problem, Severity


def out_of_solid(path: Path) -> Iterator[Problem]:
    """Note that a way leads out of a solid; none where it is stopped in there."""
    if path.from_solid and path.costs and not (path.crossed and path.crossed[0][0] == 0):
        at = path.cells[0]
        middle = Point(at.x * SUB + SUB // 2, at.y * SUB + SUB // 2)
        yield Problem("out_of_solid", Severity.NOTE, points=(middle,))
