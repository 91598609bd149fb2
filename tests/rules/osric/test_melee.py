"""Who is struck: the draw in melee and of shots into it; grapples; the routine of attacks."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.asking import DiceRequest
from rules.core.odds import outcomes
from rules.encounter.commands import parse_command
from rules.encounter.events import VitalsChanged
from rules.encounter.state import TokenId
from rules.play import perform
from rules.systems.osric import SYSTEM
from rules.systems.osric.melee import drawn, engaged, melee_of
from rules.systems.osric.options import options_of
from rules.systems.osric.rolls import escape_chance
from rules.systems.osric.sheet import OsricSheet
from tests.rules.osric.fights import Table, codes, fight, foe, hero, notes, plan, wall


def crowd(**options: bool | int | str) -> Table:
    """Seat a shooter, a friend in melee with two foes, and a foe far away."""
    return Table(
        hero("s", (0, 10), weapons=["long_bow", "sword"]),
        hero("friend", (20, 10), hp=40, size="S"),
        foe("b", (21, 10), hp=40, size="M"),
        foe("c", (20, 11), hp=40, size="L", space=1),
        foe("far", (20, 30), hp=40),
        **options,
    )


SHOT = {"attacker": "s", "target": "b", "weapon": "long_bow", "mode": "single"}


@pytest.mark.mechanic("O61")
def test_two_foes_within_ten_feet_are_engaged() -> None:
    state = crowd().state
    friend, b, far = (state.token(t) for t in ("friend", "b", "far"))
    assert engaged(state, friend, b)
    assert not engaged(state, friend, far)
    assert not engaged(state, b, b)
    assert not engaged(state, b, state.token("c"))
    assert {t.id for t in melee_of(state, b)} == {"friend", "b", "c"}


@pytest.mark.mechanic("O62")
def test_of_several_opponents_one_is_drawn() -> None:
    table = crowd().begin(6, 1)
    strike = {"attacker": "friend", "target": "b", "weapon": "sword"}
    assert "osric.drawn" in notes(plan(table.state, "friend", "b"))
    table.do("attack", [2, 20, 7], **strike)
    assert (table.harm("b"), table.harm("c")) == (0, 7)
    assert "drawn" in table.log
    other = crowd().begin(6, 1).do("attack", [1, 20, 7], **strike)
    assert other.harm("b") == 7


@pytest.mark.mechanic("O62")
def test_the_game_master_may_choose_and_the_helpless_by_option() -> None:
    strike = {"attacker": "friend", "target": "b", "weapon": "sword"}
    table = crowd().begin(6, 1).do("attack", [20, 7], on=["chosen_target"], **strike)
    assert table.harm("b") == 7
    held = crowd(choose_helpless=True).do("condition", tokens=["b"], condition="held")
    held.begin(6, 1).do("attack", [20, 7], **strike)
    assert held.harm("b") == 7


@pytest.mark.mechanic("O63")
def test_sword_and_dagger_go_to_the_same_foe() -> None:
    two = hero("h", hp=40, weapons=["long_sword", "dagger"])
    table = Table(two, foe("b", hp=40), foe("c", (0, 1), hp=40)).begin(6, 1)
    table.do("attack", [2, 20, 3, 20, 4], attacker="h", target="b", weapon="long_sword", mode="two")
    assert (table.harm("b"), table.harm("c")) == (0, 7)


@pytest.mark.mechanic("O64")
def test_a_shot_into_melee_may_hit_anybody_in_it() -> None:
    found = {}
    for face, id in ((1, "friend"), (2, "b"), (3, "c")):
        table = crowd().begin(6, 1).do("attack", [face, 20, 6], **SHOT)
        found[id] = table.harm(id)
    assert found == {"friend": 6, "b": 6, "c": 6}


@pytest.mark.mechanic("O64")
def test_every_one_in_the_melee_is_equally_likely() -> None:
    assert _chances(crowd()) == {"friend": Fraction(1, 3), "b": Fraction(1, 3), "c": Fraction(1, 3)}
    weighted = _chances(crowd(missile_weights=True))
    assert weighted == {"friend": Fraction(1, 6), "b": Fraction(1, 3), "c": Fraction(1, 2)}


def _chances(table: Table) -> dict[str, Fraction]:
    """Return how likely each is to be drawn: who is struck when every shot hits."""
    command = parse_command(SYSTEM, {"do": "attack", **SHOT, "extra": [_SURE]})

    def struck(outcome: Any) -> str:
        return next((e.token for e in outcome.events if isinstance(e, VitalsChanged)
                     and "damage" in e.values), "")  # fmt: skip

    return outcomes(lambda: perform(SYSTEM, table.state, command), struck)


_SURE = {"id": "sure", "value": 30, "side": "attack"}


@pytest.mark.mechanic("O64")
def test_who_stands_apart_is_aimed_at_freely() -> None:
    table = crowd().begin(6, 1)
    table.do("attack", [20, 6], attacker="s", target="far", weapon="long_bow", mode="single")
    assert table.harm("far") == 6


@pytest.mark.mechanic("O64")
def test_each_shot_is_drawn_anew_and_nobody_behind_a_wall_is_hit() -> None:
    table = crowd().begin(6, 1)
    table.do("attack", [1, 20, 2, 3, 20, 5], attacker="s", target="b", weapon="long_bow")
    assert (table.harm("friend"), table.harm("c")) == (2, 5)
    shut = [wall("w", (19.5, 10.99), (20, 10.99), (21.2, 10.99), (21.2, 14), (19.5, 14),
                 (19.5, 10.99))]  # fmt: skip
    hidden = Table(*crowd().state.tokens.values(), obstacles=shut)
    assert "c" not in _chances(hidden)


@given(st.lists(st.integers(1, 3), min_size=1, max_size=6), st.data())
def test_a_draw_follows_the_weights(weights: list[int], data: Any) -> None:
    ids = [TokenId(str(n)) for n in range(len(weights))]
    faces = range(1, sum(weights) + 1)
    found = [drawn(ids, weights, face) for face in faces]
    assert [found.count(id) for id in ids] == weights
    with pytest.raises(ValueError, match="larger"):
        drawn(ids, weights, sum(weights) + 1)


def test_the_unseen_are_not_drawn() -> None:
    table = Table(hero("h", hp=40), foe("b", hp=40), foe("c", (0, 1), conditions=["invisible"]))
    table.begin(6, 1).do("attack", [20, 5], attacker="h", target="b", weapon="sword")
    assert table.harm("b") == 5


def test_the_routine_ends_with_the_foe() -> None:
    bear = foe("bear", weapons=[{"id": "claw", "damage": "1d8", "natural": True}],
               routine=["claw", "claw", "claw"])  # fmt: skip
    table = Table(hero("h", hp=3), bear).begin(1, 6)
    table.do("attack", [20, 5], attacker="bear", target="h")
    assert table.has("h", "unconscious")


# -- grappling ---------------------------------------------------------------------------------


@pytest.mark.mechanic("O73")
def test_a_grapple_holds_and_hardly_harms() -> None:
    table = Table(hero("h", hp=40, strength=18), foe("orc", hp=40)).begin(6, 1)
    grapple = {"attacker": "h", "target": "orc", "weapon": "unarmed", "mode": "grapple"}
    table.do("attack", [20, 1], **grapple)
    assert table.harm("orc") == 0, "no Strength in it"
    assert table.has("orc", "held")
    table.do("next")
    assert table.refused("attack", attacker="orc", target="h") == "osric.cannot_act"
    assert table.refused("flee", token="orc") == "osric.cannot_act"
    made = plan(fight(hero("h"), foe("orc")), "h", "orc", weapon="unarmed", mode="grapple")
    assert made.damage == made.chance * Fraction(1, 2)
    missed = Table(hero("h"), foe("orc")).begin(6, 1).do("attack", [2], **grapple)
    assert not missed.has("orc", "held")


@pytest.mark.mechanic("O74")
@pytest.mark.parametrize(
    ("own", "other", "chance"),
    [({"size": "L", "strength": 19}, {"size": "S"}, 99), ({"size": "S"}, {"size": "L"}, 10),
     ({}, {}, 50), ({"strength": 18}, {}, 60), ({"size": "S", "strength": 3}, {"size": "L",
                                                                              "strength": 19}, 1)],
)  # fmt: skip
def test_breaking_loose_depends_on_relative_strength(
    own: dict[str, Any], other: dict[str, Any], chance: int
) -> None:
    assert escape_chance(OsricSheet(**own), OsricSheet(**other), options_of(fight())) == chance


@pytest.mark.mechanic("O74")
def test_a_hold_is_broken_with_a_roll() -> None:
    links = [("grapple", "orc", "h")]
    table = Table(hero("h", conditions=["held"]), foe("orc"), links=links)
    table.do("break_free", [51], token="h")
    assert table.has("h", "held")
    table.do("break_free", [50], token="h")
    assert not table.has("h", "held")
    assert table.state.links == ()
    assert table.refused("break_free", token="h") == "osric.not_held"
    by_hand = Table(hero("h", conditions=["held"]), foe("orc"))
    by_hand.do("break_free", [7], token="h", chance=7)
    assert not by_hand.has("h", "held")


def test_a_fallen_holder_lets_go() -> None:
    links = [("grapple", "orc", "h")]
    table = Table(hero("h", conditions=["held"]), foe("orc"), links=links)
    table.do("damage", tokens=["orc"], amount=9)
    assert not table.has("h", "held")


# -- the rest ----------------------------------------------------------------------------------


def test_a_heavy_crossbow_shoots_every_other_round() -> None:
    table = Table(hero("h", weapons=["heavy_crossbow"]), foe("orc", (9, 0), hp=40)).begin(6, 1)
    shot = {"attacker": "h", "target": "orc", "weapon": "heavy_crossbow"}
    table.do("attack", [1], **shot)
    while table.now[1] == 1:
        table.do("next")
    table.do("next", [6, 1])
    assert table.refused("attack", **shot) == "osric.reloading"
    while table.now[1] == 2:
        table.do("next")
    table.do("next", [6, 1]).do("attack", [1], **shot)


def test_out_of_turn_is_a_warning_and_force_overrules() -> None:
    table = Table(hero("h", hp=40), foe("orc", hp=40)).begin(1, 6)
    assert "osric.not_acting" in notes(plan(table.state, "h", "orc"))
    table.do("condition", tokens=["h"], condition="held")
    assert codes(plan(table.state, "h", "orc")) == ["osric.cannot_act"]
    table.do("attack", [20, 1], attacker="h", target="orc", weapon="sword", on=["force"])
    assert table.harm("orc") == 1


def test_another_plan_is_a_warning() -> None:
    table = Table(hero("h"), foe("orc")).begin().do("declare", token="h", action="close")
    table.do("next", [6, 1])
    assert "osric.other_plan" in notes(plan(table.state, "h", "orc"))


def test_the_dice_that_are_asked_for_are_grouped_for_exact_odds() -> None:
    state = fight(hero("h"), foe("orc", hp=4))
    data = {"do": "attack", "attacker": "h", "target": "orc", "weapon": "sword"}
    command = parse_command(SYSTEM, data)
    first = next(perform(SYSTEM, state, command))
    assert isinstance(first, DiceRequest)
    assert sum(weight for _, weight in first.groups) == 20
    dead = outcomes(
        lambda: perform(SYSTEM, state, command),
        lambda outcome: any(getattr(e, "condition", None) is not None for e in outcome.events),
    )
    made = plan(state, "h", "orc", weapon="sword")
    assert dead[True] == made.chance * Fraction(5, 8)
