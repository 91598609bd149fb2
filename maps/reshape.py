"""Obstacles in other shapes: points moved, put in and taken out; chains split, joined, turned.

Each function returns new obstacles and leaves ids and facts alone; lengths are sub-units.
A chain whose last point repeats the first is a *loop*: both are one point.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from maps.board import Light
from maps.grid import SUB, Point
from maps.shapes import AREA_KINDS, Obstacle, Side

TOUCHING = SUB // 16
"""Ends this near to each other are joined."""

Box = tuple[int, int, int, int]
"""Left, top, right, bottom."""

_OTHER: Mapping[Side, Side] = {"both": "both", "left": "right", "right": "left"}


def is_loop(o: Obstacle) -> bool:
    """Whether the last point repeats the first."""
    return len(o.points) > 3 and o.points[0] == o.points[-1]


def is_line(o: Obstacle) -> bool:
    """Whether it is a chain of pieces, not an area."""
    return o.kind not in AREA_KINDS or o.open


def handles(o: Obstacle) -> tuple[Point, ...]:
    """Return its points, each once: of a loop the last one is left out."""
    return o.points[:-1] if is_loop(o) else o.points


def with_handles(o: Obstacle, points: Sequence[Point]) -> Obstacle | None:
    """Give an obstacle other points; ``None`` when too few are left to be anything."""
    kept = [p for i, p in enumerate(points) if i == 0 or p != points[i - 1]]
    loop = is_loop(o)
    if (loop or not is_line(o)) and len(kept) > 1 and kept[0] == kept[-1]:
        kept.pop()
    if len(kept) < (2 if is_line(o) else 3):
        return None
    if loop and len(kept) > 2:
        kept.append(kept[0])
    return replace(o, points=tuple(kept))


def moved_points(
    obstacles: Iterable[Obstacle], moved: Mapping[Point, Point]
) -> tuple[tuple[Obstacle, ...], tuple[str, ...]]:
    """Move points to other places wherever obstacles have them: joints stay joined.

    Returns the obstacles that changed and the ids of those of which nothing is left.
    """
    changed: list[Obstacle] = []
    gone: list[str] = []
    for o in obstacles:
        if not any(p in moved for p in o.points):
            continue
        after = with_handles(o, [moved.get(p, p) for p in handles(o)])
        if after is None:
            gone.append(o.id)
        elif after != o:
            changed.append(after)
    return tuple(changed), tuple(gone)


def inserted(o: Obstacle, piece: int, at: Point) -> Obstacle:
    """Put a point into a piece, by the index of the piece's first point."""
    points = list(handles(o))
    points.insert(piece + 1, at)
    return with_handles(o, points) or o


def without_points(o: Obstacle, indexes: Collection[int]) -> Obstacle | None:
    """Take points out; ``None`` when too few are left."""
    return with_handles(o, [p for i, p in enumerate(handles(o)) if i not in indexes])


def split(o: Obstacle, index: int) -> tuple[tuple[Point, ...], ...]:
    """Return the chains that a chain falls into at one of its points; a loop opens there.

    Empty where nothing can be split: at an end of a chain, and at an area.
    """
    if not is_line(o):
        return ()
    points = handles(o)
    if is_loop(o):
        return ((*points[index:], *points[: index + 1]),)
    if not 0 < index < len(points) - 1:
        return ()
    return points[: index + 1], points[index:]


def joined(obstacles: Iterable[Obstacle]) -> tuple[tuple[Obstacle, ...], tuple[str, ...]]:
    """Join chains of one kind whose ends touch; the first one gives its id and facts.

    Returns the chains that grew and the ids that are no longer needed.
    """
    waiting = [o for o in obstacles if is_line(o) and not is_loop(o)]
    grown: list[Obstacle] = []
    gone: list[str] = []
    while waiting:
        chain = waiting.pop(0)
        before = chain
        while (other := _next(chain, waiting)) is not None:
            waiting.remove(other[0])
            gone.append(other[0].id)
            chain = replace(chain, points=other[1])
        if chain is not before:
            if _near(chain.points[0], chain.points[-1]) and len(chain.points) > 3:
                chain = replace(chain, points=(*chain.points[:-1], chain.points[0]))
            grown.append(chain)
    return tuple(grown), tuple(gone)


