"""Cover: one judgement for plans, badges and opportunities, whatever way it is asked."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from maps.grid import SUB, point
from maps.shapes import DoorState, Grade, Kind, Obstacle, Sight
from maps.sight import Verdict
from rules.core.glossary import Glossary
from rules.encounter.plans import AttackAction
from rules.encounter.state import Encounter, Link, TokenId
from rules.systems.pathfinder.cover import Judge, look_at
from rules.systems.pathfinder.duel import make_duel
from rules.systems.pathfinder.glance import glances
from rules.systems.pathfinder.judge import RANK
from rules.systems.pathfinder.plan import plan
from tests.rules.pathfinder.fights import fight, token, wall


def cover(state: Encounter, weapon: str = "longbow", a: str = "a", t: str = "t") -> Grade:
    return look_at(make_duel(state, TokenId(a), TokenId(t), weapon)).cover.grade


@pytest.mark.mechanic("P4")
def test_a_wall_gives_cover_and_shows_the_lines() -> None:
    state = fight(
        token("a"), token("t", (3, 0), side="foes"), obstacles=[wall("w", (2, 0), (2, 1))]
    )
    report = look_at(make_duel(state, TokenId("a"), TokenId("t"), "longbow"))
    assert report.cover.grade is Grade.HARD
    assert report.cover.by == ("w",)
    stopped = [line for line in report.cover.lines if line.verdict is Verdict.BLOCKED]
    assert stopped
    assert all(line.by == ("w",) and line.at is not None for line in stopped)
    assert report.cover.percent == round(100 * len(stopped) / len(report.cover.lines))


@pytest.mark.mechanic("P7")
def test_adjacent_melee_shows_all_sixteen_lines_and_no_corner() -> None:
    state = fight(
        token("a"), token("t", (1, 1), side="foes"), obstacles=[wall("w", (1, 1), (1, 2))]
    )
    found = look_at(make_duel(state, TokenId("a"), TokenId("t"), "sword")).cover
    assert (found.grade, found.origin, len(found.lines)) == (Grade.HARD, None, 16)


@pytest.mark.mechanic("P6")
def test_riders_and_mounts_do_not_shelter_each_other() -> None:
    state = fight(token("a"), token("horse", (2, 0), side="foes"), token("t", (4, 0), side="foes"))
    assert cover(state) is Grade.SOFT
    tied = Encounter(
        state.system, board=state.board, tokens=state.tokens,
        links=(Link("mount", TokenId("t"), TokenId("horse")),),
    )  # fmt: skip
    assert cover(tied) is Grade.NONE


@pytest.mark.mechanic("P6")
def test_what_shares_a_space_or_flies_above_is_not_between() -> None:
    bird = token("bird", (2, 0), side="foes")
    state = fight(token("a"), bird, token("t", (4, 0), side="foes"))
    high = replace(bird, elevation=1024)
    assert cover(state.with_token(high)) is Grade.NONE
    inside = token("bird", (4, 0), side="foes")
    assert cover(state.with_token(inside)) is Grade.NONE


@pytest.mark.mechanic("P5")
def test_an_obstacle_may_set_its_own_grade() -> None:
    for grade, wanted in ((Grade.PARTIAL, Grade.PARTIAL), (Grade.SOFT, Grade.SOFT)):
        hedge = wall("h", (2, -3), (2, 4), kind=Kind.COVER, open=True, cover=grade)
        state = fight(token("a"), token("t", (4, 0), side="foes"), obstacles=[hedge])
        assert cover(state) is wanted


def test_an_open_door_is_nothing(english: Glossary) -> None:
    door = wall("d", (2, -5), (2, 6), kind=Kind.DOOR)
    state = fight(token("a"), token("t", (4, 0), side="foes"), obstacles=[door])
    assert cover(state) is Grade.TOTAL
    opened = fight(
        token("a"), token("t", (4, 0), side="foes"), obstacles=[door.with_state(DoorState.OPEN)]
    )
    assert cover(opened) is Grade.NONE
    row = plan(state, AttackAction(TokenId("a"), TokenId("t"), "longbow")).facts[0]
    assert english.say(row.value) == "total"


# -- what walls and creatures are ------------------------------------------------------------------


def shots(*obstacles: Obstacle, **options: bool | int | str) -> Encounter:
    return fight(token("a"), token("t", (4, 0), side="foes"), obstacles=obstacles, **options)


def test_a_one_way_wall_stops_shots_from_its_side_only() -> None:
    wall_ = wall("w", (2, -9), (2, 9), side="left")
    state = shots(wall_)
    assert {cover(state), cover(state, a="t", t="a")} == {Grade.TOTAL, Grade.NONE}
    (badge,) = glances(state, TokenId("a"), state.token("a").space, "longbow")
    assert badge.grade is cover(state)
    assert cover(shots(replace(wall_, side="right")), a="t", t="a") is cover(state)


def test_obstacles_of_another_storey_do_not_count() -> None:
    upstairs = wall("w", (2, -9), (2, 9), bottom=3 * SUB)
    cellar = wall("c", (3, -9), (3, 9), top=-SUB)
    state = shots(upstairs, cellar)
    assert cover(state) is Grade.NONE
    assert plan(state, AttackAction(TokenId("a"), TokenId("t"), "longbow")).possible
    high = [replace(t, elevation=3 * SUB) for t in state.tokens.values()]
    above = state.with_token(high[0]).with_token(high[1])
    assert cover(above) is Grade.TOTAL
    one_up = state.with_token(high[1])  # from the ground to the storey: the wall is in the way
    assert cover(one_up) is Grade.TOTAL
    (badge,) = glances(one_up, TokenId("a"), one_up.token("a").space, "longbow")
    assert badge.grade is Grade.TOTAL


def test_terrain_walls_hide_past_and_not_in() -> None:
    facts: dict[str, Any] = {"stops_effect": False, "sight": Sight.LIMITED, "cover": Grade.NONE}
    one, two = (wall(f"w{x}", (x, -9), (x, 9), **facts) for x in (2, 3))
    action = AttackAction(TokenId("a"), TokenId("t"), "longbow")
    assert plan(shots(one), action).concealment.grade == "none"
    hidden = plan(shots(one, two), action)
    assert (hidden.concealment.grade, hidden.cover.grade) == ("total", Grade.NONE)
    assert "w3" in hidden.concealment.by


@pytest.mark.parametrize("kind", ["mount", "carried", "swallowed"])
def test_linked_creatures_never_shelter_each_other(kind: str) -> None:
    state = fight(token("a"), token("x", (2, 0), side="foes"), token("t", (4, 0), side="foes"))
    for one in ("a", "t"):
        linked = replace(state, links=(Link(kind, TokenId("x"), TokenId(one)),))
        assert cover(linked) is Grade.NONE
        (badge,) = (
            g for g in glances(linked, TokenId("a"), state.token("a").space) if g.token == "t"
        )
        assert badge.grade is Grade.NONE


@pytest.mark.parametrize(("conditions", "creature_type", "options", "wanted"), [
    ([], "", {}, Grade.SOFT),
    (["dead"], "", {}, Grade.NONE),
    (["dead"], "", {"prone_gives_soft_cover": True}, Grade.NONE),
    (["prone"], "", {}, Grade.NONE),
    (["prone"], "", {"prone_gives_soft_cover": True}, Grade.SOFT),
    (["unconscious"], "", {}, Grade.NONE),
    ([], "Ungeziefer (Schwarm)", {}, Grade.NONE),
    ([], "Untoter (körperlos)", {}, Grade.NONE),
    ([], "undead (incorporeal)", {"bodiless_give_soft_cover": True}, Grade.SOFT),
])  # fmt: skip
def test_whether_a_creature_shelters_is_a_rule_on_state_and_type(
    conditions: list[str], creature_type: str, options: dict[str, Any], wanted: Grade
) -> None:
    between = token("x", (2, 0), conditions=conditions, creature_type=creature_type)
    state = fight(token("a"), between, token("t", (4, 0), side="foes"), **options)
    assert cover(state) is wanted
    for own, grade in ((True, Grade.SOFT), (False, Grade.NONE)):
        forced = state.with_token(replace(between, gives_cover=own))
        assert cover(forced) is grade
        (badge,) = glances(forced, TokenId("a"), state.token("a").space)
        assert badge.grade is grade


def test_small_creatures_count_with_their_whole_square_and_share_it() -> None:
    rats = [token(f"r{i}", (2 + i % 2 / 2, i // 2 / 2), size=0.5) for i in range(4)]
    state = fight(token("a"), *rats, token("t", (4, 0), side="foes", size=0.5))
    assert cover(state) is Grade.SOFT
    assert cover(state, t="r0", weapon="longbow") is Grade.NONE  # its companions stand beside it
    lone = fight(token("a"), rats[3], token("t", (4, 0), side="foes"))
    assert cover(lone) is Grade.SOFT


# -- badges ------------------------------------------------------------------------------------


def random_map(seed: int, size: int) -> Encounter:
    """Scatter walls of all kinds and creatures of two sizes over a board."""
    dice = random.Random(seed)
    kinds = (Kind.WALL, Kind.WALL, Kind.LOW, Kind.SLIT, Kind.COVER, Kind.FOG)
    obstacles: list[Obstacle] = []
    for i in range(14):
        x, y = dice.randrange(size), dice.randrange(size)
        dx, dy = dice.choice([(1, 0), (0, 1), (2, 0), (0, 2), (1, 1)])
        kind = dice.choice(kinds)
        obstacles.append(wall(f"o{i}", (x, y), (x + dx, y + dy), kind=kind, open=True))
    cells = dice.sample([(x, y) for x in range(0, size, 2) for y in range(0, size, 2)], 9)
    tokens = [
        token(
            "a" if i == 0 else f"t{i}",
            cell,
            side="heroes" if i in (0, 1) else "foes",
            size=dice.choice((1, 1, 2)),
            conditions=["prone"] if i == 3 else (),
        )
        for i, cell in enumerate(cells)
    ]
    return fight(*tokens, obstacles=obstacles)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("weapon", ["sword", "longbow"])
def test_badges_say_what_plans_say(seed: int, weapon: str) -> None:
    state = random_map(seed, 10)
    me = state.token("a")
    for glance in glances(state, me.id, me.space, weapon):
        made = plan(state, AttackAction(me.id, glance.token, weapon))
        reached = made.possible or weapon == "longbow"
        if not reached:
            made = plan(state, AttackAction(me.id, glance.token, "longbow"))
        assert glance.grade is made.cover.grade
        assert glance.flanked == (reached and bool(made.flanking))


def test_badges_follow_the_thought_of_place(english: Glossary) -> None:
    state = fight(
        token("a", (0, 5)), token("t", (4, 0), side="foes"), obstacles=[wall("w", (2, -9), (2, 3))]
    )
    me = state.token("a")
    (here,) = glances(state, me.id, me.space)
    (there,) = glances(state, me.id, me.space.moved(*point(0, 0)))
    assert (here.grade, there.grade) == (Grade.NONE, Grade.TOTAL)
    assert (english.say(here.text), english.say(there.text)) == ("0", "total")


def test_the_dead_and_friends_have_no_badge() -> None:
    state = fight(
        token("a"), token("b", (2, 2)), token("t", (4, 0), side="foes", conditions=["dead"])
    )
    assert glances(state, TokenId("a"), state.token("a").space) == ()


# -- shortcuts -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_the_short_way_to_the_best_corner_is_the_long_one(seed: int) -> None:
    state = random_map(100 + seed, 9)
    for target in state.tokens:
        if target == "a":
            continue
        duel = make_duel(state, TokenId("a"), target, "longbow")
        judge = Judge(duel)
        squares = duel.a.unit_squares()
        corners = [(square, p) for square in squares for p in square.corners()]
        looks = [judge.from_corner(square, duel.t, p) for square, p in corners]
        best = min((judge.bonus(x), x.fog, RANK[x.hard], x.stopped) for x in looks)
        look = look_at(duel).look
        short = (judge.bonus(look), look.fog, RANK[look.hard], look.stopped)
        total = look_at(duel).cover.grade is Grade.TOTAL
        assert short == best or (total and short[:3] == best[:3])
