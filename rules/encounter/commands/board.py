"""Commands that every system has for the board: drawn, storeys, light, zones, areas."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from maps.codec import MAX_OBSTACLES
from rules.encounter.areas import LARGEST, Near, Shape
from rules.encounter.commands.base import Command, Flag, Ids
from rules.encounter.state_codec import Id, Int, Word


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


class ForgetReport(Command):
    """Put the report of the map's import away."""

    do: Literal["forget_report"] = "forget_report"
