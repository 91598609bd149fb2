"""The hover card: who, then rows of label and value, then a quiet foot. It gets out of the way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from desktop.board.paint_token import MarkerLook, paint_marker
from desktop.colours import Theme, paint_colour
from desktop.guard import guarded
from desktop.widgets.base import Drawn
from desktop.widgets.draw import (
    ChipKind,
    Line,
    Span,
    chip,
    chip_width,
    key_cap,
    key_cap_width,
    line_width,
    plain,
    plate,
    u,
    ui_font,
    words_width,
    write,
    write_line,
)
from desktop.widgets.unbroken import pieces

WIDTH = 316
LABELS, MOST_LABELS = 84, 132
SHADOW = 16


@dataclass(frozen=True, slots=True)
class CardLook:
    """What a hover card shows. ``foot`` may end with a key cap and what that key does."""

    title: str
    rows: tuple[tuple[str, tuple[Span, ...]], ...] = ()
    marker: MarkerLook | None = None
    chip: str = ""
    chip_kind: ChipKind = ""
    chip_mark: str = ""
    foot: str = ""
    key: str = ""
    key_does: str = ""


def wrapped(line: Line, width: float, size: float) -> list[list[Span]]:
    """Break a line of spans at its spaces so that each piece fits."""
    rows: list[list[Span]] = [[]]
    room = width
    for span in line:
        words = pieces(span.text)
        for i, word in enumerate(words):
            piece = Span(word + (" " if i < len(words) - 1 else ""), span.bold, span.tone)
            taken = line_width((piece,), size)
            bare = line_width((Span(word, span.bold),), size)
            if bare > room and rows[-1]:
                rows.append([])
                room = width
            rows[-1].append(piece)
            room -= taken
    return rows


def without_tail(piece: Line) -> Line:
    """Return a piece without the space at which it was broken: that takes no room."""
    *rest, last = piece
    return (*rest, Span(last.text.rstrip(" "), last.bold, last.tone))


def label_column(look: CardLook) -> float:
    """Return how wide the names of the rows are, so that the longest is whole where it can be."""
    wide = max((words_width(label, 12) for label, _ in look.rows), default=0.0)
    return min(max(u(LABELS), wide + u(8)), u(MOST_LABELS))


def card_size(look: CardLook) -> tuple[float, float]:
    """Return the width and height of a card without its shadow."""
    height = u(8 + 24 + 4)
    names = label_column(look)
    for _, line in look.rows:
        height += u(20) * len(wrapped(line, u(WIDTH - 24) - names, 12))
    height += u(8)
    if look.foot or look.key:
        height += u(6 + 1 + 6 + 16) - u(4)
    return u(WIDTH), height


def paint_card(p: QPainter, rect: QRectF, look: CardLook, theme: Theme) -> None:
    """Draw a card with its shadow around ``rect``."""
    for spread, alpha in ((14, 0.03), (10, 0.04), (6, 0.06), (3, 0.08), (1, 0.10)):
        strength = alpha * (2 if theme.dark else 1)
        p.setPen(Qt.PenStyle.NoPen)
        p.setBrush(paint_colour("#281E10" if not theme.dark else "#000000", strength))
        reach = u(spread)
        around = rect.adjusted(-reach, -reach, reach, reach).translated(0, u(3))
        p.drawRoundedRect(around, u(8) + reach, u(8) + reach)
    plate(p, rect, u(8), theme.raised, theme.line)
    box = rect.adjusted(u(12), u(8), -u(12), -u(8))
    x, middle = box.left(), box.top() + u(12)
    if look.marker is not None:
        paint_marker(p, QPointF(x + u(11), middle), u(20), look.marker, theme)
        x += u(30)
    right = box.right()
    if look.chip:
        width = chip_width(look.chip, look.chip_mark)
        at = QRectF(right - width, middle - u(10), width, u(20))
        chip(p, at, look.chip, theme, look.chip_kind, look.chip_mark)
        right -= width + u(8)
    title = QRectF(x, middle - u(12), right - x, u(24))
    write(p, title, look.title, ui_font(13, 600), theme.text)
    y, names = box.top() + u(28), label_column(look)
    for label, line in look.rows:
        labels = QRectF(box.left(), y, names - u(4), u(20))
        write(p, labels, label, ui_font(12), theme.text_2)
        for piece in wrapped(line, box.width() - names, 12):
            values = QRectF(box.left() + names, y, box.width() - names, u(20))
            write_line(p, values, without_tail(piece), 12, theme)
            y += u(20)
    if look.foot or look.key:
        y += u(5)
        p.fillRect(QRectF(rect.left() + 1, y, rect.width() - 2, 1), paint_colour(theme.line))
        foot = QRectF(box.left(), y + u(6), box.width(), u(16))
        tail = 0.0
        if look.key:
            tail = key_cap_width(look.key) + u(6) + words_width(look.key_does, 11) + u(12)
        room = foot.adjusted(0, 0, -tail, 0)
        x = foot.left() + write(p, room, look.foot, ui_font(11), theme.text_2)
        if look.key:
            x += u(10) if look.foot else 0
            x += key_cap(p, x, foot.center().y(), look.key, theme) + u(6)
            after = QRectF(x, foot.top(), foot.right() - x + 1, foot.height())
            write(p, after, look.key_does, ui_font(11), theme.text_2)


STEP_AWAY = 40
"""A card is tried so many pixels farther from its target each time."""


def place_card(
    size: tuple[float, float], target: QRectF, avoid: Sequence[QRectF], bounds: QRectF
) -> QPointF:
    """Return where a card hides least: below its target, right, left, or above it.

    ``avoid`` are tokens and lines in the same pixels. Where no place is free, one farther
    away is, but the eye should not have to go far: each pixel of the way counts like one that
    is hidden. The target itself counts most.
    """
    width, height = size
    best, least = QPointF(), -1.0
    for at, away in _places(width, height, target, bounds):
        if 0 <= least <= away:
            break  # all that follow are farther away
        x = min(max(at.x(), bounds.left()), max(bounds.left(), bounds.right() - width))
        y = min(max(at.y(), bounds.top()), max(bounds.top(), bounds.bottom() - height))
        box = QRectF(x, y, width, height)
        covered = sum(_common(box, other) for other in avoid) + 8 * _common(box, target)
        if least < 0 or covered + away < least:
            best, least = QPointF(x, y), covered + away
    return best


def _places(
    width: float, height: float, target: QRectF, bounds: QRectF
) -> Iterator[tuple[QPointF, float]]:
    """Return places for a card with their distance from the target, the nearest first."""
    middle, farthest = target.center(), bounds.width() + bounds.height()
    away = 0.0
    while away < farthest:
        gap = u(12) + away
        left, right = target.left() - gap - width, target.right() + gap
        above, below = target.top() - gap - height, target.bottom() + gap
        yield QPointF(middle.x() - width / 3, below), away
        yield QPointF(right, middle.y() - height / 2), away
        yield QPointF(left, middle.y() - height / 2), away
        yield QPointF(middle.x() - width / 3, above), away
        if away > 0:
            for x in (left, right):
                for y in (above, below):
                    yield QPointF(x, y), away
        away += u(STEP_AWAY)


def _common(a: QRectF, b: QRectF) -> float:
    both = a.intersected(b)
    return max(0.0, both.width()) * max(0.0, both.height())


class HoverCard(Drawn):
    """The card as a widget over the map; the mouse goes through it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._look: CardLook | None = None
        self.hide()

    @property
    def look(self) -> CardLook | None:
        return self._look

    def show_card(self, look: CardLook, target: QRectF, avoid: Sequence[QRectF] = ()) -> None:
        """Show a card beside a target, in the pixels of the parent."""
        self._look = look
        size = card_size(look)
        parent = self.parentWidget()
        around = self.rect() if parent is None else parent.rect()
        bounds = QRectF(around).adjusted(u(24), u(22), -u(12), -u(12))
        at = place_card(size, target, avoid, bounds)
        shadow = round(u(SHADOW))
        self.setGeometry(
            round(at.x()) - shadow,
            round(at.y()) - shadow,
            round(size[0]) + 2 * shadow,
            round(size[1]) + 2 * shadow,
        )
        lines = (f"{label}: {plain(line)}" for label, line in look.rows)
        self.setAccessibleName("; ".join((look.title, *lines)))
        self.update()
        self.show()
        self.raise_()

    @guarded
    def sizeHint(self) -> QSize:
        if self._look is None:
            return QSize(0, 0)
        width, height = card_size(self._look)
        return QSize(round(width + 2 * u(SHADOW)), round(height + 2 * u(SHADOW)))

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._look is None:
            return
        painter, theme = self.pen()
        width, height = card_size(self._look)
        shadow = round(u(SHADOW))
        rect = QRectF(shadow, shadow, round(width), round(height))
        paint_card(painter, rect, self._look, theme)
        painter.end()
