"""The board: a frozen value of obstacles, lights, ground and picture."""

from __future__ import annotations

from dataclasses import dataclass, field

from maps.floor import Floor
from maps.grid import Point
from maps.shapes import Obstacle


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture below the grid: an asset by content hash and where it lies, in sub-units."""

    asset: str
    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Light:
    """A source of light; radii in sub-units, colour as ``#rrggbb``."""

    id: str
    at: Point
    bright: int
    dim: int
    colour: str = "#ffd9a0"
    shadows: bool = True


@dataclass(frozen=True, slots=True)
class Zone:
    """A place (one point) or an area (a polygon) with a name, the game master's note, a picture.

    ``picture`` is the hash of an asset, empty where there is none. Rules take no notice.
    """

    id: str
    points: tuple[Point, ...]
    name: str = ""
    note: str = ""
    picture: str = ""


@dataclass(frozen=True, slots=True)
class Board:
    """A whole map. ``left``, ``top``, ``width``, ``height`` bound it in whole squares."""

    width: int = 24
    height: int = 16
    left: int = 0
    top: int = 0
    obstacles: tuple[Obstacle, ...] = ()
    lights: tuple[Light, ...] = ()
    dark: bool = False
    picture: Picture | None = None
    floor: Floor = field(default_factory=Floor)
    name: str = ""
    zones: tuple[Zone, ...] = ()

    def obstacle(self, id: str) -> Obstacle:
        """Return an obstacle by id. Raises KeyError when there is none."""
        for o in self.obstacles:
            if o.id == id:
                return o
        raise KeyError(id)
