"""The cards of the combatants: 91 × 69 mm, six to a page."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainterPath

from desktop.colours import PAPER
from desktop.docks.body_paint import paint_body
from desktop.i18n import language, say, tr
from desktop.printing import weapons
from desktop.printing.content import Content, Person
from desktop.printing.ground import grey_picture
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
from desktop.printing.page import UNITS, Box
from rules.core.terms import Term
from rules.system.answers import Block, CardView
from rules.views import BodyView

WIDTH, HEIGHT = 91.0, 69.0
GAP = 3.0
PER_PAGE = 6
MOST_BOXES = 100
"""With more points than this there is a line for numbers instead of boxes."""
SIDE = 2.0
"""Side of a box to tick, in millimetres."""
HEAD, VALUES, CONDITION, NOTES = 8.0, 9.4, 3.7, 4.8
"""Heights of head, headline values, a line of conditions, the line for notes."""
PADDING = 2.4
LIFE = 12.5
"""Width of what stands before the boxes of life."""
PORTRAIT = 400
FIGURE = 22.0
"""Width of the figure from both sides, in systems that tell zones apart."""
FIGURE_PIXELS = (250.0, 262.0)
INKED = 164.0
"""So many pixels in the middle of the width hold the figures; the rest stays white."""

EMPTY = "\u00a0"
"""The value of an empty form where there is room to write below its label."""
LINE = "_" * 7
"""What stands for it beside a label."""

Pair = tuple[str, str]


def place(n: int, box: Box) -> Box:
    """Return where card ``n`` of a page lies."""
    row, column = divmod(n, 2)
    x = box.x + column * (box.w - WIDTH)
    return Box(x, box.y + row * (HEIGHT + GAP), WIDTH, HEIGHT)


def paint_card(ink: Ink, content: Content, person: Person, box: Box) -> None:
    """Draw the card of a combatant."""
    card = person.card
    assert card is not None
    ink.marks.append(Mark(person.token.name, box, "card"))
    paint_head(ink, content, person, box.top(HEAD))
    ink.frame(box, FRAME, radius=1.4)
    inner = box.below(HEAD).inset(PADDING, 0)
    fixed = 1.8 + life_height(card, inner.w) + NOTES + 1.0
    body = inner.below(paint_values(ink, card, inner))
    room = body.top(body.h - fixed - 2 * CONDITION)
    middle = room
    if person.body is not None:
        paint_figure(ink, person.body, room.span(0, FIGURE))
        middle = room.span(FIGURE + 2, room.w - FIGURE - 2)
    lines = [lines_of(block, middle.w) for block in card.blocks]
    used = _middle(ink, person, card, middle, lines)
    if person.body is not None:
        used = room.h
    rows = min(5, int((body.h - fixed - used + 0.01) // CONDITION))
    foot = fixed + rows * CONDITION
    paint_foot(ink, content, person, card, body.below(body.h - foot), rows)


def paint_head(ink: Ink, content: Content, person: Person, box: Box) -> None:
    """Draw the head of a card: marker, portrait, name, what somebody is; lengths in millimetres."""
    ink.frame(box, 0, fill=WASH, radius=1.4)
    ink.rule(box.x, box.right, box.bottom, FRAME)
    ink.marker(box.x + 5.4, box.y + box.h / 2, 6.6, person.marker)
    start = 10.2
    if person.token.portrait and _portrait(
        ink, content, person, Box(box.x + 9.6, box.y + 0.8, 6.6, 6.6)
    ):
        start += 7.4
    said = " · ".join(filter(None, (person.side, person.kind)))
    room = box.w - start - PADDING
    name, other = width_of(person.token.name, HEADING, 700) + 0.4, width_of(said, SMALL) + 0.2
    if name + other + 3 > room:
        other = min(other, max(room * 0.3, room - name - 3))
        name = room - other - 3
    ink.write(box.span(start, name), person.token.name, Style(HEADING, 700, lines=2, keep_end=True))
    rest = box.span(box.w - PADDING - other, other)
    ink.write(rest, said, Style(SMALL, ink=GREY, lines=2, align="right"))


def _portrait(ink: Ink, content: Content, person: Person, box: Box) -> bool:
    portrait = person.token.portrait
    data = content.asset(portrait) if portrait else None
    image = grey_picture(data, PORTRAIT, lift=0) if data else None
    if image is None:
        return False
    side = min(image.width(), image.height())
    source = QRectF((image.width() - side) / 2, (image.height() - side) / 2, side, side)
    path = QPainterPath()
    path.addEllipse(box.rect)
    ink.painter.save()
    ink.painter.setClipPath(path)
    piece = image.copy(source.toRect()).scaledToWidth(min(side, PORTRAIT))
    ink.picture(box, piece, QRectF(piece.rect()))
    ink.painter.restore()
    r = box.rect.width() / 2 / UNITS
    ink.circle(box.x + r, box.y + r, r, BOX)
    return True


def paint_values(ink: Ink, card: CardView, box: Box) -> float:
    """Draw the headline values side by side, or small in lines where they are too broad.

    Returns the height.
    """
    pairs = [(say(label), say(value)) for label, value in card.head]
    if not pairs:
        return VALUES
    gaps = max(1, len(pairs) - 1)
    if sum(max(width_of(a, LEAST), width_of(b, LEAST, 700)) for a, b in pairs) + 2 * gaps > box.w:
        return _small_values(ink, pairs, box)
    natural = [max(width_of(a, LEAST), width_of(b, HEADING, 700)) + 0.2 for a, b in pairs]
    space = (box.w - sum(natural)) / gaps
    if space < 2:
        shrink = (box.w - 2 * gaps) / sum(natural)
        natural, space = [w * shrink for w in natural], 2.0
    x = 0.0
    for (label, value), wide in zip(pairs, natural, strict=True):
        cell = box.span(x, wide)
        ink.write(cell.top(4.4), label, Style(LEAST, ink=GREY))
        ink.write(cell.below(4.0).top(4.4), value, Style(HEADING, 700))
        x += wide + space
    ink.rule(box.x, box.right, box.y + VALUES - 0.5, HAIR, LIGHT)
    return VALUES


def _small_values(ink: Ink, pairs: list[Pair], box: Box) -> float:
    pairs = [(label, LINE if value == EMPTY else value) for label, value in pairs]
    step, lines = line_height(SMALL), break_pairs(pairs, box.w)
    for n, line in enumerate(lines):
        paint_pairs(ink, box.below(0.8 + n * step).top(step), line)
    high = 1.6 + len(lines) * step
    ink.rule(box.x, box.right, box.y + high - 0.5, HAIR, LIGHT)
    return high


def paint_figure(ink: Ink, view: BodyView, box: Box) -> None:
    """Draw the figure from both sides; what fits best of the height."""
    wide, high = FIGURE_PIXELS
    caption = line_height(LEAST)
    zoom = min(box.w * UNITS / INKED, (box.h - caption) * UNITS / high)
    left = box.x + (box.w - wide * zoom / UNITS) / 2
    p = ink.painter
    p.save()
    p.translate(left * UNITS, box.y * UNITS)
    p.scale(zoom, zoom)
    layout = paint_body(p, QRectF(0, 0, wide, high), view, PAPER)
    p.restore()
    for figure, words in zip(
        layout.figures(), (tr("printing.front"), tr("printing.back")), strict=True
    ):
        x = left + figure.rect.center().x() * zoom / UNITS
        y = box.y + figure.rect.bottom() * zoom / UNITS + 0.4
        style = Style(LEAST, ink=GREY, align="middle")
        ink.write(Box(x - 8, y, 16, caption), words, style)


# ---- weapons and blocks ------------------------------------------------------------------------


def _middle(
    ink: Ink, person: Person, card: CardView, box: Box, lines: list[list[list[Pair]]]
) -> float:
    """Draw weapons, then as many lines of the blocks as fit; returns the height used."""
    step = line_height(SMALL)
    every = [line for block in lines for line in block]
    table = weapons.arrange(card, person.needs, box.w)
    room = box.top(box.h - min(len(every), 1) * step)
    if weapons.too_broad(table, box.w):
        used = stack_weapons(ink, person, room)
    else:
        kept = table.fitting(room.h - 0.8)
        used = weapons.paint(ink, table, kept, box) + (0.8 if table.rows else 0.0)
    count = min(len(every), int((box.h - used + 0.05) // step))
    for n in range(count):
        paint_pairs(ink, box.below(used + n * step).top(step), every[n])
    return used + count * step


def stack_weapons(ink: Ink, person: Person, box: Box, *, needed: bool = True) -> float:
    """Draw the weapons below each other, their values in lines; returns the height used.

    ``needed`` says below each what it needs against whom.

    What does not fit is counted in a last line.
    """
    card = person.card
    assert card is not None
    y, step, left = box.y + 0.4, line_height(SMALL), 0
    for cells in card.weapons:
        lines = _weapon_lines(card, cells, box.w)
        needs = weapons.needed(person.needs, cells[0], box.w) if needed else ()
        high = (1 + len(lines)) * step + len(needs) * line_height(LEAST)
        if y + high > box.bottom + 0.05:
            left += 1
            continue
        ink.write(Box(box.x, y, box.w, step), say(cells[0]), Style(SMALL, 700, keep_end=True))
        for n, line in enumerate(lines):
            paint_pairs(ink, Box(box.x, y + (n + 1) * step, box.w, step), line)
        below = Box(box.x, y + (1 + len(lines)) * step, box.w, line_height(LEAST))
        for n, words in enumerate(needs):
            ink.write(below.below(n * below.h).top(below.h), words, Style(LEAST, ink=GREY))
        y += high + 0.3
    if left and y + step <= box.bottom + 0.05:
        said = tr("printing.more_weapons", n=left)
        ink.write(Box(box.x, y, box.w, step), said, Style(LEAST, ink=GREY))
        y += step
    return y - box.y


def _weapon_lines(card: CardView, cells: tuple[Term, ...], wide: float) -> list[list[Pair]]:
    """Break what is known of a weapon into lines of label and value."""
    known = [(say(h), say(c)) for h, c in zip(card.weapon_heads[1:], cells[1:], strict=False)]
    pairs: list[Pair] = []
    for head, cell in known:
        if cell in ("", weapons.NOTHING):
            continue
        if width_of(head, LEAST) + width_of(cell, LEAST, 600) + 1 > wide:
            pairs += [(head, ""), ("", cell)]  # too long for one line
        else:
            pairs.append((head, cell))
    return break_pairs(pairs, wide)


def lines_of(block: Block, wide: float) -> list[list[Pair]]:
    """Break the values of a block into lines of label and value."""
    return break_pairs([(say(row[0]), say(row[1])) for row in block.rows], wide)


def break_pairs(pairs: list[Pair], wide: float) -> list[list[Pair]]:
    """Break labels and values into lines of a width."""
    if sum(map(_pair_width, pairs)) + _tight(len(pairs)) <= wide:
        return [pairs]
    lines: list[list[Pair]] = [[]]
    for pair in pairs:
        longer = [*lines[-1], pair]
        if lines[-1] and sum(map(_pair_width, longer)) + _tight(len(longer)) > wide:
            lines.append([pair])
        else:
            lines[-1] = longer
    return [line for line in lines if line]


def _tight(count: int) -> float:
    """Return the least room between the values of a line."""
    return 1.8 * (count - 1)


def _pair_width(pair: Pair) -> float:
    return width_of(pair[0], LEAST) + width_of(pair[1], LEAST, 600) + 0.9


def paint_pairs(ink: Ink, row: Box, line: list[Pair]) -> None:
    """Write labels and values in a row, close together only where it must be."""
    wide = sum(width_of(a, SMALL) + width_of(b, SMALL, 600) + 0.9 for a, b in line)
    points = SMALL if wide + _tight(len(line)) <= row.w else LEAST
    used = sum(width_of(a, points) + width_of(b, points, 600) + 0.9 for a, b in line)
    gap = min(3.2, max(1.8, (row.w - used) / max(1, len(line) - 1)))
    x = row.x
    for label, value in line:
        room = max(0.0, row.right - x)
        x += ink.write(Box(x, row.y, room, row.h), label, Style(points, ink=GREY)) + 0.9
        room = max(0.0, row.right - x + 0.2)
        x += ink.write(Box(x, row.y, room, row.h), value, Style(points, 600)) + gap


# ---- the foot: life, conditions, notes ---------------------------------------------------------


def life_height(card: CardView, wide: float) -> float:
    """Return how high the boxes of life are, in millimetres, on a card so wide."""
    rows = 1
    if 0 < card.boxes <= MOST_BOXES:
        rows = -(-card.boxes // boxes_across(wide - LIFE, SIDE))
    return rows * (SIDE + 0.7) + 0.6


def paint_foot(
    ink: Ink, content: Content, person: Person, card: CardView, box: Box, rows: int
) -> None:
    """Draw life, conditions in so many rows, and the lines for notes; lengths in millimetres."""
    ink.rule(box.x, box.right, box.y + 0.6, HAIR, LIGHT)
    _life(ink, content, person, card, box.below(1.8))
    conditions = box.below(1.8 + life_height(card, box.w)).top(rows * CONDITION)
    _conditions(ink, content, card, conditions, rows)
    y = conditions.bottom + 0.2
    wide = ink.write(Box(box.x, y, 20, 4), tr("printing.notes"), Style(SMALL, ink=GREY))
    ink.rule(box.x + wide + 1.5, box.right, y + 3.4, HAIR, LIGHT)


def _life(ink: Ink, content: Content, person: Person, card: CardView, box: Box) -> None:
    label = Box(box.x, box.y - 0.5, LIFE - 1, SIDE + 1)
    health = person.health
    points = card.boxes * card.box if health is None else health.most
    now = points if health is None else health.now
    wide = ink.write(label, content.points, Style(TEXT, 700))
    most = language.words.number(points) if person.token.name else ""  # an empty form has none
    ink.write(label.span(wide + 1, label.w - wide - 1), most)
    room = Box(box.x + LIFE, box.y, box.w - LIFE, SIDE)
    if 0 < card.boxes <= MOST_BOXES:
        lost = max(0, min(card.boxes, (points - now) // card.box))
        ink.tick_boxes(room, card.boxes, lost, SIDE, boxes_across(room.w, SIDE))
        return
    said = tr("printing.now", n=now)
    x = room.x + 1 + ink.write(Box(room.x + 1, label.y, 30, label.h), said) + 3
    while x + 11 <= box.right:
        ink.rule(x, x + 11, label.bottom, HAIR)
        x += 13


def _conditions(ink: Ink, content: Content, card: CardView, box: Box, rows: int) -> None:
    """Draw conditions to tick on some lines; those that hold are ticked and come first."""
    held = [say(term) for term in card.conditions]
    others = [c for c in content.conditions if not any(h.startswith(c) for h in held)]
    x, row = box.x, 0
    for n, words in enumerate((*held, *others)):
        need = min(box.w, 3.0 + width_of(words, SMALL) + 0.1)
        if x > box.x and x + need > box.right:
            row, x = row + 1, box.x
        if row >= rows:
            break
        y = box.y + row * CONDITION
        cell = Box(x, y + 0.9, 2.1, 2.1)
        on = n < len(held)
        ink.frame(cell, BOX, fill="#BDBDBD" if on else "#FFFFFF", radius=0.3)
        ink.marks.append(Mark("", cell, "box"))
        if on:
            ink.tick(cell)
        ink.write(Box(x + 3.0, y, need - 3.0, CONDITION), words, Style(SMALL))
        x += need + 2.8
