"""Stat blocks are pasted, opened and dropped, corrected and taken into the library."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from desktop.dialogs.statblock import StatblockDialog
from desktop.own_library import own_library
from desktop.session import Session
from desktop.window.main_window import MainWindow
from rules.statblocks.draft import Finding, Sureness
from tests.desktop.library_kit import names, take
from tests.desktop.window_kit import keys, messages, show_fight, when_asked, write_fight
from tests.rules.statblocks.blocks import OGRE, ORC, RAIDER

pytestmark = pytest.mark.usefixtures("german")


@pytest.fixture
def fight(window: MainWindow, tmp_path: Path) -> Session:
    return show_fight(window, write_fight(tmp_path / "halle.kampf"))


@pytest.fixture
def reader(qtbot: QtBot) -> StatblockDialog:
    dialog = StatblockDialog(None)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def findings(dialog: StatblockDialog) -> list[Finding]:
    return dialog.report.findings


def test_a_pasted_block_is_read_shown_and_taken(reader: StatblockDialog) -> None:
    QGuiApplication.clipboard().setText(RAIDER)
    assert reader.main is not None
    assert not reader.main.isEnabled()
    QTest.mouseClick(reader.paste_button, Qt.MouseButton.LeftButton)
    assert reader.summary.text().startswith("23 gelesen")
    form = reader._form
    assert form is not None
    assert form.facts.values()["name"] == "Goblin Raider"
    kinds = [f.kind for f in findings(reader)]
    assert (
        kinds == sorted(kinds, key=list(reversed(Sureness)).index) or kinds[0] is not Sureness.READ
    )
    take(reader)
    entry = own_library().entry(f"{reader.into}/{reader.taken[0].id}")
    assert entry is not None
    assert (entry.name, entry.sheet["armour"]) == ("Goblin Raider", 2)


def test_a_line_of_the_report_marks_the_line_of_the_text(reader: StatblockDialog) -> None:
    reader.read(RAIDER)
    row = next(i for i, f in enumerate(findings(reader)) if f.field == "hp")
    reader.report.setCurrentRow(row)
    (mark,) = reader.source.extraSelections()
    assert mark.cursor.block().text() == "hp 6 (1d10+1)"


def test_correcting_the_text_keeps_what_was_typed_at_the_right(reader: StatblockDialog) -> None:
    reader.read(RAIDER)
    form = reader._form
    assert form is not None
    field = form.facts.editors["name"].widget
    field.setFocus()
    keys(field, Qt.Key.Key_End)
    QTest.keyClicks(field, " II")
    reader.source.setPlainText(RAIDER.replace("hp 6 (1d10+1)", "hp 9 (1d10+4)"))
    reader.read_text()
    assert form.facts.values()["name"] == "Goblin Raider II"
    assert form.form.values()["hp"] == 9


def test_several_creatures_are_taken_at_once(reader: StatblockDialog) -> None:
    reader.read(f"{RAIDER}\n{OGRE}")
    assert reader.who.count() == 2
    assert reader.all_button.text() == "Alle 2 übernehmen"
    QTest.mouseClick(reader.all_button, Qt.MouseButton.LeftButton)
    assert [e.name for e in reader.taken] == ["Goblin Raider", "Frost Ogre"]


def test_what_is_no_stat_block_is_said_and_nothing_can_be_taken(reader: StatblockDialog) -> None:
    reader.read("Guten Abend")
    assert "kein Wertekasten erkannt" in reader.error.text()
    assert reader.main is not None
    assert not reader.main.isEnabled()
    assert reader.source.toPlainText() == "Guten Abend"


def test_a_wrong_field_keeps_the_dialog_open(reader: StatblockDialog) -> None:
    reader.read(ORC)
    form = reader._form
    assert form is not None
    form.facts.editors["name"].set_value("")
    reader.finish()
    assert reader.isVisible()
    assert not reader.taken


def test_a_file_that_is_dropped_or_opened_is_read(
    window: MainWindow, fight: Session, tmp_path: Path
) -> None:
    path = tmp_path / "goblin.txt"
    path.write_text(RAIDER, "utf-8")

    def look(dialog: QDialog) -> None:
        assert isinstance(dialog, StatblockDialog)
        assert dialog.on_map.isChecked()
        take(dialog)

    when_asked(look)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    event = QDropEvent(
        QPointF(60, 60),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    assert window.board.hands.drop(event)
    assert "Goblin Raider" in names(fight)
    assert "Das Wesen liegt jetzt im Satz Meine Wesen." in messages(window)


def test_paste_reads_a_stat_block_that_was_copied_elsewhere(
    window: MainWindow, fight: Session
) -> None:
    QGuiApplication.clipboard().setText(RAIDER)
    seen: list[type] = []

    def leave(dialog: QDialog) -> None:
        seen.append(type(dialog))
        dialog.reject()

    when_asked(leave)
    window.actions_by_id["paste"].trigger()
    assert seen == [StatblockDialog]
    assert not own_library().shelf.sets
