"""What page painters write and draw with: millimetres, points, text that fits its box."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPaintDevice, QPainter, QPen

from desktop import theme
from desktop.printing.page import UNITS, Box
from desktop.widgets.unbroken import pieces

Align = Literal["left", "middle", "right"]

BLACK, GREY, LIGHT, WASH = "#000000", "#333333", "#9A9A9A", "#F2F2F2"
FRAME, BOX, HAIR = 1.0, 0.6, 0.35
"""Widths of lines in points."""
TITLE, HEADING, TEXT, SMALL, LEAST = 16.0, 10.0, 8.5, 7.5, 7.0
"""Sizes of type in points; nothing is smaller than the last."""
POINT = 25.4 / 72
"""A point in millimetres."""
LEADING = 1.22
APART, GROUP = 0.3, 0.75
"""Room between boxes to tick, and what is added after five of them."""


class PagePainter(QPainter):
    """A painter whose fonts keep their plain glyphs.

    Tabular figures and contextual forms are glyphs without a character of their own: in a
    PDF they look right and copy as nothing.
    """

    def setFont(self, font: QFont | str | Sequence[str]) -> None:
        """Set a font without its features."""
        super().setFont(_plain(font))


def _plain(font: QFont | str | Sequence[str]) -> QFont:
    plain = QFont(font)
    plain.clearFeatures()
    plain.setFeature(QFont.Tag("calt"), 0)
    return plain


@lru_cache(maxsize=128)
def _font(units: int, weight: int) -> QFont:
    return _plain(theme.font(units, weight))


@lru_cache(maxsize=128)
def _metrics(units: int, weight: int) -> QFontMetricsF:
    return QFontMetricsF(_font(units, weight))


def units_of(points: float) -> int:
    """Return the size of type in whole units; never less than the least size."""
    least = -(-LEAST * POINT * UNITS // 1)  # rounded up
    return max(int(least), round(points * POINT * UNITS))


def width_of(words: str, points: float = TEXT, weight: int = 400) -> float:
    """Return how wide a line is, in millimetres."""
    return _metrics(units_of(points), weight).horizontalAdvance(words) / UNITS


def line_height(points: float) -> float:
    """Return the distance of two base lines in millimetres."""
    return units_of(points) * LEADING / UNITS


@dataclass(frozen=True, slots=True)
class Style:
    """How words are written; ``lines`` is how many they may take.

    ``keep_end`` shortens in the middle: "Ork 12" and "Ork 13" stay apart.
    """

    points: float = TEXT
    weight: int = 400
    ink: str = BLACK
    align: Align = "left"
    lines: int = 1
    kind: str = "text"
    keep_end: bool = False


@dataclass(frozen=True, slots=True)
class Fitted:
    """Words that fit: their size in units, and the lines; ``cut`` when something is missing."""

    units: int
    lines: tuple[str, ...]
    cut: bool = False


@lru_cache(maxsize=4096)
def fit(words: str, style: Style, width: float) -> Fitted:
    """Make words fit a width: smaller down to 7 pt, then on more lines, then with an ellipsis."""
    least, wide = units_of(LEAST), width * UNITS + 0.01
    for units in range(units_of(style.points), least - 1, -1):
        metrics = _metrics(units, style.weight)
        if metrics.horizontalAdvance(words) <= wide:
            return Fitted(units, (words,))
    metrics = _metrics(least, style.weight)
    lines = _wrapped(words, metrics, wide)
    if len(lines) <= style.lines:
        return Fitted(least, tuple(lines))
    kept = lines[: style.lines - 1]
    rest = words if style.lines == 1 else " ".join(lines[style.lines - 1 :])
    where = Qt.TextElideMode.ElideMiddle if style.keep_end else Qt.TextElideMode.ElideRight
    last = metrics.elidedText(rest, where, wide)
    return Fitted(least, (*kept, last), True)


def _wrapped(words: str, metrics: QFontMetricsF, wide: float) -> list[str]:
    lines: list[str] = []
    line = ""
    for word in pieces(words):
        longer = f"{line} {word}" if line else word
        if metrics.horizontalAdvance(longer) <= wide:
            line = longer
            continue
        if line:
            lines.append(line)
        line = word
        while len(line) > 2 and metrics.horizontalAdvance(line) > wide:
            most = next(
                n
                for n in range(len(line) - 1, 0, -1)
                if n == 1 or metrics.horizontalAdvance(f"{line[:n]}-") <= wide
            )
            part = _syllable(line, most)
            lines.append(f"{line[:part]}-")
            line = line[part:]
    return [*lines, line]


VOWELS = frozenset("aeiouyäöü")
TOGETHER = (
    "sch",
    "ch",
    "ck",
    "ph",
    "th",
    "qu",
    "bl",
    "br",
    "dr",
    "fl",
    "fr",
    "gl",
    "gr",
    "pr",
    "tr",
)
"""Letters that stay on one line, longer ones first."""
KEPT = 3
"""So many letters of a word at least stand on each line."""


def _syllable(word: str, most: int) -> int:
    """Return where to break a word, after ``most`` letters at the latest: between syllables.

    One consonant goes with the vowel behind it. Where there is no such place, letters decide.
    """
    low = word.lower()
    for n in range(min(most + 2, len(word) - 2), KEPT - 1, -1):
        start = next((n - len(t) + 1 for t in TOGETHER if low[n - len(t) + 1 : n + 1] == t), n)
        vowel_next = n + 1 < len(word) and low[n + 1] in VOWELS
        if low[n] in VOWELS or not low[n].isalpha() or not vowel_next:
            continue
        kept = KEPT <= start <= min(most, len(word) - KEPT)
        if kept and any(c in VOWELS for c in low[:start]):
            return start
    return most


def wrap(words: str, width: float, points: float = TEXT, weight: int = 400) -> list[str]:
    """Break words into lines of a width in millimetres; empty lines stay."""
    metrics, wide = _metrics(units_of(points), weight), width * UNITS + 0.01
    return [line for part in words.split("\n") for line in _wrapped(part, metrics, wide)]


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that was put on a page: what, where (millimetres), of which kind."""

    words: str
    box: Box
    kind: str = "text"
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Marker:
    """The round marker of a combatant: its letters, its side, whether it is out of the fight."""

    letters: str
    side: str
    out: bool = False


