"""Damage, healing and saving throws of a whole group: one row for each, one step for all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from desktop import luck
from desktop.board.initials import initials
from desktop.board.paint_token import MarkerLook
from desktop.dialogs.base import Card, Dialog, Scroll
from desktop.dialogs.command import known_values
from desktop.dialogs.form_words import words_for
from desktop.dialogs.forms import Form
from desktop.dialogs.group_rows import PersonRow
from desktop.dialogs.points import TITLES as POINTS
from desktop.dialogs.save import STARTS, TITLES
from desktop.docks.words import system_word
from desktop.i18n import language, tr
from desktop.session import Session
from desktop.theme import px
from desktop.widgets.base import label
from desktop.widgets.boxes import CheckBox
from desktop.widgets.fields import Field
from maps.grid import SUB
from maps.problems import UnreadableFileError
from rules.core.asking import Answer, Ask, DiceRequest
from rules.core.dice import Dice, parse
from rules.core.terms import term
from rules.encounter.areas import AreaOfEffect, Caught
from rules.encounter.commands import Command, parse_command
from rules.encounter.events import Event, Logged
from rules.encounter.state import TokenId
from rules.group import Group, Kind, resist_command, resolve
from rules.system.ground import SupportsAreas

OWN = (*Command.model_fields, "token", "tokens", "amount", "origin", "damage", "cover")
"""Fields that the form does not show: they are answered elsewhere."""
MARKS = {"damage": "drop", "heal": "heart", "save": "shield"}
MOST = 9_999
HIGH = 420


class GroupDialog(Dialog):
    """What is done to a group, and how it goes for each of them.

    Whatever is typed is worked out at once on the state as it is; the main button first rolls
    the dice that are missing, then applies everything as one step. ``area`` is the template
    that caught them: cover then counts from its origin.
    """

    def __init__(
        self,
        parent: QWidget | None,
        session: Session,
        kind: Kind,
        tokens: Sequence[TokenId],
        area: AreaOfEffect | None = None,
    ) -> None:
        titles = {
            "damage": tr("groups.title.damage"),
            "heal": tr("groups.title.heal"),
            "save": tr("groups.title.save"),
        }
        if resist_command(session.system) != "save":
            titles["save"] = tr("groups.title.roll")
        n = len(tokens)
        super().__init__(parent, titles[kind], MARKS[kind], tr("groups.about", n=n))
        self.session, self.kind, self.tokens, self.area = session, kind, tuple(tokens), area
        self.saves = kind == "save"
        self.command = resist_command(session.system) if self.saves else kind
        self.model = session.system.commands[self.command]
        self.group = Group()
        self.amount_faces: tuple[int, ...] = ()
        self._random = luck.own_dice()
        self._later: dict[tuple[TokenId, int], Answer] = {}
        self._typed: dict[TokenId, int] = {}
        self._make_top()
        self._make_rows()
        self.roll_button = self.extra(tr("groups.roll_all"), "dice")
        self.roll_button.clicked.connect(self.roll_all)
        self.buttons(tr("groups.apply"), mark="check")
        self.setMinimumWidth(px(760))
        self.work_out()
        first = self.amount if not self.amount.isHidden() else self.form
        first.setFocus(Qt.FocusReason.TabFocusReason)

    # -- building -------------------------------------------------------------------------

    def _make_top(self) -> None:
        card = Card(padding=16)
        fields = self.model.model_fields
        self.hurts = not self.saves or "damage" in fields
        row = QHBoxLayout()
        row.setSpacing(px(8))
        self.amount = Field(tr("groups.amount_hint"), "dice", number=True)
        self.amount.setMaxLength(20)
        self.amount.setFixedWidth(px(170))
        words = tr("groups.amount_heal") if self.kind == "heal" else tr("groups.amount")
        self.amount.setAccessibleName(words)
        self.amount.textEdited.connect(self._amount_typed)
        self.rolled = label("", "row", "2")
        head = label(words, "row", "2")
        head.setBuddy(self.amount)
        for part in (head, self.amount, self.rolled):
            part.setVisible(self.hurts)
            row.addWidget(part)
        row.addStretch(1)
        card.column.addLayout(row)
        values = {
            name: STARTS.get(name) if info.is_required() else info.get_default()
            for name, info in fields.items()
            if name not in OWN
        }
        first = fields.get("save")
        if first is not None and values.get("save") is None:
            wanted = [v for v in _choices(first.annotation) if v in ("ref", "spells")]
            values["save"] = next(iter(wanted or _choices(first.annotation)), None)
        words_of = words_for(self.session.system.id, self.model, {**TITLES, **POINTS})
        known = known_values(self.session, self.model, "")
        self.form = Form(
            self.model, values, words_of, without=OWN, columns=3, cards=False, known=known
        )
        self.form.changed.connect(self.work_out)
        if values:
            card.column.addWidget(self.form)
        self.by_cover = CheckBox(tr("groups.origin"))
        self.by_cover.setChecked(True)
        self.by_cover.toggled.connect(lambda _on: self.work_out())
        self.by_cover.setVisible(self.area is not None and "origin" in fields)
        card.column.addWidget(self.by_cover)
        self.body.addWidget(card)

    def _make_rows(self) -> None:
        state, caught = self.session.state, self._caught()
        letters = initials((t.id, t.name) for t in state.tokens.values() if not t.label)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(px(4), 0, px(8), 0)
        grid = QGridLayout()
        grid.setHorizontalSpacing(px(12))
        grid.setVerticalSpacing(px(6))
        grid.setColumnStretch(4, 1)
        grid.setColumnMinimumWidth(4, px(240))
        column.addLayout(grid)
        column.addStretch(1)
        self.rows: list[PersonRow] = []
        self._say_heads(grid)
        for i, id in enumerate(self.tokens, start=1):
            token = state.tokens[id]
            look = MarkerLook(token.label or letters.get(id, ""), str(token.side))
            row = PersonRow(token, look, caught.get(id), grid, i, saves=self.saves)
            row.changed.connect(self.work_out)
            self.rows.append(row)
        scroll = Scroll(inside)
        scroll.setMaximumHeight(px(HIGH))
        scroll.setMinimumHeight(min(px(HIGH), px(36) * max(1, len(self.tokens)) + px(28)))
        self.body.addWidget(scroll, 1)

    def _say_heads(self, grid: QGridLayout) -> None:
        """Name the columns."""
        points = system_word("unit", self.session.system.id, "points")
        words = {
            1: tr("docks.ring.head_name"),
            3: tr("groups.head_dice") if self.saves else tr("groups.head_share"),
            5: points or tr("docks.ring.head_points"),
        }
        for column, text in words.items():
            right = Qt.AlignmentFlag.AlignRight if column == 5 else Qt.AlignmentFlag.AlignLeft
            grid.addWidget(label(text, "label", "3"), 0, column, right)

    def _caught(self) -> dict[TokenId, Caught]:
        system = self.session.system
        if self.area is None or not isinstance(system, SupportsAreas):
            return {}
        return {c.token: c for c in system.caught(self.session.state, self.area)}

    # -- working out ----------------------------------------------------------------------

    def _dice(self) -> Dice | None:
        text = self.amount.text().strip().removeprefix("+")
        if not text:
            return Dice(0, 0) if self.saves else None
        try:
            return parse(text)
        except ValueError:
            return None

    def _amount_typed(self) -> None:
        self.amount_faces = ()
        self.amount.set_error("")
        self.work_out()

    @property
    def total(self) -> int | None:
        """The amount for all; None while it is missing or its dice are not rolled."""
        dice = self._dice() if self.hurts else Dice(0, 0)
        if dice is None or len(self.amount_faces) != len(dice.faces):
            return None
        return max(0, min(MOST, dice.bonus + sum(self.amount_faces)))

    def _commands(self) -> list[tuple[TokenId, Command]]:
        given = {name: v for name, v in self.form.values().items() if v is not None}
        total = self.total or 0
        found = []
        for row in self.rows:
            id = row.token.id
            fields: dict[str, Any] = {"do": self.command, **given}
            if self.saves:
                fields["token"] = id
                if total:
                    fields["damage"] = total
                fields |= self._origin()
            else:
                amount = int(total * row.amount_share)
                if not amount:
                    continue
                fields |= {"tokens": [id], "amount": amount}
            found.append((id, parse_command(self.session.system, fields)))
        return found

    def _origin(self) -> dict[str, Any]:
        if self.area is None or "origin" not in self.model.model_fields:
            return {}
        if not self.by_cover.isChecked():
            return {}
        at = self.area.origin(self.session.state)
        return {"origin": [at.x / SUB, at.y / SUB]}

    def _answer(self, id: TokenId, number: int, request: Ask) -> Answer | None:
        """Answer with what stands in the row; what is asked after that is rolled at once."""
        dice = isinstance(request, DiceRequest)
        if self.saves and dice and self._typed.setdefault(id, number) == number:
            row = next(r for r in self.rows if r.token.id == id)
            faces = row.faces
            sides = tuple(die.sides for die in row.dice)
            fits = isinstance(request, DiceRequest) and sides == tuple(request.dice)
            return faces if fits else None
        key = (id, number)
        known = self._later.get(key)
        if isinstance(request, DiceRequest):
            if not isinstance(known, tuple) or len(known) != len(request.dice):
                known = tuple(self._random.randint(1, sides) for sides in request.dice)
        elif known is None:
            known = request.usual
        self._later[key] = known
        return known

    def work_out(self) -> None:
        """Find out how it goes for everybody, and show it."""
        self.complain("")
        session, state = self.session, self.session.state
        total, self._typed = self.total, {}
        if (total is None and not self.saves) or self.form.first_wrong() is not None:
            self.group = Group()
            commands: list[tuple[TokenId, Command]] = []
        else:
            try:
                commands = self._commands()
            except UnreadableFileError:
                commands = []
            say, head = language.words.say, self._first_line()
            self.group = resolve(session.system, state, commands, self._answer, say, head)
        fates = {fate.token: fate for fate in self.group.fates}
        after = self.group.after or state
        for row in self.rows:
            fate, id = fates.get(row.token.id), row.token.id
            health = session.system.health
            if fate is not None:
                row.show_fate(fate, health(state.tokens[id]), health(after.tokens[id]))
            else:
                row.show_nothing(health(state.tokens[id]))
        self._say()

    def _first_line(self) -> tuple[Event, ...]:
        dice = self._dice()
        if dice is None or not dice.count or self.total is None:
            return ()
        text = self.amount.text().strip()
        faces = (term("log.faces", faces=self.amount_faces),)
        return (Logged(term("group.rolled", text=text, total=self.total), faces),)

    def _say(self) -> None:
        dice = self._dice()
        total = self.total
        rolled = dice is not None and dice.count and total is not None
        self.rolled.setText(tr("groups.total", n=total or 0) if rolled else "")
        waits = self._waits()
        if not waits and self.roll_button.hasFocus() and self.main is not None:
            self.main.setFocus()  # a button that goes dead hands the keyboard to "cancel"
        self.roll_button.setEnabled(waits)
        if self.main is not None:
            self.main.setText(tr("groups.roll") if waits else tr("groups.apply"))
            self.main.set_mark("dice" if waits else "check")

    def _waits(self) -> bool:
        """Whether dice are still to be rolled."""
        dice = self._dice()
        unrolled = dice is not None and bool(dice.count) and self.total is None
        return unrolled or self.group.open

    # -- doing ----------------------------------------------------------------------------

    def roll_all(self) -> None:
        """Roll every die that is missing; what was typed and fits no die is not overwritten."""
        typed = (die for row in self.rows if self.saves for die in row.dice)
        wrong = next((die for die in typed if die.text().strip() and die.rolled is None), None)
        if wrong is not None:
            self.complain(tr("asked.face", sides=wrong.sides))
            wrong.setFocus()
            wrong.selectAll()
            return
        dice = self._dice()
        if dice is not None and self.total is None:
            self.amount_faces = tuple(self._random.randint(1, s) for s in dice.faces)
        for row in self.rows:
            if self.saves and row.faces is None:
                given = [die.rolled or self._random.randint(1, die.sides) for die in row.dice]
                row.set_faces(tuple(given))
        self.work_out()

    def finish(self) -> None:
        wrong = self.form.first_wrong()
        if wrong is not None:
            wrong.setFocus()
            return
        if self._dice() is None:
            self.amount.set_error(tr("points.none"))
            self.amount.setFocus()
            return
        if self._waits():
            self.roll_all()
            return
        if not any(fate.events for fate in self.group.fates):
            self.complain(tr("groups.nothing"))
            return
        if self.session.take(self.group.outcome(self.kind)):
            self.accept()


def _choices(annotation: Any) -> tuple[Any, ...]:
    """Return the values of a literal, also of an optional one."""
    found: list[Any] = []
    for one in get_args(annotation):
        found += [one] if isinstance(one, str) else list(get_args(one))
    return tuple(value for value in found if isinstance(value, str))


def group_deed(
    window: QWidget | None,
    session: Session,
    kind: Kind,
    tokens: Sequence[TokenId],
    area: AreaOfEffect | None = None,
) -> None:
    """Ask what is done to a group and do it."""
    dialog = GroupDialog(window, session, kind, tokens, area)
    try:
        dialog.exec()
    finally:
        dialog.deleteLater()
