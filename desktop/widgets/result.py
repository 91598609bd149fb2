"""The result bar: what an action changes, before → after, and the buttons that apply it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from desktop.board.paint_token import MarkerLook, paint_marker
from desktop.colours import Theme, paint_colour
from desktop.guard import guarded
from desktop.widgets.base import Drawn, area
from desktop.widgets.buttons import Button
from desktop.widgets.draw import Line, Span, Tone, line_width, plain, u, ui_font, write, write_line
from desktop.widgets.unmarked import unmarked

ARROW = " → "
MARKER, GAP = 28, 16


@dataclass(frozen=True, slots=True)
class Change:
    """One value before and after; without ``before`` only ``label`` is said."""

    label: str
    before: str = ""
    after: str = ""
    tone: Tone = ""


@dataclass(frozen=True, slots=True)
class Affected:
    """A combatant and what changes for it."""

    name: str
    marker: MarkerLook
    changes: tuple[Change, ...] = ()

    def line(self) -> Line:
        spans: list[Span] = []
        for change in self.changes:
            if spans:
                spans.append(Span("   "))
            if change.before or change.after:
                spans.append(Span(f"{change.label} {change.before}{ARROW}", tone="2"))
                spans.append(Span(change.after, True, change.tone))
            else:
                spans.append(Span(change.label, tone="2"))
        return tuple(spans)


def rows_of(affected: Sequence[Affected], room: float) -> tuple[Sequence[Affected], ...]:
    """Lay combatants out in one row, or in two where ``room`` pixels are too narrow for all."""
    wide = [
        u(MARKER + 8) + line_width((Span(a.name, True), *a.line()), 12) + u(2 * GAP)
        for a in affected
    ]
    fit = sum(1 for together in accumulate(wide) if together <= room + u(2 * GAP))
    if fit >= len(affected):
        return (affected,) if affected else ()
    first = max(1, fit)
    return (affected[:first], affected[first:]) if first < len(affected) else (affected,)


class ResultBar(Drawn):
    """A sunken bar at the foot of the attack dock; buttons stand at its right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._affected: tuple[Affected, ...] = ()
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(round(u(12)), 0, round(u(12)), 0)
        self._row.setSpacing(round(u(8)))
        self._row.addStretch(1)
        self._buttons: list[Button] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def add_button(self, button: Button) -> None:
        """Put a button at the right end."""
        self._buttons.append(button)
        self._row.addWidget(button)

    def show_changes(self, affected: Sequence[Affected]) -> None:
        """Say what changes for whom."""
        self._affected = tuple(affected)
        texts = (f"{a.name}: {plain(a.line())}" for a in self._affected)
        self.setAccessibleName("; ".join(texts))
        self.setToolTip(unmarked("\n".join(f"{a.name}: {plain(a.line())}" for a in self._affected)))
        self.update()

    @guarded
    def sizeHint(self) -> QSize:
        return QSize(round(u(320)), round(u(56)))

    @guarded
    def minimumSizeHint(self) -> QSize:
        return QSize(round(u(240)), round(u(48)))

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.pen()
        box = area(self)
        painter.fillRect(box, paint_colour(theme.sunk))
        painter.fillRect(QRectF(0, 0, box.width(), 1), paint_colour(theme.line))
        shown = [b for b in self._buttons if not b.isHidden()]
        end = min((float(b.x()) for b in shown), default=box.right()) - u(12)
        rows = rows_of(self._affected, end - u(12))
        high = (box.height() - 1) / max(1, len(rows))
        for at, row in enumerate(rows):
            self._paint_row(painter, theme, row, QRectF(u(12), 1 + at * high, end - u(12), high))
        painter.end()

    @staticmethod
    def _paint_row(painter: QPainter, theme: Theme, row: Sequence[Affected], room: QRectF) -> None:
        x, middle = room.left(), room.center().y()
        size = min(u(20), room.height() - u(4))
        for i, one in enumerate(row):
            if x > room.right() - u(60):
                break
            if i:
                line = QRectF(x, middle - size / 2, 1, size)
                painter.fillRect(line, paint_colour(theme.line))
                x += u(GAP)
            paint_marker(painter, QPointF(x + u(10), middle), size, one.marker, theme)
            x += u(MARKER)
            rest = QRectF(x, room.top(), room.right() - x, room.height())
            x += write(painter, rest, one.name, ui_font(12, 600), theme.text) + u(8)
            rest.setLeft(x)
            if rest.width() > 0:
                write_line(painter, rest, one.line(), 12, theme)
            x += line_width(one.line(), 12) + u(GAP)
