"""The tables of the rule system: measured, then flowed over two columns and as many pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from desktop.i18n import say, tr
from desktop.printing.ink import (
    GREY,
    HAIR,
    HEADING,
    LIGHT,
    SMALL,
    WASH,
    Ink,
    Style,
    fit,
    line_height,
    width_of,
)
from desktop.printing.page import Box
from rules.system import Block

GAP = 6.0
ROW = 4.2
TITLE = 6.5
HEAD = 4.6
BETWEEN = 5.0


@dataclass(frozen=True, slots=True)
class Piece:
    """Some rows of a table, for one column; ``first`` has title and note."""

    block: Block
    start: int
    end: int
    first: bool

    def height(self, wide: float) -> float:
        rows = sum(_row_height(self.block, n, wide) for n in range(self.start, self.end))
        return TITLE + HEAD * bool(self.block.heads) + rows + self._note(wide)

    def _note(self, wide: float) -> float:
        return len(note_lines(self.block, wide)) * line_height(SMALL) if self._last else 0.0

    @property
    def _last(self) -> bool:
        return self.end == len(self.block.rows)


Columns = list[list[Piece]]


def note_lines(block: Block, wide: float) -> tuple[str, ...]:
    """Return the note below a table, broken into lines."""
    if block.note is None:
        return ()
    return fit(say(block.note), Style(7.0, lines=12), wide).lines


def _cells(block: Block, row: Sequence[object]) -> list[str]:
    return [say(cell) for cell in row]  # type: ignore[arg-type]


def _widths(block: Block, wide: float) -> list[float]:
    """Return the widths of the columns: numbers as they need, the first takes the rest."""
    rows = [_cells(block, row) for row in block.rows]
    count = max((len(row) for row in rows), default=len(block.heads))
    heads = [say(head) for head in block.heads]
    natural = [
        max(
            [width_of(row[i], SMALL) for row in rows if i < len(row)]
            + ([width_of(heads[i], SMALL, 600)] if i < len(heads) else [])
            + [6.0]
        )
        for i in range(count)
    ]
    others = sum(natural[1:]) + 2.5 * (count - 1)
    most = wide * 0.62
    if others > most and count > 1:
        squeeze = (most - 2.5 * (count - 1)) / sum(natural[1:])
        natural[1:] = [w * squeeze for w in natural[1:]]
        others = most
    return [wide - others, *natural[1:]] if count > 1 else [wide]


def _row_height(block: Block, n: int, wide: float) -> float:
    widths = _widths(block, wide)
    lines = 1
    for words, width in zip(_cells(block, block.rows[n]), widths, strict=False):
        lines = max(lines, len(fit(words, Style(SMALL, lines=4), width - 1).lines))
    return ROW + (lines - 1) * line_height(7.0)


def flow(blocks: Sequence[Block], first: Box, whole: Box) -> list[Columns]:
    """Share tables out over columns: two to a page, the first page perhaps a lower part."""
    wide = (whole.w - GAP) / 2
    pages: list[Columns] = [[[]]]
    room, height = first.h, first.h

    def turn() -> None:
        nonlocal room, height
        if len(pages[-1]) < 2:
            pages[-1].append([])
        else:
            pages.append([[]])
            height = whole.h
        room = height

    for block in blocks:
        start = 0
        while start < len(block.rows):
            piece = Piece(block, start, len(block.rows), start == 0)
            high = piece.height(wide)
            if high <= room:
                pages[-1][-1].append(piece)
                room -= high + BETWEEN
                break
            if room < height and high <= height:
                turn()
                continue
            end = _break(block, start, room, wide)
            if end - start < 3 and room < height:
                turn()
                continue
            end = max(end, start + 1)
            pages[-1][-1].append(Piece(block, start, end, start == 0))
            start = end
            turn()
    return pages


def _break(block: Block, start: int, room: float, wide: float) -> int:
    left, end = room - TITLE - HEAD, start
    while end < len(block.rows) and left >= _row_height(block, end, wide):
        left -= _row_height(block, end, wide)
        end += 1
    return min(end, len(block.rows) - 1)


def paint_columns(ink: Ink, columns: Columns, box: Box) -> None:
    """Draw the tables of one page."""
    wide = (box.w - GAP) / 2
    for n, column in enumerate(columns):
        y = box.y
        for piece in column:
            high = piece.height(wide)
            _paint(ink, piece, Box(box.x + n * (wide + GAP), y, wide, high))
            y += high + BETWEEN


def _paint(ink: Ink, piece: Piece, box: Box) -> None:
    block = piece.block
    title = say(block.title)
    if not piece.first:
        title = tr("printing.continued", title=title)
    ink.write(box.top(5), title, Style(HEADING, 700))
    y = box.y + TITLE - 0.6
    widths = _widths(block, box.w)
    starts = [sum(widths[:i]) + 2.5 * i for i in range(len(widths))]
    numbers = [_is_number_column(block, i) for i in range(len(widths))]
    if block.heads:
        for i, head in enumerate(block.heads):
            align = "right" if numbers[i] else "left"
            cell = Box(box.x + starts[i], y, widths[i], HEAD - 0.4)
            ink.write(cell, say(head), Style(SMALL, 600, align=align, kind="head"))  # type: ignore[arg-type]
        y += HEAD
    ink.rule(box.x, box.right, y - 0.2, 0.8)
    for n in range(piece.start, piece.end):
        high = _row_height(block, n, box.w)
        if (n - piece.start) % 2:
            ink.frame(Box(box.x, y, box.w, high), 0, fill=WASH)
        for i, words in enumerate(_cells(block, block.rows[n])):
            align = "right" if numbers[i] else "left"
            cell = Box(box.x + starts[i], y, widths[i], high)
            ink.write(cell, words, Style(SMALL, 500 if i == 0 else 400, align=align, lines=4))  # type: ignore[arg-type]
        y += high
    ink.rule(box.x, box.right, y, HAIR, LIGHT)
    if piece.end == len(block.rows) and block.note is not None:
        lines = note_lines(block, box.w)
        step = line_height(7.0)
        for n, line in enumerate(lines):
            ink.write(Box(box.x, y + 0.8 + n * step, box.w, step), line, Style(7.0, ink=GREY))


def _is_number_column(block: Block, i: int) -> bool:
    """Whether a column holds numbers: it stands at the right then."""
    if i == 0:
        return False
    words = [say(row[i]) for row in block.rows if i < len(row)]
    return bool(words) and all(
        len(w) <= 6 and (w in ("", "–") or w[:1] in "+−0123456789") for w in words
    )
