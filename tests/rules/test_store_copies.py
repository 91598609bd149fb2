"""Full disks, moved files, copies, backups, migrations."""

from __future__ import annotations

import contextlib
import gc
import os
import sqlite3
import subprocess
import sys
import threading
from datetime import datetime, timedelta, tzinfo
from pathlib import Path

import pytest

from rules.core.terms import term
from rules.encounter import backups, database, migrations, writing
from rules.encounter.events import Added, ConditionGained, Logged
from rules.encounter.history import Step
from rules.encounter.state import Condition, TokenId
from rules.encounter.store import Store, StoreError
from tests.rules.store_kit import (
    HOLD,
    PICTURE,
    child,
    codes,
    database_hash,
    opened,
    opened_and_closed,
    seal,
    step,
    to_first_schema,
    words,
)
from tests.rules.tiny import TINY, fight, lookup, token


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
        seal(connection)

    now = migrations.SCHEMA
    monkeypatch.setattr(migrations, "SCHEMA", now + 1)
    monkeypatch.setattr(database, "SCHEMA", now + 1)
    monkeypatch.setattr(migrations, "MIGRATIONS", {now: second})
    made = migrations.TABLES[now]
    monkeypatch.setattr(database, "TABLES", {now: made, now + 1: made})
    before = filled.read_bytes()
    looked_at = opened(filled, read_only=True)
    assert looked_at.history.done == 1
    looked_at.store.close()
    assert filled.read_bytes() == before
    assert opened_and_closed(filled).history.done == 1
    copy = filled.with_name(f"Krähenfels.format-{now}-1.kampf")
    assert copy.read_bytes()[60:64] == bytes([0, 0, 0, now])
    assert filled.read_bytes()[60:64] == bytes([0, 0, 0, now + 1])
    assert opened_and_closed(filled).problems == ()
    assert sorted(os.listdir(filled.parent)) == sorted([filled.name, copy.name])


def test_a_file_without_check_sums_is_copied_and_gets_them(filled: Path) -> None:
    with opened(filled).store as store:
        store.extend(step(n) for n in range(5, 5 + writing.CHECKPOINT_EVERY))
        store.put_asset(PICTURE)
        store.set_done(7)
    new = opened_and_closed(filled)
    to_first_schema(filled)
    before = filled.read_bytes()
    looked_at = opened(filled, read_only=True)
    looked_at.store.close()
    assert filled.read_bytes() == before
    old = opened(filled)
    assert codes(looked_at) == codes(old) == []
    for found in (looked_at, old):
        assert found.history.base == new.history.base
        assert found.history.steps == new.history.steps
        assert found.history.done == 7
    old.store.append(step(99))
    assert old.store.asset(database_hash(PICTURE)) == PICTURE
    old.store.close()
    copy = filled.with_name("Krähenfels.format-1-1.kampf")
    assert sorted(os.listdir(filled.parent)) == sorted([filled.name, copy.name])
    assert copy.read_bytes()[60:64] == b"\0\0\0\1"
    with contextlib.closing(sqlite3.connect(filled)) as db:
        made = dict(db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'"))
        states = db.execute("SELECT count(*) FROM checkpoints").fetchone()
    assert made == migrations.TABLES[migrations.SCHEMA]
    assert states == (1,)  # the second one was undone and done otherwise
    again = opened_and_closed(filled)
    assert again.problems == ()
    assert again.history.steps == (*new.history.steps[:7], step(99))


def test_a_migration_that_fails_changes_nothing(
    filled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(connection: sqlite3.Connection) -> None:
        connection.execute("DELETE FROM steps")
        raise sqlite3.DatabaseError("no")

    now = migrations.SCHEMA
    monkeypatch.setattr(migrations, "SCHEMA", now + 1)
    monkeypatch.setattr(migrations, "MIGRATIONS", {now: fails})
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
    for read_only in (True, False, False):
        found = Store.open(filled, lookup, read_only=read_only)
        found.store.close()
        assert codes(found) == ["file_damaged"]  # not: open elsewhere
        assert found.history.done == 4
        assert not database._held
    filled.write_bytes(raw)
    with contextlib.closing(sqlite3.connect(filled)) as db:
        for table in ("steps", "spare_steps"):
            db.execute(f"UPDATE {table} SET events = CAST(x'5bff5d' AS TEXT) WHERE n = 2")
        db.commit()
    found = opened_and_closed(filled)
    assert found.history.done == 1
    assert found.problems
