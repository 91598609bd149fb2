"""Options: defaults, what was chosen, and what does not fit."""

from __future__ import annotations

import pytest

from rules.core.options import Options, OptionSpec
from rules.core.sources import HOUSE, STATED

SPECS = (
    OptionSpec("soft", True, source=STATED),
    OptionSpec("reach", 2, lowest=1, highest=4),
    OptionSpec("free", 0),
    OptionSpec("mood", "calm", ("calm", "wild"), source=HOUSE),
)


@pytest.mark.parametrize(
    ("key", "value", "code"),
    [
        ("soft", False, ""),
        ("soft", 1, "option_not_bool"),
        ("reach", 4, ""),
        ("reach", 5, "option_out_of_range"),
        ("reach", 0, "option_out_of_range"),
        ("reach", True, "option_not_int"),
        ("reach", "2", "option_not_int"),
        ("reach", 2.0, "option_not_int"),
        ("free", -(10**9), ""),
        ("mood", "wild", ""),
        ("mood", "odd", "option_not_a_choice"),
        ("mood", 1, "option_not_a_choice"),
    ],
)
def test_values_are_checked(key: str, value: object, code: str) -> None:
    spec = next(s for s in SPECS if s.key == key)
    assert spec.problem(value) == code


def test_what_was_chosen_comes_before_the_default() -> None:
    options = Options(SPECS, {"reach": 3, "mood": "wild"})
    assert options.number("reach") == 3
    assert options.word("mood") == "wild"
    assert options.flag("soft") is True
    assert dict(options) == {"soft": True, "reach": 3, "free": 0, "mood": "wild"}
    assert len(options) == 4


def test_what_does_not_fit_is_as_if_nobody_had_chosen() -> None:
    options = Options(SPECS, {"reach": "far", "mood": 7, "gone": 1})
    assert options.number("reach") == 2
    assert options.word("mood") == "calm"
    assert options.is_house("mood")
    assert "gone" not in list(options)
    with pytest.raises(KeyError):
        options["gone"]


def test_our_own_defaults_are_known_as_ours() -> None:
    options = Options(SPECS, {"reach": 2})
    assert options.is_house("mood")
    assert not options.is_house("reach")
    assert not options.is_house("soft")


def test_limits_fill_the_gaps_of_the_sentence() -> None:
    assert SPECS[1].limits() == {"lowest": "1", "highest": "4", "known": ""}
    assert SPECS[3].limits() == {"lowest": "", "highest": "", "known": "calm, wild"}
