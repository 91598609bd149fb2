"""The attack that is thought about: what, both sums, and what is needed."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from desktop import theme
from desktop.docks.attack_parts import scrolled
from desktop.docks.attack_result import ResultColumn
from desktop.docks.attack_rows import RowEditor, SumColumn
from desktop.docks.attack_what import WhatColumn
from desktop.docks.parts import DockButton, chain
from desktop.docks.split import SplitPanel
from desktop.guard import guarded
from desktop.i18n import language, tr
from desktop.session import Session
from desktop.widgets.base import rule
from desktop.widgets.layouts import taken
from maps.problems import Problem
from rules.encounter.plans import AttackAction, AttackPlan
from rules.system.actions import Splitting
from rules.views import SplitView

WIDTHS = (202, 210, 212)
SPLIT_WIDTHS = (222, 372)
SPLIT_LEAST = (214, 232)
"""Widths of the columns of a split: in their proportion, and at least."""
ROOMY = 900
"""Width from which a dock counts as wide."""
FORCE = "force"
"""What an action switches on to be carried out in spite of everything, where a system lets it."""


class PlanPage(QWidget):
    """The page of the attack dock while nothing is rolled.

    Signals:
        rolled(tuple): faces were typed, or empty for "roll them".
        everything(tuple): roll all that will be asked for but the faces that were typed.
        left(): the keyboard goes back to the map.
        forced(): attack in spite of what speaks against it.
    """

    rolled = Signal(object)
    everything = Signal(object)
    left = Signal()
    forced = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.session: Session | None = None
        self._plan: tuple[Session, AttackPlan] | None = None
        self._chained: object = None
        self.what = WhatColumn()
        self.attack = SumColumn(signed=True)
        self.defence = SumColumn(signed=False)
        self.result = ResultColumn()
        self.more = DockButton("flat", "plus")
        self.editor = RowEditor()
        self.editor.hide()
        foot = QHBoxLayout()
        foot.addWidget(self.more)
        foot.addStretch(1)
        self.attack.foot.addLayout(foot)
        self.attack.foot.addWidget(self.editor)
        inside = QWidget()
        columns = QHBoxLayout(inside)
        columns.setContentsMargins(0, 0, 0, 0)
        columns.setSpacing(0)
        self.split = SplitPanel()
        self._columns = columns
        self._first = QWidget()
        self._first_column = QVBoxLayout(self._first)
        self._first_column.setContentsMargins(0, 0, 0, 0)
        self._first_column.setSpacing(0)
        self._first_column.addWidget(self.what)
        self._first_area = scrolled(self._first)
        self._split_area = scrolled(self.split)
        self._split_area.setParent(inside)
        self._rules = [rule(upright=True), rule(upright=True)]
        self._is_split: bool | None = None
        self._arrange(split=False)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setWidget(inside)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._area, 1)
        row.addWidget(rule(upright=True))
        row.addWidget(self.result)
        self._connect()

    def _arrange(self, *, split: bool) -> None:
        """Put the sums beside what attacks, or below it where a split needs the room."""
        if split == self._is_split:
            return
        self._is_split = split
        list(taken(self._columns))
        first, more = self._first_column, (self.attack, self.defence)
        for sum_ in more:
            first.removeWidget(sum_)
            sum_.show_whole(split)
        shown: list[tuple[QWidget, int]]
        if split:
            for sum_ in more:
                sum_.setMinimumWidth(0)
                first.addWidget(sum_)
            widths = SPLIT_WIDTHS
            shown = [(self._first_area, widths[0]), (self._split_area, widths[1])]
        else:
            shown = list(zip((self._first_area, *more), WIDTHS, strict=True))
        self._split_area.setVisible(split)
        for place, (area, width) in enumerate(shown):
            least = SPLIT_LEAST[place] if split else width - 6
            area.setMinimumWidth(theme.px(least))
            self._columns.addWidget(area, width)
            if place < len(shown) - 1:
                self._columns.addWidget(self._rules[place])
            area.show()
        self._rules[1].setVisible(not split)
        for sum_ in more:
            sum_.show()

    def _connect(self) -> None:
        self.split.chosen.connect(self._set_number)
        self.what.weapon_chosen.connect(self._weapon)
        self.what.mode_chosen.connect(lambda id: self._change(mode=id, zone=""))
        for column in (self.attack, self.defence):
            column.switched.connect(self._switch)
            column.pointed.connect(self._light)
        self.more.clicked.connect(self.open_editor)
        self.editor.added.connect(self._add)
        self.editor.left.connect(self._close_editor)
        die = self.result.die
        die.typed.connect(self.rolled)
        die.wanted_roll.connect(lambda: self.rolled.emit(()))
        die.wanted_all.connect(self.everything)
        die.cancelled.connect(self.left)
        die.plus.connect(self.open_editor)
        self.result.roll.clicked.connect(die.confirm)
        self.result.anyway.clicked.connect(self.forced)

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit()
        super().resizeEvent(event)

    def _fit(self) -> None:
        """Share the width among the columns; only a very narrow dock scrolls sideways."""
        roomy = self.width() >= theme.px(ROOMY)
        self.result.fit(roomy=roomy)
        split = bool(self._is_split)
        if self.what.use_buttons(split and roomy) and self._plan is not None:
            self.what.show_plan(*self._plan)
        needed = sum(SPLIT_LEAST) if split else sum(WIDTHS)
        wide = self.width() - self.result.width() >= theme.px(needed)
        policy = Qt.ScrollBarPolicy
        self._area.setHorizontalScrollBarPolicy(
            policy.ScrollBarAlwaysOff if wide else policy.ScrollBarAsNeeded
        )

    def show_plan(self, session: Session, plan: AttackPlan, refusal: tuple[Problem, ...]) -> None:
        """Show a plan."""
        self.session, self._plan = session, (session, plan)
        system = session.system
        view: SplitView | None = None
        if isinstance(system, Splitting):
            view = system.split(session.state, plan.action, language.words)
        self._arrange(split=view is not None)
        self.result.show_split(view)
        self._fit()
        if view is not None:
            self.split.show_view(view)
        self.what.show_plan(session, plan)
        self.attack.show_sum(plan.attack_title, plan.attack)
        self.defence.show_sum(plan.defence_title, plan.defence)
        self.result.show_plan(session, plan, refusal)
        self.more.say(tr("docks.attack.add_row"), "+")
        self._chain()

    def _chain(self) -> None:
        """Let Tab go through the columns from left to right, each from top to bottom."""
        rows = (tuple(self.attack.rows), tuple(self.defence.rows), self._is_split)
        if rows == self._chained:
            return
        self._chained = rows
        editor, result = self.editor, self.result
        chain(
            self.what.weapon,
            self.what.mode,
            self.what.details,
            *self.attack.in_order(),
            self.more,
            *(editor.value, editor.reason, editor.side, editor.add),
            *self.defence.in_order(),
            *((self.split.chart,) if self._is_split else ()),
            *(result.die, result.roll, result.anyway),
        )

    def _weapon(self, id: str) -> None:
        """Take another weapon; what was aimed at stays where it can be struck with that, too."""
        session = self.session
        draft = session.attack.action if session is not None else None
        if session is None or draft is None:
            return
        modes = [m.id for m in session.system.modes(session.state, draft.attacker, id)]
        keep = isinstance(session.system, Splitting) and draft.mode in modes
        mode, zone = (draft.mode, draft.zone) if keep else ("", "")
        session.attack.set_action(replace(draft, weapon=id, mode=mode, zone=zone, numbers=()))

    def _set_number(self, name: str, value: int) -> None:
        """Choose an amount of the attack: everything that shows it follows."""
        session = self.session
        draft = session.attack.action if session is not None else None
        if session is not None and draft is not None:
            numbers = {**dict(draft.numbers), name: value}
            session.attack.set_action(replace(draft, numbers=tuple(sorted(numbers.items()))))

    def _change(self, **values: str) -> None:
        session = self.session
        draft = session.attack.action if session is not None else None
        if session is not None and draft is not None:
            session.attack.set_action(_changed(draft, values))

    def _switch(self, id: str, on: bool) -> None:
        if self.session is not None:
            self.session.attack.switch(id, on)

    def _light(self, causes: tuple[str, ...]) -> None:
        if self.session is not None:
            self.session.lit.emit(causes)

    def open_editor(self) -> None:
        """Let a row be typed."""
        self.more.hide()
        self.editor.open((self.attack.title, self.defence.title))
        self.attack.reveal(self.editor)

    def _close_editor(self) -> None:
        self.editor.hide()
        self.more.show()
        self.attack.go_up()
        self.result.die.setFocus()

    def _add(self, value: int, side: str, text: str) -> None:
        self._close_editor()
        if self.session is not None:
            self.session.attack.add_modifier(value, side, text)


def _changed(draft: AttackAction, values: dict[str, str]) -> AttackAction:
    return replace(draft, **values)  # type: ignore[arg-type]  # names of texts only
