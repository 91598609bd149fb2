"""Encounter files ``*.kampf``: SQLite; each step is on the disk before anybody sees it."""

from __future__ import annotations

import contextlib
import hashlib
import sqlite3
import uuid
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from maps.problems import Problem, Severity, UnreadableFileError
from rules.core import terms
from rules.encounter import database, migrations
from rules.encounter.backups import folder_for, keep_copy, make_generation
from rules.encounter.database import MAX_VALUE, failure, transaction
from rules.encounter.event_codec import event_to_dict, step_from_dict
from rules.encounter.faults import StoreError
from rules.encounter.history import History, Step
from rules.encounter.plain import fault, read_json, write_json
from rules.encounter.reading import Loaded, Lookup, load
from rules.encounter.state import Encounter
from rules.encounter.state_codec import Models, state_to_dict

__all__ = ["CHECKPOINT_EVERY", "Opened", "Store", "StoreError"]

CHECKPOINT_EVERY = 200
"""After how many steps the whole state is written too: what follows a broken step is not lost."""

_MAGIC = {
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF8": "image/gif",
    b"RIFF": "image/webp",
    b"<svg": "image/svg+xml",
}


class Opened(NamedTuple):
    """A file that was opened, its history, and what is wrong with it."""

    store: Store
    history: History
    problems: tuple[Problem, ...]


