"""Encounter files: everything that was written is there again, whatever happens to the file."""

from __future__ import annotations

import contextlib
import gc
import os
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from datetime import datetime, timedelta, tzinfo
from pathlib import Path

import pytest

from maps.problems import Severity, UnreadableFileError
from rules.core.glossary import Glossary
from rules.core.terms import term
from rules.encounter import backups, database, migrations, writing
from rules.encounter.events import (
    Added,
    ConditionGained,
    Event,
    Logged,
    Moved,
    Titled,
    VitalsChanged,
)
from rules.encounter.history import Step
from rules.encounter.state import Condition, TokenId
from rules.encounter.store import Opened, Store, StoreError
from tests.rules.tiny import TINY, fight, lookup, token

A = TokenId("A")
DEEP_TERM = '{"key":"a","args":{"b":' * 60 + "1" + "}}" * 60
PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40


def step(n: int) -> Step:
    """Make a step that moves A and takes a point from it."""
    events: tuple[Event, ...] = (
        Moved(A, n * 512, 0, cost=1),
        VitalsChanged(A, {"hp": 8 - n % 8, "wounds": [n]}),
        Logged(term("log.moved", who="A", n=1), (term("log.note", text=f"Schritt {n} – „ä“"),)),
    )
    return Step(term("step.move", who="A"), events, f"2024-05-01T12:00:{n % 60:02}")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the path of a file in a folder of its own."""
    folder = tmp_path / "Kämpfe & #1? 100%"
    folder.mkdir()
    return folder / "Krähenfels.kampf"


@pytest.fixture
def filled(path: Path) -> Path:
    """Make a file of five steps, the last one taken back."""
    with Store.create(path, fight(), TINY) as store:
        for n in range(1, 6):
            store.append(step(n))
        store.set_done(4)
    return path


def opened(path: Path, **how: object) -> Opened:
    return Store.open(path, lookup, **how)  # type: ignore[arg-type]  # keywords of the test


def edit(path: Path, *statements: str) -> None:
    """Change a file behind the program's back."""
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


def codes(found: Opened) -> list[str]:
    return [problem.code for problem in found.problems]


def tried(path: Path) -> tuple[Opened | None, str]:
    """Open a file, or return the code of the problem, which has words."""
    try:
        return opened(path), ""
    except UnreadableFileError as error:
        Glossary.load("en").say_with(f"problem.{error.problem.code}", error.problem.args)
        return None, error.problem.code


def words(found: Opened) -> str:
    """Say all problems in both languages; a missing word or gap fails the test."""
    said = [
        Glossary.load(language).say_with(f"problem.{p.code}", p.args)
        for language in ("de", "en")
        for p in found.problems
    ]
    return "\n".join(said)


# ---- what is written is there --------------------------------------------------------------


def test_steps_undo_and_redo_survive(filled: Path) -> None:
    found = opened(filled)
    with found.store:
        assert found.problems == ()
        assert found.history.steps == tuple(step(n) for n in range(1, 6))
        assert found.history.done == 4
        assert found.history.state.token("A").space.x == 4 * 512
        redone = found.history.redo()
        assert redone == step(5)
        assert found.history.state.token("A").space.x == 5 * 512
        while found.history.undo():
            pass
        assert found.history.state == fight()


def test_a_new_step_drops_what_was_undone(filled: Path) -> None:
    with opened(filled).store as store:
        store.set_done(2)
        store.append(step(9))
        assert store.done == 3
    history = opened_and_closed(filled).history
    assert [s.events[0] for s in history.steps] == [Moved(A, n * 512, 0, cost=1) for n in (1, 2, 9)]


def opened_and_closed(path: Path) -> Opened:
    found = opened(path)
    found.store.close()
    return found


def test_the_file_lies_alone_after_closing(filled: Path) -> None:
    assert os.listdir(filled.parent) == [filled.name]
    found = opened(filled)
    found.store.append(step(6))
    found.store.close()
    found.store.close()
    assert os.listdir(filled.parent) == [filled.name]


