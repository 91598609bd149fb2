"""How controls are drawn: plates, boxes, key caps, chips, focus. No widget lives here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen

from desktop.colours import Theme, paint_colour
from desktop.icons import draw_icon
from desktop.theme import current_scale, font
from desktop.widgets.unbroken import pieces

Tone = Literal["", "2", "3", "ok", "warn", "bad", "info", "accent", "disabled"]

ROLES = {
    "": "text",
    "2": "text_2",
    "3": "text_3",
    "ok": "ok",
    "warn": "warn",
    "bad": "bad",
    "info": "info",
    "accent": "accent",
    "disabled": "disabled",
}


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a line of text."""

    text: str
    bold: bool = False
    tone: Tone = ""


Line = Sequence[Span]


def u(length: float) -> float:
    """Return a length of the design at the interface scale."""
    return length * current_scale()


def ui_font(size: float, weight: int = 400, *, strike: bool = False) -> QFont:
    """Return the program's font at the interface scale."""
    return font(u(size), weight, strike=strike)


def plate(
    p: QPainter,
    rect: QRectF,
    radius: float,
    ground: str | None,
    rim: str | None = None,
    width: float = 1.0,
) -> None:
    """Draw a rounded rectangle whose rim lies inside ``rect``; colours are ``#…``."""
    half = width / 2 if rim else 0.0
    p.setPen(QPen(paint_colour(rim), width) if rim else Qt.PenStyle.NoPen)
    p.setBrush(paint_colour(ground) if ground else Qt.BrushStyle.NoBrush)
    inner = rect.adjusted(half, half, -half, -half)
    p.drawRoundedRect(inner, max(0.0, radius - half), max(0.0, radius - half))


def width_of(text: str, f: QFont) -> float:
    """Return how wide a text is in pixels."""
    return QFontMetricsF(f).horizontalAdvance(text)


def words_width(text: str, size: float, weight: int = 400) -> float:
    """Return how wide a text is in ``ui_font(size, weight)``: remembered, for layouts ask often."""
    return _words_width(text, u(size), weight)


@lru_cache(maxsize=4096)
def _words_width(text: str, size: float, weight: int) -> float:
    return width_of(text, font(size, weight))


def write(
    p: QPainter,
    rect: QRectF,
    text: str,
    f: QFont,
    ink: str,
    align: Literal["left", "middle", "right"] = "left",
) -> float:
    """Write a line in the middle of a rectangle's height, shortened with … where it must be.

    Returns the width that it took.
    """
    metrics = QFontMetricsF(f)
    width = metrics.horizontalAdvance(text)
    if width > rect.width() + 0.5:
        text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(0.0, rect.width()))
        width = metrics.horizontalAdvance(text)
    x = rect.left()
    if align == "middle":
        x = rect.center().x() - width / 2
    elif align == "right":
        x = rect.right() - width
    p.setFont(f)
    p.setPen(paint_colour(ink))
    # By the capitals: a line looks centred when its capitals are.
    p.drawText(QPointF(x, rect.center().y() + metrics.capHeight() / 2), text)
    return width


def broken(text: str, f: QFont, width: float) -> list[str]:
    """Break a text at its spaces into lines of a width; a longer word has a line of its own."""
    lines = [""]
    for word in pieces(text):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if lines[-1] and width_of(longer, f) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def write_line(p: QPainter, rect: QRectF, line: Line, size: float, theme: Theme) -> float:
    """Write a line of spans from the left; returns the width that it took."""
    x = rect.left()
    for span in line:
        f = ui_font(size, 600 if span.bold else 400)
        room = QRectF(x, rect.top(), rect.right() - x, rect.height())
        if room.width() <= 0:
            break
        x += write(p, room, span.text, f, getattr(theme, ROLES[span.tone]))
    return x - rect.left()


def line_width(line: Line, size: float) -> float:
    """Return how wide a line is in pixels, with its bold parts."""
    return sum(words_width(s.text, size, 600 if s.bold else 400) for s in line)


def plain(line: Line) -> str:
    """Return a line without its looks, for screen readers."""
    return "".join(s.text for s in line)


