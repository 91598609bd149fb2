"""Asks what a saving throw is made against."""

from __future__ import annotations

import re
from typing import Any, get_args

from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from desktop.dialogs.base import Card, Dialog
from desktop.dialogs.form_words import words_for
from desktop.dialogs.forms import Form
from desktop.i18n import tr
from desktop.messages import Message
from desktop.session import Session
from desktop.theme import px
from desktop.widgets.base import label
from desktop.widgets.fields import Choice, Field
from desktop.words.cells import cell_label
from maps.grid import SUB, Cell
from rules.encounter.commands import Command

COMMAND = "save"
OWN = (*Command.model_fields, "token", "origin")
"""Fields of the command that the form does not show: they are answered elsewhere."""

TITLES = {
    "save": "saving.kind",
    "dc": "saving.dc",
    "spread": "saving.spread",
    "damage": "saving.damage",
    "cover": "saving.cover",
}
STARTS = {"dc": 15}
"""What stands in fields that have no default."""

NOWHERE, SQUARE = "", "\0square"

_CELL = re.compile(r"^\s*([A-Za-z]{1,2})\s*(-?\d{1,4})\s*$")


def read_cell(text: str, left: int = 0, top: int = 0) -> Cell | None:
    """Read the name of a square as the rulers write it, ``I5``, on a map that begins there."""
    match = _CELL.match(text)
    if match is None:
        return None
    column = 0
    for letter in match[1].upper():
        column = column * 26 + ord(letter) - ord("A") + 1
    counted = Cell(column - 1, int(match[2]) - 1)
    # the rulers decide what a square is called
    if cell_label(counted) != f"{match[1].upper()}{int(match[2])}":
        return None
    return Cell(left + counted.x, top + counted.y)


class SaveDialog(Dialog):
    """The fields of the command of the system, and where the effect starts."""

    def __init__(self, parent: QWidget | None, session: Session) -> None:
        me = session.current
        super().__init__(parent, tr("saving.title"), "shield", me.name if me else "")
        self.session = session
        self.token = me.id if me is not None else ""
        model = session.system.commands[COMMAND]
        values = {
            name: STARTS.get(name) if info.is_required() else info.get_default()
            for name, info in model.model_fields.items()
            if name not in OWN
        }
        first = model.model_fields.get("save")
        if first is not None and values.get("save") is None:
            values["save"] = next(iter(get_args(first.annotation)), None)
        card = Card(padding=16)
        words = words_for(session.system.id, model, TITLES)
        self.form = Form(model, values, words, without=OWN, columns=3, cards=False)
        card.column.addWidget(self.form)
        self.origin, self.square = Choice(), Field(tr("saving.square_hint"))
        if "origin" in model.model_fields:
            card.column.addLayout(self._origin_row())
        self.body.addWidget(card)
        self.body.addStretch(1)
        self.buttons(tr("asked.roll"), mark="dice")
        self.setMinimumWidth(px(520))
        dc = self.form.editors.get("dc")
        if dc is not None:
            dc.widget.setFocus()

    def _origin_row(self) -> QVBoxLayout:
        self.origin.addItem(tr("saving.nowhere"), NOWHERE)
        self.origin.addItem(tr("saving.square"), SQUARE)
        for token in self.session.state.tokens.values():
            if token.id != self.token:
                self.origin.addItem(tr("saving.at_token", name=token.name), str(token.id))
        self.square.setAccessibleName(tr("saving.square"))
        self.square.setEnabled(False)
        self.origin.currentIndexChanged.connect(self._origin_chosen)
        self.square.textEdited.connect(lambda _t: self.square.set_error(""))
        column = QVBoxLayout()
        column.setSpacing(px(2))
        head = label(tr("saving.origin"), "label", "2")
        head.setBuddy(self.origin)
        column.addWidget(head)
        box = QHBoxLayout()
        box.setSpacing(px(12))
        box.addWidget(self.origin, 2)
        box.addWidget(self.square, 1)
        column.addLayout(box)
        self.origin.setAccessibleName(tr("saving.origin"))
        return column

    def _origin_chosen(self) -> None:
        square = self.origin.currentData() == SQUARE
        self.square.setEnabled(square)
        if square:
            self.square.setFocus()

    def _place(self) -> list[float] | None:
        """Return the point where the effect starts, in squares."""
        chosen = self.origin.currentData()
        if chosen == SQUARE:
            board = self.session.state.board
            cell = read_cell(self.square.text(), board.left, board.top)
            return None if cell is None else [cell.x + 0.5, cell.y + 0.5]
        if chosen in (NOWHERE, None):
            return None
        space = self.session.state.token(str(chosen)).space
        half = space.side / 2
        return [(space.x + half) / SUB, (space.y + half) / SUB]

    @property
    def fields(self) -> dict[str, Any]:
        """The fields of the command."""
        given = {name: v for name, v in self.form.values().items() if v is not None}
        place = self._place()
        return {"token": self.token, **given, **({"origin": place} if place is not None else {})}

    def finish(self) -> None:
        wrong = self.form.first_wrong()
        if wrong is not None:
            wrong.setFocus()
            return
        if self.origin.currentData() == SQUARE and self._place() is None:
            self.square.set_error(tr("saving.no_square"))
            self.square.setFocus()
            return
        self.accept()


def ask_save(window: QWidget | None, session: Session) -> dict[str, Any] | None:
    """Ask for the fields of a ``save``; ``None`` when cancelled or unknown to the system."""
    if COMMAND not in session.system.commands or session.current is None:
        session.message.emit(Message(tr("saving.not_here"), "info"))
        return None
    dialog = SaveDialog(window, session)
    try:
        return dialog.fields if dialog.exec() == QDialog.DialogCode.Accepted else None
    finally:
        dialog.deleteLater()
