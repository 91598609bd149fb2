"""The heat map and its legend: every question, in bulk and square by square, by real events."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop import colours, theme
from desktop.board.heat import HeatMap
from desktop.board.heat_rows import PatternRow, QuestionRow
from desktop.board.heat_squares import answers, one_by_one
from desktop.board.paint import View
from desktop.board.paint_marks import Heat
from desktop.board.view import BoardView
from desktop.i18n import language
from desktop.session import Session
from maps.grid import SUB, Cell, Footprint
from maps.shapes import Grade
from rules import registry
from rules.encounter.commands import Move
from rules.encounter.situation import load_situation
from rules.encounter.state import Encounter, TokenId
from rules.system.ground import HeatKind, HeatPatch, HeatQuestion
from rules.systems.pathfinder.system import PathfinderSystem
from tests.compare_systems import Asker, answered
from tests.desktop.fakes import HALL, make_session, switch

Left = Qt.MouseButton.LeftButton


@pytest.fixture(autouse=True)
def german_words(qapp: QApplication) -> Iterator[None]:
    """Speak German, in the dark theme."""
    before = language.code
    language.use("de")
    theme.apply(qapp, colours.DARK)
    yield
    language.use(before)


@pytest.fixture
def session(qapp: QApplication) -> Session:
    session = make_session()
    session.select(["elandir"])
    session.attack.aim(TokenId("shaman"))
    return session


@pytest.fixture
def board(session: Session, qtbot: QtBot) -> BoardView:
    view = BoardView(session)
    qtbot.addWidget(view)
    view.resize(1128, 896)
    view.show()
    qtbot.waitExposed(view)
    view.navigation.set_camera(View(48, -0.25, 0.35))
    switch(view, "heat", on=True)
    qtbot.waitUntil(lambda: not view.heat.busy, timeout=8000)
    qtbot.waitUntil(view.legend.isVisible, timeout=2000)
    return view


def test_the_card_of_a_square_comes_after_a_token_too(board: BoardView, qtbot: QtBot) -> None:
    def to(x: float, y: float) -> None:
        QTest.mouseMove(board, board.camera.at(x, y).toPoint())

    to(16.5, 2.5)
    assert board.hovered == "shaman"
    to(15.5, 4.5)  # in one go from the token onto a square
    assert board.hovered is None
    qtbot.waitUntil(lambda: board.card.shown is not None, timeout=3000)
    card = board.card.shown
    assert card is not None
    assert card.look.title == board.hover.name(Cell(15, 4))


def test_on_a_low_map_the_legend_says_what_is_there_and_gives_way(
    board: BoardView, qtbot: QtBot
) -> None:
    def told() -> list[PatternRow]:
        return [row for row in board.legend.patterns if row.isVisible()]

    assert any(row.count == 0 for row in told()) or len(told()) > 2
    board.resize(560, 320)
    qtbot.waitUntil(lambda: bool(told()) and all(row.count for row in told()), timeout=3000)
    x, y = next((c.x + 0.5, c.y + 0.5) for c in board.heat.cells if 2 < c.x < 8 and 2 < c.y < 5)
    board.navigation.set_camera(View(48, -0.25, 0.35))
    QTest.mouseMove(board, board.camera.at(x, y).toPoint())
    qtbot.waitUntil(lambda: board.card.shown is not None, timeout=3000)
    card = board.card.shown
    assert card is not None
    legend = board.legend
    assert not legend.isVisible() or not card.rect.intersects(QRectF(legend.geometry()))
    board.card.hide()
    assert legend.isVisible()


def test_the_legend_never_lies_over_the_card_of_a_target_while_the_window_shrinks(
    board: BoardView, qtbot: QtBot
) -> None:
    QTest.mouseMove(board, board.camera.at(16.5, 2.5).toPoint())
    qtbot.waitUntil(lambda: board.card.shown is not None, timeout=3000)
    seen = []
    for wide, high in ((1128, 896), (900, 560), (780, 470), (900, 400), (1128, 896), (640, 330)):
        board.resize(wide, high)
        QApplication.processEvents()
        card = board.card.shown
        assert card is not None
        lies_over = card.rect.intersects(QRectF(board.legend.geometry()))
        assert board.legend.isVisible() is not lies_over
        seen.append(board.legend.isVisible())
    assert {True, False} == set(seen), "the sizes do not show both"


def settled(session: Session, kind: HeatKind) -> HeatMap:
    """Return a heat map that knows everything."""
    heat = HeatMap()
    heat.question = kind
    heat.update(session)
    while heat.work(1.0):
        pass
    return heat


# -- answers -----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["cover", "safety", "flank"])
def test_bulk_and_square_by_square_agree(kind: HeatKind, qapp: QApplication) -> None:
    session = make_session([row for row in HALL if row[0] in ("elandir", "mirela", "orc2", "orc3")])
    session.select(["elandir"])
    session.attack.aim(TokenId("orc2"))
    heat = settled(session, kind)
    assert heat.about is not None
    slow: dict[Cell, Heat] = {}
    for part in one_by_one(session, heat.about, range(1, 8)):
        slow |= part
    bulk = {cell: look for cell, look in heat.cells.items() if 1 <= cell.y < 8}
    assert {c: h.grade for c, h in slow.items()} == {c: h.grade for c, h in bulk.items()}
    assert bulk


@pytest.mark.parametrize("system", ["osric", "damakar", "das_system", "muinimula"])
def test_where_somebody_big_juts_out_of_the_map_no_square_answers(
    system: str, qapp: QApplication
) -> None:
    tokens = [
        {"id": "A", "side": "heroes", "at": [0, 0], "size": 2},
        {"id": "T", "side": "foes", "at": [0, 3]},
    ]
    board = {"left": 0, "top": 0, "width": 4, "height": 4}
    case = {"format": 1, "system": system, "board": board, "tokens": tokens}
    loaded = load_situation(case, registry.get)
    question = HeatQuestion("cover", TokenId("A"), TokenId("T"), "longbow")
    found = answered(Asker(loaded.system, loaded.state), question, [0, 1, 2, 3])
    assert set(found) == {(x, y) for x in range(3) for y in range(2)} | {(1, 2), (2, 2)}


@pytest.mark.parametrize("kind", ["cover", "safety"])
@pytest.mark.parametrize("system", registry.system_ids())
def test_who_is_smaller_than_a_square_has_it_for_himself(
    system: str, kind: HeatKind, qapp: QApplication
) -> None:
    tokens = [
        {"id": "A", "side": "heroes", "at": [0, 0], "size": 0.5},
        {"id": "T", "side": "foes", "at": [2, 1.5], "size": 0.5},
    ]
    board = {"left": 0, "top": 0, "width": 4, "height": 2}
    case = {"format": 1, "system": system, "board": board, "tokens": tokens}
    loaded = load_situation(case, registry.get)
    question = HeatQuestion(kind, TokenId("A"), TokenId("T"), "longbow")
    found = answered(Asker(loaded.system, loaded.state), question, [0, 1])
    assert set(found) == {(x, y) for x in range(4) for y in range(2)} - {(2, 1)}


def test_who_has_fled_is_no_foe_to_be_safe_from(qapp: QApplication) -> None:
    tokens = [
        {"id": "A", "side": "heroes", "at": [0, 0]},
        {"id": "T", "side": "foes", "at": [3, 3], "conditions": ["fled"]},
    ]
    board = {"left": 0, "top": 0, "width": 4, "height": 4}
    case = {"format": 1, "system": "das_system", "board": board, "tokens": tokens}
    loaded = load_situation(case, registry.get)
    asker = cast(Session, Asker(loaded.system, loaded.state))
    question = HeatQuestion("safety", TokenId("A"), TokenId("T"))
    grades = {heat.grade for found in answers(asker, question, ()) for heat in found.values()}
    assert grades == {Grade.NONE}


def test_every_sign_says_what_its_square_means(session: Session) -> None:
    cover = settled(session, "cover").cells
    assert cover[Cell(16, 4)] == Heat(Grade.NONE, "0")
    assert cover[Cell(8, 4)] == Heat(Grade.HARD, "+4")
    assert cover[Cell(0, 14)] == Heat(Grade.TOTAL)
    safety = settled(session, "safety").cells
    assert safety[Cell(8, 4)].sign == "3"
    reach = settled(session, "reach").cells
    assert reach[Cell(9, 4)] == Heat(Grade.NONE, "1")
    assert reach[Cell(0, 4)].grade is Grade.SOFT


def test_the_rim_holds_what_one_move_reaches(session: Session) -> None:
    heat = settled(session, "cover")
    assert Cell(8, 4) in heat.rim
    assert Cell(14, 4) in heat.rim
    assert Cell(0, 4) not in heat.rim


def test_a_change_drops_old_answers_at_once(session: Session) -> None:
    heat = settled(session, "cover")
    assert heat.cells
    session.perform(Move(token="elandir", to=(9, 4)))
    heat.update(session)
    assert not heat.cells
    assert heat.busy


def test_rows_in_view_come_first(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Sequence[int]] = []
    found = PathfinderSystem.heat

    def heat(
        self: PathfinderSystem, state: Encounter, question: HeatQuestion, rows: Sequence[int] = ()
    ) -> Iterator[HeatPatch]:
        asked.append(rows)
        return found(self, state, question, rows)

    monkeypatch.setattr(PathfinderSystem, "heat", heat)
    map = HeatMap()
    map.seen_first = lambda: (9, 10)
    map.update(session)
    map.work(5.0)
    assert list(asked[0][:2]) == [9, 10]
    assert sorted(asked[0]) == list(range(16))


@pytest.mark.parametrize("kind", ["cover", "flank", "reach"])
def test_the_first_squares_are_there_after_the_first_slice(
    session: Session, kind: HeatKind
) -> None:
    settled(session, kind)  # what the board's walls look like is known from then on
    session.perform(Move(token="elandir", to=(9, 4)))
    heat = HeatMap()
    heat.question = kind
    heat.update(session)
    heat.work(0.0)
    assert heat.cells or kind == "flank"


# -- the legend --------------------------------------------------------------------------------


def shown(board: BoardView) -> dict[str, int]:
    return {row.words: row.count for row in board.legend.patterns if row.isVisible()}


def row(board: BoardView, kind: HeatKind) -> QuestionRow:
    return next(r for r in board.legend.questions if r.kind == kind)


def test_the_legend_says_patterns_counts_and_about_whom(board: BoardView) -> None:
    assert board.legend.head.about == "Elandir → Ork-Schamane"
    said = shown(board)
    assert set(said) == {
        "keine Deckung",
        "weiche Deckung",
        "Deckung",
        "volle Deckung, kein Angriff",
    }
    assert sum(said.values()) == len(board.heat.cells)
    assert board.rect().contains(board.legend.geometry())


def test_the_legend_says_the_chance_of_each_band(board: BoardView, session: Session) -> None:
    said = {row.heat.grade: row.chance for row in board.legend.patterns if row.isVisible()}
    assert board.legend.columns.isVisible()
    assert said[Grade.TOTAL] == "–"
    me = session.state.token("elandir").space
    for grade in (Grade.NONE, Grade.HARD):
        band = [cell for cell, heat in board.heat.cells.items() if heat.grade is grade]
        spaces = [Footprint(cell.x * SUB, cell.y * SUB) for cell in band]
        near = min(spaces, key=lambda s: (s.x - me.x) ** 2 + (s.y - me.y) ** 2)
        plan = session.attack.plan_for("shaman", near)
        assert plan is not None
        assert said[grade] == f"{float(plan.chance) * 100:.0f}\u00a0%"
    none = said[Grade.NONE]
    assert none is not None
    spoken = next(r for r in board.legend.patterns if r.heat.grade is Grade.NONE)
    assert none in spoken.accessibleName()


def test_there_is_no_chance_without_somebody_to_attack(board: BoardView, qtbot: QtBot) -> None:
    QTest.mouseClick(row(board, "safety"), Left)
    qtbot.waitUntil(lambda: "vor allen" in shown(board), timeout=5000)
    assert not board.legend.columns.isVisible()


def test_a_click_and_a_number_choose_the_question(board: BoardView, qtbot: QtBot) -> None:
    QTest.mouseClick(row(board, "safety"), Left)
    qtbot.waitUntil(lambda: "vor allen" in shown(board), timeout=5000)
    assert row(board, "safety").isChecked()
    QTest.keyClick(board, Qt.Key.Key_4)
    qtbot.waitUntil(lambda: row(board, "reach").isChecked(), timeout=2000)
    assert not row(board, "safety").isChecked()


def test_the_legend_keeps_clicks_from_the_map(board: BoardView, session: Session) -> None:
    before = session.state
    QTest.mouseClick(board.legend.patterns[0], Left, pos=QPoint(60, 10))
    assert session.state is before
    assert isinstance(board.legend.patterns[0], PatternRow)
    assert session.selected == (TokenId("elandir"),)


def test_opacity_signs_and_rim_can_be_changed(board: BoardView) -> None:
    legend = board.legend
    QTest.mouseClick(legend.strength, Left, pos=QPoint(legend.strength.width() - 9, 12))
    assert board.heat.opacity == pytest.approx(1.5, abs=0.03)
    QTest.mouseClick(legend.signs, Left)
    assert not board.heat.signs
    QTest.mouseClick(legend.rim, Left)
    assert not board.heat.rim_shown
    legend.strength.setFocus()
    QTest.keyClick(legend.strength, Qt.Key.Key_Home)
    assert board.heat.opacity == pytest.approx(0.2)


def test_the_legend_folds_and_goes_with_the_overlay(board: BoardView) -> None:
    high = board.legend.height()
    QTest.mouseClick(board.legend.fold, Left)
    assert board.legend.height() < high
    assert [r.kind for r in board.legend.questions if r.isVisible()] == ["cover"]
    switch(board, "heat", on=False)
    assert not board.legend.isVisible()


def test_a_low_map_gets_the_small_legend(board: BoardView, qtbot: QtBot) -> None:
    board.resize(420, 330)
    qtbot.waitUntil(lambda: board.rect().contains(board.legend.geometry()), timeout=2000)
    assert not board.legend.foot.isVisible()
    board.resize(1128, 896)
    qtbot.waitUntil(board.legend.foot.isVisible, timeout=2000)


def test_players_see_no_legend(board: BoardView) -> None:
    board.switches.for_players = True
    board.legend.refresh()
    assert not board.legend.isVisible()


def test_the_legend_asks_for_a_combatant(board: BoardView, session: Session, qtbot: QtBot) -> None:
    session.select([])
    qtbot.waitUntil(lambda: "auswählen" in board.legend.head.about, timeout=2000)
    assert not board.heat.cells
