"""KAR, the Kampfangriffsrang, as a rank and as time (§2); exact, in ticks.

A point of KAR is a tenth of a second. Its formula divides by 200 at most, so a tick of 1/200
point, half a millisecond, holds every KAR as a whole number.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from rules.core.options import Options
from rules.encounter.state import Token
from rules.systems.das_system.sheet import DasSystemSheet, sheet_of, vitals_of

SECOND: Final = 2000
"""Ticks in a second: a sequence."""
POINT: Final = 200
"""Ticks in a point of KAR, a tenth of a second (§2)."""


def base(sheet: DasSystemSheet, options: Options) -> int:
    """Return the KAR of the attributes in ticks: 90 − RV/50 − Mut/100 − GE/200 (§2)."""
    if sheet.kar is not None:
        return sheet.kar * POINT
    ticks = 90 * POINT - 4 * sheet.reaktion - 2 * sheet.mut - sheet.geschicklichkeit
    if options.word("kar_rundung") == "half_up":
        ticks = (ticks + POINT // 2) // POINT * POINT
    return max(0, ticks)


def current(token: Token, options: Options, shift: int = 0) -> int:
    """Return the KAR in force, in ticks: attacks and circumstances raise it (§2)."""
    vitals = vitals_of(token)
    points = vitals.kar + vitals.shift + shift
    start = base(sheet_of(token), options) if vitals.typed is None else vitals.typed * POINT
    return max(0, start + points * POINT)


def points(ticks: int) -> float:
    """Return ticks as points of KAR."""
    return float(Fraction(ticks, POINT))


def seconds(ticks: int) -> float:
    """Return ticks as seconds."""
    return float(Fraction(ticks, SECOND))
