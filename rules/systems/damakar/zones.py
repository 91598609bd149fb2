"""Zones of the body and the W20 that finds them (§4.4)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from maps.remember import by_identity
from rules.core.options import Options


class Zone(StrEnum):
    """A zone of the body, in the order of the die."""

    LEFT_LEG = "left_leg"
    RIGHT_LEG = "right_leg"
    BELLY = "belly"
    CHEST = "chest"
    LEFT_ARM = "left_arm"
    RIGHT_ARM = "right_arm"
    HEAD = "head"


DIE: Final = 20
PRESET: Final[Mapping[Zone, int]] = {
    Zone.LEFT_LEG: 3,
    Zone.RIGHT_LEG: 6,
    Zone.BELLY: 10,
    Zone.CHEST: 14,
    Zone.LEFT_ARM: 16,
    Zone.RIGHT_ARM: 18,
}
"""Up to which face each zone goes; the head has the rest (house, §4.4)."""

SHAPES: Final[Mapping[Zone, tuple[str, ...]]] = {
    Zone.HEAD: ("kopf", "kopf_hinten"),
    Zone.CHEST: ("brust", "ruecken"),
    Zone.BELLY: ("bauch",),
    Zone.RIGHT_ARM: ("r_arm",),
    Zone.LEFT_ARM: ("l_arm",),
    Zone.RIGHT_LEG: ("r_bein",),
    Zone.LEFT_LEG: ("l_bein",),
}
"""What each zone covers of the figure."""


@by_identity()
def limits(options: Options) -> dict[Zone, int]:
    """Return the highest face of each zone; a zone below the one before it has none."""
    found = {zone: options.number(f"zone_{zone.value}") for zone in PRESET}
    return {**found, Zone.HEAD: DIE}


def zone_of(face: int, options: Options) -> Zone:
    """Return the zone that a W20 finds."""
    return next(zone for zone, most in limits(options).items() if face <= most)


def span(zone: Zone, options: Options) -> tuple[int, int] | None:
    """Return the faces of a zone, ``None`` where it has none."""
    faces = [face for face in range(1, DIE + 1) if zone_of(face, options) is zone]
    return (faces[0], faces[-1]) if faces else None
