"""A form made from a pydantic model: groups, titles, units and bounds come from its fields."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, cast

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QVBoxLayout,
    QWidget,
)

from desktop.dialogs.base import Card
from desktop.dialogs.editors import (
    ChoiceEditor,
    Editor,
    KnownEditor,
    LongTextEditor,
    NumberEditor,
    SeveralEditor,
    TextEditor,
    TickEditor,
)
from desktop.dialogs.form_words import Words, extra
from desktop.dialogs.list_editor import ListEditor, as_dict
from desktop.dialogs.said import SaidEditor, said_values
from desktop.dialogs.shapes import Shape, shape_of
from desktop.i18n import tr
from desktop.theme import px
from desktop.widgets.base import label
from desktop.widgets.unmarked import unmarked

Known = Mapping[str, Sequence[tuple[object, str]]]
"""Values that may stand in fields, with their words, as the system knows them now."""
COLUMNS = 4
"""Fields side by side."""


class Form(QWidget):
    """The fields of a model in cards, one card for each group.

    Signals:
        changed(): something else stands in a field.
    """

    changed = Signal()

    def __init__(
        self,
        model: type[BaseModel],
        values: Mapping[str, Any],
        words: Words,
        *,
        only: Collection[str] = (),
        without: Collection[str] = (),
        columns: int = COLUMNS,
        cards: bool = True,
        title: str = "",
        known: Known = MappingProxyType({}),
        sure: Collection[str] = (),
    ) -> None:
        super().__init__()
        self.model, self.words, self.known, self._sure = model, words, known, sure
        self._columns, self._cards = columns, cards
        self._first = dict(values)
        self.editors: dict[str, Editor] = {}
        self.groups: dict[str, QWidget] = {}
        self._titles: dict[str, str] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(px(12))
        wanted = only or model.model_fields
        groups: dict[str, list[str]] = {}
        for name in wanted:
            if name not in without:
                group = extra(model.model_fields[name], "group")
                groups.setdefault(group, []).append(name)
        for group, names in groups.items():
            self._add_group(column, group, names, title if not group else "")
        for name, editor in self.editors.items():
            editor.set_value(values.get(name))
        self._first = {name: editor.value() for name, editor in self.editors.items()}

    # -- building ------------------------------------------------------------------------------

    def _add_group(self, column: QVBoxLayout, group: str, names: list[str], title: str) -> None:
        words = self.words.group(group) if group else title
        host: QVBoxLayout
        if self._cards:
            card = Card(words, padding=16)
            host = card.column
            column.addWidget(card)
            self.groups[words] = card
        else:
            host = column
        self._fill(host, names)

    def _fill(self, host: QVBoxLayout, names: list[str]) -> None:
        """Lay fields out: small ones side by side, ticks below them, then what needs a line."""
        small, ticks, wide = [], [], []
        for name in names:
            info = self.model.model_fields[name]
            shape = shape_of(info)
            if shape.kind == "bool" and not shape.optional:
                ticks.append((name, info, shape))
            elif shape.kind in ("list", "model", "json", "words") or shape.long:
                wide.append((name, info, shape))
            else:
                small.append((name, info, shape))
        if small:
            host.addLayout(self._grid([self._cell(*one) for one in small]))
        if ticks:
            host.addLayout(self._grid([self._tick(*one) for one in ticks]))
        for one in wide:
            host.addWidget(self._cell(*one))

    def _grid(self, cells: list[QWidget]) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(px(12))
        grid.setVerticalSpacing(px(8))
        for i in range(self._columns):
            grid.setColumnStretch(i, 1)
            grid.setColumnMinimumWidth(i, px(112))
        row = at = 0
        for cell in cells:
            span = 2 if cell.property("span") == 2 and self._columns > 1 else 1
            if at + span > self._columns:
                row, at = row + 1, 0
            grid.addWidget(cell, row, at, 1, span)
            at += span
        return grid

    def _tick(self, name: str, info: FieldInfo, shape: Shape) -> QWidget:
        title = self.words.title(name, info)
        editor = TickEditor(title, self.changed.emit)
        self._know(name, title, editor)
        editor.widget.setToolTip(unmarked(self.words.help(info)))
        # a long German feat needs more than a quarter of the line
        if editor.widget.sizeHint().width() > px(150):
            editor.widget.setProperty("span", 2)
        return editor.widget

    def _cell(self, name: str, info: FieldInfo, shape: Shape) -> QWidget:
        title, unit = self.words.title(name, info), self.words.unit(info)
        cell = QWidget()
        column = QVBoxLayout(cell)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(px(2))
        head = label(f"{title} ({unit})" if unit else title, "label", "2")
        head.setWordWrap(True)  # beside one of two lines fields stay in a row
        column.addStretch(1)
        column.addWidget(head)
        editor = self._editor(name, info, shape)
        self._know(name, title, editor)
        named = editor.list if isinstance(editor, ListEditor) else editor.widget
        named.setAccessibleName(head.text())
        editor.widget.setToolTip(unmarked(self.words.help(info)))
        head.setBuddy(editor.widget)
        column.addWidget(editor.widget)
        if (shape.kind == "text" and not shape.long) or name in self.known:
            cell.setProperty("span", 2)
        return cell

    def _know(self, name: str, title: str, editor: Editor) -> None:
        self.editors[name] = editor
        self._titles[name] = title

    def _editor(self, name: str, info: FieldInfo, shape: Shape) -> Editor:
        changed = self.changed.emit
        if name in self.known:
            return self._known_editor(info, shape, self.known[name], sure=name in self._sure)
        said = said_values(name, info, shape, self.words)
        if said:
            return SaidEditor(shape, said, changed)
        match shape.kind:
            case "bool":
                words = ((True, tr("form.yes")), (False, tr("form.no")))
                return ChoiceEditor(words, self.words.none(info), changed)
            case "int" | "float":
                return NumberEditor(shape, changed)
            case "choice":
                choices = [(c, self.words.value(name, info, c)) for c in shape.choices]
                none = self.words.none(info) if shape.optional else None
                return ChoiceEditor(choices, none, changed)
            case "list" if shape.model is not None:
                empty = self.words.first([f"{extra(info, 'term')}.empty"], tr("form.list_empty"))
                return ListEditor(shape.model, self.words, empty, changed, Form, field=name)
            case "model" if shape.model is not None:
                return ModelEditor(shape.model, self.words, self._columns, changed)
            case "text" if shape.long:
                return LongTextEditor(changed)
        return TextEditor(shape, changed)

    def _known_editor(
        self,
        info: FieldInfo,
        shape: Shape,
        known: Sequence[tuple[object, str]],
        *,
        sure: bool,
    ) -> Editor:
        """Let one of the values that are known be chosen, or several; ``sure`` = one of them."""
        if shape.kind == "words":
            return SeveralEditor(known, self.changed.emit)
        empty: object = 0 if shape.kind == "int" else ""
        start = info.get_default() if not info.is_required() else known[0][0]
        sure = sure or start in [value for value, _ in known]
        none = None if sure else tr("command_form.open")
        return KnownEditor(known, none, self.changed.emit, empty)

    # -- values --------------------------------------------------------------------------------

    def values(self) -> dict[str, Any]:
        """Return what stands in the fields."""
        return {name: editor.value() for name, editor in self.editors.items()}

    def changes(self) -> dict[str, Any]:
        """Return only what is not as it was."""
        return {n: v for n, v in self.values().items() if v != self._first.get(n)}

    def set_values(self, values: Mapping[str, Any]) -> None:
        """Show other values."""
        for name, editor in self.editors.items():
            if name in values:
                editor.set_value(values[name])

    def check(self) -> bool:
        """Show beside each field what is wrong; returns whether nothing is."""
        checked = [editor.check() for editor in self.editors.values()]  # all of them, to the end
        return all(checked)

    def first_wrong(self) -> QWidget | None:
        """Return the widget of the first field with an error."""
        for editor in self.editors.values():
            if not editor.check():
                inner = getattr(editor, "first_wrong", None)
                return cast("QWidget", inner()) if inner is not None else editor.widget
        return None

    def show_errors(self, error: ValidationError) -> str:
        """Show the complaints of the model beside its fields; returns the first as a sentence."""
        rest = ""
        for one in error.errors():
            name = str(one["loc"][0]) if one["loc"] else ""
            editor = self.editors.get(name)
            text = tr("form.wrong")
            if editor is not None:
                editor.show_error(text)
            rest = rest or tr("form.wrong_field", field=self._titles.get(name, name))
        return rest


class ModelEditor:
    """A model inside a model: its fields in a frame of their own."""

    wide = True

    def __init__(self, model: type[BaseModel], words: Words, columns: int, changed: Any) -> None:
        self._model, self._words, self._columns, self._changed = model, words, columns, changed
        self.widget = QWidget()
        self._column = QVBoxLayout(self.widget)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._form: Form | None = None
        self.set_value({})

    def value(self) -> object:
        return self._form.values() if self._form is not None else {}

    def set_value(self, value: object) -> None:
        values = as_dict(value)
        if self._form is not None:
            self._form.set_values(values)
            return
        self._form = Form(self._model, values, self._words, cards=False, columns=self._columns)
        self._form.changed.connect(self._changed)
        self._column.addWidget(self._form)

    def check(self) -> bool:
        return self._form is None or self._form.check()

    def first_wrong(self) -> QWidget | None:
        return self._form.first_wrong() if self._form is not None else None

    def show_error(self, text: str) -> None:
        self.widget.setToolTip(unmarked(text))
