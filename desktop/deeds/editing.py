"""Undo, the clipboard and what is selected."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication

from desktop.deeds.base import Doing
from desktop.i18n import tr
from desktop.messages import Message
from maps.grid import SUB, Point
from rules.encounter.situation import dump_situation
from rules.procedures.tokens import put_back

if TYPE_CHECKING:
    from rules.encounter.state import Token, TokenId


class Editing(Doing):
    """The actions of the menu Edit."""

    _clipboard: tuple[Token, ...] = ()

    def _undo(self) -> None:
        """Take back what was changed in the attack by hand, else the last step of the fight."""
        fight = self._fight()
        label = None if fight.talk.busy else fight.attack.undo()
        if label is None:
            label = fight.undo()
        if label is not None:
            self.window.tell(Message(tr("undo.done", what=label), "done"))

    def _redo(self) -> None:
        fight = self._fight()
        label = None if fight.talk.busy else fight.attack.redo()
        if label is None:
            label = fight.redo()
        if label is not None:
            self.window.tell(Message(tr("redo.done", what=label), "done"))

    def _copy(self) -> None:
        session = self._fight()
        self._clipboard = tuple(session.state.tokens[t] for t in session.selected)

    @property
    def clipboard_full(self) -> bool:
        """Whether there is something to paste."""
        return bool(self._clipboard)

    def _cut(self) -> None:
        self._copy()
        self._delete()

    def _paste(self) -> None:
        """Put copies beside those that are there, and back who was cut out."""
        session = self._fight()
        tokens = session.state.tokens
        there = [t.id for t in self._clipboard if t.id in tokens]
        own = {t.sheet.__class__ for t in self._clipboard} <= {session.system.sheet_model}
        if there:
            self._copies(there)
        elif self._clipboard and own:
            before = set(tokens)
            cell = self.window.board.hover.cell
            corner = Point(cell.x * SUB, cell.y * SUB) if cell is not None else None
            if session.take(put_back(self._clipboard, session.state, corner)):
                session.select([id for id in session.state.tokens if id not in before])
        elif not self.library.read_clipboard():
            self.window.tell(Message(tr("paste.nothing"), "info"))

    def _duplicate(self) -> None:
        self._copies(list(self._fight().selected))

    def _copies(self, tokens: list[TokenId]) -> None:
        """Set copies beside tokens and select them: what follows is done to the copies."""
        session = self._fight()
        before = set(session.state.tokens)
        if self.run("copy", tokens=tokens):
            session.select([id for id in session.state.tokens if id not in before])

    def _delete(self) -> None:
        self.run("remove", tokens=list(self._fight().selected))

    def _select_all(self) -> None:
        session = self._fight()
        here = session.storey
        session.select([t for t in session.state.tokens if session.storey_of(t) is here])

    def _copy_situation(self) -> None:
        session = self._fight()
        data = dump_situation(session.state, session.system, session.attack.action)
        QGuiApplication.clipboard().setText(json.dumps(data, ensure_ascii=False, indent=1))
        self.window.tell(Message(tr("situation.copied"), "done"))
