"""What is skipped because nothing of it changed shows what a view made just now would show."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from desktop.board import overlays
from desktop.board.glide import Glide
from desktop.board.overlays import Facts
from desktop.board.paint import View
from desktop.board.sight import Sight
from desktop.board.view import BoardView
from desktop.docks.armour import ArmourDock
from desktop.docks.attack import AttackDock
from desktop.docks.base import Dock
from desktop.docks.body import BodyDock
from desktop.docks.ring import RingDock
from desktop.docks.ring_widget import RingWidget
from desktop.models.roster import RosterDelegate
from desktop.session import Session
from maps.board import Board
from rules.encounter.commands import parse_command
from tests.desktop.fakes import MemoryStore, Row, make_session

pytestmark = pytest.mark.usefixtures("german_each", "unmoved")

FIGHT: tuple[Row, ...] = (
    ("elandir", "elandir", "Elandir", 4, 4),
    ("brunhild", "brunhild", "Brunhild", 7, 4),
    ("orc1", "orc", "Ork 1", 8, 4),
    ("orc2", "orc", "Ork 2", 9, 6),
    ("ogre", "ogre", "Oger", 2, 6),
)

STEPS: tuple[dict[str, Any], ...] = (
    {"do": "start", "values": {"elandir": 20, "brunhild": 15, "orc1": 12, "orc2": 9, "ogre": 4}},
    {"do": "move", "token": "ogre", "to": [1, 1], "free": True},
    {"do": "move", "token": "elandir", "to": [5, 4], "free": True},
    {"do": "move", "token": "orc1", "to": [8, 5], "free": True},
    {"do": "damage", "tokens": ["orc1"], "amount": 2},
    {"do": "condition", "tokens": ["orc2"], "condition": "prone"},
    {"do": "condition", "tokens": ["brunhild"], "condition": "shaken", "until": [2, 9]},
    {"do": "edit", "token": "orc1", "values": {"name": "Ork mit dem Beil"}},
    {"do": "edit", "token": "elandir", "values": {"label": "XX"}},
    {"do": "edit", "token": "ogre", "values": {"note": "flieht"}},
    {"do": "edit", "token": "orc2", "values": {"side": "neutral"}},
    {"do": "next"},
    {"do": "initiative", "token": "ogre", "value": 18},
    {"do": "delay"},
    {"do": "next"},
    {"do": "sheet", "token": "orc1", "values": {"hp": 30}},
    {"do": "draw", "obstacles": [{"id": "w", "kind": "wall", "points": [[6.5, 2], [6.5, 7]]}]},
    {"do": "erase", "obstacles": ["w"]},
    {"do": "copy", "tokens": ["orc2"]},
    {"do": "move", "token": "brunhild", "to": [7, 6], "free": True},
    {"do": "damage", "tokens": ["orc1"], "amount": 60},
    {"do": "remove", "tokens": ["orc2"]},
    {"do": "note", "text": "Regen", "token": "elandir"},
    {"do": "end"},
)


@pytest.fixture
def unmoved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing glide: a picture is that of the end."""
    monkeypatch.setattr("desktop.docks.ring_widget.moves", lambda: False)
    monkeypatch.setattr(Glide, "start", lambda *_: None)


@pytest.fixture
def session() -> Session:
    made = make_session(FIGHT, Board(14, 10))
    made.select(["elandir"])
    made.attack.aim("orc1")
    return made


def twin(session: Session) -> Session:
    """Return the same fight once more, looked at in the same way."""
    made = Session(MemoryStore(), session.history.copy())  # type: ignore[arg-type]  # as the fakes do
    made.select(session.selected)
    made.attack.set_action(session.attack.action)
    return made


def do(session: Session, step: dict[str, Any]) -> None:
    before = session.history.done
    assert session.perform(parse_command(session.system, step)), step
    session.talk.roll_all()
    assert session.history.done == before + 1, step


def after_each(session: Session, check: Callable[[str], None]) -> None:
    """Look after every kind of step, and after each of them is taken back."""
    for step in STEPS:
        do(session, step)
        check(str(step))
    while (undone := session.undo()) is not None:
        check(f"{undone} taken back")
    while session.redo() is not None:
        pass
    check("all done again")


def picture(widget: QWidget) -> QImage:
    """Return a widget as it is when all of it is painted anew."""
    return widget.grab().toImage()


def on_screen(widget: QWidget) -> QImage:
    """Return what stands on the screen: only what asked for it has been painted again."""
    for _ in range(3):
        QApplication.processEvents()
    shown = widget.screen().grabWindow(widget.winId()).toImage()
    return shown.convertToFormat(QImage.Format.Format_RGB32)


def without_buttons(dock: QImage) -> QImage:
    """Return the picture of a dock less the buttons of its title: one window alone is active."""
    painter = QPainter(dock)
    painter.fillRect(dock.width() - 64, 0, 64, 34, Qt.GlobalColor.black)
    painter.end()
    return dock


