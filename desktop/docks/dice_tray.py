"""The dice tray: free rolls by clicks or typed, several times over, and all that were thrown."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from desktop.dialogs.dice import answer_all
from desktop.dialogs.numbers import NumberField
from desktop.docks.base import Dock
from desktop.docks.flow import FlowLayout
from desktop.docks.parts import DockButton
from desktop.guard import guarded
from desktop.i18n import language, tr
from desktop.session import Session
from desktop.theme import px
from desktop.widgets.base import label
from desktop.widgets.buttons import Button
from desktop.widgets.fields import Field
from desktop.widgets.unmarked import unmarked
from rules.core import dice
from rules.encounter.changes import Changes
from rules.encounter.commands import Roll
from rules.encounter.events import Logged
from rules.encounter.history import History, Moment, shared

SIDES = (4, 6, 8, 10, 12, 20, 100)
SHOWN = 100
"""So many rolls are listed, the newest above."""
MOST_TIMES = 20
ROLLED = "log.rolled"
TEXT = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class Thrown:
    """A roll of the fight: what was thrown, the faces and the total."""

    text: str
    faces: tuple[int, ...]
    total: int


class Throws:
    """The free rolls of a fight; a step more costs no look through all of them."""

    def __init__(self) -> None:
        self._steps: tuple[Moment, ...] = ()
        self._since = 0
        self._found: list[tuple[int, Thrown]] = []

    def of(self, session: Session | None) -> list[Thrown]:
        """Return the latest ones, the newest first."""
        if session is None:
            self._steps, self._found = (), []
            return []
        history = session.history
        steps = history.moments[: history.done]
        same, self._steps = shared(self._steps, steps), steps
        self._found = [one for one in self._found if one[0] < same]
        self._since = min(self._since, len(steps)) if same else len(steps)
        for number in range(max(same, self._since), len(steps)):
            self._found += _thrown_in(history, number)
        while self._since and len(self._found) < SHOWN:
            self._since -= 1
            self._found[:0] = _thrown_in(history, self._since)
        return [one for _, one in self._found[: -SHOWN - 1 : -1]]


def _thrown_in(history: History, number: int) -> list[tuple[int, Thrown]]:
    """Return the rolls of the step after so many."""
    if not history.may_say(number, ROLLED):
        return []
    lines = history.lines(number)
    return [(number, _thrown(line)) for line in lines if line.line.key == ROLLED]


def _thrown(line: Logged) -> Thrown:
    faces = line.details[0].args.get("faces", ()) if line.details else ()
    shown = tuple(int(str(face)) for face in faces) if isinstance(faces, list | tuple) else ()
    return Thrown(str(line.line.args["text"]), shown, int(str(line.line.args["total"])))


def with_die(text: str, sides: int) -> str:
    """Add one more die to what is typed: the same kind is counted on, another begins anew."""
    letter = tr("tray.letter")
    try:
        now = dice.parse(text)
    except ValueError:
        return f"1{letter}{sides}"
    if now.sides not in (0, sides):
        return f"1{letter}{sides}"
    return dice.Dice(min(now.count + 1, dice.MOST_DICE), sides, now.bonus).text(letter)


class RollField(Field):
    """What is to be rolled; Enter rolls, the arrows change what is added."""

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
            return
        try:
            now = dice.parse(self.text())
        except ValueError:
            return
        self.setText(now.plus(step).text(tr("tray.letter")))


class DiceTray(Dock):
    """Free rolls. Each is a step of the fight: it stands in the log and can be taken back."""

    id = "dice"
    icon = "dice"
    on_demand = True

    def build(self) -> None:
        self._throws = Throws()
        self._listed: list[Thrown] = []
        self.field = RollField(mark="dice")
        self.field.setMinimumWidth(px(96))
        self.field.returnPressed.connect(self.throw)
        self.field.textEdited.connect(lambda _t: self._complain(""))
        self.times = NumberField(low=1, high=MOST_TIMES)
        self.times.setFixedWidth(px(56))
        self.times.setText("1")
        self.go = DockButton("primary", "dice")
        self.go.clicked.connect(self.throw)
        self.own = DockButton("outline")
        self.own.clicked.connect(self.type_in)
        self.kinds = {sides: Button("", "outline") for sides in SIDES}
        kinds = FlowLayout()
        for sides, button in self.kinds.items():
            button.clicked.connect(lambda _on=False, n=sides: self._add(n))
            kinds.addWidget(button)
        self.fault = label("", "label", "bad")
        self.fault.setWordWrap(True)
        self.fault.hide()
        self.times_label = label("", "row", "2")
        row = QHBoxLayout()
        row.setSpacing(8)
        for widget in (self.field, self.times_label, self.times, self.own, self.go):
            row.addWidget(widget, 1 if widget is self.field else 0)
        self.list = QListWidget()
        self.list.setUniformItemSizes(True)
        self.list.itemActivated.connect(self._again)
        self.hint = label("", "label", "2")
        self.hint.setWordWrap(True)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(12, 8, 12, 4)
        column.setSpacing(6)
        column.addLayout(kinds)
        column.addLayout(row)
        column.addWidget(self.fault)
        column.addWidget(self.list, 1)
        column.addWidget(self.hint)
        self.show_content(body)

    def retranslate(self) -> None:
        letter = tr("tray.letter")
        for sides, button in self.kinds.items():
            button.setText(f"{letter}{sides}")
            button.setAccessibleName(tr("tray.add", die=f"{letter}{sides}"))
            button.setToolTip(unmarked(tr("tray.add", die=f"{letter}{sides}")))
        self.field.setPlaceholderText(tr("tray.example"))
        self.field.setAccessibleName(tr("tray.field"))
        self.times_label.setText(tr("tray.times"))
        self.times.setAccessibleName(tr("tray.times_name"))
        self.go.say(tr("tray.roll"))
        self.own.say(tr("tray.own"))
        self.own.setToolTip(tr("tray.own_tip"))
        self.list.setAccessibleName(tr("tray.list"))
        self.hint.setText(tr("tray.hint"))
        self._complain("")  # it was said in the language before

    def refresh(self, changes: Changes) -> None:
        session = self.session
        for button in (self.go, self.own):
            button.setEnabled(session is not None)
        rolls = self._throws.of(session)
        if rolls == self._listed and not changes.everything:
            return
        self._listed = rolls
        self.list.clear()
        for one in rolls:
            item = QListWidgetItem(self._words(one))
            item.setData(TEXT, one.text)
            self.list.addItem(item)

    @staticmethod
    def _words(one: Thrown) -> str:
        if len(one.faces) == 1 and one.faces[0] == one.total:
            return tr("tray.single", text=one.text, total=one.total)
        return tr("tray.row", text=one.text, total=one.total, faces=one.faces)

    # -- rolling -------------------------------------------------------------------------------

    def _add(self, sides: int) -> None:
        self.field.setText(with_die(self.field.text(), sides))
        self._complain("")

    def _again(self, item: QListWidgetItem) -> None:
        self.field.setText(str(item.data(TEXT)))
        self.throw()

    def throw(self) -> None:
        """Roll what is typed, as often as wanted: one step of the fight."""
        session, text = self.session, self._read()
        if session is None or not text:
            return
        times = self.times.whole or 1
        if session.perform_all([Roll(text=text)] * times):
            session.talk.roll_all()

    def type_in(self) -> None:
        """Roll with real dice: a dialog takes what they show."""
        session, text = self.session, self._read()
        if session is None or not text:
            return
        if session.perform_all([Roll(text=text)] * (self.times.whole or 1)):
            answer_all(session, self.window())

    def _read(self) -> str:
        """Return what is typed, written as the language does; empty where it is no roll."""
        text = self.field.text().strip()
        if not text:
            self.field.setFocus()
            return ""
        try:
            wanted = dice.parse(text)
        except ValueError as error:
            self._complain(self._why(str(error).partition(":")[0], text))
            return ""
        if not wanted.count:
            self._complain(self._why("dice_text", text))
            return ""
        return wanted.text(tr("tray.letter"))

    @staticmethod
    def _why(code: str, text: str) -> str:
        if code == "dice_limit":
            return tr("tray.limit", text=text, dice=dice.MOST_DICE, sides=dice.MOST_SIDES)
        return language.words.say_with("problem.dice_text", {"text": text})

    def _complain(self, text: str) -> None:
        self.fault.setText(text)
        self.fault.setVisible(bool(text))

    def take_focus(self) -> None:
        if not self.field.text():
            self.field.setText(f"1{tr('tray.letter')}20")
        self.field.setFocus()
        self.field.selectAll()
