"""What a file may hold as an event: one model for each kind, and how it becomes the event.

The tags and keys are part of the file format.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from maps.codec import (
    MAX_OBSTACLES,
    MAX_POINTS,
    MAX_STOREYS,
    BoardData,
    FloorData,
    LightData,
    ObstacleData,
    StairsData,
    StoreyData,
    ZoneData,
)
from maps.grid import to_sub
from maps.shapes import DoorState
from rules.encounter.events import (
    Added,
    BoardReplaced,
    ConditionGained,
    ConditionLost,
    DataChanged,
    DoorMoved,
    Edited,
    Event,
    Faced,
    FloorChanged,
    LightsChanged,
    Linked,
    Logged,
    Moved,
    ObstaclesChanged,
    OptionChanged,
    Removed,
    SheetChanged,
    StoreysChanged,
    TimeChanged,
    Titled,
    Unlinked,
    VitalsChanged,
    ZonesChanged,
)
from rules.encounter.state import TokenId
from rules.encounter.state_codec import (
    ConditionData,
    Data,
    Degrees,
    Id,
    Int,
    LinkData,
    Models,
    Pair,
    Plain,
    Said,
    Table,
    TimelineData,
    TokenData,
    Value,
    Word,
    to_point,
)

MAX_LINES = 1_000
"""Most details of one line of the log."""


class EventData(Data):
    """An event as a file holds it; ``make`` raises UnreadableFileError that names its place."""

    event: str

    @abstractmethod
    def make(self, models: Models, place: str) -> Event:
        """Return the event."""


class _Added(EventData):
    token: TokenData

    def make(self, models: Models, place: str) -> Event:
        return Added(self.token.to_token(models, f"{place}.token"))


class _Removed(EventData):
    token: Id

    def make(self, models: Models, place: str) -> Event:
        return Removed(TokenId(self.token))


class _Moved(EventData):
    token: Id
    to: Pair
    path: Annotated[tuple[Pair, ...], Field(max_length=MAX_POINTS)] = ()
    cost: Int = 0

    def make(self, models: Models, place: str) -> Event:
        x, y = map(to_sub, self.to)
        return Moved(TokenId(self.token), x, y, tuple(map(to_point, self.path)), self.cost)


class _Faced(EventData):
    token: Id
    facing: Degrees | None

    def make(self, models: Models, place: str) -> Event:
        return Faced(TokenId(self.token), self.facing)


class _Values(EventData):
    token: Id
    values: Table

    def make(self, models: Models, place: str) -> Event:
        id = TokenId(self.token)
        if self.event == "edited":
            return Edited(id, self.values)
        if self.event == "sheet_changed":
            return SheetChanged(id, self.values)
        return VitalsChanged(id, self.values)


class _ConditionGained(EventData):
    token: Id
    condition: ConditionData

    def make(self, models: Models, place: str) -> Event:
        return ConditionGained(TokenId(self.token), self.condition.to_condition())


class _ConditionLost(EventData):
    token: Id
    condition: Id

    def make(self, models: Models, place: str) -> Event:
        return ConditionLost(TokenId(self.token), self.condition)


class _Tie(EventData):
    link: LinkData

    def make(self, models: Models, place: str) -> Event:
        link = self.link.to_link()
        return Linked(link) if self.event == "linked" else Unlinked(link)


class _TimeChanged(EventData):
    timeline: TimelineData

    def make(self, models: Models, place: str) -> Event:
        return TimeChanged(self.timeline.to_timeline())


class _OptionChanged(EventData):
    key: Id
    value: Value | None

    def make(self, models: Models, place: str) -> Event:
        return OptionChanged(self.key, self.value)


class _DataChanged(EventData):
    key: Id
    value: Plain

    def make(self, models: Models, place: str) -> Event:
        return DataChanged(self.key, self.value)


class _DoorMoved(EventData):
    obstacle: Id
    state: DoorState

    def make(self, models: Models, place: str) -> Event:
        return DoorMoved(self.obstacle, self.state)


class _ObstaclesChanged(EventData):
    put: Annotated[tuple[ObstacleData, ...], Field(max_length=MAX_OBSTACLES)] = ()
    removed: Annotated[tuple[Id, ...], Field(max_length=MAX_OBSTACLES)] = ()

    def make(self, models: Models, place: str) -> Event:
        return ObstaclesChanged(tuple(o.to_obstacle(-1) for o in self.put), self.removed)


class _LightsChanged(EventData):
    put: Annotated[tuple[LightData, ...], Field(max_length=MAX_OBSTACLES)] = ()
    removed: Annotated[tuple[Id, ...], Field(max_length=MAX_OBSTACLES)] = ()
    dark: bool | None = None

    def make(self, models: Models, place: str) -> Event:
        put = tuple(light.to_light(-1) for light in self.put)
        return LightsChanged(put, self.removed, self.dark)


class _ZonesChanged(EventData):
    put: Annotated[tuple[ZoneData, ...], Field(max_length=MAX_OBSTACLES)] = ()
    removed: Annotated[tuple[Id, ...], Field(max_length=MAX_OBSTACLES)] = ()

    def make(self, models: Models, place: str) -> Event:
        return ZonesChanged(tuple(zone.to_zone(-1) for zone in self.put), self.removed)


class _StoreysChanged(EventData):
    storeys: Annotated[tuple[StoreyData, ...], Field(max_length=MAX_STOREYS)] = ()
    stairs: Annotated[tuple[StairsData, ...], Field(max_length=MAX_OBSTACLES)] = ()

    def make(self, models: Models, place: str) -> Event:
        storeys = tuple(storey.to_storey() for storey in self.storeys)
        return StoreysChanged(storeys, tuple(one.to_stairs() for one in self.stairs))


class _FloorChanged(EventData):
    floor: FloorData

    def make(self, models: Models, place: str) -> Event:
        return FloorChanged(self.floor.to_floor())


class _BoardReplaced(EventData):
    board: BoardData

    def make(self, models: Models, place: str) -> Event:
        return BoardReplaced(self.board.to_board(f"{place}.board"))


class _Titled(EventData):
    name: Word

    def make(self, models: Models, place: str) -> Event:
        return Titled(self.name)


class _Logged(EventData):
    line: Said
    details: Annotated[tuple[Said, ...], Field(max_length=MAX_LINES)] = ()
    who: Annotated[str, Field(strict=True, max_length=100)] = ""
    mood: Literal["", "hit", "miss", "harm", "turn"] = ""
    data: Table = Field(default_factory=dict)

    def make(self, models: Models, place: str) -> Event:
        return Logged(self.line, self.details, self.who, self.mood, self.data)


READERS: Mapping[str, type[EventData]] = {
    "added": _Added,
    "removed": _Removed,
    "moved": _Moved,
    "faced": _Faced,
    "edited": _Values,
    "sheet_changed": _Values,
    "vitals_changed": _Values,
    "condition_gained": _ConditionGained,
    "condition_lost": _ConditionLost,
    "linked": _Tie,
    "unlinked": _Tie,
    "time_changed": _TimeChanged,
    "option_changed": _OptionChanged,
    "data_changed": _DataChanged,
    "door_moved": _DoorMoved,
    "obstacles_changed": _ObstaclesChanged,
    "lights_changed": _LightsChanged,
    "zones_changed": _ZonesChanged,
    "storeys_changed": _StoreysChanged,
    "floor_changed": _FloorChanged,
    "board_replaced": _BoardReplaced,
    "titled": _Titled,
    "logged": _Logged,
}
"""Which model reads which tag."""
