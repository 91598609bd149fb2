"""Areas of effect by hand: shape and size, placed at a corner, drawn into a direction."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QCursor, QKeyEvent, QPainter

from desktop.board.paint import View
from desktop.board.paint_area import paint_area, paint_area_origin, paint_caught
from desktop.board.paint_marks import paint_badge
from desktop.board.paint_token import token_radius
from desktop.i18n import say, tr
from desktop.tools.base import Hint, Pointer, Tool
from desktop.tools.directions import EIGHTH, eighth
from desktop.tools.laid_drag import directed, lay_command
from maps.grid import Cell
from maps.shapes import Grade
from rules.areas import open_cells
from rules.encounter.areas import (
    LARGEST,
    SHAPES,
    AreaOfEffect,
    Caught,
    PlacedArea,
    Shape,
    placed_areas,
)
from rules.encounter.commands import LayArea
from rules.encounter.state import Encounter, TokenId
from rules.system.ground import SupportsAreas

if TYPE_CHECKING:
    from desktop.board.view import BoardView

NUMBERS = (Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_3, Qt.Key.Key_4)
ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
SIZES: dict[Shape, int] = {"burst": 4, "emanation": 2, "cone": 6, "line": 12}
"""Sizes in squares that each shape has at first."""


@dataclass(slots=True)
class Found:
    """What is known about the template in the hand, for one state.

    ``open`` are the squares that walls do not hold off, known once the template is fixed.
    """

    state: Encounter
    area: AreaOfEffect
    cells: frozenset[Cell]
    caught: tuple[Caught, ...]
    open: frozenset[Cell] | None = None


class AreaTool(Tool):
    """Shows a template under the pointer; a click (or a drag into a direction) fixes it.

    What is fixed waits in the panel until something is done with it. ``board.area_changed``
    tells that it is another one.
    """

    id = "area"
    word = "areas.tool"
    icon = "spell"
    keys = "K"

    def __init__(self, board: BoardView) -> None:
        super().__init__(board)
        self.shape: Shape = "burst"
        self.sizes = dict(SIZES)
        self.at: Cell | None = None
        self.token: TokenId | None = None
        self.direction = (1, 0)
        self.fixed = False
        self._held = False
        self._found: Found | None = None
        self.changing: PlacedArea | None = None
        """The area on the map that is being changed; None for a new one."""

    @property
    def cursor(self) -> QCursor:
        return QCursor(Qt.CursorShape.CrossCursor)

    @property
    def size(self) -> int:
        return self.sizes[self.shape]

    def hint(self) -> Hint:
        if self.fixed:
            keys = (
                (tr("board.key.click"), tr("areas.hint.again")),
                (tr("board.key.esc"), tr("areas.hint.loose")),
            )
            return Hint("spell", tr("areas.hint.fixed"), keys)
        more = (
            (tr("board.key.click"), tr("areas.hint.fix")),
            (tr("areas.key.drag"), tr("areas.hint.direction")),
            ("1–4", tr("areas.hint.shape")),
            (tr("areas.key.wheel"), tr("areas.hint.size")),
            (tr("board.key.esc"), tr("board.hint.end")),
        )
        return Hint("spell", tr("areas.hint.place"), more)

    # -- the template ---------------------------------------------------------------------

    @property
    def area(self) -> AreaOfEffect | None:
        """The template in the hand; None where it starts nowhere."""
        if self.shape == "emanation":
            session = self.board.session
            if session is None or self.token not in session.state.tokens:
                return None
            return AreaOfEffect("emanation", self.size, token=self.token)
        if self.at is None:
            return None
        return AreaOfEffect(self.shape, self.size, self.at, self.direction)

    @property
    def found(self) -> Found | None:
        """Squares of the template and who is caught in it."""
        session, area = self.board.session, self.area
        if session is None or area is None or not isinstance(session.system, SupportsAreas):
            return None
        state, known = session.state, self._found
        if known is None or known.state is not state or known.area != area:
            cells = session.system.area_cells(state, area)
            known = self._found = Found(state, area, cells, session.system.caught(state, area))
        return known

    def choose(self, shape: Shape) -> None:
        """Take another shape."""
        self.shape = shape
        self._tell()

    def resize(self, size: int) -> None:
        """Take another size in squares."""
        self.sizes[self.shape] = min(LARGEST, max(1, size))
        self._tell()

    def command(self, name: str = "", *, hidden: bool = False) -> LayArea | None:
        """Return the command that lays the template on the map."""
        area = self.area
        if area is None:
            return None
        if self.changing is not None:
            placed = replace(self.changing, name=name or self.changing.name)
            return lay_command(placed, area)
        return LayArea(
            name=name,
            shape=area.shape,
            size=area.size,
            at=area.at or (0, 0),
            direction=area.direction,
            token=area.token or "",
            hidden=hidden,
        )

    def take_up(self, placed: PlacedArea) -> None:
        """Take an area that lies on the map, to be moved, turned or made another size."""
        area = placed.area
        self.shape, self.sizes[area.shape] = area.shape, area.size
        self.at, self.direction, self.token = area.at, area.direction, area.token
        self.fixed, self.changing = True, placed
        self._tell()

    def lose(self) -> None:
        """Let the template follow the pointer again."""
        self.fixed = self._held = False
        self.changing = None
        self._tell()

    def _tell(self) -> None:
        self.board.area_changed.emit()
        self.board.say_hint()
        self.board.update()

    # -- gestures -------------------------------------------------------------------------

    def taken(self) -> None:
        session = self.board.session
        me = session.current if session is not None else None
        self.token = me.id if me is not None else None
        self.at, self.fixed, self.changing = None, False, None
        self._tell()

    def put_away(self) -> None:
        self.at, self.token, self.fixed, self._held = None, None, False, False
        self.changing = None
        self._tell()

    def refresh(self) -> None:
        session = self.board.session
        if self.changing is not None and session is not None:
            if all(p.id != self.changing.id for p in placed_areas(session.state)):
                self.changing = None  # it has been lifted meanwhile: what is in the hand is new
        if self.board.tools.current is self:
            self._tell()

    def _start(self, at: Pointer) -> None:
        self.at = Cell(round(at.x), round(at.y))
        under = self.board.scene.token_at(at.x, at.y)
        if under is not None:
            self.token = under

    def move(self, at: Pointer) -> bool:
        if not self.fixed:
            before = self.area
            self._start(at)
            if self.area != before:
                self._tell()
        return True

    def press(self, at: Pointer) -> None:
        self._start(at)
        self.fixed, self._held = False, True
        self._tell()

    def drag(self, at: Pointer) -> None:
        if not self._held or self.at is None:
            return
        way = directed(self.shape, at.x - self.at.x, at.y - self.at.y, free=at.alt)
        if way is not None and way != self.direction:
            self.direction = way
            self._tell()

    def release(self, at: Pointer) -> None:
        if self._held:
            self._held = False
            self.fixed = self.area is not None
            self._tell()

    def wheel(self, at: Pointer, steps: int) -> bool:
        self.resize(self.size - steps)
        return True

    def key(self, event: QKeyEvent) -> bool:
        key = Qt.Key(event.key())
        keypad = bool(event.modifiers() & Qt.KeyboardModifier.KeypadModifier)
        if key in NUMBERS and not keypad:
            self.choose(SHAPES[NUMBERS.index(key)])
        elif key == Qt.Key.Key_PageUp or key == Qt.Key.Key_PageDown:
            self.resize(self.size + (1 if key == Qt.Key.Key_PageUp else -1))
        elif key in ARROWS and not keypad:
            held = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self._walk(*ARROWS[key], turn=held)
        elif key == Qt.Key.Key_Space:
            self.finish_by_key()
        elif key == Qt.Key.Key_Escape:
            if self.fixed or self._held:
                self.lose()
            else:
                self.board.use_tool("select")
        else:
            return False
        return True

    def _walk(self, dx: int, dy: int, *, turn: bool) -> None:
        """Move the template by keys, or with Shift turn it by an eighth."""
        if turn:
            before = math.atan2(self.direction[1], self.direction[0])
            after = before + EIGHTH * (1 if dx > 0 or dy > 0 else -1)
            self.direction = eighth(math.cos(after), math.sin(after))
        else:
            at = self.at or self.board.navigation.free_cell()
            self.at = Cell(at.x + dx, at.y + dy)
        self._tell()

    @property
    def busy(self) -> bool:
        return self._held

    def finish_by_key(self) -> bool:
        """Fix the template where it is."""
        self.fixed = self.area is not None
        self._tell()
        return True

    def cancel(self) -> bool:
        was = self.fixed or self._held
        self.lose()
        return was

    # -- painting -------------------------------------------------------------------------

    def paint_below(self, painter: QPainter, view: View) -> None:
        found = self.found
        if found is not None:
            cells = found.cells
            if self.fixed:
                if found.open is None:
                    found.open = open_cells(found.state, found.area, cells)
                cells = found.open
            paint_area(painter, view, cells, firm=self.fixed)

    def paint_above(self, painter: QPainter, view: View) -> None:
        found, scene = self.found, self.board.scene
        if found is None:
            return
        caught = [one for one in found.caught if one.token in scene.looks]
        for one in caught:
            radius = token_radius(scene.looks[one.token].size, view.scale)
            at = view.at(*scene.middle(one.token))
            paint_caught(painter, at, radius + 4, one.affected)
        for one in caught:  # over all rings: neighbours would hide their words
            if one.cover.grade is not Grade.NONE:
                (x, y), look = scene.middle(one.token), scene.looks[one.token]
                words = say(one.short) if one.short is not None else ""
                at = view.at(x + look.size / 2, y - look.size / 2) + QPointF(-8, -6)
                paint_badge(painter, at, one.cover.grade, words)
        paint_area_origin(painter, view.point(found.area.origin(found.state)))
