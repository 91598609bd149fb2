"""The table of initiative."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from desktop.dialogs.initiative import InitiativeDialog, probe
from desktop.session import Session
from maps.board import Board
from rules import registry
from rules.encounter.commands import command_from
from rules.encounter.history import History
from rules.encounter.state import Encounter, SideId, TokenId
from rules.encounter.store import Store
from rules.testing import default_token
from tests.desktop.dialogs_kit import click, enter, escape, press, show, write
from tests.desktop.fakes import HALL, MemoryStore, make_session

pytestmark = pytest.mark.usefixtures("german")


@pytest.fixture
def session(qapp: object) -> Session:
    return make_session(HALL[:4])


def _dialog(qtbot: QtBot, session: Session) -> InitiativeDialog:
    dialog = InitiativeDialog(None, session)
    show(qtbot, dialog)
    return dialog


def test_the_bonus_is_found_without_knowing_the_system(session: Session) -> None:
    found = probe(session.system, session.state, TokenId("elandir"))
    assert found.dice == (20,)
    assert found.bonus == 4
    assert session.history.done == 0


def test_what_is_added_to_an_open_roll_stands_in_its_column(qtbot: QtBot) -> None:
    system = registry.get("muinimula")
    state = Encounter(system.id, board=Board(width=10, height=8))
    for id, x, reaction in (("a", 1, 17), ("b", 4, -3)):
        mine = default_token(system, id, x, SideId.HEROES)
        sheet = mine.sheet.model_copy(update={"reaction": reaction})
        state = state.with_token(replace(mine, sheet=sheet))
    assert [probe(system, state, TokenId(id)).added for id in "ab"] == [17, -3]
    assert probe(system, state, TokenId("a")).bonus is None
    dialog = _dialog(qtbot, Session(cast(Store, MemoryStore()), History(state)))
    words = [found.text() for found in dialog.findChildren(QLabel)]
    assert "+17" in words
    assert "−3" in words


def test_a_typed_die_gives_the_result(qtbot: QtBot, session: Session) -> None:
    dialog = _dialog(qtbot, session)
    row = dialog.rows[0]
    bonus = row.probe.bonus or 0
    write(row.dice[0], "15")
    assert row.total.whole == 15 + bonus


def test_enter_goes_on_to_the_next_row_and_at_last_begins(qtbot: QtBot, session: Session) -> None:
    dialog = _dialog(qtbot, session)
    for row, face in zip(dialog.rows, (19, 13, 7, 2), strict=True):
        write(row.dice[0], str(face))
        enter(row.dice[0])
    assert session.state.timeline.running
    at = session.state.timeline.at
    assert [at[r.token.id] for r in dialog.rows] == [
        face + (r.probe.bonus or 0) for r, face in zip(dialog.rows, (19, 13, 7, 2), strict=True)
    ]
    assert session.history.done == 1


def test_a_typed_result_wins_and_the_rest_is_rolled(qtbot: QtBot, session: Session) -> None:
    dialog = _dialog(qtbot, session)
    write(dialog.rows[1].total, "23")
    click(dialog.all_button)
    assert all(r.count is not None for r in dialog.rows)
    assert dialog.main is not None
    click(dialog.main)
    session.talk.roll_all()  # equal results roll off, which is asked
    assert session.state.timeline.at[dialog.rows[1].token.id] == 23


def test_what_fits_no_die_is_not_overwritten_by_rolling_all(qtbot: QtBot, session: Session) -> None:
    dialog = _dialog(qtbot, session)
    die = dialog.rows[0].dice[0]
    write(die, "45")
    click(dialog.all_button)
    assert die.text() == "45"
    assert "1 bis 20" in dialog.error.text()
    assert dialog.rows[1].faces is None
    write(die, "4")  # all of it was marked
    click(dialog.all_button)
    assert (die.text(), dialog.error.text()) == ("4", "")
    assert all(row.faces is not None for row in dialog.rows)


def test_ties_are_shown(qtbot: QtBot, session: Session) -> None:
    dialog = _dialog(qtbot, session)
    for row in dialog.rows[:2]:
        write(row.total, "14")
    assert [bool(r.tie.text()) for r in dialog.rows] == [True, True, False, False]


def test_the_surprised_do_not_act_first(qtbot: QtBot, session: Session) -> None:
    dialog = _dialog(qtbot, session)
    late = dialog.rows[2]
    click(late.surprised)
    for row, total in zip(dialog.rows, (20, 15, 30, 10), strict=True):
        write(row.total, str(total))
    assert dialog.main is not None
    click(dialog.main)
    assert session.state.token(late.token.id).has("surprised")
    assert late.token.id not in session.state.timeline.acting


def test_escape_begins_nothing(qtbot: QtBot, session: Session) -> None:
    dialog = _dialog(qtbot, session)
    write(dialog.rows[0].dice[0], "15")
    escape(dialog.rows[0].dice[0])
    assert not session.state.timeline.running
    assert session.history.done == 0


def test_a_wrong_face_is_said(qtbot: QtBot, session: Session) -> None:
    dialog = _dialog(qtbot, session)
    write(dialog.rows[0].dice[0], "21")
    assert dialog.main is not None
    click(dialog.main)
    assert dialog.isVisible()
    assert "1 bis 20" in dialog.error.text()


def test_space_ticks_surprise(qtbot: QtBot, session: Session) -> None:
    dialog = _dialog(qtbot, session)
    box = dialog.rows[0].surprised
    box.setFocus()
    press(box, Qt.Key.Key_Space)
    assert box.isChecked()


@pytest.fixture
def orcs(qapp: object) -> Session:
    return make_session((HALL[0], *HALL[4:7]))


def _orc_rows(dialog: InitiativeDialog) -> list[int | None]:
    return [row.count for row in dialog.rows if row.token.id != "elandir"]


def test_equal_monsters_roll_once_where_that_is_ticked(qtbot: QtBot, orcs: Session) -> None:
    dialog = _dialog(qtbot, orcs)
    press(dialog.groups, Qt.Key.Key_Space)
    first = next(row for row in dialog.rows if row.token.id == "orc1")
    bonus = first.probe.bonus or 0
    write(first.dice[0], "11")
    assert _orc_rows(dialog) == [11 + bonus] * 3
    later = next(row for row in dialog.rows if row.token.id == "orc3")
    assert not later.dice[0].isEnabled()
    later.total.selectAll()
    write(later.total, "20")  # one of them is to have a number of its own
    elandir = next(row for row in dialog.rows if row.token.id == "elandir")
    write(elandir.total, "3")
    assert dialog.main is not None
    click(dialog.main)
    at = orcs.state.timeline.at
    assert [at[TokenId(f"orc{n}")] for n in (1, 2, 3)] == [11 + bonus, 11 + bonus, 20]
    assert orcs.talk.question is None  # nobody is asked who of the equals comes first


def test_rolling_for_all_rolls_once_for_a_group(qtbot: QtBot, orcs: Session) -> None:
    dialog = _dialog(qtbot, orcs)
    click(dialog.groups)
    click(dialog.all_button)
    assert len(set(_orc_rows(dialog))) == 1
    click(dialog.groups)
    assert _orc_rows(dialog)[1:] == [None, None]


def test_without_equals_there_is_no_choice(qtbot: QtBot, session: Session) -> None:
    assert not _dialog(qtbot, session).groups.isVisible()
    assert _dialog(qtbot, make_session(HALL[4:6])).groups.isVisible()


def test_what_was_typed_before_survives_the_roll_for_all(qtbot: QtBot, session: Session) -> None:
    id = session.state.tokens["mirela"].id  # type: ignore[index]  # ids are text
    session.perform(command_from(session.system, {"do": "initiative", "token": id, "value": 27}))
    dialog = _dialog(qtbot, session)
    click(dialog.all_button)
    assert dialog.main is not None
    click(dialog.main)
    assert session.state.timeline.at[id] == 27


def test_whoever_is_not_ticked_stays_out_of_the_fight(qtbot: QtBot, session: Session) -> None:
    dialog = _dialog(qtbot, session)
    first, out, *rest = dialog.rows
    click(out.there)
    assert not out.dice[0].isEnabled()
    write(first.dice[0], "15")
    enter(first.dice[0])
    assert dialog.focusWidget() is rest[0].dice[0]
    dialog.finish()
    session.talk.roll_all()
    at = session.state.timeline.at
    assert out.token.id not in at
    assert {r.token.id for r in (first, *rest)} == set(at)


def test_somebody_must_take_part(qtbot: QtBot, session: Session) -> None:
    dialog = _dialog(qtbot, session)
    for row in dialog.rows:
        click(row.there)
    dialog.finish()
    assert not session.state.timeline.running
    assert "Jemand muss teilnehmen." in dialog.error.text()
