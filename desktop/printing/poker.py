"""Cards of the combatants in the size of playing cards, nine to a sheet, with marks for cutting."""

from __future__ import annotations

from dataclasses import replace

from desktop.i18n import say
from desktop.printing import cards
from desktop.printing.content import Content, Person
from desktop.printing.ink import (
    FRAME,
    HAIR,
    HEADING,
    LEAST,
    SMALL,
    Ink,
    Mark,
    line_height,
    width_of,
)
from desktop.printing.page import Box, Paper
from rules.core.terms import Term
from rules.system.answers import CardView

WIDTH, HEIGHT = 63.0, 88.0
ACROSS, DOWN = 3, 3
PER_PAGE = ACROSS * DOWN
MARK = 4.0
"""Length of the marks for cutting; the cards lie edge to edge."""
RIM = 1.2
"""What is left free inside the edge, for scissors that miss it."""

FIGURE = 19.0
"""Height of the figure, in systems that tell zones apart."""


def sheet_box(paper: Paper) -> Box:
    """Return where the cards lie on a sheet: in its middle, over our margins where it must be."""
    wide, high = ACROSS * WIDTH, DOWN * HEIGHT
    return Box((paper.width - wide) / 2, (paper.height - high) / 2, wide, high)


def paint_sheet(ink: Ink, content: Content, people: tuple[Person, ...], box: Box) -> None:
    """Draw up to nine cards and the marks."""
    for n, person in enumerate(people):
        row, column = divmod(n, ACROSS)
        card = Box(box.x + column * WIDTH, box.y + row * HEIGHT, WIDTH, HEIGHT)
        paint_card(ink, content, person, card.inset(RIM, RIM))
    for column in range(ACROSS + 1):
        x = box.x + column * WIDTH
        ink.line((x, box.y - MARK), (x, box.y), HAIR)
        ink.line((x, box.bottom), (x, box.bottom + MARK), HAIR)
    for row in range(DOWN + 1):
        y = box.y + row * HEIGHT
        ink.line((box.x - MARK, y), (box.x, y), HAIR)
        ink.line((box.right, y), (box.right + MARK, y), HAIR)


def paint_card(ink: Ink, content: Content, person: Person, box: Box) -> None:
    """Draw a card: everything below each other, weapons as lines of labels and values."""
    card = person.card
    assert card is not None
    ink.marks.append(Mark(person.token.name, box, "card"))
    cards.paint_head(ink, content, person, box.top(cards.HEAD))
    ink.frame(box, FRAME, radius=1.4)
    inner = box.below(cards.HEAD).inset(cards.PADDING, 0)
    inner = inner.below(_values(ink, card, inner))
    if person.body is not None:
        middle = inner.top(FIGURE).span((inner.w - cards.FIGURE) / 2, cards.FIGURE)
        cards.paint_figure(ink, person.body, middle)
        inner = inner.below(FIGURE)
    foot = 1.8 + cards.life_height(card, inner.w) + cards.NOTES + 1.0
    used = _middle(ink, person, inner.top(inner.h - foot - cards.CONDITION))
    rows = max(1, min(4, int((inner.h - foot - used) // cards.CONDITION)))
    foot += rows * cards.CONDITION
    cards.paint_foot(ink, content, person, card, inner.below(inner.h - foot), rows)


def _values(ink: Ink, card: CardView, box: Box) -> float:
    """Draw the headline values in two rows, or small where they need more; returns the height."""
    rows: list[list[tuple[Term, Term]]] = [[]]
    for pair in card.head:
        longer = [*rows[-1], pair]
        if rows[-1] and sum(map(_wide, longer)) + 2 * (len(longer) - 1) > box.w:
            rows.append([pair])
        else:
            rows[-1] = longer
    if len(rows) > 2:
        return cards.paint_values(ink, card, box)
    for n, row in enumerate(rows):
        part = replace(card, head=tuple(row))
        cards.paint_values(ink, part, box.below(n * cards.VALUES))
    return len(rows) * cards.VALUES


def _wide(pair: tuple[Term, Term]) -> float:
    return max(width_of(say(pair[0]), LEAST), width_of(say(pair[1]), HEADING, 700)) + 0.2


def _middle(ink: Ink, person: Person, box: Box) -> float:
    """Draw weapons and blocks, as many as fit, the weapons first; returns the height."""
    card, step = person.card, line_height(SMALL)
    assert card is not None
    y = box.y + cards.stack_weapons(ink, person, box, needed=False)
    for block in card.blocks:
        for line in cards.lines_of(block, box.w):
            if y + step > box.bottom:
                return y - box.y
            cards.paint_pairs(ink, Box(box.x, y, box.w, step), line)
            y += step
    return y - box.y
