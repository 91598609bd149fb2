"""Moving: metres for ZP, control zones and who blocks, running, breaking off."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
import shapely

from maps.grid import Cell, Footprint, point
from maps.shapes import Kind, make_obstacle
from rules.encounter.commands import Move
from rules.encounter.state import Encounter, Link, TokenId
from rules.play import Game
from rules.system.answers import MovePlan
from rules.systems.damakar import SYSTEM
from rules.systems.damakar.moving import half_metres
from rules.systems.damakar.options import options_of
from rules.systems.damakar.reach import engaged
from tests.rules.damakar.fights import acting, begin, do, fields, fight, refused, token, two

X = TokenId("x")


def at(state: Encounter, id: str = "x") -> tuple[float, float]:
    space = state.token(id).space
    return space.x / 512, space.y / 512


def way(state: Encounter, *points: tuple[float, float]) -> MovePlan:
    return SYSTEM.move_plan(state, X, [point(*p) for p in points])


def warned(plan: MovePlan) -> set[str]:
    return {p.code.removeprefix("damakar.") for p in plan.warnings}


@pytest.mark.mechanic("D27", "D30")
@pytest.mark.parametrize(
    ("strength", "walk", "run"), [(-5, 1, 2), (-1, 5, 10), (0, 6, 12), (2, 8, 16), (3, 9, 18)]
)
def test_strength_sets_the_step_in_half_metres(strength: int, walk: int, run: int) -> None:
    mover = token("x", strength=strength)
    assert half_metres(mover, options_of(fight())) == walk
    assert half_metres(mover, options_of(fight()), run=True) == run


@pytest.mark.mechanic("D27")
def test_a_way_is_counted_in_zp_with_all_its_corners() -> None:
    plan = way(fight(token("x")), (0, 0), (3, 0), (3, 4))
    assert plan.costs == (0, 1, 3)
    assert plan.summary.args["metres"] == 7
    assert way(fight(token("x")), (0, 0), (3, 4)).cost == 2
    assert way(fight(token("x")), (0, 0)).cost == 0


@pytest.mark.mechanic("D28")
def test_who_is_next_again_may_go_on() -> None:
    state = begin(two((9, 9)), x=10, y=8)
    state = do(state, "move", token="x", to=[3, 0])
    assert acting(state) == ["x"]
    state = do(state, "move", token="x", to=[6, 0])
    assert (acting(state), fields(state)["x"]) == (["x", "y"], 8)
    plan = way(begin(two((9, 9)), x=10, y=9), (0, 0), (9, 0))
    assert "somebody_else" in warned(plan)


def test_who_is_not_acting_is_only_put_there() -> None:
    state = begin(two((9, 9)), x=10, y=8)
    assert fields(do(state, "move", token="y", to=[8, 8])) == {"x": 10, "y": 8}
    assert fields(do(state, "move", token="x", to=[1, 1], free=True))["x"] == 10
    assert refused(state, "move", token="x", to=[0, 0]) == "nothing_changes"


def test_a_drag_of_the_desktop_costs_as_well() -> None:
    game = Game.begin(SYSTEM, begin(two((9, 9)), x=10, y=1))
    game.play(Move(token="x", to=(3, 0)))
    assert fields(game.state)["x"] == 9


@pytest.mark.mechanic("D29")
def test_control_zones_go_by_the_length_of_the_weapon() -> None:
    def zone(weapon: str, **options: Any) -> frozenset[Cell]:
        state = fight(token("x", right=weapon, weapons=[weapon]), **options)
        return SYSTEM.threatened(state, X)

    assert len(zone("dagger")) == 8
    assert Cell(2, 1) in zone("sword")
    assert Cell(2, 2) not in zone("sword")
    assert Cell(3, 2) in zone("longspear")
    assert len(zone("longbow")) == 8
    assert Cell(2, 0) not in zone("sword", square_cm=150)
    assert Cell(3, 0) in zone("sword", control_zone_2=280)
    big = fight(token("x", size=2, right="sword", weapons=["sword"]))
    assert Cell(3, 0) in SYSTEM.threatened(big, X)
    assert Cell(0, 0) not in SYSTEM.threatened(big, X)
    out = fight(token("x", conditions=["incapacitated"]))
    assert SYSTEM.threatened(out, X) == frozenset()


@pytest.mark.mechanic("D29")
def test_walls_end_a_control_zone() -> None:
    wall = make_obstacle("w", Kind.WALL, (point(1, -5), point(1, 5)))
    cells = SYSTEM.threatened(fight(token("x"), obstacles=[wall]), X)
    assert Cell(1, 0) not in cells
    assert Cell(-1, 0) in cells


@pytest.mark.mechanic("D29")
def test_a_foe_blocks_by_saying_so_and_the_zp_is_spent() -> None:
    state = begin(two((6, 0)), x=20, y=5)
    assert "control_zone" in warned(way(state, (0, 0), (5, 0)))
    state = do(state, "move", token="x", to=[5, 0])
    blocked = do(state, "block", token="y", target="x")
    assert at(blocked) == (4, 0)
    assert blocked.timeline.at == state.timeline.at
    assert refused(blocked, "block", token="y", target="x") == "no_block"
    assert refused(state, "block", token="x", target="y") == "no_block"


@pytest.mark.mechanic("D29")
@pytest.mark.parametrize(("choice", "x"), [("let", 5), ("block", 4)])
def test_the_table_may_let_the_program_ask(choice: str, x: int) -> None:
    state = begin(two((6, 0), block="ask"), x=20, y=5)
    state = do(state, "move", [], [choice], token="x", to=[5, 0])
    assert at(state) == (x, 0)
    runner = begin(two((6, 0), block="ask", block_runners=False), x=20, y=5)
    assert at(do(runner, "run", token="x", to=[5, 0])) == (5, 0)


@pytest.mark.mechanic("D30")
def test_running_costs_ap_for_each_zp_and_needs_a_free_back() -> None:
    state = begin(two((9, 9)), x=20, y=1)
    ran = do(state, "run", token="x", to=[12, 0])
    assert fields(ran)["x"] == 18
    assert ran.token("x").vitals.ap_spent == 4  # type: ignore[attr-defined]  # of this system
    close = begin(two(), x=20, y=1)
    assert refused(close, "run", token="x", to=[-6, 0]) == "must_turn"
    turned = do(close, "turn_away", token="x")
    fled = do(turned, "run", token="x", to=[-6, 0])
    assert fled.token("x").has("turned_away")
    assert fields(do(close, "run", token="x", to=[-6, 0], force=True))["x"] == 19
    loose = begin(two(run_needs_turn=False), x=20, y=1)
    assert fields(do(loose, "run", token="x", to=[-6, 0]))["x"] == 19


@pytest.mark.mechanic("D31")
def test_breaking_off_works_unless_the_foe_follows() -> None:
    state = begin(two(), x=20, y=10)
    assert engaged(state, state.token("x")) == ("y",)
    assert "engaged" in warned(way(state, (0, 0), (-3, 0)))
    free = do(state, "disengage", [], ["stay"], token="x", to=[-3, 0])
    assert (at(free), fields(free)) == ((-3, 0), {"x": 13, "y": 10})
    assert engaged(free, free.token("x")) == ()
    close = do(state, "disengage", [], ["follow"], token="x", to=[-4, 0])
    assert (at(close, "y"), fields(close)) == ((-3, 0), {"x": 13, "y": 8})
    assert engaged(close, close.token("x")) == ("y",)
    stiff = begin(fight(token("x", zp_armour=2), token("y", (1, 0), side="foes")), x=20, y=10)
    assert fields(do(stiff, "disengage", [], ["stay"], token="x"))["x"] == 11


@pytest.mark.mechanic("D31")
def test_whom_somebody_else_holds_cannot_follow() -> None:
    state = fight(token("x"), token("y", (1, 0), side="foes"), token("z", (2, 0)))
    state = do(begin(state, x=20, y=10, z=5), "disengage", token="x", to=[-3, 0])  # nothing asked
    assert fields(state)["y"] == 10


def test_ways_warn_of_walls_and_others() -> None:
    wall = make_obstacle("w", Kind.WALL, (point(2, -5), point(2, 5)))
    state = fight(token("x"), token("y", (4, 0), side="foes"), obstacles=[wall])
    assert {"wall_crossed", "occupied"} <= warned(way(state, (0, 0), (4, 0)))
    slow = fight(token("x", strength=-5))
    assert half_metres(slow.token("x"), options_of(slow)) == 1
    assert warned(way(slow, (0, 0), (1, 0))) == set()


def test_glances_are_seen_from_the_place() -> None:
    (badge,) = SYSTEM.glances(two((5, 0)), X, Footprint.at(4, 0))
    assert badge.in_reach


def test_who_rides_goes_with_the_mount() -> None:
    state = fight(token("x"), token("y", (0, 0)), token("z", (9, 9), side="foes"))
    state = replace(state, links=(Link("mount", TokenId("x"), TokenId("y")),))
    state = do(state, "start", values={"x": 20, "z": 3}, tokens=["x", "z"])
    state = do(state, "move", token="x", to=[2, 0])
    assert state.token("y").space == state.token("x").space == Footprint.at(2, 0)
    state = do(state, "move", token="y", to=[5, 5])
    assert state.token("x").space == Footprint.at(5, 5)


# -- ways past a control zone -------------------------------------------------------------------

Spot = tuple[float, float]

GRAZES: list[tuple[Spot, Spot, float]] = [
    ((1, -2), (6.5, 5), 1),
    ((8, 2), (11.5, -5.5), 2),
    ((0, 2), (4.5, 2.5), 2),
]
"""Ways that meet the zone of y only between two places half a square apart."""

MIDDLE = shapely.Point(6.5, 0.5)


def spot(dice: random.Random) -> Spot:
    return dice.randrange(24) / 2, dice.randrange(-12, 12) / 2


def swept(start: Spot, end: Spot, size: float) -> shapely.Geometry:
    """Return all ground over which a square goes."""
    return shapely.union_all(
        [shapely.box(x, y, x + size, y + size) for x, y in (start, end)]
    ).convex_hull


@pytest.mark.mechanic("D29")
def test_a_way_enters_a_zone_exactly_where_the_ground_it_takes_meets_the_circle() -> None:
    dice, counts = random.Random(7), {True: 0, False: 0}
    drawn = [(spot(dice), spot(dice), size) for size in (1.0, 2.0) for _ in range(300)]
    for start, end, size in (*GRAZES, *drawn):
        if swept(start, start, size).distance(MIDDLE) < 2:
            continue  # in the zone from the first
        state = fight(token("x", size=size), token("y", (6, 0), side="foes"))
        wanted = swept(start, end, size).distance(MIDDLE) < 2
        counts[wanted] += 1
        assert ("control_zone" in warned(way(state, start, end))) is wanted, (start, end, size)
    assert min(counts.values()) > 50


@pytest.mark.mechanic("D29")
@pytest.mark.parametrize(("start", "end", "size"), GRAZES)
def test_who_grazes_a_zone_is_stopped_within_it(start: Spot, end: Spot, size: float) -> None:
    fighters = token("x", start, size=size), token("y", (6, 0), side="foes")
    state = begin(fight(*fighters), x=20, y=5)
    moved = do(state, "move", token="x", to=list(end))
    place = at(do(moved, "block", token="y", target="x"))
    assert swept(place, place, size).distance(MIDDLE) < 2
    assert swept(start, end, size).buffer(0.01).contains(swept(place, place, size))


@pytest.mark.mechanic("D29")
def test_a_small_one_enters_a_zone_with_the_corner_of_a_square() -> None:
    """Whoever is smaller than a square takes it whole: (4, 1) is in the zone, (4, 2) is not."""
    state = fight(token("x", size=0.5), token("y", (6, 0), side="foes"))
    assert "control_zone" in warned(way(state, (3.35, 1.25), (4.05, 1.95)))
    assert "control_zone" not in warned(way(state, (3.25, 1.45), (3.95, 2.15)))


@pytest.mark.mechanic("D29")
def test_what_hangs_over_a_small_one_ends_no_zone() -> None:
    beam = make_obstacle("w", Kind.WALL, (point(1, -5), point(1, 5)), bottom=256)
    low = fight(token("x", size=0.5), obstacles=[beam])
    assert Cell(1, 0) in SYSTEM.threatened(low, X)
    tall = fight(token("x"), obstacles=[beam])
    assert Cell(1, 0) not in SYSTEM.threatened(tall, X)
