"""The bar of sets: tables kept for other fights are loaded, saved, renamed and deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QDialog, QHBoxLayout, QWidget

from desktop import table_sets
from desktop.dialogs.base import Dialog
from desktop.dialogs.text import ask_text
from desktop.i18n import tr
from desktop.messages import words_of_fault
from desktop.theme import px
from desktop.widgets.base import label
from desktop.widgets.buttons import Button
from desktop.widgets.fields import Choice
from maps.problems import UnreadableFileError

if TYPE_CHECKING:
    from desktop.dialogs.tables import TablesDialog


def flat_button(text: str, mark: str, run: Any, into: QHBoxLayout) -> Button:
    """Put a flat button into a row; Enter never means it."""
    button = Button(text, "flat", mark=mark)
    button.setAutoDefault(False)
    button.clicked.connect(run)
    into.addWidget(button)
    return button


class SureDialog(Dialog):
    """Asks before something is lost."""

    def __init__(self, parent: QWidget | None, title: str, about: str, go: str) -> None:
        super().__init__(parent, title, "warn", about)
        self.buttons(go)
        self.setMinimumWidth(px(440))


def sure(parent: QWidget, title: str, about: str, go: str) -> bool:
    """Ask whether to go on."""
    dialog = SureDialog(parent, title, about, go)
    try:
        return dialog.exec() == QDialog.DialogCode.Accepted
    finally:
        dialog.deleteLater()


class SetBar(QWidget):
    """A box with the sets of the system, and what can be done with them."""

    def __init__(self, dialog: TablesDialog) -> None:
        super().__init__()
        self.dialog = dialog
        self.system = dialog.session.system.id
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(px(8))
        words = label(tr("tables.sets.none"), "row", "2")
        words.setToolTip(tr("tables.sets.tip"))
        row.addWidget(words)
        self.box = Choice()
        self.box.setAccessibleName(tr("tables.sets.none"))
        self.box.setMinimumWidth(px(220))
        words.setBuddy(self.box)
        row.addWidget(self.box)
        self.load = flat_button(tr("tables.sets.load"), "open", self._load, row)
        self.keep = flat_button(tr("tables.sets.save"), "file", self._save, row)
        self.call = flat_button(tr("tables.sets.rename"), "pen", self._rename, row)
        self.drop = flat_button(tr("tables.sets.delete"), "close", self._delete, row)
        row.addStretch(1)
        self.refresh()

    def refresh(self, chosen: str = "") -> None:
        """Read which sets there are."""
        kept = chosen or self.box.currentText()
        self.box.clear()
        self.box.addItems(table_sets.names(self.system))
        self.box.setCurrentIndex(max(0, self.box.findText(kept)) if self.box.count() else -1)
        there = self.box.count() > 0
        for widget in (self.box, self.load, self.call, self.drop):
            widget.setEnabled(there)

    def _load(self) -> None:
        """Let a set be in force; tables that it does not hold are those of the rules."""
        name, dialog = self.box.currentText(), self.dialog
        try:
            kept = table_sets.load(self.system, name)
        except (OSError, UnreadableFileError) as error:
            dialog.complain(words_of_fault(error, name))
            return
        tables: dict[str, list[dict[str, Any]] | None] = dict.fromkeys(dialog.own)
        tables |= kept
        if kept == dialog.own:
            dialog.say(tr("tables.sets.same", name=name))
        elif dialog.perform(tables):
            dialog.say(tr("tables.sets.loaded", name=name))

    def _save(self) -> None:
        dialog = self.dialog
        if not dialog.own:
            dialog.say(tr("tables.sets.nothing"))
            return
        name = self._ask_name(self.box.currentText())
        if name is None:
            return
        if table_sets.exists(self.system, name) and not sure(
            dialog,
            tr("tables.sets.replace_title"),
            tr("tables.sets.replace_about", name=name),
            tr("tables.sets.replace"),
        ):
            return
        self._try(name, lambda: table_sets.save(self.system, name, dialog.own))
        if table_sets.exists(self.system, name):
            dialog.say(tr("tables.sets.saved", name=name))

    def _rename(self) -> None:
        old = self.box.currentText()
        new = self._ask_name(old)
        if new is None or new == old:
            return
        try:
            table_sets.rename(self.system, old, new)
        except FileExistsError:
            self.dialog.complain(tr("tables.sets.taken", name=new))
        except OSError as error:
            self.dialog.complain(words_of_fault(error, old))
        self.refresh(new)

    def _delete(self) -> None:
        name = self.box.currentText()
        if sure(
            self.dialog,
            tr("tables.sets.delete_title"),
            tr("tables.sets.delete_about", name=name),
            tr("tables.sets.delete"),
        ):
            self._try("", lambda: table_sets.delete(self.system, name))

    def _ask_name(self, usual: str) -> str | None:
        name = ask_text(self.dialog, tr("tables.sets.name"), usual)
        return None if name is None else name[: table_sets.LONGEST_NAME]

    def _try(self, chosen: str, run: Any) -> None:
        try:
            run()
        except OSError as error:
            self.dialog.complain(words_of_fault(error, chosen))
        self.refresh(chosen)
