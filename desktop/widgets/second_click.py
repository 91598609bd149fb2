"""The second half of a double click on something that opens with one click."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from desktop.guard import guarded


class SecondClick(QObject):
    """Swallows the second click of a double click that would land on what has just opened.

    Who is used to double clicks gives one to a card too; the fight opens at the first click,
    and the second one would press whatever lies there now.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._pressed = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._stop)

    def swallow(self) -> None:
        """Wait for a second click; call it when what opened is there."""
        app = QApplication.instance()
        assert app is not None
        self._stop()
        app.installEventFilter(self)
        self._timer.start(QApplication.doubleClickInterval())

    def _stop(self) -> None:
        app = QApplication.instance()
        if app is not None:
            app.removeEventFilter(self)
        self._timer.stop()
        self._pressed = False

    @guarded
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind == QEvent.Type.MouseButtonDblClick:
            self._pressed = True
            return True
        if kind == QEvent.Type.MouseButtonRelease and self._pressed:
            self._stop()
            return True
        if kind == QEvent.Type.MouseButtonPress and isinstance(watched, QWidget):
            self._stop()  # a click of its own: of a double click only windows get this
        return False
