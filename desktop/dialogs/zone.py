"""Edits a zone of the map: its name, its note, the picture that can be shown to players."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPlainTextEdit, QWidget

from desktop.board.picture import PictureError, decode
from desktop.choosing import ask_open
from desktop.dialogs.base import Dialog, Rows
from desktop.i18n import tr
from desktop.messages import message_of
from desktop.theme import px
from desktop.widgets.base import label
from desktop.widgets.buttons import Button
from desktop.widgets.fields import Field
from maps.board import Zone
from maps.formats.base import load
from maps.formats.picture import PictureFormat
from maps.problems import UnreadableFileError

LONGEST_NOTE = 20_000
THUMB = 200


@dataclass(frozen=True, slots=True)
class ZoneEdit:
    """What was entered: name, note, and the picture's bytes (``None`` = none)."""

    name: str
    note: str
    picture: bytes | None


class ZoneDialog(Dialog):
    """Name, note and picture of a zone."""

    def __init__(self, parent: QWidget | None, zone: Zone, picture: bytes | None) -> None:
        super().__init__(parent, tr("zones.title"), "pin", tr("zones.intro"))
        rows = Rows(self.body, labels=88)
        self.name = Field()
        self.name.setMaxLength(200)
        self.name.setText(zone.name)
        rows.add(tr("zones.name"), self.name)
        self.note = QPlainTextEdit()
        self.note.setProperty("panel", "raised")
        self.note.setTabChangesFocus(True)
        self.note.setMinimumHeight(px(140))
        self.note.setPlainText(zone.note)
        self.note.setAccessibleName(tr("zones.note_label"))
        rows.add(tr("zones.note_label"), self.note)
        self.choose = Button(tr("zones.choose"), "outline", mark="map")
        self.drop = Button(tr("zones.picture_remove"), "flat", mark="close")
        for button in (self.choose, self.drop):
            button.setAutoDefault(False)
        self.choose.clicked.connect(self._choose)
        self.drop.clicked.connect(lambda: self._show(None))
        box = QHBoxLayout()
        box.setSpacing(px(8))
        box.addWidget(self.choose)
        box.addWidget(self.drop)
        box.addStretch(1)
        rows.add(tr("zones.picture"), box)
        self.thumb = label("", "row", "2")
        self.thumb.setAlignment(Qt.AlignmentFlag.AlignLeft)
        rows.add("", self.thumb)
        self.picture: bytes | None = None
        self._show(picture)
        self.buttons(tr("button.take"), mark="check")
        self.setMinimumWidth(px(560))
        self.name.setFocus()
        self.name.selectAll()

    def _choose(self) -> None:
        path = ask_open(self, tr("zones.choose"), tr("import.filter_pictures"), "picture")
        if path is not None:
            self.take_picture(path)

    def take_picture(self, path: Path) -> None:
        """Take a picture from a file; one that cannot be read is told."""
        try:
            data = load(path)
            PictureFormat().read(data, path.name)
        except UnreadableFileError as error:
            self.complain(message_of(error.problem).text)
            return
        self._show(data)

    def _show(self, data: bytes | None) -> None:
        image = QImage()
        self.complain("")
        if data is not None:
            try:
                image = decode(data)[-1]
            except PictureError as error:
                self.complain(message_of(error.problem).text)
                data = None
        self.picture = data
        self.drop.setVisible(data is not None)
        self.thumb.setVisible(data is not None)
        if not image.isNull():
            side = px(THUMB)
            small = image.scaled(
                side, side,
                Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation,
            )  # fmt: skip
            self.thumb.setPixmap(QPixmap.fromImage(small))

    @property
    def edit(self) -> ZoneEdit:
        note = self.note.toPlainText().strip()[:LONGEST_NOTE]
        return ZoneEdit(self.name.text().strip(), note, self.picture)


def ask_zone(window: QWidget | None, zone: Zone, picture: bytes | None) -> ZoneEdit | None:
    """Let a zone be edited; ``None`` when cancelled."""
    dialog = ZoneDialog(window, zone, picture)
    try:
        return dialog.edit if dialog.exec() == QDialog.DialogCode.Accepted else None
    finally:
        dialog.deleteLater()
