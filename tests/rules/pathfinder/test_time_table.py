"""The numbers of Pathfinder's time, typed from its rules: rounds, ways, attacks, their limits."""

from __future__ import annotations

import pytest

from rules.systems.pathfinder import spans
from rules.systems.pathfinder.moving import METRES, RUN
from rules.systems.pathfinder.plan import modes
from rules.systems.pathfinder.speed import speed_of
from rules.systems.pathfinder.threat import opportunities_left
from rules.systems.pathfinder.time import initiative_bonus
from tests.rules.pathfinder.fights import fight, token

LATER = ("second", "third", "fourth")
"""The later attacks of a full attack, each at 5 less than the one before."""


def test_a_minute_has_ten_rounds() -> None:
    state = fight(token("a"))
    round, _ = spans.until(state, 1, "minute")
    assert round == 1 + 10


def test_a_square_is_one_and_a_half_metres_and_a_run_four_times_the_speed() -> None:
    assert (METRES, RUN) == (1.5, 4)


@pytest.mark.parametrize(
    ("base_attack", "later"),
    [(0, 0), (1, 0), (5, 0), (6, 1), (10, 1), (11, 2), (15, 2), (16, 3), (20, 3), (30, 3)],
)
def test_a_full_attack_has_one_more_from_6_11_and_16_on_and_never_a_fifth(
    base_attack: int, later: int
) -> None:
    state = fight(token("a", base_attack=base_attack), token("b", (1, 0), side="foes"))
    offered = [option.id for option in modes(state, state.token("a").id, "sword")]
    assert [id for id in offered if id in LATER] == list(LATER)[:later]


@pytest.mark.parametrize(
    ("reflexes", "dexterity", "attacks"),
    [(False, 10, 1), (False, 20, 1), (True, 10, 1), (True, 14, 3), (True, 20, 6), (True, 6, 1)],
)
def test_one_attack_of_opportunity_a_round_with_combat_reflexes_the_dexterity_more(
    reflexes: bool, dexterity: int, attacks: int
) -> None:
    one = token("a", combat_reflexes=reflexes, dexterity=dexterity)
    assert opportunities_left(one) == attacks


@pytest.mark.parametrize(
    ("condition", "speed"),
    [("", 6), ("prone", 1), ("entangled", 3), ("exhausted", 3), ("blind", 3), ("squeezing", 3),
     ("grappled", 0), ("pinned", 0)],
)  # fmt: skip
def test_conditions_leave_so_much_of_a_speed_of_six_squares(condition: str, speed: int) -> None:
    one = token("a", speed=6, conditions=(condition,) if condition else ())
    assert speed_of(one) == speed


def test_initiative_is_dexterity_and_the_feat_and_the_deaf_lose_four() -> None:
    assert initiative_bonus(token("a", dexterity=14)) == 2
    assert initiative_bonus(token("a", dexterity=14, initiative=4)) == 6
    assert initiative_bonus(token("a", dexterity=14, conditions=("deafened",))) == -2
