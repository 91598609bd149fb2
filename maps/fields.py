"""Lines between one space and every square of a block, as arrays: the ground of heat maps."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from maps.apart import Again
from maps.caster import Caster
from maps.compiled import Compiled
from maps.grid import SUB, Footprint, Point
from maps.meets import Touching
from maps.pairing import distinct
from maps.pauses import Pausing
from maps.pieces import Bools, Floats, Ints
from maps.shapes import Obstacle
from maps.sifted import sifted
from maps.uses import Marks, Uses


class Block(NamedTuple):
    """Squares of the grid: the first column and row, and how many there are."""

    left: int
    top: int
    width: int
    height: int

    @property
    def places(self) -> int:
        """The number of its squares."""
        return self.width * self.height

    def space(self, i: int, size: int = 1) -> Footprint:
        """Return the space of some squares at the square number i, row by row."""
        return self.tile(*divmod(i, self.width), size)

    def tile(self, row: int, column: int, size: int) -> Footprint:
        """Return the space of some squares at a row and column of the block."""
        return Footprint((self.left + column) * SUB, (self.top + row) * SUB, size * SUB)

    def sides(self, size: int = 1) -> Ints:
        """Return left, top, right, bottom of all spaces in sub-units, row by row; not to change."""
        return _sides(self, size)


@lru_cache(maxsize=8)
def _sides(block: Block, size: int) -> Ints:
    column, row = np.meshgrid(np.arange(block.width), np.arange(block.height))
    x, y = (block.left + column.ravel()) * SUB, (block.top + row.ravel()) * SUB
    made = np.stack((x, y, x + size * SUB, y + size * SUB))
    made.flags.writeable = False
    return made


class Field:
    """What lines meet, by place and by corner of the attacker: [place, corner].

    ``barred``: any of the corner's lines is stopped; ``shut``: all of them are. The rest is
    found out for those places that are asked for.
    """

    def __init__(self, caster: Caster, ps: Sequence[Point], cell: Ints, places: int) -> None:
        self._caster, self._cell = caster, cell
        self._batch = caster.batch(ps)
        stopped = cell[caster.stopped(self._batch)]
        lines, count = (np.bincount(c, minlength=places * 4) for c in (cell, stopped))
        self.barred: Bools = (count > 0).reshape(places, 4)
        self.shut: Bools = (count == lines).reshape(places, 4)

    def met(
        self,
        places: Bools,
        weak: Collection[str] = (),
        stronger: Mapping[int, tuple[int, ...]] | None = None,
    ) -> Pausing[Met]:
        """Return what the lines of some places meet.

        ``stronger`` says what may help obstacles without being named with them. ``weak`` roles
        and bodies are looked for only where none of the corner's lines is stopped.
        """
        caster, cell = self._caster, self._cell
        wanted = places[cell // 4]
        free = wanted & ~self.barred.ravel()[cell]
        shelters, fogs, bodies = yield from sifted(caster, self._batch, wanted, free, weak)
        again = Again(caster, self._batch, shelters, cell, stronger or {})
        return Met(_once(cell, shelters), _once(cell, fogs), _once(cell, bodies), again)


class Met(NamedTuple):
    """What lines meet that does not stop them.

    Marks pair place * corners + corner with an obstacle or a body by its number, each pair once.
    """

    shelters: Marks
    fogs: Marks
    bodies: Marks
    again: Again

    def sheltered(self, idle: Marks, near: Mapping[int, tuple[int, ...]]) -> Marks:
        """Return the shelters where some are ignored.

        ``idle`` are marks as well; ``near`` says which obstacles touch each other.
        """
        found = self.again.without(idle, near)
        return self.shelters if found is self.again.shelters else _once(self.again.group, found)


def from_space(
    compiled: Compiled,
    square: Footprint,
    block: Block,
    size: int,
    bodies: Sequence[Footprint],
    touching: Touching,
) -> Field:
    """Cast lines from the corners of a square to spaces of some squares all over a block."""
    if size == 1:
        uses = Uses.to_squares(*block)
    else:
        uses = Uses.to_spaces([block.space(i, size) for i in range(block.places)])
    caster = Caster(compiled, square, uses, bodies, touching)
    n = len(uses.target)
    place = np.tile(uses.target, 4)
    corner = np.repeat(np.arange(4), n)
    return Field(caster, square.corners(), place * 4 + corner, block.places)


def to_space(
    compiled: Compiled,
    target: Footprint,
    block: Block,
    bodies: Sequence[Footprint],
    touching: Touching,
) -> Field:
    """Cast lines from the corners of all squares of a block to the lattice points of a space.

    They are cast the other way round: one-way pieces of ``compiled`` must be turned over.
    """
    uses = Uses.to_squares(*block)
    caster = Caster(compiled, target, uses, bodies, touching)
    points = target.lattice()
    cell = np.tile(np.arange(len(uses.target)), len(points))
    return Field(caster, points, cell, block.places)


def _once(cell: Ints, marks: Marks) -> Marks:
    use, what = marks
    if not len(use):
        return marks
    width = int(what.max()) + 1
    code = distinct(cell[use] * width + what)
    return code // width, code % width


def turned(o: Obstacle) -> Obstacle:
    """Return an obstacle that acts from its other side."""
    match o.side:
        case "left":
            return replace(o, side="right")
        case "right":
            return replace(o, side="left")
        case _:
            return o


def gaps2(sides: Ints, pieces: Sequence[tuple[Point, Point]]) -> Floats:
    """Return the squared distances of spaces (left, top, right, bottom) from pieces, roughly.

    What touches is exactly 0. Spaces within an area are not looked after.
    """
    best = np.full(sides.shape[1], np.inf)
    for a, b in pieces:
        best = np.minimum(best, _gap2(sides.astype(np.float64), a, b))
    return best


def _gap2(sides: Floats, a: Point, b: Point) -> Floats:
    left, top, right, bottom = sides
    ends = []
    for c in (a, b):
        dx = np.maximum(np.maximum(left - c.x, c.x - right), 0)
        dy = np.maximum(np.maximum(top - c.y, c.y - bottom), 0)
        ends.append(dx * dx + dy * dy)
    ex, ey = float(b.x - a.x), float(b.y - a.y)
    length = ex * ex + ey * ey
    turns = []
    for x, y in ((left, top), (right, top), (right, bottom), (left, bottom)):
        along = np.clip(((x - a.x) * ex + (y - a.y) * ey) / length, 0, 1)
        ends.append((x - a.x - along * ex) ** 2 + (y - a.y - along * ey) ** 2)
        turns.append(ex * (y - a.y) - ey * (x - a.x))
    meets = (np.min(turns, axis=0) <= 0) & (np.max(turns, axis=0) >= 0)
    meets &= (max(a.x, b.x) >= left) & (min(a.x, b.x) <= right)
    meets &= (max(a.y, b.y) >= top) & (min(a.y, b.y) <= bottom)
    found: Floats = np.where(meets, 0.0, np.min(ends, axis=0))
    return found
