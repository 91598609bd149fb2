"""Reads damaged files of fights: every row is looked for in the pages, and put into a fresh file.

Nothing that the file says of itself is needed: neither its header nor the list of its tables nor
the trees. Where several moments of the fight lie in it, the check sums tell which rows belong
together.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from rules.encounter import database, migrations, seals
from rules.encounter.pages import SIZES, Cell, Pages, is_blob, is_text, kinds
from rules.encounter.writing import hash_of

MAX_FILE = 512 * 1024**2
"""Largest file that is mended, in bytes."""
MAX_NUMBER = 10**9
"""Highest number of a step."""
_KEYS = frozenset({"id", "done", "seal"})


class _Step(NamedTuple):
    """A step as it was found; ``sum`` is None in files of schema 1."""

    label: str
    events: str
    at: str
    sum: str | None


class _Found:
    """Where the rows of a fight lie, by table and number; all that were found of each."""

    def __init__(self, pages: Pages, loose: bool) -> None:
        self.pages = pages
        self.steps: dict[int, list[Cell]] = defaultdict(list)
        self.states: dict[int, list[Cell]] = defaultdict(list)
        self.assets: list[Cell] = []
        self.meta: dict[str, str] = {}
        self.sealed = False
        for cell, start in pages.cells(loose):
            self._sort(cell, kinds(start))

    def _sort(self, cell: Cell, row: list[int] | None) -> None:
        if row is None or cell.number > MAX_NUMBER:
            return
        texts = [is_text(kind) for kind in row]
        if row[0] == 0 and len(row) in (2, 4, 5) and all(texts[1:]):
            self._sort_numbered(cell, row)
        elif len(row) == 3 and texts[0] and texts[1] and is_blob(row[2]):
            self.assets.append(cell)
        elif len(row) == 2 and all(texts) and cell.size < 200:
            found = self.pages.row(cell)
            if found is not None and found[0] in _KEYS:
                self.meta.setdefault(str(found[0]), str(found[1]))

    def _sort_numbered(self, cell: Cell, row: list[int]) -> None:
        """Tell states from steps: in schema 2 two sums stand before a state."""
        length = (row[2] - 13) // 2 if len(row) == 4 else 0
        if len(row) == 2 or (length == 16 and (row[1] - 13) // 2 in (0, 16)):
            self.states[cell.number].append(cell)
            self.sealed |= len(row) == 4
        else:
            self.steps[cell.number].append(cell)
            self.sealed |= len(row) == 5

    def step(self, cell: Cell) -> _Step | None:
        row = self.pages.row(cell)
        if row is None or not all(isinstance(value, str) for value in row[1:]):
            return None
        if len(row) != (5 if self.sealed else 4):
            return None  # of the time before a migration
        label, events, at, *sum = map(str, row[1:])
        return _Step(label, events, at, sum[0] if sum else None)

    def state(self, n: int) -> tuple[str, str, str] | None:
        """Return chain, sum and text of a state that is as it was written."""
        for cell in self.states.get(n, ()):
            row = self.pages.row(cell)
            if row is None or len(row) != (4 if self.sealed else 2):
                continue
            if not self.sealed:
                return "", "", str(row[1])
            chain, sum, text = map(str, row[1:])
            if sum == seals.of_state(chain, n, text):
                return chain, sum, text
        return None


def rescued(path: Path) -> sqlite3.Connection | None:
    """Return a file of the newest schema, out of sight, with all rows that were found.

    ``None`` where not even one state of a fight was found, or where the file is too big or open
    in this program.
    """
    try:
        length = path.stat().st_size
        if database.is_held(path) or length > MAX_FILE:
            return None
        with path.open("rb") as file:
            for size in _sizes(file.read(18)):
                for loose in (False, True):
                    found = _Found(Pages(file, size, length), loose)
                    if any(found.state(n) for n in found.states):
                        return _rebuilt(found)
    except (OSError, sqlite3.Error):
        pass  # what cannot be looked through is refused as before
    return None


def _sizes(beginning: bytes) -> Iterator[int]:
    """Yield how long the pages may be: as this program makes them, or as the file says."""
    usual = _usual_size()
    yield usual
    said = int.from_bytes(beginning[16:18], "big")
    if said in SIZES and said != usual:
        yield said


@cache
def _usual_size() -> int:
    with contextlib.closing(sqlite3.connect(":memory:")) as fresh:
        return int(fresh.execute("PRAGMA page_size").fetchone()[0])


def _rebuilt(found: _Found) -> sqlite3.Connection:
    fresh = sqlite3.connect("", isolation_level=None)  # on the disk where it grows, and nameless
    try:
        database.guard(fresh)
        fresh.execute("PRAGMA journal_mode = OFF").fetchall()
        fresh.execute("BEGIN")
        migrations.create(fresh)
        last = _put_steps(fresh, found)
        _put_assets(fresh, found)
        meta = dict(found.meta)
        if not found.sealed:
            meta["seal"] = seals.of_file(meta.get("id", ""), meta.get("done"), last)
        fresh.executemany("INSERT INTO meta VALUES (?, ?)", meta.items())
        fresh.execute("COMMIT")
    except BaseException:
        fresh.close()
        raise
    return fresh


def _put_steps(fresh: sqlite3.Connection, found: _Found) -> str:
    """Write states and steps; returns the sum of the last one."""
    base = None if found.sealed else found.state(0)
    last = seals.of_state("", 0, base[2]) if base else ""
    sums: dict[int, str] = {}
    for n, cell in sorted(_line(found).items()):
        step = found.step(cell)
        if step is not None:
            last = sums[n] = step.sum or seals.of_step(last, n, *step[:3])
            fresh.execute("INSERT INTO steps VALUES (?, ?, ?, ?, ?)", (n, *step[:3], last))
    for n in sorted(found.states):
        state = found.state(n)
        if state is not None:
            chain, sum, text = state
            if not found.sealed:
                chain = sums.get(n, "")
                sum = seals.of_state(chain, n, text)
            fresh.execute("INSERT INTO checkpoints VALUES (?, ?, ?, ?)", (n, chain, sum, text))
    return last


def _line(found: _Found) -> dict[int, Cell]:
    """Choose of each step the one that the next one followed, from the sealed end backwards."""
    line: dict[int, Cell] = {}
    after: _Step | None = None
    end = _sealed_end(found)
    for n in sorted(found.steps, reverse=True):
        if end is not None and n > end[0]:
            continue  # taken back and done otherwise since
        cells = [end[1]] if end is not None and n == end[0] else found.steps[n]
        known = [(cell, step) for cell in cells if (step := found.step(cell)) is not None]
        if known:
            fitting = (pair for pair in known if _leads_to(pair[1], n + 1, after))
            line[n], after = next(fitting, known[0])
        else:
            after = None
    return line


def _leads_to(step: _Step, number: int, after: _Step | None) -> bool:
    """Whether the sum of step ``number`` covers a step."""
    if after is None or step.sum is None:
        return False
    return seals.of_step(step.sum, number, *after[:3]) == after.sum


def _sealed_end(found: _Found) -> tuple[int, Cell] | None:
    """Return the step that the file was sealed with."""
    id, done, seal = (found.meta.get(key, "") for key in ("id", "done", "seal"))
    for n in sorted(found.steps, reverse=True):
        for cell in found.steps[n]:
            step = found.step(cell)
            if step and step.sum and seal == seals.of_file(id, done, step.sum):
                return n, cell
    return None


def _put_assets(fresh: sqlite3.Connection, found: _Found) -> None:
    for cell in found.assets:
        row = found.pages.row(cell)
        if row is not None and isinstance(row[2], bytes) and row[0] == hash_of(row[2]):
            fresh.execute("INSERT OR IGNORE INTO assets VALUES (?, ?, ?)", row)
