"""Files that are none of ours, or that are only read."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from maps.problems import UnreadableFileError
from rules.core.glossary import Glossary
from rules.encounter import database
from rules.encounter.store import Opened, StoreError
from tests.rules.store_kit import HOLD, child, codes, edit, opened, opened_and_closed, step, words


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
    connection.execute("INSERT INTO steps VALUES (?, '', ?, '', '')", (n, "x" * 3_000))
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
