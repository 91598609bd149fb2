"""Reads an encounter file as far as it can be read, and says what could not."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from maps.problems import Problem, Severity, UnreadableFileError
from rules.core.terms import Term
from rules.encounter import migrations, seals
from rules.encounter.applying import STEP_ERRORS
from rules.encounter.codec import find_models
from rules.encounter.event_codec import step_from_dict
from rules.encounter.history import History, Step
from rules.encounter.plain import MAX_TEXT, fault, read_json, too_big
from rules.encounter.state import Encounter
from rules.encounter.state_codec import Models, state_from_dict

MAX_STEPS = 1_000_000
_PART = 2**20
Lookup = Callable[[str], Models]


@dataclass(slots=True)
class Loaded:
    """What was read. ``whole`` = nothing was lost, so the file may be written on as it is.

    ``sums`` are the check sums after each step of the history, that of its base first.
    """

    history: History
    id: str
    sums: list[str]
    problems: list[Problem] = field(default_factory=list)
    whole: bool = True


class _Point(NamedTuple):
    """A whole state in a file: after step ``n``; ``sum`` is what the next step's sum covers."""

    n: int
    state: Encounter
    sum: str


class _BrokenStepError(Exception):
    def __init__(self, number: int, why: Problem) -> None:
        super().__init__(number)
        self.number = number
        self.why = why


def load(connection: sqlite3.Connection, lookup: Lookup, name: str) -> Loaded:
    """Read base state, steps and cursor. Raises UnreadableFileError where there is no base.

    A broken step ends the history before it, or, where a later checkpoint can be read, begins it
    there: the fight goes on as it stood, only the undo before that is lost. A step that is no
    longer what was written counts as it can be read, unless a later checkpoint knows better.
    All that only holds where the spare of the row is damaged too.
    """
    meta = meta_of(connection)
    points = states_in(connection)
    base, models = _first_state(connection, points, lookup, name)
    loaded = Loaded(History(base.state), meta.get("id", ""), [base.sum])
    first = base.n
    mended: set[int] = set()
    if first:
        _lose(loaded, "base_broken", name, step=first)
    elif not same_beginning(connection):
        mended.add(0)
    number = number_of(meta.get("done"))
    while True:
        doubtful: list[int] = []
        try:
            for step, sum, same in _steps(connection, first, loaded.sums, models, mended):
                _push(loaded.history, step, first)
                loaded.sums.append(sum)
                n = first + loaded.history.count
                if not same:
                    doubtful.append(n)
                if doubtful and n in points:
                    _compare(connection, n, loaded.history.state, models, doubtful[0])
            break
        except _BrokenStepError as error:
            later = _later_state(connection, points, models, error.number, number)
            _report(loaded, error, first, later, number)
            if later is None:
                break
            first = later.n
            loaded.history, loaded.sums = History(later.state), [later.sum]
    if mended:
        loaded.whole = False
        args = {"n": len(mended)}
        loaded.problems.append(Problem("rows_mended", Severity.WARNING, name, args))
    if doubtful:
        place = f"steps[{doubtful[0]}]"
        _lose(loaded, "step_doubtful", place, step=doubtful[0], n=len(doubtful))
    put_cursor(loaded, meta, first, name, sealed=not is_newer(connection))
    check_assets(connection, loaded, name)
    return loaded


def _lose(loaded: Loaded, code: str, place: str, **args: object) -> None:
    loaded.whole = False
    loaded.problems.append(Problem(code, Severity.ERROR, place, args))


def _report(
    loaded: Loaded,
    error: _BrokenStepError,
    first: int,
    later: _Point | None,
    done: int | None,
) -> None:
    place = f"steps[{error.number}]"
    why = Term(f"problem.{error.why.code}", dict(error.why.args))  # type: ignore[arg-type]  # the glossary says what problems carry
    if later is not None:
        _lose(loaded, "step_broken_skipped", place, step=error.number, now=later.n, why=why)
    elif done is not None and error.number > done:
        _lose(loaded, "redo_broken", place, step=error.number, why=why)
    else:
        kept = first + loaded.history.count
        _lose(loaded, "step_broken", place, step=error.number, kept=kept, why=why)


def _compare(
    connection: sqlite3.Connection, n: int, state: Encounter, models: Models, doubtful: int
) -> None:
    """Raise _BrokenStepError where a checkpoint says that a doubtful step went otherwise."""
    place = f"checkpoints[{n}]"
    try:
        same = state_from_dict(_state_data(connection, n)[0], models, place) == state
    except UnreadableFileError:
        return
    if not same:
        raise _BrokenStepError(doubtful, fault("sum_wrong", f"steps[{doubtful}]").problem)


def is_newer(connection: sqlite3.Connection) -> bool:
    """Whether another version sealed the file, in a way that is not known here."""
    return bool(connection.execute("PRAGMA user_version").fetchone()[0] > migrations.SCHEMA)


