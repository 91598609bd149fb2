"""What stands between two where the rules know no cover, slowly: lines from the best corner.

It reads the data of a situation file and shares no code with the program. Whoever aims has the
corner before which the least stands: creatures rather than walls, then the fewest lines.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from shapely.geometry.base import BaseGeometry

from tests.rules.pathfinder.oracle import Oracle
from tests.rules.pathfinder.oracle_lines import (
    Box,
    Facts,
    Spot,
    area,
    corners,
    inside,
    lattice,
    shot_exists,
    squares,
)

DOWN: Final[Mapping[str, frozenset[str]]] = {
    "damakar": frozenset({"dead", "incapacitated", "left"}),
    "das_system": frozenset({"dead", "unfit", "fled", "unconscious", "prone"}),
    "muinimula": frozenset({"lying", "dead", "unconscious", "dying", "asleep"}),
}
"""Conditions in which nobody stands in the way of a line."""


@dataclass(frozen=True)
class View:
    """What a target shows of itself."""

    grade: str
    percent: int


class PlainOracle(Oracle):
    """The lines of one situation, in a system without a rule of cover."""

    def __init__(self, situation: Facts, one: str, other: str) -> None:
        attack = {"attacker": one, "target": other, "weapon": ""}
        super().__init__({**situation, "attack": attack})
        self.down = DOWN[situation["system"]]

    def counts(self, o: Facts) -> bool:
        """Whether something protects: how near one stands to it says nothing here."""
        return True

    @cached_property
    def bodies(self) -> list[BaseGeometry]:
        """Who stands in between: not who shares a space with either, unless told to shelter."""
        low, high = self.between(self.me, self.foe)
        found = []
        for token in self.tokens.values():
            box = area(self.space(token))
            away = box.intersection(area(self.a)).area + box.intersection(area(self.t)).area == 0
            bottom, top = self.heights(token)
            stands = token.get("gives_cover", not self.conditions(token) & self.down)
            if away and stands and bottom < high and top > low:
                found.append(box)
        return found

    def walled(self, p: Spot, square: Box, q: Spot) -> bool:
        """Whether anything but creatures stops a line."""
        grade, yields = self.sheltered(p, square, q, self.t)
        return yields or grade != "none" or self.blocked(p, square, q, self.t)

    def view(self) -> View:
        """Return what the best corner shows."""
        if area(self.a).intersection(area(self.t)).area > 0:
            return View("none", 0)
        if not shot_exists(self.a, self.t, self.barriers):
            return View("total", 100)
        return self._best()[0]

    def fog(self) -> int:
        """Return how thick the fog before the best corner is, in percent."""
        if area(self.a).intersection(area(self.t)).area > 0:
            return 0
        return self._best()[1]

    def _best(self) -> tuple[View, int]:
        """Return what the best corner shows, and the fog before it."""
        ends = lattice(self.t)
        best = (2, 0, 0)
        for square in squares(self.a):
            for p in corners(square):
                walls = [self.walled(p, square, q) for q in ends]
                stopped = sum(
                    wall or any(inside(p, q, [box]) for box in self.bodies)
                    for wall, q in zip(walls, ends, strict=True)
                )
                fog = max(self.veiled(p, q) for q in ends)
                best = min(best, (int(any(walls)), stopped, fog))
        walled, stopped, fog = best
        grade = "hard" if walled else "soft" if stopped else "none"
        return View(grade, round(100 * stopped / len(ends))), fog
