"""Encounter files ``*.kampf``: SQLite; each step is on the disk before anybody sees it."""

from __future__ import annotations

import contextlib
import sqlite3
import uuid
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from maps.problems import Problem, Severity, UnreadableFileError
from rules.encounter import database, late, migrations, seals, writing
from rules.encounter.access import Access, access_to
from rules.encounter.backups import copy_name, folder_for, keep_copy, make_generation
from rules.encounter.database import MAX_VALUE, failure, transaction
from rules.encounter.event_codec import step_from_dict
from rules.encounter.faults import StoreError
from rules.encounter.history import History, Step
from rules.encounter.plain import fault, read_json
from rules.encounter.reading import Loaded, Lookup
from rules.encounter.state import Encounter
from rules.encounter.state_codec import Models
from rules.encounter.watching import Marks, Seen, sealed_as
from rules.encounter.writing import (
    hash_of,
    row_of,
    write_asset,
    write_cursor,
    write_file,
    write_history,
    write_state,
    write_step,
)

__all__ = ["Opened", "Store", "StoreError"]


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
        access: Access,
        models: Models,
        loaded: Loaded,
    ) -> None:
        self.path = path
        self.reason = access.reason
        self._connection = access.connection
        self._models = models
        self._history = loaded.history
        self._id = loaded.id
        self._sums = loaded.sums
        self._whole = loaded.whole
        self._keep: Path | None = None
        self._touched = False
        self._moved = True  # so says perhaps the spare of the cursor
        self._laid_aside: tuple[str, int] | None = None
        self._missed = 0
        self._judged: database.Mark | None = None
        self._mark = self._mark_now()
        self._held, self._closed = access.held, False

    # -- opening and closing ---------------------------------------------------------------

    @classmethod
    def create(
        cls,
        path: Path,
        state: Encounter,
        models: Models,
        assets: Mapping[str, bytes] | None = None,
        *,
        backups: Path | None = None,
    ) -> Store:
        """Make a file; an existing one is never overwritten. ``assets`` by their hash.

        ``backups`` is where a copy is laid should another file take its place.
        Raises StoreError where it cannot be written, ValueError for a wrong hash.
        """
        path = Path(path)
        pictures = dict(assets or {})
        wrong = [hash for hash, data in pictures.items() if hash_of(data) != hash]
        if wrong:
            raise ValueError(f"not the hash of its picture: {wrong[0]}")
        write_file(path, History(state), pictures.values(), replace=False)
        store = cls._opened(path, lambda _id: models).store
        if backups is not None:
            store._keep = folder_for(backups, path, store._id)
        return store

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
        access = access_to(path, read_only, backups)
        try:
            loaded = late.load(access.connection, lookup, path.name)
            models = lookup(loaded.history.state.system)
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
        """Close the file; afterwards it lies there alone. A second time does nothing.

        Where another file has taken its place meanwhile, what was written here is kept as a copy.
        """
        if self._closed:
            return
        self._closed = True
        if self._touched and not self._is_there():
            self._keep_what_was_replaced()
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

    def append(self, step: Step, state: Encounter | None = None) -> None:
        """Write a step at the cursor; what was undone falls away.

        Returns when it is on the disk. Steps that could not be read again are refused. ``state``
        is the one after the step, for who has it: one of them is kept then, and not two.
        """
        self._extend((step,), state)

    def extend(self, steps: Iterable[Step]) -> None:
        """Write several steps like one: all of them or none, and the disk is waited for once."""
        self._extend(steps, None)

    def _extend(self, steps: Iterable[Step], made: Encounter | None) -> None:
        self._prepare()
        rows = [(step, self._read_back(step)) for step in steps]
        first = n = self._history.done
        undone = bool(rows) and n < self._history.count
        before = self._history.snapshot() if undone else None  # it takes its time in long fights
        sums = [self._sums[n if rows else -1]]
        try:
            with self._writing() as db:
                if undone:
                    writing.forget_after(db, n)
                for step, row in rows:
                    state = self._history.push(step, made)
                    n = self._history.done
                    sums.append(write_step(db, n, row, sums[-1]))
                    if n % writing.CHECKPOINT_EVERY == 0:
                        write_state(db, n, state, sums[-1])
                write_cursor(db, self._id, n, sums[-1], moved=self._moved or not rows)
        except BaseException:
            if before is not None:
                self._history.restore(before)
            elif n > first:
                self._history.seek(first)
                self._history.cut()
            raise
        if rows:
            self._sums[first:], self._moved = sums, False

    def set_done(self, done: int) -> None:
        """Write that the first ``done`` steps are in force (undo and redo)."""
        self._prepare()
        before = self._history.done
        self._history.seek(done)
        try:
            with self._writing() as db:
                write_cursor(db, self._id, done, self._sums[-1])
        except BaseException:
            self._history.seek(before)
            raise
        self._moved = True

    def _read_back(self, step: Step) -> tuple[str, str, str]:
        """Return the columns of a step, read back once so that the file never holds riddles."""
        try:
            row = row_of(step)
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
        if not self._is_there() and not self._take_again():
            raise failure("file_moved", self.path)
        self._touched = True
        if not self._whole:
            try:
                keep_copy(self._connection, self.path, self._keep, "broken")
            except StoreError:
                raise
            except OSError as error:
                why = error.strerror or str(error)
                raise failure("file_os", self.path, why=why) from error
            with self._writing() as db:
                for table in ("steps", "checkpoints", "meta", *migrations.SPARES):
                    db.execute(f"DELETE FROM {table}")
                self._id = self._id or uuid.uuid4().hex
                sums = write_history(db, self._history, self._id)
            self._sums, self._whole = sums, True

    def _is_there(self) -> bool:
        """Whether the file that was opened still lies in its place, and nobody wrote into it."""
        mark = self._mark_now()
        return mark is not None and mark == self._mark

    def _mark_now(self) -> database.Mark | None:
        try:
            return database.mark_of(self.path)
        except OSError:
            return None

    def _is_overwritten(self) -> bool:
        """Whether somebody else wrote into the file that is open: only memory is ours then."""
        mark = self._mark_now()
        return mark is not None and mark != self._mark and mark[:2] == self._held

    def _take_again(self) -> bool:
        """Go on in another file in the same place, if it holds just what was written here.

        So it is where a drive comes back, or a program that synchronises files lays one anew.
        """
        try:
            # only looked at: the journal beside it is that of the file which was opened
            seen = access_to(self.path, True, None)
        except UnreadableFileError:
            return False
        if not self._holds_the_same(seen.connection):
            seen.close()
            return False
        with contextlib.suppress(sqlite3.Error):
            self._connection.close()
        if self._held is not None:
            database.release(self._held)
        self._connection, self._held = seen.connection, None
        access = self._access_again()
        if access is None:
            return False
        seen.close()
        self._connection, self._held = access.connection, access.held
        self._mark = self._mark_now()
        return True

    def _access_again(self) -> Access | None:
        try:
            access = access_to(self.path, False, None)
        except UnreadableFileError:
            return None
        if access.reason is None:
            return access
        access.close()
        return None

    def _holds_the_same(self, connection: sqlite3.Connection) -> bool:
        """Whether a file is sealed like this one: by the sums, every step in it is the same."""
        return sealed_as(connection) == self._sealed_as()

    def _sealed_as(self) -> tuple[str, str]:
        sums = self._sums[-1]
        return self._id, seals.of_file(self._id, self.done, sums, migrations.SCHEMA)

    @property
    def known(self) -> Marks:
        """What the file in its place may look like without anything having happened."""
        return self._mark, self._judged

    def lay_aside(self, seen: Seen) -> Path | None:
        """Keep a copy of what was played here, where something else lies in the place of the file.

        ``seen`` is what ``look`` found with the marks ``known``. Returns the copy the first time,
        None where nothing need be kept: nothing was played, the file is just as it was left, or
        only away for a moment. Raises OSError where the copy cannot be written.
        """
        if self.read_only or self._closed or not self._touched or seen.known != self.known:
            return None
        if seen.mark is not None and seen.mark in self.known:
            self._missed = 0
            return None
        if seen.mark is None:  # who puts another file there may first take the old one away
            self._missed += 1
            if self._missed != 2 or self._keep is None:
                return None
        elif (seen.id, seen.seal) == self._sealed_as():
            self._judged = seen.mark
            return None
        target = self._copy_aside()
        self._judged = seen.mark
        return target

    def _copy_aside(self) -> Path | None:
        """Copy what was played among the backups, else beside the file; once for each step."""
        played = (self._sums[-1], self.done)
        if self._laid_aside == played:
            return None
        target = copy_name(self.path, self._keep, "replaced")
        if self._is_overwritten():
            self._write_out(target)
        else:
            try:
                database.copy_into(self._connection, target)
            except StoreError:  # the drive of the old file is gone: what is in memory is kept
                self._write_out(target)
        self._laid_aside = played
        return target

    def _keep_what_was_replaced(self) -> None:
        """Keep a copy among the backups, else beside the file that took the place."""
        if self._keep is None and not self.path.exists():
            return  # moved or deleted on purpose, so it lies where it was put
        with contextlib.suppress(OSError, sqlite3.Error, UnreadableFileError):
            if self.path.exists():
                found = access_to(self.path, True, None)
                same = self._holds_the_same(found.connection)
                found.close()
                if same:
                    return
        with contextlib.suppress(OSError, sqlite3.Error):
            self._copy_aside()

    @contextlib.contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with transaction(self._connection, self.path):
            yield self._connection
        self._mark, self._judged = self._mark_now(), None

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
        if row is None or not isinstance(row[0], bytes) or hash_of(row[0]) != hash:
            return None
        return row[0]

    def put_asset(self, data: bytes) -> str:
        """Write a picture, once for all that look the same; returns its hash (SHA-256).

        Raises StoreError for one that is too big, and where the file cannot be written.
        """
        if len(data) > MAX_VALUE - 1_000:
            raise failure("asset_too_big", self.path, limit=MAX_VALUE // 2**20)
        self._prepare()
        with self._writing() as db:
            write_asset(db, data)
        return hash_of(data)

    # -- copies ----------------------------------------------------------------------------

    def save_as(self, path: Path) -> None:
        """Copy everything into another file and go on there; the old one stays as it is.

        Takes the place of a file that is there, but never of one that is open somewhere.
        Raises StoreError where that file cannot be written.
        """
        path = Path(path)
        if not self.read_only and self._is_there() and path.exists() and path.samefile(self.path):
            return
        sums = self._sums
        if self.read_only or not self._whole or self._is_overwritten():
            sums = self._write_out(path)
        else:
            try:
                database.copy_into(self._connection, path, replace=True)
            except StoreError:
                # perhaps the drive of the old file is gone: what is in memory can still be saved
                sums = self._write_out(path)
        access = access_to(path, False, None)
        if access.reason is not None:
            access.close()
            raise StoreError(access.reason)
        self._touched = False  # nothing of the old file is needed any more
        with contextlib.suppress(sqlite3.Error):
            self.close()
        self.path, self.reason, self._whole = path, None, True
        self._connection, self._held, self._closed = access.connection, access.held, False
        self._laid_aside, self._missed = None, 0
        self._id, self._keep, self._sums = uuid.uuid4().hex, None, sums
        with self._writing() as db:
            write_cursor(db, self._id, self.done, sums[-1])

    def _write_out(self, path: Path) -> list[str]:
        """Write the history as it is in memory, with the pictures that can still be read.

        Returns the sums of its steps.
        """
        pictures = (self.asset(hash) for hash in self.assets())
        known = (data for data in pictures if data is not None)
        return write_file(path, self._history, known, replace=True)

    def backup(self, path: Path) -> None:
        """Copy the file as it is into a new one and stay here."""
        database.copy_into(self._connection, Path(path))
