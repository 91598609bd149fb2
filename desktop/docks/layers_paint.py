"""Armour along the attack value: layers on the skin, thresholds, the blow and what gets through."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPen

from desktop.board.paint import (
    circle,
    colour,
    fill,
    halo_text,
    line,
    pen,
    polygon,
    text,
    text_width,
)
from desktop.colours import Theme
from desktop.docks.layers_layout import LEFT, LayersLayout, Struck, layout_layers, struck
from desktop.docks.materials_paint import MISS, paint_material
from desktop.theme import font
from desktop.widgets.draw import broken, plate
from rules.views import LayerBlock, LayersView

SKIN = 9.0
BARE_LINE = 14
"""Height of a line of places that are bare."""


def paint_layers(
    painter: QPainter,
    rect: QRectF,
    view: LayersView,
    theme: Theme,
    words: LayerWords,
    at: int | None = None,
) -> LayersLayout:
    """Draw the layers into a rectangle; ``at`` moves the blow to another attack value."""
    layout = layout_layers(rect, view, words.protection)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    plot = _Plot(painter, view, theme, layout, words)
    plot.axis()
    plot.miss()
    for block in view.blocks:
        plot.block(block)
    plot.skin()
    plot.thresholds()
    plot.places()
    for block in view.blocks:
        plot.coming(block)
    if at is None:
        plot.coming_words()
    plot.reach()
    for block in view.blocks:
        plot.label(block)
    plot.bare()
    now = view.at if at is None else at
    if now is not None:
        plot.blow(struck(view, now), given=at is None)
    plot.foot()
    painter.restore()
    return layout


@dataclass(frozen=True, slots=True)
class LayerWords:
    """The few words of the plot itself, and the sentence below it."""

    protection: str
    value: str
    foot: str = ""
    rest: str = ""


class _Plot:
    """One painting of the layers, part by part."""

    def __init__(
        self,
        painter: QPainter,
        view: LayersView,
        theme: Theme,
        layout: LayersLayout,
        words: LayerWords,
    ) -> None:
        self.p, self.view, self.theme, self.on, self.words = painter, view, theme, layout, words
        self.base = layout.plot.bottom()
        self._said_to = 0.0
        """Where the words of what is coming end."""

    def axis(self) -> None:
        """Write protection at the left: nothing, the top of each layer, the weight of the blow."""
        values = {0, *(b.below + b.height for b in self.view.blocks)}
        if self.view.weight is not None:
            values.add(self.view.weight)
        taken: list[float] = []
        for value in sorted(values):
            y = self.on.y(value)
            if any(abs(y - other) < 12 for other in taken):
                continue
            taken.append(y)
            right = self.on.plot.right()
            line(
                self.p,
                QPointF(self.on.plot.left(), y),
                QPointF(right, y),
                pen(self.theme.line, 1),
            )
            at = QPointF(self.on.plot.left() - 6, y + 4)
            text(self.p, at, str(value), font(11), self.theme.text_2, "right")
        at = QPointF(self.on.plot.left() - 10, self.on.plot.top() - 8)
        text(self.p, at, self.words.protection, font(11), self.theme.text_2, "right")

    def miss(self) -> None:
        left, right = self.on.x(0), self.on.x(self.view.lowest)
        if right - left < 2:
            return
        box = QRectF(left, self.on.plot.top(), right - left, self.on.plot.height())
        paint_material(self.p, box, MISS, self.theme)
        if text_width(self.view.miss_text, font(12, 600)) + 8 < box.width():
            at = QPointF(box.center().x(), box.center().y() + 4)
            inks = (colour(self.theme.text_2), pen(self.theme.miss, 4))
            halo_text(self.p, at, self.view.miss_text, font(12, 600), inks)

    def _box(self, block: LayerBlock, end: int | None = None) -> QRectF:
        left, right = self.on.x(block.start), self.on.x(min(block.end if end is None else end,
                                                            self.view.end))  # fmt: skip
        top, bottom = self.on.y(block.below + block.height), self.on.y(block.below)
        return QRectF(left, top, max(0.0, right - left), bottom - top)

    def block(self, block: LayerBlock) -> None:
        box = self._box(block)
        paint_material(self.p, box, block.material, self.theme)
        self._outline(box, pen(self.theme.text, 1.2))
        if block.before is not None and block.before > block.end:
            was = self._box(block, block.before)
            was.setLeft(box.right())
            self._outline(was, pen(self.theme.text_3, 1.2, dash=(3, 2)))

    def _outline(self, box: QRectF, stroke: QPen) -> None:
        path = QPainterPath()
        path.addRect(box)
        self.p.strokePath(path, stroke)

    def skin(self) -> None:
        left = self.on.x(self.view.lowest)
        box = QRectF(left, self.base, self.on.plot.right() - left, SKIN)
        self.p.fillRect(box, fill(self.theme.skin))
        self._outline(box, pen(self.theme.skin_line, 1))

    def thresholds(self) -> None:
        values = {self.view.lowest, *(b.end for b in self.view.blocks if b.end <= self.view.end)}
        values |= {b.start for b in self.view.blocks}
        ink = pen(self.theme.text, 1.2, round_caps=False)
        taken: list[tuple[float, float]] = []
        for value in sorted(values):
            x = self.on.x(value)
            line(self.p, QPointF(x, self.on.plot.top() - 4), QPointF(x, self.base + 14), ink)
            half = text_width(str(value), font(12, 650)) / 2 + 3
            if any(x - half < right and left < x + half for left, right in taken):
                continue
            taken.append((x - half, x + half))
            at = QPointF(x, self.base + 27)
            text(self.p, at, str(value), font(12, 650), self.theme.text)

    def places(self) -> None:
        ink = pen(self.theme.skin_line, 2, round_caps=False)
        for value, name in self.view.places:
            x = self.on.x(value)
            if value <= self.view.end:
                top = self.base + SKIN
                line(self.p, QPointF(x, top), QPointF(x, top + (6 if name else 4)), ink)

    def bare(self) -> None:
        view, left, right = self.view, self.on.x(self.view.bare), self.on.plot.right()
        middle, room = (left + right) / 2, right - left - 4
        lines = bare_lines(view, self.on)
        top = self.base - 9 - (len(lines) - 1) * BARE_LINE
        if text_width(view.bare_text, font(12, 600)) <= room:
            at = QPointF(middle, top - 15 if lines else self.base - 12)
            text(self.p, at, view.bare_text, font(12, 600), self.theme.text)
        for i, names in enumerate(lines):
            at = QPointF(middle, top + i * BARE_LINE)
            text(self.p, at, names, font(11), self.theme.text_2)

    def label(self, block: LayerBlock) -> None:
        """Name a block on a plate inside it, clear of the blow, with as many words as fit."""
        box = self._box(block)
        if box.height() < 18:
            return
        spaces = self._spaces(box, block)
        for lines in _labels(block, max(s.width() for s in spaces) - 14):
            wide = max(text_width(words, font(*f)) for words, f in lines) + 14
            high = 4.0 + 15.0 * len(lines)
            fitting = [s for s in spaces if wide <= s.width()]
            if not fitting or high > box.height() - 1:
                continue
            back = QRectF(fitting[0].left(), box.center().y() - high / 2, wide, high)
            plate(self.p, back, 4, f"#ED{self.theme.surface[1:]}")
            for i, (words, f) in enumerate(lines):
                at = QPointF(back.left() + 7, back.top() + 13.5 + 15 * i)
                ink = self.theme.text if f is NAME else self.theme.text_2
                text(self.p, at, words, font(*f), ink, "left")
            return

    def _spaces(self, box: QRectF, block: LayerBlock) -> list[QRectF]:
        """Return where words may stand in a block: what lies bare first, and never on the blow."""
        inner = [self._box(b).right() for b in self.view.blocks if b.below > block.below]
        lefts = [r for r in inner if box.left() < r < box.right()]
        whole = box.adjusted(6, 0, -3, 0)
        found = [QRectF(whole)]
        if lefts:
            found.insert(0, whole.adjusted(max(lefts) + 2 - box.left(), 0, 0, 0))
        at = self.view.at
        if at is None:
            return found
        x, parted = self.on.x(at), []
        for space in found:
            if not space.left() - 12 < x < space.right() + 12:
                parted.append(space)
                continue
            before, after = QRectF(space), QRectF(space)
            before.setRight(x - 12)
            after.setLeft(x + 14)
            parted += sorted((before, after), key=lambda s: -s.width())
        return parted

    def coming(self, block: LayerBlock) -> None:
        """Draw where a layer will end after this blow."""
        if block.after is None or block.after == block.end:
            return
        x, top = self.on.x(block.after), self.on.y(block.below + block.height)
        a, b = QPointF(x, top), QPointF(x, self.base + 32)
        line(self.p, a, b, pen(self.theme.surface, 4, round_caps=False))
        line(self.p, a, b, pen(self.theme.bad, 1.8, dash=(4, 3), round_caps=False))

    def coming_words(self) -> None:
        """Write below each such line what will be there, each clear of the one before."""
        f, end = font(11, 550), self.on.plot.left() - LEFT
        for value, words in sorted(self._coming().items()):
            wide = text_width(words, f)
            left = max(end, self.on.x(value) - wide / 2)
            left = min(left, self.on.plot.right() - wide)
            if left >= end:
                text(self.p, QPointF(left, self.base + 43), words, f, self.theme.bad, "left")
                end = left + wide + 8
                self._said_to = end

    def _coming(self) -> dict[int, str]:
        """Return what to write where layers will end; several at one place are said once."""
        blocks = self.view.blocks
        return {b.after: b.after_text for b in blocks if b.after is not None and b.after != b.end}

    def reach(self) -> None:
        view, y, accent = self.view, self.on.plot.top() - 12, self.theme.accent
        if view.reach is not None:
            left, right = self.on.x(view.reach[0]), self.on.x(min(view.reach[1], view.end))
            bar = QRectF(left, y - 6, max(2.0, right - left), 8)
            self.p.setPen(pen(accent, 1))
            self.p.setBrush(fill(accent, 0.3))
            self.p.drawRoundedRect(bar, 4, 4)
            room = self.on.plot.right() - right - 8
            if text_width(view.reach_text, font(11, 600)) <= room:
                text(self.p, QPointF(right + 8, y + 2), view.reach_text, font(11, 600), accent,
                     "left")  # fmt: skip
            else:
                at = QPointF(self.on.plot.right(), y - 13)
                text(self.p, at, view.reach_text, font(11, 600), accent, "right")
        if view.zero is not None and view.zero >= 0:
            x = self.on.x(min(view.zero, view.end))
            circle(self.p, QPointF(x, y - 2), 5.5, fill(self.theme.surface), pen(accent, 2))
            text(self.p, QPointF(x, y - 13), view.zero_text, font(11, 600), accent)

    def blow(self, hit: Struck, *, given: bool) -> None:
        """Draw the blow from the top of the pile down by its weight."""
        view, x, theme = self.view, self.on.x(hit.at), self.theme
        if view.weight is None:
            self._pointer(x)
            return
        if hit.blocks is None:
            self._pointer(x)
            return
        top = max((b.below + b.height for b in hit.blocks), default=view.weight)
        start = self.on.y(max(top, 0))
        tip = min(self.on.y(top - view.weight), self.base + SKIN)
        for ink, width in ((theme.surface, 9.0), (theme.bad, 5.0)):
            stroke = pen(ink, width, round_caps=False)
            line(self.p, QPointF(x, start), QPointF(x, max(start, tip - 8)), stroke)
        head = [QPointF(x - 8, tip - 10), QPointF(x + 8, tip - 10), QPointF(x, tip + 2)]
        self.p.setPen(pen(theme.surface, 1.2))
        self.p.setBrush(fill(theme.bad))
        self.p.drawPath(polygon(head))
        self._tag(x - 8, start - 15, view.weight_text, theme.surface, theme.bad, "")
        rest = view.rest if given and view.rest is not None else hit.rest
        words = view.rest_text if given and view.rest is not None else self.words.rest
        if rest and words:
            self._tag(x + 12, self.base + 3, words, theme.bad, theme.bad_weak, theme.bad)

    def _pointer(self, x: float) -> None:
        tip = [QPointF(x, self.base - 1), QPointF(x - 6, self.base - 11)]
        self.p.fillPath(polygon([*tip, QPointF(x + 6, self.base - 11)]), fill(self.theme.bad))
        top = QPointF(x, self.on.plot.top())
        line(self.p, top, QPointF(x, self.base - 10), pen(self.theme.bad, 1.4, dash=(4, 3)))

    def _tag(self, x: float, y: float, words: str, ink: str, ground: str, rim: str) -> None:
        if not words:
            return
        f = font(11, 600)
        width = text_width(words, f) + 14
        x = min(max(x, self.on.plot.left()), self.on.plot.right() - width)
        plate(self.p, QRectF(x, y - 10, width, 20), 4, ground, rim or None)
        text(self.p, QPointF(x + 7, y + 4), words, f, ink, "left")

    def foot(self) -> None:
        """Write what the horizontal axis is, and the sentence of the value looked at."""
        y, right = self.base + 45, self.on.plot.right()
        f = font(11)
        axis = text_width(self.words.value, f)
        if self.words.foot:
            at = QPointF(self.on.plot.left() - LEFT + 2, y)
            text(self.p, at, self.words.foot, font(11, 550), self.theme.text, "left")
        elif self._said_to + 6 < right - axis:
            text(self.p, QPointF(right, y), self.words.value, f, self.theme.text_2, "right")


NAME, DETAIL = (12, 600), (11, 400)
SHORTEST = 40.0
"""A name is not cut to less than this."""
Words = tuple[str, tuple[int, int]]


def _labels(block: LayerBlock, room: float) -> Iterator[list[Words]]:
    """Yield the lines of a label from the fullest to the shortest one."""
    name, detail = [(block.name, NAME)], [(block.detail, DETAIL)] if block.detail else []
    middle = len(block.name) / 2
    gaps = [i for i, c in enumerate(block.name) if c == " "]
    yield name + detail
    if gaps:
        at = min(gaps, key=lambda i: abs(i - middle))
        two = [(block.name[:at], NAME), (block.name[at + 1 :], NAME)]
        yield two + detail
        yield two
    yield name
    if block.short:
        yield [(block.short, NAME), *detail]
        yield [(block.short, NAME)]
    elif room > SHORTEST:
        cut = QFontMetricsF(font(*NAME)).elidedText(block.name, Qt.TextElideMode.ElideRight, room)
        yield [(cut, NAME)]


def bare_lines(view: LayersView, layout: LayersLayout) -> list[str]:
    """Return the lines of the places that are left bare; none where they have no room."""
    f, room = font(11), layout.plot.right() - layout.x(view.bare) - 4
    most = int(layout.plot.height() - 20) // BARE_LINE
    lines = broken(view.bare_places, f, room) if view.bare_places else []
    fits = len(lines) <= most and all(text_width(line, f) <= room for line in lines)
    return lines if fits else []


def names_of(blocks: Sequence[LayerBlock]) -> tuple[str, ...]:
    """Return the names of blocks from outside to inside."""
    return tuple(b.name for b in blocks)
