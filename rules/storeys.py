"""Storeys of a map: made, moved, removed, joined by stairs, and who stands on which."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from maps import storeys as maps
from maps.board import Board, Stairs, Storey
from maps.codec import MAX_STOREYS
from maps.grid import SUB, Cell, Footprint
from maps.problems import Problem, Severity
from rules.core.terms import Term, term
from rules.encounter.commands import (
    ChangeStorey,
    LayStairs,
    Outcome,
    RemoveStorey,
    SetStorey,
    refuse,
)
from rules.encounter.events import (
    Event,
    FloorChanged,
    LightsChanged,
    Logged,
    Moved,
    ObstaclesChanged,
    Removed,
    StoreysChanged,
    ZonesChanged,
)
from rules.encounter.state import Encounter, Token
from rules.landing import Landing

WIDTH, HEIGHT = 24, 16
"""Squares of a storey whose size nobody says."""


def elsewhere(state: Encounter, me: Token, other: Token) -> Iterator[Problem]:
    """Say that somebody stands on another storey: nothing leads there, whatever the rules."""
    if maps.apart(state.board, me.space, other.space):
        storey = maps.storey_of(state.board, other.space)
        args = {"name": other.name, "storey": storey.name if storey else ""}
        yield Problem("other_storey", Severity.ERROR, "target", args)


def put(state: Encounter, command: SetStorey, say: Callable[[Term], str]) -> Outcome:
    """Add a storey, or rename and move one. Raises CommandError."""
    board = state.board
    if not any(s.id == command.id for s in board.storeys):
        return _added(board, command, say)
    old = _storey(board, command.id, "id")
    new = replace(old, name=command.name or old.name)
    others = [s for s in board.storeys if s is not old]
    place = board.storeys.index(old) if command.place is None else command.place
    order = (*others[:place], new, *others[place:])
    if order == board.storeys:
        raise refuse("nothing_changes")
    return Outcome(term("step.storey", name=new.name), (StoreysChanged(order, board.stairs),))


def _added(board: Board, command: SetStorey, say: Callable[[Term], str]) -> Outcome:
    first = maps.base(board, say(term("storey.ground")))
    if len(first) >= MAX_STOREYS:
        raise refuse("too_many_storeys", "id", most=MAX_STOREYS)
    corner = maps.beside(board)
    id = command.id or maps.fresh_id((s.id for s in first), "storey")
    name = command.name or say(term("storey.new", n=len(first)))
    size = (command.width or WIDTH, command.height or HEIGHT)
    new = Storey(id, name, corner.x, corner.y, *size)
    place = len(first) if command.place is None else command.place
    order = (*first[:place], new, *first[place:])
    return Outcome(term("step.storey_added", name=name), (StoreysChanged(order, board.stairs),))


def _storey(board: Board, id: str, place: str) -> Storey:
    try:
        return maps.storey(board, id)
    except KeyError:
        known = ", ".join(s.id for s in board.storeys)
        raise refuse("storey_unknown", place, storey=id, known=known) from None


def remove(state: Encounter, command: RemoveStorey) -> Outcome:
    """Remove a storey with what is drawn and who stands on it. Raises CommandError.

    The last but one leaves a map without storeys.
    """
    board = state.board
    old = _storey(board, command.storey, "storey")
    if len(board.storeys) < 2:
        raise refuse("last_storey", "storey")
    kept = tuple(s for s in board.storeys if s is not old)
    stairs = tuple(s for s in board.stairs if old not in maps.ends(board, s))
    gone = maps.part(board, old)
    events: list[Event] = [Removed(t.id) for t in on(state, old)]
    if gone.obstacles:
        events.append(ObstaclesChanged(removed=tuple(o.id for o in gone.obstacles)))
    if gone.lights:
        events.append(LightsChanged(removed=tuple(light.id for light in gone.lights)))
    if gone.zones:
        events.append(ZonesChanged(removed=tuple(zone.id for zone in gone.zones)))
    items = tuple(i for i in board.floor.items if not i.points or i not in gone.floor.items)
    if items != board.floor.items:
        events.append(FloorChanged(replace(board.floor, items=items)))
    events.append(StoreysChanged(kept, stairs))
    return Outcome(term("step.storey_removed", name=old.name), tuple(events))


def on(state: Encounter, storey: Storey) -> list[Token]:
    """Return who stands on a storey."""
    board = state.board
    return [t for t in state.tokens.values() if maps.storey_of(board, t.space) is storey]


def stairs(state: Encounter, command: LayStairs) -> Outcome:
    """Join two storeys, or take stairs away. Raises CommandError."""
    board = state.board
    there = {s.id for s in board.stairs}
    for index, id in enumerate(command.remove):
        if id not in there:
            raise refuse("stairs_unknown", f"remove[{index}]", stairs=id)
    kept = [s for s in board.stairs if s.id not in command.remove]
    if command.a is not None and command.b is not None:
        new = Stairs(maps.fresh_id(there, "stairs"), Cell(*command.a), Cell(*command.b))
        ends = maps.ends(board, new)
        if ends[0] is ends[1]:
            raise refuse("stairs_on_one_storey", "b")
        kept.append(new)
        label = term("step.stairs")
    elif command.remove:
        label = term("step.stairs_gone")
    else:
        raise refuse("nothing_changes")
    return Outcome(label, (StoreysChanged(board.storeys, tuple(kept)),))


def climb(state: Encounter, tokens: Sequence[Token], command: ChangeStorey) -> Outcome:
    """Put tokens onto another storey, each on the nearest free square. Raises CommandError."""
    board = state.board
    goal = _storey(board, command.storey, "storey")
    going = [t for t in tokens if maps.storey_of(board, t.space) is not goal]
    if not going:
        raise refuse("nothing_changes", "storey")
    landing = Landing(board, (t.space for t in state.tokens.values() if t not in going))
    events: list[Event] = []
    for token in going:
        space = landing.at(_goal(board, token.space, goal, command.at))
        events.append(Moved(token.id, space.x, space.y))
    names = tuple(t.name for t in going)
    line = Logged(term("log.change_storey", who=names, storey=goal.name, n=len(names)))
    label = term("step.change_storey", who=names, storey=goal.name, n=len(names))
    return Outcome(label, (*events, line))


def _goal(board: Board, space: Footprint, goal: Storey, at: tuple[int, int] | None) -> Footprint:
    """Return the wanted place on a storey: that square, or the same from its corner."""
    if at is not None:
        return space.moved(at[0] * SUB, at[1] * SUB)
    start = maps.storey_of(board, space)
    assert start is not None
    x = space.x + (goal.left - start.left) * SUB
    y = space.y + (goal.top - start.top) * SUB
    right, bottom = (goal.left + goal.width) * SUB, (goal.top + goal.height) * SUB
    x = max(goal.left * SUB, min(x, right - space.side))
    y = max(goal.top * SUB, min(y, bottom - space.side))
    return space.moved(x, y)
