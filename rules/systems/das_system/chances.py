"""Exact chances of rolls of 1 to 2000 and of what they strike (§1.3, §3): counting, no dice.

``tests`` hold these counts against the enumeration of every face.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from typing import Final

from rules.systems.das_system.values import Values

SIDES: Final = 2000
DICE: Final = (20, 100)
"""W20 and W%: (W20 − 1) · 100 + W% (§1.3)."""


def roll_of(faces: tuple[int, ...]) -> int:
    """Return the number that W20 and W% show together."""
    tens, ones = faces
    return (tens - 1) * 100 + ones


@dataclass(frozen=True, slots=True)
class Stair:
    """A step of what an attack value meets: from ``need`` on this resists the blow.

    ``protection`` is armour, ``zustand`` the place's, ``least`` what injures at any rate.
    """

    need: int
    protection: int
    zustand: int
    least: int = 0

    def loss(self, schwere: int) -> int:
        """Return what of a blow injures (§7.1)."""
        if schwere <= self.protection:
            return 0
        return max(self.least, schwere - self.protection - self.zustand)


@dataclass(frozen=True, slots=True)
class Die:
    """A finished value: a Festwert, and a roll that counts up to the Würfelwert."""

    festwert: int
    wuerfelwert: int

    @property
    def top(self) -> int:
        """The highest roll that counts."""
        return min(SIDES, max(0, self.wuerfelwert))

    def ways(self, low: int, high: int | None = None) -> int:
        """Count the rolls out of 2000 that lead to a value from ``low`` to below ``high``."""
        first = max(1, low - self.festwert)
        last = self.top if high is None else min(self.top, high - 1 - self.festwert)
        found = max(0, last - first + 1)
        zero = low <= self.festwert and (high is None or self.festwert < high)
        return found + (SIDES - self.top if zero else 0)

    def chance(self, low: int, high: int | None = None) -> Fraction:
        return _share(self.ways(low, high))


@cache
def _share(ways: int) -> Fraction:
    """Return a number of rolls out of 2000 as a chance: to shorten a fraction takes long."""
    return Fraction(ways, SIDES)


def stairs_down(stairs: Iterable[Stair]) -> tuple[Stair, ...]:
    """Keep the steps that may be worth more than all that are open before them."""
    kept: list[Stair] = []
    for stair in sorted(stairs, key=lambda s: (s.need, s.protection + s.zustand, s.protection)):
        if not any(_no_worse(k, stair) for k in kept):
            kept.append(stair)
    return tuple(kept)


def _no_worse(one: Stair, other: Stair) -> bool:
    """Whether a step serves an attacker at least as well for any blow."""
    less = one.protection <= other.protection and one.least >= other.least
    return less and one.protection + one.zustand <= other.protection + other.zustand


def _spans(stairs: tuple[Stair, ...], die: Die, schwere: int) -> Iterator[tuple[int, int]]:
    """Yield (rolls out of 2000, loss) of the stretches between the steps."""
    best = 0
    for i, stair in enumerate(stairs):
        best = max(best, stair.loss(schwere))
        high = stairs[i + 1].need if i + 1 < len(stairs) else None
        if best and (high is None or high > stair.need):
            yield die.ways(stair.need, high), best


@lru_cache(maxsize=4096)
def mean_loss(stairs: tuple[Stair, ...], die: Die, schwere: int) -> Fraction:
    """Return the mean Schwere that injures, over all rolls, exact (§7.1)."""
    return Fraction(sum(ways * loss for ways, loss in _spans(stairs, die, schwere)), SIDES)


@lru_cache(maxsize=4096)
def harm_chance(stairs: tuple[Stair, ...], die: Die, schwere: int) -> Fraction:
    """Return the exact chance that a blow injures at all (§7.1)."""
    return Fraction(sum(ways for ways, _ in _spans(stairs, die, schwere)), SIDES)


@dataclass(frozen=True, slots=True)
class Frame:
    """What limits a split: Würfelwert, Basis and caps, apart from where they come from."""

    wuerfelwert: int
    basis: int
    cap_festwert: int
    cap_schwere: int
    penalty: int = 0

    @classmethod
    def of(cls, values: Values) -> Frame:
        """Take the limits from the values of somebody (§3.3, §3.4)."""
        return cls(
            values.wuerfelwert,
            values.basis,
            values.cap_festwert,
            values.cap_schwere,
            values.penalty,
        )

    @property
    def most_festwert(self) -> int:
        return min(self.basis, self.cap_festwert)

    def schwere(self, festwert: int) -> int:
        """Return the Schwere that a Festwert leaves."""
        return min(self.cap_schwere, self.basis - festwert)

    def die(self, festwert: int) -> Die:
        return Die(festwert - self.penalty, self.wuerfelwert)


def mean_at(frame: Frame, stairs: tuple[Stair, ...], festwert: int) -> Fraction:
    """Return the mean Schwere that injures where the parade has this Festwert."""
    return mean_loss(stairs, frame.die(festwert), frame.schwere(festwert))


@lru_cache(maxsize=1024)
def best_festwert(frame: Frame, stairs: tuple[Stair, ...]) -> int:
    """Return the Festwert of the highest mean loss, the lowest of equal ones.

    Where no split gets through, it is the one that strikes most surely: a hit may still be
    raised by hand, a miss ends the series. Between the bends of the curve it is smooth: the
    bends and a grid are tried, then the neighbourhood of the best.
    """
    most = frame.most_festwert
    step = max(1, most // 60)
    bends = {min(most, max(0, s.need - d)) for s in stairs for d in (0, frame.wuerfelwert)}
    tried = sorted({*range(0, most + 1, step), most, *bends})
    best = max(tried, key=lambda f: (mean_at(frame, stairs, f), -f))
    if not mean_at(frame, stairs, best):
        return surest_festwert(frame, min((s.need for s in stairs), default=0))
    near = range(max(0, best - step), min(most, best + step) + 1)
    return max(near, key=lambda f: (mean_at(frame, stairs, f), -f))


def surest_festwert(frame: Frame, lowest: int) -> int:
    """Return the smallest Festwert that reaches a value as surely as any."""
    return min(frame.most_festwert, max(0, lowest + frame.penalty))


@lru_cache(maxsize=2048)
def beats(parade: Die, attack: Die, low: int, extra: int = 0) -> Fraction:
    """Return the chance that a parade reaches attacks from ``low`` on (and ``extra`` besides).

    Of attacks that reach ``low`` only; 1 where none does.
    """
    struck = attack.ways(low)
    if not struck:
        return Fraction(1)
    first = max(1, low - attack.festwert)
    total = sum(
        parade.ways(attack.festwert + roll + extra) for roll in range(first, attack.top + 1)
    )
    if attack.festwert >= low:
        total += (SIDES - attack.top) * parade.ways(attack.festwert + extra)
    return Fraction(total, struck * SIDES)