def _next(chain: Obstacle, others: Iterable[Obstacle]) -> tuple[Obstacle, tuple[Point, ...]] | None:
    """Return a chain that touches an end of this one, and the points of both together."""
    a = chain.points
    for other in others:
        b = other.points
        if other.kind is not chain.kind:
            continue
        for one, two in ((a, b), (a, b[::-1]), (b, a), (b[::-1], a)):
            if _near(one[-1], two[0]):  # the joint is where this chain has it
                return other, ((*one, *two[1:]) if one is a else (*one[:-1], *two))
    return None


def _near(p: Point, q: Point) -> bool:
    return max(abs(p.x - q.x), abs(p.y - q.y)) <= TOUCHING


def connected(obstacles: Iterable[Obstacle], start: Iterable[str]) -> frozenset[str]:
    """Return all chains that hang together with some by shared points, those included."""
    by_point: dict[Point, list[str]] = {}
    points: dict[str, tuple[Point, ...]] = {}
    for o in obstacles:
        if is_line(o):
            points[o.id] = o.points
            for p in set(o.points):
                by_point.setdefault(p, []).append(o.id)
    found = set(start)
    waiting = list(found)
    while waiting:
        for p in points.get(waiting.pop(), ()):
            fresh = [id for id in by_point[p] if id not in found]
            found.update(fresh)
            waiting += fresh
    return frozenset(found)


def flipped(o: Obstacle) -> Obstacle:
    """Let a one-way obstacle act from its other side."""
    return replace(o, side=_OTHER[o.side])


# ---- turning -----------------------------------------------------------------------------------


def bounds(obstacles: Iterable[Obstacle], lights: Iterable[Light] = ()) -> Box:
    """Return the box around everything. Raises ValueError where there is nothing."""
    points = [p for o in obstacles for p in o.points] + [light.at for light in lights]
    xs, ys = [p.x for p in points], [p.y for p in points]
    return min(xs), min(ys), max(xs), max(ys)


@dataclass(frozen=True, slots=True)
class Turn:
    """A movement of the plane that keeps the grid: where points go, whether it mirrors."""

    to: Callable[[Point], Point]
    mirrors: bool = False

    def obstacle(self, o: Obstacle) -> Obstacle:
        """Return an obstacle at its new place; a mirror swaps the sides of one-way walls."""
        turned = replace(o, points=tuple(self.to(p) for p in o.points))
        return flipped(turned) if self.mirrors else turned

    def light(self, light: Light) -> Light:
        """Return a light at its new place."""
        return replace(light, at=self.to(light.at))


def shift(dx: int, dy: int) -> Turn:
    """Move by (dx, dy) sub-units."""
    return Turn(lambda p: Point(p.x + dx, p.y + dy))


def mirror(box: Box, *, upright: bool) -> Turn:
    """Mirror within a box: left and right change places, or (``upright``) top and bottom."""
    left, top, right, bottom = box
    if upright:
        return Turn(lambda p: Point(p.x, top + bottom - p.y), mirrors=True)
    return Turn(lambda p: Point(left + right - p.x, p.y), mirrors=True)


def quarter(box: Box, *, clockwise: bool = True) -> Turn:
    """Turn a box by 90°; its upper left corner stays, so that squares stay squares."""
    left, top, right, bottom = box
    if clockwise:
        return Turn(lambda p: Point(left + (bottom - p.y), top + (p.x - left)))
    return Turn(lambda p: Point(left + (p.y - top), top + (right - p.x)))
