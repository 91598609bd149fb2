"""The worked examples of Das System and Muinimula, step by step in the window with typed dice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from desktop.i18n import language
from desktop.session import Session
from desktop.settings import Settings
from desktop.window.main_window import MainWindow
from maps.board import Board
from rules.core.asking import Answer, Ask, DiceRequest
from rules.encounter.events import Logged
from rules.encounter.state import Encounter
from tests.desktop.hands import to_front
from tests.desktop.test_body_fights import Fighter
from tests.rules.das_system import fights as das
from tests.rules.muinimula import fights as mui

pytestmark = pytest.mark.usefixtures("german")

LEFT = Qt.MouseButton.LeftButton


class Faces:
    """Real dice that show what the example says, one after the other, and then ones."""

    def __init__(self, *faces: int) -> None:
        self.left = list(faces)

    def answer(self, request: Ask) -> Answer:
        assert isinstance(request, DiceRequest)
        return tuple(self.left.pop(0) if self.left else 1 for _ in request.dice)


class Player(Fighter):
    """Somebody who plays an example: dice and decisions are given."""

    def __init__(self, window: MainWindow, faces: Faces, choices: dict[str, str]) -> None:
        super().__init__(window, 1)
        self.dice = faces
        self.choices = choices

    def _answer(self) -> None:
        question, step = self.session.talk.question, self.dock.steps.open_step
        assert question is not None
        wanted = self.choices.get(question.request.label.key)
        if wanted is None:
            super()._answer()
            return
        assert step is not None
        named = {str(b.property("option")): b for b in step.options}
        QTest.mouseClick(next(b for id, b in named.items() if id.startswith(wanted)), LEFT)

    def aims(self, me: str, foe: str, part: str = "") -> None:
        """Select, click the foe, then the button of a part of the body."""
        self.pick(self.session.state.token(me).id)
        self._click(self.session.state.token(foe).id)
        if part:
            QTest.mouseClick(self.dock.plan.what.way_buttons[part], LEFT)

    def splits(self, festwert: int) -> None:
        """Set the Festwert by the keys of the chart: hundreds, then ones."""
        chart = self.dock.plan.split.chart
        chart.setFocus()
        QTest.keyClick(chart, Qt.Key.Key_Home)
        for _ in range(festwert // 100):
            QTest.keyClick(chart, Qt.Key.Key_PageUp)
        for _ in range(festwert % 100):
            QTest.keyClick(chart, Qt.Key.Key_Right)

    def menu(self, entry: str) -> None:
        """Press X and click an entry of the menu of actions."""

        eyes = QTimer(self.window)

        def click() -> None:
            menu = QApplication.activePopupWidget()
            if not isinstance(menu, QMenu):
                return
            found = [a for a in menu.actions() if a.data() == entry]
            if found:
                eyes.stop()
                QTest.mouseClick(menu, LEFT, pos=menu.actionGeometry(found[0]).center())

        eyes.timeout.connect(click)
        eyes.start(10)
        to_front(self.window)
        QTest.keyClick(self.window, Qt.Key.Key_X)
        eyes.stop()

    @property
    def log(self) -> str:
        """Everything that the log of the last step says."""
        step = self.session.history.steps[self.session.history.done - 1]
        lines = [e for e in step.events if isinstance(e, Logged)]
        return "\n".join(language.words.say(term) for e in lines for term in (e.line, *e.details))


Opened = Callable[[Encounter, Faces, dict[str, str]], Player]


@pytest.fixture
def opened(qtbot: QtBot, tmp_path: Path) -> Opened:
    def open_fight(state: Encounter, faces: Faces, choices: dict[str, str]) -> Player:
        window = MainWindow(Settings(tmp_path / "settings.json"))
        qtbot.addWidget(window)
        window.resize(1600, 1000)
        window.show()
        qtbot.waitExposed(window)
        state = replace(state, board=Board(width=12, height=8))
        window.set_session(Session.create(tmp_path / "beispiel.kampf", state))
        window.board.navigation.fit()
        return Player(window, faces, choices)

    return open_fight


def test_thorndal_parries_his_attacker(opened: Opened) -> None:
    sword = {"id": "s", "base": "sword", "pa_basis": 1800}
    values: dict[str, Any] = {
        "mut": 1200,
        "koerperkraft": 1200,
        "geschicklichkeit": 1200,
        "reaktion": 1200,
    }
    caps = {"pa_most_festwert": 1170, "pa_most_schwere": 1800}
    thorndal = das.token("thorndal", (3, 2), weapons=[{**sword, **caps}], **values)
    state = das.fight(das.opponent("gegner", (2, 2)), thorndal)
    ward = {"choice.das_system.ward": "parade.s.precise"}
    player = opened(state, Faces(6, 100, 6, 100), ward)
    player.aims("gegner", "thorndal", "r_arm")
    player.splits(900)
    split = player.dock.plan.split
    assert (split.first[1].text(), split.second[1].text()) == ("900", "515")
    player._strike()
    assert "1500, Schwere 515" in player.log
    assert "1770" in player.log
    assert "Festwert 1170, Schwere 630" in player.log
    vitals: Any = player.session.state.token("thorndal").vitals
    assert (vitals.gz, vitals.wounds) == (1150, ())


def test_leather_at_the_belly_stops_600_and_is_torn(opened: Opened) -> None:
    blade = {"id": "sword", "base": "sword", "at_basis": 1600}
    caps = {"at_most_festwert": 800, "at_most_schwere": 800}
    victim = das.token("opfer", (3, 2), armour=["leather"], conditions=["helpless"])
    state = das.fight(das.opponent("a", (2, 2), weapons=[{**blade, **caps}]), victim)
    place = {"choice.das_system.place": "bauch"}
    player = opened(state, Faces(1, 1), place)
    player.aims("a", "opfer", "rumpf")
    player.splits(800)
    player._strike()
    vitals: Any = player.session.state.token("opfer").vitals
    assert vitals.armour == {"leather": {"bauch": 1000}}, "of 2500 are left 1500"
    assert vitals.wounds[0].severity == 800 - 600 - 60
    assert vitals.gz == 1150 - 140


def test_bleeding_of_level_two_costs_260_points_in_eleven_minutes(opened: Opened) -> None:
    wound = {"id": 1, "place": "brust", "kind": "hieb", "row": 5, "severity": 1, "bleeding": 2}
    state = das.fight(
        das.token("opfer", (1, 1), vitals={"wounds": [wound]}),
        das.token("feind", (10, 6), side="foes"),
    )
    player = opened(state, Faces(), {})
    player.start()
    player.pick(state.token("opfer").id)
    points = []
    for _minute in range(12):
        done = player.session.history.done
        player.menu("wait_60")
        assert player.session.history.done == done + 1
        vitals: Any = player.session.state.token("opfer").vitals
        points.append(1150 - vitals.gz)
    assert points[0] == 60
    assert points[10] == 260
    assert points[11] == 260, "then it has stopped"


def test_shaea_strikes_a_critical_of_65(opened: Opened) -> None:
    axe = {"id": "axt", "cls": "streitaexte", "damage": "4d10+4", "kt": 20, "pool": 120}
    shaea = mui.token("shaea", (2, 2), weapons=[axe])
    foe = mui.token("gegner", (3, 2), side="foes", conditions=("unconscious",))
    # no roll for the blow, 44 TP, critical, 21 + 44 = 65, left, the third of three open ones, blood
    faces = Faces(10, 10, 10, 10, 1, 1, 21, 2, 6, 3)
    player = opened(mui.fight(shaea, foe), faces, {})
    player.aims("shaea", "gegner")
    player._strike()
    said = [player.log]
    while "65" not in said[-1]:
        player.next()
        said.append(player.log)
        assert len(said) < 3, said
    assert "21 + 44 TP" in said[-1]
    vitals: Any = player.session.state.token("gegner").vitals
    hurt = [w for w in vitals.wounds if w.region == "arm"]
    assert max(w.malus for w in hurt) == 30
    assert max(w.bleeding for w in hurt)
