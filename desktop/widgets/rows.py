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
    check_box,
    icon,
    own_tag,
    own_tag_width,
    plate,
    u,
    ui_font,
    width_of,
    write,
)
from desktop.widgets.unmarked import unmarked


@dataclass(frozen=True, slots=True)
class ModLook:
    """What a row says. ``value`` has its sign; ``source`` stands at the right.

    ``own`` is the text of the tag of an own default, ``hand`` that of a row made by hand;
    either stands in place of the source.
    """

    value: str
    name: str
    source: str = ""
    tone: Tone = ""
    own: str = ""
    hand: str = ""


class ModRow(DrawnButton):
    """A modifier with a box to switch it off; unchecked it does not count.

    Signals:
        pointed(bool): the pointer or the keyboard came to the row, or left it.
    """

    pointed = Signal(bool)

    def __init__(self, look: ModLook, counts: bool = True, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setCheckable(True)
        self.setChecked(counts)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._lit = False
        self.set_look(look)

    def set_look(self, look: ModLook) -> None:
        """Say something else."""
        self._look = look
        words = (look.value, look.name, look.own or look.hand or look.source)
        self.setAccessibleName(", ".join(w for w in words if w))
        self.setToolTip(unmarked(f"{look.name} · {look.source}" if look.source else look.name))
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
        tail = width_of(look.own or look.hand or look.source, ui_font(11)) + u(20)
        name = width_of(look.name, ui_font(12))
        return QSize(round(u(74) + name + tail), round(u(24)))

    @guarded
    def minimumSizeHint(self) -> QSize:
        return QSize(round(u(160)), round(u(24)))

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
        mark = QRectF(u(8), box.center().y() - u(7), u(14), u(14))
        enabled = self.isEnabled()
        check_box(painter, mark, theme, on=on, enabled=enabled, hover=self.hovering)
        role = ROLES[look.tone] if on else "text_3"
        value = QRectF(u(26), box.top(), u(36), box.height())
        f = ui_font(12, 600 if on else 400, strike=not on)
        write(painter, value, look.value, f, getattr(theme, role), "right")
        tail = self._tail(painter, box, theme)
        name = QRectF(u(70), box.top(), box.right() - u(78) - tail, box.height())
        ink = theme.text if on else theme.text_3
        write(painter, name, look.name, ui_font(12, strike=not on), ink)
        painter.end()

    def _tail(self, painter: QPainter, box: QRectF, theme: Theme) -> float:
        """Write what stands at the right; returns the room that it takes."""
        look, right = self._look, box.right() - u(8)
        if look.own:
            width = own_tag_width(look.own)
            tag = QRectF(right - width, box.center().y() - u(8), width, u(16))
            own_tag(painter, tag, look.own, theme)
            return width + u(8)
        if look.hand:
            width = width_of(look.hand, ui_font(11))
            words = QRectF(right - width, box.top(), width + 1, box.height())
            write(painter, words, look.hand, ui_font(11), theme.accent)
            pen = QRectF(right - width - u(17), box.center().y() - u(6), u(12), u(12))
            icon(painter, "pen", pen, theme.accent)
            return width + u(24)
        # The name comes first: the source may take what it leaves, at least a third.
        name = width_of(look.name, ui_font(12))
        room = max(box.width() - u(86) - name, (box.width() - u(78)) / 3)
        width = min(width_of(look.source, ui_font(11)), room)
        words = QRectF(right - width, box.top(), width + 0.5, box.height())
        ink = theme.text_2 if self._lit else theme.text_3
        write(painter, words, look.source, ui_font(11), ink, "right")
        return width + u(8)


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
        width = width_of(self._title, ui_font(12, 600)) + width_of(self._total, ui_font(16, 650))
        return QSize(round(width + u(24)), round(u(24)))

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.pen()
        box = area(self).adjusted(u(8), 0, -u(8), 0)
        taken = write(painter, box, self._total, ui_font(16, 650), theme.text, "right")
        title = box.adjusted(0, u(1), -taken - u(8), u(1))
        write(painter, title, self._title, ui_font(12, 600), theme.text)
        painter.end()
