"""Reads a map as a further storey of the one that is open: its name and how large it gets."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QDialog, QWidget

from desktop.dialogs.base import Rows
from desktop.dialogs.import_onto import LARGEST, SMALLEST
from desktop.dialogs.import_report import ImportDialog
from desktop.dialogs.numbers import NumberField
from desktop.files import spoken_name
from desktop.i18n import tr
from desktop.widgets.fields import Field
from maps.board import Board
from maps.formats import Import
from maps.merge import as_storey
from maps.storeys import part


class StoreyDialog(ImportDialog):
    """The report of an import that becomes a storey; the preview shows it alone."""

    def __init__(self, parent: QWidget | None, path: Path, read: Import, onto: Board) -> None:
        self.onto = onto
        super().__init__(parent, path, read)
        self.heading.setText(tr("storeys.import_title"))
        if self.main is not None:
            self.main.setText(tr("storeys.import_take"))

    def head_rows(self, rows: Rows) -> None:
        self.called = Field()
        self.called.setMaxLength(200)
        self.called.setText(self.read.name or spoken_name(self.path))
        self.called.textEdited.connect(lambda _t: self.called.set_error(""))
        rows.add(tr("storeys.name"), self.called)
        self.scale = NumberField(100, low=SMALLEST, high=LARGEST, digits=2)
        rows.add(tr("onto.scale"), self.scale, tr("onto.scale_note"), unit="%")
        self.scale.changed.connect(self._again)

    def begin_typing(self) -> None:
        self.called.setFocus()
        self.called.selectAll()

    def take_name(self, name: str) -> None:
        """Call the storey like another scene of the file."""
        self.called.setText(name)

    def whole(self) -> Board:
        """Return the map that is open with the new storey beside it."""
        name = self.called.text().strip()
        ground, scale = tr("storey.ground"), (self.scale.value or 100) / 100
        return as_storey(self.onto, self.board, name, ground, scale)

    def shown(self) -> Board:
        board = self.whole()
        return part(board, board.storeys[-1])

    def _again(self) -> None:
        self.preview.show_map(self.shown(), self.pictures)

    def _show(self) -> None:
        super()._show()
        self._again()

    def finish(self) -> None:
        if not self.called.text().strip():
            self.called.set_error(tr("text.missing"))
            self.called.setFocus()
        elif self.scale.check():
            self.accept()


def ask_storey(
    window: QWidget | None, path: Path, read: Import, onto: Board
) -> tuple[Board, dict[str, bytes]] | None:
    """Show the report; returns the map with its new storey and the pictures that are new.

    ``None`` when nothing is taken over.
    """
    dialog = StoreyDialog(window, path, read, onto)
    try:
        if dialog.exec() != QDialog.DialogCode.Accepted:
            return None
        board = dialog.whole()
        picture = board.storeys[-1].picture
        used = picture.asset if picture is not None else ""
        return board, {hash: data for hash, data in dialog.pictures.items() if hash == used}
    finally:
        dialog.deleteLater()
