"""What a newcomer meets: whole words in narrow boxes, the names of files, the search."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCompleter, QToolTip
from pytestqt.qtbot import QtBot

from desktop.docks.attack_plan import WIDTHS
from desktop.docks.attack_result import RESULT
from desktop.docks.library import LibraryDock
from desktop.files import spoken_name
from desktop.theme import current
from desktop.widgets.fields import Choice
from desktop.window.main_window import MainWindow
from tests.desktop.window_kit import show_fight, write_fight

pytestmark = pytest.mark.usefixtures("german")


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("blank__mbround18__fire-room.dd2vtt", "blank mbround18 fire-room"),
        ("Alte Mühle.png", "Alte Mühle"),
        ("Halle_2 .json", "Halle 2"),
        ("___.png", "___"),
    ],
)
def test_maps_are_called_as_people_write(file: str, name: str) -> None:
    assert spoken_name(Path(file)) == name


def test_a_long_choice_ends_in_dots_and_is_said_whole(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = Choice()
    box.addItems(["Kompositlangbogen mit Stachelpfeilen", "Axt"])
    box.setFixedWidth(120)
    qtbot.addWidget(box)
    box.show()
    qtbot.waitExposed(box)
    assert box.shown_text().endswith("…")
    assert box.fontMetrics().horizontalAdvance(box.shown_text()) < 110
    said: list[str] = []
    monkeypatch.setattr(QToolTip, "showText", lambda _at, words, *_: said.append(words))
    help = QHelpEvent(QEvent.Type.ToolTip, QPoint(5, 5), box.mapToGlobal(QPoint(5, 5)))
    QApplication.sendEvent(box, help)
    assert said == ["Kompositlangbogen mit Stachelpfeilen"]
    box.setCurrentIndex(1)
    QApplication.sendEvent(box, help)
    assert box.shown_text() == "Axt"
    assert len(said) == 1


def test_the_list_of_a_completer_can_be_read(qtbot: QtBot) -> None:
    completer = QCompleter(["blank.dd2vtt", "blau.png"])
    popup = completer.popup()
    assert popup is not None
    qtbot.addWidget(popup)
    popup.resize(200, 60)
    popup.show()
    qtbot.waitExposed(popup)
    colour = popup.viewport().grab().toImage().pixelColor(190, 50)
    assert colour.name().lower() == current().raised.lower()


def test_the_columns_of_an_attack_fit_the_first_layout(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    window.resize(1600, 1000)
    session = show_fight(window, write_fight(tmp_path / "Halle.kampf", running=True))
    window.actions_by_id["reset_layout"].trigger()
    session.select(["elandir"])
    session.attack.aim("orc-1")
    dock = window.docks["attack"]
    qtbot.waitUntil(lambda: dock.width() >= sum(WIDTHS) + RESULT, timeout=5000)
    plan = dock.plan  # type: ignore[attr-defined]  # the attack dock has one
    bar = plan._area.horizontalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() == 0, timeout=5000)
    assert plan.width() <= dock.width()
    assert not bar.isVisible()


def test_names_are_typed_one_after_the_other(window: MainWindow, tmp_path: Path) -> None:
    session = show_fight(window, write_fight(tmp_path / "Halle.kampf", tokens=False))
    window.show_dock("library")
    dock = window.docks["library"]
    assert isinstance(dock, LibraryDock)
    dock.take_focus()
    for name in ("brunhild", "elandir"):
        QTest.keyClicks(dock.search, name)
        QTest.keyClick(dock.search, Qt.Key.Key_Return)
    assert [t.name for t in session.state.tokens.values()] == ["Brunhild", "Elandir"]
