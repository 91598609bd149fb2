"""The tables of encounter files by schema number, and the way from each number to the next."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping

APPLICATION_ID = int.from_bytes(b"Kmpf", "big")
"""Marks our files among all SQLite databases."""
SCHEMA = 1
"""Number of the newest tables; stands in ``user_version``."""

TABLES: Mapping[int, Mapping[str, str]] = {
    1: {
        "meta": "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
        "steps": (
            "CREATE TABLE steps (n INTEGER PRIMARY KEY, label TEXT NOT NULL,"
            " events TEXT NOT NULL, at TEXT NOT NULL)"
        ),
        "checkpoints": "CREATE TABLE checkpoints (n INTEGER PRIMARY KEY, state TEXT NOT NULL)",
        "assets": (
            "CREATE TABLE assets (hash TEXT PRIMARY KEY, mime TEXT NOT NULL, bytes BLOB NOT NULL)"
        ),
    }
}
"""By schema number: table name → the exact statement that made it. ``checkpoints`` 0 is the
state that the fight began with; ``meta`` holds ``id`` (of the file), ``done`` (steps in force)."""

MIGRATIONS: dict[int, Callable[[sqlite3.Connection], None]] = {}
"""By schema number: makes the tables of the next number out of those of this one."""


def create(connection: sqlite3.Connection) -> None:
    """Make the newest tables in an empty database; belongs inside a transaction."""
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {SCHEMA}")
    for statement in TABLES[SCHEMA].values():
        connection.execute(statement)


def migrate(connection: sqlite3.Connection, number: int) -> None:
    """Bring tables from schema ``number`` to the newest, in one transaction.

    Raises whatever a migration raises; the file is as before then.
    """
    connection.execute("BEGIN IMMEDIATE")
    try:
        for step in range(number, SCHEMA):
            MIGRATIONS[step](connection)
        connection.execute(f"PRAGMA user_version = {SCHEMA}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
