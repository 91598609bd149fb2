"""Wounds as records: dealt, healed one by one, adding up; who can fight no longer."""

from __future__ import annotations

from typing import Any

import pytest

from rules.encounter.state import Encounter
from rules.systems.damakar import SYSTEM
from rules.systems.damakar.sheet import vitals_of
from tests.rules.damakar.fights import begin, do, fields, fight, logged, lp, play, refused, token


def one(**sheet: Any) -> Encounter:
    return fight(token("x", **sheet))


def remaining(state: Encounter) -> list[int]:
    return [w.remaining for w in vitals_of(state.token("x")).wounds]


@pytest.mark.mechanic("D61")
def test_wounds_are_records_that_heal_one_by_one() -> None:
    state = one(lp=30)
    for amount, zone in ((5, "head"), (8, "chest"), (2, None)):
        state = do(state, "damage", tokens=["x"], amount=amount, zone=zone)
    assert (lp(state, "x"), remaining(state)) == (15, [5, 8, 2])
    rested = do(state, "rest", days=3)
    assert (lp(rested, "x"), remaining(rested)) == (23, [2, 5])
    assert remaining(do(state, "heal", tokens=["x"], amount=9)) == [4, 2]
    assert remaining(do(state, "heal", tokens=["x"], amount=4, wound=0)) == [1, 8, 2]
    assert refused(state, "heal", tokens=["x"], amount=4, wound=7) == "no_wound"
    assert refused(one(), "heal", tokens=["x"], amount=4) == "nothing_changes"


def test_exhaustion_goes_by_the_hour() -> None:
    state = do(one(), "damage", tokens=["x"], amount=10, kind="exhaustion")
    assert lp(state, "x") == 10
    assert lp(do(state, "rest", hours=2), "x") == 16
    assert lp(do(state, "rest", days=1), "x") == 20
    assert refused(state, "rest") == "nothing_changes"


@pytest.mark.mechanic("D34")
def test_scratches_cost_lp_unless_the_table_spares_them() -> None:
    assert lp(do(one(constitution=2), "damage", tokens=["x"], amount=2), "x") == 24
    spared = fight(token("x", constitution=2), scratch_costs_lp=False)
    spared = do(spared, "damage", tokens=["x"], amount=2)
    assert (lp(spared, "x"), remaining(spared)) == (26, [0])


@pytest.mark.mechanic("D38")
def test_exactly_no_lp_left_still_stands_and_less_does_not() -> None:
    state = do(do(one(), "damage", tokens=["x"], amount=12), "damage", tokens=["x"], amount=8)
    assert (lp(state, "x"), SYSTEM.health(state.token("x")).down) == (0, False)
    down = do(state, "damage", tokens=["x"], amount=1)
    assert SYSTEM.health(down.token("x")).down
    assert not SYSTEM.health(down.token("x")).dead
    up = do(down, "heal", tokens=["x"], amount=3)
    assert not SYSTEM.health(up.token("x")).down


@pytest.mark.mechanic("D38")
def test_the_thirds_may_go_by_the_lp_of_now() -> None:
    state = fight(token("x"), wound_reference="current")
    state = do(state, "damage", tokens=["x"], amount=10)
    state, outcome = play(state, "damage", tokens=["x"], amount=7)
    assert [w.kind for w in vitals_of(state.token("x")).wounds] == ["heavy", "very_heavy"]
    assert logged(outcome) == ["wound"]


@pytest.mark.mechanic("D39")
@pytest.mark.parametrize(
    ("option", "gift", "asked"),
    [("ask", False, True), ("ask_gifted", True, True), ("ask_gifted", False, False),
     ("never", True, False)],
)  # fmt: skip
def test_a_gift_may_keep_one_fighting_in_spite_of_a_deadly_wound(
    option: str, gift: bool, asked: bool
) -> None:
    state = fight(token("x", fights_on=gift), deadly=option)
    choices = ["fights_on"] if asked else []
    state = do(state, "damage", [], choices, tokens=["x"], amount=25)
    assert SYSTEM.health(state.token("x")).down is not asked
    healed = do(state, "heal", tokens=["x"], amount=25)
    assert not vitals_of(healed.token("x")).fights_on


@pytest.mark.mechanic("D35", "D36", "D37")
def test_wounds_move_the_victims_marker_besides_its_reactions() -> None:
    state = begin(fight(token("x"), token("y", (1, 0), side="foes")), x=20, y=18)
    dice = [19, 1, 2, 6, 6]
    after = do(state, "attack", dice, ["parry"], attacker="x", target="y", weapon="sword")
    assert fields(after) == {"x": 13, "y": 18 - 2 - 4}  # 14 of 20: very heavy


def test_nothing_is_no_wound() -> None:
    assert refused(one(), "damage", tokens=["x"], amount=0) == "nothing_changes"
    assert refused(one(), "damage", tokens=["q"], amount=1) == "token_unknown"
