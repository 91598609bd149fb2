"""Where a value of the rules comes from."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Status(StrEnum):
    """How sure a value is: said by the rules, following from them, ours, or typed by hand."""

    STATED = "stated"
    DERIVED = "derived"
    HOUSE = "house"
    HAND = "hand"


@dataclass(frozen=True, slots=True)
class Source:
    """Status of a value and the place in the rules that it stands on (``§3.6``)."""

    status: Status
    place: str = ""


STATED = Source(Status.STATED)
DERIVED = Source(Status.DERIVED)
HOUSE = Source(Status.HOUSE)
HAND = Source(Status.HAND)


def stated(place: str) -> Source:
    """A value that the rules say."""
    return Source(Status.STATED, place)


def derived(place: str) -> Source:
    """A value that follows from the rules."""
    return Source(Status.DERIVED, place)


def house(place: str) -> Source:
    """A value of our own."""
    return Source(Status.HOUSE, place)
