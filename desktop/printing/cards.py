"""The cards of the combatants: 91 × 69 mm, six to a page."""

from __future__ import annotations

from dataclasses import dataclass

from desktop.i18n import language, say, tr
from desktop.printing.content import Content, Needs, Person
from desktop.printing.ink import (
    BOX,
    FRAME,
    GREY,
    HAIR,
    HEADING,
    LEAST,
    LIGHT,
    SMALL,
    TEXT,
    WASH,
    Ink,
    Mark,
    Style,
    boxes_across,
    line_height,
    width_of,
)
from desktop.printing.page import Box
from rules.system import Block, CardView

WIDTH, HEIGHT = 91.0, 69.0
GAP = 3.0
PER_PAGE = 6
MOST_BOXES = 100
"""With more points than this there is a line for numbers instead of boxes."""
SIDE = 2.0
"""Side of a box to tick, in millimetres."""
HEAD = 8.2
PADDING = 2.4


def place(n: int, box: Box) -> Box:
    """Return where card ``n`` of a page lies."""
    row, column = divmod(n, 2)
    between = box.w - 2 * WIDTH
    return Box(box.x + column * (WIDTH + between), box.y + row * (HEIGHT + GAP), WIDTH, HEIGHT)


def paint_card(ink: Ink, content: Content, person: Person, box: Box) -> None:
    """Draw the card of a combatant."""
    card = person.card
    assert card is not None
    ink.marks.append(Mark(person.token.name, box, "card"))
    _head(ink, person, box.top(HEAD))
    ink.frame(box, FRAME, radius=1.4)
    inner = box.below(HEAD).inset(PADDING, 0)
    foot = _foot_height(card)
    y = _values(ink, card, inner.top(9.2)) + inner.y
    middle = Box(inner.x, y, inner.w, box.bottom - foot - y - 0.6)
    _middle(ink, content, person, card, middle)
    _foot(ink, content, person, card, Box(inner.x, box.bottom - foot, inner.w, foot))


def _head(ink: Ink, person: Person, box: Box) -> None:
    ink.frame(box, 0, fill=WASH, radius=1.4)
    ink.rule(box.x, box.right, box.bottom, FRAME)
    ink.marker(box.x + 5.4, box.y + box.h / 2, 6.6, person.marker)
    said = " · ".join(filter(None, (person.kind, person.side)))
    room = box.w - 10.4 - PADDING
    name = min(width_of(person.token.name, HEADING, 700) + 0.3, room * 0.68)
    if width_of(said, SMALL) + name + 2.5 > room:
        name = min(name, max(room * 0.6, room - width_of(said, SMALL) - 2.5))
    ink.write(box.span(10.4, name), person.token.name, Style(HEADING, 700, lines=2))
    rest = box.span(10.4 + name + 2.5, room - name - 2.5)
    ink.write(rest, said, Style(SMALL, ink=GREY, lines=2, align="right"))


def _values(ink: Ink, card: CardView, box: Box) -> float:
    """Draw the headline values side by side; returns the height used."""
    pairs = [(say(label), say(value)) for label, value in card.head]
    if not pairs:
        return 0.0
    natural = [max(width_of(a, LEAST), width_of(b, HEADING, 700)) for a, b in pairs]
    space = (box.w - sum(natural)) / max(1, len(pairs) - 1)
    shrink = 1.0 if space >= 2 else (box.w - 2 * (len(pairs) - 1)) / sum(natural)
    x = 0.0
    for (label, value), wide in zip(pairs, natural, strict=True):
        cell = box.span(x, wide * shrink + 0.2)
        ink.write(cell.top(4.4), label, Style(LEAST, ink=GREY))
        ink.write(cell.below(3.9).top(4.4), value, Style(HEADING, 700))
        x += wide * shrink + max(2.0, space)
    ink.rule(box.x, box.right, box.bottom, HAIR, LIGHT)
    return box.h + 0.6


# ---- the middle: weapons and blocks ----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Row:
    cells: tuple[str, ...]
    needs: Needs | None


