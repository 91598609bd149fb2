"""The tables of the rules in the window: typed, ticked, chosen, undone, read, written, kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog
from pytestqt.qtbot import QtBot

from desktop import table_sets
from desktop.demo import demo_history
from desktop.dialogs.table_sets import SureDialog
from desktop.dialogs.tables import TablesDialog
from desktop.dialogs.text import TextDialog
from desktop.i18n import language
from desktop.models.tables import STATUS
from desktop.session import Session
from rules.core.sources import Status
from tests.desktop.dialogs_kit import show
from tests.desktop.window_kit import open_window, when_asked

pytestmark = pytest.mark.usefixtures("german")

LEFT = Qt.MouseButton.LeftButton


Opened = Callable[[str, str], TablesDialog]


@pytest.fixture
def opened(qtbot: QtBot, tmp_path: Path) -> Iterator[Opened]:
    """Return what opens the tables of a demo and chooses one by the keyboard."""
    sessions: list[Session] = []

    def show_tables(demo: str, table: str) -> TablesDialog:
        base = demo_history(demo, language.words.say).state
        session = Session.create(tmp_path / f"{len(sessions)}.kampf", base)
        sessions.append(session)
        dialog = TablesDialog(None, session)
        show(qtbot, dialog)
        dialog.activateWindow()
        assert QTest.qWaitForWindowActive(dialog)
        choose(dialog, table)
        return dialog

    yield show_tables
    for session in sessions:
        session.close()


def choose(dialog: TablesDialog, table: str) -> None:
    at = [spec.id for spec in dialog.specs].index(table)
    for _ in range(at):
        QTest.keyClick(dialog.list, Qt.Key.Key_Down)
    assert dialog.spec is dialog.specs[at]


def column(dialog: TablesDialog, id: str) -> int:
    return [c.id for c in dialog.model.columns].index(id)


def row(dialog: TablesDialog, key: str) -> int:
    return [r["id"] for r in dialog.model.rows].index(key)


def click(dialog: TablesDialog, at: int, id: str, *, twice: bool = False) -> None:
    index = dialog.model.index(at, column(dialog, id))
    dialog.grid.scrollTo(index)
    pos = dialog.grid.visualRect(index).center()
    QTest.mouseClick(dialog.grid.viewport(), LEFT, pos=pos)
    if twice:
        QTest.mouseDClick(dialog.grid.viewport(), LEFT, pos=pos)


def type_into(dialog: TablesDialog, at: int, id: str, text: str) -> None:
    """Click a cell and type: the first key opens it."""
    click(dialog, at, id)
    QTest.keyClick(dialog.grid, Qt.Key.Key_F2)
    field = QApplication.focusWidget()
    assert field is not None
    QTest.keyClick(field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)
    QApplication.processEvents()  # Qt takes the text after the key


def in_force(dialog: TablesDialog, table: str) -> list[dict[str, Any]]:
    return dialog.own[table]


def basis(session: Session) -> int:
    """Return the sum of an attack that is thought about."""
    plan = session.attack.plan()
    assert plan is not None
    return plan.attack.total


def test_a_typed_value_holds_at_once_and_is_undone(opened: Opened) -> None:
    dialog = opened("burghof", "weapons")
    session = dialog.session
    session.select(["hrodwin"])
    session.attack.aim("gerwald", "hammer")
    before = basis(session)
    at = row(dialog, "hammer")
    type_into(dialog, at, "at", "0/0/0/0/200")
    assert in_force(dialog, "weapons")[at]["at"] == [0, 0, 0, 0, 200]
    assert basis(session) > before
    index = dialog.model.index(at, column(dialog, "at"))
    assert index.data(STATUS) == Status.HAND.value
    assert "vorher 5 25 0 5 50" in index.data(Qt.ItemDataRole.ToolTipRole)
    assert "geändert" in dialog.list.item(0).text()
    QTest.keyClick(dialog, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert not dialog.own
    assert basis(session) == before
    QTest.keyClick(dialog, Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    assert basis(session) > before
    QTest.mouseClick(dialog.reset, LEFT)
    assert not dialog.own


def test_what_does_not_fit_is_said_and_not_taken(opened: Opened) -> None:
    dialog = opened("burghof", "weapons")
    type_into(dialog, 0, "structure", "100")
    assert dialog.error.text() == "Schwert, Strukturschaden: 100 ist zu groß: höchstens 99."
    type_into(dialog, 0, "structure", "viel")
    assert dialog.error.text() == "Schwert, Strukturschaden: „viel“ ist keine Zahl."
    assert not dialog.own
    type_into(dialog, 0, "structure", "11")
    assert not dialog.error.text()
    assert in_force(dialog, "weapons")[0]["structure"] == 11


def test_a_choice_is_taken_from_a_box_and_a_flag_ticked(opened: Opened) -> None:
    dialog = opened("burghof", "weapons")
    click(dialog, 0, "kind", twice=True)
    box = QApplication.focusWidget()
    assert box is not None
    QTest.keyClick(box, Qt.Key.Key_Down)
    QTest.keyClick(box, Qt.Key.Key_Return)
    QTest.keyClick(dialog.grid, Qt.Key.Key_Tab)
    assert in_force(dialog, "weapons")[0]["kind"] == "stich"
    other = opened("burghof", "hits")
    click(other, 6, "useless")
    QTest.keyClick(other.grid, Qt.Key.Key_Space)
    assert in_force(other, "hits")[6]["useless"] is True


def test_rows_are_added_under_a_name_and_removed(opened: Opened) -> None:
    dialog = opened("burghof", "weapons")
    rows = len(dialog.model.rows)

    def name_it(asked: QDialog) -> None:
        assert isinstance(asked, TextDialog)
        QTest.keyClicks(asked.field, "Streitflegel")
        QTest.keyClick(asked.field, Qt.Key.Key_Return)

    click(dialog, 2, "structure")
    when_asked(name_it)
    QTest.mouseClick(dialog.add, LEFT)
    assert in_force(dialog, "weapons")[3]["id"] == "Streitflegel"
    assert dialog.grid.currentIndex().row() == 3
    QTest.mouseClick(dialog.remove, LEFT)
    assert len(dialog.model.rows) == rows
    assert not dialog.own
    when_asked(lambda asked: answer(asked, "hammer"))
    QTest.mouseClick(dialog.add, LEFT)
    assert "hat schon eine andere Zeile" in dialog.error.text()


def test_a_row_of_a_table_that_rises_gets_a_value_between(opened: Opened) -> None:
    dialog = opened("nebelturm", "fumbles")
    click(dialog, 0, "to")
    QTest.mouseClick(dialog.add, LEFT)
    assert [r["to"] for r in in_force(dialog, "fumbles")][:3] == [10, 20, 30]


def test_fixed_tables_say_so(opened: Opened) -> None:
    dialog = opened("burghof", "pain")
    assert dialog.fixed.isVisible()
    assert not dialog.add.isVisible()


def test_csv_goes_out_and_comes_back_changed(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog = opened("burghof", "places")
    path = tmp_path / "stellen.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_a: (str(path), ""))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_a: (str(path), ""))
    QTest.mouseClick(dialog.write, LEFT)
    assert "geschrieben" in dialog.error.text()
    text = path.read_text("utf-8-sig")
    assert text.startswith("Stelle;Nahkampf;Fernkampf;Zustand;Herkunft")
    QTest.mouseClick(dialog.read, LEFT)
    assert "schon gilt" in dialog.error.text()
    path.write_text(text.replace("Brust;700", "Brust;710"), "utf-8")
    QTest.mouseClick(dialog.read, LEFT)
    assert dialog.error.text() == "17 Zeilen eingelesen."
    assert in_force(dialog, "places")[0]["melee"] == 710
    path.write_text("Stelle;Nahkampf\nBrust;sieben\nNase;1\n", "utf-8")
    QTest.mouseClick(dialog.read, LEFT)
    assert dialog.error.text() == "Zeile 2, Spalte 2: „sieben“ ist keine Zahl."
    assert in_force(dialog, "places")[0]["melee"] == 710
    path.unlink()
    QTest.mouseClick(dialog.read, LEFT)
    assert "stellen.csv" in dialog.error.text()


def answer(asked: QDialog, text: str) -> None:
    assert isinstance(asked, TextDialog)
    asked.field.clear()
    QTest.keyClicks(asked.field, text)
    QTest.keyClick(asked.field, Qt.Key.Key_Return)


def test_sets_are_saved_loaded_renamed_and_deleted(opened: Opened) -> None:
    dialog = opened("burghof", "weapons")
    sets = dialog.sets
    assert not sets.load.isEnabled()
    QTest.mouseClick(sets.keep, LEFT)
    assert "nichts zu sichern" in dialog.error.text()
    type_into(dialog, 0, "structure", "12")
    when_asked(lambda asked: answer(asked, "Haus/Regeln"))
    QTest.mouseClick(sets.keep, LEFT)
    assert table_sets.names("das_system") == ["Haus_Regeln"]
    QTest.mouseClick(dialog.reset, LEFT)
    QTest.mouseClick(sets.load, LEFT)
    assert in_force(dialog, "weapons")[0]["structure"] == 12
    when_asked(lambda asked: answer(asked, "Runde"))
    QTest.mouseClick(sets.call, LEFT)
    assert table_sets.names("das_system") == ["Runde"]
    assert sets.box.currentText() == "Runde"

    def agree(asked: QDialog) -> None:
        assert isinstance(asked, SureDialog)
        QTest.keyClick(asked, Qt.Key.Key_Return)

    when_asked(agree)
    QTest.mouseClick(sets.drop, LEFT)
    assert table_sets.names("das_system") == []
    assert in_force(dialog, "weapons")[0]["structure"] == 12, "the fight keeps what it loaded"


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("{", "1:2"),
        ('{"system": "osric", "name": "a", "tables": {}}', "Regelsystem"),
        ('{"system": "das_system", "name": "a", "tables": {"weapons": [{"id": "a"}, 3]}}', "["),
        ('{"system": "das_system", "name": "a", "tables": {"weapons": []}}', "mindestens"),
    ],
)
def test_a_broken_set_says_why(opened: Opened, text: str, word: str) -> None:
    table_sets.path_of("das_system", "kaputt").write_text(text, "utf-8")
    dialog = opened("burghof", "weapons")
    QTest.mouseClick(dialog.sets.load, LEFT)
    assert word in dialog.error.text()
    assert not dialog.own


def test_the_menu_opens_the_tables_where_the_system_has_some(qtbot: QtBot, tmp_path: Path) -> None:
    window = open_window(tmp_path)
    qtbot.addWidget(window)
    window.deeds.open_demo("burghof")
    seen: list[str] = []

    def look(asked: QDialog) -> None:
        assert isinstance(asked, TablesDialog)
        assert asked.spec is not None
        seen.append(asked.spec.id)
        asked.reject()

    when_asked(look)
    window.actions_by_id["tables"].trigger()
    assert seen == ["weapons"]
