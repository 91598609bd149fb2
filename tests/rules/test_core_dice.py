"""Dice expressions in both languages."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.dice import MOST_DICE, MOST_SIDES, Dice, parse


@pytest.mark.parametrize(
    ("text", "dice"),
    [
        ("1d8", Dice(1, 8)),
        ("d20", Dice(1, 20)),
        ("W6", Dice(1, 6)),
        ("2W6−1", Dice(2, 6, -1)),
        (" 2 d 6 + 3 ", Dice(2, 6, 3)),
        ("3D4-2", Dice(3, 4, -2)),
        ("5", Dice(0, 0, 5)),
        ("-2", Dice(0, 0, -2)),
    ],
)
def test_expressions_are_read(text: str, dice: Dice) -> None:
    assert parse(text) == dice


@pytest.mark.parametrize(
    "text",
    ["", " ", "d", "2d", "1d8+", "1d8 3", "1d0", "101d6", "1d1001", "1d6+1d6", "x", "2d6++1"],
)
def test_what_is_no_roll_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"^dice_(text|limit)"):
        parse(text)


@given(st.integers(0, MOST_DICE), st.integers(1, MOST_SIDES), st.integers(-999, 999))
def test_what_is_written_can_be_read(count: int, sides: int, bonus: int) -> None:
    dice = Dice(count, sides if count else 0, bonus)
    assert parse(dice.text("W")) == dice


def test_mean_faces_and_sums() -> None:
    dice = Dice(2, 6, 3)
    assert dice.mean == Fraction(10)
    assert dice.faces == (6, 6)
    assert dice.times(2) == Dice(4, 6, 6)
    assert dice.plus(-4).text() == "2d6−1"
    assert Dice(0, 0, 0).text() == "0"
