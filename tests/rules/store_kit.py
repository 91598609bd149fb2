"""Steps, files and words for the tests of encounter files."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

from maps.problems import UnreadableFileError
from rules.core.glossary import Glossary
from rules.core.terms import term
from rules.encounter import writing
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


def opened(path: Path, **how: object) -> Opened:
    return Store.open(path, lookup, **how)  # type: ignore[arg-type]  # keywords of the test


def edit(path: Path, *statements: str) -> None:
    """Change a file behind the program's back."""
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


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
