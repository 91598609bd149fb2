"""The drawn floor of a map without a picture: what lies where, never how it looks.

The floor is painted in the order of ``items``; items of the kinds in ``ABOVE`` come after
the walls. Everything is decoration: obstacles stand on the board, the floor repeats none of
them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from maps.grid import Point

AREAS = frozenset({"grass", "cave", "water", "flags", "planks", "cobble", "dim"})
"""Kinds whose points are the corners of an area.

``curved`` = 1 bends its rim towards the points, 2 rounds only its corners."""

GROUNDS = ("flags", "grass", "cave", "planks", "cobble", "water", "rock")
"""What may fill a map on which nothing else is drawn."""

ABOVE = frozenset({"tree"})
"""Kinds that stand higher than the walls."""


@dataclass(frozen=True, slots=True)
class FloorItem:
    """One piece of ground or furniture. Points in sub-units; ``args`` by kind:

    areas: ``grass``, ``cave``, ``water`` (flow, radians), ``flags``, ``cobble``, ``planks``
    (hue, sat, light; planks also ``upright``), ``dim`` (alpha, colour);
    ``rough``: an area in which walls are the sides of a cave;
    lines: ``path`` (width, colour), ``edge`` (where the ground ends), ``hatch`` (depth; without
    points along all walls);
    places: ``tree`` (radius, hue), ``rubble`` (radius, count), ``barrel`` (radius), ``disc``
    (radius, colour), ``tower`` (radius), ``brazier`` (further points bound its light);
    boxes by two opposite corners: ``rug`` (colour), ``slab`` (colour, corner, alpha), ``crate``,
    ``straw``, ``pillar``, ``stairs`` (steps, upright).

    Lengths among the arguments are in squares, colours ``#rrggbb``, switches 0 or 1.
    """

    kind: str
    points: tuple[Point, ...]
    seed: int = 1
    args: Mapping[str, float | str] = field(default_factory=dict, hash=False)

    def number(self, name: str, default: float) -> float:
        """Return an argument that is a number."""
        value = self.args.get(name, default)
        return value if isinstance(value, (int, float)) else default

    def word(self, name: str, default: str) -> str:
        """Return an argument that is a word."""
        value = self.args.get(name, default)
        return value if isinstance(value, str) else default


@dataclass(frozen=True, slots=True)
class Floor:
    """A drawn floor: the ground that fills the map and the items upon it.

    With items the ground is what lies around them (usually ``rock``); without any it fills
    the whole board.
    """

    ground: str = "flags"
    seed: int = 1
    items: tuple[FloorItem, ...] = ()
