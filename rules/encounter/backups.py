"""Generations of backups: the last states of a file in which it was opened."""

from __future__ import annotations

import contextlib
import filecmp
import re
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from rules.encounter.database import connect, copy_into

KEEP = 10
"""How many generations of a file are kept."""
MAX_BYTES = 1024**3
"""How much room the generations of one file may take; two are kept all the same."""
SUFFIX = ".kampf"
STAMP = "%Y%m%d-%H%M%S-%f"
"""The name of a generation: its time in UTC."""


def folder_for(folder: Path, path: Path, id: str) -> Path:
    """Return the folder of a file's generations; ``id`` tells files of the same name apart."""
    return folder / f"{path.stem[:60]}-{id[:8] or 'x'}"


def generations(folder: Path) -> list[Path]:
    """List the generations in a file's folder, the newest first."""
    return sorted(folder.glob(f"[0-9]*{SUFFIX}"), reverse=True)


def make_generation(connection: sqlite3.Connection, folder: Path) -> Path | None:
    """Copy a file as it is now, and delete what is too old.

    Returns ``None`` where the newest generation is the same already. Raises OSError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    before = generations(folder)
    made = _fresh_name(folder)
    copy_into(connection, made)
    if before and filecmp.cmp(made, before[0], shallow=False):
        made.unlink()
        return None
    for old in _too_old([made, *before]):
        with contextlib.suppress(OSError):
            old.unlink()
    return made


def keep_copy(connection: sqlite3.Connection, path: Path, folder: Path | None, why: str) -> Path:
    """Copy a file as it is before it is mended or migrated; no generation replaces the copy.

    Without a folder it lies beside the file: ``Name.broken-1.kampf``. Raises OSError.
    """
    target = copy_name(path, folder, why)
    copy_into(connection, target)
    return target


def copy_name(path: Path, folder: Path | None, why: str) -> Path:
    """Return a free name for a copy of a file, see ``keep_copy``. Raises OSError."""
    where = path.parent if folder is None else folder
    where.mkdir(parents=True, exist_ok=True)
    names = (where / f"{path.stem}.{why}-{number}{SUFFIX}" for number in count(1))
    return next(name for name in names if not name.exists())


@dataclass(frozen=True, slots=True)
class Saved:
    """A copy that was kept: when, how many steps were in force, and why.

    ``why`` is empty for a generation, else ``broken`` or the old format of a copy that was kept
    before mending or migrating, or ``replaced``: another file took its place while it was open.
    ``steps`` is None where the copy cannot be read.
    """

    path: Path
    at: datetime
    steps: int | None
    why: str = ""


@dataclass(frozen=True, slots=True)
class SavedFight:
    """All copies of one file, the newest first."""

    name: str
    copies: tuple[Saved, ...]


def saved_fights(folder: Path) -> tuple[SavedFight, ...]:
    """List what was kept of every file below ``folder``; the fight played last comes first."""
    fights = []
    for place in folder.iterdir() if folder.is_dir() else ():
        copies = [_saved(path) for path in place.glob(f"*{SUFFIX}") if path.is_file()]
        if copies:
            copies.sort(key=lambda copy: copy.at, reverse=True)
            fights.append(SavedFight(place.name.rpartition("-")[0] or place.name, tuple(copies)))
    return tuple(sorted(fights, key=lambda fight: fight.copies[0].at, reverse=True))


def _saved(path: Path) -> Saved:
    at = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    with contextlib.suppress(ValueError):
        at = datetime.strptime(path.stem, STAMP).replace(tzinfo=UTC)
    why = re.search(r"\.(broken|replaced|format-\d+)-\d+$", path.stem)
    return Saved(path, at, _steps(path), why[1] if why else "")


def _steps(path: Path) -> int | None:
    """Return how many steps of a copy are in force."""
    try:
        with contextlib.closing(connect(path, "immutable")) as db:
            found = db.execute("SELECT value FROM meta WHERE key = 'done'").fetchone()
        return int(found[0])
    except (sqlite3.Error, TypeError, ValueError):
        return None


def _fresh_name(folder: Path) -> Path:
    stamp = datetime.now(UTC).strftime(STAMP)
    return folder / f"{stamp}{SUFFIX}"


def _too_old(files: list[Path]) -> Iterator[Path]:
    room = MAX_BYTES
    for index, file in enumerate(files):
        room -= file.stat().st_size
        if index >= KEEP or (index >= 2 and room < 0):
            yield file
