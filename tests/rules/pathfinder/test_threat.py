"""Threat and opportunity: who may strike at whom."""

from __future__ import annotations

from dataclasses import replace

import pytest

from maps.grid import Footprint
from rules.encounter.state import Encounter, TokenId
from rules.systems.pathfinder.threat import (
    opponents,
    opportunities_left,
    opportunity,
    ready_weapons,
    threatened,
    threatens,
)
from tests.rules.pathfinder.fights import fight, token, wall


def may(state: Encounter) -> str:
    return opportunity(state, TokenId("a"), TokenId("t"))


def test_a_foe_in_reach_may_be_struck_and_nobody_else() -> None:
    assert may(fight(token("a"), token("t", (1, 1), side="foes"))) == ""
    assert may(fight(token("a"), token("t", (2, 0), side="foes"))) == "reach"
    assert may(fight(token("a"), token("t", (1, 0)))) == "friend"


@pytest.mark.mechanic("P12")
def test_cover_protects_from_opportunity() -> None:
    low = wall("w", (1, 1), (1, 2))
    state = fight(token("a"), token("t", (1, 1), side="foes"), obstacles=[low])
    assert may(state) == "cover"


@pytest.mark.mechanic("P12")
def test_soft_cover_protects_from_reach_unless_the_option_says_otherwise() -> None:
    tokens = (token("a", reach=2), token("b", (1, 0)), token("t", (2, 0), side="foes"))
    assert may(fight(*tokens)) == "soft_cover"
    assert may(fight(*tokens, soft_cover_stops_aoo=False)) == ""


@pytest.mark.mechanic("P12")
def test_the_ogre_behind_two_others_has_no_opportunity() -> None:
    state = fight(
        token("a", (1, 2), size=2),
        token("b", (1, 1)),
        token("c", (2, 1)),
        token("t", (2, 0), side="foes"),
    )
    assert may(state) == "soft_cover"


@pytest.mark.mechanic("P40")
def test_total_concealment_protects_even_with_the_square_known() -> None:
    unseen = token("t", (1, 0), side="foes", conditions=["invisible"])
    assert may(fight(token("a"), unseen)) == "concealment"
    assert may(fight(token("a", blindsight=6), unseen)) == ""
    veiled = token("t", (1, 0), side="foes", conditions=["concealed"])
    assert may(fight(token("a"), veiled)) == ""


def test_opportunities_are_counted() -> None:
    quick = token("a", combat_reflexes=True, dexterity=16)
    assert opportunities_left(quick) == 4
    assert opportunities_left(token("a")) == 1
    slowed = token("a", combat_reflexes=True, dexterity=16, conditions=["entangled"])
    assert opportunities_left(slowed) == 2


def test_flat_footed_threaten_but_take_no_opportunity() -> None:
    state = fight(token("a", conditions=["flat_footed"]), token("t", (1, 0), side="foes"))
    a, t = state.token("a"), state.token("t")
    assert threatens(state, a, t)
    assert not threatens(state, a, t, opportunity=True)
    assert may(state) == "reach"


@pytest.mark.mechanic("P64")
def test_reach_weapons_leave_the_squares_near_by_alone() -> None:
    state = fight(token("a", weapons=["longspear"]), token("t", (1, 0), side="foes"))
    assert may(state) == "reach"
    claws = {"id": "claw", "natural": "primary"}
    both = fight(token("a", weapons=["longspear", claws]), token("t", (1, 0), side="foes"))
    assert may(both) == ""
    assert len(threatened(both, TokenId("a"))) == 24


def test_bows_and_bare_hands_do_not_threaten() -> None:
    assert ready_weapons(token("a", weapons=["longbow"])) == ()
    trained = ready_weapons(token("a", weapons=["longbow"], improved_unarmed=True))
    assert [w.id for w in trained] == ["unarmed"]


def test_walls_end_a_threat() -> None:
    state = fight(
        token("a"), token("t", (1, 0), side="foes"), obstacles=[wall("w", (1, -3), (1, 4))]
    )
    assert may(state) == "reach"


def test_opponents_are_all_who_may_strike_where_one_would_be() -> None:
    state = fight(token("a"), token("x", (5, 0), side="foes"), token("y", (6, 1), side="foes"))
    assert opponents(state, TokenId("a")) == ()
    assert opponents(state, TokenId("a"), Footprint.at(5, 1)) == ("x", "y")


def test_the_flying_are_out_of_reach() -> None:
    state = fight(token("a"), token("t", (1, 0), side="foes"))
    high = state.with_token(replace(state.token("t"), elevation=3 * 512))
    assert not threatens(high, high.token("a"), high.token("t"))
