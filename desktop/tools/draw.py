"""Drawing shapes: what all tools that draw share, walls, doors and windows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QCursor, QKeyEvent, QPainter

from desktop.board.paint import View
from desktop.i18n import language, tr
from desktop.tools.base import Hint, Option, Pointer, Tool
from desktop.tools.picking import picker_of
from desktop.tools.shape import (
    PICK_REACH,
    Spot,
    along,
    corners_of,
    leaf_in,
    length_words,
    paint_shape,
    paint_words,
    pairs,
    round_in,
    size_words,
    snapped,
    square,
    straightened,
    sub,
)
from maps.codec_writing import obstacle_to_dict
from maps.edit import cut_for
from maps.grid import Point
from maps.shapes import Kind
from rules.encounter.commands import Command, Draw, Erase

if TYPE_CHECKING:
    from desktop.board.view import BoardView

CHAIN, BOX, ROUND, POLYGON = "chain", "box", "round", "polygon"


class DrawTool(Tool):
    """Base of the tools that draw shapes: a cross for a pointer, a preview in the accent colour.

    A box or a round shape is drawn with the button held; a chain or a polygon click by click.
    """

    shows_obstacles = True
    forms: ClassVar[tuple[str, ...]] = (CHAIN,)
    whole_squares: ClassVar[bool] = False
    """Whether boxes cover the squares that were drawn over, instead of ending at corners."""
    verb: ClassVar[str] = ""
    """Key of the words that say what is drawn."""

    def __init__(self, board: BoardView) -> None:
        super().__init__(board)
        self._spots: list[Spot] = []
        self._at: Pointer | None = None

    # -- to be filled by each tool -------------------------------------------------------------

    def made(self, spots: list[Spot], *, closed: bool) -> list[dict[str, Any]]:
        """Return the obstacles that a finished shape stands for."""
        raise NotImplementedError

    def commands(self, spots: list[Spot], *, closed: bool) -> list[Command]:
        """Return what a finished shape does to the map."""
        return [Draw(obstacles=tuple(self.made(spots, closed=closed)))]

    # -- what it says --------------------------------------------------------------------------

    def options(self) -> tuple[Option, ...]:
        words = tuple((form, language.words.say(f"shapes.form.{form}")) for form in self.forms)
        return (Option("form", tr("shapes.word.form"), words),) if len(self.forms) > 1 else ()

    @property
    def form(self) -> str:
        """Which shape is drawn now."""
        return self.chosen("form") or self.forms[0]

    @property
    def click_by_click(self) -> bool:
        return self.form in (CHAIN, POLYGON)

    @property
    def cursor(self) -> QCursor:
        return QCursor(Qt.CursorShape.CrossCursor)

    @property
    def busy(self) -> bool:
        return bool(self._spots)

    def hint(self) -> Hint:
        alt = (tr("board.key.alt"), tr("board.hint.off_grid"))
        esc = (tr("board.key.esc"), tr("tools.hint.cancel"))
        title = language.words.say(self.verb)
        if not self.click_by_click:
            even = (tr("shapes.key.shift"), tr("shapes.hint.even"))
            pull = (tr("tools.key.drag"), tr("tools.hint.box"))
            return Hint(self.icon, title, (pull, even, alt, *((esc,) if self.busy else ())))
        keys = [(tr("tools.key.click"), tr("tools.hint.point"))]
        if self._spots:
            keys += [
                (tr("tools.key.double"), tr("tools.hint.end")),
                (tr("tools.key.backspace"), tr("tools.hint.back")),
                (tr("shapes.key.shift"), tr("shapes.hint.straight")),
                esc,
            ]
        return Hint(self.icon, title, (*keys, alt))

    # -- the gesture ---------------------------------------------------------------------------

    def move(self, at: Pointer) -> bool:
        self._at = at
        self.board.update()
        return True

    def drag(self, at: Pointer) -> None:
        self.move(at)

    def press(self, at: Pointer) -> None:
        self._at = at
        if not self.click_by_click:
            self._spots = [(at.x, at.y) if self.whole_squares else self._snapped(at)]
            return
        spot = self._next(at)
        if not self._spots or self._spots[-1] != spot:
            self._spots.append(spot)
        if len(self._spots) > 3 and spot == self._spots[0]:
            self.finish()
        self.board.say_hint()
        self.board.update()

    def release(self, at: Pointer) -> None:
        if self.click_by_click or not self._spots:
            return
        self._at = at
        a, b = self._box()
        if a[0] == b[0] or a[1] == b[1]:
            self.cancel()
            return
        spots = round_in(a, b) if self.form == ROUND else corners_of(a, b)
        self.put(self.commands(spots, closed=True))

    def double_click(self, at: Pointer) -> None:
        if self.click_by_click:
            self.finish()

    def finish(self) -> None:
        """End a chain or polygon and put it on the map."""
        spots = list(self._spots)
        closed = self.form == POLYGON or (len(spots) > 3 and spots[0] == spots[-1])
        if len(spots) > 1 and spots[0] == spots[-1]:
            spots.pop()
        if len(spots) < (3 if closed else 2):
            self.cancel()
            return
        self.put(self.commands(spots, closed=closed))

    def finish_by_key(self) -> bool:
        if not self.click_by_click:
            return False
        self.finish()
        self.board.say_hint()
        return True

    def key(self, event: QKeyEvent) -> bool:
        if not self._spots:
            return False
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if self.click_by_click:
                self.finish()
            case Qt.Key.Key_Backspace if self.click_by_click:
                self._spots.pop()
                self.board.update()
            case Qt.Key.Key_Escape:
                self.cancel()
            case _:
                return False
        self.board.say_hint()
        return True

    def cancel(self) -> bool:
        there = bool(self._spots)
        self._spots = []
        self.board.update()
        return there

    def put_away(self) -> None:
        super().put_away()
        self._at = None

    def put(self, commands: Sequence[Command]) -> None:
        """Perform what was drawn as one step; what is new is picked."""
        self.cancel()
        session = self.board.session
        if session is None or not commands:
            return
        before = {o.id for o in session.state.board.obstacles}
        session.perform_all(commands)
        session.pick([o.id for o in session.state.board.obstacles if o.id not in before])

    # -- where it is ---------------------------------------------------------------------------

    def _snapped(self, at: Pointer) -> Spot:
        """Return the point that is meant: that of an obstacle nearby, else one of the grid."""
        session = self.board.session
        if session is None or at.alt:
            return snapped(at)
        reach = PICK_REACH / self.board.camera.scale
        there = picker_of(session.state.board).point_at(at.x, at.y, reach)
        return square(there) if there is not None else snapped(at)

    def _next(self, at: Pointer) -> Spot:
        """Return where the next point of a chain would be."""
        spot = self._snapped(at)
        return straightened(self._spots[-1], spot) if at.shift and self._spots else spot

    def _box(self) -> tuple[Spot, Spot]:
        """Return two opposite corners of the box under the hand; Shift makes its sides equal."""
        at = self._at
        assert at is not None
        free = self.whole_squares
        b = (at.x, at.y) if free else self._snapped(at)
        a = self._spots[0] if self._spots else b
        if at.shift and self._spots:
            side = max(abs(b[0] - a[0]), abs(b[1] - a[1]))
            b = a[0] + math.copysign(side, b[0] - a[0]), a[1] + math.copysign(side, b[1] - a[1])
        if free and not at.alt:
            low = math.floor(min(a[0], b[0])), math.floor(min(a[1], b[1]))
            high = math.floor(max(a[0], b[0])) + 1, math.floor(max(a[1], b[1])) + 1
            return low, high
        return a, b

    # -- painting ------------------------------------------------------------------------------

    def paint_above(self, painter: QPainter, view: View) -> None:
        at = self._at
        if at is None:
            return
        metres = self.board.metres
        if self.click_by_click:
            spots = [*self._spots, self._next(at)]
            self._draw(painter, view, spots, closed=self.form == POLYGON and len(spots) > 2)
            words = length_words(spots[-2], spots[-1], metres) if self._spots else ""
        else:
            a, b = self._box()
            if self.busy or self.whole_squares:
                round_one = self.form == ROUND
                spots = round_in(a, b) if round_one and a != b else corners_of(a, b)
                self._draw(painter, view, spots, closed=True, discs=not round_one)
            else:
                self._draw(painter, view, [a], closed=False)
            words = size_words(a, b, metres) if self.busy else ""
        if words:
            size = self.board.size()
            paint_words(painter, at.pixel, words, size.width(), size.height())

    def _draw(
        self, painter: QPainter, view: View, spots: list[Spot], *, closed: bool, discs: bool = True
    ) -> None:
        points: list[QPointF] = [view.at(x, y) for x, y in spots]
        paint_shape(painter, points, closed=closed, discs=discs)


class WallTool(DrawTool):
    """Draws walls: chains, boxes and rounds."""

    id = "wall"
    word = "tools.wall"
    icon = "wall"
    forms = (CHAIN, BOX, ROUND)
    verb = "tools.hint.wall"

    def made(self, spots: list[Spot], *, closed: bool) -> list[dict[str, Any]]:
        points = [*spots, spots[0]] if closed else spots
        return [{"kind": "wall", "points": pairs(points)}]


OPENINGS: dict[str, dict[str, Any]] = {
    "door": {"kind": "door"},
    "secret": {"kind": "door", "state": "secret"},
    "window": {"kind": "slit"},
    "bars": {
        "kind": "door",
        "stops_effect": False,
        "sight": "free",
        "stops_light": False,
        "cover": "partial",
    },
}
"""What can be put into a wall, by the value of the option: kind and facts."""


class DoorTool(DrawTool):
    """Puts doors, windows and bars into a wall, or where there is none: press, draw, let go."""

    id = "door"
    word = "tools.door"
    icon = "door"
    verb = "tools.hint.door"

    def __init__(self, board: BoardView) -> None:
        super().__init__(board)
        self._wall: tuple[Point, Point] | None = None

    def options(self) -> tuple[Option, ...]:
        words = tuple((id, language.words.say(f"shapes.opening.{id}")) for id in OPENINGS)
        return (Option("opening", tr("shapes.word.opening"), words),)

    @property
    def click_by_click(self) -> bool:
        return False

    def hint(self) -> Hint:
        click = (tr("tools.key.click"), tr("tools.hint.leaf"))
        pull = (tr("tools.key.drag"), tr("tools.hint.opening"))
        alt = (tr("board.key.alt"), tr("board.hint.off_grid"))
        title = language.words.say(f"shapes.hint.{self.chosen('opening')}")
        return Hint(self.icon, title, (click, pull, alt))

    def release(self, at: Pointer) -> None:
        if not self._spots:
            return
        start, end = self._spots[0], self._end(at)
        if start == end:
            leaf = leaf_in(self._wall, at) if self._wall is not None else None
            if leaf is None:
                self.cancel()
                return
            start, end = leaf
        self.put(self._commands(start, end))

    def press(self, at: Pointer) -> None:
        self._at = at
        self._wall = self._wall_at(at)
        self._spots = [self._snapped(at)]

    def _wall_at(self, at: Pointer) -> tuple[Point, Point] | None:
        """Return the piece of wall under the pointer: an opening lies in it from end to end."""
        session = self.board.session
        if session is None or at.alt:
            return None
        reach = PICK_REACH / self.board.camera.scale
        found = picker_of(session.state.board).piece_at(at.x, at.y, reach)
        if found is None or found.obstacle.kind is not Kind.WALL:
            return None
        return found.obstacle.points[found.index], found.obstacle.points[found.index + 1]

    def _snapped(self, at: Pointer) -> Spot:
        wall = self._wall if self.busy else self._wall_at(at)
        return along(wall, at) if wall is not None else super()._snapped(at)

    def _end(self, at: Pointer) -> Spot:
        spot = self._snapped(at)
        straight = at.shift and self._spots and self._wall is None
        return straightened(self._spots[0], spot) if straight else spot

    def _commands(self, start: Spot, end: Spot) -> list[Command]:
        session = self.board.session
        assert session is not None
        put, gone = cut_for(session.state.board, sub(start), sub(end))
        opening = {**OPENINGS[self.chosen("opening")], "points": pairs([start, end])}
        pieces = [{**obstacle_to_dict(o, -1), "id": o.id} for o in put]
        commands: list[Command] = [Erase(obstacles=gone)] if gone else []
        return [*commands, Draw(obstacles=(*pieces, opening))]

    def put(self, commands: Sequence[Command]) -> None:
        super().put(commands)
        session = self.board.session
        if session is not None:
            kinds = (Kind.DOOR, Kind.SLIT)
            new = [i for i in session.picked if session.state.board.obstacle(i).kind in kinds]
            session.pick(new)

    def paint_above(self, painter: QPainter, view: View) -> None:
        at = self._at
        if at is None:
            return
        wall = None if self.busy else self._wall_at(at)
        leaf = leaf_in(wall, at) if wall is not None else None
        spots = [*(leaf or (*self._spots, self._end(at)))]  # what a click or the pull would open
        self._draw(painter, view, spots, closed=False)
        if len(spots) > 1:
            words, size = length_words(spots[0], spots[1], self.board.metres), self.board.size()
            paint_words(painter, at.pixel, words, size.width(), size.height())
