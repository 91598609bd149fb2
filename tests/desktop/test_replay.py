"""The replay: map, ring and log follow the slider; the file stays as it is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from desktop.docks.log import LogDock
from desktop.session import Session
from desktop.window.main_window import MainWindow
from desktop.window.replay import ReplayBar
from tests.desktop.window_kit import shown_window, write_fight

pytestmark = pytest.mark.usefixtures("german")

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    made = shown_window(qtbot, tmp_path)
    made.deeds.open_path(write_fight(tmp_path / "halle.kampf", running=True))
    yield made
    made.close()


@pytest.fixture
def session(window: MainWindow) -> Session:
    assert window.session is not None
    window.deeds.run("move", token="brunhild", to=[4, 5])
    window.deeds.run("move", token="brunhild", to=[5, 5])
    return window.session


def begin(window: MainWindow) -> ReplayBar:
    window.actions_by_id["replay"].trigger()
    bar = window.table.replay
    assert bar.isVisible()
    return bar


def told(window: MainWindow) -> list[str]:
    return [label.text() for label in window.messages.findChildren(QLabel)]


def test_the_slider_leads_through_the_past_and_back(window: MainWindow, session: Session) -> None:
    file = session.store.path.read_bytes()
    now, done = session.state, session.history.done
    bar = begin(window)
    log = window.docks["log"]
    assert isinstance(log, LogDock)
    lines = log.list.log.whole
    QTest.keyClick(bar.slider, Qt.Key.Key_Left)
    assert session.history.done == done - 1
    assert session.state.token("brunhild").space.x == 4 * 512
    assert log.list.log.whole < lines
    assert window.top.saved.text() == "Rückblende"
    assert f"{done - 1} von {done}" in bar.where.text()
    QTest.keyClick(bar.slider, Qt.Key.Key_Home)
    assert session.state is session.present.base
    assert not session.state.tokens
    QTest.mouseClick(bar.now, LEFT)
    assert session.state is now
    assert not bar.isVisible()
    assert window.top.saved.text() != "Rückblende"
    assert session.store.path.read_bytes() == file


def test_nothing_can_be_changed_in_the_past(window: MainWindow, session: Session) -> None:
    bar = begin(window)
    QTest.keyClick(bar.slider, Qt.Key.Key_Left)
    before = session.state
    assert not window.deeds.run("title", name="Anders")
    window.actions_by_id["undo"].trigger()
    for id in ("next", "back", "redo", "delete", "paste", "duplicate"):
        window.actions_by_id[id].trigger()
    assert session.state is before
    assert any("nichts ändern" in text for text in told(window))
    QTest.keyClick(bar, Qt.Key.Key_Escape)
    assert not session.past
    assert window.deeds.run("title", name="Anders")


def test_it_plays_by_itself_and_stops_at_the_end(
    qtbot: QtBot, window: MainWindow, session: Session
) -> None:
    bar = begin(window)
    QTest.mouseClick(bar.play, LEFT)
    assert bar.playing
    assert session.history.done == 0
    bar.speed.setCurrentIndex(3)
    bar._timer.setInterval(1)
    qtbot.waitUntil(lambda: not bar.playing, timeout=10_000)
    assert session.history.done == session.present.done
    QTest.keyClick(bar.slider, Qt.Key.Key_Left)
    QTest.mouseClick(bar.back, LEFT)
    QTest.mouseClick(bar.on, LEFT)
    assert session.history.done == session.present.done - 1


def test_from_a_moment_a_new_fight_goes_on(window: MainWindow, session: Session) -> None:
    bar = begin(window)
    QTest.keyClick(bar.slider, Qt.Key.Key_Left)
    step = session.history.done
    QTest.mouseClick(bar.copy, LEFT)
    other = window.session
    assert other is not None
    assert other is not session
    assert other.history.done == step == len(other.history.steps)
    assert other.state.token("brunhild").space.x == 4 * 512
    assert window.deeds.run("title", name="Abzweig")
    assert not session.past
    assert session.state.token("brunhild").space.x == 5 * 512


def test_closing_in_the_past_remembers_how_the_fight_stands(
    window: MainWindow, session: Session
) -> None:
    bar = begin(window)
    QTest.keyClick(bar.slider, Qt.Key.Key_Home)
    assert not session.state.tokens
    window.actions_by_id["close_fight"].trigger()
    recent = window.settings.values.recent[0]
    assert recent.combatants == 4
    assert "round" in recent.stand
    assert not bar.isVisible()
