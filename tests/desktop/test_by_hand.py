"""What the game master's word does in Das System and Muinimula: all of it from the menu."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.dialogs.editors import ChoiceEditor
from desktop.dialogs.group import GroupDialog
from desktop.i18n import language
from desktop.session import Session
from rules import registry
from rules.encounter.events import Logged
from rules.encounter.state import Encounter, TokenId
from rules.system.actions import SupportsFightActions
from rules.systems.das_system.kar import SECOND
from tests.desktop.hands import Hands, take_back_and_bring_again, to_front
from tests.desktop.window_kit import open_window
from tests.rules.das_system import fights as das
from tests.rules.muinimula import fights as mui

pytestmark = pytest.mark.usefixtures("german")

BY_OTHER_WAYS = {"attack", "damage", "heal", "start", "next", "end", "delay"} | {
    "initiative",
    "moment",
    "groups",
}
"""Docks, keys, ring and list do these; single opponents are sorted into groups one by one."""
WOUND = {"id": 1, "place": "r_unterschenkel", "kind": "hieb", "row": 3, "severity": 200}


def hurt() -> Encounter:
    """Return a wounded one with torn leather between two opponents; the fight runs."""
    torn = {"leather": {"bauch": 1000}}
    wound = {**WOUND, "bleeding": 1, "pain": 1}
    state = das.fight(
        das.token("t", (4, 4), armour=["leather"], vitals={"wounds": [wound], "armour": torn}),
        das.opponent("a", (5, 4)),
        das.opponent("b", (3, 4)),
    )
    return das.do(state, "start", pairs=[["a", "t"], ["b", "t"]])


def lying() -> Encounter:
    """Return a duel in which one lies, has dropped a weapon and is beset by two."""
    dropped = {"conditions": ["lying"], "vitals": {"dropped": ["blade"]}}
    state = mui.pair(target=dropped)
    return mui.begin(state)


@pytest.mark.parametrize(("id", "make"), [("das_system", hurt), ("muinimula", lying)])
def test_every_command_of_both_systems_has_its_way_in_the_window(id: str, make: Any) -> None:
    system, state = registry.get(id), make()
    assert isinstance(system, SupportsFightActions)
    offered = {one.command for one in system.fight_actions(state)}
    assert set(system.commands) - offered - BY_OTHER_WAYS <= {"coordinate"}, "only if beset"


def vitals(session: Session, who: str) -> Any:
    return session.state.token(who).vitals


def log(session: Session) -> str:
    """Return what the last step says."""
    step = session.history.steps[session.history.done - 1]
    terms = [t for e in step.events if isinstance(e, Logged) for t in (e.line, *e.details)]
    return "\n".join(language.words.say(term) for term in terms)


def opened(qtbot: QtBot, folder: Path, state: Encounter) -> Hands:
    path = folder / "hand.kampf"
    Session.create(path, state).close()
    window = open_window(folder, overlays=())
    qtbot.addWidget(window)
    window.resize(1600, 1000)
    window.deeds.open_path(path)
    window.board.navigation.fit()
    return Hands(window, 7)


def does(hands: Hands, entry: str, who: str = "t", foe: str = "", /, **fields: object) -> None:
    """Choose an entry of the menu and fill its form."""
    done = hands.session.history.done
    hands.fills = fields
    hands.choose(entry, who, foe)
    assert hands.session.history.done == done + 1, (entry, hands.told[-2:], hands.strange)


def takes_back(hands: Hands, steps: int) -> None:
    done = hands.session.history.done
    to_front(hands.window)
    for _ in range(steps):
        QTest.keyClick(hands.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert hands.session.history.done == done - steps


@pytest.mark.mechanic("S60", "S61")
def test_wounds_armour_and_groups_by_hand(qtbot: QtBot, tmp_path: Path) -> None:
    with opened(qtbot, tmp_path, hurt()) as hands:
        session = hands.session
        does(hands, "strike", place="bauch", severity=300, kind="hieb")
        assert [w.place for w in vitals(session, "t").wounds] == ["r_unterschenkel", "bauch"]
        does(hands, "forbid", wound=1, actions=["parade", "dodge"])
        assert vitals(session, "t").wounds[0].forbids == ("parade", "dodge")
        does(hands, "mend_piece")
        assert vitals(session, "t").armour == {}
        does(hands, "mend_wound", wound=2)
        assert [w.id for w in vitals(session, "t").wounds] == [1]
        before = vitals(session, "t").ausdauer
        does(hands, "rest", amount=-100)
        assert vitals(session, "t").ausdauer == before - 100
        does(hands, "habit", festwert=700)
        assert vitals(session, "t").parade_festwert == 700
        does(hands, "check_klettern", height=900, wounds=10)
        assert "900" in log(session)
        assert "−10" in log(session), "a tenth of the 100 that the wound takes off"
        does(hands, "shift", "a", points=5)
        does(hands, "sort", "a", "t", group=1)
        does(hands, "sort", "b", "t", group=2)
        assert session.state.data["groups"] == {"t": [["a"], ["b"]]}
        now = session.state.timeline.now
        does(hands, "wait_any", seconds=2)
        assert session.state.timeline.now - now == 2 * SECOND
        assert not hands.strange
        take_back_and_bring_again(hands.window, session)
        hands.window.close()


@pytest.mark.mechanic("S2", "S34", "S35")
def test_a_warning_and_surprise_decide_who_begins(qtbot: QtBot, tmp_path: Path) -> None:
    """Thorndal is warned by a shout: KAR and 10, so that the slower one begins (§2.1)."""
    quick: dict[str, Any] = {"mut": 1200, "geschicklichkeit": 1200, "reaktion": 1200}
    state = das.fight(das.opponent("a", (5, 4)), das.token("t", (4, 4), **quick))
    with opened(qtbot, tmp_path, state) as hands:
        session = hands.session
        begins: dict[str, object] = {"surprised": [], "first": []}
        does(hands, "ambush", **begins)
        assert session.state.timeline.acting == ("t",), "the lower KAR"
        takes_back(hands, 1)
        does(hands, "shift_warned")
        does(hands, "ambush", **begins)
        assert session.state.timeline.acting == ("a",)
        takes_back(hands, 2)
        does(hands, "ambush", **{**begins, "surprised": ["t"]})
        assert session.state.timeline.acting == ("a",), "nobody surprised has the offensive"
        takes_back(hands, 1)
        does(hands, "ambush", **{**begins, "surprised": ["t"], "first": ["t"]})
        assert session.state.timeline.acting == ("t",), "the game master's word goes above all"
        assert not hands.strange
        hands.window.close()


def test_criticals_and_proben_by_hand(qtbot: QtBot, tmp_path: Path) -> None:
    state = mui.fight(mui.token("a", (4, 4)), mui.token("t", (6, 4), side="foes"))
    with opened(qtbot, tmp_path, state) as hands:
        session = hands.session
        does(hands, "probe_hindered", "a", kind="body", target=60, malus=55)
        assert "Ziel 55" in log(session), "of a malus above 50 the rest and Nachteil are left"
        does(hands, "unaware", "a")
        assert vitals(session, "a").pending is not None
        does(hands, "critical", "t", target="t", table="wucht", points=30)
        assert "30 TP" in log(session)
        does(hands, "dying", "a", rounds=3)
        assert session.state.token("a").has("dying")
        assert not hands.strange
        hands.window.close()


def test_the_skills_of_a_group_are_a_list(qtbot: QtBot, tmp_path: Path) -> None:
    with opened(qtbot, tmp_path, hurt()) as hands:
        tokens = (TokenId("a"), TokenId("b"))
        dialog = GroupDialog(hands.window, hands.session, "save", tokens)
        qtbot.addWidget(dialog)
        skill = dialog.form.editors["skill"]
        assert isinstance(skill, ChoiceEditor)
        names = [skill.widget.itemText(i) for i in range(skill.widget.count())]
        assert "Widerstandsfähigkeit" in names
        skill.widget.setFocus()
        QTest.keyClick(skill.widget, Qt.Key.Key_Down)
        assert skill.value() == "klettern"
        dialog.roll_all()
        dialog.finish()
        assert "Klettern" in log(hands.session)
        to_front(hands.window)
        hands.window.close()
