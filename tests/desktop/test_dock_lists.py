"""The docks that are lists: log, notes, library."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtCore import QModelIndex, QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.board.view import BoardView
from desktop.demo import demo_history
from desktop.docks.base import Dock
from desktop.docks.library import LibraryDock
from desktop.docks.log import LogDock
from desktop.docks.problems import ProblemsDock
from desktop.i18n import say
from desktop.models.library import MIME
from desktop.models.log import PAGE, Entry, LogDelegate, LogModel
from desktop.models.search import matches
from desktop.session import Session
from maps.board import Board
from maps.grid import Point
from maps.problems import Problem, Severity
from rules import registry
from rules.core.terms import term
from rules.encounter.changes import Changes, diff
from rules.encounter.commands import SetCondition, parse_command
from rules.encounter.events import Logged
from rules.encounter.history import History, Step
from rules.encounter.state import Encounter, SideId, Timeline, TokenId
from rules.encounter.store import Store
from rules.testing import default_token
from tests.desktop import docks_kit as kit
from tests.desktop.fakes import MemoryStore


@pytest.fixture(autouse=True)
def _words(monkeypatch: pytest.MonkeyPatch) -> None:
    kit.speak(monkeypatch)


@pytest.fixture
def session() -> Session:
    return kit.session_of(kit.kraehenfels())


def shown(qtbot: QtBot, dock: Dock, session: Session) -> None:
    qtbot.addWidget(dock)
    dock.resize(288, 288)
    dock.set_session(session)
    dock.show()
    dock.grab()


def attack(session: Session, face: int) -> None:
    """Let Elandir shoot at the shaman with a written die."""
    data = {"do": "attack", "attacker": "elandir", "target": "schamane", "weapon": "bow"}
    session.perform(parse_command(session.system, data))
    session.talk.answer((face,))
    session.talk.roll_all()


# ---- log ----------------------------------------------------------------------------------------


def test_the_log_unfolds_and_folds(qtbot: QtBot, session: Session) -> None:
    dock = LogDock()
    shown(qtbot, dock, session)
    assert dock.empty.isVisible()
    attack(session, 14)
    log = dock.list.log
    assert [type(r).__name__ for r in log.rows] == ["RoundMark", "Entry"]
    index = log.index(1)
    folded = dock.list.visualRect(index).height()
    place = dock.list.visualRect(index).center()
    QTest.mouseClick(dock.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert dock.list.visualRect(index).height() > folded
    dock.list.setCurrentIndex(index)
    QTest.keyClick(dock.list, Qt.Key.Key_Return)
    assert dock.list.visualRect(index).height() == folded


def test_undone_steps_vanish_and_the_last_one_is_marked(qtbot: QtBot, session: Session) -> None:
    dock = LogDock()
    shown(qtbot, dock, session)
    attack(session, 14)
    attack(session, 2)
    log = dock.list.log
    entries = log._entries
    assert [log.is_now(e) for e in entries] == [False, True]
    session.undo()
    assert len(log._entries) == 1
    assert log.is_now(log._entries[0])
    session.redo()
    assert log.rowCount() == 3
    assert log.count_of(log._entries[0]) == "19"


def test_osric_stamps_a_line_with_the_segment_in_which_it_happens() -> None:
    system = registry.get("osric")
    state = Encounter(system.id, board=Board(width=10, height=8))
    for id, x, side in (("a", 1, SideId.HEROES), ("b", 4, SideId.FOES)):
        state = state.with_token(default_token(system, id, x, side))
    line = Timeline(round=1, phase="segment", now=2, at={TokenId("a"): 2, TokenId("b"): 4})
    line = replace(line, acting=(TokenId("a"),))
    session = Session(cast(Store, MemoryStore()), History(replace(state, timeline=line)))
    session.perform(SetCondition(tokens=(TokenId("b"),), condition="dead"))
    log = LogModel()
    log.show(session)
    assert [log.count_of(entry) for entry in log._entries] == ["2"]
    plans = replace(state, timeline=replace(line, phase="declare"))
    session = Session(cast(Store, MemoryStore()), History(plans))
    session.perform(SetCondition(tokens=(TokenId("b"),), condition="dead"))
    log.show(session)
    assert [log.count_of(entry) for entry in log._entries] == [""]


STAMPS = {
    "kraehenfels": "23 23 21 21 19 19 17 14 14",
    "muehlbruecke": "19 19 19 18 18 17 17 16 16",
    "burghof": "0,0 0,0 0,0 0,0 0,0 0,0 0,0 0,0 0,0 0,0 0,0 1,0 1,0",
    "nebelturm": "0 0 0 0 0 0 0 0 0 0 2 2 2",
}
"""When the first lines of the fights to try out happened, read off their headlines: Mirela and
the wolf strike at their counts, the crossbow shoots in field 19 and goblin 3 draws in field 18
though both stand elsewhere afterwards, and two seconds pass before the first arrow flies."""


@pytest.mark.parametrize("demo", STAMPS)
def test_each_line_is_stamped_with_the_moment_it_happens(demo: str) -> None:
    session = Session(cast(Store, MemoryStore()), demo_history(demo, say))
    log = LogModel()
    log.show(session)
    wanted = STAMPS[demo].split()
    stamps = [log.count_of(e) for e in log._entries if e.logged.who]
    assert stamps[: len(wanted)] == wanted
    assert all(log.count_of(e) == "" for e in log._entries if not e.logged.who)


def test_the_log_finds_lines_and_says_when_there_is_none(qtbot: QtBot, session: Session) -> None:
    dock = LogDock()
    shown(qtbot, dock, session)
    attack(session, 14)
    attack(session, 2)
    QTest.keyClicks(dock.filter, "daneben")
    assert dock.list.log.rowCount() == 2
    QTest.keyClicks(dock.filter, "x")
    assert dock.empty.isVisible()
    QTest.mouseClick(dock.empty.button, Qt.MouseButton.LeftButton)
    assert dock.list.log.rowCount() == 3


def test_a_line_is_copied_with_its_numbers(qtbot: QtBot, session: Session) -> None:
    dock = LogDock()
    shown(qtbot, dock, session)
    attack(session, 14)
    dock.list.setCurrentIndex(dock.list.log.index(1))
    QTest.keyClick(dock.list, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    text = QGuiApplication.clipboard().text()
    assert text.startswith("24 gegen 20: Treffer\nOrk-Schamane")
    assert "+4 Geschicklichkeit" in text


def told(numbers: Iterable[int]) -> list[Step]:
    """Return steps that say a line each."""
    line = "sample.plain"
    return [
        Step(term(line, text=str(n)), (Logged(term(line, text=f"Zeile {n}")),)) for n in numbers
    ]


def take(session: Session, steps: Iterable[Step]) -> None:
    """Let steps happen that nobody needs on disk."""
    before = session.state
    for step in steps:
        session.history.push(step)
    session.changed.emit(diff(before, session.state))


def said(log: LogModel) -> list[str]:
    """Return what the rows say."""
    return [str(log.index(n).data()).rpartition(" · ")[2] for n in range(log.rowCount())]


def test_a_long_log_holds_its_latest_page_and_leafs_back(qtbot: QtBot, session: Session) -> None:
    take(session, told(range(1100)))
    dock = LogDock()
    shown(qtbot, dock, session)
    log, bar = dock.list.log, dock.list.verticalScrollBar()
    assert log.whole == 1100
    assert said(log)[1] == "Zeile 699"
    assert said(log)[-1] == "Zeile 1099"
    assert log.rowCount() == PAGE + 2  # and the round in which the page begins
    qtbot.waitUntil(lambda: dock.list.at_end)
    first = log.rows[1]
    QTest.keyClick(dock.list, Qt.Key.Key_Home)
    qtbot.waitUntil(lambda: said(log)[1] == "Zeile 299")
    assert isinstance(first, Entry)
    assert log.index(log.rows.index(first)).row() == 1 + PAGE
    qtbot.waitUntil(lambda: bar.value() > bar.singleStep())  # the place stays on the screen
    shown_first = dock.list.indexAt(QPoint(4, 4)).row()
    assert abs(shown_first - PAGE) <= 2
    take(session, told([1100]))
    assert said(log)[1] == "Zeile 299"  # whoever reads is not disturbed
    assert said(log)[-1] == "Zeile 1100"
    dock.list.go_to_end()
    qtbot.waitUntil(lambda: dock.list.at_end)
    take(session, told([1101]))
    assert said(log)[1] == "Zeile 699"
    qtbot.waitUntil(lambda: dock.list.at_end)


def test_a_further_line_touches_no_other_row(qtbot: QtBot, session: Session) -> None:
    take(session, told(range(950)))
    dock = LogDock()
    shown(qtbot, dock, session)
    log, touched = dock.list.log, list[tuple[str, int, int]]()
    log.rowsInserted.connect(lambda _p, a, b: touched.append(("in", a, b)))
    log.rowsRemoved.connect(lambda _p, a, b: touched.append(("out", a, b)))
    log.modelReset.connect(lambda: touched.append(("all", 0, 0)))
    end = log.rowCount()
    take(session, told([950]))
    assert touched == [("in", end, end)]
    touched.clear()
    session.history.undo()
    session.changed.emit(Changes())
    assert touched == [("out", end, end)]
    touched.clear()
    session.changed.emit(Changes(timeline=True))
    assert touched == []
    # now and then the oldest quarter of a page is left behind, under the same round
    take(session, told(range(950, 1000)))
    touched.clear()
    take(session, told([1000]))
    assert sum(b - a + 1 for _, a, b in touched) <= PAGE // 4 + 3
    assert said(log)[-1] == "Zeile 1000"
    assert len(log.rows) <= PAGE + PAGE // 4 + 1


def test_a_step_without_a_line_asks_no_row_for_its_height(
    qtbot: QtBot, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    take(session, told(range(60)))
    dock = LogDock()
    shown(qtbot, dock, session)
    asked: list[int] = []
    plain = LogDelegate._size

    def counted(self: LogDelegate, model: LogModel, row: Entry, width: int) -> QSize:
        asked.append(row.number)
        return plain(self, model, row, width)

    monkeypatch.setattr(LogDelegate, "_size", counted)
    session.changed.emit(Changes(timeline=True))
    take(session, told([60]))
    qtbot.waitUntil(lambda: bool(asked))
    assert set(asked) == {dock.list.log._entries[-1].number}


def test_the_log_follows_only_from_its_end(qtbot: QtBot, session: Session) -> None:
    dock = LogDock()
    shown(qtbot, dock, session)
    for _ in range(20):
        attack(session, 14)
    qtbot.wait(20)
    assert dock.list.at_end
    bar = dock.list.verticalScrollBar()
    assert bar.maximum() > 0
    bar.setValue(0)
    attack(session, 14)
    qtbot.wait(20)
    assert bar.value() == 0


# ---- notes --------------------------------------------------------------------------------------


def test_notes_are_counted_shown_and_put_away(qtbot: QtBot, session: Session) -> None:
    dock = ProblemsDock()
    shown(qtbot, dock, session)
    assert dock.empty.isVisible()
    found = (
        Problem("nothing_changes", Severity.NOTE, "a"),
        Problem("nothing_changes", Severity.ERROR, "b", points=(Point(1, 2),)),
    )
    with qtbot.waitSignal(dock.count_changed) as counted:
        dock.report("karte.uvtt", found)
    assert counted.args == [2]
    assert dock.count == 2
    rows = dock.list.findings.rows
    assert [getattr(r, "place", "") for r in rows] == ["", "b", "a"]
    with qtbot.waitSignal(dock.jump) as jumped:
        place = dock.list.visualRect(dock.list.findings.index(1)).center()
        viewport = dock.list.viewport()
        QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=place)
        QTest.mouseDClick(viewport, Qt.MouseButton.LeftButton, pos=place)
    assert jumped.args == [(Point(1, 2),)]
    dock.show_live(found[:1])
    assert dock.count == 3
    QTest.mouseClick(dock.clear, Qt.MouseButton.LeftButton)
    assert dock.count == 1
    dock.set_session(None)
    assert dock.count == 0


# ---- library ------------------------------------------------------------------------------------


def double_click(qtbot: QtBot, dock: LibraryDock, index: QModelIndex) -> None:
    place = dock.list.visualRect(index).center()
    QTest.mouseClick(dock.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    QTest.mouseDClick(dock.list.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_a_double_click_adds_on_a_free_square(qtbot: QtBot, session: Session) -> None:
    dock = LibraryDock()
    shown(qtbot, dock, session)
    before = dict(session.state.tokens)
    double_click(qtbot, dock, dock.list.library.index(0))
    (fresh,) = [t for id, t in session.state.tokens.items() if id not in before]
    assert fresh.side is SideId.FOES
    assert not any(fresh.space.overlaps(t.space) for t in before.values())
    assert session.selected == (fresh.id,)


def test_several_are_added_on_the_other_side(qtbot: QtBot, session: Session) -> None:
    dock = LibraryDock()
    shown(qtbot, dock, session)
    before = set(session.state.tokens)
    dock.count.setValue(3)
    dock.join.setCurrentIndex(dock.join.findData("heroes"))
    QTest.mouseClick(dock.add, Qt.MouseButton.LeftButton)
    fresh = [t for id, t in session.state.tokens.items() if id not in before]
    assert len(fresh) == 3
    assert {t.side for t in fresh} == {SideId.HEROES}
    assert len({(t.space.x, t.space.y) for t in fresh}) == 3
    assert dock.count.value() == 1


def test_the_search_folds_umlauts_and_says_when_nothing_fits(
    qtbot: QtBot, session: Session
) -> None:
    dock = LibraryDock()
    shown(qtbot, dock, session)
    for wanted in ("wächt", "wacht", "waecht", "WÄCHT"):
        dock.search.setText(wanted)
        assert [t.id for t in dock.list.library.rows] == ["waechter"], wanted
    dock.search.setText("drache")
    assert dock.empty.isVisible()
    assert "drache" in dock.empty.title.text()
    QTest.mouseClick(dock.empty.button, Qt.MouseButton.LeftButton)
    assert dock.list.library.rowCount() == 3


def test_enter_in_the_search_adds_what_stands_first(qtbot: QtBot, session: Session) -> None:
    dock = LibraryDock()
    shown(qtbot, dock, session)
    before = len(session.state.tokens)
    QTest.keyClicks(dock.search, "oger")
    QTest.keyClick(dock.search, Qt.Key.Key_Return)
    assert len(session.state.tokens) == before + 1


def test_creatures_are_dragged_with_the_side_that_they_shall_join(
    qtbot: QtBot, session: Session
) -> None:
    dock = LibraryDock()
    shown(qtbot, dock, session)
    index = dock.list.library.index(1)
    dragged = json.loads(bytes(dock.list.library.mimeData([index]).data(MIME).data()))
    assert dragged == {"template": "ork", "side": "foes", "count": 1}
    dock.join.setCurrentIndex(dock.join.findData("heroes"))
    dragged = json.loads(bytes(dock.list.library.mimeData([index]).data(MIME).data()))
    assert dragged == {"template": "ork", "side": "heroes", "count": 1}


def test_the_map_takes_what_the_library_drags(qtbot: QtBot, session: Session) -> None:
    dock, board = LibraryDock(), BoardView(session)
    shown(qtbot, dock, session)
    qtbot.addWidget(board)
    data = dock.list.library.mimeData([dock.list.library.index(1)])
    assert board.hands.accepts(data)
    event = QDropEvent(
        QPointF(40, 40),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    before = len(session.state.tokens)
    assert board.hands.drop(event)
    assert len(session.state.tokens) == before + 1
    assert session.current is not None
    assert session.current.side is SideId.FOES


def test_the_library_of_pathfinder_shows_points_and_armour(qtbot: QtBot, tmp_path: Path) -> None:
    state = Encounter("pathfinder", board=Board(width=12, height=12))
    session = Session.create(tmp_path / "probe.kampf", state)
    dock = LibraryDock()
    shown(qtbot, dock, session)
    library = dock.list.library
    orc = next(t for t in library.rows if t.id == "orc")
    assert library.known(orc).values == (("TP", "6"), ("RK", "13"))
    dock.put(orc)
    assert len(session.state.tokens) == 1
    session.close()


@pytest.mark.parametrize(
    ("wanted", "text", "found"),
    [
        ("würger", "Der Würger", True),
        ("wuerger", "Der Würger", True),
        ("wurger", "Der Würger", True),
        ("strasse", "Straße", True),
        ("ork 2", "Ork Nummer 2", True),
        ("orks", "Ork", False),
    ],
)
def test_words_are_found_as_they_are_typed(wanted: str, text: str, found: bool) -> None:
    assert matches(wanted, text) is found


def test_the_library_of_das_system_says_points_once(qtbot: QtBot, tmp_path: Path) -> None:
    state = Encounter("das_system", board=Board(width=12, height=12))
    session = Session.create(tmp_path / "probe.kampf", state)
    dock = LibraryDock()
    shown(qtbot, dock, session)
    for template in dock.list.library.rows:
        values = dock.list.library.known(template).values
        assert values[0][0] == "GZ"
        assert not any(v.startswith(f"{values[0][1]} ") for _, v in values[1:])
    session.close()
