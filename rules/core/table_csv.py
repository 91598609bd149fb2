"""Tables as CSV: written for spreadsheets, read tolerantly, every fault with line and column."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from rules.core.glossary import Glossary
from rules.core.table_text import CellError, read_cell, shown, write_cell
from rules.core.tables import KEY, Column, Row, TableSpec

SEPARATORS: Final = (";", ",", "\t")
LONGEST: Final = 2_000_000
"""Most bytes of a file."""
MOST_ROWS: Final = 5_000
"""More than any table may have; the rest of the file is not looked at."""
MOST_COLUMNS: Final = 500
"""Far more than any table has; a line with more is not parted at all."""
MOST_FAULTS: Final = 100
"""So many are told at most."""
STATUS: Final = "status"
"""Head of the column that says where the values come from; ignored when read."""


@dataclass(frozen=True, slots=True)
class CsvFault:
    """What is wrong in a CSV file: line and column from 1 (0 = the whole), code, gaps."""

    line: int
    column: int
    code: str
    args: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CsvRows:
    """What was read: the rows, the line in which each stands, the faults.

    ``heads`` names the columns of the file in order; empty where one is ignored.
    """

    rows: tuple[Row, ...] = ()
    lines: tuple[int, ...] = ()
    heads: tuple[str, ...] = ()
    faults: tuple[CsvFault, ...] = ()

    def column_of(self, id: str) -> int:
        """Return the number of a column in the file, from 1; 0 where it is not there."""
        return self.heads.index(id) + 1 if id in self.heads else 0


def write_csv(spec: TableSpec, rows: Sequence[Row], words: Glossary) -> bytes:
    """Write rows as UTF-8 with a mark, separated as spreadsheets of the language expect it.

    The last column says where the values come from.
    """
    out = io.StringIO()
    separator = ";" if "," in words.number(0.5) else ","
    writer = csv.writer(out, delimiter=separator, lineterminator="\r\n")
    heads = [words.say(column.label) for column in spec.columns]
    writer.writerow([*heads, words.say("tables.origin")])
    for at, row in enumerate(rows):
        cells = [_cell(spec, c, row, words) for c in spec.columns]
        writer.writerow([*cells, _origin(spec, rows, at, words)])
    return out.getvalue().encode("utf-8-sig")


def _cell(spec: TableSpec, column: Column, row: Row, words: Glossary) -> str:
    """Write a cell with signs that spreadsheets know; rows go by their words."""
    name = spec.name(str(row[KEY])) if column.id == KEY else None
    if name is not None:
        return words.say(name)
    return write_cell(column, row.get(column.id), words).replace("\u2212", "-")


def _origin(spec: TableSpec, rows: Sequence[Row], at: int, words: Glossary) -> str:
    found = dict.fromkeys(spec.status_of(rows, at, c.id).value for c in spec.columns)
    return ", ".join(words.say(f"tables.status.{status}") for status in found)


def read_csv(spec: TableSpec, data: bytes, words: Glossary) -> CsvRows:
    """Read rows; columns may stand in any order and be missing where a row has another value.

    Separators are found out; commas or points part decimals; UTF-8 (with or without mark) and
    the code page of Western spreadsheets are understood.
    """
    if len(data) > LONGEST:
        return CsvRows(faults=(CsvFault(0, 0, "csv_too_big", {"limit": LONGEST // 1_000_000}),))
    if b"\0" in data:
        return CsvRows(faults=(CsvFault(0, 0, "csv_not_text"),))
    text = _decoded(data)
    first = next((line for line in text.splitlines() if line.strip()), "")
    if not first:
        return CsvRows(faults=(CsvFault(0, 0, "csv_empty"),))
    if max(map(first.count, SEPARATORS)) > MOST_COLUMNS:
        return CsvRows(faults=(CsvFault(1, 0, "csv_columns", {"limit": MOST_COLUMNS}),))
    found = _Reading(spec, words)
    separator = max(SEPARATORS, key=lambda s: (found.knows(first, s), first.count(s)))
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                found.take(cells, reader.line_num)
            if len(found.faults) >= MOST_FAULTS or len(found.rows) > MOST_ROWS:
                break  # the rest need not be known
    except csv.Error:
        found.faults.append(CsvFault(reader.line_num, 0, "csv_quotes"))
    return found.done()


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def _bare(head: str) -> str:
    return " ".join(head.split()).casefold()


class _Reading:
    """A file on its way to rows."""

    def __init__(self, spec: TableSpec, words: Glossary) -> None:
        self.spec, self.words = spec, words
        self.heads: list[Column | None] = []
        self.rows: list[Row] = []
        self.lines: list[int] = []
        self.faults: list[CsvFault] = []
        self._own = {str(row[KEY]): row for row in spec.rows()} if spec.keyed else {}
        self._in_turn = () if spec.keyed else spec.rows()
        self._ids = {words.say(n).casefold(): id for id in self._own if (n := spec.name(id))}
        self._by_name = {_bare(c.id): c for c in spec.columns}
        self._by_name |= {_bare(words.say(c.label)): c for c in spec.columns}

    def knows(self, line: str, separator: str) -> int:
        """Count the heads of a line that are columns if this parts them."""
        try:
            cells = next(csv.reader([line], delimiter=separator), [])
        except csv.Error:  # a cell without end
            return 0
        return sum(_bare(cell) in self._by_name for cell in cells)

    def take(self, cells: list[str], line: int) -> None:
        if not self.heads:
            self._take_heads(cells, line)
        elif not self.faults or self.rows:
            self._take_row(cells, line)

    def _take_heads(self, cells: list[str], line: int) -> None:
        ignored = {STATUS, self.words.say("tables.origin").casefold(), ""}
        for at, cell in enumerate(cells, 1):
            name = _bare(cell)
            column = self._by_name.get(name)
            if len(self.faults) >= MOST_FAULTS:
                return
            if column is None and name not in ignored:
                known = self.words.listing(self.words.say(c.label) for c in self.spec.columns)
                args = {"value": shown(cell), "known": known}
                self.faults.append(CsvFault(line, at, "csv_head", args))
            elif column is not None and column in self.heads:
                self.faults.append(CsvFault(line, at, "csv_head_twice", {"value": shown(cell)}))
            self.heads.append(column)
        key = self.spec.columns[0]
        if self.spec.keyed and key not in self.heads:
            args = {"value": self.words.say(key.label)}
            self.faults.append(CsvFault(line, 0, "csv_head_missing", args))

    def _take_row(self, cells: list[str], line: int) -> None:
        values: dict[str, Any] = {}
        for at, cell in enumerate(cells, 1):
            if len(self.faults) >= MOST_FAULTS:
                return
            column = self.heads[at - 1] if at <= len(self.heads) else None
            if column is None:
                if at > len(self.heads) and cell.strip():
                    self.faults.append(CsvFault(line, at, "csv_too_many", {"n": len(self.heads)}))
                continue
            try:
                values[column.id] = self._read(column, cell)
            except CellError as error:
                self.faults.append(CsvFault(line, at, error.code, error.args_of_problem))
        self.rows.append({**self._usual(values), **values})
        self.lines.append(line)

    def _read(self, column: Column, cell: str) -> Any:
        if column is self.spec.columns[0] and self.spec.keyed:
            return self._key(cell)
        return read_cell(column, cell, self.words)

    def _key(self, cell: str) -> str:
        """Return the id of the row that is called so; a new row is its own name."""
        wanted = " ".join(cell.split())
        return self._ids.get(wanted.casefold(), wanted)

    def _usual(self, values: Mapping[str, Any]) -> Row:
        """Return what columns that are not in the file hold: the values of the rules' own row."""
        if self.spec.keyed:
            return self._own.get(str(values.get(KEY)), {})
        at = len(self.rows)
        return self._in_turn[at] if at < len(self._in_turn) else {}

    def done(self) -> CsvRows:
        heads = tuple(column.id if column is not None else "" for column in self.heads)
        return CsvRows(tuple(self.rows), tuple(self.lines), heads, tuple(self.faults))
