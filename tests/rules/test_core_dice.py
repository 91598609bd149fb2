"""Dice expressions in both languages."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic_core import PydanticCustomError

from maps.problems import UnreadableFileError
from rules import registry
from rules.core.dice import MOST_DICE, MOST_SIDES, Dice, check_hit, mean_of, parse, spread
from rules.core.glossary import Glossary
from rules.encounter.plain import read_model


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


@pytest.mark.parametrize(("count", "sides"), [(0, 0), (0, 6), (1, 6), (3, 4), (2, 1), (4, 3)])
def test_a_spread_counts_every_throw(count: int, sides: int) -> None:
    throws = product(range(1, sides + 1), repeat=count)
    assert spread(count, sides) == Counter(map(sum, throws))


def test_a_spread_of_many_dice_has_all_throws_and_the_usual_mean() -> None:
    found = spread(40, 100)
    assert sum(found.values()) == 100**40
    assert mean_of(Dice(40, 100, 7), int) == Dice(40, 100, 7).mean
    assert mean_of(Dice(10, 10), lambda total: max(0, total - 100)) == 0
    assert mean_of(Dice(2, 6), lambda total: max(0, total - 11)) == Fraction(1, 36)


def test_the_dice_of_a_hit_have_a_limit() -> None:
    assert check_hit("40d100+9") == "40d100+9"
    for text in ("41d6", "1d101"):
        with pytest.raises(PydanticCustomError) as found:
            check_hit(text)
        assert found.value.type == "dice.many"


@pytest.mark.parametrize("system", ["pathfinder", "osric", "damakar", "muinimula"])
def test_a_sheet_says_why_it_refuses_huge_dice(system: str) -> None:
    model = registry.get(system).sheet_model
    with pytest.raises(UnreadableFileError) as found:
        read_model(model, {"weapons": [{"id": "club", "damage": "99d1000"}]}, "sheet")
    problem = found.value.problem
    assert (problem.code, problem.place) == ("dice.many", "sheet.weapons[0].damage")
    assert "99d1000" in Glossary.load("de").say_with(f"problem.{problem.code}", problem.args)
