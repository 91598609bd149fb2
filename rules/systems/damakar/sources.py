"""Where values of DAMAKAR come from, with their place in the rules."""

from __future__ import annotations

from rules.core.sources import DERIVED, HAND, HOUSE, STATED, Source

__all__ = ["HAND", "derived", "house", "stated"]


def stated(place: str) -> Source:
    """A value that the rules say."""
    return Source(STATED.status, place)


def derived(place: str) -> Source:
    """A value that follows from the rules."""
    return Source(DERIVED.status, place)


def house(place: str) -> Source:
    """A value of our own."""
    return Source(HOUSE.status, place)
