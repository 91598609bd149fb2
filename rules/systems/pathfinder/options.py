"""The options of Pathfinder: where the rules leave a choice, with our defaults."""

from __future__ import annotations

from typing import Final

from rules.core.options import OptionSpec
from rules.core.sources import DERIVED, STATED, Source, Status
from rules.encounter.options import options_by


def _house(place: str) -> Source:
    return Source(Status.HOUSE, place)


OPTIONS: Final = (
    # -- cover
    OptionSpec("touching", "tube", ("tube", "strict"), source=_house("§3.1")),
    OptionSpec(
        "ranged_big_attacker", "any_square", ("any_square", "all_squares"), source=_house("§3.2")
    ),
    OptionSpec("ranged_big_target", "lattice", ("lattice", "best_square"), source=_house("§3.2")),
    OptionSpec("low_obstacle_range", "squares", ("squares", "gap6"), source=_house("§3.4")),
    OptionSpec(
        "low_obstacle_height", "defender", ("defender", "attacker", "any"), source=_house("§3.4")
    ),
    OptionSpec("slit_ignored_when_adjacent", True, source=_house("§3.4")),
    OptionSpec("partial_cover", "offer", ("offer", "apply", "never"), source=_house("§3.6")),
    OptionSpec(
        "improved_cover_bonus", 8, lowest=4, highest=20, source=Source(STATED.status, "§3.6")
    ),
    OptionSpec("prone_gives_soft_cover", False, source=_house("§3.1")),
    OptionSpec("bodiless_give_soft_cover", False, source=_house("§3.1")),
    OptionSpec("soft_cover_stops_aoo", True, source=_house("§3.6")),
    # -- concealment
    OptionSpec("concealment_corner", "same", ("same", "own"), source=_house("§3.2")),
    OptionSpec("light_matters", True, source=Source(STATED.status, "§4")),
    OptionSpec("concealed_yields_to_senses", False, source=_house("§4")),
    # -- movement
    OptionSpec("difficult_diagonal", "three", ("three", "double"), source=_house("§2")),
    # -- flanking, reach
    OptionSpec(
        "flank_partner", "friendly", ("friendly", "any_enemy_of_target"), source=_house("§5")
    ),
    OptionSpec("flank_symmetric", True, source=_house("§5")),
    OptionSpec("flank_with_unseen", True, source=_house("§5")),
    OptionSpec("reach10_second_diagonal", True, source=_house("§2")),
    OptionSpec("weapon_in_hand", True, source=_house("§2")),
    # -- attack
    OptionSpec("into_melee", True, source=Source(DERIVED.status, "§6")),
)
"""Options of attack, cover, concealment, flanking and reach."""


options_of: Final = options_by(OPTIONS)
"""Says which options are in force in a fight."""
