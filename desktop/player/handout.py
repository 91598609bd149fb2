"""A picture for the players: large over the whole window, on black, its name not shown."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from desktop.guard import guarded

MARGIN = 0.03
"""Share of the shorter side that stays black around the picture."""


class Handout(QWidget):
    """One picture, as large as it fits."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.image = QImage()
        self.hide()

    def show_image(self, image: QImage) -> None:
        """Cover the parent with a picture; a null image takes it away."""
        self.image = image
        self.setVisible(not image.isNull())
        if not image.isNull():
            parent = self.parentWidget()
            if parent is not None:
                self.setGeometry(parent.rect())
            self.raise_()
            self.update()

    @property
    def active(self) -> bool:
        """Whether there is a picture to show, even while the window is closed."""
        return not self.image.isNull()

    @property
    def place(self) -> QRectF:
        """Where the picture lies."""
        rim = MARGIN * min(self.width(), self.height())
        room = QRectF(self.rect()).adjusted(rim, rim, -rim, -rim)
        size = QSizeF(self.image.size()).scaled(room.size(), Qt.AspectRatioMode.KeepAspectRatio)
        box = QRectF(0, 0, size.width(), size.height())
        box.moveCenter(room.center())
        return box

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(0, 0, 0))
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(self.place, self.image)
        painter.end()
