"""Beginning, surprise, series, pauses, KAR and Ausdauer, several fights at once (§2, §4, §9)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.encounter.state import Encounter, TokenId
from rules.systems.das_system import SYSTEM
from rules.systems.das_system.bouts import attacks_for, bouts
from rules.systems.das_system.kar import POINT, SECOND, current
from rules.systems.das_system.options import options_of
from tests.rules.das_system.fights import (
    action,
    do,
    faces,
    fight,
    logged,
    opponent,
    pair,
    play,
    refused,
    strike,
    token,
    vitals,
)


def kar(state: Encounter, id: str) -> float:
    return current(state.token(id), options_of(state)) / POINT


def acting(state: Encounter) -> tuple[str, ...]:
    return state.timeline.acting


def miss(state: Encounter, by: str = "a", at: str = "t") -> Encounter:
    """Let an attack miss: the head at value 0."""
    return strike(state, 1, by=by, at=at, aim="kopf", festwert=0, schwere=0)


def poke(state: Encounter, by: str = "a", at: str = "t") -> Encounter:
    """Let a blow without weight hit the chest of somebody who does nothing."""
    return strike(state, 1, by=by, at=at, festwert=740, schwere=0, choices=["none"])


# -- beginning ------------------------------------------------------------------------------------


@pytest.mark.mechanic("S3", "S6")
def test_the_lower_kar_begins_and_no_time_passes() -> None:
    state = do(fight(opponent(), token("t", (1, 0), kar=45)), "start")
    assert acting(state) == ("t",)
    assert state.timeline.now == 0
    assert refused(state, "attack", attacker="a", target="t") == "das_system.not_offensive"


@pytest.mark.mechanic("S6")
def test_whoever_storms_in_may_be_met_by_a_quicker_blow() -> None:
    state = do(fight(opponent(), token("t", (3, 0), kar=45)), "start")
    assert bouts(state.timeline) == ()
    near = do(state, "engage", token="a", target="t")
    assert acting(near) == ("t",)
    assert near.timeline.now == 0


@pytest.mark.mechanic("S7")
def test_in_a_duel_the_kar_of_the_quicker_one_passes() -> None:
    state = do(fight(opponent(), token("t", (1, 0), kar=45)), "start", duel=True)
    assert acting(state) == ()
    assert state.timeline.at[TokenId("t")] == 45 * POINT
    assert refused(state, "attack", attacker="t", target="a") == "das_system.not_offensive"
    assert acting(do(state, "next")) == ("t",)


@pytest.mark.mechanic("S1")
def test_the_game_masters_word_goes_before_kar() -> None:
    state = do(fight(opponent(), token("t", (1, 0), kar=45)), "start", first=["a"])
    assert acting(state) == ("a",)
    turned = do(state, "offensive", token="t")
    assert acting(turned) == ("t",)
    assert refused(fight(opponent()), "offensive", token="a") == "das_system.not_running"


@pytest.mark.mechanic("S2")
def test_the_surprised_never_have_the_offensive_at_first() -> None:
    quick = fight(opponent(), token("t", (1, 0), kar=20))
    state = do(quick, "start", surprised=["t"])
    assert acting(state) == ("a",)
    assert not state.token("t").has("surprised")


@pytest.mark.mechanic("S30")
def test_stealth_wins_the_initiative() -> None:
    quick = do(fight(opponent(), token("t", (1, 0), kar=20)), "start", pairs=[])
    quick = do(quick, "part", token="a")
    assert refused(quick, "attack", attacker="a", target="t") == "das_system.not_offensive"
    after = strike(quick, 1, on=["unnoticed"], choices=["brust"])
    assert bouts(after.timeline)[0].attacker == "a"


@pytest.mark.mechanic("S34", "S35")
def test_circumstances_shift_the_kar_until_the_first_series_ends() -> None:
    state = do(
        fight(opponent(), token("t", (1, 0), kar=45)), "start", circumstances={"t": "warned"}
    )
    assert kar(state, "t") == 55
    assert acting(state) == ("a",)
    missed = miss(state)
    assert kar(missed, "t") == 45
    by_hand = do(pair(), "shift", token="t", points=-7)
    assert kar(by_hand, "t") == kar(pair(), "t") - 7
    assert kar(do(pair(), "shift", token="t", circumstance="busy"), "t") == kar(pair(), "t") + 20


def test_kar_may_be_typed_at_the_start() -> None:
    state = do(pair(), "start", values={"t": 33})
    assert acting(state) == ("t",)
    assert kar(state, "t") == 33


def test_ties_go_to_the_quicker_or_to_dice() -> None:
    even = fight(opponent(kar=50, reaktion=1300), token("t", (1, 0), kar=50))
    assert acting(do(even, "start")) == ("a",)
    diced = fight(*even.tokens.values(), gleichstand="dice")
    assert acting(do(diced, "start", (7, 7, 4, 9))) == ("t",)


def test_the_out_do_not_take_part() -> None:
    state = fight(token("a", conditions=["fled"]))
    assert refused(state, "start") == "das_system.nobody"


# -- series ---------------------------------------------------------------------------------------


@pytest.mark.mechanic("S18", "S94", "S20")
def test_a_series_goes_on_second_by_second() -> None:
    state = do(pair(), "start", first=["a"])
    state = poke(state)
    assert acting(state) == ()
    assert refused(state, "attack", attacker="a", target="t") == "das_system.not_offensive"
    assert refused(state, "attack", attacker="t", target="a") == "das_system.not_offensive"
    state = do(state, "next")
    assert state.timeline.now == SECOND
    assert acting(state) == ("a",)
    assert bouts(poke(state).timeline)[0].blows == 2


@pytest.mark.mechanic("S19", "S31", "S5")
def test_a_mistake_ends_it_and_the_lower_current_kar_goes_on() -> None:
    state = do(fight(opponent(kar=50), token("t", (1, 0), kar=51)), "start")
    state = miss(state)
    assert state.timeline.at[TokenId("a")] == 51 * POINT  # both 51: one of them attacked
    state = do(state, "next")
    assert state.timeline.now == 51 * POINT
    assert acting(state) == ("a",)  # recovered to 50 in the pause


@pytest.mark.mechanic("S100")
def test_the_cases_that_decide_who_goes_on() -> None:
    state = do(pair(), "start", first=["a"])
    cases = {
        "missed": play(state, "attack", faces(1), attacker="a", target="t", mode="kopf",
                       numbers={"festwert": 0, "schwere": 0})[1],
        "goes_on": play(state, "attack", faces(1), ["none"], attacker="a", target="t",
                        numbers={"festwert": 740, "schwere": 0})[1],
    }  # fmt: skip
    for case, outcome in cases.items():
        assert f"case.{case}" in logged(outcome)
    killed = do(state, "damage", tokens=["t"], amount=9999)
    _, outcome = play(killed, "attack", faces(1), attacker="a", target="t",
                      numbers={"festwert": 740})  # fmt: skip
    assert "case.over" in logged(outcome)


@pytest.mark.mechanic("S19")
def test_ausdauer_limits_a_series() -> None:
    assert [attacks_for(n) for n in (1150, 100, 99, 0)] == [11, 1, 1, 1]
    weary = fight(opponent(vitals={"ausdauer": 150}), token("t", (1, 0)))
    state = poke(do(weary, "start", first=["a"]))
    assert bouts(state.timeline)[0].phase == "pause"


@pytest.mark.mechanic("S36")
@pytest.mark.parametrize("what", ["move", "cast", "wait"])
def test_a_moment_without_a_blow_ends_the_series(what: str) -> None:
    state = do(pair(), "start", first=["a"])
    before = vitals(state, "a")
    after = do(state, "other", token="a", what=what)
    assert vitals(after, "a") == before
    (bout,) = bouts(after.timeline)
    assert (bout.blows, bout.at) == (0, SECOND)
    assert acting(after) == ()
    assert bouts(do(state, "next").timeline)[0].first is False
    assert bouts(do(state, "delay").timeline)[0].at == SECOND


@pytest.mark.mechanic("S36")
def test_flight_ends_the_fight_of_two() -> None:
    state = do(pair(), "start", first=["a"])
    after = do(state, "other", token="a", what="flee")
    assert bouts(after.timeline) == ()
    assert after.token("a").has("fled")
    assert bouts(do(state, "part", token="t").timeline) == ()


@pytest.mark.mechanic("S96", "S97", "S99")
def test_values_change_from_blow_to_blow() -> None:
    state = poke(do(pair(), "start", first=["a"]))
    assert (vitals(state, "a").ausdauer, vitals(state, "a").kar) == (1130, 1)
    assert (vitals(state, "t").ausdauer, vitals(state, "t").kar) == (1150, 0)
    state = do(state, "next")
    choices = ["dodge", "brust"]
    state = strike(state, 1, 1151, festwert=900, schwere=0, choices=choices)
    assert (vitals(state, "a").ausdauer, vitals(state, "a").kar) == (1110, 2)
    assert (vitals(state, "t").ausdauer, vitals(state, "t").kar) == (1140, 0)


@pytest.mark.mechanic("S8")
def test_kar_and_ausdauer_recover_with_rest() -> None:
    state = poke(do(pair(), "start", first=["a"]))
    later = do(state, "wait", seconds=1)
    assert vitals(later, "a").kar == 1  # the second of the blow itself
    later = do(later, "wait", seconds=2)
    assert vitals(later, "a").kar == 0
    assert vitals(later, "a").ausdauer == 1140
    fast = fight(*state.tokens.values(), kar_erholung=0, ausdauer_erholung=0)
    still = do(fast, "wait", seconds=30)
    assert (vitals(still, "a").kar, vitals(still, "a").ausdauer) == (1, 1130)


@pytest.mark.mechanic("S96")
def test_a_quick_but_weary_fighter_cannot_carry_a_series_through() -> None:
    quick = opponent(kar=30, vitals={"ausdauer": 120})
    rested = token("t", (1, 0), kar=60)
    state = poke(do(fight(quick, rested), "start"))
    assert bouts(state.timeline)[0].phase == "pause"


# -- several fights -------------------------------------------------------------------------------


@pytest.mark.mechanic("S21", "S94")
def test_several_fights_run_beside_each_other_second_by_second() -> None:
    state = fight(
        opponent("a", (0, 0)), token("t", (1, 0)), opponent("b", (9, 0)), token("u", (10, 0))
    )
    state = do(state, "start", first=["a", "b"])
    assert set(acting(state)) == {"a", "b"}
    state = poke(state, "a", "t")
    assert acting(state) == ("b",)
    state = poke(state, "b", "u")
    assert acting(state) == ()
    state = do(state, "next")
    assert state.timeline.now == SECOND
    assert set(acting(state)) == {"a", "b"}
    state = miss(poke(state, "a", "t"), "b", "u")
    state = do(state, "next")
    assert acting(state) == ("a",)  # the other two look for an opening
    assert state.timeline.now == 2 * SECOND


def test_a_shot_takes_its_time_to_load() -> None:
    state = do(fight(opponent(weapons=["longbow"]), token("t", (9, 0))), "start")
    state = strike(state, 101, festwert=600, schwere=0, choices=["none"], weapon="longbow")
    assert vitals(state, "a").loaded_at == 4 * SECOND
    assert [p.code for p in SYSTEM.plan(state, action("longbow")).problems] == [
        "das_system.loading"
    ]
    state = do(state, "next")
    assert state.timeline.now == 4 * SECOND
    assert SYSTEM.plan(state, action("longbow")).possible


def test_time_ends_and_does_not_run_before() -> None:
    for name in ("next", "end", "delay"):
        assert refused(pair(), name) == "das_system.not_running"
    state = do(do(pair(), "start"), "end")
    assert not state.timeline.running
    assert refused(do(fight(token("a")), "start"), "delay") == "das_system.nobody_acts"
    assert refused(do(pair(), "start"), "engage", token="a", target="a") == "das_system.self"


def test_the_dead_drop_out_as_time_goes_on() -> None:
    state = do(pair(), "start", first=["a"])
    state = do(state, "damage", tokens=["t"], amount=5000, kind="other")
    state = do(state, "next")
    assert bouts(state.timeline) == ()


def test_one_attacks_once_a_second_and_leaves_the_others_the_offensive() -> None:
    lone = token("t", (1, 0), kar=20)
    state = fight(opponent("a", (0, 0)), lone, opponent("b", (2, 0)))
    state = do(state, "start")
    assert acting(state) == ("t",)
    state = miss(state, "t", "a")
    assert refused(state, "attack", attacker="t", target="b") == "das_system.not_offensive"
    state = do(state, "next")
    assert acting(state) == ("b",)


def test_a_newcomer_may_strike_whoever_fights_already() -> None:
    quick = token("t", (1, 0), kar=20)
    state = fight(opponent("a", (0, 0)), quick, opponent("b", (2, 0)))
    state = do(state, "start", pairs=[["a", "t"]])
    state = poke(state, "b", "t")
    assert {b.attacker for b in bouts(state.timeline)} == {"t", "b"}


def test_a_kar_can_be_typed_for_the_fight() -> None:
    state = do(pair(), "initiative", token="t", value=33)
    assert kar(state, "t") == 33
    assert acting(do(state, "start", values={"t": 33})) == ("t",)
    assert kar(do(state, "initiative", token="t"), "t") == kar(pair(), "t")
    assert refused(pair(), "initiative", token="t") == "nothing_changes"


@pytest.mark.mechanic("S2")
def test_a_surprised_bystander_is_so_for_a_second() -> None:
    far = fight(opponent(), token("t", (9, 0), kar=20, weapons=["longbow", "sword"]))
    state = do(far, "start", surprised=["t"])
    assert state.token("t").has("surprised")
    code = refused(state, "attack", attacker="t", target="a", weapon="longbow")
    assert code == "das_system.not_offensive"
    assert acting(do(state, "engage", token="t", target="a")) == ("a",)
    assert not do(state, "wait", seconds=1).token("t").has("surprised")


def test_the_game_master_moves_the_next_moment_of_a_fight() -> None:
    state = do(pair(), "start", pairs=[["a", "t"]], values={"a": 10, "t": 20})
    line = do(state, "moment", token="a", value=7).timeline
    assert line.at[TokenId("a")] == 7 * SECOND
    assert line.acting == ()
    back = do(replace(state, timeline=line), "moment", token="a", value=0)
    assert back.timeline.acting == (TokenId("a"),)


def test_who_neither_fights_nor_loads_has_no_moment_to_move() -> None:
    state = do(pair(), "start", tokens=["a", "t"], pairs=[])
    assert refused(state, "moment", token="a", value=7) == "das_system.no_moment"
