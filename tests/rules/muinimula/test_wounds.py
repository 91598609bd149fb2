"""States of health, unconsciousness, dying, bleeding (§7, §10.7, §10.8)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.encounter.state import Encounter
from rules.systems.muinimula import SYSTEM
from rules.systems.muinimula.malus import state_of
from rules.systems.muinimula.sheet import life
from rules.systems.muinimula.tables import wound_state, wound_states
from tests.rules.muinimula.fights import (
    do,
    fight,
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


def hurt(left: int, **more: Any) -> Encounter:
    """Return a duel whose attacker has so many of 80 LE left."""
    return pair({"vitals": {"lost": 80 - left}, **more})


@pytest.mark.mechanic("M56", "M57", "M58", "M59", "M60", "M61", "M62", "M63", "M64")
@pytest.mark.parametrize(
    ("left", "state"),
    [(80, "unhurt"), (60, "unhurt"), (59, "scratched"), (48, "scratched"), (47, "light"),
     (40, "light"), (39, "wounded"), (32, "wounded"), (31, "heavy"), (24, "heavy"),
     (23, "very_heavy"), (16, "very_heavy"), (15, "mortal"), (8, "mortal"), (7, "unconscious"),
     (0, "unconscious"), (-1, "dying")],
)  # fmt: skip
def test_states_by_the_share_of_le(left: int, state: str) -> None:
    assert wound_state(left, 80) == state


@given(most=st.integers(1, 500), left=st.integers(-100, 500))
def test_a_lower_le_is_never_a_better_state(most: int, left: int) -> None:
    order = list(wound_states())
    assert order.index(wound_state(left - 1, most)) >= order.index(wound_state(left, most))


@pytest.mark.mechanic("M56", "M57", "M58", "M59", "M60", "M61", "M62")
@pytest.mark.parametrize(
    ("left", "malus", "worse"),
    [(60, 0, False), (50, 1, False), (45, 2, False), (35, 5, False), (30, 0, True), (20, 2, True),
     (10, 5, True)],
)  # fmt: skip
def test_states_hamper_attack_and_parry(left: int, malus: int, worse: bool) -> None:
    made = plan(hurt(left))
    assert made.attack.total == 15 - malus
    assert (len(made.dice) == 2) is worse
    parry = plan(hurt(left), "t", "a")
    assert parry.defence.total == -malus


@pytest.mark.mechanic("M57", "M58", "M59", "M60", "M61", "M62")
@pytest.mark.parametrize(
    ("left", "malus", "worse"),
    [(60, 0, False), (50, 5, False), (45, 10, False), (35, 25, False), (30, 0, True),
     (20, 10, True), (10, 25, True)],
)  # fmt: skip
def test_states_hamper_proben(left: int, malus: int, worse: bool) -> None:
    face = 50 - malus
    dice = (face, 1) if worse else (face,)
    _, outcome = play(hurt(left), "probe", dice, token="a", kind="body", target=50)
    assert logged(outcome) == ["probe_passed"]
    dice = (face + 1, 1) if worse else (face + 1,)
    _, outcome = play(hurt(left), "probe", dice, token="a", kind="body", target=50)
    assert logged(outcome) == ["probe_failed"]


@pytest.mark.mechanic("M57", "M58", "M59")
def test_states_hamper_spells_on_their_own() -> None:
    spell: dict[str, Any] = {"token": "a", "kind": "spell", "target": 50}
    assert logged(play(hurt(50), "probe", [50], **spell)[1]) == ["probe_passed"]
    assert logged(play(hurt(45), "probe", [40, 1], **spell)[1]) == ["probe_passed"]
    tired = with_condition(pair(), "a", "exhausted")
    assert logged(play(tired, "probe", [25], **spell)[1]) == ["probe_passed"]
    wounded = hurt(35)
    assert logged(play(wounded, "probe", [25, 1], **spell)[1]) == ["probe_passed"]


@pytest.mark.mechanic("M60", "M61", "M62")
def test_azp_is_shown_and_counts_by_option() -> None:
    rows = wound_states()
    assert [rows[id].azp for id in ("heavy", "very_heavy", "mortal")] == [10, 25, 50]
    state = pair({"vitals": {"lost": 50}}, azp_counts=True)
    spell: dict[str, Any] = {"token": "a", "kind": "spell", "target": 50}
    assert logged(play(state, "probe", [41, 1], **spell)[1]) == ["probe_failed"]
    assert logged(play(state, "probe", [40, 1], **spell)[1]) == ["probe_passed"]


@pytest.mark.mechanic("M59", "M61")
def test_fatigue_is_the_worse_row_not_the_sum() -> None:
    tired = with_condition(hurt(45), "a", "exhausted")
    assert state_of(tired.token("a")) == "wounded"
    worse = with_condition(hurt(20), "a", "exhausted")
    assert state_of(worse.token("a")) == "very_heavy"
    spent = with_condition(hurt(80), "a", "spent")
    assert state_of(spent.token("a")) == "very_heavy"
    assert plan(spent).dice == (20, 20)


@pytest.mark.mechanic("M63")
def test_the_last_tenth_makes_unconscious_but_for_berserkers() -> None:
    state = do(pair(), "damage", tokens=["t"], amount=73)
    t = state.token("t")
    assert t.has("unconscious", "lying")
    assert SYSTEM.health(t).down
    assert refused(state, "attack", attacker="t", target="a") == "muinimula.cannot_act"
    assert refused(state, "probe", token="t", kind="body", target=50) == "muinimula.cannot_act"
    assert refused(state, "cast", token="t", seconds=2) == "muinimula.cannot_act"
    sub = do(state, "cast", token="t", seconds=2, subconscious=True)
    assert vitals(sub, "t").pending is not None
    healed = do(state, "heal", tokens=["t"], amount=10)
    assert not healed.token("t").has("unconscious")
    mad = do(with_condition(pair(), "t", "berserk"), "damage", tokens=["t"], amount=73)
    assert not mad.token("t").has("unconscious")


@pytest.mark.mechanic("M63")
def test_a_subconscious_spell_takes_effect() -> None:
    state = do(pair(), "damage", tokens=["t"], amount=73)
    state = do(state, "cast", token="t", seconds=1, subconscious=True)
    state = do(do(state, "next"), "act", token="a", seconds=9)
    after, outcome = play(state, "next")
    assert logged(outcome) == ["spell"]
    assert vitals(after, "t").pending is None


@pytest.mark.mechanic("M64", "M83", "M84")
def test_negative_le_kill_after_a_rolled_time_less_a_kr_for_each_point() -> None:
    state = do(pair(), "damage", 4, tokens=["t"], amount=90)
    held = state.token("t").condition("dying")
    assert held is not None
    assert held.until is not None
    assert held.until[1] / 2 == 180
    assert not state.token("t").has("dead")
    worse = do(state, "damage", tokens=["t"], amount=5)
    held = worse.token("t").condition("dying")
    assert held is not None
    assert held.until is not None
    assert held.until[1] / 2 == 150
    busy = do(state, "act", token="a", seconds=180)
    over = do(busy, "next")
    assert over.token("t").has("dead")
    assert now(over) == 180


@pytest.mark.mechanic("M83")
def test_too_little_time_kills_at_once() -> None:
    state = do(pair(), "damage", 2, tokens=["t"], amount=130)
    assert state.token("t").has("dead")
    assert SYSTEM.health(state.token("t")).dead
    back = do(state, "heal", tokens=["t"], amount=40)
    assert not back.token("t").has("dead")


@pytest.mark.mechanic("M84")
def test_the_dying_lie_in_a_coma_until_the_end() -> None:
    state = do(pair(), "knock_out", token="t", dying=True, rounds=2)
    assert state.token("t").has("dying", "lying")
    assert plan(state).chance == 1
    assert "t" not in state.timeline.acting
    state = do(do(state, "act", token="a", seconds=12), "next")
    assert state.token("t").has("dead")


@pytest.mark.mechanic("M82")
@pytest.mark.parametrize(
    ("dice", "seconds"),
    [((6,), 360), ((1, 13), 13), ((10, 3), 10_800), ((10, 10, 7), 7 * 86_400),
     ((10, 10, 10, 2), 20 * 86_400), ((10, 10, 10, 10, 1), 40 * 86_400),
     ((10, 10, 10, 10, 10, 3), 1_200 * 86_400), ((10, 1), 3_600)],
)  # fmt: skip
def test_how_long_somebody_is_out(dice: tuple[int, ...], seconds: int) -> None:
    state = do(pair(), "knock_out", *dice, token="t")
    held = state.token("t").condition("unconscious")
    assert held is not None
    assert held.until is not None
    assert held.until[1] / 2 == seconds


@pytest.mark.mechanic("M82")
def test_the_rise_ends_at_the_longest_unit() -> None:
    tens = (10,) * 7
    state = do(pair(longest_unit="decades"), "knock_out", *tens, token="t")
    held = state.token("t").condition("unconscious")
    assert held is not None
    assert held.until is not None
    assert held.until[1] == 10 * 4_000 * 172_800


@pytest.mark.mechanic("M81")
def test_the_unconscious_are_hit_without_a_roll() -> None:
    state = do(pair(), "knock_out", 1, 10, token="t")
    assert plan(state).chance == 1
    after, outcome = play(state, "attack", [9, 20, 19], (), attacker="a", target="t", now=True)
    assert logged(outcome)[:2] == ["helpless", "hit"]
    assert lost(after) == 9
    asleep = with_condition(pair(), "t", "asleep")
    assert lost(strike(asleep, 9, 20, 19)) == 9


def test_the_unconscious_wake_when_their_time_is_over() -> None:
    state = do(pair(), "knock_out", 1, 3, token="t")
    state = do(do(state, "act", token="a", seconds=4), "next")
    assert not state.token("t").has("unconscious")
    assert "t" in state.timeline.acting
    state = do(state, "rise", token="t")
    assert not state.token("t").has("lying")
    assert refused(state, "rise", token="t") == "nothing_changes"


def test_wounds_bleed_at_the_end_of_each_kampfrunde() -> None:
    wounds = [{"region": "arm", "part": "l_arm", "bleeding": 2, "until": 24}]
    state = fight(token("a"), token("t", (1, 0), side="foes", vitals={"wounds": wounds}))
    state = do(do(state, "act", token="a", seconds=30), "next")
    assert lost(state) == 4
    given = with_condition(fight(token("a"), token("t", (1, 0))), "t", "bleeding")
    given = do(do(given, "act", token="a", seconds=6), "next")
    assert lost(given) == 1


def test_tending_stops_blood_and_takes_maluses() -> None:
    wounds = [
        {"region": "arm", "part": "l_arm", "bleeding": 2, "malus": 10, "until": 24},
        {"region": "bein", "part": "l_bein", "bleeding": 1, "until": 24},
    ]
    state = with_condition(pair(None, {"vitals": {"wounds": wounds}}), "t", "bleeding")
    tended = do(state, "tend", token="t")
    assert [(w.malus, w.bleeding) for w in vitals(tended, "t").wounds] == [(10, 0)]
    assert not tended.token("t").has("bleeding")
    assert vitals(do(state, "tend", token="t", all=True), "t").wounds == ()
    assert refused(pair(), "tend", token="t") == "nothing_changes"


def test_damage_by_hand_may_meet_armour() -> None:
    state = pair(None, {"armour": ["kettenhemd"]})
    assert lost(do(state, "damage", tokens=["t"], amount=20, region="brust")) == 11
    assert lost(do(state, "damage", tokens=["t"], amount=20)) == 20
    assert refused(state, "damage", tokens=["t"], amount=5, region="brust") == "nothing_changes"
    assert refused(state, "heal", tokens=["t"], amount=5) == "nothing_changes"


def test_what_outlasts_the_fight_counts_on_from_zero() -> None:
    state = do(pair(), "damage", 9, tokens=["t"], amount=85)
    state = do(do(state, "act", token="a", seconds=60), "next")
    ended = do(state, "end")
    held = ended.token("t").condition("dying")
    assert held is not None
    assert held.until is not None
    assert held.until[1] / 2 == 540 - 30 - 60
    assert life(ended.token("t")) == -5
