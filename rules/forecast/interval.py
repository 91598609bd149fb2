"""How sure a share is that was counted: the interval of Wilson."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

SURE_95 = 1.959963984540054
"""Standard deviations to either side that hold 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Share:
    """``count`` of ``runs``, and between which shares the true one lies with 95 %."""

    count: int
    runs: int
    low: float
    high: float

    @property
    def share(self) -> float:
        return self.count / self.runs if self.runs else 0.0

    @property
    def error(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


def share_of(count: int, runs: int, deviations: float = SURE_95) -> Share:
    """Return a counted share with its interval (Wilson 1927); without runs it is 0 to 1."""
    if runs <= 0:
        return Share(0, 0, 0.0, 1.0)
    p, z2 = count / runs, deviations**2
    middle = (p + z2 / (2 * runs)) / (1 + z2 / runs)
    half = deviations * sqrt(p * (1 - p) / runs + z2 / (4 * runs**2)) / (1 + z2 / runs)
    return Share(count, runs, max(0.0, middle - half), min(1.0, middle + half))
