"""Steps, files and words for the tests of encounter files."""

from __future__ import annotations

import contextlib
import sqlite3
import subprocess
import sys
from pathlib import Path

from maps.problems import UnreadableFileError
from rules.core.glossary import Glossary
from rules.core.terms import term
from rules.encounter import migrations, seals, writing
from rules.encounter.events import Event, Logged, Moved, VitalsChanged
from rules.encounter.history import Step
from rules.encounter.state import TokenId
from rules.encounter.store import Opened, Store
from tests.rules.tiny import lookup

A = TokenId("A")
DEEP_TERM = '{"key":"a","args":{"b":' * 60 + "1" + "}}" * 60
PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40


def step(n: int) -> Step:
    """Make a step that moves A and takes a point from it."""
    events: tuple[Event, ...] = (
        Moved(A, n * 512, 0, cost=1),
        VitalsChanged(A, {"hp": 8 - n % 8, "wounds": [n]}),
        Logged(term("log.moved", who="A", n=1), (term("log.note", text=f"Schritt {n} – „ä“"),)),
    )
    return Step(term("step.move", who="A"), events, f"2024-05-01T12:00:{n % 60:02}")


def to_first_schema(path: Path) -> None:
    """Make a file what it was before there were check sums."""
    with contextlib.closing(sqlite3.connect(path)) as db:
        tables = {
            "steps": db.execute("SELECT n, label, events, at FROM steps").fetchall(),
            "checkpoints": db.execute("SELECT n, state FROM checkpoints").fetchall(),
            "meta": db.execute("SELECT key, value FROM meta WHERE key <> 'seal'").fetchall(),
            "assets": db.execute("SELECT hash, mime, bytes FROM assets").fetchall(),
        }
    path.unlink()
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA application_id = {migrations.APPLICATION_ID}")
        db.execute("PRAGMA user_version = 1")
        for name, statement in migrations.TABLES[1].items():
            db.execute(statement)
            rows = tables[name]
            gaps = ", ".join("?" * len(rows[0])) if rows else ""
            db.executemany(f"INSERT INTO {name} VALUES ({gaps})", rows)
        db.commit()


def opened(path: Path, **how: object) -> Opened:
    return Store.open(path, lookup, **how)  # type: ignore[arg-type]  # keywords of the test


def edit(path: Path, *statements: str, sealed: bool = True, spared: bool = True) -> None:
    """Change a file behind the program's back, as somebody who knows of its check sums.

    ``sealed`` is off for one who does not, ``spared`` for damage that only one of two rows has.
    """
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    if sealed:
        with contextlib.suppress(sqlite3.Error):  # tables that were dropped or are others
            seal(connection)
    if spared:
        with contextlib.suppress(sqlite3.Error):
            spare(connection)
    connection.commit()
    connection.close()


def seal(db: sqlite3.Connection) -> None:
    """Write all check sums of a file anew."""
    db.text_factory = lambda raw: raw.decode("utf-8", "replace")
    sums = {0: ""}
    for n, state in db.execute("SELECT n, state FROM checkpoints WHERE n = 0").fetchall():
        sums[n] = seals.of_state("", n, state)
    last = sums[0]
    for n, *row in db.execute("SELECT n, label, events, at FROM steps ORDER BY n").fetchall():
        last = sums[n] = seals.of_step(last, n, *row)
        db.execute("UPDATE steps SET sum = ? WHERE n = ?", (last, n))
    for n, state in db.execute("SELECT n, state FROM checkpoints").fetchall():
        chain = sums.get(n, "") if n else ""
        values = (chain, seals.of_state(chain, n, state), n)
        db.execute("UPDATE checkpoints SET chain = ?, sum = ? WHERE n = ?", values)
    meta = dict(db.execute("SELECT key, value FROM meta").fetchall())
    done = meta.get("done", "")
    number = int(done) if str(done).isdigit() else None
    new = seals.of_file(meta.get("id", ""), number, last, migrations.SCHEMA)
    db.execute("UPDATE meta SET value = ? WHERE key = 'seal'", (new,))


def spare(db: sqlite3.Connection) -> None:
    """Say again what stands in a file, so that its spares know no better."""
    for table in migrations.SPARES:
        db.execute(f"DELETE FROM {table}")
    db.execute("INSERT INTO spare_steps SELECT * FROM steps")
    db.execute("INSERT INTO spare_states SELECT * FROM checkpoints WHERE n = 0")


def codes(found: Opened) -> list[str]:
    return [problem.code for problem in found.problems]


def tried(path: Path) -> tuple[Opened | None, str]:
    """Open a file, or return the code of the problem, which has words."""
    try:
        return opened(path), ""
    except UnreadableFileError as error:
        Glossary.load("en").say_with(f"problem.{error.problem.code}", error.problem.args)
        return None, error.problem.code


def words(found: Opened) -> str:
    """Say all problems in both languages; a missing word or gap fails the test."""
    said = [
        Glossary.load(language).say_with(f"problem.{p.code}", p.args)
        for language in ("de", "en")
        for p in found.problems
    ]
    return "\n".join(said)


def opened_and_closed(path: Path) -> Opened:
    found = opened(path)
    found.store.close()
    return found


def database_hash(data: bytes) -> str:
    return writing.hash_of(data)


HOLD = """
import sys
import threading
from pathlib import Path
from rules.encounter.store import Store
from tests.rules.tiny import lookup
found = Store.open(Path(sys.argv[1]), lookup)
print("read only" if found.store.read_only else "open", flush=True)
sys.stdin.read()
"""


def child(code: str, *args: object) -> subprocess.Popen[str]:
    """Start another process that runs Python code."""
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, args)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    )