def test_a_history_goes_its_own_way(filled: Path) -> None:
    found = opened(filled)
    with found.store as store:
        found.history.push(step(7))
        assert store.done == 4
        store.append(step(7))
        assert store.done == found.history.done == 5


def test_steps_that_could_not_be_read_again_are_refused(filled: Path) -> None:
    with opened(filled).store as store:
        for events in (
            (VitalsChanged(A, {"hp": float("nan")}),),
            (VitalsChanged(A, {"hp": {1, 2}}),),  # type: ignore[dict-item]  # no JSON
            (Titled("x" * 300),),
        ):
            with pytest.raises(StoreError) as caught:
                store.append(Step(term("step.note"), events))
            assert caught.value.problem.code == "step_unwritable"
        with pytest.raises(KeyError):
            store.append(Step(term("step.move"), (Moved(TokenId("nobody"), 0, 0),)))
        store.append(step(5))
    assert opened_and_closed(filled).history.done == 5


def test_several_steps_are_written_whole_or_not_at_all(filled: Path) -> None:
    with opened(filled).store as store:
        nobody = Step(term("step.move"), (Moved(TokenId("nobody"), 0, 0),))
        with pytest.raises(KeyError):
            store.extend([step(7), nobody])
        assert store.done == 4
        store.extend([step(n) for n in range(5, 230)])
        store.extend([])
        assert store.done == 229
    found = opened_and_closed(filled)
    assert found.problems == ()
    assert found.history.steps[4:] == tuple(step(n) for n in range(5, 230))


# ---- pictures ------------------------------------------------------------------------------


def test_pictures_are_kept_once_by_their_hash(path: Path) -> None:
    hash = database_hash(PICTURE)
    with Store.create(path, fight(), TINY, {hash: PICTURE}) as store:
        assert store.put_asset(PICTURE) == hash
        other = store.put_asset(b"something")
        assert store.assets() == tuple(sorted([hash, other]))
        assert store.asset(hash) == PICTURE
        assert store.asset("nothing") is None
    edit(path, f"UPDATE assets SET bytes = x'00' WHERE hash = '{hash}'")
    with opened(path).store as store:
        assert store.asset(hash) is None
        assert store.asset(other) == b"something"


def database_hash(data: bytes) -> str:
    return writing.hash_of(data)


def test_a_wrong_hash_is_refused(path: Path) -> None:
    with pytest.raises(ValueError, match="hash"):
        Store.create(path, fight(), TINY, {"abc": PICTURE})
    assert not path.exists()


# ---- files that are none of ours -----------------------------------------------------------


def foreign(path: Path) -> None:
    edit(path, "CREATE TABLE t (x)", "INSERT INTO t VALUES (1)")


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda p: p.write_bytes(b""), "file_empty"),
        (lambda p: p.write_text("Das ist ein Brief. " * 50), "file_not_a_fight"),
        (lambda p: p.write_bytes(b"SQLite format 3\0"), "file_not_a_fight"),
        (lambda p: p.write_bytes(b"SQLite format 3\0" + bytes(200)), "file_foreign_database"),
        (foreign, "file_foreign_database"),
        (lambda p: p.mkdir(), "file_not_a_file"),
        (os.mkfifo, "file_not_a_file"),
        (lambda p: None, "file_missing"),
    ],
)
def test_foreign_files_are_refused_and_stay_as_they_are(
    path: Path, make: Callable[[Path], object], code: str
) -> None:
    make(path)
    before = path.read_bytes() if path.is_file() else b""
    for read_only in (False, True):
        with pytest.raises(UnreadableFileError) as caught:
            opened(path, read_only=read_only)
        assert caught.value.problem.code == code
        Glossary.load("de").say_with(f"problem.{code}", caught.value.problem.args)
    assert os.listdir(path.parent) == ([path.name] if path.exists() else [])
    if path.is_file():
        assert path.read_bytes() == before


