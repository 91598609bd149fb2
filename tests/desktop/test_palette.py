"""The command search: what was typed stays; Enter runs what is marked."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.i18n import language
from desktop.session import Session
from desktop.window.palette import CommandSearch
from tests.desktop import window_kit as kit


def test_the_field_keeps_to_what_is_typed(qtbot: QtBot, tmp_path: Path) -> None:
    window = kit.open_window(tmp_path)
    qtbot.addWidget(window)
    window.set_session(Session.open(kit.write_fight(tmp_path / "halle.kampf"))[0])
    window.actions_by_id["palette"].trigger()
    search = window.top.search
    assert search.hasFocus()
    assert search.text() == ""
    QTest.keyClicks(search, "ansicht 100")
    assert search.text() == "ansicht 100"
    QTest.keyClick(search, Qt.Key.Key_Return)
    assert search.text() == ""
    assert window.board.hasFocus()
    window.close()


def names(search: CommandSearch) -> list[str]:
    model = search._popup.model()
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def test_colours_languages_tools_and_docks_are_found_too(qtbot: QtBot, tmp_path: Path) -> None:
    window = kit.open_window(tmp_path)
    qtbot.addWidget(window)
    window.set_session(Session.open(kit.write_fight(tmp_path / "halle.kampf"))[0])
    search, palette = window.top.search, window.actions_by_id["palette"]

    palette.trigger()
    QTest.keyClicks(search, "farben")
    assert len(names(search)) == 3
    assert search._popup.verticalScrollBar().maximum() == 0  # all of them are seen
    QTest.keyClick(search, Qt.Key.Key_Escape)

    def run(words: str) -> None:
        palette.trigger()
        QTest.keyClicks(search, words)
        assert len(names(search)) == 1, names(search)
        QTest.keyClick(search, Qt.Key.Key_Return)

    run("werkzeug messen")
    assert window.board.tools.current.id == "measure"
    run("zeigen biblio")
    assert not window.docks["library"].visibleRegion().isEmpty()
    run("dunkel")
    assert window.settings.values.theme == "dark"
    run("farben hell")
    run("english")
    assert language.code == "en"
    run("deutsch")
    assert language.code == "de"
    window.close()


def test_a_search_without_a_find_says_so_and_runs_nothing(qtbot: QtBot, tmp_path: Path) -> None:
    window = kit.open_window(tmp_path)
    qtbot.addWidget(window)
    palette, search = window.actions_by_id["palette"], window.top.search
    palette.trigger()
    QTest.keyClicks(search, "xyzzy")
    assert names(search) == ["So heißt kein Befehl."]
    QTest.keyClick(search, Qt.Key.Key_Return)
    assert search.text() == ""
    palette.trigger()
    assert "So heißt kein Befehl." not in names(search)
    window.close()


def test_keys_stand_at_the_right_end_of_the_rows(qtbot: QtBot, tmp_path: Path) -> None:
    window = kit.open_window(tmp_path)
    qtbot.addWidget(window)
    search = window.top.search
    search.open()
    rows = search._popup  # the list is nobody's else
    model = rows.model()
    keyed = next(i for i in range(model.rowCount()) if model.index(i, 0).data() == "Öffnen")
    rows.scrollTo(model.index(keyed, 0))
    place = rows.visualRect(model.index(keyed, 0))
    picture = rows.viewport().grab(place).toImage()
    inked = [
        x
        for x in range(picture.width())
        if len({picture.pixel(x, y) for y in range(picture.height())}) > 1
    ]
    assert max(inked) > place.width() - 16, "the key cap"
    gaps = [b - a for a, b in pairwise(inked)]
    assert max(gaps) > 40, "room between word and key"


def test_an_action_is_found_by_words_that_others_use_for_it(qtbot: QtBot, tmp_path: Path) -> None:
    window = kit.open_window(tmp_path)
    qtbot.addWidget(window)
    window.set_session(Session.open(kit.write_fight(tmp_path / "halle.kampf"))[0])
    search = window.top.search
    for words in ("Statblock", "werteblock", "Wertekasten"):
        window.actions_by_id["palette"].trigger()
        QTest.keyClicks(search, words)
        assert [name.split(" …")[0] for name in names(search)] == ["Wesen einlesen"]
        QTest.keyClick(search, Qt.Key.Key_Escape)
    window.close()
