"""Storeys by command: made, moved, removed, joined, changed; and no rule leads to another."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from maps.board import Board, Light, Storey
from maps.floor import Floor, FloorItem
from maps.grid import SUB, Cell, Footprint, point
from maps.shapes import Grade, Kind, make_obstacle
from maps.storeys import with_storeys
from rules import registry
from rules.core.asking import SeededDice
from rules.core.glossary import Glossary
from rules.encounter.commands import CommandError, command_from
from rules.encounter.plans import AttackAction
from rules.encounter.situation import plan_json
from rules.encounter.state import Encounter, SideId, TokenId
from rules.play import Game
from rules.system import RuleSystem
from rules.system.ground import HeatQuestion, SupportsHeat
from rules.testing import default_token

GERMAN = Glossary.load("de")
NAMES = registry.system_ids()


def game(system: RuleSystem | None = None, board: Board | None = None) -> Game:
    system = system or registry.get("pathfinder")
    state = Encounter(system.id, board=board or Board(width=10, height=8))
    for id, x, side in (("a", 8, SideId.HEROES), ("b", 9, SideId.FOES)):
        state = state.with_token(default_token(system, id, x, side))
    return Game.begin(system, state, GERMAN.say)


def do(played: Game, what: str, **fields: Any) -> None:
    played.do(command_from(played.system, {"do": what, **fields}), SeededDice(0))


def refused(played: Game, what: str, **fields: Any) -> str:
    with pytest.raises(CommandError) as error:
        do(played, what, **fields)
    return error.value.problem.code


def at(played: Game, id: str) -> Cell:
    space = played.state.token(id).space
    return Cell(space.x // SUB, space.y // SUB)


def test_the_first_storey_makes_the_map_one_too_and_undo_forgets_both() -> None:
    played = game()
    before = played.state.board
    do(played, "storey", width=12)
    ground, new = played.state.board.storeys
    assert (ground.name, ground.width, new.name) == ("Erdgeschoss", 10, "Stockwerk 1")
    assert (new.left, new.top, new.width, new.height) == (14, 0, 12, 16)
    assert (played.state.board.width, played.state.board.height) == (26, 16)
    do(played, "undo")
    assert played.state.board == before


def test_storeys_are_named_and_ordered() -> None:
    played = game()
    do(played, "storey", id="up", name="Dach")
    do(played, "storey", id="up", name="Turm", place=0)
    assert [s.name for s in played.state.board.storeys] == ["Turm", "Erdgeschoss"]
    assert refused(played, "storey", id="up", name="Turm") == "nothing_changes"
    do(played, "undo")
    assert [s.name for s in played.state.board.storeys] == ["Erdgeschoss", "Dach"]


def full_house() -> Game:
    floor = Floor(
        "rock", 1, (FloorItem("tree", (point(2, 2),)), FloorItem("tree", (point(16, 2),)))
    )
    up = make_obstacle("up", Kind.WALL, (point(15, 1), point(18, 1)))
    low = make_obstacle("low", Kind.WALL, (point(1, 1), point(4, 1)))
    board = Board(obstacles=(low, up), lights=(Light("l", point(16, 3), SUB, SUB),), floor=floor)
    storeys = (Storey("low", "Keller", 0, 0, 10, 8), Storey("up", "Dach", 14, 0, 10, 8))
    return game(board=with_storeys(board, storeys))


def test_a_removed_storey_takes_along_what_is_on_it_and_undo_brings_it_back() -> None:
    played = full_house()
    do(played, "stairs", a=[2, 2], b=[16, 2])
    do(played, "change_storey", tokens=["b"], storey="up")
    before = played.state
    do(played, "remove_storey", storey="up")
    board = played.state.board
    assert list(played.state.tokens) == ["a"]
    assert [o.id for o in board.obstacles] == ["low"]
    assert (board.lights, board.stairs, len(board.floor.items), board.width) == ((), (), 1, 10)
    assert refused(played, "remove_storey", storey="low") == "last_storey"
    assert refused(played, "remove_storey", storey="x") == "storey_unknown"
    do(played, "undo")
    assert played.state == before


def test_tokens_go_to_the_same_square_or_the_nearest_free_one() -> None:
    played = full_house()
    do(played, "change_storey", tokens=["a", "b"], storey="up")
    assert (at(played, "a"), at(played, "b")) == (Cell(22, 0), Cell(23, 0))
    do(played, "change_storey", tokens=["a"], storey="low", at=[3, 3])
    do(played, "change_storey", tokens=["b"], storey="low", at=[3, 3])
    assert at(played, "a") == Cell(3, 3)
    assert abs(at(played, "b").x - 3) + abs(at(played, "b").y - 3) == 1
    assert refused(played, "change_storey", tokens=["a"], storey="low") == "nothing_changes"
    do(played, "undo")
    assert at(played, "b") == Cell(23, 0)


def test_stairs_join_two_storeys_only() -> None:
    played = full_house()
    assert refused(played, "stairs", a=[2, 2], b=[3, 3]) == "stairs_on_one_storey"
    do(played, "stairs", a=[2, 2], b=[16, 2])
    (stairs,) = played.state.board.stairs
    assert (stairs.a, stairs.b) == (Cell(2, 2), Cell(16, 2))
    do(played, "stairs", remove=[stairs.id])
    assert played.state.board.stairs == ()
    assert refused(played, "stairs", remove=["x"]) == "stairs_unknown"


# -- the rules ----------------------------------------------------------------------------------

CLOSE = (Storey("low", "Keller", 0, 0, 9, 8), Storey("up", "Dach", 10, 0, 9, 8))
"""Two storeys as close as files may have them: a square lies between two who stand apart."""


def parted(name: str, *, apart: bool = True) -> Game:
    board = Board(width=19, height=8)
    played = game(registry.get(name), with_storeys(board, CLOSE) if apart else board)
    do(played, "move", token="b", to=[10, 0], free=True)
    return played


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("weapon", ["sword", "longbow"])
def test_no_attack_leads_to_another_storey_and_the_plan_says_so(name: str, weapon: str) -> None:
    action = AttackAction(TokenId("a"), TokenId("b"), weapon)
    near, far = parted(name, apart=False), parted(name)
    before = near.system.plan(near.state, action)
    assert "other_storey" not in [p.code for p in before.problems]
    plan = far.system.plan(far.state, action)
    assert "other_storey" in [p.code for p in plan.problems]
    assert not plan.possible
    assert plan.cover.grade is not Grade.NONE or plan.cover.percent == 0
    problem = next(p for p in plan.problems if p.code == "other_storey")
    said = GERMAN.say_with("problem.other_storey", problem.args)
    assert said == "b ist auf einem anderen Stockwerk („Dach“)."
    assert plan_json(plan, far.state)["possible"] is False


@pytest.mark.parametrize("name", NAMES)
def test_nobody_threatens_or_flanks_across_storeys(name: str) -> None:
    far = parted(name)
    zone = far.system.threatened(far.state, TokenId("a"))
    assert all(cell.x < 10 for cell in zone)
    friend = default_token(far.system, "c", 11, SideId.HEROES)
    state = far.state.with_token(replace(friend, space=Footprint.at(11, 0)))
    plan = far.system.plan(state, AttackAction(TokenId("c"), TokenId("b"), "sword"))
    assert plan.flanking == ()


@pytest.mark.parametrize("name", NAMES)
def test_heat_and_reach_stay_inside_the_storey(name: str) -> None:
    far = parted(name)
    if not isinstance(far.system, SupportsHeat):
        pytest.skip("asked square by square")
    question = HeatQuestion("reach", TokenId("a"))
    cells = [c for patch in far.system.heat(far.state, question) for c, *_ in patch.cells()]
    assert cells
    assert all(cell.x < 9 for cell in cells)


@pytest.mark.parametrize("name", NAMES)
def test_a_creature_of_another_storey_is_no_cover(name: str) -> None:
    far = parted(name)
    target = default_token(far.system, "t", 2, SideId.FOES)
    state = far.state.with_token(target)
    action = AttackAction(TokenId("a"), TokenId("t"), "longbow")
    without = replace(state, tokens={k: t for k, t in state.tokens.items() if k != "b"})
    plan = far.system.plan(state, action)
    assert "other_storey" not in [p.code for p in plan.problems]
    assert plan.cover == far.system.plan(without, action).cover
