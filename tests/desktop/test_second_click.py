"""A double click on a card of the start page opens the fight and does nothing to it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from desktop.dialogs.cards import FightCard
from desktop.guard import guarded
from desktop.window.main_window import MainWindow

LEFT = Qt.MouseButton.LeftButton
PRESSES = frozenset({QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick})


class Pressed(QObject):
    """Counts what the mouse presses in the window: on the start page and elsewhere."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__()
        self._window = window
        self.on_start = self.elsewhere = 0

    @guarded
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in PRESSES and isinstance(watched, QWidget):
            if self._window.start_page.isAncestorOf(watched):
                self.on_start += 1
            else:
                self.elsewhere += 1
        return False


@pytest.fixture
def pressed(window: MainWindow, qtbot: QtBot) -> Iterator[Pressed]:
    window.resize(1400, 900)
    window.show()
    qtbot.waitExposed(window)
    found = Pressed(window)
    app = QApplication.instance()
    assert app is not None
    app.installEventFilter(found)
    yield found
    app.removeEventFilter(found)


def _card(window: MainWindow) -> QPoint:
    card = window.start_page.findChildren(FightCard)[0]
    return card.mapTo(window, card.rect().center())


def test_a_double_click_opens_and_presses_nothing_in_the_fight(
    window: MainWindow, pressed: Pressed
) -> None:
    QTest.mouseDClick(window.windowHandle(), LEFT, pos=_card(window))
    assert window.session is not None
    assert (pressed.on_start, pressed.elsewhere) == (1, 0)


def test_a_click_of_its_own_counts_at_once(window: MainWindow, pressed: Pressed) -> None:
    at = _card(window)
    QTest.mouseClick(window.windowHandle(), LEFT, pos=at)
    assert window.session is not None
    assert pressed.elsewhere == 0
    QTest.mouseClick(window.windowHandle(), LEFT, pos=at)
    assert pressed.elsewhere > 0
    before = pressed.elsewhere
    QTest.mouseDClick(window.windowHandle(), LEFT, pos=at)
    assert pressed.elsewhere >= before + 2
