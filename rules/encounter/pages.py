"""Finds the rows of tables in the pages of a damaged SQLite file, without its lists and trees.

SQLite's file format: https://www.sqlite.org/fileformat2.html. Each row lies whole in the page of
a leaf, or begins there and goes on in a chain of further pages. Everything is untrusted.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

MAX_ROWS = 200_000
"""How many rows are looked at: steps, states and pictures of the longest fights."""
MAX_ROW = 256 * 1024**2
"""Bytes of the longest row."""
SIZES = frozenset(1 << power for power in range(9, 17))
"""How long pages may be."""
_TABLE, _INDEX = 0x0D, 0x0A
"""First bytes of the leaves of tables and of indexes."""
_HEAD = 8
_FIRST = 100
"""Where the first page begins, after the header of the file."""

Value = int | str | bytes | None


class Cell(NamedTuple):
    """Where a row lies: its number (0 in indexes), its bytes in all, and those in its leaf."""

    number: int
    size: int
    page: int
    start: int
    end: int


class Pages:
    """The pages of a file, counted from 1; those that cannot be read are zeros."""

    def __init__(self, file: BinaryIO, size: int, length: int) -> None:
        self._file = file
        self._size = size
        self.count = -(-length // size)
        self.room = 6 * length
        """Bytes that may still be read as rows: each belongs to one row, which is read thrice."""

    def page(self, number: int) -> bytes:
        try:
            self._file.seek((number - 1) * self._size)
            found = self._file.read(self._size)
        except OSError:
            found = b""
        return found.ljust(self._size, b"\0")

    def cells(self, loose: bool = False) -> Iterator[tuple[Cell, bytes]]:
        """Yield the rows of all leaves, each with what of it lies in its leaf.

        ``loose`` = pages that do not say that they are leaves, or how many rows they have, are
        looked through all the same, and rows in them that were deleted may come too.
        """
        left = MAX_ROWS
        for number in range(1, self.count + 1):
            page = self.page(number)
            start = _FIRST if number == 1 else 0
            kind = page[start]
            if not kind or (not loose and kind not in (_TABLE, _INDEX)):
                continue
            for place in self._places(page, start, loose):
                left -= 1
                if left < 0:
                    return
                cell = self._cell(page, number, place, loose or kind == _TABLE)
                if cell is not None:
                    yield cell, page[cell.start : cell.end]

    def _places(self, page: bytes, start: int, loose: bool) -> Iterator[int]:
        """Yield where the rows of a leaf begin; their places stand after its head."""
        many = int.from_bytes(page[start + 3 : start + 5], "big")
        first = start + _HEAD
        last = self._size - 1 if loose else min(first + 2 * many, self._size - 1)
        for at in range(first, last, 2):
            place = int.from_bytes(page[at : at + 2], "big")
            if loose and not at < place < self._size:
                return
            yield place

    def _cell(self, page: bytes, number: int, place: int, table: bool) -> Cell | None:
        size, at = varint(page, place)
        row, at = varint(page, at) if table else (0, at)
        if not 0 < size <= MAX_ROW or at >= self._size:
            return None
        end = at + self._local(size, table)
        return Cell(row, size, number, at, end) if end <= self._size else None

    def _local(self, size: int, table: bool) -> int:
        """Return how much of a row lies in its leaf (section 1.6)."""
        most = self._size - 35 if table else (self._size - 12) * 64 // 255 - 23
        if size <= most:
            return size
        least = (self._size - 12) * 32 // 255 - 23
        rest = least + (size - least) % (self._size - 4)
        return rest if rest <= most else least

    def row(self, cell: Cell) -> tuple[Value, ...] | None:
        """Return the values of a row, None where its pages do not hang together."""
        page = self.page(cell.page)
        parts = [page[cell.start : cell.end]]
        missing = cell.size - len(parts[0])
        self.room -= cell.size
        if self.room < 0:
            return None
        following = int.from_bytes(page[cell.end : cell.end + 4], "big")
        while missing > 0:
            if not 1 <= following <= self.count:
                return None
            page = self.page(following)
            parts.append(page[4 : 4 + missing])
            missing -= len(parts[-1])
            following = int.from_bytes(page[:4], "big")
        return values(b"".join(parts))


def varint(data: bytes, at: int) -> tuple[int, int]:
    """Read a number of one to nine bytes; returns it and where it ends."""
    number = 0
    for index in range(8):
        if at + index >= len(data):
            return 0, len(data)
        byte = data[at + index]
        number = number << 7 | byte & 0x7F
        if byte < 0x80:
            return number, at + index + 1
    return number << 8 | (data[at + 8] if at + 8 < len(data) else 0), at + 9


def kinds(data: bytes) -> list[int] | None:
    """Return the types of the values of a row, None for what is none."""
    end, at = varint(data, 0)
    if not 1 < end <= min(len(data), 64):
        return None
    found: list[int] = []
    while at < end:
        kind, at = varint(data, at)
        found.append(kind)
    return found if at == end else None


def is_text(kind: int) -> bool:
    """Whether a serial type of a record of SQLite is text."""
    return kind >= 13 and kind % 2 == 1


def is_blob(kind: int) -> bool:
    """Whether a serial type of a record of SQLite is bytes."""
    return kind >= 12 and kind % 2 == 0


def values(data: bytes) -> tuple[Value, ...] | None:
    """Return the texts, bytes and empty values of a row; numbers, which we need not, are 0."""
    found = kinds(data)
    if found is None:
        return None
    at = varint(data, 0)[0]
    row: list[Value] = []
    for kind in found:
        length = (kind - 12) // 2 if kind >= 12 else (0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0)[kind]
        part = data[at : at + length]
        at += length
        if is_text(kind):
            row.append(part.decode("utf-8", "replace"))
        else:
            row.append(part if kind >= 12 else None if kind == 0 else 0)
    return tuple(row) if at == len(data) else None
