"""A blow on its way in (§7.1, §8.3): through the layers, into the place, down to a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rules.core.options import Options
from rules.systems.das_system.body import kind_of, part_of
from rules.systems.das_system.layers import Way, Worn
from rules.systems.das_system.tables import Kind, WoundRow, body_table, wound_table

Result = Literal["nothing", "light", "heavy"]
"""What becomes of a blow at a layer: not even felt, a light hit, or through (§8.3, §8.5)."""


@dataclass(frozen=True, slots=True)
class Step:
    """A layer that a blow met: what came, what it kept off, what was left."""

    worn: Worn
    came: int
    rest: int
    result: Result


@dataclass(frozen=True, slots=True)
class Passage:
    """A blow at a place: its steps through armour, what arrived, what injures (§7.1)."""

    way: Way
    schwere: int
    steps: tuple[Step, ...]
    rest: int
    zustand: int
    severity: int

    @property
    def pierced(self) -> tuple[Worn, ...]:
        """The pieces that the blow went through; they are damaged (§8.4)."""
        return tuple(step.worn for step in self.steps if step.result == "heavy")


def pass_through(way: Way, schwere: int, zustand: int, options: Options) -> Passage:
    """Send a blow along a way (§8.3): from outside to inside, until nothing is left."""
    steps: list[Step] = []
    rest = schwere
    for worn in way.pieces:
        came, rest = rest, rest - worn.protection
        felt = came > worn.impulse or not options.flag("impulsschutz")
        result: Result = "heavy" if rest > 0 else "light" if felt else "nothing"
        steps.append(Step(worn, came, rest, result))
        if rest <= 0:
            break
    return Passage(way, schwere, tuple(steps), rest, zustand, severity(way, rest, zustand, options))


def severity(way: Way, rest: int, zustand: int, options: Options) -> int:
    """Return what injures: the rest less the Zustand of the place, never below 0 (§7.1)."""
    if rest <= 0:
        return 0
    behind = bool(way.pieces) and not options.flag("zustand_hinter_ruestung")
    left = rest - (min(0, zustand) if behind else zustand)
    if left > 0:
        return left
    least = options.flag("mindestverletzung") and not way.pieces
    return 1 if least else 0


def row_number(amount: int, place: str) -> int:
    """Return the row of the Treffertabelle; the head is struck worse (§7.3)."""
    rows = wound_table().rows
    number = max(1, sum(row.start <= amount for row in rows))
    return min(len(rows), number + body_table().parts[kind_of(part_of(place))].worse)


@dataclass(frozen=True, slots=True)
class Injury:
    """What a row says of one kind of injury at one part."""

    number: int
    row: WoundRow
    bleeding: int
    pain: int


def injury(amount: int, place: str, kind: Kind) -> Injury:
    """Look up the Treffertabelle of a kind (§7.3); bleeding and pain stay within 0 to 6."""
    table = wound_table()
    number = row_number(amount, place)
    row, change = table.rows[number - 1], table.kinds[kind]
    bleeding = row.bleeding + change.bleeding
    if kind_of(part_of(place)) == "rumpf" and number >= change.trunk_from_row:
        bleeding += change.trunk_bleeding
    return Injury(number, row, _level(bleeding), _level(row.pain + change.pain))


def _level(value: int) -> int:
    return min(6, max(0, value))


def zustand_now(whole: int, percent: int, losses: Sequence[int]) -> int:
    """Return the Zustand of a place after its wounds; it may go below 0 (§7.1)."""
    return whole * percent // 100 - sum(losses)
