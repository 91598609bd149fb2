"""One editor for each kind of value: what it shows, what it holds, what is wrong with it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any, Protocol

from pydantic_core import PydanticCustomError
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QPlainTextEdit, QVBoxLayout, QWidget

from desktop.dialogs.numbers import NumberField
from desktop.dialogs.shapes import Shape
from desktop.guard import guarded
from desktop.i18n import tr
from desktop.theme import px
from desktop.widgets.boxes import CheckBox
from desktop.widgets.fields import Choice, Field
from desktop.widgets.unmarked import unmarked
from rules.core.dice import MOST_HIT_DICE, MOST_HIT_SIDES, check_hit, parse

Changed = Callable[[], None]


class Editor(Protocol):
    """Edits one value."""

    @property
    def widget(self) -> QWidget: ...
    @property
    def wide(self) -> bool:
        """Whether it wants a whole line."""
        ...

    def value(self) -> object:
        """Return the value, as JSON would hold it; only meaningful after ``check``."""
        ...

    def set_value(self, value: object) -> None: ...
    def check(self) -> bool:
        """Show what is wrong, if anything is; returns whether nothing is."""
        ...

    def show_error(self, text: str) -> None: ...


class TickEditor:
    """Yes or no."""

    wide = False

    def __init__(self, title: str, changed: Changed) -> None:
        self.widget = CheckBox(title)
        self.widget.toggled.connect(lambda _on: changed())

    def value(self) -> object:
        return self.widget.isChecked()

    def set_value(self, value: object) -> None:
        self.widget.setChecked(bool(value))

    def check(self) -> bool:
        return True

    def show_error(self, text: str) -> None:
        self.widget.setToolTip(unmarked(text))


class QuietChoice(Choice):
    """A box that the wheel scrolls past: turning it must not change values unnoticed."""

    @guarded
    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class ChoiceEditor:
    """One of several; ``none`` names the entry for no value."""

    wide = False

    def __init__(
        self, choices: Sequence[tuple[object, str]], none: str | None, changed: Changed
    ) -> None:
        self.widget = QuietChoice(grows=True)
        self._values: list[object] = []
        if none is not None:
            self._add(None, none)
        for value, words in choices:
            self._add(value.value if isinstance(value, Enum) else value, words)
        self.widget.currentIndexChanged.connect(lambda _i: changed())

    def _add(self, value: object, words: str) -> None:
        self._values.append(value)
        self.widget.addItem(words)

    def value(self) -> object:
        at = self.widget.currentIndex()
        return self._values[at] if 0 <= at < len(self._values) else None

    def set_value(self, value: object) -> None:
        value = value.value if isinstance(value, Enum) else value
        if value not in self._values:
            self._add(value, str(value))
        self.widget.setCurrentIndex(self._values.index(value))

    def check(self) -> bool:
        return True

    def show_error(self, text: str) -> None:
        self.widget.setToolTip(unmarked(text))


class KnownEditor(ChoiceEditor):
    """One of the values that are known; ``empty`` stands for none of them."""

    def __init__(
        self,
        choices: Sequence[tuple[object, str]],
        none: str | None,
        changed: Changed,
        empty: object = "",
    ) -> None:
        super().__init__(choices, none, changed)
        self._empty = empty

    def value(self) -> object:
        found = super().value()
        return self._empty if found is None else found

    def set_value(self, value: object) -> None:
        if value == self._empty:
            value = None
        if value is None and None not in self._values:
            return  # the first one stays
        super().set_value(value)


class SeveralEditor:
    """Any of the values that are known, each with a box to tick."""

    wide = True

    def __init__(self, choices: Sequence[tuple[object, str]], changed: Changed) -> None:
        self.widget = QWidget()
        column = QVBoxLayout(self.widget)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(px(2))
        self.boxes: dict[object, CheckBox] = {}
        for value, words in choices:
            box = CheckBox(words)
            box.toggled.connect(lambda _on: changed())
            column.addWidget(box)
            self.boxes[value] = box

    def value(self) -> object:
        return [value for value, box in self.boxes.items() if box.isChecked()]

    def set_value(self, value: object) -> None:
        held = value if isinstance(value, list | tuple) else ()
        for one, box in self.boxes.items():
            box.setChecked(one in held)

    def check(self) -> bool:
        return True

    def show_error(self, text: str) -> None:
        self.widget.setToolTip(unmarked(text))


class NumberEditor:
    """A number between bounds."""

    wide = False

    def __init__(self, shape: Shape, changed: Changed) -> None:
        self._int = shape.kind == "int"
        self.widget = NumberField(
            low=shape.low,
            high=shape.high,
            digits=0 if self._int else 2,
            optional=shape.optional,
            hint="–" if shape.optional else "",
        )
        self.widget.changed.connect(changed)

    def value(self) -> object:
        return self.widget.whole if self._int else self.widget.value

    def set_value(self, value: object) -> None:
        self.widget.set_value(float(value) if isinstance(value, int | float) else None)

    def check(self) -> bool:
        return self.widget.check()

    def show_error(self, text: str) -> None:
        self.widget.set_error(text)


class TextEditor:
    """A line of text; ``dice`` must be dice, ``words`` are several with commas between."""

    def __init__(self, shape: Shape, changed: Changed) -> None:
        self._shape = shape
        self.wide = shape.kind in ("words", "json")
        self.widget = Field()
        if shape.longest is not None and shape.kind in ("text", "dice"):
            self.widget.setMaxLength(shape.longest)
        if shape.kind == "words":
            self.widget.setPlaceholderText(tr("form.words"))
        self._changed = changed
        self.widget.textEdited.connect(self._edited)

    def _edited(self) -> None:
        self.check()
        self._changed()

    def value(self) -> object:
        text = self.widget.text().strip()
        match self._shape.kind:
            case "words":
                return [w.strip() for w in text.split(",") if w.strip()]
            case "dice":
                return parse(text).text() if self._reason() == "" and text else text
            case "json":
                return _read(text)
        return None if self._shape.optional and not text else text

    def set_value(self, value: object) -> None:
        match self._shape.kind:
            case "words":
                words = value if isinstance(value, list | tuple) else ()
                shown = ", ".join(str(w) for w in words)
            case "dice":
                shown = _dice_words(str(value))
            case "json":
                shown = json.dumps(value, ensure_ascii=False)
            case _:
                shown = "" if value is None else str(value)
        self.widget.setText(shown)
        self.widget.set_error("")

    def _reason(self) -> str:
        text = self.widget.text().strip()
        if self._shape.kind == "dice":
            return _dice_fault(text)
        if self._shape.kind == "json" and _read(text) is _BROKEN:
            return tr("form.broken")
        return ""

    def check(self) -> bool:
        reason = self._reason()
        self.widget.set_error(reason)
        return not reason

    def show_error(self, text: str) -> None:
        self.widget.set_error(text)


class LongTextEditor:
    """Several lines of text."""

    wide = True

    def __init__(self, changed: Changed) -> None:
        self.widget = QPlainTextEdit()
        self.widget.setProperty("panel", "raised")
        self.widget.setFixedHeight(px(72))
        self.widget.setTabChangesFocus(True)
        self.widget.textChanged.connect(changed)

    def value(self) -> object:
        return self.widget.toPlainText()

    def set_value(self, value: object) -> None:
        self.widget.setPlainText("" if value is None else str(value))

    def check(self) -> bool:
        return True

    def show_error(self, text: str) -> None:
        self.widget.setToolTip(unmarked(text))


_BROKEN = object()


def _read(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return _BROKEN


def _dice_fault(text: str) -> str:
    """Say why a text is no dice of a hit."""
    try:
        check_hit(text)
    except PydanticCustomError:
        return tr("form.many_dice", dice=MOST_HIT_DICE, sides=MOST_HIT_SIDES)
    except ValueError:
        return tr("form.no_dice")
    return ""


def _dice_words(text: str) -> str:
    """Write dice as the language does: 1W8 in German."""
    try:
        return parse(text).text(tr("form.die_letter"))
    except ValueError:
        return text
