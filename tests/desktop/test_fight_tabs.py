"""Several fights open at once: tabs with their own undo and view, the same file only once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QTabBar
from pytestqt.qtbot import QtBot

from desktop.session import Session
from desktop.window.main_window import MainWindow
from tests.desktop.window_kit import shown_window, write_fight

pytestmark = pytest.mark.usefixtures("german")

LEFT, MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    made = shown_window(qtbot, tmp_path)
    yield made
    made.close()


@pytest.fixture
def two(window: MainWindow, tmp_path: Path) -> tuple[Session, Session]:
    """Open two fights, the second one in front."""
    for name in ("eins", "zwei"):
        window.deeds.open_path(write_fight(tmp_path / f"{name}.kampf"))
    first, second = window.fights.sessions
    return first, second


def click(tabs: QTabBar, index: int, button: Qt.MouseButton = LEFT) -> None:
    QTest.mouseClick(tabs, button, pos=tabs.tabRect(index).center())


def test_a_single_fight_has_no_tab_and_a_second_brings_two(
    window: MainWindow, tmp_path: Path
) -> None:
    window.deeds.open_path(write_fight(tmp_path / "eins.kampf"))
    assert not window.fights.isVisible()
    window.deeds.open_path(write_fight(tmp_path / "zwei.kampf"))
    assert window.fights.isVisible()
    assert window.fights.count() == 2
    assert window.session is window.fights.sessions[1]
    assert window.fights.tabText(0) == "Halle"


def test_each_fight_keeps_undo_selection_and_view(
    window: MainWindow, two: tuple[Session, Session]
) -> None:
    first, second = two
    second.select(["orc-1"])
    window.deeds.run("title", name="Zweiter")
    assert window.fights.tabText(1) == "Zweiter"
    window.board.navigation.zoom_by(1.5)
    seen = window.board.camera
    click(window.fights, 0)
    assert window.session is first
    assert first.history.undo_label is not None
    steps = first.history.done
    QTest.keyClick(window, Qt.Key.Key_Z, CTRL)
    assert first.history.done == steps - 1
    assert second.history.done == steps + 1
    click(window.fights, 1)
    assert window.session is second
    assert window.board.camera == seen
    assert second.selected == ("orc-1",)
    assert second.state.name == "Zweiter"


def test_a_hidden_fight_is_heard_once_when_it_is_shown_again(
    window: MainWindow, two: tuple[Session, Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = two
    heard: list[object] = []
    docks = window.docks.values()
    for session in (first, second, first):
        window.set_session(session)
    for dock in docks:
        assert dock.session is first
    log = window.docks["log"]
    monkeypatch.setattr(log, "refresh", heard.append)
    window.deeds.run("title", name="Einmal")
    assert len(heard) == 1


def test_keys_go_round_and_close(window: MainWindow, two: tuple[Session, Session]) -> None:
    first, second = two
    QTest.keyClick(window, Qt.Key.Key_PageDown, CTRL)
    assert window.session is first
    QTest.keyClick(window, Qt.Key.Key_PageUp, CTRL)
    assert window.session is second
    QTest.keyClick(window, Qt.Key.Key_W, CTRL)
    assert window.session is first
    assert not window.fights.isVisible()
    QTest.keyClick(window, Qt.Key.Key_W, CTRL)
    assert window.session is None
    assert window.stack.currentIndex() == 0


def test_a_tab_closes_by_its_cross_and_by_the_middle_button(
    window: MainWindow, two: tuple[Session, Session], tmp_path: Path
) -> None:
    _, second = two
    window.deeds.open_path(write_fight(tmp_path / "drei.kampf"))
    third = window.session
    assert third is not None
    cross = window.fights.tabButton(0, QTabBar.ButtonPosition.RightSide)
    assert cross is not None
    QTest.mouseClick(cross, LEFT)
    assert window.fights.sessions == (second, third)
    assert window.session is third
    click(window.fights, 0, MIDDLE)
    assert list(window.fights.sessions) == [third]
    assert [Path(r.path).stem for r in window.settings.values.recent] == ["drei", "zwei", "eins"]


def test_a_file_is_open_only_once(
    window: MainWindow, two: tuple[Session, Session], tmp_path: Path
) -> None:
    first, _ = two
    window.deeds.open_path(tmp_path / "eins.kampf")
    assert window.session is first
    assert window.fights.count() == 2
    told = [label.text() for label in window.messages.findChildren(QLabel)]
    assert any("schon offen" in text for text in told)


def test_a_fight_moves_into_a_window_of_its_own(
    qtbot: QtBot, window: MainWindow, two: tuple[Session, Session], tmp_path: Path
) -> None:
    first, second = two
    window.actions_by_id["fight_to_window"].trigger()
    other = MainWindow.opened[-1]
    qtbot.addWidget(other)
    assert other is not window
    assert window.session is first
    assert other.session is second
    other.deeds.run("title", name="Drüben")
    assert second.state.name == "Drüben"
    window.deeds.open_path(tmp_path / "zwei.kampf")
    assert window.session is first
    other.close()
    assert other not in MainWindow.opened
    window.deeds.open_path(tmp_path / "zwei.kampf")
    assert window.session is not None
    assert window.session.state.name == "Drüben"
