"""Long fights: the past is read when somebody asks for it, and is a stranger's until then."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from maps.board import Board
from maps.grid import point
from maps.problems import UnreadableFileError
from maps.shapes import Kind, make_obstacle
from rules import registry
from rules.core.glossary import Glossary
from rules.encounter import late, reading, writing
from rules.encounter.codec import export_json, import_json
from rules.encounter.database import connect
from rules.encounter.events import Added, DataChanged, Logged, Removed, TimeChanged, Titled
from rules.encounter.history import EVERY, KEPT, History, Step
from rules.encounter.plain import read_json
from rules.encounter.situation import load_situation
from rules.encounter.state import SideId, Timeline, TokenId
from rules.encounter.state_codec import state_from_dict
from rules.encounter.store import Opened, Store
from rules.encounter.unread import UnreadStep
from rules.play import run_script
from rules.testing import default_token
from tests.rules.store_kit import A, codes, edit, opened, opened_and_closed, step, words
from tests.rules.tiny import TINY, fight, lookup

HOSTILE = (
    'UPDATE steps SET events = \'[{"event":"exploded"}]\' WHERE n = {n}',
    'UPDATE steps SET events = \'[{"event":"removed","token":"Z"}]\' WHERE n = {n}',
    "UPDATE steps SET events = '" + "[" * 5_000 + "' WHERE n = {n}",
    "UPDATE steps SET label = '3' WHERE n = {n}",
    'UPDATE steps SET events = \'[{"event":"logged","event":"logged"}]\' WHERE n = {n}',
)
"""What a stranger may write into a step, with check sums that fit."""

DEMOS = sorted((Path(__file__).parents[2] / "assets" / "demo").glob("*.json"))


def timed(n: int) -> Step:
    """Make a step of a fight in which time goes on, and people come and go."""
    plain = step(n)
    here = TokenId(f"guest-{n - n % 5}")
    extra: dict[int, tuple[Any, ...]] = {
        0: (Added(default_token(TINY, here, 3, SideId.HEROES)),),
        1: (TimeChanged(Timeline(n, n, {A: n, here: 2}, acting=(A,))),) if n > 5 else (),
        2: (Titled(f"Kampf {n}"),),
        3: (Removed(here),) if n > 5 else (),
        4: (DataChanged("mood", n),),
    }
    return replace(plain, events=(*plain.events, *extra[n % 5]))


def written(path: Path, steps: list[Step], done: int | None = None) -> Path:
    """Write a fight with a wall, as the program writes it."""
    wall = make_obstacle("w1", Kind.WALL, (point(0, 0), point(4, 0)))
    board = Board(width=20, height=20, obstacles=(wall,))
    with Store.create(path, replace(fight(), board=board), TINY) as store:
        store.extend(steps)
        if done is not None:
            store.set_done(done)
    return path


@pytest.fixture
def short(path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a file of 22 steps with a state after every fourth, 19 steps in force, read late."""
    monkeypatch.setattr(writing, "CHECKPOINT_EVERY", 4)
    monkeypatch.setattr(late, "FEW", 4)
    return written(path, [timed(n) for n in range(1, 23)], 19)


def at_once(path: Path) -> History:
    """Read a file as it is read without anything left for later."""
    with closing(connect(path, "ro")) as connection:
        return reading.load(connection, lookup, path.name).history


def unread(history: History) -> list[int]:
    """Return which steps of a history nobody asked for yet, from 1."""
    moments = enumerate(history.moments, start=1)
    return [n for n, one in moments if isinstance(one, UnreadStep) and one._step is None]


def differences(history: History, other: History) -> list[str]:
    """Return in what two histories differ, read backwards as undo goes."""
    asked: dict[str, Callable[[History], object]] = {
        "cursor": lambda h: (h.done, h.count),
        "states": lambda h: [h.state_after(n) for n in reversed(range(h.count + 1))],
        "times": lambda h: [h.timeline_after(n) for n in reversed(range(h.count + 1))],
        "steps": lambda h: h.steps,
        "log": lambda h: h.log(),
    }
    return [name for name, ask in asked.items() if ask(history) != ask(other)]


def test_the_present_is_there_and_the_past_is_left_for_later(short: Path) -> None:
    found, other = opened_and_closed(short), at_once(short)
    assert found.problems == ()
    assert unread(found.history) == list(range(1, 17))
    assert found.history.state == other.state
    assert found.history.undo_label == other.undo_label
    assert found.history.redo_label == other.redo_label


