"""Where the selected combatant gets in one go, and the cheapest way to a square, on the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from desktop.board.paint import Pill, View
from desktop.board.paint_lines import paint_path
from desktop.board.paint_marks import paint_reach
from desktop.i18n import say
from desktop.messages import reason
from maps.grid import SUB, Cell, Point
from rules.encounter.state import Encounter, Token, TokenId
from rules.forecast.ways import reached, stride_of, way_to
from rules.system.actions import Striding
from rules.system.answers import MovePlan

if TYPE_CHECKING:
    from desktop.board.view import BoardView
    from desktop.session import Session


class Ways:
    """Knows the squares in reach of whoever is selected, and the way to the one pointed at.

    Asked once for each state and combatant, ways once for each square.
    """

    def __init__(self, board: BoardView) -> None:
        self.board = board
        self._of: tuple[Encounter, TokenId] | None = None
        self._costs: dict[Cell, float] = {}
        self._plans: dict[Cell, MovePlan | None] = {}

    def costs(self, session: Session) -> dict[Cell, float]:
        """Return the squares in reach with the squares of way, the own one left out."""
        me, state = session.current, session.state
        if me is None or not isinstance(session.system, Striding):
            return {}
        if self._of is None or self._of[0] is not state or self._of[1] != me.id:
            stride = stride_of(session.system, state, me)
            found = reached(session.system, state, me, stride)
            self._of = (state, me.id)
            self._costs = {cell: cost for cell, cost in found.items() if cost}
            self._plans = {}
        return self._costs

    def plan(self, session: Session, cell: Cell) -> MovePlan | None:
        """Return the cheapest way to a square in reach, with what it costs and provokes."""
        me = session.current
        if me is None or cell not in self.costs(session):
            return None
        if cell not in self._plans:
            self._plans[cell] = self._found(session, me, cell)
        return self._plans[cell]

    def _found(self, session: Session, me: Token, cell: Cell) -> MovePlan | None:
        cells = way_to(session.system, session.state, me, cell)
        if not cells:
            return None
        points = [Point(c.x * SUB, c.y * SUB) for c in cells]
        return session.system.move_plan(session.state, me.id, points)

    # -- painting -------------------------------------------------------------------------

    def paint(self, painter: QPainter, view: View) -> None:
        """Draw the rim of the squares in reach and the way to the square pointed at."""
        session = self.board.session
        me = session.current if session is not None else None
        if session is None or me is None:
            return
        costs = self.costs(session)
        side = me.space.squares
        cells = {Cell(c.x + i, c.y + j) for c in costs for i in range(side) for j in range(side)}
        paint_reach(painter, view, cells)
        at = self.board.hover.cell
        plan = self.plan(session, at) if at is not None and self.board.hovered is None else None
        if plan is not None:
            self._way(painter, view, plan, me)

    def _way(self, painter: QPainter, view: View, plan: MovePlan, me: Token) -> None:
        half = me.space.side / 2 / SUB
        pixels = [view.at(p.x / SUB + half, p.y / SUB + half) for p in plan.points]
        steps = [(at, str(cost)) for at, cost in zip(pixels, plan.costs, strict=False)][1:-1]
        paint_path(painter, pixels, steps if view.scale >= 24 else ())
        badges = self.board.painting.badges
        badges.put_pill(painter, Pill.accent(say(plan.summary)), pixels[-1] - QPointF(0, 26))
        for problem in plan.warnings:
            at = view.point(problem.points[0]) if problem.points else pixels[-1]
            badges.put_pill(painter, Pill.warning(reason(problem)), at + QPointF(0, 26))
