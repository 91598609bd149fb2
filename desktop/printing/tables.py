"""The tables of the rule system: measured, then flowed over two columns and as many pages."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from desktop.i18n import say, tr
from desktop.printing.ink import (
    GREY,
    HAIR,
    HEADING,
    LEAST,
    LIGHT,
    SMALL,
    WASH,
    Align,
    Ink,
    Style,
    fit,
    line_height,
    width_of,
)
from desktop.printing.page import Box
from rules.system.answers import Block

GAP = 6.0
ROW = 4.2
TITLE = 6.5
HEAD = 4.6
BETWEEN = 5.0
BESIDE, APART = 2.0, 9.0
"""Least and most room between two columns: a word far from its name belongs to no row."""
WEIGHTS = (500, 400)
"""Weights of type in the first column and in the others."""
KEPT = 3
"""A table begins at the foot of a column only with so many rows."""
UNEVEN = 30.0
"""Where one column is higher by more than this, a table of the last page is broken."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table in words, measured for the width of a column."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: tuple[str, ...]
    widths: tuple[float, ...]
    gap: float
    aligns: tuple[Align, ...]
    head: float
    heights: tuple[float, ...]


def measure(block: Block, wide: float) -> Table:
    """Say a block and measure it for a width."""
    rows = tuple(tuple(say(cell) for cell in row) for row in block.rows)
    heads = tuple(say(head) for head in block.heads)
    count = max((len(row) for row in rows), default=len(heads))
    numbers = [_holds_numbers(rows, i) for i in range(count)]
    widths = _widths(heads, rows, numbers, wide)
    gap = BESIDE
    if count > 1:
        gap = min(APART, max(BESIDE, (wide - sum(widths)) / (count - 1)))
    head = 0.0
    if heads:
        head = HEAD + (_lines(heads, widths, 600) - 1) * line_height(LEAST)
    note = () if block.note is None else fit(say(block.note), Style(LEAST, lines=12), wide).lines
    return Table(
        say(block.title),
        heads,
        rows,
        note,
        tuple(widths),
        gap,
        tuple("right" if number else "left" for number in numbers),
        head,
        tuple(ROW + (_lines(row, widths) - 1) * line_height(LEAST) for row in rows),
    )


def _holds_numbers(rows: Sequence[Sequence[str]], i: int) -> bool:
    """Whether a column holds numbers: it stands at the right then."""
    cells = [row[i] for row in rows if i < len(row)]
    return i > 0 and all(
        not c or c == "–" or (c[0] in "+−0123456789" and len(c) < 7) for c in cells
    )


def _lines(cells: Sequence[str], widths: Sequence[float], weight: int = 0) -> int:
    found = 1
    for i, (words, width) in enumerate(zip(cells, widths, strict=False)):
        style = Style(SMALL, weight or WEIGHTS[i > 0], lines=4)
        found = max(found, len(fit(words, style, width).lines))
    return found


def _widths(
    heads: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[bool], wide: float
) -> list[float]:
    """Return the widths of the columns: as they need; where that is too much, texts give way."""
    natural = []
    for i in range(len(numbers)):
        cells = [width_of(row[i], SMALL, WEIGHTS[i > 0]) for row in rows if i < len(row)]
        words = heads[i].split() if i < len(heads) else []
        natural.append(max([5.0, *cells, *(width_of(word, SMALL, 600) for word in words)]) + 0.3)
    texts = [i for i, number in enumerate(numbers) if not number]
    over = sum(natural) + BESIDE * (len(natural) - 1) - wide
    for i, head in enumerate(heads):  # where there is room, heads stand in one line
        more = max(0.0, min(width_of(head, SMALL, 600) + 0.3 - natural[i], -over))
        natural[i] += more
        over += more
    while over > 0 and any(natural[i] > 12 for i in texts):
        # The widest text gives way first and breaks into lines.
        widest = max(texts, key=natural.__getitem__)
        give = min(over, 1.0)
        natural[widest] -= give
        over -= give
    if over > 0:
        room = wide - BESIDE * (len(natural) - 1)
        natural = [w * room / sum(natural) for w in natural]
    return natural


# ---- flowing -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Piece:
    """Some rows of a table, for one column."""

    table: Table
    start: int
    end: int

    @property
    def height(self) -> float:
        table = self.table
        note = len(table.note) * line_height(LEAST) + 0.8 if self.is_last and table.note else 0.0
        return TITLE + table.head + sum(table.heights[self.start : self.end]) + note

    @property
    def is_last(self) -> bool:
        return self.end == len(self.table.rows)


Columns = list[list[Piece]]


