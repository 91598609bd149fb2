"""Reads long fights late: the present, the sums of everything, and of the past only what is wanted.

That holds for files in which every row is as it was written; all others are read at once.
"""

from __future__ import annotations

import sqlite3
from contextlib import suppress

from maps.problems import UnreadableFileError
from rules.encounter import reading, seals
from rules.encounter.applying import STEP_ERRORS
from rules.encounter.history import History
from rules.encounter.reading import MAX_STEPS, Loaded, Lookup
from rules.encounter.unread import FilePast, States, UnreadStep, state_text

FEW = 200
"""So many steps at least must be left unread; where it would be fewer, all of them are read."""

_SAME = " AND ".join(
    f"a.{column} = b.{column} AND typeof(a.{column}) = 'text'"
    for column in ("label", "events", "at", "sum")
)
Row = tuple[bytes, bytes, bytes, bytes]


def load(connection: sqlite3.Connection, lookup: Lookup, name: str) -> Loaded:
    """Read a file, see ``reading.load``; the past of a long fight without damage is left unread."""
    with suppress(UnreadableFileError, sqlite3.Error, *STEP_ERRORS):
        found = _load(connection, lookup, name)
        if found is not None:
            return found
    return reading.load(connection, lookup, name)


def _load(connection: sqlite3.Connection, lookup: Lookup, name: str) -> Loaded | None:
    """Read a file late, None where anything in it is not as it was written."""
    meta = reading.meta_of(connection)
    done = reading.number_of(meta.get("done"))
    points = [n for n in reading.states_in(connection) if done is not None and n <= done]
    if not points or points[-1] < FEW or reading.is_newer(connection):
        return None
    if not reading.same_beginning(connection) or not _same_steps(connection):
        return None
    beginning = state_text(connection, 0, "")
    rows = _rows(connection)
    sums = _sums(seals.of_state("", 0, beginning), rows)
    last = points[-1]
    if sums is None or last > len(rows):
        return None
    states = States(lookup, name)
    state = states.read(state_text(connection, last, sums[last]), f"checkpoints[{last}]")
    past = FilePast(connection, beginning, {n: sums[n] for n in points}, states)
    unread = [UnreadStep(n, row[:3], states.models) for n, row in enumerate(rows[:last], start=1)]
    history = History.late(state, unread, past, frozenset(points))
    for n, row in enumerate(rows[last:], start=last + 1):
        texts = [part.decode() for part in row[:3]]
        history.push(reading.step_of(texts, states.models, f"steps[{n}]"))
    loaded = Loaded(history, meta.get("id", ""), sums)
    reading.put_cursor(loaded, meta, 0, name, sealed=True)
    if loaded.problems:
        return None
    reading.check_assets(connection, loaded, name)
    return loaded


def _same_steps(connection: sqlite3.Connection) -> bool:
    """Whether every step stands in the file twice, in the same words, and none is missing."""
    numbers = [
        connection.execute(f"SELECT count(*), min(n), max(n) FROM {table}").fetchone()
        for table in ("steps", "spare_steps")
    ]
    query = f"SELECT count(*) FROM steps a JOIN spare_steps b USING (n) WHERE {_SAME}"
    count = connection.execute(query).fetchone()[0]
    return numbers == [(count, 1, count)] * 2 and count <= MAX_STEPS


def _rows(connection: sqlite3.Connection) -> list[Row]:
    """Return the rows of all steps without their numbers, as UTF-8."""
    usual, connection.text_factory = connection.text_factory, bytes
    try:
        return connection.execute("SELECT label, events, at, sum FROM steps ORDER BY n").fetchall()
    finally:
        connection.text_factory = usual


def _sums(first: str, rows: list[Row]) -> list[str] | None:
    """Return the sums of the beginning and of all steps, None where one does not fit its row."""
    sums = [first]
    for n, (label, events, at, sum) in enumerate(rows, start=1):
        sums.append(seals.of_raw_step(sums[-1], n, label, events, at))
        if sum != sums[-1].encode():
            return None
    return sums
