"""Time: initiative, waiting, newcomers, simultaneous groups announced and revealed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.glossary import Glossary
from rules.encounter.applying import apply
from rules.encounter.commands import CommandError
from rules.encounter.events import ConditionGained, Removed
from rules.encounter.state import Condition, TokenId
from rules.systems.damakar import SYSTEM
from tests.rules.damakar.fights import (
    acting,
    begin,
    do,
    dues,
    fields,
    fight,
    logged,
    play,
    refused,
    token,
    two,
)

X = TokenId("x")


@pytest.mark.mechanic("D2", "D3")
def test_initiative_is_auf_and_two_dice_and_what_weapon_sheet_and_situation_add() -> None:
    quick: dict[str, Any] = {"id": "foil", "initiative": 2}
    state = fight(token("x", awareness=3, initiative=1, right="foil", weapons=[quick]), token("y"))
    state = do(state, "start", [4, 5, 6, 6], modifiers={"x": -4})
    assert dict(state.timeline.at) == {"x": 3 + 9 + 1 + 2 - 4, "y": 12}
    assert (acting(state), state.timeline.round) == (["y"], 1)


def test_a_start_needs_somebody_and_known_names() -> None:
    assert refused(fight(token("x", conditions=["dead"])), "start") == "nobody"
    assert refused(two(), "start", values={"q": 1}) == "token_unknown"


def test_initiative_typed_before_the_fight_is_kept() -> None:
    state = do(two(), "initiative", token="x", value=11)
    assert dict(do(state, "start", [1, 1]).timeline.at) == {"x": 11, "y": 2}
    assert do(two(), "initiative", [3, 4], token="x").timeline.at[X] == 7


def test_a_field_typed_during_the_fight_moves_the_marker_ahead_of_the_hand() -> None:
    state = do(begin(two(), x=20, y=10), "initiative", token="y", value=22)
    assert fields(state) == {"x": 20, "y": 22}
    assert dues(state) == {"x": 0, "y": 22}
    assert acting(state) == ["x"]


@pytest.mark.mechanic("D8", "D9")
def test_the_hand_goes_to_the_foremost_marker_after_every_action() -> None:
    state = begin(two(), x=14, y=11)
    state = do(state, "free", token="x", cost=2)
    assert acting(state) == ["x"]
    state = do(state, "free", token="x", cost=2)
    assert (acting(state), state.timeline.now) == (["y"], 11)


@pytest.mark.mechanic("D10")
def test_the_game_master_can_change_any_price() -> None:
    state = begin(two(), x=14, y=1)
    assert do(state, "free", token="x", cost=3, zp=2).timeline.at[X] == 9
    assert do(state, "turn_away", token="x", zp=-5).timeline.at[X] == 13  # never below 1


def test_next_calls_out_whose_turn_it_is_and_then_lets_him_wait() -> None:
    state = begin(two(), x=14, y=11)
    state = do(state, "free", token="x", cost=7)
    called = do(state, "next")
    assert (acting(called), called.timeline.at) == (["y"], state.timeline.at)
    waited, outcome = play(called, "next")
    assert logged(outcome)[0] == "waits"
    assert (fields(waited)["y"], acting(waited)) == (6, ["x"])


@pytest.mark.mechanic("D5", "D6", "D7")
def test_newcomers_come_together_or_one_after_another() -> None:
    tokens = [token("x"), token("y", (1, 0), side="foes"), token("z", (9, 9)), token("w", (9, 8))]
    state = begin(fight(*tokens), x=9, y=5)
    together = do(state, "join", tokens=["z", "w"])
    assert acting(together) == ["z", "w"]
    assert fields(together)["z"] == 10
    apart = do(state, "join", tokens=["z", "w"], apart=True)
    assert (fields(apart)["z"], fields(apart)["w"], acting(apart)) == (10, 11, ["w"])
    far: dict[str, Any] = {"attacker": "w", "target": "y", "weapon": "sword"}
    assert refused(apart, "attack", **far) == "out_of_reach"


@pytest.mark.mechanic("D14", "D15")
def test_those_on_one_field_announce_and_all_is_revealed_at_once() -> None:
    state = begin(two(), x=10, y=10)
    state, outcome = play(state, "attack", attacker="x", target="y", weapon="sword")
    assert logged(outcome) == ["announces"]
    assert (acting(state), fields(state)) == (["x", "y"], {"x": 10, "y": 10})
    assert refused(state, "reveal") == "not_announced"
    state, outcome = play(state, "free", [19, 8, 1, 2], token="y", cost=3)
    assert logged(outcome)[:2] == ["reveals", "does"]
    assert fields(state) == {"x": 3, "y": 6}  # y: 3 ZP and a light wound


def test_an_announcement_can_be_explicit_and_taken_back() -> None:
    state = begin(two(), x=10, y=10)
    attack: dict[str, Any] = {"do": "attack", "attacker": "x", "target": "y", "weapon": "sword"}
    state = do(state, "announce", token="x", action=attack)
    state = do(state, "announce", token="y", action={"do": "delay"})
    assert set(state.timeline.data["announced"]) == {"x", "y"}  # type: ignore[arg-type]  # a table
    after = do(state, "reveal", [10, 20], ["parry"])
    assert fields(after) == {"x": 3, "y": 7}
    assert do(state, "next", [10, 20], ["parry"]).timeline.at == after.timeline.at
    back = do(state, "announce", token="x")
    assert set(back.timeline.data["announced"]) == {"y"}  # type: ignore[arg-type]  # a table
    assert refused(back, "announce", token="x") == "nothing_changes"


def test_only_own_actions_can_be_announced() -> None:
    state = begin(two(), x=10, y=10)
    for action in (
        {"do": "free", "token": "y", "cost": 1},
        {"do": "heal", "tokens": ["x"], "amount": 1},
        {"do": "delay", "token": "y"},
    ):
        assert refused(state, "announce", token="x", action=action) == "no_action"
    far: dict[str, Any] = {"do": "attack", "attacker": "x", "target": "x"}
    assert refused(state, "announce", token="x", action=far) == "self"
    with pytest.raises(CommandError):
        do(state, "announce", token="x", action={"do": "nonsense"})


@pytest.mark.mechanic("D16")
@pytest.mark.parametrize(("blocks", "choices"), [(True, []), (False, ["dodge"])])
def test_who_acts_at_the_same_time_cannot_parry(blocks: bool, choices: list[str]) -> None:
    state = begin(two(simultaneous_blocks_dodge=blocks), x=10, y=10)
    state = do(state, "magic", token="y", cost=5)
    dice = [10, 1, 8, 1, 2] if choices else [10, 8, 1, 2]
    fast: dict[str, Any] = {"attacker": "x", "target": "y", "weapon": "sword"}
    state, outcome = play(state, "attack", dice, choices, **fast)
    assert ("hit" if choices else "hit_undefended") in logged(outcome)
    assert fields(state)["y"] == 10 - 5 - 1 - (2 if choices else 0)


@pytest.mark.mechanic("D18")
def test_who_waits_may_parry_those_who_act() -> None:
    state = begin(two(), x=10, y=10)
    state = do(state, "attack", attacker="y", target="x", weapon="sword")
    state = do(state, "delay", [5, 20], ["parry"], token="x")
    assert fields(state) == {"x": 7, "y": 3}


def test_a_group_can_act_one_after_another_where_the_table_wants_it() -> None:
    state = begin(two(announce=False), x=10, y=10)
    hit: dict[str, Any] = {"attacker": "x", "target": "y", "weapon": "sword"}
    state = do(state, "attack", [10, 8, 1, 2], **hit)  # no parry is asked for
    assert (acting(state), fields(state)) == (["y"], {"x": 3, "y": 9})


def test_a_wound_of_the_same_moment_does_not_stop_the_own_action() -> None:
    state = begin(two(), x=10, y=10)
    state = do(state, "attack", attacker="x", target="y", weapon="sword", damage=30)
    state = do(state, "magic", [10, 8, 1, 1], token="y", cost=4)
    assert state.token("y").has("incapacitated")
    assert acting(state) == ["x"]


def test_waiting_is_for_those_whose_turn_it_is() -> None:
    state = begin(two(), x=10, y=9)
    assert refused(two(), "delay", token="x") == "not_running"
    assert refused(state, "delay", token="y") == "not_acting"
    late = state.with_token(token("z"))
    assert refused(late, "delay", token="z") == "not_in_fight"


def test_who_leaves_or_falls_is_no_longer_next() -> None:
    state = begin(two(), x=10, y=9)
    assert acting(do(state, "leave", tokens="x")) == ["y"]
    assert acting(do(state, "damage", tokens=["x"], amount=25)) == ["y"]
    none = do(do(state, "leave", tokens=["x"]), "leave", tokens=["y"])
    assert acting(none) == []
    assert refused(none, "next") == "nobody_acts"


def test_the_end_clears_the_ring_and_all_ties() -> None:
    state = do(begin(two(), x=10, y=9), "turn_away", token="x")
    state = do(state, "scuffle", token="x", target="y")
    state = do(state, "end")
    assert not state.timeline.running
    assert state.links == ()
    assert not state.token("x").has("turned_away")
    assert refused(state, "end") == "not_running"


def test_conditions_end_when_the_hand_reaches_their_field() -> None:
    state = begin(two(), x=20, y=10)
    state = do(state, "free", token="x", cost=1)
    until = Condition("unaware", until=(1, 12))
    unaware = state.with_token(replace(state.token("x"), conditions=(until,)))
    unaware = do(unaware, "free", token="x", cost=6)
    assert unaware.token("x").has("unaware")  # the hand stands on 13
    assert not do(unaware, "free", token="x", cost=2).token("x").has("unaware")


def test_a_whole_fight_can_be_said(glossary: Glossary) -> None:
    state = two()
    steps: list[tuple[str, list[int], list[str], dict[str, Any]]] = [
        ("start", [6, 6, 1, 1], [], {"surprised": ["y"]}),
        ("magic", [], [], {"token": "x", "cost": 3, "text": "…"}),
        ("delay", [], [], {}),
    ]
    for name, dice, choices, more in steps:
        state, outcome = play(state, name, dice, choices, **more)
        assert glossary.say(outcome.label)
    assert glossary.say(SYSTEM.headline(state))


def test_next_goes_on_where_somebody_was_taken_out_by_hand() -> None:
    state = begin(two(), x=10, y=9)
    gone = apply(state, Removed(X))
    assert acting(do(gone, "next")) == ["y"]
    down = apply(state, ConditionGained(X, Condition("incapacitated")))
    assert acting(do(down, "next")) == ["y"]


def test_who_comes_to_again_acts_when_the_hand_is_there_not_before() -> None:
    state = do(begin(two(), x=10, y=9), "damage", tokens=["x"], amount=25)
    state = do(state, "free", token="y", cost=5)
    back = do(state, "heal", tokens=["x"], amount=25)
    assert (acting(back), fields(back)) == (["x", "y"], {"x": 4, "y": 4})


def test_who_is_on_the_ring_does_not_join_again() -> None:
    state = begin(two(), x=10, y=9)
    assert refused(state, "initiative", token="y") == "is_there"