def test_a_foreign_database_in_wal_mode_is_not_touched(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("CREATE TABLE t (x)")
    connection.commit()
    before = sorted(os.listdir(path.parent))
    with pytest.raises(UnreadableFileError) as caught:
        opened(path)
    assert caught.value.problem.code == "file_foreign_database"
    assert sorted(os.listdir(path.parent)) == before
    connection.close()


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TRIGGER t AFTER UPDATE ON meta BEGIN DELETE FROM steps; END",
        "CREATE VIEW v AS SELECT * FROM steps",
        "CREATE TABLE more (x)",
        "CREATE INDEX i ON steps (length(events))",
        "ALTER TABLE steps ADD COLUMN evil TEXT AS (hex(events))",
    ],
)
def test_a_file_with_foreign_parts_is_refused(filled: Path, statement: str) -> None:
    edit(filled, statement)
    before = filled.read_bytes()
    with pytest.raises(UnreadableFileError) as caught:
        opened(filled)
    assert caught.value.problem.code == "file_foreign_parts"
    assert filled.read_bytes() == before


def test_a_view_in_the_place_of_a_table_is_refused(filled: Path) -> None:
    edit(
        filled, "DROP TABLE steps", "CREATE VIEW steps AS SELECT 1 AS n, '' label, '' events, '' at"
    )
    with pytest.raises(UnreadableFileError):
        opened(filled)


# ---- read only -----------------------------------------------------------------------------


def assert_reads_only(found: Opened, code: str) -> None:
    assert found.store.read_only
    assert found.store.reason is not None
    assert found.store.reason.code == code
    assert found.history.done == 4
    for write in (
        lambda: found.store.append(step(7)),
        lambda: found.store.set_done(1),
        lambda: found.store.put_asset(b"x"),
    ):
        with pytest.raises(StoreError) as caught:
            write()
        assert caught.value.problem.code == "file_read_only"


def test_a_file_that_is_open_already_opens_read_only(filled: Path) -> None:
    with opened(filled).store as first:
        second = opened(filled)
        assert_reads_only(second, "file_locked")
        assert "anderswo" in words(second)
        second.store.close()
        first.append(step(6))
        third = opened(filled)
        assert third.history.done == 5
        third.store.close()
        assert opened_and_closed(filled).store.read_only
    assert not opened_and_closed(filled).store.read_only


HOLD = """
import sys
import threading
from pathlib import Path
from rules.encounter.store import Store
from tests.rules.tiny import lookup
found = Store.open(Path(sys.argv[1]), lookup)
print("read only" if found.store.read_only else "open", flush=True)
sys.stdin.read()
"""


def child(code: str, *args: object) -> subprocess.Popen[str]:
    """Start another process that runs Python code."""
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, args)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    )


def test_another_process_holds_the_file_until_it_dies(filled: Path) -> None:
    with child(HOLD, filled) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "open\n"
        found = opened(filled)
        assert_reads_only(found, "file_locked")
        found.store.close()
        other.kill()
    assert not opened_and_closed(filled).store.read_only
    assert os.listdir(filled.parent) == [filled.name]


def test_looking_at_an_open_file_does_not_free_it(filled: Path) -> None:
    with opened(filled).store:
        opened_and_closed(filled)
        database.read_header(filled)
        with child(HOLD, filled) as other:
            assert other.stdout is not None
            assert other.stdout.readline() == "read only\n"
            other.kill()


def test_opening_for_reading_leaves_the_file_alone(filled: Path) -> None:
    found = opened(filled, read_only=True)
    assert_reads_only(found, "file_read_only")
    assert found.problems == ()
    with opened(filled).store as writer:
        assert not writer.read_only
    found.store.close()