def _middle(ink: Ink, content: Content, person: Person, card: CardView, box: Box) -> None:
    lines = [line for block in card.blocks for line in _block_lines(block, box.w)]
    step = line_height(SMALL)
    weapons = [
        _Row(tuple(say(cell) for cell in row), _needs_of(person, n))
        for n, row in enumerate(card.weapons)
    ]
    kept = _fitting(weapons, lines, box.h, step)
    used = _weapons(ink, card, box, weapons[:kept], len(weapons) - kept)
    rest = box.below(used + 0.8)
    for n, line in enumerate(lines):
        row = rest.below(n * step).top(step)
        if row.bottom > box.bottom + 0.1:
            break
        _pairs(ink, row, line)


def _needs_of(person: Person, n: int) -> Needs | None:
    card = person.card
    assert card is not None
    name = card.weapons[n][0] if card.weapons[n] else None
    return next((needs for needs in person.needs if needs.weapon == name), None)


def _row_height(row: _Row) -> float:
    return 3.7 + (3.1 if row.needs is not None and row.needs.groups else 0.0)


def _fitting(
    weapons: list[_Row], lines: list[list[tuple[str, str]]], room: float, step: float
) -> int:
    """Return how many weapons are shown: all, or as many as leave room for two lines."""
    left = room - 4.2 - min(len(lines), 2) * step - 0.8
    kept = 0
    for row in weapons:
        left -= _row_height(row)
        if left < 0:
            break
        kept += 1
    return max(1, kept)


def _weapons(ink: Ink, card: CardView, box: Box, rows: list[_Row], more: int) -> float:
    if not rows:
        return 0.0
    heads = [say(head) for head in card.weapon_heads]
    table = [heads, *(list(row.cells) for row in rows)]
    count = max(len(row) for row in table)
    natural = [
        max(
            (
                width_of(row[i], TEXT if n else LEAST, 600 if i == 0 or not n else 400)
                for n, row in enumerate(table)
                if i < len(row)
            ),
            default=0.0,
        )
        for i in range(count)
    ]
    gap = 2.0
    over = sum(natural) + gap * (count - 1) - box.w
    if over > 0:
        # The name and the last column give way; numbers stay whole.
        for i in (count - 1, 0):
            give = min(over, max(0.0, natural[i] - box.w * (0.22 if i else 0.28)))
            natural[i] -= give
            over -= give
    starts, x = [], 0.0
    spare = max(0.0, box.w - sum(natural) - gap * (count - 1)) / max(1, count - 1)
    for wide in natural:
        starts.append(x)
        x += wide + gap + spare
    last: Align = "right" if count > 1 else "left"
    for i, words in enumerate(heads):
        style = Style(LEAST, 600, GREY, last if i == count - 1 else "left")
        ink.write(box.top(4).span(starts[i], natural[i] + 0.2), words, style)
    ink.rule(box.x, box.right, box.y + 4, HAIR)
    y = box.y + 4.2
    for row in rows:
        for i, words in enumerate(row.cells):
            align = last if i == count - 1 else "left"
            cell = Box(box.x + starts[i], y, natural[i] + 0.2, 3.7)
            ink.write(cell, words, Style(TEXT, 600 if i == 0 else 400, align=align))
        y += 3.7
        if row.needs is not None and row.needs.groups:
            _paint_needs(ink, Box(box.x, y - 0.2, box.w, 3.0), row.needs)
            y += 3.1
    if more:
        said = tr("printing.more_weapons", n=more)
        ink.write(
            Box(box.x + box.w * 0.5, box.y, box.w * 0.5, 0.0),
            said,
            Style(LEAST, ink=GREY, align="right"),
        )
    return y - box.y


def _paint_needs(ink: Ink, box: Box, needs: Needs) -> None:
    groups = (tr("printing.need", number=number, who=" ".join(who)) for number, who in needs.groups)
    said = tr("printing.needs", groups=" · ".join(groups))
    ink.write(box, said, Style(LEAST, ink=GREY))


