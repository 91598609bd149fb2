"""What each reading that the game master may choose changes in Das System."""

from __future__ import annotations

from typing import Any

import pytest

from rules.encounter.plans import AttackAction
from rules.encounter.state import TokenId
from rules.systems.das_system import SYSTEM
from tests.rules.das_system.fights import do, fight, opponent, pair, strike, token, vitals

CHOICES = ("counter.dodge.unarmed", "rumpf", "precise")


def plan(state: Any, **values: Any) -> Any:
    return SYSTEM.plan(state, AttackAction(TokenId("a"), TokenId("t"), **values))


def test_a_square_is_as_wide_as_chosen() -> None:
    def far(state: Any) -> Any:
        bow = plan(state, weapon="longbow")
        return bow.distance, next(
            e.modifier.value for e in bow.attack.entries if e.modifier.id == "far"
        )

    archer = opponent(weapons=[{"id": "longbow", "base": "longbow"}])
    shot = (archer, token("t", (13, 0)))
    assert far(fight(*shot)) == (13, -100), "19.5 m"
    assert far(fight(*shot, feld_cm=300)) == (13, -300), "39 m"
    assert SYSTEM.square_metres(fight(*shot, feld_cm=300)) == 3


@pytest.mark.parametrize(("paid", "left"), [("both", 30), ("blow", 20), ("ward", 10)])
def test_who_counters_pays_for_ward_and_blow_or_for_one(paid: str, left: int) -> None:
    state = fight(
        opponent(), token("t", (1, 0), ausweichen=2000, weapons=["sword", "unarmed"]),
        gegen_kosten=paid,
    )  # fmt: skip
    state = do(state, "start", first=["a"])
    after = strike(state, 300, 575, 200, aim="kopf", festwert=900, choices=[*CHOICES])
    assert vitals(after, "t").ausdauer == 1150 - left
    assert vitals(after, "t").kar == 1


@pytest.mark.parametrize(("tod", "dead"), [("reached", True), ("passed", False)])
def test_death_comes_at_minus_konstitution_or_below(tod: str, dead: bool) -> None:
    state = do(pair(tod=tod), "damage", tokens=["t"], amount=2300, kind="other")
    assert vitals(state, "t").gz == -1150
    assert SYSTEM.health(state.token("t")).dead is dead
    assert state.token("t").has("unconscious") is not dead
    state = do(state, "damage", tokens=["t"], amount=1, kind="other")
    assert SYSTEM.health(state.token("t")).dead


@pytest.mark.parametrize(("adds", "total"), [(True, -150), (False, -100)])
def test_wounds_add_up_or_the_worst_counts(adds: bool, total: int) -> None:
    wound = {"id": 1, "place": "brust", "kind": "hieb", "row": 3, "severity": 1, "fight": 50}
    wounds = [wound, {**wound, "id": 2, "fight": 100}]
    state = fight(
        opponent(vitals={"wounds": wounds}), token("t", (1, 0)), wunden_addieren=adds
    )  # fmt: skip
    rows = [e.modifier for e in plan(state).attack.entries if e.modifier.kind == "wound"]
    assert sum(row.value for row in rows) == total
