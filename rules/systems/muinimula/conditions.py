"""The conditions of a fight: which there are, and who is out by them (§10)."""

from __future__ import annotations

from typing import Final

from rules.core.sources import house, stated
from rules.encounter.state import Token
from rules.system.answers import ConditionSpec

SPECS: Final = (
    ConditionSpec("lying", "down", source=stated("§10.4")),
    ConditionSpec("dazed", "bolt", source=stated("§10.5")),
    ConditionSpec("drowsy", "moon", source=stated("§10.5")),
    ConditionSpec("no_parry", "shield", source=stated("§10.6")),
    ConditionSpec("must_parry", "shield", source=stated("§10.3")),
    ConditionSpec("slow", "clock", source=stated("§10.2")),
    ConditionSpec("malus", "minus", graded=True, source=stated("§10.1")),
    ConditionSpec("hindered", "warn", source=house("§12.6")),
    ConditionSpec("exhausted", "clock", source=stated("§7")),
    ConditionSpec("spent", "clock", source=stated("§7")),
    ConditionSpec("preparing", "spell", source=stated("§10.9")),
    ConditionSpec("casting", "spell", source=stated("§10.10")),
    ConditionSpec("bleeding", "drop", graded=True, source=house("§12.4")),
    ConditionSpec("berserk", "warn", source=stated("§7")),
    ConditionSpec("asleep", "moon", out=True, source=stated("§10.7")),
    ConditionSpec("unconscious", "moon", out=True, source=stated("§10.7")),
    ConditionSpec("dying", "heart", out=True, source=stated("§10.8")),
    ConditionSpec("dead", "skull", out=True, source=stated("§10.8")),
)
"""All conditions in the order of the menu. Graded: ``malus`` in percent, ``bleeding`` SP a KR.

``slow`` is "verliert Initiative", ``hindered`` Nachteil on the next action."""

BY_ID: Final = {spec.id: spec for spec in SPECS}

HELPLESS: Final = frozenset({"asleep", "unconscious", "dying"})
"""Attacks need no roll, no Proben are possible (§10.7)."""
OUT: Final = HELPLESS | {"dead"}
STUNNED: Final = frozenset({"dazed", "drowsy"})
"""Dazed or drowsy: the same row of the rules (§10.5)."""
SPELL: Final = frozenset({"preparing", "casting"})
BRIEF: Final = frozenset({"preparing", "casting", "hindered"})
"""What ends with the fight's count of time."""
BY_LIFE: Final = "le"
"""Note of a condition that the LE causes; it comes and goes with it."""


def is_out(token: Token) -> bool:
    """Whether somebody takes no part in the fight."""
    return token.has(*OUT)


def is_helpless(token: Token) -> bool:
    """Whether blows meet somebody without any roll (§10.7)."""
    return token.has(*HELPLESS) and not token.has("dead")