@pytest.mark.parametrize("kind", [RingDock, AttackDock, BodyDock, ArmourDock])
def test_a_dock_shows_after_each_step_what_a_new_one_would(
    kind: type[Dock], session: Session, qtbot: QtBot
) -> None:
    size = QSize(900, 420) if kind is AttackDock else QSize(360, 640)

    def made(session: Session) -> Dock:
        dock = kind()
        qtbot.addWidget(dock)
        dock.setFixedSize(size)
        dock.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        dock.set_session(session)
        dock.show()
        return dock

    dock = made(session)

    def check(after: str) -> None:
        seen, whole = on_screen(dock), picture(dock)
        assert seen == whole.convertToFormat(QImage.Format.Format_RGB32), after
        new = made(twin(session))
        on_screen(new)
        assert without_buttons(whole) == without_buttons(picture(new)), after
        new.hide()

    after_each(session, check)


def test_the_map_shows_after_each_step_what_a_new_one_would(session: Session, qtbot: QtBot) -> None:
    def made(session: Session) -> BoardView:
        board = BoardView(session)
        qtbot.addWidget(board)
        board.resize(700, 500)
        board.switches.names = True
        board.navigation.set_camera(View(48, 0, 0))
        board.show()
        return board

    def painted(board: BoardView) -> QImage:
        while board.facts.busy:
            board.facts.work(60)
        board.painting.backdrop.floor_budget = 60.0
        board.spoil()
        return picture(board)

    board = made(session)

    def check(after: str) -> None:
        seen, new = painted(board), made(twin(session))
        new.painting.backdrop._tiles = board.painting.backdrop._tiles  # they take long to paint
        assert seen == painted(new), after
        new.hide()

    after_each(session, check)


def test_a_step_far_away_paints_no_row_no_ring_and_no_line_again(
    session: Session, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    do(session, STEPS[0])
    session.select(["elandir"])
    session.attack.aim("orc1")
    dock, board = RingDock(), BoardView(session)
    for view in (dock, board):
        qtbot.addWidget(view)
        view.resize(400, 640)
        view.show()
        qtbot.waitExposed(view)
    dock.set_session(session)
    board.navigation.set_camera(View(24, 0, 0))
    painted: list[str] = []
    for owner, name in (
        (RosterDelegate, "paint"),
        (RingWidget, "paintEvent"),
        (Sight, "_draw"),
    ):
        plain = getattr(owner, name)

        def counted(self: Any, *given: Any, plain: Any = plain, owner: Any = owner) -> Any:
            painted.append(owner.__name__)
            return plain(self, *given)

        monkeypatch.setattr(owner, name, counted)
    do(session, {"do": "move", "token": "ogre", "to": [1, 8], "free": True})
    qtbot.wait(200)
    painted.clear()
    do(session, {"do": "move", "token": "ogre", "to": [1, 9], "free": True})
    qtbot.wait(50)
    assert painted == []
    session.undo()
    qtbot.wait(50)
    assert painted == []
    do(session, {"do": "damage", "tokens": ["ogre"], "amount": 3})
    qtbot.wait(50)
    assert set(painted) == {"RosterDelegate"}
    painted.clear()
    do(session, {"do": "move", "token": "orc1", "to": [8, 5], "free": True})
    qtbot.wait(50)
    assert set(painted) == {"Sight"}
    painted.clear()
    do(session, {"do": "initiative", "token": "ogre", "value": 17})
    qtbot.wait(50)
    assert {"RosterDelegate", "RingWidget"} <= set(painted)


@pytest.mark.parametrize("seed", range(6))
def test_who_is_flanked_is_the_same_however_often_it_was_broken_off(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(seed)
    rows: list[Row] = [
        (
            f"t{n}",
            "orc" if n % 2 else "brunhild",
            f"N {n}",
            chance.randrange(12),
            chance.randrange(6),
        )
        for n in range(24)
    ]
    session = make_session(rows, Board(40, 6))
    clock = count()
    monkeypatch.setattr(overlays, "perf_counter", lambda: float(next(clock)))
    facts, seen = Facts(session), 0
    for n in range(40):
        deed = chance.random()
        if deed < 0.25:
            session.undo()
        elif deed < 0.4:
            session.redo()
        elif deed < 0.45 and len(session.state.tokens) > 12:
            token = chance.choice(list(session.state.tokens))
            do(session, {"do": "remove", "tokens": [token]})
        else:
            token = chance.choice(list(session.state.tokens))
            to = [chance.randrange(12), chance.randrange(6)]
            data = {"do": "move", "token": token, "to": to, "free": True}
            session.perform(parse_command(session.system, data))
        facts.work(chance.choice([1, 3, 9]))
        if n % 4 == 3:
            while facts.busy:
                facts.work(1000)
            whole = Facts(session)
            while whole.busy:
                whole.work(1000)
            assert facts.pincers() == whole.pincers()
            seen += len(whole.pincers())
    assert seen