def _block_lines(block: Block, wide: float) -> list[list[tuple[str, str]]]:
    """Break the values of a block into lines of label and value."""
    lines: list[list[tuple[str, str]]] = [[]]
    used = 0.0
    for row in block.rows:
        label, value = say(row[0]), say(row[1])
        need = width_of(label, SMALL) + width_of(value, SMALL, 600) + 1.0
        if lines[-1] and used + 3.0 + need > wide:
            lines.append([])
            used = 0.0
        lines[-1].append((label, value))
        used += need + (3.0 if len(lines[-1]) > 1 else 0.0)
    return [line for line in lines if line]


def _pairs(ink: Ink, row: Box, line: list[tuple[str, str]]) -> None:
    x = row.x
    for label, value in line:
        room = row.right - x
        x += ink.write(Box(x, row.y, room, row.h), label, Style(SMALL, ink=GREY)) + 1.0
        x += ink.write(Box(x, row.y, row.right - x, row.h), value, Style(SMALL, 600)) + 3.0


# ---- the foot: life, conditions, notes --------------------------------------------------------


def _life_rows(card: CardView) -> int:
    if not card.boxes or card.boxes > MOST_BOXES:
        return 1
    return -(-card.boxes // boxes_across(WIDTH - 2 * PADDING - 15, SIDE))


def _foot_height(card: CardView) -> float:
    return 1.2 + _life_rows(card) * (SIDE + 0.7) + 1.0 + 2 * 3.9 + 5.4


def _foot(ink: Ink, content: Content, person: Person, card: CardView, box: Box) -> None:
    ink.rule(box.x, box.right, box.y, HAIR, LIGHT)
    health = person.health
    y = box.y + 1.2
    label = Box(box.x, y - 0.5, 14, SIDE + 1)
    now = health.now if health is not None else card.boxes
    wide = ink.write(label, content.points, Style(TEXT, 700))
    ink.write(Box(box.x + wide + 1, label.y, 14 - wide, label.h), language.words.number(card.boxes))
    rows = _life_rows(card)
    if card.boxes > MOST_BOXES:
        x = box.x + 16
        said = tr("printing.now", n=now)
        x += ink.write(Box(x, label.y, 30, label.h), said) + 3
        for _ in range(4):
            ink.rule(x, min(x + 11, box.right), label.bottom, HAIR)
            x += 13
    else:
        lost = max(0, min(card.boxes, card.boxes - now))
        room = Box(box.x + 15, y, box.w - 15, SIDE)
        ink.tick_boxes(room, card.boxes, lost, SIDE, boxes_across(room.w, SIDE))
    y += rows * (SIDE + 0.7) + 1.0
    _conditions(ink, content, card, Box(box.x, y, box.w, 7.8))
    y += 2 * 3.9
    wide = ink.write(Box(box.x, y, 20, 4), tr("printing.notes"), Style(SMALL, ink=GREY))
    ink.rule(box.x + wide + 1.5, box.right, y + 3.4, HAIR, LIGHT)


def _conditions(ink: Ink, content: Content, card: CardView, box: Box) -> None:
    """Draw conditions to tick on two lines; those that hold are ticked and come first."""
    held = [say(term) for term in card.conditions]
    plain = [c for c in content.conditions if not any(h.startswith(c) for h in held)]
    x, row = box.x, 0
    for n, words in enumerate((*held, *plain)):
        need = 3.1 + width_of(words, SMALL)
        if x > box.x and x + need > box.right:
            row, x = row + 1, box.x
        if row > 1:
            break
        y = box.y + row * 3.9
        cell = Box(x, y + 0.9, 2.1, 2.1)
        ink.frame(cell, BOX, fill="#BDBDBD" if n < len(held) else "#FFFFFF", radius=0.3)
        ink.marks.append(Mark("", cell, "box"))
        if n < len(held):
            ink.line((cell.x + 0.3, cell.y + 1.1), (cell.x + 0.9, cell.y + 1.7), 0.9)
            ink.line((cell.x + 0.9, cell.y + 1.7), (cell.right + 0.1, cell.y), 0.9)
        ink.write(Box(x + 3.1, y, min(need, box.w - 3.1), 3.9), words, Style(SMALL))
        x += need + 3.0
