"""Several attack one from the menu of the foe; a spear is thrown where it does not reach."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QMenu

from desktop.dialogs.dice import DiceDialog
from desktop.i18n import tr
from desktop.session import Session
from desktop.window.main_window import MainWindow
from rules.encounter.state import TokenId
from tests.desktop.deeds_kit import Seat, played
from tests.desktop.window_kit import at, frame, menu_words, messages, open_window

FOUR: tuple[Seat, ...] = (
    ("gruk", "foes", (4, 3), "", {}),
    ("mog", "foes", (4, 5), "", {}),
    ("zark", "foes", (12, 9), "", {"weapons": [{"id": "sword"}]}),
    ("kaela", "heroes", (5, 4), "", {}),
)
ALL = [TokenId(t) for t in ("gruk", "mog", "zark")]


def opened(folder: Path, system: str, seats: tuple[Seat, ...], language: str) -> MainWindow:
    Session.create(folder / "fight.kampf", played(system, seats)).close()
    window = open_window(folder, language)
    window.deeds.open_path(folder / "fight.kampf")
    frame(window)
    return window


def right_click(window: MainWindow, spot: QPoint) -> None:
    QTest.mouseClick(window.board, Qt.MouseButton.RightButton, pos=spot)


def choose_entry(window: MainWindow, spot: QPoint, words: str) -> list[str]:
    """Open the menu at a spot of the map and click the entry with these words."""
    seen: list[str] = []

    def pick() -> None:
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        seen.extend(a.text() for a in menu.actions())
        entry = next((a for a in menu.actions() if a.text() == words), None)
        if entry is None:
            menu.close()
            return
        QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(entry).center())

    QTimer.singleShot(0, pick)
    right_click(window, spot)
    return seen


@pytest.mark.parametrize("language", ["de", "en"])
def test_all_who_were_chosen_attack_in_turn_and_who_cannot_is_named(
    qapp: object, tmp_path: Path, language: str
) -> None:
    window = opened(tmp_path, "pathfinder", FOUR, language)
    session = window.session
    assert session is not None
    session.select(ALL)
    asked: list[str] = []

    def answer() -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, DiceDialog) and dialog.isVisible() and dialog.dice:
            asked.append(dialog.intro.text())
            QTest.keyClicks(dialog.dice[0], "2")  # a miss: nothing else is asked
            QTest.keyClick(dialog.dice[0], Qt.Key.Key_Return)

    eyes = QTimer()
    eyes.timeout.connect(answer)
    eyes.start(20)
    seen = choose_entry(window, at(window, 5.5, 4.5), tr("menu.together", n=3))
    for _ in range(100):
        if messages(window):
            break
        QTest.qWait(20)
    eyes.stop()
    assert tr("menu.together", n=3) in seen
    assert asked == ["Gruk", "Mog"]
    assert session.history.done == 2, "each attack can be taken back by itself"
    assert list(session.selected) == ALL
    told = messages(window)[0].splitlines()
    assert told[0] == tr("together.passed")
    assert [line.split(":")[0] for line in told[1:]] == ["Zark"]


def test_nobody_attacks_after_a_cancelled_dialog(qapp: object, tmp_path: Path) -> None:
    window = opened(tmp_path, "pathfinder", FOUR, "de")
    session = window.session
    assert session is not None
    session.select(ALL[:2])

    def leave() -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, QDialog):
            QTest.keyClick(dialog, Qt.Key.Key_Escape)

    eyes = QTimer()
    eyes.timeout.connect(leave)
    eyes.start(20)
    choose_entry(window, at(window, 5.5, 4.5), tr("menu.together", n=2))
    for _ in range(100):
        if messages(window):
            break
        QTest.qWait(20)
    eyes.stop()
    assert session.history.done == 0
    assert messages(window)[0].splitlines()[1:] == ["Gruk: abgebrochen", "Mog: abgebrochen"]


def test_friends_of_the_chosen_have_no_such_entry(qapp: object, tmp_path: Path) -> None:
    window = opened(tmp_path, "pathfinder", FOUR, "de")
    session = window.session
    assert session is not None
    session.select(ALL[:2])
    seen = menu_words(lambda: right_click(window, at(window, 12.5, 9.5)))
    assert seen
    assert not [words for words in seen if "Gewählten" in words]


SPEARS: dict[str, object] = {
    "pathfinder": {"id": "spear", "range": 4},
    "osric": "spear",
    "damakar": {"id": "spear", "throwable": True},
}


@pytest.mark.parametrize("system", SPEARS)
def test_a_click_proposes_to_throw_what_does_not_reach(
    qapp: object, tmp_path: Path, system: str
) -> None:
    spear = {"weapons": [SPEARS[system]]}
    seats: tuple[Seat, ...] = (
        ("gruk", "foes", (4, 4), "", spear),
        ("kaela", "heroes", (7, 4), "", {}),
        ("dirk", "heroes", (5, 5), "", {}),
    )
    window = opened(tmp_path, system, seats, "de")
    session = window.session
    assert session is not None
    session.select(["gruk"])
    chosen = []
    for x, y in ((7.5, 4.5), (5.5, 5.5)):
        QTest.mouseClick(window.board, Qt.MouseButton.LeftButton, pos=at(window, x, y))
        draft, plan = session.attack.action, session.attack.plan()
        assert draft is not None
        assert plan is not None
        assert plan.possible, plan.problems
        chosen.append(draft.mode)
    assert chosen[0] == "throw"
    assert chosen[1] != "throw", "who stands beside is stabbed"
