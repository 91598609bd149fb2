"""Commands that every system has for the fight as a whole: options, notes, dice, undo."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from rules.encounter.commands.base import Command
from rules.encounter.state_codec import Id, Value, Word


class SetOption(Command):
    """Choose an option; null = back to the default."""

    do: Literal["option"] = "option"
    key: Id
    value: Value | None


class EditTables(Command):
    """Take tables of one's own, by id, each as a list of rows; null = back to that of the rules."""

    do: Literal["tables"] = "tables"
    tables: Annotated[dict[Id, list[dict[str, Any]] | None], Field(min_length=1, max_length=100)]


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
