"""Who reaches whom in the systems that measure it their own way, slowly.

OSRIC has ten feet and a line between the middles (§6), DAMAKAR a circle by the length of the
weapon (§3.2), Das System and Muinimula squares. Heights that lie apart count as a way aside. It
reads the data of a situation file and shares no code with the program.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Final

from tests.rules.pathfinder.oracle import Oracle, diagonal
from tests.rules.pathfinder.oracle_lines import (
    Barriers,
    Facts,
    area,
    middle,
    offset,
    shot_exists,
    squares,
    stops_effect,
)

Cell = tuple[int, int]
IDLE: Final[Mapping[str, frozenset[str]]] = {
    "osric": frozenset({"dead", "unconscious", "stunned", "held", "surprised"}),
    "damakar": frozenset({"dead", "incapacitated", "left", "unaware"}),
    "das_system": frozenset({"dead", "unfit", "unconscious", "helpless"}),
    "muinimula": frozenset({"dead", "unconscious", "asleep", "dying"}),
}
"""Conditions in which nobody keeps anything under threat."""
GONE: Final[Mapping[str, frozenset[str]]] = {
    "osric": frozenset({"dead", "unconscious"}),
    "damakar": frozenset({"dead", "incapacitated", "left"}),
    "das_system": frozenset({"dead", "unfit", "fled", "unconscious"}),
    "muinimula": frozenset({"dead", "unconscious", "asleep", "dying"}),
}
"""Conditions in which somebody takes no part any more."""
LENGTHS: Final = {"unarmed": 0, "dagger": 0, "sword": 2, "longspear": 4}
"""Length classes of the weapons that everybody has (DAMAKAR §6)."""
ZONES: Final = (100, 150, 200, 250, 300)
"""Radius of the control zone by length class in centimetres (DAMAKAR §3.2)."""


class Reaches:
    """What those in one situation reach; everybody holds the sword, the first of the sheet."""

    def __init__(self, situation: Facts) -> None:
        self.case = situation
        self.system = situation["system"]
        self.options = situation.get("options", {})
        self.tokens = {t["id"]: t for t in situation["tokens"]}

    # -- what lies between -----------------------------------------------------------------

    @cached_property
    def _judge(self) -> Oracle:
        id = next(iter(self.tokens))
        return Oracle({**self.case, "attack": {"attacker": id, "target": id, "weapon": ""}})

    def walls(self, one: Facts, other: Facts) -> Barriers:
        level = self._judge.between(one, other)
        return Barriers([o for o in self._judge.at_level(level) if stops_effect(o)])

    def leads(self, one: Facts, other: Facts) -> bool:
        """Whether any line of effect leads from one to the other."""
        return shot_exists(Oracle.space(one), Oracle.space(other), self.walls(one, other))

    def faces(self, one: Facts, other: Facts) -> bool:
        """Whether no wall cuts the line between two middles."""
        a, b = Oracle.space(one), Oracle.space(other)
        if area(a).intersection(area(b)).area > 0:
            return True
        p, q, walls = middle(a), middle(b), self.walls(one, other)
        if not walls.clear(p, a, q, b):
            return False
        return self.options.get("touching") != "strict" or not walls.along(p, a, q, b)

    # -- how far a weapon goes -------------------------------------------------------------

    def reaches(self, one: Facts, other: Facts, weapon: str) -> bool:
        """Whether a melee weapon gets at somebody."""
        match self.system:
            case "osric":
                feet = self.options.get("square_feet", 5)
                return self.apart(one, other) <= max(1, 10 // feet) and self.faces(one, other)
            case "damakar":
                near = self.holds(one, other, LENGTHS[weapon]) or self.apart(one, other) <= 1
                return near and self.leads(one, other)
            case "das_system":
                return self.touches(one, other, weapon == "longspear")
            case _:
                return self.apart(one, other) <= self.squares(one, weapon)

    def apart(self, one: Facts, other: Facts) -> int:
        """Return the squares between two, diagonals as one, empty height too."""
        a, b = Oracle.space(one), Oracle.space(other)
        return max(*offset(a, b), self.rise(one, other))

    def rise(self, one: Facts, other: Facts) -> int:
        return self._judge.rise(one, other)

    def holds(self, one: Facts, other: Facts, length: int) -> bool:
        """Whether a circle about one's middle, wider by half of what one is big, meets another."""
        cm = self.options.get("square_cm", 100)
        x, y, side = map(Fraction, Oracle.space(one))
        u, v, big = map(Fraction, Oracle.space(other))
        mine, his = x + side / 2, y + side / 2
        aside = max(Fraction(0), u - mine, mine - u - big)
        down = max(Fraction(0), v - his, his - v - big)
        radius = Fraction(self.options.get(f"control_zone_{length}", ZONES[length]), cm)
        if "reach" in one:
            radius = one["reach"] + Fraction(cm // 2, cm)
        (low, high), (bottom, top) = Oracle.heights(one), Oracle.heights(other)
        up = max(Fraction(0), Fraction(bottom) - Fraction(high), Fraction(low) - Fraction(top))
        return aside**2 + down**2 + up**2 < (radius + (side - 1) / 2) ** 2

    def touches(self, one: Facts, other: Facts, long: bool) -> bool:
        """Whether squares counted 1-2-1-2 suffice, as in Pathfinder (Das System)."""
        size = max(1, one.get("size", 1))
        reach = one.get("reach", max(1, int(size) // 2)) + long
        base = Oracle.space(one)
        offsets = [offset(base, square) for square in squares(Oracle.space(other))]
        rise = self.rise(one, other)
        second = reach == 2 and (2, 2) in offsets and not rise
        return second or any(diagonal(diagonal(*off), rise) <= reach for off in offsets)

    def squares(self, one: Facts, weapon: str) -> int:
        """Return how far somebody strikes in Muinimula: half his width, more with a pole."""
        natural = one.get("reach", (int(one.get("size", 1)) + 1) // 2)
        return max(1, int(natural)) + (weapon == "longspear")

    # -- squares ---------------------------------------------------------------------------

    def threatened(self, id: str) -> list[list[int]]:
        """Return the squares that somebody keeps under threat with his sword, sorted."""
        token = self.tokens[id]
        if Oracle.conditions(token) & IDLE[self.system]:
            return []
        return sorted([x, y] for x, y in self._around(token) if self._threatens(token, (x, y)))

    def _around(self, token: Facts) -> Iterator[Cell]:
        x, y, side = (round(c) for c in Oracle.space(token))
        far = 8
        for i in range(x - far, x + side + far):
            for j in range(y - far, y + side + far):
                if not (x <= i < x + side and y <= j < y + side):
                    yield i, j

    def _threatens(self, token: Facts, cell: Cell) -> bool:
        # a square has no height of its own: the lines run as high as the one who threatens it
        low, high = Oracle.heights(token)
        there = {**token, "at": list(cell), "size": 1, "height": high - low}
        for key in ("reach", "conditions"):
            there.pop(key, None)
        if self.system == "damakar":
            return self.holds(token, there, LENGTHS["sword"]) and self.leads(token, there)
        near = self.reaches(token, there, "sword")
        return near and (self.system == "osric" or self.leads(token, there))

    # -- who fights whom -------------------------------------------------------------------

    def engaged(self, one: Facts, other: Facts) -> bool:
        """Whether two foes of OSRIC stand in melee (§6)."""
        out = (Oracle.conditions(one) | Oracle.conditions(other)) & GONE[self.system]
        return not out and Oracle.foes(one, other) and self.reaches(one, other, "sword")

    def blocks(self, owner: Facts, mover: Facts) -> bool:
        """Whether somebody could block a mover of DAMAKAR in his control zone (§3.2)."""
        if Oracle.conditions(owner) & IDLE[self.system] or not Oracle.foes(owner, mover):
            return False
        return self.holds(owner, mover, LENGTHS["sword"]) and self.leads(owner, mover)


def behind(one: Facts, target: Facts) -> bool:
    """Whether somebody stands in the rear quarter of a creature that looks somewhere."""
    if "facing" not in target:
        return False
    (ax, ay), (tx, ty) = _middle(one), _middle(target)
    if (ax, ay) == (tx, ty):
        return False
    bearing = math.degrees(math.atan2(ax - tx, ty - ay)) - target["facing"]
    return abs(math.remainder(bearing, 360)) > 135 + 1e-9


def _middle(token: Facts) -> tuple[float, float]:
    (x, y), size = token["at"], token.get("size", 1)
    return x + size / 2, y + size / 2
