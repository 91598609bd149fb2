"""Reads an encounter file as far as it can be read, and says what could not."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from maps.problems import Problem, Severity, UnreadableFileError
from rules.core.terms import Term
from rules.encounter.codec import find_models
from rules.encounter.event_codec import step_from_dict
from rules.encounter.history import History, Step
from rules.encounter.plain import MAX_TEXT, fault, read_json, too_big
from rules.encounter.state import Encounter
from rules.encounter.state_codec import Models, state_from_dict

MAX_STEPS = 1_000_000
Lookup = Callable[[str], Models]

STEP_ERRORS = (LookupError, ValueError, TypeError, AttributeError, ArithmeticError, RecursionError)
"""What applying an event may raise when the event does not fit its state."""


@dataclass(slots=True)
class Loaded:
    """What was read. ``whole`` = nothing was lost, so the file may be written on as it is."""

    history: History
    id: str
    problems: list[Problem] = field(default_factory=list)
    whole: bool = True


class _BrokenStepError(Exception):
    def __init__(self, number: int, why: Problem) -> None:
        super().__init__(number)
        self.number = number
        self.why = why


def load(connection: sqlite3.Connection, lookup: Lookup, name: str) -> Loaded:
    """Read base state, steps and cursor. Raises UnreadableFileError where there is no base.

    A broken step ends the history before it, or, where a later checkpoint can be read, begins it
    there: the fight goes on as it stood, only the undo before that is lost.
    """
    meta = _meta(connection)
    points = _checkpoints(connection)
    base, first, models = _first_state(connection, points, lookup, name)
    loaded = Loaded(History(base), meta.get("id", ""))
    if first:
        _lose(loaded, "base_broken", name, step=first)
    number = _number(meta.get("done"))
    while True:
        try:
            for step in _steps(connection, first + len(loaded.history.steps), models):
                _push(loaded.history, step, first)
            break
        except _BrokenStepError as error:
            later = _later_state(connection, points, models, error.number, number)
            _report(loaded, error, first, later, number)
            if later is None:
                break
            first, state = later
            loaded.history = History(state)
    _put_cursor(loaded, number, first, name)
    return loaded


def _lose(loaded: Loaded, code: str, place: str, **args: object) -> None:
    loaded.whole = False
    loaded.problems.append(Problem(code, Severity.ERROR, place, args))


def _report(
    loaded: Loaded,
    error: _BrokenStepError,
    first: int,
    later: tuple[int, Encounter] | None,
    done: int | None,
) -> None:
    place = f"steps[{error.number}]"
    why = Term(f"problem.{error.why.code}", dict(error.why.args))  # type: ignore[arg-type]  # the glossary says what problems carry
    if later is not None:
        _lose(loaded, "step_broken_skipped", place, step=error.number, now=later[0], why=why)
    elif done is not None and error.number > done:
        _lose(loaded, "redo_broken", place, step=error.number, why=why)
    else:
        kept = first + len(loaded.history.steps)
        _lose(loaded, "step_broken", place, step=error.number, kept=kept, why=why)


def _put_cursor(loaded: Loaded, number: int | None, first: int, name: str) -> None:
    count = len(loaded.history.steps)
    if number is not None and 0 <= number - first <= count:
        loaded.history.seek(number - first)
    elif loaded.whole:
        _lose(loaded, "cursor_broken", name, n=count)


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


def _state_data(connection: sqlite3.Connection, n: int) -> Any:
    """Read a checkpoint as data. Raises UnreadableFileError."""
    place = f"checkpoints[{n}]"
    try:
        row = connection.execute("SELECT state FROM checkpoints WHERE n = ?", (n,)).fetchone()
    except sqlite3.Error as error:
        raise fault("file_damaged", place, file="") from error
    if row is None or not isinstance(row[0], str):
        raise fault("file_damaged", place, file="")
    return read_json(row[0])


def _first_state(
    connection: sqlite3.Connection, points: list[int], lookup: Lookup, name: str
) -> tuple[Encounter, int, Models]:
    """Return the state that the fight began with, else the first checkpoint that can be read."""
    first: UnreadableFileError | None = None
    for n in points:
        try:
            data = _state_data(connection, n)
            models = find_models(_system_of(data, name), lookup, name)
            return state_from_dict(data, models, f"checkpoints[{n}]"), n, models
        except UnreadableFileError as error:
            if error.problem.code == "system_unknown":
                raise
            first = first or error
    raise first or fault("file_damaged", name, file=name)


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
) -> tuple[int, Encounter] | None:
    """Return the first readable checkpoint after a broken step that is still in force."""
    for n in points:
        if broken <= n <= (MAX_STEPS if done is None else done):
            try:
                data = _state_data(connection, n)
                return n, state_from_dict(data, models, f"checkpoints[{n}]")
            except UnreadableFileError:
                continue
    return None


def _steps(connection: sqlite3.Connection, after: int, models: Models) -> Iterator[Step]:
    """Yield the steps after a number in turn. Raises _BrokenStepError at the first that fails."""
    number = after + 1
    place = f"steps[{number}]"
    try:
        rows = connection.execute(
            "SELECT n, label, events, at FROM steps WHERE n > ? ORDER BY n LIMIT ?",
            (after, MAX_STEPS),
        )
        for row in rows:
            place = f"steps[{number}]"
            yield _step(row, number, models, place)
            number += 1
    except sqlite3.Error as error:
        raise _BrokenStepError(number, fault("file_damaged", place, file="").problem) from error
    except UnreadableFileError as error:
        raise _BrokenStepError(number, error.problem) from error


def _step(row: tuple[Any, ...], number: int, models: Models, place: str) -> Step:
    n, label, events, at = row
    if n != number:
        raise fault("step_missing", place, step=number)
    if not (isinstance(label, str) and isinstance(events, str) and isinstance(at, str)):
        raise fault("value_wrong", place, key="events", value="")
    if len(label) + len(events) > MAX_TEXT:
        raise too_big(place, len(label) + len(events), MAX_TEXT)
    data = {"label": read_json(label), "events": read_json(events), "at": at}
    return step_from_dict(data, models, place)
