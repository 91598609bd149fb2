"""The game master's own tables in a fight: where they lie, how they are judged, who reads them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Generator, Mapping, Sequence
from functools import wraps
from typing import Any, Final, TypeVar

from pydantic import ValidationError

from maps.problems import Problem
from rules.core.tables import KEY, Misfit, Row, Tables, TableSpec, using
from rules.encounter.plain import problems_of
from rules.encounter.state import Encounter

TABLES: Final = "tables"
"""Key of the state's data under which the game master's own tables lie, by id."""
MAX_ROWS: Final = 500

C = TypeVar("C", bound=type[Any])
_recent: list[tuple[object, Tables | None]] = []
_KEPT: Final = 8


def tables_of(state: Encounter) -> Tables | None:
    """Return the game master's own tables of a fight; the same object while they are the same."""
    data = state.data.get(TABLES)
    if not data:
        return None
    for known, tables in _recent:
        if known is data:
            return tables
    made = tables_in(state.data)
    _recent.insert(0, (data, made))
    del _recent[_KEPT:]
    return made


def tables_in(data: Mapping[str, object]) -> Tables | None:
    """Return the game master's own tables that lie in the data of a fight."""
    found = data.get(TABLES)
    if not isinstance(found, Mapping) or not found:
        return None
    return Tables({str(id): rows for id, rows in found.items() if isinstance(rows, list)})


def rows_of(state: Encounter, spec: TableSpec) -> tuple[Row, ...]:
    """Return the rows of a table that are in force in a fight."""
    tables = tables_of(state)
    own = tables.rows.get(spec.id) if tables is not None else None
    return spec.rows() if own is None else tuple(r for r in own if r.get(KEY) not in spec.gone)


# -- judging --------------------------------------------------------------------------------------


def judge(spec: TableSpec, rows: Sequence[Row]) -> tuple[Misfit, ...]:
    """Return everything that is wrong with the rows of a table."""
    found = [misfit for at, row in enumerate(rows) for misfit in _judge_row(spec, at, row)]
    if not found:
        found += _judge_keys(spec, rows)
    if not found and not rows:
        found.append(Misfit(None, "", "table_empty"))
    if len(rows) > MAX_ROWS:
        found.append(Misfit(None, "", "table_too_long", {"limit": MAX_ROWS}))
    return tuple(found) or tuple(spec.check(rows))


def _judge_row(spec: TableSpec, at: int, row: Row) -> list[Misfit]:
    if spec.keyed and not str(row.get(KEY, "")).strip():
        return [Misfit(at, KEY, "table_no_name")]
    try:
        spec.model.model_validate({k: v for k, v in row.items() if k != KEY})
    except ValidationError as error:
        pairs = zip(error.errors(), problems_of(error), strict=True)
        return [_misfit(spec, at, one, problem) for one, problem in pairs]
    return []


_LIMITS: Final = {"greater_than_equal": ("cell_low", "ge"), "less_than_equal": ("cell_high", "le")}


def _misfit(spec: TableSpec, at: int, one: Any, problem: Problem) -> Misfit:
    """Say what is wrong with a cell: its limit, what its own model says, or what is usual."""
    place = str(one["loc"][0]) if one["loc"] else ""
    column = place if spec.column(place) else spec.columns[0].id
    context = one.get("ctx", {})
    if one["type"] in _LIMITS:
        code, limit = _LIMITS[one["type"]]
        return Misfit(at, column, code, {"value": one["input"], "limit": context[limit]})
    if "." in one["type"]:  # a code of the system
        return Misfit(at, column, one["type"], context)
    return Misfit(at, column, problem.code, problem.args)


def _judge_keys(spec: TableSpec, rows: Sequence[Row]) -> list[Misfit]:
    if not spec.keyed:
        if spec.fixed and len(rows) != len(spec.rows()):
            return [Misfit(None, "", "table_fixed", {"n": len(spec.rows())})]
        return []
    keys = [str(row[KEY]) for row in rows]
    twice = [Misfit(at, KEY, "table_twice", {"name": key})
             for at, key in enumerate(keys) if key in keys[:at]]  # fmt: skip
    wanted = [str(row[KEY]) for row in spec.rows()]
    if spec.fixed and not twice and sorted(set(keys) - spec.gone) != sorted(wanted):
        return [Misfit(None, "", "table_fixed", {"n": len(wanted)})]
    return twice


def plain_rows(spec: TableSpec, rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Return rows as plain data, with every column and in the order of the columns."""
    out = []
    for row in rows:
        if row.get(KEY) in spec.gone:
            continue
        known = spec.model.model_validate({k: v for k, v in row.items() if k != KEY})
        whole = {**known.model_dump(mode="json"), KEY: row.get(KEY)}
        out.append({column.id: whole[column.id] for column in spec.columns})
    return out


# -- reading --------------------------------------------------------------------------------------


def reads_tables(system: C) -> C:
    """Let every method of a system that is given a state work with the tables of that state.

    That goes for the methods mixed in too.
    """
    for name, method in inspect.getmembers(system, inspect.isfunction):
        if name.startswith("_"):
            continue
        names = list(inspect.signature(method).parameters)
        if names[1:2] == ["state"]:
            setattr(system, name, _with_tables(method))
    return system


def _with_tables(method: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(method)
    def call(self: Any, state: Encounter, *args: Any, **kwargs: Any) -> Any:
        tables = tables_of(state)
        with using(tables):
            result = method(self, state, *args, **kwargs)
        if tables is not None and inspect.isgenerator(result):
            return _carried(result, tables)
        return result

    return call


def _carried(inner: Generator[Any, Any, Any], tables: Tables) -> Generator[Any, Any, Any]:
    """Go through a procedure with its tables in force at each of its steps, not between them."""
    answer: Any = None
    try:
        while True:
            with using(tables):
                try:
                    asked = inner.send(answer)
                except StopIteration as stop:
                    return stop.value
            answer = yield asked
    finally:
        inner.close()
