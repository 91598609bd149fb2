"""A window of 1024 by 700: words of buttons and tabs are whole, and what they do is reached."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTabBar, QToolButton
from pytestqt.qtbot import QtBot

from desktop.docks.ring import RingDock
from desktop.window.main_window import MainWindow
from tests.desktop.window_kit import show_fight, write_fight

pytestmark = pytest.mark.usefixtures("german")
LEFT = Qt.MouseButton.LeftButton


def small(window: MainWindow, path: Path, qtbot: QtBot) -> None:
    """Open a running fight and make the window small while it is shown."""
    window.resize(1600, 1000)
    show_fight(window, write_fight(path, running=True))
    window.resize(1024, 700)
    ring = window.docks["ring"]
    qtbot.waitUntil(lambda: window.width() == 1024 and ring.width() < 400, timeout=5000)


def test_the_buttons_of_the_ring_keep_their_words(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    small(window, tmp_path / "halle.kampf", qtbot)
    ring = window.docks["ring"]
    assert isinstance(ring, RingDock)
    shown = [ring.back, ring.wait, ring.next]
    qtbot.waitUntil(lambda: all(b.width() >= b.sizeHint().width() for b in shown), timeout=5000)
    assert [b.text() for b in shown] == ["Zurück", "Verzögern", "Nächster Zug"]
    assert ring.next.keys == "N", "the key of the main button goes last"
    session = window.session
    assert session is not None
    before = session.state.timeline.acting
    QTest.mouseClick(ring.next, LEFT)
    assert session.state.timeline.acting != before
    window.resize(1600, 1000)
    ring.setMinimumWidth(420)
    qtbot.waitUntil(lambda: ring.next.keys == "N", timeout=5000)
    assert ring.next.toolTip() == ""


def test_longer_words_leave_icons_alone_but_the_main_button_its_word(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    small(window, tmp_path / "halle.kampf", qtbot)
    ring = window.docks["ring"]
    assert isinstance(ring, RingDock)
    ring.wait.say("Verzögern bis später am Tage")
    ring._buttons.fit()
    assert (ring.wait.text(), ring.wait.toolTip()) == ("", "Verzögern bis später am Tage")
    assert ring.wait.accessibleName() == "Verzögern bis später am Tage"
    assert ring.next.text() == "Nächster Zug"
    longest = "Nächster Zug dessen, der nach ihm an die Reihe kommt"
    ring.next.say(longest, "N")
    ring._buttons.fit()
    assert (ring.next.text(), ring.next.keys) == (longest, "")
    assert ring.next.toolTip() == f"{longest} (N)", "what went is told on hovering"


@pytest.mark.parametrize("high", [700, 800])
def test_the_buttons_of_the_ring_are_whole_in_the_fight_that_is_opened_next(
    window: MainWindow, qtbot: QtBot, high: int
) -> None:
    """The second fight puts one more button into the row, which is shown a moment later."""
    window.resize(1280, high)
    ring = window.docks["ring"]
    assert isinstance(ring, RingDock)
    for demo in ("kraehenfels", "muehlbruecke", "gruft", "burghof", "nebelturm"):
        window.deeds.open_demo(demo)
        qtbot.waitUntil(lambda: ring.next.keys == "N", timeout=5000)
        QTest.qWait(50)
        every = (ring.back, ring.wait, ring.can_do, ring.next)
        shown = [b for b in every if b.isVisible() and b.parentWidget() is ring._buttons]
        assert len(shown) >= 2
        cut = [b.accessibleName() for b in shown if b.width() < b.sizeHint().width()]
        assert not cut, demo


def test_tabs_are_scrolled_to_rather_than_cut(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    small(window, tmp_path / "halle.kampf", qtbot)
    window.docks["problems"].setWindowTitle("Hinweise · 69")
    here = Qt.FindChildOption.FindDirectChildrenOnly
    bars = window.findChildren(QTabBar, options=here)
    bar = next(b for b in bars if "Protokoll" in [b.tabText(i) for i in range(b.count())])
    words = [bar.tabText(i) for i in range(bar.count())]
    last = len(words) - 1
    assert "Hinweise · 69" in words
    for i, word in enumerate(words):
        assert bar.tabRect(i).width() > bar.fontMetrics().horizontalAdvance(word)
    qtbot.waitUntil(lambda: bar.tabRect(last).right() > bar.width(), timeout=5000)
    arrow = max(bar.findChildren(QToolButton), key=lambda button: button.x())
    assert arrow.isVisible()
    for _ in range(len(words)):
        if arrow.isEnabled():
            QTest.mouseClick(arrow, LEFT)
    rect = bar.tabRect(last)
    assert rect.right() <= arrow.x()
    QTest.mouseClick(bar, LEFT, pos=rect.center())
    assert bar.tabText(bar.currentIndex()) == words[last]
