"""Lines of sight past limiting walls against the slow reading of the rules, at random."""

from __future__ import annotations

import pytest

from tests.compare import sight

STRETCH = 40


@pytest.mark.parametrize("first", range(0, 4 * STRETCH, STRETCH))
def test_sight_leads_into_limiting_walls_and_not_past_them(first: int) -> None:
    for seed in (*range(first, first + STRETCH), *MET):
        assert sight(seed) == [], seed


MET = (1334, 2071)
"""Seeds in which whole walls close one side of a line and limiting ones the other."""
