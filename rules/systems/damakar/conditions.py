"""The conditions of a fight of DAMAKAR."""

from __future__ import annotations

from typing import Final

from rules.core.sources import house, stated
from rules.encounter.state import Token
from rules.system.answers import ConditionSpec

SPECS: Final = (
    ConditionSpec("incapacitated", "skull", out=True, source=stated("§4.6")),
    ConditionSpec("dead", "skull", out=True, source=house("§10")),
    ConditionSpec("unaware", "eye", source=stated("§3")),
    ConditionSpec("turned_away", "back", source=stated("§3")),
    ConditionSpec("spellbound", "spell", graded=True, source=stated("§3")),
    ConditionSpec("left", "foot", out=True, source=house("§1")),
)
"""All conditions. ``spellbound`` is magic that changes the price of actions by its value, in ZP;
who is ``unaware`` sees no attack coming."""

OUT: Final = frozenset(spec.id for spec in SPECS if spec.out)
"""Off the ring (§4.6)."""
BY_WOUNDS: Final = "wounds"
"""Note of a condition that comes and goes with lost LP."""


def is_out(token: Token) -> bool:
    """Whether somebody takes no part in the fight any more."""
    return token.has(*OUT)
