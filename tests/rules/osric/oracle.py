"""The answer of OSRIC to one attack, by the words of the rules and slowly.

It reads the data of a situation file and shares no code with the program. Cover and concealment
are the quarters of §8 over the lines of the best corner, the side of the attack is that of §6.1,
found in whole numbers. Section numbers are those of the rules.
"""

from __future__ import annotations

from dataclasses import dataclass

from tests.rules.oracle_sight import Views
from tests.rules.pathfinder.oracle import Oracle
from tests.rules.pathfinder.oracle_lines import (
    Box,
    Facts,
    Spot,
    area,
    corners,
    lattice,
    shot_exists,
    squares,
)

GRADES = (0, 25, 50, 75, 90)
NEAR = 1e-9
OCTANTS = ("front", "front", "right", "rear_flank", "rear", "rear_flank", "left", "front")
"""The eighths of a circle, clockwise from straight ahead, each about its middle."""


@dataclass(frozen=True)
class Answer:
    """What the rules say about a shot: shares in percent, the side, what still protects."""

    cover: int
    """0, 25, 50, 75, 90; 100 where nothing arrives."""
    concealment: int
    side: str
    shield: bool
    dexterity: bool
    to_hit: int


class OsricOracle(Oracle):
    """The answers to one situation."""

    def counts(self, o: Facts) -> bool:
        """Whether something protects: not who aims across a low wall or slit from close by (§8)."""
        if o["kind"] not in ("low", "slit"):
            return True
        mine, other = self.distance_to(self.a, o), self.distance_to(self.t, o)
        return not (mine < 1 - NEAR and mine < other - NEAR)

    def held_up(self, p: Spot, square: Box, q: Spot) -> bool:
        """Whether a line is stopped by anything but creatures."""
        grade, yields = self.sheltered(p, square, q, self.t)
        return yields or grade != "none" or self.blocked(p, square, q, self.t)

    def shares(self) -> tuple[int, int]:
        """Return cover and concealment from the corner with the fewest lines stopped, then veiled.

        Whoever stands in the target's space meets nothing on the way.
        """
        if area(self.a).intersection(area(self.t)).area > 0:
            return 0, 0
        if not shot_exists(self.a, self.t, self.barriers):
            return 100, 0
        ends = lattice(self.t)
        stopped, veiled = min(
            (
                sum(self.held_up(p, square, q) for q in ends),
                sum(self.veiled(p, q) > 0 for q in ends),
            )
            for square in squares(self.a)
            for p in corners(square)
        )
        return quarters(stopped, len(ends)), quarters(veiled, len(ends))

    def side(self) -> str:
        """Return from which side the attack comes (§6.1); without facing it is the front."""
        facing = self.foe.get("facing")
        (ax, ay), (tx, ty) = (middle2(self.me), middle2(self.foe))
        if facing is None or not self.options.get("facing", True) or (ax, ay) == (tx, ty):
            return "front"
        found = OCTANTS[octant(ax - tx, ay - ty, facing)]
        if found not in ("left", "right"):
            return found
        shield = self.options.get("shield_side", "left")
        return "shielded_flank" if found == shield else "open_flank"

    def answer_to_a_shot(self) -> Answer:
        """Return the whole answer."""
        cover, veil = self.shares()
        if not Views(self.here).sees(self.a, self.t):
            veil = 100
        side = self.side()
        behind = side in ("rear_flank", "rear")
        return Answer(
            cover,
            veil,
            side,
            shield=not behind and side != "open_flank",
            dexterity=not behind,
            to_hit=2 if side == "rear" else 0,
        )


def quarters(some: int, lines: int) -> int:
    """Return the grade of so many lines: each quarter begun counts, all of them 90 (§8)."""
    return GRADES[sum(4 * some > quarter * lines for quarter in range(4))]


def middle2(token: Facts) -> tuple[int, int]:
    """Return the middle of a creature as drawn, in sixteenths of a square."""
    (x, y), size = token["at"], token.get("size", 1)
    return round(16 * x + 8 * size), round(16 * y + 8 * size)


def octant(x: int, y: int, facing: int) -> int:
    """Return which eighth of the circle about a facing holds an offset, clockwise, from 0 on.

    ``facing`` is a multiple of 45 degrees, clockwise from north; y runs down. Turning back by an
    eighth is (x, y) -> (x + y, y - x), longer by the root of two, which changes no direction.
    """
    for _ in range(facing % 360 // 45):
        x, y = x + y, y - x
    eighth = 0
    # an eighth about north reaches from -22.5 to 22.5 degrees, the tangent is root of two - 1
    while not (y < 0 and (abs(x) - y) ** 2 < 2 * y * y):
        x, y = x + y, y - x
        eighth += 1
    return eighth
