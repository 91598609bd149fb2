"""Figures: polygons of their zones from both sides, rounded and scaled."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from desktop.board.floor_canvas import rounded
from desktop.theme import ASSETS

Face = Literal["front", "back"]

_SMALL = ("auge", "knie", "ellenbogen")


FILES = {"humanoid": "body-zones.json"}
"""Files of figures that are not called like them."""

Corners = Mapping[str, tuple[tuple[float, float], ...]]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of figure: its box, its polygons from both sides, and names for several of them."""

    name: str
    width: float
    height: float
    front: Corners
    back: Corners
    unions: Mapping[str, tuple[str, ...]]
    sideways: bool = False
    """Whether it is seen from its left and its right, not from the front and from behind."""

    def seen(self, face: Face) -> Corners:
        return self.front if face == "front" else self.back


@lru_cache(maxsize=8)
def kind_of(name: str = "humanoid") -> Kind:
    """Read a kind of figure; an unknown one looks like a human being."""
    path = ASSETS / "bodies" / FILES.get(name, f"{name}.json")
    if not name.isalpha() or not path.exists():
        return kind_of()
    data = json.loads(path.read_text("utf-8"))
    width, height = (float(side) for side in data["box"])

    def face(shares: dict[str, list[list[float]]]) -> Corners:
        return {
            z: tuple((x * width, y * height) for x, y in points) for z, points in shares.items()
        }

    front = face(data["front"])
    sideways = bool(data.get("mirror"))
    back = _mirrored(front, width) if sideways else face(data["back"])
    unions = {union: tuple(parts) for union, parts in data["unions"].items()}
    return Kind(name, width, height, front, back, unions, sideways)


def _mirrored(front: Corners, width: float) -> Corners:
    """Return the other side of a figure: left and right change places."""
    other = {"l_": "r_", "r_": "l_"}
    return {
        other.get(z[:2], z[:2]) + z[2:]: tuple((width - x, y) for x, y in reversed(points))
        for z, points in front.items()
    }


def polygon_names(face: Face, kind: Kind | None = None) -> tuple[str, ...]:
    """Return the names of all polygons that are seen from a side."""
    return tuple((kind or kind_of()).seen(face))


def parts(shape: str, face: Face, kind: Kind | None = None) -> tuple[str, ...]:
    """Return the polygons of a shape's name that are seen from a side.

    The name is that of a polygon or a union, perhaps with ``front:`` or ``back:`` before it.
    """
    side, _, name = shape.rpartition(":")
    if side and side != face:
        return ()
    kind = kind or kind_of()
    seen = kind.seen(face)
    return tuple(p for p in kind.unions.get(name, (name,)) if p in seen)


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure in its place; ``scale`` is pixels to a unit of the box of its kind."""

    face: Face
    left: float
    top: float
    scale: float
    kind: Kind = field(default_factory=kind_of)

    @property
    def rect(self) -> QRectF:
        return QRectF(
            self.left, self.top, self.kind.width * self.scale, self.kind.height * self.scale
        )

    def points(self, name: str, inset: float = 1.0) -> list[QPointF]:
        """Return the corners of a polygon in pixels, drawn towards its middle by ``inset``."""
        corners = self.kind.seen(self.face)[name]
        cx = sum(x for x, _ in corners) / len(corners)
        cy = sum(y for _, y in corners) / len(corners)
        return [
            QPointF(
                self.left + (cx + (x - cx) * inset) * self.scale,
                self.top + (cy + (y - cy) * inset) * self.scale,
            )
            for x, y in corners
        ]

    def path(self, name: str, inset: float = 1.0) -> QPainterPath:
        """Return the rounded outline of a polygon in pixels."""
        radius = 4.0 if name.endswith(_SMALL) else 7.0 if inset == 1.0 else 6.0
        return rounded(self.points(name, inset), radius * self.scale)

    def middle(self, name: str) -> QPointF:
        """Return the middle of a polygon's corners in pixels."""
        points = self.points(name)
        return QPointF(
            sum(p.x() for p in points) / len(points), sum(p.y() for p in points) / len(points)
        )

    def box(self, name: str) -> QRectF:
        """Return the rectangle around a polygon in pixels."""
        points = self.points(name)
        xs, ys = [p.x() for p in points], [p.y() for p in points]
        return QRectF(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
