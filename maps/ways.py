"""Whether any line leads from one space to others: quick answers first, the full search last."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from maps import fans, opening, shut
from maps.compiled import Compiled
from maps.contact import Piece, Tube, Vector
from maps.fields import Block
from maps.grid import SUB, Footprint
from maps.meets import Found, Touching
from maps.pieces import Bools, Pieces
from maps.shut import Joints, Left

_KEPT = 100_000
"""So many answers are remembered."""


@dataclass(frozen=True, slots=True)
class Effect:
    """Whether any line leads from one space to another, and one that does, in squares."""

    exists: bool
    p: tuple[float, float] | None = None
    q: tuple[float, float] | None = None


SHUT = Effect(False)
_TILE = 8
"""Squares to the side of the tiles that are tried first; a power of two."""


class Ways:
    """The ways past what stops the line of effect, or the line of sight."""

    def __init__(self, compiled: Compiled, by_sight: bool) -> None:
        self._all = compiled
        self._by_sight = by_sight
        self._role = "blind" if by_sight else "barrier"
        self._known: dict[tuple[Footprint, Footprint], Effect] = {}

    def one(self, a: Footprint, b: Footprint) -> Effect:
        """Find out whether a line leads from any point of a to any point of b."""
        found = self._known.get((a, b))
        return self._keep(a, b, self._search(a, b)) if found is None else found

    def shut(self, a: Footprint, b: Footprint) -> bool:
        """Whether quick tests show that no line leads from a to b; False is no answer."""
        if (a, b) in self._known:
            return not self._known[a, b].exists
        if a.overlaps(b):
            return False
        sure = shut.shut(a, (b,), self._walls, self._joints)[0]
        if sure[0]:
            self._keep(a, b, SHUT)
        return bool(sure[0])

    def surely_shut(self, a: Footprint, targets: Sequence[Footprint]) -> list[bool]:
        """Tell to which spaces quick tests show that no line leads; False is no answer."""
        return [bool(yes) for yes in shut.shut(a, targets, self._walls, self._joints)[0]]

    def many(
        self, a: Footprint, targets: Sequence[Footprint], hopeful: bool = True
    ) -> tuple[Effect, ...]:
        """Find out to which of many spaces a line leads, all at once.

        Without hope the lines between corners are known to be stopped.
        """
        open_ = [b for b in dict.fromkeys(targets) if (a, b) not in self._known]
        if hopeful:
            open_ = self._between_corners(a, open_)
        sure, found = shut.shut(a, open_, self._walls, self._joints)
        left = {open_[i]: some for i, some in found.items()}
        hinted = self._hinted(a, left)
        for i, b in enumerate(open_):
            if not a.overlaps(b):
                effect = SHUT if sure[i] else hinted.get(b) or self._thorough(a, b, left.get(b))
                self._keep(a, b, effect)
        return tuple(self.one(a, b) for b in targets)

    def none(self, a: Footprint, wanted: Bools, block: Block, size: int = 1) -> Bools:
        """Tell to which of the wanted spaces of a block no line leads; [row, column].

        Between their corners and those of a no line leads, as is known already. Whole tiles
        are tried first: most of them are shut at once.
        """
        out = np.zeros_like(wanted)
        side = _TILE
        tiles = _tiles(range(0, block.height, side), range(0, block.width, side), side, wanted)
        while tiles and side > 1:
            whole = [t for t in tiles if wanted[_part(*t, side)].all()]
            spaces = [block.tile(*t, side + size - 1) for t in whole]
            sure, _ = shut.shut(a, spaces, self._walls, self._joints)
            closed = {t for t, yes in zip(whole, sure.tolist(), strict=True) if yes}
            for tile in closed:
                out[_part(*tile, side)] = True
            tiles = _quarters([t for t in tiles if t not in closed], side, wanted)
            side //= 2
        spaces = [block.tile(row, column, size) for row, column in tiles]
        found = self.many(a, spaces, hopeful=False)
        for (row, column), effect in zip(tiles, found, strict=True):
            out[row, column] = not effect.exists
        return out

    def _between_corners(self, a: Footprint, targets: list[Footprint]) -> list[Footprint]:
        """Answer for those spaces to which a line between corners leads; return the others."""
        apart = [b for b in targets if not a.overlaps(b)]
        found = fans.clear_lines(self._all, a, apart, self._by_sight)
        for b, (p, q) in found.items():
            self._keep(a, b, Effect(True, _squares(p), _squares(q)))
        return [b for b in apart if b not in found]

    def _keep(self, a: Footprint, b: Footprint, effect: Effect) -> Effect:
        if len(self._known) >= _KEPT:
            self._known.clear()
        self._known[a, b] = effect
        return effect

    # -- what stands in the way ----------------------------------------------------------

    @cached_property
    def _walls(self) -> Pieces:
        """The pieces that no line crosses."""
        return self._all.by_role(self._role)

    @cached_property
    def _joints(self) -> Joints:
        return Joints.of(self._walls)

    @cached_property
    def _ends(self) -> Pieces:
        """All pieces whose ends count; the edges of areas stop nothing by themselves."""
        if not self._by_sight:
            return self._walls
        edges = self._all.edges("blind")
        nobody = replace(edges, owner=np.full(len(edges), -1))
        return opening.merged((self._walls, nobody))

    @cached_property
    def _marks(self) -> Pieces:
        """Pieces that stop nothing by themselves but have ends that count."""
        return self._all.by_role("limited") if self._by_sight else Pieces.of(())

    @cached_property
    def _stops(self) -> Callable[[Tube, list[Piece], Touching], Found]:
        return self._all.blinds if self._by_sight else self._all.stops

    # -- the search for one pair ---------------------------------------------------------

    def _search(self, a: Footprint, b: Footprint) -> Effect:
        if a.overlaps(b):
            at = _squares((max(a.x, b.x), max(a.y, b.y)))
            return Effect(True, at, at)
        way = opening.Way(a, b, self._ends)
        if way.is_shut():
            return SHUT
        between = fans.clear_lines(self._all, a, (b,), self._by_sight)
        if between:
            return Effect(True, *map(_squares, between[b]))
        sure, left = shut.shut(a, (b,), self._walls, self._joints)
        if sure[0]:
            return SHUT
        hinted = self._hinted(a, {b: left[0]}) if left else {}
        return hinted.get(b) or self._thorough(a, b, left.get(0))

    def _thorough(self, a: Footprint, b: Footprint, left: Left | None = None) -> Effect:
        """Search all lines that touch two ends of pieces or corners, or those that are left."""
        if self._all.walled_in(a, self._role) or self._all.walled_in(b, self._role):
            return SHUT
        way = opening.Way(a, b, self._ends, None if left is None else left.strip)
        return self._first(way.candidates(self._marks)) or SHUT

    def _hinted(self, a: Footprint, left: Mapping[Footprint, Left]) -> dict[Footprint, Effect]:
        """Look for lines that nothing so much as touches.

        Within a solid lines meet none of its edges and end all the same.
        """
        if not left or (self._by_sight and (len(self._marks) or self._all.areas["blind"])):
            return {}
        within = self._all.in_solid(a, self._role)
        some = [
            (b, lines)
            for b, (lines, _) in left.items()
            if not (within and self._all.in_solid(b, self._role))
        ]
        found = opening.untouched(a, some, self._ends)
        ways = zip(some, found, strict=True)
        return {b: Effect(True, *map(_squares, line)) for (b, _), line in ways if line is not None}

    def _first(self, ways: Iterator[tuple[Tube, list[Piece]]]) -> Effect | None:
        for tube, rows in ways:
            if not self._stops(tube, rows, Touching.TUBE):
                return Effect(True, _squares(tube.at(tube.t0)), _squares(tube.at(tube.t1)))
        return None


def _part(row: int, column: int, side: int) -> tuple[slice, slice]:
    return slice(row, row + side), slice(column, column + side)


def _quarters(tiles: list[tuple[int, int]], side: int, wanted: Bools) -> list[tuple[int, int]]:
    half = side // 2
    found: list[tuple[int, int]] = []
    for row, column in tiles:
        rows, columns = range(row, row + side, half), range(column, column + side, half)
        found += _tiles(rows, columns, half, wanted)
    return found


def _tiles(rows: range, columns: range, side: int, wanted: Bools) -> list[tuple[int, int]]:
    """Return those tiles in which anything is wanted."""
    return [
        (row, column)
        for row in rows
        for column in columns
        if wanted[row : row + side, column : column + side].any()
    ]


def _squares(at: Vector | tuple[float, float]) -> tuple[float, float]:
    return float(at[0]) / SUB, float(at[1]) / SUB
