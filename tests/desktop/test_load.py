"""What a step costs in a big fight: only what changed is made anew. Counted, never timed."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest
from pytestqt.qtbot import QtBot

from desktop.board.backdrop import Backdrop
from desktop.board.initials import Letters
from desktop.board.overlays import Facts
from desktop.board.paint import View
from desktop.board.view import BoardView
from desktop.docks.armour import ArmourDock
from desktop.docks.attack import AttackDock
from desktop.docks.attack_plan import PlanPage
from desktop.docks.body import BodyDock
from desktop.docks.log import LogDock
from desktop.docks.ring import RingDock
from desktop.models.roster import RosterModel, status_words
from desktop.session import Session
from maps.board import Board
from maps.grid import SUB, Footprint
from rules.encounter.commands import parse_command
from rules.encounter.history import History
from rules.encounter.plans import AttackAction, AttackPlan
from rules.encounter.state import Encounter, Timeline, Token, TokenId, hostile
from rules.system.answers import Glance, RosterRow
from rules.systems.pathfinder import SYSTEM
from tests.desktop.fakes import HALL, MemoryStore, Row, make_session, make_state

pytestmark = pytest.mark.usefixtures("german_each")

CROWD = 60


def crowd() -> Encounter:
    """Return a running fight of many who stand far apart."""
    rows: list[Row] = [
        (f"t{n}", HALL[n % len(HALL)][1], f"Kämpfer {n}", 5 * (n % 12), 9 * (n // 12))
        for n in range(CROWD)
    ]
    state = make_state(rows, Board(width=60, height=50))
    counts = {TokenId(f"t{n}"): CROWD - n for n in range(CROWD)}
    line = Timeline(round=1, now=CROWD, at=counts, acting=(TokenId("t0"),), phase="regular")
    return replace(state, timeline=line)


@pytest.fixture
def session() -> Session:
    return Session(MemoryStore(), History(crowd()))  # type: ignore[arg-type]  # as the fakes do


def step(session: Session, token: str, x: int, y: int) -> None:
    data = {"do": "move", "token": token, "to": [x, y], "free": True}
    assert session.perform(parse_command(SYSTEM, data))


def test_a_step_changes_one_row_of_the_list(session: Session, qtbot: QtBot) -> None:
    dock = RingDock()
    qtbot.addWidget(dock)
    dock.set_session(session)
    roster, touched = dock.list.roster, list[tuple[int, int]]()
    roster.modelReset.connect(lambda: touched.append((-1, -1)))
    roster.dataChanged.connect(lambda a, b, *_: touched.append((a.row(), b.row())))
    before = dict(zip([row.token for row in roster.rows], roster.rows, strict=True))
    step(session, "t30", 59, 49)
    assert [row.token for row in roster.rows if row is not before[row.token]] == ["t30"]
    assert touched == []  # where somebody stands is no part of a row
    session.undo()
    assert touched == []
    wound = {"do": "damage", "tokens": ["t30"], "amount": 1}
    assert session.perform(parse_command(SYSTEM, wound))
    assert touched == [(30, 30)]
    touched.clear()
    session.changed.emit(session.everything())
    assert touched == []
    session.undo()
    assert touched == [(30, 30)]


def test_a_turn_says_anew_only_those_whom_it_touches(
    session: Session, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    lasting = {"do": "condition", "tokens": ["t40"], "condition": "shaken", "until": [3, 5]}
    assert session.perform(parse_command(SYSTEM, lasting))
    model, said = RosterModel(), list[str]()
    model.show(session)

    def counted(session: Session, token: Token, row: RosterRow) -> str:
        said.append(token.id)
        return status_words(session, token, row)

    monkeypatch.setattr("desktop.models.roster.status_words", counted)
    before = session.state.timeline.acting
    assert session.perform(parse_command(SYSTEM, {"do": "next"}))
    model.show(session)
    assert {*before, *session.state.timeline.acting, "t40"} <= set(said)
    assert len(said) < CROWD / 3


def test_a_plan_is_made_once_and_stays_as_long_as_nothing_in_it_changes(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, plain = list[AttackAction](), type(SYSTEM).plan

    def counted(self: object, state: Encounter, action: AttackAction) -> AttackPlan:
        asked.append(action)
        return plain(SYSTEM, state, action)

    monkeypatch.setattr(type(SYSTEM), "plan", counted)
    session.select(["t0"])
    session.attack.aim("t4")
    plan = session.attack.plan()
    assert plan is not None
    assert len(asked) == len(set(asked))
    asked.clear()
    assert session.attack.plan_for("t4") is plan
    assert asked == []
    step(session, "t59", 56, 40)
    assert session.attack.plan() is plan
    step(session, "t4", 20, 3)
    changed = session.attack.plan()
    assert changed is not plan
    assert changed == plain(SYSTEM, session.state, plan.action)


def test_rows_are_asked_for_once_a_state(
    session: Session, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    board, dock, model = BoardView(session), RingDock(), RosterModel()
    for view in (board, dock):
        qtbot.addWidget(view)
        view.set_session(session)
    asked, plain = list[Encounter](), type(SYSTEM).roster

    def counted(self: object, state: Encounter) -> object:
        asked.append(state)
        return plain(SYSTEM, state)

    monkeypatch.setattr(type(SYSTEM), "roster", counted)
    step(session, "t5", 3, 40)
    model.show(session)
    assert asked == [session.state]


def test_a_move_leaves_what_lies_below_the_tokens_as_it_is(
    session: Session, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = BoardView(session)
    qtbot.addWidget(board)
    board.resize(640, 400)
    board.show()
    qtbot.waitExposed(board)
    board.navigation.set_camera(View(24, 0, 0))
    board.pending.wait_for_ground()
    board.grab()
    painted, plain = list[object](), Backdrop._paint_backdrop

    def counted(self: Backdrop, part: object) -> None:
        painted.append(part)
        plain(self, part)  # type: ignore[arg-type]  # handed through

    monkeypatch.setattr(Backdrop, "_paint_backdrop", counted)
    step(session, "t0", 3, 3)
    board.grab()
    assert painted == []
    board.switches.apply_overlays(("threat",))
    board.grab()
    painted.clear()
    step(session, "t0", 6, 3)
    board.grab()
    assert painted != []


def test_letters_are_found_anew_only_for_new_names() -> None:
    letters, state = Letters(), make_session().state
    found = letters.all(state.tokens)
    elandir = state.token("elandir")
    moved = MappingProxyType({**state.tokens, elandir.id: replace(elandir, hidden=True)})
    assert letters.all(moved) is found
    named = MappingProxyType({**state.tokens, elandir.id: replace(elandir, label="XX")})
    assert letters.all(named)["elandir"] == "XX"
    assert letters.all(state.tokens) == found


def test_selecting_makes_no_list_anew(session: Session, qtbot: QtBot) -> None:
    dock = LogDock()
    qtbot.addWidget(dock)
    dock.set_session(session)
    step(session, "t1", 7, 7)
    asked = list[int]()
    dock.list.log.sizes[(0, 0)] = None  # type: ignore[assignment]  # a mark that only clearing takes
    dock.list.log.rowsRemoved.connect(lambda *_: asked.append(1))
    session.select(["t4"])
    assert (0, 0) in dock.list.log.sizes
    assert asked == []


@pytest.mark.parametrize("kind", [AttackDock, BodyDock, ArmourDock])
def test_a_step_is_shown_once_however_many_signals_tell_of_it(
    kind: type[AttackDock | BodyDock | ArmourDock],
    session: Session,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    dock = kind()
    qtbot.addWidget(dock)
    session.select(["t0"])
    session.attack.aim("t4")
    dock.set_session(session)
    shown = list[object]()
    monkeypatch.setattr(PlanPage, "show_plan", lambda *_: shown.append(session.state))
    monkeypatch.setattr(ArmourDock, "_show", lambda *_: shown.append(session.state))
    monkeypatch.setattr(BodyDock, "_say_whose", lambda *_: shown.append(session.state))
    step(session, "t4", 21, 2)  # draft, change, end of the command: three signals
    assert shown == [session.state]
    dock.speak()
    assert shown[1:] == [session.state]


def test_a_step_finds_out_anew_only_who_is_flanked_nearby(
    session: Session, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    facts, asked, plain = Facts(session), list[str](), Facts._pincer

    def counted(self: Facts, state: Encounter, victim: Token, around: list[Token]) -> object:
        asked.append(victim.id)
        return plain(self, state, victim, around)

    monkeypatch.setattr(Facts, "_pincer", counted)
    while facts.busy:
        facts.work(60)
    assert len(asked) == CROWD
    asked.clear()
    step(session, "t59", 56, 40)
    while facts.busy:
        facts.work(60)
    assert "t59" in asked
    assert len(asked) < CROWD / 3


def test_badges_are_asked_for_in_view_and_each_once(
    session: Session, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, plain = list[str](), type(SYSTEM).glances_at

    def counted(
        self: object, state: Encounter, id: TokenId, place: Footprint, arm: str, foes: list[TokenId]
    ) -> tuple[Glance, ...]:
        asked.extend(foes)
        return plain(SYSTEM, state, id, place, arm, foes)

    monkeypatch.setattr(type(SYSTEM), "glances_at", counted)
    board = BoardView(session)
    qtbot.addWidget(board)
    board.resize(480, 320)
    board.switches.names = True
    session.select(["t0"])
    board.navigation.set_camera(View(40, 0, 0))
    board.grab()
    me, tokens = session.state.token("t0"), session.state.tokens
    foes = {id for id, token in tokens.items() if hostile(me.side, token.side)}
    near = {id for id in foes if tokens[id].space.x < 12 * SUB and tokens[id].space.y < 8 * SUB}
    assert near <= set(asked) < foes
    board.grab()
    assert len(asked) == len(set(asked))
    whole = {g.token: g for g in SYSTEM.glances(session.state, me.id, me.space)}
    shown = board.facts.glances_of(me.id, me.space, "", ())
    assert shown == {id: whole[TokenId(id)] for id in asked}
    board.navigation.set_camera(View(40, 40, 30))
    board.grab()
    assert len(asked) == len(set(asked))
    assert len(shown) == len(asked)
