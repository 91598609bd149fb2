"""The list of recent fights: the file by its name, where it stood in the language in use."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop.dialogs.recent import RecentRow, stand_of
from desktop.settings import Recent, Settings
from desktop.window.main_window import MainWindow
from tests.desktop.dialogs_kit import dressed
from tests.desktop.window_kit import write_fight

NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)


def test_a_record_is_said_in_the_language_in_use(qtbot: QtBot, tmp_path: Path) -> None:
    path = write_fight(tmp_path / "abend-3.kampf", running=True)
    settings = Settings(tmp_path / "settings.json")
    with dressed("de"):
        window = MainWindow(settings)
        qtbot.addWidget(window)
        window.show()
        window.deeds.open_path(path)
        window.deeds.run("title", name="Die Halle")
        window.actions_by_id["close_fight"].trigger()
        window.close()
        (recent,) = Settings(tmp_path / "settings.json").values.recent
        row = RecentRow(recent, NOW)
        qtbot.addWidget(row)
        assert row.texts[0] == "Die Halle"
        assert "Runde 1" in row.texts[2]
        assert row.texts[4].startswith("abend-3.kampf · ")
    with dressed("en"):
        other = RecentRow(recent, NOW)
        qtbot.addWidget(other)
        assert "Round 1" in other.texts[2]


@pytest.mark.parametrize(
    ("stand", "words"), [("Runde 2 · Zählung 7", "Runde 2 · Zählung 7"), ("{kaputt", ""), ("", "")]
)
def test_older_and_broken_records_do_no_harm(qapp: object, stand: str, words: str) -> None:
    assert stand_of(Recent("x.kampf", stand=stand)) == words