def test_all_that_is_asked_for_is_as_if_read_at_once(short: Path) -> None:
    other = at_once(short)
    found = opened(short, read_only=True)
    assert differences(found.history, other) == []
    found.store.close()
    assert (
        differences(opened_and_closed(short).history, other) == []
    )  # only the beginning is at hand


@pytest.mark.parametrize("ask", [History.log, lambda h: h.timeline_after(7), lambda h: h.steps])
def test_log_and_time_of_the_past_need_no_states(
    short: Path, ask: Callable[[History], object]
) -> None:
    history, other = opened_and_closed(short).history, at_once(short)
    assert ask(history) == ask(other)
    assert set(history.snapshot().states) <= {16, 17, 18, 19, 20, 21, 22}


def test_times_of_the_past_are_found_in_any_order(short: Path) -> None:
    other = at_once(short)
    for first in range(17):
        history = opened_and_closed(short).history
        for n in (first, *range(17)):
            assert history.timeline_after(n) == other.timeline_after(n)


def test_undo_to_the_first_step_and_redo_to_the_last(short: Path) -> None:
    other = at_once(short)
    found = opened(short)
    history = found.history
    while (taken := history.undo()) is not None:
        assert taken == other.steps[history.done]
        found.store.set_done(history.done)
        assert history.state == other.state_after(history.done)
    assert history.done == 0
    while history.redo() is not None:
        assert history.state == other.state_after(history.done)
    found.store.set_done(history.done)
    found.store.close()
    again = opened_and_closed(short)
    assert again.problems == ()
    assert again.history.done == 22


@pytest.mark.parametrize("done", [0, 3, 4, 9, 16, 17])
def test_play_goes_on_from_far_back(short: Path, done: int) -> None:
    found = opened(short)
    for history in (found.history, found.history.copy()):
        history.seek(done)
    found.store.set_done(done)
    found.history.seek(done)
    for n in (31, 32, 33, 34, 35):
        found.store.append(step(n))
        found.history.push(step(n))
    found.store.close()
    again = opened_and_closed(short)
    assert again.problems == ()
    assert differences(again.history, found.history) == []


def test_a_history_of_its_own_goes_its_own_way(short: Path) -> None:
    history = opened_and_closed(short).history
    before, copy = history.snapshot(), history.copy()
    copy.seek(6)
    copy.push(step(40))
    assert history.snapshot() == before
    assert history.state_after(9) == at_once(short).state_after(9)
    history.seek(2)
    history.push(step(41))
    history.restore(before)
    assert differences(history, at_once(short)) == []


def test_a_fight_of_many_steps_keeps_what_it_would_have_kept(path: Path) -> None:
    count = KEPT + 5 * EVERY
    written(path, [timed(n) for n in range(1, count + 1)])
    history = opened_and_closed(path).history
    assert unread(history) == list(range(1, 401))
    for n in range(KEPT + 40):
        history.push(step(n))
    other = at_once(path)
    for n in (399, 3, 250, 200, 1, 0, 333, count):
        assert history.state_after(n) == other.state_after(n)
    assert not {n for n in range(1, count) if n % EVERY} & history.snapshot().states.keys() - {
        n for n in history.snapshot().states if n > history.count - KEPT - 1 or n % 200 == 0
    }


@pytest.mark.parametrize("few", [17, 200])
def test_what_is_short_is_read_at_once(
    short: Path, monkeypatch: pytest.MonkeyPatch, few: int
) -> None:
    monkeypatch.setattr(late, "FEW", few)
    assert unread(opened_and_closed(short).history) == []


# -- damage ----------------------------------------------------------------------------------


@pytest.mark.parametrize("table", ["steps", "spare_steps"])
@pytest.mark.parametrize("column", ["label", "events", "at", "sum"])
def test_damage_to_an_old_row_is_told_at_once_and_nothing_is_lost(
    short: Path, table: str, column: str
) -> None:
    before = at_once(short)
    change = f"UPDATE {table} SET {column} = {column} || ' ' WHERE n = 1"
    edit(short, change, sealed=False, spared=False)
    found = opened_and_closed(short)
    assert codes(found) == ["rows_mended"]
    assert differences(found.history, before) == []


