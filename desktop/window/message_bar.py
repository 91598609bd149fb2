"""The message bar: short sentences over the map that stack, replace each other and go away."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import shiboken6
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop import icons
from desktop.i18n import tr
from desktop.jobs import soon
from desktop.messages import Message
from desktop.widgets.base import label
from desktop.widgets.unmarked import unmarked

MOST = 3
WORDS = 300
"""So many pixels at least are left to the words and what stands round them."""
LINGER = {"info": 5000, "done": 4000, "warning": 9000}
"""Milliseconds that a message stays; errors stay until they are closed."""

ICONS = {"info": "info", "done": "check", "warning": "warn", "error": "warn"}
ROLES = {"info": "text-2", "done": "ok", "warning": "warn", "error": "bad"}


class _Row(QFrame):
    """One message."""

    def __init__(self, message: Message, parent: QWidget) -> None:
        super().__init__(parent)
        self.message = message
        self._left = 0
        self._narrow = False
        self.setObjectName("message")
        self.setProperty("level", message.level)
        self._below = QVBoxLayout(self)
        self._below.setContentsMargins(12, 6, 6, 6)
        self._beside = layout = QHBoxLayout()
        layout.setSpacing(8)
        self._below.addLayout(layout)
        mark = label()
        mark.setPixmap(icons.pixmap(ICONS[message.level], ROLES[message.level], 16))
        mark.setFixedWidth(16)
        layout.addWidget(mark)
        text = label(message.text)
        text.setWordWrap(True)
        text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        if message.detail:
            text.setToolTip(unmarked(message.detail))
        layout.addWidget(text, 1)
        self._buttons = self._make_buttons()
        layout.addWidget(self._buttons)
        close = QToolButton()
        close.setIcon(icons.icon("close"))
        close.setIconSize(QSize(16, 16))
        close.setProperty("kind", "flat")
        close.setToolTip(tr("message.close"))
        close.setAccessibleName(tr("message.close"))
        close.clicked.connect(self.deleteLater)
        layout.addWidget(close)
        self.setAccessibleName(message.text)
        linger = LINGER.get(message.level)
        if linger is not None and message.action is None and not message.choices:
            soon(self, self.deleteLater, linger)

    def _make_buttons(self) -> QWidget:
        """Return what there is to press, side by side."""
        message, made = self.message, QWidget()
        layout = QHBoxLayout(made)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        if message.action is not None:
            button = QPushButton(message.action_label)
            button.setProperty("kind", "outline")
            button.clicked.connect(message.action)
            button.clicked.connect(self.deleteLater)
            layout.addWidget(button)
        for words, act in message.choices:
            layout.addWidget(self._choice(words, act))
        made.setVisible(layout.count() > 0)
        return made

    def fit(self, width: int) -> None:
        """Put the buttons below the words where they leave them too little of so many pixels."""
        narrow = width - self._buttons.sizeHint().width() < WORDS
        if narrow == self._narrow or self._buttons.isHidden():
            return
        self._narrow = narrow
        (self._beside if narrow else self._below).removeWidget(self._buttons)
        if narrow:
            self._below.addWidget(self._buttons, 0, Qt.AlignmentFlag.AlignRight)
        else:
            self._beside.insertWidget(2, self._buttons)

    def _choice(self, words: str, act: Callable[[], None]) -> QPushButton:
        """Return the button of one of several things to do; the last one takes the row along."""
        button = QPushButton(words)
        button.setProperty("kind", "outline")
        self._left += 1

        def used() -> None:
            button.hide()
            self._left -= 1
            if not self._left:
                self.deleteLater()
            act()

        button.clicked.connect(used)
        return button


def _stale(old: Message, new: Message) -> bool:
    """Whether nobody needs the older message any more.

    The same text replaces itself. Something done replaces what was done before, and what
    could not be done, for the game master has gone on; an offer of an action stays.
    """
    if old.text == new.text:
        return True
    offers = old.action is not None or bool(old.choices)
    return new.level == "done" and not offers and old.level in ("done", "error")


class MessageBar(QWidget):
    """Shows messages at the rim of its parent, newest first, at most three.

    They stand where they hide least of what is to be seen: at the top in the middle, else beside
    it, else at the bottom. ``seen`` gives rectangles of the parent and how much each counts.
    """

    def __init__(
        self, parent: QWidget, seen: Callable[[], Iterable[tuple[QRect, int]]] = tuple
    ) -> None:
        super().__init__(parent)
        self._seen = seen
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(4)
        self.hide()

    def rows(self) -> list[_Row]:
        """Return the messages shown, newest first."""
        found = []
        for i in range(self._layout.count()):
            item = self._layout.itemAt(i)
            if item is not None and isinstance(row := item.widget(), _Row):
                found.append(row)
        return found

    def show_message(self, message: Message) -> None:
        """Show a message; what it makes stale goes."""
        for row in self.rows():
            if _stale(row.message, message):
                self._drop(row)
        row = _Row(message, self)
        row.destroyed.connect(lambda *_: self._later())
        self._layout.insertWidget(0, row)
        for old in self.rows()[MOST:]:
            self._drop(old)
        row.show()
        self.show()
        self.place()
        self._later()  # fonts of the style come with the first look at the row

    def _later(self) -> None:
        if shiboken6.isValid(self):  # rows die with the window, too
            soon(self, self.place)

    def clear(self) -> None:
        """Take all messages away."""
        for row in self.rows():
            self._drop(row)
        self.place()

    def _drop(self, row: _Row) -> None:
        self._layout.removeWidget(row)
        row.hide()
        row.deleteLater()

    def place(self) -> None:
        """Lie at the rim of the parent, where it hides least."""
        parent = self.parentWidget()
        if not self.rows() or parent is None:
            self.hide()
            return
        width = max(240, min(640, parent.width() - 80))
        for row in self.rows():
            row.fit(width)
        self.setFixedWidth(width)
        self._layout.activate()  # rows whose words break are as high as this width needs
        self.resize(width, self._layout.totalHeightForWidth(width))
        self.move(self._spot(parent))
        self.raise_()

    def _spot(self, parent: QWidget) -> QPoint:
        right, bottom = parent.width() - self.width(), parent.height() - self.height() - 12
        spots = [QPoint(x, 30) for x in (right // 2, 40, max(40, right - 12))]
        spots.append(QPoint(right // 2, max(30, bottom)))
        seen = list(self._seen())

        def hidden(spot: QPoint) -> int:
            mine = QRect(spot, self.size())
            return sum(counts for rect, counts in seen if mine.intersects(rect))

        return min(spots, key=hidden)
