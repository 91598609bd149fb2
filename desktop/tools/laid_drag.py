"""Areas of effect on the map: a grip at the origin moves them, one at the end turns them."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from desktop.board.paint import View
from desktop.board.paint_area import paint_area, paint_grip
from desktop.i18n import tr
from desktop.tools.base import Hint, Pointer
from desktop.tools.directions import eighth
from maps.grid import SUB, Cell
from rules.encounter.areas import AreaOfEffect, PlacedArea, Shape, dump_area
from rules.encounter.commands import LayArea
from rules.encounter.state import Encounter
from rules.system.ground import SupportsAreas

if TYPE_CHECKING:
    from desktop.board.view import BoardView

GRASP = 9.0
"""Pixels around the middle of a grip in which a press takes it."""
FINE = 8
"""Directions off the grid are counted in parts of a square."""

Part = Literal["origin", "end"]


def directed(shape: Shape, x: float, y: float, *, free: bool) -> tuple[int, int] | None:
    """Return the direction that a way from the origin means; None where it is too short.

    Cones follow the eight directions of the grid, lines go to its corners; ``free`` of both.
    """
    if math.hypot(x, y) < 0.5:
        return None
    if free:
        way = (round(x * FINE), round(y * FINE))
    else:
        way = eighth(x, y) if shape == "cone" else (round(x), round(y))
    return None if way == (0, 0) else way


@dataclass(frozen=True, slots=True)
class Grip:
    """A part of an area by which it can be taken."""

    placed: PlacedArea
    part: Part


def grips(state: Encounter, area: AreaOfEffect) -> tuple[tuple[Part, float, float], ...]:
    """Return where an area can be taken, in squares; one around somebody moves with him."""
    if area.token is not None or area.at is None:
        return ()
    origin = area.origin(state)
    x, y = origin.x / SUB, origin.y / SUB
    found: list[tuple[Part, float, float]] = [("origin", x, y)]
    if area.shape in ("cone", "line"):
        dx, dy = area.direction
        far = area.size / math.hypot(dx, dy)
        found.append(("end", x + dx * far, y + dy * far))
    return tuple(found)


def grip_at(board: BoardView, at: Pointer) -> Grip | None:
    """Return the grip below the pointer, of the area laid last."""
    session = board.session
    if session is None or session.past or session.store.read_only:
        return None
    for laid in reversed(board.laid.of(session)):
        for part, x, y in grips(session.state, laid.placed.area):
            place = board.camera.at(x, y)
            if math.hypot(place.x() - at.pixel.x(), place.y() - at.pixel.y()) <= GRASP:
                return Grip(laid.placed, part)
    return None


def lay_command(placed: PlacedArea, area: AreaOfEffect) -> LayArea:
    """Return the command that puts a changed template where one lies."""
    data = dump_area(replace(placed, area=area))
    return LayArea.model_validate({"do": "area", "id": placed.id, **data})


class LaidDrag:
    """An area on the map in the hand; it changes when it is let go, as one step."""

    def __init__(self, board: BoardView, grip: Grip) -> None:
        self.board, self.grip = board, grip
        assert board.session is not None
        self.state = board.session.state
        self.area = grip.placed.area

    @property
    def changed(self) -> bool:
        return self.area != self.grip.placed.area

    def to(self, at: Pointer) -> None:
        """Follow the pointer."""
        area = self.area
        if self.grip.part == "origin":
            self.area = replace(area, at=Cell(round(at.x), round(at.y)))
            return
        start = area.corner()
        way = directed(area.shape, at.x - start.x, at.y - start.y, free=at.alt)
        if way is not None:
            self.area = replace(area, direction=way)

    def drop(self) -> None:
        """Let go: the area lies there now."""
        if self.changed and self.board.session is not None:
            self.board.session.perform(lay_command(self.grip.placed, self.area))

    def hint(self) -> Hint:
        """Say what it does now."""
        keys = ((tr("board.key.esc"), tr("board.hint.cancel")),)
        if self.grip.part == "origin":
            return Hint("move", tr("areas.hint.moving"), keys)
        free = (tr("board.key.alt"), tr("board.hint.off_grid"))
        return Hint("redo", tr("areas.hint.turning"), (free, *keys))

    def paint(self, painter: QPainter, view: View) -> None:
        """Show where it would lie."""
        session = self.board.session
        if session is None or not isinstance(session.system, SupportsAreas):
            return
        paint_area(painter, view, session.system.area_cells(self.state, self.area), firm=False)
        paint_grips(painter, view, self.state, self.area)


def grip_hint(grip: Grip) -> Hint:
    """Say what a drag by a grip would do."""
    verb = tr("areas.hint.move") if grip.part == "origin" else tr("areas.hint.turn")
    name = grip.placed.name or tr("areas.title")
    return Hint("spell", name, ((tr("areas.key.drag"), verb),))


def paint_grips(painter: QPainter, view: View, state: Encounter, area: AreaOfEffect) -> None:
    """Draw the grips of an area."""
    for part, x, y in grips(state, area):
        paint_grip(painter, QPointF(view.at(x, y)), turns=part == "end")
