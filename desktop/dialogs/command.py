"""Asks for the fields of any command of a rule system: combatants, squares, numbers, words."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from pydantic.fields import FieldInfo
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from desktop.dialogs.base import Card, Dialog, Scroll
from desktop.dialogs.editors import ChoiceEditor, Editor
from desktop.dialogs.form_words import extra, words_for
from desktop.dialogs.forms import Form, Known
from desktop.dialogs.save import read_cell
from desktop.dialogs.shapes import Shape, shape_of
from desktop.i18n import say, tr
from desktop.session import Session
from desktop.theme import px
from desktop.widgets.boxes import CheckBox
from desktop.widgets.fields import Field
from desktop.widgets.unmarked import unmarked
from desktop.words.cells import column_label
from maps.board import Board
from maps.grid import Cell
from rules.encounter.commands import Command
from rules.encounter.state import TokenId
from rules.system.actions import SupportsChoices

ALWAYS = (*Command.model_fields,)
"""Fields that nobody fills by hand."""
HIDDEN = frozenset({"off", "extra", "place", "numbers", "zone"})
"""Fields that only the docks fill."""

ONE = frozenset(
    {"token", "target", "attacker", "defender", "other", "second", "swap", "foe", "partner"}
)
"""Names of fields that hold one combatant."""
SEVERAL = frozenset({"tokens", "targets", "surprised", "members", "others", "foes", "helpers"})
"""Names of fields that hold combatants."""
PLACES = frozenset({"to", "at", "cell", "origin"})
"""Names of fields that hold a square."""


def read_square(text: str, board: Board) -> Cell | None:
    """Read the name of a square of a board as its rulers write it: ``I5``."""
    return read_cell(text, board.left, board.top)


class SquareEditor:
    """A square by its name on the rulers."""

    wide = False

    def __init__(self, board: Board, optional: bool, changed: Any) -> None:
        self._board, self._optional = board, optional
        self.widget = Field(tr("command_form.square_hint"))
        self._changed = changed
        self.widget.textEdited.connect(lambda _t: self._edited())

    def _edited(self) -> None:
        self.widget.set_error("")
        self._changed()

    def value(self) -> object:
        cell = read_square(self.widget.text(), self._board)
        return None if cell is None else [cell.x, cell.y]

    def set_value(self, value: object) -> None:
        if isinstance(value, list | tuple) and len(value) == 2:
            x, y = int(value[0]) - self._board.left, int(value[1]) - self._board.top
            self.widget.setText(f"{column_label(x)}{y + 1}")

    def check(self) -> bool:
        empty = not self.widget.text().strip()
        wrong = not self._optional if empty else self.value() is None
        self.widget.set_error(tr("command_form.no_square") if wrong else "")
        return not wrong

    def show_error(self, text: str) -> None:
        self.widget.set_error(text)


class TokensEditor:
    """Combatants, each with a box to tick."""

    wide = True

    def __init__(self, session: Session, needed: bool, changed: Any) -> None:
        self._needed = needed
        self.boxes: dict[str, CheckBox] = {}
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(px(2))
        for token in session.state.tokens.values():
            box = CheckBox(token.name)
            box.toggled.connect(lambda _on: changed())
            column.addWidget(box)
            self.boxes[token.id] = box
        column.addStretch(1)
        self.widget = Scroll(inside)
        self.widget.setMinimumHeight(px(min(200, 24 + 24 * len(self.boxes))))

    def value(self) -> object:
        return [id for id, box in self.boxes.items() if box.isChecked()]

    def set_value(self, value: object) -> None:
        held = value if isinstance(value, list | tuple) else ()
        for id, box in self.boxes.items():
            box.setChecked(id in held)

    def check(self) -> bool:
        return not self._needed or bool(self.value())

    def show_error(self, text: str) -> None:
        self.widget.setToolTip(unmarked(text))


class CommandForm(Form):
    """The form of a command: combatants, weapons and squares get editors of their own."""

    def __init__(
        self,
        session: Session,
        model: type[Command],
        values: Mapping[str, Any],
        only: Collection[str],
        asked: Collection[str] = (),
    ) -> None:
        self._session = session
        self._who = str(values.get("token") or values.get("attacker") or "")
        words = words_for(session.system.id, model)
        who = str(values.get("target") or self._who)
        known = known_values(session, model, who)
        super().__init__(
            model, values, words, only=only, columns=2, cards=False, known=known, sure=asked
        )

    def _editor(self, name: str, info: FieldInfo, shape: Shape) -> Editor:
        role = extra(info, "ask") or role_of(name)
        changed = self.changed.emit
        if role == "place":
            return SquareEditor(self._session.state.board, not info.is_required(), changed)
        if role == "tokens":
            return TokensEditor(self._session, info.is_required(), changed)
        if role == "token" and shape.kind == "text":  # a target may be a number to reach, too
            kind = ChoiceEditor if info.is_required() else _TextChoice
            return kind(self._combatants(), self._nobody(info), changed)
        if name == "weapon" and self._who in self._session.state.tokens:
            found = [(w.id, say(w.name)) for w in self._session.attack.weapons(self._who)]
            return _TextChoice(found, self._nobody(info), changed)
        if name == "mode" and shape.kind == "text" and self._who in self._session.state.tokens:
            system, state = self._session.system, self._session.state
            modes = system.modes(state, TokenId(self._who), "")
            found = [(m.id, say(m.label)) for m in modes]
            return _TextChoice(found, self._nobody(info), changed)
        return super()._editor(name, info, shape)

    def _combatants(self) -> list[tuple[object, str]]:
        return [(t.id, t.name) for t in self._session.state.tokens.values()]

    @staticmethod
    def _nobody(info: FieldInfo) -> str | None:
        return None if info.is_required() else tr("command_form.open")


def known_values(session: Session, model: type[Command], who: str) -> Known:
    """Return what may stand in the fields of a command, where the system knows all of it."""
    system = session.system
    if not isinstance(system, SupportsChoices):
        return {}
    name = str(model.model_fields["do"].get_default())
    return {
        field: [(value, say(label)) for value, label in found]
        for field in model.model_fields
        if (found := system.choices(session.state, name, field, who))
    }


class _TextChoice(ChoiceEditor):
    """A choice of ids in a field of text: no choice is an empty text."""

    def value(self) -> object:
        return super().value() or ""

    def set_value(self, value: object) -> None:
        super().set_value(value or None)


def role_of(name: str) -> str:
    """Return what a field holds, by its name: a combatant, several, a square, or plain values."""
    if name in ONE:
        return "token"
    if name in SEVERAL:
        return "tokens"
    return "place" if name in PLACES else ""


def missing(model: type[Command], fields: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the fields that a command needs and that nobody has filled."""
    return tuple(
        name
        for name, info in model.model_fields.items()
        if info.is_required() and name not in fields and name not in ALWAYS
    )


