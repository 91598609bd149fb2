"""Fields to type in: an icon at the left, the reason of an error at the right; boxes for dice."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QIcon, QPainter, QPaintEvent, QResizeEvent, QValidator
from PySide6.QtWidgets import (
    QComboBox,
    QLineEdit,
    QSizePolicy,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QToolTip,
    QWidget,
)

from desktop.guard import guarded
from desktop.theme import current, px
from desktop.widgets.base import area
from desktop.widgets.draw import (
    broken,
    icon,
    key_cap,
    key_cap_width,
    u,
    ui_font,
    words_width,
    write,
)
from desktop.widgets.unmarked import unmarked

LINE = 15
"""Height of a further line of a choice."""


class Field(QLineEdit):
    """A line to type in. ``set_error`` marks it and says why at its right end."""

    def __init__(
        self,
        hint: str = "",
        mark: str = "",
        *,
        keys: str = "",
        number: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.mark, self.keys, self.error = mark, keys, ""
        self.setPlaceholderText(hint)
        self.setProperty("number", number)
        self.setFixedHeight(px(28))
        self._margins()

    def set_error(self, reason: str) -> None:
        """Mark the field and say why; an empty reason takes the mark away."""
        if reason == self.error:
            return
        self.error = reason
        self.setProperty("error", bool(reason))
        self.setAccessibleDescription(reason)
        self.style().unpolish(self)
        self.style().polish(self)
        self._margins()
        self.update()

    def show_keys(self, keys: str) -> None:
        """Show another key at the right end."""
        self.keys = keys
        self._margins()
        self.update()

    def _margins(self) -> None:
        right = 0.0
        if self.error:
            right = words_width(self.error, 11) + u(8)
        elif self.keys:
            right = key_cap_width(self.keys) + u(4)
        self.setTextMargins(px(22) if self.mark else 0, 0, round(right), 0)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter, theme = QPainter(self), current()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box, on = area(self), self.isEnabled()
        if self.mark:
            ink = theme.bad if self.error else theme.text_3 if on else theme.disabled
            mark = QRectF(u(9), box.center().y() - u(8), u(16), u(16))
            icon(painter, self.mark, mark, ink)
        if self.error:
            right = box.adjusted(0, 0, -u(9), 0)
            write(painter, right, self.error, ui_font(11), theme.bad, "right")
        elif self.keys and on:
            left = box.right() - u(7) - key_cap_width(self.keys)
            key_cap(painter, left, box.center().y(), self.keys, theme)
        painter.end()


class _Faces(QValidator):
    """Lets only digits through, and a minus where a face can be below 0."""

    def __init__(self, box: DieBox) -> None:
        super().__init__(box)
        self._minus = "−-" if box.low < 0 else ""

    @guarded
    def validate(self, text: str, at: int) -> tuple[QValidator.State, str, int]:
        digits = text.strip().lstrip(self._minus)
        fits = not digits or (digits.isascii() and digits.isdigit())
        return (QValidator.State.Acceptable if fits else QValidator.State.Invalid), text, at


class DieBox(QLineEdit):
    """A small box for the faces of dice: 32 by 28.

    Signals:
        typed(int): a whole number between the bounds was entered.
    """

    typed = Signal(int)

    def __init__(self, low: int = 1, high: int = 20, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.low, self.high = low, high
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setProperty("number", True)
        self.setProperty("die", True)
        self.setMaxLength(4)
        self.setValidator(_Faces(self))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.textEdited.connect(self._check)

    @guarded
    def sizeHint(self) -> QSize:
        return QSize(px(32 if self.high < 100 else 44), px(28))

    @guarded
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @property
    def face(self) -> int | None:
        """The face that stands in the box, when it is one of the die."""
        text = self.text().strip().replace("−", "-")
        if not text.lstrip("-").isdigit():
            return None
        value = int(text)
        return value if self.low <= value <= self.high else None

    def set_face(self, face: int | None) -> None:
        """Show a face, or nothing."""
        self.setText("" if face is None else str(face))
        self._mark(True)

    def _check(self) -> None:
        face = self.face
        self._mark(face is not None or not self.text().strip())
        if face is not None:
            self.typed.emit(face)

    def _mark(self, good: bool) -> None:
        if self.property("error") != (not good):
            self.setProperty("error", not good)
            self.style().unpolish(self)
            self.style().polish(self)


class Choice(QComboBox):
    """A box to choose one of several, 28 high, with the icons of its entries.

    One that ``grows`` takes a second line for a text that one line would cut, and leaves the
    icon out where a single word needs its room.
    """

    def __init__(self, parent: QWidget | None = None, *, grows: bool = False) -> None:
        super().__init__(parent)
        self._grows, self._most, self._bare = grows, 1, False
        self.setFixedHeight(px(28))
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(8)
        self.setIconSize(QSize(px(16), px(16)))
        if grows:
            self.currentTextChanged.connect(lambda _text: self._grow())

    def _option(self) -> QStyleOptionComboBox:
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        if self._bare:
            option.currentIcon = QIcon()
        return option

    def _line(self, option: QStyleOptionComboBox) -> QRect:
        """Return where the text stands, beside the icon."""
        control, part = QStyle.ComplexControl.CC_ComboBox, QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(control, option, part, self).adjusted(0, 0, -px(2), 0)
        if not option.currentIcon.isNull():
            room.setLeft(room.left() + option.iconSize.width() + px(4))
        return room

    def shown_lines(self) -> list[str]:
        """Return the lines of the current text as they fit: what is too long ends in dots."""
        room, text = max(0, self._line(self._option()).width()), self.currentText()
        lines = broken(text, self.font(), room) if self._most > 1 else [text]
        if len(lines) > self._most:
            lines[self._most - 1 :] = [" ".join(lines[self._most - 1 :])]
        right = Qt.TextElideMode.ElideRight
        return [self.fontMetrics().elidedText(line, right, room) for line in lines]

    def shown_text(self) -> str:
        """Return the current text as it is seen."""
        return " ".join(self.shown_lines())

    def _grow(self) -> None:
        """Be as high as the text needs."""
        self._most, self._bare = 2, False
        self._bare = self.shown_text() != self.currentText()
        more = len(self.shown_lines()) - 1
        self.setFixedHeight(px(28) + more * px(LINE))
        self.update()

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._grows:
            self._grow()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, option = QStylePainter(self), self._option()
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        lines, room = self.shown_lines(), self._line(option)
        option.currentText = lines[0] if len(lines) == 1 else ""
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        if len(lines) > 1:
            painter.setPen(current().colour("text" if self.isEnabled() else "disabled"))
            high = px(LINE)
            top = (self.height() - len(lines) * high) // 2
            for i, line in enumerate(lines):
                box = QRect(room.left(), top + i * high, room.width(), high)
                painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, line)
        painter.end()

    @guarded
    def event(self, event: QEvent) -> bool:
        """Say a text that does not fit where the pointer rests."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            if not self.toolTip() and self.shown_text() != self.currentText():
                QToolTip.showText(event.globalPos(), unmarked(self.currentText()), self)
                return True
        return super().event(event)

    @guarded
    def showPopup(self) -> None:
        """Show the list; it is called what the box is called."""
        self.view().setAccessibleName(self.accessibleName())
        super().showPopup()
