"""The line-of-sight inspector: two clicks on tokens or squares, and everything about the pair."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QCursor, QKeyEvent, QPainter

from desktop.board.inspection import inspect
from desktop.board.paint import View, line, pen
from desktop.board.paint_lines import paint_origin
from desktop.board.paint_marks import paint_in_the_way
from desktop.board.paint_token import token_radius
from desktop.board.shapes import responsible
from desktop.board.sight import Sight
from desktop.colours import MAP
from desktop.i18n import tr
from desktop.tools.base import Hint, Pointer, Tool
from desktop.words.sight import Inspection, Spot
from maps.grid import SUB
from rules.encounter.state import TokenId

if TYPE_CHECKING:
    from desktop.board.view import BoardView


class InspectTool(Tool):
    """Asks for two ends; the first one is the selected combatant where there is one.

    ``board.inspected`` tells what was found out, None where an end is missing.
    """

    id = "inspect"
    word = "tool.inspect"
    icon = "eye"
    own_lines = True

    def __init__(self, board: BoardView) -> None:
        super().__init__(board)
        self.a: Spot | None = None
        self.b: Spot | None = None
        self.weapon = ""
        self.found: Inspection | None = None
        self.pointed_line: int | None = None
        self._sight = Sight(board.scene)

    @property
    def cursor(self) -> QCursor:
        return QCursor(Qt.CursorShape.CrossCursor)

    @property
    def sight(self) -> Sight:
        """The lines that are shown."""
        return self._sight

    def hint(self) -> Hint:
        begins = self.a is None or self.b is not None
        what = tr("board.hint.inspect_from") if begins else tr("board.hint.inspect_to")
        keys = (
            (tr("board.key.click"), tr("board.hint.inspect_pick")),
            (tr("board.key.esc"), tr("board.hint.end")),
        )
        return Hint("eye", what, keys)

    # -- the two ends ---------------------------------------------------------------------

    def taken(self) -> None:
        session = self.board.session
        me = session.current if session is not None else None
        self.a, self.b = (Spot(me.id) if me is not None else None), None
        self._ask()

    def look(self, a: Spot | None, b: Spot | None, weapon: str | None = None) -> None:
        """Look from one end at another."""
        self.a, self.b = a, b
        self.weapon = self.weapon if weapon is None else weapon
        self._ask()

    def press(self, at: Pointer) -> None:
        token = self.board.scene.token_at(at.x, at.y)
        spot = Spot(token) if token else Spot(cell=at.cell)
        if self.a is None or self.b is not None:
            self.look(spot, None, "")
        elif spot != self.a:
            self.look(self.a, spot, "")

    def refresh(self) -> None:
        session = self.board.session
        if self.board.tools.current is not self:
            return
        there = session.state.tokens.keys() if session is not None else frozenset()
        if self.a is not None and self.a.token is not None and self.a.token not in there:
            self.a = None
        if self.b is not None and self.b.token is not None and self.b.token not in there:
            self.b = None
        self._ask()

    def _ask(self) -> None:
        session, a, b = self.board.session, self.a, self.b
        self.found, self.pointed_line = None, None
        self._sight.clear()
        if session is not None and a is not None and b is not None:
            self.found = inspect(session, a, b, self.weapon)
        if self.found is not None:
            self._sight.plan = self.found.plan
            self._sight.pieces = responsible(self.board.scene.shapes, self.found.plan.cover.lines)
        self.board.inspected.emit(self.found)
        self.board.say_hint()
        self.board.update()

    def point_at(self, line: int | None) -> None:
        """Let one line stand out."""
        self.pointed_line = line
        self.board.update()

    # -- ending ---------------------------------------------------------------------------

    def key(self, event: QKeyEvent) -> bool:
        if event.key() != Qt.Key.Key_Escape:
            return False
        if self.b is not None:
            self.look(self.a, None, "")
        else:
            self.board.use_tool("select")
        return True

    def put_away(self) -> None:
        self.a = self.b = self.found = None
        self._sight.clear()
        self.board.inspected.emit(None)

    # -- painting -------------------------------------------------------------------------

    def paint_above(self, painter: QPainter, view: View) -> None:
        self._ends(painter, view)
        if self.found is None:
            return
        dpr = painter.device().devicePixelRatioF()
        self._sight.paint(painter, view, QRectF(self.board.rect()), dpr)
        scene = self.board.scene
        for id in self._sight.in_the_way:
            radius = token_radius(scene.looks[id].size, view.scale) + 4
            paint_in_the_way(painter, view.at(*scene.middle(id)), radius)
        lines, chosen = self.found.plan.cover.lines, self.pointed_line
        if chosen is not None and chosen < len(lines):
            one = lines[chosen]
            for width, ink in ((9.0, "#FFFFFF"), (5.0, MAP.path)):
                line(painter, view.point(one.p), view.point(one.q), pen(ink, width, alpha=0.92))
        if self.found.plan.cover.origin is not None and lines:
            paint_origin(painter, view.point(self.found.plan.cover.origin))

    def _ends(self, painter: QPainter, view: View) -> None:
        """Frame the ends; on a square somebody is imagined."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for spot in (self.a, self.b):
            rect = self._rect(view, spot)
            if rect is None:
                continue
            for width, ink in ((5.0, "#FFFFFF"), (2.6, MAP.path)):
                dash = (7, 5) if ink == MAP.path and spot is self.b else ()
                painter.setPen(pen(ink, width, dash=dash))
                painter.drawRoundedRect(rect.adjusted(-2, -2, 2, 2), 5, 5)

    def _rect(self, view: View, spot: Spot | None) -> QRectF | None:
        if spot is None:
            return None
        if spot.token is not None:
            known = TokenId(spot.token) in self.board.scene.looks
            return self.board.rect_of(spot.token) if known else None
        if self.found is not None:
            space = self.found.place if spot is self.a else self.found.target
            return view.rect(space.x / SUB, space.y / SUB, space.squares, space.squares)
        assert spot.cell is not None
        return view.rect(spot.cell.x, spot.cell.y, 1, 1)
