"""Lines between corners and what they meet: facts with evidence, no grades.

The system that plays asks for ``LineFacts`` and judges them.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Collection, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache

from maps import area, contact, fans, fields, filled, into
from maps.between import bounds_of, crossed_bodies
from maps.board import Board
from maps.compiled import Compiled
from maps.contact import Piece, Tube
from maps.fans import Idle, Tally
from maps.fields import Block, Field
from maps.grid import SUB, Footprint, Point
from maps.lines import Body, LineFacts, SightLine, Verdict
from maps.meets import Touching
from maps.pieces import Bools, Pieces
from maps.remember import Found
from maps.shapes import Obstacle
from maps.storeys import barriers
from maps.walls import Level, at_level
from maps.ways import Effect, Ways

__all__ = [
    "Block",
    "Body",
    "Effect",
    "Field",
    "Level",
    "LineFacts",
    "SightLine",
    "SightMap",
    "Tally",
    "Touching",
    "Verdict",
    "sight_map",
]


class SightMap:
    """The obstacles of a board, compiled for lines. Make it with ``sight_map``."""

    def __init__(self, obstacles: tuple[Obstacle, ...]) -> None:
        self._all = Compiled(obstacles)
        self._ways = Ways(self._all, by_sight=False)
        plain = self._all.blind_as_barred
        self._views = self._ways if plain else Ways(self._all, by_sight=True)
        self._gap2 = lru_cache(maxsize=8192)(self._find_gap2)
        self._covers = lru_cache(maxsize=4096)(self._find_covers)
        self._share = lru_cache(maxsize=4096)(self._find_share)
        self._levels: dict[Level, SightMap] = {}
        self.found = Found()
        self.judged = Found(256)
        """What a system found out about whole shots: with all who stand by, kibibytes each."""

    @property
    def obstacles(self) -> tuple[Obstacle, ...]:
        """What stands on the map, without open doors."""
        return self._all.obstacles

    @property
    def barriers(self) -> Pieces:
        """The straight pieces of all that stops the line of effect."""
        return self._all.by_role("barrier")

    def of_role(self, role: str) -> list[Obstacle]:
        """Return the obstacles that have a role for lines, or for areas."""
        owners = self._all.lines[role] | {x.owner for x in self._all.areas[role]}
        return [self.obstacles[i] for i in sorted(owners)]

    def at(self, level: Level) -> SightMap:
        """Return the map without what stands wholly above or below a line's heights."""
        if level not in self._levels:
            kept = tuple(o for o in self.obstacles if at_level(o, level))
            same = len(kept) == len(self.obstacles)
            self._levels[level] = self if same else SightMap(kept)
        return self._levels[level]

    # -- lines -------------------------------------------------------------------------

    def lines(
        self,
        attacker_square: Footprint,
        target: Footprint,
        p: Point,
        qs: Sequence[Point],
        bodies: Sequence[Body] = (),
        touching: Touching = Touching.TUBE,
        level: Level | None = None,
    ) -> tuple[LineFacts, ...]:
        """Return what the lines from one corner of a space to points of another meet."""
        if level is not None:
            return self.at(level).lines(attacker_square, target, p, qs, bodies, touching)
        if bodies:
            return self._cast(attacker_square, target, p, qs, bodies, touching)
        return self.found.get(
            (attacker_square, target, p, tuple(qs), touching),
            lambda: self._cast(attacker_square, target, p, qs, (), touching),
        )

    def _cast(
        self,
        attacker_square: Footprint,
        target: Footprint,
        p: Point,
        qs: Sequence[Point],
        bodies: Sequence[Body],
        touching: Touching,
    ) -> tuple[LineFacts, ...]:
        met = self._all.met(p, qs, bounds_of(attacker_square, target))
        return tuple(
            self._facts(attacker_square, p, target, q, rows, bodies, touching)
            for q, rows in zip(qs, met, strict=True)
        )

    def into(
        self,
        a: Footprint,
        b: Footprint,
        known: Collection[str] = (),
        level: Level | None = None,
    ) -> tuple[LineFacts, ...]:
        """Return a line for each obstacle but the ``known`` that any line from a into b crosses.

        Lines begin at corners of a and end anywhere in b.
        """
        return tuple(into.crossings((self if level is None else self.at(level))._all, a, b, known))

    def between(self, a: Footprint, b: Footprint, without: Collection[str]) -> SightMap:
        """Return the map of what lies about two spaces, some obstacles left out."""
        left, top, right, bottom = box = bounds_of(a, b)
        near = {self._all.rows[i].owner for i in self._all.pieces.near(*box).tolist()}
        for areas in (*self._all.areas.values(), *self._all.solids.values()):
            near.update(
                x.owner for x in areas
                if x.box[0] <= right and x.box[2] >= left
                and x.box[1] <= bottom and x.box[3] >= top
            )  # fmt: skip
        some = (self.obstacles[i] for i in sorted(near))
        return SightMap(tuple(o for o in some if o.id not in without))

    def clear(
        self,
        a: Footprint,
        p: Point,
        b: Footprint,
        q: Point,
        touching: Touching = Touching.TUBE,
        level: Level | None = None,
    ) -> bool:
        """Whether nothing stops the line of effect from p in space a to q in space b."""
        if level is not None:
            return self.at(level).clear(a, p, b, q, touching)

        def free() -> bool:
            tube = Tube.between(p, a, q, b)
            return not self._all.stops(tube, self._all.met(p, (q,))[0], touching)

        return self.found.get((a, p, b, q, touching), free)

    def many(
        self,
        attacker_square: Footprint,
        targets: Sequence[Footprint],
        bodies: Sequence[Body] = (),
        ignored: Sequence[Collection[str]] = (),
        ps: Sequence[Point] = (),
        touching: Touching = Touching.TUBE,
        level: Level | None = None,
        idle: Idle | None = None,
    ) -> tuple[tuple[Tally, ...], ...]:
        """Return for each target what the lines from each corner meet, many at once.

        ``ignored`` names for each target the bodies that do not stand in its way, ``idle``
        the obstacles. ``ps`` are the corners of the square when none are given.
        """
        found = (self if level is None else self.at(level))._all
        corners = ps or attacker_square.corners()
        pairs = [(b.id, b.space) for b in bodies]
        return fans.many(found, attacker_square, corners, targets, pairs, ignored, touching, idle)

    def from_space(
        self,
        square: Footprint,
        block: Block,
        size: int,
        bodies: Sequence[Footprint] = (),
        touching: Touching = Touching.TUBE,
        level: Level | None = None,
    ) -> Field:
        """Cast lines from one square to spaces of ``size`` squares all over a block."""
        found = (self if level is None else self.at(level))._all
        return fields.from_space(found, square, block, size, bodies, touching)

    def to_space(
        self,
        target: Footprint,
        block: Block,
        bodies: Sequence[Footprint] = (),
        touching: Touching = Touching.TUBE,
        level: Level | None = None,
    ) -> Field:
        """Cast lines from every square of a block to one space."""
        found = (self if level is None else self.at(level))._back._all
        return fields.to_space(found, target, block, bodies, touching)

    def cut_off(
        self, a: Footprint, wanted: Bools, block: Block, size: int, level: Level | None = None
    ) -> Bools:
        """Tell from which wanted spaces of a block no line of effect leads to a space, or back.

        Lines between corners are known to be stopped. [row, column]
        """
        return (self if level is None else self.at(level))._ways.none(a, wanted, block, size)

    @cached_property
    def _back(self) -> SightMap:
        """The same map for lines that are cast from their ends."""
        if not any(o.side != "both" for o in self.obstacles):
            return self
        return SightMap(tuple(fields.turned(o) for o in self.obstacles))

    def reversed(self, level: Level | None = None) -> SightMap:
        """Return the map on which lines from b to a meet what those from a to b meet here."""
        return (self if level is None else self.at(level))._back

    def _facts(
        self,
        a: Footprint,
        p: Point,
        b: Footprint,
        q: Point,
        rows: list[Piece],
        bodies: Sequence[Body],
        touching: Touching,
    ) -> LineFacts:
        if not rows and not self._all.any_areas:
            return LineFacts(p, q, bodies=crossed_bodies(p, q, bodies))
        tube = Tube.between(p, a, q, b)
        stops = self._all.stops(tube, rows, touching)
        first = None if not stops else stops[0][0] if len(stops) == 1 else min(t for t, _ in stops)
        blinds = stops if self._all.blind_as_barred else self._all.blinds(tube, rows, touching)
        if self._all.plain:
            names = self._named(stops)
            at = None if first is None else _squares(tube.at(first))
            return LineFacts(p, q, names, (), (), names, crossed_bodies(p, q, bodies), at)
        shelters, partners = self._all.shelters(tube, rows)
        return LineFacts(
            p,
            q,
            barriers=self._named(stops),
            shelters=self._named(shelters),
            fogs=self._named(self._all.fogs(tube, rows)),
            blinders=self._named(blinds),
            bodies=crossed_bodies(p, q, bodies),
            stopped_at=None if first is None else _squares(tube.at(first)),
            partners=self._named(partners),
        )

    def _named(self, found: Sequence[tuple[Fraction, int]]) -> tuple[str, ...]:
        if len(found) < 2:
            return tuple(self._all.ids[i] for _, i in found)
        ordered = sorted((t, self._all.ids[i]) for t, i in found)
        return tuple(dict.fromkeys(name for _, name in ordered))

    # -- whole spaces --------------------------------------------------------------------

    def effect(
        self, a: Footprint, b: Footprint, level: Level | None = None, hopeful: bool = True
    ) -> Effect:
        """Find out whether a line of effect leads from any point of a to any point of b.

        Without hope it is known already that all lines between corners are stopped.
        """
        ways = (self if level is None else self.at(level))._ways
        return ways.one(a, b) if hopeful else ways.many(a, (b,), hopeful=False)[0]

    def shut(self, a: Footprint, b: Footprint, level: Level | None = None) -> bool:
        """Whether quick tests show that no line of effect leads from a to b; False is no answer."""
        return (self if level is None else self.at(level))._ways.shut(a, b)

    def surely_shut(self, a: Footprint, targets: Sequence[Footprint]) -> list[bool]:
        """Tell to which spaces quick tests show that no line of effect leads, all at once."""
        return self._ways.surely_shut(a, targets)

    def effects(
        self,
        a: Footprint,
        targets: Sequence[Footprint],
        level: Level | None = None,
        hopeful: bool = True,
    ) -> tuple[Effect, ...]:
        """Find out to which of many spaces a line of effect leads, all at once.

        Without hope it is known already that all lines between corners are stopped.
        """
        return (self if level is None else self.at(level))._ways.many(a, targets, hopeful)

    def sees(self, a: Footprint, b: Footprint, level: Level | None = None) -> Effect:
        """Find out whether a line of sight leads from any point of a to any point of b."""
        return (self if level is None else self.at(level))._views.one(a, b)

    def seen(
        self, a: Footprint, targets: Sequence[Footprint], level: Level | None = None
    ) -> tuple[Effect, ...]:
        """Find out to which of many spaces a line of sight leads, all at once."""
        return (self if level is None else self.at(level))._views.many(a, targets)

    def gap2(self, space: Footprint, obstacle: str) -> Fraction:
        """Return the squared distance in sub-units of a space from an obstacle, exact."""
        return self._gap2(space, obstacle)

    def gap(self, space: Footprint, obstacle: str) -> float:
        """Return the distance in squares of a space from an obstacle; areas are filled."""
        return math.sqrt(self._gap2(space, obstacle)) / SUB

    def _find_gap2(self, space: Footprint, obstacle: str) -> Fraction:
        o = self.obstacles[self._all.index[obstacle]]
        return area.gap2(space, [(s.a, s.b) for s in o.segments()], o.ring())

    def covers(self, space: Footprint, least: int = 1) -> bool:
        """Whether areas that conceal at least so many percent together cover a space completely."""
        return self._covers(space, least)

    def _find_covers(self, space: Footprint, least: int) -> bool:
        rings = [x.ring for x in self._all.areas["fog"] if x.strength >= least]
        return filled.covers(space, rings)

    def veil(self, space: Footprint) -> int:
        """Return the highest concealment in percent that covers a space completely, or 0."""
        grades = sorted({x.strength for x in self._all.areas["fog"]}, reverse=True)
        return next((g for g in grades if self.covers(space, g)), 0)

    def veils(self, space: Footprint) -> tuple[str, ...]:
        """Return the areas of the highest concealment that covers a space and lie on it."""
        most = self.veil(space)
        fogs = [x for x in self._all.areas["fog"] if most and x.strength >= most]
        return tuple(self._all.ids[x.owner] for x in fogs if filled.overlaps(space, x.ring))

    def visible_share(self, p: Point, a: Footprint, target: Footprint) -> float:
        """Return how much of a space's area is visible from corner p of space a, 0 to 1."""
        return self._share(p, a, target)

    def _find_share(self, p: Point, a: Footprint, target: Footprint) -> float:
        x0, y0 = min(p.x, target.x), min(p.y, target.y)
        x1, y1 = max(p.x, target.right), max(p.y, target.bottom)
        near = [self._all.rows[i] for i in self._all.pieces.near(x0, y0, x1, y1)]
        return filled.visible_share(p, a, target, self._all.role(near, "barrier"))


def _squares(at: contact.Vector) -> tuple[float, float]:
    return float(at[0]) / SUB, float(at[1]) / SUB


_KEPT = 8
_maps: OrderedDict[int, tuple[tuple[Obstacle, ...], SightMap]] = OrderedDict()


def sight_map(board: Board) -> SightMap:
    """Return the compiled map of a board; boards that share their obstacles share it.

    Between storeys stands what ``barriers`` says.
    """
    obstacles = barriers(board)
    key = id(obstacles)
    kept = _maps.get(key)
    if kept is not None and kept[0] is obstacles:
        _maps.move_to_end(key)
        return kept[1]
    made = SightMap(obstacles)
    _maps[key] = (obstacles, made)
    while len(_maps) > _KEPT:
        _maps.popitem(last=False)
    return made
