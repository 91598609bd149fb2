"""What every dock is: a title bar of ours, a session that may change, and looks that may too."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDockWidget, QWidget

from desktop.guard import guarded
from desktop.i18n import language, tr
from desktop.messages import message_of
from desktop.session import Session
from desktop.widgets.dock import DockBody, DockTitle
from maps.problems import Problem, UnreadableFileError
from rules.encounter.changes import EVERYTHING, Changes
from rules.encounter.commands import CommandError, parse_command
from rules.encounter.plans import AttackAction

OWN_KEYS = frozenset(
    {
        Qt.Key.Key_Tab,
        Qt.Key.Key_Backtab,
        Qt.Key.Key_Return,
        Qt.Key.Key_Enter,
        Qt.Key.Key_Escape,
        Qt.Key.Key_Space,
        Qt.Key.Key_F2,
    }
)
"""Keys that mean the focused control while the keyboard is in a dock, not the map."""


NOTHING = Changes()
_PLAIN = (str, tuple, bool, AttackAction)
"""What is compared by value; all else is as large as a fight."""


class Dock(QDockWidget):
    """Base of all docks. A dock reads the session and says what the game master wants.

    Signals:
        message(Message): something to tell.
        command(str, bool): an action of the window by id, as if chosen in a menu.
    """

    message = Signal(object)
    command = Signal(str, bool)

    id: ClassVar[str] = ""
    icon: ClassVar[str] = "info"
    on_demand: ClassVar[bool] = False
    """Whether it is shown only when it is wanted; only then are its widgets made."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(f"dock_{self.id}")
        self.session: Session | None = None
        self.built = False
        self._sub = ""
        self._about: tuple[object, ...] | None = None
        self.bar = DockTitle(self.icon, "", parent=self)
        self.bar.float_wanted.connect(lambda: self.setFloating(not self.isFloating()))
        self.bar.close_wanted.connect(self.close)
        self.setTitleBarWidget(self.bar)
        self._no_bar = QWidget(self)
        self._no_bar.setFixedHeight(0)
        self._no_bar.hide()
        self.setAllowedAreas(Qt.DockWidgetArea.AllDockWidgetAreas)
        if not self.on_demand:
            self.build_now()
        self.speak()

    # -- to be filled by each dock -----------------------------------------------------------

    def build(self) -> None:
        """Make the widgets, once."""

    def retranslate(self) -> None:
        """Say all fixed words."""

    def refresh(self, changes: Changes) -> None:
        """Show the state of ``self.session`` (``None`` = the empty state).

        Without any change somebody else is selected, or another attack thought about.
        """

    def connect_session(self, session: Session) -> None:
        """Listen to more signals of a new session than ``changed`` and ``selection_changed``."""

    def take_focus(self) -> None:
        """Take the keyboard where the game master would type next."""
        self.setFocus()

    # -- done here ---------------------------------------------------------------------------

    def build_now(self) -> None:
        """Make the widgets, if they are not made yet, and show the fight in them."""
        if self.built:
            return
        self.built = True
        self.build()
        if self.session is not None:
            self._listen(self.session)
        if self.on_demand:
            self.speak()

    def set_session(self, session: Session | None) -> None:
        """Show another fight, or nothing."""
        self.session = session
        if self.built:
            if session is not None:
                self._listen(session)
            self.refresh(EVERYTHING)

    def _listen(self, session: Session) -> None:
        session.changed.connect(self._changed)
        session.selection_changed.connect(self._selected)
        self.connect_session(session)

    @guarded
    def setVisible(self, visible: bool) -> None:
        """Make what is shown now for the first time before Qt asks how large it is."""
        if visible:
            self.build_now()
        super().setVisible(visible)

    def restyle(self) -> None:
        """Draw everything again in the theme in use."""
        self.speak()

    def show_content(self, content: QWidget) -> None:
        """Put what the dock shows into its frame."""
        body = DockBody()
        body.column.addWidget(content)
        self.setWidget(body)

    def run(self, name: str, *, confirm: bool = False, **fields: object) -> bool:
        """Perform a command of the fight by name; what is wrong with it is told in words."""
        session = self.session
        if session is None:
            return False
        try:
            command = parse_command(session.system, {"do": name, **fields})
        except (CommandError, UnreadableFileError) as error:
            self.tell_problem(error.problem)
            return False
        return session.perform(command, confirm=confirm)

    def is_news(self, changes: Changes, *about: object) -> bool:
        """Whether a dock shows something else than what its content is ``about`` now.

        Several signals tell of one step. States and plans are compared by identity.
        """
        old, self._about = self._about, about
        if changes.everything or old is None or len(old) != len(about):
            return True
        pairs = zip(old, about, strict=True)
        return any(a is not b and (not isinstance(a, _PLAIN) or a != b) for a, b in pairs)

    def tell_problem(self, problem: Problem) -> None:
        """Tell the game master why something cannot be done."""
        self.message.emit(message_of(problem))

    def give_focus_back(self) -> None:
        """Let the map have the keyboard again."""
        board = getattr(self.parentWidget(), "board", None)
        if isinstance(board, QWidget):
            board.setFocus()
        elif (held := self.focusWidget()) is not None:
            held.clearFocus()

    @guarded
    def event(self, event: QEvent) -> bool:
        """Keep the keys of the focused control from the actions of the window."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            plain = event.modifiers() & ~(
                Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
            )
            if event.key() in OWN_KEYS and plain == Qt.KeyboardModifier.NoModifier:
                event.accept()
                return True
        return super().event(event)

    def set_sub(self, text: str, title: str = "") -> None:
        """Write the second, quiet part of the title, perhaps with another first one."""
        self._sub = text
        self.bar.set_title(title or language.words.say(f"dock.{self.id}"), text)

    def show_title(self, on: bool) -> None:
        """Show the title bar, or leave the title to the tab that stands above the dock."""
        wanted = self.bar if on else self._no_bar
        if self.titleBarWidget() is not wanted:
            self.setTitleBarWidget(wanted)
            wanted.setVisible(on)
            (self._no_bar if on else self.bar).hide()
            if self.built:
                self.refresh(EVERYTHING)

    @property
    def titled(self) -> bool:
        """Whether the title bar is shown; among tabs there is none."""
        return self.titleBarWidget() is self.bar

    def speak(self) -> None:
        """Say everything in the language in use; the window calls this when it is another one."""
        self.setWindowTitle(language.words.say(f"dock.{self.id}"))
        self.setAccessibleName(language.words.say(f"dock.{self.id}"))
        self.bar.set_tips(tr("dock.float"), tr("dock.close"))
        self.set_sub(self._sub)
        if self.built:
            self.retranslate()
            self.refresh(EVERYTHING)

    def _changed(self, changes: Changes) -> None:
        if self.session is not None:
            self.refresh(changes)

    def _selected(self) -> None:
        if self.session is not None:
            self.refresh(NOTHING)
