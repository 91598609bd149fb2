"""Drives that go away and disks that are full while somebody plays in the window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog

from desktop.i18n import language
from desktop.session import Session
from desktop.window.main_window import MainWindow
from rules import registry
from rules.encounter.store import Store
from tests.desktop.window_kit import (
    drop,
    keys,
    life,
    messages,
    perform,
    place,
    pull,
    show_fight,
    write_fight,
)

Ctrl = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def drive(tmp_path: Path) -> Path:
    """Return a folder that can go away."""
    folder = tmp_path / "drive"
    folder.mkdir()
    return folder


@pytest.fixture
def fight(window: MainWindow, drive: Path) -> Session:
    """Show a running fight on the drive, in which the hero was moved and hurt."""
    session = show_fight(window, write_fight(drive / "halle.kampf", running=True))
    perform(session, {"do": "move", "token": "elandir", "to": [2, 4]})
    perform(session, {"do": "damage", "tokens": ["elandir"], "amount": 1})
    return session


def on_disk(path: Path) -> Session:
    """Open what the file holds."""
    return Session.open(path)[0]


def test_nothing_is_shown_that_is_not_on_the_disk(
    window: MainWindow, fight: Session, drive: Path, tmp_path: Path
) -> None:
    state, done, words = fight.state, fight.history.done, language.words
    drive.rename(tmp_path / "away")
    pull(window, (2.5, 4.5), (3, 4.5), (3.5, 5.5))
    drop(window, 3.5, 5.5)
    (told,) = messages(window)
    assert words.say("problem.file_moved", file="halle.kampf") in told
    keys(window, Qt.Key.Key_Z, held=Ctrl)
    window.deeds.run("damage", tokens=["orc-1"], amount=1)
    assert (fight.state, fight.history.done) == (state, done)
    assert window.top.saved.text() == words.say("window.not_saved")

    (tmp_path / "away").rename(drive)
    keys(window, Qt.Key.Key_Z, held=Ctrl)
    assert window.top.saved.text() == words.say("window.saved")
    assert fight.history.done == done - 1
    perform(fight, {"do": "move", "token": "elandir", "to": [4, 4]})
    state, done = fight.state, fight.history.done
    window.close()
    found = on_disk(drive / "halle.kampf")
    assert (found.state, found.history.done) == (state, done)
    found.close()


def test_a_step_after_an_undo_that_failed_follows_what_is_shown(
    window: MainWindow, fight: Session, drive: Path, tmp_path: Path
) -> None:
    for key in (Qt.Key.Key_Z, Qt.Key.Key_Y):
        drive.rename(tmp_path / "away")
        keys(window, key, held=Ctrl)
        (tmp_path / "away").rename(drive)
        perform(fight, {"do": "damage", "tokens": ["elandir"], "amount": 1})
        found = Store.open(drive / "halle.kampf", registry.get, read_only=True)
        found.store.close()
        assert found.history.state == fight.state
        assert found.history.done == fight.history.done
        keys(window, Qt.Key.Key_Z, held=Ctrl)
    assert place(fight, "elandir") == (2, 4)


def test_the_fight_goes_on_elsewhere(
    window: MainWindow,
    fight: Session,
    drive: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drive.rename(tmp_path / "away")
    other = tmp_path / "anderswo.kampf"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(other), ""))
    window.actions_by_id["save_as"].trigger()
    left = life(fight, "elandir")
    keys(window, Qt.Key.Key_Z, held=Ctrl)
    assert life(fight, "elandir") == left + 1
    state = fight.state
    window.close()
    found = on_disk(other)
    assert found.state == state
    assert found.history.redo_label is not None
    found.close()


def test_what_was_not_written_is_still_said_after_looking_elsewhere(
    window: MainWindow,
    fight: Session,
    drive: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    saved, not_saved = (language.words.say(f"window.{key}") for key in ("saved", "not_saved"))
    drive.rename(tmp_path / "away")
    window.deeds.run("damage", tokens=["orc-1"], amount=1)
    other = show_fight(window, write_fight(tmp_path / "andere.kampf"))
    assert window.top.saved.text() == saved
    window.set_session(fight)
    assert window.top.saved.text() == not_saved
    window.retranslate()
    assert window.top.saved.text() == not_saved
    window.set_session(other)
    assert window.top.saved.text() == saved
    window.set_session(fight)

    target = tmp_path / "anderswo.kampf"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    window.actions_by_id["save_as"].trigger()
    assert window.top.saved.text() == saved


def test_a_full_disk_takes_nothing_back_that_it_cannot_write(
    window: MainWindow, fight: Session
) -> None:
    database = fight.store._connection
    database.execute(
        f"PRAGMA max_page_count = {database.execute('PRAGMA page_count').fetchone()[0]}"
    )
    done = 0
    while fight.history.done != done:  # some steps find room in the last page
        done = fight.history.done
        window.deeds.run("note", text="Ein langer Satz. " * 100)
    assert language.words.say("problem.file_full", file="halle.kampf") in messages(window)[0]
    state = fight.state
    database.execute("PRAGMA max_page_count = 100000")
    window.deeds.run("note", text="weiter")
    assert fight.history.done == done + 1
    keys(window, Qt.Key.Key_Z, held=Ctrl)
    assert fight.state == state


def test_a_file_that_was_open_elsewhere_can_be_written_once_it_is_free(
    window: MainWindow, drive: Path
) -> None:
    path = write_fight(drive / "halle.kampf", running=True)
    blocker = on_disk(path)
    first = show_fight(window, path)
    assert show_fight(window, path) is first
    assert first.store.read_only
    assert messages(window)[0] == language.words.say("fights.already_open", file=path.name)
    blocker.close()
    session = show_fight(window, path)
    assert not session.store.read_only
    assert window.fights.sessions == (session,)
    perform(session, {"do": "move", "token": "elandir", "to": [2, 4]})
    state = session.state
    assert show_fight(window, path) is session
    window.close()
    found = on_disk(path)
    assert found.state == state
    found.close()