def put_cursor(
    loaded: Loaded, meta: dict[str, str], first: int, name: str, *, sealed: bool
) -> None:
    number = number_of(meta.get("done"))
    count = loaded.history.count
    fits = number is not None and 0 <= number - first <= count
    complete = {problem.code for problem in loaded.problems} <= {"rows_mended"}
    spare = _spare_cursor(loaded, meta.get("cursor"), first)
    if complete and sealed and meta.get("seal") != _seal(loaded, number):
        found = _sealed_cursor(loaded, first, meta.get("seal"))
        if spare is not None:
            loaded.id, found = spare
        if found is not None:
            number, fits = found, True
            _lose(loaded, "cursor_mended", name, n=found)
        elif fits:
            _lose(loaded, "seal_broken", name, n=number)
    elif complete and sealed and spare is not None and spare != (loaded.id, number):
        _lose(loaded, "cursor_doubtful", name, n=number)
    if fits and number is not None:
        loaded.history.seek(number - first)
    elif complete:
        _lose(loaded, "cursor_broken", name, n=count)


def _seal(loaded: Loaded, done: int | None) -> str:
    return seals.of_file(loaded.id, done, loaded.sums[-1], migrations.SCHEMA)


def _spare_cursor(loaded: Loaded, text: str | None, first: int) -> tuple[str, int] | None:
    """Return name and cursor of the spare, if that was sealed over the steps that were read."""
    cursor = migrations.spare_cursor(text)
    done = number_of(cursor[1]) if cursor else None
    if cursor is None or done is None or not 0 <= done - first <= loaded.history.count:
        return None
    seal = seals.of_file(cursor[0], done, loaded.sums[-1], migrations.SCHEMA)
    return (cursor[0], done) if cursor[2] == seal else None


def _sealed_cursor(loaded: Loaded, first: int, seal: str | None) -> int | None:
    """Return the cursor over which the file was sealed, if just the cursor is wrong."""
    for n in range(first, first + len(loaded.sums)):
        if seal == _seal(loaded, n):
            return n
    return None


def _push(history: History, step: Step, first: int) -> None:
    number = first + history.count + 1
    try:
        history.push(step)
    except STEP_ERRORS as error:
        why = fault("step_wrong", f"steps[{number}]", step=number).problem
        raise _BrokenStepError(number, why) from error


# ---- rows ----------------------------------------------------------------------------------


def meta_of(connection: sqlite3.Connection) -> dict[str, str]:
    rows: list[tuple[object, object]] = []
    for table in ("spare_meta", "meta"):
        with suppress(sqlite3.Error):
            rows += connection.execute(f"SELECT key, value FROM {table}").fetchmany(1_000)
    return {k: v for k, v in rows if isinstance(k, str) and isinstance(v, str)}


