"""The attack dock: from the first look at a foe to the wound, by mouse and by keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from desktop.board.paint_token import MarkerLook
from desktop.docks.attack import AttackDock
from desktop.docks.dice_field import DiceField, faces_of
from desktop.session import Session
from desktop.widgets.result import Affected, Change, rows_of
from maps.board import Board
from rules import registry
from rules.encounter.commands import parse_command
from rules.encounter.plans import several_rolls
from rules.encounter.state import Condition, Encounter, TokenId
from tests.desktop import docks_kit as kit

Show = Callable[[Session], AttackDock]
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture(autouse=True)
def _words(monkeypatch: pytest.MonkeyPatch) -> None:
    kit.speak(monkeypatch)


@pytest.fixture
def show(qtbot: QtBot) -> Show:
    """Return a function that shows the dock of a session."""

    def make(session: Session) -> AttackDock:
        dock = AttackDock()
        qtbot.addWidget(dock)
        dock.resize(832, 288)
        dock.set_session(session)
        dock.show()
        dock.activateWindow()
        qtbot.waitUntil(dock.isActiveWindow)
        return dock

    return make


@pytest.fixture
def session() -> Session:
    made = kit.session_of(kit.kraehenfels())
    made.select(["elandir"])
    return made


def focus(dock: AttackDock) -> QWidget:
    """Return what has the keyboard in a dock."""
    found = dock.focusWidget()
    assert found is not None
    return found


def type_die(qtbot: QtBot, dock: AttackDock, text: str) -> None:
    """Type into the field that has the keyboard and press Enter."""
    field = focus(dock)
    assert isinstance(field, DiceField)
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


def test_the_dock_says_what_to_do_until_somebody_is_aimed_at(session: Session, show: Show) -> None:
    dock = show(session)
    assert "Elandir" in dock.empty.title.text()
    session.select([])
    assert dock.empty.title.text() == "Wähle einen Kämpfer und klicke einen Gegner an"
    session.select(["elandir"])
    session.attack.aim("schamane")
    assert dock.pages.currentWidget() is dock.plan
    assert dock.plan.result.need.text() == "10+"
    assert dock.plan.result.chance.text() == "55\u00a0%"
    assert dock.plan.result.damage.text() == "3,9 TP"


def test_a_hopeless_shot_is_said_in_words(
    session: Session, show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = type(kit.SYSTEM).plan
    changes: dict[str, Any] = {"needs": None, "chance": Fraction(0), "hopeless": kit.t("Darum.")}
    monkeypatch.setattr(type(kit.SYSTEM), "plan", lambda *args: replace(plan(*args), **changes))
    session.attack.aim("schamane")
    result = show(session).plan.result
    assert result.need.isHidden()
    assert (result.never.text(), result.why_never.text()) == ("Kein Wurf trifft", "Darum.")
    assert result.never.isVisible()
    changes["chance"] = Fraction(1, 50)
    session.attack.switch("dex", False)
    assert result.never.text() == "Nur mit Glück"
    changes |= {"needs": 12, "hopeless": None}
    session.attack.switch("dex", True)
    assert result.need.isVisible()
    assert result.need.text() == "12+"
    assert result.never.isHidden()
    assert result.why_never.isHidden()


def test_switching_a_row_off_changes_the_needed_number(
    session: Session, show: Show, qtbot: QtBot
) -> None:
    session.attack.aim("schamane")
    dock = show(session)
    QTest.mouseClick(dock.plan.defence.rows["cover"], Qt.MouseButton.LeftButton)
    assert dock.plan.result.need.text() == "6+"
    assert not dock.plan.defence.rows["cover"].isChecked()
    QTest.keyClick(dock.plan.attack.rows["dex"], Qt.Key.Key_Space)
    assert dock.plan.result.need.text() == "10+"
    QTest.mouseClick(dock.plan.defence.rows["cover"], Qt.MouseButton.LeftButton)
    assert dock.plan.result.need.text() == "14+"


def test_pointing_at_a_row_lights_its_cause_and_back(
    session: Session, show: Show, qtbot: QtBot
) -> None:
    session.attack.aim("schamane")
    dock = show(session)
    row = dock.plan.defence.rows["cover"]
    with qtbot.waitSignal(session.lit) as lit:
        row.setFocus(Qt.FocusReason.TabFocusReason)
    assert lit.args == [("wall-1",)]
    with qtbot.waitSignal(session.lit) as lit:
        dock.plan.attack.rows["dex"].setFocus(Qt.FocusReason.TabFocusReason)
    session.lit.emit(("wall-1",))
    assert row._lit
    session.lit.emit(())
    assert not row._lit


def test_a_row_is_added_by_hand_with_the_keyboard(
    session: Session, show: Show, qtbot: QtBot
) -> None:
    session.attack.aim("schamane")
    dock = show(session)
    dock.take_focus()
    QTest.keyClicks(focus(dock), "+")
    editor = dock.plan.editor
    assert focus(dock) is editor.value
    QTest.keyClicks(editor.value, "-2")
    QTest.keyClicks(editor.reason, "Sturm")
    QTest.keyClick(editor.reason, Qt.Key.Key_Return)
    assert dock.plan.result.need.text() == "12+"
    row = dock.plan.attack.rows["hand:1"]
    assert (row.look.value, row.look.name, row.look.hand) == ("−2", "Sturm", "von Hand")
    assert focus(dock) is dock.plan.result.die


def test_a_number_off_the_die_is_refused_at_once(
    session: Session, show: Show, qtbot: QtBot
) -> None:
    session.attack.aim("schamane")
    dock = show(session)
    dock.take_focus()
    die = dock.plan.result.die
    QTest.keyClicks(die, "23")
    assert die.error == "1 bis 20"
    QTest.keyClick(die, Qt.Key.Key_Return)
    assert not session.talk.busy
    QTest.keyClicks(die, "x")
    assert die.text() == "23"


def test_typed_dice_lead_to_a_proposal_and_one_step(
    session: Session, show: Show, qtbot: QtBot
) -> None:
    session.attack.aim("oger")
    dock = show(session)
    dock.take_focus()
    type_die(qtbot, dock, "14")
    assert dock.pages.currentWidget() is dock.steps
    assert dock.steps.open_step is not None
    assert [b.property("option") for b in dock.steps.open_step.options] == ["parry", "none"]
    QTest.keyClick(focus(dock), Qt.Key.Key_Up)
    QTest.keyClick(focus(dock), Qt.Key.Key_Return)
    type_die(qtbot, dock, "7")
    assert session.talk.proposal is not None
    assert "23" in dock.steps.foot.accessibleName()
    assert session.history.done == 0
    assert focus(dock) is dock.steps.accept
    QTest.keyClick(focus(dock), Qt.Key.Key_Return)
    assert session.history.done == 1
    assert kit.SYSTEM.health(session.state.token("oger")).now == 23 - (7 + 2 - 2)
    assert dock.pages.currentWidget() is dock.plan
    session.undo()
    assert kit.SYSTEM.health(session.state.token("oger")).now == 23


def test_tab_goes_through_the_columns(session: Session, show: Show, qtbot: QtBot) -> None:
    session.attack.aim("schamane")
    dock = show(session)
    dock.take_focus()
    QTest.keyClick(focus(dock), Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    assert focus(dock) is dock.plan.defence.rows["dusk"]
    dock.plan.what.weapon.setFocus()
    QTest.keyClick(focus(dock), Qt.Key.Key_Tab)
    QTest.keyClick(focus(dock), Qt.Key.Key_Tab)
    assert focus(dock) is dock.plan.attack.rows["base_attack"]


def test_escape_leaves_no_trace(session: Session, show: Show, qtbot: QtBot) -> None:
    session.attack.aim("oger")
    dock = show(session)
    dock.take_focus()
    type_die(qtbot, dock, "14")
    QTest.keyClick(focus(dock), Qt.Key.Key_Escape)
    assert not session.talk.busy
    assert session.history.done == 0
    assert dock.pages.currentWidget() is dock.plan


def test_enter_on_the_empty_field_rolls_and_shift_enter_rolls_all(
    session: Session, show: Show, qtbot: QtBot
) -> None:
    session.attack.aim("schamane")
    dock = show(session)
    dock.take_focus()
    QTest.keyClick(focus(dock), Qt.Key.Key_Return)
    assert session.talk.busy
    session.talk.cancel()
    dock.take_focus()
    QTest.keyClick(focus(dock), Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert session.talk.proposal is not None
    QTest.mouseClick(dock.steps.discard, Qt.MouseButton.LeftButton)
    assert session.history.done == 0


def test_shift_enter_keeps_what_was_typed_and_rolls_the_rest(
    session: Session, show: Show, qtbot: QtBot
) -> None:
    session.attack.aim("schamane")
    dock = show(session)
    dock.take_focus()
    field = focus(dock)
    QTest.keyClicks(field, "77")
    QTest.keyClick(field, Qt.Key.Key_Return, SHIFT)
    assert not session.talk.busy  # no die shows it: it is not thrown away for a rolled one
    QTest.keyClick(field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(field, "19")
    QTest.keyClick(field, Qt.Key.Key_Return, SHIFT)
    assert session.talk.proposal is not None
    assert session.talk.proposal.answers[0][1] == (19,)
    assert dock.plan.result.die.text() == ""


def test_shift_enter_in_a_later_step_keeps_what_was_typed_there(
    session: Session, show: Show, qtbot: QtBot
) -> None:
    session.attack.aim("schamane")
    dock = show(session)
    dock.take_focus()
    type_die(qtbot, dock, "19")
    field = focus(dock)
    assert isinstance(field, DiceField)
    assert field.dice == (8,)
    QTest.keyClicks(field, "7")
    QTest.keyClick(field, Qt.Key.Key_Return, SHIFT)
    assert session.talk.proposal is not None
    assert [answer for _asked, answer in session.talk.proposal.answers[:2]] == [(19,), (7,)]


def test_a_die_typed_for_one_attack_does_not_wait_for_another(session: Session, show: Show) -> None:
    session.attack.aim("schamane")
    dock = show(session)
    QTest.keyClicks(dock.plan.result.die, "19")
    session.select(["brunhild"])
    session.attack.aim("oger")
    assert dock.plan.result.die.text() == ""


def test_what_is_impossible_says_why_and_rolls_nothing(show: Show) -> None:
    state = kit.kraehenfels()
    foe = replace(state.token("schamane"), conditions=(Condition("hidden"),))
    session = kit.session_of(state.with_token(foe))
    session.select(["elandir"])
    session.attack.aim("schamane")
    dock = show(session)
    assert dock.plan.result.die.isHidden()
    assert not dock.plan.result.anyway.isHidden()
    assert not dock.plan.result.pill.isHidden()


def test_another_conversation_does_not_turn_the_dock_into_steps(
    session: Session, show: Show
) -> None:
    session.attack.aim("schamane")
    dock = show(session)
    data = {"do": "attack", "attacker": "brunhild", "target": "oger"}
    session.perform(parse_command(session.system, data))
    assert session.talk.question is not None
    assert dock.pages.currentWidget() is dock.plan


@pytest.mark.parametrize(
    ("text", "dice", "faces"),
    [
        ("14", (20,), (14,)),
        ("0", (20,), None),
        ("21", (20,), None),
        ("3 4", (6, 6), (3, 4)),
        ("3+4", (6, 6), (3, 4)),
        ("9", (6, 6), (5, 4)),
        ("13", (6, 6), None),
        ("7 1", (6, 6), None),
        ("-3", (20,), None),
        ("drei", (20,), None),
    ],
)
def test_dice_are_read_one_by_one_or_as_a_total(
    text: str, dice: tuple[int, ...], faces: tuple[int, ...] | None
) -> None:
    assert faces_of(text, dice) == faces


def test_language_and_theme_change_while_it_is_open(
    session: Session, show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    session.attack.aim("schamane")
    dock = show(session)
    assert dock.plan.result.roll.text() == "Würfeln"
    kit.speak(monkeypatch, "en")
    dock.speak()
    assert dock.plan.result.roll.text() == "Roll"
    assert dock.plan.result.damage.text() == "3.9 TP"
    dock.restyle()


def test_enter_goes_on_rolling_after_a_change_of_language(
    session: Session, show: Show, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    session.attack.aim("schamane")
    dock = show(session)
    dock.take_focus()
    type_die(qtbot, dock, "18")
    asking = focus(dock)
    assert dock.steps.isAncestorOf(asking)
    kit.speak(monkeypatch, "en")
    dock.speak()
    assert session.talk.busy
    assert dock.steps.open_step is not None
    assert dock.steps.open_step.isAncestorOf(focus(dock))  # not the button that cancels


# ---- with the real rules ------------------------------------------------------------------------


@pytest.fixture
def fight(tmp_path: Path) -> Session:
    """Return Elandir and an orc of Pathfinder, in a file."""
    state = Encounter("pathfinder", "Probe", Board(width=12, height=12))
    session = Session.create(tmp_path / "probe.kampf", state)
    system = registry.get("pathfinder")
    for id, at in (("elandir", [1, 1]), ("orc", [6, 1])):
        command = {"do": "add", "id": id, "template": id, "name": id.title(), "at": at}
        assert session.perform(parse_command(system, command))
    session.select(["elandir"])
    return session


def test_fourteen_enter_wounds_an_orc_in_one_step(fight: Session, show: Show, qtbot: QtBot) -> None:
    dock = show(fight)
    fight.attack.aim("orc")
    dock.take_focus()
    assert dock.plan.result.need.text() == "3+"
    before = fight.history.done
    life = fight.system.health(fight.state.token("orc")).now
    type_die(qtbot, dock, "14")
    type_die(qtbot, dock, "5")
    assert fight.talk.proposal is not None
    QTest.keyClick(focus(dock), Qt.Key.Key_Return)
    assert fight.history.done == before + 1
    assert fight.system.health(fight.state.token(TokenId("orc"))).now == life - 8
    fight.undo()
    assert fight.system.health(fight.state.token("orc")).now == life
    fight.close()


def test_an_attack_out_of_reach_can_be_forced(fight: Session, show: Show, qtbot: QtBot) -> None:
    dock = show(fight)
    fight.attack.aim("orc")
    dock.plan.what.weapon_chosen.emit("longsword")
    assert dock.plan.result.die.isHidden()
    QTest.mouseClick(dock.plan.result.anyway, Qt.MouseButton.LeftButton)
    assert not dock.plan.result.die.isHidden()
    assert focus(dock) is dock.plan.result.die
    fight.close()


@pytest.mark.parametrize("deed", ["next", "several", "aim"])
def test_a_result_that_waits_is_not_lost_to_another_deed(
    session: Session, show: Show, qtbot: QtBot, deed: str
) -> None:
    session.attack.aim("schamane")
    dock = show(session)
    dock.take_focus()
    QTest.keyClicks(focus(dock), "19")
    QTest.keyClick(focus(dock), Qt.Key.Key_Return, SHIFT)
    assert session.talk.proposal is not None
    hurt = kit.SYSTEM.health(session.talk.proposal.after.token("schamane")).now
    assert hurt != kit.SYSTEM.health(session.state.token("schamane")).now
    said: list[str] = []
    session.message.connect(lambda message: said.append(message.text))
    note = parse_command(session.system, {"do": "note", "text": "weiter"})
    if deed == "next":
        session.perform(note)
    elif deed == "several":
        session.perform_all([note, note])
    else:
        session.attack.aim("oger")
    assert kit.SYSTEM.health(session.state.token("schamane")).now == hurt
    assert session.history.done == (1 if deed == "aim" else 2)
    assert len(said) == 1
    assert dock.pages.currentWidget() is dock.plan
    assert not session.talk.busy


def test_a_question_that_stands_open_is_given_up_by_another_deed(
    session: Session, show: Show, qtbot: QtBot
) -> None:
    session.attack.aim("schamane")
    dock = show(session)
    dock.take_focus()
    type_die(qtbot, dock, "19")
    assert session.talk.question is not None
    session.perform(parse_command(session.system, {"do": "note", "text": "weiter"}))
    assert session.history.done == 1
    assert not session.talk.busy


def test_a_second_click_on_the_same_foe_keeps_what_was_chosen(session: Session, show: Show) -> None:
    session.attack.aim("oger")
    dock = show(session)
    draft = session.attack.action
    assert draft is not None
    modes = session.system.modes(session.state, draft.attacker, draft.weapon)
    other = next(m.id for m in modes if m.id != draft.mode)
    session.attack.set_action(replace(draft, mode=other, on=frozenset({"force"})))
    asked: list[bool] = []
    session.focus_attack.connect(lambda: asked.append(True))
    session.attack.aim("oger")
    assert asked == [True]
    assert session.attack.action == replace(draft, mode=other, on=frozenset({"force"}))
    session.attack.aim("schamane")
    assert session.attack.action is not None
    assert session.attack.action.mode != other
    assert dock.pages.currentWidget() is dock.plan


def test_the_chance_of_several_rolls_says_that_it_is_theirs_together(
    session: Session, show: Show
) -> None:
    session.attack.aim("schamane")
    dock = show(session)
    plan, result = session.attack.plan(), dock.plan.result
    assert plan is not None
    assert result.reading.isHidden()
    both = replace(plan, reading=several_rolls([Fraction(1, 2), Fraction(2, 5)]))
    result.show_plan(session, both, ())
    assert result.reading.isVisible()
    assert result.reading.text().startswith("2 Würfe: Der erste trifft zu 50")
    result.show_plan(session, plan, ())
    assert result.reading.isHidden()


@pytest.mark.parametrize(
    ("room", "rows"),
    [(2000.0, ["ab"]), (300.0, ["a", "b"]), (40.0, ["a", "b"])],
)
def test_what_changes_for_two_takes_two_lines_where_one_is_too_short(
    qapp: object, room: float, rows: list[str]
) -> None:
    look = MarkerLook("Gs", "foes")
    both = [
        Affected(name, look, (Change("TP", "24", "20", "bad"), Change("Zustand", "–", "liegend")))
        for name in ("Gorak der Schlächter", "Dirk")
    ]
    letters = {id(both[0]): "a", id(both[1]): "b"}
    found = ["".join(letters[id(a)] for a in row) for row in rows_of(both, room)]
    assert found == rows
