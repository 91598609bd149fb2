"""SQLite with care: what a file is, locks that die with the process, limits for hostile files."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import stat
import tempfile
import time
from collections.abc import Iterator
from glob import escape as glob_escape
from pathlib import Path
from typing import NamedTuple

from maps.plain_files import read_plain
from maps.problems import Problem, Severity, UnreadableFileError
from rules.encounter import seals
from rules.encounter.faults import StoreError
from rules.encounter.migrations import APPLICATION_ID, SCHEMA, TABLES, last_sum
from rules.encounter.plain import fault, too_big

MAX_FILE = 4 * 1024**3
"""Largest file that is opened, in bytes."""
MAX_VALUE = 256 * 1024**2
"""Largest text or picture in a file, in bytes."""
MAX_SLIPS = 8
"""How many letters of a table's making may be wrong where it is damage; more is another table."""
_PATIENCE = 0.3
"""Seconds to wait for a lock: another process may just be closing the file."""
_TRIES = 4

BROKEN = (sqlite3.Error, UnicodeDecodeError)
"""What SQLite raises over a damaged file; it quotes names that may be no text."""

_held: set[tuple[int, int]] = set()
"""Files that this process holds locked, by device and number.

Closing any other descriptor of such a file would drop its POSIX locks, so they are never opened
except through SQLite, which knows about that.
"""


def failure(code: str, path: Path, **args: object) -> StoreError:
    """Return the error that says why a file could not be written."""
    place = path.name
    return StoreError(Problem(code, Severity.ERROR, place, {"file": place, **args}))


def failure_of(error: sqlite3.Error | UnicodeDecodeError, path: Path) -> StoreError:
    """Say in our words why SQLite could not write."""
    if isinstance(error, UnicodeDecodeError):
        return failure("file_damaged", path)
    name = getattr(error, "sqlite_errorname", "") or ""
    if name.startswith("SQLITE_FULL"):
        return failure("file_full", path)
    if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
        return failure("file_not_writable", path)
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return failure("file_locked", path)
    if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
        return failure("file_damaged", path)
    return failure("file_write_failed", path, why=str(error))


class Header(NamedTuple):
    """What the first bytes of a file say; ``schema`` is our number of its tables."""

    schema: int


class Mark(NamedTuple):
    """By what a file is known again without being opened: which it is, and as it was written."""

    device: int
    number: int
    size: int
    changed: int


def mark_of(path: Path) -> Mark:
    """Return the mark of a file. Raises OSError."""
    found = path.stat()
    return Mark(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)


def identity(path: Path) -> tuple[int, int]:
    """Return device and number of a file. Raises OSError."""
    found = path.stat()
    return found.st_dev, found.st_ino


def read_header(path: Path) -> Header:
    """Look whether a file is an encounter file at all; opens it for reading only.

    Raises UnreadableFileError: missing, a folder, empty, too big, something else.
    """
    name = path.name
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            raise fault("file_not_a_file", name, file=name)
        if found.st_size == 0:
            raise fault("file_empty", name, file=name)
        if found.st_size > MAX_FILE:
            raise too_big(name, found.st_size, MAX_FILE)
        if (found.st_dev, found.st_ino) in _held:
            return Header(SCHEMA)
        with path.open("rb") as file:
            head = file.read(100)
    except FileNotFoundError as error:
        raise fault("file_missing", name, file=name) from error
    except OSError as error:
        raise fault("file_os", name, file=name, why=error.strerror or str(error)) from error
    if len(head) < 100 or not head.startswith(b"SQLite format 3\0"):
        raise fault("file_not_a_fight", name, file=name)
    if int.from_bytes(head[68:72], "big") != APPLICATION_ID:
        raise fault("file_foreign_database", name, file=name)
    schema = int.from_bytes(head[60:64], "big")
    if schema < 1:
        raise fault("file_damaged", name, file=name)
    return Header(schema)


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """Open a database guardedly. ``mode`` is ``ro``, ``rw``, ``rwc`` or ``immutable``.

    Nothing that the file holds is executed: no triggers, views, functions or extensions of its
    own are trusted, sizes are limited. Raises sqlite3.Error.
    """
    query = "mode=ro&immutable=1" if mode == "immutable" else f"mode={mode}"
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?{query}", uri=True, timeout=_PATIENCE, isolation_level=None
    )
    try:
        guard(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _text(raw: bytes) -> str:
    """Read text of a file that may hold anything; what is no UTF-8 is broken JSON later on."""
    return raw.decode("utf-8", "replace")


def guard(connection: sqlite3.Connection) -> None:
    """Trust nothing that a file holds, and limit what it may ask for. Raises sqlite3.Error."""
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_VALUE)
    connection.setlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH, 100_000)
    connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    connection.setlimit(sqlite3.SQLITE_LIMIT_COLUMN, 20)
    connection.text_factory = _text
    setconfig = getattr(connection, "setconfig", None)  # Python 3.12 and later
    if setconfig is not None:
        setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, True)  # type: ignore[attr-defined]  # as above
    for pragma in ("trusted_schema = OFF", "cell_size_check = ON", "mmap_size = 0"):
        connection.execute(f"PRAGMA {pragma}").fetchall()


