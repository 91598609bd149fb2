"""Heat maps in bulk say what badges and plans say, square by square."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from maps.batch import Batch
from maps.board import Board
from maps.caster import Caster
from maps.grid import SUB, Cell, Footprint
from maps.joined import neighbours
from maps.shapes import Grade, Kind, Obstacle
from maps.sight import sight_map
from maps.uses import Marks
from rules.encounter.plans import AttackAction
from rules.encounter.state import Encounter, TokenId
from rules.system.ground import HeatKind, HeatPatch, HeatQuestion, SupportsHeat
from rules.systems.pathfinder import SYSTEM
from rules.systems.pathfinder.glance import glances
from rules.systems.pathfinder.judge import armour_bonus
from rules.systems.pathfinder.plan import plan
from rules.systems.pathfinder.tables import sheet_of
from tests.rules.pathfinder.fights import fight, token, wall

SIDE = 10
A = TokenId("a")


def random_map(seed: int, big: bool = False, special: bool = False) -> Encounter:
    """Scatter walls of all kinds and creatures; ``special`` adds one-way walls and grades."""
    dice = random.Random(seed)
    kinds = (Kind.WALL, Kind.WALL, Kind.WALL, Kind.LOW, Kind.SLIT, Kind.COVER, Kind.FOG)
    obstacles: list[Obstacle] = []
    for i in range(18):
        x, y = dice.randrange(SIDE), dice.randrange(SIDE)
        dx, dy = dice.choice([(1, 0), (0, 1), (2, 0), (0, 2), (1, 1), (3, 0), (0.5, 2)])
        facts: dict[str, object] = {"side": dice.choice(("both", "left"))} if special else {}
        if special and i % 9 == 0:
            facts["cover"] = Grade.IMPROVED
        kind = dice.choice(kinds)
        obstacles.append(wall(f"o{i}", (x, y), (x + dx, y + dy), kind=kind, open=True, **facts))
    box = [(3, 3), (4, 3), (4, 5), (3, 5)]
    obstacles.append(wall("low", *((x + seed % 5, y) for x, y in box), kind=Kind.LOW))
    cells = dice.sample([(x, y) for x in range(0, SIDE, 2) for y in range(0, SIDE, 2)], 8)
    tokens = [
        token(
            "a" if i == 0 else f"t{i}",
            cell,
            side="heroes" if i in (0, 1) else "foes",
            size=dice.choice((1, 2)) if big else 1,
            conditions=["prone"] if i == 3 else ["dying"] if i == 4 else (),
        )
        for i, cell in enumerate(cells)
    ]
    state = fight(*tokens, obstacles=obstacles)
    return replace(state, board=replace(state.board, width=SIDE, height=SIDE))


def answers(
    state: Encounter, kind: HeatKind, target: str = "", weapon: str = ""
) -> dict[Cell, tuple[Grade, int, int]]:
    question = HeatQuestion(kind, A, TokenId(target) if target else None, weapon)
    rows = (row for patch in SYSTEM.heat(state, question) for row in patch.cells())
    return {cell: (grade, value, total) for cell, grade, value, total in rows}


def places(state: Encounter, chance: random.Random, count: int) -> Iterator[Footprint]:
    side = state.tokens[A].space.side
    for _ in range(count):
        yield Footprint(chance.randrange(SIDE) * SUB, chance.randrange(SIDE) * SUB, side)


def cell_of(place: Footprint) -> Cell:
    return Cell(place.x // SUB, place.y // SUB)


def test_pathfinder_supports_heat() -> None:
    assert isinstance(SYSTEM, SupportsHeat)


@pytest.mark.parametrize("weapon", ["longbow", "sword"])
@pytest.mark.parametrize(("seed", "big", "special"), [
    (1, False, False), (2, False, False), (3, True, False), (4, True, False), (5, False, True),
    (7, False, False), (8, True, False),
])  # fmt: skip
def test_cover_of_the_target_is_what_the_badge_says(
    seed: int, big: bool, special: bool, weapon: str
) -> None:
    state = random_map(seed, big, special)
    found = answers(state, "cover", "t2", weapon)
    assert len(found) > 30
    for place in places(state, random.Random(seed), 30):
        if cell_of(place) not in found:
            continue
        badge = next(g for g in glances(state, A, place, weapon) if g.token == "t2")
        grade, value, _ = found[cell_of(place)]
        assert grade is badge.grade, (place, grade, badge)
        assert value == armour_bonus(grade)


@pytest.mark.parametrize(("seed", "big", "special"), [
    (11, False, False), (12, True, False), (13, False, True), (14, False, False),
])  # fmt: skip
def test_safety_counts_the_enemies_whose_badges_show_cover(
    seed: int, big: bool, special: bool
) -> None:
    state = random_map(seed, big, special)
    found = answers(state, "safety")
    enemies = [t for t in state.tokens.values() if t.side == "foes" and not t.has("dying")]
    for place in places(state, random.Random(seed), 15):
        if cell_of(place) not in found:
            continue
        there = state.with_token(replace(state.tokens[A], space=place))
        grades = [
            next(g.grade for g in glances(there, foe.id, foe.space) if g.token == A)
            for foe in enemies
        ]
        least, covered, total = found[cell_of(place)]
        assert covered == sum(grade is not Grade.NONE for grade in grades)
        assert total == sum(grade is Grade.TOTAL for grade in grades)
        assert least is min(grades, key=list(Grade).index)


@pytest.mark.parametrize(("seed", "big"), [(21, False), (22, True), (23, False), (24, True)])
def test_one_flanks_where_the_plan_says_so(seed: int, big: bool) -> None:
    state = random_map(seed, big)
    friend, victim = state.token("t1"), state.token("t2")
    beside = friend.space.moved(victim.space.right, victim.space.y)
    state = state.with_token(replace(friend, space=beside))
    found = answers(state, "flank", "t2")
    x, y = cell_of(victim.space)
    for cell in (Cell(x + i, y + j) for i in range(-3, 3) for j in range(-3, 3)):
        place = Footprint(cell.x * SUB, cell.y * SUB, state.tokens[A].space.side)
        if any(place.overlaps(t.space) for t in state.tokens.values() if t.id != A):
            continue
        if not (0 <= cell.x <= SIDE - place.squares and 0 <= cell.y <= SIDE - place.squares):
            continue
        made = plan(state, AttackAction(A, victim.id, place=place))
        reached = not any(p.code.endswith(("out_of_reach", "too_close")) for p in made.problems)
        assert (cell in found) == (reached and bool(made.flanking))


def test_ways_of_this_turn_cost_what_they_cost() -> None:
    state = fight(
        token("a", (5, 5), speed=6),
        token("t1", (6, 5), side="foes"),
        token("t2", (5, 6)),
        obstacles=[wall("w", (0, 5), (9, 5))],
    )
    found = answers(state, "reach")
    assert found[Cell(5, 5)] == (Grade.NONE, 0, 1)
    assert found[Cell(4, 5)] == (Grade.NONE, 1, 1)
    assert found[Cell(3, 7)] == (Grade.NONE, 3, 1)
    assert Cell(6, 5) not in found  # an enemy stands there
    assert Cell(5, 6) not in found  # a friend stands there
    assert found[Cell(5, 7)][1] == 2  # past whom one may go
    assert Cell(5, 4) not in found or found[Cell(5, 4)][1] > 2  # round the wall
    assert max(values[1] for values in found.values()) <= 12
    tired = replace(state.tokens[A], conditions=token("x", conditions=["staggered"]).conditions)
    once = answers(state.with_token(tired), "reach")
    assert max(values[1] for values in once.values()) <= 6


def test_patches_come_from_the_token_outwards_and_can_be_left() -> None:
    state = fight(token("a", (5, 55)), token("t", (20, 20), side="foes"))
    state = replace(state, board=Board(60, 60))
    patches = SYSTEM.heat(state, HeatQuestion("cover", A, TokenId("t"), "longbow"))
    first = next(patches)
    assert first.top <= 55 < first.top + first.known.shape[0]
    assert isinstance(first, HeatPatch)
    patches.close()  # type: ignore[attr-defined]  # a generator
    rows = SYSTEM.heat(state, HeatQuestion("cover", A, TokenId("t"), "longbow"), [3])
    told = [patch for patch in rows if patch.known.any()]
    assert {(patch.top, patch.known.shape[0]) for patch in told} == {(0, 8)}
    columns = [x + patch.left for patch in told for x in range(patch.known.shape[1])]
    assert sorted(columns) == list(range(60)), "each column once"


@pytest.mark.parametrize(("seed", "big", "weapon"), [
    (31, False, "longbow"), (32, True, "longbow"), (33, False, "sword"), (34, True, "sword"),
    (35, True, "sword"),
])  # fmt: skip
def test_the_map_says_what_the_plan_from_each_square_says(
    seed: int, big: bool, weapon: str
) -> None:
    state = random_map(seed, big, special=seed % 2 == 0)
    cover, safety = answers(state, "cover", "t2", weapon), answers(state, "safety")
    enemies = [t for t in state.tokens.values() if t.side == "foes" and not t.has("dying")]
    for place in places(state, random.Random(seed), 12):
        cell = cell_of(place)
        if cell not in cover:
            continue
        made = plan(state, AttackAction(A, TokenId("t2"), weapon, place=place))
        assert cover[cell][0] is made.cover.grade, place
        there = state.with_token(replace(state.tokens[A], space=place))
        grades = [plan(there, AttackAction(foe.id, A)).cover.grade for foe in enemies]
        _, covered, total = safety[cell]
        assert covered == sum(grade is not Grade.NONE for grade in grades), place
        assert total == sum(grade is Grade.TOTAL for grade in grades), place


@pytest.mark.parametrize("seed", [41, 42, 43])
@pytest.mark.parametrize(("chosen", "sharp"), [("apply", False), ("never", False), ("offer", True)])
def test_partial_cover_and_expert_shots_count_on_the_map_and_badges_as_in_the_plan(
    seed: int, chosen: str, sharp: bool
) -> None:
    state = random_map(seed, big=seed == 43)
    me = state.tokens[A]
    sheet = sheet_of(me).model_copy(update={"improved_precise_shot": sharp})
    state = replace(state.with_token(replace(me, sheet=sheet)), options={"partial_cover": chosen})
    found = answers(state, "cover", "t2", "longbow")
    partial = 0
    for place in places(state, random.Random(seed), 40):
        if cell_of(place) not in found:
            continue
        wanted = plan(state, AttackAction(A, TokenId("t2"), "longbow", place=place))
        badge = next(g for g in glances(state, A, place, "longbow") if g.token == "t2")
        grade = wanted.cover.grade
        assert found[cell_of(place)][0] is badge.grade is grade, place
        partial += grade is Grade.PARTIAL
        assert not sharp or grade in (Grade.NONE, Grade.TOTAL)
    assert bool(partial) is (chosen == "apply" and seed == 43), "the others show none"


def dense_map(seed: int) -> Encounter:
    """Crowd a map with low walls, slits and cover that touch each other, some of them areas."""
    dice = random.Random(seed)
    kinds = (Kind.LOW, Kind.LOW, Kind.SLIT, Kind.COVER, Kind.WALL)
    edges = [(x, y, *way) for x in range(SIDE) for y in range(SIDE) for way in ((1, 0), (0, 1))]
    obstacles = [
        wall(f"o{i}", (x, y), (x + dx, y + dy), kind=dice.choice(kinds), open=True)
        for i, (x, y, dx, dy) in enumerate(dice.sample(edges, 60))
    ]
    for i in range(3):
        x, y = dice.randrange(SIDE - 1), dice.randrange(SIDE - 1)
        ring = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
        obstacles.append(wall(f"box{i}", *ring, kind=dice.choice((Kind.LOW, Kind.FOG))))
    cells = dice.sample([(x, y) for x in range(SIDE) for y in range(SIDE)], 4)
    tokens = [
        token("a" if i == 0 else f"t{i}", cell, side="foes" if i else "heroes")
        for i, cell in enumerate(cells)
    ]
    state = fight(*tokens, obstacles=obstacles)
    return replace(state, board=replace(state.board, width=SIDE, height=SIDE))


@pytest.mark.parametrize("seed", [51, 52, 53])
def test_what_is_ignored_holds_nothing_up_together_with_what_counts(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = dense_map(seed)
    found, again = answers(state, "cover", "t1", "longbow"), []
    shelters = Caster.shelters

    def counted(caster: Caster, batch: Batch) -> Marks:
        again.append(caster.left_out is not None)
        return shelters(caster, batch)

    monkeypatch.setattr(Caster, "shelters", counted)
    for place in places(state, random.Random(seed), 25):
        if cell_of(place) not in found:
            continue
        made = plan(state, AttackAction(A, TokenId("t1"), "longbow", place=place))
        badge = next(g for g in glances(state, A, place, "longbow") if g.token == "t1")
        assert found[cell_of(place)][0] is badge.grade is made.cover.grade, place
    assert any(again), "some lines are cast again without what is ignored"


def test_some_badges_are_those_of_all() -> None:
    state = random_map(41)
    place = Footprint(4 * SUB, 4 * SUB)
    every = {glance.token: glance for glance in SYSTEM.glances(state, A, place, "longbow")}
    some = [id for id in every if id in ("t3", "t6")]
    found = SYSTEM.glances_at(state, A, place, "longbow", some)
    assert found == tuple(every[id] for id in some)
    assert len(found) == 2


def test_who_is_out_of_reach_is_judged_as_the_target_of_a_shot() -> None:
    state = fight(
        token("a", (0, 0)),
        token("t", (4, 0), side="foes", size=2),
        token("friend", (2, 1)),
    )
    sword = plan(state, AttackAction(A, TokenId("t"), "sword"))
    bow = plan(state, AttackAction(A, TokenId("t"), "longbow"))
    assert any(p.code == "pathfinder.out_of_reach" for p in sword.problems)
    assert (sword.cover.grade, sword.cover.origin) == (bow.cover.grade, bow.cover.origin)
    assert [line.q for line in sword.cover.lines] == [line.q for line in bow.cover.lines]


def test_nobody_is_an_error() -> None:
    state = fight(token("a"))
    with pytest.raises(KeyError):
        next(SYSTEM.heat(state, HeatQuestion("cover", A)))


@pytest.mark.parametrize("kind", ["cover", "safety"])
def test_each_square_is_told_once_and_the_easy_ones_first(kind: HeatKind) -> None:
    dice, state = random.Random(5), random_map(36)
    lows = []
    for i in range(40):
        x, y, across = dice.randrange(SIDE), dice.randrange(SIDE), dice.random() < 0.5
        lows.append(wall(f"low{i}", (x, y), (x + across, y + (not across)), kind=Kind.LOW))
    state = replace(state, board=replace(state.board, obstacles=tuple(lows)))
    if kind == "cover":
        state = replace(state, options={"partial_cover": "apply"})  # measured square by square
    question = HeatQuestion(kind, A, TokenId("t2"), "longbow")
    told = [[cell for cell, *_ in patch.cells()] for patch in SYSTEM.heat(state, question)]
    cells = [cell for part in told for cell in part]
    assert len(cells) == len(set(cells))
    assert set(cells) == set(answers(state, kind, "t2", "longbow"))
    some = [len(part) for part in told if part]
    assert some[0] > 2
    assert kind == "safety" or min(some) <= 2, "hard squares come by themselves"
    assert len(some) > 2


def test_only_low_obstacles_that_touch_are_neighbours() -> None:
    low = [((1, 1), (2, 1)), ((2, 1), (2, 3)), ((6, 6), (7, 6)), ((2, 3), (3, 3))]
    obstacles = [wall(f"low{i}", *ends, kind=Kind.LOW) for i, ends in enumerate(low)]
    obstacles.append(wall("wall", (7, 6), (8, 6)))
    found = neighbours(sight_map(replace(fight().board, obstacles=tuple(obstacles))))
    assert found == {0: (1,), 1: (0, 3), 3: (1,)}
    apart = replace(fight().board, obstacles=(obstacles[0], obstacles[2], obstacles[4]))
    assert not neighbours(sight_map(apart))
