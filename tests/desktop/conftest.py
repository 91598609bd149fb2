"""What every test of the desktop gets: the light theme, and garbage collected where Qt lives."""

from __future__ import annotations

import gc
import random
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QDialog, QMainWindow
from pytestqt.qtbot import QtBot

from desktop import colours, theme
from desktop.player.window import PlayerWindow
from desktop.settings import Settings
from desktop.window.main_window import MainWindow
from tests.desktop.dialogs_kit import dressed
from tests.desktop.window_kit import open_window

_tests = count(1)


@pytest.fixture(autouse=True)
def light_theme(qapp: QApplication) -> Iterator[None]:
    """Dress the program in the light theme at its usual size.

    Cycles are collected between tests only: a collection that starts in a working thread
    would take widgets apart there, and Qt crashes.
    """
    if theme.current() is not colours.LIGHT or theme.current_scale() != 1.0:
        theme.apply(qapp, colours.LIGHT)
    gc.disable()
    yield
    _clear_the_table()
    if next(_tests) % 25 == 0:
        gc.collect()
    gc.enable()


@pytest.fixture(scope="module")
def german(qapp: QApplication) -> Iterator[None]:
    """Speak German in all tests of a module."""
    with dressed("de"):
        yield


@pytest.fixture
def german_each(qapp: QApplication) -> Iterator[None]:
    """Speak German in each test anew, whatever the one before spoke."""
    with dressed("de"):
        yield


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    """The window of the program, with settings of its own; tests that want another make it."""
    made = open_window(tmp_path)
    qtbot.addWidget(made)
    yield made
    made.start_page.hold(True)
    made.set_session(None)
    made.close()


def _clear_the_table() -> None:
    """Close and delete the windows that a test has left: they would slow down all others."""
    windows = (QMainWindow, QDialog, PlayerWindow)
    for widget in QApplication.topLevelWidgets():
        if shiboken6.isValid(widget) and isinstance(widget, windows) and widget.parent() is None:
            widget.close()
            widget.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep every test away from the sets and fights of whoever runs it."""
    home = str(tmp_path_factory.mktemp("home"))
    for name in ("SCHLACHTPLAN_DATA", "SCHLACHTPLAN_CONFIG"):
        monkeypatch.setenv(name, home)


@pytest.fixture(autouse=True)
def same_dice(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give each test the same dice in every run; ``--luck`` gives all of them others."""
    seed = f"{request.node.nodeid} {request.config.getoption('luck')}"
    monkeypatch.setattr("desktop.luck.own_dice", lambda: random.Random(seed))


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings in a file of their own."""
    return Settings(tmp_path / "settings.json")
