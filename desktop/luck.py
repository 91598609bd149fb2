"""The program's own dice: whatever the game master does not roll by hand comes from here."""

from __future__ import annotations

import random


def own_dice() -> random.Random:
    """Return dice that nobody can foretell; tests put others in their place."""
    return random.SystemRandom()
