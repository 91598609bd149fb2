"""The column of an attack that says who attacks whom with what."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from desktop import icons
from desktop.docks.attack_parts import Finding
from desktop.docks.parts import DockButton, ElidedLabel, Marker, label
from desktop.docks.words import system_word
from desktop.i18n import say, tr
from desktop.session import Session
from desktop.widgets.chips import Mark
from desktop.widgets.fields import Choice
from desktop.widgets.layouts import clear
from desktop.widgets.unmarked import unmarked
from rules.core.asking import Option
from rules.encounter.plans import AttackPlan

WAYS = 2
"""Buttons of ways to attack side by side."""
BUTTONS = 6
"""Up to so many ways to attack stand as buttons."""


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
        name, box = label("label"), Choice(grows=True)
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
        for weapon in session.attack.weapons(action.attacker):
            self.weapon.addItem(icons.icon(weapon.icon), say(weapon.name), weapon.id)
        self._pick(self.weapon, plan.weapon.id)
        self.mode.clear()
        modes = session.system.modes(state, action.attacker, plan.weapon.id)
        for mode in modes:
            self.mode.addItem(say(mode.label), mode.id)
            if mode.detail is not None:
                tip = say(mode.detail)
                last = self.mode.count() - 1
                self.mode.setItemData(last, unmarked(tip), Qt.ItemDataRole.ToolTipRole)
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
        box.setToolTip(unmarked(box.currentText()))

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