def icon(p: QPainter, name: str, rect: QRectF, ink: str) -> None:
    """Draw an icon into a rectangle; ``ink`` is ``#…``."""
    draw_icon(p, name, rect, paint_colour(ink))


def key_cap(
    p: QPainter, left: float, middle: float, text: str, theme: Theme, ink: str | None = None
) -> float:
    """Draw a key cap from ``left``; returns its width. ``ink`` replaces its colours."""
    f = ui_font(11, 500)
    width, height = width_of(text, f) + u(10), u(16)
    rect = QRectF(left, middle - height / 2, width, height)
    if ink is None:
        plate(p, rect, u(3), theme.sunk, theme.line)
        write(p, rect, text, f, theme.text_3, "middle")
    else:
        p.save()
        p.setOpacity(p.opacity() * 0.85)
        plate(p, rect, u(3), None, ink)
        write(p, rect, text, f, ink, "middle")
        p.restore()
    return width


def key_cap_width(text: str) -> float:
    """Return how wide a key cap is in pixels."""
    return words_width(text, 11, 500) + u(10)


def check_box(
    p: QPainter, rect: QRectF, theme: Theme, *, on: bool, enabled: bool = True, hover: bool = False
) -> None:
    """Draw the box of a check box."""
    if on:
        ground = theme.accent if enabled else theme.line
        plate(p, rect, u(3), ground)
        side = rect.width() * 0.75
        box = QRectF(rect.center().x() - side / 2, rect.center().y() - side / 2, side, side)
        ink = theme.on_accent if enabled else theme.disabled
        draw_icon(p, "check", box, paint_colour(ink), 3.6)
        return
    rim = theme.line if not enabled else theme.text_2 if hover else theme.line_strong
    plate(p, rect, u(3), theme.raised if enabled else None, rim, u(1.5))


def radio(
    p: QPainter, rect: QRectF, theme: Theme, *, on: bool, enabled: bool = True, hover: bool = False
) -> None:
    """Draw the disc of a radio button."""
    half = rect.width() / 2
    if on:
        plate(p, rect, half, theme.accent if enabled else theme.line)
        inner = rect.adjusted(u(5), u(5), -u(5), -u(5))
        plate(p, inner, half, theme.on_accent)
        return
    rim = theme.line if not enabled else theme.text_2 if hover else theme.line_strong
    plate(p, rect, half, theme.raised if enabled else None, rim, u(1.5))


ChipKind = Literal["", "ok", "warn", "bad", "info", "accent"]


def chip(
    p: QPainter, rect: QRectF, text: str, theme: Theme, kind: ChipKind = "", mark: str = ""
) -> None:
    """Draw a chip; its width should be ``chip_width``."""
    radius = rect.height() / 2
    ink = getattr(theme, kind) if kind else theme.text_2
    if kind:
        plate(p, rect, radius, getattr(theme, f"{kind}_weak"), ink if theme.paper else None)
    else:
        plate(p, rect, radius, theme.sunk, theme.line)
    inner = rect.adjusted(u(8), 0, -u(8), 0)
    if mark:
        box = QRectF(inner.left(), rect.center().y() - u(6), u(12), u(12))
        icon(p, mark, box, ink)
        inner.setLeft(inner.left() + u(16))
    write(p, inner, text, ui_font(11, 500), ink, "left" if mark else "middle")


def chip_width(text: str, mark: str = "") -> float:
    """Return how wide a chip is in pixels, with the icon ``mark`` or without."""
    return words_width(text, 11, 500) + u(32 if mark else 16) + 1


def own_tag(p: QPainter, rect: QRectF, text: str, theme: Theme) -> None:
    """Draw the dashed tag of a value that is our own default."""
    pen = QPen(paint_colour(theme.warn), 1)
    pen.setDashPattern([3, 2])
    p.setPen(pen)
    p.setBrush(Qt.BrushStyle.NoBrush)
    p.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), u(3), u(3))
    write(p, rect, text, ui_font(11), theme.warn, "middle")


def own_tag_width(text: str) -> float:
    """Return how wide the tag of an own default is in pixels."""
    return words_width(text, 11) + u(10)
