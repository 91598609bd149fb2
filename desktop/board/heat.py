"""The heat map: what every square would mean, found out bit by bit, what is seen first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from time import perf_counter, thread_time
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRectF, Signal
from PySide6.QtGui import QPainter

from desktop.board.heat_squares import answers, reach
from desktop.board.paint import View
from desktop.board.paint_marks import Heat, paint_heat, paint_reach
from maps.grid import Cell, distance
from maps.shapes import Grade
from rules.encounter.state import Encounter, TokenId
from rules.system.ground import HeatKind, HeatQuestion

if TYPE_CHECKING:
    from desktop.session import Session

QUESTIONS: tuple[HeatKind, ...] = ("cover", "safety", "flank", "reach")
"""What cover the target has against me; from how many enemies I have cover; where I flank;
where I get this turn."""

TELL_EVERY = 0.15
"""Seconds between two pictures of a heat map that is still growing."""
PATIENCE = 0.04
"""Seconds of work within which a new map shows squares rather than flicker."""


def _no_rows() -> Sequence[int]:
    return ()


class HeatMap(QObject):
    """The heat map of the selected combatant.

    It works in slices between two frames, not in a thread: rules are Python, and a thread of
    Python would take the interpreter from the painting for milliseconds at a time.
    ``seen_first`` tells the rows that are seen.

    Signals:
        changed(): more squares are known, or everything begins anew.
        asked(): the question is another one, or whom it is about.
    """

    changed = Signal()
    asked = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.question: HeatKind = "cover"
        self.opacity = 1.0
        self.signs = True
        self.rim_shown = True
        self.cells: dict[Cell, Heat] = {}
        self.rim: frozenset[Cell] = frozenset()
        self.seen_first: Callable[[], Sequence[int]] = _no_rows
        self._session: Session | None = None
        self._asked: HeatQuestion | None = None
        self._state: Encounter | None = None
        self._steps: Iterator[bool] = iter(())
        self._busy = False
        self._told = 0.0
        self._patience = 0.0

    @property
    def busy(self) -> bool:
        """Whether squares are still to be found out about."""
        return self._busy

    @property
    def about(self) -> HeatQuestion | None:
        """Whom the map is about; nothing without a combatant or somebody to ask about."""
        return self._asked

    def ask(self, question: HeatKind) -> None:
        """Ask something else of every square."""
        self.question = question
        self.update(self._session)

    def looks(
        self, *, opacity: float | None = None, signs: bool | None = None, rim: bool | None = None
    ) -> None:
        """Show the map otherwise."""
        self.opacity = self.opacity if opacity is None else opacity
        self.signs = self.signs if signs is None else signs
        self.rim_shown = self.rim_shown if rim is None else rim
        self.changed.emit()

    def counts(self) -> Counter[Grade]:
        """Return how many squares have each ground."""
        return Counter(heat.grade for heat in self.cells.values())

    def sign_of(self, grade: Grade) -> str:
        """Return a sign that squares of this grade have, for the legend."""
        return next((h.sign for h in self.cells.values() if h.grade is grade), "")

    @staticmethod
    def target_of(session: Session) -> TokenId | None:
        """Return whom the heat map is about: the target of the draft, else the nearest enemy."""
        me, draft = session.current, session.attack.action
        if me is None:
            return None
        if draft is not None and draft.attacker == me.id:
            return draft.target
        foes = sorted(session.enemies(me.id), key=lambda t: distance(me.space, t.space))
        return foes[0].id if foes else None

    def update(self, session: Session | None) -> None:
        """Begin anew where state, combatant, target or question are other ones."""
        asked = self._question(session) if session is not None else None
        state = session.state if session is not None else None
        if state is self._state and asked == self._asked and session is self._session:
            return
        self._session, self._state, self._asked = session, state, asked
        self.cells, self.rim = {}, frozenset()
        self._busy = asked is not None
        self._told, self._patience = 0.0, PATIENCE
        if session is not None and asked is not None:
            self._steps = self._go(session, asked)
        self.asked.emit()
        self.changed.emit()

    def _question(self, session: Session) -> HeatQuestion | None:
        me, target, draft = session.current, self.target_of(session), session.attack.action
        if me is None or (target is None and self.question != "reach"):
            return None
        weapon = draft.weapon if draft is not None and draft.attacker == me.id else ""
        return HeatQuestion(self.question, me.id, target, weapon)

    def _go(self, session: Session, asked: HeatQuestion) -> Iterator[bool]:
        """Find out bit by bit: some squares first, then the rim, then all others."""
        me = session.state.tokens[asked.token]
        found = answers(session, asked, self.seen_first())
        for first in found:
            self.cells.update(first)
            yield True
            if first:
                break
        for part in reach(session, me):
            self.rim |= part
            yield True
        for more in found:
            self.cells.update(more)
            yield True

    def work(self, seconds: float) -> bool:
        """Find out about more squares; returns whether there are any left."""
        if not self._busy:
            return False
        until, patience = perf_counter() + seconds, thread_time() + self._patience
        self._patience = 0.0
        for _ in self._steps:
            if perf_counter() >= until and (self.cells or thread_time() >= patience):
                self._tell()
                return True
        self._busy = False
        self.changed.emit()
        return False

    def _tell(self) -> None:
        """Say that more is known, but not so often that painting eats the time for finding."""
        now = perf_counter()
        if now - self._told >= TELL_EVERY and self.cells:
            self._told = now
            self.changed.emit()

    def paint(self, painter: QPainter, view: View, visible: QRectF) -> None:
        """Paint what is known."""
        cells = self.cells
        if not self.signs:
            cells = {cell: replace(heat, sign="") for cell, heat in cells.items()}
        paint_heat(painter, view, cells, self.opacity, visible)

    def paint_rim(self, painter: QPainter, view: View) -> None:
        """Paint the rim of what is reached by one move."""
        if self.rim_shown and self.rim:
            paint_reach(painter, view, self.rim)
