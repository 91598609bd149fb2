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
from itertools import product
from pathlib import Path
from typing import NamedTuple

from rules.encounter import database, migrations, seals
from rules.encounter.pages import SIZES, Cell, Pages, is_blob, is_text, kinds
from rules.encounter.writing import hash_of

MAX_FILE = 512 * 1024**2
"""Largest file that is mended, in bytes."""
MAX_NUMBER = 10**9
"""Highest number of a step."""
_KEYS = frozenset({"id", "done", "seal", "cursor"})


_MOST = 4
"""How many values of each key are looked at: more than there are, as pages are damaged."""


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
        self.meta: dict[str, list[str]] = defaultdict(list)
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
                self.meta[str(found[0])].append(str(found[1]))

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

    def known(self, n: int) -> list[tuple[Cell, _Step]]:
        """Return all that was found of step n and can be read."""
        cells = self.steps.get(n, ())
        return [(cell, step) for cell in cells if (step := self.step(cell)) is not None]

    def cursors(self) -> Iterator[tuple[str, str, str]]:
        """Yield what may be id, done and seal, the likeliest first."""
        yield from product(*(self.meta.get(key, ())[:_MOST] for key in ("id", "done", "seal")))
        for text in self.meta.get("cursor", ())[:_MOST]:
            cursor = migrations.spare_cursor(text)
            if cursor is not None:
                yield cursor

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
        end = _sealed_end(found)
        line = _line(found, end)
        last = _put_steps(fresh, found, line)
        _put_assets(fresh, found)
        meta = _meta(found, end, max(line, default=0), last)
        fresh.executemany("INSERT INTO meta VALUES (?, ?)", meta.items())
        _put_spares(fresh, meta)
        fresh.execute("COMMIT")
    except BaseException:
        fresh.close()
        raise
    return fresh


def _meta(found: _Found, end: _End | None, last: int, sum: str) -> dict[str, str]:
    """Return what to write of cursor and seal; ``sum`` is that of the ``last`` step found.

    A seal that fits is made anew. Where only the spare of the cursor was found, and fits no step,
    steps were added after it: all of them are in force.
    """
    meta = {key: found.meta[key][0] for key in ("id", "done", "seal") if found.meta.get(key)}
    spare = next(found.cursors(), None)
    if end is not None:
        meta["id"], meta["done"] = end.id, end.done
    elif len(meta) < 3 and spare is not None:
        meta["id"], meta["done"] = spare[0], str(last)
    elif found.sealed:
        return meta
    id, done = meta.get("id", ""), meta.get("done")
    return meta | {"seal": seals.of_file(id, done, sum, migrations.SCHEMA)}


def _put_spares(fresh: sqlite3.Connection, meta: dict[str, str]) -> None:
    fresh.execute("INSERT INTO spare_steps SELECT * FROM steps")
    fresh.execute("INSERT INTO spare_states SELECT * FROM checkpoints WHERE n = 0")
    cursor = [meta.get(key, "") for key in ("id", "done", "seal")]
    migrations.write_spare_cursor(fresh, *cursor)


def _put_steps(fresh: sqlite3.Connection, found: _Found, line: dict[int, Cell]) -> str:
    """Write states and steps; returns the sum of the last one."""
    base = None if found.sealed else found.state(0)
    last = seals.of_state("", 0, base[2]) if base else ""
    sums: dict[int, str] = {}
    for n, cell in sorted(line.items()):
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


def _line(found: _Found, end: _End | None) -> dict[int, Cell]:
    """Choose of each step the one that the next one followed, from the sealed end backwards.

    Of several, as each is written twice, the one that is still as it was written.
    """
    line: dict[int, Cell] = {}
    after: _Step | None = None
    # those after the end were taken back and done otherwise since
    numbers = sorted((n for n in found.steps if end is None or n <= end.n), reverse=True)
    earlier: dict[int, list[tuple[Cell, _Step]]] = {}
    for n in numbers:
        known = earlier.get(n) or found.known(n)
        earlier = {n - 1: found.known(n - 1)}
        if end is not None and n == end.n:
            known = [pair for pair in known if pair[1].sum == end.sum]
        sums = [step.sum for _cell, step in earlier[n - 1] if step.sum]
        state = found.state(n - 1) if n == 1 or not sums else None
        if state is not None:
            sums.append(state[0] or state[1])  # the chain, and at the beginning the sum of it
        if known:
            line[n], after = max(known, key=lambda one: _worth(one[1], n, sums, after))
        else:
            after = None
    return line


def _worth(step: _Step, n: int, sums: list[str], after: _Step | None) -> tuple[bool, bool]:
    """Say whether step n is what the next one followed, and still what it was itself."""
    return _leads_to(step, n + 1, after), any(_leads_to_sum(sum, n, step) for sum in sums)


def _leads_to(step: _Step, number: int, after: _Step | None) -> bool:
    """Whether the sum of step ``number`` covers a step."""
    if after is None or step.sum is None:
        return False
    return _leads_to_sum(step.sum, number, after)


def _leads_to_sum(before: str, number: int, step: _Step) -> bool:
    return seals.of_step(before, number, *step[:3]) == step.sum


class _End(NamedTuple):
    """The step that a file was sealed with, its sum, and the cursor of that seal."""

    n: int
    sum: str
    id: str
    done: str


def _sealed_end(found: _Found) -> _End | None:
    """Return where the file was sealed; the seals of both schemas that have one are known."""
    cursors = list(found.cursors())
    schemas = range(2, migrations.SCHEMA + 1)
    for n, sum in _sums_from_the_end(found):
        for id, done, seal in cursors:
            if any(seal == seals.of_file(id, done, sum, schema) for schema in schemas):
                return _End(n, sum, id, done)
    return None


def _sums_from_the_end(found: _Found) -> Iterator[tuple[int, str]]:
    for n in sorted(found.steps, reverse=True):
        yield from ((n, step.sum) for _cell, step in found.known(n) if step.sum)
    base = found.state(0)
    if base is not None and base[1]:
        yield 0, base[1]


def _put_assets(fresh: sqlite3.Connection, found: _Found) -> None:
    for cell in found.assets:
        row = found.pages.row(cell)
        if row is not None and isinstance(row[2], bytes) and row[0] == hash_of(row[2]):
            fresh.execute("INSERT OR IGNORE INTO assets VALUES (?, ?, ?)", row)