class Store:
    """An open encounter file.

    It belongs to one thread. Every method that writes raises StoreError (an OSError with a
    ``problem``) and then has changed nothing. ``read_only`` stores have a ``reason``.
    """

    def __init__(
        self,
        path: Path,
        access: _Access,
        models: Models,
        loaded: Loaded,
    ) -> None:
        self.path = path
        self.reason = access.reason
        self._connection = access.connection
        self._models = models
        self._history = loaded.history
        self._id = loaded.id
        self._whole = loaded.whole
        self._keep: Path | None = None
        self._held, self._closed = access.held, False

    # -- opening and closing ---------------------------------------------------------------

    @classmethod
    def create(
        cls,
        path: Path,
        state: Encounter,
        models: Models,
        assets: Mapping[str, bytes] | None = None,
    ) -> Store:
        """Make a file; an existing one is never overwritten. ``assets`` by their hash.

        Raises StoreError where it cannot be written, ValueError for a wrong hash.
        """
        path = Path(path)
        pictures = dict(assets or {})
        wrong = [hash for hash, data in pictures.items() if _hash(data) != hash]
        if wrong:
            raise ValueError(f"not the hash of its picture: {wrong[0]}")
        _write_file(path, History(state), pictures.values(), replace=False)
        return cls._opened(path, lambda _id: models).store

    @classmethod
    def open(
        cls,
        path: Path,
        lookup: Lookup,
        *,
        read_only: bool = False,
        backups: Path | None = None,
    ) -> Opened:
        """Open a file and read it as far as it reads; ``lookup`` finds a system by its id.

        Read-only where it is wanted, open elsewhere, not writable, damaged or of a newer version;
        the problems say so. In ``backups`` a generation is kept of each state that is opened.
        Raises UnreadableFileError for a file that is none of ours or too broken; nothing is ever
        written into such a file.
        """
        return cls._opened(Path(path), lookup, read_only, backups)

    @classmethod
    def _opened(
        cls,
        path: Path,
        lookup: Lookup,
        read_only: bool = False,
        backups: Path | None = None,
    ) -> Opened:
        try:
            return cls._open_as_far_as_it_reads(path, lookup, read_only, backups)
        except UnicodeDecodeError as error:  # in names of tables and in what SQLite says of them
            raise fault("file_damaged", path.name, file=path.name) from error

    @classmethod
    def _open_as_far_as_it_reads(
        cls, path: Path, lookup: Lookup, read_only: bool, backups: Path | None
    ) -> Opened:
        access = _access(path, read_only, backups)
        try:
            loaded = load(access.connection, lookup, path.name)
            models = lookup(loaded.history.base.system)
            store = cls(path, access, models, loaded)
        except BaseException:
            access.close()
            raise
        problems = list(loaded.problems)
        if access.reason is not None and access.reason.severity is not Severity.NOTE:
            problems.insert(0, access.reason)
        if backups is not None and not store.read_only:
            problems += store._back_up(backups)
        return Opened(store, loaded.history.copy(), tuple(problems))

    def _back_up(self, folder: Path) -> list[Problem]:
        """Keep a generation; a folder that cannot be written is a problem, no obstacle."""
        self._keep = folder_for(folder, self.path, self._id)
        try:
            make_generation(self._connection, self._keep)
        except OSError as error:
            why = error.strerror or str(error)
            return [Problem("backup_failed", Severity.WARNING, str(folder), {"why": why})]
        return []

    def close(self) -> None:
        """Close the file; afterwards it lies there alone. A second time does nothing."""
        if self._closed:
            return
        self._closed = True
        try:
            self._connection.close()
        finally:
            if self._held is not None:
                database.release(self._held)
                self._held = None

    def __del__(self) -> None:
        if hasattr(self, "_held"):
            # a store that somebody forgot must not keep its file for itself; where another
            # thread collects it, SQLite closes the file when its own object goes
            with contextlib.suppress(sqlite3.ProgrammingError):
                self.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # -- steps -----------------------------------------------------------------------------

    @property
    def read_only(self) -> bool:
        return self.reason is not None

    @property
    def done(self) -> int:
        """How many steps of the file are in force."""
        return self._history.done

    def append(self, step: Step) -> None:
        """Write a step at the cursor; what was undone falls away.

        Returns when it is on the disk. Steps that could not be read again are refused.
        """
        self.extend((step,))

    def extend(self, steps: Iterable[Step]) -> None:
        """Write several steps like one: all of them or none, and the disk is waited for once."""
        self._prepare()
        rows = [(step, self._row(step)) for step in steps]
        before, n = self._history.snapshot(), self._history.done
        try:
            with self._writing() as db:
                if rows:
                    db.execute("DELETE FROM steps WHERE n > ?", (n,))
                    db.execute("DELETE FROM checkpoints WHERE n > ?", (n,))
                for step, row in rows:
                    state = self._history.push(step)
                    n = self._history.done
                    db.execute("INSERT INTO steps VALUES (?, ?, ?, ?)", (n, *row))
                    if n % CHECKPOINT_EVERY == 0:
                        _write_state(db, n, state)
                db.execute("UPDATE meta SET value = ? WHERE key = 'done'", (str(n),))
        except BaseException:
            self._history.restore(before)
            raise

    def set_done(self, done: int) -> None:
        """Write that the first ``done`` steps are in force (undo and redo)."""
        self._prepare()
        before = self._history.done
        self._history.seek(done)
        try:
            with self._writing() as db:
                db.execute("UPDATE meta SET value = ? WHERE key = 'done'", (str(done),))
        except BaseException:
            self._history.seek(before)
            raise

    def _row(self, step: Step) -> tuple[str, str, str]:
        """Return the columns of a step, read back once so that the file never holds riddles."""
        try:
            row = _row(step)
            data = {"label": read_json(row[0]), "events": read_json(row[1]), "at": row[2]}
            step_from_dict(data, self._models)
        except UnreadableFileError as error:
            why = f"{error.problem.place}: {error.problem.code}"
            raise failure("step_unwritable", self.path, why=why) from error
        except (TypeError, ValueError) as error:
            raise failure("step_unwritable", self.path, why=str(error)) from error
        return row

    def _prepare(self) -> None:
        """Look whether the file can be written; a broken one is kept and mended first."""
        if self.reason is not None:
            raise failure("file_read_only", self.path)
        try:
            there = database.identity(self.path) == self._held
        except OSError:
            there = False
        if not there:
            raise failure("file_moved", self.path)
        if not self._whole:
            keep_copy(self._connection, self.path, self._keep, "broken")
            with self._writing() as db:
                for table in ("steps", "checkpoints", "meta"):
                    db.execute(f"DELETE FROM {table}")
                _write_history(db, self._history)
            self._whole = True

    @contextlib.contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with transaction(self._connection, self.path):
            yield self._connection

    # -- assets ----------------------------------------------------------------------------

    def assets(self) -> tuple[str, ...]:
        """Return the hashes of all pictures in the file."""
        try:
            rows = self._connection.execute("SELECT hash FROM assets ORDER BY hash").fetchall()
        except sqlite3.Error:
            return ()
        return tuple(hash for (hash,) in rows if isinstance(hash, str))

    def asset(self, hash: str) -> bytes | None:
        """Return a picture by its hash, ``None`` where it is missing or damaged."""
        try:
            row = self._connection.execute(
                "SELECT bytes FROM assets WHERE hash = ?", (hash,)
            ).fetchone()
        except sqlite3.Error:
            return None
        if row is None or not isinstance(row[0], bytes) or _hash(row[0]) != hash:
            return None
        return row[0]

    def put_asset(self, data: bytes) -> str:
        """Write a picture, once for all that look the same; returns its hash (SHA-256)."""
        if len(data) > MAX_VALUE - 1_000:
            raise failure("asset_too_big", self.path, limit=MAX_VALUE // 2**20)
        self._prepare()
        with self._writing() as db:
            _write_asset(db, data)
        return _hash(data)

    # -- copies ----------------------------------------------------------------------------

    def save_as(self, path: Path) -> None:
        """Copy everything into another file and go on there; the old one stays as it is.

        Takes the place of a file that is there, but never of one that is open somewhere.
        """
        path = Path(path)
        if path.exists() and path.samefile(self.path) and not self.read_only:
            return
        if self.read_only or not self._whole:
            self._write_out(path)
        else:
            try:
                database.copy_into(self._connection, path, replace=True)
            except StoreError:
                # perhaps the drive of the old file is gone: what is in memory can still be saved
                self._write_out(path)
        access = _access(path, False, None)
        if access.reason is not None:
            access.close()
            raise StoreError(access.reason)
        with contextlib.suppress(sqlite3.Error):  # nothing of the old file is needed any more
            self.close()
        self.path, self.reason, self._whole = path, None, True
        self._connection, self._held, self._closed = access.connection, access.held, False
        self._id, self._keep = uuid.uuid4().hex, None
        with self._writing() as db:
            db.execute("UPDATE meta SET value = ? WHERE key = 'id'", (self._id,))

    def _write_out(self, path: Path) -> None:
        """Write the history as it is in memory, with the pictures that can still be read."""
        pictures = (self.asset(hash) for hash in self.assets())
        known = (data for data in pictures if data is not None)
        _write_file(path, self._history, known, replace=True)

    def backup(self, path: Path) -> None:
        """Copy the file as it is into a new one and stay here."""
        database.copy_into(self._connection, Path(path))


# ---- opening -------------------------------------------------------------------------------


class _Access(NamedTuple):
    """A connection to a file; ``reason`` says why it can only be read."""

    connection: sqlite3.Connection
    reason: Problem | None = None
    held: tuple[int, int] | None = None

    def close(self) -> None:
        self.connection.close()
        if self.held is not None:
            database.release(self.held)


def _access(path: Path, read_only: bool, backups: Path | None) -> _Access:
    """Open a file for writing if that is possible, else for reading.

    Raises UnreadableFileError for what is none of our files.
    """
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
        access = _Access(found, held=database.identity(path))
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
        found = Problem("file_damaged", Severity.ERROR, path.name, {"file": path.name})
    return _reading(path, schema, found)


def _verify(connection: sqlite3.Connection, schema: int, path: Path) -> bool:
    """Whether a file is sound. Raises UnreadableFileError for tables that are not ours."""
    try:
        if not database.has_our_tables(connection, schema):
            raise fault("file_foreign_parts", path.name, file=path.name)
        return database.is_sound(connection)
    except sqlite3.Error:
        return False


def _reading(path: Path, schema: int, reason: Problem) -> _Access:
    """Open a file for reading; a damaged one as far as SQLite still gets through it."""
    try:
        connection = database.open_for_reading(path)
    except sqlite3.Error as error:
        raise fault("file_damaged", path.name, file=path.name) from error
    try:
        if not _verify(connection, schema, path):
            reason = Problem("file_damaged", Severity.ERROR, path.name, {"file": path.name})
            connection.execute("PRAGMA writable_schema = ON")  # read on past the end; no writing
            if not database.has_our_tables(connection, schema):
                raise fault("file_damaged", path.name, file=path.name)
        if schema < migrations.SCHEMA:
            connection = _migrated(connection, schema)
    except sqlite3.Error as error:
        connection.close()
        raise fault("file_damaged", path.name, file=path.name) from error
    except BaseException:
        connection.close()
        raise
    return _Access(connection, reason)


def _migrated(connection: sqlite3.Connection, schema: int) -> sqlite3.Connection:
    """Return a copy in memory with the newest tables: the file itself can only be read."""
    memory = database.in_memory(connection)
    connection.close()
    migrations.migrate(memory, schema)
    return memory


# ---- writing -------------------------------------------------------------------------------


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _row(step: Step) -> tuple[str, str, str]:
    events = [event_to_dict(event) for event in step.events]
    return write_json(terms.dump(step.label)), write_json(events), step.at


def _write_state(db: sqlite3.Connection, n: int, state: Encounter) -> None:
    db.execute("INSERT INTO checkpoints VALUES (?, ?)", (n, write_json(state_to_dict(state))))


def _write_asset(db: sqlite3.Connection, data: bytes) -> None:
    mime = next((m for magic, m in _MAGIC.items() if data.startswith(magic)), "")
    db.execute(
        "INSERT OR IGNORE INTO assets VALUES (?, ?, ?)",
        (_hash(data), mime or "application/octet-stream", data),
    )


def _write_history(db: sqlite3.Connection, history: History) -> None:
    """Write a whole history into empty tables."""
    _write_state(db, 0, history.base)
    for n, step in enumerate(history.steps, start=1):
        db.execute("INSERT INTO steps VALUES (?, ?, ?, ?)", (n, *_row(step)))
        if n % CHECKPOINT_EVERY == 0:
            _write_state(db, n, history.state_after(n))
    meta = (("id", uuid.uuid4().hex), ("done", str(history.done)))
    db.executemany("INSERT INTO meta VALUES (?, ?)", meta)


def _write_file(path: Path, history: History, assets: Iterable[bytes], *, replace: bool) -> None:
    """Make a whole file that appears complete or not at all. Raises StoreError."""
    with database.new_file(Path(path), replace) as temporary:
        connection = database.connect(temporary, "rwc")
        try:
            connection.execute("PRAGMA synchronous = FULL")
            with transaction(connection, path):
                migrations.create(connection)
                _write_history(connection, history)
                for data in assets:
                    _write_asset(connection, data)
        finally:
            connection.close()
