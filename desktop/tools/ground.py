"""Choosing squares by brush, box or flood: walls around a room, floor on the ground."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any, ClassVar
from weakref import ReferenceType, WeakKeyDictionary, ref

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QCursor, QKeyEvent, QPainter, QPainterPath

from desktop.board.paint import View, fill, pen
from desktop.colours import MAP
from desktop.i18n import language, tr
from desktop.messages import Message
from desktop.tools.base import Hint, Option, Pointer, Tool
from desktop.tools.shape import paint_words, pairs, size_words, square
from maps.codec_writing import floor_to_dict
from maps.grid import Cell, Point, to_sub
from rules.encounter.commands import Command, Draw, SetFloor

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from desktop.board.view import BoardView
    from desktop.session import Session

BRUSH, BOX, FILL = "brush", "box", "fill"
FLOORS = ("flags", "planks", "cobble", "grass", "cave", "water")
NONE, ROCK = "none", "rock"
MOST = 40_000
"""So many squares at most are chosen at once."""


class SquaresTool(Tool):
    """Base of the tools that choose squares."""

    shows_obstacles = True
    ways: ClassVar[tuple[str, ...]] = (BRUSH, BOX, FILL)

    def __init__(self, board: BoardView) -> None:
        super().__init__(board)
        self.cells: set[Cell] = set()
        self._stroke: set[Cell] = set()
        self._start: Cell | None = None
        self._less = False
        self._at: Pointer | None = None
        self._shown: tuple[frozenset[Cell], QPainterPath] | None = None

    # -- to be filled by each tool -------------------------------------------------------------

    def stroke_ended(self) -> None:
        """A stroke has been added to the squares (or taken from them)."""

    def filled(self, at: Pointer) -> None:
        """Something was clicked that is to be filled."""

    # -- what it says --------------------------------------------------------------------------

    def options(self) -> tuple[Option, ...]:
        words = tuple((way, language.words.say(f"shapes.way.{way}")) for way in self.ways)
        return (Option("way", tr("shapes.word.way"), words),)

    @property
    def way(self) -> str:
        return self.chosen("way")

    @property
    def cursor(self) -> QCursor:
        return QCursor(Qt.CursorShape.CrossCursor)

    @property
    def busy(self) -> bool:
        return bool(self.cells) or self._start is not None

    # -- the gesture ---------------------------------------------------------------------------

    def move(self, at: Pointer) -> bool:
        self._at = at
        self.board.update()
        return True

    def press(self, at: Pointer) -> None:
        self._at = at
        if self.way == FILL:
            self.filled(at)
            return
        self._start, self._less = at.cell, at.ctrl
        self._stroke = {at.cell}
        self.board.update()

    def drag(self, at: Pointer) -> None:
        last, self._at = self._at, at
        start = self._start
        if start is None:
            return
        if self.way == BOX:
            self._stroke = _box(start, at.cell)
        else:
            self._stroke |= _between(last or at, at)
        self.board.update()

    def release(self, at: Pointer) -> None:
        if self._start is None:
            return
        self.drag(at)
        self._start = None
        self.cells = self.cells - self._stroke if self._less else self.cells | self._stroke
        self._stroke = set()
        self.stroke_ended()
        self.board.say_hint()
        self.board.update()

    def key(self, event: QKeyEvent) -> bool:
        return event.key() == Qt.Key.Key_Escape and self.cancel()

    def cancel(self) -> bool:
        there = self.busy
        self.cells, self._stroke, self._start = set(), set(), None
        self.board.say_hint()
        self.board.update()
        return there

    def put_away(self) -> None:
        super().put_away()
        self._at = None

    def perform(self, commands: list[Command]) -> None:
        """Do what the squares stand for as one step."""
        self.cancel()
        session = self.board.session
        if session is not None and commands:
            before = {o.id for o in session.state.board.obstacles}
            session.perform_all(commands)
            session.pick([o.id for o in session.state.board.obstacles if o.id not in before])

    def laid(self, area: BaseGeometry, kind: str, *, soft: bool) -> list[Command]:
        """Return what lays floor over an area; nothing where that changes nothing."""
        from maps.flooring import laid

        session = self.board.session
        assert session is not None
        board = session.state.board
        floor = laid(board, area, kind, soft=soft)
        return [] if floor == board.floor else [SetFloor(floor=floor_to_dict(floor))]

    def tell(self, words: str) -> None:
        """Tell the game master something."""
        if self.board.session is not None:
            self.board.session.message.emit(Message(words, "info"))

    # -- painting ------------------------------------------------------------------------------

    def paint_above(self, painter: QPainter, view: View) -> None:
        at = self._at
        shown = self.cells - self._stroke if self._less else self.cells | self._stroke
        if at is not None and self._start is None and self.way != FILL:
            rect = view.rect(at.cell.x, at.cell.y, 1, 1)
            painter.setPen(pen(MAP.path, 2))
            painter.setBrush(fill(MAP.path, 0.18))
            painter.drawRect(rect)
        if shown:
            path = self._outline(frozenset(shown))
            painter.save()
            painter.translate(-view.left * view.scale, -view.top * view.scale)
            painter.scale(view.scale, view.scale)
            painter.fillPath(path, fill(MAP.path, 0.22))
            for ink, width, alpha in ((MAP.case, 5.0, 0.6), (MAP.path, 2.4, 1.0)):
                line = pen(ink, width, alpha=alpha)
                line.setCosmetic(True)
                painter.strokePath(path, line)
            painter.restore()
        if at is not None and self._start is not None:
            self._words(painter, at, shown)

    def _words(self, painter: QPainter, at: Pointer, shown: Collection[Cell]) -> None:
        size, metres = self.board.size(), self.board.metres
        start = self._start
        if self.way == BOX and start is not None:
            box = _box(start, at.cell)
            low, high = min(box), max(box)
            words = size_words((low.x, low.y), (high.x + 1, high.y + 1), metres)
        else:
            words = tr("shapes.squares", n=len(shown))
        paint_words(painter, at.pixel, words, size.width(), size.height())

    def _outline(self, cells: frozenset[Cell]) -> QPainterPath:
        """Return squares as one path in squares; made once per set."""
        if self._shown is None or self._shown[0] != cells:
            path = QPainterPath()
            for cell in cells:
                path.addRect(QRectF(cell.x, cell.y, 1, 1))
            self._shown = (cells, path.simplified())
        return self._shown[1]


class RoomTool(SquaresTool):
    """Turns the outline of squares into walls, perhaps with a floor within.

    Squares stay chosen while another tool is in the hand, or another fight is looked at.
    """

    id = "room"
    word = "tools.room"
    icon = "room"

    def __init__(self, board: BoardView) -> None:
        super().__init__(board)
        self._kept: WeakKeyDictionary[Session, set[Cell]] = WeakKeyDictionary()
        self._of: ReferenceType[Session] | None = None

    def refresh(self) -> None:
        """Change to the squares of the fight that is shown."""
        session, before = self.board.session, self._of() if self._of is not None else None
        if session is before:
            return
        if before is not None:
            self._kept[before] = self.cells
        self._of = ref(session) if session is not None else None
        self.cells = self._kept.pop(session, set()) if session is not None else set()

    def put_away(self) -> None:
        """Keep the squares; ask what is to become of them."""
        cells, session = self.cells, self.board.session
        super().put_away()
        if not cells or session is None:
            return
        self.cells = cells
        choices = (
            (tr("shapes.kept.walls"), self._later(session, self.finish)),
            (tr("shapes.kept.drop"), self._later(session, self.cancel)),
        )
        words = tr("shapes.kept.words", n=len(cells))
        session.message.emit(Message(words, "info", choices=choices))

    def _later(self, session: Session, act: Callable[[], object]) -> Callable[[], None]:
        """Return what does something as long as the fight is still the one that is shown."""

        def go() -> None:
            if self.board.session is session:
                act()

        return go

    def options(self) -> tuple[Option, ...]:
        kinds = ("flags", "planks", "cobble", "cave", NONE)
        words = tuple((kind, language.words.say(f"shapes.floor.{kind}")) for kind in kinds)
        return (*super().options(), Option("floor", tr("shapes.word.floor"), words))

    def hint(self) -> Hint:
        title = tr("shapes.hint.room")
        if not self.cells:
            pull = (tr("tools.key.drag"), tr("shapes.hint.squares"))
            return Hint(self.icon, title, (pull,))
        keys = (
            (tr("shapes.key.enter"), tr("shapes.hint.walls")),
            (tr("shapes.key.double"), tr("shapes.hint.walls")),
            (tr("shapes.key.ctrl_drag"), tr("shapes.hint.less")),
            (tr("board.key.esc"), tr("tools.hint.cancel")),
        )
        return Hint(self.icon, title, keys)

    def filled(self, at: Pointer) -> None:
        """Take all squares up to the next walls."""
        from maps.rooms import flood

        session = self.board.session
        if session is None:
            return
        found = flood(self.board.scene.board, at.cell)
        if at.ctrl:
            self.cells = self.cells - found
        elif len(found) <= MOST:
            self.cells = self.cells | found
        self.board.say_hint()
        self.board.update()

    def double_click(self, at: Pointer) -> None:
        self.finish()

    def finish_by_key(self) -> bool:
        self.finish()
        return True

    def key(self, event: QKeyEvent) -> bool:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.cells:
            self.finish()
            return True
        return super().key(event)

    def finish(self) -> None:
        """Put walls around the squares, and a floor within."""
        from maps.formats import outlines
        from maps.rooms import walls_around

        session, cells = self.board.session, self.cells
        if session is None or not cells:
            return
        board = session.state.board
        chains = walls_around(board, cells)
        walls: list[dict[str, Any]] = [
            {"kind": "wall", "points": pairs([square(p) for p in chain])} for chain in chains
        ]
        commands: list[Command] = [Draw(obstacles=tuple(walls))] if walls else []
        kind = self.chosen("floor")
        if kind != NONE and self.board.scene.board.picture is None:
            commands += self.laid(outlines.cells(cells), kind, soft=False)
        self.perform(commands)


class FloorTool(SquaresTool):
    """Lays floor: over squares, or between the walls around a place."""

    id = "floor"
    word = "tools.floor"
    icon = "floor"

    def options(self) -> tuple[Option, ...]:
        kinds = (*FLOORS, ROCK)
        words = tuple((kind, language.words.say(f"shapes.floor.{kind}")) for kind in kinds)
        return (Option("floor", tr("shapes.word.floor"), words), *super().options())

    def hint(self) -> Hint:
        title = tr("shapes.hint.floor")
        session = self.board.session
        if session is not None and self.board.scene.board.picture is not None:
            return Hint("warn", tr("shapes.floor.picture"))
        if self.way == FILL:
            return Hint(self.icon, title, ((tr("tools.key.click"), tr("shapes.hint.between")),))
        return Hint(self.icon, title, ((tr("tools.key.drag"), tr("shapes.hint.over")),))

    def press(self, at: Pointer) -> None:
        session = self.board.session
        if session is not None and self.board.scene.board.picture is not None:
            self.tell(tr("shapes.floor.picture"))
            return
        super().press(at)

    def stroke_ended(self) -> None:
        from maps.formats import outlines

        if self.cells:
            area = outlines.cells(self.cells)
            self.perform(self.laid(area, self.chosen("floor"), soft=self.way == BRUSH))

    def filled(self, at: Pointer) -> None:
        from maps.rooms import face

        session = self.board.session
        if session is None:
            return
        area = face(self.board.scene.board, Point(to_sub(at.x), to_sub(at.y)))
        if area is None:
            self.tell(tr("shapes.floor.nowhere"))
            return
        self.perform(self.laid(area, self.chosen("floor"), soft=False))


def _box(a: Cell, b: Cell) -> set[Cell]:
    """Return the squares of a box between two squares, ``MOST`` at most."""
    xs = range(min(a.x, b.x), max(a.x, b.x) + 1)
    ys = range(min(a.y, b.y), max(a.y, b.y) + 1)
    if len(xs) * len(ys) > MOST:
        return {a}
    return {Cell(x, y) for x in xs for y in ys}


def _between(a: Pointer, b: Pointer) -> set[Cell]:
    """Return the squares that a stroke from one place to another goes over."""
    steps = max(1, math.ceil(max(abs(b.x - a.x), abs(b.y - a.y)) * 4))
    return {
        Cell(math.floor(a.x + (b.x - a.x) * i / steps), math.floor(a.y + (b.y - a.y) * i / steps))
        for i in range(steps + 1)
    }
