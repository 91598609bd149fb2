"""What an import had to say stays with the fight; what cannot be read is named."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop.window.main_window import MainWindow
from maps.problems import Problem
from tests.desktop.dialogs_kit import enter
from tests.desktop.window_kit import messages, open_window, when_asked, write_map


@pytest.fixture
def window(tmp_path: Path, qapp: object) -> Iterator[MainWindow]:
    made = open_window(tmp_path)
    yield made
    made.close()


def listed(window: MainWindow) -> list[str]:
    """The headings and the codes that the dock of findings shows."""
    rows = window.problems.list.findings.rows
    return [row.code if isinstance(row, Problem) else row.name for row in rows]


def test_the_report_of_an_import_survives_a_restart(window: MainWindow, tmp_path: Path) -> None:
    file = write_map(tmp_path / "Burg.dd2vtt")
    when_asked(enter)
    window.deeds.open_path(file)
    assert window.session is not None
    fight = window.session.store.path
    assert "Burg.dd2vtt" in listed(window)
    assert "import_counts" in listed(window)
    window.set_session(None)
    window.deeds.open_path(fight)
    assert "import_counts" in listed(window)
    QTest.mouseClick(window.problems.clear, Qt.MouseButton.LeftButton)
    assert "import_counts" not in listed(window)
    window.set_session(None)
    window.deeds.open_path(fight)
    assert "import_counts" not in listed(window)
    window.deeds.do("undo")
    assert "import_counts" in listed(window)


@pytest.mark.parametrize("name", ["kaputt.dd2vtt", "leer.png", "nichts.tmx"])
def test_a_file_that_cannot_be_read_is_named(window: MainWindow, tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(b"" if name == "leer.png" else b"{kaputt")
    window.deeds.open_path(path)
    assert any(name in text for text in messages(window))
