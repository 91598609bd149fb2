"""Commands: what a game master or a script asks for, and the outcome of a procedure.

Generic commands stand here; a system adds its own by deriving from ``Command``. The
names and fields are part of the situation format.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from rules.core.terms import Term
from rules.encounter.events import Event


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a procedure ended: the name of the step and its events."""

    label: Term
    events: tuple[Event, ...]


class Command(BaseModel):
    """Base of all commands; ``do`` is the name, ``dice`` and ``choices`` answer what is asked."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    do: str
    dice: tuple[int, ...] = ()
    choices: tuple[str, ...] = ()


class Move(Command):
    """Move a token to a square (top left), optionally over waypoints; ``free`` = no cost, no log."""

    do: Literal["move"] = "move"
    token: str
    to: tuple[float, float]
    via: tuple[tuple[float, float], ...] = ()
    free: bool = False


class Face(Command):
    """Turn a token; degrees clockwise from north, null = no facing."""

    do: Literal["face"] = "face"
    token: str
    facing: int | None = Field(default=None, ge=0, lt=360)


class Add(Command):
    """Put a creature on the board: from the library (``template``) or with a ``sheet``.

    Without ``id`` a fresh one is made; without ``name`` the template's, numbered.
    """

    do: Literal["add"] = "add"
    id: str = ""
    name: str = ""
    template: str = ""
    side: str = ""
    at: tuple[float, float] = (0, 0)
    size: float | None = Field(default=None, gt=0, le=20)
    sheet: dict[str, Any] = Field(default_factory=dict)


class Remove(Command):
    """Take tokens off the board."""

    do: Literal["remove"] = "remove"
    tokens: tuple[str, ...]


class Copy(Command):
    """Put copies of tokens beside them, numbered on."""

    do: Literal["copy"] = "copy"
    tokens: tuple[str, ...]
    to: tuple[float, float] | None = None


class Edit(Command):
    """Set plain facts of a token (name, side, size, note, hidden …)."""

    do: Literal["edit"] = "edit"
    token: str
    values: dict[str, JsonValue]


class EditSheet(Command):
    """Set values of a token's sheet by field name."""

    do: Literal["sheet"] = "sheet"
    token: str
    values: dict[str, JsonValue]


class SetCondition(Command):
    """Put tokens into a condition or (``on`` false) take them out of it."""

    do: Literal["condition"] = "condition"
    tokens: tuple[str, ...]
    condition: str
    on: bool = True
    value: int | None = None
    until: tuple[int, int] | None = None


class Tie(Command):
    """Tie two tokens together (mount, carried …) or (``on`` false) untie them."""

    do: Literal["link"] = "link"
    kind: str
    a: str
    b: str
    on: bool = True


class Door(Command):
    """Set a door; without ``state`` an open one is closed and any other opened."""

    do: Literal["door"] = "door"
    obstacle: str
    state: Literal["open", "closed", "locked", "secret", ""] = ""


class Draw(Command):
    """Add or replace obstacles, written as on a board; without ``id`` they get fresh ones."""

    do: Literal["draw"] = "draw"
    obstacles: tuple[dict[str, Any], ...]


class Erase(Command):
    """Remove obstacles by id."""

    do: Literal["erase"] = "erase"
    obstacles: tuple[str, ...]


class SetBoard(Command):
    """Replace the whole board (an import)."""

    do: Literal["board"] = "board"
    board: dict[str, Any]


class SetOption(Command):
    """Choose an option; null = back to the default."""

    do: Literal["option"] = "option"
    key: str
    value: bool | int | str | None


class Title(Command):
    """Name the fight."""

    do: Literal["title"] = "title"
    name: str = Field(max_length=200)


class Note(Command):
    """Write a line of one's own into the log."""

    do: Literal["note"] = "note"
    text: str = Field(max_length=2000)
    token: str = ""


class Roll(Command):
    """Roll free dice (``2d6+1``); the result goes to the log."""

    do: Literal["roll"] = "roll"
    text: str = Field(max_length=40)


class Undo(Command):
    """Take the last step back."""

    do: Literal["undo"] = "undo"


class Redo(Command):
    """Do the step again that was taken back."""

    do: Literal["redo"] = "redo"


GENERIC: Mapping[str, type[Command]] = {
    model.model_fields["do"].default: model
    for model in (
        Move, Face, Add, Remove, Copy, Edit, EditSheet, SetCondition, Tie, Door, Draw, Erase,
        SetBoard, SetOption, Title, Note, Roll, Undo, Redo,
    )
}  # fmt: skip
"""Commands that every system understands, by name. Those of the fight itself (attack,
start, next, delay, damage, heal …) belong to the systems."""
