"""Where the parts of the initiative ring lie: angles, radii, the lanes of the markers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF

from desktop.board.paint_token import pol
from rules.views import RingMarker, RingView

LANES = 3
LEAST = 0.84
"""Share of half the square below which the radius does not fall for the sake of another lane."""
_GROW = (0.777, 0.889, 1.0)
"""With one or two lanes in use the shares of the radius are divided by these."""


@dataclass(frozen=True, slots=True)
class PlacedMarker:
    """A marker in its place; ``more`` are those of the same place that found no lane."""

    marker: RingMarker
    centre: QPointF
    lane: int
    more: tuple[RingMarker, ...] = ()


@dataclass(frozen=True, slots=True)
class RingLayout:
    """The ring in pixels: ``radius`` is R, all other radii are shares of it."""

    centre: QPointF
    radius: float
    step: float
    diameter: float
    size: float
    hand: float
    placed: tuple[PlacedMarker, ...]

    @property
    def outer(self) -> float:
        """The outer rim of the fields."""
        return 0.62 * self.radius

    @property
    def inner(self) -> float:
        """The inner rim of the fields."""
        return 0.468 * self.radius

    @property
    def numbers(self) -> float:
        return 0.544 * self.radius

    @property
    def disc(self) -> float:
        """The disc in the middle."""
        return 0.262 * self.radius

    def track(self, number: int) -> float:
        """The track of an arc, from outside to inside."""
        return (0.428 - 0.05 * number) * self.radius

    @property
    def arc_width(self) -> float:
        return 0.03 * self.radius

    @property
    def zoom(self) -> float:
        """How much larger than at R = 176 texts and marks are."""
        return self.size

    def text_size(self, size: float) -> float:
        return max(10.0 if size >= 11 else 9.5, size * min(1.25, self.size))

    def at(self, radius: float, degrees: float) -> QPointF:
        return pol(self.centre, radius, degrees)


def angle(view: RingView, position: float) -> float:
    """Return the angle of a position in fields, clockwise from twelve o'clock, over turns."""
    count = len(view.fields)
    turn, rest = divmod(position, count)
    step = (360 - view.gap) / count
    half = 0.5 if view.align == "edge" and not view.dial else 0.0
    return turn * 360 + view.gap / 2 + (rest + half) * step


def layout_ring(rect: QRectF, view: RingView) -> RingLayout:
    """Lay out a ring in a rectangle; a third lane opens by itself where two do not do."""
    side = min(rect.width(), rect.height())
    step = (360 - view.gap) / len(view.fields)
    fewest = max(1, min(LANES, view.lanes))
    radius, diameter = _fitting(view, side, fewest)
    placed = _place(view, rect.center(), radius, diameter, fewest)
    for lanes in range(fewest + 1, LANES + 1):
        if all(not p.more for p in placed):
            break
        smaller, size = _fitting(view, side, lanes)
        if smaller < LEAST * side / 2:
            break  # in so small a ring the numbers need the room more than another lane
        radius, diameter = smaller, size
        placed = _place(view, rect.center(), radius, diameter, lanes)
    return RingLayout(
        centre=rect.center(),
        radius=radius,
        step=step,
        diameter=diameter,
        size=max(0.72, radius / 176),
        hand=angle(view, view.hand),
        placed=placed,
    )


def _fitting(view: RingView, side: float, lanes: int) -> tuple[float, float]:
    """Return radius and diameter of the markers with which all lanes lie in the square."""
    radius = side / 2 / _GROW[lanes - 1]
    diameter = 0.15 * radius
    if not view.dial:
        room = math.tau * 0.702 * radius / len(view.fields) * 0.94
        diameter = min(diameter, max(room, 20.0))
    diameter = max(min(20.0, side * 0.12), diameter)
    most = (side / 2 - diameter / 2 - (lanes - 1) * 0.75 * diameter) / 0.702
    return min(radius, most) if 0.112 * radius < 0.75 * diameter else radius, diameter


def _place(
    view: RingView, centre: QPointF, radius: float, diameter: float, lanes: int
) -> tuple[PlacedMarker, ...]:
    """Give each marker the lowest lane in which it keeps clear of all others."""
    radii = [0.702 * radius + n * max(0.112 * radius, diameter * 0.75) for n in range(lanes)]
    clear = [_apart(radius, diameter) for radius in radii]
    taken: list[tuple[RingMarker, float, int]] = []
    held: list[list[float]] = [[] for _ in range(lanes)]
    more: dict[int, list[RingMarker]] = {}
    for marker in view.markers:
        a = angle(view, marker.at) % 360
        for lane in range(lanes):
            if all(_turn(a, b) >= clear[lane] for b in held[lane]):
                taken.append((marker, a, lane))
                held[lane].append(a)
                break
        else:
            last = (i for i, (_, b, n) in enumerate(taken) if n == lanes - 1)
            nearest = min(last, key=lambda i: _turn(a, taken[i][1]))
            more.setdefault(nearest, []).append(marker)
    return tuple(
        PlacedMarker(marker, pol(centre, radii[lane], a), lane, tuple(more.get(i, ())))
        for i, (marker, a, lane) in enumerate(taken)
    )


def _turn(a: float, b: float) -> float:
    return abs((a - b + 540) % 360 - 180)


def _apart(radius: float, diameter: float) -> float:
    """Return by how many degrees two markers on a circle must differ to keep clear."""
    share = diameter * 0.97 / (2 * radius)
    return max(0.5, 2 * math.degrees(math.asin(share)) if share < 1 else 181.0)


def marker_at(layout: RingLayout, point: QPointF) -> PlacedMarker | None:
    """Return the marker under a point; where two overlap, the inner one, which lies on top."""
    for placed in sorted(layout.placed, key=lambda p: p.lane):
        d = placed.centre - point
        if math.hypot(d.x(), d.y()) <= max(layout.diameter / 2, 10.0):
            return placed
    return None


def sector_at(layout: RingLayout, view: RingView, point: QPointF) -> int:
    """Return the field in whose direction a point lies, however far from the middle."""
    d = point - layout.centre
    a = math.degrees(math.atan2(d.x(), -d.y())) % 360
    first = view.gap / 2 if view.align == "edge" or view.dial else -layout.step / 2
    return min(len(view.fields) - 1, math.floor(((a - first) % 360) / layout.step))


def tokens_at(placed: PlacedMarker) -> Sequence[str]:
    """Return the tokens that a marker stands for: itself and those behind its "+n"."""
    return (placed.marker.token, *(m.token for m in placed.more))
