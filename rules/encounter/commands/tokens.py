"""Commands that every system has for tokens: moved, added, changed, tied together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import Field

from rules.encounter.commands.base import Command, Flag, Ids
from rules.encounter.state import Encounter, SideId
from rules.encounter.state_codec import Degrees, Id, Int, Pair, Table, Word
from rules.encounter.state_codec import Side as Size


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


def leading(state: Encounter, moves: Iterable[Move]) -> list[Move]:
    """Return moves without those of tokens that go along with one moved before."""
    kept: list[Move] = []
    along: set[str] = set()
    for move in moves:
        if move.token not in along:
            kept.append(move)
            along.update(state.along(move.token))
    return kept
