"""Exact odds: run a procedure through every face that matters."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from fractions import Fraction
from itertools import product
from typing import TypeVar

from rules.core.asking import Answer, Ask, DiceRequest, Procedure

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)


class TooManyOutcomesError(RuntimeError):
    """The tree of outcomes is larger than the budget."""


def _branches(request: Ask) -> Iterator[tuple[Answer, Fraction]]:
    if not isinstance(request, DiceRequest):
        yield request.usual, Fraction(1)
    elif len(request.dice) == 1 and request.groups:
        if sum(weight for _, weight in request.groups) != request.dice[0]:
            raise ValueError(f"groups do not cover the die: {request.groups}")
        for face, weight in request.groups:
            if weight:
                yield (face,), Fraction(weight, request.dice[0])
    else:
        total = 1
        for sides in request.dice:
            total *= sides
        for faces in product(*(range(1, sides + 1) for sides in request.dice)):
            yield faces, Fraction(1, total)


def outcomes(
    start: Callable[[], Procedure[T]], key: Callable[[T], K], budget: int = 20_000
) -> dict[K, Fraction]:
    """Return the exact chance of each outcome ``key(result)``.

    ``start`` makes a fresh procedure; it is run anew for each branch, since a generator
    cannot be copied. Decisions take their default. Raises TooManyOutcomesError when more
    than ``budget`` runs would be needed, ValueError when the groups of a die leave faces out.
    """
    table: dict[K, Fraction] = {}
    pending: list[tuple[tuple[Answer, ...], Fraction]] = [((), Fraction(1))]
    runs = 0
    while pending:
        answers, chance = pending.pop()
        runs += 1
        procedure = start()
        try:
            request = next(procedure)
            for answer in answers:
                request = procedure.send(answer)
        except StopIteration as stop:
            outcome = key(stop.value)
            table[outcome] = table.get(outcome, Fraction(0)) + chance
            continue
        procedure.close()
        for answer, share in _branches(request):
            pending.append(((*answers, answer), chance * share))
            if runs + len(pending) > budget:
                raise TooManyOutcomesError(budget)
    return table


def any_of(chances: Iterable[Fraction]) -> Fraction:
    """Return the chance that at least one of several independent things happens."""
    none = Fraction(1)
    for chance in chances:
        none *= 1 - chance
    return 1 - none
