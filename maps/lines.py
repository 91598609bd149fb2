"""Lines between corners as plain values, light to import: what one met, what became of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from maps.grid import Footprint, Point


class Verdict(StrEnum):
    """What became of one line."""

    FREE = "free"
    BLOCKED = "blocked"
    CREATURE = "creature"


@dataclass(frozen=True, slots=True)
class Body:
    """Something with a space that may stand in a line: a creature by its token id."""

    id: str
    space: Footprint


@dataclass(frozen=True, slots=True)
class LineFacts:
    """What the line p→q meets, each tuple in the order along the line.

    ``barriers`` stop it (line of effect), ``shelters`` are crossed obstacles that give
    cover without stopping it (low, slit, cover), ``fogs`` are crossed concealing ones,
    ``blinders`` stop sight, ``bodies`` are creatures whose interior it crosses.
    ``stopped_at`` is the point in squares where the first barrier stops it.
    Where obstacles hold the line up only together, the weakest that shelter are named so,
    and the others, barriers too, are ``partners``.
    """

    p: Point
    q: Point
    barriers: tuple[str, ...] = ()
    shelters: tuple[str, ...] = ()
    fogs: tuple[str, ...] = ()
    blinders: tuple[str, ...] = ()
    bodies: tuple[str, ...] = ()
    stopped_at: tuple[float, float] | None = None
    partners: tuple[str, ...] = ()

    @property
    def held_by(self) -> tuple[str, ...]:
        """All without which the line would be free of obstacles, each once."""
        return tuple(dict.fromkeys((*self.barriers, *self.shelters, *self.partners)))


@dataclass(frozen=True, slots=True)
class SightLine:
    """One judged line of a report: where it runs, its verdict, and who is responsible."""

    p: Point
    q: Point
    verdict: Verdict
    by: tuple[str, ...] = ()
    at: tuple[float, float] | None = None
