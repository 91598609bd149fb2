"""Tables on paper: words stand near their names, the last page is shared out and written on."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise

import pytest
from PySide6.QtGui import QImage

from desktop.demo import demo_history
from desktop.i18n import language, say, tr
from desktop.printing.content import Content, Wanted, gather
from desktop.printing.ink import Ink, Mark
from desktop.printing.page import Box
from desktop.printing.tables import flow, paint_columns
from rules import registry
from rules.system.answers import Block
from tests.desktop.dialogs_kit import dressed
from tests.desktop.printing_kit import marks_of, nothing, sheets_of

pytestmark = pytest.mark.usefixtures("german_each")

DEMOS = ("gruft", "kraehenfels", "muehlbruecke", "burghof", "nebelturm")
PAGE = Box(15, 27, 180, 240)
NEAR = 25.0
"""Millimetres at most between two columns where their cells are longest."""
EVEN = 35.0
"""Millimetres by which one column of the last page may be higher than the other."""


def content_of(demo: str) -> Content:
    state = demo_history(demo, language.words.say).state
    return gather(state, registry.get(state.system), nothing)


def painted(block: Block) -> list[Mark]:
    """Return what stands in a table that has a page for itself, without its title and note."""
    image = QImage(100, 100, QImage.Format.Format_RGB32)
    with Ink(image, 12) as ink:
        for columns in flow([block], PAGE, PAGE):
            paint_columns(ink, columns, PAGE)
        return ink.marks


def least_gaps(block: Block) -> list[float]:
    """Return for each pair of columns how near their cells come to each other in some row.

    Empty where every row takes several lines: such a table has no room to spare.
    """
    count = max(len(row) for row in block.rows)
    rows: dict[tuple[float, bool], list[Mark]] = defaultdict(list)
    for mark in painted(block):
        rows[round(mark.box.y, 1), mark.box.x > PAGE.x + PAGE.w / 2].append(mark)
    gaps = [
        [b.box.x - a.box.right for a, b in pairwise(sorted(row, key=lambda m: m.box.x))]
        for row in rows.values()
        if len(row) == count
    ]
    return [min(row[i] for row in gaps) for i in range(count - 1)] if gaps else []


@pytest.mark.parametrize("spoken", ["de", "en"])
@pytest.mark.parametrize("demo", DEMOS)
def test_no_column_stands_far_from_the_one_before(demo: str, spoken: str) -> None:
    with dressed(spoken):
        found = {say(block.title): least_gaps(block) for block in content_of(demo).tables}
        far = {title: [g for g in gaps if not 0 < g <= NEAR] for title, gaps in found.items()}
        assert {title: gaps for title, gaps in far.items() if gaps} == {}
        assert sum(bool(gaps) for gaps in found.values()) > 2


@pytest.mark.parametrize("demo", DEMOS)
def test_the_last_page_is_shared_out_and_what_is_left_is_for_notes(demo: str) -> None:
    state = demo_history(demo, language.words.say).state
    *_, last = marks_of(sheets_of(state, Wanted(parts=frozenset({"cards", "tables"}))))
    notes = next((m.box.y for m in last if m.words == tr("printing.notes")), 0.0)
    body = [m for m in last if 25 < m.box.y < (notes or 270) - 1]
    middle = PAGE.x + PAGE.w / 2
    ends = [
        max((m.box.bottom for m in body if (m.box.x > middle) is right), default=25)
        for right in (False, True)
    ]
    assert abs(ends[0] - ends[1]) < EVEN
    assert notes, "the tables of every demo leave room"
    titles = {(round(m.box.x), m.words) for m in body}
    for x, words in titles:  # a table goes on in another column than it began
        assert (x, tr("printing.continued", title=words)) not in titles


def test_broken_tables_spare_a_page() -> None:
    """The tables of Muinimula fill one page to the brim: whole, they would need another."""
    state = demo_history("nebelturm", language.words.say).state
    pages = sheets_of(state, Wanted(parts=frozenset({"cards", "tables"}))).pages
    assert [page.part for page in pages].count("tables") == 1
