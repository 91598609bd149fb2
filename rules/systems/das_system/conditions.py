"""The conditions of a fight."""

from __future__ import annotations

from typing import Final

from rules.core.sources import HOUSE, Source, Status
from rules.encounter.state import Token
from rules.system.answers import ConditionSpec
from rules.systems.das_system.sheet import vitals_of
from rules.systems.das_system.values import helpless_from_pain


def _stated(place: str) -> Source:
    return Source(Status.STATED, place)


SPECS: Final = (
    ConditionSpec("helpless", "target", source=_stated("§6.4")),
    ConditionSpec("surprised", "eye", source=_stated("§2.1")),
    ConditionSpec("prone", "down", source=HOUSE),
    ConditionSpec("disarmed", "sword", source=_stated("§7.3")),
    ConditionSpec("held", "lock", source=_stated("§12")),
    ConditionSpec("cornered", "wall", source=_stated("§10")),
    ConditionSpec("shield_defensive", "shield", source=_stated("§13")),
    ConditionSpec("walking", "foot", source=HOUSE),
    ConditionSpec("running", "move", source=HOUSE),
    ConditionSpec("casting", "spell", source=_stated("§4")),
    ConditionSpec("fled", "back", out=True, source=_stated("§4")),
    ConditionSpec("unfit", "heart", out=True, source=_stated("§7.2")),
    ConditionSpec("unconscious", "moon", out=True, source=HOUSE),
    ConditionSpec("dead", "skull", out=True, source=_stated("§7.2")),
)
"""All conditions in the order of the menu."""

BY_ID: Final = {spec.id: spec for spec in SPECS}
OUT: Final = frozenset(spec.id for spec in SPECS if spec.out)
NO_WARD: Final = OUT - {"fled"} | {"helpless"}
"""Whoever is in one of these neither parries nor dodges (§6.4, §7.2)."""


def is_out(token: Token) -> bool:
    """Whether somebody fights no more: fled, unfit or worse."""
    return token.has(*OUT) or vitals_of(token).gz <= 0


def can_ward(token: Token) -> bool:
    """Whether somebody can parry or dodge at all."""
    return not (token.has(*NO_WARD) or vitals_of(token).gz <= 0 or helpless_from_pain(token))


def forbids(token: Token, action: str) -> bool:
    """Whether a wound rules an action out (§7.3)."""
    return any(action in wound.forbids for wound in vitals_of(token).wounds)
