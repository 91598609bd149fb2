"""Make the next state of an event: the only place where a fight changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from pydantic import JsonValue

from maps.board import Board
from maps.edit import set_door
from maps.grid import to_sub
from maps.heights import ground_height
from maps.storeys import with_storeys
from rules.core.tables import reading, using
from rules.encounter.events import (
    Added,
    BoardReplaced,
    ConditionGained,
    ConditionLost,
    DataChanged,
    DoorMoved,
    Edited,
    Edits,
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
from rules.encounter.state import Condition, Encounter, Token, TokenId
from rules.encounter.tables import tables_of

STEP_ERRORS = (LookupError, ValueError, TypeError, AttributeError, ArithmeticError, RecursionError)
"""What applying an event may raise when the event does not fit its state."""


def _patch(state: Encounter, id: TokenId, change: Callable[[Token], Token]) -> Encounter:
    return state.with_token(change(state.tokens[id]))


def _edited(token: Token, values: Mapping[str, JsonValue]) -> Token:
    edits = Edits.model_validate(values)
    plain: dict[str, Any] = {name: getattr(edits, name) for name in edits.model_fields_set}
    if "size" in plain:
        plain["space"] = replace(token.space, side=max(1, to_sub(plain.pop("size"))))
    for name in ("elevation", "height"):
        if plain.get(name) is not None:
            plain[name] = to_sub(plain[name])
    return replace(token, **plain)


def _remodel(model: Any, values: Mapping[str, JsonValue]) -> Any:
    """Return the model with new values, validated as a whole."""
    return type(model).model_validate({**vars(model), **values})


def _put_obstacles(board: Board, event: ObstaclesChanged) -> Board:
    put = {o.id: o for o in event.put}
    gone = set(event.removed)
    kept = tuple(put.pop(o.id, o) for o in board.obstacles if o.id not in gone)
    return replace(board, obstacles=kept + tuple(put.values()))


def _put_zones(board: Board, event: ZonesChanged) -> Board:
    put, gone = {zone.id: zone for zone in event.put}, set(event.removed)
    kept = tuple(put.pop(zone.id, zone) for zone in board.zones if zone.id not in gone)
    return replace(board, zones=kept + tuple(put.values()))


def _put_lights(board: Board, event: LightsChanged) -> Board:
    put = {light.id: light for light in event.put}
    gone = set(event.removed)
    kept = tuple(put.pop(i.id, i) for i in board.lights if i.id not in gone)
    dark = board.dark if event.dark is None else event.dark
    return replace(board, lights=kept + tuple(put.values()), dark=dark)


def _token_event(state: Encounter, event: Event) -> Encounter:
    match event:
        case Moved(token, x, y):
            return _patch(state, token, lambda t: _at(state.board, t, x, y))
        case Faced(token, facing):
            return _patch(state, token, lambda t: replace(t, facing=facing))
        case Edited(token, values):
            return _patch(state, token, lambda t: _edited(t, values))
        case SheetChanged(token, values):
            with using(tables_of(state)), reading():
                return _patch(state, token, lambda t: replace(t, sheet=_remodel(t.sheet, values)))
        case VitalsChanged(token, values):
            return _patch(state, token, lambda t: replace(t, vitals=_remodel(t.vitals, values)))
        case ConditionGained(token, condition):
            return _patch(state, token, lambda t: _with_condition(t, condition))
        case ConditionLost(token, condition_id):
            return _patch(state, token, lambda t: _without_condition(t, condition_id))
    raise TypeError(event)


def _at(board: Board, token: Token, x: int, y: int) -> Token:
    """Move a token; it goes up and down with the ground and keeps its height above it."""
    space = token.space.moved(x, y)
    climbed = ground_height(board, space) - ground_height(board, token.space)
    return replace(token, space=space, elevation=token.elevation + climbed)


def _with_condition(token: Token, condition: Condition) -> Token:
    others = tuple(c for c in token.conditions if c.id != condition.id)
    return replace(token, conditions=(*others, condition))


def _without_condition(token: Token, id: str) -> Token:
    return replace(token, conditions=tuple(c for c in token.conditions if c.id != id))


def _added(state: Encounter, token: Token) -> Encounter:
    if token.id in state.tokens:
        raise ValueError(f"token {token.id!r} is there already")
    return state.with_token(token)


def _removed(state: Encounter, id: TokenId) -> Encounter:
    """Take a token out of everything that names it."""
    if id not in state.tokens:
        raise KeyError(id)
    return replace(
        state,
        tokens=MappingProxyType({k: t for k, t in state.tokens.items() if k != id}),
        links=tuple(link for link in state.links if id not in (link.a, link.b)),
        timeline=state.timeline.without(id),
    )


def _without_none(table: Mapping[str, Any], key: str, value: Any) -> dict[str, Any]:
    new = {k: v for k, v in table.items() if k != key}
    if value is not None:
        new[key] = value
    return new


def apply(state: Encounter, event: Event) -> Encounter:
    """Return the state after one event.

    Raises KeyError when it names what is not there, ValueError for values that do not fit.
    """
    match event:
        case Added(token):
            return _added(state, token)
        case Removed(token_id):
            return _removed(state, token_id)
        case Linked(link):
            return replace(state, links=(*state.links, link))
        case Unlinked(link):
            return replace(state, links=tuple(x for x in state.links if x != link))
        case TimeChanged(timeline):
            return replace(state, timeline=timeline)
        case OptionChanged(key, value):
            return replace(state, options=_without_none(state.options, key, value))
        case DataChanged(key, data):
            return replace(state, data=_without_none(state.data, key, data))
        case DoorMoved(obstacle, door):
            return replace(state, board=set_door(state.board, obstacle, door))
        case ObstaclesChanged():
            return replace(state, board=_put_obstacles(state.board, event))
        case LightsChanged():
            return replace(state, board=_put_lights(state.board, event))
        case ZonesChanged():
            return replace(state, board=_put_zones(state.board, event))
        case StoreysChanged(storeys, stairs):
            return replace(state, board=with_storeys(state.board, storeys, stairs))
        case FloorChanged(floor):
            return replace(state, board=replace(state.board, floor=floor))
        case BoardReplaced(board):
            return replace(state, board=board)
        case Titled(name):
            return replace(state, name=name)
        case Logged():
            return state
        case _:
            return _token_event(state, event)


def apply_all(state: Encounter, events: Iterable[Event]) -> Encounter:
    """Return the state after all events in turn."""
    for event in events:
        state = apply(state, event)
    return state
