"""The generic commands that change the map: doors, drawing, lights, zones, storeys, areas."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TypeVar

from pydantic import BaseModel

from maps import edit
from maps.board import Board
from maps.codec import FloorData, LightData, ObstacleData, ZoneData, board_from_dict
from maps.problems import UnreadableFileError
from maps.shapes import DoorState, Kind
from rules import laying, storeys
from rules.core.terms import named, term
from rules.encounter import commands as c
from rules.encounter.commands import CommandError, Outcome, refuse
from rules.encounter.events import (
    BoardReplaced,
    DataChanged,
    DoorMoved,
    Event,
    FloorChanged,
    LightsChanged,
    Logged,
    ObstaclesChanged,
    ZonesChanged,
)
from rules.encounter.plain import read_model
from rules.encounter.report import REPORT
from rules.encounter.revealed import KEY, MOST, cells_of, dump, revealed
from rules.procedures.setting import Setting, outcome_of

Read = TypeVar("Read", bound=BaseModel)


def _read(model: type[Read], rows: Iterable[object], place: str) -> list[Read]:
    """Read what a command brings along; a CommandError names what is wrong."""
    try:
        return [read_model(model, data, f"{place}[{i}]") for i, data in enumerate(rows)]
    except UnreadableFileError as error:
        raise CommandError(error.problem) from error


def door(at: Setting, command: c.Door) -> Outcome:
    """Set a door. Raises CommandError."""
    try:
        old = at.state.board.obstacle(command.obstacle)
    except KeyError:
        raise refuse("obstacle_unknown", "obstacle", obstacle=command.obstacle) from None
    if old.kind is not Kind.DOOR:
        raise refuse("not_a_door", "obstacle", obstacle=command.obstacle)
    toggled = DoorState.CLOSED if old.state is DoorState.OPEN else DoorState.OPEN
    state = DoorState(command.state) if command.state else toggled
    events: list[Event] = []
    if state is not old.state:
        events = [DoorMoved(old.id, state), Logged(named("log.door", state.value))]
    return outcome_of(term("step.door"), events)


def draw(at: Setting, command: c.Draw) -> Outcome:
    """Add or replace obstacles. Raises CommandError."""
    read = _read(ObstacleData, command.obstacles, "obstacles")
    put = _with_ids(at.state.board, read)
    ids = Counter(data.id for data in put)
    twice = next((id for id, n in ids.items() if n > 1), None)
    if twice is not None:
        raise refuse("id_twice", "obstacles", value=twice)
    made = tuple(data.to_obstacle(i) for i, data in enumerate(put))
    events = [ObstaclesChanged(made)] if made else []
    return outcome_of(term("step.draw", n=len(made)), events)


def _with_ids(board: Board, read: list[ObstacleData]) -> list[ObstacleData]:
    """Give ids to those that have none, above all that are in use."""
    count = Counter(data.kind for data in read if data.id is None)
    given = {data.id for data in read}
    fresh = {}
    for kind, n in count.items():
        ids = edit.fresh_ids(board, kind.value, n + len(given))
        fresh[kind] = iter([id for id in ids if id not in given])
    return [
        data if data.id is not None else data.model_copy(update={"id": next(fresh[data.kind])})
        for data in read
    ]


def erase(at: Setting, command: c.Erase) -> Outcome:
    """Remove obstacles. Raises CommandError."""
    ids = tuple(dict.fromkeys(command.obstacles))
    there = {o.id for o in at.state.board.obstacles}
    for index, id in enumerate(ids):
        if id not in there:
            raise refuse("obstacle_unknown", f"obstacles[{index}]", obstacle=id)
    return outcome_of(term("step.erase", n=len(ids)), [ObstaclesChanged(removed=ids)])


def lights(at: Setting, command: c.Lights) -> Outcome:
    """Add, replace and remove lights; make the map dark or bright. Raises CommandError."""
    board = at.state.board
    read = _read(LightData, command.lights, "lights")
    fresh = iter(edit.fresh_ids(board, "light", len(read)))
    put = tuple(
        (data if data.id is not None else data.model_copy(update={"id": next(fresh)})).to_light(-1)
        for data in read
    )
    there = {light.id for light in board.lights}
    for index, id in enumerate(command.remove):
        if id not in there:
            raise refuse("light_unknown", f"remove[{index}]", light=id)
    dark = None if command.dark == board.dark else command.dark
    label = term("step.light", n=len(put) or len(command.remove))
    if not put and not command.remove:
        label = term("step.dark") if command.dark else term("step.bright")
    changed = bool(put or command.remove or dark is not None)
    return outcome_of(label, [LightsChanged(put, command.remove, dark)] if changed else [])


def zones(at: Setting, command: c.Zones) -> Outcome:
    """Add, replace and remove zones of the map. Raises CommandError."""
    there = {zone.id for zone in at.state.board.zones}
    read = _read(ZoneData, command.zones, "zones")
    fresh = iter(edit.fresh_ids(at.state.board, "zone", len(read)))
    put = tuple(
        (data if data.id is not None else data.model_copy(update={"id": next(fresh)})).to_zone(-1)
        for data in read
    )
    for index, id in enumerate(command.remove):
        if id not in there:
            raise refuse("zone_unknown", f"remove[{index}]", zone=id)
    label = term("step.zone", n=len(put)) if put else term("step.zone_gone", n=len(command.remove))
    changed = bool(put or command.remove)
    return outcome_of(label, [ZonesChanged(put, command.remove)] if changed else [])


def set_storey(at: Setting, command: c.SetStorey) -> Outcome:
    """Add, rename or move a storey."""
    return storeys.put(at.state, command, at.say)


def remove_storey(at: Setting, command: c.RemoveStorey) -> Outcome:
    """Remove a storey with all that is on it."""
    return storeys.remove(at.state, command)


def lay_stairs(at: Setting, command: c.LayStairs) -> Outcome:
    """Join two storeys by stairs, or take stairs away."""
    return storeys.stairs(at.state, command)


def change_storey(at: Setting, command: c.ChangeStorey) -> Outcome:
    """Put tokens onto another storey."""
    return storeys.climb(at.state, at.tokens(command.tokens), command)


def forget_report(at: Setting, command: c.ForgetReport) -> Outcome:
    """Put the report of the map's import away."""
    events = [DataChanged(REPORT, None)] if REPORT in at.state.data else []
    return outcome_of(term("step.forget_report"), events)


