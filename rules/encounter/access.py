"""How an encounter file can be opened: for writing, else for reading with a reason."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import NamedTuple

from maps.problems import Problem, Severity, UnreadableFileError
from rules.encounter import database, migrations
from rules.encounter.backups import keep_copy
from rules.encounter.plain import fault
from rules.encounter.salvage import rescued

_BEGINNING_LOST = frozenset({"file_damaged", "file_foreign_database", "file_not_a_fight"})
"""Why a file is refused that may be a fight all the same, but for its first page."""


class Access(NamedTuple):
    """A connection to a file; ``reason`` says why it can only be read."""

    connection: sqlite3.Connection
    reason: Problem | None = None
    held: tuple[int, int] | None = None

    def close(self) -> None:
        """Close the file and let others write into it."""
        self.connection.close()
        if self.held is not None:
            database.release(self.held)


def access_to(path: Path, read_only: bool, backups: Path | None) -> Access:
    """Open a file for writing if that is possible, else for reading.

    Raises UnreadableFileError for what is none of our files.
    """
    try:
        return _access(path, read_only, backups)
    except UnreadableFileError as error:
        rest = rescued(path) if error.problem.code in _BEGINNING_LOST else None
        if rest is None:
            raise
        return Access(rest, _damaged(path))


def _damaged(path: Path) -> Problem:
    return Problem("file_damaged", Severity.ERROR, path.name, {"file": path.name})


def _access(path: Path, read_only: bool, backups: Path | None) -> Access:
    schema = database.read_header(path).schema
    found: sqlite3.Connection | Problem
    if schema > migrations.SCHEMA:
        args = {"file": path.name, "number": schema}
        found = Problem("file_newer", Severity.WARNING, path.name, args)
    elif read_only:
        found = Problem("file_read_only", Severity.NOTE, path.name, {"file": path.name})
    else:
        found = database.open_for_writing(path)
    if isinstance(found, sqlite3.Connection):
        access = Access(found, held=database.identity(path))
        try:
            if _verify(found, schema, path):
                database.adopt_journal(found, path)
                if schema < migrations.SCHEMA:
                    keep_copy(found, path, backups, f"format-{schema}")
                    migrations.migrate(found, schema)
                return access
        except BaseException:
            access.close()
            raise
        access.close()
        found = _damaged(path)
    return _reading(path, schema, found)


def _verify(connection: sqlite3.Connection, schema: int, path: Path) -> bool:
    """Whether a file is sound. Raises UnreadableFileError for tables that are not ours.

    Where its seal knows that it is of another version than its header says, the header is damaged.
    """
    try:
        ours = database.has_our_tables(connection, schema)
        if not ours or schema > migrations.SCHEMA:
            if database.sealed_schema(connection) is not None:
                return False
            if not ours and database.looks_like_our_tables(connection, schema):
                return False
            if not ours:
                raise fault("file_foreign_parts", path.name, file=path.name)
        return database.is_sound(connection)
    except database.BROKEN:
        return False


def _reading(path: Path, schema: int, reason: Problem) -> Access:
    """Open a file for reading; of a damaged one all that is found in its pages."""
    try:
        connection = database.open_for_reading(path)
    except database.BROKEN as error:
        raise fault("file_damaged", path.name, file=path.name) from error
    try:
        if not _verify(connection, schema, path):
            reason = _damaged(path)
            rest = rescued(path)
            if rest is not None:
                connection.close()
                return Access(rest, reason)
            connection.execute("PRAGMA writable_schema = ON")  # read on past the end; no writing
            if not database.has_our_tables(connection, schema):
                raise fault("file_damaged", path.name, file=path.name)
        if schema < migrations.SCHEMA:
            connection = _migrated(connection, schema)
    except database.BROKEN as error:
        connection.close()
        raise fault("file_damaged", path.name, file=path.name) from error
    except BaseException:
        connection.close()
        raise
    return Access(connection, reason)


def _migrated(connection: sqlite3.Connection, schema: int) -> sqlite3.Connection:
    """Return a copy in memory with the newest tables: the file itself can only be read."""
    memory = database.in_memory(connection)
    connection.close()
    migrations.migrate(memory, schema)
    return memory
