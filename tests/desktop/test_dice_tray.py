"""The dice tray: rolls by click and key, refused in words, repeated, taken back with the fight."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.docks.dice_tray import DiceTray, Throws, with_die
from desktop.session import Session
from tests.desktop.window_kit import write_fight

pytestmark = pytest.mark.usefixtures("german")

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    opened, _ = Session.open(write_fight(tmp_path / "halle.kampf"))
    yield opened
    opened.close()


@pytest.fixture
def tray(qtbot: QtBot, session: Session) -> DiceTray:
    dock = DiceTray()
    qtbot.addWidget(dock)
    dock.resize(400, 320)
    dock.set_session(session)
    dock.show()
    return dock


def type_roll(tray: DiceTray, text: str) -> None:
    tray.field.clear()
    QTest.keyClicks(tray.field, text)
    QTest.keyClick(tray.field, Qt.Key.Key_Return)


def test_clicks_gather_dice_and_the_button_rolls_them(tray: DiceTray, session: Session) -> None:
    for _ in range(3):
        QTest.mouseClick(tray.kinds[6], LEFT)
    QTest.keyClick(tray.field, Qt.Key.Key_Up)
    assert tray.field.text() == "3W6+1"
    QTest.mouseClick(tray.go, LEFT)
    one = Throws().of(session)[0]
    assert one.text == "3W6+1"
    assert len(one.faces) == 3
    assert one.total == sum(one.faces) + 1
    assert tray.list.item(0).text().startswith(f"3W6+1: {one.total}  (")
    QTest.mouseClick(tray.kinds[20], LEFT)
    assert tray.field.text() == "1W20"


@pytest.mark.parametrize("text", ["2d6+1", "2W6+1", " 2w6 + 1 "])
def test_german_and_english_dice_are_the_same(tray: DiceTray, session: Session, text: str) -> None:
    type_roll(tray, text)
    assert [one.text for one in Throws().of(session)] == ["2W6+1"]


@pytest.mark.parametrize(
    ("text", "word"), [("999W6", "zu viel"), ("1W9999", "zu viel"), ("sechs", "kein Wurf")]
)
def test_what_is_no_roll_or_too_much_is_refused_in_words(
    tray: DiceTray, session: Session, text: str, word: str
) -> None:
    before = session.history.done
    type_roll(tray, text)
    assert word in tray.fault.text()
    assert session.history.done == before
    type_roll(tray, "1W6")
    assert not tray.fault.isVisible()
    assert session.history.done == before + 1


def test_several_rolls_are_one_step_and_are_taken_back_together(
    tray: DiceTray, session: Session
) -> None:
    tray.times.setText("4")
    before = session.history.done
    type_roll(tray, "1W20")
    assert session.history.done == before + 1
    assert tray.list.count() == 4
    session.undo()
    assert tray.list.count() == 0


def test_a_roll_is_repeated_from_the_list(tray: DiceTray, session: Session) -> None:
    type_roll(tray, "5W10")
    tray.list.setCurrentRow(0)
    tray.list.setFocus()
    QTest.keyClick(tray.list, Qt.Key.Key_Return)
    assert [one.text for one in Throws().of(session)] == ["5W10", "5W10"]


def test_dice_of_another_kind_begin_anew(tray: DiceTray) -> None:
    assert with_die("", 8) == "1W8"
    assert with_die("1W8", 8) == "2W8"
    assert with_die("+3", 8) == "1W8+3"
    assert with_die("2W8", 6) == "1W6"
    assert with_die("Unsinn", 6) == "1W6"