@pytest.mark.parametrize(
    ("damage", "code"),
    [
        (
            "UPDATE steps SET events = replace(events, '\"cost\":1', '\"cost\":2') WHERE n = 1",
            "step_doubtful",
        ),
        ("UPDATE steps SET events = CAST(events AS BLOB) WHERE n = 3", "step_broken_skipped"),
        ("DELETE FROM steps WHERE n = 3", "step_broken_skipped"),
        ("DELETE FROM checkpoints WHERE n = 0", "base_broken"),
        ("UPDATE meta SET value = '18' WHERE key = 'done'", "cursor_mended"),
    ],
)
def test_damage_to_both_rows_is_told_at_once(short: Path, damage: str, code: str) -> None:
    edit(short, damage, sealed=False)
    with sqlite3.connect(short) as connection:  # the spare of the cursor knows no better
        connection.execute("DELETE FROM spare_meta")
    connection.close()
    found = opened_and_closed(short)
    assert code in codes(found)
    assert words(found)
    assert unread(found.history) == []


def test_a_damaged_present_state_comes_from_the_steps(short: Path) -> None:
    before = at_once(short)
    edit(short, "UPDATE checkpoints SET state = '{}' WHERE n = 16", sealed=False)
    found = opened_and_closed(short)
    assert found.problems == ()
    assert differences(found.history, before) == []


@pytest.mark.parametrize("damage", ["state = '{}'", "chain = '0123456789abcdef'", "sum = ''"])
def test_a_damaged_old_state_comes_from_the_steps(short: Path, damage: str) -> None:
    before = at_once(short)
    edit(short, f"UPDATE checkpoints SET {damage} WHERE n IN (4, 12)", sealed=False)
    found = opened(short, read_only=True)
    assert found.problems == ()
    assert differences(found.history, before) == []
    found.store.close()


# -- strangers -------------------------------------------------------------------------------


def undone(history: History) -> UnreadableFileError:
    """Take steps back until one cannot be read."""
    while True:
        before = history.done, history.state
        try:
            assert history.undo() is not None
        except UnreadableFileError as error:
            assert (history.done, history.state) == before
            return error


def hostile(path: Path, statement: str, n: int) -> Opened:
    edit(path, statement.replace("{n}", str(n)))
    found = opened(path)
    assert found.problems == ()
    return found


@pytest.mark.parametrize("statement", HOSTILE)
def test_a_hostile_old_step_ends_the_way_back_with_a_reason(short: Path, statement: str) -> None:
    before = at_once(short)
    found = hostile(short, statement, 6)
    bytes = short.read_bytes()
    assert found.history.state == before.state
    error = undone(found.history)
    assert error.problem.code == "past_unreadable"
    for language in ("de", "en"):
        said = Glossary.load(language).say_with("problem.past_unreadable", error.problem.args)
        assert " 6 " in said
        assert " 8" in said
    assert found.history.done == 8
    assert [found.history.state_after(n) for n in range(8, 20)] == [
        before.state_after(n) for n in range(8, 20)
    ]
    assert found.history.reachable(6) == 8
    assert found.history.reachable(5) == 5
    assert found.history.state_after(5) == before.state_after(5)
    found.store.close()
    assert short.read_bytes() == bytes


@pytest.mark.parametrize("statement", HOSTILE)
def test_a_hostile_old_step_has_a_name_and_says_nothing(short: Path, statement: str) -> None:
    history = hostile(short, statement, 6).history
    before = at_once_but(short, 6)
    assert [line for line in history.log() if line[0] != 5] == before
    history.seek(6)
    label = history.undo_label
    assert label is not None
    assert Glossary.load("de").say(label)
    assert Glossary.load("en").say(label)


def at_once_but(path: Path, n: int) -> list[tuple[int, Logged]]:
    """Return the lines of a fight as it was written, but those of a step."""
    return [
        (number - 1, event)
        for number in range(1, 20)
        if number != n
        for event in timed(number).events
        if isinstance(event, Logged)
    ]


@pytest.mark.parametrize("statement", HOSTILE)
def test_what_is_taken_elsewhere_begins_after_a_hostile_step(short: Path, statement: str) -> None:
    before = at_once(short)
    found = hostile(short, statement, 6)
    exported = import_json(export_json(found.store, found.history), lookup).history
    assert exported.base == before.state_after(8)
    assert exported.state == before.state
    assert exported.steps == before.steps[8:]
    assert exported.done == 11


def test_a_hostile_step_that_was_taken_back_is_left_out_elsewhere(short: Path) -> None:
    before = at_once(short)
    history = hostile(short, HOSTILE[0], 6).history
    history.seek(5)
    whole = history.whole()
    assert whole.steps == before.steps[:5]
    assert whole.state == before.state_after(5)


