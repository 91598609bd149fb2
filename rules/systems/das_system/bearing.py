"""What somebody can do in melee, remembered by what it depends on instead of by the combatant."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from maps.grid import Footprint
from maps.remember import by_identity
from rules.core.tables import by_first
from rules.encounter.state import Condition, SideId, Token, TokenId
from rules.systems.das_system.sheet import (
    DasSystemSheet,
    DasSystemVitals,
    Wound,
    sheet_of,
    vitals_of,
)

P = ParamSpec("P")
R = TypeVar("R")


def by_bearing(function: Callable[Concatenate[Token, P], R]) -> Callable[Concatenate[Token, P], R]:
    """Decorate a function of a token and frozen values, as ``by_first`` does for other firsts.

    Each blow makes new tokens, and most differ from the old ones in Ausdauer and time alone.
    The function is given a stand-in in the token's place: it may ask for the sheet, conditions
    by id, wounds and the weapon in hand, and finds nothing else there.
    """
    remembering = by_first()(function)

    @wraps(function)
    def asked(token: Token, /, *args: P.args, **kwargs: P.kwargs) -> R:
        return remembering(stand_in(token), *args, **kwargs)

    return asked


@by_identity(keep=32)
def stand_in(token: Token) -> Token:
    """Return one and the same token for all who are alike in what melee asks of them."""
    vitals = vitals_of(token)
    conditions = tuple([c.id for c in token.conditions])
    return _stand_in(sheet_of(token), conditions, vitals.wounds, vitals.wielded)


@by_first()
def _stand_in(
    sheet: DasSystemSheet, conditions: tuple[str, ...], wounds: tuple[Wound, ...], wielded: str
) -> Token:
    return Token(
        TokenId(""),
        "",
        SideId.NEUTRAL,
        Footprint(0, 0),
        sheet,
        DasSystemVitals(wounds=wounds, wielded=wielded),
        conditions=tuple(Condition(id) for id in conditions),
    )