def offered(model: type[Command]) -> tuple[str, ...]:
    """Return all fields that the form can ask for."""
    return tuple(
        name
        for name in model.model_fields
        if name not in ALWAYS and name not in HIDDEN and not _table(model, name)
    )


def _table(model: type[Command], name: str) -> bool:
    if role_of(name):
        return False
    kind = shape_of(model.model_fields[name]).kind
    return kind in ("json", "list", "model") or (name == "on" and kind == "words")


class CommandDialog(Dialog):
    """The fields of one command."""

    def __init__(
        self,
        parent: QWidget | None,
        session: Session,
        model: type[Command],
        fields: Mapping[str, Any],
        title: str,
        *,
        mark: str = "list",
        only: Collection[str] = (),
        go: str = "",
    ) -> None:
        who = session.state.tokens.get(TokenId(str(fields.get("token", ""))))
        super().__init__(parent, title, mark, who.name if who is not None else "")
        self._given = dict(fields)
        names = tuple(only) or offered(model)
        starts: dict[str, Any] = {
            name: info.get_default(call_default_factory=True)
            for name, info in model.model_fields.items()
            if not info.is_required()
        }
        self.form = CommandForm(session, model, {**starts, **fields}, names, only)
        self._asked = {name for name in only if name in self.form.known}
        card = Card(padding=16)
        card.column.addWidget(Scroll(self.form))
        self.body.addWidget(card, 1)
        self.buttons(go or tr("command_form.go"), mark="check")
        self.setMinimumWidth(px(480))
        first = next(iter(self.form.editors.values()), None)
        if first is not None:
            first.widget.setFocus()

    @property
    def fields(self) -> dict[str, Any]:
        """The fields of the command: those given before, and what was changed here."""
        model = self.form.model
        filled = dict(self._given)
        for name, value in self.form.values().items():
            info = model.model_fields[name]
            wanted = info.is_required() or name in self._given or name in self._asked
            if wanted or name in self.form.changes():
                filled[name] = value
        return {n: v for n, v in filled.items() if v is not None}

    def finish(self) -> None:
        wrong = self.form.first_wrong()
        if wrong is None:
            self.accept()
            return
        self.complain(tr("command_form.incomplete"))
        wrong.setFocus()


def ask_command(
    window: QWidget | None,
    session: Session,
    model: type[Command],
    fields: Mapping[str, Any],
    title: str,
    *,
    mark: str = "list",
    only: Collection[str] = (),
    go: str = "",
) -> dict[str, Any] | None:
    """Ask for fields of a command; ``None`` when cancelled."""
    dialog = CommandDialog(window, session, model, fields, title, mark=mark, only=only, go=go)
    try:
        return dialog.fields if dialog.exec() == QDialog.DialogCode.Accepted else None
    finally:
        dialog.deleteLater()
