"""Commands: what a game master or a script asks for, and the outcome of a procedure.

Generic commands stand here; a system adds its own by deriving from ``Command``. The
names and fields are part of the situation format.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field

from maps.codec import MAX_OBSTACLES
from maps.problems import Problem, Severity, UnreadableFileError
from rules.core.terms import Term
from rules.encounter.applying import apply_all
from rules.encounter.areas import LARGEST, Near, Shape
from rules.encounter.events import Event
from rules.encounter.plain import check_plain, fault, read_model
from rules.encounter.state import Encounter, SideId
from rules.encounter.state_codec import Degrees, Id, Int, Pair, Table, Value, Word
from rules.encounter.state_codec import Side as Size


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a procedure ended: the name of the step and its events.

    ``led`` are the state before and after them, where the procedure has applied them already.
    """

    label: Term
    events: tuple[Event, ...]
    led: tuple[Encounter, Encounter] | None = field(default=None, compare=False, repr=False)

    def after(self, state: Encounter) -> Encounter:
        """Return the state to which the events lead from another."""
        if self.led is not None and self.led[0] is state:
            return self.led[1]
        return apply_all(state, self.events)


class CommandError(ValueError):
    """A command that cannot be carried out; ``problem`` is the first reason of ``problems``."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__(problems[0].code)
        self.problems = problems

    @property
    def problem(self) -> Problem:
        return self.problems[0]


def refuse(code: str, place: str = "", **args: object) -> CommandError:
    """Return the error that says why a command cannot be carried out."""
    return CommandError(Problem(code, Severity.ERROR, place, {"place": place, **args}))


Flag = Annotated[bool, Field(strict=True)]
FaceUp = Annotated[int, Field(strict=True, ge=1, le=1_000)]
Ids = Annotated[tuple[Id, ...], Field(min_length=1, max_length=2_000)]


class Command(BaseModel):
    """Base of all commands; ``do`` is the name, ``dice`` and ``choices`` answer what is asked."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    do: str
    dice: Annotated[tuple[FaceUp, ...], Field(max_length=10_000)] = ()
    choices: Annotated[tuple[Word, ...], Field(max_length=10_000)] = ()


class Move(Command):
    """Move a token to a square (top left), optionally over waypoints.

    ``free`` = put it there: no cost, no log.
    """

    do: Literal["move"] = "move"
    token: Id
    to: Pair
    via: Annotated[tuple[Pair, ...], Field(max_length=1_000)] = ()
    free: Flag = False


class Face(Command):
    """Turn a token; degrees clockwise from north, null = no facing."""

    do: Literal["face"] = "face"
    token: Id
    facing: Degrees | None = None


class Add(Command):
    """Put a creature on the board: from the library (``template``) or with a ``sheet``.

    Without ``id`` a fresh one is made; without ``name`` the template's, numbered.
    """

    do: Literal["add"] = "add"
    id: Word = ""
    name: Word = ""
    template: Word = ""
    side: SideId | None = None
    at: Pair = (0, 0)
    size: Size | None = None
    sheet: Table = Field(default_factory=dict)


class Remove(Command):
    """Take tokens off the board."""

    do: Literal["remove"] = "remove"
    tokens: Ids


class Copy(Command):
    """Put copies of tokens beside them (or at ``to``), unharmed, numbered on."""

    do: Literal["copy"] = "copy"
    tokens: Ids
    to: Pair | None = None


class Edit(Command):
    """Set plain facts of a token (name, side, size, note, hidden …); lengths in squares."""

    do: Literal["edit"] = "edit"
    token: Id
    values: Table


class EditSheet(Command):
    """Set values of a token's sheet by field name."""

    do: Literal["sheet"] = "sheet"
    token: Id
    values: Table


class SetCondition(Command):
    """Put tokens into a condition or (``on`` false) take them out of it."""

    do: Literal["condition"] = "condition"
    tokens: Ids
    condition: Id
    on: Flag = True
    value: Int | None = None
    until: tuple[Int, Int] | None = None
    note: Word = ""


class Tie(Command):
    """Tie two tokens together (mount, carried …) or (``on`` false) untie them."""

    do: Literal["link"] = "link"
    kind: Id
    a: Id
    b: Id
    on: Flag = True


class Door(Command):
    """Set a door; without ``state`` an open one is closed and any other opened."""

    do: Literal["door"] = "door"
    obstacle: Id
    state: Literal["open", "closed", "locked", "secret", ""] = ""


class Draw(Command):
    """Add or replace obstacles, written as on a board; without ``id`` they get fresh ones."""

    do: Literal["draw"] = "draw"
    obstacles: Annotated[tuple[dict[str, Any], ...], Field(max_length=MAX_OBSTACLES)]


class Erase(Command):
    """Remove obstacles by id."""

    do: Literal["erase"] = "erase"
    obstacles: Annotated[tuple[Id, ...], Field(min_length=1, max_length=MAX_OBSTACLES)]


class Lights(Command):
    """Add or replace lights (written as on a board), ``remove`` others; ``dark`` = no daylight."""

    do: Literal["light"] = "light"
    lights: Annotated[tuple[dict[str, Any], ...], Field(max_length=MAX_OBSTACLES)] = ()
    remove: Annotated[tuple[Id, ...], Field(max_length=MAX_OBSTACLES)] = ()
    dark: Flag | None = None


