"""Ready gear for a list of the sheet: what the rules bring and what lies in the own sets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ValidationError
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QListWidget, QListWidgetItem, QWidget

from desktop import icons
from desktop.dialogs.base import Dialog
from desktop.guard import guarded
from desktop.i18n import say, tr
from desktop.models.search import matches
from desktop.own_library import own_library
from desktop.theme import px
from desktop.widgets.fields import Field
from rules import registry
from rules.core.glossary import sort_key
from rules.library.entries import Entry
from rules.system.extras import Stocked


@dataclass(frozen=True, slots=True)
class Gear:
    """A piece that can be picked: its name, where it comes from, its values.

    ``key`` names it among the own sets; empty for what the rules bring.
    """

    name: str
    origin: str
    values: Mapping[str, Any]
    key: str = ""


def gear_of(system_id: str, field: str, model: type[BaseModel]) -> list[Gear]:
    """Return all gear for a list of the sheet, the own first; what does not fit is left out."""
    own = [
        Gear(entry.name, found.name, entry.sheet, f"{found.id}/{entry.id}")
        for found, entry in own_library().shelf.entries(system_id, field)
    ]
    system = registry.get(system_id)
    stock = system.stock(field) if isinstance(system, Stocked) else ()
    brought = [Gear(say(s.name), tr("library.sets.built_in"), s.values) for s in stock]
    brought.sort(key=lambda g: sort_key(g.name))
    return [g for g in (*own, *brought) if _fits(model, g.values)]


def _fits(model: type[BaseModel], values: Mapping[str, Any]) -> bool:
    try:
        model.model_validate(values)
    except ValidationError:
        return False
    return True


def keep_gear(system_id: str, field: str, name: str, values: Mapping[str, Any]) -> bool:
    """Put a piece into a set of one's own; returns whether it lies there."""
    own = own_library()
    into = own.own_set()
    entry = Entry(id="new", system=system_id, kind=field, name=name, sheet=dict(values))
    return bool(into) and own.change(lambda shelf: shelf.add(into, entry)) is not None


class _Pieces(QListWidget):
    """The pieces; Delete takes an own one out of its set.

    Signals:
        deleted(): Delete was pressed.
    """

    deleted = Signal()

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete:
            self.deleted.emit()
        else:
            super().keyPressEvent(event)


class GearDialog(Dialog):
    """Picks one piece. ``chosen`` is what was taken."""

    def __init__(
        self, parent: QWidget | None, system_id: str, field: str, model: type[BaseModel]
    ) -> None:
        super().__init__(parent, tr("library.gear.title"), "book", tr("library.gear.intro"))
        self._about = system_id, field, model
        self.chosen: Gear | None = None
        self.search = Field(mark="search", hint=tr("library.gear.search"))
        self.search.setAccessibleName(tr("library.gear.search"))
        self.search.textChanged.connect(lambda _t: self._fill())
        self.body.addWidget(self.search)
        self.list = _Pieces()
        self.list.setAccessibleName(tr("library.gear.title"))
        self.list.itemActivated.connect(lambda _i: self.finish())
        self.list.itemDoubleClicked.connect(lambda _i: self.finish())
        self.list.deleted.connect(self._delete)
        self.body.addWidget(self.list, 1)
        self.buttons(tr("button.take"), mark="check")
        self.resize(px(420), px(520))
        self.gear = gear_of(*self._about)
        self._fill()
        self.search.setFocus()

    def _fill(self) -> None:
        wanted = self.search.text().strip()
        self.list.clear()
        for one in self.gear:
            if not wanted or matches(wanted, f"{one.name} {one.origin}"):
                text = f"{one.name}  ·  {one.origin}" if one.key else one.name
                item = QListWidgetItem(icons.icon("person" if one.key else "book"), text)
                item.setData(Qt.ItemDataRole.UserRole, one)
                self.list.addItem(item)
        self.list.setCurrentRow(0)
        if self.main is not None:
            self.main.setEnabled(self.list.count() > 0)
        self.complain("" if self.list.count() else tr("library.gear.nothing"))

    def _current(self) -> Gear | None:
        item = self.list.currentItem()
        found = item.data(Qt.ItemDataRole.UserRole) if item is not None else None
        return found if isinstance(found, Gear) else None

    def _delete(self) -> None:
        one = self._current()
        if one is None or not one.key:
            return
        set_id, _, entry_id = one.key.partition("/")
        own_library().change(
            lambda shelf: shelf.remove(set_id, entry_id), tr("library.deleted", name=one.name)
        )
        self.gear = gear_of(*self._about)
        self._fill()

    def finish(self) -> None:
        self.chosen = self._current()
        if self.chosen is not None:
            self.accept()


def ask_gear(
    parent: QWidget | None, system_id: str, field: str, model: type[BaseModel]
) -> Gear | None:
    """Let the game master pick a piece of gear."""
    dialog = GearDialog(parent, system_id, field, model)
    try:
        return dialog.chosen if dialog.exec() == QDialog.DialogCode.Accepted else None
    finally:
        dialog.deleteLater()
