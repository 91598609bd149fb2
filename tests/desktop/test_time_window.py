"""Time in the whole window: signs of what takes its time, a fight that is begun anew."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QPushButton

from desktop.docks.body import BodyDock
from desktop.docks.ring import RingDock
from desktop.window.main_window import MainWindow
from rules.encounter.state import TokenId
from tests.desktop.window_kit import keys, messages, open_window, when_asked

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def window(qapp: object, tmp_path: Path) -> MainWindow:
    return open_window(tmp_path)


def ring(window: MainWindow) -> RingDock:
    dock = window.docks["ring"]
    assert isinstance(dock, RingDock)
    return dock


def test_who_casts_or_loads_bears_a_sign_on_token_and_marker(window: MainWindow) -> None:
    window.deeds.open_demo("muehlbruecke")
    looks = window.board.scene.looks
    assert looks[TokenId("tamara")].conditions[0] == "spell"
    assert looks[TokenId("armbrust")].conditions[0] == "bow"
    view = ring(window).ring.view
    assert view is not None
    marks = {m.token: m.mark for m in view.markers if not m.ghost}
    assert {t: mark for t, mark in marks.items() if mark} == {"tamara": "spell", "armbrust": "bow"}
    assert [row.status.key for row in window.board.scene.marks.values() if row.status] == [
        "doing.damakar.magic",
        "doing.damakar.reload",
    ]


def test_a_fight_under_way_is_not_begun_anew_without_asking(window: MainWindow) -> None:
    window.deeds.open_demo("gruft")
    session = window.session
    assert session is not None
    before = session.state
    keys(window, Qt.Key.Key_R, held=CTRL)
    assert session.state is before
    assert session.talk.question is None
    assert messages(window)[0].startswith("Der Kampf läuft schon.")
    button = window.messages.rows()[0].findChild(QPushButton)
    assert button is not None
    titles: list[str] = []

    def leave(dialog: QDialog) -> None:
        titles.append(type(dialog).__name__)
        QTest.keyClick(dialog, Qt.Key.Key_Escape)

    when_asked(leave)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert titles == ["DiceDialog"]
    assert session.state is before


def test_the_body_dock_turns_to_the_target_and_back(window: MainWindow) -> None:
    window.deeds.open_demo("gruft")
    session = window.session
    assert session is not None
    session.select(["kaela"])
    body = window.docks["body"]
    assert isinstance(body, BodyDock)
    assert body.whose.isHidden()
    QTest.mouseClick(
        window.board,
        Qt.MouseButton.LeftButton,
        pos=window.board.mapFromGlobal(window.board.navigation.place_of(TokenId("skelett3"))),
    )
    assert body.life.text().startswith("TP 5/5")
    body.whose.chosen.emit("me")
    assert body.life.text().startswith("TP 34/38")
