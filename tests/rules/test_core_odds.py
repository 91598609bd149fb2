"""Odds are exact: the same as counting every face."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.asking import Option, Procedure, ask, choose, done
from rules.core.odds import TooManyOutcomesError, any_of, outcomes
from rules.core.terms import term


def attack(
    needs: int, threat: int, groups: tuple[tuple[int, int], ...] = ()
) -> Procedure[tuple[str, int]]:
    (roll,) = yield from ask((20,), term("a"), groups=groups)
    if roll < needs:
        return "miss", 0
    if roll >= threat:
        (again,) = yield from ask((20,), term("b"))
        if again >= needs:
            return "critical", sum((yield from ask((4, 4), term("c"))))
    return "hit", sum((yield from ask((4,), term("c"))))


def by_hand(needs: int, threat: int) -> dict[tuple[str, int], Fraction]:
    table: Counter[tuple[str, int]] = Counter()
    faces = range(1, 21)
    for roll, again, a, b in product(faces, faces, range(1, 5), range(1, 5)):
        if roll < needs:
            table["miss", 0] += 1
        elif roll >= threat and again >= needs:
            table["critical", a + b] += 1
        else:
            table["hit", a] += 1
    return {key: Fraction(n, 20 * 20 * 16) for key, n in table.items()}


@given(st.integers(1, 20), st.integers(15, 20))
def test_the_odds_equal_brute_force(needs: int, threat: int) -> None:
    found = outcomes(lambda: attack(needs, threat), lambda result: result)
    assert found == by_hand(needs, threat)
    assert sum(found.values()) == 1


def test_groups_change_the_work_and_never_the_result() -> None:
    groups = ((1, 9), (10, 9), (19, 2))
    runs = 0

    def start(with_groups: bool) -> Procedure[tuple[str, int]]:
        nonlocal runs
        runs += 1
        return attack(10, 19, groups if with_groups else ())

    plain = outcomes(lambda: start(False), lambda result: result)
    before, runs = runs, 0
    assert outcomes(lambda: start(True), lambda result: result) == plain
    assert runs < before


def test_groups_that_leave_faces_out_are_an_error() -> None:
    with pytest.raises(ValueError, match="groups"):
        outcomes(lambda: attack(10, 20, ((1, 9), (10, 10))), lambda result: result)


def test_decisions_take_their_default() -> None:
    def decide() -> Procedure[str]:
        options = (Option("a", term("a")), Option("b", term("b")))
        return (yield from choose(options, term("c"), default="b"))

    assert outcomes(decide, lambda result: result) == {"b": 1}


def test_a_procedure_without_questions_is_certain() -> None:
    assert outcomes(lambda: done(4), lambda result: result) == {4: 1}


def test_too_many_outcomes_are_given_up_at_once() -> None:
    with pytest.raises(TooManyOutcomesError):
        outcomes(lambda: ask((100, 100, 100), term("a")), lambda faces: max(faces) - min(faces))


def test_of_several_blows_one_hits_as_often_as_counting_the_faces_says() -> None:
    faces = list(product(range(1, 21), range(1, 21)))
    hits = sum(a >= 15 or b >= 18 for a, b in faces)
    assert any_of([Fraction(6, 20), Fraction(3, 20)]) == Fraction(hits, len(faces))
    assert any_of([]) == 0
