"""A layout that begins a new line where there is no room."""

from __future__ import annotations

import shiboken6
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem

from desktop.guard import guarded


def _let_go(items: list[QLayoutItem]) -> None:
    """Delete what a layout still held when it went: Qt leaves that to the layout."""
    for item in items:
        if shiboken6.isValid(item):
            shiboken6.delete(item)


class FlowLayout(QLayout):
    """Puts widgets side by side and begins a new line where there is no room."""

    def __init__(self, spacing: int = 4) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        items = self._items
        self.destroyed.connect(lambda: _let_go(items))
        self._gap = spacing
        self.setContentsMargins(0, 0, 0, 0)

    @guarded
    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)
        self.update()  # else one that was shown already stays where it lay before

    @guarded
    def count(self) -> int:
        return len(self._items)

    @guarded
    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    @guarded
    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    @guarded
    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    @guarded
    def hasHeightForWidth(self) -> bool:
        return True

    @guarded
    def heightForWidth(self, width: int) -> int:
        return self._place(QRect(0, 0, width, 0), move=False)

    @guarded
    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._place(rect, move=True)

    @guarded
    def sizeHint(self) -> QSize:
        return self.minimumSize()

    @guarded
    def minimumSize(self) -> QSize:
        size = QSize(0, 0)
        for item in self._items:
            size = size.expandedTo(item.sizeHint())
        return size

    def _place(self, rect: QRect, *, move: bool) -> int:
        x, y, high = rect.left(), rect.top(), 0
        for item in self._items:
            hint = item.sizeHint()
            if x > rect.left() and x + hint.width() > rect.right() + 1:
                x, y = rect.left(), y + high + self._gap
                high = 0
            if move:
                item.setGeometry(QRect(x, y, hint.width(), hint.height()))
            x += hint.width() + self._gap
            high = max(high, hint.height())
        return y + high - rect.top()
