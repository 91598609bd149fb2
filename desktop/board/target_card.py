"""The card beside the target of the shot in view, or beside a square of the heat map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF

from desktop.board.card import Card, card_of, square_card
from maps.grid import SUB, Cell, Footprint, Point
from rules.encounter.state import TokenId

if TYPE_CHECKING:
    from desktop.board.view import BoardView

CLEAR = 640.0
"""Tokens farther from the target than this many pixels are not in the way of its card."""
WALL = 16
"""Pixels round a wall to blame that should be seen: it is drawn thick, its tag lies beside."""
PIECES, PIECE = 12, 6
"""Each line keeps clear this many squares of pixels, of that half a side."""


class TargetCard:
    """Shows at most one card over the map, where it hides least."""

    def __init__(self, board: BoardView) -> None:
        self.board = board
        self.shown: Card | None = None
        self._square = False

    def show(self) -> None:
        """Show the card of the shot in view."""
        board = self.board
        session, plan = board.session, board.sight.plan
        look = board.scene.looks.get(plan.action.target) if plan is not None else None
        if session is None or plan is None or look is None:
            self.hide()
            return
        target, drag, draft = plan.action.target, board.dragging, session.attack.action
        aimed = draft is not None and (draft.attacker, draft.target) == (
            plan.action.attacker,
            target,
        )
        name = session.state.tokens[target].name
        before = session.attack.plan_for(target) if drag is not None and drag.moved else None
        words = card_of(plan, look, name, aimed=aimed, before=before)
        avoid = self._in_the_way(target)
        card = Card.beside(words, board.rect_of(target), avoid, board.rect())
        self._put(card)
        board.setAccessibleDescription(card.spoken)

    def show_square(self, cell: Cell | None) -> None:
        """Show what a square of the heat map would mean."""
        board, session = self.board, self.board.session
        target = board.heat.target_of(session) if session is not None else None
        me = session.current if session is not None else None
        if session is None or cell is None or me is None or target is None:
            return
        if cell not in board.heat.cells:
            return
        place = Footprint(cell.x * SUB, cell.y * SUB, me.space.side)
        start = Point(me.space.x, me.space.y)
        way = session.system.move_plan(session.state, me.id, (start, Point(place.x, place.y)))
        plan = session.attack.plan_for(target, place)
        if plan is None:
            return
        words = square_card(plan, way, board.hover.name(cell))
        rect = board.camera.rect(cell.x, cell.y, 1, 1)
        self._put(Card.beside(words, rect, self._in_the_way(target), board.rect()))
        self._square = True

    def _put(self, card: Card | None) -> None:
        self.shown, self._square = card, False
        self.board.legend.give_way()
        self.board.update()

    def _in_the_way(self, target: TokenId) -> list[QRectF]:
        """Return what the card should not hide: tokens nearby, and the lines piece by piece."""
        board = self.board
        x, y = board.scene.middle(target)
        near = []
        for id in board.scene.order:
            cx, cy = board.scene.middle(id)
            if id != target and abs(cx - x) + abs(cy - y) < CLEAR / board.camera.scale:
                near.append(id)
        found = [
            *(board.rect_of(id) for id in near),
            *board.sight.words_of_target(board.camera)[1:],
        ]
        for line in board.sight.plan.cover.lines if board.sight.plan else ():
            a, b = board.camera.point(line.p), board.camera.point(line.q)
            for i in range(PIECES):
                at = a + (b - a) * (i / PIECES)
                found.append(QRectF(at.x() - PIECE, at.y() - PIECE, 2 * PIECE, 2 * PIECE))
        for piece in (p for pieces in board.sight.pieces.values() for p in pieces):
            ends = QRectF(board.camera.point(piece.a), board.camera.point(piece.b)).normalized()
            found.append(ends.adjusted(-WALL, -WALL, WALL, WALL))
        panels = (board.area_panel, board.storey_bar)
        found += [QRectF(panel.geometry()) for panel in panels if panel.isVisible()]
        if board.legend.wanted:  # it may be away for the card that was here before
            found.append(QRectF(board.legend.geometry()))
        return [rect for rect in found if rect.intersects(QRectF(board.rect()))]

    def hide(self) -> None:
        """Take the card away."""
        if self.shown is not None:
            self._put(None)

    def follow(self) -> None:
        """The map lies elsewhere: that of a target stays beside it, that of a square goes."""
        if self.shown is None:
            return
        if self._square:
            self.hide()
        else:
            self.show()

    def pin(self) -> None:
        """Keep the card: Shift."""
        if self.shown is not None:
            self.board.hover.pin(True)
