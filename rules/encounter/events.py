"""Events: what happened, with its results. Only ``apply`` makes a new state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from maps.board import Board, Light, Stairs, Storey, Zone
from maps.codec import Number
from maps.edit import set_door
from maps.floor import Floor
from maps.grid import Point, to_sub
from maps.heights import ground_height
from maps.shapes import DoorState, Obstacle
from maps.storeys import with_storeys
from rules.core.tables import reading, using
from rules.core.terms import Term
from rules.encounter.state import Condition, Encounter, Link, SideId, Timeline, Token, TokenId
from rules.encounter.tables import tables_of


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


EDITABLE = frozenset(Edits.model_fields)
"""Fields of a token that ``Edited`` may set."""


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
    return type(model).model_validate({**dict(model), **values})


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
    line = state.timeline
    line = replace(
        line,
        at={k: v for k, v in line.at.items() if k != id},
        ties={k: v for k, v in line.ties.items() if k != id},
        acting=tuple(t for t in line.acting if t != id),
        acted=line.acted - {id},
    )
    return replace(
        state,
        tokens=MappingProxyType({k: t for k, t in state.tokens.items() if k != id}),
        links=tuple(link for link in state.links if id not in (link.a, link.b)),
        timeline=line,
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
