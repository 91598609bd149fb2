"""What every dock is: a title bar of ours, a session that may change, and looks that may too."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QDockWidget, QHBoxLayout, QLabel, QToolButton, QWidget

from desktop import icons
from desktop.i18n import language, tr
from desktop.session import Session
from rules.encounter.changes import EVERYTHING, Changes


class TitleBar(QWidget):
    """Icon, title and second line at the left, float and close at the right."""

    def __init__(self, dock: Dock) -> None:
        super().__init__(dock)
        self.setObjectName("docktitle")
        self.setFixedHeight(32)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 0, 6, 0)
        row.setSpacing(8)
        self._mark = QLabel()
        self._mark.setFixedSize(16, 16)
        row.addWidget(self._mark)
        self.title = QLabel()
        self.title.setObjectName("docktitle")
        row.addWidget(self.title)
        self.sub = QLabel()
        self.sub.setObjectName("docksub")
        self.sub.setMinimumWidth(0)
        row.addWidget(self.sub, 1)
        self._float = self._button(lambda: dock.setFloating(not dock.isFloating()))
        self._close = self._button(dock.close)
        row.addWidget(self._float)
        row.addWidget(self._close)
        self._dock = dock

    def _button(self, run: object) -> QToolButton:
        button = QToolButton()
        button.setProperty("kind", "flat")
        button.setIconSize(QSize(16, 16))
        button.setFixedSize(24, 24)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(run)
        return button

    def retranslate(self) -> None:
        """Say the words and draw the icons again."""
        dock = self._dock
        self.title.setText(language.words.say(f"dock.{dock.id}"))
        self._mark.setPixmap(icons.pixmap(dock.icon, "text-3", 16, self.devicePixelRatioF()))
        for button, icon, text in (
            (self._float, "float", tr("dock.float")),
            (self._close, "close", tr("dock.close")),
        ):
            button.setIcon(icons.icon(icon, "text-3"))
            button.setToolTip(text)
            button.setAccessibleName(text)


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

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(f"dock_{self.id}")
        self.session: Session | None = None
        self.bar = TitleBar(self)
        self.setTitleBarWidget(self.bar)
        self.setAllowedAreas(Qt.DockWidgetArea.AllDockWidgetAreas)
        language.changed.connect(self._speak)
        self.build()
        self._speak()

    # -- to be filled by each dock -----------------------------------------------------------

    def build(self) -> None:
        """Make the widgets, once."""

    def retranslate(self) -> None:
        """Say all fixed words."""

    def refresh(self, changes: Changes) -> None:
        """Show the state of ``self.session`` (``None`` = the empty state)."""

    def connect_session(self, session: Session) -> None:
        """Listen to more signals of a new session than ``changed`` and ``selection_changed``."""

    def take_focus(self) -> None:
        """Take the keyboard where the game master would type next."""
        self.setFocus()

    # -- done here ---------------------------------------------------------------------------

    def set_session(self, session: Session | None) -> None:
        """Show another fight, or nothing."""
        self.session = session
        if session is not None:
            session.changed.connect(self._changed)
            session.selection_changed.connect(self._selected)
            self.connect_session(session)
        self.refresh(EVERYTHING)

    def restyle(self) -> None:
        """Draw everything again in the theme in use."""
        self._speak()

    def set_sub(self, text: str) -> None:
        """Write the second, quiet part of the title."""
        self.bar.sub.setText(text)

    def _speak(self) -> None:
        self.setWindowTitle(language.words.say(f"dock.{self.id}"))
        self.setAccessibleName(language.words.say(f"dock.{self.id}"))
        self.bar.retranslate()
        self.retranslate()
        self.refresh(EVERYTHING)

    def _changed(self, changes: Changes) -> None:
        if self.session is not None:
            self.refresh(changes)

    def _selected(self) -> None:
        if self.session is not None:
            self.refresh(EVERYTHING)
