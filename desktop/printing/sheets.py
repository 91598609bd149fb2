"""The sheets of a fight as pages, for PDF, printer and preview alike."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from PySide6.QtGui import QImage, QPagedPaintDevice, QPdfWriter

from desktop.i18n import tr
from desktop.printing import blank, cards, first, notes, poker, tables, tiles
from desktop.printing.content import Asset, Content, Person, Wanted, by_storey, gather
from desktop.printing.ink import GREY, SMALL, TITLE, Ink, Style, width_of
from desktop.printing.page import Box, Paper, paper_of
from desktop.printing.pdf_text import mend_spaces
from rules.encounter.state import Encounter
from rules.system import RuleSystem

DOTS = 1200
"""Dots to the inch of the PDF."""
FOOT = 6.0
HEAD = 12.0
SHARED = 55.0
"""Height below the last cards from which on tables begin there."""
WRITTEN = 40.0
"""Height below the last tables from which on there are lines for notes."""

Body = Callable[[Ink, Box], None]


@dataclass(frozen=True, slots=True)
class Page:
    """One page: to which part it belongs, its title, and what is painted below it.

    A ``bare`` page has neither head nor foot; its body gets the whole sheet.
    """

    part: str
    title: str
    note: str
    body: Body
    bare: bool = False


@dataclass(frozen=True, slots=True)
class Sheets:
    """All pages of a fight."""

    content: Content
    paper: Paper
    pages: tuple[Page, ...]

    def paint(self, ink: Ink, number: int) -> None:
        """Paint a page, counted from 0."""
        page, inner = self.pages[number], self.paper.inner
        if page.bare:
            page.body(ink, Box(0, 0, self.paper.width, self.paper.height))
            return
        _head(ink, self.content, page, inner)
        page.body(ink, body_box(self.paper))
        foot = Box(inner.x, inner.bottom - 4, inner.w, 4)
        name = tr("printing.foot", title=self.content.title, date=self.content.printed)
        ink.write(foot.span(0, inner.w - 32), name, Style(SMALL, ink=GREY))
        said = tr("printing.page", page=number + 1, pages=len(self.pages))
        ink.write(foot.span(inner.w - 30, 30), said, Style(SMALL, align="right"))


def body_box(paper: Paper) -> Box:
    """Return what is left of a page between its head and its foot."""
    inner = paper.inner
    return Box(inner.x, inner.y + HEAD, inner.w, inner.h - HEAD - FOOT)


def _head(ink: Ink, content: Content, page: Page, inner: Box) -> None:
    who = tr("printing.for_players") if content.players else ""
    right = " · ".join(filter(None, (content.stand, who)))
    side = min(width_of(right, SMALL), inner.w * 0.4) + 1
    room = inner.top(7.5).span(0, inner.w - side - 4)
    wide = ink.write(room, page.title, Style(TITLE, 700))
    note = Box(room.x + wide + 3, room.y + 1.2, room.w - wide - 3, 6)
    if note.w > 20:
        ink.write(note, page.note, Style(SMALL, ink=GREY))
    ink.write(
        Box(inner.right - side, inner.y + 1.2, side, 6),
        right,
        Style(SMALL, ink=GREY, align="right"),
    )
    ink.rule(inner.x, inner.right, inner.y + 8.6, 1.4)


def lay_out(content: Content, wanted: Wanted, system: RuleSystem | None = None) -> Sheets:
    """Share everything out over pages; empty forms need the system."""
    paper = paper_of(wanted.paper)
    pages: list[Page] = []
    if wanted.parts & {"map", "initiative"}:
        pages += _first_pages(content, wanted, paper)
    room = body_box(paper)
    if "cards" in wanted.parts:
        with_cards = tuple(p for p in content.people if p.card is not None)
        for start in range(0, len(with_cards), cards.PER_PAGE):
            pages.append(_card_page(content, with_cards[start : start + cards.PER_PAGE]))
        room = _room_below(len(with_cards), room)
    if "tables" in wanted.parts and content.tables:
        pages = _with_tables(content, pages, room, body_box(paper))
    if "notes" in wanted.parts:
        for lines in notes.flow(content, body_box(paper)):
            pages.append(_notes_page(content, lines))
    if "tiles" in wanted.parts:
        for name, shown in by_storey(content):
            pages += _tile_pages(shown, paper, wanted.square, name)
    if "poker" in wanted.parts:
        pages += _poker_pages(content, paper)
    if "blank" in wanted.parts and system is not None:
        pages += [
            Page("blank", page.title, content.system, page.body)
            for page in blank.blank_pages(content, system)
        ]
    return Sheets(content, paper, tuple(pages))


def _notes_page(content: Content, lines: notes.Lines) -> Page:
    def body(ink: Ink, box: Box) -> None:
        notes.paint(ink, lines, box)

    return Page("notes", tr("printing.notes"), content.title, body)


def _tile_pages(content: Content, paper: Paper, square: float, storey: str) -> list[Page]:
    note = " · ".join(filter(None, (storey, content.title)))
    tiling = tiles.tile(content.board, body_box(paper), square)

    def plan(ink: Ink, box: Box) -> None:
        tiles.paint_plan(ink, content, box, tiling, square)

    def page(one: tiles.Tile) -> Page:
        def body(ink: Ink, box: Box) -> None:
            tiles.paint_tile(ink, content, box, tiling, one)

        return Page("tiles", tr("paper.tile", name=one.name), note, body)

    overview = Page("tiles", tr("paper.plan_title"), note, plan)
    return [overview, *(page(one) for one in tiling.tiles)]


def _poker_pages(content: Content, paper: Paper) -> list[Page]:
    people = tuple(p for p in content.people if p.card is not None)

    def page(some: tuple[Person, ...]) -> Page:
        def body(ink: Ink, box: Box) -> None:
            poker.paint_sheet(ink, content, some, poker.sheet_box(paper))

        return Page("poker", tr("paper.poker"), "", body, bare=True)

    step = poker.PER_PAGE
    return [page(people[start : start + step]) for start in range(0, len(people), step)]


def _first_pages(content: Content, wanted: Wanted, paper: Paper) -> list[Page]:
    note = tr("printing.first_note", system=content.system)
    box = body_box(paper)
    show_map, show_list = "map" in wanted.parts, "initiative" in wanted.parts
    (name, mapped), *others = by_storey(content)
    note = " · ".join(filter(None, (name, note)))
    part = first.map_part(mapped, box, alone=not show_list)
    used = first.RULER + part.height + first.BAR_ROW if show_map else 0.0

    def body(ink: Ink, box: Box) -> None:
        if show_map:
            frame = first.paint_map(ink, mapped, box, part)
            first.paint_scale(ink, mapped, box.below(frame.bottom - box.y + 3), part)
        if show_list:
            first.paint_initiative(ink, content, box.below(used))
        elif show_map:
            first.paint_notes(ink, box.below(used))

    pages = [Page("map" if show_map else "initiative", content.title, note, body)]
    if show_map:
        pages += [_storey_page(shown, name, box) for name, shown in others]
    if show_list:
        listed = first.listed(content, box.below(used))
        rest = content.people[listed:]
        while rest:
            count = first.more_fitting(box)
            pages.append(_more_page(content, rest[:count]))
            rest = rest[count:]
    return pages


def _storey_page(content: Content, name: str, box: Box) -> Page:
    """Return the map of a further storey."""
    part = first.map_part(content, box, alone=True)

    def body(ink: Ink, box: Box) -> None:
        frame = first.paint_map(ink, content, box, part)
        first.paint_scale(ink, content, box.below(frame.bottom - box.y + 3), part)

    return Page("map", content.title, name, body)


def _more_page(content: Content, people: tuple[Person, ...]) -> Page:
    def body(ink: Ink, box: Box) -> None:
        first.paint_more_people(ink, content, box, people)

    return Page("initiative", tr("printing.combatants"), content.title, body)


def _card_page(content: Content, people: tuple[Person, ...]) -> Page:
    def body(ink: Ink, box: Box) -> None:
        for n, person in enumerate(people):
            cards.paint_card(ink, content, person, cards.place(n, box))
        rest = _room_below(len(people), box)
        if 18 <= rest.h < SHARED:
            first.paint_notes(ink, rest)

    each = max((p.card.box for p in people if p.card is not None), default=1)
    return Page("cards", tr("printing.cards"), tr("printing.cards_note", n=each), body)


def _room_below(count: int, box: Box) -> Box:
    """Return what the last page of cards leaves free."""
    rows = -(-(count % cards.PER_PAGE or cards.PER_PAGE) // 2) if count else 0
    return box.below(rows * (cards.HEIGHT + cards.GAP) + 3) if rows else box


def _with_tables(content: Content, pages: list[Page], room: Box, whole: Box) -> list[Page]:
    """Put the tables below the last cards where there is room, then on pages of their own."""
    shared = bool(pages) and pages[-1].part == "cards" and room.h >= SHARED
    found = tables.flow(content.tables, room if shared else whole, whole)
    pages = list(pages)
    for n, columns in enumerate(found):
        if not any(columns):
            continue
        if n == 0 and shared:
            pages[-1] = _below_cards(pages[-1], columns, room)
        else:
            pages.append(_table_page(content, columns, last=n == len(found) - 1))
    return pages


def _below_cards(page: Page, columns: tables.Columns, room: Box) -> Page:
    def body(ink: Ink, box: Box) -> None:
        page.body(ink, box)
        tables.paint_columns(ink, columns, room)

    return Page("cards", page.title, page.note, body)


def _table_page(content: Content, columns: tables.Columns, *, last: bool) -> Page:
    """Return a page of tables; what the last one leaves free is for writing."""

    def body(ink: Ink, box: Box) -> None:
        tables.paint_columns(ink, columns, box)
        rest = box.below(tables.reach(columns) + 3)
        if last and rest.h >= WRITTEN:
            first.paint_notes(ink, rest)

    return Page("tables", tr("printing.tables"), content.system, body)


# ---- devices -----------------------------------------------------------------------------------


def make_sheets(
    state: Encounter, system: RuleSystem, asset: Asset, wanted: Wanted | None = None
) -> Sheets:
    """Return the pages of a fight."""
    wanted = wanted or Wanted()
    return lay_out(gather(state, system, asset, players=wanted.players), wanted, system)


def paint_all(
    sheets: Sheets, device: QPagedPaintDevice, dots: float, chosen: tuple[int, ...] = ()
) -> bool:
    """Paint pages onto a printer or a PDF; False when the device failed."""
    with Ink(device, dots) as ink:
        for n, number in enumerate(chosen or range(len(sheets.pages))):
            if n and not device.newPage():
                return False
            ink.begin()
            sheets.paint(ink, number)
    return ink.ended


def page_image(sheets: Sheets, number: int, dots: float) -> QImage:
    """Return a page as a picture with so many dots to the inch."""
    paper = sheets.paper
    image = QImage(
        round(paper.width / 25.4 * dots),
        round(paper.height / 25.4 * dots),
        QImage.Format.Format_RGB32,
    )
    image.fill(0xFFFFFFFF)
    with Ink(image, dots) as ink:
        sheets.paint(ink, number)
    return image


def save_pdf(sheets: Sheets, path: Path) -> None:
    """Write the pages as PDF: into a new file first, which takes the name when it is whole.

    Raises OSError; what stood at ``path`` stays then.
    """
    draft = path.with_name(f".{path.stem[:80]}-{uuid4().hex[:8]}.pdf")
    try:
        draft.open("xb").close()
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
    try:
        _write(sheets, draft)
        mend_spaces(draft)
        _check(draft)
        os.replace(draft, path)
    except BaseException:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise


def _write(sheets: Sheets, path: Path) -> None:
    writer = QPdfWriter(str(path))
    writer.setResolution(DOTS)
    writer.setTitle(sheets.content.title)
    writer.setCreator("Schlachtplan")
    if not writer.setPageLayout(sheets.paper.layout):
        raise OSError(tr("printing.failed"))
    if not paint_all(sheets, writer, DOTS):
        raise OSError(tr("printing.failed"))


def _check(path: Path) -> None:
    """Make sure that a PDF is whole. Raises OSError."""
    with path.open("rb") as file:
        head = file.read(5)
        file.seek(0, os.SEEK_END)
        file.seek(max(0, file.tell() - 64))
        tail = file.read()
    if head != b"%PDF-" or b"%%EOF" not in tail:
        raise OSError(tr("printing.failed"))


def write_pdf(
    state: Encounter, system: RuleSystem, path: Path, asset: Asset, paper: str = "a4"
) -> None:
    """Write the encounter sheet of a fight as PDF. Raises OSError."""
    save_pdf(make_sheets(state, system, asset, Wanted(paper)), path)
