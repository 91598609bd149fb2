"""Attack against defence (§4.1, §4.2): who hits, how critically, and the exact odds of it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

from rules.core.asking import Procedure, ask
from rules.core.odds import outcomes
from rules.core.options import Options
from rules.core.terms import term

DIE: Final = 20


@dataclass(frozen=True, slots=True)
class Rules:
    """The options that a comparison depends on."""

    tie_hits: bool = False
    step: int = 10
    both_hit: bool = True

    @classmethod
    def of(cls, options: Options) -> Rules:
        """Take them from the options in force (§4.1, §4.2, §2.7)."""
        return cls(
            options.word("tie") == "attacker",
            options.number("crit_step"),
            options.word("mutual_attack_hits") == "both",
        )


@dataclass(frozen=True, slots=True)
class Verdict:
    """How an attack ended. ``level`` is 0 for an ordinary one, 1 for a simple critical …

    ``difference`` is ``None`` where nothing was compared.
    """

    hit: bool
    level: int = 0
    fumble: bool = False
    difference: int | None = None


UNDEFENDED: Final = Verdict(True)
"""Nobody defends: a hit, no critical (house, §4.1)."""


def judge(attack: int, defence: int, rules: Rules) -> Verdict:
    """Compare an attack with a defence (§4.1, §4.2)."""
    difference = attack - defence
    hit = difference > 0 or (rules.tie_hits and difference == 0)
    level = difference // rules.step if hit else 0
    return Verdict(hit, level, difference <= -rules.step, difference)


def judge_mutual(mine: int, theirs: int, rules: Rules) -> Verdict:
    """Compare two attacks on each other: criticals and fumbles by the difference (§2.7)."""
    difference = mine - theirs
    fumble = difference <= -rules.step
    hit = not fumble if rules.both_hit else difference > 0
    return Verdict(hit, max(0, difference) // rules.step, fumble, difference)


# -- odds ---------------------------------------------------------------------------------------


def _exchange(attack: int, defence: int | None, fixed: int | None, rules: Rules) -> Procedure[bool]:
    """Roll an attack against a defence roll, a fixed difficulty, or nothing."""
    if defence is None and fixed is None:
        return True
    (face,) = yield from ask((DIE,), term("dice.damakar.attack_plain"))
    if defence is None:
        assert fixed is not None
        return judge(attack + face, fixed, rules).hit
    (other,) = yield from ask((DIE,), term("dice.damakar.defence_plain"))
    return judge(attack + face, defence + other, rules).hit


@lru_cache(maxsize=4096)
def chance(attack: int, defence: int | None, fixed: int | None, rules: Rules) -> Fraction:
    """Return the exact chance that an attack hits, over all faces of both dice (§4.1)."""
    table = outcomes(lambda: _exchange(attack, defence, fixed, rules), bool)
    return table.get(True, Fraction(0))


def _mutual(attack: int, theirs: int, rules: Rules) -> Procedure[bool]:
    (face,) = yield from ask((DIE,), term("dice.damakar.attack_plain"))
    (other,) = yield from ask((DIE,), term("dice.damakar.attack_plain"))
    return judge_mutual(attack + face, theirs + other, rules).hit


@lru_cache(maxsize=1024)
def mutual_chance(attack: int, theirs: int, rules: Rules) -> Fraction:
    """Return the exact chance to hit somebody who attacks at the same time (§2.7)."""
    table = outcomes(lambda: _mutual(attack, theirs, rules), bool)
    return table.get(True, Fraction(0))


MIDDLE: Final = 10
"""The face that stands for an ordinary defence roll when a needed number is told."""


def needed(attack: int, defence: int | None, fixed: int | None, rules: Rules) -> int | None:
    """Return the lowest face that hits an ordinary defence roll; ``None`` = no face does."""
    if defence is None and fixed is None:
        return 1
    against = fixed if defence is None else defence + MIDDLE
    assert against is not None
    low = against - attack + (0 if rules.tie_hits else 1)
    return max(1, low) if low <= DIE else None
