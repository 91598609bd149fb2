"""What a way costs, which action it takes, and whom it gives an opportunity (§2, §8)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from maps.grid import SUB, Point, point
from maps.shapes import Kind
from rules.core.glossary import Glossary
from rules.encounter.state import Encounter, Link, TokenId
from rules.system.answers import MovePlan
from rules.systems.pathfinder.moving import move_plan
from tests.rules.pathfinder.fights import fight, token, wall

A = TokenId("a")


def way(*squares: tuple[float, float]) -> list[Point]:
    return [point(x, y) for x, y in squares]


def plan(state: Encounter, *squares: tuple[float, float]) -> MovePlan:
    return move_plan(state, A, way(*squares))


def alone(**fields: Any) -> Encounter:
    return fight(token("a", **fields))


def codes(found: MovePlan) -> list[str]:
    return [p.code.removeprefix("pathfinder.") for p in found.warnings]


def strikers(found: MovePlan) -> list[str]:
    return [p.subject for p in found.warnings if p.code == "pathfinder.opportunity"]


# -- what it costs ------------------------------------------------------------------------------


@pytest.mark.mechanic("P64")
@pytest.mark.parametrize(
    ("goal", "cost"),
    [((1, 1), 1), ((2, 1), 2), ((2, 2), 3), ((3, 1), 3), ((3, 2), 4), ((3, 3), 4), ((4, 4), 6)],
)
def test_diagonals_count_one_two_one_two(goal: tuple[int, int], cost: int) -> None:
    assert plan(alone(), (0, 0), goal).cost == cost


def test_the_count_runs_on_over_waypoints() -> None:
    found = plan(alone(), (0, 0), (1, 1), (2, 2), (3, 2))
    assert found.costs == (0, 1, 3, 4)


def test_difficult_ground_costs_double() -> None:
    mud = wall("m", (1, -1), (3, -1), (3, 2), (1, 2), kind=Kind.TERRAIN)
    assert plan(fight(token("a"), obstacles=[mud]), (0, 0), (3, 0)).cost == 5


@pytest.mark.parametrize(("count", "costs"), [("three", (0, 3, 6, 7)), ("double", (0, 2, 6, 7))])
def test_a_diagonal_into_difficult_ground_costs_what_the_option_says(
    count: str, costs: tuple[float, ...]
) -> None:
    mud = wall("m", (1, 1), (3, 1), (3, 3), (1, 3), kind=Kind.TERRAIN)
    state = fight(token("a"), obstacles=[mud], difficult_diagonal=count)
    assert plan(state, (0, 0), (1, 1), (2, 2), (3, 2)).costs == costs


@pytest.mark.parametrize(
    ("squares", "action"),
    [(1, "step"), (2, "move"), (6, "move"), (7, "double"), (12, "double"), (13, "run"),
     (24, "run"), (25, "too_far")],
)  # fmt: skip
def test_the_speed_says_which_action_a_way_takes(squares: int, action: str) -> None:
    found = plan(alone(), (0, 0), (squares, 0))
    said = found.summary.args["action"]
    assert getattr(said, "key", "") == f"move.pathfinder.{action}"
    assert ("too_far" in codes(found)) is (action == "too_far")


def test_the_pill_reads_as_the_picture_shows(german: Glossary) -> None:
    found = plan(alone(), (6, 6), (7, 5), (8, 4))
    assert german.say(found.summary) == "4,5 m · 3 Felder · Bewegungsaktion"
    assert german.say(plan(alone(), (0, 0), (1, 0)).summary) == "1,5 m · 1 Feld · 1,5-m-Schritt"


def test_standing_still_costs_nothing() -> None:
    assert plan(alone(), (0, 0)).cost == 0
    assert plan(alone(), (0, 0), (0, 0)).cost == 0


@pytest.mark.parametrize(
    ("condition", "far"), [("entangled", 12), ("prone", 4), ("grappled", 0), ("paralysed", 0)]
)
def test_conditions_slow(condition: str, far: int) -> None:
    found = plan(alone(conditions=[condition]), (0, 0), (13, 0))
    assert found.warnings[0].args["most"] == far


def test_who_has_one_action_cannot_move_twice() -> None:
    assert "one_action" in codes(plan(alone(conditions=["staggered"]), (0, 0), (7, 0)))
    assert codes(plan(alone(conditions=["staggered"]), (0, 0), (6, 0))) == []


# -- walls and places ---------------------------------------------------------------------------


def test_walls_warn_and_never_refuse() -> None:
    state = fight(token("a"), obstacles=[wall("w", (2, -2), (2, 2))])
    found = plan(state, (0, 0), (4, 0))
    assert codes(found) == ["wall_crossed"]
    assert found.cost == 4


def test_an_occupied_goal_is_pointed_out() -> None:
    state = fight(token("a"), token("b", (3, 0)))
    assert codes(plan(state, (0, 0), (3, 0))) == ["occupied"]
    assert codes(plan(state, (0, 0), (4, 0))) == []


def test_riders_and_the_dead_do_not_occupy() -> None:
    state = fight(token("a"), token("b", (3, 0), conditions=["dead"]), token("m", (5, 0), size=2))
    tied = Encounter(state.system, tokens=state.tokens, links=(Link("mount", A, TokenId("m")),))
    assert codes(plan(state, (0, 0), (3, 0))) == []
    assert codes(plan(state, (0, 0), (5, 0))) == ["occupied"]
    assert codes(plan(tied, (0, 0), (5, 0))) == []


# -- opportunities ------------------------------------------------------------------------------


def facing(at: tuple[float, float] = (1, 1), **fields: Any) -> Encounter:
    return fight(token("a"), token("o", at, side="foes", **fields))


def test_leaving_a_threatened_square_gives_an_opportunity() -> None:
    found = plan(facing(), (0, 0), (-2, 0))
    assert strikers(found) == ["o"]
    assert found.warnings[0].points == (Point(256, 256),)


def test_entering_one_does_not() -> None:
    assert strikers(plan(facing((3, 1)), (0, 0), (2, 0))) == []


def test_passing_by_does_once() -> None:
    assert strikers(plan(facing((3, 1)), (0, 0), (6, 0))) == ["o"]


def test_a_step_never_does() -> None:
    assert strikers(plan(facing(), (0, 0), (-1, 0))) == []


def test_withdrawing_saves_the_start_only() -> None:
    a = token("a", conditions=["withdrawing"])
    near, far = token("o", (1, 1), side="foes"), token("p", (-3, 1), side="foes")
    assert strikers(plan(fight(a, near, far), (0, 0), (-2, 0))) == []
    assert strikers(plan(fight(a, near, far), (0, 0), (-6, 0))) == ["p"]


@pytest.mark.mechanic("P12")
def test_cover_protects() -> None:
    low = wall("l", (0, 1), (2, 1), kind=Kind.LOW)
    state = fight(token("a"), token("o", (0, 1), side="foes"), obstacles=[low])
    assert strikers(plan(state, (0, 0), (-2, 0))) == []


@pytest.mark.mechanic("P40")
def test_total_concealment_protects() -> None:
    state = fight(token("a", conditions=["invisible"]), token("o", (1, 1), side="foes"))
    assert strikers(plan(state, (0, 0), (-2, 0))) == []


def test_who_has_struck_this_round_strikes_no_more() -> None:
    state = facing()
    foe = state.token("o")
    assert strikers(plan(state, (0, 0), (-2, 0))) == ["o"]
    spent = foe.vitals.model_copy(update={"opportunities": 1})
    state = state.with_token(replace(foe, vitals=spent))
    assert strikers(plan(state, (0, 0), (-2, 0))) == []


@pytest.mark.parametrize("condition", ["flat_footed", "stunned", "asleep", "dead"])
def test_who_cannot_react_does_not_strike(condition: str) -> None:
    assert strikers(plan(facing(conditions=[condition]), (0, 0), (-2, 0))) == []


@pytest.mark.mechanic("P64")
def test_reach_counts() -> None:
    ogre = token("o", (2, 0), side="foes", size=2)
    assert strikers(plan(fight(token("a"), ogre), (0, 0), (-2, 0))) == ["o"]
    human = token("o", (2, 0), side="foes")
    assert strikers(plan(fight(token("a"), human), (0, 0), (-2, 0))) == []


def test_friends_never_strike() -> None:
    assert strikers(plan(fight(token("a"), token("b", (1, 1))), (0, 0), (-2, 0))) == []


def test_a_tiny_one_gives_an_opportunity_as_it_comes_in() -> None:
    rat = token("a", size=0.5, reach=0)
    state = fight(rat, token("o", (2, 0), side="foes"))
    assert strikers(plan(state, (0, 0), (2, 0))) == ["o"]
    assert codes(plan(state, (0, 0), (2, 0))).count("occupied") == 0


def test_the_pill_names_the_striker(german: Glossary) -> None:
    found = plan(facing(), (0, 0), (-2, 0)).warnings[0]
    assert german.say_with(f"problem.{found.code}", found.args) == "Gelegenheit: O"


def test_walls_and_rubble_of_another_storey_are_in_nobodys_way() -> None:
    upstairs = wall("w", (2, -9), (2, 9), bottom=2 * SUB)
    rubble = wall("r", (3, -1), (4, -1), (4, 2), (3, 2), kind=Kind.TERRAIN, bottom=2 * SUB)
    state = fight(token("a"), obstacles=[upstairs, rubble])
    below = move_plan(state, TokenId("a"), [point(0, 0), point(4, 0)])
    assert (below.cost, below.warnings) == (4, ())
    high = state.with_token(replace(state.token("a"), elevation=2 * SUB))
    above = move_plan(high, TokenId("a"), [point(0, 0), point(4, 0)])
    assert above.cost == 5
    assert [w.code for w in above.warnings] == ["pathfinder.wall_crossed"]


# -- the tiny --------------------------------------------------------------------------------------


def test_reach_weapons_strike_at_tiny_creatures_as_far_as_at_others() -> None:
    spear: list[dict[str, Any]] = [{"id": "spear", "reach": True}]
    for size in (0.5, 1):
        state = fight(token("a", size=size), token("b", (2, 1), side="foes", weapons=spear))
        assert strikers(plan(state, (0, 0), (-1, 0), (-2, 0))) == ["b"]


def test_a_tiny_creature_that_withdraws_into_a_foe_is_struck() -> None:
    state = fight(token("a", size=0.5, conditions=["withdrawing"]), token("b", (1, 0), side="foes"))
    assert strikers(plan(state, (0, 0), (1, 0), (2, 0))) == ["b"]
    found = plan(state, (0, 0), (1, 0), (2, 0))
    (warned,) = [p for p in found.warnings if p.code == "pathfinder.opportunity"]
    assert warned.points[0].x < SUB
    assert strikers(plan(state, (0, 0), (-1, 0), (-2, 0))) == []
