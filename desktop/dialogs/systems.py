"""Rule systems by name, and a box to choose one."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from desktop.i18n import language
from desktop.widgets.fields import Choice
from rules import registry


def system_name(id: str) -> str:
    """Say the name of a system; one that is not installed is called by its id."""
    words = language.words
    return words.say(f"system.{id}") if f"system.{id}" in words else id


class SystemChoice(Choice):
    """A box to choose a rule system."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        for id in registry.system_ids():
            self.addItem(system_name(id), id)

    @property
    def system(self) -> str:
        """The id of the system chosen."""
        return str(self.currentData())
