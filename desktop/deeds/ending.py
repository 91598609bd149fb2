"""Offers to end a fight in which nobody has a foe left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from desktop.i18n import tr
from desktop.messages import Message
from desktop.session import Session
from rules.encounter.state import SideId, TokenId, hostile
from rules.system import RuleSystem

if TYPE_CHECKING:
    from desktop.window.main_window import MainWindow
    from rules.encounter.state import Encounter


def decided(system: RuleSystem, state: Encounter) -> bool:
    """Whether there were foes, and nobody who still stands has one that stands."""
    tokens = state.tokens.values()
    sides = {t.side for t in tokens}
    standing: set[SideId] = set()
    for token in tokens:  # as a rule the first two sides decide, and few need be looked at
        if token.side not in standing and not system.health(token).down:
            if any(hostile(token.side, other) for other in standing):
                return False
            standing.add(token.side)
    return any(hostile(a, b) for a in sides for b in sides)


class Ending(QObject):
    """Listens to one window's fight: once it is decided, a message offers to end it.

    It is offered once, and again only when somebody new has joined.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window = window
        self._known: frozenset[TokenId] = frozenset()

    def follow(self, session: Session) -> None:
        """Listen to another fight."""
        self._known = frozenset()
        session.changed.connect(self._changed)

    def _changed(self, _changes: object) -> None:
        session = self.window.session
        if session is None or self.sender() is not session or session.past:
            return
        state = session.state
        if not state.timeline.running:
            self._known = frozenset()
            return
        there = frozenset(state.tokens)
        if there <= self._known or not decided(session.system, state):
            return
        self._known = there
        message = Message(
            tr("ending.offer"),
            action_label=tr("ending.end"),
            action=lambda: self._end(session),
            choices=((tr("ending.go_on"), lambda: None),),
        )
        self.window.tell(message)

    def _end(self, session: Session) -> None:
        if self.window.session is session and session.state.timeline.running:
            self.window.deeds.run("end")
