"""The options of DAMAKAR: everything that the rules leave open, with our defaults (§7)."""

from __future__ import annotations

from typing import Final

from rules.areas import cone
from rules.core.options import OptionSpec
from rules.core.sources import house, stated
from rules.encounter.options import options_by
from rules.systems.damakar import kreis
from rules.systems.damakar.zones import DIE, PRESET

ZONES_CM: Final = (100, 150, 200, 250, 300)
"""Radius of the control zone by length class, in centimetres (house, §3.2)."""


def _number(key: str, default: int, low: int, high: int, place: str) -> OptionSpec:
    return OptionSpec(key, default, lowest=low, highest=high, source=house(place))


OPTIONS: Final = (
    # -- the ring
    _number("ring_size", kreis.PRESET, kreis.SMALLEST, kreis.LARGEST, "§2.1"),
    _number("min_action_zp", 1, 0, 7, "§2.5"),
    _number("surprise_modifier", 0, -30, 30, "§2.3"),
    OptionSpec("announce", True, source=stated("§2.7")),
    OptionSpec("wait_snapshot", True, source=house("§2.6")),
    OptionSpec("simultaneous_blocks_dodge", True, source=house("§2.7")),
    OptionSpec("mutual_attack_hits", "both", ("both", "higher_only"), source=house("§2.7")),
    # -- attack and defence
    OptionSpec("tie", "defender", ("defender", "attacker"), source=house("§4.1")),
    _number("crit_step", 10, 6, 20, "§4.2"),
    OptionSpec("reaction_cost_on_fail", True, source=house("§3.1")),
    OptionSpec(
        "parry_missiles", "shield_only", ("shield_only", "never", "always"), source=house("§3.1")
    ),
    OptionSpec("unarmed_parry", False, source=house("§5.2")),
    _number("ranged_difficulty", 10, 0, 60, "§5.6"),
    _number("multi_opponent_malus", -2, -20, 0, "§5.2"),
    _number("off_hand_malus", -3, -20, 0, "§5.2"),
    OptionSpec("short_weapon_malus", -3, lowest=-20, highest=0, source=stated("§5.4")),
    _number("very_short", 0, 0, 2, "§5.4"),
    _number("longer_class", 2, 1, 4, "§5.4"),
    OptionSpec("weapon_in_hand", True, source=stated("§3")),
    _number("melee_difficulty", 0, 0, 60, "§4.1"),
    # -- special attacks
    OptionSpec(
        "alternating",
        "half_then_plus1",
        ("half_then_plus1", "plus1_then_half"),
        source=house("§5.2"),
    ),
    OptionSpec(
        "alternating_ap", "per_attack", ("per_attack", "per_opponent"), source=house("§5.2")
    ),
    OptionSpec("fast_combines", True, source=house("§5.1")),
    OptionSpec("ap_debt", False, source=house("§5.1")),
    OptionSpec("deed_and_harm", False, source=house("§5.4")),
    OptionSpec("critical_breaks_in", True, source=house("§5.5")),
    OptionSpec("staff_against", "all", ("all", "inside"), source=house("§5.5")),
    OptionSpec("pole_against_pole", False, source=house("§5.5")),
    OptionSpec("sweep_allowed", True, source=stated("§5.3")),
    OptionSpec("rundumschlag_friends_cost", False, source=house("§5.3")),
    # -- damage and wounds
    OptionSpec("str_to_damage", True, source=house("§6")),
    OptionSpec("bonus_from_zero", True, source=house("§6")),
    _number("ap_prefill", 28, 0, 999, "§6"),
    OptionSpec("wound_reference", "max", ("max", "current"), source=house("§4.6")),
    OptionSpec("scratch_costs_lp", True, source=house("§4.6")),
    _number("incapacitated_below", 0, -99, 99, "§4.6"),
    OptionSpec("deadly", "ask_gifted", ("never", "ask_gifted", "ask"), source=house("§4.6")),
    # -- moving
    _number("square_cm", 100, 25, 500, "§3.2"),
    OptionSpec("step_rounding", "exact", ("exact", "down", "up"), source=house("§3.2")),
    OptionSpec("block", "announce", ("announce", "ask"), source=house("§3.2")),
    OptionSpec("block_runners", True, source=house("§3.2")),
    _number("follow_zp", 1, 0, 7, "§3.2"),
    OptionSpec("run_needs_turn", True, source=house("§3.2")),
    _number("backpack_zp", 21, 7, 99, "§3"),
    cone("§10"),
    # -- tables
    *(_number(f"control_zone_{length}", cm, 0, 2000, "§3.2") for length, cm in enumerate(ZONES_CM)),
    *(_number(f"zone_{zone.value}", most, 0, DIE, "§4.4") for zone, most in PRESET.items()),
)
"""All options; those of the last part are tables: control zones by length, hit zones."""


options_of: Final = options_by(OPTIONS)
"""Says which options are in force in a fight."""
