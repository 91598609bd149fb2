"""Aim, hit and miss: six parts, their places, melee and ranged values, sides (§5, §14)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from maps.shapes import Grade
from rules.encounter.plans import Extra
from rules.encounter.state import Encounter
from rules.systems.das_system import SYSTEM
from rules.systems.das_system.body import (
    PARTS,
    base_of,
    covered,
    part_of,
    places,
    places_of,
)
from rules.systems.das_system.duel import from_behind
from tests.rules.das_system.fights import (
    action,
    fight,
    offered,
    opponent,
    pair,
    refused,
    strike,
    token,
    vitals,
    wall,
)


@pytest.mark.mechanic("S24")
def test_there_are_six_parts_to_aim_at() -> None:
    assert len(PARTS) == 6
    state = pair()
    modes = SYSTEM.modes(state, state.token("a").id, "sword")
    assert [mode.id for mode in modes] == list(PARTS)
    assert {place.part for place in places().values()} == set(PARTS)


@pytest.mark.mechanic("S22")
def test_places_have_values_of_their_own_for_melee_and_shots() -> None:
    assert len({p.melee for p in places_of("l_arm")}) == 5
    assert all(p.ranged >= p.melee for p in places().values())
    assert places()["auge"].melee == max(p.melee for p in places().values())


@pytest.mark.mechanic("S25", "S37", "S38")
def test_what_the_picture_of_the_rules_must_have_shown() -> None:
    arm = {p.name: p.melee for p in places_of("l_arm")}
    assert {name for name, value in arm.items() if value <= 1000} == {
        "oberarm",
        "unterarm",
        "schulter",
    }
    assert all(value < 1500 for value in arm.values())
    assert min(arm.values()) == 800
    assert (base_of("l_arm"), base_of("r_bein")) == (800, 800)


@pytest.mark.mechanic("S26", "S27")
def test_below_the_lowest_value_it_misses() -> None:
    assert vitals(strike(pair(), 99, aim="r_bein", festwert=700), "t").gz == 1150
    hit = strike(pair(), 100, aim="r_bein", festwert=700, choices=["none"])
    assert vitals(hit, "t").wounds[0].place == "r_oberschenkel"
    beaten = pair(stelle_vergleich="beaten")
    assert vitals(strike(beaten, 100, aim="r_bein", festwert=700), "t").gz == 1150


def test_a_roll_of_nothing_may_still_hit_by_its_festwert() -> None:
    hit = strike(pair(), 1151, aim="r_bein", festwert=900, choices=["none", "r_oberschenkel"])
    assert vitals(hit, "t").wounds


@pytest.mark.mechanic("S28")
def test_two_humanoids_with_a_weapon_each_have_all_they_need() -> None:
    state = fight(opponent(weapons=["sword"]), token("t", (1, 0), weapons=["sword"]))
    plan = SYSTEM.plan(state, action("sword", "l_arm"))
    assert plan.possible
    assert {"parade.sword.enough", "dodge", "none"} <= set(
        offered(state, 500, numbers={"festwert": 500})
    )


def test_the_back_is_struck_from_behind_only() -> None:
    state = pair()
    assert struck(state, 1) == "brust"
    behind = replace(state.token("t"), facing=90)
    turned = state.with_token(behind)
    assert from_behind(turned.token("a"), turned.token("t"))
    assert vitals(strike(turned, 1, festwert=900, choices=["none"]), "t").wounds[0].place == (
        "ruecken"
    )
    faced = state.with_token(replace(state.token("t"), facing=270))
    assert not from_behind(faced.token("a"), faced.token("t"))
    forced = strike(state, 1, festwert=900, on=["behind"], choices=["none"])
    assert vitals(forced, "t").wounds[0].place == "ruecken"


def struck(state: Encounter, roll: int) -> str:
    after = strike(state, roll, festwert=740, choices=["none"])
    return vitals(after, "t").wounds[0].place


def test_a_place_names_its_part_as_aim() -> None:
    assert part_of("l_hand") == "l_arm"
    assert part_of("tail") == ""
    after = strike(pair(), 100, aim="r_knie", festwert=700, choices=["none"])
    assert vitals(after, "t").wounds[0].place == "r_oberschenkel"
    assert refused(pair(), "attack", attacker="a", target="t", mode="tail") == "das_system.no_aim"


def test_words_for_groups_of_places() -> None:
    assert covered(("arme",)) == tuple(p for p in places() if "arm" in places()[p].part)
    assert covered(("l_bein",)) == tuple(p.id for p in places_of("l_bein"))
    assert covered(("haende",)) == ("r_hand", "l_hand")


def test_shots_lose_by_distance_and_movement() -> None:
    far = fight(opponent(weapons=["longbow"]), token("t", (20, 0), conditions=["running"]))
    rows = {e.modifier.id: e.modifier.value for e in SYSTEM.plan(far, action()).attack.entries}
    assert rows["far"] == -200
    assert rows["moving"] == -400
    assert not SYSTEM.plan(fight(opponent(), token("t", (20, 0))), action()).possible


def test_walls_and_distance_are_said() -> None:
    shut = fight(
        opponent(weapons=["longbow"]),
        token("t", (6, 0)),
        obstacles=[wall("w", (3, -90), (3, 90))],
    )
    plan = SYSTEM.plan(shut, action())
    assert plan.cover.grade is Grade.TOTAL
    assert [p.code for p in plan.problems] == ["das_system.no_line"]
    forced = SYSTEM.plan(shut, action(on=frozenset({"force"})))
    assert forced.possible
    too_far = fight(opponent(weapons=["longbow"]), token("t", (200, 0)))
    assert [p.code for p in SYSTEM.plan(too_far, action()).problems] == ["das_system.out_of_range"]


def test_the_game_master_adds_and_switches_off() -> None:
    state = fight(opponent(armour=[{"id": "x", "fight": 60}]), token("t", (1, 0)))
    plan = SYSTEM.plan(state, action(off=frozenset({"armour"})))
    assert plan.attack.total == 1415
    more = action(extra=(Extra("luck", 85, "attack"), Extra("fog", -30, "defence")))
    plan = SYSTEM.plan(state, more)
    assert plan.attack.total == 1440
    assert plan.defence.find("fog") is not None
