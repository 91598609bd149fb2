"""Tables of rules of which a fight may have its own version: what they are, which are in force.

A system asks its tables through functions. Those that depend on a table of the game master are
marked with ``by_tables``: they remember their results for each set of tables and read the rows
in force with ``edited``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, Final, Literal, ParamSpec, TypeVar

from pydantic import BaseModel, ValidationError

from rules.core.sources import Status
from rules.core.terms import Term

P = ParamSpec("P")
R = TypeVar("R")
M = TypeVar("M", bound=BaseModel)

Row = Mapping[str, Any]
"""A row by column: plain JSON data."""
CellKind = Literal["whole", "number", "text", "flag", "choice", "wholes", "words", "pairs"]
"""What a cell holds: a whole number, a number, a text, yes or no, one of some words, several
whole numbers, several words, or words with a number each (``L 6, K 9``)."""
KEY: Final = "id"
"""The column that names a row, in tables whose rows have names."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table; ``choices`` are the words of a ``choice`` with what they are called.

    An ``optional`` cell may be empty. ``tip`` says what the number means.
    """

    id: str
    label: Term
    kind: CellKind = "whole"
    choices: tuple[tuple[str, Term], ...] = ()
    optional: bool = False
    tip: Term | None = None


@dataclass(frozen=True, slots=True)
class Misfit:
    """What is wrong with a cell: row from 0 (``None`` = the whole table), column, code, gaps."""

    row: int | None
    column: str
    code: str
    args: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TableSpec:
    """A table that the game master may change.

    ``model`` validates one row, ``rows`` are those of the rules, ``status`` says where a value
    of one of them comes from (row, column), ``name`` what a row is called. Rows of a ``fixed``
    table can be changed, but neither added nor removed; those that are ``gone`` stood in it
    once and are left out of what was written then. ``check`` judges all rows together.
    ``place`` is the section of the rules.
    """

    id: str
    label: Term
    place: str
    columns: tuple[Column, ...]
    model: type[BaseModel]
    rows: Callable[[], tuple[Row, ...]]
    status: Callable[[Row, str], Status] = lambda _row, _column: Status.HOUSE
    name: Callable[[str], Term | None] = lambda _id: None
    fixed: bool = False
    gone: frozenset[str] = frozenset()
    check: Callable[[Sequence[Row]], Iterator[Misfit]] = lambda _rows: iter(())

    @property
    def keyed(self) -> bool:
        """Whether rows have names; those of others are known by their order."""
        return self.columns[0].id == KEY

    def column(self, id: str) -> Column | None:
        return next((c for c in self.columns if c.id == id), None)

    def status_of(self, rows: Sequence[Row], at: int, column: str) -> Status:
        """Return where the value of a cell comes from; one that the game master wrote is his."""
        if column == KEY:  # a name is as sure as the row's first value
            column = self.columns[1].id
        mine, own = rows[at], self.rows()
        if self.keyed:
            old = next((row for row in own if row[KEY] == mine[KEY]), None)
        else:
            old = own[at] if at < len(own) else None
        if old is None or old.get(column) != mine.get(column):
            return Status.HAND
        return self.status(old, column)


def strictly_rising(column: str) -> Callable[[Sequence[Row]], Iterator[Misfit]]:
    """Return a check: each row's value in a column is higher than the one before."""

    def check(rows: Sequence[Row]) -> Iterator[Misfit]:
        for at in range(1, len(rows)):
            before, now = rows[at - 1][column], rows[at][column]
            if now <= before:
                yield Misfit(at, column, "table_not_rising", {"value": now, "before": before})

    return check


# -- in force -------------------------------------------------------------------------------------


class Tables:
    """The game master's own tables of a fight, by id; ``memo`` keeps what was made of them."""

    __slots__ = ("memo", "rows")

    def __init__(self, rows: Mapping[str, Sequence[Row]]) -> None:
        self.rows = rows
        self.memo: dict[Any, Any] = {}


_PRINTED: Final = Tables({})
_in_force: ContextVar[Tables] = ContextVar("tables", default=_PRINTED)
_reading: ContextVar[bool] = ContextVar("reading", default=False)


@contextmanager
def using(tables: Tables | None) -> Iterator[None]:
    """Let tables be in force; ``None`` = those of the rules."""
    token = _in_force.set(tables or _PRINTED)
    try:
        yield
    finally:
        _in_force.reset(token)


@contextmanager
def reading() -> Iterator[None]:
    """Let sheets be read that name rows of tables which are not in force: files are complete."""
    token = _reading.set(True)
    try:
        yield
    finally:
        _reading.reset(token)


def is_reading() -> bool:
    """Whether a sheet comes from a file and names rows that its fight may have."""
    return _reading.get()


def edited(table: str) -> Sequence[Row] | None:
    """Return the game master's rows of a table; ``None`` where he has none of his own."""
    return _in_force.get().rows.get(table)


def by_tables(function: Callable[P, R]) -> Callable[P, R]:
    """Remember the results of a function for each set of tables. Arguments are hashable."""

    @wraps(function)
    def remembering(*args: P.args, **kwargs: P.kwargs) -> R:
        memo, key = _in_force.get().memo, (function, args)
        try:
            found: R = memo[key]
        except KeyError:
            found = memo[key] = function(*args, **kwargs)
        return found

    return remembering


_COMPARED: Final = (str, int, tuple, type(None))


def by_first(keep: int = 64) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Decorate a function of frozen values; it is called without names of arguments.

    Its results are remembered for the first one and the tables in force; for ``keep`` firsts,
    then all is forgotten. Words, numbers and tuples among the others are compared, all else is
    known by its identity.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        kept: dict[int, tuple[object, Tables, dict[Any, Any]]] = {}

        @wraps(function)
        def remembering(*args: P.args, **kwargs: P.kwargs) -> R:
            first, *others = args
            tables = _in_force.get()
            held = kept.get(id(first))
            if held is None or held[0] is not first or held[1] is not tables:
                if len(kept) >= keep:
                    kept.clear()
                held = kept[id(first)] = (first, tables, {})
            key = tuple([a if isinstance(a, _COMPARED) else id(a) for a in others])
            known = held[2].get(key)
            if known is None:
                if len(held[2]) >= keep:
                    held[2].clear()
                # holds the arguments, so that their ids stay their own
                known = held[2][key] = (args, function(*args, **kwargs))
            found: R = known[1]
            return found

        return remembering

    return decorate


def revised(thing: R, revise: Callable[[R], R]) -> R:
    """Return a piece of a sheet as the tables in force have it, made once for each set."""
    tables = _in_force.get()
    if not tables.rows:
        return thing
    key = (revise, id(thing))
    if key not in tables.memo:
        tables.memo[key] = (thing, revise(thing))  # holds the thing, so that its id stays its own
    found: R = tables.memo[key][1]
    return found


def own_rows(table: str, model: type[M]) -> tuple[M, ...] | None:
    """Return the game master's rows of a table without names, typed; ``None`` where he has none.

    Rows that do not fit any more (a file of another version) count as none.
    """
    rows = edited(table)
    if rows is None:
        return None
    try:
        return tuple(model.model_validate(row) for row in rows)
    except ValidationError:
        return None


def own_named(table: str, model: type[M]) -> dict[str, M] | None:
    """Return the game master's rows of a table by name, typed; ``None`` where he has none."""
    rows = edited(table)
    if rows is None:
        return None
    try:
        return {
            str(row[KEY]): model.model_validate({k: v for k, v in row.items() if k != KEY})
            for row in rows
        }
    except (KeyError, ValidationError):
        return None