def test_play_goes_on_behind_a_hostile_step_and_the_file_holds_together(short: Path) -> None:
    found = hostile(short, HOSTILE[0], 6)
    undone(found.history)
    found.store.set_done(found.history.done)
    found.store.append(step(50))
    found.history.push(step(50))
    assert found.store.done == found.history.done == 9
    found.store.close()
    again = opened_and_closed(short)
    assert again.problems == ()
    assert again.history.state == found.history.state


@pytest.mark.parametrize(
    "state", ["{}", "[]", "", "{" * 99, '{"format":1,"system":"other","tokens":[]}']
)
def test_hostile_old_states_are_passed_over(short: Path, state: str) -> None:
    before = at_once(short)
    found = hostile(short, f"UPDATE checkpoints SET state = '{state}' WHERE n = {{n}}", 8)
    assert differences(found.history, before) == []


def test_a_hostile_beginning_ends_the_way_back(short: Path) -> None:
    before = at_once(short)
    change = "replace(state, '\"tokens\"', '\"orcs\"')"
    found = hostile(short, f"UPDATE checkpoints SET state = {change} WHERE n = {{n}}", 0)
    assert undone(found.history).problem.code == "past_unreadable"
    assert found.history.done == 4
    assert found.history.timeline_after(1) == Timeline()
    assert found.history.whole().base == before.state_after(4)


def test_a_hostile_present_is_told_at_once(short: Path) -> None:
    edit(short, HOSTILE[0].replace("{n}", "18"))
    assert codes(opened_and_closed(short)) == ["step_broken"]


# -- where the file is gone ------------------------------------------------------------------


@pytest.mark.parametrize("statement", ["", HOSTILE[0]])
def test_nothing_is_lost_where_the_file_is_gone(short: Path, statement: str) -> None:
    """What nobody asked for yet is written out just as it stood in the file."""
    if statement:
        edit(short, statement.replace("{n}", "6"))
    rows = "SELECT n, label, events, at, sum FROM steps ORDER BY n"
    with closing(sqlite3.connect(short)) as db:
        before = db.execute(rows).fetchall()
    found = opened(short, read_only=True)
    found.store._connection.close()
    short.unlink()
    copy = short.with_name("Kopie.kampf")
    found.store.save_as(copy)
    found.store.append(step(60))
    found.store.close()
    with closing(sqlite3.connect(copy)) as db:
        after = db.execute(rows).fetchall()
    assert after[:19] == before[:19]
    again = opened_and_closed(copy)
    assert again.problems == ()
    assert again.history.last == step(60)


# -- maps ------------------------------------------------------------------------------------


def test_states_with_the_same_map_share_it(short: Path) -> None:
    history = opened(short, read_only=True).history
    assert history.state_after(8).board is history.state.board
    assert history.state_after(0).board is history.state.board


@pytest.mark.parametrize(
    "change",
    [
        "replace(state, ',\"board\":{', ',\"board\": {')",
        "replace(state, ',\"board\":{', ', \"board\":{')",
        "json_set(json_remove(state, '$.board'), '$.name', ',\"board\":{}}')",
        "json_remove(state, '$.board')",
        "json_set(state, '$.name', 'anders')",
        "json_set(state, '$.data', json('{\"a\":1,\"board\":{}}'))",
        "json_set(json_set(json_remove(state, '$.board'), '$.data', json('{\"a\":1,\"board\":2}')),"
        " '$.board', json('{\"width\":30,\"height\":30}'))",
    ],
)
@pytest.mark.parametrize("n", [0, 4, 16])
def test_a_state_is_read_however_it_is_written(short: Path, change: str, n: int) -> None:
    edit(short, f"UPDATE checkpoints SET state = {change} WHERE n = {n}")
    with closing(connect(short, "ro")) as connection:
        text = connection.execute("SELECT state FROM checkpoints WHERE n = ?", (n,)).fetchone()[0]
    wanted = state_from_dict(read_json(text), TINY)
    found = opened(short, read_only=True)
    assert unread(found.history)
    assert found.history.state_after(n) == wanted


# -- all systems -----------------------------------------------------------------------------


@pytest.mark.parametrize("demo", DEMOS, ids=lambda demo: demo.stem)
def test_the_demos_are_the_same_read_late(
    demo: Path, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "CHECKPOINT_EVERY", 3)
    monkeypatch.setattr(late, "FEW", 3)
    history = run_script(load_situation(demo.read_bytes(), registry.get)).history
    with Store.create(path, history.base, registry.get(history.base.system)) as store:
        store.extend(history.steps)
    found = Store.open(path, registry.get)
    found.store.close()
    assert unread(found.history)
    assert differences(found.history, history) == []
