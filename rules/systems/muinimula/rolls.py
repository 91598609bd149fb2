"""The dice of Muinimula: W20 with Vorteil and Nachteil, open W100, Proben (§1, §9)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache
from typing import Final

from rules.core.asking import Procedure, ask
from rules.core.odds import outcomes
from rules.core.options import Options
from rules.core.terms import Term, term

FUMBLE: Final = 20
ATTACK_FAILS: Final = frozenset({19})
PARRY_FAILS: Final = frozenset({18, 19})
ALWAYS: Final = frozenset({1, 2})
HALF: Final = 10
"""The highest face of the better half of a W20."""
WORST: Final = 100
_TOO_LONG: Final = 100


class Edge(StrEnum):
    """Vorteil, Nachteil or neither; both together cancel each other (house default, §9)."""

    NONE = "none"
    BETTER = "better"
    WORSE = "worse"


def edge(better: bool, worse: bool) -> Edge:
    """Weigh Vorteil and Nachteil; several of one kind do not stack."""
    if better is worse:
        return Edge.NONE
    return Edge.BETTER if better else Edge.WORSE


@dataclass(frozen=True, slots=True)
class Roll:
    """A W20 of attack or parry as it counts: the face, whether it succeeds or fumbles."""

    face: int
    success: bool
    fumble: bool = False


def judge(
    dice: tuple[int, ...], lot: Edge, fails: frozenset[int], meets: Callable[[int], bool]
) -> Roll:
    """Judge a W20 of attack or parry: fumble, certain failure, certain success, comparison (§3.3).

    With Nachteil the worse die is the number that counts; a 1 or 2 succeeds all the same while
    the other die shows at most 10 (§9).
    """
    low, high = min(dice), max(dice)
    if lot is Edge.BETTER:
        fumbled = high == FUMBLE and low > HALF
        face = FUMBLE if fumbled else low
    else:
        fumbled, face = high == FUMBLE, high
    if fumbled:
        return Roll(face, False, True)
    if face in fails:
        return Roll(face, False)
    sure = low in ALWAYS and (lot is not Edge.WORSE or high <= HALF)
    return Roll(face, sure or meets(face))


def attack_meets(limit: int, strict: bool) -> Callable[[int], bool]:
    """Compare an attack roll with what it may be at most (§3.3)."""
    return lambda face: face < limit if strict else face <= limit


def judge_attack(dice: tuple[int, ...], lot: Edge, limit: int, strict: bool = False) -> Roll:
    """Judge an attack roll against the limit that maluses leave."""
    return judge(dice, lot, ATTACK_FAILS, attack_meets(limit, strict))


def judge_parry(dice: tuple[int, ...], lot: Edge, attack: int, bonus: int) -> Roll:
    """Judge a parry against the number of the attack; ``bonus`` is VV less maluses (§4.2)."""
    return judge(dice, lot, PARRY_FAILS, lambda face: face - bonus <= attack)


def sides(lot: Edge, die: int = 20) -> tuple[int, ...]:
    """Return the dice of a roll: one, or two with Vorteil or Nachteil."""
    return (die,) if lot is Edge.NONE else (die, die)


@cache
def spread(lot: Edge) -> tuple[tuple[tuple[int, ...], Fraction], ...]:
    """Return every way a W20 can fall, with its chance."""
    label = term("dice.muinimula.free")
    found = outcomes(lambda: ask(sides(lot), label), lambda faces: faces)
    return tuple(found.items())


def best(dice: Iterable[int], lot: Edge) -> int:
    """Return the die that counts where there is no fumble and low is good."""
    return max(dice) if lot is Edge.WORSE else min(dice)


# -- W100 ---------------------------------------------------------------------------------------


def open_hundred(options: Options, label: Term, who: str) -> Procedure[tuple[int, tuple[int, ...]]]:
    """Roll an open W100: up from 96, down from 5 (our default, §1); returns total and faces."""
    (face,) = yield from ask((100,), label, who)
    faces = [face]
    if face >= options.number("open_from"):
        sign, again = 1, options.number("open_again_from")
    elif face <= options.number("open_down_to"):
        sign, again = -1, options.number("open_down_again_from")
    else:
        return face, (face,)
    total = face
    while len(faces) < _TOO_LONG:
        (more,) = yield from ask((100,), label, who)
        faces.append(more)
        total += sign * more
        if more < again:
            break
    return total, tuple(faces)


@dataclass(frozen=True, slots=True)
class Probe:
    """A W100 under a target: the face that counts, by how much it failed (≤ 0 = passed)."""

    face: int
    target: int
    fumble: bool = False

    @property
    def margin(self) -> int:
        return self.face - self.target

    @property
    def passed(self) -> bool:
        return self.margin <= 0 and not self.fumble


def judge_probe(dice: tuple[int, ...], lot: Edge, target: int, fumble_from: int) -> Probe:
    """Judge a W100: with Vorteil a fumble stands if the other die is in the worse half (§9)."""
    low, high = min(dice), max(dice)
    if lot is Edge.BETTER:
        fumbled = high >= fumble_from and low > WORST // 2
        return Probe(high if fumbled else low, target, fumbled)
    return Probe(high, target, high >= fumble_from)
