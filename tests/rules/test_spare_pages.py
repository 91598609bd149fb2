"""Every step stands in two pages of a file: none of them alone takes one along.

``SCHLACHTPLAN_PAGES`` sets how many pages of each fight are damaged (12; all of a short one).
"""

from __future__ import annotations

import contextlib
import os
import random
import sqlite3
from pathlib import Path
from typing import NamedTuple

import pytest

from rules.encounter import database, migrations, seals
from rules.encounter.store import Opened, Store
from tests.rules.store_child import step
from tests.rules.store_kit import PICTURE, codes, edit, opened, opened_and_closed, words
from tests.rules.tiny import TINY, fight, lookup

PAGES = int(os.environ.get("SCHLACHTPLAN_PAGES", "12"))
PAGE = 4096


class Fight(NamedTuple):
    """The bytes of a file, how many steps it has, how many are in force, and some steps ago."""

    raw: bytes
    steps: int
    done: int
    before: bytes


def made(path: Path, steps: int, undone: int, late: int) -> Fight:
    """Make a fight with a picture; ``late`` steps are added after some were undone and redone."""
    with Store.create(path, fight(), TINY) as store:
        store.put_asset(PICTURE)
        store.extend(step(n) for n in range(1, steps - late))
        store.set_done(steps - late - 2)
        store.set_done(steps - late - 1)
        before = path.read_bytes()
        for n in range(steps - late, steps):
            store.append(step(n))
        if undone:
            store.set_done(steps - 1 - undone)
    return Fight(path.read_bytes(), steps - 1, steps - 1 - undone, before)


