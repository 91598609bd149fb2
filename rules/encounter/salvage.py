"""Reads files of fights whose beginning is lost: our tables lie where they always lie."""

from __future__ import annotations

import contextlib
import sqlite3
from functools import cache
from pathlib import Path

from rules.encounter import database, migrations

MAX_FILE = 512 * 1024**2
"""Largest file that is mended in memory, in bytes."""
_TREES = frozenset(b"\x02\x05\x0a\x0d")
"""First bytes that pages of tables and indexes may have (SQLite's file format, section 1.6)."""
_PAGES = slice(28, 32)
"""Where the first page counts the pages of the file."""


def with_new_beginning(path: Path) -> sqlite3.Connection | None:
    """Return a file in memory whose first page is that of a fresh file of ours.

    The first page names the tables and says where each begins, which is the same in every file
    that this program makes. ``None`` where the rest is no fight either.
    """
    fresh, size = _fresh()
    try:
        if database.is_held(path) or not size < path.stat().st_size <= MAX_FILE:
            return None
        with path.open("rb") as file:
            if any(page[0] not in _TREES for page in _pages(file.read(len(fresh)), size)[1:]):
                return None
            file.seek(size)
            rest = file.read()
    except OSError:
        return None
    rest += bytes(-len(rest) % size)
    beginning = bytearray(fresh[:size])
    beginning[_PAGES] = (1 + len(rest) // size).to_bytes(4, "big")
    return _with_a_state(bytes(beginning) + rest)


def _with_a_state(data: bytes) -> sqlite3.Connection | None:
    """Open the bytes of a file in memory, if there is the state of a fight in it."""
    memory = sqlite3.connect(":memory:", isolation_level=None)
    with contextlib.suppress(sqlite3.Error):
        memory.deserialize(data)
        database.guard(memory)
        memory.execute("PRAGMA writable_schema = ON").fetchall()  # read on past the end
        if memory.execute("SELECT n FROM checkpoints LIMIT 1").fetchone() is not None:
            return memory
    memory.close()
    return None


@cache
def _fresh() -> tuple[bytes, int]:
    """Return an empty file of ours, a page for each tree, and how long its pages are."""
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        migrations.create(fresh)
        size = fresh.execute("PRAGMA page_size").fetchone()[0]
        return fresh.serialize(), int(size)


def _pages(data: bytes, size: int) -> list[bytes]:
    return [data[at : at + size] for at in range(0, len(data), size)]
