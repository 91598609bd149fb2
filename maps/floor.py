"""The drawn floor of a map without a picture: what lies where, never how it looks.

The floor is painted in the order of ``items``. Everything is decoration: obstacles
stand on the board, the floor repeats none of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from collections.abc import Mapping

from maps.grid import Point


@dataclass(frozen=True, slots=True)
class FloorItem:
    """One piece of ground or furniture.

    ``kind`` names a painter: areas (``grass``, ``cave``, ``water``, ``flags``, ``planks``,
    ``cobble``, ``dim``), lines (``path``), things (``tree``, ``pillar``, ``rubble``, ``rug``,
    ``slab``, ``barrel``, ``crate``, ``brazier``, ``stairs``). Points in sub-units; ``args`` are
    numbers and short words that the painter knows.
    """

    kind: str
    points: tuple[Point, ...]
    seed: int = 1
    args: Mapping[str, float | str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Floor:
    """A drawn floor: the ground that fills the map and the items upon it."""

    ground: str = "flags"
    seed: int = 1
    items: tuple[FloorItem, ...] = ()
