"""Shapes of zones under the hand: corners that are grabbed, moved, put in and taken out."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import shapely
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter

from desktop.board.paint import View, circle, fill, pen
from desktop.colours import MAP
from desktop.tools.shape import Spot, away, square
from maps.board import Zone
from maps.grid import Point

REACH = 8.0
"""A corner is meant within this many pixels, a rim within half of it."""
SMOOTH = 0.15
"""So far from what the hand drew may the sides of a zone lie, in squares."""
MOST = 200
"""Corners of a zone drawn by hand."""


@dataclass(frozen=True, slots=True)
class Grip:
    """What is grabbed of a zone: a ``corner`` by its number, the middle of a side, or all of it.

    ``side`` is the number of the side whose middle it is; both are -1 for the whole zone.
    """

    zone: Zone
    corner: int = -1
    side: int = -1


def spots_of(zone: Zone) -> list[Spot]:
    """Return the corners of a zone in squares."""
    return [square(p) for p in zone.points]


def middles(spots: Sequence[Spot]) -> list[Spot]:
    """Return the middles of the sides of an area."""
    ends = zip(spots, [*spots[1:], *spots[:1]], strict=True)
    return [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in ends]


def grip_at(view: View, zone: Zone, at: QPointF) -> Grip | None:
    """Return what of the chosen zone lies under a pixel: corners before middles before the rim."""
    spots = spots_of(zone)
    if len(spots) > 2:
        for number, spot in enumerate(spots):
            if _near(view, spot, at):
                return Grip(zone, corner=number)
        for number, spot in enumerate(middles(spots)):
            if _near(view, spot, at):
                return Grip(zone, side=number)
    return Grip(zone) if on_rim(view, zone, at) else None


def on_rim(view: View, zone: Zone, at: QPointF) -> bool:
    """Whether the rim of an area, or the pin of a place, lies under a pixel."""
    if len(zone.points) < 3:
        return _near(view, square(zone.points[0]), at, 10.0)
    x, y = view.left + at.x() / view.scale, view.top + at.y() / view.scale
    sides = zip(zone.points, [*zone.points[1:], zone.points[0]], strict=True)
    return any(away(x, y, a, b) * view.scale <= REACH / 2 for a, b in sides)


def _near(view: View, spot: Spot, at: QPointF, reach: float = REACH) -> bool:
    off = view.at(*spot) - at
    return math.hypot(off.x(), off.y()) <= reach


def moved(grip: Grip, spot: Spot, by: Spot) -> list[Spot]:
    """Return the corners after a drag: a corner goes to a spot, all of it goes ``by`` so much."""
    spots = spots_of(grip.zone)
    if grip.corner >= 0:
        return [*spots[: grip.corner], spot, *spots[grip.corner + 1 :]]
    if grip.side >= 0:
        return [*spots[: grip.side + 1], spot, *spots[grip.side + 1 :]]
    return [(x + by[0], y + by[1]) for x, y in spots]


def without(zone: Zone, corner: int) -> list[Spot]:
    """Return the corners but one; an area keeps three."""
    spots = spots_of(zone)
    return spots if len(spots) <= 3 else [*spots[:corner], *spots[corner + 1 :]]


def by_hand(spots: Iterable[Spot]) -> list[Spot]:
    """Return the area that a stroke runs round, with few corners; empty where there is none."""
    drawn = list(spots)
    if len(drawn) < 3:
        return []
    whole = shapely.make_valid(shapely.Polygon(drawn))
    areas = [a for a in shapely.get_parts(whole) if a.geom_type == "Polygon"]
    if not areas:
        return []
    largest, step = max(areas, key=lambda a: a.area), SMOOTH
    simple = largest.simplify(step)
    while len(simple.exterior.coords) > MOST:
        step *= 2
        simple = largest.simplify(step)
    if simple.area < SMOOTH:
        return []
    return [(round(x * 8) / 8, round(y * 8) / 8) for x, y in simple.exterior.coords[:-1]]


def paint_grips(painter: QPainter, view: View, spots: Sequence[Spot], picked: int) -> None:
    """Draw the corners of the chosen zone, the picked one filled, and the middles of its sides."""
    painter.save()
    rim = pen(MAP.case, 1.6)
    if len(spots) > 2:
        for spot in middles(spots):
            circle(painter, view.at(*spot), 3.5, fill("#FFFFFF", 0.85), rim)
    painter.setPen(rim)
    for number, spot in enumerate(spots):
        at = view.at(*spot)
        if len(spots) < 3:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            circle(painter, at, 13, None, pen(MAP.path, 2.4))
            continue
        circle(painter, at, 6, fill(MAP.path if number == picked else "#FFFFFF"), rim)
    painter.restore()


def same(points: Sequence[Point], spots: Sequence[Spot]) -> bool:
    """Whether corners are where they were."""
    return [square(p) for p in points] == list(spots)