class Ink:
    """Writes and draws on one page; ``marks`` says what went where."""

    def __init__(self, device: QPaintDevice, dots: float) -> None:
        """Begin to paint on a device with so many dots to the inch."""
        self.painter = PagePainter(device)
        self._scale = dots / (25.4 * UNITS)
        self.marks: list[Mark] = []
        self.ended = False
        self.begin()

    def begin(self) -> None:
        """Set the painter up for a new page."""
        p = self.painter
        p.resetTransform()
        p.scale(self._scale, self._scale)
        p.setRenderHint(QPainter.RenderHint.Antialiasing)
        p.setRenderHint(QPainter.RenderHint.TextAntialiasing)
        p.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        self.marks = []

    def __enter__(self) -> Ink:
        return self

    def __exit__(self, *_: object) -> None:
        """End painting, also after an error: a device must outlive its painter."""
        self.ended = self.painter.end()

    @contextmanager
    def clip(self, box: Box) -> Iterator[None]:
        """Draw only within a box."""
        self.painter.save()
        self.painter.setClipRect(box.rect)
        try:
            yield
        finally:
            self.painter.restore()

    # -- words -------------------------------------------------------------------------------

    def write(self, box: Box, words: str, style: Style = Style()) -> float:
        """Write words into a box, its lines in the middle of the height; returns the width."""
        if not words or box.w <= 0:
            return 0.0
        fitted = fit(words, style, box.w)
        metrics = _metrics(fitted.units, style.weight)
        step = fitted.units * LEADING
        cap, count = metrics.capHeight(), len(fitted.lines)
        base = box.rect.center().y() - (count - 1) * step / 2 + cap / 2
        self.painter.setFont(_font(fitted.units, style.weight))
        self.painter.setPen(QColor(style.ink))
        widest = 0.0
        for n, line in enumerate(fitted.lines):
            wide = metrics.horizontalAdvance(line)
            widest = max(widest, wide)
            x = box.rect.left()
            if style.align != "left":
                x += (box.rect.width() - wide) / (1 if style.align == "right" else 2)
            y = base + n * step
            self.painter.drawText(QPointF(x, y), line)
            drop = metrics.descent() * 0.8
            where = Box(x / UNITS, (y - cap) / UNITS, wide / UNITS, (cap + drop) / UNITS)
            self.marks.append(Mark(line, where, style.kind, fitted.cut))
        return widest / UNITS

    # -- lines and shapes --------------------------------------------------------------------

    def line(
        self, a: tuple[float, float], b: tuple[float, float], points: float = HAIR, ink: str = BLACK
    ) -> None:
        """Draw a straight line between two places."""
        pen = QPen(QColor(ink), points * POINT * UNITS)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        self.painter.setPen(pen)
        self.painter.drawLine(
            QPointF(a[0] * UNITS, a[1] * UNITS), QPointF(b[0] * UNITS, b[1] * UNITS)
        )

    def rule(
        self, x: float, right: float, y: float, points: float = HAIR, ink: str = BLACK
    ) -> None:
        """Draw a level line."""
        self.line((x, y), (right, y), points, ink)

    def frame(
        self,
        box: Box,
        points: float = BOX,
        *,
        fill: str = "",
        ink: str = BLACK,
        radius: float = 0.0,
    ) -> None:
        """Draw a rectangle; without ``points`` only its ground."""
        self.painter.setPen(
            QPen(QColor(ink), points * POINT * UNITS) if points else Qt.PenStyle.NoPen
        )
        self.painter.setBrush(QColor(fill) if fill else Qt.BrushStyle.NoBrush)
        if radius:
            self.painter.drawRoundedRect(box.rect, radius * UNITS, radius * UNITS)
        else:
            self.painter.drawRect(box.rect)

    def circle(
        self,
        x: float,
        y: float,
        radius: float,
        points: float = BOX,
        *,
        fill: str = "",
        ink: str = BLACK,
    ) -> None:
        """Draw a circle."""
        self.painter.setPen(
            QPen(QColor(ink), points * POINT * UNITS) if points else Qt.PenStyle.NoPen
        )
        self.painter.setBrush(QColor(fill) if fill else Qt.BrushStyle.NoBrush)
        self.painter.drawEllipse(QPointF(x * UNITS, y * UNITS), radius * UNITS, radius * UNITS)

    def tick_boxes(
        self, box: Box, count: int, done: int, side: float = 2.0, across: int = 0
    ) -> None:
        """Draw boxes to tick in groups of five; those done are grey."""
        step, extra = side + APART, GROUP
        for i in range(count):
            row, column = divmod(i, across or count)
            x = box.x + column * step + column // 5 * extra
            fill = "#BDBDBD" if i < done else "#FFFFFF"
            cell = Box(x, box.y + row * (side + 0.7), side, side)
            self.frame(cell, 0.5, fill=fill, radius=0.25)
            self.marks.append(Mark("", cell, "box"))

    def tick(self, box: Box) -> None:
        """Draw a tick over a box."""
        low = (box.x + box.w * 0.43, box.y + box.h * 0.8)
        self.line((box.x + box.w * 0.14, box.y + box.h * 0.52), low, 0.9)
        self.line(low, (box.right + box.w * 0.05, box.y), 0.9)

    def picture(self, box: Box, image: QImage, source: QRectF) -> None:
        """Draw a part of a picture into a box."""
        self.painter.drawImage(box.rect, image, source)

    def marker(self, x: float, y: float, diameter: float, look: Marker, kind: str = "text") -> None:
        """Draw a combatant's marker: heroes white, foes black, others with a second ring."""
        r, black = diameter / 2, look.side == "foes"
        ground, ink = (BLACK, "#FFFFFF") if black else ("#FFFFFF", BLACK)
        thin = max(0.12, diameter / 32)
        self.circle(x, y, r, 0, fill="#FFFFFF")
        self.circle(x, y, r - 1.4 * thin, 2.2 * thin / POINT, fill=ground)
        if look.side in ("third", "neutral"):
            self.circle(x, y, r - 4.2 * thin, thin / POINT)
        rings = 10.4 if look.side in ("third", "neutral") else 5.2
        self._letters(x, y, diameter - rings * thin, look.letters, ink, kind)
        if look.out:
            # A cross over the letters, with a rim in the colour of the ground.
            d = r * 0.66
            for points, colour in ((3.4, ground), (1.3, ink)):
                for sign in (-1, 1):
                    ends = (x - d, y - sign * d), (x + d, y + sign * d)
                    self.line(*ends, points * thin / POINT, colour)

    def _letters(self, x: float, y: float, room: float, letters: str, ink: str, kind: str) -> None:
        """Write the letters of a marker: never too small, narrow rather than cut."""
        size = (room * 0.6 if len(letters) < 2 else room * 0.52) / POINT
        font, metrics = _font(units_of(size), 700), _metrics(units_of(size), 700)
        wide, cap = metrics.horizontalAdvance(letters), metrics.capHeight()
        if not wide:
            return
        squeeze = min(1.0, room * UNITS / wide)
        self.painter.save()
        self.painter.translate(x * UNITS, y * UNITS + cap / 2)
        self.painter.scale(squeeze, 1.0)
        self.painter.setFont(font)
        self.painter.setPen(QColor(ink))
        self.painter.drawText(QPointF(-wide / 2, 0), letters)
        self.painter.restore()
        half = wide * squeeze / 2 / UNITS
        where = Box(x - half, y - cap / 2 / UNITS, 2 * half, cap / UNITS)
        self.marks.append(Mark(letters, where, kind))


def boxes_across(width: float, side: float = 2.0) -> int:
    """Return how many boxes to tick fit side by side, in whole groups of five."""
    group = 5 * (side + APART) + GROUP
    return max(5, int((width + GROUP + APART) // group) * 5)
