"""The badges of a shot where something stops sight and lets shots pass."""

from __future__ import annotations

import json

import pytest

from maps.grid import Footprint
from rules import registry
from rules.encounter.plans import AttackAction
from rules.encounter.situation import load_situation
from rules.encounter.state import TokenId
from rules.systems.pathfinder import SYSTEM

A, T = TokenId("A"), TokenId("T")


@pytest.mark.parametrize("kind", ["cover", "fog", "slit"])
@pytest.mark.parametrize("sight", ["stops", "limited"])
def test_badges_say_the_same_as_the_plan_where_nothing_is_seen(kind: str, sight: str) -> None:
    points = [[3, 6], [4, 6], [4, 9], [3, 9]]
    obstacle = {"kind": kind, "points": points, "sight": sight}
    for at in [(x, y) for x in range(3, 8) for y in range(2, 11)]:
        data = {
            "format": 1,
            "system": "pathfinder",
            "board": {"obstacles": [obstacle]},
            "tokens": [
                {"id": "A", "side": "heroes", "at": [2, 7]},
                {"id": "T", "side": "foes", "at": at},
            ],
        }
        state = load_situation(json.dumps(data), registry.get).state
        [badge] = SYSTEM.glances(state, A, Footprint.at(2, 7, 1), "longbow")
        plan = SYSTEM.plan(state, AttackAction(A, T, "longbow"))
        assert badge.grade is plan.cover.grade, at
        assert badge.text.args.get("percent", 0) == plan.concealment.percent, at
