"""Looks whether an open file is still what was written into it; any thread may do that."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path
from typing import NamedTuple

from maps.problems import UnreadableFileError
from rules.encounter.access import access_to
from rules.encounter.database import Mark, mark_of

Marks = tuple[Mark | None, ...]
"""What a file may look like without anything having happened to it."""


class Seen(NamedTuple):
    """What lies in a place: its mark, None where nothing does, and what it is sealed as.

    ``id`` and ``seal`` are empty for what is no fight, and for what was ``known`` by its mark.
    """

    known: Marks
    mark: Mark | None
    id: str = ""
    seal: str = ""


def look(path: Path, known: Marks) -> Seen:
    """Look what lies in the place of a file; only what is not ``known`` is opened, for reading.

    It waits as long as the drive makes it wait, so a window lets a thread do it.
    """
    try:
        mark = mark_of(path)
    except OSError:
        return Seen(known, None)
    if mark in known:
        return Seen(known, mark)
    with contextlib.suppress(UnreadableFileError, OSError, sqlite3.Error):
        access = access_to(path, True, None)
        try:
            id, seal = sealed_as(access.connection)
            return Seen(known, mark, id, seal)
        finally:
            access.close()
    return Seen(known, mark)


def sealed_as(connection: sqlite3.Connection) -> tuple[str, str]:
    """Return the name and the seal of a file; both are empty where they cannot be read."""
    try:
        meta = dict(connection.execute("SELECT key, value FROM meta").fetchmany(100))
    except sqlite3.Error:
        return "", ""
    return str(meta.get("id", "")), str(meta.get("seal", ""))