@pytest.mark.skipif(os.name != "posix", reason="folders are protected otherwise")
def test_a_write_protected_file_opens_read_only(
    filled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.access

    def access(path: Path, mode: int) -> bool:  # root may write everywhere, so it is acted
        return real(path, mode) and bool(Path(path).stat().st_mode & stat.S_IWUSR)

    monkeypatch.setattr(os, "access", access)
    for protected in (filled, filled.parent):
        mode = protected.stat().st_mode
        protected.chmod(mode & ~0o222)
        found = opened(filled)
        protected.chmod(mode)
        assert_reads_only(found, "file_not_writable")
        found.store.close()


DIE = """
import os, signal, sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA cache_size = 1")
connection.execute("PRAGMA synchronous = FULL")
connection.execute("BEGIN")
connection.execute("UPDATE meta SET value = '1' WHERE key = 'done'")
connection.execute("DELETE FROM checkpoints")
for n in range(100, 400):
    connection.execute("INSERT INTO steps VALUES (?, '', ?, '')", (n, "x" * 3_000))
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(os.name != "posix", reason="needs SIGKILL")
@pytest.mark.parametrize("protected", [False, True])
def test_a_transaction_cut_short_is_taken_back(
    filled: Path, monkeypatch: pytest.MonkeyPatch, protected: bool
) -> None:
    whole = filled.read_bytes()
    with child(DIE, filled) as other:
        other.wait()
    broken = filled.read_bytes()
    assert broken[:200] + broken[4_096:] != whole[:200] + whole[4_096:]
    if protected:
        monkeypatch.setattr(os, "access", lambda path, mode: False)
    found = opened(filled)
    assert codes(found) == (["file_not_writable"] if protected else [])
    assert found.history.done == 4
    assert found.history.steps == tuple(step(n) for n in range(1, 6))
    found.store.close()
    if protected:
        assert filled.read_bytes() == broken
    else:
        assert os.listdir(filled.parent) == [filled.name]


def test_a_file_of_a_newer_version_opens_read_only(filled: Path) -> None:
    edit(filled, "ALTER TABLE steps ADD COLUMN mood TEXT", "PRAGMA user_version = 99")
    before = filled.read_bytes()
    found = opened(filled)
    assert_reads_only(found, "file_newer")
    assert "99" in words(found)
    found.store.save_as(filled.with_name("neu.kampf"))
    assert not found.store.read_only
    found.store.append(step(5))
    found.store.close()
    assert filled.read_bytes() == before
    assert opened_and_closed(filled.with_name("neu.kampf")).history.done == 5


# ---- damage --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE steps SET events = '[{\"event\":\"exploded\"}]' WHERE n = 3",
        "UPDATE steps SET events = '{' WHERE n = 3",
        "UPDATE steps SET events = x'ff00' WHERE n = 3",
        "UPDATE steps SET events = CAST(x'ff00' AS TEXT) WHERE n = 3",
        "UPDATE steps SET events = '[{\"event\":\"removed\",\"token\":\"Z\"}]' WHERE n = 3",
        "UPDATE steps SET events = '[{\"event\":\"vitals_changed\",\"token\":\"A\","
        "\"values\":{\"hp\":\"x\"}}]' WHERE n = 3",
        "UPDATE steps SET label = '3' WHERE n = 3",
        f"UPDATE steps SET label = '{DEEP_TERM}' WHERE n = 3",
        "DELETE FROM steps WHERE n = 3",
        "UPDATE steps SET events = '" + "[" * 5_000 + "' WHERE n = 3",
    ],
)  # fmt: skip
def test_a_broken_step_keeps_those_before_it(filled: Path, damage: str) -> None:
    edit(filled, damage)
    broken = filled.read_bytes()
    found = opened(filled)
    assert codes(found) == ["step_broken"]
    assert found.problems[0].severity is Severity.ERROR
    assert "Schritt 3" in words(found)
    assert found.history.done == 2
    assert found.history.state.token("A").space.x == 2 * 512
    assert filled.read_bytes() == broken
    assert os.listdir(filled.parent) == [filled.name]
    found.store.append(step(8))
    found.store.close()
    kept = filled.with_name("Krähenfels.broken-1.kampf")
    assert sorted(os.listdir(filled.parent)) == sorted([filled.name, kept.name])
    with sqlite3.connect(kept) as connection:
        count = connection.execute("SELECT count(*) FROM steps").fetchone()
        assert count[0] >= 4
    connection.close()
    mended = opened_and_closed(filled)
    assert mended.problems == ()
    assert mended.history.done == 3
    assert mended.history.steps[2] == step(8)


def test_a_broken_file_that_is_only_looked_at_stays_as_it_is(filled: Path) -> None:
    edit(filled, "DELETE FROM steps WHERE n = 3")
    before = filled.read_bytes()
    opened_and_closed(filled)
    assert filled.read_bytes() == before
    assert os.listdir(filled.parent) == [filled.name]


def test_a_broken_step_that_was_taken_back_costs_only_the_redo(filled: Path) -> None:
    edit(filled, "UPDATE steps SET events = '' WHERE n = 5")
    found = opened_and_closed(filled)
    assert codes(found) == ["redo_broken"]
    assert found.history.done == 4
    assert len(found.history.steps) == 4
    assert words(found)


@pytest.fixture
def long(path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a file of ten steps with a checkpoint after every fourth."""
    monkeypatch.setattr(writing, "CHECKPOINT_EVERY", 4)
    with Store.create(path, fight(), TINY) as store:
        for n in range(1, 11):
            store.append(step(n))
    return path


def test_after_a_broken_step_a_later_checkpoint_saves_the_rest(long: Path) -> None:
    edit(long, "UPDATE steps SET events = '' WHERE n = 2")
    found = opened(long)
    assert codes(found) == ["step_broken_skipped"]
    assert words(found)
    assert found.history.state.token("A").space.x == 10 * 512
    assert found.history.steps == tuple(step(n) for n in range(5, 11))
    found.store.set_done(5)
    found.store.append(step(11))
    found.store.close()
    again = opened_and_closed(long)
    assert again.problems == ()
    assert again.history.steps == (*(step(n) for n in range(5, 10)), step(11))


def test_of_several_breaks_all_are_told(long: Path) -> None:
    edit(long, "DELETE FROM steps WHERE n IN (2, 6)", "DELETE FROM checkpoints WHERE n = 8")
    found = opened_and_closed(long)
    assert codes(found) == ["step_broken_skipped", "step_broken"]
    assert found.history.state.token("A").space.x == 5 * 512


def test_a_broken_beginning_is_passed_over(long: Path) -> None:
    edit(long, "UPDATE checkpoints SET state = '{}' WHERE n = 0")
    found = opened_and_closed(long)
    assert codes(found) == ["base_broken"]
    assert words(found)
    assert found.history.state.token("A").space.x == 10 * 512
    assert found.history.done == 6


def test_undone_steps_take_their_checkpoints_along(long: Path) -> None:
    with opened(long).store as store:
        store.set_done(3)
        store.append(step(77))
    edit(long, "UPDATE steps SET events = '' WHERE n = 2")
    found = opened_and_closed(long)
    assert codes(found) == ["step_broken_skipped"]
    assert found.history.state.token("A").space.x == 77 * 512


@pytest.mark.parametrize("value", ["'x'", "'-1'", "'99'", "x'00'", "'9999999999999'"])
def test_a_broken_cursor_counts_all_steps(filled: Path, value: str) -> None:
    edit(filled, f"UPDATE meta SET value = {value} WHERE key = 'done'")
    found = opened_and_closed(filled)
    assert codes(found) == ["cursor_broken"]
    assert found.history.done == 5
    assert words(found)


def test_without_any_state_there_is_nothing_to_open(filled: Path) -> None:
    edit(filled, "DELETE FROM checkpoints")
    with pytest.raises(UnreadableFileError) as caught:
        opened(filled)
    assert caught.value.problem.code == "file_damaged"
    edit(filled, "DROP TABLE meta")
    with pytest.raises(UnreadableFileError):
        opened(filled)


def test_an_unknown_system_is_named(filled: Path) -> None:
    edit(filled, "UPDATE checkpoints SET state = replace(state, 'tiny', 'huge')")
    with pytest.raises(UnreadableFileError) as caught:
        opened(filled)
    assert caught.value.problem.code == "system_unknown"
    assert caught.value.problem.args["known"] == "tiny"
    assert not database._held


@pytest.mark.parametrize("share", [0.02, 0.1, 0.3, 0.6, 0.9, 0.999])
def test_a_truncated_file_is_read_as_far_as_it_reaches(path: Path, share: float) -> None:
    with Store.create(path, fight(), TINY) as store:
        for n in range(1, 200):
            store.append(step(n))
    data = path.read_bytes()
    cut = data[: int(len(data) * share)]
    path.write_bytes(cut)
    found, code = tried(path)
    if found is None:
        assert code in {"file_damaged", "file_not_a_fight"}
        assert share < 0.5
    else:
        assert found.store.read_only
        assert codes(found)[0] == "file_damaged"
        assert found.history.steps == tuple(step(n) for n in range(1, len(found.history.steps) + 1))
        found.store.save_as(path.with_name("rescued.kampf"))
        found.store.append(step(1_000))
        found.store.close()
        assert opened_and_closed(path.with_name("rescued.kampf")).problems == ()
        path.with_name("rescued.kampf").unlink()
    assert path.read_bytes() == cut
    assert os.listdir(path.parent) == [path.name]


def test_pages_of_rubbish_never_crash(path: Path) -> None:
    with Store.create(path, fight(), TINY) as store:
        for n in range(1, 120):
            store.append(step(n))
    data = path.read_bytes()
    for start in range(100, len(data), 1_777):
        path.write_bytes(data[:start] + b"\xa5" * 40 + data[start + 40 :])
        before = path.read_bytes()
        found, _code = tried(path)
        if found is not None:
            history = found.history
            assert history.steps == tuple(step(n) for n in range(1, len(history.steps) + 1))
            found.store.close()
            words(found)
        assert path.read_bytes() == before
    assert not database._held


# ---- disk full, moved files ----------------------------------------------------------------


def test_a_full_disk_loses_only_the_step_that_does_not_fit(filled: Path) -> None:
    with opened(filled).store as store:
        pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
        store._connection.execute(f"PRAGMA max_page_count = {pages}")
        big = Step(term("step.note"), (Logged(term("log.note", text="x" * 100_000)),))
        for _ in range(2):
            with pytest.raises(StoreError) as caught:
                store.append(big)
            assert caught.value.problem.code == "file_full"
            assert store.done == 4
        with pytest.raises(StoreError):
            store.put_asset(bytes(1_000_000))
        store.set_done(3)
        store._connection.execute("PRAGMA max_page_count = 100000")
        store.append(big)
    found = opened_and_closed(filled)
    assert found.problems == ()
    assert found.history.done == 4
    assert found.history.steps[3] == big


def test_a_file_that_was_replaced_or_moved_is_not_written(filled: Path) -> None:
    with opened(filled).store as store:
        filled.rename(filled.with_name("elsewhere.kampf"))
        with pytest.raises(StoreError) as caught:
            store.append(step(6))
        assert caught.value.problem.code == "file_moved"
        filled.write_bytes(b"what a cloud put here")
        with pytest.raises(StoreError):
            store.set_done(1)
        store.save_as(filled.with_name("third.kampf"))
        store.append(step(6))
    assert opened_and_closed(filled.with_name("third.kampf")).history.done == 5
    assert opened_and_closed(filled.with_name("elsewhere.kampf")).history.done == 4


# ---- copies, backups, migrations -----------------------------------------------------------


def test_save_as_goes_on_in_the_new_file(filled: Path) -> None:
    target = filled.with_name("zweite.kampf")
    target.write_text("wird überschrieben")
    with opened(filled).store as store:
        store.put_asset(PICTURE)
        store.save_as(target)
        assert store.path == target
        store.append(step(6))
        other = opened(filled)
        assert not other.store.read_only
        assert other.history.done == 4
        other.store.close()
        store.save_as(target)
        assert store.done == 5
    assert sorted(os.listdir(filled.parent)) == sorted([filled.name, target.name])
    found = opened(target)
    assert found.history.done == 5
    assert found.store.asset(database_hash(PICTURE)) == PICTURE
    assert found.store._id != opened_and_closed(filled).store._id
    found.store.close()


def test_save_as_never_takes_the_place_of_an_open_file(filled: Path) -> None:
    target = filled.with_name("zweite.kampf")
    with Store.create(target, fight(), TINY), opened(filled).store as store:
        with pytest.raises(StoreError) as caught:
            store.save_as(target)
        assert caught.value.problem.code == "file_locked"
        store.append(step(6))
    with child(HOLD, target) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "open\n"
        with opened(filled).store as store, pytest.raises(StoreError):
            store.save_as(target)
        other.kill()
    assert opened_and_closed(target).history.done == 0


def test_creating_never_overwrites(filled: Path) -> None:
    with pytest.raises(StoreError) as caught:
        Store.create(filled, fight(), TINY)
    assert caught.value.problem.code == "file_exists"
    assert opened_and_closed(filled).history.done == 4
    with pytest.raises(StoreError) as caught:
        Store.create(filled.parent / "none" / "a.kampf", fight(), TINY)
    assert caught.value.problem.code in {"file_not_writable", "file_os"}
    assert os.listdir(filled.parent) == [filled.name]


def test_generations_of_backups_are_kept(filled: Path, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    for n in range(14):
        found = opened(filled, backups=folder)
        assert found.problems == ()
        found.store.append(step(n))
        found.store.close()
        opened(filled, backups=folder).store.close()
        opened(filled, backups=folder).store.close()
    (own,) = folder.iterdir()
    files = backups.generations(own)
    assert len(files) == backups.KEEP
    newest = opened_and_closed(files[0])
    assert newest.history.done == 18
    assert opened_and_closed(files[1]).history.done == 17
    assert opened_and_closed(files[-1]).history.done == 9


def test_a_backup_folder_that_cannot_be_made_is_a_problem_and_no_obstacle(
    filled: Path, tmp_path: Path
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    found = opened(filled, backups=blocked)
    assert codes(found) == ["backup_failed"]
    assert words(found)
    found.store.append(step(6))
    found.store.close()


def test_a_backup_is_a_whole_file(filled: Path) -> None:
    with opened(filled).store as store:
        store.backup(filled.with_name("copy.kampf"))
        store.append(step(6))
    assert opened_and_closed(filled.with_name("copy.kampf")).history.done == 4


def test_an_older_file_is_copied_and_then_migrated(
    filled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def second(connection: sqlite3.Connection) -> None:
        connection.execute("UPDATE meta SET value = '1' WHERE key = 'done'")

    monkeypatch.setattr(migrations, "SCHEMA", 2)
    monkeypatch.setattr(database, "SCHEMA", 2)
    monkeypatch.setattr(migrations, "MIGRATIONS", {1: second})
    monkeypatch.setattr(database, "TABLES", {1: migrations.TABLES[1], 2: migrations.TABLES[1]})
    before = filled.read_bytes()
    looked_at = opened(filled, read_only=True)
    assert looked_at.history.done == 1
    looked_at.store.close()
    assert filled.read_bytes() == before
    assert opened_and_closed(filled).history.done == 1
    copy = filled.with_name("Krähenfels.format-1-1.kampf")
    assert copy.read_bytes()[60:64] == b"\0\0\0\1"
    assert filled.read_bytes()[60:64] == b"\0\0\0\2"
    assert opened_and_closed(filled).problems == ()
    assert sorted(os.listdir(filled.parent)) == sorted([filled.name, copy.name])


def test_a_migration_that_fails_changes_nothing(
    filled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(connection: sqlite3.Connection) -> None:
        connection.execute("DELETE FROM steps")
        raise sqlite3.DatabaseError("no")

    monkeypatch.setattr(migrations, "SCHEMA", 2)
    monkeypatch.setattr(migrations, "MIGRATIONS", {1: fails})
    before = filled.read_bytes()
    with pytest.raises(sqlite3.DatabaseError):
        opened(filled)
    assert filled.read_bytes() == before
    assert not database._held


def test_tokens_with_everything_come_back(path: Path) -> None:
    full = token(
        "X",
        -3.5,
        2.25,
        name="Ünal „der Große“",
        size=2,
        facing=270,
        conditions=["prone", {"id": "drained", "value": 2, "until": [3, 17], "note": "Gift"}],
        sheet={"strength": 18, "purse": {"gold": 3, "gems": ["Rubin"]}},
        vitals={"hp": -2, "wounds": [3, 4]},
        reach=2,
        elevation=1.5,
        height=0.5,
        gives_cover=False,
        hidden=True,
        label="X",
        portrait="ab12",
        note="Zeile 1\nZeile 2",
    )
    with Store.create(path, fight(full), TINY) as store:
        store.append(Step(term("step.add"), (Added(token("Y", 9)),)))
        gained = ConditionGained(TokenId("Y"), Condition("drained", 1, (2, 3), "n"))
        store.append(Step(term("step.condition"), (gained,)))
    state = opened_and_closed(path).history.state
    assert state.token("X") == full
    assert state.token("Y").conditions == (gained.condition,)


def test_a_forgotten_store_may_be_collected_by_another_thread(filled: Path) -> None:
    left = [opened(filled).store]
    worker = threading.Thread(target=left.clear)
    worker.start()
    worker.join()
    gc.collect()
    with opened(filled).store as store:
        assert not store.read_only
        store.close()


def test_what_a_killed_process_left_goes_with_the_next_attempt(filled: Path) -> None:
    target = filled.with_name("ziel [1].kampf")
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    left = target.with_name(f".{target.name}.{dead.pid}.tmp")
    other = target.with_name(f".{target.name}.{os.getppid()}.tmp")  # its process lives
    for path in (left, left.with_name(f"{left.name}-journal"), other):
        path.write_bytes(b"half a file")
    with Store.open(filled, lookup).store as store:
        store.save_as(target)
    hidden = {path.name for path in target.parent.iterdir() if path.name.startswith(".")}
    assert hidden == ({other.name} if os.name == "posix" else set())


def test_a_drive_that_is_gone_does_not_keep_a_fight_from_being_saved_elsewhere(
    filled: Path,
) -> None:
    target = filled.with_name("gerettet.kampf")
    with opened(filled).store as store:
        store._connection.close()  # as if nothing could be read from there any more
        with pytest.raises(StoreError):
            store.append(step(6))
        store.save_as(target)
        store.append(step(6))
    found = opened_and_closed(target)
    assert found.problems == ()
    assert found.history.done == 5


@pytest.mark.parametrize("hours", [-30, 30])
def test_a_clock_that_jumps_costs_no_generation_that_was_just_kept(
    filled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    class Clock(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
            return datetime.now(tz) + timedelta(hours=hours)

    folder = tmp_path / "backups"
    for n in range(12):
        if n == 11:
            monkeypatch.setattr(backups, "datetime", Clock)
        found = opened(filled, backups=folder)
        found.store.append(step(n))
        found.store.close()
    (own,) = folder.iterdir()
    kept = sorted(opened_and_closed(path).history.done for path in backups.generations(own))
    assert len(kept) == backups.KEEP
    assert kept[-1] == 15  # the state in which the file was opened last


def test_text_that_is_no_text_is_damage_like_any_other(filled: Path) -> None:
    raw = filled.read_bytes()
    filled.write_bytes(raw.replace(b"CREATE TABLE", b"CREATE\xdeTABLE"))
    with pytest.raises(UnreadableFileError):
        Store.open(filled, lookup, read_only=True)
    filled.write_bytes(raw)
    with contextlib.closing(sqlite3.connect(filled)) as db:
        db.execute("UPDATE steps SET events = CAST(x'5bff5d' AS TEXT) WHERE n = 2")
        db.commit()
    found = opened_and_closed(filled)
    assert found.history.done == 1
    assert found.problems
