"""The attack that is thought about: what, both sums, and what is needed."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from desktop import icons, theme
from desktop.docks.attack_rows import RowEditor, SumColumn
from desktop.docks.dice_field import DiceField
from desktop.docks.parts import DockButton, ElidedLabel, Marker, chain, clear, label
from desktop.docks.split import OutcomeTable, SplitPanel
from desktop.docks.words import dice_word, points, system_word
from desktop.guard import guarded
from desktop.i18n import language, say, tr
from desktop.models.findings import sentence
from desktop.session import Session
from desktop.widgets.base import rule
from desktop.widgets.chips import ChanceBar, Chip, Mark
from desktop.widgets.draw import Tone
from desktop.widgets.fields import Choice
from maps.problems import Problem
from rules.core.asking import Option
from rules.encounter.plans import AttackAction, AttackPlan
from rules.system.actions import Splitting
from rules.views import SplitView

WIDTHS = (190, 214, 220)
RESULT = 168
SPLIT_WIDTHS = (222, 372)
SPLIT_LEAST = (214, 232)
"""Widths of the columns of a split: in their proportion, and at least."""
SPLIT_RESULT = (276, 300)
"""Width of the result beside a split in a narrow dock and in a wide one."""
ROOMY = 900
"""Width from which a dock counts as wide."""
WAYS = 2
"""Buttons of ways to attack side by side."""
BUTTONS = 6
"""Up to so many ways to attack stand as buttons."""
FORCE = "force"
"""What an action switches on to be carried out in spite of everything, where a system lets it."""


def scrolled(inside: QWidget) -> QScrollArea:
    """Put a widget into an area that scrolls up and down only."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(inside)
    return area


class Finding(QWidget):
    """A note or a reason: a mark and a sentence."""

    def __init__(self, problem: Problem, role: Tone) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        mark = Mark("warn", role, 14)
        row.addWidget(mark, 0, Qt.AlignmentFlag.AlignTop)
        text = label("row", role, wrap=True)
        text.setText(sentence(problem))
        row.addWidget(text, 1)


