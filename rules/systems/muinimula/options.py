"""The options of Muinimula: where the rules leave a choice, with our readings as defaults."""

from __future__ import annotations

from typing import Final

from rules.areas import cone
from rules.core.options import OptionSpec
from rules.core.sources import derived, house, stated
from rules.encounter.options import options_by
from rules.encounter.state import Encounter

OPTIONS: Final = (
    # -- open W100 and time
    OptionSpec("open_from", 96, lowest=2, highest=101, source=house("§1")),
    OptionSpec("open_again_from", 96, lowest=2, highest=101, source=house("§1")),
    OptionSpec("open_down_to", 5, lowest=0, highest=99, source=house("§1")),
    OptionSpec("open_down_again_from", 96, lowest=2, highest=101, source=house("§1")),
    OptionSpec("effect_order", "half_second", ("half_second", "second"), source=house("§2.5")),
    OptionSpec("series_goes_on", True, source=house("§2")),
    OptionSpec("pickup_seconds", 2, lowest=1, highest=60, source=house("§12.6")),
    OptionSpec("rise_seconds", 1, lowest=1, highest=60, source=house("§10.4")),
    # -- attack and parry
    OptionSpec("attack_compare", "le", ("le", "lt"), source=stated("§13.1")),
    OptionSpec("va_mode", "limit", ("limit", "roll"), source=stated("§13.2")),
    OptionSpec("limit_basis", "natural", ("natural", "modified"), source=derived("§13.3")),
    OptionSpec("after_hit", "reset", ("reset", "keep"), source=derived("§13.4")),
    OptionSpec("dodge_shot_worse", True, source=house("§12.9")),
    OptionSpec("range_malus", 1, lowest=0, highest=10, source=house("§12.9")),
    # -- several
    OptionSpec("coordination_for", "attackers", ("attackers", "all"), source=derived("§13.22")),
    OptionSpec("pause_right", "prose", ("prose", "table"), source=stated("§13.12")),
    # -- harm
    OptionSpec("hit_location", "brust", ("brust", "table"), source=house("§5.1")),
    OptionSpec("malus_scale", 5, lowest=1, highest=20, source=house("§8")),
    OptionSpec("tp_divided", True, source=house("§7")),
    OptionSpec("state_and_fatigue", "worse", ("worse", "sum"), source=house("§7")),
    OptionSpec("azp_counts", False, source=house("§7")),
    OptionSpec("dazed_malus", 25, lowest=0, highest=50, source=house("§10.5")),
    OptionSpec("dazed_parries", True, source=house("§10.5")),
    OptionSpec("fumble_from", 96, lowest=2, highest=101, source=house("§9")),
    OptionSpec("longest_unit", "decades", ("years", "decades", "centuries"), source=house("§10.7")),
    # -- of the old edition, off
    OptionSpec("weapons_break", False, source=house("§4.3")),
    OptionSpec("hits_push", False, source=house("§4.3")),
    OptionSpec("square_cm", 150, lowest=50, highest=500, source=house("§12.4")),
    cone("§12"),
)
"""All options in the order of the menu."""


options_of: Final = options_by(OPTIONS)
"""Says which options are in force in a fight."""


def square_metres(state: Encounter) -> float:
    """Return the width of a square in metres (house default)."""
    return options_of(state).number("square_cm") / 100
