"""No word of a dialog is cut, Escape closes it, Enter has a button: in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDialog,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from desktop.dialogs.conditions import ConditionsPopup
from desktop.docks.parts import ElidedLabel
from desktop.widgets.fields import Choice
from desktop.window.main_window import MainWindow
from tests.desktop.window_kit import open_window

OF_A_SYSTEM = ("sheet", "rules_options", "tables", "save", "damage", "heal", "rules_help")
OF_ALL = (
    "new_empty",
    "backups",
    "import_creature",
    "print",
    "player_options",
    "inspect",
    "rename_fight",
    "settings",
    "keys",
    "news",
    "about",
)


def lacks(widget: QWidget) -> bool:
    """Whether a widget has less room than its words need."""
    if isinstance(widget, ElidedLabel):
        needed = widget.fontMetrics().horizontalAdvance(widget.text())
        return needed > widget.contentsRect().width() + 1
    if isinstance(widget, QLabel):
        if not widget.text():
            return False
        if widget.wordWrap():
            return widget.heightForWidth(widget.width()) > widget.height() + 1
        return widget.sizeHint().width() > widget.width() + 1
    if isinstance(widget, Choice):
        return widget.shown_text() != widget.currentText()
    if isinstance(widget, QLineEdit):
        needed = widget.fontMetrics().horizontalAdvance(widget.placeholderText())
        room = widget.width() - widget.textMargins().left() - widget.textMargins().right() - 14
        return not widget.text() and needed > room
    if isinstance(widget, QAbstractButton):
        return bool(widget.text()) and widget.sizeHint().width() > widget.width() + 1
    return False


def cut(root: QWidget) -> list[str]:
    """Return the words of a window that have too little room."""
    found = []
    for widget in root.findChildren(QWidget):
        inside = isinstance(widget.parentWidget(), QPlainTextEdit)
        if widget.isVisibleTo(root) and not inside and lacks(widget):
            words = getattr(widget, "currentText", getattr(widget, "text", str))()
            found.append(f"{type(widget).__name__}: {words}")
    return found


def cut_in(window: MainWindow, action: str) -> list[str] | None:
    """Return what is cut in the window that an action opens; None where none came."""
    found: list[list[str]] = []

    def look() -> None:
        for shown in QApplication.topLevelWidgets():
            if isinstance(shown, QMenu) and shown.isVisible():
                shown.close()
            elif isinstance(shown, QDialog) and shown.isVisible():
                QApplication.processEvents()
                found.append(cut(shown))
                if not any(b.isDefault() for b in shown.findChildren(QPushButton)):
                    found[0].append("no button is the one that Enter presses")
                QTest.keyClick(shown, Qt.Key.Key_Escape)
                if shown.isVisible():
                    found[0].append("Escape does not close it")
                    shown.reject()

    timer = QTimer()
    timer.timeout.connect(look)
    timer.start(0)
    window.actions_by_id[action].trigger()
    for _ in range(20):
        if not found:
            QApplication.processEvents()
    timer.stop()
    return found[0] if found else None


@pytest.mark.parametrize("code", ["de", "en"])
@pytest.mark.parametrize("demo", ["gruft", "kraehenfels", "muehlbruecke", "burghof", "nebelturm"])
def test_no_word_of_a_dialog_is_cut_and_escape_and_enter_are_at_home(
    qtbot: QtBot, tmp_path: Path, german_each: None, code: str, demo: str
) -> None:
    window = open_window(tmp_path, code)
    qtbot.addWidget(window)
    window.resize(1280, 800)
    window.deeds.open_demo(demo)
    session = window.session
    assert session is not None
    me = next(iter(session.state.tokens.values()))
    session.select([me.id])
    wanted = [*OF_A_SYSTEM, *(OF_ALL if demo == "kraehenfels" else ())]
    offered = [id for id in wanted if window.actions_by_id[id].isEnabled()]
    found = {id: cut_in(window, id) for id in offered}
    popup = ConditionsPopup(window, session, [me.id])
    popup.open_at(window.geometry().center())
    found["conditions"] = cut(popup)
    popup.close()
    assert {id: words for id, words in found.items() if words} == {}
    assert [id for id, words in found.items() if words is None] == []
    window.close()
