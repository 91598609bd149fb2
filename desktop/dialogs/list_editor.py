"""A list of models in a form: names at the left, the fields of the chosen one at the right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListWidget,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from desktop.dialogs.form_words import Words
from desktop.dialogs.gear import ask_gear, keep_gear
from desktop.dialogs.shapes import blank
from desktop.guard import guarded
from desktop.i18n import language, tr
from desktop.theme import px
from desktop.widgets.base import label
from desktop.widgets.buttons import Button
from desktop.widgets.fields import Field
from desktop.widgets.unmarked import unmarked
from rules.naming import next_id, slug

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop.dialogs.forms import Form


def as_dict(value: object) -> dict[str, Any]:
    """Return a model or a table as plain data; empty for anything else."""
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    return dict(value) if isinstance(value, Mapping) else {}


class _Entries(QListWidget):
    """The names of a list's entries."""

    @guarded
    def sizeHint(self) -> QSize:
        return QSize(px(168), px(200))


class ListEditor:
    """A list of models: names at the left, the chosen one's fields at the right.

    ``make_form`` makes the form of one of them: lists hold forms as forms hold lists.
    """

    wide = True

    def __init__(
        self,
        model: type[BaseModel],
        words: Words,
        empty: str,
        changed: Any,
        make_form: Callable[..., Form],
        *,
        field: str = "",
    ) -> None:
        self._model, self._words, self._empty = model, words, empty
        self._changed, self._field, self._make_form = changed, field, make_form
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
        self._entries = [{**blank(self._model), **as_dict(e)} for e in entries]
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
            self.form = self._make_form(
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
