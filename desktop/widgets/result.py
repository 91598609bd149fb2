"""The result bar: what an action changes, before → after, and the buttons that apply it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from desktop.board.paint_token import MarkerLook, paint_marker
from desktop.colours import paint_colour
from desktop.guard import guarded
from desktop.widgets.base import Drawn, area
from desktop.widgets.buttons import Button
from desktop.widgets.draw import Line, Span, Tone, line_width, plain, u, ui_font, write, write_line
from desktop.widgets.unmarked import unmarked

ARROW = " → "


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
        x, middle = u(12), box.center().y()
        for i, one in enumerate(self._affected):
            if x > end - u(60):
                break
            if i:
                line = QRectF(x, middle - u(10), 1, u(20))
                painter.fillRect(line, paint_colour(theme.line))
                x += u(16)
            paint_marker(painter, QPointF(x + u(10), middle), u(20), one.marker, theme)
            x += u(28)
            room = QRectF(x, box.top(), end - x, box.height())
            x += write(painter, room, one.name, ui_font(12, 600), theme.text) + u(8)
            room.setLeft(x)
            if room.width() > 0:
                write_line(painter, room, one.line(), 12, theme)
            x += line_width(one.line(), 12) + u(16)
        painter.end()
