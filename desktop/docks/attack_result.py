"""The column of an attack that says what is needed and how likely it is, with the die."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from desktop import theme
from desktop.docks.attack_parts import Finding, scrolled
from desktop.docks.dice_field import DiceField
from desktop.docks.outcome_table import OutcomeTable
from desktop.docks.parts import DockButton, label
from desktop.docks.words import dice_word, points
from desktop.i18n import language, say, tr
from desktop.session import Session
from desktop.widgets.chips import ChanceBar, Chip
from desktop.widgets.layouts import clear
from maps.problems import Problem
from rules.encounter.plans import AttackPlan
from rules.views import SplitView

RESULT = 168

SPLIT_RESULT = (276, 300)
"""Width of the result beside a split in a narrow dock and in a wide one."""


class ResultColumn(QWidget):
    """What is needed, how likely it is, and the die."""

    force = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setFixedWidth(theme.px(RESULT))
        self._split = False
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 8)
        column.setSpacing(0)
        self.table = OutcomeTable()
        self._table_area = scrolled(self.table)
        self._table_area.hide()
        column.addWidget(self._table_area, 200)
        self.need_label = label("label")
        column.addWidget(self.need_label)
        self.need = label()
        self.need.setProperty("step", "figure")
        self.need.setFixedHeight(theme.px(42))
        self.need.setIndent(0)
        column.addWidget(self.need)
        self.never, self.why_never = label("section", wrap=True), label("row", "2", wrap=True)
        for words in (self.never, self.why_never):
            column.addWidget(words)
        column.addSpacing(8)
        self._chance_label, self.chance = self._line(column)
        self.bar = ChanceBar()
        column.addWidget(self.bar)
        column.addSpacing(6)
        self._damage_label, self.damage = self._line(column)
        self.reading = label("label", "3", wrap=True)
        column.addWidget(self.reading)
        self._numbers: tuple[QWidget, ...] = (
            *(self.need_label, self.need, self._chance_label, self.chance),
            *(self.bar, self._damage_label, self.damage),
        )
        self.pill = Chip(kind="bad")
        self._reasons = QWidget()
        self._reason_rows = QVBoxLayout(self._reasons)
        self._reason_rows.setContentsMargins(0, 4, 0, 0)
        self._reason_rows.setSpacing(4)
        self._reason_area = scrolled(self._reasons)
        column.addWidget(self.pill, 0, Qt.AlignmentFlag.AlignLeft)
        column.addSpacing(2)
        column.addWidget(self._reason_area, 100)
        column.addStretch(1)
        column.addSpacing(6)
        self.die = DiceField()
        column.addWidget(self.die)
        column.addSpacing(8)
        self.roll = DockButton("primary", size="main")
        self.anyway = DockButton(mark="warn")
        column.addWidget(self.roll)
        column.addWidget(self.anyway)
        for one in (self.pill, self._reason_area, self.anyway):
            one.hide()

    def fit(self, *, roomy: bool) -> None:
        """Take the width that a dock of this size can spare."""
        self.setFixedWidth(theme.px(SPLIT_RESULT[roomy] if self._split else RESULT))

    def show_split(self, view: SplitView | None) -> None:
        """Show what a split strikes in place of one number."""
        self._split = view is not None
        self._table_area.setVisible(view is not None)
        if view is not None:
            self.table.show_view(view)

    @staticmethod
    def _line(column: QVBoxLayout) -> tuple[QLabel, QLabel]:
        row = QHBoxLayout()
        name, value = label("label"), label("value")
        row.addWidget(name, 1)
        row.addWidget(value)
        column.addLayout(row)
        return name, value

    def show_plan(self, session: Session, plan: AttackPlan, refusal: tuple[Problem, ...]) -> None:
        """Show the result; ``refusal`` says why the system will not carry it out."""
        words = language.words
        die = dice_word(plan.dice)
        blocked = bool(refusal)
        self._chance_label.setText(tr("docks.attack.chance"))
        self.chance.setText(words.percent(float(plan.chance)))
        self.bar.set_share(float(plan.chance))
        self.bar.setAccessibleName(tr("docks.attack.chance"))
        self._damage_label.setText(tr("docks.attack.mean"))
        mean = words.number(float(plan.damage), 1)
        self.damage.setText(points(session.system.id, mean))
        for one in self._numbers:
            one.setVisible(not blocked and not self._split)
        self.reading.setText("" if plan.reading is None else say(plan.reading))
        self.reading.setVisible(not blocked and not self._split and plan.reading is not None)
        self._say_needed(plan, die, shown=not blocked and not self._split)
        self._say_reasons(plan, refusal)
        self.die.ask(plan.dice, tr("docks.attack.die_name", die=die))
        self.die.setVisible(not blocked and plan.begins is None)
        self.roll.setVisible(not blocked)
        does = tr("docks.attack.roll") if plan.begins is None else say(plan.begins)
        self.roll.say(does, tr("docks.key.enter"))
        self.anyway.say(tr("docks.attack.anyway"))
        self.anyway.setVisible(blocked)

    def _say_needed(self, plan: AttackPlan, die: str, *, shown: bool) -> None:
        """Say which face is needed, or why none is enough."""
        self.need_label.setText(tr("docks.attack.need", die=die))
        if plan.needs is not None:
            n = plan.needs
            words = tr("docks.attack.needs_under", n=n) if plan.under else ""
            self.need.setText(words or tr("docks.attack.needs", n=n))
        none = tr("docks.attack.hardly") if plan.chance else tr("docks.attack.never")
        self.never.setText(none)
        self.why_never.setText("" if plan.hopeless is None else say(plan.hopeless))
        self.need.setVisible(shown and plan.needs is not None)
        self.never.setVisible(shown and plan.needs is None)
        self.why_never.setVisible(shown and plan.hopeless is not None)

    def _say_reasons(self, plan: AttackPlan, refusal: tuple[Problem, ...]) -> None:
        clear(self._reason_rows)
        problems = refusal or plan.problems
        self.pill.setVisible(bool(problems))
        self._reason_area.setVisible(bool(problems))
        self.pill.set_text(tr("docks.attack.impossible"))
        for problem in problems:
            self._reason_rows.addWidget(Finding(problem, "bad"))
        self._reason_rows.addStretch(1)
