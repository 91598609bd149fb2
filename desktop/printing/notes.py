"""The game master's notes about the fight and its combatants, on as many pages as they need."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from desktop.i18n import tr
from desktop.printing.content import Content
from desktop.printing.ink import HAIR, HEADING, LIGHT, TEXT, Ink, Marker, Style, line_height, wrap
from desktop.printing.page import Box
from rules.encounter.state import memo_of

HEAD = 8.0
STEP = line_height(TEXT) + 0.4
NAME = 9.0
"""Where the name stands behind a marker."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a note, or (``head``) the name above it, perhaps with a marker."""

    words: str
    head: bool = False
    marker: Marker | None = None

    @property
    def height(self) -> float:
        return HEAD if self.head else STEP


Lines = tuple[Line, ...]


def _notes(content: Content) -> Iterator[tuple[Line, str]]:
    memo = memo_of(content.state)
    if memo:
        yield Line(tr("printing.notes_fight"), head=True), memo
    for person in content.people:
        if person.token.note:
            yield Line(person.token.name, head=True, marker=person.marker), person.token.note


def flow(content: Content, box: Box) -> tuple[Lines, ...]:
    """Return the lines of each page; none where nothing was noted, nor for players."""
    if content.players:
        return ()
    pages: list[list[Line]] = [[]]
    left = box.h
    for head, text in _notes(content):
        lines = [Line(words) for words in wrap(text.strip(), box.w)]
        gap = STEP if pages[-1] else 0.0
        if left < gap + head.height + min(3, len(lines)) * STEP and pages[-1]:
            pages.append([])
            left, gap = box.h, 0.0
        if gap:
            pages[-1].append(Line(""))
        pages[-1].append(head)
        left -= gap + head.height
        for line in lines:
            if left < line.height:
                pages.append([])
                left = box.h
            pages[-1].append(line)
            left -= line.height
    return tuple(tuple(page) for page in pages if page)


def paint(ink: Ink, lines: Lines, box: Box) -> None:
    """Draw the notes of a page."""
    y = box.y
    for line in lines:
        row = Box(box.x, y, box.w, line.height)
        if line.head:
            start = 0.0
            if line.marker is not None:
                ink.marker(box.x + 3.4, y + HEAD / 2 - 0.8, 6.2, line.marker)
                start = NAME
            name = Box(box.x + start, y, box.w - start, HEAD - 1.6)
            ink.write(name, line.words, Style(HEADING, 700, keep_end=True))
            ink.rule(box.x, box.right, y + HEAD - 1.4, HAIR, LIGHT)
        else:
            ink.write(row, line.words, Style(TEXT))
        y += line.height
