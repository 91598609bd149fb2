"""The legend of the heat map says in sentences what squares cannot; its counts are grouped."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.board.heat_rows import PatternRow
from desktop.board.paint import View
from desktop.board.paint_marks import Heat
from desktop.board.view import BoardView
from desktop.session import Session
from maps.board import Board
from maps.shapes import Grade
from rules.encounter.state import TokenId
from tests.desktop.dialogs_kit import dressed
from tests.desktop.fakes import Row, make_session, switch
from tests.desktop.window_kit import perform

pytestmark = pytest.mark.usefixtures("german_each")

ME: Row = ("elandir", "elandir", "Elandir", 2, 6)
FRIENDS: tuple[Row, ...] = (
    ("brunhild", "brunhild", "Brunhild", 5, 3),
    ("mirela", "mirela", "Mirela", 7, 3),
)
ORC: Row = ("orc", "orc", "Ork", 6, 3)
Show = Callable[..., BoardView]


@pytest.fixture
def show(qtbot: QtBot) -> Show:
    def made(rows: Sequence[Row], weapon: str = "", size: int = 12) -> BoardView:
        session = make_session(rows, Board(width=size, height=size))
        session.select(["elandir"])
        if weapon:
            session.attack.aim(TokenId("orc"), weapon)
        view = BoardView(session)
        qtbot.addWidget(view)
        view.resize(1000, 800)
        view.show()
        qtbot.waitExposed(view)
        view.navigation.set_camera(View(48, -0.25, 0.35))
        switch(view, "heat", on=True)
        qtbot.waitUntil(view.legend.isVisible, timeout=5000)
        return view

    return made


def ask(board: BoardView, number: int, qtbot: QtBot) -> str:
    """Click a question and return what the legend says in the end."""
    QTest.mouseClick(board.legend.questions[number - 1], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not board.heat.busy, timeout=8000)
    board.legend.refresh()
    notes = board.legend.notes
    if notes.isHidden():
        return ""
    assert notes.height() >= notes.heightForWidth(notes.width()), "no line is cut"
    assert board.legend.foot.y() >= notes.geometry().bottom()
    return notes.text()


def bow(session: Session) -> str:
    weapons = session.system.weapons(session.state, TokenId("elandir"))
    return next(w.id for w in weapons if w.ranged)


def test_a_bow_flanks_from_nowhere_and_the_legend_says_why(show: Show, qtbot: QtBot) -> None:
    rows = (ME, *FRIENDS, ORC)
    board = show(rows, bow(make_session(rows)))
    assert ask(board, 3, qtbot) == (
        "Fernkampf nimmt nie in die Zange; gezeigt wird, von wo es im Nahkampf gelingt. "
        "Kein freies Feld in Reichweite liegt einem Verbündeten gegenüber."
    )
    assert ask(board, 1, qtbot) == "", "other questions are answered"


def test_nobody_helps_to_flank(show: Show, qtbot: QtBot) -> None:
    board = show((ME, ORC))
    said = ask(board, 3, qtbot)
    assert "Niemand bedroht Ork von der anderen Seite" in said
    with dressed("en"):
        board.legend.refresh()
        assert "Nobody threatens Ork from the other side" in board.legend.notes.text()


def test_one_friend_leaves_squares_and_no_reason(show: Show, qtbot: QtBot) -> None:
    board = show((ME, FRIENDS[0], ORC))
    said = ask(board, 3, qtbot)
    assert board.heat.cells
    assert "Verbündete" not in said


def test_who_cannot_move_is_told_so(show: Show, qtbot: QtBot) -> None:
    board = show((ME, ORC))
    session = board.session
    assert session is not None
    perform(session, {"do": "condition", "tokens": ["elandir"], "condition": "grappled"})
    board.heat.update(session)
    assert ask(board, 4, qtbot) == "Bewegung 0: Es geht nirgendwohin."


def test_without_an_enemy_the_legend_says_so(show: Show, qtbot: QtBot) -> None:
    board = show((ME,))
    board.legend.refresh()
    assert board.legend.head.about == "Elandir"
    assert board.legend.notes.text() == "Elandir hat keinen Gegner auf der Karte."


@pytest.mark.parametrize(("spoken", "said"), [("de", "18.010"), ("en", "18,010")])
def test_counts_of_thousands_are_grouped(spoken: str, said: str, qtbot: QtBot) -> None:
    with dressed(spoken):
        row = PatternRow()
        qtbot.addWidget(row)
        row.show_row(Heat(Grade.NONE, "0"), "keine Deckung", 18010)
        assert row.number == said
        assert said in row.accessibleName()
        row.show_row(Heat(Grade.NONE, "0"), "keine Deckung", 999)
        assert row.number == "999"
