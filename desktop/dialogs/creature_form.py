"""The form of a creature that is on no map: name, side, tags, picture, note, and its sheet."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop.dialogs.form_words import Words
from desktop.dialogs.forms import Form
from desktop.i18n import tr
from desktop.theme import px
from rules.encounter.state import Sheet, SideId
from rules.library.entries import Entry
from rules.system import RuleSystem

TITLES = {
    "name": "token.name",
    "side": "token.side",
    "tags": "library.tags",
    "note": "token.note",
}


class Facts(BaseModel):
    """What a creature is besides its sheet."""

    model_config = ConfigDict(frozen=True)

    name: str = Field(default="", max_length=200)
    side: SideId = SideId.FOES
    tags: tuple[str, ...] = ()
    note: str = Field(default="", max_length=20_000)


class CreatureForm(QWidget):
    """The fields of one creature.

    Signals:
        changed(): something else stands in a field.
    """

    changed = Signal()

    def __init__(self, system: RuleSystem, entry: Entry, *, columns: int = 3) -> None:
        super().__init__()
        self.system = system
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, px(8), 0)
        column.setSpacing(px(12))
        words = Words(system.id, TITLES, {"side": "side"})
        self.facts = Form(
            Facts, _facts(entry), words, title=tr("library.creature"), columns=columns
        )
        self.form = Form(
            system.sheet_model, _values(system, entry.sheet), Words(system.id), columns=columns
        )
        column.addWidget(self.facts)
        column.addWidget(self.form)
        column.addStretch(1)
        for form in (self.facts, self.form):
            form.changed.connect(self.changed)

    def show_entry(self, entry: Entry) -> None:
        """Show another creature of the same rules."""
        self.facts.set_values(_facts(entry))
        self.form.set_values(_values(self.system, entry.sheet))

    def sheet(self) -> Sheet:
        """Return the sheet as it stands in the fields. Raises ValidationError."""
        return self.system.sheet_model.model_validate(self.form.values())

    def entry(self, like: Entry) -> Entry:
        """Return an entry with what stands in the fields. Raises ValidationError."""
        facts = Facts.model_validate(self.facts.values())
        sheet = self.sheet().model_dump(mode="json", exclude_defaults=True)
        values: dict[str, Any] = {**like.model_dump(), **facts.model_dump(), "sheet": sheet}
        return Entry.model_validate(values)

    def wrong(self) -> tuple[QWidget | None, str]:
        """Return the first field that is wrong and what to say of it; (None, "") where none is."""
        for form in (self.facts, self.form):
            field = form.first_wrong()
            if field is not None:
                return field, tr("sheet.wrong")
        if not str(self.facts.values()["name"]).strip():
            name = self.facts.editors["name"]
            name.show_error(tr("text.missing"))
            return name.widget, tr("sheet.wrong")
        try:
            self.sheet()
        except ValidationError as error:
            return self, self.form.show_errors(error)
        return None, ""


def _facts(entry: Entry) -> dict[str, Any]:
    return {
        "name": entry.name,
        "side": entry.side,
        "tags": list(entry.tags),
        "note": entry.note,
    }


def _values(system: RuleSystem, sheet: dict[str, Any]) -> dict[str, Any]:
    """Return all values of a sheet, those that an entry leaves out included."""
    try:
        return system.sheet_model.model_validate(sheet).model_dump(mode="json")
    except ValidationError:
        return system.sheet_model().model_dump(mode="json")
