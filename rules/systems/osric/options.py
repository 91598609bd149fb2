"""The options of OSRIC: where the rules leave a choice, with our defaults."""

from __future__ import annotations

from typing import Final

from rules.areas import cone
from rules.core.options import OptionSpec
from rules.core.sources import STATED, Source, Status
from rules.encounter.options import options_by


def _house(place: str) -> Source:
    return Source(Status.HOUSE, place)


def _stated(place: str) -> Source:
    return Source(STATED.status, place)


def _number(key: str, default: int, low: int, high: int, place: str) -> OptionSpec:
    return OptionSpec(key, default, lowest=low, highest=high, source=_house(place))


OPTIONS: Final = (
    # -- surprise
    OptionSpec("surprise_routines", "single", ("single", "all"), source=_house("§3.5")),
    OptionSpec("surprise_move", "full", ("full", "tenth", "segments"), source=_house("§3.7")),
    OptionSpec(
        "surprise_both", "simultaneous", ("simultaneous", "initiative"), source=_house("§3.6")
    ),
    OptionSpec("surprised_loses_dex", False, source=_house("§8")),
    OptionSpec("load_surprise", False, source=_house("§2.7")),
    OptionSpec("surprise_casting", True, source=_house("§3.5")),
    # -- declaration and initiative
    OptionSpec("plans_first", True, source=_stated("§4.1")),
    OptionSpec("hidden_plans", True, source=_stated("§4.1")),
    OptionSpec("dropped_moves", False, source=_house("§4.1")),
    OptionSpec(
        "tie", "simultaneous", ("simultaneous", "reroll", "gm_order"), source=_house("§4.3")
    ),
    OptionSpec("tie_disrupts", True, source=_house("§5")),
    OptionSpec("missile_penalty_delays", True, source=_house("§4.2")),
    OptionSpec("late_routines", "together", ("together", "own_segment"), source=_house("§4.3")),
    OptionSpec("holders", "worse_first", ("worse_first", "together"), source=_house("§4.3")),
    OptionSpec("fighter_attacks", True, source=_stated("§2.8")),
    OptionSpec("fighters_first", False, source=_house("§4.3")),
    OptionSpec("more_sides", "own", ("own", "with_heroes", "with_foes"), source=_house("§4.2")),
    # -- targets
    OptionSpec("choose_helpless", False, source=_house("§6")),
    OptionSpec("shots_drawn", "each", ("each", "volley"), source=_house("§6")),
    OptionSpec("missile_weights", False, source=_house("§6")),
    # -- attack
    OptionSpec("nat20_hits", False, source=_house("§2.1")),
    OptionSpec("nat1_misses", False, source=_house("§2.1")),
    OptionSpec("matrix_beyond", "formula", ("formula", "edge"), source=_house("§2.1")),
    OptionSpec("facing", True, source=_house("§6.1")),
    OptionSpec("shield_side", "left", ("left", "right"), source=_house("§6.1")),
    OptionSpec("shield_attacks", False, source=_stated("§2.5")),
    OptionSpec("held_loses_shield", True, source=_house("§8")),
    OptionSpec("helpless_as_prone", True, source=_house("§8")),
    _number("least_damage", 1, 0, 9, "§8"),
    OptionSpec("brawl_strength", True, source=_house("§7.10")),
    OptionSpec("parry_scope", "single", ("single", "all"), source=_house("§7.9")),
    # -- charge, flight, grappling
    OptionSpec("charge_every", 10, lowest=1, highest=100, source=_stated("§7.1")),
    OptionSpec("charge_limit", "all", ("all", "characters"), source=_house("§7.1")),
    OptionSpec("mount_loaded", True, source=_house("§7.1")),
    OptionSpec("leap_bonus", False, source=_house("§7.1")),
    OptionSpec("interrupt_spends", True, source=_house("§7.1")),
    _number("length_small", 1, 0, 30, "§2.6"),
    _number("length_medium", 2, 0, 30, "§2.6"),
    _number("length_large", 4, 0, 30, "§2.6"),
    OptionSpec("set_exposes", True, source=_house("§7.1")),
    OptionSpec("set_doubles", "dice", ("dice", "all"), source=_house("§7.1")),
    OptionSpec("set_not_longer", "before", ("before", "after"), source=_house("§7.1")),
    OptionSpec("closing_scope", "pair", ("pair", "all"), source=_house("§7.3")),
    OptionSpec("retreat_speed", "full", ("full", "half"), source=_house("§7.4")),
    OptionSpec("flee_counts_as_rear", False, source=_house("§7.5")),
    OptionSpec("overbear_holds", True, source=_stated("§7.12")),
    OptionSpec("grapple_strength", False, source=_house("§7.11")),
    _number("escape_base", 50, 0, 100, "§7.11"),
    _number("escape_step", 10, 0, 50, "§7.11"),
    _number("chance_least", 1, 0, 50, "§2.10"),
    _number("chance_most", 99, 50, 100, "§2.10"),
    # -- the map
    OptionSpec("square_feet", 5, lowest=1, highest=30, source=_house("§6")),
    OptionSpec("diagonals", "1-2-1", ("1-2-1", "1-1-1"), source=_house("§7.1")),
    OptionSpec("map_cover", True, source=_house("§8")),
    OptionSpec("map_concealment", True, source=_house("§8")),
    OptionSpec("touching", "tube", ("tube", "strict"), source=_house("§8")),
    cone("§5"),
    # -- life, load
    OptionSpec("monsters_die_at_zero", True, source=_house("§2.9")),
    OptionSpec("death_at", -10, lowest=-100, highest=0, source=_stated("§2.9")),
    OptionSpec("fallen_die_of_harm", True, source=_stated("§2.9")),
    OptionSpec("armour_slows", True, source=_stated("§2.5")),
)
"""Options of surprise, time, targets, attack, special actions, the map and life."""


options_of: Final = options_by(OPTIONS)
"""Says which options are in force in a fight."""
