"""Damage, dying and healing, and the conditions that follow from hit points (§8)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.core.asking import ScriptedDice, run
from rules.encounter.events import ConditionLost
from rules.encounter.state import Condition, Encounter, Token, TokenId
from rules.systems.pathfinder import harm
from rules.systems.pathfinder.harm import deal_damage, grant_temporary, heal, health, kill
from rules.systems.pathfinder.tables import sheet_of
from tests.rules.pathfinder.fights import after, fight, token

A = TokenId("a")


def hurt(state: Encounter, amount: int, *, nonlethal: bool = False) -> Encounter:
    return after(state, deal_damage(state, A, amount, nonlethal=nonlethal))


def ids(t: Token) -> set[str]:
    return {c.id for c in t.conditions}


@pytest.fixture
def state() -> Encounter:
    return fight(token("a", hp=10, constitution=12))


def test_damage_lowers_the_points(state: Encounter) -> None:
    assert health(hurt(state, 4).tokens[A]).now == 6


@pytest.mark.parametrize(
    ("amount", "expected"),
    [
        (9, set()),
        (10, {"disabled"}),
        (11, {"dying", "unconscious", "prone"}),
        (21, {"dying", "unconscious", "prone"}),
        (22, {"dead", "prone"}),
        (99, {"dead", "prone"}),
    ],
)
def test_conditions_follow_the_points(state: Encounter, amount: int, expected: set[str]) -> None:
    assert ids(hurt(state, amount).tokens[A]) == expected


def test_somebody_without_constitution_is_destroyed_at_zero() -> None:
    state = fight(token("a", hp=10, constitution=None))
    assert health(hurt(state, 9).tokens[A]).down is False
    assert health(hurt(state, 10).tokens[A]).dead


def test_temporary_points_go_first_and_do_not_add_up(state: Encounter) -> None:
    state = after(state, grant_temporary(state, A, 5))
    assert grant_temporary(state, A, 3) == ()
    assert health(state.tokens[A]).now == 15
    hit = hurt(state, 7)
    assert harm.vitals_of(hit.tokens[A]).temporary == 0
    assert harm.vitals_of(hit.tokens[A]).damage == 2


def test_nonlethal_damage_staggers_then_knocks_out(state: Encounter) -> None:
    equal = hurt(hurt(state, 4), 6, nonlethal=True)
    assert ids(equal.tokens[A]) == {"staggered"}
    over = hurt(equal, 1, nonlethal=True)
    assert ids(over.tokens[A]) == {"unconscious", "prone"}
    assert health(over.tokens[A]).now == 6


def test_nonlethal_damage_beyond_the_full_points_is_lethal(state: Encounter) -> None:
    hit = hurt(state, 13, nonlethal=True)
    assert harm.vitals_of(hit.tokens[A]).nonlethal == 10
    assert harm.vitals_of(hit.tokens[A]).damage == 3


def test_the_undead_do_not_feel_nonlethal_damage() -> None:
    state = fight(token("a", hp=10, constitution=None))
    assert deal_damage(state, A, 5, nonlethal=True) == ()


def test_healing_stops_dying_and_wakes(state: Encounter) -> None:
    dying = hurt(state, 14)
    stable = after(dying, heal(dying, A, 1))
    assert ids(stable.tokens[A]) == {"stable", "unconscious", "prone"}
    awake = after(stable, heal(stable, A, 9))
    assert ids(awake.tokens[A]) == {"prone"}
    assert health(awake.tokens[A]).now == 6


def test_a_wound_makes_the_stable_die_again(state: Encounter) -> None:
    dying = hurt(state, 14)
    stable = after(dying, harm.make_stable(dying, A))
    assert "dying" in ids(hurt(stable, 1).tokens[A])


def test_a_diehard_stays_up() -> None:
    state = fight(token("a", hp=10, constitution=12, diehard=True))
    hit = hurt(state, 14).tokens[A]
    assert ids(hit) == {"disabled", "stable"}
    assert not health(hit).down


def test_conditions_set_by_hand_stay() -> None:
    state = fight(token("a", hp=10, conditions=["staggered"]))
    healed = after(hurt(state, 3), heal(hurt(state, 3), A, 3))
    assert ids(healed.tokens[A]) == {"staggered"}


def test_instant_death_needs_no_damage(state: Encounter) -> None:
    dead = after(state, kill(state, A))
    assert health(dead.tokens[A]).dead
    assert kill(dead, A) == ()


def test_whom_the_master_calls_back_lives(state: Encounter) -> None:
    dead = after(state, kill(state, A))
    called = after(dead, [ConditionLost(A, "dead")])
    assert not health(called.tokens[A]).dead
    assert not hurt(called, 1).tokens[A].has("dead")


def test_healing_a_killed_one_undoes_the_death(state: Encounter) -> None:
    dead = after(state, kill(state, A))
    assert not health(after(dead, heal(dead, A, 1)).tokens[A]).dead


def test_points_alone_tell_who_is_down() -> None:
    assert health(token("a", hp=10, damage=12)).down
    assert health(token("a", hp=10, constitution=10, damage=20)).dead
    assert not health(token("a", hp=10, damage=10)).down


def test_a_dead_one_marked_by_hand_is_dead() -> None:
    assert health(token("a", conditions=[Condition("dead")])).dead


@pytest.mark.parametrize(
    ("face", "stable", "damage"),
    [(12, False, 14), (13, True, 13), (20, True, 13), (1, False, 14)],
)
def test_stabilising_is_a_check_against_ten_plus_the_lost_points(
    state: Encounter, face: int, stable: bool, damage: int
) -> None:
    """At −3 with Con 10 the DC is 13."""
    state = fight(token("a", hp=10, constitution=10))
    dying = hurt(state, 13)
    dice = ScriptedDice([face])
    rolled = after(dying, run(harm.stabilise(dying, A), dice))
    assert rolled.tokens[A].has("stable") is stable
    assert harm.vitals_of(rolled.tokens[A]).damage == damage


def test_a_twenty_always_stabilises() -> None:
    state = fight(token("a", hp=10, constitution=30))
    dying = hurt(state, 35)
    rolled = after(dying, run(harm.stabilise(dying, A), ScriptedDice([20])))
    assert rolled.tokens[A].has("stable")


def test_align_follows_an_edited_sheet(state: Encounter) -> None:
    hit = hurt(state, 8)
    sheet = sheet_of(hit.tokens[A]).model_copy(update={"hp": 8})
    edited = hit.with_token(replace(hit.tokens[A], sheet=sheet))
    assert ids(after(edited, harm.align(edited, A)).tokens[A]) == {"disabled"}
