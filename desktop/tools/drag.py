"""Moving tokens by hand: where they would go, what it costs, what they would see from there."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from desktop.board.paint import Pill, View
from desktop.board.paint_lines import paint_path
from desktop.board.paint_token import paint_token
from desktop.i18n import say, tr
from desktop.messages import reason
from desktop.tools.base import Pointer
from maps.grid import SUB, Cell, Footprint, Point, distance, to_sub
from maps.paths import straight
from rules.encounter.commands import Move
from rules.encounter.state import Encounter, TokenId
from rules.system.answers import Glance, MovePlan
from rules.system.ground import GlancesSome

if TYPE_CHECKING:
    from desktop.board.view import BoardView
    from desktop.session import Session

DISC_GAP = 24.0
"""Discs with the running cost keep at least this many pixels between their middles."""

AT_ONCE = 12
"""So many enemies are looked at together: much is done once for all of them."""
AT_FIRST = 6
"""So many at first, in the frame that moves the token: the walls make some of them hard."""
FEW = 24
"""So many enemies are looked at all at once before anybody knows how long that takes."""


def snapped(x: float, y: float, side: int, free: bool) -> Footprint:
    """Return the space whose corner is nearest to a place in squares, on the grid unless free."""
    if free:
        return Footprint(to_sub(x), to_sub(y), side)
    unit = SUB if side >= SUB else side
    return Footprint(round(x * SUB / unit) * unit, round(y * SUB / unit) * unit, side)


def squares_between(corners: Sequence[Point]) -> list[Point]:
    """Return the way over corners square by square; off the grid only the corners."""
    way = [corners[0]]
    for a, b in zip(corners, corners[1:], strict=False):
        if any(value % SUB for value in (*a, *b)):
            way.append(b)
        else:
            steps = straight(Cell(a.x // SUB, a.y // SUB), Cell(b.x // SUB, b.y // SUB))
            way += [Point(cell.x * SUB, cell.y * SUB) for cell in steps]
    return way


@dataclass(slots=True)
class Shots:
    """Every enemy's shot at one token, found bit by bit, the nearest enemies first."""

    session: Session
    me: TokenId
    state: Encounter
    found: dict[TokenId, Glance] = field(default_factory=dict)
    _waiting: list[TokenId] = field(default_factory=list)

    def __post_init__(self) -> None:
        mine = self.state.tokens[self.me].space
        enemies = self.session.enemies(self.me)
        near = sorted(enemies, key=lambda t: distance(mine, t.space), reverse=True)
        self._waiting = [t.id for t in near]

    def step(self, seconds: float) -> bool:
        """Go on for a while; returns whether there is more to do."""
        until = perf_counter() + seconds
        while self._waiting:
            id = self._waiting.pop()
            seen = self.session.system.glances(self.state, id, self.state.tokens[id].space)
            mine = next((g for g in seen if g.token == self.me), None)
            if mine is not None:
                self.found[id] = replace(mine, token=id)
            if perf_counter() >= until:
                break
        return bool(self._waiting)


@dataclass(slots=True)
class Nearest:
    """The badges of all enemies seen from one place, found bit by bit, the nearest first."""

    system: GlancesSome
    state: Encounter
    me: TokenId
    place: Footprint
    weapon: str
    waiting: list[TokenId]
    spent: float = 0.0

    def step(self, seconds: float, found: dict[TokenId, Glance]) -> bool:
        """Go on for a while; returns whether there is more to do."""
        begun = perf_counter()
        while self.waiting:
            n = AT_ONCE if self.spent else AT_FIRST
            some, self.waiting = self.waiting[:n], self.waiting[n:]
            seen = self.system.glances_at(self.state, self.me, self.place, self.weapon, some)
            found.update((glance.token, glance) for glance in seen)
            if perf_counter() - begun >= seconds:
                break
        self.spent += perf_counter() - begun
        return bool(self.waiting)


