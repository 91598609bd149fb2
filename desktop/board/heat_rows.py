"""The drawn rows of the heat map's legend: head, questions, patterns, the slider of strength."""

from __future__ import annotations

from fractions import Fraction

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFont, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QSlider

from desktop.board.paint_marks import Heat, heat_tile
from desktop.guard import guarded
from desktop.i18n import tr
from desktop.theme import current, px
from desktop.widgets.base import Drawn, DrawnButton, area
from desktop.widgets.draw import (
    icon,
    key_cap,
    key_cap_width,
    plate,
    radio,
    u,
    ui_font,
    width_of,
    write,
)
from maps.shapes import Grade
from rules.system.ground import HeatKind

WIDTH = 340
"""Of the whole legend, in pixels of the design."""


class QuestionRow(DrawnButton):
    """A question to choose, with its key."""

    def __init__(self, kind: HeatKind, number: int) -> None:
        super().__init__()
        self.kind, self.number = kind, number
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @guarded
    def sizeHint(self) -> QSize:
        return QSize(px(WIDTH), px(28))

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.pen()
        box, on = area(self), self.isChecked()
        if on:
            painter.fillRect(box, theme.colour("accent_weak"))
            painter.fillRect(QRectF(0, 0, u(2), box.height()), theme.colour("accent"))
        elif self.hovering:
            painter.fillRect(box, theme.colour("hover"))
        mark = QRectF(u(12), box.center().y() - u(8), u(16), u(16))
        radio(painter, mark, theme, on=on, hover=self.hovering)
        key = str(self.number)
        right = box.right() - u(12) - key_cap_width(key)
        face = ui_font(12, 600 if on else 400)
        words = QRectF(u(36), 0, right - u(44), box.height())
        write(painter, words, self.text(), face, theme.text if on else theme.text_2)
        key_cap(painter, right, box.center().y(), key, theme)
        if self.hasFocus():
            plate(painter, box, u(4), None, theme.accent, u(2))
        painter.end()


class PatternRow(Drawn):
    """One pattern of the map, what it means, and on how many squares."""

    def __init__(self) -> None:
        super().__init__()
        self.heat, self.words, self.count = Heat(Grade.NONE), "", 0
        self.chance: str | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @guarded
    def sizeHint(self) -> QSize:
        return QSize(px(WIDTH), px(26))

    def show_row(self, heat: Heat, words: str, count: int) -> None:
        """Say something else, without any chance."""
        self.heat, self.words, self.count, self.chance = heat, words, count, None
        self.setAccessibleName(tr("board.heat.spoken", what=words, n=count))
        self.update()

    @property
    def number(self) -> str:
        """The number of squares as it is written."""
        return tr("heat.count", n=self.count)

    def add_chance(self, chance: Fraction | None) -> None:
        """Add the column of the chance to hit."""
        self.chance = tr("heat.no_chance")
        if chance is not None:
            share = float(chance)
            self.chance = tr("heat.chance", chance=share)
            said = tr("heat.spoken", what=self.words, n=self.count, chance=share)
            self.setAccessibleName(said)
        self.update()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.pen()
        box = area(self)
        tile = QRectF(u(12), box.center().y() - u(10), u(28), u(20))
        painter.fillRect(tile, theme.colour("rock"))
        dpr = self.devicePixelRatioF()
        picture = heat_tile(self.heat, round(tile.width()), round(tile.height()), dpr)
        painter.drawPixmap(tile.topLeft(), picture)
        plate(painter, tile, u(3), None, theme.line)
        count = self.number
        bold, face = ui_font(12, 600), ui_font(12)
        end = _column_end(box, self.chance is not None)
        wide = width_of(count, bold)
        words = QRectF(u(50), 0, end - wide - u(58), box.height())
        write(painter, words, self.words, face, theme.text)
        _write_to(painter, end, box, count, bold, theme.text)
        if self.chance is not None:
            _write_to(painter, box.right() - u(12), box, self.chance, face, theme.text)
        painter.end()


def _column_end(box: QRectF, chance: bool) -> float:
    """Return where the column of the numbers of squares ends; that of the chance follows."""
    return box.right() - u(12) - (u(68) if chance else 0)


def _write_to(
    painter: QPainter, end: float, box: QRectF, words: str, face: QFont, colour: str
) -> None:
    """Write words that end at a place."""
    wide = width_of(words, face)
    write(painter, QRectF(end - wide - 1, 0, wide + 1, box.height()), words, face, colour)


class ColumnRow(Drawn):
    """The heads of the columns, while there is one of chances."""

    def __init__(self) -> None:
        super().__init__()
        self.what = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @guarded
    def sizeHint(self) -> QSize:
        return QSize(px(WIDTH), px(22))

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.pen()
        box, face = area(self), ui_font(11)
        write(painter, QRectF(u(50), 0, u(140), box.height()), self.what, face, theme.text_2)
        squares, chance = tr("heat.column.squares"), tr("heat.column.chance")
        _write_to(painter, _column_end(box, True), box, squares, face, theme.text_2)
        _write_to(painter, box.right() - u(12), box, chance, face, theme.text_2)
        painter.end()


class Strength(QSlider):
    """A slider for how strong the map is drawn, in percent."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setRange(20, 150)
        self.setPageStep(10)
        self.setValue(100)
        self.setFixedHeight(px(24))

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._to(event.position().x())

    @guarded
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._to(event.position().x())

    def _to(self, x: float) -> None:
        share = (x - u(8)) / max(1.0, self.width() - u(16))
        self.setValue(round(self.minimum() + share * (self.maximum() - self.minimum())))

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), current()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect())
        middle, left, right = box.center().y(), u(8), box.width() - u(8)
        share = (self.value() - self.minimum()) / (self.maximum() - self.minimum())
        at = left + share * (right - left)
        groove = QRectF(left, middle - u(2), right - left, u(4))
        plate(painter, groove, u(2), theme.line)
        plate(painter, QRectF(left, middle - u(2), at - left, u(4)), u(2), theme.accent)
        knob = QRectF(at - u(8), middle - u(8), u(16), u(16))
        plate(painter, knob, u(8), theme.raised, theme.accent, u(2))
        if self.hasFocus():
            plate(painter, box, u(4), None, theme.accent, u(2))
        painter.end()


class LegendHead(Drawn):
    """The head: what is shown, and about whom."""

    def __init__(self) -> None:
        super().__init__()
        self.title, self.about = "", ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @guarded
    def sizeHint(self) -> QSize:
        return QSize(px(WIDTH - 36), px(32))

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.pen()
        box = area(self)
        mark = QRectF(u(12), box.center().y() - u(8), u(16), u(16))
        icon(painter, "heat", mark, theme.text_2)
        bold, face = ui_font(13, 600), ui_font(12)
        wide = width_of(self.title, bold)
        write(painter, QRectF(u(36), 0, wide + 2, box.height()), self.title, bold, theme.text)
        rest = QRectF(u(46) + wide, 0, box.width() - u(46) - wide, box.height())
        write(painter, rest, self.about, face, theme.text_2)
        painter.end()
