"""Events: what happened, with its results. ``applying`` alone makes new states of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import get_args

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from maps.board import Board, Light, Stairs, Storey, Zone
from maps.codec import Number
from maps.floor import Floor
from maps.grid import Point
from maps.shapes import DoorState, Obstacle
from rules.core.terms import Term
from rules.encounter.state import Condition, Link, SideId, Timeline, Token, TokenId


@dataclass(frozen=True, slots=True)
class Added:
    """A token came onto the board, with everything it is."""

    token: Token


@dataclass(frozen=True, slots=True)
class Removed:
    """A token left the board."""

    token: TokenId


@dataclass(frozen=True, slots=True)
class Moved:
    """A token moved to the corner (x, y) in sub-units; ``path`` holds the points passed."""

    token: TokenId
    x: int
    y: int
    path: tuple[Point, ...] = ()
    cost: int = 0


@dataclass(frozen=True, slots=True)
class Faced:
    """A token turned; degrees clockwise from north, ``None`` = no facing."""

    token: TokenId
    facing: int | None


@dataclass(frozen=True, slots=True)
class Edited:
    """Plain facts of a token were changed by hand: name, side, note, hidden …

    Fields by name as in ``Edits``; lengths are in squares.
    """

    token: TokenId
    values: Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True)
class SheetChanged:
    """Values of a token's sheet were set, by field name."""

    token: TokenId
    values: Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True)
class VitalsChanged:
    """Values of a token's vitals became these, by field name: results, never differences."""

    token: TokenId
    values: Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True)
class ConditionGained:
    """A token is in a condition now; one of the same id is replaced."""

    token: TokenId
    condition: Condition


@dataclass(frozen=True, slots=True)
class ConditionLost:
    """A token is no longer in a condition."""

    token: TokenId
    condition: str


@dataclass(frozen=True, slots=True)
class Linked:
    """Two tokens are tied."""

    link: Link


@dataclass(frozen=True, slots=True)
class Unlinked:
    """A tie ended."""

    link: Link


@dataclass(frozen=True, slots=True)
class TimeChanged:
    """The timeline stands here now."""

    timeline: Timeline


@dataclass(frozen=True, slots=True)
class OptionChanged:
    """An option has this value; ``None`` = back to the default."""

    key: str
    value: bool | int | str | None


@dataclass(frozen=True, slots=True)
class DataChanged:
    """A value that the system keeps for the whole fight; ``None`` removes it."""

    key: str
    value: JsonValue


@dataclass(frozen=True, slots=True)
class DoorMoved:
    """A door is in this state now."""

    obstacle: str
    state: DoorState


@dataclass(frozen=True, slots=True)
class ObstaclesChanged:
    """Obstacles were removed by id, replaced or added (``put``; unknown ids are appended)."""

    put: tuple[Obstacle, ...] = ()
    removed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LightsChanged:
    """Lights were removed by id, replaced or added (``put``); ``dark`` = the map is dark now."""

    put: tuple[Light, ...] = ()
    removed: tuple[str, ...] = ()
    dark: bool | None = None


@dataclass(frozen=True, slots=True)
class ZonesChanged:
    """Zones were removed by id, replaced or added (``put``)."""

    put: tuple[Zone, ...] = ()
    removed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StoreysChanged:
    """The map has these storeys now, in this order, and these stairs between them."""

    storeys: tuple[Storey, ...] = ()
    stairs: tuple[Stairs, ...] = ()


@dataclass(frozen=True, slots=True)
class FloorChanged:
    """The drawn floor is this one now."""

    floor: Floor


@dataclass(frozen=True, slots=True)
class BoardReplaced:
    """The whole board is this one now."""

    board: Board


@dataclass(frozen=True, slots=True)
class Titled:
    """The fight has this name now."""

    name: str


@dataclass(frozen=True, slots=True)
class Logged:
    """A line of the log: a sentence and the lines that unfold below it. Changes nothing.

    ``who`` is a token id or empty; ``mood`` is ``hit``, ``miss``, ``harm``, ``turn`` or empty.
    """

    line: Term
    details: tuple[Term, ...] = ()
    who: str = ""
    mood: str = ""
    data: Mapping[str, JsonValue] = field(default_factory=dict)


Event = (
    Added
    | Removed
    | Moved
    | Faced
    | Edited
    | SheetChanged
    | VitalsChanged
    | ConditionGained
    | ConditionLost
    | Linked
    | Unlinked
    | TimeChanged
    | OptionChanged
    | DataChanged
    | DoorMoved
    | ObstaclesChanged
    | LightsChanged
    | ZonesChanged
    | StoreysChanged
    | FloorChanged
    | BoardReplaced
    | Titled
    | Logged
)

_BETWEEN = re.compile(r"(?<=[a-z])(?=[A-Z])")


def tag_of(kind: type[Event]) -> str:
    """Return the tag of an event class: ``VitalsChanged`` → ``vitals_changed``."""
    return _BETWEEN.sub("_", kind.__name__).lower()


TAGS: Mapping[type[Event], str] = {kind: tag_of(kind) for kind in get_args(Event)}
"""What files call the kinds of events."""


class Edits(BaseModel):
    """What ``Edited`` may set, by field name; ``size``, ``elevation``, ``height`` in squares."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    name: str = Field(default="", strict=True, max_length=200)
    side: SideId = SideId.NEUTRAL
    size: float = Field(default=1, strict=True, gt=0, le=20, allow_inf_nan=False)
    reach: int | None = Field(default=None, strict=True, ge=0, le=100)
    elevation: Number = 0
    height: Number | None = None
    gives_cover: bool | None = Field(default=None, strict=True)
    hidden: bool = Field(default=False, strict=True)
    label: str = Field(default="", strict=True, max_length=200)
    portrait: str = Field(default="", strict=True, max_length=200)
    note: str = Field(default="", strict=True, max_length=20_000)
