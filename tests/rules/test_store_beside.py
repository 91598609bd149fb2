"""What lies beside a fight is taken into it only where it is the fight's own."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from rules.encounter.store import Store
from tests.rules.store_child import step
from tests.rules.tiny import TINY, fight, lookup

posix = pytest.mark.skipif(os.name != "posix", reason="needs pipes and links")


def fight_of(path: Path, first: int, count: int) -> Path:
    """Write a fight of some steps."""
    with Store.create(path, fight(), TINY) as store:
        for n in range(first, first + count):
            store.append(step(n))
    return path


def lay_journal(source: Path, target: Path) -> Path:
    """Lay the journal of a transaction in the middle of ``source`` beside ``target``."""
    writer = sqlite3.connect(source, isolation_level=None)
    writer.execute("PRAGMA cache_size = 1")
    writer.execute("BEGIN IMMEDIATE")
    for table in ("steps", "spare_steps"):
        writer.execute(f"UPDATE {table} SET label = label || 'x'")
    journal = target.with_name(f"{target.name}-journal")
    shutil.copy(source.with_name(f"{source.name}-journal"), journal)
    if source != target:
        writer.execute("ROLLBACK")
    writer.close()
    return journal


def lay_wal(source: Path, target: Path) -> Path:
    """Lay the log of ``source`` beside ``target``."""
    writer = sqlite3.connect(source, isolation_level=None)
    writer.execute("PRAGMA journal_mode = WAL")
    writer.execute("UPDATE steps SET label = 'x'")
    log = target.with_name(f"{target.name}-wal")
    shutil.copy(source.with_name(f"{source.name}-wal"), log)
    writer.close()
    return log


@pytest.mark.parametrize("lay", [lay_journal, lay_wal])
@pytest.mark.parametrize(("theirs", "ours"), [(40, 40), (40, 5), (5, 40)])
@pytest.mark.parametrize("read_only", [False, True])
def test_pages_of_another_fight_are_not_taken_in(
    tmp_path: Path, lay: Callable[[Path, Path], Path], theirs: int, ours: int, read_only: bool
) -> None:
    path = fight_of(tmp_path / "ours.kampf", 500, ours)
    data = path.read_bytes()
    planted = lay(fight_of(tmp_path / "theirs.kampf", 0, theirs), path)
    with Store.open(path, lookup, read_only=read_only).store as store:
        assert store.read_only
    assert path.read_bytes() == data
    planted.unlink()
    found = Store.open(path, lookup)
    found.store.close()
    assert found.problems == ()
    assert found.history.steps == tuple(step(n) for n in range(500, 500 + ours))


@posix
@pytest.mark.parametrize("ending", ["-journal", "-wal"])
@pytest.mark.parametrize("kind", ["pipe", "folder", "loop", "endless"])
@pytest.mark.parametrize("read_only", [False, True])
def test_nobody_waits_for_what_is_no_journal(
    tmp_path: Path, ending: str, kind: str, read_only: bool
) -> None:
    path = fight_of(tmp_path / "fight.kampf", 0, 5)
    beside = path.with_name(f"{path.name}{ending}")
    match kind:
        case "pipe":
            os.mkfifo(beside)
        case "folder":
            beside.mkdir()
        case "loop":
            beside.symlink_to(beside.name)
        case _:
            beside.symlink_to("/dev/zero")
    found = Store.open(path, lookup, read_only=read_only)
    found.store.close()
    assert found.store.read_only
    assert found.history.done == 5
    assert os.path.lexists(beside)
