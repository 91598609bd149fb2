"""Asks how much damage or healing somebody gets: a number, or dice that are rolled here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic.fields import FieldInfo
from PySide6.QtWidgets import QDialog, QHBoxLayout, QWidget

from desktop import luck
from desktop.dialogs.base import Card, Dialog
from desktop.dialogs.command import known_values
from desktop.dialogs.editors import ChoiceEditor, Editor
from desktop.dialogs.form_words import Words, words_for
from desktop.dialogs.forms import Form
from desktop.dialogs.shapes import Shape
from desktop.i18n import language, tr
from desktop.session import Session
from desktop.theme import px
from desktop.widgets.base import label
from desktop.widgets.fields import Field
from rules.core.dice import Dice, parse
from rules.encounter.commands import Command
from rules.encounter.state import TokenId

OWN = (*Command.model_fields, "tokens", "token", "amount")
"""Fields of the command that are asked for elsewhere; all others the form shows."""

TITLES = {"nonlethal": "points.nonlethal"}


class _PointsForm(Form):
    """The further fields of the command; what the system can name is chosen from a list."""

    def __init__(
        self,
        session: Session,
        tokens: tuple[TokenId, ...],
        model: type[Command],
        values: Mapping[str, Any],
        words: Words,
    ) -> None:
        alone = tokens[0] if len(tokens) == 1 else ""
        self._known = known_values(session, model, alone) if alone and values else {}
        super().__init__(model, values, words, without=OWN, columns=2, cards=False)

    def _editor(self, name: str, info: FieldInfo, shape: Shape) -> Editor:
        if name in self._known:
            none = tr("points.worst_first") if name == "wound" else self.words.none(info)
            return ChoiceEditor(self._known[name], none, self.changed.emit)
        return super()._editor(name, info, shape)


class PointsDialog(Dialog):
    """A field for points, and whatever else the command of the system knows."""

    def __init__(
        self,
        parent: QWidget | None,
        session: Session,
        what: str,
        tokens: tuple[TokenId, ...] = (),
    ) -> None:
        heal = what == "heal"
        title = tr("points.heal") if heal else tr("points.damage")
        self._tokens = tokens or session.selected
        names = tuple(session.state.token(t).name for t in self._tokens)
        super().__init__(parent, title, "heart" if heal else "drop", language.words.listing(names))
        self._random = luck.own_dice()
        self._amount: int | None = None
        card = Card(padding=16)
        row = QHBoxLayout()
        row.setSpacing(px(8))
        self.field = Field(tr("points.hint"), "dice", number=True)
        self.field.setAccessibleName(tr("points.amount"))
        self.field.setMaxLength(20)
        self.field.textEdited.connect(self._edited)
        row.addWidget(self.field, 1)
        card.column.addLayout(row)
        self.health = label("", "row", "2")
        card.column.addWidget(self.health)
        model = session.system.commands.get(what, Command)
        more = [name for name in model.model_fields if name not in OWN]
        values = {name: model.model_fields[name].get_default() for name in more}
        words = words_for(session.system.id, model, TITLES)
        self.form = _PointsForm(session, self._tokens, model, values, words)
        if more:
            card.column.addWidget(self.form)
        self.body.addWidget(card)
        self.body.addStretch(1)
        self._say_health(session)
        self.buttons(title)
        self.setMinimumWidth(px(400))
        self.field.setFocus()

    def _say_health(self, session: Session) -> None:
        if len(self._tokens) == 1:
            now = session.system.health(session.state.token(self._tokens[0]))
            unit = language.words.say(f"unit.{session.system.id}.points")
            self.health.setText(tr("points.now", now=now.now, most=now.most, unit=unit))
        else:
            self.health.setText(tr("points.each", n=len(self._tokens)))

    def _edited(self) -> None:
        self.field.set_error("")
        dice = self._dice()
        if self.main is not None and dice is not None:
            self.main.set_mark("dice" if dice.count else "")

    def _dice(self) -> Dice | None:
        try:
            return parse(self.field.text().strip().removeprefix("+"))
        except ValueError:
            return None

    @property
    def fields(self) -> dict[str, Any]:
        """The fields of the command."""
        return {"amount": self._amount or 0, **self.form.changes()}

    def finish(self) -> None:
        wrong = self.form.first_wrong()
        if wrong is not None:
            wrong.setFocus()
            return
        dice = self._dice()
        if dice is None:
            self.field.set_error(tr("points.none"))
            self.field.setFocus()
            return
        total = dice.bonus + sum(self._random.randint(1, s) for s in dice.faces)
        if total < 0 or (not dice.count and total == 0):
            self.field.set_error(tr("points.least"))
            self.field.setFocus()
            return
        self._amount = min(total, 9999)
        self.accept()


def ask_points(
    window: QWidget | None, session: Session, what: str, tokens: tuple[TokenId, ...] = ()
) -> dict[str, Any] | None:
    """Ask for the points of ``damage`` or ``heal``, of the selected ones; ``None`` = cancelled."""
    dialog = PointsDialog(window, session, what, tokens)
    try:
        return dialog.fields if dialog.exec() == QDialog.DialogCode.Accepted else None
    finally:
        dialog.deleteLater()
