"""Answers what a command asks: dice that are typed or rolled, decisions as buttons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from desktop import luck
from desktop.conversation import Question
from desktop.dialogs.base import Card, Dialog
from desktop.dialogs.basis import BasisView
from desktop.dialogs.numbers import NumberField
from desktop.docks.dice_field import is_joined, shown_total
from desktop.guard import guarded
from desktop.i18n import say, tr
from desktop.jobs import soon
from desktop.session import Session
from desktop.theme import px
from desktop.widgets.base import label
from desktop.widgets.buttons import Button
from desktop.widgets.fields import DieBox
from rules.core.asking import Answer, Ask, Choice, DiceRequest, Option
from rules.core.terms import Term, term

PER_ROW = 10
"""How many dice stand side by side."""
SHOWN = 8
"""How many earlier answers are listed."""


def dice_words(dice: tuple[int, ...]) -> Term:
    """Say dice: 2W6 + 1W4."""
    counted = Counter(dice)
    parts = tuple(term("asked.dice", count=n, sides=sides) for sides, n in counted.items())
    return parts[0] if len(parts) == 1 else term("asked.dice_sum", parts=parts)


def spread(total: int, dice: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return faces that add up to a total, ``None`` where no faces do."""
    if not len(dice) <= total <= sum(dice):
        return None
    faces, left = [], total - len(dice)
    for sides in dice:
        more = min(sides - 1, left)
        faces.append(1 + more)
        left -= more
    return tuple(faces)


class Die(DieBox):
    """A box for one die; on ten and a hundred sides 0 means the highest face."""

    def __init__(self, sides: int) -> None:
        super().__init__(0 if sides in (10, 100) else 1, sides)
        self.sides = sides

    @property
    def rolled(self) -> int | None:
        face = self.face
        return self.sides if face == 0 else face

    @property
    def full(self) -> bool:
        """Whether no further digit could follow what is typed."""
        rolled = self.rolled
        return rolled is not None and (rolled * 10 > self.sides or self.face == 0)


def chain_dice(dice: Sequence[Die]) -> None:
    """Let the keyboard go on from a die with all its digits to the next one, if that is empty."""
    for die, following in pairwise(dice):
        die.textEdited.connect(partial(_go_on, die, following))


def _go_on(die: Die, following: Die, _text: str) -> None:
    if die.full and not following.text():
        following.setFocus(Qt.FocusReason.TabFocusReason)