class Zones(Command):
    """Add or replace zones with names and notes (written as on a board), ``remove`` others."""

    do: Literal["zone"] = "zone"
    zones: Annotated[tuple[dict[str, Any], ...], Field(max_length=MAX_OBSTACLES)] = ()
    remove: Annotated[tuple[Id, ...], Field(max_length=MAX_OBSTACLES)] = ()


class SetStorey(Command):
    """Add a storey beside the map, ``width`` × ``height`` squares; with the ``id`` of one rename it
    or (``place``, from 0) move it in the order. The first makes a storey of the map itself too.
    """

    do: Literal["storey"] = "storey"
    id: Word = ""
    name: Word = ""
    width: Annotated[int, Field(strict=True, ge=1, le=1_000)] | None = None
    height: Annotated[int, Field(strict=True, ge=1, le=1_000)] | None = None
    place: Annotated[int, Field(strict=True, ge=0, le=100)] | None = None


class RemoveStorey(Command):
    """Remove a storey with everything that is drawn on it and everybody who stands there."""

    do: Literal["remove_storey"] = "remove_storey"
    storey: Id


class LayStairs(Command):
    """Join squares of two storeys by stairs (``a`` and ``b``), or ``remove`` stairs by id."""

    do: Literal["stairs"] = "stairs"
    a: tuple[Int, Int] | None = None
    b: tuple[Int, Int] | None = None
    remove: Annotated[tuple[Id, ...], Field(max_length=MAX_OBSTACLES)] = ()


class ChangeStorey(Command):
    """Put tokens onto another storey: at the same place of it, or (``at``) around a square."""

    do: Literal["change_storey"] = "change_storey"
    tokens: Ids
    storey: Id
    at: tuple[Int, Int] | None = None


class SetFloor(Command):
    """Lay another drawn floor, written as on a board."""

    do: Literal["floor"] = "floor"
    floor: dict[str, Any]


class LayArea(Command):
    """Lay an area of effect on the map: a ``burst``, ``cone`` or ``line`` from a corner of the
    grid, an ``emanation`` around a ``token``; sizes in squares. With an ``id`` one is changed.
    """

    do: Literal["area"] = "area"
    id: Word = ""
    name: Word = ""
    shape: Shape
    size: Annotated[int, Field(strict=True, ge=1, le=LARGEST)]
    at: tuple[Near, Near] = (0, 0)
    direction: tuple[Near, Near] = (1, 0)
    token: Word = ""
    hidden: Flag = False


class LiftArea(Command):
    """Take areas of effect off the map."""

    do: Literal["lift_area"] = "lift_area"
    areas: Ids


class Reveal(Command):
    """Uncover squares of the map for the players, or (``on`` false) cover them again; each run
    is the left end, the row and the length.
    """

    do: Literal["reveal"] = "reveal"
    runs: Annotated[
        tuple[tuple[Int, Int, Annotated[int, Field(strict=True, ge=1, le=10_000)]], ...],
        Field(max_length=20_000),
    ]
    on: Flag = True


class SetBoard(Command):
    """Replace the whole board (an import)."""

    do: Literal["board"] = "board"
    board: dict[str, Any]


class SetOption(Command):
    """Choose an option; null = back to the default."""

    do: Literal["option"] = "option"
    key: Id
    value: Value | None


class EditTables(Command):
    """Take tables of one's own, by id, each as a list of rows; null = back to that of the rules."""

    do: Literal["tables"] = "tables"
    tables: Annotated[dict[Id, list[dict[str, Any]] | None], Field(min_length=1, max_length=100)]


class ForgetReport(Command):
    """Put the report of the map's import away."""

    do: Literal["forget_report"] = "forget_report"


class Title(Command):
    """Name the fight."""

    do: Literal["title"] = "title"
    name: Word


class Note(Command):
    """Write a line of one's own into the log."""

    do: Literal["note"] = "note"
    text: Annotated[str, Field(strict=True, min_length=1, max_length=2_000)]
    token: Word = ""


class Memo(Command):
    """Keep a note about the whole fight; empty = none any more."""

    do: Literal["memo"] = "memo"
    text: Annotated[str, Field(strict=True, max_length=20_000)] = ""


class Roll(Command):
    """Roll free dice (``2d6+1``); the result goes to the log."""

    do: Literal["roll"] = "roll"
    text: Annotated[str, Field(strict=True, max_length=40)]


class Undo(Command):
    """Take the last step back."""

    do: Literal["undo"] = "undo"


class Redo(Command):
    """Do the step again that was taken back."""

    do: Literal["redo"] = "redo"


def leading(state: Encounter, moves: Iterable[Move]) -> list[Move]:
    """Return moves without those of tokens that go along with one moved before."""
    kept: list[Move] = []
    along: set[str] = set()
    for move in moves:
        if move.token not in along:
            kept.append(move)
            along.update(state.along(move.token))
    return kept


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
    known = {**GENERIC, **system.commands}
    name = data.get("do")
    if not isinstance(name, str) or name not in known:
        shown = name if isinstance(name, str) else ascii(name)
        raise fault("command_unknown", f"{place}.do", command=shown[:60], known=", ".join(known))
    return read_model(known[name], data, place)


def command_from(system: Commands, data: object) -> Command:
    """Read a command that somebody gave by hand. Raises CommandError."""
    try:
        return parse_command(system, data)
    except UnreadableFileError as error:
        raise CommandError(error.problem) from error
