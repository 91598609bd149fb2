"""Whole fights of Das System and Muinimula in the window, by mouse and keys, there and back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from desktop.dialogs.dice import DiceDialog
from desktop.dialogs.initiative import InitiativeDialog
from desktop.session import Session
from desktop.settings import Settings
from desktop.window.main_window import MainWindow
from rules import registry
from rules.core.asking import DiceRequest
from rules.core.terms import Term
from rules.encounter.plans import AttackAction
from rules.encounter.state import Encounter, TokenId
from tests.demos.game_master import SEATS, bout_partners, seated
from tests.desktop.hands import Hands, take_back_and_bring_again, to_front

pytestmark = pytest.mark.usefixtures("german")

LEFT = Qt.MouseButton.LeftButton
MOST_MOMENTS = 60
FRAIL = {
    "das_system": {"konstitution": 70, "gz_most": 70},
    "muinimula": {"life": 14},
}
"""What the sheets of all get, so that a fight does not take longer than a test may."""


class Fighter(Hands):
    """Somebody who does everything from the first initiative to the last blow in the window."""

    def __init__(self, window: MainWindow, seed: int) -> None:
        super().__init__(window, seed)
        self.rolled = 0

    # -- dialogs -------------------------------------------------------------------------------

    def _answer_dialogs(self) -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, InitiativeDialog):
            self._type_initiative(dialog)
        elif isinstance(dialog, DiceDialog):
            super()._answer_dialogs()
        elif isinstance(dialog, QDialog):
            self.strange.append(dialog.windowTitle())
            dialog.reject()

    def _type_initiative(self, dialog: InitiativeDialog) -> None:
        """Type the dice of the first, let the program roll for the others."""
        first = dialog.rows[0]
        if first.dice and first.faces is None:
            for die in first.dice:
                die.setFocus()
                face = self.dice.answer(DiceRequest((die.sides,), Term("")))
                QTest.keyClicks(die, str(face[0]))
                self.typed += 1
        QTest.keyClick(dialog, Qt.Key.Key_Return)

    # -- the fight -----------------------------------------------------------------------------

    def start(self) -> None:
        to_front(self.window)
        QTest.keyClick(self.window, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
        assert self.session.state.timeline.running, self.told

    def fight(self) -> int:
        """Play until one side is down; returns how many moments it took."""
        for moment in range(MOST_MOMENTS):
            if self.mind.over():
                return moment
            self.moment()
        pytest.fail(f"no end: {self.mind.sides()}, {self.told[-5:]}")

    def moment(self) -> None:
        for id in list(self.session.state.tokens):
            if self.mind.over():
                return
            if self._free(id):
                self.act(id)
        if not self.mind.over():
            self.next()

    def _free(self, id: TokenId) -> bool:
        """Whether somebody can do anything at this moment: it is theirs, or they fight nobody."""
        state = self.session.state
        if self.mind.down(state.tokens[id]):
            return False
        if id in state.timeline.acting:
            return True
        return state.system == "das_system" and id not in bout_partners(state)

    def act(self, id: TokenId) -> None:
        """Select somebody with the mouse; strike whom they can, else go there."""
        if self._strikes(id):
            return
        foes = self.mind.foes(id)
        if foes and not self._near(id, foes[0].id):
            self.pick(id)
            if self._walk(id):
                self._strikes(id)

    def _near(self, id: TokenId, foe: TokenId) -> bool:
        state = self.session.state
        plan = self.session.system.plan(state, AttackAction(id, foe))
        return plan.distance <= 1

    def _strikes(self, id: TokenId) -> bool:
        for foe in self.mind.foes(id)[:3]:
            weapon = self.session.attack.best_weapon(id, foe.id)
            action = AttackAction(id, foe.id, weapon)
            if not self.session.system.plan(self.session.state, action).possible:
                continue
            self.pick(id)
            self._click(foe.id)
            assert self.session.attack.action is not None, (id, foe.id, self.told)
            assert self.session.attack.action.target == foe.id
            done = self.session.history.done
            self._strike()
            assert self.session.history.done == done + 1, self.told
            self.rolled += 1
            return True
        return False

    def pick(self, id: TokenId) -> None:
        """Select somebody by the mouse: Esc lets go of everybody else and of an old attack.

        An attack thought about before keeps its weapon, which need not reach any more.
        """
        current = self.session.current
        if current is None or current.id != id or self.session.attack.action is not None:
            for _ in range(2):
                QTest.keyClick(self.window.board, Qt.Key.Key_Escape)
            self._click(id)
        assert self.session.current is not None
        assert self.session.current.id == id


def frail(system: str) -> Encounter:
    """Return three against four who do not live long."""
    state, rules = seated(system, *SEATS[system]), registry.get(system)
    for token in state.tokens.values():
        sheet = rules.sheet_model.model_validate({**token.sheet.model_dump(), **FRAIL[system]})
        state = state.with_token(replace(token, sheet=sheet, vitals=rules.fresh(sheet)))
    return state


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> MainWindow:
    made = MainWindow(Settings(tmp_path / "settings.json"))
    qtbot.addWidget(made)
    made.resize(1600, 1000)
    made.show()
    qtbot.waitExposed(made)
    return made


@pytest.mark.parametrize("system", ["das_system", "muinimula"])
def test_three_fight_four_to_the_end_and_back(
    window: MainWindow, tmp_path: Path, system: str
) -> None:
    session = Session.create(tmp_path / "kampf.kampf", frail(system))
    window.set_session(session)
    window.board.navigation.fit()
    hands = Fighter(window, 5)
    hands.start()
    moments = hands.fight()
    assert moments
    assert hands.rolled >= 8
    assert hands.typed >= 8
    assert hands.moved >= 2
    assert hands.chosen
    assert not hands.strange
    assert [n for n in hands.mind.sides().values() if not n]
    take_back_and_bring_again(window, session)
