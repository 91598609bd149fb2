"""Attack, limit, parry, roles (§3, §4)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.asking import Choice
from rules.core.glossary import Glossary
from rules.core.terms import term
from rules.encounter.plans import AttackAction
from rules.encounter.state import TokenId
from rules.systems.muinimula import SYSTEM
from rules.systems.muinimula.duel import duel_of
from rules.systems.muinimula.parry import available, is_valid, means_of
from rules.systems.muinimula.rows import limit_of
from rules.systems.muinimula.weapons import SheetWeapon
from tests.rules.muinimula.fights import (
    BLADE,
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
    strike,
    token,
    vitals,
    with_condition,
)


def blade(**more: Any) -> dict[str, Any]:
    return {"weapons": [{**BLADE, **more}]}


def limit(after: int | None, **weapon: Any) -> int:
    """Return the limit that a parry leaves to a weapon."""
    state = pair({**blade(**weapon), "vitals": {"parried": {} if after is None else {"t": after}}})
    return limit_of(duel_of(state, AttackAction(TokenId("a"), TokenId("t"))))


# -- the limit ----------------------------------------------------------------------------------


@pytest.mark.mechanic("M13")
@pytest.mark.parametrize(("pool", "value"), [(75, 15), (80, 16), (79, 15), (0, 8), (-5, 7)])
def test_the_attack_value_is_8_and_a_tenth_of_the_pool(pool: int, value: int) -> None:
    assert SheetWeapon(id="x", pool=pool).attack_value == value


@pytest.mark.mechanic("M13", "M30")
def test_the_limit_follows_the_last_parry_and_never_exceeds_the_value() -> None:
    assert limit(None, pool=20) == 10
    assert limit(9, pool=20, better=4) == 10
    assert limit(5, pool=20, better=4) == 9
    assert limit(5, pool=20) == 5


@given(parried=st.integers(-5, 20), better=st.integers(0, 10), pool=st.integers(-80, 400))
def test_no_skill_raises_the_limit_above_the_value(parried: int, better: int, pool: int) -> None:
    weapon = SheetWeapon(id="x", pool=pool, better=better)
    assert limit(parried, pool=pool, better=better) <= weapon.attack_value


@pytest.mark.mechanic("M25")
def test_by_the_table_the_skill_comes_off_every_roll() -> None:
    state = pair(blade(pool=40, better=3), running=False)
    assert lost(strike(state, 14)) == 0
    by_table = pair(blade(pool=40, better=3), running=False, va_mode="roll")
    assert plan(by_table).attack.find("better_attack") is not None
    assert lost(strike(by_table, 14, 5, 20, choices=["none"])) == 5


@pytest.mark.mechanic("M12", "M24")
def test_maluses_come_off_what_may_be_rolled() -> None:
    state = with_condition(pair(blade(pool=40)), "a", "dazed")
    assert plan(state).attack.total == 12 - 5
    found = plan(state).attack.find("dazed")
    assert found is not None
    assert found.modifier.source.status.value == "house"


# -- the time of attacks ------------------------------------------------------------------------


@pytest.mark.mechanic("M15")
@pytest.mark.parametrize(("tw", "quick", "halves"), [(3, 0, 6), (3, 1, 4), (3, 3, 1), (1, 2, 1)])
def test_an_attack_takes_tw_less_ba_at_least_half_a_second(
    tw: int, quick: int, halves: int
) -> None:
    assert SheetWeapon(id="x", tw=tw, quick=quick).attack_time == halves
    state = begin(pair(blade(tw=tw, quick=quick)))
    pending = vitals(state, "a").pending
    assert pending is not None
    assert pending.end == halves


@pytest.mark.mechanic("M15", "M18")
def test_two_attacks_a_second_meet_a_shield_only_once() -> None:
    fast = blade(tw=1, quick=1, better=10)
    state = begin(pair(fast, {"shield": "shield"}))
    state = do(state, "next", 10, 9, choices=["shield"])
    assert now(state) == 0.5
    duel = duel_of(state, AttackAction(TokenId("a"), TokenId("t")))
    assert [m.id for m in available(duel)] == ["dodge"]
    state, _ = play(state, "next", [10, 9], ["dodge"])
    assert now(state) == 1
    assert vitals(state, "t").used == {"shield": 1, "dodge": 2}


# -- parries ------------------------------------------------------------------------------------


@pytest.mark.mechanic("M16")
def test_only_a_successful_attack_leaves_a_parry() -> None:
    _, outcome = play(pair(running=False), "attack", [16], attacker="a", target="t")
    assert logged(outcome) == ["missed"]
    command = SYSTEM.commands["attack"].model_validate(
        {"do": "attack", "attacker": "a", "target": "t"}
    )
    procedure = SYSTEM.perform(pair(running=False), command)
    next(procedure)
    question = procedure.send((10,))
    assert isinstance(question, Choice)
    assert {o.id for o in question.options} == {"dodge", "weapon:blade", "none"}
    assert question.who == "t"


@pytest.mark.mechanic("M17", "M18")
@pytest.mark.parametrize(
    ("sheet", "means", "window"),
    [({}, "dodge", 1), ({"shield": "buckler"}, "shield", 1), ({"shield": "shield"}, "shield", 2),
     ({}, "weapon:blade", 6), (blade(quick=1), "weapon:blade", 4)],
)  # fmt: skip
def test_a_means_is_free_again_after_its_span(
    sheet: dict[str, Any], means: str, window: int
) -> None:
    for used, free in ((-window, True), (-window + 1, False), (0, False)):
        state = pair(None, {**sheet, "vitals": {"used": {means: used}}})
        duel = duel_of(state, AttackAction(TokenId("a"), TokenId("t")))
        assert (means in [m.id for m in available(duel)]) is free


@pytest.mark.mechanic("M17")
def test_a_used_means_is_shown_with_the_reason() -> None:
    state = pair(None, {"vitals": {"used": {"dodge": 0}}})
    command = SYSTEM.commands["attack"].model_validate(
        {"do": "attack", "attacker": "a", "target": "t", "now": True}
    )
    procedure = SYSTEM.perform(state, command)
    next(procedure)
    question = procedure.send((10,))
    assert isinstance(question, Choice)
    barred = {o.id: o.why for o in question.options if not o.enabled}
    assert set(barred) == {"dodge"}


@pytest.mark.mechanic("M19")
def test_weapons_parry_what_is_at_most_one_tw_apart() -> None:
    attack = SheetWeapon(id="x", tw=3)
    for tw, valid in ((1, False), (2, True), (3, True), (4, True), (5, False)):
        t = token("t", weapons=[{"id": "w", "tw": tw}], shield="shield")
        found = {m.id: is_valid(m, attack) for m in means_of(t)}
        assert found == {"dodge": True, "shield": True, "weapon:w": valid}


@pytest.mark.mechanic("M18")
def test_a_weapon_in_its_own_attack_breaks_it_off_to_parry() -> None:
    state = pair()
    state = begin(begin(state), "t", "a", choices=["double"])
    after = strike(state, 10, 9, by="t", on="a", choices=["weapon:blade"])
    assert vitals(after, "a").pending is None


@pytest.mark.mechanic("M20", "M23")
def test_a_parry_lowers_the_limit_to_its_number_and_the_attacker_goes_on() -> None:
    state = begin(pair(blade(pool=70, better=2)))
    state = do(state, "next", 10, 9, choices=["dodge"])
    assert vitals(state, "a").parried == {"t": 9}
    assert plan(state).attack.total == 11
    assert holder(state) == ("a", "t")
    pending = vitals(state, "a").pending
    assert pending is not None
    assert pending.start == 6, "the series goes on at once"


@pytest.mark.mechanic("M23")
def test_the_modified_number_counts_by_option() -> None:
    foe = {"dodge_guard": 2}
    natural = strike(pair(None, foe), 10, 12, choices=["dodge"])
    assert vitals(natural, "a").parried == {"t": 12}
    modified = strike(pair(None, foe, limit_basis="modified"), 10, 12, choices=["dodge"])
    assert vitals(modified, "a").parried == {"t": 10}


def test_the_series_can_be_ended_by_option_and_broken_off_for_nothing() -> None:
    state = do(begin(pair(series_goes_on=False)), "next", 10, 9, choices=["dodge"])
    assert vitals(state, "a").pending is None
    goes_on = do(begin(pair()), "next", 10, 9, choices=["dodge"])
    ended = do(goes_on, "abort", token="a")
    assert ended.timeline.at[TokenId("a")] == 6


@pytest.mark.mechanic("M21")
def test_a_parry_of_20_is_hit_and_fumbled() -> None:
    _, outcome = play(
        pair(running=False), "attack", [10, 20, 5, 20, 10], ["dodge"], attacker="a", target="t"
    )
    assert "fumble_nothing" in logged(outcome)
    _, outcome = play(
        pair(running=False), "attack", [10, 19, 5, 20], ["dodge"], attacker="a", target="t"
    )
    assert logged(outcome) == ["hit", "place", "loses"]


# -- roles --------------------------------------------------------------------------------------


@pytest.mark.mechanic("M11")
def test_in_a_duel_only_one_has_the_right_to_attack() -> None:
    state = do(begin(pair()), "next", second=True)
    assert holder(state) == ("a", "t")
    assert not plan(state, "t", "a").possible
    assert refused(state, "attack", attacker="t", target="a") == "muinimula.no_right"
    assert plan(state, "t", "a", on=frozenset({"force"})).possible
    given = do(state, "right", token="t", target="a")
    assert holder(given) == ("t", "a")


@pytest.mark.mechanic("M29")
def test_a_failed_attack_turns_the_roles() -> None:
    state = pair(None, {"vitals": {"parried": {"a": 3}}})
    state = do(begin(state), "next", 16)
    assert holder(state) == ("t", "a")
    assert plan(state, "t", "a").attack.total == 15, "against the full value"
    assert state.timeline.acting[0] == "a"
    assert "t" in state.timeline.acting
    assert vitals(state, "t").free


@pytest.mark.mechanic("M29", "M30")
def test_later_attacks_of_the_new_attacker_meet_the_limit() -> None:
    state = do(begin(pair()), "next", 19)
    state = do(begin(state, "t", "a"), "next", 12, 8, choices=["dodge"])
    assert plan(state, "t", "a").attack.total == 8


@pytest.mark.mechanic("M14")
def test_a_fumble_ends_the_series_and_rolls_on_the_table() -> None:
    state, outcome = play(begin(pair()), "next", [20, 60])
    assert holder(state) == ("t", "a")
    assert logged(outcome)[:2] == ["attack_fumble", "fumble"]
    assert state.token("a").has("hindered")


@pytest.mark.mechanic("M26")
def test_after_a_hit_the_limit_is_whole_again_unless_kept() -> None:
    low = {**blade(), "vitals": {"parried": {"t": 6}}}
    hit = strike(pair(low), 5, 5, 20, choices=["none"])
    assert plan(hit).attack.total == 15
    kept = strike(pair(low, running=False, after_hit="keep"), 5, 5, 20, choices=["none"])
    assert plan(kept).attack.total == 6


@pytest.mark.mechanic("M26", "M27", "M46")
def test_trefferpunkte_less_armour_come_off_the_le() -> None:
    foe = {"armour": ["lederruestung"]}
    assert lost(strike(pair(None, foe), 10, 9, 20, choices=["none"])) == 5
    assert lost(strike(pair(None, foe), 10, 3, 20, choices=["none"])) == 0


def test_the_place_can_be_rolled_by_option() -> None:
    state = pair(None, {"armour": ["helm"]}, hit_location="table")
    assert lost(strike(state, 10, 9, 20, 2, choices=["none"])) == 0
    assert lost(strike(state, 10, 9, 20, 3, choices=["none"])) == 9


def test_old_wounds_divide_the_own_trefferpunkte() -> None:
    hurt = {**blade(damage="60"), "life": 100, "vitals": {"lost": 75}}
    assert lost(strike(pair(hurt), 3, 4, 20, choices=["none"])) == 12
    assert lost(strike(pair(hurt, tp_divided=False), 3, 4, 20, choices=["none"])) == 60


# -- the plan -----------------------------------------------------------------------------------


def test_the_chance_is_exact() -> None:
    state = pair(blade(pool=20), {"conditions": ["no_parry"]})
    assert plan(state).chance == Fraction(10, 20)
    state = with_condition(pair(blade(pool=20)), "t", "asleep")
    assert plan(state).chance == 1
    parried = plan(pair(blade(pool=20)))
    stops = {r: Fraction(max(2, min(17, r)), 20) for r in range(1, 11)}
    assert parried.chance == sum((1 - stops[r]) / 20 for r in range(1, 11))
    assert parried.needs == 10
    assert parried.under


def test_the_chance_says_what_the_parry_takes_of_it() -> None:
    # ten faces of twenty succeed; their parries fall to 2, 2, 3, ... 10 of twenty: 56 of 200
    reading = plan(pair(blade(pool=20))).reading
    assert reading == term("reading.muinimula", success=0.5, parried=0.28)
    assert reading is not None
    said = Glossary.load("de").say(reading).replace("\u00a0", " ")
    assert said == "Der Angriffswurf gelingt zu 50 %, die Parade hält davon 28 % ab."
    assert plan(pair(blade(pool=20), {"conditions": ["no_parry"]})).reading is None
    assert plan(pair(), on=frozenset({"unparryable"})).reading is None
    assert plan(with_condition(pair(blade(pool=20)), "t", "asleep")).reading is None


def test_rows_can_be_switched_off_and_offers_on() -> None:
    state = with_condition(pair(blade(pool=40)), "a", "dazed")
    assert plan(state).dice == (20, 20)
    bare = plan(state, off=frozenset({"dazed", "worse_dazed"}))
    assert (bare.attack.total, bare.dice) == (12, (20,))
    better = plan(pair(), on=frozenset({"better_given"}))
    assert better.dice == (20, 20)
    assert better.chance > plan(pair()).chance
    sure = plan(pair(), on=frozenset({"unparryable"}))
    assert sure.chance == Fraction(15, 20)


def test_aiming_costs_the_ga_and_the_head_more() -> None:
    state = pair(blade(aim=10))
    assert plan(state, mode="aim_arme").attack.total == 13
    assert plan(state, mode="aim_kopf").attack.total == 12
    after = strike(pair(blade(aim=0), {"armour": ["helm"]}), 10, 9, 20,
                   choices=["none"], mode="aim_kopf")  # fmt: skip
    assert lost(after) == 0


def test_shots_turn_no_roles_and_weapons_do_not_parry_them() -> None:
    bow: dict[str, Any] = {
        "weapons": [{"id": "bow", "cls": "langboegen", "pool": 60, "damage": "1d6"}]
    }
    state = fight(token("a", **bow), token("t", (40, 0), side="foes", shield="shield"))
    assert plan(state).attack.total == 13, "the second range band"
    state = do(begin(state), "next", 19)
    assert holder(state) is None
    duel = duel_of(state, AttackAction(TokenId("a"), TokenId("t")))
    assert {m.id for m in available(duel)} == {"dodge", "shield"}
    after = strike(state, 10, 3, 18, 4, 20, choices=["dodge"])
    assert lost(after) == 4, "dodging a shot has Nachteil"


def test_what_cannot_be_attacked_is_said() -> None:
    far = fight(token("a"), token("t", (5, 0), side="foes"))
    assert [p.code for p in plan(far).problems] == ["muinimula.out_of_reach"]
    assert plan(far, on=frozenset({"force"})).possible
    assert refused(far, "attack", attacker="a", target="t") == "muinimula.out_of_reach"
    busy = begin(pair())
    assert refused(busy, "attack", attacker="a", target="t") == "muinimula.not_due"
    later = do(busy, "next", second=True)
    assert refused(later, "cast", token="a", seconds=3) == "muinimula.busy"
    assert refused(later, "attack", attacker="a", target="t") == "muinimula.not_due"
    out = with_condition(pair(), "a", "asleep")
    assert refused(out, "attack", attacker="a", target="t") == "muinimula.cannot_act"


def test_a_target_that_has_gone_is_missed_without_a_roll() -> None:
    state = begin(pair())
    moved = state.with_token(token("t", (9, 0), side="foes"))
    _, outcome = play(moved, "next")
    assert "too_far" in logged(outcome)


# -- of the old edition -------------------------------------------------------------------------


def test_equal_rolls_may_break_weapons_by_option() -> None:
    state = pair(weapons_break=True)
    after = strike(state, 10, 10, 60, 40, choices=["weapon:blade"])
    assert vitals(after, "a").dropped == ("blade",)
    assert vitals(after, "t").broken == {"blade": 5}


def test_a_hit_pushes_back_or_costs_a_malus_by_option() -> None:
    strong = blade(damage="28")
    state = pair(strong, hits_push=True)
    stays = strike(state, 10, 20, choices=["none", "stay"])
    assert vitals(stays, "t").hampered == 2
    assert plan(stays, "t", "a", on=frozenset({"force"})).attack.find("hampered") is not None
    back = strike(state, 10, 20, choices=["none", "back"])
    assert back.token("t").space.x == 2 * 512
