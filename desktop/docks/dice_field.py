"""A field that takes typed dice, or rolls them when Enter is pressed on it empty."""

from __future__ import annotations

import re

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QRegularExpressionValidator

from desktop.docks.words import dice_word
from desktop.guard import guarded
from desktop.i18n import tr
from desktop.widgets.fields import Field
from desktop.widgets.unmarked import unmarked

_NUMBERS = re.compile(r"\d+")
_ALLOWED = re.compile(r"[\d\s,;+.]*")


def faces_of(text: str, dice: tuple[int, ...]) -> tuple[int, ...] | None:
    """Read typed dice: each one, or the total of several. ``None`` where they do not fit."""
    if not _ALLOWED.fullmatch(text):
        return None
    numbers = [int(n) for n in _NUMBERS.findall(text)]
    if len(numbers) == len(dice):
        fit = all(1 <= n <= sides for n, sides in zip(numbers, dice, strict=True))
        return tuple(numbers) if fit else None
    if len(numbers) == 1 and is_joined(dice):
        number = numbers[0]
        fits = 1 <= number <= dice[0] * 100
        return ((number - 1) // 100 + 1, (number - 1) % 100 + 1) if fits else None
    if len(numbers) == 1 and len(dice) <= numbers[0] <= sum(dice):
        return _spread(numbers[0], dice)
    return None


def is_joined(dice: tuple[int, ...]) -> bool:
    """Whether two dice show one number together: W20 the hundreds, W100 the rest."""
    return len(dice) == 2 and dice[1] == 100 and dice[0] != 100


def shown_total(dice: tuple[int, ...], faces: tuple[int, ...]) -> int:
    """Return the number that dice show: their sum, or the one that two of them join to."""
    if is_joined(dice):
        return (faces[0] - 1) * 100 + faces[1]
    return sum(faces)


def _spread(total: int, dice: tuple[int, ...]) -> tuple[int, ...]:
    """Return faces with a total, as even as the dice allow."""
    faces = [1] * len(dice)
    rest = total - len(dice)
    while rest:
        for i, sides in enumerate(dice):
            if rest and faces[i] < sides:
                faces[i] += 1
                rest -= 1
    return tuple(faces)


class DiceField(Field):
    """One line for one roll.

    Signals:
        typed(tuple): faces that fit were typed and confirmed.
        wanted_roll(): Enter on the empty field.
        wanted_all(tuple): Shift and Enter; the faces that were typed, none on the empty field.
        cancelled(): Esc.
        plus(): a plus on the empty field.
    """

    typed = Signal(object)
    wanted_roll = Signal()
    wanted_all = Signal(object)
    cancelled = Signal()
    plus = Signal()

    def __init__(self) -> None:
        super().__init__(mark="dice", number=True)
        self.dice: tuple[int, ...] = (20,)
        self.setMaxLength(200)
        self.setValidator(QRegularExpressionValidator(_ALLOWED.pattern, self))
        self.textChanged.connect(lambda _t: self._judge(strict=False))

    def ask(self, dice: tuple[int, ...], name: str) -> None:
        """Ask for these dice; ``name`` is what a screen reader says."""
        self.dice = dice
        self.setPlaceholderText(dice_word(dice))
        self.setAccessibleName(name)
        self._judge(strict=False)

    @property
    def faces(self) -> tuple[int, ...] | None:
        """What is typed, where it fits the dice."""
        return faces_of(self.text(), self.dice) if self.text().strip() else None

    def confirm(self) -> None:
        """Take what is typed, or ask for a roll."""
        if not self.text().strip():
            self.wanted_roll.emit()
        elif self._fits():
            self.typed.emit(self.faces)

    def confirm_all(self) -> None:
        """Take what is typed, and ask for everything else to be rolled."""
        if not self.text().strip() or self._fits():
            self.wanted_all.emit(self.faces or ())

    def _fits(self) -> bool:
        """Whether the dice can show what is typed; marks it where they cannot."""
        if self.faces is not None:
            return True
        self._judge(strict=True)
        self.selectAll()
        return False

    def _judge(self, *, strict: bool) -> None:
        self.set_error("" if self._may_become(strict) else self._range())
        self.setToolTip(unmarked(self.error))

    def _may_become(self, strict: bool) -> bool:
        text = self.text().strip()
        if not text or faces_of(text, self.dice) is not None:
            return True
        if strict or not _ALLOWED.fullmatch(text):
            return False
        numbers = [int(n) for n in _NUMBERS.findall(text)]
        if len(self.dice) == 1 or not numbers:
            return False
        if len(numbers) == 1:
            most = self.dice[0] * 100 if is_joined(self.dice) else sum(self.dice)
            return 1 <= numbers[0] <= most
        return len(numbers) < len(self.dice) and all(
            1 <= n <= sides for n, sides in zip(numbers, self.dice, strict=False)
        )

    def _range(self) -> str:
        if len(self.dice) == 1:
            return tr("docks.dice_field.single", sides=self.dice[0])
        most = self.dice[0] * 100 if is_joined(self.dice) else sum(self.dice)
        return tr("docks.dice_field.several", n=len(self.dice), most=most)

    @guarded
    def event(self, event: QEvent) -> bool:
        """Leave undoing to the window while nothing is typed; letters never act from here."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            keys = QKeySequence.StandardKey
            undo = event.matches(keys.Undo) or event.matches(keys.Redo)
            if undo and not self.text():
                event.ignore()
                return True
        return super().event(event)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                self.confirm_all()
            else:
                self.confirm()
        elif key == Qt.Key.Key_Escape:
            self.cancelled.emit()
        elif event.text() == "+" and not self.text():
            self.plus.emit()
        elif event.text().isalpha():
            event.accept()  # no die shows a letter
        else:
            super().keyPressEvent(event)
