"""Armour as one number: the bar of its parts, the faces of the die, the bands of wounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath

from desktop.board.paint import fill, line, pen, polygon, text, text_width
from desktop.colours import Theme
from desktop.docks.body_paint import wound_fill
from desktop.theme import font
from desktop.widgets.draw import plate
from rules.views import ACBarView, ArmourPart, BandsView

GROUNDS = {
    "base": "sunk",
    "armour": "info_weak",
    "ability": "ok_weak",
    "natural": "warn_weak",
    "cover": "bad_weak",
    "other": "raised",
}

NAME_LINE = 14.0

BOXES_UP_TO = 24
"""Dice with more faces get a bar in place of boxes."""


def bar_height(view: ACBarView, width: float = 360.0) -> float:
    """Return how high ``paint_ac_bar`` draws at a width: long names need more lines."""
    height = 22.0 + 48 + NAME_LINE * _more_lines(view.parts, width)
    if view.others:
        height += 24
    if view.miss_text or view.hit_text:
        height += 18
    return height + (24 if view.faces else 0)


def _more_lines(parts: Sequence[ArmourPart], width: float) -> int:
    names = _names(parts, QRectF(0, 0, width, 28))
    return max((n.line for n in names), default=0)


def paint_ac_bar(painter: QPainter, rect: QRectF, view: ACBarView, theme: Theme) -> None:
    """Draw the sum, the bar of its parts with their names, other numbers, and the die."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    left, right, y = rect.left(), rect.right(), rect.top()
    text(painter, QPointF(right, y + 16), view.total, font(16, 700), theme.text, "right")
    text(painter, QPointF(left, y + 15), view.title, font(12), theme.text_2, "left")
    y += 22
    _bar(painter, QRectF(left, y, rect.width(), 28), view.parts, theme)
    y += 48 + NAME_LINE * _more_lines(view.parts, rect.width())
    if view.others:
        x = left
        for label, value in view.others:
            text(painter, QPointF(x, y + 16), label, font(12), theme.text_2, "left")
            x += text_width(label, font(12)) + 4
            text(painter, QPointF(x, y + 16), value, font(12, 600), theme.text, "left")
            x += text_width(value, font(12, 600)) + 16
        y += 24
    if view.miss_text or view.hit_text:
        text(painter, QPointF(left, y + 12), view.miss_text, font(11), theme.text_2, "left")
        text(painter, QPointF(right, y + 12), view.hit_text, font(11), theme.text_2, "right")
        y += 18
    if 0 < view.faces <= BOXES_UP_TO:
        paint_faces(painter, QRectF(left, y, rect.width(), 22), view, theme)
    elif view.faces:
        _long_die(painter, QRectF(left, y + 6, rect.width(), 8), view, theme)
    painter.restore()


def _boxes(parts: Sequence[ArmourPart], rect: QRectF) -> list[tuple[ArmourPart, QRectF]]:
    """Return the segments; negative parts lie over the right end."""
    unit = rect.width() / max(1, sum(p.size for p in parts if p.size > 0))
    out: list[tuple[ArmourPart, QRectF]] = []
    x, end = rect.left(), rect.right()
    for part in parts:
        width = abs(part.size) * unit
        if part.size > 0:
            out.append((part, QRectF(x, rect.top(), width, rect.height())))
            x += width
        elif part.size < 0:
            end -= width
            out.append((part, QRectF(end, rect.top(), width, rect.height())))
    return out


def _bar(painter: QPainter, rect: QRectF, parts: Sequence[ArmourPart], theme: Theme) -> None:
    """Draw the segments; negative parts are hatched away from the right end."""
    edge = pen(theme.line_strong, 1, round_caps=False)
    boxes = sorted(_boxes(parts, rect), key=lambda b: b[0].size < 0)
    hatched = _hatched(boxes, rect)
    for part, box in boxes:
        inner, ink = box.adjusted(0.5, 0.5, -0.5, -0.5), theme.text
        if part.size > 0:
            painter.setPen(edge)
            painter.setBrush(fill(getattr(theme, GROUNDS[part.kind])))
            painter.drawRect(inner)
        else:
            ink = theme.bad
            painter.fillRect(inner, fill(theme.surface))
            _strike(painter, box, theme)
            painter.setPen(pen(ink, 1, dash=(3, 2), round_caps=False))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(inner)
        seen = QRectF(box)
        if part.size > 0:
            seen.setRight(min(box.right(), hatched))
        size = 13 if text_width(part.value, font(13, 650)) + 4 <= seen.width() else 11
        if part.size > 0 and text_width(part.value, font(size, 650)) > seen.width():
            continue  # what is left of it is said by its name alone
        at = QPointF(seen.center().x(), box.top() + 19)
        text(painter, at, part.value, font(size, 650), ink)
    for name in _names(parts, rect):
        at = QPointF(name.at, rect.bottom() + 14 + NAME_LINE * name.line)
        text(painter, at, name.text, font(11), theme.text_2)


def _strike(painter: QPainter, box: QRectF, theme: Theme) -> None:
    painter.save()
    painter.setClipRect(box)
    x = box.left() - box.height()
    while x < box.right():
        a, b = QPointF(x, box.bottom()), QPointF(x + box.height(), box.top())
        line(painter, a, b, pen(theme.bad, 1, alpha=0.35))
        x += 7
    painter.restore()


@dataclass(frozen=True, slots=True)
class _Name:
    """A name below the bar: its middle, its words, and on which line."""

    at: float
    text: str
    line: int = 0

    @property
    def left(self) -> float:
        return self.at - text_width(self.text, font(11)) / 2

    @property
    def right(self) -> float:
        return self.at + text_width(self.text, font(11)) / 2


