"""Red plates that name the causes of a line: where they lie, clear of what runs there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from desktop.board.paint import View, fill, pen, text, text_width
from desktop.board.paint_lines import stop_of
from desktop.colours import MAP
from desktop.theme import font
from maps.lines import SightLine
from maps.shapes import Segment

Box = tuple[float, float, float, float]
"""Left, top, right and bottom in pixels; of a stroke its two ends, x and y each."""
AROUND = 3.0
"""Pixels round a tag that should be free of words and lines."""
THICK = 7.0
"""Pixels round a tag that should be free of the thick strokes of causes and of ends of lines."""


class TagPlaces:
    """Finds places for the tags of causes, one after the other: each keeps clear of the last."""

    def __init__(
        self,
        view: View,
        causes: Iterable[Sequence[Segment]],
        lines: Sequence[SightLine] = (),
        avoid: Iterable[QRectF] = (),
    ) -> None:
        self._view = view
        self._strokes = [_stroke(view, piece) for pieces in causes for piece in pieces]
        ends = [(view.point(n.p), view.point(n.q)) for n in lines]
        self._lines = [(p.x(), p.y(), q.x(), q.y()) for p, q in ends]
        self._stops = [(at.x(), at.y()) for at in (stop_of(view, n) for n in lines)]
        self._taken = [_box(rect) for rect in avoid]

    def find(self, pieces: Sequence[Segment], words: str) -> QPointF:
        """Return the middle of the tag of a cause: near its longest piece, beside the lines.

        Above the middle is best; where lines run there, what is to be avoided lies there, or the
        thick stroke of any cause, one end or the other side.
        """
        half = tag_width(words) / 2
        strokes = [_stroke(self._view, piece) for piece in pieces]
        least, best = -1, (0.0, 0.0)
        for x, y in _spots(max(strokes, key=_length), half + 12):
            cost = self._cost((x - half, y - 10, x + half, y + 10))
            if least < 0 or cost < least:
                least, best = cost, (x, y)
            if not cost:
                break
        self._taken.append((best[0] - half, best[1] - 10, best[0] + half, best[1] + 10))
        return QPointF(*best)

    def _cost(self, tag: Box) -> int:
        """Return how much a tag would hide there, and how much would hide it."""
        near, wide = _grown(tag, AROUND), _grown(tag, THICK)
        words = sum(_overlap(near, other) for other in self._taken)
        thick = sum(_meets(wide, stroke) for stroke in self._strokes)
        left, top, right, bottom = wide
        stops = sum(left <= x <= right and top <= y <= bottom for x, y in self._stops)
        return 3 * (words + thick) + 2 * stops + sum(_meets(near, way) for way in self._lines)


def _stroke(view: View, piece: Segment) -> Box:
    a, b = view.point(piece.a), view.point(piece.b)
    return a.x(), a.y(), b.x(), b.y()


def _length(stroke: Box) -> float:
    x1, y1, x2, y2 = stroke
    return (x2 - x1) ** 2 + (y2 - y1) ** 2


def _spots(stroke: Box, aside: float) -> Iterator[tuple[float, float]]:
    """Yield the middles that a tag may have, the best first."""
    x1, y1, x2, y2 = stroke
    x, y = (x1 + x2) / 2, (y1 + y2) / 2
    yield from ((x, y - 26), (x, y + 26), (x + aside, y), (x - aside, y))
    for x, y in ((x1, y1), (x2, y2)):
        yield from ((x, y - 20), (x, y + 20))
    for x, y in ((x1, y1), (x2, y2)):
        yield from ((x + aside, y), (x - aside, y))


def _box(rect: QRectF) -> Box:
    return rect.left(), rect.top(), rect.right(), rect.bottom()


def _grown(box: Box, by: float) -> Box:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def _overlap(one: Box, two: Box) -> bool:
    return one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]


def _meets(box: Box, way: Box) -> bool:
    """Whether a line runs through a box: it is not beside it, nor are all corners beside it."""
    left, top, right, bottom = box
    x1, y1, x2, y2 = way
    if (x1 < left and x2 < left) or (x1 > right and x2 > right):
        return False
    if (y1 < top and y2 < top) or (y1 > bottom and y2 > bottom):
        return False
    dx, dy = x2 - x1, y2 - y1
    above, below = dx * (top - y1), dx * (bottom - y1)
    ahead, behind = dy * (left - x1), dy * (right - x1)
    return min(above, below) <= max(ahead, behind) and min(ahead, behind) <= max(above, below)


@lru_cache(maxsize=64)
def tag_width(words: str) -> float:
    """Return how wide the tag of a word is, in pixels."""
    return text_width(words, font(12, 650)) + 14


def tag_rect(centre: QPointF, words: str) -> QRectF:
    """Return where a tag lies whose middle is there."""
    width = tag_width(words)
    return QRectF(centre.x() - width / 2, centre.y() - 10, width, 20)


def paint_tag(painter: QPainter, centre: QPointF, words: str) -> QRectF:
    """Draw the red plate that names a cause."""
    f = font(12, 650)
    rect = tag_rect(centre, words)
    painter.setPen(pen("#FFFFFF", 1.5))
    painter.setBrush(fill(MAP.tag))
    painter.drawRoundedRect(rect, 4, 4)
    text(painter, QPointF(centre.x(), centre.y() + 4.2), words, f, "#FFFFFF")
    return rect
