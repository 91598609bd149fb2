"""Says what the program is, who it belongs to, and what it brings along."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from desktop import __version__
from desktop.dialogs.base import Card, Dialog, Rows
from desktop.i18n import tr
from desktop.theme import px
from desktop.widgets.base import label


class AboutDialog(Dialog):
    """Name, version, licence, fonts, trademarks."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("about.title"), "info", tr("about.claim"))
        card = Card(padding=16)
        rows = Rows(card.column, labels=96)
        for head, text in (
            (tr("about.version"), __version__),
            (tr("about.licence"), tr("about.licence_text")),
            (tr("about.fonts"), tr("about.fonts_text")),
            (tr("about.parts"), tr("about.parts_text")),
            (tr("about.marks"), tr("about.marks_text")),
        ):
            words = label(text, "row")
            words.setWordWrap(True)
            words.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
            words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            name = rows.add(head, words)
            name.setAlignment(Qt.AlignmentFlag.AlignTop)
            rows.grid.setAlignment(name, Qt.AlignmentFlag.AlignTop)
        rows.grid.setRowStretch(rows.grid.rowCount(), 1)
        self.body.addWidget(card)
        self.buttons(tr("button.close"), cancel="")
        self.setMinimumWidth(px(560))
        layout = self.layout()
        if layout is not None:  # as high as the words need at this width
            self.resize(px(560), layout.totalHeightForWidth(px(560)))


def show_about(window: QWidget | None) -> None:
    """Show the dialog."""
    dialog = AboutDialog(window)
    try:
        dialog.exec()
    finally:
        dialog.deleteLater()
