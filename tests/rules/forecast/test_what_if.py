"""What could be done now: the plans of the system, also from squares that can be reached."""

from __future__ import annotations

from dataclasses import replace

import pytest

from desktop.demo import load_demo
from maps.board import Board
from maps.grid import Cell, Footprint, distance, point
from maps.shapes import Kind, make_obstacle
from rules import registry
from rules.encounter.state import Encounter, SideId, Token, TokenId
from rules.forecast.ways import bends, reached, stride_of, way_to
from rules.forecast.what_if import possibilities
from rules.forecast.worker import Answer, Question, Worker, answers, question_state
from rules.play import run_script
from rules.system.actions import Striding

SYSTEM = registry.get("pathfinder")
ME, FOE, FRIEND = TokenId("me"), TokenId("foe"), TokenId("friend")


def someone(id: TokenId, x: int, y: int, side: SideId) -> Token:
    sheet = SYSTEM.sheet_model()
    return Token(id, id, side, Footprint.at(x, y, 1), sheet, SYSTEM.fresh(sheet))


def hall(*tokens: Token, walls: tuple[tuple[int, int, int, int], ...] = ()) -> Encounter:
    obstacles = tuple(
        make_obstacle(f"w{i}", Kind.WALL, (point(x, y), point(u, v)))
        for i, (x, y, u, v) in enumerate(walls)
    )
    board = Board(width=12, height=6, obstacles=obstacles)
    return Encounter("pathfinder", "", board, {t.id: t for t in tokens})


def test_numbers_are_those_of_the_plan() -> None:
    state = hall(someone(ME, 1, 1, SideId.HEROES), someone(FOE, 2, 1, SideId.FOES))
    found = list(possibilities(SYSTEM, state, ME))
    assert found
    for one in found:
        plan = SYSTEM.plan(state, one.action)
        assert (one.chance, one.damage) == (plan.chance, plan.damage)
        assert one.possible == plan.possible


def test_a_blow_from_the_best_square_in_reach_flanks() -> None:
    state = hall(
        someone(ME, 1, 2, SideId.HEROES),
        someone(FOE, 5, 2, SideId.FOES),
        someone(FRIEND, 6, 2, SideId.HEROES),
    )
    blows = [p for p in possibilities(SYSTEM, state, ME) if p.weapon.id == "sword"]
    best = max(blows, key=lambda p: p.worth)
    assert (best.cell, best.flanking) == ((4, 2), (FRIEND,))
    assert best.way == 3
    assert best.action.place is not None
    assert distance(best.action.place, state.tokens[FOE].space) == 1


def test_behind_a_wall_nobody_is_struck_and_the_reason_stands_there() -> None:
    shut = ((3, -2, 3, 8),)
    state = hall(someone(ME, 1, 2, SideId.HEROES), someone(FOE, 3, 2, SideId.FOES), walls=shut)
    found = list(possibilities(SYSTEM, state, ME))
    assert [p.possible for p in found] == [False]
    assert found[0].why


def test_nobody_ends_a_way_on_somebody_else_or_off_the_board() -> None:
    me, foe = someone(ME, 0, 0, SideId.HEROES), someone(FOE, 2, 0, SideId.FOES)
    friend = someone(FRIEND, 1, 0, SideId.HEROES)
    state = hall(me, foe, friend)
    cells = reached(SYSTEM, state, me, stride_of(SYSTEM, state, me))
    assert (0, 0) in cells
    assert not {(1, 0), (2, 0)} & cells.keys()
    assert all(0 <= x < 12 and 0 <= y < 6 for x, y in cells)


def test_a_way_bends_round_walls_and_foes() -> None:
    me, foe = someone(ME, 1, 1, SideId.HEROES), someone(FOE, 2, 0, SideId.FOES)
    state = hall(me, foe, walls=((2, 1, 2, 3),))
    way = way_to(SYSTEM, state, me, Cell(3, 2))
    assert (way[0], way[-1]) == ((1, 1), (3, 2))
    assert (2, 0) not in way
    turns = bends(way)
    assert turns
    assert set(turns) <= set(way[1:-1])
    assert bends(way_to(SYSTEM, hall(me), me, Cell(5, 1))) == ()


@pytest.mark.parametrize("id", ["gruft", "kraehenfels", "muehlbruecke", "burghof", "nebelturm"])
def test_every_system_says_how_far_somebody_gets_and_what_could_be_done(id: str) -> None:
    situation = load_demo(id)
    system, state = situation.system, run_script(situation).state
    assert isinstance(system, Striding)
    who = state.timeline.acting[0]
    found = list(possibilities(system, state, who))
    assert any(p.possible and p.damage > 0 for p in found)
    for one in (p for p in found if p.cell is not None):
        there = replace(one.action, place=None)
        assert one.action.place is not None
        me = replace(state.tokens[who], space=one.action.place)
        assert system.plan(state.with_token(me), there).chance == one.chance


def test_a_process_answers_the_same() -> None:
    state = hall(someone(ME, 1, 1, SideId.HEROES), someone(FOE, 2, 1, SideId.FOES))
    question = Question(4, "what_if", question_state(state), token=ME)
    here = [a for a in answers(question) if a is not None]
    assert here[-1].found is None
    worker = Worker()
    heard: list[Answer] = []
    try:
        worker.ask(question)
        while not heard or heard[-1] != here[-1]:
            heard += worker.heard()
    finally:
        worker.close()
    assert heard == here
