"""Buttons: main, outline, flat and toggle ones, tools of the strip, switches of a few words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QFocusEvent, QKeyEvent, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QSizePolicy, QWidget

from desktop.colours import Theme
from desktop.guard import guarded
from desktop.theme import current
from desktop.widgets import focus
from desktop.widgets.base import Drawn, DrawnButton, area
from desktop.widgets.draw import (
    icon,
    key_cap,
    key_cap_width,
    plate,
    u,
    ui_font,
    width_of,
    words_width,
    write,
)
from desktop.widgets.unmarked import unmarked

Kind = Literal["primary", "outline", "flat", "toggle"]
Size = Literal["normal", "main", "large"]

_HEIGHT = {"normal": 28, "main": 32, "large": 36}
_PADDING = {"normal": 10, "main": 10, "large": 14}


def shown(text: str) -> str:
    """Return a button's text without the marks of its mnemonic."""
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&")


class Button(QPushButton):
    """A button of one of four kinds, with an icon before and a key after its words.

    ``main`` is the size of a dock's main action, ``large`` that of the start page.
    """

    def __init__(
        self,
        text: str = "",
        kind: Kind = "outline",
        *,
        mark: str = "",
        keys: str = "",
        size: Size = "normal",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(text, parent)
        self.kind, self.mark, self.keys, self.size_step = kind, mark, keys, size
        self._marked = True
        self.mark_after = False
        self.setProperty("drawn", True)
        self.setCheckable(kind == "toggle")
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        self._ring: focus.FocusRing | None = None

    def set_keys(self, keys: str) -> None:
        """Show another key cap; the same one costs no new layout."""
        if keys != self.keys:
            self.keys = keys
            self.updateGeometry()
            self.update()

    def set_mark(self, mark: str) -> None:
        """Show another icon; the same one costs no new layout."""
        if mark != self.mark:
            self.mark = mark
            self.updateGeometry()
            self.update()

    def show_mark(self, on: bool) -> None:
        """Show the icon, or only the words."""
        if on != self._marked:
            self._marked = on
            self.updateGeometry()
            self.update()

    def _parts(self) -> list[float]:
        size = 12 if self.size_step == "normal" else 13
        weight = 600 if self.kind == "primary" or self.kind == "toggle" else 400
        parts = [u(16)] if self.mark and self._marked else []
        if self.text():
            parts.append(words_width(shown(self.text()), size, weight))
        if self.keys:
            parts.append(key_cap_width(self.keys))
        return parts

    @guarded
    def sizeHint(self) -> QSize:
        parts = self._parts()
        width = sum(parts) + u(6) * max(0, len(parts) - 1)
        padding = u(_PADDING[self.size_step]) if self.text() else u(6)
        return QSize(round(width + 2 * padding + 2), round(u(_HEIGHT[self.size_step])))

    @guarded
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), current()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ink = self._ground(painter, theme)
        bold = self.kind == "primary" or self.isChecked()
        f = ui_font(12 if self.size_step == "normal" else 13, 600 if bold else 400)
        words = shown(self.text())
        mark = self.mark if self._marked else ""
        parts = [u(16)] if mark else []
        if words:
            parts.append(width_of(words, f))
        if self.keys:
            parts.append(key_cap_width(self.keys))
        total, box = sum(parts) + u(6) * max(0, len(parts) - 1), area(self)
        x, middle = box.center().x() - min(total, box.width() - u(8)) / 2, box.center().y()
        if mark and not self.mark_after:
            icon(painter, mark, QRectF(x, middle - u(8), u(16), u(16)), ink)
            x += u(22)
        if words:
            tail = (u(22) if mark and self.mark_after else 0) + (
                key_cap_width(self.keys) + u(6) if self.keys else 0
            )
            room = QRectF(x, box.top(), box.right() - u(4) - x - tail, box.height())
            x += write(painter, room, words, f, ink) + u(6)
        if mark and self.mark_after:
            icon(painter, mark, QRectF(x, middle - u(8), u(16), u(16)), ink)
            x += u(22)
        if self.keys:
            own = ink if self.kind == "primary" or not self.isEnabled() else None
            key_cap(painter, x, middle, self.keys, theme, own)
        painter.end()

    def _ground(self, painter: QPainter, theme: Theme) -> str:
        """Paint the plate of the state; return the colour of the words."""
        box, radius, on = area(self), u(6), self.isEnabled()
        down, over = self.isDown(), self.underMouse()
        if self.kind == "primary":
            ground = theme.accent_press if down else theme.accent_hover if over else theme.accent
            plate(painter, box, radius, ground if on else theme.line)
            return theme.on_accent if on else theme.disabled
        if self.kind == "outline":
            rim = theme.line if not on else theme.text_2 if over else theme.line_strong
            plate(painter, box, radius, theme.raised, rim)
            if down:
                plate(painter, box, radius, theme.press)
            return theme.text if on else theme.disabled
        if self.isChecked():
            plate(painter, box, radius, theme.accent_weak)
        if on and (down or over):
            plate(painter, box, radius, theme.press if down else theme.hover)
        if not on:
            return theme.disabled
        return theme.accent if self.isChecked() else theme.text

    @guarded
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        focus.drop(self._ring)
        self._ring = focus.focus_in(self, event)

    @guarded
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        focus.drop(self._ring)
        self._ring = None


