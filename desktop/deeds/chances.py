"""Offers the attacks that a move or another deed gave to foes: a button for each of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from desktop.i18n import tr
from desktop.messages import Message
from desktop.session import Session
from maps.grid import Point
from rules.encounter.commands import Command
from rules.encounter.events import Moved
from rules.encounter.state import Encounter, TokenId
from rules.system.actions import Distracting, Provoking

if TYPE_CHECKING:
    from desktop.window.main_window import MainWindow


class Chances(QObject):
    """Listens to one window's fight: after a move or a deed it says who may strike now.

    Every way to do them is heard the same, by the step that it leaves in the history.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window = window
        self._session: Session | None = None
        self._state: Encounter | None = None
        self._steps = 0

    def follow(self, session: Session | None) -> None:
        """Listen to another fight, or to none."""
        self._session = session
        self._remember()
        if session is not None:
            session.changed.connect(self._changed)

    def _remember(self) -> None:
        session = self._session
        self._state = session.state if session is not None else None
        self._steps = session.history.done if session is not None else 0
        if session is not None and session.past:
            self._steps = -2  # what comes after a look at the past is no new step

    def _changed(self, _changes: object) -> None:
        session, before, steps = self._session, self._state, self._steps
        if self.sender() is not session or session is None:
            return
        self._remember()
        history = session.history
        new = history.done == steps + 1 == history.count
        system = session.system
        if session.past or not new or before is None or not before.timeline.running:
            return
        step = history.last
        events = step.events if step is not None else ()
        if isinstance(system, Provoking):
            for event in events:
                if isinstance(event, Moved) and event.cost and event.token in before.tokens:
                    start = before.tokens[event.token].space
                    way = (Point(start.x, start.y), *event.path)
                    name = before.tokens[event.token].name
                    words = tr("chances.offer", name=name)
                    self._offer(session, words, system.opportunities(before, event.token, way))
        if isinstance(system, Distracting):
            for deed in system.distractions(before, events):
                words = tr("chances.deed", name=before.tokens[deed.who].name, why=deed.why)
                self._offer(session, words, deed.chances)

    def _offer(self, session: Session, words: str, chances: Sequence[Command]) -> None:
        """Show a button for everybody who can still strike."""
        choices = []
        for chance in chances:
            striker = session.state.tokens.get(TokenId(str(getattr(chance, "attacker", ""))))
            if striker is not None and not session.system.health(striker).down:
                choices.append((striker.name, self._strike(session, chance)))
        if choices:
            self.window.tell(Message(words, "warning", choices=tuple(choices)))

    def _strike(self, session: Session, chance: Command) -> Callable[[], None]:
        def strike() -> None:
            if self.window.session is session:
                fields = chance.model_dump(mode="json", exclude={"do", "dice", "choices"})
                given = {k: v for k, v in fields.items() if v not in (None, "", [])}
                self.window.fight_actions.perform(session, chance.do, given)

        return strike
