"""The odds of a fight as a small plot: the sides above, the losses of each combatant below."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy

from desktop.board.paint_token import MarkerLook, paint_marker
from desktop.colours import Theme, paint_colour
from desktop.guard import guarded
from desktop.i18n import language, tr
from desktop.widgets.base import Drawn
from desktop.widgets.draw import plate, u, ui_font, words_width, write
from rules.forecast.interval import Share

HEAD, ROW, BAR = 22, 24, 8
"""Heights of a heading, a row and its bar."""
NAMES = 0.36
"""Share of the width for the names, at most ``MOST_NAMES``."""
MOST_NAMES = 208
PATTERNS = {
    "heroes": Qt.BrushStyle.SolidPattern,
    "foes": Qt.BrushStyle.BDiagPattern,
    "third": Qt.BrushStyle.Dense4Pattern,
}
"""Sides are told apart by patterns, too."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One row: who, of which side, and how often with which error."""

    name: str
    side: str
    share: Share
    marker: MarkerLook | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """A heading and its rows."""

    title: str
    bars: tuple[Bar, ...]


class ForecastPlot(Drawn):
    """Bars with their intervals; the whole is said to screen readers as text."""

    def __init__(self) -> None:
        super().__init__()
        self._blocks: tuple[Block, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def blocks(self) -> tuple[Block, ...]:
        return self._blocks

    def show_blocks(self, blocks: tuple[Block, ...]) -> None:
        """Show other bars."""
        grown = self._rows(blocks) != self._rows(self._blocks)
        self._blocks = blocks
        lines = [f"{bar.name}: {share_text(bar.share)}" for b in blocks for bar in b.bars]
        self.setAccessibleDescription("\n".join(lines))
        if grown:
            self.updateGeometry()
        self.update()

    @staticmethod
    def _rows(blocks: tuple[Block, ...]) -> tuple[int, ...]:
        return tuple(len(block.bars) for block in blocks)

    @guarded
    def sizeHint(self) -> QSize:
        high = sum(HEAD + ROW * len(block.bars) + 8 for block in self._blocks)
        return QSize(round(u(320)), round(u(max(high, ROW))))

    @guarded
    def minimumSizeHint(self) -> QSize:
        return QSize(round(u(240)), self.sizeHint().height())

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.pen()
        y = 0.0
        for block in self._blocks:
            head = QRectF(0, y, self.width(), u(HEAD))
            write(painter, head, block.title, ui_font(12, 600), theme.text)
            y += u(HEAD)
            for bar in block.bars:
                self._row(painter, theme, QRectF(0, y, self.width(), u(ROW)), bar)
                y += u(ROW)
            y += u(8)
        painter.end()

    def _row(self, painter: QPainter, theme: Theme, row: QRectF, bar: Bar) -> None:
        names = min(row.width() * NAMES, u(MOST_NAMES))
        numbers = words_width(share_text(_WIDEST), 12) + u(4)
        left = row.left()
        if bar.marker is not None:
            middle = QPointF(left + u(10), row.center().y())
            paint_marker(painter, middle, u(20), bar.marker, theme)
        name = QRectF(left + u(26), row.top(), names - u(30), row.height())
        write(painter, name, bar.name, ui_font(12), theme.text)
        track = QRectF(
            left + names,
            row.center().y() - u(BAR) / 2,
            row.width() - names - numbers - u(8),
            u(BAR),
        )
        if track.width() > u(16):
            self._bar(painter, theme, track, bar)
        text = QRectF(row.right() - numbers, row.top(), numbers, row.height())
        write(painter, text, share_text(bar.share), ui_font(12), theme.text, "right")

    def _bar(self, painter: QPainter, theme: Theme, track: QRectF, bar: Bar) -> None:
        plate(painter, track, u(2), theme.line)
        ink = paint_colour(getattr(theme, bar.side, theme.text_2))
        done = QRectF(track.left(), track.top(), track.width() * bar.share.share, track.height())
        painter.setPen(QPen(ink, 1))
        painter.setBrush(QBrush(ink, PATTERNS.get(bar.side, Qt.BrushStyle.SolidPattern)))
        if done.width() >= 1:
            painter.drawRect(done.adjusted(0.5, 0.5, -0.5, -0.5))
        self._whisker(painter, theme, track, bar.share)

    def _whisker(self, painter: QPainter, theme: Theme, track: QRectF, share: Share) -> None:
        """Draw between which shares the true one lies."""
        low = track.left() + track.width() * share.low
        high = track.left() + track.width() * share.high
        middle, tall = track.center().y(), u(BAR) / 2 + u(2)
        for ink, width in ((theme.surface, 3.5), (theme.text, 1.5)):
            painter.setPen(QPen(paint_colour(ink), u(width)))
            painter.drawLine(QPointF(low, middle), QPointF(high, middle))
            for x in (low, high):
                painter.drawLine(QPointF(x, middle - tall), QPointF(x, middle + tall))


_WIDEST = Share(100, 100, 1.0, 1.0)


def share_text(share: Share) -> str:
    """Say a share with the range in which the true one lies: "63 % (59–67)"."""
    low, high = (language.words.number(end * 100, 0) for end in (share.low, share.high))
    value = language.words.percent(share.share)
    return tr("forecast.share", value=value, low=low, high=high)