class Drag:
    """One move under the hand. Nothing is recorded until ``drop``."""

    def __init__(
        self, board: BoardView, ids: Sequence[TokenId], lead: TokenId, at: Pointer
    ) -> None:
        session = board.session
        assert session is not None
        self.board = board
        self.session = session
        self.state = session.state
        self.lead = lead
        self.start = {id: self.state.tokens[id].space for id in ids}
        corner = board.scene.corner(lead)
        self._grab = (at.x - corner[0], at.y - corner[1])
        self.place = self.start[lead]
        self.corners: list[Point] = [Point(self.place.x, self.place.y)]
        self.plan: MovePlan | None = None
        self._under: TokenId | None = None
        self.glances: dict[TokenId, Glance] = {}
        self.shots: Shots | None = None
        self.nearest: Nearest | None = None
        self.against = False
        self.asked = False
        self._look()

    @property
    def moved(self) -> bool:
        """Whether dropping here would change anything."""
        return self.place != self.start[self.lead] or len(self.corners) > 1

    def places(self) -> dict[TokenId, Footprint]:
        """Return where every dragged token would stand."""
        old = self.start[self.lead]
        dx, dy = self.place.x - old.x, self.place.y - old.y
        return {id: space.moved(space.x + dx, space.y + dy) for id, space in self.start.items()}

    def to(self, at: Pointer) -> None:
        """Follow the pointer."""
        x, y = at.x - self._grab[0], at.y - self._grab[1]
        place = snapped(x, y, self.place.side, at.alt)
        under = self.board.scene.token_at(at.x, at.y)
        self._under = None if under in self.start else under
        if place != self.place:
            self.place = place
            self._look()
        elif self.asked:
            self._sight()

    def corner(self) -> None:
        """Set a waypoint where the token would stand now."""
        here = Point(self.place.x, self.place.y)
        if self.corners[-1] != here:
            self.corners.append(here)
            self._look()

    def turn_round(self, on: bool) -> None:
        """Show every enemy's shot at the token instead of its own shots."""
        self.against = on
        self._look()

    def _look(self) -> None:
        """Stand there; ask the system at once if it is quick, else when the pointer rests."""
        places = self.places()
        self.board.scene.shown.update(
            {id: (space.x / SUB, space.y / SUB) for id, space in places.items()}
        )
        self.shots, self.nearest, self.glances, self.asked = None, None, {}, False
        self.plan = None
        facts = self.board.facts
        if facts.ways.quick:
            self._count()
        if facts.glimpses.quick and facts.ways.quick and (facts.glimpses.known or self._few):
            self.ask()
        else:
            self.board.sight.clear()
            self.board.card.hide()
            self.nearest = self._nearest()
            if self.nearest is not None:
                self.nearest.step(0, self.glances)
                self.board.pending.go_on()
            self.board.pending.ask_later()
        self.board.moves.place_changed()

    def ask(self) -> None:
        """Ask the system what is seen from this place; once per place."""
        if self.asked:
            return
        self.asked = True
        if self.plan is None:
            self._count()
        if self.nearest is not None and not self.nearest.waiting:
            self.board.facts.glimpses.took(self.nearest.spent)
            self._sight()
            return
        self.nearest = None
        with self.board.facts.glimpses.timed():
            self._glance(self.lead, self.session, self._weapon)
            self._sight()

    @property
    def _few(self) -> bool:
        """Whether there are so few enemies that nobody need measure first how long it takes."""
        return len(self.session.enemies(self.lead)) <= FEW

    @property
    def _weapon(self) -> str:
        draft = self.session.attack.action
        return draft.weapon if draft is not None and draft.attacker == self.lead else ""

    def _nearest(self) -> Nearest | None:
        """Return how the system is asked bit by bit, where it can be."""
        system = self.session.system
        if self.against or not isinstance(system, GlancesSome):
            return None
        foes = self.session.enemies(self.lead)
        near = sorted(foes, key=lambda t: distance(self.place, t.space))
        ids = [token.id for token in near]
        return Nearest(system, self.state, self.lead, self.place, self._weapon, ids)

    def _count(self) -> None:
        """Ask the system what the way costs."""
        if self.moved:
            with self.board.facts.ways.timed():
                self.plan = self.session.system.move_plan(self.state, self.lead, self._squares())

    def _squares(self) -> list[Point]:
        return squares_between([*self.corners, Point(self.place.x, self.place.y)])

    def _glance(self, lead: TokenId, session: Session, weapon: str) -> None:
        if self.against:
            token = self.state.tokens[lead]
            there = self.state.with_token(replace(token, space=self.place))
            self.shots = Shots(session, lead, there)
            self.board.pending.go_on()
        else:
            self.glances = self.board.facts.glances(lead, self.place, weapon)

    def _sight(self) -> None:
        """Look at the enemy under the pointer, else at the target that was chosen."""
        draft, under = self.session.attack.action, self._under
        target = under if under in self.glances else None
        if target is None and draft is not None and draft.attacker == self.lead:
            target = draft.target
        if target is None or self.session.current is None or self.session.current.id != self.lead:
            self.board.sight.clear()
            self.board.card.hide()
        else:
            before = self.board.sight.plan
            self.board.sight.aim(self.session, target, self.place)
            if self.board.sight.plan is not before:
                self.board.card.show()

    @property
    def badges(self) -> dict[TokenId, Glance]:
        """The badges to show: own shots, or with C every enemy's shot."""
        return self.shots.found if self.shots is not None else self.glances

    def step(self, seconds: float) -> bool:
        """Go on with what takes longer; returns whether there is more to do."""
        if self.shots is not None:
            return self.shots.step(seconds)
        return self.nearest is not None and self.nearest.step(seconds, self.glances)

    def drop(self) -> None:
        """Let go: the move becomes one step."""
        places, moved = self.places(), self.moved
        self.put_back()
        if not moved or self.session.state is not self.state:
            return
        via = tuple((p.x / SUB, p.y / SUB) for p in self.corners[1:])
        if via and via[-1] == (self.place.x / SUB, self.place.y / SUB):
            via = via[:-1]
        moves = [
            Move(token=id, to=(space.x / SUB, space.y / SUB), via=via if id == self.lead else ())
            for id, space in places.items()
        ]
        self.board.moves.move(moves, glide=False)

    def put_back(self) -> None:
        """Leave the map as it was found."""
        for id in self.start:
            self.board.scene.shown.pop(id, None)
        self.board.sight.clear()
        self.board.card.hide()
        self.board.moves.place_changed()

    # -- painting --------------------------------------------------------------------------

    def paint_below(self, painter: QPainter, view: View) -> None:
        """Draw the way and the ghosts at the old places."""
        if not self.moved:
            return
        half = self.place.side / 2 / SUB
        way = self._way()
        pixels = [view.at(p.x / SUB + half, p.y / SUB + half) for p in way]
        paint_path(painter, pixels)
        for id in self.start:
            look = self.board.scene.looks[id]
            paint_token(painter, view, replace(look, ghost=True))

    def paint_above(self, painter: QPainter, view: View) -> None:
        """Draw the running cost, what it comes to, the warnings, and whose shots are shown."""
        if self.plan is not None:
            self._paint_cost(painter, view, self.plan)
            self._paint_pills(painter, view, self.plan)
        if self.against:
            self._paint_turned(painter, view)

    def _paint_cost(self, painter: QPainter, view: View, plan: MovePlan) -> None:
        half = self.place.side / 2 / SUB
        way = self._way()
        costs = plan.costs[-len(way) :] if plan.costs else ()
        if len(costs) < len(way):
            costs = (*(0,) * (len(way) - len(costs)), *costs)
        stride = max(1, math.ceil(DISC_GAP / view.scale))
        steps = [
            (view.at(p.x / SUB + half, p.y / SUB + half), str(cost))
            for p, cost in list(zip(way, costs, strict=True))[1:-1][::stride]
        ]
        paint_path(painter, (), steps)

    def _paint_turned(self, painter: QPainter, view: View) -> None:
        """Say at the token that the badges are the shots of its enemies."""
        side = self.place.side / SUB
        x, y = view.x(self.place.x / SUB + side / 2), view.y(self.place.y / SUB + side)
        name = self.state.tokens[self.lead].name
        pill = Pill(tr("board.drag_against", name=name), "target")
        self.board.painting.badges.put_pill(painter, pill, QPointF(x, y + 19))

    def _way(self) -> tuple[Point, ...]:
        if self.plan is not None and len(self.plan.points) > 1:
            return self.plan.points
        return tuple(self._squares())

    def _paint_pills(self, painter: QPainter, view: View, plan: MovePlan) -> None:
        side = self.place.side / SUB
        x, y = self.place.x / SUB, self.place.y / SUB
        middle = view.x(x + side / 2)
        above, below = QPointF(middle, view.y(y) - 19), QPointF(middle, view.y(y + side) + 19)
        way = self._way()
        if len(way) > 1 and way[-2].y < way[-1].y:
            above, below = below, above  # the way comes from above
        self.board.painting.badges.put_pill(painter, Pill.accent(say(plan.summary)), above)
        for problem in plan.warnings:
            at = below
            if problem.points:
                at = view.point(problem.points[0]) + QPointF(0, view.scale / 2 + 8)
            self.board.painting.badges.put_pill(painter, Pill.warning(reason(problem)), at)
