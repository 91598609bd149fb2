"""Dice expressions such as ``1d8+2`` or ``2W6−1``."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from types import MappingProxyType
from typing import Final

from pydantic_core import PydanticCustomError

MOST_DICE = 100
MOST_SIDES = 1000
MOST_HIT_DICE: Final = 40
MOST_HIT_SIDES: Final = 100
"""What one hit may throw: its exact odds are worked out again and again."""
_PATTERN = re.compile(r"^\s*(?:(\d{0,3})\s*[dDwW]\s*(\d{1,4}))?\s*(?:([+\-−]?)\s*(\d{1,4}))?\s*$")


@dataclass(frozen=True, slots=True)
class Dice:
    """``count`` dice of ``sides`` sides plus ``bonus``."""

    count: int
    sides: int
    bonus: int = 0

    @property
    def faces(self) -> tuple[int, ...]:
        return (self.sides,) * self.count

    @property
    def mean(self) -> Fraction:
        return Fraction(self.count * (self.sides + 1), 2) + self.bonus

    def times(self, n: int) -> Dice:
        """Return the dice rolled n times over, bonus included."""
        return Dice(self.count * n, self.sides, self.bonus * n)

    def plus(self, bonus: int) -> Dice:
        return Dice(self.count, self.sides, self.bonus + bonus)

    def text(self, letter: str = "d") -> str:
        """Write the expression; German tables use the letter W."""
        head = f"{self.count}{letter}{self.sides}" if self.count else ""
        if not self.bonus and head:
            return head
        if not head:
            return str(self.bonus).replace("-", "−")
        return f"{head}{self.bonus:+d}".replace("-", "−")


@lru_cache(maxsize=256)
def parse(text: str) -> Dice:
    """Read ``NdS+B``. Raises ValueError (code first) when it is no dice expression."""
    match = _PATTERN.match(text)
    if match is None or not text.strip():
        raise ValueError(f"dice_text: {text!r}")
    count, sides, sign, bonus = match.groups()
    if sides is None and bonus is None:
        raise ValueError(f"dice_text: {text!r}")
    if sides is not None and bonus is not None and not sign:
        raise ValueError(f"dice_text: {text!r}")
    n = int(count) if count else (1 if sides is not None else 0)
    s = int(sides) if sides is not None else 0
    if n > MOST_DICE or s > MOST_SIDES or (sides is not None and s < 1):
        raise ValueError(f"dice_limit: {text!r}")
    b = int(bonus) if bonus else 0
    return Dice(n, s, -b if sign in {"-", "−"} else b)


def check_hit(text: str) -> str:
    """Return the dice of a hit as they were written. Raises ValueError where they are none."""
    dice = parse(text)
    if dice.count > MOST_HIT_DICE or dice.sides > MOST_HIT_SIDES:
        limits = {"text": text, "dice": MOST_HIT_DICE, "sides": MOST_HIT_SIDES}
        raise PydanticCustomError("dice.many", "{text}", limits)
    return text


@lru_cache(maxsize=256)
def spread(count: int, sides: int) -> Mapping[int, int]:
    """Return how many throws of dice give each sum.

    Die by die: with one more die a sum has as many throws as the ``sides`` sums below it had.
    """
    ways = [1]
    for _ in range(count):
        upto = [0, *accumulate(ways + [0] * (sides - 1))]
        ways = [upto[i] - upto[max(0, i - sides)] for i in range(1, len(upto))]
    return MappingProxyType({count + i: n for i, n in enumerate(ways)})


def mean_of(dice: Dice, deals: Callable[[int], int]) -> Fraction:
    """Return the exact mean of what a hit deals, given the total of its dice."""
    total = sum(
        n * deals(value + dice.bonus) for value, n in spread(dice.count, dice.sides).items()
    )
    return Fraction(total, dice.sides**dice.count)
