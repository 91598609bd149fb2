"""The board: a frozen value of obstacles, lights, ground and picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from maps.floor import Floor
from maps.grid import Cell, Point
from maps.remember import by_identity
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
class Storey:
    """One of several maps that lie side by side on a board: its bounds in whole squares.

    ``picture`` lies under it. The first storey of a map that had none keeps the picture of the
    board instead.
    """

    id: str
    name: str
    left: int
    top: int
    width: int
    height: int
    picture: Picture | None = None


@dataclass(frozen=True, slots=True)
class Stairs:
    """A way between two storeys: from a square of one to a square of the other, and back."""

    id: str
    a: Cell
    b: Cell


@dataclass(frozen=True, slots=True)
class Board:
    """A whole map. ``left``, ``top``, ``width``, ``height`` bound it in whole squares.

    Without ``storeys`` all of it is one map.
    """

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
    storeys: tuple[Storey, ...] = ()
    stairs: tuple[Stairs, ...] = ()

    def obstacle(self, id: str) -> Obstacle:
        """Return an obstacle by id. Raises KeyError when there is none."""
        for o in self.obstacles:
            if o.id == id:
                return o
        raise KeyError(id)


@by_identity(keep=4)
def by_id(obstacles: tuple[Obstacle, ...]) -> Mapping[str, Obstacle]:
    """Return the obstacles of a board by their ids; kept as long as they are the same ones."""
    return {o.id: o for o in obstacles}
