"""The tables of encounter files by schema number, and the way from each number to the next."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping

from rules.encounter import seals

APPLICATION_ID = int.from_bytes(b"Kmpf", "big")
"""Marks our files among all SQLite databases."""
SCHEMA = 3
"""Number of the newest tables; stands in ``user_version``."""

_META = "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID"
_ASSETS = "CREATE TABLE assets (hash TEXT PRIMARY KEY, mime TEXT NOT NULL, bytes BLOB NOT NULL)"

TABLES: dict[int, Mapping[str, str]] = {
    1: {
        "meta": _META,
        "steps": (
            "CREATE TABLE steps (n INTEGER PRIMARY KEY, label TEXT NOT NULL,"
            " events TEXT NOT NULL, at TEXT NOT NULL)"
        ),
        "checkpoints": "CREATE TABLE checkpoints (n INTEGER PRIMARY KEY, state TEXT NOT NULL)",
        "assets": _ASSETS,
    },
    2: {
        "meta": _META,
        "steps": (
            "CREATE TABLE steps (n INTEGER PRIMARY KEY, label TEXT NOT NULL,"
            " events TEXT NOT NULL, at TEXT NOT NULL, sum TEXT NOT NULL)"
        ),
        "checkpoints": (
            "CREATE TABLE checkpoints (n INTEGER PRIMARY KEY, chain TEXT NOT NULL,"
            " sum TEXT NOT NULL, state TEXT NOT NULL)"
        ),
        "assets": _ASSETS,
    },
}
"""By schema number: table name → the exact statement that made it. ``checkpoints`` 0 is the
state that the fight began with; ``meta`` holds ``id`` (of the file), ``done`` (steps in force)
and, since 2, the ``seal``. ``sum``, ``chain`` (the sum of step n) and seal: see ``seals``.
Since 3 there are the tables of ``SPARES``."""

SPARES: Mapping[str, str] = {
    "spare_meta": "meta",
    "spare_steps": "steps",
    "spare_states": "checkpoints",
}
"""Tables that say again what those do after which they are made: each table has pages of its own,
so that no single page takes a step along. ``spare_states`` holds the beginning alone; in
``spare_meta`` ``cursor`` is id, done and seal as they were when it was last moved, and where that
seal does not fit the last step, steps were added since and all of them are in force."""

TABLES[3] = {
    **TABLES[2],
    **{
        spare: TABLES[2][table].replace(f"TABLE {table} ", f"TABLE {spare} ")
        for spare, table in SPARES.items()
    },
}


def _with_sums(connection: sqlite3.Connection) -> None:
    """Make the tables of schema 2 out of those of schema 1."""
    for table in ("steps", "checkpoints"):
        connection.execute(f"ALTER TABLE {table} RENAME TO old_{table}")
        connection.execute(TABLES[2][table])
    sums: dict[int, str] = {}
    first = connection.execute("SELECT state FROM old_checkpoints WHERE n = 0").fetchone()
    last = sums[0] = seals.of_state("", 0, first[0]) if first else ""
    for n, *row in connection.execute("SELECT n, label, events, at FROM old_steps ORDER BY n"):
        last = sums[n] = seals.of_step(last, n, *row)
        connection.execute("INSERT INTO steps VALUES (?, ?, ?, ?, ?)", (n, *row, last))
    for n, state in connection.execute("SELECT n, state FROM old_checkpoints ORDER BY n"):
        chain = sums.get(n, "") if n else ""
        row = (n, chain, seals.of_state(chain, n, state), state)
        connection.execute("INSERT INTO checkpoints VALUES (?, ?, ?, ?)", row)
    for table in ("steps", "checkpoints"):
        connection.execute(f"DROP TABLE old_{table}")
    meta = dict(connection.execute("SELECT key, value FROM meta WHERE key IN ('id', 'done')"))
    seal = seals.of_file(meta.get("id", ""), meta.get("done", ""), last, 2)
    connection.execute("INSERT OR REPLACE INTO meta VALUES ('seal', ?)", (seal,))


def last_sum(connection: sqlite3.Connection) -> str:
    """Return the sum of the last step, of the beginning where there is none; empty without both.

    May raise sqlite3.Error.
    """
    for query in (
        "SELECT sum FROM steps ORDER BY n DESC LIMIT 1",
        "SELECT sum FROM checkpoints WHERE n = 0",
    ):
        found = connection.execute(query).fetchone()
        if found is not None:
            return str(found[0])
    return ""


def _with_spares(connection: sqlite3.Connection) -> None:
    """Say everything again in tables of its own; a seal that did not fit still does not."""
    for table in SPARES:
        connection.execute(TABLES[3][table])
    connection.execute("INSERT INTO spare_steps SELECT * FROM steps")
    connection.execute("INSERT INTO spare_states SELECT * FROM checkpoints WHERE n = 0")
    meta = dict(connection.execute("SELECT key, value FROM meta"))
    id, done, last = meta.get("id", ""), meta.get("done", ""), last_sum(connection)
    if meta.get("seal") == seals.of_file(id, done, last, 2):
        seal = seals.of_file(id, done, last, 3)
        connection.execute("UPDATE meta SET value = ? WHERE key = 'seal'", (seal,))
        write_spare_cursor(connection, id, done, seal)


def write_spare_cursor(connection: sqlite3.Connection, id: str, done: object, seal: str) -> None:
    """Say again which steps are in force. May raise sqlite3.Error."""
    row = ("cursor", f"{id} {done} {seal}")
    connection.execute("INSERT OR REPLACE INTO spare_meta VALUES (?, ?)", row)


def spare_cursor(text: object) -> tuple[str, str, str] | None:
    """Return id, done and seal of a ``cursor``; None for anything else."""
    parts = text.rsplit(" ", 2) if isinstance(text, str) else []
    return (parts[0], parts[1], parts[2]) if len(parts) == 3 else None


MIGRATIONS: dict[int, Callable[[sqlite3.Connection], None]] = {1: _with_sums, 2: _with_spares}
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
