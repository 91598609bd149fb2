"""Asks for one line of text."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QWidget

from desktop.dialogs.base import Dialog
from desktop.i18n import tr
from desktop.theme import px
from desktop.widgets.fields import Field


class TextDialog(Dialog):
    """One field; its text is chosen, so that typing replaces it."""

    def __init__(self, parent: QWidget | None, label: str, value: str) -> None:
        super().__init__(parent, label, "pen")
        self.field = Field()
        self.field.setMaxLength(200)
        self.field.setText(value)
        self.field.selectAll()
        self.field.setAccessibleName(label)
        self.body.addWidget(self.field)
        self.body.addStretch(1)
        self.field.textEdited.connect(lambda _t: self.field.set_error(""))
        self.buttons(tr("button.take"), mark="check")
        self.setMinimumWidth(px(440))
        self.field.setFocus()

    @property
    def text(self) -> str:
        return self.field.text().strip()

    def finish(self) -> None:
        if not self.text:
            self.field.set_error(tr("text.missing"))
            self.field.setFocus()
            return
        self.accept()


def ask_text(window: QWidget | None, label: str, value: str) -> str | None:
    """Ask for a line; ``None`` when cancelled."""
    dialog = TextDialog(window, label, value)
    try:
        return dialog.text if dialog.exec() == QDialog.DialogCode.Accepted else None
    finally:
        dialog.deleteLater()
