"""A field for a number: decimal comma, sums, and signs that add to what stood there."""

from __future__ import annotations

import re

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QWidget

from desktop.guard import guarded
from desktop.i18n import language, tr
from desktop.widgets.fields import Field

_PART = re.compile(r"([+\-]?)(\d+(?:[.,]\d+)?|[.,]\d+)")
_MINUS = str.maketrans({"−": "-", "–": "-", "\u00a0": None, "\u202f": None, " ": None})


def parse_sum(text: str) -> tuple[float, bool] | None:
    """Read a number or a sum of numbers; returns it and whether it begins with a sign.

    ``None`` where it is neither. A comma is a decimal comma, so is a dot.
    """
    plain = text.translate(_MINUS)
    total, at = 0.0, 0
    while at < len(plain):
        match = _PART.match(plain, at)
        if match is None or (at > 0 and not match[1]):
            return None
        value = float(match[2].replace(",", "."))
        total += -value if match[1] == "-" else value
        at = match.end()
    return (total, plain[0] in "+-") if plain else None


class NumberField(Field):
    """A number between bounds; ``digits`` decimals, ``optional`` may be empty.

    Where negative numbers are allowed a sign belongs to the number. Where they are not, "+5"
    and "−3" change the number that stood there. Arrows change it by one, the page keys by ten.

    Signals:
        changed(): another number (or another error) stands in the field.
    """

    changed = Signal()

    def __init__(
        self,
        value: float | None = None,
        *,
        low: float | None = None,
        high: float | None = None,
        digits: int = 0,
        optional: bool = False,
        hint: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(hint, number=True, parent=parent)
        self.low, self.high, self.digits, self.optional = low, high, digits, optional
        self._base: float | None = None
        self.set_value(value)
        self.textEdited.connect(self._edited)

    @property
    def negative(self) -> bool:
        """Whether a sign is part of the number."""
        return self.low is None or self.low < 0

    def set_value(self, value: float | None) -> None:
        """Show a number without telling anybody."""
        self._base = value
        self.setText(self._shown(value))
        self.set_error("")

    def _shown(self, value: float | None) -> str:
        if value is None:
            return ""
        number = round(value) if self.digits == 0 else round(value, self.digits)
        return language.words.number(number)

    @property
    def value(self) -> float | None:
        """The number in the field; ``None`` where it is empty or none that fits."""
        found = self._read()
        return None if found is None or self.reason() else found

    @property
    def whole(self) -> int | None:
        """The number as a whole one."""
        value = self.value
        return None if value is None else round(value)

    def _read(self) -> float | None:
        found = parse_sum(self.text())
        if found is None:
            return None
        number, signed = found
        if signed and not self.negative and self._base is not None:
            number += self._base
        return number

    def reason(self) -> str:
        """Return in words what is wrong; empty when nothing is."""
        if not self.text().strip():
            return "" if self.optional else tr("number.missing")
        number = self._read()
        if number is None:
            return tr("number.none")
        if self.digits == 0 and number != round(number):
            return tr("number.not_whole")
        low, high = self.low, self.high
        if (low is not None and number < low) or (high is not None and number > high):
            if low is not None and high is not None:
                return tr("number.between", low=low, high=high)
            if low is not None:
                return tr("number.least", low=low)
            return tr("number.most", high=high or 0)
        return ""

    def check(self) -> bool:
        """Show what is wrong, if anything is; returns whether nothing is."""
        reason = self.reason()
        self.set_error(reason)
        return not reason

    def settle(self) -> None:
        """Write the number out: a sum or a change becomes its result."""
        if self.check() and self.text().strip():
            number = self._read()
            if number != self._base or self.text() != self._shown(number):
                self.set_value(number)

    def _edited(self) -> None:
        self.check()
        self.changed.emit()

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {
            Qt.Key.Key_Up: 1,
            Qt.Key.Key_Down: -1,
            Qt.Key.Key_PageUp: 10,
            Qt.Key.Key_PageDown: -10,
        }
        step = steps.get(Qt.Key(event.key()))
        if step is not None and not event.modifiers():
            self._step(step)
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.settle()
        super().keyPressEvent(event)

    def _step(self, step: int) -> None:
        number = self._read()
        if number is None:
            number = float(max(self.low or 0, min(0, self.high or 0)) - step)
        number += step
        if self.low is not None:
            number = max(self.low, number)
        if self.high is not None:
            number = min(self.high, number)
        self.set_value(number)
        self.selectAll()
        self.changed.emit()

    @guarded
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.settle()
