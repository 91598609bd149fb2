"""The heat map: what every square would mean, found out bit by bit from the token outwards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QObject, QRectF, Signal
from PySide6.QtGui import QPainter

from desktop.board.paint import View
from desktop.board.paint_marks import Heat, paint_heat
from desktop.i18n import say
from maps.grid import SUB, Cell, Footprint, distance
from maps.reach import flanks
from maps.shapes import Grade
from rules.encounter.state import Encounter, TokenId
from rules.system import AttackAction

if TYPE_CHECKING:
    from desktop.session import Session

HeatQuestion = Literal["target", "safety", "flank"]
QUESTIONS: tuple[HeatQuestion, ...] = ("target", "safety", "flank")
"""What cover the target has against me; where I have cover from all enemies; where I flank."""

TELL_EVERY = 0.15
"""Seconds between two pictures of a heat map that is still growing."""

_RANK = {grade: rank for rank, grade in enumerate(Grade)}


class HeatMap(QObject):
    """The heat map of the selected combatant.

    It works in slices between two frames, not in a thread: rules are Python, and a thread of
    Python would take the interpreter from the painting for milliseconds at a time.

    Signals:
        changed(): more squares are known, or everything begins anew.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.question: HeatQuestion = "target"
        self.opacity = 1.0
        self.signs = True
        self.cells: dict[Cell, Heat] = {}
        self._session: Session | None = None
        self._key: tuple[object, ...] = ()
        self._state: Encounter | None = None
        self._squares: Iterator[Cell] = iter(())
        self._busy = False
        self._told = 0.0

    @property
    def busy(self) -> bool:
        """Whether squares are still to be found out about."""
        return self._busy

    def ask(self, question: HeatQuestion) -> None:
        """Ask something else of every square."""
        self.question = question
        self.update(self._session)

    def counts(self) -> dict[Grade, int]:
        """Return how many squares have each grade."""
        found: dict[Grade, int] = {}
        for heat in self.cells.values():
            found[heat.grade] = found.get(heat.grade, 0) + 1
        return found

    @staticmethod
    def target_of(session: Session) -> TokenId | None:
        """Return whom the heat map is about: the target of the draft, else the nearest enemy."""
        me, draft = session.current, session.draft
        if me is None:
            return None
        if draft is not None and draft.attacker == me.id:
            return draft.target
        foes = sorted(session.enemies(me.id), key=lambda t: distance(me.space, t.space))
        return foes[0].id if foes else None

    def update(self, session: Session | None) -> None:
        """Begin anew where state, combatant, target or question are other ones."""
        me = session.current if session is not None else None
        target = self.target_of(session) if session is not None else None
        weapon = ""
        if session is not None and me is not None and session.draft is not None:
            weapon = session.draft.weapon if session.draft.attacker == me.id else ""
        state = session.state if session is not None else None
        key = (me.id if me else None, target, self.question, weapon)
        if state is self._state and key == self._key and session is self._session:
            return
        self._session, self._state, self._key = session, state, key
        self.cells = {}
        self._busy = me is not None and target is not None
        if session is not None and me is not None:
            self._squares = _from_inside_out(session, me.space)
        self.changed.emit()

    def work(self, seconds: float) -> bool:
        """Find out about more squares; returns whether there are any left."""
        session, state = self._session, self._state
        if not self._busy or session is None or state is None:
            return False
        until = perf_counter() + seconds
        for cell in self._squares:
            heat = self._heat(session, state, cell)
            if heat is not None:
                self.cells[cell] = heat
            if perf_counter() >= until:
                self._tell()
                return True
        self._busy = False
        self.changed.emit()
        return False

    def _tell(self) -> None:
        """Say that more is known, but not so often that painting eats the time for finding."""
        now = perf_counter()
        if now - self._told >= TELL_EVERY:
            self._told = now
            self.changed.emit()

    def _heat(self, session: Session, state: Encounter, cell: Cell) -> Heat | None:
        id, target, question, weapon = self._key
        assert isinstance(id, str)
        assert isinstance(target, str)
        me = state.tokens[TokenId(id)]
        place = Footprint(cell.x * SUB, cell.y * SUB, me.space.side)
        others = (t for t in state.tokens.values() if t.id != me.id)
        if any(place.overlaps(t.space) and not session.system.health(t).down for t in others):
            return None
        match question:
            case "target":
                return _against(session, state, place, (me.id, TokenId(target), str(weapon)))
            case "safety":
                return _safety(session, state, me.id, place)
            case _:
                return _flanking(session, state, place, me.id, TokenId(target))

    def paint(self, painter: QPainter, view: View, visible: QRectF) -> None:
        """Paint what is known."""
        cells = self.cells
        if not self.signs:
            cells = {cell: replace(heat, sign="") for cell, heat in cells.items()}
        paint_heat(painter, view, cells, self.opacity, visible)


def _from_inside_out(session: Session, space: Footprint) -> Iterator[Cell]:
    board = session.state.board
    middle = Cell(space.x // SUB, space.y // SUB)
    cells = [
        Cell(x, y)
        for y in range(board.top, board.top + board.height)
        for x in range(board.left, board.left + board.width)
    ]
    return iter(sorted(cells, key=lambda c: (c.x - middle.x) ** 2 + (c.y - middle.y) ** 2))


def _against(
    session: Session, state: Encounter, place: Footprint, shot: tuple[TokenId, TokenId, str]
) -> Heat | None:
    """Return the cover that the target would have."""
    id, target, weapon = shot
    for glance in session.system.glances(state, id, place, weapon):
        if glance.token == target:
            sign = "" if glance.grade is Grade.TOTAL else say(glance.text)
            return Heat(glance.grade, sign)
    return None


def _safety(session: Session, state: Encounter, id: TokenId, place: Footprint) -> Heat | None:
    """Return the least cover that the combatant would have from any enemy."""
    there = state.with_token(replace(state.tokens[id], space=place))
    least: Heat | None = None
    for enemy in session.enemies(id):
        if session.system.health(enemy).down:
            continue
        plan = session.system.plan(there, AttackAction(enemy.id, id))
        grade = plan.cover.grade
        if least is None or _RANK[grade] < _RANK[least.grade]:
            entry = plan.defence.find("cover")
            value = entry.modifier.value if entry is not None else 0
            sign = "" if grade is Grade.TOTAL else f"+{value}" if value else "0"
            least = Heat(grade, sign)
            if grade is Grade.NONE:
                break
    return least


def _flanking(
    session: Session, state: Encounter, place: Footprint, id: TokenId, target: TokenId
) -> Heat | None:
    """Mark the squares from which the target would be flanked."""
    me, victim = state.tokens[id], state.tokens[target]
    friends = (t for t in state.tokens.values() if t.side is me.side and t.id != id)
    if not any(flanks(place, t.space, victim.space) for t in friends):
        return None
    weapon = next((w.id for w in session.system.weapons(state, id) if not w.ranged), "")
    seen = session.system.glances(state, id, place, weapon)
    flanked = any(g.token == target and g.flanked for g in seen)
    return Heat(Grade.NONE, "") if flanked else None
