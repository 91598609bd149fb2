"""Small dialogs: a line of text, points, dice, a new fight, about."""

from __future__ import annotations

from typing import cast

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QLabel
from pytestqt.qtbot import QtBot

from desktop.conversation import Question
from desktop.dialogs.about import AboutDialog
from desktop.dialogs.dice import DiceDialog, answer_all, spread
from desktop.dialogs.new_fight import NewFightDialog
from desktop.dialogs.points import PointsDialog
from desktop.dialogs.text import TextDialog, ask_text
from desktop.messages import Message
from desktop.session import Session
from rules.core.asking import Choice, DiceRequest, Option, Procedure
from rules.core.terms import term
from rules.encounter.commands import Outcome, parse_command, refuse
from rules.encounter.events import Logged
from tests.desktop.dialogs_kit import click, dressed, enter, escape, press, show, when_asked, write
from tests.desktop.fakes import make_session

pytestmark = pytest.mark.usefixtures("german")


@pytest.fixture
def session(qapp: object) -> Session:
    return make_session()


def _do(session: Session, **command: object) -> bool:
    return session.perform(parse_command(session.system, command))


# ---- text ------------------------------------------------------------------------------------


def test_typing_replaces_the_text_and_enter_takes_it(qtbot: QtBot) -> None:
    dialog = TextDialog(None, "Name", "Alt")
    show(qtbot, dialog)
    write(dialog.field, "Salzmine")
    enter(dialog.field)
    assert dialog.result() == QDialog.DialogCode.Accepted
    assert dialog.text == "Salzmine"


def test_an_empty_text_says_so_and_stays(qtbot: QtBot) -> None:
    dialog = TextDialog(None, "Name", "Alt")
    show(qtbot, dialog)
    press(dialog.field, Qt.Key.Key_Delete)
    enter(dialog.field)
    assert dialog.isVisible()
    assert dialog.field.error == "fehlt noch"


def test_escape_answers_nothing(qapp: object) -> None:
    when_asked(escape)
    assert ask_text(None, "Name", "Alt") is None


# ---- dice ------------------------------------------------------------------------------------


