"""The first page: the map to scale, the ring, who fights, rounds to tick off, room for notes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QRectF

from desktop.board.floor_canvas import Box as Squares
from desktop.board.floor_paper import paint_paper_floor
from desktop.board.paint import View
from desktop.colours import PAPER
from desktop.docks.ring_layout import layout_ring
from desktop.docks.ring_paint import paint_ring
from desktop.docks.words import round_word
from desktop.i18n import language, tr
from desktop.printing.area import CutOut, column_name, cut_out
from desktop.printing.content import Content, Person
from desktop.printing.ground import grey_picture, mark_area, mark_doors
from desktop.printing.ink import (
    BLACK,
    BOX,
    FRAME,
    GREY,
    HAIR,
    HEADING,
    LEAST,
    LIGHT,
    SMALL,
    TEXT,
    Align,
    Ink,
    Marker,
    Style,
    width_of,
)
from desktop.printing.page import BAR, UNITS, Box
from maps.floor import Floor
from maps.grid import SUB

BAR_ROW = 12.5
"""Height of the bar and its sentence, with what keeps them apart."""
RULER = 5.5
"""Room for the letters above the map and the numbers beside it."""
RING = 76.0
RING_PIXELS = 300.0
"""The ring is drawn as a widget of this size: its least letters are 7 pt then."""
TITLED, HEADS, LEGEND, ROUNDS, NOTES = 5.0, 5.4, 6.0, 20.0, 26.0
"""Heights: a heading, heads of columns, the legend, boxes for rounds, some lines for notes."""
ROUNDS_HEAD, ROUNDS_ROW = 6.0, 6.0
"""Heights: the heading over the boxes for rounds, a row of them."""
ROW_LEAST, ROW_MOST, ROW_FURTHER = 4.6, 7.0, 6.0
"""Heights of rows of the list: close for many, generous for few, on further pages."""
MAP_LOW, MAP_HIGH = 90.0, 135.0
"""Bounds of the height that the map takes of a page with a list."""
COLUMNS: tuple[Align, ...] = ("left", "left", "right", "right", "left")
DOTS = 200
"""Pixels to the inch of a map picture."""


# ---- the map ---------------------------------------------------------------------------------


def map_part(content: Content, box: Box, *, alone: bool) -> CutOut:
    """Return the part of the map that goes into a box, rulers included."""
    high = box.h - BAR_ROW
    if not alone:
        beside = TITLED + HEADS + LEGEND + ROUNDS + NOTES + len(content.people) * 5.4
        high = min(MAP_HIGH, max(MAP_LOW, high - max(beside, 9.5 + RING + NOTES)))
    tokens = content.state.tokens.values()
    return cut_out(content.board, tokens, box.w - RULER, high - RULER)


def paint_map(ink: Ink, content: Content, box: Box, part: CutOut) -> Box:
    """Draw the map with its rulers; returns the box of the squares."""
    frame = Box(box.x + RULER, box.y + RULER, part.width, part.height)
    _rulers(ink, content, frame, part)
    paint_squares(ink, content, frame, part)
    ink.frame(frame, FRAME)
    return frame


def paint_squares(
    ink: Ink, content: Content, frame: Box, part: CutOut, *, tokens: bool = True
) -> None:
    """Draw what lies on the squares of a part of the map."""
    scale = part.scale * UNITS
    view = View(scale, part.left - frame.x / part.scale, part.top - frame.y / part.scale)
    region = Squares(part.left, part.top, part.left + part.columns, part.top + part.rows)
    with ink.clip(frame):
        board = content.board
        if board.picture is not None:
            _picture(ink, content, frame, part)
            board = replace(board, floor=Floor())
        paint_paper_floor(ink.painter, view, board, region)
        for laid in content.areas:
            mark_area(ink, laid, view, frame, part.scale)
        if not content.players:
            mark_doors(ink, content.board, frame, part)
        if tokens:
            _tokens(ink, content, frame, part)


def _rulers(ink: Ink, content: Content, frame: Box, part: CutOut) -> None:
    board = content.board
    step = max(1, -(-4.0 // part.scale))
    style = Style(SMALL, 400, GREY, "middle", kind="ruler")
    for i in range(part.columns):
        x = part.left + i - board.left
        if x >= 0 and x % step == 0:
            cell = Box(frame.x + i * part.scale - 2, frame.y - 4.4, part.scale + 4, 3.6)
            ink.write(cell, column_name(x), style)
    for i in range(part.rows):
        y = part.top + i - board.top
        if y >= 0 and y % step == 0:
            cell = Box(frame.x - RULER, frame.y + i * part.scale, RULER - 1.2, part.scale)
            ink.write(cell, str(y + 1), Style(SMALL, 400, GREY, "right", kind="ruler"))


def _picture(ink: Ink, content: Content, frame: Box, part: CutOut) -> None:
    picture = content.board.picture
    assert picture is not None
    data = content.asset(picture.asset)
    wide = picture.width / SUB * part.scale / 25.4 * DOTS
    image = grey_picture(data, round(wide)) if data else None
    if image is None or not picture.width or not picture.height:
        return
    left = frame.x + (picture.x / SUB - part.left) * part.scale
    top = frame.y + (picture.y / SUB - part.top) * part.scale
    whole = Box(left, top, picture.width / SUB * part.scale, picture.height / SUB * part.scale).rect
    shown = whole.intersected(frame.rect)
    kx, ky = image.width() / whole.width(), image.height() / whole.height()
    source = QRectF(
        (shown.left() - whole.left()) * kx,
        (shown.top() - whole.top()) * ky,
        shown.width() * kx,
        shown.height() * ky,
    )
    piece = image.copy(source.toAlignedRect())
    target = Box(
        shown.left() / UNITS, shown.top() / UNITS, shown.width() / UNITS, shown.height() / UNITS
    )
    ink.picture(target, piece, QRectF(piece.rect()))


def _tokens(ink: Ink, content: Content, frame: Box, part: CutOut) -> None:
    there = content.state.tokens
    out = {p.token.id: p.marker for p in content.people if p.token.id in there}
    order = sorted(out, key=lambda id: (not out[id].out, content.state.tokens[id].space.side == 0))
    for id in order:
        space = content.state.tokens[id].space
        side = space.side / SUB * part.scale
        x = frame.x + (space.x / SUB - part.left) * part.scale + side / 2
        y = frame.y + (space.y / SUB - part.top) * part.scale + side / 2
        inside = (
            frame.x - side < x < frame.right + side and frame.y - side < y < frame.bottom + side
        )
        if inside:
            ink.marker(x, y, side - 0.16 * part.scale, out[id], kind="token")


def paint_bar(ink: Ink, box: Box) -> None:
    """Draw the bar of exactly 100 mm in ten parts."""
    for i in range(10):
        part = Box(box.x + i * BAR / 10, box.y, BAR / 10, 1.7)
        ink.frame(part, 0, fill="#000000" if i % 2 == 0 else "#FFFFFF")
    rim = BOX * 25.4 / 72
    # The outer edges of the frame are 100 mm apart, not the middles of its lines.
    ink.frame(Box(box.x + rim / 2, box.y + rim / 2, BAR - rim, 1.7 - rim), BOX)
    words = Style(SMALL, kind="bar")
    for at, text in ((0, "0"), (50, "50"), (100, tr("printing.bar_end"))):
        wide = width_of(text, SMALL)
        x = box.x + at * BAR / 100 - (0 if at == 0 else wide / 2 if at == 50 else wide)
        ink.write(Box(x, box.y + 2.3, wide + 0.2, 3.2), text, words)


def paint_scale(ink: Ink, content: Content, box: Box, part: CutOut) -> float:
    """Draw bar and scale sentence; returns the height."""
    paint_bar(ink, box)
    room = Box(box.x + BAR + 6, box.y - 1.2, box.w - BAR - 6, 3.8)
    words = language.words
    said = tr("printing.scale", paper=words.number(part.scale), metres=content.metres)
    ink.write(room, said)
    note = Style(SMALL, ink=GREY, lines=2)
    ink.write(room.below(room.h).top(3.8), tr("printing.bar_note"), note)
    return 7.5


# ---- ring and list ----------------------------------------------------------------------------


def paint_initiative(ink: Ink, content: Content, box: Box) -> None:
    """Draw the ring, as many combatants as fit, rounds and notes."""
    gap = 5.0
    left, right = box.span(0, RING), box.span(RING + gap, box.w - RING - gap)
    ink.write(left.top(5), tr("printing.ring"), Style(HEADING, 700))
    ink.write(left.below(5).top(4), content.stand, Style(SMALL, ink=GREY))
    ring = Box(left.x, left.y + 9.5, RING, RING)
    paint_ring_in(ink, content, ring)
    used = _list(ink, content, right)
    below = max(ring.bottom, right.y + used)
    room = right.below(used + 2.5)
    rows = min(3, int((room.h - NOTES - ROUNDS_HEAD) // ROUNDS_ROW))
    if rows < 2:
        rows = min(2, int((room.h - ROUNDS_HEAD) // ROUNDS_ROW))
    if rows > 0:
        high = ROUNDS_HEAD + rows * ROUNDS_ROW
        paint_rounds(ink, content, room.top(high), rows)
        below = max(below, room.y + high)
    notes = Box(box.x, below + 2, box.w, box.bottom - below - 2)
    if notes.h >= 16:
        paint_notes(ink, notes)


def paint_ring_in(ink: Ink, content: Content, box: Box) -> None:
    """Draw the ring; its markers are drawn here, so that their letters are never too small."""
    zoom = box.w * UNITS / RING_PIXELS
    rect = QRectF(0, 0, RING_PIXELS, RING_PIXELS)
    blank = tuple(replace(m, initials="", lap="", out=False) for m in content.ring.markers)
    p = ink.painter
    p.save()
    p.translate(box.x * UNITS, box.y * UNITS)
    p.scale(zoom, zoom)
    paint_ring(p, rect, replace(content.ring, markers=blank), PAPER)
    p.restore()
    layout = layout_ring(rect, content.ring)
    to_mm = zoom / UNITS
    for placed in sorted(layout.placed, key=lambda m: -m.lane):
        m = placed.marker
        x, y = box.x + placed.centre.x() * to_mm, box.y + placed.centre.y() * to_mm
        size = layout.diameter * to_mm
        ink.marker(x, y, size, Marker(m.initials, m.side, m.out), kind="ring")
        more = f"+{len(placed.more)}" if placed.more else m.lap
        if more:
            badge = Box(x + size * 0.12, y - size * 0.72, size * 0.8, 3.4)
            ink.frame(badge, BOX, fill="#FFFFFF", radius=1.6)
            ink.write(badge, more, Style(LEAST, 700, align="middle", kind="ring"))


def _shape(content: Content, box: Box) -> tuple[int, float]:
    """Return how many combatants the list beside the ring has, and how high its rows are."""
    room, count = box.h - TITLED - HEADS - LEGEND, len(content.people)
    rows = ROW_MOST
    for rest in (ROUNDS + NOTES, ROUNDS, 0.0):
        rows = min(ROW_MOST, (room - rest) / max(1, count))
        if rows >= ROW_LEAST:
            return count, rows
    return int(room / ROW_LEAST), ROW_LEAST


def listed(content: Content, box: Box) -> int:
    """Return how many combatants the list on the first page has."""
    return _shape(content, box)[0]


def _list(ink: Ink, content: Content, box: Box) -> float:
    """Draw the list of combatants; returns how high it is."""
    ink.write(box.top(TITLED), tr("printing.combatants"), Style(HEADING, 700))
    room = box.below(TITLED)
    count, rows = _shape(content, box)
    used = paint_rows(ink, content, room, content.people[:count], rows)
    return TITLED + used + _legend(ink, room.below(used).top(LEGEND))


def paint_rows(
    ink: Ink, content: Content, box: Box, people: tuple[Person, ...], high: float
) -> float:
    """Draw rows of the list below their heads; returns the height."""
    heads = (
        tr("printing.name"),
        tr("printing.side"),
        content.counts,
        content.points,
        tr("printing.status"),
    )
    rows = [(p.token.name, p.side, p.count, _points(p), p.status) for p in people]
    columns = _columns(heads, rows, box.w)
    for i, words in enumerate(heads):
        style = Style(SMALL, 600, align=COLUMNS[i], kind="head")
        ink.write(box.top(HEADS - 0.4).span(*columns[i]), words, style)
    y = box.y + HEADS - 0.2
    ink.rule(box.x, box.right, y, 0.8)
    for person, cells in zip(people, rows, strict=True):
        row = Box(box.x, y, box.w, high)
        ink.marker(row.x + 3, y + high / 2, min(5.4, high - 0.5), person.marker)
        for i, words in enumerate(cells):
            lines = 2 if high > 6 and i in (0, 4) else 1
            style = Style(TEXT, 400 if i else 600, BLACK, COLUMNS[i], lines, keep_end=i == 0)
            ink.write(row.span(*columns[i]), words, style)
        y += high
        ink.rule(box.x, box.right, y, HAIR, LIGHT)
    return y - box.y


def _points(person: Person) -> str:
    health = person.health
    return "" if health is None else tr("printing.of", now=health.now, most=health.most)


def _columns(
    heads: tuple[str, ...], rows: Sequence[tuple[str, ...]], wide: float
) -> list[tuple[float, float]]:
    """Return start and width of the columns: name and status share what the others leave."""
    natural = []
    for i, head in enumerate(heads):
        weight = 400 if i else 600
        cells = max((width_of(row[i], TEXT, weight) for row in rows), default=0.0)
        natural.append(max(width_of(head, SMALL, 600), cells) + 0.3)
    gap, start = 2.5, 7.6
    left = wide - start - sum(natural[1:4]) - 4 * gap
    name = natural[0] if natural[0] + natural[4] <= left else left * 0.6
    name = min(max(name, left - natural[4]), left * 0.75)
    widths = (name, *natural[1:4], left - name)
    found = []
    for width in widths:
        found.append((start, width))
        start += width + gap
    return found


def _legend(ink: Ink, box: Box) -> float:
    x, y = box.x, box.y + 3.2
    for side, words in (
        ("heroes", tr("printing.legend_heroes")),
        ("foes", tr("printing.legend_foes")),
        ("neutral", tr("printing.legend_others")),
    ):
        ink.marker(x + 1.7, y, 3.4, Marker("", side))
        wide = ink.write(Box(x + 4.4, y - 2, 24, 4), words, Style(SMALL, ink=GREY))
        x += wide + 8.5
    return 6.0


def paint_rounds(ink: Ink, content: Content, box: Box, rows: int) -> None:
    """Draw boxes to tick off the rounds; those that are over are grey."""
    title = round_word(content.state.system, "rounds") or tr("printing.rounds")
    ink.write(box.top(5), title, Style(HEADING, 700))
    line = content.state.timeline
    first = max(0, line.round - 1) // 10 * 10 + 1
    across, w, h = 10, box.w / 10, ROUNDS_ROW - 1
    for i in range(rows * across):
        row, column = divmod(i, across)
        number = first + i
        cell = Box(box.x + column * w, box.y + ROUNDS_HEAD + row * ROUNDS_ROW, w - 0.9, h)
        over, now = number < line.round, number == line.round
        ink.frame(cell, 1.6 if now else BOX, fill="#DDDDDD" if over else "#FFFFFF", radius=0.5)
        style = Style(SMALL, 700 if now else 400)
        ink.write(cell.span(1, 5), str(number), style)
        if over:
            ink.tick(Box(cell.right - 3.6, cell.y + h / 2 - 1.4, 2.8, 2.8))


def paint_notes(ink: Ink, box: Box) -> None:
    """Draw lines to write on."""
    ink.write(box.top(5), tr("printing.notes"), Style(HEADING, 700))
    y = box.y + 11.0
    while y <= box.bottom:
        ink.rule(box.x, box.right, y, HAIR, LIGHT)
        y += 6.5


def more_fitting(box: Box) -> int:
    """Return how many combatants a further page lists."""
    return int((box.h - HEADS) // ROW_FURTHER)


def paint_more_people(ink: Ink, content: Content, box: Box, people: tuple[Person, ...]) -> None:
    """Go on with the list on a page of its own."""
    used = paint_rows(ink, content, box, people, ROW_FURTHER)
    notes = box.below(used + 6)
    if notes.h >= 20:
        paint_notes(ink, notes)
