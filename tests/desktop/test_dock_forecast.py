"""The forecast dock: attacks in a table that aims, odds that are counted beside the window."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication
from pytestqt.qtbot import QtBot

from desktop import foresight
from desktop.docks.forecast import ForecastDock, rounded
from desktop.docks.forecast_plot import share_text
from desktop.foresight import Fights
from desktop.models.forecast import COLUMNS, FOUND
from desktop.window.main_window import MainWindow
from maps.grid import SUB
from rules.encounter.state import SideId
from rules.forecast.fight import End
from rules.forecast.interval import share_of
from rules.forecast.what_if import Possibility
from tests.desktop.dialogs_kit import dressed
from tests.desktop.window_kit import shown_window, write_fight

pytestmark = pytest.mark.usefixtures("german")

LEFT = Qt.MouseButton.LeftButton
WAIT = 20_000


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    made = shown_window(qtbot, tmp_path)
    made.deeds.open_path(write_fight(tmp_path / "halle.kampf", running=True))
    yield made
    made.close()


def forecast(window: MainWindow) -> ForecastDock:
    window.actions_by_id["forecast"].trigger()
    dock = window.docks["forecast"]
    assert isinstance(dock, ForecastDock)
    return dock


def row_of(dock: ForecastDock, *, moved: bool) -> QModelIndex:
    """Return the best row from another square, or from where one stands."""
    model = dock.table.sorted
    for row in range(model.rowCount()):
        index = model.index(row, 0)
        if (index.data(FOUND).cell is not None) == moved:
            return index
    raise AssertionError("no such row")


def choose(dock: ForecastDock, word: str) -> None:
    button = next(b for b in dock.what.findChildren(QAbstractButton) if b.text() == word)
    QTest.mouseClick(button, LEFT)


def found_all(qtbot: QtBot, dock: ForecastDock) -> None:
    qtbot.waitUntil(lambda: bool(dock.table.attacks.rows) and not dock.attacks.busy, timeout=WAIT)


def test_a_row_aims_and_leads_to_its_square(qtbot: QtBot, window: MainWindow) -> None:
    session = window.session
    assert session is not None
    session.select(["brunhild"])
    dock = forecast(window)
    found_all(qtbot, dock)
    damage = [
        float(dock.table.sorted.index(row, 0).data(FOUND).damage)
        for row in range(dock.table.sorted.rowCount())
    ]
    assert damage == sorted(damage, reverse=True)
    assert "Brunhild" in dock.note.text()
    index = row_of(dock, moved=True)
    found = index.data(FOUND)
    assert isinstance(found, Possibility)
    dock.table.scrollTo(index)
    QTest.mouseClick(dock.table.viewport(), LEFT, pos=dock.table.visualRect(index).center())
    draft = session.attack.action
    assert draft is not None
    assert (draft.attacker, draft.target, draft.weapon) == (
        "brunhild", found.action.target, found.weapon.id,
    )  # fmt: skip
    assert draft.place is None
    assert window.board.cursor_cell == found.cell
    QTest.mouseClick(dock.walk, LEFT)
    space = session.state.token("brunhild").space
    assert found.cell == (space.x // SUB, space.y // SUB)
    assert session.attack.plan() is not None
    assert session.attack.plan().chance == found.chance  # type: ignore[union-attr]  # just seen


def test_columns_sort_by_click_and_by_number(qtbot: QtBot, window: MainWindow) -> None:
    session = window.session
    assert session is not None
    session.select(["elandir"])
    dock = forecast(window)
    found_all(qtbot, dock)
    head, column = dock.table.horizontalHeader(), COLUMNS.index("chance")
    place = head.sectionViewportPosition(column) + 10
    point = head.viewport().rect().center()
    point.setX(place)
    for _ in range(2):
        QTest.mouseClick(head.viewport(), LEFT, pos=point)
    rows = range(dock.table.sorted.rowCount())
    chances = [float(dock.table.sorted.index(row, 0).data(FOUND).chance) for row in rows]
    ordered = sorted(chances)
    assert chances in (ordered, ordered[::-1])
    assert head.isVisible()


def test_nothing_is_asked_while_nobody_looks(qtbot: QtBot, window: MainWindow) -> None:
    dock = window.docks["forecast"]
    assert isinstance(dock, ForecastDock)
    assert window.session is not None
    window.session.select(["brunhild"])
    assert not dock._later.isActive()
    assert not dock.attacks.busy
    assert dock.attacks._worker is None
    forecast(window)
    qtbot.waitUntil(lambda: dock.attacks.busy, timeout=WAIT)
    window.show_dock("attack")
    assert not dock.attacks.busy


def test_the_outcome_is_counted_beside_the_window(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(foresight, "LEAST_RUNS", 6)
    dock = forecast(window)
    dock.fights.enough = 1.0
    choose(dock, "Ausgang")
    assert "echten Regeln" in dock.empty.text.text()
    QTest.mouseClick(dock.go, LEFT)
    assert dock.go.text() == "Anhalten"
    qtbot.waitUntil(lambda: not dock.fights.busy, timeout=WAIT)
    tally = dock.fights.tally
    assert tally.runs >= 6
    sides = dock.plot.blocks[0].bars
    assert [bar.side for bar in sides][:2] == ["heroes", "foes"]
    assert sides[0].share == share_of(tally.wins[SideId.HEROES], tally.runs)
    assert f"{tally.runs} Kämpfe" in dock.note.text()
    assert len(dock.plot.blocks[1].bars) == 4
    assert window.session is not None
    before = window.session.history.done
    window.actions_by_id["next"].trigger()
    assert window.session.history.done == before + 1
    assert "vorhin" in dock.note.text()


def test_counting_is_left_by_a_click(qtbot: QtBot, window: MainWindow) -> None:
    dock = forecast(window)
    choose(dock, "Ausgang")
    QTest.mouseClick(dock.go, LEFT)
    assert dock.fights.busy
    QTest.mouseClick(dock.go, LEFT)
    assert not dock.fights.busy
    assert dock.go.text() == "Durchspielen"


def test_a_process_that_ends_is_told(qtbot: QtBot, window: MainWindow) -> None:
    assert window.session is not None
    fights = Fights(window, workers=1)
    told: list[object] = []
    fights.failed.connect(told.append)
    fights.ask(window.session.state, 1)
    fights._workers[0]._process.kill()
    qtbot.waitUntil(lambda: bool(told), timeout=WAIT)
    assert not fights.busy


def end(winner: SideId) -> End:
    return End(winner, frozenset(), 1)


def test_short_fights_do_not_count_before_their_turn(qapp: QApplication) -> None:
    fights = Fights(workers=2)
    fights._workers = [object(), object()]  # type: ignore[list-item]  # only counted here
    fights._heard, fights._open = [0, 0], 2
    for _ in range(5):
        fights._take(1, end(SideId.FOES))
    assert fights.tally.runs == 0  # the first one, of the other process, is still under way
    fights._take(0, end(SideId.HEROES))
    assert (fights.tally.runs, fights.tally.wins[SideId.HEROES]) == (2, 1)
    for _ in range(4):
        fights._take(0, end(SideId.HEROES))
    assert (fights.tally.runs, fights.tally.wins[SideId.HEROES]) == (10, 5)
    fights._workers.clear()


def test_a_first_guess_comes_with_its_range_and_the_time_left(
    qtbot: QtBot, window: MainWindow
) -> None:
    dock = forecast(window)
    choose(dock, "Ausgang")
    QTest.mouseClick(dock.go, LEFT)
    qtbot.waitUntil(lambda: dock.fights.tally.runs >= foresight.FEW, timeout=WAIT)
    assert dock.fights.left is not None
    assert dock.note.text().startswith("Erste Schätzung: ")
    assert "s bis ± 2" in dock.note.text()
    QTest.mouseClick(dock.go, LEFT)
    assert dock.fights.left is None
    assert "s bis" not in dock.note.text()
    assert dock.plot.blocks[0].bars[0].share.error > 0.05


def test_a_share_is_said_with_its_range(qapp: QApplication) -> None:
    with dressed("de"):
        assert share_text(share_of(30, 50)) == "60\N{NO-BREAK SPACE}% (46–72)"
        assert share_text(share_of(40, 40)) == "100\N{NO-BREAK SPACE}% (91–100)"
    assert [rounded(s) for s in (0.2, 7.6, 13.0, 58.0, 133.0)] == [1, 8, 15, 60, 130]
