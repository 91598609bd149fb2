"""Nobody who was closed or left behind hears of what concerns the whole process."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import SIGNAL
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from desktop.app import QtWords, make_app, make_window
from desktop.board.view import BoardView
from desktop.docks import DOCKS
from desktop.i18n import language
from desktop.settings import Settings
from desktop.start_page import StartPage
from tests.desktop.dialogs_kit import dressed


def listeners() -> tuple[int, int]:
    """Count who waits for another language and for another colour scheme."""
    hints = QGuiApplication.styleHints()
    return (
        language.receivers(SIGNAL("changed()")),
        hints.receivers(SIGNAL("colorSchemeChanged(Qt::ColorScheme)")),
    )


def test_a_closed_window_hears_nothing_more(qtbot: QtBot, tmp_path: Path) -> None:
    with dressed("de"):
        qtbot.addWidget(first := make_window(Settings(tmp_path / "first.json"), "de"))
        first.close()  # Qt's words listen for good
        before = listeners()
        settings = Settings(tmp_path / "settings.json")
        window = make_window(settings, "de")
        qtbot.addWidget(window)
        assert listeners() == (before[0] + 1, before[1] + 1)
        window.show()
        window.close()
        assert listeners() == before
        assert settings.receivers(SIGNAL("changed(QString)")) == 1  # the start page, a part of it
        window.show()
        assert listeners() == (before[0] + 1, before[1] + 1)
        settings.set(language="en")
        assert window.docks["log"].windowTitle() == "Log"
        window.close()
        assert listeners() == before


def test_parts_hear_it_from_their_window(qtbot: QtBot, tmp_path: Path) -> None:
    before = listeners()
    parts = [spec.make(None) for spec in DOCKS]
    for part in (*parts, BoardView(), StartPage(Settings(tmp_path / "settings.json"))):
        qtbot.addWidget(part)
    assert listeners() == before


def test_qt_speaks_for_the_whole_process_once(qtbot: QtBot, tmp_path: Path) -> None:
    for name in ("a", "b"):
        qtbot.addWidget(make_window(Settings(tmp_path / name), "de"))
    assert len(make_app().findChildren(QtWords)) == 1


@pytest.mark.parametrize("code", ["de", "en"])
def test_a_window_tells_all_its_parts(qtbot: QtBot, tmp_path: Path, code: str) -> None:
    settings = Settings(tmp_path / "settings.json")
    with dressed("en" if code == "de" else "de"):
        window = make_window(settings, language.code)
        qtbot.addWidget(window)
        settings.set(language=code)
        for id, dock in window.docks.items():
            assert dock.windowTitle() == language.words.say(f"dock.{id}")
        assert window.board.accessibleName() == language.words.say("board.accessible")
