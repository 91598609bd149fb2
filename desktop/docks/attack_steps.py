"""The attack that is carried out: what was asked, what is asked now, what comes of it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from desktop.conversation import Proposal, Question
from desktop.docks.parts import DockButton, ElidedLabel, chain
from desktop.docks.step_columns import (
    MANY,
    ChangesStep,
    DoneStep,
    OpenStep,
    ResultStep,
    StepColumn,
    affected,
)
from desktop.guard import guarded
from desktop.i18n import tr
from desktop.session import Session
from desktop.widgets.base import rule
from desktop.widgets.layouts import clear
from desktop.widgets.result import ResultBar
from rules.core.asking import Answer, Ask


class StepsPage(QWidget):
    """The page of the attack dock while it is rolled.

    Signals:
        answered(Answer), wanted_roll(), wanted_all(tuple), accepted(), cancelled().
    """

    answered = Signal(object)
    wanted_roll = Signal()
    wanted_all = Signal(object)
    accepted = Signal()
    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._inside = QWidget()
        self._steps = QHBoxLayout(self._inside)
        self._steps.setContentsMargins(0, 0, 0, 0)
        self._steps.setSpacing(0)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setWidget(self._inside)
        bar = self._area.horizontalScrollBar()
        bar.rangeChanged.connect(lambda _low, high: bar.setValue(high))
        column.addWidget(self._area, 1)
        self.foot = ResultBar()
        self.discard = DockButton()
        self.accept = DockButton("primary", size="main")
        self.foot.add_button(self.discard)
        self.foot.add_button(self.accept)
        self.hint = ElidedLabel("row", "2")
        row = self.foot.layout()
        assert isinstance(row, QHBoxLayout)
        row.insertWidget(0, self.hint, 100)
        column.addWidget(self.foot)
        self.open_step: OpenStep | None = None
        self.discard.clicked.connect(self.cancelled)
        self.accept.clicked.connect(self.accepted)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.cancelled.emit()
        else:
            super().keyPressEvent(event)

    def show_question(self, session: Session, question: Question) -> None:
        """Show what was asked so far, and what is asked now."""
        self._fill(session, question.asked_before)
        step = OpenStep(session, len(question.asked_before) + 1, question.request)
        step.answered.connect(self.answered)
        step.wanted_roll.connect(self.wanted_roll)
        step.wanted_all.connect(self.wanted_all)
        step.cancelled.connect(self.cancelled)
        self.open_step = step
        self._add(step)
        self._steps.addStretch(1)
        self.accept.hide()
        self._hint(tr("docks.attack.nothing_yet"))
        self.foot.show_changes(())
        self.discard.say(tr("docks.attack.cancel"), tr("docks.key.esc"))
        chain(*step.stops, self.discard)

    def show_proposal(self, session: Session, proposal: Proposal) -> None:
        """Show what comes of it, to be applied or thrown away."""
        self._fill(session, proposal.answers)
        step: StepColumn = ResultStep(len(proposal.answers) + 1, proposal)
        self._add(step)
        if len(proposal.differences) > MANY:
            step = ChangesStep(session, len(proposal.answers) + 2, proposal)
            self._add(step)
        self._steps.addStretch(1)
        self.accept.show()
        found = affected(session, proposal)
        self._hint("" if found else tr("docks.attack.no_change"))
        self.foot.show_changes(found)
        self.discard.say(tr("docks.attack.discard"), tr("docks.key.esc"))
        self.accept.say(tr("docks.attack.accept"), tr("docks.key.enter"))

    def _hint(self, text: str) -> None:
        self.hint.setText(text)
        self.hint.setVisible(bool(text))

    def _fill(self, session: Session, answers: tuple[tuple[Ask, Answer], ...]) -> None:
        clear(self._steps)
        self.open_step = None
        for number, (asked, answer) in enumerate(answers, 1):
            self._add(DoneStep(session, number, asked, answer))

    def _add(self, step: StepColumn) -> None:
        if self._steps.count():
            self._steps.addWidget(rule(upright=True))
        self._steps.addWidget(step)

    def take_focus(self) -> None:
        """Take the keyboard where the answer is given, or the outcome accepted."""
        if self.open_step is not None:
            self.open_step.take_focus()
        else:
            self.accept.setFocus()
