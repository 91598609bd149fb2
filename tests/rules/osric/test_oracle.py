"""Shots of OSRIC against the slow reading of the rules, at random."""

from __future__ import annotations

import pytest

from tests.compare import osric

STRETCH = 30


@pytest.mark.parametrize("first", range(0, 5 * STRETCH, STRETCH))
def test_shots_meet_what_the_rules_say(first: int) -> None:
    for seed in range(first, first + STRETCH):
        assert osric(seed) == [], seed