class ActionButton(Button):
    """A button that shows an action and follows it: words, key, state, whether it is there.

    It says ``iconText`` of the action; ``tail`` shows its key as a cap.
    """

    def __init__(
        self,
        action: QAction,
        mark: str = "",
        *,
        kind: Kind | None = None,
        tail: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        plain: Kind = "toggle" if action.isCheckable() else "flat"
        super().__init__("", kind or plain, mark=mark, parent=parent)
        self.setCheckable(action.isCheckable())
        self.action, self._tail, self._bare = action, tail, False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        action.changed.connect(self._follow)
        action.toggled.connect(self.setChecked)
        self.clicked.connect(self._run)
        self._follow()

    def show_tail(self, on: bool) -> None:
        """Show the key as a cap, or only in the tooltip."""
        if on != self._tail:
            self._tail = on
            self._follow()

    def show_word(self, on: bool) -> None:
        """Show the word beside the icon, or only in the tooltip and to screen readers."""
        if on == self._bare:
            self._bare = not on
            self._follow()

    def _run(self) -> None:
        self.action.trigger()
        self.setChecked(self.action.isChecked())

    def _follow(self) -> None:
        action = self.action
        keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        self.setText("" if self._bare else action.iconText())
        self.setAccessibleName(action.iconText())
        tip = action.toolTip()
        said = not keys or self._tail or tip.endswith(f"({keys})")
        self.setToolTip(unmarked(tip if said else f"{tip} ({keys})"))
        self.setEnabled(action.isEnabled())
        if not action.isVisible():
            self.hide()
        elif self.parentWidget() is not None:  # without one it would be a window of its own
            self.show()
        self.setChecked(action.isChecked())
        self.set_keys(keys if self._tail else "")


class ToolButton(DrawnButton):
    """A tool of the strip: an icon over a word, 56 by 48; where that is too high less of it."""

    HEIGHTS = (48, 44, 40, 32, 26)
    """Heights that it can have; those below ``WORDED`` have no room for the word."""
    WORDED = 40

    def __init__(self, text: str, mark: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(text)
        self.mark = mark
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._high = self.HEIGHTS[0]

    def set_high(self, high: int) -> None:
        """Take another of the heights."""
        if high != self._high:
            self._high = high
            self.updateGeometry()
            self.update()

    @guarded
    def sizeHint(self) -> QSize:
        return QSize(round(u(56)), round(u(self._high)))

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.pen()
        box, radius, ink, weight = area(self), u(6), theme.text_2, 400
        if self.isChecked():
            plate(painter, box, radius, theme.accent_weak)
            painter.save()
            painter.setClipRect(QRectF(0, 0, u(2), box.height()))
            plate(painter, box, radius, theme.accent)
            painter.restore()
            ink, weight = theme.accent, 600
        elif self.isEnabled() and (self.isDown() or self.hovering):
            plate(painter, box, radius, theme.press if self.isDown() else theme.hover)
            ink = theme.text
        if not self.isEnabled():
            ink = theme.disabled
        if self.hasFocus():
            plate(painter, box, radius, None, theme.accent, u(2))
        bare = self._high < self.WORDED
        top = box.center().y() - u(10) if bare else u(max(2, self._high - 42))
        icon(painter, self.mark, QRectF(box.center().x() - u(10), top, u(20), u(20)), ink)
        if not bare:
            words = QRectF(u(1), top + u(22 if top < u(5) else 23), box.width() - u(2), u(14))
            write(painter, words, shown(self.text()), ui_font(11, weight), ink, "middle")
        painter.end()


class _Segment(DrawnButton):
    """One word of a switch."""

    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setText(text)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.first = self.last = False

    @guarded
    def sizeHint(self) -> QSize:
        width = words_width(self.text(), 12, 600) + u(20) + 1
        return QSize(round(width), round(u(26)))

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.pen()
        box, ink, weight = area(self), theme.text, 400
        if self.isChecked():
            ground = theme.accent_weak if self.isEnabled() else theme.line
            self._fill(painter, box, ground)
            ink, weight = theme.accent, 600
        elif self.isEnabled() and (self.hovering or self.isDown()):
            self._fill(painter, box, theme.press if self.isDown() else theme.hover)
        if not self.last:
            plate(painter, QRectF(box.right() - 1, 0, 1, box.height()), 0, theme.line)
        if not self.isEnabled():
            ink = theme.disabled
        write(painter, box, self.text(), ui_font(12, weight), ink, "middle")
        if self.hasFocus():
            plate(painter, box, u(5), None, theme.accent, u(2))
        painter.end()

    def _fill(self, painter: QPainter, box: QRectF, ground: str) -> None:
        painter.save()
        painter.setClipRect(box)
        wide = box.adjusted(0 if self.first else -u(8), 0, 0 if self.last else u(8), 0)
        plate(painter, wide, u(5), ground)
        painter.restore()


class Switch(Drawn):
    """A segmented switch: one of a few words.

    Signals:
        chosen(str): the id of the word that the user chose.
    """

    chosen = Signal(str)

    def __init__(
        self, words: Sequence[tuple[str, str]] = (), parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._group = QButtonGroup(self)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(1, 1, 1, 1)
        self._row.setSpacing(0)
        self._ids: list[str] = []
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._group.idClicked.connect(lambda i: self.chosen.emit(self._ids[i]))
        self.set_words(words)

    def set_words(self, words: Sequence[tuple[str, str]]) -> None:
        """Show other words, as pairs of id and text; the choice is kept by id."""
        before = self.value
        for button in self._group.buttons():
            self._group.removeButton(button)
            self._row.removeWidget(button)
            button.hide()  # it may stand there for a while before it is deleted
            button.deleteLater()
        self._ids = [id for id, _ in words]
        for i, (_, text) in enumerate(words):
            segment = _Segment(text, self)
            segment.first, segment.last = i == 0, i == len(words) - 1
            self._group.addButton(segment, i)
            self._row.addWidget(segment)
        if before in self._ids:
            self.set_value(before)
        elif self._ids:
            self.set_value(self._ids[0])

    @property
    def value(self) -> str:
        """The id of the chosen word."""
        number = self._group.checkedId()
        return self._ids[number] if 0 <= number < len(self._ids) else ""

    def set_value(self, id: str) -> None:
        """Choose a word by id without telling anybody."""
        button = self._group.button(self._ids.index(id))
        button.setChecked(True)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        at = self._group.checkedId() + (step or 0)
        if step is None or not 0 <= at < len(self._ids):
            super().keyPressEvent(event)
            return
        button = self._group.button(at)
        button.setFocus()
        button.click()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.pen()
        rim = theme.line_strong if self.isEnabled() else theme.line
        plate(painter, area(self), u(6), theme.raised, rim)
        painter.end()