def lock(connection: sqlite3.Connection, path: Path) -> None:
    """Take the file for this connection until it is closed. Raises sqlite3.Error.

    The lock is the operating system's and dies with the process. Steps are durable once their
    transaction returns; the journal beside the file is deleted when the connection is closed.
    """
    for pragma in ("locking_mode = EXCLUSIVE", "journal_mode = DELETE", "synchronous = EXTRA"):
        connection.execute(f"PRAGMA {pragma}").fetchall()
    connection.execute("BEGIN EXCLUSIVE")
    connection.execute("COMMIT")
    _held.add(identity(path))


def release(held: tuple[int, int]) -> None:
    """Forget that this process holds a file."""
    _held.discard(held)


def is_held(path: Path) -> bool:
    """Whether this process holds a file locked."""
    try:
        return identity(path) in _held
    except OSError:
        return False


def open_for_writing(path: Path) -> sqlite3.Connection | Problem:
    """Open and lock a file; a problem says why it can only be read."""
    args = {"file": path.name}
    if is_held(path):
        return Problem("file_locked", Severity.WARNING, path.name, args)
    if not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)):
        return Problem("file_not_writable", Severity.WARNING, path.name, args)
    beside = [one for one in _beside(path) if os.path.lexists(one)]
    if not all(map(_is_plain, beside)):  # whoever opens a pipe waits for ever
        return Problem("file_not_writable", Severity.WARNING, path.name, args)
    if beside and not _fits(path) and not _is_busy(path):
        return Problem("file_damaged", Severity.ERROR, path.name, args)
    try:
        connection = connect(path, "rw")
    except BROKEN as error:
        return _reading_only(error, path)
    try:
        lock(connection, path)
    except BROKEN as error:
        connection.close()
        return _reading_only(error, path)
    return connection


def _reading_only(error: sqlite3.Error | UnicodeDecodeError, path: Path) -> Problem:
    problem = failure_of(error, path).problem
    severity = Severity.ERROR if problem.code == "file_damaged" else Severity.WARNING
    return Problem(problem.code, severity, problem.place, problem.args)


def open_for_reading(path: Path) -> sqlite3.Connection:
    """Open a file as it lies there, without locks. Raises sqlite3.Error.

    Where somebody else is just writing, this waits and looks again; where a process died while
    writing and the folder cannot be written, the file is mended in memory.
    """
    if not is_held(path) and _is_filled(_journal(path)):
        return _mended(path)
    for attempt in range(_TRIES):
        connection = connect(path, "immutable")
        with contextlib.suppress(*BROKEN):
            if attempt == _TRIES - 1 or is_sound(connection):
                return connection
        connection.close()
        time.sleep(_PATIENCE / _TRIES)
    return connect(path, "immutable")


