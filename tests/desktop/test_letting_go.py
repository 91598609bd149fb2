"""Nobody who was closed or left behind hears of what concerns the whole process."""

from __future__ import annotations

import gc
import sys
import weakref
from pathlib import Path

import pytest
from PySide6.QtCore import SIGNAL, QCoreApplication, QEvent, QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop import files
from desktop.app import QtWords, make_app, make_window
from desktop.board.view import BoardView
from desktop.dialogs.sheet import SheetDialog
from desktop.docks import DOCKS
from desktop.i18n import language
from desktop.jobs import soon
from desktop.session import Session
from desktop.settings import Settings
from desktop.window.start_page import StartPage
from maps.board import Board
from rules.encounter.commands import parse_command
from rules.encounter.state import TokenId
from tests.desktop.dialogs_kit import dressed


def listeners() -> tuple[int, int]:
    """Count who waits for another language and for another colour scheme."""
    hints = QGuiApplication.styleHints()
    return (
        language.receivers(SIGNAL("changed()")),
        hints.receivers(SIGNAL("colorSchemeChanged(Qt::ColorScheme)")),
    )


def test_a_closed_window_hears_nothing_more(qtbot: QtBot, tmp_path: Path) -> None:
    with dressed("de"):
        qtbot.addWidget(first := make_window(Settings(tmp_path / "first.json"), "de"))
        first.close()  # Qt's words listen for good
        before = listeners()
        settings = Settings(tmp_path / "settings.json")
        window = make_window(settings, "de")
        qtbot.addWidget(window)
        assert listeners() == (before[0] + 1, before[1] + 1)
        window.show()
        window.close()
        assert listeners() == before
        assert settings.receivers(SIGNAL("changed(QString)")) == 1  # the start page, a part of it
        window.show()
        assert listeners() == (before[0] + 1, before[1] + 1)
        settings.set(language="en")
        assert window.docks["log"].windowTitle() == "Log"
        window.close()
        assert listeners() == before


def test_parts_hear_it_from_their_window(qtbot: QtBot, tmp_path: Path) -> None:
    before = listeners()
    parts = [spec.make(None) for spec in DOCKS]
    for part in (*parts, BoardView(), StartPage(Settings(tmp_path / "settings.json"))):
        qtbot.addWidget(part)
    assert listeners() == before


def test_qt_speaks_for_the_whole_process_once(qtbot: QtBot, tmp_path: Path) -> None:
    for name in ("a", "b"):
        qtbot.addWidget(make_window(Settings(tmp_path / name), "de"))
    assert len(make_app().findChildren(QtWords)) == 1


@pytest.mark.parametrize("code", ["de", "en"])
def test_a_window_tells_all_its_parts(qtbot: QtBot, tmp_path: Path, code: str) -> None:
    settings = Settings(tmp_path / "settings.json")
    with dressed("en" if code == "de" else "de"):
        window = make_window(settings, language.code)
        qtbot.addWidget(window)
        settings.set(language=code)
        for id, dock in window.docks.items():
            assert dock.windowTitle() == language.words.say(f"dock.{id}")
        assert window.board.accessibleName() == language.words.say("board.accessible")


def gone(qtbot: QtBot, *held: weakref.ref[object]) -> None:
    """Wait until nothing holds what was let go."""

    def nothing_holds() -> bool:
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        gc.collect()
        return all(one() is None for one in held)

    qtbot.waitUntil(nothing_holds)


def write_fight(path: Path) -> Path:
    Session.create(path, files.blank("osric", Board(width=8, height=8), path.stem)).close()
    return path


def test_a_closed_fight_is_let_go(qtbot: QtBot, tmp_path: Path) -> None:
    window = make_window(Settings(tmp_path / "settings.json"), "de")
    qtbot.addWidget(window)
    window.show()
    window.deeds.open_path(write_fight(tmp_path / "one.kampf"))
    for _ in range(2):  # what the first leaves behind would be taken for a cache
        window.deeds.open_path(write_fight(tmp_path / "two.kampf"))
        session = window.session
        assert session is not None
        assert session.store.path.name == "two.kampf"
        held: list[weakref.ref[object]] = [weakref.ref(session), weakref.ref(session.history)]
        window.shown.close(session)
        (tmp_path / "two.kampf").unlink()
        del session
        gone(qtbot, *held)


def test_a_closed_window_is_let_go(qtbot: QtBot, tmp_path: Path) -> None:
    settings = Settings(tmp_path / "settings.json")
    keeper = make_window(settings, "de")  # what the process keeps for its first window is no leak
    qtbot.addWidget(keeper)
    for _ in range(2):
        window = make_window(settings, "de")
        window.show()
        window.deeds.open_path(write_fight(tmp_path / "one.kampf"))
        session = window.session
        assert session is not None
        held: list[weakref.ref[object]] = [
            weakref.ref(one) for one in (window, window.board, window.docks["log"], session)
        ]
        window.set_session(None)
        window.close()
        window.deleteLater()
        (tmp_path / "one.kampf").unlink()
        del window, session
        gone(qtbot, *held)


def test_a_closed_sheet_is_let_go(qtbot: QtBot, tmp_path: Path) -> None:
    settings = Settings(tmp_path / "settings.json")
    window = make_window(settings, "de")
    qtbot.addWidget(window)
    window.show()
    window.deeds.open_path(write_fight(tmp_path / "one.kampf"))
    session = window.session
    assert session is not None
    template = session.system.library()[0].id
    command = {"do": "add", "id": "t", "template": template, "at": [1, 1]}
    assert session.perform(parse_command(session.system, command))
    session.talk.roll_all()
    dialog = SheetDialog(window, session, TokenId("t"))
    dialog.show()
    dialog.reject()
    dialog.deleteLater()
    held: weakref.ref[object] = weakref.ref(dialog)
    del dialog, session
    gone(qtbot, held)


def test_what_was_to_come_soon_holds_nobody_who_is_gone(qapp: object) -> None:
    class Owner(QObject):
        def deed(self) -> None:
            raise AssertionError

    owner = Owner()
    held = weakref.ref(owner)
    soon(owner, owner.deed)
    owner.deleteLater()
    QCoreApplication.sendPostedEvents(owner, QEvent.Type.DeferredDelete)
    del owner
    gc.collect()
    assert held() is None
    QCoreApplication.processEvents()


def test_deeds_that_are_done_leave_nothing_behind(qapp: QApplication) -> None:
    owner, done = QObject(), []

    def many() -> int:
        for _ in range(500):
            soon(owner, lambda: done.append(1))
        while owner.children():
            QCoreApplication.processEvents()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        done.clear()
        gc.collect()
        return sys.getallocatedblocks()

    many()
    before = many()
    assert many() - before < 250, "not even half a block for each deed"
