"""How long something lasts, counted as a system's own module does. Systems mix ``Spanned`` in."""

from __future__ import annotations

from typing import Protocol

from rules.core.terms import Term
from rules.encounter.state import Encounter
from rules.system.extras import TimeUnit


class Spans(Protocol):
    """What the module ``spans`` of a system offers; see ``rules.system.Lasting``."""

    @property
    def UNITS(self) -> tuple[TimeUnit, ...]: ...
    def until(self, state: Encounter, amount: int, unit: str, /) -> tuple[int, int]: ...
    def time_left(self, state: Encounter, moment: tuple[int, int], /) -> Term: ...


class Spanned:
    """Mixed into a rule system that has such a module as ``spans``."""

    spans: Spans

    def time_units(self) -> tuple[TimeUnit, ...]:
        """Return the units, the usual one first."""
        return self.spans.UNITS

    def until(self, state: Encounter, amount: int, unit: str) -> tuple[int, int]:
        """Return the moment, as ``Condition.until`` holds it, so many of ``unit`` after now."""
        return self.spans.until(state, amount, unit)

    def time_left(self, state: Encounter, until: tuple[int, int]) -> Term:
        """Say how long something lasts from now on."""
        return self.spans.time_left(state, until)
