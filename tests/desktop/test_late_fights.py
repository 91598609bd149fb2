"""Long fights in the window: what nobody asked for yet is there when somebody does."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from desktop.docks.dice_tray import DiceTray, Throws
from desktop.docks.log import LogDock
from desktop.files import export_file
from desktop.models.log import PAGE, Entry, LogModel, RoundMark
from desktop.session import Session
from desktop.window.main_window import MainWindow
from rules import registry
from rules.core.terms import term
from rules.encounter import late, reading, writing
from rules.encounter.database import connect
from rules.encounter.events import Event, Logged, Moved, TimeChanged
from rules.encounter.history import History, Step
from rules.encounter.state import TokenId
from rules.encounter.store import Store
from rules.encounter.unread import UnreadStep
from tests.desktop.fakes import MemoryStore
from tests.desktop.hands import to_front
from tests.desktop.window_kit import shown_window, write_fight
from tests.rules.store_kit import edit

pytestmark = pytest.mark.usefixtures("german")

CTRL = Qt.KeyboardModifier.ControlModifier
ORC = TokenId("orc-1")
COUNT = 2 * PAGE
ROUND = 10
"""Steps in a round."""


def told(history: History, n: int) -> Step:
    """Make a step with a line about an orc; a round goes by now and then, dice fall."""
    line = Logged(term("log.note", text=f"Zeile {n}"), who=ORC)
    if n % 7 == 0 and n > PAGE:
        faces = (term("log.faces", faces=(3, 4)),)
        line = Logged(term("log.rolled", text="2d6", total=n), faces, who=ORC)
    space = history.state.tokens[ORC].space
    events: list[Event] = [Moved(ORC, space.x, space.y), line]
    if n % ROUND == 0:
        time = history.state.timeline
        events.append(TimeChanged(type(time)(n // ROUND, n % 20, {ORC: n % 20}, {ORC: (0,)})))
    return Step(term("step.note", n=n), tuple(events))


@pytest.fixture
def long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write a long fight, a state in the file after every twentieth step."""
    monkeypatch.setattr(writing, "CHECKPOINT_EVERY", 20)
    monkeypatch.setattr(late, "FEW", 20)
    path = write_fight(tmp_path / "lang.kampf")
    found = Store.open(path, registry.get)
    with found.store:
        steps: list[Step] = []
        for n in range(found.history.done, COUNT + 5):
            steps.append(told(found.history, n))
            found.history.push(steps[-1])
        found.store.extend(steps)
    shutil.copyfile(path, copied(path))
    return path


def copied(path: Path) -> Path:
    return path.with_suffix(".copy")


def at_once(path: Path) -> Session:
    """Open a fight, as it was written, of which nothing is left for later."""
    with closing(connect(copied(path), "ro")) as connection:
        history = reading.load(connection, registry.get, path.name).history
    return Session(cast(Store, MemoryStore()), history)


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path, long: Path) -> Iterator[MainWindow]:
    made = shown_window(qtbot, tmp_path)
    made.deeds.open_path(long)
    yield made
    made.close()


def unread(history: History) -> int:
    return sum(isinstance(one, UnreadStep) and one._step is None for one in history.moments)


def rows(log: LogModel) -> list[tuple[Any, ...]]:
    """Return what the rows of a log say."""
    return [
        ("round", row.round, log.events_in(row.round))
        if isinstance(row, RoundMark)
        else (row.number, row.round, log.text_of(row), log.count_of(row))
        for row in log.rows
    ]


def messages(window: MainWindow) -> str:
    return "\n".join(label.text() for label in window.messages.findChildren(QLabel))


def log_of(window: MainWindow) -> LogDock:
    dock = window.docks["log"]
    assert isinstance(dock, LogDock)
    return dock


def test_opening_reads_what_the_log_shows(window: MainWindow, long: Path) -> None:
    assert window.session is not None
    left = unread(window.session.history)
    assert left > COUNT - PAGE - PAGE // 4 - 2 * ROUND
    log, other = log_of(window).list.log, LogModel()
    other.show(at_once(long))
    assert log.earlier
    assert rows(log) == rows(other)[-len(log.rows) :]
    assert len(log.rows) >= PAGE


def test_leafing_back_shows_the_whole_fight(window: MainWindow, long: Path) -> None:
    log, other = log_of(window).list.log, LogModel()
    other.show(at_once(long))
    other._most = 10 * COUNT
    other.filter("")
    other._most = 10 * COUNT
    other.leaf_back()
    while log.earlier:
        log.leaf_back()
    assert rows(log) == rows(other)
    assert window.session is not None
    assert unread(window.session.history) == 0


def test_the_search_finds_the_earliest_line(window: MainWindow) -> None:
    dock = log_of(window)
    QTest.keyClicks(dock.filter, "Zeile 11")
    lines = [row.number for row in dock.list.log.rows if isinstance(row, Entry)]
    assert lines[0] == 11
    assert dock.list.log.whole == COUNT + 5


