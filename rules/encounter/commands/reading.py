"""The table of the commands that every system has, and how any command is read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from maps.problems import UnreadableFileError
from rules.encounter.commands.base import Command, CommandError
from rules.encounter.commands.board import (
    ChangeStorey,
    Door,
    Draw,
    Erase,
    ForgetReport,
    LayArea,
    LayStairs,
    LiftArea,
    Lights,
    RemoveStorey,
    Reveal,
    SetBoard,
    SetFloor,
    SetStorey,
    Zones,
)
from rules.encounter.commands.fight import (
    EditTables,
    Memo,
    Note,
    Redo,
    Roll,
    SetOption,
    Title,
    Undo,
)
from rules.encounter.commands.tokens import (
    Add,
    Copy,
    Edit,
    EditSheet,
    Face,
    Move,
    Remove,
    SetCondition,
    Tie,
)
from rules.encounter.plain import check_plain, fault, read_model

GENERIC: Mapping[str, type[Command]] = {
    model.model_fields["do"].default: model
    for model in (
        Move, Face, Add, Remove, Copy, Edit, EditSheet, SetCondition, Tie, Door, Draw, Erase,
        Lights, Zones, SetStorey, RemoveStorey, LayStairs, ChangeStorey, ForgetReport, SetFloor,
        LayArea, LiftArea, Reveal, SetBoard, SetOption,
        EditTables, Title, Note, Memo, Roll, Undo, Redo,
    )
}  # fmt: skip
"""Commands that every system understands, by name. Those of the fight itself (attack,
start, next, delay, damage, heal …) belong to the systems."""


class Commands(Protocol):
    """A system, as far as reading commands needs it."""

    @property
    def commands(self) -> Mapping[str, type[Command]]: ...


def parse_command(system: Commands, data: object, place: str = "command") -> Command:
    """Read a command. Raises UnreadableFileError that names the key and its place.

    An unknown ``do`` is answered with the list of all names.
    """
    check_plain(data, place)
    if not isinstance(data, Mapping):
        raise fault("command_wrong", place)
    name = data.get("do")
    model = system.commands.get(name) or GENERIC.get(name) if isinstance(name, str) else None
    if model is None:
        known = {**GENERIC, **system.commands}
        shown = name if isinstance(name, str) else ascii(name)
        raise fault("command_unknown", f"{place}.do", command=shown[:60], known=", ".join(known))
    return read_model(model, data, place)


def command_from(system: Commands, data: object) -> Command:
    """Read a command that somebody gave by hand. Raises CommandError."""
    try:
        return parse_command(system, data)
    except UnreadableFileError as error:
        raise CommandError(error.problem) from error
