"""A form made from a pydantic model: groups, titles, units and bounds come from its fields."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, cast

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QListWidget,
    QToolTip,
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
from desktop.dialogs.gear import ask_gear, keep_gear
from desktop.dialogs.shapes import Shape, blank, shape_of
from desktop.docks.parts import ElidedLabel
from desktop.guard import guarded
from desktop.i18n import language, tr
from desktop.theme import px
from desktop.widgets.base import label
from desktop.widgets.buttons import Button
from desktop.widgets.fields import Field
from desktop.widgets.unmarked import unmarked
from rules.naming import next_id, slug

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
        head = ElidedLabel("label", "2")
        head.setText(f"{title} ({unit})" if unit else title)
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
                return ListEditor(shape.model, self.words, empty, changed, field=name)
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
        values = _as_dict(value)
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


def _as_dict(value: object) -> dict[str, Any]:
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    return dict(value) if isinstance(value, Mapping) else {}


class _Entries(QListWidget):
    """The names of a list's entries."""

    @guarded
    def sizeHint(self) -> QSize:
        return QSize(px(168), px(200))


class ListEditor:
    """A list of models: names at the left, the chosen one's fields at the right."""

    wide = True

    def __init__(
        self, model: type[BaseModel], words: Words, empty: str, changed: Any, *, field: str = ""
    ) -> None:
        self._model, self._words, self._empty = model, words, empty
        self._changed, self._field = changed, field
        self._entries: list[dict[str, Any]] = []
        self.form: Form | None = None
        self.widget = QWidget()
        row = QHBoxLayout(self.widget)
        row.setContentsMargins(0, px(4), 0, 0)
        row.setSpacing(px(16))
        left = QVBoxLayout()
        left.setSpacing(px(4))
        self.list = _Entries()
        self.list.setFixedWidth(px(176))
        self.list.setMinimumHeight(px(120))
        self.list.currentRowChanged.connect(self._choose)
        left.addWidget(self.list, 1)
        buttons = QHBoxLayout()
        buttons.setSpacing(px(4))
        self.add_button = Button(tr("form.add"), "flat", mark="plus")
        self.copy_button = _small("float", tr("form.duplicate"))
        self.remove_button = _small("close", tr("form.remove"))
        for button, run in (
            (self.add_button, self.add),
            (self.copy_button, self.duplicate),
            (self.remove_button, self.remove),
        ):
            button.setAutoDefault(False)
            button.clicked.connect(run)
            buttons.addWidget(button)
        buttons.addStretch(1)
        left.addLayout(buttons)
        left.addLayout(self._shelf())
        row.addLayout(left)
        self._right = QVBoxLayout()
        self._hint = label(empty, "row", "2")
        self._hint.setWordWrap(True)
        self._hint.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._right.addWidget(self._hint)
        row.addLayout(self._right, 1)

    def _shelf(self) -> QHBoxLayout:
        """Return the buttons that pick from the library and keep there; gear only has them."""
        row = QHBoxLayout()
        row.setSpacing(px(4))
        self.pick_button = Button(tr("library.gear.pick"), "flat", mark="book")
        self.keep_button = _small("pin", tr("library.gear.keep"))
        there = bool(self._words.system and self._hidden)
        for button, run in ((self.pick_button, self.pick), (self.keep_button, self.keep)):
            button.setAutoDefault(False)
            button.setVisible(there)
            button.clicked.connect(run)
            row.addWidget(button)
        row.addStretch(1)
        return row

    @property
    def _hidden(self) -> tuple[str, ...]:
        """Ids are made here; nobody needs to see them."""
        return ("id",) if "id" in self._model.model_fields else ()

    # -- values --------------------------------------------------------------------------------

    def value(self) -> object:
        self._store()
        return [dict(e) for e in self._entries]

    def set_value(self, value: object) -> None:
        entries = value if isinstance(value, list | tuple) else ()
        self._entries = [{**blank(self._model), **_as_dict(e)} for e in entries]
        self._fill(0)

    def check(self) -> bool:
        return self.form is None or self.form.check()

    def first_wrong(self) -> QWidget | None:
        return self.form.first_wrong() if self.form is not None else self.list

    def show_error(self, text: str) -> None:
        self._hint.setText(text)
        self._hint.show()

    def _store(self) -> None:
        """Write the open entry back into the list."""
        at = self.list.currentRow()
        if self.form is not None and 0 <= at < len(self._entries):
            self._entries[at] = {**self._entries[at], **self.form.values()}

    # -- entries -------------------------------------------------------------------------------

    def name_of(self, entry: Mapping[str, Any]) -> str:
        """Say what an entry is called: its name, else the word for its id."""
        if entry.get("name"):
            return str(entry["name"])
        words, id = language.words, str(entry.get("base") or entry.get("id", ""))
        for kind in ("weapon", "piece", "armour_piece", "weapon_class"):
            key = f"{kind}.{self._words.system}.{id}"
            if key in words:
                return words.say(key)
        return id or tr("form.entry")

    def _fill(self, row: int) -> None:
        self.list.blockSignals(True)
        self.list.clear()
        for entry in self._entries:
            self.list.addItem(self.name_of(entry))
        self.list.blockSignals(False)
        self.list.setCurrentRow(min(row, len(self._entries) - 1))
        self._show(self.list.currentRow())

    def _choose(self, row: int) -> None:
        if self.form is not None and self._open != row:
            if not self.form.check():
                self.list.blockSignals(True)
                self.list.setCurrentRow(self._open)
                self.list.blockSignals(False)
                return
            self._entries[self._open] = {**self._entries[self._open], **self.form.values()}
        self._show(row)

    _open = -1

    def _show(self, row: int) -> None:
        self._drop_form()
        self._open = row
        there = 0 <= row < len(self._entries)
        self._hint.setVisible(not there)
        self._hint.setText(self._empty)
        self.copy_button.setEnabled(there)
        self.remove_button.setEnabled(there)
        self.keep_button.setEnabled(there)
        if there:
            self.form = Form(
                self._model,
                self._entries[row],
                self._words,
                without=self._hidden,
                columns=3,
                cards=False,
            )
            self.form.changed.connect(self._edited)
            name = self.form.editors.get("name")
            if name is not None and isinstance(name.widget, Field):
                name.widget.setPlaceholderText(self.name_of(self._entries[row]))
            self._right.addWidget(self.form)

    def _edited(self) -> None:
        row = self._open
        if self.form is not None and 0 <= row < len(self._entries):
            self._entries[row] = {**self._entries[row], **self.form.values()}
            item = self.list.item(row)
            if item is not None:
                item.setText(self.name_of(self._entries[row]))
        self._changed()

    def _fresh_id(self, stem: str) -> str:
        return next_id([str(e.get("id", "")) for e in self._entries], slug(stem))

    def add(self) -> None:
        """Add an entry with the values that the model starts with."""
        self._store()
        entry = blank(self._model)
        if self._hidden:
            entry["id"] = self._fresh_id(tr("form.entry"))
        if "name" in self._model.model_fields:
            entry["name"] = tr("form.entry")
        self._entries.append(entry)
        self._fill(len(self._entries) - 1)
        self._changed()
        name = self.form.editors.get("name") if self.form is not None else None
        if name is not None and isinstance(name.widget, Field):
            name.widget.setFocus()
            name.widget.selectAll()

    def pick(self) -> None:
        """Add a piece of the library, under an id that is free."""
        one = ask_gear(self.widget.window(), self._words.system, self._field, self._model)
        if one is None:
            return
        self._store()
        entry = self._model.model_validate(one.values).model_dump(mode="json")
        if entry["id"] in [e.get("id") for e in self._entries]:
            entry["id"] = self._fresh_id(str(entry["id"]))
            entry["name"] = one.name
        self._entries.append(entry)
        self._fill(len(self._entries) - 1)
        self._changed()

    def keep(self) -> None:
        """Put the chosen entry into the library."""
        self._store()
        if not 0 <= self._open < len(self._entries) or not self.check():
            return
        entry = self._entries[self._open]
        name = self.name_of(entry)
        if keep_gear(self._words.system, self._field, name, entry):
            QToolTip.showText(
                self.keep_button.mapToGlobal(self.keep_button.rect().bottomLeft()),
                unmarked(tr("library.gear.kept", name=name)),
                self.keep_button,
            )

    def duplicate(self) -> None:
        """Add a copy of the chosen entry below it."""
        self._store()
        at = self._open
        if not 0 <= at < len(self._entries):
            return
        copy = dict(self._entries[at])
        if self._hidden:
            copy["id"] = self._fresh_id(str(copy.get("id", "")))
            if not copy.get("name") and "name" in copy:
                copy["name"] = self.name_of(self._entries[at])
        self._entries.insert(at + 1, copy)
        self._fill(at + 1)
        self._changed()

    def remove(self) -> None:
        """Take the chosen entry away."""
        at = self._open
        if 0 <= at < len(self._entries):
            self._drop_form()
            del self._entries[at]
            self._fill(at)
            self._changed()

    def _drop_form(self) -> None:
        if self.form is not None:
            self._right.removeWidget(self.form)
            self.form.hide()
            self.form.deleteLater()
            self.form = None


def _small(mark: str, text: str) -> Button:
    button = Button("", "flat", mark=mark)
    button.setToolTip(unmarked(text))
    button.setAccessibleName(text)
    return button
