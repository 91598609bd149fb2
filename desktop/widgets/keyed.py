"""Widgets that keep keys for themselves which are shortcuts elsewhere."""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar, Final

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QWidget

from desktop.guard import guarded

ARROWS: Final = {
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Up: -1,
}
"""Steps to the next and the one before, in a row of things."""


def wanted_key(event: QEvent) -> QKeyEvent | None:
    """Return the key for which Qt asks whether it is meant here and for no shortcut."""
    asks = event.type() == QEvent.Type.ShortcutOverride
    return event if asks and isinstance(event, QKeyEvent) else None


class Keyed(QWidget):
    """A drawn widget with keys of its own, and a frame while it has the keyboard."""

    own_keys: ClassVar[Collection[int]] = ()
    """Keys that mean something here, and no shortcut."""

    @guarded
    def event(self, event: QEvent) -> bool:
        key = wanted_key(event)
        if key is not None and key.key() in self.own_keys:
            event.accept()
            return True
        return super().event(event)

    @guarded
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    @guarded
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()
