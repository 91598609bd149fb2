"""What the tests of the dialogs share: German words, our looks, a hand that types."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from pytestqt.qtbot import QtBot

from desktop import colours, theme
from desktop.i18n import language


@contextmanager
def dressed(spoken: str = "de", look: str = "light") -> Iterator[None]:
    """Speak a language and wear a theme; afterwards as before.

    Dressing takes long while dialogs of earlier tests still lie about: only where it must be.
    """
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    before, worn, naked = language.code, theme.current(), not app.styleSheet()
    changes = naked or worn.name != look
    language.use(spoken)
    if changes:
        theme.apply(app, colours.THEMES[look])
    try:
        yield
    finally:
        language.use(before)
        if changes:
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
            theme.apply(app, worn)  # WORKAROUND: never app.setStyleSheet("") again; Qt 6.11
            # remembers windows that are deleted after it, and falls over them at the next one


def show(qtbot: QtBot, dialog: QWidget) -> None:
    """Show a dialog and wait until it can be used."""
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitExposed(dialog)


def write(widget: QWidget, text: str) -> None:
    """Type a text; Qt's typing hand knows ASCII only."""
    QTest.keyClicks(widget, text)


def press(widget: QWidget, key: Qt.Key) -> None:
    """Press a key."""
    QTest.keyClick(widget, key)


def enter(widget: QWidget) -> None:
    """Press Enter."""
    press(widget, Qt.Key.Key_Return)


def escape(widget: QWidget) -> None:
    """Press Esc."""
    press(widget, Qt.Key.Key_Escape)


def click(widget: QWidget) -> None:
    """Click into the middle of a widget."""
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


def when_asked(act: Callable[[QDialog], None]) -> None:
    """Act on the dialog that is about to wait for somebody."""

    def run() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, QDialog)
        act(dialog)

    QTimer.singleShot(0, run)
