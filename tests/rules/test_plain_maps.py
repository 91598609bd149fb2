"""What the map says in every system: who is in the way, what is too high, who is out of reach."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from maps.grid import SUB, Cell, Point
from maps.shapes import Grade
from rules import registry
from rules.encounter.plans import AttackAction
from rules.encounter.situation import Situation, load_situation
from rules.encounter.state import TokenId
from rules.forecast.ways import reached, stride_of
from rules.system import RuleSystem
from rules.system.answers import Glance
from rules.system.ground import HeatQuestion, SupportsHeat

PLAIN = ("damakar", "das_system", "muinimula")
EVERY = (*PLAIN, "osric", "pathfinder")
A, T = TokenId("A"), TokenId("T")
PACES = {"osric": {"move": 30}, "muinimula": {"movement": 6}}


def fight(
    system: str, *others: dict[str, Any], walls: tuple[dict[str, Any], ...] = (), **target: Any
) -> Situation[RuleSystem]:
    """Put A at (0, 0) and T, four squares to his right, on a board of eight by four squares."""
    me = {"id": "A", "side": "heroes", "at": [0, 0], "sheet": PACES.get(system, {})}
    foe = {"id": "T", "side": "foes", "at": [4, 0], **target}
    board = {"left": 0, "top": 0, "width": 8, "height": 4, "obstacles": list(walls)}
    case = {"format": 1, "system": system, "board": board, "tokens": [me, foe, *others]}
    return load_situation(case, registry.get)


def between(**facts: Any) -> dict[str, Any]:
    """Return somebody big right between both."""
    return {"id": "x", "side": "heroes", "at": [2, -1], "size": 2, **facts}


def badge(fight: Situation[RuleSystem], weapon: str = "longbow") -> Glance:
    me = fight.state.token(A)
    found = fight.system.glances(fight.state, A, me.space, weapon)
    return next(one for one in found if one.token == T)


def planned(fight: Situation[RuleSystem], weapon: str = "longbow") -> tuple[Grade, int]:
    cover = fight.system.plan(fight.state, AttackAction(A, T, weapon)).cover
    return cover.grade, cover.percent


GONE = {"damakar": "incapacitated", "das_system": "prone", "muinimula": "lying"}


@pytest.mark.parametrize("system", PLAIN)
def test_who_stands_in_the_way_is_the_same_for_badge_and_plan(system: str) -> None:
    in_the_way = {
        "stands": fight(system, between()),
        "told so": fight(system, between(conditions=["dead"], gives_cover=True)),
    }
    not_there = {
        "lies": fight(system, between(conditions=[GONE[system]])),
        "dead": fight(system, between(conditions=["dead"])),
        "told not to": fight(system, between(gives_cover=False)),
        "flies over it": fight(system, between(elevation=3)),
        "carries him": fight(system, {"id": "x", "side": "foes", "at": [3, -1], "size": 2}),
    }
    for name, one in in_the_way.items():
        assert badge(one).grade is planned(one)[0] is Grade.SOFT, name
    for name, one in not_there.items():
        assert badge(one).grade is Grade.NONE, name
        assert planned(one) == (Grade.NONE, 0), name


@pytest.mark.parametrize("system", PLAIN)
def test_a_wall_over_both_heads_shelters_nobody(system: str) -> None:
    wall = {"kind": "wall", "points": [[2, 0], [2, 0.5]], "bottom": 3}
    over = fight(system, walls=(wall,))
    assert badge(over).grade is planned(over)[0] is Grade.NONE
    before = fight(system, walls=({"kind": "wall", "points": [[2, -1], [2, 0.9]]},))
    assert badge(before).grade is planned(before)[0] is Grade.HARD


@pytest.mark.parametrize("system", PLAIN)
def test_the_corner_without_a_wall_is_chosen_although_somebody_stands_before_it(
    system: str,
) -> None:
    """From the upper corners a wall stops lines, from the lower ones a creature alone does."""
    stub = {"kind": "wall", "points": [[3, -1], [3, 0.25]]}
    low = {"id": "x", "side": "heroes", "at": [2, 0], "size": 1}
    found = fight(system, low, walls=(stub,))
    assert badge(found).grade is Grade.SOFT
    assert planned(found) == (Grade.SOFT, 50)


@pytest.mark.parametrize("system", EVERY)
def test_an_arch_over_the_head_stops_nobody_and_a_low_wall_no_flyer(system: str) -> None:
    arch = {"kind": "wall", "points": [[1, 0], [1, 4]], "bottom": 3}
    low = {"kind": "wall", "points": [[1, 0], [1, 4]], "top": 1}
    whole = {"kind": "wall", "points": [[1, 0], [1, 4]]}
    assert not stops(fight(system, walls=(arch,)))
    assert stops(fight(system, walls=(low,)))
    assert not stops(fight(system, walls=(low,)), elevation=2)
    assert stops(fight(system, walls=(whole,)), elevation=2)


def stops(fight: Situation[RuleSystem], elevation: int = 0) -> bool:
    """Whether A cannot get to the square on his right, by his way and on the map of ways."""
    state, system = fight.state, fight.system
    me = replace(state.token(A), elevation=elevation * SUB)
    state = state.with_token(me)
    plan = system.move_plan(state, A, [Point(0, 0), Point(SUB, 0)])
    crossed = any(problem.code.endswith(".wall_crossed") for problem in plan.warnings)
    ways = reached(system, state, me, stride_of(system, state, me))
    assert crossed is ((1, 0) not in ways)
    if isinstance(system, SupportsHeat):
        patches = system.heat(state, HeatQuestion("reach", A))
        cells = {cell for patch in patches for cell, *_ in patch.cells()}
        assert crossed is ((1, 0) not in cells)
    return crossed


@pytest.mark.parametrize("system", EVERY)
def test_nobody_gets_round_a_wall_over_the_rim_of_the_board(system: str) -> None:
    wall = {"kind": "wall", "points": [[1, 0], [1, 4]]}
    inside = fight(system, walls=(wall,))
    state, rules = inside.state, inside.system
    ways = set(reached(rules, state, state.token(A), stride_of(rules, state, state.token(A))))
    if isinstance(rules, SupportsHeat):
        patches = rules.heat(state, HeatQuestion("reach", A))
        ways |= {cell for patch in patches for cell, *_ in patch.cells()}
    assert ways
    assert {cell.x for cell in ways} == {0}


@pytest.mark.parametrize("system", EVERY)
def test_foes_bar_the_way_of_a_narrow_passage(system: str) -> None:
    walls = ({"kind": "wall", "points": [[0, 1], [8, 1]]},)
    barred = fight(system, walls=walls, at=[1, 0])
    state, rules = barred.state, barred.system
    ways = set(reached(rules, state, state.token(A), stride_of(rules, state, state.token(A))))
    if isinstance(rules, SupportsHeat):
        patches = rules.heat(state, HeatQuestion("reach", A))
        ways |= {cell for patch in patches for cell, *_ in patch.cells()}
    assert ways <= {(0, 0)}


@pytest.mark.parametrize("system", EVERY)
def test_a_sword_does_not_reach_who_flies_high_above(system: str) -> None:
    for far, near in ((0, True), (1, True), (6, False)):
        found = badge(fight(system, at=[1, 0], elevation=far), "sword")
        assert found.in_reach is near, far


@pytest.mark.parametrize("system", ["damakar", "das_system", "osric", "muinimula"])
def test_one_may_stop_where_somebody_lies_out_of_the_fight(system: str) -> None:
    out = {"damakar": "incapacitated", "das_system": "unconscious"}.get(system, "unconscious")
    lying = fight(system, at=[1, 0], conditions=[out])
    plan = lying.system.move_plan(lying.state, A, [Point(0, 0), Point(SUB, 0)])
    assert not any(problem.code.endswith(".occupied") for problem in plan.warnings)


def test_safety_counts_the_lines_of_the_foes_not_ones_own() -> None:
    """A wall that stops shots from one side alone hides whoever stands behind it (Das System)."""
    wall = {"kind": "wall", "points": [[2, -3], [2, 7]]}
    for side in ("left", "right"):
        found = fight("das_system", walls=({**wall, "side": side},))
        assert isinstance(found.system, SupportsHeat)
        patches = found.system.heat(found.state, HeatQuestion("safety", A), [0])
        grades = {cell: grade for patch in patches for cell, grade, *_ in patch.cells()}
        foes = (
            registry.get("das_system").plan(found.state, AttackAction(T, A, "longbow")).cover.grade
        )
        assert grades[Cell(0, 0)] is foes
        assert foes is (Grade.NONE if side == "right" else Grade.TOTAL)


def test_nobody_is_struck_in_the_back_through_a_wall() -> None:
    back = fight("das_system", facing=90)
    walled = fight("das_system", facing=90, walls=({"kind": "wall", "points": [[4, -2], [4, 5]]},))
    for found, cells in ((back, {(3, 0)}), (walled, set())):
        assert isinstance(found.system, SupportsHeat)
        patches = found.system.heat(found.state, HeatQuestion("flank", A, T))
        marked = {tuple(cell) for patch in patches for cell, *_ in patch.cells()}
        assert marked == cells


@pytest.mark.parametrize("system", EVERY)
def test_difficult_ground_counts_twice(system: str) -> None:
    rubble = {"kind": "terrain", "points": [[1, 0], [3, 0], [3, 4], [1, 4]]}
    rough, plain = fight(system, walls=(rubble,)), fight(system)
    costs = {}
    for name, found in (("rough", rough), ("plain", plain)):
        points = [Point(0, 0), Point(2 * SUB, 0)]
        costs[name] = found.system.move_plan(found.state, A, points).cost
    assert costs["rough"] > costs["plain"]
    if system == "damakar":  # 3 m to a ZP, squares of 1 m: 2 m count as 4 m
        assert costs == {"rough": 2, "plain": 1}
    else:
        assert costs == {"rough": 4, "plain": 2}
