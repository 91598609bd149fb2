"""Earlier states of fights: listed, explained, taken out as new fights."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog

from desktop.dialogs.backups import BackupsDialog
from desktop.dialogs.cards import StartRow
from desktop.paths import backups_dir, fights_dir
from desktop.window.main_window import MainWindow
from rules.encounter.backups import saved_fights
from tests.desktop.window_kit import (
    keys,
    open_window,
    perform,
    place,
    show_fight,
    when_asked,
    write_fight,
)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SCHLACHTPLAN_DATA", str(tmp_path / "daten"))
    return tmp_path / "daten"


@pytest.fixture
def fight(tmp_path: Path) -> Path:
    return write_fight(tmp_path / "Halle.kampf", running=True)


@pytest.fixture
def window(tmp_path: Path, qapp: QApplication) -> Iterator[MainWindow]:
    made = open_window(tmp_path)
    yield made
    made.close()


def play(window: MainWindow, fight: Path, times: int) -> list[tuple[float, float]]:
    """Open the fight, move somebody, close, some times; returns where they stood at first."""
    stood = []
    for n in range(times):
        session = show_fight(window, fight)
        id = next(iter(session.state.tokens))
        stood.append(place(session, id))
        x, y = (int(v) for v in place(session, id))
        perform(session, {"do": "move", "token": id, "to": [x + (-1) ** n, y], "free": True})
        window.deeds.do("close_fight")
    return stood


def take(dialog: QDialog, row: int) -> None:
    assert isinstance(dialog, BackupsDialog)
    dialog.copies.setFocus()
    for _ in range(row):
        QTest.keyClick(dialog.copies, Qt.Key.Key_Down)
    assert dialog.copies.currentRow() == row
    QTest.keyClick(dialog.copies, Qt.Key.Key_Return)


def test_an_older_state_opens_as_a_new_fight(window: MainWindow, fight: Path) -> None:
    stood = play(window, fight, 3)
    before = fight.read_bytes()
    when_asked(lambda dialog: take(dialog, 2))  # the oldest
    window.actions_by_id["backups"].trigger()
    session = window.session
    assert session is not None
    assert session.store.path.parent == fights_dir()
    assert session.store.path.name.startswith("Halle 20")
    assert place(session, next(iter(session.state.tokens))) == stood[0]
    assert fight.read_bytes() == before
    assert not session.store.read_only


def test_the_start_page_leads_there(window: MainWindow, fight: Path) -> None:
    play(window, fight, 1)
    window.start_page.refresh()
    row = window.start_page.findChild(StartRow, "begin_backups")
    assert row is not None
    when_asked(lambda dialog: keys(dialog, Qt.Key.Key_Escape))
    row.setFocus()
    QTest.keyClick(row, Qt.Key.Key_Space)
    assert window.session is None


def test_kept_copies_say_what_they_are(fight: Path, window: MainWindow) -> None:
    play(window, fight, 2)
    folder = next(backups_dir().iterdir())
    (folder / "Halle.broken-1.kampf").write_bytes(b"SQLite format 3\0 and then rubbish")
    (found,) = saved_fights(backups_dir())
    assert found.name == "Halle"
    assert [copy.why for copy in found.copies] == ["broken", "", ""]
    assert found.copies[0].steps is None
    newer, older = found.copies[1:]
    assert newer.steps is not None
    assert older.steps is not None
    assert newer.steps == older.steps + 1
    assert newer.at >= older.at
    dialog = BackupsDialog(None, (found,))
    texts = [dialog.copies.item(n).text() for n in range(dialog.copies.count())]
    assert "nicht lesbar" in texts[0]
    assert "vor der Reparatur" in texts[0]
    assert f"{newer.steps} Schritt" in texts[1]


def test_a_copy_that_cannot_be_read_is_said(window: MainWindow, fight: Path) -> None:
    play(window, fight, 1)
    (copy,) = saved_fights(backups_dir())[0].copies
    copy.path.write_bytes(b"nichts")
    when_asked(lambda dialog: take(dialog, 0))
    window.actions_by_id["backups"].trigger()
    assert window.session is None
    assert [row.message.level for row in window.messages.rows()] == ["error"]


def test_nothing_kept_yet_is_said(qapp: QApplication) -> None:
    dialog = BackupsDialog(None, saved_fights(backups_dir()))
    assert dialog.main is not None
    assert not dialog.main.isEnabled()
    dialog.show()
    assert dialog.empty.title.isVisible()
    assert dialog.empty.text.text(), "and what to do next"
    assert not dialog.fights.isVisible()
    assert dialog.chosen is None
