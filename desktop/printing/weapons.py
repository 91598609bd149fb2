"""The weapons of a card: a table, and below each weapon what it needs against whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from desktop.i18n import say, tr
from desktop.printing.content import Needs
from desktop.printing.ink import (
    GREY,
    HAIR,
    LEAST,
    TEXT,
    Align,
    Ink,
    Style,
    fit,
    line_height,
    width_of,
)
from desktop.printing.page import Box
from rules.core.terms import Term
from rules.system.answers import CardView

HEADS = 4.2
ROW = 3.6
GAP = 2.0
WIDEST = 22.0
"""A last column wider than this goes into the line below."""
NARROW = 34.0
"""With less room than this beside each other, two texts follow each other."""
NAME = 24.0
"""Width that the name of a weapon should have, where it needs it."""
NOTHING = "–"


@dataclass(frozen=True, slots=True)
class Row:
    """A weapon: its cells, and what stands below them at the left and at the right."""

    cells: tuple[str, ...]
    below: str
    aside: str
    lines: int

    @property
    def height(self) -> float:
        return ROW + (self.lines * line_height(LEAST) + 0.3 if self.lines else 0.0)


@dataclass(frozen=True, slots=True)
class Table:
    """All weapons of a card."""

    heads: tuple[str, ...]
    rows: tuple[Row, ...]

    def fitting(self, room: float) -> int:
        """Return how many weapons fit, at least one; a line is kept to say how many do not."""
        left = room - HEADS
        if sum(row.height for row in self.rows) <= left:
            return len(self.rows)
        left -= line_height(LEAST)
        kept = 0
        for row in self.rows:
            left -= row.height
            if left < 0:
                break
            kept += 1
        return max(1, kept)


def arrange(card: CardView, needs: Sequence[Needs], wide: float) -> Table:
    """Arrange the weapons of a card for a width."""
    heads = [say(head) for head in card.weapon_heads]
    table = [[say(cell) for cell in row] for row in card.weapons]
    last = len(heads) - 1
    apart = last > 0 and any(
        len(row) > last and width_of(row[last], TEXT) > WIDEST for row in table
    )
    empty = last > 0 and all(len(row) <= last or row[last] == NOTHING for row in table)
    rows = []
    for n, cells in enumerate(table):
        name = card.weapons[n][0] if card.weapons[n] else None
        below = _said(next((x for x in needs if x.weapon == name), None))
        aside = ""
        if apart and len(cells) > last and cells[last] != NOTHING:
            aside = cells[last]
        if aside and below and _room(aside, wide) < NARROW:
            below, aside = tr("printing.joined", first=aside, second=below), ""
        if apart or empty:
            cells = cells[:last]
        rows.append(Row(tuple(cells), below, aside, _lines(below, aside, wide)))
    return Table(tuple(heads[:last] if apart or empty else heads), tuple(rows))


def _said(needs: Needs | None) -> str:
    if needs is None or not needs.groups:
        return ""
    groups = (tr("printing.need", number=number, who=" ".join(who)) for number, who in needs.groups)
    return tr("printing.needs", groups="\u00a0· ".join(groups))


def needed(needs: Sequence[Needs], weapon: Term, wide: float) -> tuple[str, ...]:
    """Return the lines that say what a weapon needs against whom."""
    words = _said(next((x for x in needs if x.weapon == weapon), None))
    return fit(words, Style(LEAST, lines=2), wide).lines if words else ()


def _room(aside: str, wide: float) -> float:
    return wide - (width_of(aside, LEAST) + 3 if aside else 0.0)


def _lines(below: str, aside: str, wide: float) -> int:
    if not below:
        return 1 if aside else 0
    return len(fit(below, Style(LEAST, lines=3), _room(aside, wide)).lines)


def paint(ink: Ink, table: Table, kept: int, box: Box) -> float:
    """Draw the first ``kept`` weapons; returns the height."""
    if not table.rows:
        return 0.0
    rows = table.rows[:kept]
    widths = _widths(table, box.w)
    starts = [sum(widths[:i]) + GAP * i for i in range(len(widths))]
    for i, words in enumerate(table.heads):
        cell = box.top(HEADS - 0.4).span(starts[i], widths[i] + 0.2)
        ink.write(cell, words, Style(LEAST, 600, GREY, _align(i)))
    ink.rule(box.x, box.right, box.y + HEADS - 0.3, HAIR)
    y = box.y + HEADS
    for row in rows:
        for i, words in enumerate(row.cells):
            cell = Box(box.x + starts[i], y, widths[i] + 0.2, ROW)
            ink.write(cell, words, Style(TEXT, 400 if i else 600, align=_align(i)))
        if row.lines:
            _below(ink, row, Box(box.x, y + ROW - 0.1, box.w, row.height - ROW - 0.2))
        y += row.height
    more = len(table.rows) - kept
    if more:
        line = Box(box.x, y, box.w, line_height(LEAST))
        ink.write(line, tr("printing.more_weapons", n=more), Style(LEAST, ink=GREY))
        y = line.bottom
    return y - box.y


def _below(ink: Ink, row: Row, box: Box) -> None:
    ink.write(box.span(0, _room(row.aside, box.w)), row.below, Style(LEAST, ink=GREY, lines=3))
    if row.aside:
        top = box.top(box.h / row.lines)
        ink.write(top, row.aside, Style(LEAST, ink=GREY, align="right"))


def _align(i: int) -> Align:
    return "left" if i == 0 else "right"


def too_broad(table: Table, wide: float) -> bool:
    """Whether a heading, a name or a number of the table would be cut even in the least letters."""
    least = _natural(table, LEAST)
    return sum(least) + GAP * (len(least) - 1) > wide


def _natural(table: Table, points: float) -> list[float]:
    """Return how wide the columns are where their cells are written in so many points."""
    found = []
    for i in range(max([len(table.heads), *(len(row.cells) for row in table.rows)])):
        weight = 400 if i else 600
        cells = [width_of(row.cells[i], points, weight) for row in table.rows if i < len(row.cells)]
        head = width_of(table.heads[i], LEAST, 600) if i < len(table.heads) else 0.0
        found.append(max([head, *cells]) + 0.3)
    return found


def _widths(table: Table, wide: float) -> list[float]:
    """Return the widths of the columns: as the numbers need, the name takes the rest."""
    (name, *others), (_, *least) = _natural(table, TEXT), _natural(table, LEAST)
    room = wide - GAP * len(others)
    left = room - sum(others)
    wanted = min(NAME, name)
    if left < wanted and others:
        # Numbers become smaller, never shorter.
        slack = sum(others) - sum(least)
        share = max(0.0, (room - wanted - sum(least)) / slack) if slack > 0 else 0.0
        others = [a + (b - a) * share for a, b in zip(least, others, strict=True)]
        if sum(others) > room - wide / 4:  # a table that is too broad for any room
            others = [w * (room - wide / 4) / sum(others) for w in others]
    elif others and left > name + 2 * len(others):
        # Numbers stand apart a little more, as far as the name does not need the room.
        extra = min(5.0, (left - name) / (len(others) + 1))
        others = [w + extra for w in others]
    return [room - sum(others), *others]
