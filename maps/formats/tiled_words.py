"""What the words, classes and properties of a Tiled map mean: kinds of walls, states of doors."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from maps.formats import loose
from maps.formats.loose import Pair
from maps.shapes import DoorState, Kind

WALL = frozenset(
    [
        "wall",
        "walls",
        "wand",
        "wände",
        "waende",
        "mauer",
        "mauern",
        "solid",
        "collision",
        "collisions",
        "collide",
        "blocker",
        "blockers",
        "obstacle",
        "obstacles",
    ]
)
DOOR = frozenset(["door", "doors", "tür", "tuer", "türen", "tueren", "gate", "gates", "tor"])
WINDOW = frozenset(["window", "windows", "fenster", "slit", "schießscharte"])
LOW = frozenset(["low", "brüstung", "railing", "fence", "zaun"])
PILLAR = frozenset(["pillar", "pillars", "column", "columns", "säule", "säulen", "pfeiler"])
GROUND = {
    "water": ["water", "wasser", "river", "fluss", "lake", "see", "sea"],
    "grass": ["grass", "wiese", "gras", "lawn"],
    "planks": ["planks", "wood", "holz", "dielen", "carpet"],
    "cobble": ["cobble", "road", "path", "straße", "weg"],
    "cave": ["cave", "höhle", "dirt", "sand"],
    "flags": ["floor", "floors", "ground", "boden", "base", "background"],
}
"""Names of tile layers and what they look like on a drawn floor."""


@dataclass(frozen=True, slots=True)
class Layer:
    """A layer with the shifts of the groups around it, in pixels."""

    table: Mapping[str, Any]
    place: str
    name: str
    words: frozenset[str]
    shift: Pair
    visible: bool


def words_of(text: object) -> frozenset[str]:
    """Return the words in the first 200 characters of a name; none where it is no text."""
    if not isinstance(text, str):
        return frozenset()
    return frozenset(w for w in re.split(r"[^a-zäöüß]+", text[:200].lower()) if w)


def _properties(item: Mapping[str, Any]) -> dict[str, object]:
    stated = item.get("properties")
    if isinstance(stated, dict):  # as Tiled wrote it before 1.2
        return {str(key).lower(): value for key, value in stated.items()}
    listed = stated if isinstance(stated, list) else []
    tables = [p for p in listed if isinstance(p, dict)]
    return {str(p.get("name", "")).lower(): p.get("value") for p in tables}


def property_words(item: Mapping[str, Any]) -> frozenset[str]:
    """Return the words of properties that are switched on or name a kind."""
    out: frozenset[str] = frozenset()
    for name, value in _properties(item).items():
        if name in ("kind", "class", "type"):
            out |= words_of(value)
        elif loose.flag(value) is True:
            out |= words_of(name)
    return out


def kind_of(item: Mapping[str, Any], layer: Layer) -> Kind | None:
    """Say what an object is: by its class, its properties, its name, else by its layer."""
    sources = (item.get("class"), item.get("type"), item.get("name"))
    for words in (*map(words_of, sources), property_words(item), layer.words):
        for known, kind in (
            (DOOR, Kind.DOOR),
            (WINDOW, Kind.SLIT),
            (PILLAR, Kind.SOLID),
            (LOW, Kind.LOW),
            (WALL, Kind.WALL),
        ):
            if words & known:
                return kind
    return None


def state_of(item: Mapping[str, Any]) -> DoorState:
    """Return the state that the properties of a door say; closed without one."""
    stated = _properties(item)
    word = str(stated.get("state", "")).lower()
    for state in DoorState:
        if word == state.value or loose.flag(stated.get(state.value)) is True:
            return state
    return DoorState.CLOSED
