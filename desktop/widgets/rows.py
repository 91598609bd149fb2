"""Rows of a sum: each modifier with its box, its heading with the total."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFocusEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.colours import Theme
from desktop.guard import guarded
from desktop.widgets.base import Drawn, DrawnButton, area
from desktop.widgets.draw import (
    ROLES,
    Tone,
    broken,
    check_box,
    icon,
    own_tag,
    own_tag_width,
    plate,
    u,
    ui_font,
    width_of,
    words_width,
    write,
)
from desktop.widgets.unmarked import unmarked


@dataclass(frozen=True, slots=True)
class ModLook:
    """What a row says. ``value`` has its sign; ``source`` stands at the right.

    ``own`` is the text of the tag of an own default, ``own_short`` the same where room is
    scarce, ``hand`` that of a row made by hand; any stands in place of the source. What is
    ``spare`` is left out rather than making the row higher: its box says the same.
    """

    value: str
    name: str
    source: str = ""
    tone: Tone = ""
    own: str = ""
    hand: str = ""
    own_short: str = ""
    spare: bool = False


LEAD = 70
"""Where the name of a row begins, behind its box and its value."""
LINE = 16
"""Height of a further line of a row."""


@dataclass(frozen=True, slots=True)
class _Lines:
    """How the words of a row lie at a width.

    What stands at the right (``tail``) comes below the name where the last line of that leaves
    no room for it.
    """

    name: list[str]
    tail: list[str]
    below: bool

    @property
    def count(self) -> int:
        return len(self.name) + (len(self.tail) if self.below else 0)


class ModRow(DrawnButton):
    """A modifier with a box to switch it off; unchecked it does not count.

    Words are never cut: a narrow row is as many lines high as they need.

    Signals:
        pointed(bool): the pointer or the keyboard came to the row, or left it.
    """

    pointed = Signal(bool)

    def __init__(self, look: ModLook, counts: bool = True, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setCheckable(True)
        self.setChecked(counts)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._lit = False
        self.set_look(look)

    def set_look(self, look: ModLook) -> None:
        """Say something else."""
        self._look = look
        words = (look.value, look.name, look.own or look.hand or look.source)
        self.setAccessibleName(", ".join(w for w in words if w))
        self.setToolTip(unmarked(f"{look.name} · {look.source}" if look.source else look.name))
        self.updateGeometry()
        self.update()

    @property
    def look(self) -> ModLook:
        return self._look

    def light(self, on: bool) -> None:
        """Light the row up because its cause on the map is pointed at."""
        self._lit = on
        self.update()

    @guarded
    def sizeHint(self) -> QSize:
        look = self._look
        tail = self._tail_width(look.own or look.hand or look.source)
        return QSize(round(u(LEAD + 12) + words_width(look.name, 12) + tail), round(u(24)))

    @guarded
    def minimumSizeHint(self) -> QSize:
        return QSize(round(u(160)), round(u(24)))

    @guarded
    def heightForWidth(self, width: int) -> int:
        return round(u(24 + LINE * (self._lines(width).count - 1)))

    def _tail_width(self, words: str) -> float:
        """Return the room that the words at the right take in one line, with their gap."""
        if self._look.own:
            return own_tag_width(words) + u(8)
        return words_width(words, 11) + u(25 if self._look.hand else 8) if words else 0.0

    def _lines(self, width: float) -> _Lines:
        """Return how the words lie in a row of a width in pixels."""
        look, room, f = self._look, width - u(LEAD + 8), ui_font(12)
        name = broken(look.name, f, room)
        left = room - width_of(name[-1], f)
        said = [w for w in (look.own, look.own_short) if w] or [look.hand or look.source]
        for words in said:
            if self._tail_width(words) <= left:
                return _Lines(name, [words], below=False)
        if look.spare:
            return _Lines(name, [], below=False)
        if look.own:
            fits = self._tail_width(look.own) - u(8) <= room
            return _Lines(name, [said[0] if fits else said[-1]], below=True)
        tail = [look.hand] if look.hand else broken(look.source, ui_font(11), room)
        return _Lines(name, tail, below=True)

    @guarded
    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.pointed.emit(True)

    @guarded
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.pointed.emit(False)

    @guarded
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.pointed.emit(True)
        self.update()

    @guarded
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.pointed.emit(False)
        self.update()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.pen()
        box, on, look = area(self), self.isChecked(), self._look
        if self._lit:
            mark_row(painter, box, theme)
        elif self.hovering and self.isEnabled():
            plate(painter, box, u(4), theme.hover)
        if self.hasFocus():
            plate(painter, box, u(4), None, theme.accent, u(2))
        lines, first = self._lines(box.width()), QRectF(0, box.top(), box.width(), u(24))
        mark = QRectF(u(8), first.center().y() - u(7), u(14), u(14))
        enabled = self.isEnabled()
        check_box(painter, mark, theme, on=on, enabled=enabled, hover=self.hovering)
        role = ROLES[look.tone] if on else "text_3"
        value = QRectF(u(26), first.top(), u(36), first.height())
        f = ui_font(12, 600 if on else 400, strike=not on)
        write(painter, value, look.value, f, getattr(theme, role), "right")
        ink = theme.text if on else theme.text_3
        name = QRectF(u(LEAD), first.top(), box.right() - u(LEAD + 8), first.height())
        for words in lines.name:
            write(painter, name, words, ui_font(12, strike=not on), ink)
            name.translate(0, u(LINE))
        if not lines.below:
            name.translate(0, -u(LINE))
            width = sum(self._tail_width(words) for words in lines.tail) - u(8)
            name.setLeft(name.right() - width)
        for words in lines.tail:
            self._tail(painter, name, words, theme)
            name.translate(0, u(LINE))
        painter.end()

    def _tail(self, painter: QPainter, line: QRectF, words: str, theme: Theme) -> None:
        """Write a line of the source, or its stand-in: a tag, or the pen of what is by hand."""
        look, middle = self._look, line.center().y()
        if look.own:
            width = own_tag_width(words)
            own_tag(painter, QRectF(line.left(), middle - u(8), width, u(16)), words, theme)
        elif look.hand:
            icon(painter, "pen", QRectF(line.left(), middle - u(6), u(12), u(12)), theme.accent)
            write(painter, line.adjusted(u(17), 0, 1, 0), words, ui_font(11), theme.accent)
        else:
            ink = theme.text_2 if self._lit else theme.text_3
            write(painter, line.adjusted(0, 0, 1, 0), words, ui_font(11), ink)


def mark_row(painter: QPainter, box: QRectF, theme: Theme) -> None:
    """Draw the ground of a selected row: the weak accent and a mark at the left."""
    plate(painter, box, u(4), theme.accent_weak)
    painter.save()
    painter.setClipRect(QRectF(box.left(), box.top(), u(2), box.height()))
    plate(painter, box, u(4), theme.accent)
    painter.restore()


class SumHead(Drawn):
    """The heading of a sum: its name at the left, the total at the right."""

    def __init__(self, title: str = "", total: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title, self._total = title, total
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_sum(self, title: str, total: str) -> None:
        """Show another sum."""
        self._title, self._total = title, total
        self.setAccessibleName(f"{title} {total}")
        self.update()

    @guarded
    def sizeHint(self) -> QSize:
        width = words_width(self._title, 12, 600) + words_width(self._total, 16, 650)
        return QSize(round(width + u(24)), round(u(24)))

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.pen()
        box = area(self).adjusted(u(8), 0, -u(8), 0)
        taken = write(painter, box, self._total, ui_font(16, 650), theme.text, "right")
        title = box.adjusted(0, u(1), -taken - u(8), u(1))
        write(painter, title, self._title, ui_font(12, 600), theme.text)
        painter.end()
