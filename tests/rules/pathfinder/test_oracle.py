"""The answer to whole situations against the slow reading of the rules, at random."""

from __future__ import annotations

from typing import Any

import pytest

from rules import registry
from rules.encounter.situation import load_situation, plan_json, threat_json
from tests.compare import heat, safety, threat
from tests.rules.pathfinder.oracle import Oracle
from tests.rules.pathfinder.situations import situation

STRETCH = 35


def said(situation: dict[str, Any]) -> dict[str, Any]:
    loaded = load_situation(situation, registry.get)
    assert loaded.attack is not None
    return plan_json(loaded.system.plan(loaded.state, loaded.attack), loaded.state)


@pytest.mark.parametrize("special", [False, True], ids=["walls", "light, heights, conditions"])
@pytest.mark.parametrize("first", range(0, 5 * STRETCH, STRETCH))
def test_plans_say_what_the_rules_say(first: int, special: bool) -> None:
    for seed in range(first, first + STRETCH):
        case = situation(seed, special)
        wanted, plan = Oracle(case).answer(), said(case)
        cover, hidden = plan["cover"], plan["concealment"]
        assert cover["grade"] == wanted.cover, seed
        assert plan["distance"] == wanted.distance, seed
        assert plan["flanking"] == wanted.flanking, seed
        if wanted.percent is not None:
            assert cover["percent"] == wanted.percent, seed
        if wanted.cover != "total":
            assert (hidden["grade"], hidden["percent"]) == wanted.concealment, seed
        sure = wanted.cover == "total" or hidden["grade"] == "total" or not wanted.reached
        assert not (sure and plan["possible"]), seed


@pytest.mark.parametrize("first", range(0, 60, 20))
def test_heat_maps_show_what_the_rules_say(first: int) -> None:
    for seed in range(first, first + 20):
        assert heat(seed) == [], seed


def test_maps_of_safety_and_flanks_show_what_the_rules_say() -> None:
    for seed in range(6):
        assert safety(seed) == [], seed


@pytest.mark.parametrize("first", range(0, 30, 10))
def test_threatened_squares_are_those_of_the_rules(first: int) -> None:
    for seed in range(first, first + 10):
        case = situation(seed, special=True)
        loaded, oracle = load_situation(case, registry.get), Oracle(case)
        for token in loaded.state.tokens:
            squares = threat_json(loaded.system, loaded.state, token)["squares"]
            assert squares == oracle.threatened(token), (seed, token)


@pytest.mark.parametrize("first", range(0, 60, 20))
def test_reach_weapons_and_big_creatures_threaten_by_the_rules(first: int) -> None:
    for seed in range(first, first + 20):
        assert threat(seed) == [], seed
