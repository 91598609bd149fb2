"""What nobody caught: told once in words, logged, reported without folders; the fight goes on."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QPushButton

from desktop import app, errors
from desktop.i18n import tr
from desktop.messages import Message
from desktop.window.main_window import MainWindow
from tests.desktop.window_kit import (
    drop,
    keys,
    messages,
    open_window,
    place,
    pull,
    show_fight,
    write_fight,
)

HOMES = "/" + "home"
"""Where other people's folders lie; no path of a machine may stand in the project itself."""


@pytest.fixture(autouse=True)
def hook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Keep log and hook of the test run to itself."""
    monkeypatch.setenv("SCHLACHTPLAN_DATA", str(tmp_path))
    handlers = list(errors.log.handlers)
    errors.log.handlers.clear()
    yield tmp_path / "schlachtplan.log"
    for handler in errors.log.handlers:
        handler.close()
    errors.log.handlers[:] = handlers


@pytest.fixture
def window(tmp_path: Path, qapp: QApplication) -> Iterator[MainWindow]:
    made = open_window(tmp_path)
    unwatch = app.watch(made)
    yield made
    unwatch()
    made.close()


@pytest.fixture
def fight(tmp_path: Path) -> Path:
    return write_fight(tmp_path / "halle.kampf", running=True)


def break_in(window: MainWindow) -> None:
    """Raise from a slot, always at the same place."""
    QTimer.singleShot(0, window, lambda: int("keine Zahl"))
    QApplication.processEvents()
    QApplication.processEvents()  # told once the window has nothing else to do


def test_it_is_told_once_and_reported_with_the_situation(
    window: MainWindow, hook: Path, fight: Path
) -> None:
    session = show_fight(window, fight)
    break_in(window)
    break_in(window)
    assert messages(window).count(tr("error.uncaught")) == 1
    row = window.messages.rows()[0]
    button = row.findChild(QPushButton)
    assert button is not None
    button.click()
    text = QGuiApplication.clipboard().text()
    assert "keine Zahl" in text
    assert all(f'"id": "{id}"' in text for id in session.state.tokens)
    assert str(Path(__file__).parent) not in text
    assert hook.read_text("utf-8").count("ValueError: ") == 2


def test_the_fight_goes_on(window: MainWindow, fight: Path) -> None:
    session = show_fight(window, fight)
    break_in(window)
    id = list(session.state.tokens)[1]  # the sentence lies over the upper rows
    done, (x, y) = session.history.done, place(session, id)
    pull(window, (x + 0.5, y + 0.5), (x + 0.9, y + 0.5), (x + 1.5, y + 0.5))
    drop(window, x + 1.5, y + 0.5)
    assert session.history.done == done + 1
    keys(window, Qt.Key.Key_Z, held=Qt.KeyboardModifier.ControlModifier)
    assert place(session, id) == (x, y)


def test_without_a_fight_the_report_holds_the_trace(window: MainWindow) -> None:
    break_in(window)
    assert messages(window) == [tr("error.uncaught")]


def test_what_fails_in_a_thread_is_told_too(window: MainWindow, hook: Path) -> None:
    thread = threading.Thread(target=lambda: int("kein Faden"))
    thread.start()
    thread.join()
    assert messages(window) == []  # not from there: widgets belong to the main thread
    QApplication.processEvents()
    assert messages(window) == [tr("error.uncaught")]
    assert "kein Faden" in hook.read_text("utf-8")


def test_what_fails_while_something_is_taken_apart_is_logged(
    window: MainWindow, hook: Path
) -> None:
    class Last:
        def __del__(self) -> None:
            raise KeyError("letzter Wille")

    Last()
    QApplication.processEvents()
    assert messages(window) == []
    assert "letzter Wille" in hook.read_text("utf-8")


def test_an_error_while_telling_of_an_error_goes_no_further(
    hook: Path,
) -> None:
    def fail(_error: BaseException) -> None:
        raise RuntimeError("kein Wort heraus")

    unwatch = errors.install(fail)
    try:
        errors.caught(ValueError("das erste"))
    finally:
        unwatch()
    text = hook.read_text("utf-8")
    assert "das erste" in text
    assert "kein Wort heraus" in text


def test_a_report_names_no_folders() -> None:
    missing = Path("/").joinpath("home", "klara", "geheim", "liste.txt")
    try:
        missing.read_bytes()
    except OSError as error:
        text = errors.report(error, '{"picture": "C:\\\\Users\\\\Klara\\\\Karten\\\\burg.png"}')
    assert "klara" not in text.lower()
    assert "liste.txt" in text
    assert "burg.png" in text


def test_a_home_with_spaces_is_no_secret_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    home = tmp_path / "Klara Kühn"
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    text = errors.report(OSError(f"nicht da: {home / 'Meine Karten' / 'burg.png'}"))
    assert "Klara" not in text
    assert "burg.png" in text


@pytest.mark.parametrize(
    "written",
    [
        "[Errno 2] No such file: '/media/klara/USB STICK/Klara Kühn/x.kampf'",
        'File "/opt/Klaras Programme/klara/x.kampf", line 3, in f',
        r"'C:\\Users\\Klara Kühn\\Dokumente\\x.kampf'",
        r"C:\Users\Klara Kühn\Dokumente\x.kampf ist weg",
        r"\\server\Freigabe Klara\Kampf\x.kampf",
        f"file://{HOMES}/Klara%20K%C3%BChn/Karten/x.kampf",
        "file:///media/Klara Kühn/Karten/x.kampf",
        "smb://klara:geheim@nas/share/x.kampf",
        "/run/user/1000/gvfs/smb-share:server=nas,share=klara/Kampf/x.kampf",
        "b'/srv/Klara Kühn/geheim/x.kampf'",
        'Path("Kämpfe/Klara Kühn/x.kampf")',
        '{"picture":{"name":"../Klara Kühn/x.kampf"}}',
        '{"text":"siehe \\"/srv/Klara Kühn/x.kampf\\""}',
        "~/Klara/geheim/x.kampf",
        f"„{HOMES}/bertha/Klaras Kämpfe/x.kampf“ ist weg",
        f"PermissionError: '{HOMES}/klara' x.kampf",
        f"cannot open {HOMES}/klara: denied, x.kampf",
        f"cannot open '{HOMES}/Klara Kühn': x.kampf",
    ],
)
def test_however_a_path_is_written_its_folders_stay_at_home(written: str) -> None:
    text = errors.without_paths(written)
    assert "klara" not in text.lower()
    assert "Kühn" not in text
    assert "x.kampf" in text
    assert text.count("{") == text.count("}")


@pytest.mark.parametrize(
    "words",
    [
        "1/2 und 3/4, km/h, und/oder",
        '{"at":[1,2],"note":"Schaden 3/Runde"}',
        '{"label":{"key":"log.moved","args":{"who":"A/B"}}}',
        "line 3, in f\n    return a / b // c",
    ],
)
def test_words_with_strokes_are_no_paths(words: str) -> None:
    assert errors.without_paths(words) == words


@pytest.mark.parametrize(
    "part", ["/", "/a", "'a/", "a:", "b://", "\\", f"{HOMES}/a b", "x.-+", '"/']
)
def test_a_long_report_is_looked_through_at_once(part: str) -> None:
    said = errors.without_paths(part * 100_000)
    assert said == part * 100_000 or len(said) < 10  # no path at all, or one whose end is left
    assert HOMES not in said


def test_the_log_turns_over(hook: Path) -> None:
    errors.start_log(hook)
    for n in range(3000):
        errors.log.error("%d %s", n, "x" * 600)
    files = sorted(path.name for path in hook.parent.glob("schlachtplan.log*"))
    assert files == ["schlachtplan.log", "schlachtplan.log.1", "schlachtplan.log.2"]
    assert all(path.stat().st_size <= 512 * 1024 for path in hook.parent.glob("schlachtplan.log*"))
    assert errors.log.level == logging.INFO


def test_what_is_done_takes_older_news_away(window: MainWindow) -> None:
    window.tell(Message("geht nicht", "error"))
    window.tell(Message("Zurückgenommen: Bewegung", "done"))
    window.tell(Message("Zurückgenommen: Angriff", "done"))
    assert messages(window) == ["Zurückgenommen: Angriff"]
    window.tell(Message("Vorsicht", "warning"))
    window.tell(Message("Wieder getan", "done"))
    assert messages(window) == ["Wieder getan", "Vorsicht"]
