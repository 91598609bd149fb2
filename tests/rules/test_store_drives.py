"""Drives that go away and come back, and programs that synchronise files under an open fight."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rules.encounter import backups, database
from rules.encounter.store import StoreError
from rules.encounter.watching import look
from tests.rules.store_kit import PICTURE, codes, database_hash, opened, opened_and_closed, step


def laid_anew(path: Path) -> None:
    """Put the same bytes into another file in the same place, as programs of clouds do."""
    copy = path.with_name("download")
    shutil.copyfile(path, copy)
    os.replace(copy, path)


def test_a_file_that_was_laid_anew_with_the_same_steps_is_gone_on_with(filled: Path) -> None:
    found = opened(filled)
    found.store.put_asset(PICTURE)
    laid_anew(filled)
    found.store.append(step(6))
    laid_anew(filled)
    found.store.set_done(3)
    assert opened_and_closed(filled).store.read_only  # it is held, as the first one was
    found.store.close()
    assert os.listdir(filled.parent) == [filled.name]
    again = opened_and_closed(filled)
    assert again.problems == ()
    assert not again.store.read_only
    assert again.history.done == 3
    assert again.history.steps == (*(step(n) for n in range(1, 5)), step(6))
    assert not database._held


def test_a_drive_that_comes_back_as_another_is_gone_on_with(filled: Path, tmp_path: Path) -> None:
    with opened(filled).store as store:
        away = tmp_path / "away"
        filled.parent.rename(away)
        with pytest.raises(StoreError) as caught:
            store.append(step(6))
        assert caught.value.problem.code == "file_moved"
        shutil.copytree(away, filled.parent)
        store.append(step(6))
    assert opened_and_closed(filled).history.steps[4] == step(6)


@pytest.mark.parametrize("backed", [False, True])
def test_the_other_version_stays_and_the_own_one_is_kept(
    filled: Path, tmp_path: Path, backed: bool
) -> None:
    """What was played here and what was played elsewhere are both there afterwards."""
    other = tmp_path / "other.kampf"
    shutil.copyfile(filled, other)
    with opened(other).store as store:
        store.append(step(77))
    theirs = other.read_bytes()
    folder = tmp_path / "backups" if backed else None
    found = opened(filled, backups=folder)
    found.store.put_asset(PICTURE)
    found.store.append(step(6))
    os.replace(other, filled)
    with pytest.raises(StoreError) as caught:
        found.store.append(step(7))
    assert caught.value.problem.code == "file_moved"
    assert found.store.done == 5
    found.store.close()
    assert filled.read_bytes() == theirs
    where = filled.parent if folder is None else next(folder.iterdir())
    kept = where / "Krähenfels.replaced-1.kampf"
    ours = opened(kept)
    assert ours.problems == ()
    assert ours.history.steps[4:] == (step(6),)
    assert ours.store.asset(database_hash(PICTURE)) == PICTURE
    ours.store.close()
    if folder is not None:
        (fight,) = backups.saved_fights(folder)
        assert {copy.why for copy in fight.copies} == {"", "replaced"}


def test_the_own_version_may_take_the_place_of_the_other(filled: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.kampf"
    shutil.copyfile(filled, other)
    with opened(other).store as store:
        store.append(step(77))
    with opened(filled).store as store:
        os.replace(other, filled)
        store.save_as(filled)  # the dialog has asked whether it shall be overwritten
        store.append(step(6))
    found = opened_and_closed(filled)
    assert found.problems == ()
    assert found.history.steps[4:] == (step(6),)
    assert os.listdir(filled.parent) == [filled.name]


def test_who_has_done_nothing_leaves_no_copy(filled: Path, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    with opened(filled, backups=folder).store:
        laid_anew(filled)
        os.utime(filled, (1, 1))
    with opened(filled, backups=folder).store as store:
        store.append(step(6))
        laid_anew(filled)  # the same, so nothing is lost
    (own,) = folder.iterdir()
    assert not list(own.glob("*replaced*"))


def test_a_conflict_copy_beside_it_is_a_fight_of_its_own(filled: Path, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    conflict = filled.with_name("Krähenfels (Konflikt 2024-05-01).kampf")
    with opened(filled, backups=folder).store as store:
        shutil.copyfile(filled, conflict)
        other = opened(conflict, backups=folder)
        assert codes(other) == []
        other.store.append(step(77))
        store.append(step(6))
        other.store.close()
    assert opened_and_closed(filled).history.steps[4:] == (step(6),)
    assert opened_and_closed(conflict).history.steps[4:] == (step(77),)
    assert len(list(folder.iterdir())) == 2


@contextmanager
def stale(path: Path) -> Iterator[None]:
    """Let every handle of a file fail, as those of a network drive that went away."""
    handles = [
        int(name)
        for name in os.listdir("/proc/self/fd")
        if os.path.realpath(f"/proc/self/fd/{name}").startswith(str(path))
    ]
    assert handles
    kept = [(handle, os.dup(handle)) for handle in handles]
    nothing = os.open("/dev/null", os.O_RDONLY)
    for handle in handles:
        os.dup2(nothing, handle)
    try:
        yield
    finally:
        for handle, copy in kept:
            os.dup2(copy, handle)
            os.close(copy)
        os.close(nothing)


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="needs /proc")
def test_while_nothing_can_be_written_no_step_is_taken(filled: Path) -> None:
    found = opened(filled)
    with stale(filled):
        for write in (
            lambda: found.store.append(step(6)),
            lambda: found.store.set_done(2),
            lambda: found.store.put_asset(PICTURE),
        ):
            with pytest.raises(StoreError):
                write()
        assert found.store.done == 4
    found.store.append(step(6))
    found.store.close()
    again = opened_and_closed(filled)
    assert again.problems == ()
    assert again.history.steps == (*(step(n) for n in range(1, 5)), step(6))
    assert os.listdir(filled.parent) == [filled.name]


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="needs /proc")
def test_from_a_drive_that_is_gone_the_fight_is_saved_elsewhere(
    filled: Path, tmp_path: Path
) -> None:
    found = opened(filled)
    found.store.append(step(6))
    with stale(filled):
        found.store.save_as(tmp_path / "gerettet.kampf")
    found.store.append(step(7))
    found.store.close()
    saved = opened_and_closed(tmp_path / "gerettet.kampf")
    assert saved.problems == ()
    assert saved.history.steps[4:] == (step(6), step(7))


def overwrite(path: Path, data: bytes) -> None:
    """Write other bytes into the very same file, as ``cp`` does."""
    number = path.stat().st_ino
    with path.open("r+b") as file:
        file.truncate(0)
        file.write(data)
    os.utime(path, ns=(1, 1))
    assert path.stat().st_ino == number


def other_fight(path: Path, folder: Path) -> bytes:
    """Return a file that went on otherwise."""
    other = folder / "other.kampf"
    shutil.copyfile(path, other)
    with opened(other).store as store:
        store.append(step(77))
    data = other.read_bytes()
    other.unlink()
    return data


def test_what_another_program_wrote_into_the_file_stays_and_ours_is_kept(
    filled: Path, tmp_path: Path
) -> None:
    theirs = other_fight(filled, tmp_path)
    found = opened(filled)
    found.store.append(step(6))
    overwrite(filled, theirs)
    with pytest.raises(StoreError) as caught:
        found.store.append(step(7))
    assert caught.value.problem.code == "file_moved"
    elsewhere = filled.with_name("anderswo.kampf")
    found.store.save_as(elsewhere)
    found.store.append(step(7))
    found.store.close()
    assert filled.read_bytes() == theirs
    assert opened_and_closed(elsewhere).history.steps[4:] == (step(6), step(7))
    again = opened(filled)
    again.store.append(step(8))
    overwrite(filled, b"")
    again.store.close()
    assert filled.read_bytes() == b""
    kept = opened_and_closed(filled.with_name("Krähenfels.replaced-1.kampf"))
    assert kept.problems == ()
    assert kept.history.steps[4:] == (step(77), step(8))


def test_a_file_that_was_only_touched_is_gone_on_with(filled: Path) -> None:
    with opened(filled).store as store:
        for n in (6, 7):
            store.append(step(n))
            os.utime(filled, ns=(n, n))
        store.set_done(5)
    assert os.listdir(filled.parent) == [filled.name]
    found = opened_and_closed(filled)
    assert found.problems == ()
    assert found.history.steps[4:] == (step(6), step(7))


@pytest.mark.parametrize("way", ["replace", "overwrite", "delete"])
def test_what_was_played_is_laid_aside_once_and_at_once(
    filled: Path, tmp_path: Path, way: str
) -> None:
    theirs = other_fight(filled, tmp_path)
    with opened(filled, backups=tmp_path / "backups").store as store:
        store.append(step(6))
        assert store.lay_aside(look(filled, store.known)) is None
        if way == "replace":
            (tmp_path / "new").write_bytes(theirs)
            os.replace(tmp_path / "new", filled)
        elif way == "overwrite":
            overwrite(filled, theirs)
        else:
            filled.unlink()
            assert store.lay_aside(look(filled, store.known)) is None  # perhaps it comes again
        copy = store.lay_aside(look(filled, store.known))
        assert copy is not None
        kept = opened_and_closed(copy)
        assert kept.problems == ()
        assert kept.history.done == 5
        assert kept.history.steps[4:] == (step(6),)
        assert store.lay_aside(look(filled, store.known)) is None
    assert len(list(copy.parent.glob("*.replaced-*"))) == 1  # closing makes no second one


def test_nothing_is_laid_aside_where_nothing_is_lost(filled: Path, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    theirs = other_fight(filled, tmp_path)
    with opened(filled, backups=folder).store as store:
        store.append(step(6))
        laid_anew(filled)
        assert store.lay_aside(look(filled, store.known)) is None
        seen = look(filled, store.known)
        assert seen.mark in seen.known  # not opened again and again
        before = look(filled, (None,))
        store.append(step(7))
        assert store.lay_aside(before) is None  # what was seen is out of date
        filled.rename(tmp_path / "away")
        assert store.lay_aside(look(filled, store.known)) is None
        (tmp_path / "away").rename(filled)
        for _ in range(3):
            assert store.lay_aside(look(filled, store.known)) is None
    with opened(filled, backups=folder).store as untouched:
        overwrite(filled, theirs)
        assert untouched.lay_aside(look(filled, untouched.known)) is None
    assert not list(folder.rglob("*replaced*"))