def _journal(path: Path) -> Path:
    return path.with_name(f"{path.name}-journal")


def _beside(path: Path) -> tuple[Path, Path]:
    """Return the files beside a database whose pages SQLite writes into it when it is opened."""
    return _journal(path), path.with_name(f"{path.name}-wal")


def _is_plain(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except OSError:
        return False


def _fits(path: Path) -> bool:
    """Whether a file is one of ours, sealed, once it has taken in what lies beside it.

    Tried in a copy: the journal of another fight would leave nothing of this one.
    """
    if not any(map(_is_filled, _beside(path))):
        return True
    try:
        connection = _mended(path)
    except (*BROKEN, OSError):
        return False
    try:
        return is_sound(connection) and sealed_schema(connection) is not None
    except BROKEN:
        return False
    finally:
        connection.close()


def _is_busy(path: Path) -> bool:
    """Whether another process holds a file: what lies beside it changes then."""
    try:
        with contextlib.closing(connect(path, "ro")) as connection:
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except BROKEN as error:
        return failure_of(error, path).problem.code == "file_locked"
    return False


def _is_filled(path: Path) -> bool:
    """Whether a file begins with something; that of a transaction that ended does not."""
    try:
        return _is_plain(path) and any(read_plain(path, 7))
    except (OSError, UnreadableFileError):
        return False


def _mended(path: Path) -> sqlite3.Connection:
    """Return a copy in memory from which the transaction that was cut short is taken back."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        shutil.copyfile(path, copy)
        for old, new in zip(_beside(path), _beside(copy), strict=True):
            if _is_filled(old):
                shutil.copyfile(old, new)
        connection = connect(copy, "rw")
        try:
            return in_memory(connection)
        finally:
            connection.close()


def in_memory(connection: sqlite3.Connection) -> sqlite3.Connection:
    """Return a copy of a database in memory."""
    memory = sqlite3.connect(":memory:", isolation_level=None)
    connection.backup(memory)
    guard(memory)
    return memory


def adopt_journal(connection: sqlite3.Connection, path: Path) -> None:
    """Take over the journal that a killed process left, so that it goes when the file is closed.

    It must not simply be deleted: SQLite may have it open. Raises StoreError.
    """
    if _journal(path).exists():
        with transaction(connection, path):
            number = connection.execute("PRAGMA user_version").fetchone()[0]
            connection.execute(f"PRAGMA user_version = {int(number)}")  # writes all the same


def is_sound(connection: sqlite3.Connection) -> bool:
    """Whether the file ends with a page and its pages hang together."""
    try:
        size = connection.execute("PRAGMA page_size").fetchone()[0]
        file = connection.execute("PRAGMA database_list").fetchone()[2]
        if file and Path(file).stat().st_size % size:
            return False
        return bool(connection.execute("PRAGMA quick_check(1)").fetchall() == [("ok",)])
    except (*BROKEN, OSError):
        return False


def looks_like_our_tables(connection: sqlite3.Connection, schema: int) -> bool:
    """Whether the list of tables is ours but for some letters, as damage leaves it.

    May raise sqlite3.Error.
    """
    rows = connection.execute("SELECT sql FROM sqlite_master WHERE sql <> ''").fetchmany(100)
    ours = sorted(TABLES.get(schema, {}).values(), key=len)
    found = sorted((str(sql) for (sql,) in rows), key=len)
    return len(found) == len(ours) and all(
        len(a) == len(b) and sum(x != y for x, y in zip(a, b, strict=True)) <= MAX_SLIPS
        for a, b in zip(found, ours, strict=True)
    )


def has_our_tables(connection: sqlite3.Connection, schema: int) -> bool:
    """Whether the file holds exactly our tables and nothing that could run.

    May raise sqlite3.Error.
    Of a newer schema nothing is known but that it has no views, triggers and virtual tables.
    """
    rows = connection.execute("SELECT type, name, sql FROM sqlite_master").fetchmany(100)
    made = {name: sql for kind, name, sql in rows if kind == "table"}
    others = [
        name
        for kind, name, sql in rows
        if kind != "table"
        and not (kind == "index" and sql is None and str(name).startswith("sqlite_autoindex_"))
    ]
    if schema > SCHEMA:
        virtual = [sql for sql in made.values() if "VIRTUAL" in str(sql).upper()]
        return not (others or virtual) and made.keys() >= TABLES[SCHEMA].keys()
    return not others and made == TABLES[schema]


def sealed_schema(connection: sqlite3.Connection) -> int | None:
    """Return the schema in which the file was made and sealed, whatever its header says.

    None where it is none of ours, as that of a newer version is, or where the seal is broken.
    May raise sqlite3.Error.
    """
    for schema in TABLES:
        if schema <= SCHEMA and has_our_tables(connection, schema):
            if schema == 1:
                return 1  # there was no seal yet
            meta = dict(connection.execute("SELECT key, value FROM meta").fetchmany(100))
            last = last_sum(connection)
            seal = seals.of_file(meta.get("id", ""), meta.get("done", ""), last, schema)
            return schema if meta.get("seal") == seal else None
    return None


@contextlib.contextmanager
def transaction(connection: sqlite3.Connection, path: Path) -> Iterator[None]:
    """Write as a whole or not at all. Raises StoreError."""
    try:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("COMMIT")
    except BaseException as error:
        with contextlib.suppress(sqlite3.Error):
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        if isinstance(error, BROKEN):
            raise failure_of(error, path) from error
        raise


def copy_into(connection: sqlite3.Connection, target: Path, *, replace: bool = False) -> None:
    """Copy a whole database into a file that appears complete or not at all. Raises StoreError."""
    with new_file(target, replace) as temporary:
        into = sqlite3.connect(temporary, isolation_level=None)
        try:
            into.execute("PRAGMA synchronous = FULL")
            connection.backup(into)
        finally:
            into.close()


@contextlib.contextmanager
def new_file(target: Path, replace: bool) -> Iterator[Path]:
    """Give a temporary file that takes the place of ``target`` at the end. Raises StoreError."""
    temporary = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    journal = temporary.with_name(f"{temporary.name}-journal")
    try:
        if target.exists():
            _refuse_taken(target, replace)
        _clear_leftovers(target)
        yield temporary
        os.replace(temporary, target)
        _sync_folder(target.parent)
    except sqlite3.Error as error:
        raise failure_of(error, target) from error
    except StoreError:
        raise
    except OSError as error:
        raise failure("file_os", target, why=error.strerror or str(error)) from error
    finally:
        for leftover in (temporary, journal):
            with contextlib.suppress(OSError):
                leftover.unlink(missing_ok=True)


def _clear_leftovers(target: Path) -> None:
    """Delete what processes that died while they wrote this file have left."""
    for left in target.parent.glob(f".{glob_escape(target.name)}.*.tmp*"):
        number = left.name[len(target.name) + 2 :].partition(".")[0]
        if number.isdecimal() and not _other_lives(int(number)):
            with contextlib.suppress(OSError):  # Windows refuses where somebody has it open
                left.unlink(missing_ok=True)


def _other_lives(process: int) -> bool:
    """Whether a process is another one than this and still runs; unknown on Windows."""
    if os.name != "posix" or process == os.getpid():
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def _refuse_taken(target: Path, replace: bool) -> None:
    """Refuse to take the place of a file, above all of one that is open somewhere."""
    if not replace:
        raise failure("file_exists", target)
    if is_held(target):
        raise failure("file_locked", target)
    try:
        read_header(target)
    except UnreadableFileError:
        return  # none of our files: the game master wants to overwrite it
    found = open_for_writing(target)
    if isinstance(found, sqlite3.Connection):
        held = identity(target)
        found.close()
        release(held)
    elif found.code == "file_locked":
        raise failure("file_locked", target)


def _sync_folder(folder: Path) -> None:
    """Make a new name in a folder durable, where the system knows how."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