def number_of(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else None


def states_in(connection: sqlite3.Connection) -> list[int]:
    found: set[int] = set()
    for table in ("spare_states", "checkpoints"):
        with suppress(sqlite3.Error):  # those before the damage are used
            for (n,) in connection.execute(f"SELECT n FROM {table} ORDER BY n"):
                if isinstance(n, int) and n >= 0:
                    found.add(n)
    return sorted(found)


def same_beginning(connection: sqlite3.Connection) -> bool:
    """Whether the beginning stands in the file twice, in the same words."""
    try:
        found = connection.execute(
            "SELECT a.chain = b.chain AND a.sum = b.sum AND a.state = b.state"
            " FROM checkpoints a JOIN spare_states b USING (n) WHERE n = 0"
        ).fetchone()
    except sqlite3.Error:
        return False
    return bool(found == (1,))


def _state_data(connection: sqlite3.Connection, n: int) -> tuple[Any, str]:
    """Read a checkpoint as data, with the sum that goes on. Raises UnreadableFileError."""
    for table in ("checkpoints", "spare_states"):
        query = f"SELECT chain, sum, state FROM {table} WHERE n = ?"
        with suppress(sqlite3.Error):
            row = connection.execute(query, (n,)).fetchone()
            if row is not None and all(isinstance(value, str) for value in row):
                chain, sum, state = row
                if sum == seals.of_state(chain, n, state):
                    return read_json(state), chain if n else sum
    raise fault("file_damaged", f"checkpoints[{n}]", file="")


def _first_state(
    connection: sqlite3.Connection, points: list[int], lookup: Lookup, name: str
) -> tuple[_Point, Models]:
    """Return the state that the fight began with, else the first checkpoint that can be read."""
    first: UnreadableFileError | None = None
    for n in points:
        try:
            data, sum = _state_data(connection, n)
            models = find_models(system_of(data, name), lookup, name)
            return _Point(n, state_from_dict(data, models, f"checkpoints[{n}]"), sum), models
        except UnreadableFileError as error:
            if error.problem.code == "system_unknown":
                raise
            first = first or error
    if first is not None and first.problem.code != "file_damaged":
        raise first
    raise fault("file_lost", name, file=name)


def system_of(data: object, place: str) -> str:
    system = data.get("system") if isinstance(data, dict) else None
    if not isinstance(system, str):
        raise fault("file_damaged", place, file=place)
    return system


def _later_state(
    connection: sqlite3.Connection,
    points: list[int],
    models: Models,
    broken: int,
    done: int | None,
) -> _Point | None:
    """Return the first readable checkpoint after a broken step that is still in force."""
    for n in points:
        if broken <= n <= (MAX_STEPS if done is None else done):
            try:
                data, sum = _state_data(connection, n)
                return _Point(n, state_from_dict(data, models, f"checkpoints[{n}]"), sum)
            except UnreadableFileError:
                continue
    return None


class _Rows:
    """The rows of a table of steps in their order; where the table is damaged they end."""

    def __init__(self, connection: sqlite3.Connection, table: str, first: int) -> None:
        self.damaged = False
        self.next: tuple[Any, ...] | None = None
        query = f"SELECT n, label, events, at, sum FROM {table} WHERE n >= ? ORDER BY n LIMIT ?"
        self._rows: Iterator[tuple[Any, ...]] = iter(())
        try:
            self._rows = connection.execute(query, (first, MAX_STEPS))
        except sqlite3.Error:
            self.damaged = True
        self._go_on()

    def _go_on(self) -> None:
        try:
            self.next = next(self._rows, None)
        except sqlite3.Error:
            self.next, self.damaged = None, True

    def take(self, number: int) -> tuple[Any, ...] | None:
        """Return the row of a step, None where it is missing; those before it were taken."""
        row = self.next
        if row is None or row[0] != number:
            return None
        self._go_on()
        return row


def _steps(
    connection: sqlite3.Connection, first: int, sums: list[str], models: Models, mended: set[int]
) -> Iterator[tuple[Step, str, bool]]:
    """Yield the steps that follow those of the sums, each with its sum, and whether it fits.

    ``first`` is the step before them all. Where only one of the two rows of a step still fits it
    is taken, and its number ``mended``. Raises _BrokenStepError at the first that fails.
    """
    before, number = [sums[-1]], first + len(sums)
    tables = [_Rows(connection, table, number) for table in ("steps", "spare_steps")]
    while True:
        place = f"steps[{number}]"
        both = [table.take(number) for table in tables]
        rows = [row for row in both if row is not None]
        if not rows:
            _look_for_the_end(tables, number, place)
            return
        *row, sum = rows[0]
        right = _right_sums(before, rows[0])
        if sum not in right and rows[-1][-1] in (other := _right_sums(before, rows[-1])):
            *row, sum = rows[-1]
            right = other
        if sum in right and both[0] != both[1]:
            mended.add(number)
        try:
            step = step_of(row[1:], models, place)
        except UnreadableFileError as error:
            raise _BrokenStepError(number, error.problem) from error
        yield step, sum, sum in right
        before = [sum] if sum in right else [sum, right[0]]  # either may be what was damaged
        number += 1


def _right_sums(before: list[str], row: tuple[Any, ...]) -> list[str]:
    return [seals.of_step(one, *row[:-1]) for one in before]


def _look_for_the_end(tables: list[_Rows], number: int, place: str) -> None:
    """Raise _BrokenStepError where the steps do not end, but one cannot be read."""
    if any(table.damaged for table in tables):
        raise _BrokenStepError(number, fault("file_damaged", place, file="").problem)
    if any(table.next is not None for table in tables):
        raise _BrokenStepError(number, fault("step_missing", place, step=number).problem)


def step_of(row: Sequence[object], models: Models, place: str) -> Step:
    """Read a step out of its row: label, events, time. Raises UnreadableFileError."""
    label, events, at = row
    if not (isinstance(label, str) and isinstance(events, str) and isinstance(at, str)):
        raise fault("value_wrong", place, key="events", value="")
    if len(label) + len(events) > MAX_TEXT:
        raise too_big(place, len(label) + len(events), MAX_TEXT)
    data = {"label": read_json(label), "events": read_json(events), "at": at}
    return step_from_dict(data, models, place)


# ---- pictures ------------------------------------------------------------------------------


def check_assets(connection: sqlite3.Connection, loaded: Loaded, name: str) -> None:
    """Look whether every picture is still the one that was written."""
    broken = 0
    try:
        for row, hash in connection.execute("SELECT rowid, hash FROM assets").fetchall():
            try:
                with connection.blobopen("assets", "bytes", row, readonly=True) as blob:
                    digest = hashlib.sha256()
                    while part := blob.read(_PART):
                        digest.update(part)
                broken += digest.hexdigest() != hash
            except (sqlite3.Error, OverflowError):
                broken += 1
    except sqlite3.Error:
        broken += 1
    if broken:
        loaded.problems.append(Problem("assets_broken", Severity.ERROR, name, {"n": broken}))
