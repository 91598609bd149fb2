"""Events: what happened, with its results. Only ``apply`` makes a new state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from pydantic import JsonValue

from maps.board import Board
from maps.grid import Point
from maps.shapes import DoorState, Obstacle
from rules.core.terms import Term
from rules.encounter.state import Condition, Encounter, Link, SideId, Timeline, Token, TokenId


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

    Fields by name as in ``EDITABLE``; ``size`` is in squares.
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
    | BoardReplaced
    | Titled
    | Logged
)

EDITABLE = frozenset(
    {
        "name", "side", "size", "reach", "elevation", "height", "gives_cover", "hidden", "label",
        "portrait", "note",
    }
)  # fmt: skip
"""Fields of a token that ``Edited`` may set."""


def _patch(state: Encounter, id: TokenId, change: Callable[[Token], Token]) -> Encounter:
    return state.with_token(change(state.tokens[id]))


def _edited(token: Token, values: Mapping[str, JsonValue]) -> Token:
    plain: dict[str, Any] = {}
    for key, value in values.items():
        if key not in EDITABLE:
            raise KeyError(key)
        if key == "side":
            plain[key] = SideId(str(value))
        elif key == "size":
            assert isinstance(value, int | float)
            plain["space"] = replace(token.space, side=round(value * 512))
        else:
            plain[key] = value
    return replace(token, **plain)


def _remodel(model: Any, values: Mapping[str, JsonValue]) -> Any:
    """Return the model with new values, validated as a whole."""
    return type(model).model_validate({**model.model_dump(), **values})


def _put_obstacles(board: Board, event: ObstaclesChanged) -> Board:
    put = {o.id: o for o in event.put}
    gone = set(event.removed)
    kept = tuple(put.pop(o.id, o) for o in board.obstacles if o.id not in gone)
    return replace(board, obstacles=kept + tuple(put.values()))


def _token_event(state: Encounter, event: Event) -> Encounter:
    match event:
        case Moved(token, x, y):
            return _patch(state, token, lambda t: replace(t, space=t.space.moved(x, y)))
        case Faced(token, facing):
            return _patch(state, token, lambda t: replace(t, facing=facing))
        case Edited(token, values):
            return _patch(state, token, lambda t: _edited(t, values))
        case SheetChanged(token, values):
            return _patch(state, token, lambda t: replace(t, sheet=_remodel(t.sheet, values)))
        case VitalsChanged(token, values):
            return _patch(state, token, lambda t: replace(t, vitals=_remodel(t.vitals, values)))
        case ConditionGained(token, condition):
            return _patch(
                state,
                token,
                lambda t: replace(
                    t,
                    conditions=(
                        *(c for c in t.conditions if c.id != condition.id),
                        condition,
                    ),
                ),
            )
        case ConditionLost(token, condition_id):
            return _patch(
                state,
                token,
                lambda t: replace(
                    t, conditions=tuple(c for c in t.conditions if c.id != condition_id)
                ),
            )
    raise TypeError(event)


def _removed(state: Encounter, id: TokenId) -> Encounter:
    """Take a token out of everything that names it."""
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
    """Return the state after one event. Raises KeyError when it names what is not there."""
    match event:
        case Added(token):
            return state.with_token(token)
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
            moved = state.board.obstacle(obstacle).with_state(door)
            board = _put_obstacles(state.board, ObstaclesChanged((moved,)))
            return replace(state, board=board)
        case ObstaclesChanged():
            return replace(state, board=_put_obstacles(state.board, event))
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
