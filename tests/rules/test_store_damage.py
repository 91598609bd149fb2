"""Broken files: read as far as they go."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from pathlib import Path

import pytest

from maps.problems import Severity, UnreadableFileError
from rules.encounter import database, writing
from rules.encounter.store import Store
from tests.rules.store_kit import (
    DEEP_TERM,
    PICTURE,
    codes,
    edit,
    opened,
    opened_and_closed,
    step,
    tried,
    words,
)
from tests.rules.tiny import TINY, fight


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


CHANGED = "UPDATE steps SET events = replace(events, '\"cost\":1', '\"cost\":2') WHERE n = 2"
"""What one wrong bit may do: still a step, but another one."""
ELSEWHERE = "UPDATE steps SET events = replace(events, '[{0},0]', '[77,0]') WHERE n = {0}"


def test_a_step_that_changed_is_told_and_counts_as_it_reads(filled: Path) -> None:
    edit(filled, CHANGED, sealed=False)
    broken = filled.read_bytes()
    found = opened(filled)
    assert codes(found) == ["step_doubtful"]
    assert "Schritt 2" in words(found)
    assert found.history.done == 4
    assert len(found.history.steps) == 5
    assert found.history.steps[1] != step(2)
    assert filled.read_bytes() == broken
    found.store.append(step(8))
    found.store.close()
    assert sorted(os.listdir(filled.parent)) == ["Krähenfels.broken-1.kampf", filled.name]
    again = opened_and_closed(filled)
    assert again.problems == ()
    assert again.history.steps == (*found.history.steps[:4], step(8))


def test_several_steps_that_changed_are_told_once(filled: Path) -> None:
    edit(filled, CHANGED, CHANGED.replace("n = 2", "n = 4"), sealed=False)
    found = opened_and_closed(filled)
    assert codes(found) == ["step_doubtful"]
    assert found.problems[0].args == {"step": 2, "n": 2}


def test_a_wrong_sum_is_one_doubt_and_no_chain_of_them(filled: Path) -> None:
    edit(filled, "UPDATE steps SET sum = 'x' WHERE n = 2", sealed=False)
    found = opened_and_closed(filled)
    assert [problem.args for problem in found.problems] == [{"step": 2, "n": 1}]
    assert found.history.steps == tuple(step(n) for n in range(1, 6))


def test_a_checkpoint_knows_how_a_step_that_changed_went(long: Path) -> None:
    edit(long, ELSEWHERE.format(3), sealed=False)
    found = opened_and_closed(long)
    assert codes(found) == ["step_doubtful"]  # wherever step 3 led, after step 4 all is as it was
    assert len(found.history.steps) == found.history.done == 10
    edit(long, ELSEWHERE.format(4), sealed=False)
    found = opened_and_closed(long)
    assert codes(found) == ["step_broken_skipped"]
    assert found.history.base.token("A").space.x == 4 * 512
    assert found.history.steps == tuple(step(n) for n in range(5, 11))


def test_rows_of_another_moment_do_not_fit(filled: Path) -> None:
    """A sector that was never written holds what was there before."""
    with contextlib.closing(sqlite3.connect(filled)) as db:
        old = db.execute("SELECT * FROM steps WHERE n = 5").fetchone()
    with opened(filled).store as store:
        store.set_done(3)
        store.extend([step(14), step(15)])
    with contextlib.closing(sqlite3.connect(filled)) as db:
        for table in ("steps", "spare_steps"):
            db.execute(f"INSERT OR REPLACE INTO {table} VALUES (?, ?, ?, ?, ?)", old)
        db.commit()
    found = opened_and_closed(filled)
    assert "step_doubtful" in codes(found)
    assert found.problems[0].args["step"] == 5


def test_the_seal_knows_the_cursor(filled: Path) -> None:
    edit(filled, "UPDATE meta SET value = '3' WHERE key = 'done'", sealed=False)
    found = opened_and_closed(filled)
    assert codes(found) == ["cursor_mended"]
    assert found.history.done == 4
    assert words(found)


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM steps WHERE n = 5",
        "UPDATE meta SET value = 'x' WHERE key = 'seal'",
        "DELETE FROM meta WHERE key = 'seal'",
        "UPDATE meta SET value = 'x' WHERE key = 'id'",
    ],
)
def test_a_broken_seal_is_told(filled: Path, damage: str) -> None:
    edit(filled, damage, sealed=False)
    found = opened(filled)
    assert codes(found) == ["seal_broken"]
    assert found.history.done == 4
    assert words(found)
    found.store.set_done(3)
    found.store.close()
    assert opened_and_closed(filled).problems == ()


def test_a_picture_that_changed_is_told(filled: Path) -> None:
    with opened(filled).store as store:
        hash = store.put_asset(PICTURE)
    edit(filled, "UPDATE assets SET bytes = x'00'")
    found = opened(filled)
    assert codes(found) == ["assets_broken"]
    assert "Ein Bild" in words(found)
    assert found.store.asset(hash) is None
    found.store.append(step(6))
    found.store.close()
    assert found.store.path == filled


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
    assert caught.value.problem.code == "file_lost"
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
        assert code in {"file_damaged", "file_lost", "file_not_a_fight"}
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
