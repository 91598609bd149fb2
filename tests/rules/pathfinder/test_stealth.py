"""Stealth and Perception (§3.6, §4)."""

from __future__ import annotations

from typing import Any

import pytest

from maps.shapes import Grade, Kind
from rules.encounter.commands import CommandError
from rules.encounter.state import Condition, Encounter, TokenId
from rules.systems.pathfinder import stealth
from rules.systems.pathfinder.commands import Stealth
from rules.systems.pathfinder.stealth import StealthPlan, perception_bonus, stealth_plan
from tests.rules.pathfinder.fights import fight, logged, play, token, wall

A, WATCHER = TokenId("a"), TokenId("o")
HALF = wall("w", (3, 0), (3, 1))
SLIT = wall("s", (3, -9), (3, 9), kind=Kind.SLIT)


def scene(*obstacles: Any, conditions: Any = (), **sheet: Any) -> Encounter:
    return fight(
        token("a", (4, 0), stealth=7, conditions=conditions),
        token("o", side="foes", perception=5, **sheet),
        obstacles=obstacles,
    )


def plan(state: Encounter, *, moving: bool = False) -> StealthPlan:
    return stealth_plan(state, A, WATCHER, moving=moving)


@pytest.mark.mechanic("P15", "P37")
def test_without_cover_and_concealment_nobody_hides() -> None:
    found = plan(scene())
    assert not found.possible
    assert found.why.key == "stealth.pathfinder.open"


@pytest.mark.mechanic("P15")
def test_cover_allows_a_check() -> None:
    found = plan(scene(wall("w", (3, -1), (3, 1))))
    assert found.possible
    assert found.cover is Grade.HARD
    assert found.bonus.total == 7


@pytest.mark.mechanic("P24")
def test_total_cover_allows_a_check() -> None:
    found = plan(scene(wall("w", (3, -9), (3, 9))))
    assert found.possible
    assert found.cover is Grade.TOTAL


@pytest.mark.mechanic("P17")
def test_creatures_are_not_enough() -> None:
    state = scene().with_token(token("b", (2, 0)))
    found = plan(state)
    assert found.cover is Grade.SOFT
    assert not found.possible
    assert found.why.key == "stealth.pathfinder.soft"


@pytest.mark.mechanic("P27")
def test_improved_cover_gives_ten() -> None:
    found = plan(scene(SLIT))
    assert found.possible
    assert found.bonus.total == 17


@pytest.mark.mechanic("P37")
def test_concealment_allows_a_check() -> None:
    fog = wall("f", (2, -2), (6, -2), (6, 3), (2, 3), kind=Kind.FOG)
    found = plan(scene(fog))
    assert found.possible
    assert found.why.key == "stealth.pathfinder.concealed"
    assert plan(scene(conditions=[Condition("concealed", 20)])).possible


@pytest.mark.mechanic("P44")
@pytest.mark.parametrize(("moving", "total"), [(True, 27), (False, 47)])
def test_the_invisible_gain_twenty_moving_and_forty_motionless(moving: bool, total: int) -> None:
    found = plan(scene(conditions=["invisible"]), moving=moving)
    assert found.possible
    assert found.bonus.total == total


@pytest.mark.mechanic("P44")
def test_who_sees_the_invisible_is_not_fooled() -> None:
    found = plan(scene(conditions=["invisible"], see_invisible=True))
    assert not found.possible
    assert found.bonus.total == 7
    assert not found.bonus.counts("invisible")


def test_conditions_hamper_stealth() -> None:
    assert plan(scene(conditions=["entangled", "shaken"])).bonus.total == 7 - 2 - 2


def test_perception_fades_with_distance() -> None:
    assert perception_bonus(scene(), WATCHER, A).total == 5 - 1
    blind = fight(token("o", perception=5, conditions=["blind"]), token("a", (1, 0)))
    assert perception_bonus(blind, WATCHER, A).total == 1


@pytest.mark.mechanic("P43")
@pytest.mark.parametrize(("seen", "line"), [(18, "pinpoints"), (17, "not_found")])
def test_perception_may_find_the_place_of_the_invisible(seen: int, line: str) -> None:
    """Stealth 1 + 7 + 20 = 28 against Perception with a bonus of 11 − 1."""
    state = fight(
        token("a", (4, 0), stealth=7, conditions=["invisible"]),
        token("o", side="foes", perception=11),
    )
    command = Stealth(token="a", moving=True, opposed=True)
    _, outcome = play(state, stealth.stealth, command, [1, seen])
    assert logged(outcome) == ["stealth", line]


def test_one_roll_meets_every_observer() -> None:
    state = scene(HALF, wall("v", (3, -1), (3, 0))).with_token(token("p", (4, 3), side="foes"))
    _, outcome = play(state, stealth.stealth, Stealth(token="a"), [10])
    assert logged(outcome) == ["stealth", "no_stealth"]


def test_somebody_must_be_there_to_hide_from() -> None:
    with pytest.raises(CommandError) as refused:
        play(fight(token("a")), stealth.stealth, Stealth(token="a"))
    assert refused.value.problem.code == "pathfinder.nobody_watches"


def test_observers_can_be_named() -> None:
    state = scene(SLIT).with_token(token("f", (4, 5)))
    command = Stealth.model_validate({"token": "a", "against": "f"})
    assert [t.id for t in stealth.observers(state, command)] == ["f"]
