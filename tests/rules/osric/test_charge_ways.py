"""The way of a charge: the cheapest to any place within reach of the target (§7.1)."""

from __future__ import annotations

from typing import Any

from rules import registry
from rules.encounter.plans import AttackAction
from rules.encounter.situation import load_situation
from rules.encounter.state import TokenId
from tests.compare_systems import charges


def forbidden(*others: dict[str, Any], walls: list[dict[str, Any]]) -> set[str]:
    """Return what forbids a charge from (0, 0) at somebody on (6, 0)."""
    tokens = [
        {"id": "A", "side": "heroes", "at": [0, 0]},
        {"id": "T", "side": "foes", "at": [6, 0]},
        *others,
    ]
    board = {"left": -2, "top": -6, "width": 14, "height": 14, "obstacles": walls}
    case = {"format": 1, "system": "osric", "board": board, "tokens": tokens}
    loaded = load_situation(case, registry.get)
    action = AttackAction(TokenId("A"), TokenId("T"), "sword", "charge")
    return {problem.code for problem in loaded.system.plan(loaded.state, action).problems}


def test_a_charge_goes_round_where_the_nearest_places_are_fenced_off() -> None:
    """Bars let the blow through but nobody in: all places nearer than the target are inside."""
    bars = {"kind": "slit", "points": [[4, -4], [6, -4], [6, 5], [4, 5], [4, -4]]}
    assert forbidden(walls=[bars]) == set()


def test_a_charge_leads_through_friends_but_not_through_foes() -> None:
    lane = [{"kind": "wall", "points": [[-2, y], [12, y]]} for y in (0, 1)]
    between = {"id": "x", "at": [2, 0]}
    assert forbidden({**between, "side": "heroes"}, walls=lane) == set()
    assert forbidden({**between, "side": "foes"}, walls=lane) == {"osric.charge_no_way"}
    down = {**between, "side": "foes", "conditions": ["unconscious"]}
    assert forbidden(down, walls=lane) == set()


def test_the_way_of_a_charge_is_the_cheapest() -> None:
    for seed in range(20, 50):
        assert charges(seed) == [], seed
