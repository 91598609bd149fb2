"""The dock of time: the ring and the list show the same, and both can be used."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QBuffer, QIODevice, QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from desktop.docks import motion, ring_widget
from desktop.docks.ring import RingDock
from desktop.docks.roster_view import RosterView
from desktop.models.roster import Columns, read_count
from desktop.session import Session
from desktop.widgets.draw import width_of, write
from rules.encounter.commands import parse_command
from rules.encounter.state import SideId
from tests.desktop import docks_kit as kit


@pytest.fixture(autouse=True)
def _words(monkeypatch: pytest.MonkeyPatch) -> None:
    kit.speak(monkeypatch)


@pytest.fixture
def session() -> Session:
    return kit.session_of(kit.kraehenfels())


def shown(qtbot: QtBot, session: Session | None) -> RingDock:
    dock = RingDock()
    qtbot.addWidget(dock)
    dock.resize(384, 696)
    dock.set_session(session)
    dock.show()
    qtbot.waitExposed(dock)
    dock.grab()
    return dock


def marker_place(dock: RingDock, token: str) -> QPoint:
    """Return a pixel on the marker of a token."""
    ring = dock.ring
    for y in range(0, ring.height(), 3):
        for x in range(0, ring.width(), 3):
            if ring.tokens_at(QPointF(x, y))[:1] == (token,):
                return QPoint(x, y)
    raise AssertionError(token)


def row_rect(dock: RingDock, token: str) -> QRect:
    return dock.list.visualRect(dock.list.roster.place(token))


def test_a_click_on_the_ring_selects_in_both(qtbot: QtBot, session: Session) -> None:
    dock = shown(qtbot, session)
    QTest.mouseClick(dock.ring, Qt.MouseButton.LeftButton, pos=marker_place(dock, "mirela"))
    assert session.selected == ("mirela",)
    chosen = [dock.list.roster.rows[i.row()].token for i in dock.list.selectedIndexes()]
    assert chosen == ["mirela"]


def test_a_click_in_the_list_selects_on_the_ring(qtbot: QtBot, session: Session) -> None:
    dock = shown(qtbot, session)
    place = row_rect(dock, "oger").center()
    QTest.mouseClick(dock.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert session.selected == ("oger",)
    assert dock.ring.view is not None
    assert [m.token for m in dock.ring.view.markers if m.selected] == ["oger"]


def test_the_rows_of_one_moment_share_a_bracket(qtbot: QtBot, session: Session) -> None:
    dock = shown(qtbot, session)
    ((top, bottom),) = dock.list._groups()
    assert row_rect(dock, "ork-1").top() < top < bottom < row_rect(dock, "ork-3").bottom()


@pytest.mark.parametrize("width", [244, 300, 340, 372, 420, 520])
def test_names_come_first_and_a_status_is_worth_reading(
    qtbot: QtBot, session: Session, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut: list[str] = []
    said: list[str] = []

    def note(painter: QPainter, rect: QRectF, text: str, f: QFont, *more: str) -> float:
        wanted = width_of(text, f)
        (said if wanted <= rect.width() + 0.5 else cut).append(text)
        assert wanted <= rect.width() + 0.5 or rect.width() >= 60, text
        return write(painter, rect, text, f, *more)  # type: ignore[arg-type]  # as it was called

    monkeypatch.setattr("desktop.models.roster.write", note)
    rows = RosterView()
    qtbot.addWidget(rows)
    rows.roster.show(session)
    rows.resize(width, 300)
    rows.show()
    rows.grab()
    names = {t.name for t in session.state.tokens.values()}
    assert names <= set(said)
    statuses = {t.note for t in session.state.tokens.values()} - {""}
    assert not statuses & set(cut) or width < 372
    assert statuses <= set(said) or width < 372


def test_the_count_is_typed_in_its_place(qtbot: QtBot, session: Session) -> None:
    dock = shown(qtbot, session)
    count = Columns(row_rect(dock, "oger")).count.center()
    QTest.mouseDClick(dock.list.viewport(), Qt.MouseButton.LeftButton, pos=count)
    editor = dock.list.findChild(QLineEdit)
    assert editor is not None
    editor.selectAll()
    QTest.keyClicks(editor, "20")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: session.history.done == 1)
    assert session.state.timeline.at[session.state.token("oger").id] == 20
    assert [r.token for r in dock.list.roster.rows][2] == "oger"


def test_a_double_click_on_a_name_opens_the_sheet(qtbot: QtBot, session: Session) -> None:
    dock = shown(qtbot, session)
    name = Columns(row_rect(dock, "worg")).name.center()
    with qtbot.waitSignal(dock.command) as asked:
        QTest.mouseDClick(dock.list.viewport(), Qt.MouseButton.LeftButton, pos=name)
    assert asked.args == ["sheet", False]
    assert session.selected == ("worg",)


@pytest.mark.parametrize("name", ["back", "wait", "next"])
def test_the_buttons_are_actions_of_the_window(qtbot: QtBot, session: Session, name: str) -> None:
    dock = shown(qtbot, session)
    ids = {"back": "back", "wait": "delay", "next": "next"}
    with qtbot.waitSignal(dock.command) as asked:
        QTest.mouseClick(getattr(dock, name), Qt.MouseButton.LeftButton)
    assert asked.args == [ids[name], False]


def test_before_the_fight_it_offers_the_initiative(qtbot: QtBot) -> None:
    dock = shown(qtbot, kit.session_of(kit.kraehenfels(running=False)))
    assert dock.next.text() == "Initiative würfeln"
    assert not dock.back.isEnabled()
    assert "noch nicht begonnen" in dock.empty.title.text()
    with qtbot.waitSignal(dock.command) as asked:
        QTest.mouseClick(dock.next, Qt.MouseButton.LeftButton)
    assert asked.args == ["start", False]


def test_on_an_empty_map_it_leads_to_the_library(qtbot: QtBot) -> None:
    state = replace(kit.kraehenfels(running=False), tokens={})
    dock = shown(qtbot, kit.session_of(state))
    assert not dock.next.isEnabled()
    with qtbot.waitSignal(dock.command) as asked:
        QTest.mouseClick(dock.empty.button, Qt.MouseButton.LeftButton)
    assert asked.args == ["add_combatant", False]


def test_the_hand_runs_as_time_does_and_back_only_when_taken_back(
    qtbot: QtBot, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ring_widget, "moves", lambda: True)
    dock = shown(qtbot, session)
    session.perform(parse_command(session.system, {"do": "next"}))
    assert dock.ring.moving
    assert dock.ring._from is not None
    assert dock.ring._from.hand < 24 - 17
    qtbot.waitUntil(lambda: not dock.ring.moving)
    session.undo()
    assert dock.ring._from is not None
    assert dock.ring._from.hand > 24 - 19


def test_nothing_moves_where_calm_is_asked_for(
    qtbot: QtBot, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCHLACHTPLAN_STILL", "1")
    assert not motion.moves()
    dock = shown(qtbot, session)
    session.perform(parse_command(session.system, {"do": "next"}))
    assert not dock.ring.moving


def test_sixty_combatants_scroll(qtbot: QtBot) -> None:
    state = kit.kraehenfels(running=False)
    for i in range(60):
        state = state.with_token(kit.token(f"t{i}", f"Wache {i}", SideId.FOES, (i, 0), 10))
    dock = shown(qtbot, kit.session_of(state))
    assert dock.list.verticalScrollBar().maximum() > 0
    assert dock.list.roster.rowCount() == 70


def test_every_control_has_a_name(qtbot: QtBot, session: Session) -> None:
    dock = shown(qtbot, session)
    for widget in (dock.ring, dock.list, dock.back, dock.wait, dock.next):
        assert widget.accessibleName()
    index = dock.list.roster.place("elandir")
    spoken = str(index.data(Qt.ItemDataRole.AccessibleTextRole))
    assert spoken == "19 · Elandir · am Zug · 33 von 36 Punkten · ist am Zug"


@pytest.mark.parametrize(("text", "count"), [("19", 19), ("−2", -2), ("+3", 3), ("x", None)])
def test_counts_are_read_with_either_minus(text: str, count: int | None) -> None:
    assert read_count(text) == count


def test_a_portrait_stands_on_ring_and_list(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    picture = QImage(8, 8, QImage.Format.Format_RGB32)
    picture.fill(QColor("#00ff00"))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    picture.save(buffer, "PNG")  # type: ignore[call-overload]  # the stubs know only files
    data = bytes(buffer.data().data())
    monkeypatch.setattr(kit.MemoryStore, "asset", lambda _self, _key: data)
    state = kit.kraehenfels()
    state = state.with_token(replace(state.token("mirela"), portrait="green"))
    dock = shown(qtbot, kit.session_of(state))
    grab = dock.ring.grab().toImage()
    at = marker_place(dock, "mirela")
    greens = [
        (x, y)
        for y in range(at.y(), at.y() + 24)
        for x in range(at.x(), at.x() + 24)
        if grab.pixelColor(x, y).green() > 200 and grab.pixelColor(x, y).red() < 60
    ]
    assert greens
