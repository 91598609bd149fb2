"""Edits a creature of a set: picture, facts, sheet, and what follows from them."""

from __future__ import annotations

from types import MappingProxyType

from pydantic import ValidationError
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from desktop.board.initials import initials
from desktop.board.paint_token import MarkerLook
from desktop.dialogs.base import Card, Dialog, Scroll
from desktop.dialogs.creature_form import CreatureForm
from desktop.dialogs.portrait import ask_portrait, choose_file, read_picture
from desktop.dialogs.sheet import Derived
from desktop.dialogs.systems import system_name
from desktop.i18n import tr
from desktop.messages import message_of
from desktop.theme import px
from desktop.widgets.buttons import Button
from desktop.widgets.chips import Marker
from maps.grid import Footprint
from maps.problems import UnreadableFileError
from rules.encounter.state import Encounter, Token, TokenId
from rules.library.entries import Entry
from rules.system import RuleSystem

FACE = 120


class CreatureDialog(Dialog):
    """The form of one entry; ``entry`` and ``picture`` are what was taken over.

    ``picture`` is None where it stays as it was, empty where it was taken away.
    """

    def __init__(
        self, parent: QWidget | None, system: RuleSystem, entry: Entry, picture: bytes | None
    ) -> None:
        super().__init__(parent, entry.name, "book", system_name(system.id))
        self.system, self.entry = system, entry
        self.picture: bytes | None = None
        self._shown = picture
        row = QHBoxLayout()
        row.setSpacing(px(16))
        row.addLayout(self._side())
        self.fields = CreatureForm(system, entry)
        self.pages = Scroll(self.fields)
        row.addWidget(self.pages, 1)
        self.derived = Derived()
        row.addWidget(self.derived)
        self.body.addLayout(row, 1)
        self.buttons(tr("button.take"), mark="check")
        self.resize(px(1160), px(740))
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(80)
        self._timer.timeout.connect(self.preview)
        self.fields.changed.connect(self._timer.start)
        self.preview()
        self.fields.facts.editors["name"].widget.setFocus()

    def _side(self) -> QVBoxLayout:
        column = QVBoxLayout()
        card = Card(tr("library.portrait.card"), padding=16)
        self.face = Marker("", "neutral", FACE)
        card.column.addWidget(self.face, 0, Qt.AlignmentFlag.AlignHCenter)
        self.choose = Button(tr("library.portrait.choose"), "outline", mark="person")
        self.remove = Button(tr("library.portrait.remove"), "flat", mark="close")
        for button, run in ((self.choose, self._choose), (self.remove, self._remove)):
            button.setAutoDefault(False)
            button.clicked.connect(run)
            card.column.addWidget(button)
        column.addWidget(card)
        column.addStretch(1)
        return column

    # -- picture -------------------------------------------------------------------------------

    def _choose(self) -> None:
        path = choose_file(self)
        if path is None:
            return
        try:
            image = read_picture(path)
        except UnreadableFileError as error:
            self.complain(message_of(error.problem).text)
            return
        made = ask_portrait(self, self.entry.name, self._side_id(), image)
        if made:
            self.take_picture(made)

    def take_picture(self, data: bytes) -> None:
        """Wear another picture."""
        self.picture = self._shown = data
        self.preview()

    def _remove(self) -> None:
        self.picture, self._shown = b"", None
        self.preview()

    def _side_id(self) -> str:
        return str(self.fields.facts.values()["side"])

    # -- what follows --------------------------------------------------------------------------

    def preview(self) -> None:
        """Show face and values as the form stands."""
        name = str(self.fields.facts.values()["name"]).strip() or "?"
        picture = QPixmap()
        if self._shown:
            picture.loadFromData(self._shown)
        letters = initials([("x", name)])["x"]
        portrait = None if picture.isNull() else picture
        self.face.set_look(MarkerLook(letters, self._side_id(), portrait=portrait))
        self.remove.setEnabled(bool(self._shown))
        try:
            sheet = self.fields.sheet()
        except (ValidationError, ValueError):
            return
        id = TokenId("x")
        space = Footprint.at(0, 0, max(1, self.system.squares(sheet)))
        token = Token(id, name, self.entry.side, space, sheet, self.system.fresh(sheet))
        state = Encounter(self.system.id, tokens=MappingProxyType({id: token}))
        self.derived.show_card(self.system.card(state, id))

    def finish(self) -> None:
        wrong, words = self.fields.wrong()
        if wrong is not None:
            self.complain(words)
            self.pages.ensureWidgetVisible(wrong)
            wrong.setFocus(Qt.FocusReason.TabFocusReason)
            return
        try:
            self.entry = self.fields.entry(self.entry)
        except ValidationError:
            self.complain(tr("sheet.wrong"))
            return
        if self.picture == b"":
            self.entry = self.entry.model_copy(update={"picture": ""})
        self.accept()


def edit_creature(
    parent: QWidget | None, system: RuleSystem, entry: Entry, picture: bytes | None
) -> tuple[Entry, bytes | None] | None:
    """Let the game master edit an entry; returns it and a new picture, or None."""
    dialog = CreatureDialog(parent, system, entry, picture)
    try:
        if dialog.exec() != QDialog.DialogCode.Accepted:
            return None
        return dialog.entry, dialog.picture or None
    finally:
        dialog.deleteLater()
