"""The command search: what was typed stays; Enter runs what is marked."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.session import Session
from tests.desktop import window_kit as kit


def test_the_field_keeps_to_what_is_typed(qtbot: QtBot, tmp_path: Path) -> None:
    window = kit.open_window(tmp_path)
    qtbot.addWidget(window)
    window.set_session(Session.open(kit.write_fight(tmp_path / "halle.kampf"))[0])
    window.actions_by_id["palette"].trigger()
    search = window.search
    assert search.hasFocus()
    assert search.text() == ""
    QTest.keyClicks(search, "ansicht 100")
    assert search.text() == "ansicht 100"
    QTest.keyClick(search, Qt.Key.Key_Return)
    assert search.text() == ""
    assert window.board.hasFocus()
    window.close()
