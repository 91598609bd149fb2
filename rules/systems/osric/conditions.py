"""The conditions of a fight: which there are, and what each of them forbids."""

from __future__ import annotations

from typing import Final

from rules.core.sources import HOUSE, STATED, Source
from rules.encounter.state import Condition, Token
from rules.system.answers import ConditionSpec


def _at(place: str) -> Source:
    return Source(STATED.status, place)


SPECS: Final = (
    ConditionSpec("prone", "down", source=_at("§8")),
    ConditionSpec("stunned", "bolt", source=_at("§8")),
    ConditionSpec("held", "lock", source=_at("§7.11")),
    ConditionSpec("invisible", "fog", source=_at("§8")),
    ConditionSpec("covered", "wall", graded=True, source=_at("§8")),
    ConditionSpec("concealed", "fog", graded=True, source=_at("§8")),
    ConditionSpec("surprised", "eye", source=_at("§3")),
    ConditionSpec("casting", "spell", source=_at("§5")),
    ConditionSpec("set", "target", source=_at("§7.2")),
    ConditionSpec("parrying", "shield", source=_at("§7.9")),
    ConditionSpec("closing", "move", source=_at("§7.3")),
    ConditionSpec("retreating", "back", source=_at("§7.4")),
    ConditionSpec("fleeing", "move", source=_at("§7.5")),
    ConditionSpec("asleep", "moon", source=_at("§2.10")),
    ConditionSpec("magic_sleep", "moon", source=_at("§2.10")),
    ConditionSpec("paralysed", "lock", source=HOUSE),
    ConditionSpec("hasted", "clock", source=_at("§4.3")),
    ConditionSpec("unconscious", "moon", out=True, source=_at("§2.9")),
    ConditionSpec("dead", "skull", out=True, source=_at("§2.9")),
)
"""All conditions in the order of the menu. ``covered`` and ``concealed`` are the game master's
word on cover and concealment in percent (§8)."""

BY_ID: Final = {spec.id: spec for spec in SPECS}

OUT: Final = frozenset({"unconscious", "dead"})
SLEEP: Final = frozenset({"asleep", "magic_sleep"})
HELPLESS: Final = SLEEP | OUT | frozenset({"paralysed"})
"""Whoever is in one of these does nothing at all."""
NO_ATTACK: Final = HELPLESS | frozenset(
    {"stunned", "held", "surprised", "casting", "closing", "retreating", "fleeing", "parrying"}
)
"""Whoever is in one of these makes no attack (§3.4, §5, §7)."""
THIS_ROUND: Final = frozenset({"set", "parrying", "closing", "retreating", "fleeing"})
"""What ends with the round."""
GRADES: Final = (25, 50, 75, 90)
"""The grades of cover and concealment in percent (§8)."""


def can_act(token: Token) -> bool:
    """Whether somebody is able to do anything."""
    return not token.has(*HELPLESS, "stunned")


def grade_of(condition: Condition | None) -> int:
    """Return the grade in percent that the game master gave; without a number the half."""
    if condition is None:
        return 0
    wanted = 50 if condition.value is None else condition.value
    return 0 if wanted <= 0 else next((g for g in GRADES if wanted <= g), GRADES[-1])


def ended(condition: Condition, round: int, segment: int) -> bool:
    """Whether a condition has run out."""
    return condition.until is not None and (round, segment) >= condition.until
