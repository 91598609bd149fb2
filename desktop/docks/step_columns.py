"""The columns of an attack that is rolled: what was answered, what is asked, what came of it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from desktop import theme
from desktop.conversation import Proposal
from desktop.docks.dice_field import DiceField, shown_total
from desktop.docks.parts import DockButton, label, look_of
from desktop.docks.words import dice_word, needed_words
from desktop.guard import guarded
from desktop.i18n import language, say, tr
from desktop.session import Session
from desktop.widgets.chips import StepDisc
from desktop.widgets.draw import Tone, plate, u, ui_font, write
from desktop.widgets.result import Affected, Change
from desktop.widgets.unmarked import unmarked
from rules.core.asking import Answer, Ask, Choice, DiceRequest, Option
from rules.encounter.events import Logged
from rules.encounter.state import TokenId

WIDTH = 168
WIDEST = 520
"""How wide a step becomes at most so that the words of its options are not cut."""
MANY = 2
"""More changes than this stand in a column of their own, too."""
MOODS: dict[str, Tone] = {"good": "ok", "bad": "bad", "warn": "warn"}


class DieBoxes(QWidget):
    """Dice that fell, each in its box."""

    def __init__(self, dice: tuple[int, ...], faces: tuple[int, ...]) -> None:
        super().__init__()
        self._word, self._faces = dice_word(dice), faces
        self.setFixedHeight(theme.px(32))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        shown = ", ".join(language.words.number(f) for f in faces)
        self.setAccessibleName(tr("docks.attack.fell", die=self._word, faces=shown))
        self.setToolTip(unmarked(self.accessibleName()))

    @guarded
    def sizeHint(self) -> QSize:
        return QSize(theme.px(120), theme.px(32))

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, look = QPainter(self), theme.current()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        whole = QRectF(self.rect())
        x = write(painter, whole, self._word, ui_font(12), look.text_2) + u(8)
        crowded = x + u(36 * len(self._faces)) > whole.width()
        wide = u(28 if crowded else 32)
        for i, face in enumerate(self._faces):
            left = len(self._faces) - i
            last = left > 1 and x + 2 * wide + u(4) > whole.width() + 1
            words = tr("docks.attack.more", n=left) if last else language.words.number(face)
            box = QRectF(x, u(2), wide, u(28))
            plate(painter, box, u(4), look.raised, look.line_strong)
            write(painter, box, words, ui_font(13, 600), look.text, "middle")
            if last:
                break
            x += wide + u(4)
        painter.end()


class StepHead(QWidget):
    """The number of a step, what it is about, and what came out."""

    def __init__(self, number: int, title: str, result: str = "") -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        disc = StepDisc(language.words.number(number))
        row.addWidget(disc, 0, Qt.AlignmentFlag.AlignTop)
        name = label("value", wrap=True)
        name.setText(title)
        name.setContentsMargins(0, 2, 0, 0)
        row.addWidget(name, 1, Qt.AlignmentFlag.AlignTop)
        total = label("section")
        total.setText(result)
        row.addWidget(total, 0, Qt.AlignmentFlag.AlignTop)


class StepColumn(QWidget):
    """A step; its body is filled by whoever makes it."""

    def __init__(self, head: StepHead, width: int = WIDTH) -> None:
        super().__init__()
        self.setFixedWidth(theme.px(width))
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(12, 12, 12, 8)
        self.column.setSpacing(6)
        self.column.addWidget(head)

    @guarded
    def minimumSizeHint(self) -> QSize:
        """Return what all broken lines need: the page scrolls rather than squeezing them."""
        wide = self.minimumWidth()
        return QSize(wide, self.column.totalHeightForWidth(wide))

    def text(self, words: str, step: str = "row", tone: str = "2") -> None:
        """Add a line of text."""
        made = label(step, tone, wrap=True)
        made.setText(words)
        self.column.addWidget(made)


def needed(session: Session, number: int, asked: Ask) -> str:
    """Say beside a roll what it takes: beside the first one to hit, by the plan."""
    if not isinstance(asked, DiceRequest):
        return ""
    plan = session.attack.plan()
    if plan is None or number != 1 or asked.dice != plan.dice:
        return needed_words(asked.basis) if asked.basis is not None else ""
    if plan.needs is None:
        return "" if plan.hopeless is None else say(plan.hopeless)
    if plan.under:
        return tr("docks.attack.needed_under", n=plan.needs)
    return tr("docks.attack.needed", n=plan.needs)


def _who(session: Session, who: str) -> str:
    token = session.state.tokens.get(TokenId(who)) if who else None
    return token.name if token is not None else ""


class DoneStep(StepColumn):
    """A question with its answer."""

    def __init__(self, session: Session, number: int, asked: Ask, answer: Answer) -> None:
        result = ""
        if isinstance(answer, tuple):
            dice = asked.dice if isinstance(asked, DiceRequest) else ()
            result = language.words.number(shown_total(dice, answer))
        super().__init__(StepHead(number, say(asked.label), result))
        who = _who(session, asked.who)
        if who:
            self.text(who, "label")
        if isinstance(asked, DiceRequest) and isinstance(answer, tuple):
            self.column.addWidget(DieBoxes(asked.dice, answer))
            if need := needed(session, number, asked):
                self.text(need)
        elif isinstance(asked, Choice):
            chosen = next((o for o in asked.options if o.id == answer), None)
            if chosen is not None:
                self.text(say(chosen.label), "value", "")
                if chosen.detail is not None:
                    self.text(say(chosen.detail))
        self.column.addStretch(1)


class OptionButton(DockButton):
    """One way to answer.

    Signals:
        stepped(int): an arrow key asks for the next (1) or the one before (-1).
    """

    stepped = Signal(int)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Right):
            self.stepped.emit(1)
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Left):
            self.stepped.emit(-1)
        else:
            super().keyPressEvent(event)


class OpenStep(StepColumn):
    """The question that stands open.

    Signals:
        answered(Answer), wanted_roll(), wanted_all(tuple), cancelled().
    """

    answered = Signal(object)
    wanted_roll = Signal()
    wanted_all = Signal(object)
    cancelled = Signal()

    def __init__(self, session: Session, number: int, asked: Ask) -> None:
        super().__init__(StepHead(number, say(asked.label)), 232)
        self.asked = asked
        self.field: DiceField | None = None
        self.roll, self.every = DockButton("primary"), DockButton(mark="dice")
        self.options: list[OptionButton] = []
        who = _who(session, asked.who)
        if who:
            self.text(who, "label")
        if need := needed(session, number, asked):
            self.text(need)
        if isinstance(asked, DiceRequest):
            self._ask_dice(asked)
        else:
            self._ask_choice(asked)
        self.column.addStretch(1)

    def _ask_dice(self, asked: DiceRequest) -> None:
        self.field = DiceField()
        self.field.ask(asked.dice, say(asked.label))
        self.field.typed.connect(self.answered)
        self.field.wanted_roll.connect(self.wanted_roll)
        self.field.wanted_all.connect(self.wanted_all)
        self.field.cancelled.connect(self.cancelled)
        self.column.addWidget(self.field)
        if len(asked.dice) > 1:
            self.text(tr("docks.attack.each_or_total"), "label")
        self.roll.say(tr("docks.attack.roll"), tr("docks.key.enter"))
        self.roll.clicked.connect(self.field.confirm)
        self.every.say(tr("docks.attack.roll_all"), tr("docks.key.shift_enter"))
        self.every.clicked.connect(self.field.confirm_all)
        self.column.addWidget(self.roll)
        self.column.addWidget(self.every)

    def _ask_choice(self, asked: Choice) -> None:
        default = asked.usual
        for number, option in enumerate(asked.options, 1):
            self._option(option, number, main=option.id == default)
        wide = max((button.sizeHint().width() for button in self.options), default=0)
        self.setFixedWidth(max(self.minimumWidth(), min(theme.px(WIDEST), wide + theme.px(24))))

    def _option(self, option: Option, number: int, *, main: bool) -> None:
        button = OptionButton("primary" if main else "outline")
        words = say(option.label)
        if option.detail is not None and option.enabled:
            words = tr("docks.attack.option", what=words, detail=say(option.detail))
        button.say(words, tr("docks.key.enter") if main else "")
        button.setEnabled(option.enabled)
        button.setProperty("option", option.id)
        button.setProperty("main", main)
        button.clicked.connect(lambda: self.answered.emit(option.id))
        place = len(self.options)
        button.stepped.connect(lambda way: self._go(place + way, way))
        self.options.append(button)
        self.column.addWidget(button)
        if option.why is not None:
            reason = label("label", "warn", wrap=True)
            reason.setText(say(option.why))
            reason.setContentsMargins(4, 0, 0, 2)
            button.setAccessibleDescription(reason.text())
            button.setToolTip(unmarked(reason.text()))
            self.column.addWidget(reason)

    def _go(self, place: int, way: int) -> None:
        """Give the keyboard to the next option that can be taken."""
        for _ in self.options:
            button = self.options[place % len(self.options)]
            if button.isEnabled():
                button.setFocus()
                return
            place += way

    @property
    def stops(self) -> list[QWidget]:
        """What the keyboard goes through, in this order."""
        if self.field is not None:
            return [self.field, self.roll, self.every]
        return [b for b in self.options if b.isEnabled()]

    def take_focus(self) -> None:
        """Take the keyboard where the answer is given."""
        if self.field is not None:
            self.field.setFocus()
            return
        main = next((b for b in self.options if b.property("main")), None)
        if main is not None:
            main.setFocus()


class ResultStep(StepColumn):
    """What the log will say."""

    def __init__(self, number: int, proposal: Proposal) -> None:
        super().__init__(StepHead(number, tr("docks.attack.outcome")), 232)
        lines = [e for e in proposal.outcome.events if isinstance(e, Logged)]
        for line in lines:
            self.text(say(line.line), "value", {"miss": "2", "harm": "bad"}.get(line.mood, ""))
            for detail in line.details:
                self.text(say(detail), "label")
        self.column.addStretch(1)


class ChangesStep(StepColumn):
    """Everything that changes, where the line at the foot would be too short for it."""

    def __init__(self, session: Session, number: int, proposal: Proposal) -> None:
        super().__init__(StepHead(number, tr("docks.attack.changes")), 184)
        for one in affected(session, proposal):
            self.text(one.name, "value", "")
            for change in one.changes:
                what = tr(
                    "docks.attack.change",
                    what=change.label,
                    before=change.before,
                    after=change.after,
                )
                self.text(what, "row", change.tone or "2")
        self.column.addStretch(1)


def affected(session: Session, proposal: Proposal) -> list[Affected]:
    """Return the differences of an outcome, those of one combatant together."""
    groups: dict[TokenId, list[Change]] = {}
    for one in proposal.differences:
        tone = MOODS.get(one.mood, "")
        change = Change(say(one.label), say(one.before), say(one.after), tone)
        groups.setdefault(one.token, []).append(change)
    found = []
    for id, changes in groups.items():
        token = session.state.tokens.get(id) or proposal.after.tokens[id]
        found.append(Affected(token.name, look_of(session, token), tuple(changes)))
    return found
