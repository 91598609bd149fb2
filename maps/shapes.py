"""Obstacles: what stands on a map, as facts that carry independently of each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Literal

from maps.grid import Point


class Kind(StrEnum):
    """What an obstacle is; the kind sets the defaults of its facts."""

    WALL = "wall"
    SOLID = "solid"
    DOOR = "door"
    SLIT = "slit"  # window, arrow slit
    LOW = "low"
    COVER = "cover"
    FOG = "fog"
    TERRAIN = "terrain"  # difficult ground
    RISE = "rise"  # higher ground, as high as its ``top``


AREA_KINDS = frozenset({Kind.SOLID, Kind.LOW, Kind.COVER, Kind.FOG, Kind.TERRAIN, Kind.RISE})
"""Kinds whose points are a closed polygon unless the obstacle is ``open``."""


class DoorState(StrEnum):
    OPEN = "open"
    CLOSED = "closed"
    LOCKED = "locked"
    SECRET = "secret"


class Sight(StrEnum):
    """How an obstacle treats sight: stop it, let it in but not past, or let it through."""

    STOPS = "stops"
    LIMITED = "limited"
    FREE = "free"


class Grade(StrEnum):
    """Grades of cover, ascending."""

    NONE = "none"
    PARTIAL = "partial"
    SOFT = "soft"
    HARD = "hard"
    IMPROVED = "improved"
    TOTAL = "total"


Side = Literal["both", "left", "right"]


@dataclass(frozen=True, slots=True)
class Segment:
    """A straight piece of an obstacle between two points."""

    a: Point
    b: Point


@dataclass(frozen=True, slots=True)
class Obstacle:
    """One obstacle: points in sub-units and what it does to sight, shots and steps.

    ``stops_effect`` is the line of effect (*Schusslinie*), ``sight`` the line of sight.
    ``cover`` is the grade that a crossing line gets where the line of effect goes on;
    ``concealment`` the miss chance in percent that a crossing line gets (0 = none).
    ``side`` names the side from which a one-way wall acts, seen from first to last
    point. ``bottom`` and ``top`` bound its height in sub-units (``None`` = unbounded).
    """

    id: str
    kind: Kind
    points: tuple[Point, ...]
    open: bool = False
    state: DoorState = DoorState.CLOSED
    stops_effect: bool = False
    sight: Sight = Sight.FREE
    stops_light: bool = False
    stops_move: bool = False
    cover: Grade = Grade.NONE
    concealment: int = 0
    side: Side = "both"
    bottom: int | None = None
    top: int | None = None

    @property
    def closed_shape(self) -> bool:
        """Whether the points bound an area."""
        return self.kind in AREA_KINDS and not self.open and len(self.points) >= 3

    @property
    def passable(self) -> bool:
        """Whether it is a door that stands open and so does nothing at all."""
        return self.kind is Kind.DOOR and self.state is DoorState.OPEN

    @property
    def is_barrier(self) -> bool:
        """Whether it stops the line of effect now."""
        return self.stops_effect and not self.passable

    def segments(self) -> Iterator[Segment]:
        """Yield its straight pieces of length > 0, the closing one included."""
        pts = self.points
        pairs = list(zip(pts, pts[1:], strict=False))
        if self.closed_shape and pts[0] != pts[-1]:
            pairs.append((pts[-1], pts[0]))
        for a, b in pairs:
            if a != b:
                yield Segment(a, b)

    def ring(self) -> tuple[Point, ...]:
        """Return the polygon without a repeated last point; empty for lines."""
        if not self.closed_shape:
            return ()
        return self.points[:-1] if self.points[0] == self.points[-1] else self.points

    def with_state(self, state: DoorState) -> Obstacle:
        return replace(self, state=state)


@dataclass(frozen=True, slots=True)
class _Facts:
    stops_effect: bool = False
    sight: Sight = Sight.FREE
    stops_light: bool = False
    stops_move: bool = False
    cover: Grade = Grade.NONE
    concealment: int = 0


FACTS: dict[Kind, _Facts] = {
    Kind.WALL: _Facts(True, Sight.STOPS, True, True, Grade.HARD),
    Kind.SOLID: _Facts(True, Sight.STOPS, True, True, Grade.HARD),
    Kind.DOOR: _Facts(True, Sight.STOPS, True, True, Grade.HARD),
    Kind.SLIT: _Facts(stops_move=True, cover=Grade.IMPROVED),
    Kind.LOW: _Facts(cover=Grade.HARD),
    Kind.COVER: _Facts(cover=Grade.HARD),
    Kind.FOG: _Facts(concealment=20),
    Kind.TERRAIN: _Facts(),
    Kind.RISE: _Facts(),
}

_USUAL: dict[Kind, dict[str, object]] = {
    kind: {name: getattr(facts, name) for name in facts.__slots__} for kind, facts in FACTS.items()
}


def make_obstacle(id: str, kind: Kind, points: tuple[Point, ...], **facts: object) -> Obstacle:
    """Make an obstacle of a kind with that kind's facts; ``facts`` override single ones."""
    values = {**_USUAL[kind], **facts}
    return Obstacle(id, kind, points, **values)  # type: ignore[arg-type]  # names come from _Facts and the caller
