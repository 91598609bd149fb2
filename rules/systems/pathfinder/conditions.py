"""The conditions of a fight: which there are, and what each of them takes or gives."""

from __future__ import annotations

from typing import Final

from rules.core.sources import HOUSE, STATED, Source, Status
from rules.encounter.state import Condition, Token
from rules.system.answers import ConditionSpec

_TABLES: Final = Source(Status.STATED, "§6")
_HELPLESS: Final = Source(Status.STATED, "§7")
_CONCEALED: Final = Source(Status.STATED, "§4")
_FRAME: Final = Source(Status.STATED, "§8")

SPECS: Final = (
    ConditionSpec("prone", "down", source=_TABLES),
    ConditionSpec("kneeling", "person", source=_TABLES),
    ConditionSpec("sitting", "person", source=_TABLES),
    ConditionSpec("flat_footed", "foot", source=_TABLES),
    ConditionSpec("surprised", "eye", source=_FRAME),
    ConditionSpec("blind", "eye", source=_TABLES),
    ConditionSpec("dazzled", "light", source=_TABLES),
    ConditionSpec("deafened", "minus", source=STATED),
    ConditionSpec("entangled", "threat", source=_TABLES),
    ConditionSpec("squeezing", "fit", source=_TABLES),
    ConditionSpec("grappled", "flank", source=_TABLES),
    ConditionSpec("pinned", "lock", source=_TABLES),
    ConditionSpec("invisible", "fog", source=_CONCEALED),
    ConditionSpec("concealed", "fog", graded=True, source=_CONCEALED),
    ConditionSpec("shaken", "warn", source=_TABLES),
    ConditionSpec("frightened", "warn", source=_TABLES),
    ConditionSpec("panicked", "warn", source=STATED),
    ConditionSpec("cowering", "warn", source=_TABLES),
    ConditionSpec("stunned", "bolt", source=_TABLES),
    ConditionSpec("dazed", "bolt", source=STATED),
    ConditionSpec("confused", "spell", source=STATED),
    ConditionSpec("fascinated", "spell", source=STATED),
    ConditionSpec("nauseated", "drop", source=STATED),
    ConditionSpec("sickened", "drop", source=STATED),
    ConditionSpec("fatigued", "clock", source=STATED),
    ConditionSpec("exhausted", "clock", source=STATED),
    ConditionSpec("helpless", "target", source=_HELPLESS),
    ConditionSpec("bound", "lock", source=_HELPLESS),
    ConditionSpec("asleep", "moon", source=_HELPLESS),
    ConditionSpec("paralysed", "lock", source=_HELPLESS),
    ConditionSpec("disabled", "heart", source=STATED),
    ConditionSpec("staggered", "heart", source=STATED),
    ConditionSpec("unconscious", "moon", out=True, source=_HELPLESS),
    ConditionSpec("dying", "heart", out=True, source=STATED),
    ConditionSpec("stable", "heart", source=STATED),
    ConditionSpec("dead", "skull", out=True, source=STATED),
    ConditionSpec("total_defence", "shield", source=_FRAME),
    ConditionSpec("fighting_defensively", "shield", source=_FRAME),
    ConditionSpec("charging", "move", source=_FRAME),
    ConditionSpec("withdrawing", "back", source=_FRAME),
    ConditionSpec("casting", "spell", source=_FRAME),
    ConditionSpec("blessed", "spell", source=HOUSE),
)
"""All conditions in the order of the menu. A graded one has a value: ``concealed`` its miss
chance in percent (§4)."""

BY_ID: Final = {spec.id: spec for spec in SPECS}

HELPLESS: Final = frozenset({"helpless", "bound", "asleep", "paralysed", "unconscious", "dying"})
"""At the attacker's mercy (§7)."""

OUT: Final = frozenset(spec.id for spec in SPECS if spec.out)
"""Down by lost hit points: no turn of one's own."""

LOSES_DEXTERITY: Final = frozenset(
    {"blind", "cowering", "flat_footed", "pinned", "stunned", "surprised"}
)
"""No positive Dexterity modifier to AC (§6). Helpless ones are another matter (§7)."""

NO_THREAT: Final = HELPLESS | frozenset(
    {
        "blind", "cowering", "dazed", "dead", "fascinated", "flat_footed", "nauseated",
        "panicked", "pinned", "stunned", "surprised", "total_defence",
    }
)  # fmt: skip
"""Whoever is in one of these threatens no square (§2, §8). Two have exceptions of the sheet:
blind ones with another sense, flat-footed ones who react by a feat."""


NO_ACTION: Final = HELPLESS | frozenset({"cowering", "dazed", "dead", "fascinated", "stunned"})
"""No action at all on the own turn."""

ONE_ACTION: Final = frozenset({"disabled", "nauseated", "staggered"})
"""A single move or standard action on the own turn."""

UNTIL_OWN_TURN: Final = frozenset(
    {"charging", "fighting_defensively", "total_defence", "withdrawing"}
)
"""What ends when its bearer's next turn begins."""


CONCEALED_PRESET: Final = 20
"""Miss chance of ``concealed`` where none is given, in percent (§4)."""


def is_helpless(token: Token) -> bool:
    """Whether somebody is at everybody's mercy (§7); the dead are beyond it."""
    return token.has(*HELPLESS)


def is_out(token: Token) -> bool:
    """Whether lost hit points took somebody out of the fight."""
    return token.has(*OUT)


def miss_chance(token: Token) -> int:
    """Return the miss chance in percent that a creature's own magic gives it (§4)."""
    condition = token.condition("concealed")
    if condition is None:
        return 0
    return CONCEALED_PRESET if condition.value is None else condition.value


def ended(condition: Condition, round: int, now: int) -> bool:
    """Whether a condition has run out; counts run down within a round."""
    if condition.until is None:
        return False
    last_round, last_count = condition.until
    return round > last_round or (round == last_round and now <= last_count)
