"""How wide a square is in the game, and how long a bar that shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.core.glossary import FOOT
from rules.encounter.state import Encounter
from rules.system import RuleSystem
from rules.system.ground import Measured

if TYPE_CHECKING:
    from desktop.session import Session

SQUARE = 1.5
"""Metres to a square where the system does not say otherwise."""


def square_metres(system: RuleSystem, state: Encounter) -> float:
    """Return how many metres a square of a fight has."""
    return system.square_metres(state) if isinstance(system, Measured) else SQUARE


def metres_shown(session: Session | None) -> float:
    """Return how many metres a square has in a fight; without one, the usual ones."""
    return SQUARE if session is None else square_metres(session.system, session.state)


def usual_lengths(system: RuleSystem) -> str:
    """Return the unit in which a system says lengths: ``m``, ``ft``, or empty as texts have it."""
    return system.lengths if isinstance(system, Measured) else ""


SQUARES = (1, 2, 5, 10, 20, 50, 100, 200)
ROUND_FEET = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000)


def scale_squares(metres: float, pixels: float, least: float, *, feet: bool) -> float:
    """Return how many squares a scale bar spans: the first that is ``least`` pixels long.

    ``metres`` and ``pixels`` are those of a square. In metres it spans whole squares; in feet
    it is a round number of feet long, for squares of a metre have odd ones.
    """
    lengths = [n * FOOT / metres for n in ROUND_FEET] if feet else list(SQUARES)
    return next((n for n in lengths if n * pixels >= least), lengths[-1])
