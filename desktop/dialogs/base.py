"""What every dialog is: a head that says what it is about, a body, and buttons at the lower right.

A dialog is a class that tests can show without waiting; a thin ``ask_…`` function shows it and
waits. ``Rows`` puts labels beside fields.
"""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from desktop import icons
from desktop.guard import guarded
from desktop.i18n import tr
from desktop.theme import current, px
from desktop.widgets.base import label
from desktop.widgets.buttons import Button
from desktop.widgets.draw import plate, u

LABELS = 148
"""Width of the column of labels."""


class Tile(QWidget):
    """An icon in a square of weak accent, as the start page and the heads of dialogs show it."""

    def __init__(self, mark: str, side: int = 40, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.mark = mark
        self.setFixedSize(px(side), px(side))

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), current()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect())
        plate(painter, box, u(8), theme.accent_weak)
        side = u(20)
        inner = QRectF(box.center().x() - side / 2, box.center().y() - side / 2, side, side)
        icons.draw_icon(painter, self.mark, inner, theme.colour("accent"))
        painter.end()


class Dialog(QDialog):
    """Base of the dialogs: window-modal, Enter takes the main button, Esc cancels."""

    def __init__(self, parent: QWidget | None, title: str, mark: str, intro: str = "") -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setWindowFlag(Qt.WindowType.WindowContextHelpButtonHint, False)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(px(24), px(20), px(24), px(20))
        outer.setSpacing(px(16))
        outer.addLayout(self._head(title, mark, intro))
        self.body = QVBoxLayout()
        self.body.setSpacing(px(12))
        outer.addLayout(self.body, 1)
        self.foot = QHBoxLayout()
        self.foot.setSpacing(px(8))
        self.error = label("", "row", "bad")
        self.error.setWordWrap(True)
        self.error.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.foot.addWidget(self.error, 1)
        outer.addLayout(self.foot)
        self.main: Button | None = None

    def _head(self, title: str, mark: str, intro: str) -> QHBoxLayout:
        head = QHBoxLayout()
        head.setSpacing(px(12))
        head.addWidget(Tile(mark), 0, Qt.AlignmentFlag.AlignTop)
        words = QVBoxLayout()
        words.setSpacing(0)
        self.heading = label(title, "section")
        self.heading.setWordWrap(True)
        self.intro = label(intro, "row", "2")
        self.intro.setWordWrap(True)
        self.intro.setVisible(bool(intro))
        words.addStretch(1)
        words.addWidget(self.heading)
        words.addWidget(self.intro)
        words.addStretch(1)
        head.addLayout(words, 1)
        return head

    def buttons(self, main: str, *, mark: str = "", cancel: str | None = None) -> Button:
        """Make cancel and the main button; returns the main one. An empty ``cancel``: none."""
        if cancel is None:
            cancel = tr("button.cancel")
        if cancel:
            back = Button(cancel, "outline", size="main")
            back.setObjectName("cancel")
            back.setAutoDefault(False)
            back.clicked.connect(self.reject)
            self.foot.addWidget(back)
        go = Button(main, "primary", mark=mark, size="main")
        go.setObjectName("main")
        go.setDefault(True)
        go.clicked.connect(self.finish)
        self.foot.addWidget(go)
        self.main = go
        return go

    def extra(self, text: str, mark: str = "") -> Button:
        """Make a further button at the left end of the foot."""
        button = Button(text, "flat", mark=mark, size="main")
        button.setAutoDefault(False)
        self.foot.insertWidget(self.foot.indexOf(self.error), button)
        return button

    def finish(self) -> None:
        """Take what was entered; dialogs check it first."""
        self.accept()

    def complain(self, text: str) -> None:
        """Say in the foot what keeps the dialog from ending; empty takes it away."""
        self.error.setText(text)


class Card(QFrame):
    """A plate of the surface with a line around it, perhaps with a title."""

    def __init__(self, title: str = "", *, padding: int = 12) -> None:
        super().__init__()
        self.setProperty("panel", "card")
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(px(padding), px(padding), px(padding), px(padding))
        self.column.setSpacing(px(8))
        if title:
            self.column.addWidget(label(title, "name"))


class Rows:
    """Labels at the left, fields at the right, notes below them."""

    def __init__(self, into: QVBoxLayout | None = None, labels: int = LABELS) -> None:
        self.grid = QGridLayout()
        self.grid.setHorizontalSpacing(px(12))
        self.grid.setVerticalSpacing(px(8))
        self.grid.setColumnMinimumWidth(0, px(labels))
        self.grid.setColumnStretch(1, 1)
        if into is not None:
            into.addLayout(self.grid)

    def add(self, text: str, field: QWidget | QLayout, note: str = "", unit: str = "") -> QLabel:
        """Add a row; returns its label."""
        row = self.grid.rowCount()
        words = label(text, "row", "2")
        words.setWordWrap(True)
        # beside a field of 28 the first line stands in its middle
        self.grid.addWidget(words, row, 0, Qt.AlignmentFlag.AlignVCenter)
        if isinstance(field, QWidget):
            if not field.accessibleName():
                field.setAccessibleName(text)
            words.setBuddy(field)
            if unit:
                box = QHBoxLayout()
                box.setSpacing(px(8))
                box.addWidget(field)
                box.addWidget(label(unit, "row", "3"))
                box.addStretch(1)
                self.grid.addLayout(box, row, 1)
            elif field.sizePolicy().horizontalPolicy() == QSizePolicy.Policy.Fixed:
                self.grid.addWidget(field, row, 1, Qt.AlignmentFlag.AlignLeft)
            else:
                self.grid.addWidget(field, row, 1)
        else:
            self.grid.addLayout(field, row, 1)
        if note:
            more = label(note, "label", "3")
            more.setWordWrap(True)
            self.grid.addWidget(more, row + 1, 1)
        return words

    def whole(self, widget: QWidget) -> None:
        """Add a widget below the fields, without a label."""
        if isinstance(widget, QWidget):
            self.grid.addWidget(widget, self.grid.rowCount(), 1, Qt.AlignmentFlag.AlignLeft)


class Scroll(QScrollArea):
    """An area that scrolls upright when its content is higher than the dialog."""

    def __init__(self, content: QWidget) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(content)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def setWidget(self, widget: QWidget) -> None:
        """Take another content."""
        self._content = widget
        super().setWidget(widget)

    @guarded
    def minimumSizeHint(self) -> QSize:
        inner = self._content.minimumSizeHint()
        return QSize(inner.width() + px(12), min(inner.height(), px(160)))

    @guarded
    def sizeHint(self) -> QSize:
        inner = self._content.sizeHint()
        return QSize(inner.width() + px(12), inner.height())
