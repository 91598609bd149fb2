"""Reads a map onto the one that is open: how large it gets and where it goes."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QDialog, QHBoxLayout, QWidget

from desktop.dialogs.base import Rows
from desktop.dialogs.import_report import ImportDialog
from desktop.dialogs.numbers import NumberField
from desktop.i18n import tr
from desktop.theme import px
from desktop.widgets.base import label
from desktop.widgets.buttons import Switch
from maps import storeys
from maps.board import Board, Picture, Storey
from maps.formats import Import
from maps.grid import to_sub
from maps.merge import Placing, merged

SMALLEST, LARGEST = 1, 10_000
"""Scales in percent."""
FAR = 10_000
"""Largest offset in squares."""


class OntoDialog(ImportDialog):
    """The report of an import that comes onto a map; the preview shows both together."""

    def __init__(
        self,
        parent: QWidget | None,
        path: Path,
        read: Import,
        onto: Board,
        pictures: dict[str, bytes],
        storey: Storey | None = None,
    ) -> None:
        self.onto, self._lying, self.storey = onto, pictures, storey
        self._under = onto.picture if storey is None else storeys.part(onto, storey).picture
        super().__init__(parent, path, read)
        self.heading.setText(tr("onto.title"))
        if self.main is not None:
            self.main.setText(tr("onto.take"))

    def head_rows(self, rows: Rows) -> None:
        self.scale = NumberField(100, low=SMALLEST, high=LARGEST, digits=2)
        rows.add(tr("onto.scale"), self.scale, tr("onto.scale_note"), unit="%")
        self.right = NumberField(0, low=-FAR, high=FAR, digits=3)
        self.down = NumberField(0, low=-FAR, high=FAR, digits=3)
        both = QHBoxLayout()
        both.setSpacing(px(8))
        for words, field in ((tr("onto.right"), self.right), (tr("onto.down"), self.down)):
            field.setAccessibleName(words)
            both.addWidget(label(words, "row", "2"))
            both.addWidget(field, 1)
        rows.add(tr("onto.offset"), both, tr("onto.offset_note"))
        for field in (self.scale, self.right, self.down):
            field.changed.connect(self._moved)
        self.picture_kept = Switch((("keep", tr("onto.keep")), ("swap", tr("onto.swap"))))
        if self._under is not None and self.read.board.picture is not None:
            rows.add(tr("onto.picture"), self.picture_kept)
            self.picture_kept.chosen.connect(lambda _v: self._moved())

    def begin_typing(self) -> None:
        self.scale.setFocus()
        self.scale.selectAll()

    def take_name(self, name: str) -> None:
        """The fight has a name already."""

    @property
    def placing(self) -> Placing:
        """Where the map goes; what is wrong counts as if nothing had been typed."""
        left, top = (self.storey.left, self.storey.top) if self.storey is not None else (0, 0)
        return Placing(
            (self.scale.value or 100) / 100,
            to_sub(left + (self.right.value or 0)),
            to_sub(top + (self.down.value or 0)),
            self.picture_kept.value == "swap",
        )

    def whole(self) -> Board:
        """Return both maps as one."""
        return merged(self.onto, self.board, self.placing, self.storey)

    def shown(self) -> Board:
        board = self.whole()
        if self.storey is None:
            return board
        return storeys.part(board, storeys.storey(board, self.storey.id))

    def under(self) -> Picture | None:
        """Return the picture that lies under both."""
        return self.shown().picture

    def _moved(self) -> None:
        pictures = {**self._lying, **self.pictures}
        self.preview.show_map(self.shown(), pictures)

    def _show(self) -> None:
        super()._show()
        self._moved()

    def finish(self) -> None:
        if all(field.check() for field in (self.scale, self.right, self.down)):
            self.accept()


def ask_onto(
    window: QWidget | None,
    path: Path,
    read: Import,
    onto: Board,
    pictures: dict[str, bytes],
    storey: Storey | None = None,
) -> tuple[Board, dict[str, bytes]] | None:
    """Show the report; returns both maps as one and the pictures that are new.

    Of several storeys the map is laid onto one. ``None`` when nothing is taken over.
    """
    dialog = OntoDialog(window, path, read, onto, pictures, storey)
    try:
        if dialog.exec() != QDialog.DialogCode.Accepted:
            return None
        board, picture = dialog.whole(), dialog.under()
        used = picture.asset if picture is not None else ""
        new = {hash: data for hash, data in dialog.pictures.items() if hash == used}
        return board, new
    finally:
        dialog.deleteLater()