def test_no_dialog_when_nothing_is_asked(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[object] = []

    def show_it(dialog: DiceDialog) -> None:
        shown.append(dialog)

    monkeypatch.setattr(DiceDialog, "exec", show_it)
    answer_all(session, None)
    assert shown == []
    _do(session, do="roll", text="1d6")
    answer_all(session, None)
    assert len(shown) == 1


def test_typed_dice_answer_the_question(qtbot: QtBot, session: Session) -> None:
    assert _do(session, do="roll", text="2d6+1")
    dialog = DiceDialog(session)
    show(qtbot, dialog)
    write(dialog.dice[0], "3")
    write(dialog.dice[1], "5")
    assert dialog.go.text() == "Übernehmen"
    enter(dialog.dice[1])
    assert not dialog.isVisible()
    assert session.talk.question is None
    assert session.history.undo_label is not None


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_shift_enter_rolls_everything_as_in_the_dock(
    qtbot: QtBot, session: Session, key: Qt.Key
) -> None:
    assert _do(session, do="roll", text="2d6+1")
    dialog = DiceDialog(session)
    show(qtbot, dialog)
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    write(dialog.dice[0], "4")
    QTest.keyClick(dialog.dice[0], key, Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(dialog.isHidden)
    logged = [e for e in session.history.steps[-1].events if isinstance(e, Logged)]
    assert cast(int, logged[0].line.args["total"]) in range(6, 12)


def test_typed_dice_count_where_all_the_rest_is_rolled(qtbot: QtBot, session: Session) -> None:
    assert _do(session, do="roll", text="2d6+1")
    dialog = DiceDialog(session)
    show(qtbot, dialog)
    write(dialog.dice[0], "7")
    click(dialog.all_button)
    assert "1 bis 6" in dialog.error.text()
    assert session.talk.question is not None
    press(dialog.dice[0], Qt.Key.Key_Backspace)
    write(dialog.dice[0], "6")
    write(dialog.dice[1], "6")
    click(dialog.all_button)
    assert session.talk.question is None
    logged = [e for e in session.history.steps[-1].events if isinstance(e, Logged)]
    assert logged[0].line.args["total"] == 13


@pytest.mark.parametrize(
    ("text", "keys", "shown"),
    [
        ("2d6", "45", ["4", "5"]),
        ("3d20", "1739", ["17", "3", "9"]),  # 1 and 2 may go on, 3 may not
        ("2d10", "03", ["0", "3"]),
        ("2d10", "103", ["10", "3"]),
        ("2d6", "9", ["9", ""]),  # no face: stays where it can be mended
    ],
)
def test_the_keyboard_goes_on_when_a_die_has_all_its_digits(
    qtbot: QtBot, session: Session, text: str, keys: str, shown: list[str]
) -> None:
    _do(session, do="roll", text=text)
    dialog = DiceDialog(session)
    show(qtbot, dialog)
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    for key in keys:
        holder = dialog.focusWidget()
        assert holder is not None
        write(holder, key)
    assert [die.text() for die in dialog.dice][: len(shown)] == shown


def test_empty_dice_are_rolled(qtbot: QtBot, session: Session) -> None:
    _do(session, do="roll", text="3d6")
    dialog = DiceDialog(session)
    show(qtbot, dialog)
    enter(dialog.dice[0])
    assert session.history.done == 1


def test_a_face_that_no_die_has_is_said(qtbot: QtBot, session: Session) -> None:
    _do(session, do="roll", text="1d6")
    dialog = DiceDialog(session)
    show(qtbot, dialog)
    write(dialog.dice[0], "7")
    click(dialog.go)
    assert "1 bis 6" in dialog.error.text()
    assert session.talk.question is not None
    escape(dialog)
    assert session.talk.question is None


def test_escape_cancels_without_a_trace(qtbot: QtBot, session: Session) -> None:
    _do(session, do="roll", text="1d20")
    dialog = DiceDialog(session)
    show(qtbot, dialog)
    escape(dialog.dice[0])
    assert not session.talk.busy
    assert session.history.done == 0


def test_a_total_becomes_faces(qtbot: QtBot, session: Session) -> None:
    _do(session, do="roll", text="3d6")
    dialog = DiceDialog(session)
    show(qtbot, dialog)
    assert dialog.sum_field is not None
    write(dialog.sum_field, "14")
    faces = [d.rolled for d in dialog.dice]
    assert sum(f or 0 for f in faces) == 14
    escape(dialog)


def test_zero_on_ten_sides_is_ten(qtbot: QtBot, session: Session) -> None:
    _do(session, do="roll", text="1d10")
    dialog = DiceDialog(session)
    show(qtbot, dialog)
    write(dialog.dice[0], "0")
    assert dialog.dice[0].rolled == 10
    escape(dialog)


def test_a_command_that_is_refused_after_an_answer_closes_the_dialog(
    qtbot: QtBot, session: Session
) -> None:
    def refused() -> Procedure[Outcome]:
        yield DiceRequest((20,), term("step.roll", text="1d20"))
        raise refuse("nothing_changes")

    told: list[Message] = []
    session.message.connect(told.append)
    assert session.talk.begin(refused())
    dialog = DiceDialog(session)
    show(qtbot, dialog)
    write(dialog.dice[0], "7")
    enter(dialog.dice[0])
    assert not dialog.isVisible()
    assert not session.talk.busy
    assert [message.text for message in told] == ["Das ändert nichts."]


def test_totals_are_spread_over_the_dice() -> None:
    assert spread(3, (6, 6, 6)) == (1, 1, 1)
    assert spread(18, (6, 6, 6)) == (6, 6, 6)
    assert spread(19, (6, 6, 6)) is None


def test_one_dialog_asks_several_questions(qtbot: QtBot, session: Session) -> None:
    _do(session, do="start")
    assert session.talk.question is not None
    dialog = DiceDialog(session)
    show(qtbot, dialog)
    write(dialog.dice[0], "12")
    enter(dialog.dice[0])
    assert dialog.isVisible()
    assert "12" in dialog.before.text()
    click(dialog.all_button)
    assert session.state.timeline.running
    assert not dialog.isVisible()


def test_a_choice_is_a_row_of_buttons(qtbot: QtBot, session: Session) -> None:
    from rules.core.terms import term  # noqa: PLC0415

    dialog = DiceDialog(session)
    qtbot.addWidget(dialog)
    options = (Option("yes", term("side.heroes")), Option("no", term("side.foes")))
    dialog._asked(Question(Choice(options, term("asked.title"), default="no")))
    dialog.show()
    assert [b.text() for b in dialog.options] == ["Helden", "Gegner"]
    assert dialog.options[1].kind == "primary"
    assert not dialog.go.isVisible()
    escape(dialog)


def test_after_a_decision_enter_means_the_dice_again(qtbot: QtBot, session: Session) -> None:
    _do(session, do="roll", text="1d20")
    dice = session.talk.question
    assert dice is not None
    dialog = DiceDialog(session)
    qtbot.addWidget(dialog)
    options = (Option("yes", term("side.heroes")), Option("no", term("side.foes")))
    dialog._asked(Question(Choice(options, term("asked.title"), default="no")))
    dialog.show()
    dialog.options[1].setDefault(True)  # as Qt does with the button that has the keyboard
    dialog._asked(dice)
    write(dialog.dice[0], "7")
    enter(dialog.dice[0])
    assert not dialog.isVisible()
    assert session.history.done == 1


# ---- points ----------------------------------------------------------------------------------


def test_damage_is_a_number_or_dice(qtbot: QtBot, session: Session) -> None:
    session.select(["orc1"])
    dialog = PointsDialog(None, session, "damage")
    show(qtbot, dialog)
    write(dialog.field, "8")
    enter(dialog.field)
    assert dialog.fields == {"amount": 8}
    dialog = PointsDialog(None, session, "damage")
    show(qtbot, dialog)
    write(dialog.field, "2W6+1")
    click(dialog.form.editors["nonlethal"].widget)
    enter(dialog.field)
    assert 3 <= dialog.fields["amount"] <= 13
    assert dialog.fields["nonlethal"] is True


def test_healing_knows_no_ticks_and_nonsense_is_said(qtbot: QtBot, session: Session) -> None:
    session.select(["orc1"])
    dialog = PointsDialog(None, session, "heal")
    show(qtbot, dialog)
    assert not dialog.form.editors
    write(dialog.field, "viel")
    enter(dialog.field)
    assert dialog.isVisible()
    assert dialog.field.error == "Zahl oder Würfel"


# ---- a new fight -----------------------------------------------------------------------------


def test_a_new_fight_has_size_ground_and_name(qtbot: QtBot) -> None:
    dialog = NewFightDialog()
    show(qtbot, dialog)
    write(dialog.name, "Salzmine")
    dialog.columns.selectAll()
    write(dialog.columns, "30")
    dialog.ground.setFocus()
    press(dialog.ground, Qt.Key.Key_Down)
    enter(dialog.name)
    choice = dialog.choice
    assert (choice.name, choice.system) == ("Salzmine", "pathfinder")
    assert (choice.board.width, choice.board.height) == (30, 16)
    assert choice.board.floor.ground == "grass"


def test_a_size_that_is_none_keeps_the_dialog_open(qtbot: QtBot) -> None:
    dialog = NewFightDialog()
    show(qtbot, dialog)
    dialog.rows.selectAll()
    write(dialog.rows, "0")
    enter(dialog.rows)
    assert dialog.isVisible()
    assert dialog.rows.error == "1 bis 400"


def test_about_names_licence_and_fonts(qtbot: QtBot) -> None:
    for spoken in ("de", "en"):
        with dressed(spoken):
            dialog = AboutDialog()
            show(qtbot, dialog)
            escape(dialog)
            assert not dialog.isVisible()


def test_about_puts_every_value_beside_its_label(qtbot: QtBot) -> None:
    dialog = AboutDialog()
    show(qtbot, dialog)
    heads = [one for one in dialog.findChildren(QLabel) if isinstance(one.buddy(), QLabel)]
    assert len(heads) == 5
    for head in heads:
        value = head.buddy()
        assert isinstance(value, QLabel)
        assert value.y() == head.y(), head.text()
        assert value.alignment() & Qt.AlignmentFlag.AlignTop
        assert head.alignment() & Qt.AlignmentFlag.AlignTop
    escape(dialog)
