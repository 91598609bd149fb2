"""The chip of a condition that somebody is in."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QSizePolicy

from desktop.guard import guarded
from desktop.i18n import tr
from desktop.widgets.base import DrawnButton, area
from desktop.widgets.draw import chip_width, icon, plate, u, ui_font, write
from desktop.widgets.keyed import wanted_key
from desktop.widgets.unmarked import unmarked


class ConditionChip(DrawnButton):
    """A condition that holds; a click, Enter or Delete takes it away.

    Signals:
        removed(str): the condition is to end.
    """

    removed = Signal(str)

    def __init__(self, id: str, word: str, mark: str, *, out: bool) -> None:
        super().__init__()
        self._word, self._mark, self._out = word, mark, out
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("docks.body.remove", condition=word))
        self.setToolTip(unmarked(tr("docks.body.remove", condition=word)))
        self.clicked.connect(lambda: self.removed.emit(id))

    @guarded
    def sizeHint(self) -> QSize:
        wide = chip_width(self._word, self._mark) + u(16)
        return QSize(round(wide), round(u(28)))

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, look = self.pen()
        whole = area(self)
        box = QRectF(whole.left(), whole.center().y() - u(10), whole.width(), u(20))
        ink = look.bad if self._out else look.text_3
        ground = look.bad_weak if self._out else look.sunk
        rim = look.accent if self.hasFocus() else None if self._out else look.line
        plate(painter, box, u(10), ground, rim, 2 if self.hasFocus() else 1)
        words = box.adjusted(u(24 if self._mark else 8), 0, -u(20), 0)
        if self._mark:
            sign = QRectF(box.left() + u(8), box.center().y() - u(6), u(12), u(12))
            icon(painter, self._mark, sign, look.bad if self._out else look.text_2)
        write(painter, words, self._word, ui_font(11, 500), look.bad if self._out else look.text_2)
        cross = QRectF(box.right() - u(18), box.center().y() - u(5), u(10), u(10))
        icon(painter, "close", cross, look.text if self.hovering else ink)
        painter.end()

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace, Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if event.key() in keys:
            self.click()
        else:
            super().keyPressEvent(event)

    @guarded
    def event(self, event: QEvent) -> bool:
        """Delete means the condition, not the combatant, while the keyboard is here."""
        key = wanted_key(event)
        if key is not None and key.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            event.accept()
            return True
        return super().event(event)
