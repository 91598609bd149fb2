"""The sheet and the conditions of who stands between change the card of a shot past him."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QDialog, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from desktop import files
from desktop.dialogs.conditions import ConditionsPopup
from desktop.dialogs.sheet import SheetDialog
from desktop.i18n import tr
from desktop.session import Session
from desktop.window.main_window import MainWindow
from maps.board import Board
from tests.desktop.window_kit import at, frame, keys, perform, show_fight, when_asked

pytestmark = pytest.mark.usefixtures("german_each")
LEFT = Qt.MouseButton.LeftButton
SHOOTER, BETWEEN, TARGET = (1.5, 3.5), (4.5, 3.5), (7.5, 3.5)


@pytest.fixture
def shot(window: MainWindow, tmp_path: Path) -> MainWindow:
    """A fight in which Elandir shoots past an orc at another one."""
    path = tmp_path / "f.kampf"
    session = Session.create(path, files.blank("pathfinder", Board(width=12, height=8), "Feld"))
    for id, template, cell in (
        ("elandir", "elandir", (1, 3)),
        ("between", "orc", (4, 3)),
        ("target", "orc", (7, 3)),
    ):
        perform(session, {"do": "add", "id": id, "template": template, "at": list(cell)})
    session.close()
    window.resize(1600, 1000)
    show_fight(window, path)
    frame(window)
    return window


def cover(window: MainWindow, qtbot: QtBot) -> str:
    """Hover over the target and return what the card says of its cover."""
    board = window.board
    assert window.session is not None
    window.session.select(["elandir"])
    QTest.mouseMove(board, at(window, 10.5, 6.5))
    qtbot.waitUntil(lambda: board.card.shown is None, timeout=3000)
    QTest.mouseMove(board, at(window, *TARGET))
    qtbot.waitUntil(lambda: board.card.shown is not None, timeout=5000)
    card = board.card.shown
    assert card is not None
    rows = dict(card.look.rows)
    return "".join(span.text for span in rows["Deckung"])


def edit(window: MainWindow, act: Callable[[SheetDialog], object]) -> None:
    """Open the sheet of who stands between by a double click, act in it and take it over."""

    done: list[bool] = []

    def inside(dialog: QDialog) -> None:
        try:
            assert isinstance(dialog, SheetDialog)
            act(dialog)
            buttons = dialog.findChildren(QAbstractButton)
            take = next(b for b in buttons if b.text() == tr("button.take"))
            QTest.mouseClick(take, LEFT)
            done.append(not dialog.isVisible())
        finally:
            dialog.reject()

    when_asked(inside)
    QTest.mouseMove(window.board, at(window, *BETWEEN))
    QTest.mouseDClick(window.board, LEFT, pos=at(window, *BETWEEN))
    assert done == [True], "it is taken over"


def pick(dialog: SheetDialog, field: str, words: str) -> None:
    """Choose an entry of a field of the token by a click and the arrows."""
    box = dialog.facts.editors[field].widget
    assert isinstance(box, QComboBox)
    dialog.pages.ensureWidgetVisible(box)
    QTest.mouseClick(box, LEFT, pos=QPoint(8, box.height() // 2))
    view = box.view()
    assert view.isVisible()
    assert words in (said := [box.itemText(i) for i in range(box.count())]), said
    press(view, *[Qt.Key.Key_Down] * (box.findText(words) - box.currentIndex()), Qt.Key.Key_Return)
    assert box.currentText() == words


def press(widget: QWidget, *pressed: Qt.Key) -> None:
    for key in pressed:
        QTest.keyClick(widget, key)


def write(dialog: SheetDialog, field: str, words: str, *, of_sheet: bool = False) -> None:
    """Click into a field and type over what it says."""
    form = dialog.form if of_sheet else dialog.facts
    box = form.editors[field].widget
    line = box if isinstance(box, QLineEdit) else box.findChild(QLineEdit)
    assert line is not None
    dialog.pages.ensureWidgetVisible(line)
    QTest.mouseDClick(line, LEFT)
    QTest.keyClick(line, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(line, Qt.Key.Key_Delete)
    QTest.keyClicks(line, words)


SOFT = "+4 weiche Deckung"


def test_gives_cover_is_switched_in_the_sheet(shot: MainWindow, qtbot: QtBot) -> None:
    assert cover(shot, qtbot).startswith(SOFT)
    edit(shot, lambda d: pick(d, "gives_cover", "nein"))
    assert cover(shot, qtbot) == "keine"
    keys(shot.board, Qt.Key.Key_Z, held=Qt.KeyboardModifier.ControlModifier)
    assert cover(shot, qtbot).startswith(SOFT)


def test_height_counts_for_lines_that_go_above(shot: MainWindow, qtbot: QtBot) -> None:
    session = shot.session
    assert session is not None
    edit(shot, lambda d: write(d, "height", "0,5"))
    assert session.state.token("between").height == 256
    assert cover(shot, qtbot).startswith(SOFT), "the line runs at its feet, too"
    edit(shot, lambda d: write(d, "elevation", "3"))
    assert cover(shot, qtbot) == "keine", "it flies above the line"


@pytest.mark.parametrize("kind", ["Schwarm", "Undead (incorporeal)"])
def test_a_swarm_or_a_ghost_by_its_type_gives_no_cover(
    shot: MainWindow, qtbot: QtBot, kind: str
) -> None:
    edit(shot, lambda d: write(d, "creature_type", kind, of_sheet=True))
    assert cover(shot, qtbot) == "keine"
    keys(shot.board, Qt.Key.Key_Z, held=Qt.KeyboardModifier.ControlModifier)
    assert cover(shot, qtbot).startswith(SOFT)


@pytest.mark.parametrize("state", ["liegend", "tot"])
def test_who_lies_is_told_by_the_list_of_conditions(
    shot: MainWindow, qtbot: QtBot, state: str
) -> None:
    session = shot.session
    assert session is not None
    QTest.mouseClick(shot.board, LEFT, pos=at(shot, *BETWEEN))
    session.select(["between"])
    shot.actions_by_id["conditions"].trigger()
    popup = next(w for w in QApplication.topLevelWidgets() if isinstance(w, ConditionsPopup))
    item = next(
        popup.list.item(i)
        for i in range(popup.list.count())
        if popup.list.item(i).text().startswith(state)
    )
    popup.list.scrollToItem(item)
    QTest.mouseClick(popup.list.viewport(), LEFT, pos=popup.list.visualItemRect(item).center())
    popup.close()
    assert cover(shot, qtbot) == "keine"
