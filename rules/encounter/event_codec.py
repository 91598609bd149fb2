"""The border for events and steps; an event's tag is its class name in snake case.

``{"event": "moved", "token": "A", "to": [4, 0], "cost": 4}``: tags and keys are part of the
file format. What is wrong raises UnreadableFileError that names the key and its place.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal, assert_never, get_args

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
    board_to_dict,
    floor_to_dict,
    light_to_dict,
    obstacle_to_dict,
    stairs_to_dict,
    storey_to_dict,
    zone_to_dict,
)
from maps.grid import Point, to_sub
from maps.shapes import DoorState
from rules.core import terms
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
from rules.encounter.history import Step
from rules.encounter.plain import fault, read_model
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
    condition_to_dict,
    link_to_dict,
    pair,
    timeline_to_dict,
    to_point,
    token_to_dict,
)

MAX_EVENTS = 100_000
"""Most events of one step."""
MAX_LINES = 1_000

_BETWEEN = re.compile(r"(?<=[a-z])(?=[A-Z])")


def tag_of(kind: type[Event]) -> str:
    """Return the tag of an event class: ``VitalsChanged`` → ``vitals_changed``."""
    return _BETWEEN.sub("_", kind.__name__).lower()


TAGS: Mapping[type[Event], str] = {kind: tag_of(kind) for kind in get_args(Event)}


class _EventData(Data):
    event: str

    def make(self, models: Models, place: str) -> Event:
        raise NotImplementedError


class _Added(_EventData):
    token: TokenData

    def make(self, models: Models, place: str) -> Event:
        return Added(self.token.to_token(models, f"{place}.token"))


class _Removed(_EventData):
    token: Id

    def make(self, models: Models, place: str) -> Event:
        return Removed(TokenId(self.token))


class _Moved(_EventData):
    token: Id
    to: Pair
    path: Annotated[tuple[Pair, ...], Field(max_length=MAX_POINTS)] = ()
    cost: Int = 0

    def make(self, models: Models, place: str) -> Event:
        x, y = map(to_sub, self.to)
        return Moved(TokenId(self.token), x, y, tuple(map(to_point, self.path)), self.cost)


class _Faced(_EventData):
    token: Id
    facing: Degrees | None

    def make(self, models: Models, place: str) -> Event:
        return Faced(TokenId(self.token), self.facing)


class _Values(_EventData):
    token: Id
    values: Table

    def make(self, models: Models, place: str) -> Event:
        id = TokenId(self.token)
        if self.event == "edited":
            return Edited(id, self.values)
        if self.event == "sheet_changed":
            return SheetChanged(id, self.values)
        return VitalsChanged(id, self.values)


class _ConditionGained(_EventData):
    token: Id
    condition: ConditionData

    def make(self, models: Models, place: str) -> Event:
        return ConditionGained(TokenId(self.token), self.condition.to_condition())


class _ConditionLost(_EventData):
    token: Id
    condition: Id

    def make(self, models: Models, place: str) -> Event:
        return ConditionLost(TokenId(self.token), self.condition)


class _Tie(_EventData):
    link: LinkData

    def make(self, models: Models, place: str) -> Event:
        link = self.link.to_link()
        return Linked(link) if self.event == "linked" else Unlinked(link)


class _TimeChanged(_EventData):
    timeline: TimelineData

    def make(self, models: Models, place: str) -> Event:
        return TimeChanged(self.timeline.to_timeline())


class _OptionChanged(_EventData):
    key: Id
    value: Value | None

    def make(self, models: Models, place: str) -> Event:
        return OptionChanged(self.key, self.value)


class _DataChanged(_EventData):
    key: Id
    value: Plain

    def make(self, models: Models, place: str) -> Event:
        return DataChanged(self.key, self.value)


class _DoorMoved(_EventData):
    obstacle: Id
    state: DoorState

    def make(self, models: Models, place: str) -> Event:
        return DoorMoved(self.obstacle, self.state)


class _ObstaclesChanged(_EventData):
    put: Annotated[tuple[ObstacleData, ...], Field(max_length=MAX_OBSTACLES)] = ()
    removed: Annotated[tuple[Id, ...], Field(max_length=MAX_OBSTACLES)] = ()

    def make(self, models: Models, place: str) -> Event:
        return ObstaclesChanged(tuple(o.to_obstacle(-1) for o in self.put), self.removed)


class _LightsChanged(_EventData):
    put: Annotated[tuple[LightData, ...], Field(max_length=MAX_OBSTACLES)] = ()
    removed: Annotated[tuple[Id, ...], Field(max_length=MAX_OBSTACLES)] = ()
    dark: bool | None = None

    def make(self, models: Models, place: str) -> Event:
        put = tuple(light.to_light(-1) for light in self.put)
        return LightsChanged(put, self.removed, self.dark)


class _ZonesChanged(_EventData):
    put: Annotated[tuple[ZoneData, ...], Field(max_length=MAX_OBSTACLES)] = ()
    removed: Annotated[tuple[Id, ...], Field(max_length=MAX_OBSTACLES)] = ()

    def make(self, models: Models, place: str) -> Event:
        return ZonesChanged(tuple(zone.to_zone(-1) for zone in self.put), self.removed)


class _StoreysChanged(_EventData):
    storeys: Annotated[tuple[StoreyData, ...], Field(max_length=MAX_STOREYS)] = ()
    stairs: Annotated[tuple[StairsData, ...], Field(max_length=MAX_OBSTACLES)] = ()

    def make(self, models: Models, place: str) -> Event:
        storeys = tuple(storey.to_storey() for storey in self.storeys)
        return StoreysChanged(storeys, tuple(one.to_stairs() for one in self.stairs))


class _FloorChanged(_EventData):
    floor: FloorData

    def make(self, models: Models, place: str) -> Event:
        return FloorChanged(self.floor.to_floor())


class _BoardReplaced(_EventData):
    board: BoardData

    def make(self, models: Models, place: str) -> Event:
        return BoardReplaced(self.board.to_board(f"{place}.board"))


class _Titled(_EventData):
    name: Word

    def make(self, models: Models, place: str) -> Event:
        return Titled(self.name)


class _Logged(_EventData):
    line: Said
    details: Annotated[tuple[Said, ...], Field(max_length=MAX_LINES)] = ()
    who: Annotated[str, Field(strict=True, max_length=100)] = ""
    mood: Literal["", "hit", "miss", "harm", "turn"] = ""
    data: Table = Field(default_factory=dict)

    def make(self, models: Models, place: str) -> Event:
        return Logged(self.line, self.details, self.who, self.mood, self.data)


_READERS: Mapping[str, type[_EventData]] = {
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


def event_from_dict(data: object, models: Models, place: str = "event") -> Event:
    """Read one event. Raises UnreadableFileError."""
    tag = data.get("event") if isinstance(data, Mapping) else None
    reader = _READERS.get(tag) if isinstance(tag, str) else None
    if reader is None:
        known = ", ".join(_READERS)
        raise fault("event_unknown", place, event=ascii(tag)[:60], known=known)
    return read_model(reader, data, place).make(models, place)


def event_to_dict(event: Event) -> dict[str, Any]:
    """Write one event; what is empty is left out."""
    return {"event": TAGS[type(event)], **_fields(event)}


def _fields(event: Event) -> dict[str, Any]:
    match event:
        case Added(token):
            return {"token": token_to_dict(token)}
        case Removed(id):
            return {"token": id}
        case Moved():
            return _moved(event)
        case Faced(id, facing):
            return {"token": id, "facing": facing}
        case Edited(id, values) | SheetChanged(id, values) | VitalsChanged(id, values):
            return {"token": id, "values": dict(values)}
        case ConditionGained(id, condition):
            return {"token": id, "condition": condition_to_dict(condition)}
        case ConditionLost(id, name):
            return {"token": id, "condition": name}
        case Linked(link) | Unlinked(link):
            return {"link": link_to_dict(link)}
        case TimeChanged(line):
            return {"timeline": timeline_to_dict(line)}
        case OptionChanged(key, value):
            return {"key": key, "value": value}
        case DataChanged(key, value):
            return {"key": key, "value": value}
        case DoorMoved(obstacle, state):
            return {"obstacle": obstacle, "state": state.value}
        case ObstaclesChanged():
            return _obstacles(event)
        case LightsChanged():
            return _lights(event)
        case ZonesChanged():
            return _zones(event)
        case StoreysChanged(storeys, stairs):
            return {
                "storeys": [storey_to_dict(storey) for storey in storeys],
                "stairs": [stairs_to_dict(one) for one in stairs],
            }
        case FloorChanged(floor):
            return {"floor": floor_to_dict(floor)}
        case BoardReplaced(board):
            return {"board": board_to_dict(board)}
        case Titled(name):
            return {"name": name}
        case Logged():
            return _logged(event)
        case _:
            assert_never(event)


def _moved(event: Moved) -> dict[str, Any]:
    out: dict[str, Any] = {"token": event.token, "to": pair(Point(event.x, event.y))}
    if event.path:
        out["path"] = [pair(p) for p in event.path]
    if event.cost:
        out["cost"] = event.cost
    return out


def _obstacles(event: ObstaclesChanged) -> dict[str, Any]:
    out: dict[str, Any] = {}
    if event.put:
        out["put"] = [obstacle_to_dict(o, -1) for o in event.put]
    if event.removed:
        out["removed"] = list(event.removed)
    return out


def _lights(event: LightsChanged) -> dict[str, Any]:
    out: dict[str, Any] = {}
    if event.put:
        out["put"] = [light_to_dict(light, -1) for light in event.put]
    if event.removed:
        out["removed"] = list(event.removed)
    if event.dark is not None:
        out["dark"] = event.dark
    return out


def _zones(event: ZonesChanged) -> dict[str, Any]:
    out: dict[str, Any] = {}
    if event.put:
        out["put"] = [zone_to_dict(zone, -1) for zone in event.put]
    if event.removed:
        out["removed"] = list(event.removed)
    return out


def _logged(event: Logged) -> dict[str, Any]:
    out: dict[str, Any] = {"line": terms.dump(event.line)}
    if event.details:
        out["details"] = [terms.dump(line) for line in event.details]
    if event.who:
        out["who"] = event.who
    if event.mood:
        out["mood"] = event.mood
    if event.data:
        out["data"] = dict(event.data)
    return out


# ---- steps ---------------------------------------------------------------------------------


class _StepData(Data):
    label: Said
    events: Annotated[list[Any], Field(max_length=MAX_EVENTS)]
    at: Annotated[str, Field(strict=True, max_length=40)] = ""


def step_from_dict(data: object, models: Models, place: str = "step") -> Step:
    """Read a step. Raises UnreadableFileError."""
    read = read_model(_StepData, data, place)
    events = tuple(
        event_from_dict(item, models, f"{place}.events[{i}]") for i, item in enumerate(read.events)
    )
    return Step(read.label, events, read.at)


def step_to_dict(step: Step) -> dict[str, Any]:
    """Write a step."""
    out: dict[str, Any] = {
        "label": terms.dump(step.label),
        "events": [event_to_dict(event) for event in step.events],
    }
    if step.at:
        out["at"] = step.at
    return out
