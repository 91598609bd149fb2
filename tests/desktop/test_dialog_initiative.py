"""The table of initiative."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop.dialogs.initiative import InitiativeDialog, probe
from desktop.session import Session
from rules.encounter.state import TokenId
from tests.desktop.dialogs_kit import click, dressed, enter, escape, press, show, write
from tests.desktop.fakes import HALL, make_session


@pytest.fixture(autouse=True, scope="module")
def german_looks(qapp: object) -> Iterator[None]:
    with dressed("de"):
        yield


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
    assert session.state.timeline.at[dialog.rows[1].token.id] == 23


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