class DiceDialog(Dialog):
    """Shows one open question of a session after the other until the command has ended."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("asked.title"), "dice")
        self.intro.show()
        self.session = session
        self._random = luck.own_dice()
        self.dice: list[Die] = []
        self.options: list[Button] = []
        self.sum_field: NumberField | None = None
        self._ended = False
        self._card = Card(padding=16)
        self.body.addWidget(self._card)
        self._inside: QWidget | None = None
        self.before = label("", "label", "2")
        self.before.setWordWrap(True)
        self.body.addWidget(self.before)
        self.body.addStretch(1)
        self.all_button = self.extra(tr("asked.roll_all"), "dice")
        self.all_button.clicked.connect(self._roll_all)
        self.all_button.set_keys(tr("docks.key.shift_enter"))
        for keys in ("Shift+Return", "Shift+Enter"):  # as in the dock of the attack
            QShortcut(QKeySequence(keys), self).activated.connect(self._roll_all)
        self.go = self.buttons(tr("asked.roll"))
        self.setMinimumWidth(px(480))
        session.asked.connect(self._asked)
        session.settled.connect(self._settled)
        self._asked(session.talk.question)

    # -- showing -----------------------------------------------------------------------------

    def _asked(self, question: Question | None) -> None:
        if question is None:
            return
        request = question.request
        who = self.session.state.tokens.get(request.who)  # type: ignore[call-overload]  # ids are text
        self.heading.setText(say(request.label))
        self.intro.setText(who.name if who is not None else "")
        self.intro.setVisible(who is not None)
        self.complain("")
        if self._inside is not None:
            self._card.column.removeWidget(self._inside)
            self._inside.hide()
            self._inside.deleteLater()
        self.dice, self.options, self.sum_field = [], [], None
        if isinstance(request, DiceRequest):
            self._inside = self._for_dice(request)
        else:
            self._inside = self._for_choice(request)
        self._card.column.addWidget(self._inside)
        self.go.setVisible(isinstance(request, DiceRequest))
        # an option that had the keyboard has taken Enter for itself, and keeps it where the
        # window was not the active one when it went
        self.go.setDefault(True)
        self._list_before(question.asked_before)
        first: QWidget = self.dice[0] if self.dice else self._first_option(request)
        first.setFocus(Qt.FocusReason.TabFocusReason)
        self._say_button()
        soon(self, self._shrink)

    def _shrink(self) -> None:
        """Take the height of this question, once that of the last one is forgotten."""
        layout = self.layout()
        if layout is not None:
            layout.activate()
        self.adjustSize()

    def _first_option(self, request: Ask) -> QWidget:
        if isinstance(request, Choice):
            ids = [o.id for o in request.options]
            return self.options[ids.index(request.usual)]
        return self.go

    def _for_dice(self, request: DiceRequest) -> QWidget:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(px(8))
        if request.basis is not None:
            column.addWidget(BasisView(request.basis))
        column.addWidget(label(say(dice_words(request.dice)), "title"))
        grid = QGridLayout()
        grid.setSpacing(px(6))
        for i, sides in enumerate(request.dice):
            die = Die(sides)
            die.setAccessibleName(tr("asked.die", n=i + 1, sides=sides))
            die.textEdited.connect(lambda _t: self._say_button())
            grid.addWidget(die, i // PER_ROW, i % PER_ROW)
            self.dice.append(die)
        chain_dice(self.dice)
        grid.setColumnStretch(PER_ROW, 1)
        column.addLayout(grid)
        if len(request.dice) > 1 and not is_joined(request.dice):
            column.addLayout(self._total_row(request.dice))
        hint = label(tr("asked.hint"), "label", "2")
        hint.setWordWrap(True)
        column.addWidget(hint)
        return inside

    def _total_row(self, dice: tuple[int, ...]) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(px(8))
        words = label(tr("asked.total"), "row", "2")
        field = NumberField(low=len(dice), high=sum(dice), optional=True)
        field.setFixedWidth(px(160))
        field.setAccessibleName(tr("asked.total"))
        field.changed.connect(lambda: self._spread(field, dice))
        words.setBuddy(field)
        row.addWidget(words)
        row.addWidget(field)
        row.addStretch(1)
        self.sum_field = field
        return row

    def _spread(self, field: NumberField, dice: tuple[int, ...]) -> None:
        total = field.whole
        faces = spread(total, dice) if total is not None else None
        for die, face in zip(self.dice, faces or (None,) * len(dice), strict=True):
            die.set_face(face)
        self._say_button()

    def _for_choice(self, request: Choice) -> QWidget:
        inside = QWidget()
        column = QVBoxLayout(inside)
        ring = px(4)  # room for the focus around a button
        column.setContentsMargins(ring, ring, ring, ring)
        column.setSpacing(px(12))
        for number, option in enumerate(request.options, start=1):
            main = option.id == request.usual and bool(request.default)
            column.addLayout(self._option(option, number, main=main))
        return inside

    def _option(self, option: Option, number: int, *, main: bool) -> QVBoxLayout:
        """Make the button of an option with what is said of it close below."""
        both = QVBoxLayout()
        both.setSpacing(px(4))
        keys = str(number) if number <= 9 else ""
        button = Button(say(option.label), "primary" if main else "outline", keys=keys)
        button.setAutoDefault(True)
        button.clicked.connect(lambda: self._answer(option.id))
        button.setEnabled(option.enabled)
        both.addWidget(button)
        words = option.why or option.detail
        if words is not None:
            detail = label(say(words), "label", "2" if option.enabled else "warn")
            detail.setWordWrap(True)
            both.addWidget(detail)
            button.setAccessibleDescription(detail.text())
        self.options.append(button)
        return both

    def _list_before(self, before: tuple[tuple[Ask, Answer], ...]) -> None:
        lines = []
        for request, answer in before[-SHOWN:]:
            given = _answer_word(request, answer)
            if say(request.label).endswith("?"):
                lines.append(tr("asked.before_asked", what=request.label, answer=given))
            else:
                lines.append(tr("asked.before", what=request.label, answer=given))
        self.before.setText("\n".join(lines))
        self.before.setVisible(bool(lines))

    def _say_button(self) -> None:
        typed = [d.rolled for d in self.dice]
        complete = bool(typed) and all(f is not None for f in typed)
        self.go.setText(tr("asked.take") if complete else tr("asked.roll"))
        self.go.set_mark("check" if complete else "dice")
        self.go.set_keys(tr("key.enter"))

    # -- answering ---------------------------------------------------------------------------

    def _answer(self, answer: Answer) -> None:
        code = self.session.talk.answer(answer)
        if code:
            self.complain(tr("asked.wrong"))

    def finish(self) -> None:
        """Answer with what was typed; dice left empty are rolled."""
        if not self.dice:
            focused = next((b for b in self.options if b.hasFocus()), None)
            if focused is not None:
                focused.click()
            return
        self._answer_dice()

    def _answer_dice(self) -> bool:
        """Answer with the faces typed and rolled; returns whether all that was typed fits."""
        faces = []
        for die in self.dice:
            if die.text().strip() and die.rolled is None:
                self.complain(tr("asked.face", sides=die.sides))
                die.setFocus()
                die.selectAll()
                return False
            faces.append(die.rolled or self._random.randint(1, die.sides))
        self._answer(tuple(faces))
        return True

    def _roll_all(self) -> None:
        """Take what was typed and roll everything else that is asked."""
        if not self.dice or self._answer_dice():
            self.session.talk.roll_all()

    def _settled(self) -> None:
        self._ended = True
        self.accept()

    @guarded
    def reject(self) -> None:
        """Cancel the command without a trace."""
        if not self._ended:
            self._ended = True
            self.session.talk.cancel()
        super().reject()

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        number = event.key() - Qt.Key.Key_1
        if self.options and 0 <= number < len(self.options):
            self.options[number].click()
            return
        super().keyPressEvent(event)


def _answer_word(request: Ask, answer: Answer) -> Term | str:
    if isinstance(request, Choice):
        return next((o.label for o in request.options if o.id == answer), str(answer))
    faces = answer if isinstance(answer, tuple) else ()
    if len(faces) == 1:
        return str(faces[0])
    if isinstance(request, DiceRequest) and is_joined(request.dice):
        return term("asked.faces", faces=faces, total=shown_total(request.dice, faces))
    return term("asked.faces", faces=tuple(faces), total=sum(faces))


def answer_all(session: Session, window: QWidget | None) -> None:
    """Ask for everything the command under way wants to know; no dialog when that is nothing."""
    if session.talk.question is None:
        return
    dialog = DiceDialog(session, window)
    try:
        dialog.exec()
    finally:
        dialog.deleteLater()