class _Flow:
    """Fills columns one after the other, two to a page."""

    def __init__(self, first: float, whole: float, *, breaks: bool = False) -> None:
        self.pages: list[Columns] = [[[]]]
        self._height, self._whole, self._breaks = first, whole, breaks
        self._left = first

    @property
    def fresh(self) -> bool:
        """Whether nothing stands in the column yet."""
        return not self.pages[-1][-1]

    def turn(self) -> None:
        """Begin the next column."""
        if len(self.pages[-1]) < 2:
            self.pages[-1].append([])
        else:
            self.pages.append([[]])
            self._height = self._whole
        self._left = self._height

    def put(self, piece: Piece) -> None:
        self.pages[-1][-1].append(piece)
        self._left -= piece.height + BETWEEN

    def add(self, table: Table, start: int = 0) -> None:
        """Add the rest of a table; unless ``breaks``, it is broken only if longer than a column."""
        count = len(table.rows)
        while start < count:
            piece = Piece(table, start, count)
            if piece.height <= self._left:
                self.put(piece)
                return
            if not (self.fresh or self._breaks) and piece.height <= self._height:
                self.turn()
                continue
            end = self._break(table, start)
            if not self.fresh and end - start < KEPT:
                self.turn()
                continue
            end = max(end, start + 1)
            self.put(Piece(table, start, end))
            start = end
            self.turn()

    def _break(self, table: Table, start: int) -> int:
        left, end = self._left - TITLE - table.head, start
        while end < len(table.rows) - KEPT and left >= table.heights[end]:
            left -= table.heights[end]
            end += 1
        return end


def flow(blocks: Sequence[Block], first: Box, whole: Box) -> list[Columns]:
    """Share tables out over columns; the first page may have only a lower part for them."""
    wide = (whole.w - GAP) / 2
    measured = [(measure(block, wide), 0) for block in blocks]
    pages = _poured(measured, first.h, whole.h)
    if len(pages) > 1:  # broken tables may spare a page
        pages = min(pages, _poured(measured, first.h, whole.h, breaks=True), key=len)
    if len(pages) > 1 or first.h == whole.h:
        pages[-1] = _balanced(pages[-1], whole.h)
    return pages


def _poured(
    rests: Sequence[tuple[Table, int]], first: float, whole: float, *, breaks: bool = False
) -> list[Columns]:
    """Return the pages that hold tables, each from a row on."""
    flow = _Flow(first, whole, breaks=breaks)
    for table, start in rests:
        flow.add(table, start)
    return flow.pages


def _balanced(columns: Columns, room: float) -> Columns:
    """Share the tables of the last page out evenly over its two columns."""
    parts = [piece for column in columns for piece in column]
    rests = [(p.table, p.start) for i, p in enumerate(parts) if i == 0 or p.start == 0]
    pieces = [Piece(table, start, len(table.rows)) for table, start in rests]
    cuts = [[pieces[:n], pieces[n:]] for n in range(1, len(pieces) + 1)]
    whole = min(cuts, key=reach, default=columns)
    if reach(whole) <= room and sum(_high(c) for c in whole) >= 2 * reach(whole) - UNEVEN:
        return whole
    for height in range(math.ceil(reach(whole) / 2), math.ceil(min(reach(whole), room))):
        pages = _poured(rests, height, height, breaks=True)
        if len(pages) == 1:
            return pages[0]
    return whole if reach(whole) <= room else columns


def _high(column: Sequence[Piece]) -> float:
    return sum(piece.height + BETWEEN for piece in column)


def reach(columns: Columns) -> float:
    """Return how far down the tables of a page reach."""
    return max((_high(column) for column in columns), default=0.0)


# ---- painting ----------------------------------------------------------------------------------


def paint_columns(ink: Ink, columns: Columns, box: Box) -> None:
    """Draw the tables of one page."""
    wide = (box.w - GAP) / 2
    for n, column in enumerate(columns):
        y = box.y
        for piece in column:
            _paint(ink, piece, Box(box.x + n * (wide + GAP), y, wide, piece.height))
            y += piece.height + BETWEEN


def _paint(ink: Ink, piece: Piece, box: Box) -> None:
    table = piece.table
    title = table.title if piece.start == 0 else tr("printing.continued", title=table.title)
    ink.write(box.top(5), title, Style(HEADING, 700))
    y = box.y + TITLE - 0.6
    starts = [sum(table.widths[:i]) + table.gap * i for i in range(len(table.widths))]
    for i, words in enumerate(table.heads):
        cell = Box(box.x + starts[i], y, table.widths[i], table.head - 0.4)
        ink.write(cell, words, Style(SMALL, 600, align=table.aligns[i], lines=4, kind="head"))
    y += table.head
    ink.rule(box.x, box.right, y - 0.2, 0.8)
    for n in range(piece.start, piece.end):
        high = table.heights[n]
        if (n - piece.start) % 2:
            ink.frame(Box(box.x, y, box.w, high), 0, fill=WASH)
        for i, words in enumerate(table.rows[n]):
            cell = Box(box.x + starts[i], y, table.widths[i], high)
            ink.write(cell, words, Style(SMALL, WEIGHTS[i > 0], align=table.aligns[i], lines=4))
        y += high
    ink.rule(box.x, box.right, y, HAIR, LIGHT)
    if piece.is_last:
        step = line_height(LEAST)
        for n, line in enumerate(table.note):
            place = Box(box.x, y + 0.8 + n * step, box.w, step)
            ink.write(place, line, Style(LEAST, ink=GREY))