def set_floor(at: Setting, command: c.SetFloor) -> Outcome:
    """Lay another drawn floor. Raises CommandError."""
    try:
        floor = read_model(FloorData, command.floor, "floor").to_floor()
    except UnreadableFileError as error:
        raise CommandError(error.problem) from error
    events = [FloorChanged(floor)] if floor != at.state.board.floor else []
    return outcome_of(term("step.floor"), events)


def lay_area(at: Setting, command: c.LayArea) -> Outcome:
    """Lay an area of effect on the map."""
    return laying.lay(at.system, at.state, command)


def lift_area(at: Setting, command: c.LiftArea) -> Outcome:
    """Take areas of effect off the map."""
    return laying.lift(at.state, command)


def reveal(at: Setting, command: c.Reveal) -> Outcome:
    """Uncover squares for the players, or cover them. Raises CommandError."""
    known = revealed(at.state.data)
    if sum(length for _x, _y, length in command.runs) > MOST:
        raise refuse("too_many_squares", "runs", most=MOST)
    cells = cells_of(command.runs)
    wanted = known | cells if command.on else known - cells
    events = [DataChanged(KEY, dump(wanted))] if wanted != known else []
    label = term("step.reveal") if command.on else term("step.cover")
    return outcome_of(label, events)


def set_board(at: Setting, command: c.SetBoard) -> Outcome:
    """Replace the whole board. Raises CommandError."""
    try:
        board = board_from_dict(command.board)
    except UnreadableFileError as error:
        raise CommandError(error.problem) from error
    return outcome_of(term("step.board"), [BoardReplaced(board)])
