"""The events of Qt that reach the map, handed on to the hands that make gestures of them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from desktop.board.hands import Hands
from desktop.guard import guarded
from maps.grid import Cell

BY_KEYS = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)


class GestureWidget(QWidget):
    """Receives mouse, keys, wheel, fingers and drops; ``hands`` say what they mean."""

    hands: Hands

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.touched = False
        self.focus_seen = False
        self.drop_cell: Cell | None = None
        self.setMouseTracking(True)
        self.setAcceptDrops(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    # -- the mouse -------------------------------------------------------------------------------

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a gesture."""
        self.touched = True
        self.hands.press(event)

    @guarded
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Go on with a gesture, or look what lies under the pointer."""
        self.hands.move(event)

    @guarded
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End a gesture."""
        self.hands.release(event)

    @guarded
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Open what was double-clicked."""
        self.hands.double_click(event)

    @guarded
    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom, pan or turn."""
        self.hands.wheel(event)
        event.accept()

    @guarded
    def event(self, event: QEvent) -> bool:
        """Zoom by two fingers that spread or close on a touch pad."""
        if event.type() == QEvent.Type.NativeGesture and isinstance(event, QNativeGestureEvent):
            self.hands.gesture(event)
            return True
        return super().event(event)

    @guarded
    def leaveEvent(self, event: QEvent) -> None:
        """Nothing lies under the pointer any more."""
        self.hands.leave()

    # -- the keyboard ----------------------------------------------------------------------------

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Hand a key to the tool, then to the view."""
        if not self.hands.key(event):
            super().keyPressEvent(event)

    @guarded
    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Let go of what a held key does."""
        if not self.hands.key_up(event):
            super().keyReleaseEvent(event)

    @guarded
    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show where the keyboard is when it came by the keyboard."""
        self.focus_seen = event.reason() in BY_KEYS
        self.update()
        super().focusInEvent(event)

    @guarded
    def focusOutEvent(self, event: QFocusEvent) -> None:
        """No key is held any more."""
        self.hands.let_go()
        self.focus_seen = False
        self.update()
        super().focusOutEvent(event)

    # -- drops -----------------------------------------------------------------------------------

    @guarded
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Say whether a drop would be taken."""
        if self.hands.accepts(event.mimeData()):
            event.acceptProposedAction()

    @guarded
    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Mark the square that a drop would fall on."""
        if self.hands.accepts(event.mimeData()):
            event.acceptProposedAction()
            self.drop_cell = self.hands.over(event)
            self.update()

    @guarded
    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Mark nothing any more."""
        self.drop_cell = None
        self.update()

    @guarded
    def dropEvent(self, event: QDropEvent) -> None:
        """Take a creature of the library or files."""
        self.drop_cell = None
        if self.hands.drop(event):
            event.acceptProposedAction()
        self.update()
