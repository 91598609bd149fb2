"""Areas of effect of all systems against the slow reading of the rules, at random."""

from __future__ import annotations

import pytest

from tests.compare import areas

STRETCH = 60


@pytest.mark.parametrize("first", range(0, 4 * STRETCH, STRETCH))
def test_areas_hold_and_shelter_as_the_rules_say(first: int) -> None:
    for seed in range(first, first + STRETCH):
        assert areas(seed) == [], seed
