"""Writes the rows of encounter files, and whole files that appear complete or not at all."""

from __future__ import annotations

import hashlib
import sqlite3
import uuid
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from maps.board import Board
from maps.codec_writing import board_to_dict
from maps.problems import UnreadableFileError
from maps.remember import by_identity
from rules.core import terms
from rules.encounter import database, migrations, seals
from rules.encounter.database import transaction
from rules.encounter.event_codec import event_to_dict
from rules.encounter.history import History, Moment, Step
from rules.encounter.plain import write_json
from rules.encounter.state import Encounter
from rules.encounter.state_codec import state_to_dict

CHECKPOINT_EVERY = 200
"""After how many steps the whole state is written too: what follows a broken step is not lost."""

_MAGIC = {
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF8": "image/gif",
    b"RIFF": "image/webp",
    b"<svg": "image/svg+xml",
}


def hash_of(data: bytes) -> str:
    """Return the name of an asset: the SHA-256 of its bytes in hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def row_of(step: Moment) -> tuple[str, str, str]:
    """Return a step as the table holds it: label and events as JSON, and when it was.

    One that was not read yet goes on as it stands in its file.
    """
    if not isinstance(step, Step):
        return step.row
    events = [event_to_dict(event) for event in step.events]
    return write_json(terms.dump(step.label)), write_json(events), step.at


@by_identity(2)
def _board_text(board: Board) -> str:
    return write_json(board_to_dict(board))


def text_of(state: Encounter) -> str:
    """Return a whole state as JSON; a board that was written before is not written anew."""
    board, rest = _board_text(state.board), write_json(state_to_dict(replace(state, board=Board())))
    return rest if board == "{}" else f'{rest[:-1]},"board":{board}}}'


def write_state(db: sqlite3.Connection, n: int, state: Encounter, chain: str) -> str:
    """Write the state after step n, whose sum is ``chain``; returns the sum of the state.

    The beginning is written twice: without it no step is worth anything.
    """
    return _write_state(db, n, text_of(state), chain)


def _write_state(db: sqlite3.Connection, n: int, text: str, chain: str) -> str:
    sum = seals.of_state(chain, n, text)
    db.execute("INSERT INTO checkpoints VALUES (?, ?, ?, ?)", (n, chain, sum, text))
    if n == 0:
        db.execute("INSERT INTO spare_states VALUES (?, ?, ?, ?)", (n, chain, sum, text))
    return sum


def write_step(db: sqlite3.Connection, n: int, row: tuple[str, str, str], before: str) -> str:
    """Write step n, twice, after the one with the sum ``before``; returns its own sum."""
    sum = seals.of_step(before, n, *row)
    values = (n, *row, sum)
    db.execute("INSERT INTO steps VALUES (?, ?, ?, ?, ?)", values)
    db.execute("INSERT INTO spare_steps VALUES (?, ?, ?, ?, ?)", values)
    return sum


def forget_after(db: sqlite3.Connection, n: int) -> None:
    """Delete the steps after step n, which were taken back."""
    for table in ("steps", "spare_steps", "checkpoints"):
        db.execute(f"DELETE FROM {table} WHERE n > ?", (n,))


def write_cursor(
    db: sqlite3.Connection, id: str, done: int, last: str, *, moved: bool = True
) -> None:
    """Write how many steps are in force, and the seal over it; ``last`` is the last step's sum.

    ``moved`` is off for one that only went on with added steps: its spare need not say so.
    """
    seal = seals.of_file(id, done, last, migrations.SCHEMA)
    rows = [("done", str(done)), ("seal", seal)]
    if moved:
        rows.append(("id", id))
        migrations.write_spare_cursor(db, id, done, seal)
    db.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", rows)


def write_asset(db: sqlite3.Connection, data: bytes) -> None:
    """Write a picture under its hash; one that is there stays."""
    mime = next((m for magic, m in _MAGIC.items() if data.startswith(magic)), "")
    db.execute(
        "INSERT OR IGNORE INTO assets VALUES (?, ?, ?)",
        (hash_of(data), mime or "application/octet-stream", data),
    )


def write_history(db: sqlite3.Connection, history: History, id: str) -> list[str]:
    """Write a whole history into empty tables; returns the sums of its steps, the base first."""
    sums = [_write_state(db, 0, history.beginning or text_of(history.base), "")]
    for n, step in enumerate(history.moments, start=1):
        sums.append(write_step(db, n, row_of(step), sums[-1]))
        if n % CHECKPOINT_EVERY == 0:
            with suppress(UnreadableFileError):  # a step before it is, and was as a file brought it
                write_state(db, n, history.state_after(n), sums[-1])
    write_cursor(db, id, history.done, sums[-1])
    return sums


def write_file(
    path: Path, history: History, assets: Iterable[bytes], *, replace: bool
) -> list[str]:
    """Make a whole file that appears complete or not at all; returns the sums of its steps.

    Raises StoreError.
    """
    with database.new_file(Path(path), replace) as temporary:
        connection = database.connect(temporary, "rwc")
        try:
            connection.execute("PRAGMA synchronous = FULL")
            with transaction(connection, path):
                migrations.create(connection)
                sums = write_history(connection, history, uuid.uuid4().hex)
                for data in assets:
                    write_asset(connection, data)
        finally:
            connection.close()
    return sums
