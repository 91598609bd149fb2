"""What every dock is: a title bar of ours, a session that may change, and looks that may too."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import (
    QDockWidget,
    QHBoxLayout,
    QLabel,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop import icons, theme
from desktop.board.paint import fill, pen
from desktop.docks.parts import ElidedLabel
from desktop.i18n import language, tr
from desktop.messages import message_of
from desktop.session import Session
from maps.problems import Problem, UnreadableFileError
from rules.encounter.changes import EVERYTHING, Changes
from rules.encounter.commands import CommandError, parse_command

RADIUS = 8
TITLE = 32
"""Height of a title bar."""

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


def paint_frame(widget: QWidget, *, top: bool) -> None:
    """Paint the upper or lower part of a dock's frame, round at the outer corners."""
    look = theme.current()
    painter = QPainter(widget)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    beyond = RADIUS + 2
    rect = QRectF(widget.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
    if top:
        rect.setBottom(rect.bottom() + beyond)
    else:
        rect.setTop(rect.top() - beyond)
    path = QPainterPath()
    path.addRoundedRect(rect, RADIUS, RADIUS)
    painter.setPen(pen(look.line, 1))
    painter.setBrush(fill(look.surface))
    painter.drawPath(path)
    if top:
        painter.fillRect(0, widget.height() - 1, widget.width(), 1, look.colour("line"))
    painter.end()


class DockBody(QWidget):
    """The lower part of a dock's frame, around what the dock shows."""

    def __init__(self, content: QWidget) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 0, 1, 1)
        column.setSpacing(0)
        column.addWidget(content)

    def paintEvent(self, event: QPaintEvent) -> None:
        paint_frame(self, top=False)


class TitleBar(QWidget):
    """Icon, title and second line at the left, float and close at the right."""

    def __init__(self, dock: Dock) -> None:
        super().__init__(dock)
        self.setObjectName("docktitle")
        self.setFixedHeight(TITLE)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 0, 6, 0)
        row.setSpacing(8)
        self._mark = QLabel()
        self._mark.setFixedSize(16, 16)
        row.addWidget(self._mark)
        self.title = QLabel()
        self.title.setObjectName("docktitle")
        self.title.setProperty("step", "name")
        row.addWidget(self.title)
        self.sub = ElidedLabel("row", "2")
        self.sub.setObjectName("docksub")
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
        button.setStyleSheet("padding: 0; min-height: 22px;")
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(run)
        return button

    def paintEvent(self, event: QPaintEvent) -> None:
        paint_frame(self, top=True)

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), TITLE)

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

    def show_content(self, content: QWidget) -> None:
        """Put what the dock shows into its frame."""
        self.setWidget(DockBody(content))

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
