"""How wide a square is in the game."""

from __future__ import annotations

from rules.encounter.state import Encounter
from rules.system import Measured, RuleSystem

SQUARE = 1.5
"""Metres to a square where the system does not say otherwise."""


def square_metres(system: RuleSystem, state: Encounter) -> float:
    """Return how many metres a square of a fight has."""
    return system.square_metres(state) if isinstance(system, Measured) else SQUARE
