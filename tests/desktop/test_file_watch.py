"""Another file takes the place of an open fight's while nobody does anything."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QPushButton
from pytestqt.qtbot import QtBot

from desktop.i18n import language
from desktop.paths import backups_dir
from desktop.session import Session
from desktop.window.main_window import MainWindow
from rules import registry
from rules.encounter import watching
from rules.encounter.state_codec import state_to_dict
from rules.encounter.store import Store
from rules.encounter.watching import Seen
from tests.desktop.window_kit import life, messages, perform, show_fight, write_fight

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def fight(window: MainWindow, tmp_path: Path) -> Session:
    """Show a running fight in which the hero was hurt, and look as often as a test can wait."""
    session = show_fight(window, write_fight(tmp_path / "halle.kampf", running=True))
    perform(session, {"do": "damage", "tokens": ["elandir"], "amount": 1})
    window.file_watch._timer.setInterval(20)
    return session


def replace(path: Path) -> bytes:
    """Put another fight in the place of one."""
    other = write_fight(path.with_name("other.kampf"))
    data = other.read_bytes()
    os.replace(other, path)
    return data


def copies(folder: Path | None = None) -> list[Path]:
    """Return what was kept among the backups of this process, or below the folder of another."""
    return list((folder or backups_dir()).rglob("*.replaced-*.kampf"))


def test_what_was_played_is_kept_and_told_without_a_further_step(
    window: MainWindow,
    fight: Session,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path, state = fight.store.path, fight.state
    theirs = replace(path)
    qtbot.waitUntil(lambda: bool(messages(window)))
    (copy,) = copies()
    (told,) = messages(window)
    words = language.words.say("problem.file_replaced", file=path.name, copy=copy.name)
    assert words in told
    assert window.top.saved.text() == language.words.say("window.not_saved")
    kept = Store.open(copy, registry.get)
    kept.store.close()
    assert kept.problems == ()
    assert kept.history.state == state

    other = tmp_path / "anderswo.kampf"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(other), ""))
    label = language.words.say("action.save_as")
    (button,) = (b for b in window.messages.findChildren(QPushButton) if b.text() == label)
    button.click()
    left = life(fight, "elandir")
    perform(fight, {"do": "damage", "tokens": ["elandir"], "amount": 1})
    assert life(fight, "elandir") == left - 1
    state = fight.state
    window.close()
    assert Session.open(other)[0].state == state
    assert path.read_bytes() == theirs
    assert len(copies()) == 1


def test_a_fight_in_the_background_is_looked_after_too(
    window: MainWindow, fight: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    show_fight(window, write_fight(tmp_path / "zweiter.kampf"))
    replace(fight.store.path)
    qtbot.waitUntil(lambda: bool(messages(window)))
    assert "halle.kampf" in messages(window)[0]
    assert len(copies()) == 1


def test_nothing_is_told_of_files_that_are_just_as_they_were(
    window: MainWindow, fight: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    path = fight.store.path
    os.utime(path, (5, 5))
    looks = window.file_watch._number
    qtbot.waitUntil(lambda: window.file_watch._number > looks + 5)
    copy = path.with_name("download")
    shutil.copyfile(path, copy)
    os.replace(copy, path)
    looks = window.file_watch._number
    qtbot.waitUntil(lambda: window.file_watch._number > looks + 5)
    assert messages(window) == []
    perform(fight, {"do": "damage", "tokens": ["elandir"], "amount": 1})
    window.close()
    assert copies() == []


def test_a_drive_that_never_answers_stops_nobody(
    window: MainWindow,
    fight: Session,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[Path] = []
    answer = threading.Event()

    def hang(path: Path, known: tuple[object, ...]) -> Seen:
        asked.append(path)
        answer.wait(20)
        return Seen((), None)

    monkeypatch.setattr(watching, "look", hang)
    qtbot.waitUntil(lambda: bool(asked))
    qtbot.wait(200)
    assert len(asked) == 1  # not another thread for each look
    left = life(fight, "elandir")
    perform(fight, {"do": "damage", "tokens": ["elandir"], "amount": 1})
    assert life(fight, "elandir") == left - 1
    fight.store.save_as(tmp_path / "anderswo.kampf")  # on another drive, which is asked anew
    qtbot.waitUntil(lambda: len(asked) == 2)
    answer.set()
    qtbot.wait(50)
    assert messages(window) == []


CHILD = """
import sys
from pathlib import Path
from PySide6.QtTest import QTest
from desktop.app import make_app
from tests.desktop.window_kit import messages, open_window, perform, show_fight
app = make_app()
path = Path(sys.argv[1])
window = open_window(path.parent)
session = show_fight(window, path)
for n in range(3):
    perform(session, {"do": "damage", "tokens": ["elandir"], "amount": 1})
print(session.history.done, flush=True)
while not messages(window):
    QTest.qWait(20)
print("told", flush=True)
QTest.qWait(60_000)
"""


@pytest.mark.skipif(os.name != "posix", reason="needs SIGKILL")
def test_a_window_that_is_killed_after_it_told_has_lost_nothing(tmp_path: Path) -> None:
    path = write_fight(tmp_path / "halle.kampf", running=True)
    env = {
        **os.environ,
        "SCHLACHTPLAN_DATA": str(tmp_path / "home"),
        "SCHLACHTPLAN_CONFIG": str(tmp_path / "home"),
        "QT_QPA_PLATFORM": "offscreen",
    }
    with subprocess.Popen(
        [sys.executable, "-c", CHILD, str(path)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=env,
    ) as child:
        assert child.stdout is not None
        done = int(child.stdout.readline())
        played = Store.open(path, registry.get, read_only=True)
        played.store.close()
        replace(path)
        assert child.stdout.readline() == "told\n"
        child.send_signal(signal.SIGKILL)
    (copy,) = copies(tmp_path)
    kept = Store.open(copy, registry.get)
    kept.store.close()
    assert kept.problems == ()
    assert kept.history.done == done
    assert state_to_dict(kept.history.state) == state_to_dict(played.history.state)
