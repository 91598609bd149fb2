"""Conditions of one or several: a list at the token, to be searched, with how long they last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from desktop import icons
from desktop.dialogs.numbers import NumberField
from desktop.guard import guarded
from desktop.i18n import language, say, tr
from desktop.messages import message_of
from desktop.models.search import matches
from desktop.session import Session
from desktop.theme import px
from desktop.widgets.base import label
from desktop.widgets.buttons import Button
from desktop.widgets.dock import IconButton
from desktop.widgets.fields import Choice, Field
from desktop.widgets.unmarked import unmarked
from desktop.words.conditions import time_left
from maps.problems import UnreadableFileError
from rules.core.glossary import sort_key
from rules.encounter.commands import parse_command
from rules.encounter.state import TokenId
from rules.system.answers import ConditionSpec
from rules.system.extras import Lasting

LONGEST = 9_999
ROWS = 10
"""So many conditions are seen at once."""
ID = Qt.ItemDataRole.UserRole


class ConditionsPopup(QWidget):
    """The conditions of some tokens: ticked ones hold, a click or Enter switches one.

    The duration that stands below counts for every condition that is switched on; without one it
    lasts until it is switched off.
    """

    def __init__(self, parent: QWidget | None, session: Session, tokens: Sequence[TokenId]) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.session, self.tokens = session, tuple(tokens)
        self.setProperty("panel", "card")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        column = QVBoxLayout(self)
        column.setContentsMargins(px(12), px(10), px(12), px(12))
        column.setSpacing(px(8))
        column.addLayout(self._head())
        self.search = Field(tr("conditions.search"), "search")
        self.search.setAccessibleName(tr("conditions.search"))
        self.search.textEdited.connect(self._filter)
        column.addWidget(self.search)
        self.list = QListWidget()
        self.list.setAccessibleName(tr("conditions.title"))
        self.list.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.list.itemClicked.connect(lambda item: self.switch(str(item.data(ID))))
        column.addWidget(self.list)
        column.addLayout(self._foot())
        self.setFixedWidth(px(320))
        self._specs = {spec.id: spec for spec in session.system.conditions}
        self._fill()
        self.list.setFixedHeight(min(ROWS, self.list.count()) * px(28) + 4)
        session.changed.connect(self._fill)
        self.search.setFocus()

    def _head(self) -> QHBoxLayout:
        row = QHBoxLayout()
        names = tuple(
            self.session.state.tokens[t].name for t in self.tokens if t in self.session.state.tokens
        )
        words = names[0] if len(names) == 1 else tr("conditions.several", n=len(names))
        title = label(tr("conditions.of", who=words), "name")
        title.setToolTip(unmarked(language.words.listing(names)))
        row.addWidget(title, 1)
        shut = IconButton("close", tr("conditions.close"))
        shut.clicked.connect(self.close)
        row.addWidget(shut)
        return row

    def _foot(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(px(6))
        system = self.session.system
        self.units, self.amount = Choice(), NumberField(low=1, high=LONGEST, optional=True)
        self.amount.setFixedWidth(px(72))
        self.amount.setPlaceholderText(tr("conditions.lasting"))
        self.amount.setAccessibleName(tr("conditions.duration"))
        self.units.setAccessibleName(tr("conditions.unit"))
        if isinstance(system, Lasting):
            for unit in system.time_units():
                self.units.addItem(say(unit.name), unit.id)
            row = QHBoxLayout()
            row.setSpacing(px(8))
            head = label(tr("conditions.duration"), "row", "2")
            head.setBuddy(self.amount)
            row.addWidget(head)
            row.addWidget(self.amount)
            row.addWidget(self.units, 1)
            column.addLayout(row)
        self.grade = NumberField(low=-LONGEST, high=LONGEST, optional=True)
        self.grade.setFixedWidth(px(72))
        self.grade.setAccessibleName(tr("conditions.grade"))
        if any(spec.graded for spec in system.conditions):
            row = QHBoxLayout()
            row.setSpacing(px(8))
            head = label(tr("conditions.grade"), "row", "2")
            head.setBuddy(self.grade)
            row.addWidget(head)
            row.addWidget(self.grade)
            row.addWidget(label(tr("conditions.grade_about"), "label", "3"), 1)
            column.addLayout(row)
        self.none = Button(tr("conditions.clear"), "flat", mark="close")
        self.none.clicked.connect(self.clear)
        column.addWidget(self.none)
        return column

    # -- the list --------------------------------------------------------------------------

    def word(self, id: str) -> str:
        """Say a condition."""
        return language.words.say(f"condition.{self.session.system.id}.{id}")

    def _fill(self) -> None:
        """List all conditions by their words; those that hold are ticked and say how long."""
        state, system = self.session.state, self.session.system
        there = [state.tokens[t] for t in self.tokens if t in state.tokens]
        if not there:
            self.close()
            return
        row = self.list.currentRow()
        self.list.clear()
        for spec in sorted(system.conditions, key=lambda s: sort_key(self.word(s.id))):
            holding = [t for t in there if t.has(spec.id)]
            words = self.word(spec.id)
            held = holding[0].condition(spec.id) if holding else None
            if held is not None and held.value is not None:
                words = tr("conditions.valued", what=words, value=held.value)
            left = time_left(self.session, held)
            if left:
                words = tr("conditions.left", what=words, left=left)
            item = QListWidgetItem(words)
            if spec.icon:
                item.setIcon(icons.icon(spec.icon))
            item.setData(ID, spec.id)
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
            on, some = len(holding) == len(there), bool(holding)
            ticks = Qt.CheckState
            item.setCheckState(
                ticks.Checked if on else ticks.PartiallyChecked if some else ticks.Unchecked
            )
            self.list.addItem(item)
        self.none.setEnabled(any(t.conditions for t in there))
        self._filter()
        if 0 <= row < self.list.count() and not self.list.item(row).isHidden():
            self.list.setCurrentRow(row)

    def _filter(self) -> None:
        wanted = self.search.text().strip()
        first = -1
        for i in range(self.list.count()):
            item = self.list.item(i)
            hidden = not matches(wanted, item.text())
            item.setHidden(hidden)
            if not hidden and first < 0:
                first = i
        self.list.setCurrentRow(first)

    def _switch_current(self) -> None:
        item = self.list.currentItem()
        if item is not None and not item.isHidden():
            self.switch(str(item.data(ID)))

    # -- doing -----------------------------------------------------------------------------

    def switch(self, id: str) -> None:
        """Put everybody into a condition, or take them out of it where all are in it."""
        state = self.session.state
        there = [state.tokens[t] for t in self.tokens if t in state.tokens]
        on = not all(t.has(id) for t in there) or self.amount.value is not None
        fields: dict[str, Any] = {"do": "condition", "condition": id, "on": on}
        fields["tokens"] = [t.id for t in there]
        if on:
            fields |= self._span(self._specs[id])
        try:
            self.session.perform(parse_command(self.session.system, fields))
        except UnreadableFileError as error:
            self.session.message.emit(message_of(error.problem))

    def _span(self, spec: ConditionSpec) -> dict[str, Any]:
        """Return the fields for duration and grade."""
        system, found = self.session.system, dict[str, Any]()
        amount, grade = self.amount.whole, self.grade.whole
        if amount is not None and isinstance(system, Lasting):
            unit = str(self.units.currentData())
            found["until"] = list(system.until(self.session.state, amount, unit))
        if spec.graded and grade is not None:
            found["value"] = grade
        return found

    def clear(self) -> None:
        """End everything that holds, as one step."""
        state, system = self.session.state, self.session.system
        commands = []
        for spec in system.conditions:
            ids = [t for t in self.tokens if t in state.tokens and state.tokens[t].has(spec.id)]
            if ids:
                fields = {"do": "condition", "condition": spec.id, "on": False, "tokens": ids}
                commands.append(parse_command(system, fields))
        if commands:
            self.session.perform_all(commands)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        # fields hand on what they do not use themselves: Enter and the arrows
        step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
        if step is not None:
            self._step(step)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._switch_current()
        elif event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def _step(self, step: int) -> None:
        shown = [i for i in range(self.list.count()) if not self.list.item(i).isHidden()]
        if shown:
            now = self.list.currentRow()
            at = shown.index(now) + step if now in shown else 0
            self.list.setCurrentRow(shown[at % len(shown)])

    def open_at(self, at: QPoint) -> None:
        """Show it there, wholly on the screen."""
        self.adjustSize()
        screen = QApplication.screenAt(at) or QApplication.primaryScreen()
        room = screen.availableGeometry()
        x = max(room.left(), min(at.x(), room.right() - self.width()))
        y = max(room.top(), min(at.y(), room.bottom() - self.height()))
        self.move(x, y)
        self.show()
        self.search.setFocus(Qt.FocusReason.PopupFocusReason)


def choose_conditions(
    window: QWidget, session: Session, tokens: Sequence[TokenId], at: QPoint
) -> ConditionsPopup:
    """Open the conditions of tokens at a place on the screen."""
    popup = ConditionsPopup(window, session, tokens)
    popup.open_at(at)
    return popup
