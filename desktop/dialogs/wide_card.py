"""The large card of the last fight: picture, words, who took part."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import (
    QImage,
    QMouseEvent,
    QPaintEvent,
)
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from desktop.dialogs.cards import LARGE_PICTURE, WIDE_PICTURE, CardWords, card_shape, paint_picture
from desktop.guard import guarded
from desktop.theme import px
from desktop.widgets.base import Drawn, area, label
from desktop.widgets.buttons import Button
from desktop.widgets.draw import (
    ChipKind,
    chip,
    chip_width,
)


class Chip(Drawn):
    """A word in a small plate."""

    def __init__(self, text: str, kind: ChipKind = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text, self.kind = text, kind
        self.setAccessibleName(text)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @guarded
    def sizeHint(self) -> QSize:
        return QSize(round(chip_width(self.text)) + 1, px(20))

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.pen()
        chip(painter, area(self), self.text, theme, self.kind)
        painter.end()


class Thumb(Drawn):
    """The picture at the left of a wide card."""

    def __init__(self, size: tuple[int, int], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.image: QImage | None = None
        self.setFixedHeight(px(size[1]))
        self.setMaximumWidth(px(size[0]))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._size = QSize(px(size[0]), px(size[1]))

    @guarded
    def sizeHint(self) -> QSize:
        return self._size

    @guarded
    def minimumSizeHint(self) -> QSize:
        return QSize(self._size.width() // 2, self._size.height())

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.pen()
        box = area(self)
        paint_picture(painter, box, self.image, card_shape(box, left_only=True), theme)
        painter.end()


class Extra(Drawn):
    """A drawn thing at the right of a wide card: the ring of the fight."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.image: QImage | None = None
        self.setFixedSize(px(WIDE_PICTURE[1]), px(WIDE_PICTURE[1]))
        self.hide()

    def show_picture(self, image: QImage) -> None:
        self.image = image
        self.show()
        self.update()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, _ = self.pen()
        if self.image is not None:
            painter.drawImage(area(self), self.image)
        painter.end()


class WideCard(QFrame):
    """A fight in a whole line: picture, words, ring, button.

    Signals:
        clicked(): it should be opened.
    """

    clicked = Signal()

    def __init__(self, words: CardWords, *, kicker: str = "", line: str = "", main: bool = True,
                 keys: str = "", large: bool = False) -> None:  # fmt: skip
        super().__init__()
        self._height = px(288 if large else 144)
        self.setProperty("panel", "card")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(self)
        row.setContentsMargins(1, 1, px(24), 1)
        row.setSpacing(px(24))
        self.thumb = Thumb(LARGE_PICTURE if large else WIDE_PICTURE)
        row.addWidget(self.thumb)
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addStretch(1)
        if kicker:
            column.addWidget(label(kicker, "row", "2"))
        column.addWidget(label(words.title, "title" if kicker or large else "section"))
        column.addSpacing(px(4))
        facts = QHBoxLayout()
        facts.setSpacing(px(8))
        facts.addWidget(Chip(words.system, "accent"))
        self.line = label(line or words.size, "", "2")
        facts.addWidget(self.line, 1)
        column.addLayout(facts)
        column.addSpacing(px(8))
        self.note = label(words.about, "row", "2")
        self.note.setWordWrap(True)
        column.addWidget(self.note)
        column.addStretch(1)
        row.addLayout(column, 1)
        self.ring = Extra()
        row.addWidget(self.ring)
        self.button = Button(words.go, "primary" if main else "outline", keys=keys, size="large",
                             mark="" if kicker else "next")  # fmt: skip
        self.button.setAutoDefault(True)
        self.button.setAccessibleDescription(words.title)
        self.button.clicked.connect(self.clicked)
        row.addWidget(self.button)

    def show_picture(self, image: QImage) -> None:
        """Show the thumbnail."""
        self.thumb.image = image
        self.thumb.update()

    def picture_size(self) -> QSize:
        return self.thumb.sizeHint()

    @guarded
    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self._height)

    @guarded
    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), self._height)

    @guarded
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(
            event.position().toPoint()
        ):
            self.clicked.emit()