def _names(parts: Sequence[ArmourPart], rect: QRectF) -> list[_Name]:
    """Put each name below its segment; those of narrow neighbours are joined.

    What finds no room between the others goes to a second line, or to a further one.
    """
    boxes = _boxes(parts, rect)
    hatched = _hatched(boxes, rect)
    first: list[_Name] = []
    narrow: list[tuple[QRectF, str]] = []
    for part, box in boxes:
        if part.size > 0:
            box.setRight(min(box.right(), hatched))
        if not part.label or box.width() < 2:
            continue
        name = _within(_Name(box.center().x(), part.label), rect)
        wide = box.width() >= 26 and text_width(part.label, font(11)) <= box.width() + 10
        if wide and not (first and _meet(first[-1], name)):
            first.append(name)
        elif narrow and _touch(narrow[-1][0], box):
            joined = narrow[-1][0].united(box), f"{narrow[-1][1]} · {part.label}"
            narrow[-1] = joined
        else:
            narrow.append((box, part.label))
    out, end, row = list(first), rect.left(), 1
    for box, words in narrow:
        name = _Name(box.center().x(), words)
        free = name.left >= rect.left() and name.right <= rect.right()
        if free and not any(_meet(name, o) for o in out):
            out.append(name)
            continue
        if end > rect.left() and text_width(words, font(11)) > rect.right() - end:
            end, row = rect.left(), row + 1
        shown = _shortened(words, rect.right() - end)
        half = text_width(shown, font(11)) / 2
        at = max(end + half, min(name.at, rect.right() - half))
        out.append(_Name(at, shown, row))
        end = at + half + 6
    return out


def _within(name: _Name, rect: QRectF) -> _Name:
    """Move a name so that it lies below the bar and not beside it."""
    shift = max(0.0, rect.left() - name.left) + min(0.0, rect.right() - name.right)
    return _Name(name.at + shift, name.text)


def _meet(a: _Name, b: _Name) -> bool:
    """Whether two names would run into each other on one line."""
    return a.line == b.line and not (a.right + 5 < b.left or b.right + 5 < a.left)


def _hatched(boxes: Sequence[tuple[ArmourPart, QRectF]], rect: QRectF) -> float:
    """Return where the negative parts begin, which lie over the others."""
    return min((box.left() for part, box in boxes if part.size < 0), default=rect.right())


def _touch(a: QRectF, b: QRectF) -> bool:
    """Whether one segment lies beside another; negative ones come from the right."""
    return min(abs(a.right() - b.left()), abs(b.right() - a.left())) < 1


def _shortened(words: str, room: float) -> str:
    metrics = QFontMetricsF(font(11))
    return metrics.elidedText(words, Qt.TextElideMode.ElideRight, max(0.0, room))


def paint_faces(painter: QPainter, rect: QRectF, view: ACBarView, theme: Theme) -> None:
    """Draw a box for each face of the die: missed, hit, threat."""
    unit = rect.width() / view.faces
    for face in range(1, view.faces + 1):
        hit = view.hits_from is not None and face >= view.hits_from
        threat = hit and view.threat_from is not None and face >= view.threat_from
        box = QRectF(rect.left() + (face - 1) * unit + 1, rect.top(), unit - 2, rect.height())
        ground = theme.accent if threat else theme.accent_weak if hit else None
        plate(painter, box, 3, ground, theme.accent if hit else theme.line_strong)
        ink = theme.on_accent if threat else theme.accent if hit else theme.text_2
        at = QPointF(box.center().x(), rect.top() + 15)
        text(painter, at, str(face), font(11, 600 if hit else 400), ink)


def _long_die(painter: QPainter, rect: QRectF, view: ACBarView, theme: Theme) -> None:
    plate(painter, rect, 4, theme.line)
    if view.hits_from is not None:
        share = (view.hits_from - 1) / view.faces
        done = QRectF(rect)
        done.setLeft(rect.left() + rect.width() * share)
        plate(painter, done, 4, theme.accent)


# ---- bands of wounds -------------------------------------------------------------------------


def paint_bands(painter: QPainter, rect: QRectF, view: BandsView, theme: Theme) -> None:
    """Draw the bands of wounds, 16 high, their thresholds below and the damage above."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    bar = QRectF(rect.left(), rect.top() + 20, rect.width(), 16)
    unit = rect.width() / max(1, view.most)
    bands = sorted(view.bands, key=lambda b: b.start)
    ends = [*(b.start for b in bands[1:]), view.most]
    for band, end in zip(bands, ends, strict=True):
        box = QRectF(bar.left() + band.start * unit, bar.top(), (end - band.start) * unit, 16)
        path = QPainterPath()
        path.addRect(box)
        wound_fill(painter, path, band.level, theme, 0.8)
        painter.strokePath(path, pen(theme.surface, 1))
        if band.start:
            at = QPointF(box.left(), bar.bottom() + 12)
            text(painter, at, str(band.start), font(11), theme.text_2)
    if view.damage is not None:
        x = bar.left() + min(view.damage, view.most) * unit
        tip = [QPointF(x, bar.top() - 2), QPointF(x - 5, bar.top() - 9)]
        painter.fillPath(polygon([*tip, QPointF(x + 5, bar.top() - 9)]), fill(theme.text))
        f = font(12, 650)
        rightwards = x + 10 + text_width(view.text, f) < rect.right()
        at = QPointF(x + (9 if rightwards else -9), bar.top() - 5)
        text(painter, at, view.text, f, theme.text, "left" if rightwards else "right")
    painter.restore()
