"""Every house default of DAMAKAR is an option, marked as ours; what the newer ones change."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.glossary import Glossary
from rules.core.sources import Status
from rules.encounter.state import Encounter, Link, TokenId
from rules.systems.damakar import SYSTEM
from rules.systems.damakar.moving import half_metres
from rules.systems.damakar.options import options_of
from rules.systems.damakar.zones import PRESET
from tests.rules.damakar.fights import do, fight, lp, notes, plan, refused, token

HIT: dict[str, Any] = {"attacker": "x", "target": "y"}
HOUSE: dict[str, tuple[str, object]] = {
    "ring_size": ("§2.1", 24),
    "surprise_modifier": ("§2.3", 0),
    "min_action_zp": ("§2.5", 1),
    "wait_snapshot": ("§2.6", True),
    "simultaneous_blocks_dodge": ("§2.7", True),
    "mutual_attack_hits": ("§2.7", "both"),
    "backpack_zp": ("§3", 21),
    "reaction_cost_on_fail": ("§3.1", True),
    "parry_missiles": ("§3.1", "shield_only"),
    "step_rounding": ("§3.2", "exact"),
    "block": ("§3.2", "announce"),
    "block_runners": ("§3.2", True),
    "follow_zp": ("§3.2", 1),
    "run_needs_turn": ("§3.2", True),
    "square_cm": ("§3.2", 100),
    "control_zone_0": ("§3.2", 100),
    "control_zone_1": ("§3.2", 150),
    "control_zone_2": ("§3.2", 200),
    "control_zone_3": ("§3.2", 250),
    "control_zone_4": ("§3.2", 300),
    "tie": ("§4.1", "defender"),
    "melee_difficulty": ("§4.1", 0),
    "crit_step": ("§4.2", 10),
    "wound_reference": ("§4.6", "max"),
    "scratch_costs_lp": ("§4.6", True),
    "incapacitated_below": ("§4.6", 0),
    "deadly": ("§4.6", "ask_gifted"),
    "fast_combines": ("§5.1", True),
    "ap_debt": ("§5.1", False),
    "alternating": ("§5.2", "half_then_plus1"),
    "alternating_ap": ("§5.2", "per_attack"),
    "multi_opponent_malus": ("§5.2", -2),
    "off_hand_malus": ("§5.2", -3),
    "unarmed_parry": ("§5.2", False),
    "rundumschlag_friends_cost": ("§5.3", False),
    "very_short": ("§5.4", 0),
    "longer_class": ("§5.4", 2),
    "deed_and_harm": ("§5.4", False),
    "critical_breaks_in": ("§5.5", True),
    "pole_against_pole": ("§5.5", False),
    "staff_against": ("§5.5", "all"),
    "ranged_difficulty": ("§5.6", 10),
    "str_to_damage": ("§6", True),
    "bonus_from_zero": ("§6", True),
    "ap_prefill": ("§6", 28),
}
"""Section of the rules and value of everything that they leave to us; the hit zones follow."""


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_house_default_can_be_chosen_and_is_marked(language: str) -> None:
    ours = {s.key: s for s in SYSTEM.options if s.source.status is Status.HOUSE}
    known = {key: (s.source.place, s.default) for key, s in ours.items()}
    zones = {f"zone_{zone.value}": ("§4.4", most) for zone, most in PRESET.items()}
    wanted_options = HOUSE | zones
    assert {key: known.get(key) for key in wanted_options} == wanted_options
    words = Glossary.load(language)
    wanted = [f"option.damakar.{key}" for key in wanted_options]
    wanted += [f"option.damakar.{key}.{c}" for key in HOUSE for c in ours[key].choices]
    assert [key for key in wanted if key not in words] == []


@pytest.mark.parametrize(("rounding", "walk"), [("exact", 5), ("down", 4), ("up", 6)])
def test_half_metres_are_kept_or_rounded(rounding: str, walk: int) -> None:
    state = fight(token("x", strength=-1), step_rounding=rounding)
    assert half_metres(state.token("x"), options_of(state)) == walk


def duel(mine: dict[str, Any], theirs: dict[str, Any], **options: Any) -> Encounter:
    """Seat x beside y, both with swords where nothing else is said."""
    sword: dict[str, Any] = {"right": "sword", "weapons": ["sword", "dagger", "halberd"]}
    x = token("x", **{**sword, **mine})
    return fight(x, token("y", (1, 0), side="foes", **{**sword, **theirs}), **options)


def test_a_blow_that_nobody_fends_off_hits_or_goes_against_a_number() -> None:
    swing = {**HIT, "weapon": "sword"}
    hit = do(duel({"attack": 0}, {}), "attack", [2, 8, 1, 1], ["none"], **swing)
    assert lp(hit, "y") < lp(duel({}, {}), "y")
    hard = duel({"attack": 0}, {}, melee_difficulty=15)
    missed = do(hard, "attack", [2], ["none"], **swing)
    assert lp(missed, "y") == lp(hard, "y")


def test_more_weapons_count_as_very_short_where_the_option_says_so() -> None:
    mine = {"right": "shortsword", "weapons": ["shortsword"]}
    plain, strict = duel(mine, {}), duel(mine, {}, very_short=1)
    assert plan(plain, "x", "y").attack.total - plan(strict, "x", "y").attack.total == 3


def test_action_points_may_be_owed_where_the_option_says_so() -> None:
    poor = {"ap": 7}
    assert refused(duel(poor, {}), "attack", **HIT, weapon="sword", mode="fast_2") == "no_ap"
    owing = duel(poor, {}, ap_debt=True)
    after = do(owing, "attack", [10, 8, 1, 1], ["none"], **HIT, weapon="sword", mode="fast_2")
    assert after.token("x").vitals.model_dump()["ap_spent"] == 14


def test_a_fast_attack_goes_with_two_weapons_unless_the_option_forbids_it() -> None:
    both = {"right": "sword", "left": "dagger"}
    swing = {**HIT, "weapon": "sword", "mode": "both", "faster": 2}
    hits = [10, 10, 8, 1, 1, 8, 1]

    def spent(**options: bool) -> object:
        state = do(duel(both, {}, **options), "attack", hits, ["none", "none"], **swing)
        return state.token("x").vitals.model_dump()["ap_spent"]

    assert spent() == 21
    assert spent(fast_combines=False) == 7


def test_a_critical_drags_into_the_scuffle_with_or_without_harm() -> None:
    mine = {"right": "dagger", "attack": 30}
    swing = {**HIT, "weapon": "dagger"}
    plain = duel(mine, {})
    only = do(plain, "attack", [10, 2], ["parry", "scuffle"], **swing)
    assert lp(only, "y") == lp(plain, "y")
    both = duel(mine, {}, deed_and_harm=True)
    hurt = do(both, "attack", [10, 2, 8, 6], ["parry", "scuffle"], **swing)
    assert lp(hurt, "y") < lp(both, "y")
    assert hurt.links == only.links


def test_poles_hold_off_criticals_and_each_other_as_the_options_say() -> None:
    pole, strong = {"right": "halberd"}, {"attack": 30}
    swing = {**HIT, "weapon": "sword"}
    kept = do(duel(strong, pole), "attack", [10, 2], ["parry"], **swing)
    assert lp(kept, "y") == lp(duel(strong, pole), "y")
    through = duel(strong, pole, critical_breaks_in=False)
    hurt = do(through, "attack", [10, 2, 8, 6, 6], ["parry"], **swing)
    assert lp(hurt, "y") < lp(through, "y")
    assert plan(duel(pole, pole), "x", "y", weapon="halberd").damage > 0
    assert plan(duel(pole, pole, pole_against_pole=True), "x", "y", weapon="halberd").damage == 0


def test_a_pole_is_a_staff_to_all_or_only_to_those_inside() -> None:
    y = token("y", (1, 0), side="foes", right="halberd", weapons=["halberd"])
    tokens = (token("x", right="sword", weapons=["sword"]), y, token("z", (2, 0)))
    inside = (Link("inside", TokenId("x"), TokenId("y")),)
    for against, weapon in (("all", "staff"), ("inside", "")):
        state = replace(fight(*tokens, staff_against=against), links=inside)
        assert "used_staff" in notes(plan(state, "y", "x", weapon="halberd"))
        assert ("used_staff" in notes(plan(state, "y", "z", weapon="halberd"))) is bool(weapon)


def test_a_weak_arm_takes_away_from_the_dice_where_the_option_says_so() -> None:
    weak = {"strength": -5, "attack": 9}
    hits: tuple[tuple[dict[str, bool], int], ...] = (({}, 5), ({"bonus_from_zero": False}, 2))
    for options, harm in hits:  # a sword has 2W6 + 2; 1 + 4 is rolled, STR takes 5
        state = duel(weak, {}, **options)
        after = do(state, "attack", [10, 8, 1, 4], ["none"], **HIT, weapon="sword")
        assert lp(state, "y") - lp(after, "y") == harm


def test_whoever_has_no_action_points_of_his_own_has_those_of_the_options() -> None:
    quick = {**HIT, "weapon": "sword", "mode": "fast_2"}
    assert refused(duel({}, {}, ap_prefill=7), "attack", **quick) == "no_ap"
    rich = duel({"ap": 14}, {}, ap_prefill=7)
    after = do(rich, "attack", [10, 8, 1, 1], ["none"], **quick)
    assert after.token("x").vitals.model_dump()["ap_spent"] == 14
