"""The border for events and steps; an event's tag is its class name in snake case.

``{"event": "moved", "token": "A", "to": [4, 0], "cost": 4}``: tags and keys are part of the
file format. What is wrong raises UnreadableFileError that names the key and its place.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, assert_never

from pydantic import Field

from maps.codec_writing import (
    board_to_dict,
    floor_to_dict,
    light_to_dict,
    obstacle_to_dict,
    stairs_to_dict,
    storey_to_dict,
    zone_to_dict,
)
from maps.grid import Point
from rules.core import terms
from rules.encounter.event_models import READERS
from rules.encounter.events import (
    TAGS,
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
from rules.encounter.state_codec import (
    Data,
    Models,
    Said,
    condition_to_dict,
    link_to_dict,
    pair,
    timeline_to_dict,
    token_to_dict,
)

MAX_EVENTS = 100_000
"""Most events of one step."""


def event_from_dict(data: object, models: Models, place: str = "event") -> Event:
    """Read one event. Raises UnreadableFileError."""
    tag = data.get("event") if isinstance(data, Mapping) else None
    reader = READERS.get(tag) if isinstance(tag, str) else None
    if reader is None:
        known = ", ".join(READERS)
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
        case ObstaclesChanged(put, removed):
            return _patch([obstacle_to_dict(one, -1) for one in put], removed)
        case LightsChanged():
            return _lights(event)
        case ZonesChanged(zones, removed):
            return _patch([zone_to_dict(zone, -1) for zone in zones], removed)
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


def _patch(put: list[dict[str, Any]], removed: tuple[str, ...]) -> dict[str, Any]:
    out: dict[str, Any] = {}
    if put:
        out["put"] = put
    if removed:
        out["removed"] = list(removed)
    return out


def _lights(event: LightsChanged) -> dict[str, Any]:
    out = _patch([light_to_dict(light, -1) for light in event.put], event.removed)
    if event.dark is not None:
        out["dark"] = event.dark
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