@pytest.fixture(scope="module", params=[(4, 0, 1), (4, 1, 0), (60, 3, 2), (420, 0, 5)], ids=str)
def whole(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Fight:
    """Return a short, a middle and a long fight."""
    return made(tmp_path_factory.mktemp("whole") / "fight.kampf", *request.param)


def assert_complete(found: Opened, whole: Fight, where: str) -> None:
    assert found.history.base == fight(), where
    assert found.history.steps == tuple(step(n) for n in range(1, whole.steps + 1)), where
    assert found.history.done == whole.done, where


def numbers(whole: Fight) -> list[int]:
    every = range(len(whole.raw) // PAGE)
    return sorted(random.Random(len(whole.raw)).sample(every, min(PAGES, len(every))))


@pytest.mark.parametrize("kind", ["zeros", "rubbish", "half"])
def test_no_single_page_takes_a_step_along(whole: Fight, tmp_path: Path, kind: str) -> None:
    path = tmp_path / "fight.kampf"
    for number in numbers(whole):
        start = number * PAGE
        new = bytes(PAGE) if kind == "zeros" else random.Random(number).randbytes(PAGE)
        if kind == "half":  # the upper half of the page was written, the lower one was not
            new = bytes(PAGE // 2) + whole.raw[start + PAGE // 2 : start + PAGE]
        path.write_bytes(whole.raw[:start] + new + whole.raw[start + PAGE :])
        found = Store.open(path, lookup)
        assert_complete(found, whole, f"page {number}")
        assert codes(found)
        assert set(codes(found)) <= {"file_damaged", "rows_mended", "assets_broken"}
        words(found)
        found.store.save_as(tmp_path / "rescued.kampf")
        found.store.close()
        again = Store.open(tmp_path / "rescued.kampf", lookup)
        again.store.close()
        assert set(codes(again)) <= {"assets_broken"}
        assert_complete(again, whole, f"page {number}, saved")
        (tmp_path / "rescued.kampf").unlink()


def test_a_page_that_was_not_written_costs_no_step(whole: Fight, tmp_path: Path) -> None:
    """A drive that lied: one page is as it was some steps ago."""
    path = tmp_path / "fight.kampf"
    for number in numbers(whole):
        start = number * PAGE
        old = whole.before[start : start + PAGE]
        if len(old) < PAGE or old == whole.raw[start : start + PAGE]:
            continue
        path.write_bytes(whole.raw[:start] + old + whole.raw[start + PAGE :])
        found = opened_and_closed(path)
        every = tuple(step(n) for n in range(1, whole.steps + 1))
        assert found.history.steps == every, f"page {number}"
        assert found.problems or found.history.done == whole.done, f"page {number}"


def test_every_bit_of_the_header_is_damage_or_nothing(tmp_path: Path) -> None:
    whole = made(tmp_path / "whole.kampf", 6, 1, 0)
    path = tmp_path / "fight.kampf"
    for place in range(100):
        for bit in range(8):
            broken = bytearray(whole.raw)
            broken[place] ^= 1 << bit
            path.write_bytes(broken)
            found = opened_and_closed(path)
            assert_complete(found, whole, f"byte {place}, bit {bit}")
            assert codes(found) in ([], ["file_damaged"]), f"byte {place}, bit {bit}"
    assert not database._held


@pytest.mark.parametrize("number", [1, 2, 4, 7, 131, 2**24 + 3])
def test_a_wrong_number_in_the_header_is_damage_and_no_newer_version(
    filled: Path, number: int
) -> None:
    edit(filled, f"PRAGMA user_version = {number}", sealed=False, spared=False)
    broken = filled.read_bytes()
    found = opened(filled)
    assert codes(found) == ["file_damaged"]
    assert found.store.read_only
    assert found.history.done == 4
    assert len(found.history.steps) == 5
    found.store.save_as(filled.with_name("gerettet.kampf"))
    found.store.append(step(6))
    found.store.close()
    assert filled.read_bytes() == broken
    assert opened_and_closed(filled.with_name("gerettet.kampf")).problems == ()


def test_a_newer_version_with_the_same_tables_is_told(filled: Path) -> None:
    with contextlib.closing(sqlite3.connect(filled)) as db:
        meta = dict(db.execute("SELECT key, value FROM meta"))
        (last,) = db.execute("SELECT sum FROM steps ORDER BY n DESC").fetchone()
        newer = migrations.SCHEMA + 1
        seal = seals.of_file(meta["id"], meta["done"], last, newer)
        db.execute("UPDATE meta SET value = ? WHERE key = 'seal'", (seal,))
        db.execute(f"PRAGMA user_version = {newer}")
        db.commit()
    found = opened_and_closed(filled)
    assert codes(found) == ["file_newer"]
    assert found.history.done == 4


DAMAGE = [
    "UPDATE {steps} SET events = replace(events, '\"cost\":1', '\"cost\":2') WHERE n = 2",
    "UPDATE {steps} SET events = x'ff00' WHERE n = 3",
    "UPDATE {steps} SET sum = 'x' WHERE n = 5",
    "UPDATE {steps} SET at = '' WHERE n IN (1, 4)",
    "DELETE FROM {steps} WHERE n = 3",
    "DELETE FROM {steps} WHERE n > 2",
    "DELETE FROM {steps}",
    "UPDATE {states} SET state = '{{}}'",
    "UPDATE {states} SET chain = 'x'",
    "DELETE FROM {states}",
]


@pytest.mark.parametrize("spare", [False, True], ids=["the row", "its spare"])
@pytest.mark.parametrize("damage", DAMAGE)
def test_where_one_of_two_rows_is_damaged_the_other_counts(
    filled: Path, damage: str, spare: bool
) -> None:
    steps, states = ("spare_steps", "spare_states") if spare else ("steps", "checkpoints")
    whole = opened_and_closed(filled).history
    edit(filled, damage.format(steps=steps, states=states), sealed=False, spared=False)
    broken = filled.read_bytes()
    found = opened(filled)
    assert codes(found) == ["rows_mended"]
    assert words(found)
    assert found.history.base == whole.base
    assert found.history.steps == whole.steps
    assert found.history.done == 4
    assert filled.read_bytes() == broken
    found.store.set_done(3)
    found.store.close()
    assert len(list(filled.parent.glob("*.broken-1.kampf"))) == 1
    again = opened_and_closed(filled)
    assert again.problems == ()
    assert (again.history.steps, again.history.done) == (whole.steps, 3)


@pytest.mark.parametrize(
    ("damage", "alone"),
    [
        ("DELETE FROM meta", "cursor_broken"),
        ("DELETE FROM meta WHERE key = 'id'", "seal_broken"),
        ("UPDATE meta SET value = 'x' WHERE key = 'seal'", "seal_broken"),
        ("UPDATE meta SET value = 'x' WHERE key = 'done'", "cursor_mended"),
    ],
)
def test_the_cursor_stands_in_the_file_twice(filled: Path, damage: str, alone: str) -> None:
    edit(filled, damage, sealed=False, spared=False)
    found = opened_and_closed(filled)
    assert codes(found) == ["cursor_mended"]
    assert found.history.done == 4
    edit(filled, "DELETE FROM spare_meta", sealed=False, spared=False)
    assert codes(opened_and_closed(filled)) == [alone]


def test_a_spare_cursor_beyond_the_steps_is_none(filled: Path) -> None:
    """It is sealed as it should be: so might somebody write it who wants to stop the table."""
    with contextlib.closing(sqlite3.connect(filled)) as db:
        (id,) = db.execute("SELECT value FROM meta WHERE key = 'id'").fetchone()
        seal = seals.of_file(id, 99, migrations.last_sum(db), migrations.SCHEMA)
        db.execute("UPDATE spare_meta SET value = ?", (f"{id} 99 {seal}",))
        db.execute("UPDATE meta SET value = 'x' WHERE key = 'seal'")
        db.commit()
    found = opened_and_closed(filled)
    assert codes(found) == ["seal_broken"]
    assert found.history.done == 4


def test_two_cursors_that_differ_are_told(filled: Path) -> None:
    cursors = []
    for done in (3, 4):
        with opened(filled).store as store:
            store.set_done(done)
        with contextlib.closing(sqlite3.connect(filled)) as db:
            cursors.append(db.execute("SELECT value FROM spare_meta").fetchone()[0])
    edit(filled, f"UPDATE spare_meta SET value = '{cursors[0]}'", sealed=False, spared=False)
    found = opened_and_closed(filled)
    assert codes(found) == ["cursor_doubtful"]
    assert found.history.done == 4
    assert words(found)


def test_a_file_without_spares_is_copied_and_gets_them(filled: Path) -> None:
    with contextlib.closing(sqlite3.connect(filled)) as db:
        meta = dict(db.execute("SELECT key, value FROM meta"))
        seal = seals.of_file(meta["id"], meta["done"], migrations.last_sum(db), 2)
        db.execute("UPDATE meta SET value = ? WHERE key = 'seal'", (seal,))
        for table in migrations.SPARES:
            db.execute(f"DROP TABLE {table}")
        db.execute("PRAGMA user_version = 2")
        db.commit()
        db.execute("VACUUM")
    old = filled.read_bytes()
    looked_at = opened(filled, read_only=True)
    looked_at.store.close()
    assert looked_at.problems == ()
    assert filled.read_bytes() == old
    found = opened_and_closed(filled)
    assert found.problems == ()
    assert found.history.steps == tuple(looked_at.history.steps)
    assert [copy.name for copy in filled.parent.glob("*.format-2-1.kampf")]
    edit(filled, "DELETE FROM steps", "DELETE FROM checkpoints", sealed=False, spared=False)
    assert opened_and_closed(filled).history.steps == found.history.steps
    filled.write_bytes(bytes(PAGE) + old[PAGE:])  # a file of that schema is salvaged too
    found = opened_and_closed(filled)
    assert codes(found) == ["file_damaged"]
    assert found.history.done == 4
