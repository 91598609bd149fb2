"""The conditions of the text (§10), spells among them, and fumbles (§12.6)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.encounter.state import Condition, Encounter, TokenId
from rules.systems.muinimula import SYSTEM
from rules.systems.muinimula.actions import walks
from rules.systems.muinimula.duel import in_hand
from rules.systems.muinimula.parry import means_of
from rules.systems.muinimula.time import initiative_of
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

# -- lost initiative, lying, dazed --------------------------------------------------------------


@pytest.mark.mechanic("M74")
def test_lost_initiative_counts_as_1_and_hampers_who_fights_already() -> None:
    state = pair()
    slow = with_condition(state, "a", "slow")
    assert initiative_of(slow, slow.token("a")) == 1
    assert plan(slow).dice == (20, 20)


@pytest.mark.mechanic("M74")
def test_lost_before_the_fight_it_hampers_nothing_else() -> None:
    state = with_condition(pair(running=False), "a", "slow")
    state = do(state, "start", values={"a": 90, "t": 50})
    assert state.timeline.acting == ("t", "a")
    assert plan(state).dice == (20,)


@pytest.mark.mechanic("M78")
def test_lying_hampers_who_fights_upright() -> None:
    assert plan(with_condition(pair(), "a", "lying")).dice == (20, 20)
    beast = with_condition(pair({"upright": False}), "a", "lying")
    assert plan(beast).dice == (20,)
    victim = with_condition(pair(), "t", "lying")
    assert plan(victim).chance > plan(pair()).chance, "his parry has Nachteil"


@pytest.mark.mechanic("M79")
def test_the_dazed_are_open_slow_and_hampered() -> None:
    state = with_condition(pair(), "t", "dazed")
    assert plan(state).dice == (20, 20)
    assert any(e.modifier.id == "better_dazed" for e in plan(state).attack.entries)
    assert plan(state).defence.total == -5
    assert initiative_of(state, state.token("t")) == 0
    assert walks(state.token("t")) == 1
    _, outcome = play(state, "probe", (), token="t", kind="mind", target=90)
    assert logged(outcome) == ["mind_fails"]
    _, outcome = play(state, "probe", [25, 25], token="t", kind="body", target=50)
    assert logged(outcome) == ["probe_passed"]
    drowsy = with_condition(pair(), "t", "drowsy")
    assert initiative_of(drowsy, drowsy.token("t")) == 0
    assert plan(pair(None, {"conditions": ["dazed"]}, dazed_parries=False)).defence.entries == ()


@pytest.mark.mechanic("M70", "M79")
def test_two_reasons_are_one_nachteil() -> None:
    assert plan(with_condition(pair(), "a", "dazed", "lying")).dice == (20, 20)


# -- parrying -----------------------------------------------------------------------------------


@pytest.mark.mechanic("M75")
def test_who_must_parry_loses_the_right_when_he_could_act_next() -> None:
    state = with_condition(begin(pair()), "a", Condition("must_parry", until=(4, 36)))
    assert holder(state) == ("a", "t"), "his blow is still under way"
    state = do(state, "next", 10, 9, choices=["dodge"])
    assert holder(state) == ("t", "a")
    assert refused(state, "attack", attacker="a", target="t") == "muinimula.must_parry"


@pytest.mark.mechanic("M76")
def test_attacks_on_who_must_parry_have_vorteil() -> None:
    state = with_condition(pair(), "t", "must_parry")
    assert plan(state).dice == (20, 20)
    after = strike(state, 17, 10, 5, 20, choices=["none"])
    assert lost(after) == 5


@pytest.mark.mechanic("M77")
def test_a_failed_attack_on_who_must_parry_hands_him_no_right() -> None:
    state = with_condition(begin(pair()), "t", Condition("must_parry", until=(4, 36)))
    state, outcome = play(state, "next", [19, 19])
    assert holder(state) == ("a", "t")
    assert "keeps_right" in logged(outcome)
    assert plan(state).attack.total == 15


def test_two_who_must_parry_attack_not_at_all() -> None:
    state = with_condition(begin(pair()), "t", "must_parry")
    state = with_condition(state, "a", "must_parry")
    state = do(state, "next", 19, 19)
    assert holder(state) == ("a", "t")
    assert not plan(state).possible
    assert not plan(state, "t", "a").possible


@pytest.mark.mechanic("M80")
def test_who_cannot_parry_is_hit_by_every_success() -> None:
    state = with_condition(pair(), "t", "no_parry")
    assert lost(strike(state, 10, 5, 20)) == 5


@pytest.mark.mechanic("M68")
def test_a_malus_on_all_actions_hampers_everything() -> None:
    state = with_condition(pair(), "a", Condition("malus", 30))
    assert plan(state).attack.total == 9
    assert plan(state, "t", "a").defence.total == -6
    heavy = with_condition(pair(), "a", Condition("malus", 75))
    assert plan(heavy).attack.total == 10
    assert plan(heavy).dice == (20, 20)


def test_conditions_end_with_their_time() -> None:
    state = do(with_condition(pair(), "t", Condition("no_parry", until=(2, 12))), "next")
    for _ in range(5):
        state = do(state, "next")
    assert now(state) == 6
    assert not state.token("t").has("no_parry")


# -- spells -------------------------------------------------------------------------------------


def casting(**sheet: Any) -> Encounter:
    return do(pair(None, sheet), "cast", token="t", seconds=4, note="Lichtstrahl")


@pytest.mark.mechanic("M71")
def test_preparing_halves_the_way_and_opens_the_caster() -> None:
    state = casting()
    t = state.token("t")
    assert t.has("preparing")
    assert walks(t) == 1
    assert any(e.modifier.id == "better_spell" for e in plan(state).attack.entries)
    assert plan(state, "a").dice == (20, 20)
    _, outcome = play(state, "probe", [40, 60], token="t", kind="body", target=70)
    assert logged(outcome)[0] == "probe_passed"
    _, outcome = play(state, "probe", [40], token="t", kind="spell", target=70)
    assert logged(outcome)[0] == "probe_passed"


@pytest.mark.mechanic("M72")
@pytest.mark.parametrize(("face", "kept"), [(43, True), (44, False)])
def test_damage_asks_for_self_control(face: int, kept: bool) -> None:
    state = casting(control=55)
    after = do(state, "damage", face, tokens=["t"], amount=12)
    pending = vitals(after, "t").pending
    assert (pending is not None) is kept
    assert after.token("t").has("preparing") is kept


@pytest.mark.mechanic("M72")
def test_a_failed_probe_asks_for_it_too() -> None:
    state = casting(control=55)
    after = do(state, "probe", 90, 10, 55, token="t", kind="body", target=50)
    assert vitals(after, "t").pending is not None
    after = do(state, "probe", 90, 10, 56, token="t", kind="body", target=50)
    assert vitals(after, "t").pending is None


@pytest.mark.mechanic("M73")
def test_in_the_second_of_casting_nothing_but_a_faint_stops_it() -> None:
    state = do(casting(), "next")
    t = state.token("t")
    assert now(state) == 4
    assert t.has("casting")
    assert not t.has("preparing")
    assert walks(t) == 0
    assert "muinimula.cannot_move" in [
        w.code for w in SYSTEM.move_plan(state, TokenId("t"), [t.space.corners()[0]] * 2).warnings
    ]
    hit = do(state, "damage", tokens=["t"], amount=30)
    _, outcome = play(hit, "next")
    assert logged(outcome) == ["spell"]
    out = do(state, "damage", tokens=["t"], amount=74)
    assert vitals(out, "t").pending is None


# -- fumbles ------------------------------------------------------------------------------------


def fumbled(total: int, *dice: int, **foe: Any) -> tuple[Encounter, list[str]]:
    state, outcome = play(
        pair({"weapons": [{**BLADE, "damage": "1d10+10"}]}, foe), "attack", [20, total, *dice],
        attacker="a", target="t", now=True,
    )  # fmt: skip
    return state, logged(outcome)


@pytest.mark.mechanic("M14")
def test_the_table_of_fumbles() -> None:
    assert fumbled(10)[1][1] == "fumble_nothing"
    assert fumbled(30)[0].token("a").has("slow")
    assert fumbled(50)[0].token("a").has("must_parry")
    assert fumbled(65)[0].token("a").has("hindered")
    assert vitals(fumbled(80)[0], "a").dropped == ("blade",)
    assert fumbled(90)[0].token("a").has("lying")
    assert vitals(fumbled(95)[0], "a").dropped == ("blade",)
    assert lost(fumbled(96, 10, 5)[0], "a") == 7, "half the TP to himself: no friend is near"
    assert lost(fumbled(96, 20, 5)[0], "a") == 15
    state, said = fumbled(96, 40, 5, 30, 1, 1)
    assert lost(state, "a") == 15
    assert "critical" in said


def test_a_friend_in_reach_takes_the_blow_that_goes_astray() -> None:
    state = fight(token("a"), token("t", (1, 0), side="foes"), token("f", (0, 1)))
    state = do(state, "attack", 20, 96, 5, 8, attacker="a", target="t", now=True)
    assert lost(state, "f") == 4


def test_a_hindered_one_has_nachteil_once() -> None:
    state = fumbled(60)[0]
    assert plan(state, on=frozenset({"force"})).dice == (20, 20)
    after = do(state, "attack", 5, 19, attacker="a", target="t", now=True, on=["force"])
    assert not after.token("a").has("hindered")


@pytest.mark.mechanic("M21")
def test_a_fumbled_parry_drops_what_parried() -> None:
    state = do(
        pair(None, {"shield": "shield"}), "attack", 10, 20, 4, 20, 70, choices=["shield"],
        attacker="a", target="t", now=True,
    )  # fmt: skip
    assert vitals(state, "t").dropped == ("shield",)
    assert lost(state) == 4


# -- other actions ------------------------------------------------------------------------------


def test_other_actions_ask_how_long_and_are_said_to_be_done() -> None:
    state = do(pair(), "act", choices=["2"], token="a", kind="move")
    assert state.timeline.at[TokenId("a")] == 4
    _, outcome = play(state, "next")
    assert logged(outcome) == ["done"]
    state = do(state, "next", second=True)
    assert refused(state, "act", token="a", seconds=1) == "muinimula.busy"
    assert refused(pair(), "act", token="x", seconds=1) == "token_unknown"
    outside = pair().with_token(token("z", (5, 5)))
    assert refused(outside, "act", token="z", seconds=1) == "muinimula.no_initiative"


def test_proben_ask_for_what_is_not_given() -> None:
    _, outcome = play(pair(), "probe", [40], ["body", "50"], token="a")
    assert logged(outcome) == ["probe_passed"]
    _, outcome = play(pair(), "probe", [41], ["sb"], token="a")
    assert logged(outcome) == ["probe_failed"]
    _, outcome = play(pair(), "probe", [97], token="a", kind="body", target=120)
    assert logged(outcome) == ["probe_fumble"]


def test_who_has_dropped_his_weapon_holds_none_until_he_takes_another() -> None:
    arms: dict[str, Any] = {"weapons": [BLADE, {"id": "dagger", "cls": "dolche"}]}
    state = pair(None, {**arms, "vitals": {"dropped": ["blade"]}})
    assert [w.id for w in in_hand(state.token("t"))] == ["unarmed"]
    taken = strike(state, 19, by="t", on="a", weapon="dagger")
    assert [w.id for w in in_hand(taken.token("t"))] == ["dagger"]
    assert refused(state, "attack", attacker="t", target="a", now=True) == "muinimula.dropped"


def test_both_hands_on_the_weapon_leave_none_for_the_shield() -> None:
    two = token("t", weapons=[{"id": "pike", "cls": "piken"}], shield="shield")
    assert {m.id for m in means_of(two)} == {"dodge", "weapon:pike"}


@pytest.mark.mechanic("M72")
def test_a_parry_that_fails_without_harm_shakes_the_spell_too() -> None:
    state = casting(control=55, armour=[{"id": "p", "brust": 20}])
    after = strike(state, 10, 12, 19, 18, 5, 20, 56, choices=["dodge"])
    assert vitals(after, "t").pending is None
    assert lost(after) == 0
