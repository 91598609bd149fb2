"""Where a value of Muinimula comes from, with its place in the rules."""

from __future__ import annotations

from rules.core.sources import Source, Status


def stated(place: str) -> Source:
    """A value that the rules text says."""
    return Source(Status.STATED, place)


def derived(place: str) -> Source:
    """A value that follows from the rules text."""
    return Source(Status.DERIVED, place)


def house(place: str) -> Source:
    """A value of our own."""
    return Source(Status.HOUSE, place)