def test_lines_of_the_past_follow_undo_and_the_slider(window: MainWindow, long: Path) -> None:
    session = window.session
    assert session is not None
    other = at_once(long)
    expected, log = LogModel(), log_of(window).list.log
    for step in (COUNT, 33, 6, 2, COUNT // 2, 20):
        session.look_back(step)
        other.look_back(step)
        expected = LogModel()
        expected.show(other)
        assert session.state == other.state
        assert rows(log)[-60:] == rows(expected)[-60:]
    session.look_now()
    assert [r for r in log.rows if isinstance(r, Entry)][-1].number == COUNT + 4


def test_all_free_rolls_are_in_the_tray(window: MainWindow, long: Path) -> None:
    session = window.session
    assert session is not None
    before = unread(session.history)
    window.show_dock("dice")
    tray = window.docks["dice"]
    assert isinstance(tray, DiceTray)
    totals = [one.total for one in Throws().of(session)]
    assert totals == [one.total for one in Throws().of(at_once(long))]
    assert len(totals) == 57
    assert unread(session.history) == before


def test_the_tray_goes_back_to_the_latest_hundred_rolls_of_what_is_in_force(long: Path) -> None:
    session, throws = at_once(long), Throws()
    for n in range(COUNT + 5, COUNT + 205):
        session.history.push(told(session.history, 7 * n))
    for taken in (0, 1, 120, 100):
        for _ in range(taken):
            session.history.undo()
        assert [one.total for one in throws.of(session)] == rolled(session)[:100]
    session.history.redo()
    assert [one.total for one in throws.of(session)] == rolled(session)[:100]


def rolled(session: Session) -> list[object]:
    """Return the totals of all free rolls in force, the newest first."""
    lines = [line.line for _, line in session.history.log() if line.line.key == "log.rolled"]
    return [line.args["total"] for line in reversed(lines)]


def test_undo_by_keys_to_before_what_was_read(window: MainWindow, long: Path) -> None:
    session = window.session
    assert session is not None
    other = at_once(long)
    to_front(window)
    for _ in range(30):
        QTest.keyClick(window, Qt.Key.Key_Z, CTRL)
        other.history.undo()
    assert session.history.done == other.history.done == COUNT - 25
    assert session.state == other.state
    window.deeds.run("note", text="Anders weiter")
    state = session.state
    window.deeds._close_fight()
    found = Store.open(long, registry.get)
    found.store.close()
    assert found.problems == ()
    assert found.history.state == state


def test_the_whole_fight_is_exported_and_goes_on_elsewhere(
    window: MainWindow, long: Path, tmp_path: Path
) -> None:
    session = window.session
    assert session is not None
    steps = at_once(long).history.steps
    window.deeds.go_on_from(15)
    copy = window.session
    assert copy is not None
    assert copy is not session
    assert copy.history.steps == steps[:15]
    window.set_session(session)
    target = tmp_path / "lang.json"
    target.write_text(json.dumps(export_file(long)), "utf-8")
    window.deeds.open_path(target)
    again = window.session
    assert again is not None
    assert again.history.steps == steps


def opened_with_a_stranger_s(
    event: str, n: int, qtbot: QtBot, folder: Path, long: Path
) -> MainWindow:
    """Return a window with the long fight, in which a stranger wrote an event into step n."""
    edit(long, f'UPDATE steps SET events = \'[{{"event":"{event}"}}]\' WHERE n = {n}')
    window = shown_window(qtbot, folder)
    window.deeds.open_path(long)
    return window


def test_an_old_step_of_a_stranger_is_told_where_it_stops_the_way_back(
    qtbot: QtBot, tmp_path: Path, long: Path
) -> None:
    n = COUNT - 30
    window = opened_with_a_stranger_s("exploded", n, qtbot, tmp_path, long)
    session = window.session
    assert session is not None
    assert "nicht lesbar" not in messages(window)
    reached = COUNT - 20
    to_front(window)
    for _ in range(30):
        QTest.keyClick(window, Qt.Key.Key_Z, CTRL)
    assert session.history.done == reached
    assert f"Schritt {n} ist nicht lesbar" in messages(window)
    assert f"nach Schritt {reached}" in messages(window)
    state = session.state
    session.look_back(n + 3)
    assert session.history.done == reached
    session.look_back(n - 3)
    assert session.history.done == n - 3
    session.look_now()
    assert session.state is state
    window.deeds.run("note", text="Weiter")
    assert session.history.done == reached + 1
    window.close()


def test_a_stranger_s_old_line_is_left_out_of_the_log(
    qtbot: QtBot, tmp_path: Path, long: Path
) -> None:
    n = COUNT - 30
    window = opened_with_a_stranger_s("logged", n, qtbot, tmp_path, long)
    numbers = [row.number for row in log_of(window).list.log.rows if isinstance(row, Entry)]
    assert numbers[-40:] == [m for m in range(COUNT - 36, COUNT + 5) if m != n - 1]
    stamped, other = rows(log_of(window).list.log)[-30:], LogModel()
    other.show(at_once(long))
    assert stamped == rows(other)[-30:]
    window.close()
