"""Help: every term of every system can be found and is said; news in both languages."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QWidget
from pytestqt.qtbot import QtBot

from desktop import __version__
from desktop.dialogs.news import NewsDialog, news_text
from desktop.dialogs.rules_help import RulesHelp, page_of, show_rules, status_word
from desktop.models.rule_terms import RuleTerm, rule_terms
from rules import registry
from rules.core.sources import Source, Status
from tests.desktop.dialogs_kit import dressed

pytestmark = pytest.mark.usefixtures("german")


@pytest.mark.parametrize("id", registry.system_ids())
def test_every_condition_and_option_has_an_entry_with_words(id: str) -> None:
    system = registry.get(id)
    for code in ("de", "en"):
        with dressed(code):
            terms = rule_terms(id)
        names = [term.name for term in terms]
        assert all(names)
        assert sum(t.kind == "condition" for t in terms) == len(system.conditions)
        assert sum(t.kind == "option" for t in terms) == len(system.options)
        assert any(t.kind == "table" and t.rows for t in terms), f"{id}: no tables to look up"
        assert all(line for t in terms if t.kind == "option" for line in t.lines)


def test_the_search_finds_and_the_arrows_choose(qtbot: QtBot) -> None:
    dialog = RulesHelp(None, "pathfinder")
    qtbot.addWidget(dialog)
    dialog.show()
    whole = dialog.list.count()
    QTest.keyClicks(dialog.field, "liegend")
    assert 0 < dialog.list.count() < whole
    QTest.keyClick(dialog.field, Qt.Key.Key_Down)
    assert dialog.page.toPlainText().strip()
    dialog.field.clear()
    option = next(b for b in dialog.kind.findChildren(QAbstractButton) if b.text() == "Optionen")
    QTest.mouseClick(option, Qt.MouseButton.LeftButton)
    assert dialog.list.count() == len(registry.get("pathfinder").options)
    assert "Vorgabe: " in dialog.page.toPlainText()
    QTest.keyClicks(dialog.field, "xyzzy")
    assert dialog.list.count() == 0
    assert "xyzzy" in dialog.none.text()
    assert not dialog.page.toPlainText()


def test_another_system_shows_its_own_terms(qtbot: QtBot) -> None:
    dialog = RulesHelp(None, "osric")
    qtbot.addWidget(dialog)
    dialog.show()
    before = [dialog.list.item(i).text() for i in range(dialog.list.count())]
    dialog.system.setCurrentIndex(dialog.system.findData("damakar"))
    assert [dialog.list.item(i).text() for i in range(dialog.list.count())] != before


def test_the_page_opens_once_and_stays_beside_the_window(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    dialog = show_rules(window, "osric")
    assert not dialog.isModal()
    assert show_rules(window) is dialog
    dialog.close()


def test_texts_are_never_taken_for_markup_and_name_status_and_section() -> None:
    term = RuleTerm("option", "<b>x</b>", ("1 < 2",), source=Source(Status.HOUSE, "§7.2"))
    page = page_of(term)
    assert "<b>x" not in page
    assert "1 &lt; 2" in page
    assert "§7.2" in page
    assert status_word(Source(Status.STATED)) == "steht im Regelwerk"


def test_news_are_there_in_both_languages_for_this_version(qtbot: QtBot) -> None:
    german, english = news_text("de"), news_text("en")
    for text in (german, english):
        assert text.startswith(f"## {__version__}")
    assert german.count("\n- ") == english.count("\n- ")
    assert news_text("xx") == english
    dialog = NewsDialog()
    qtbot.addWidget(dialog)
    assert "Rückblende" in dialog.page.toPlainText()
