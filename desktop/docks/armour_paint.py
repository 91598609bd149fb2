"""Armour as one number: the bar of its parts, the faces of the die, the bands of wounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath

from desktop.board.paint import fill, line, pen, polygon, text, text_width
from desktop.docks.body_paint import wound_fill
from desktop.theme import Theme, font
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

BOXES_UP_TO = 24
"""Dice with more faces get a bar in place of boxes."""


def bar_height(view: ACBarView) -> float:
    """Return how high ``paint_ac_bar`` draws."""
    height = 22.0 + 48
    if view.others:
        height += 24
    if view.miss_text or view.hit_text:
        height += 18
    return height + (24 if view.faces else 0)


def paint_ac_bar(painter: QPainter, rect: QRectF, view: ACBarView, theme: Theme) -> None:
    """Draw the sum, the bar of its parts with their names, other numbers, and the die."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    left, right, y = rect.left(), rect.right(), rect.top()
    text(painter, QPointF(right, y + 16), view.total, font(16, 700), theme.text, "right")
    text(painter, QPointF(left, y + 15), view.title, font(12), theme.text_2, "left")
    y += 22
    _bar(painter, QRectF(left, y, rect.width(), 28), view.parts, theme)
    y += 48
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


def _bar(painter: QPainter, rect: QRectF, parts: Sequence[ArmourPart], theme: Theme) -> None:
    """Draw the segments; negative parts are hatched away from the right end."""
    whole = sum(p.size for p in parts if p.size > 0)
    unit, x = rect.width() / max(1, whole), rect.left()
    names: list[_Name] = []
    edge = pen(theme.line_strong, 1, round_caps=False)
    for part in (p for p in parts if p.size > 0):
        box = QRectF(x, rect.top(), part.size * unit, rect.height())
        painter.setPen(edge)
        painter.setBrush(fill(getattr(theme, GROUNDS[part.kind])))
        painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5))
        size = 13 if text_width(part.value, font(13, 650)) + 4 <= box.width() else 11
        at = QPointF(box.center().x(), box.top() + 19)
        text(painter, at, part.value, font(size, 650), theme.text)
        names.append(_Name(box.center().x(), part.label, box.width()))
        x += box.width()
    end = rect.right()
    for part in (p for p in parts if p.size < 0):
        box = QRectF(end + part.size * unit, rect.top(), -part.size * unit, rect.height())
        path = QPainterPath()
        path.addRect(box.adjusted(0.5, 0.5, -0.5, -0.5))
        painter.fillPath(path, fill(theme.surface))
        _strike(painter, box, theme)
        painter.strokePath(path, pen(theme.bad, 1, dash=(3, 2), round_caps=False))
        at = QPointF(box.center().x(), box.top() + 19)
        text(painter, at, part.value, font(11, 650), theme.bad)
        names = [n for n in names if n.at < box.left()] + [
            _Name(box.center().x(), part.label, box.width())
        ]
        end = box.left()
    for name in _fitted(sorted(names, key=lambda n: n.at), rect):
        at = QPointF(name.at, rect.bottom() + 14)
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
    at: float
    text: str
    room: float

    @property
    def width(self) -> float:
        return text_width(self.text, font(11))


def _fitted(names: Sequence[_Name], rect: QRectF) -> list[_Name]:
    """Join the names of narrow neighbours and push names inside the bar."""
    out: list[_Name] = []
    for name in names:
        if not name.text:
            continue
        last = out[-1] if out else None
        if last and last.at + last.width / 2 + 5 > name.at - name.width / 2:
            narrow = last.room < last.width and name.room < name.width
            if narrow:
                middle = (last.at - last.room / 2 + name.at + name.room / 2) / 2
                joined = f"{last.text} · {name.text}"
                out[-1] = _Name(middle, joined, last.room + name.room)
                continue
            start = last.at + last.width / 2 + 5
            name = _Name(start + name.width / 2, name.text, name.room)
        out.append(name)
    fitted: list[_Name] = []
    limit = rect.right()
    for name in reversed(out):
        at = min(name.at, limit - name.width / 2)
        at = max(at, rect.left() + name.width / 2)
        fitted.append(_Name(at, name.text, name.room))
        limit = at - name.width / 2 - 5
    return fitted[::-1]


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


BANDS_HEIGHT = 52.0