class WhatColumn(QWidget):
    """Who attacks whom with what, and what to keep in mind.

    Signals:
        weapon_chosen(str), mode_chosen(str): another weapon or way to attack.
    """

    weapon_chosen = Signal(str)
    mode_chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 8)
        column.setSpacing(0)
        head = QHBoxLayout()
        head.setSpacing(6)
        self.attacker, self.target = Marker(24), Marker(24)
        self.name = ElidedLabel("name")
        for one in (self.attacker, self.name, Mark("arrow"), self.target):
            head.addWidget(one)
        head.addStretch(1)
        column.addLayout(head)
        column.addSpacing(10)
        self._weapon_label, self.weapon = self._combo(column)
        column.addSpacing(8)
        self._mode_label, self.mode = self._combo(column)
        column.addSpacing(10)
        self._ways = QWidget()
        self._ways_grid = QGridLayout(self._ways)
        self._ways_grid.setContentsMargins(0, 2, 0, 0)
        self._ways_grid.setSpacing(4)
        self.way_buttons: dict[str, DockButton] = {}
        column.addWidget(self._ways)
        self._ways.hide()
        self.details = DockButton("flat", "list")
        self.details.hide()
        self._buttons = False
        self._facts = QGridLayout()
        self._facts.setVerticalSpacing(4)
        self._facts.setHorizontalSpacing(6)
        self._facts.setColumnStretch(1, 1)
        column.addLayout(self._facts)
        column.addWidget(self.details, 0, Qt.AlignmentFlag.AlignLeft)
        self._notes = QVBoxLayout()
        self._notes.setContentsMargins(0, 8, 0, 0)
        self._notes.setSpacing(4)
        column.addLayout(self._notes)
        column.addStretch(1)
        self.weapon.activated.connect(
            lambda i: self.weapon_chosen.emit(str(self.weapon.itemData(i)))
        )
        self.mode.activated.connect(lambda i: self.mode_chosen.emit(str(self.mode.itemData(i))))

    @staticmethod
    def _combo(column: QVBoxLayout) -> tuple[QLabel, Choice]:
        name, box = label("label"), Choice()
        name.setBuddy(box)
        column.addWidget(name)
        column.addWidget(box)
        return name, box

    def show_details(self, offered: bool, given: int) -> None:
        """Offer to give more than weapon and way, where the system's attack knows more."""
        self.details.setVisible(offered)
        words = tr("docks.attack.details")
        self.details.say(tr("docks.attack.details_given", what=words, n=given) if given else words)

    def use_buttons(self, on: bool) -> bool:
        """Show the ways to attack as buttons side by side, not as a list; whether that is new."""
        new, self._buttons = on != self._buttons, on
        return new

    def _show_ways(self, modes: tuple[Option, ...], chosen: str) -> None:
        if list(self.way_buttons) != [m.id for m in modes]:
            clear(self._ways_grid)
            self.way_buttons = {}
            for place, mode in enumerate(modes):
                button = DockButton("toggle")
                button.clicked.connect(lambda _on=False, m=mode.id: self.mode_chosen.emit(m))
                self._ways_grid.addWidget(button, place // WAYS, place % WAYS)
                self.way_buttons[mode.id] = button
        held = chosen if chosen in self.way_buttons else next(iter(self.way_buttons), "")
        for mode in modes:
            button = self.way_buttons[mode.id]
            button.say(say(mode.label))
            button.setChecked(mode.id == held)

    def show_plan(self, session: Session, plan: AttackPlan) -> None:
        """Show who, whom and with what."""
        state, action = session.state, plan.action
        me, foe = state.token(action.attacker), state.token(action.target)
        self.attacker.show_token(session, me)
        self.target.show_token(session, foe)
        self.name.setText(me.name)
        self._weapon_label.setText(tr("docks.attack.weapon"))
        mode_word = system_word("label", session.system.id, "mode") or tr("docks.attack.mode")
        self._mode_label.setText(mode_word)
        self.weapon.setAccessibleName(tr("docks.attack.weapon"))
        self.mode.setAccessibleName(mode_word)
        self.weapon.clear()
        for weapon in session.weapons(action.attacker):
            self.weapon.addItem(icons.icon(weapon.icon), say(weapon.name), weapon.id)
        self._pick(self.weapon, plan.weapon.id)
        self.mode.clear()
        modes = session.system.modes(state, action.attacker, plan.weapon.id)
        for mode in modes:
            self.mode.addItem(say(mode.label), mode.id)
            if mode.detail is not None:
                tip = say(mode.detail)
                self.mode.setItemData(self.mode.count() - 1, tip, Qt.ItemDataRole.ToolTipRole)
        self._pick(self.mode, action.mode)
        several = self.mode.count() > 1
        buttons = self._buttons and several and self.mode.count() <= BUTTONS
        if buttons:
            self._show_ways(modes, action.mode)
        self._ways.setVisible(buttons)
        self._weapon_label.setVisible(not buttons)
        self.mode.setVisible(several and not buttons)
        self._mode_label.setVisible(several)
        self._say_weapon(plan)
        self._say_notes(plan)

    @staticmethod
    def _pick(box: Choice, id: str) -> None:
        box.setCurrentIndex(max(0, box.findData(id)))
        box.setToolTip(box.currentText())

    def _say_weapon(self, plan: AttackPlan) -> None:
        clear(self._facts)
        if self._buttons:
            return  # the split says all of it
        weapon = plan.weapon
        rows = (
            (tr("docks.attack.damage"), weapon.damage),
            (tr("docks.attack.critical"), weapon.critical),
            (tr("docks.attack.range"), weapon.range),
        )
        line = 0
        for name, value in rows:
            if value is None:
                continue
            head, text = label("row", "2"), label("value", wrap=True)
            head.setText(name)
            text.setText(say(value))
            self._facts.addWidget(head, line, 0, Qt.AlignmentFlag.AlignTop)
            self._facts.addWidget(text, line, 1)
            line += 1

    def _say_notes(self, plan: AttackPlan) -> None:
        clear(self._notes)
        for problem in plan.notes:
            self._notes.addWidget(Finding(problem, "warn"))


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
        self.need = QLabel()
        self.need.setProperty("step", "figure")
        self.need.setFixedHeight(theme.px(42))
        self.need.setIndent(0)
        column.addWidget(self.need)
        column.addSpacing(8)
        self._chance_label, self.chance = self._line(column)
        self.bar = ChanceBar()
        column.addWidget(self.bar)
        column.addSpacing(6)
        self._damage_label, self.damage = self._line(column)
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
        self.need_label.setText(tr("docks.attack.need", die=die))
        blocked = bool(refusal)
        shown = "–"
        if plan.needs is not None and plan.under:
            shown = tr("docks.attack.needs_under", n=plan.needs)
        elif plan.needs is not None:
            shown = tr("docks.attack.needs", n=plan.needs)
        self.need.setText(shown)
        self._chance_label.setText(tr("docks.attack.chance"))
        self.chance.setText(words.percent(float(plan.chance)))
        self.bar.set_share(float(plan.chance))
        self.bar.setAccessibleName(tr("docks.attack.chance"))
        self._damage_label.setText(tr("docks.attack.mean"))
        mean = words.number(float(plan.damage), 1)
        self.damage.setText(points(session.system.id, mean))
        for one in self._numbers:
            one.setVisible(not blocked and not self._split)
        self._say_reasons(plan, refusal)
        self.die.ask(plan.dice, tr("docks.attack.die_name", die=die))
        self.die.setVisible(not blocked and plan.begins is None)
        self.roll.setVisible(not blocked)
        does = tr("docks.attack.roll") if plan.begins is None else say(plan.begins)
        self.roll.say(does, tr("docks.key.enter"))
        self.anyway.say(tr("docks.attack.anyway"))
        self.anyway.setVisible(blocked)

    def _say_reasons(self, plan: AttackPlan, refusal: tuple[Problem, ...]) -> None:
        clear(self._reason_rows)
        problems = refusal or plan.problems
        self.pill.setVisible(bool(problems))
        self._reason_area.setVisible(bool(problems))
        self.pill.set_text(tr("docks.attack.impossible"))
        for problem in problems:
            self._reason_rows.addWidget(Finding(problem, "bad"))
        self._reason_rows.addStretch(1)


class PlanPage(QWidget):
    """The page of the attack dock while nothing is rolled.

    Signals:
        rolled(tuple): faces were typed, or empty for "roll them".
        everything(): roll all that will be asked for.
        left(): the keyboard goes back to the map.
        forced(): attack in spite of what speaks against it.
    """

    rolled = Signal(object)
    everything = Signal()
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
        while self._columns.count():
            self._columns.takeAt(0)
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
        draft = session.draft if session is not None else None
        if session is None or draft is None:
            return
        modes = [m.id for m in session.system.modes(session.state, draft.attacker, id)]
        keep = isinstance(session.system, Splitting) and draft.mode in modes
        mode, zone = (draft.mode, draft.zone) if keep else ("", "")
        session.set_draft(replace(draft, weapon=id, mode=mode, zone=zone, numbers=()))

    def _set_number(self, name: str, value: int) -> None:
        """Choose an amount of the attack: everything that shows it follows."""
        session = self.session
        draft = session.draft if session is not None else None
        if session is not None and draft is not None:
            numbers = {**dict(draft.numbers), name: value}
            session.set_draft(replace(draft, numbers=tuple(sorted(numbers.items()))))

    def _change(self, **values: str) -> None:
        session = self.session
        draft = session.draft if session is not None else None
        if session is not None and draft is not None:
            session.set_draft(_changed(draft, values))

    def _switch(self, id: str, on: bool) -> None:
        if self.session is not None:
            self.session.switch(id, on)

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
            self.session.add_modifier(value, side, text)


def _changed(draft: AttackAction, values: dict[str, str]) -> AttackAction:
    return replace(draft, **values)  # type: ignore[arg-type]  # names of texts only
