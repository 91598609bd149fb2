"""Reads an encounter file as far as it can be read, and says what could not."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from maps.problems import Problem, Severity, UnreadableFileError
from rules.core.terms import Term
from rules.encounter import seals
from rules.encounter.codec import find_models
from rules.encounter.event_codec import step_from_dict
from rules.encounter.history import History, Step
from rules.encounter.plain import MAX_TEXT, fault, read_json, too_big
from rules.encounter.state import Encounter
from rules.encounter.state_codec import Models, state_from_dict

MAX_STEPS = 1_000_000
_PART = 2**20
Lookup = Callable[[str], Models]

STEP_ERRORS = (LookupError, ValueError, TypeError, AttributeError, ArithmeticError, RecursionError)
"""What applying an event may raise when the event does not fit its state."""


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
    """
    meta = _meta(connection)
    points = _checkpoints(connection)
    base, models = _first_state(connection, points, lookup, name)
    loaded = Loaded(History(base.state), meta.get("id", ""), [base.sum])
    first = base.n
    if first:
        _lose(loaded, "base_broken", name, step=first)
    number = _number(meta.get("done"))
    while True:
        doubtful: list[int] = []
        try:
            for step, sum, same in _steps(connection, first, loaded.sums, models):
                _push(loaded.history, step, first)
                loaded.sums.append(sum)
                n = first + len(loaded.history.steps)
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
    if doubtful:
        place = f"steps[{doubtful[0]}]"
        _lose(loaded, "step_doubtful", place, step=doubtful[0], n=len(doubtful))
    _put_cursor(loaded, number, first, name, meta.get("seal"))
    _check_assets(connection, loaded, name)
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
        kept = first + len(loaded.history.steps)
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


def _put_cursor(
    loaded: Loaded, number: int | None, first: int, name: str, seal: str | None
) -> None:
    count = len(loaded.history.steps)
    fits = number is not None and 0 <= number - first <= count
    if loaded.whole and seal != seals.of_file(loaded.id, number, loaded.sums[-1]):
        found = _sealed_cursor(loaded, first, seal)
        if found is not None:
            number, fits = found, True
            _lose(loaded, "cursor_mended", name, n=found)
        elif fits:
            _lose(loaded, "seal_broken", name, n=number)
    if fits and number is not None:
        loaded.history.seek(number - first)
    elif loaded.whole:
        _lose(loaded, "cursor_broken", name, n=count)


def _sealed_cursor(loaded: Loaded, first: int, seal: str | None) -> int | None:
    """Return the cursor over which the file was sealed, if just the cursor is wrong."""
    for n in range(first, first + len(loaded.sums)):
        if seal == seals.of_file(loaded.id, n, loaded.sums[-1]):
            return n
    return None


def _push(history: History, step: Step, first: int) -> None:
    number = first + len(history.steps) + 1
    try:
        history.push(step)
    except STEP_ERRORS as error:
        why = fault("step_wrong", f"steps[{number}]", step=number).problem
        raise _BrokenStepError(number, why) from error


# ---- rows ----------------------------------------------------------------------------------


def _meta(connection: sqlite3.Connection) -> dict[str, str]:
    try:
        rows = connection.execute("SELECT key, value FROM meta").fetchmany(1_000)
    except sqlite3.Error:
        return {}
    return {k: v for k, v in rows if isinstance(k, str) and isinstance(v, str)}


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else None


def _checkpoints(connection: sqlite3.Connection) -> list[int]:
    found: list[int] = []
    try:
        for (n,) in connection.execute("SELECT n FROM checkpoints ORDER BY n"):
            if isinstance(n, int) and n >= 0:
                found.append(n)
    except sqlite3.Error:
        pass  # those before the damage are used
    return found


def _state_data(connection: sqlite3.Connection, n: int) -> tuple[Any, str]:
    """Read a checkpoint as data, with the sum that goes on. Raises UnreadableFileError."""
    place = f"checkpoints[{n}]"
    try:
        row = connection.execute(
            "SELECT chain, sum, state FROM checkpoints WHERE n = ?", (n,)
        ).fetchone()
    except sqlite3.Error as error:
        raise fault("file_damaged", place, file="") from error
    if row is None or not all(isinstance(value, str) for value in row):
        raise fault("file_damaged", place, file="")
    chain, sum, state = row
    if sum != seals.of_state(chain, n, state):
        raise fault("file_damaged", place, file="")
    return read_json(state), chain if n else sum


def _first_state(
    connection: sqlite3.Connection, points: list[int], lookup: Lookup, name: str
) -> tuple[_Point, Models]:
    """Return the state that the fight began with, else the first checkpoint that can be read."""
    first: UnreadableFileError | None = None
    for n in points:
        try:
            data, sum = _state_data(connection, n)
            models = find_models(_system_of(data, name), lookup, name)
            return _Point(n, state_from_dict(data, models, f"checkpoints[{n}]"), sum), models
        except UnreadableFileError as error:
            if error.problem.code == "system_unknown":
                raise
            first = first or error
    if first is not None and first.problem.code != "file_damaged":
        raise first
    raise fault("file_lost", name, file=name)


def _system_of(data: object, place: str) -> str:
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


def _steps(
    connection: sqlite3.Connection, first: int, sums: list[str], models: Models
) -> Iterator[tuple[Step, str, bool]]:
    """Yield the steps that follow those of the sums, each with its sum, and whether it fits.

    ``first`` is the step before them all. Raises _BrokenStepError at the first that fails.
    """
    before, number = [sums[-1]], first + len(sums)
    place = f"steps[{number}]"
    try:
        rows = connection.execute(
            "SELECT n, label, events, at, sum FROM steps WHERE n >= ? ORDER BY n LIMIT ?",
            (number, MAX_STEPS),
        )
        for *row, sum in rows:
            place = f"steps[{number}]"
            right = [seals.of_step(one, *row) for one in before]
            yield _step(row, number, models, place), sum, sum in right
            before = [sum] if sum in right else [sum, right[0]]  # either may be what was damaged
            number += 1
    except sqlite3.Error as error:
        raise _BrokenStepError(number, fault("file_damaged", place, file="").problem) from error
    except UnreadableFileError as error:
        raise _BrokenStepError(number, error.problem) from error


def _step(row: list[Any], number: int, models: Models, place: str) -> Step:
    n, label, events, at = row
    if n != number:
        raise fault("step_missing", place, step=number)
    if not (isinstance(label, str) and isinstance(events, str) and isinstance(at, str)):
        raise fault("value_wrong", place, key="events", value="")
    if len(label) + len(events) > MAX_TEXT:
        raise too_big(place, len(label) + len(events), MAX_TEXT)
    data = {"label": read_json(label), "events": read_json(events), "at": at}
    return step_from_dict(data, models, place)


# ---- pictures ------------------------------------------------------------------------------


def _check_assets(connection: sqlite3.Connection, loaded: Loaded, name: str) -> None:
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
