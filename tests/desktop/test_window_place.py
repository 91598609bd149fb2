"""Where the window comes back."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.app import make_window
from desktop.settings import Settings, pack


def test_a_window_larger_than_the_screen_is_made_to_fit(qtbot: QtBot, tmp_path: Path) -> None:
    settings = Settings(tmp_path / "settings.json")
    first = make_window(settings, "de")
    qtbot.addWidget(first)
    first.resize(9000, 7000)
    settings.set(geometry=pack(first.saveGeometry()))
    second = make_window(settings, "de")
    qtbot.addWidget(second)
    room = QApplication.screens()[0].availableGeometry()
    assert second.width() <= max(room.width(), second.minimumWidth())
    assert second.height() <= max(room.height(), second.minimumHeight())
