"""Seconds, initiative, contradictory actions, breaking off (§2)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.glossary import Glossary
from rules.encounter.state import Encounter, TokenId
from rules.systems.muinimula.sheet import Pending
from tests.rules.muinimula.fights import (
    begin,
    do,
    fight,
    holder,
    logged,
    lost,
    now,
    pair,
    plan,
    play,
    refused,
    token,
    vitals,
    with_condition,
)


@pytest.mark.mechanic("M3")
def test_initiative_is_an_open_w100_and_the_reaction() -> None:
    state = pair({"reaction": 0}, {"reaction": 7}, running=False)
    after = do(state, "start", 97, 96, 7, 40)
    assert {id: key[0] for id, key in after.timeline.ties.items()} == {"a": 200, "t": 47}
    down = do(state, "start", 5, 96, 30, 50)
    assert next(iter(down.timeline.ties.values()))[0] == 5 - 96 - 30


@pytest.mark.mechanic("M3", "M7")
def test_equal_initiative_falls_to_reaction_then_to_dice() -> None:
    state = pair({"reaction": 10}, {"reaction": 30}, running=False)
    after = do(state, "start", values={"a": 50, "t": 50})
    assert after.timeline.acting == ("t", "a")
    equal = pair(running=False)
    after = do(equal, "start", 30, 70, values={"a": 50, "t": 50})
    assert after.timeline.acting == ("t", "a")


def test_a_late_comer_joins_and_only_he_rolls_the_tie() -> None:
    state = fight(token("a"), token("t", (1, 0), side="foes"), running=False)
    state = do(state, "start", values={"a": 50, "t": 40})
    state = state.with_token(token("n", (3, 0)))
    state = do(state, "initiative", 12, 80, token="n", value=50)
    assert state.timeline.acting == ("n", "a", "t")
    state = do(state, "initiative", token="n", value=45)
    assert state.timeline.acting == ("a", "n", "t")


@pytest.mark.mechanic("M1", "M4")
def test_time_runs_second_by_second_where_nothing_is_under_way() -> None:
    state = do(pair(), "next")
    assert now(state) == 1
    assert state.timeline.acting == ("a", "t")
    state = begin(state)
    assert state.timeline.acting == ("t",)
    for second in (2, 3):
        state = do(state, "next", second=True)
        assert now(state) == second
    state = do(state, "next", 19)
    assert now(state) == 4


@pytest.mark.mechanic("M2")
def test_breaking_off_loses_the_time_spent() -> None:
    state = pair()
    for _ in range(5):
        state = do(state, "next")
    state = begin(state)
    assert vitals(state, "a").pending is not None
    state = do(state, "next", second=True)
    state = do(state, "next", second=True)
    state = do(state, "abort", token="a")
    state = begin(state)
    pending = vitals(state, "a").pending
    assert pending is not None
    assert pending.end / 2 == 10
    assert refused(state, "abort", token="t") == "muinimula.nothing_to_abort"


@pytest.mark.mechanic("M5")
def test_effects_of_one_moment_happen_in_order_of_initiative() -> None:
    a = token("a", life=100)
    t = token("t", (1, 0), side="foes", life=20)
    state = fight(a, t)
    state = begin(state)
    state = begin(state, "t", "a", choices=["double"])
    after = do(state, "next", 10, 9, 9, 19)
    assert lost(after) == 9
    heavy = fight(token("a", weapons=[{"id": "b", "cls": "langschwerter", "damage": "60"}]), t)
    heavy = begin(heavy)
    heavy = begin(heavy, "t", "a", choices=["double"])
    after = do(heavy, "next", 10, 9, 5)
    assert after.token("t").has("dying")
    assert lost(after, "a") == 0, "he fell before his own blow was due"


@pytest.mark.mechanic("M5")
def test_by_option_initiative_orders_the_whole_second() -> None:
    def fought(**options: Any) -> Encounter:
        state = fight(token("a", life=20), token("t", (1, 0), side="foes"), **options)
        state = do(state, "act", token="a", seconds=0.5)
        state = do(state, "act", token="t", seconds=1)
        state = do(state, "next")
        state = do(state, "act", token="a", seconds=1)
        return do(state, "next")

    assert [vitals(fought(), id).pending is None for id in "at"] == [False, True]
    whole = fought(effect_order="second")
    assert [vitals(whole, id).pending is None for id in "at"] == [True, True]


@pytest.mark.mechanic("M6", "M8")
def test_the_example_of_174_against_35() -> None:
    state = fight(token("a"), token("t", (5, 0), side="foes"), running=False)
    state = do(state, "start", values={"a": 174, "t": 35})
    state = do(state, "act", token="a", kind="move", seconds=5)
    state = do(state, "act", token="t", kind="move", seconds=5)
    state = do(state, "next")
    assert now(state) == 5
    assert state.timeline.acting == ("a", "t"), "the higher initiative decides first"


@pytest.mark.mechanic("M6", "M8")
def test_who_has_the_higher_initiative_takes_the_attack() -> None:
    state = begin(pair())
    assert holder(state) == ("a", "t")
    state, outcome = play(state, "attack", (), ["defend"], attacker="t", target="a")
    assert vitals(state, "t").pending is None
    assert logged(outcome) == ["defends"]


@pytest.mark.mechanic("M6")
def test_the_slower_one_asks_whether_the_faster_wants_to_go_first() -> None:
    assert "muinimula.chooses_first" in [n.code for n in plan(pair(), "t", "a").notes]
    state = begin(pair(), "t", "a", choices=["yield"])
    assert holder(state) == ("t", "a")
    state = begin(pair(), "t", "a", choices=["first", "defend"])
    assert holder(state) == ("a", "t")
    assert vitals(state, "t").pending is None
    state = begin(pair(), "t", "a", choices=["first", "double"])
    assert vitals(state, "t").pending is not None


@pytest.mark.mechanic("M9", "M10")
def test_a_double_attack_costs_the_slower_one_his_parry() -> None:
    state = begin(begin(pair()), "t", "a", choices=["double"])
    assert vitals(state, "a").pending is not None
    after = do(state, "next", 10, 4, 20, 8, 5, choices=["dodge"])
    assert lost(after, "t") == 4, "nobody asked the slower one for a parry"
    assert lost(after, "a") == 0
    assert holder(after) == ("a", "t"), "who chose first holds the right"


@pytest.mark.mechanic("M9")
def test_after_a_failed_first_attack_the_roles_change_as_usual() -> None:
    state = begin(begin(pair()), "t", "a", choices=["double"])
    after = do(state, "next", 19, 10, 18, 4, 20, choices=["dodge"])
    assert holder(after) == ("t", "a")
    assert lost(after, "a") == 4


@pytest.mark.mechanic("M10")
def test_the_game_master_can_call_any_attack_unparryable() -> None:
    after = do(
        pair(running=False), "attack", 10, 4, 20, attacker="a", target="t", on=["unparryable"]
    )
    assert lost(after) == 4


def test_the_second_attack_comes_only_in_the_same_second() -> None:
    state = do(begin(pair()), "next", second=True)
    assert refused(state, "attack", attacker="t", target="a") == "muinimula.no_right"


def test_lost_initiative_and_dazedness_change_the_order() -> None:
    state = with_condition(pair(), "a", "dazed")
    assert do(state, "next").timeline.acting == ("t", "a")
    slow = with_condition(pair(), "a", "slow")
    assert do(slow, "next").timeline.acting == ("t", "a")


def test_kampfrunden_are_six_seconds_and_said(glossary: Glossary) -> None:
    state = pair()
    for _ in range(6):
        state = do(state, "next")
    assert state.timeline.round == 2


def test_the_end_takes_everything_along_that_belongs_to_it() -> None:
    state = do(begin(pair()), "end")
    assert not state.timeline.running
    assert not state.links
    assert vitals(state, "a").pending is None
    for name, fields in (
        ("next", {}), ("end", {}), ("abort", {"token": "a"}), ("cast", {"token": "a"}),
        ("oppose", {"token": "a", "target": "t"}),
    ):  # fmt: skip
        assert refused(state, name, **fields) == "muinimula.not_running"


@pytest.mark.mechanic("M4")
def test_what_has_only_just_begun_can_be_changed_for_nothing() -> None:
    state = begin(pair())
    other = do(state, "cast", token="a", seconds=2)
    pending = vitals(other, "a").pending
    assert pending is not None
    assert pending.kind == "prepare"
    back = begin(other, mode="aim_kopf", choices=())
    pending = vitals(back, "a").pending
    assert pending is not None
    assert (pending.kind, pending.mode) == ("attack", "aim_kopf")
    assert not back.token("a").has("preparing")


def test_the_game_master_moves_the_end_of_what_somebody_does() -> None:
    state = do(pair(), "act", token="a", kind="task", seconds=3)
    moved = do(state, "moment", token="a", value=9)
    assert moved.timeline.at[TokenId("a")] == 2 * 9
    assert vitals(moved, "a").pending == replaced(state, 18)
    assert now(do(moved, "next")) == 9


def test_whoever_is_idle_waits_until_the_second_he_is_put_on() -> None:
    waits = do(pair(), "moment", token="t", value=4)
    assert TokenId("t") not in waits.timeline.acting
    assert waits.timeline.at[TokenId("t")] == 2 * 4
    assert refused(pair(), "moment", token="t", value=0) == "nothing_changes"


def replaced(state: Encounter, end: int) -> Pending:
    """Return what a does, with another end."""
    pending = vitals(state, "a").pending
    assert pending is not None
    return pending.model_copy(update={"end": end})
