"""Opportunities on the way against the slow reading of the rules, at random."""

from __future__ import annotations

import pytest

from tests.compare import steps

STRETCH = 40


@pytest.mark.parametrize("first", range(0, 4 * STRETCH, STRETCH))
def test_those_strike_on_the_way_who_may_by_the_rules(first: int) -> None:
    for seed in range(first, first + STRETCH):
        assert steps(seed) == [], seed
