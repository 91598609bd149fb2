"""The Kampfkreis as arithmetic (§2): places on it, laps, waiting, coming late.

A combatant's place is a whole number that falls by the ZP paid: the field number, unwrapped. It
starts at the initiative, may leave the ring at both ends, and whoever has the highest is next.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, TypeVar

K = TypeVar("K")

SMALLEST: Final = 12
LARGEST: Final = 60
PRESET: Final = 24
"""How many fields the ring has (house, §2.1)."""


def field(place: int, size: int) -> int:
    """Return the number of the field on which a place is shown, 1 to ``size`` (§2.2)."""
    return (place - 1) % size + 1


def clockwise(place: int, size: int) -> int:
    """Count the fields from the top, where field ``size`` lies, to a place; they fall (§2.1)."""
    return -place % size


def due(place: int, top: int) -> int:
    """Return the absolute ZP at which a place comes, counted from the highest initiative."""
    return top - place


def laps(place: int, foremost: int, size: int) -> int:
    """Count the whole laps by which a place lies behind the foremost one (§2.2)."""
    return max(0, foremost - place) // size


def turns(top: int, now: int, size: int) -> int:
    """Count how often the hand has passed from field 1 to the highest field."""
    return (top - 1) // size - (now - 1) // size


def foremost(places: Mapping[K, int]) -> tuple[K, ...]:
    """Return everybody on the foremost place: together, without a tie-break (§2.4)."""
    most = max(places.values(), default=None)
    return tuple(key for key, place in places.items() if place == most)


def behind_next(own: int, others: Iterable[int]) -> int:
    """Return the place of one who waits: right behind the next one, else one field on (§2.6)."""
    return max(others, default=own) - 1


def before_next(places: Iterable[int], own: int = 0) -> int:
    """Return the place of a newcomer: one field before whoever would be next (§2.8)."""
    found = list(places)
    return max(found) + 1 if found else own


def ahead(field_number: int, now: int, size: int) -> int:
    """Return the place of a field that the hand reaches next, its own field included."""
    return now - (now - field_number) % size
