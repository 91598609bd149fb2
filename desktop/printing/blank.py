"""Sheets to fill in by hand: the ring with markers to cut out, cards, the body with its armour."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from types import MappingProxyType

from PySide6.QtCore import QRectF

from desktop.colours import PAPER
from desktop.docks.body_paint import paint_body
from desktop.i18n import language, tr
from desktop.printing import cards, first
from desktop.printing.cards import EMPTY
from desktop.printing.content import Content, Person
from desktop.printing.ink import (
    BOX,
    FRAME,
    GREY,
    HAIR,
    HEADING,
    LIGHT,
    SMALL,
    TEXT,
    Ink,
    Marker,
    Style,
)
from desktop.printing.page import UNITS, Box
from maps.grid import Footprint
from rules.core.terms import Term, term
from rules.encounter.state import Encounter, Sheet, SideId, Timeline, Token, TokenId
from rules.system import RuleSystem
from rules.system.answers import Block, CardView, Health
from rules.views import BodyView

RING = 150.0
MARKER, MARKERS = 16.0, 30
"""Diameter of the markers to cut out, and how many there are."""
WEAPONS = 3
"""Empty lines for weapons."""
BOXES = 40
"""Boxes to tick where the system counts points."""
ROW = 7.0
NAME, VALUE = 18, 5
"""Letters that a name and a value of an empty form have room for."""
DIFFERENT = 8
"""So many creatures of the library are looked at for what a form needs."""


@dataclass(frozen=True, slots=True)
class Blank:
    """A page to fill in: its title and what is painted."""

    title: str
    body: Callable[[Ink, Box], None]


def blank_pages(content: Content, system: RuleSystem) -> tuple[Blank, ...]:
    """Return the empty sheets of a system."""
    someone = _someone(system)
    if someone is None:
        return ()
    token, state = someone
    card = _emptied(system, system.card(state, token.id))
    body = system.body(state, token.id, language.words)
    pages = [
        Blank(tr("paper.blank_ring"), _ring_page(content, system, state)),
        Blank(tr("paper.blank_cards"), _card_page(content, token, card)),
    ]
    if len(body.zones) > 1:
        pages.append(Blank(tr("paper.blank_body"), _body_page(body)))
    return tuple(pages)


def _someone(system: RuleSystem) -> tuple[Token, Encounter] | None:
    """Return somebody of the library without a name, alone in a fight: only the form matters."""
    templates = system.library()
    return _form(system, templates[0].sheet) if templates else None


def _form(system: RuleSystem, sheet: Sheet) -> tuple[Token, Encounter]:
    """Return somebody with a sheet and without a name, alone in a fight."""
    id = TokenId("blank")
    space = Footprint.at(0, 0, system.squares(sheet))
    token = Token(id, "", SideId.HEROES, space, sheet, system.fresh(sheet))
    state = Encounter(system.id)
    return token, replace(state, tokens=MappingProxyType({id: token}))


def _space(long: int) -> Term:
    """Return a line to write on, so many letters long."""
    return term("zones.cell", text="_" * long)


def _emptied(system: RuleSystem, card: CardView) -> CardView:
    """Return a card with its labels and without its values.

    What only some creatures have (their gear, their senses) is no part of a form.
    """
    usual = _usual_labels(system)
    heads = card.weapon_heads
    row = tuple(_space(VALUE if i else NAME) for i in range(len(heads)))
    blocks = []
    for block in card.blocks:
        rows = tuple((row[0], _space(VALUE)) for row in block.rows if row[0] in usual)
        if rows:
            blocks.append(Block(block.title, rows))
    return replace(
        card,
        head=tuple((label, term("zones.cell", text=EMPTY)) for label, _ in card.head),
        weapons=(row,) * WEAPONS,
        blocks=tuple(blocks),
        boxes=BOXES,
        conditions=(),
        kind="",
    )


def _usual_labels(system: RuleSystem) -> frozenset[Term]:
    """Return the labels that the cards of some quite different creatures have in common."""
    found: frozenset[Term] | None = None
    for template in system.library()[:DIFFERENT]:
        token, state = _form(system, template.sheet)
        rows = (row for block in system.card(state, token.id).blocks for row in block.rows)
        labels = frozenset(row[0] for row in rows)
        found = labels if found is None else found & labels
    return found or frozenset()


def _card_page(content: Content, token: Token, card: CardView) -> Callable[[Ink, Box], None]:
    person = Person(token, Marker("", "heroes"), "", "", "", "", Health(BOXES, BOXES), card)

    def paint(ink: Ink, box: Box) -> None:
        for n in range(cards.PER_PAGE):
            cards.paint_card(ink, content, person, cards.place(n, box))

    return paint


def _unmarked(body: BodyView) -> BodyView:
    zones = (
        replace(z, value="", wound=0, armour=(), bleeding="", pain="", selected=False, aimed=False)
        for z in body.zones
    )
    return replace(body, zones=tuple(zones), front="", back="", summary="", legend=())


def _ring_page(
    content: Content, system: RuleSystem, state: Encounter
) -> Callable[[Ink, Box], None]:
    nobody = replace(state, tokens=MappingProxyType({}), timeline=Timeline())
    view = replace(
        system.ring(nobody, language.words), markers=(), arcs=(), top="", big="", bottom=""
    )

    def paint(ink: Ink, box: Box) -> None:
        ring = Box(box.x + (box.w - RING) / 2, box.y, RING, RING)
        first.paint_ring_in(ink, replace(content, ring=view), ring)
        room = box.below(RING + 4)
        ink.write(room.top(5), tr("paper.cut_out"), Style(HEADING, 700))
        _markers(ink, content, room.below(7))

    return paint


def _markers(ink: Ink, content: Content, box: Box) -> None:
    """Draw markers to cut out: those of this fight, then empty ones of both sides."""
    known = [person.marker for person in content.people][:MARKERS]
    empty = MARKERS - len(known)
    looks = [replace(m, out=False) for m in known]
    looks += [Marker("", "heroes" if n % 2 == 0 else "third") for n in range(empty)]
    across = int(box.w // (MARKER + 2))
    for n, look in enumerate(looks):
        row, column = divmod(n, across)
        y = box.y + row * (MARKER + 2) + MARKER / 2
        if y + MARKER / 2 > box.bottom:
            return
        x = box.x + column * (box.w / across) + box.w / across / 2
        ink.marker(x, y, MARKER - 2, look, kind="marker")
        ink.circle(x, y, MARKER / 2, HAIR, ink=LIGHT)


def _body_page(body: BodyView) -> Callable[[Ink, Box], None]:
    figure = _unmarked(body)
    labels = _labels(body)

    def paint(ink: Ink, box: Box) -> None:
        ink.write(box.top(6), tr("printing.name"), Style(TEXT, 600))
        ink.rule(box.x + 16, box.right, box.y + 5.4, HAIR, GREY)
        shown = Box(box.x, box.y + 9, box.w, 108)
        _figure(ink, figure, shown)
        _zones(ink, labels, box.below(122))

    return paint


def _labels(body: BodyView) -> list[str]:
    """Name the zones; of two that are called alike each says its side."""
    names = [zone.label for zone in body.zones]
    labels = []
    for zone in body.zones:
        side = zone.shapes[0].rpartition(":")[2][:2] if zone.shapes else ""
        if names.count(zone.label) > 1 and side in ("r_", "l_"):
            words = tr("paper.right") if side == "r_" else tr("paper.left")
            labels.append(tr("paper.sided", zone=zone.label, side=words))
        else:
            labels.append(zone.label)
    return labels


def _figure(ink: Ink, view: BodyView, box: Box) -> None:
    wide, high = 460.0, 262.0
    zoom = min(box.w * UNITS / wide, box.h * UNITS / high)
    p = ink.painter
    p.save()
    p.translate((box.x + (box.w - wide * zoom / UNITS) / 2) * UNITS, box.y * UNITS)
    p.scale(zoom, zoom)
    paint_body(p, QRectF(0, 0, wide, high), view, PAPER)
    p.restore()


def _zones(ink: Ink, labels: list[str], box: Box) -> None:
    """Draw a line for each zone: its armour, its protection, boxes for what befalls it."""
    columns = ((0.0, 0.22), (0.22, 0.32), (0.54, 0.12), (0.66, 0.34))
    heads = (
        tr("paper.zone"),
        tr("paper.zone_armour"),
        tr("paper.zone_protection"),
        tr("paper.zone_harm"),
    )
    high = min(ROW, (box.h - 5) / max(1, len(labels)))
    for (start, share), words in zip(columns, heads, strict=True):
        ink.write(box.top(4.6).span(start * box.w, share * box.w), words, Style(SMALL, 600))
    y = box.y + 5.0
    ink.rule(box.x, box.right, y, FRAME)
    for words in labels:
        row = Box(box.x, y, box.w, high)
        ink.write(row.span(0, box.w * 0.21), words, Style(TEXT, lines=2 if high > 6 else 1))
        for start, _share in columns[1:]:
            x = box.x + start * box.w
            ink.line((x, y), (x, y + high), HAIR, LIGHT)
        ink.tick_boxes(row.span(0.67 * box.w, 0).below(high / 2 - 1.2), 20, 0, 2.0)
        y += high
        ink.rule(box.x, box.right, y, BOX if high > 6 else HAIR, LIGHT)
