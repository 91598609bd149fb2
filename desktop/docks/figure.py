"""The human figure: polygons of its zones from both sides, rounded and scaled."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from desktop.board.floor_canvas import rounded
from desktop.theme import ASSETS

Face = Literal["front", "back"]

WIDTH, HEIGHT = 240.0, 512.0
_SMALL = ("auge", "knie", "ellenbogen")


@dataclass(frozen=True, slots=True)
class _Zones:
    front: Mapping[str, tuple[tuple[float, float], ...]]
    back: Mapping[str, tuple[tuple[float, float], ...]]
    unions: Mapping[str, tuple[str, ...]]


@lru_cache(maxsize=1)
def _zones() -> _Zones:
    data = json.loads((ASSETS / "bodies" / "body-zones.json").read_text("utf-8"))

    def face(name: str) -> dict[str, tuple[tuple[float, float], ...]]:
        shares = data[name].items()
        return {z: tuple((x * WIDTH, y * HEIGHT) for x, y in points) for z, points in shares}

    unions = {name: tuple(parts) for name, parts in data["unions"].items()}
    return _Zones(face("front"), face("back"), unions)


def polygon_names(face: Face) -> tuple[str, ...]:
    """Return the names of all polygons that are seen from a side."""
    return tuple(_zones().front if face == "front" else _zones().back)


def parts(shape: str, face: Face) -> tuple[str, ...]:
    """Return the polygons of a shape's name that are seen from a side.

    The name is that of a polygon or a union, perhaps with ``front:`` or ``back:`` before it.
    """
    side, _, name = shape.rpartition(":")
    if side and side != face:
        return ()
    seen = polygon_names(face)
    return tuple(p for p in _zones().unions.get(name, (name,)) if p in seen)


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure in its place; ``scale`` is pixels to a unit of the box of 240 by 512."""

    face: Face
    left: float
    top: float
    scale: float

    @property
    def rect(self) -> QRectF:
        return QRectF(self.left, self.top, WIDTH * self.scale, HEIGHT * self.scale)

    def points(self, name: str, inset: float = 1.0) -> list[QPointF]:
        """Return the corners of a polygon in pixels, drawn towards its middle by ``inset``."""
        zones = _zones()
        corners = (zones.front if self.face == "front" else zones.back)[name]
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

    def box(self, name: str) -> QRectF:
        """Return the rectangle around a polygon in pixels."""
        points = self.points(name)
        xs, ys = [p.x() for p in points], [p.y() for p in points]
        return QRectF(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
