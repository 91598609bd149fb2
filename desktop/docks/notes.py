"""The notes dock: what the game master keeps in mind about the fight and about a combatant."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QKeyCombination, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QPlainTextEdit, QVBoxLayout, QWidget

from desktop.docks.base import Dock
from desktop.guard import guarded
from desktop.i18n import tr
from desktop.session import Session
from desktop.widgets.base import label
from rules.encounter.changes import Changes
from rules.encounter.commands import Command, Edit, Memo
from rules.encounter.state import TokenId, memo_of

SAVE_AFTER = 1200
"""Milliseconds without a key after which a note is written into the fight."""
LONGEST = 20_000
REDO = QKeyCombination(Qt.KeyboardModifier.ControlModifier, Qt.Key.Key_Y)


class NoteEdit(QPlainTextEdit):
    """A note that saves itself: a while after the last key, and when the keyboard leaves.

    Signals:
        done(): it should be saved now.
    """

    done = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setTabChangesFocus(True)
        self.changed_by_hand = False
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(SAVE_AFTER)
        self._later.timeout.connect(self.done)
        self.textChanged.connect(self._typed)

    def show_text(self, text: str) -> None:
        """Show what the fight holds; what is being typed is left alone."""
        if self.changed_by_hand or text == self.toPlainText().strip():
            return
        self.blockSignals(True)
        self.setPlainText(text)
        self.blockSignals(False)

    def wait(self) -> None:
        """Save a little later: something else is under way."""
        self._later.start()

    def settle(self) -> None:
        """What is typed is in the fight now, or given up."""
        self._later.stop()
        self.changed_by_hand = False

    def _typed(self) -> None:
        self.changed_by_hand = True
        self._later.start()

    @guarded
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if self.changed_by_hand:
            self.done.emit()

    @guarded
    def event(self, event: QEvent) -> bool:
        """While somebody writes, redo is meant for the note, not for the fight."""
        if event.type() == QEvent.Type.ShortcutOverride and _means_redo(event):
            event.accept()
            return True
        return super().event(event)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if _means_redo(event):
            self.redo()
            return
        super().keyPressEvent(event)


def _means_redo(event: QEvent) -> bool:
    """Whether a key says redo: Ctrl+Y everywhere, as in the window, and what the system uses."""
    if not isinstance(event, QKeyEvent):
        return False
    return event.matches(QKeySequence.StandardKey.Redo) or event.keyCombination() == REDO


class NotesDock(Dock):
    """Two notes: of the fight, and of whoever is selected. Each saving is a step of the fight."""

    id = "notes"
    icon = "pen"
    on_demand = True

    def build(self) -> None:
        self._who: TokenId | None = None
        self.fight_title, self.token_title = label("", "name"), label("", "name")
        self.fight, self.token = NoteEdit(), NoteEdit()
        self.fight.done.connect(self._save_fight)
        self.token.done.connect(self._save_token)
        self.hint = label("", "label", "2")
        self.hint.setWordWrap(True)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(12, 8, 12, 4)
        column.setSpacing(4)
        for title, edit in ((self.token_title, self.token), (self.fight_title, self.fight)):
            column.addWidget(title)
            column.addWidget(edit, 1)
        column.addWidget(self.hint)
        self.show_content(body)

    def retranslate(self) -> None:
        self.fight_title.setText(tr("notes.fight"))
        self.fight.setAccessibleName(tr("notes.fight"))
        self.fight.setPlaceholderText(tr("notes.fight_example"))
        self.token.setPlaceholderText(tr("notes.token_example"))
        self.hint.setText(tr("notes.hint"))

    def set_session(self, session: Session | None) -> None:
        """Save what is typed for the fight before, then show another one."""
        if self.built and session is not self.session:
            self.save()
            self._who = None
        super().set_session(session)

    def refresh(self, changes: Changes) -> None:
        del changes
        session = self.session
        me = session.current if session is not None else None
        if self._who != (me.id if me is not None else None):
            self._save_token()
            self._who = me.id if me is not None else None
        open = session is not None and not session.past and not session.store.read_only
        self.fight.setReadOnly(not open)
        self.token.setReadOnly(not open)
        self.token.setEnabled(me is not None)
        name = me.name if me is not None else ""
        self.token_title.setText(tr("notes.token", name=name) if name else tr("notes.nobody"))
        self.token.setAccessibleName(self.token_title.text())
        self.token.show_text(me.note if me is not None else "")
        self.fight.show_text(memo_of(session.state) if session is not None else "")

    # -- saving --------------------------------------------------------------------------------

    def save(self) -> None:
        """Write both notes into the fight now."""
        self._save_token()
        self._save_fight()

    def _save_fight(self) -> None:
        self._write(self.fight, lambda text: Memo(text=text))

    def _save_token(self) -> None:
        who, session = self._who, self.session
        if who is None or session is None or who not in session.state.tokens:
            self.token.settle()
            return
        self._write(self.token, lambda text: Edit(token=who, values={"note": text}))

    def _write(self, edit: NoteEdit, command: Callable[[str], Command]) -> None:
        session = self.session
        if not edit.changed_by_hand or session is None:
            return
        if session.talk.busy and edit.hasFocus():
            edit.wait()  # the attack under way goes first
            return
        text = edit.toPlainText().strip()[:LONGEST]
        edit.settle()
        if not session.past and not session.store.read_only:
            session.perform(command(text))

    def take_focus(self) -> None:
        (self.token if self.token.isEnabled() else self.fight).setFocus()
