"""Lines between corners and what they meet: facts with evidence, no grades.

The system that plays asks for ``LineFacts`` and judges them.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import shapely

from maps import area, contact, opening, share
from maps.board import Board
from maps.contact import BOTH, Piece, Place, Run, Tube
from maps.grid import SUB, Footprint, Point
from maps.kernel import Pieces, met
from maps.shapes import Grade, Kind, Obstacle, Sight


class Touching(StrEnum):
    """What counts as blocked where a line only touches a barrier."""

    TUBE = "tube"
    """Blocked when it cannot be drawn inside an infinitely thin tube from space to space."""
    STRICT = "strict"
    """As TUBE, and running along a barrier blocks as well."""


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
    """

    p: Point
    q: Point
    barriers: tuple[str, ...] = ()
    shelters: tuple[str, ...] = ()
    fogs: tuple[str, ...] = ()
    blinders: tuple[str, ...] = ()
    bodies: tuple[str, ...] = ()
    stopped_at: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class SightLine:
    """One judged line of a report: where it runs, its verdict, and who is responsible."""

    p: Point
    q: Point
    verdict: Verdict
    by: tuple[str, ...] = ()
    at: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Effect:
    """Whether any line leads from one space to another, and one that does, in squares."""

    exists: bool
    p: tuple[float, float] | None = None
    q: tuple[float, float] | None = None


Level = tuple[int, int]
"""The heights in sub-units between which a line runs."""

_Found = list[tuple[Fraction, str]]


class _Area(NamedTuple):
    """An obstacle that bounds an area, with what decides which areas count as one."""

    owner: int
    ring: tuple[Point, ...]
    strength: int


_GRADES = list(Grade)


class SightMap:
    """The obstacles of a board, compiled for lines. Make it with ``sight_map``."""

    def __init__(self, obstacles: tuple[Obstacle, ...]) -> None:
        self.obstacles = tuple(o for o in obstacles if not o.passable)
        self._ids = [o.id for o in self.obstacles]
        self._rows: list[Piece] = []
        self._compile()
        self._pieces = Pieces.of(self._rows)
        self._effect = lru_cache(maxsize=4096)(self._find_effect)
        self._gap2 = lru_cache(maxsize=65536)(self._find_gap2)
        self._levels: dict[Level, SightMap] = {}

    def _compile(self) -> None:
        lines: dict[str, set[int]] = {name: set() for name in _LINE_ROLES}
        areas: dict[str, list[_Area]] = {name: [] for name in _AREA_ROLES}
        for i, o in enumerate(self.obstacles):
            used = False
            for name, wanted in _LINE_ROLES.items():
                if wanted(o):
                    lines[name].add(i)
                    used = True
            for name, (belongs, strength) in _AREA_ROLES.items():
                if belongs(o):
                    areas[name].append(_Area(i, o.ring(), strength(o)))
            if used:
                self._rows += _rows(o, i)
        self._lines, self._areas = lines, areas
        self._index = {o.id: i for i, o in enumerate(self.obstacles)}
        self._solids = [o.ring() for o in self.obstacles if o.is_barrier and o.closed_shape]

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
        return tuple(
            self._facts(Tube.between(p, attacker_square, q, target), p, q, rows, bodies, touching)
            for q, rows in zip(qs, self._met(p, qs), strict=True)
        )

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
        rows = self._role(self._met(p, (q,))[0], "barrier")
        return not _stops(Tube.between(p, a, q, b), self._fill(a, b, rows), touching)

    def at(self, level: Level) -> SightMap:
        """Return the map without what stands wholly above or below a line's heights."""
        if level not in self._levels:
            kept = tuple(o for o in self.obstacles if _at_level(o, level))
            same = len(kept) == len(self.obstacles)
            self._levels[level] = self if same else SightMap(kept)
        return self._levels[level]

    def _met(self, p: Point, qs: Sequence[Point]) -> list[list[Piece]]:
        """Return for each line the pieces that have a point in common with it."""
        xs, ys = [q.x for q in qs] + [p.x], [q.y for q in qs] + [p.y]
        near = self._pieces.near(min(xs), min(ys), max(xs), max(ys))
        if not len(near):
            return [[] for _ in qs]
        hit = met(p.x, p.y, np.array(xs[:-1]), np.array(ys[:-1]), self._pieces.take(near))
        return [[self._rows[i] for i in near[line]] for line in hit]

    def _role(self, rows: Iterable[Piece], name: str) -> list[Piece]:
        owners = self._lines[name]
        return [r for r in rows if r.owner in owners]

    def _fill(self, a: Footprint, b: Footprint, rows: list[Piece]) -> list[Piece]:
        """Add the borders of two spaces that both lie partly in solids."""
        if self._solids and self._in_solid(a) and self._in_solid(b):
            return rows + self._borders_in_solids(a) + self._borders_in_solids(b)
        return rows

    def _facts(
        self,
        tube: Tube,
        p: Point,
        q: Point,
        rows: list[Piece],
        bodies: Sequence[Body],
        touching: Touching,
    ) -> LineFacts:
        barrier = self._fill(tube.a, tube.b, self._role(rows, "barrier"))
        stops = _stops(tube, barrier, touching)
        first = min((t for t, _ in stops), default=None)
        return LineFacts(
            p,
            q,
            barriers=self._named(stops),
            shelters=self._named(self._shelters(tube, p, q, rows)),
            fogs=self._named(self._fogs(tube, p, q, rows)),
            blinders=self._named(self._blinders(tube, p, q, rows, touching)),
            bodies=_crossed_bodies(p, q, bodies),
            stopped_at=None if first is None else _squares(tube.at(first)),
        )

    def _named(self, found: Iterable[tuple[Fraction, int]]) -> tuple[str, ...]:
        ordered = sorted((t, self._ids[i]) for t, i in found if i >= 0)
        return tuple(dict.fromkeys(name for _, name in ordered))

    def _shelters(
        self, tube: Tube, p: Point, q: Point, rows: list[Piece]
    ) -> list[tuple[Fraction, int]]:
        found: list[tuple[Fraction, int]] = []
        barrier = self._role(rows, "barrier")
        for name in ("low", "slit"):
            mine = self._role(rows, name)
            if mine:
                found += _passed(tube, mine, barrier)
            found += _through(p, q, self._areas[name])
        found += _properly(tube, self._role(rows, "cover"))
        found += _through(p, q, self._areas["cover"])
        return found

    def _fogs(
        self, tube: Tube, p: Point, q: Point, rows: list[Piece]
    ) -> list[tuple[Fraction, int]]:
        lines = _properly(tube, self._role(rows, "fog"))
        return lines + _through(p, q, self._areas["fog"])

    def _blinders(
        self, tube: Tube, p: Point, q: Point, rows: list[Piece], touching: Touching
    ) -> list[tuple[Fraction, int]]:
        found = _stops(tube, self._role(rows, "blind"), touching)
        found += _through(p, q, self._areas["blind"])
        return found + _second_of(tube, self._role(rows, "limited"))

    # -- whole spaces --------------------------------------------------------------------

    def effect(self, a: Footprint, b: Footprint, level: Level | None = None) -> Effect:
        """Find out whether a line of effect leads from any point of a to any point of b."""
        return (self if level is None else self.at(level))._effect(a, b, "barrier")

    def sees(self, a: Footprint, b: Footprint, level: Level | None = None) -> Effect:
        """Find out whether a line of sight leads from any point of a to any point of b."""
        return (self if level is None else self.at(level))._effect(a, b, "blind")

    def _find_effect(self, a: Footprint, b: Footprint, role: str) -> Effect:
        is_clear = self._effect_test if role == "barrier" else self._sight_test
        if a.overlaps(b):
            x, y = max(a.x, b.x), max(a.y, b.y)
            return Effect(True, _squares((x, y)), _squares((x, y)))
        for p in a.corners():
            for q, rows in zip(b.corners(), self._met(p, b.corners()), strict=True):
                if is_clear(Tube.between(p, a, q, b), rows):
                    return Effect(True, _squares(p), _squares(q))
        pieces, marks = self._role(self._rows, role), []
        if role == "blind":
            pieces += [row for x in self._areas["blind"] for row in _ring_rows(x.ring)]
            marks = self._role(self._rows, "limited")
        for tube in opening.candidates(a, b, pieces, marks):
            if is_clear(tube, pieces + marks):
                return Effect(True, _squares(tube.at(tube.t0)), _squares(tube.at(tube.t1)))
        return Effect(False)

    def _effect_test(self, tube: Tube, rows: list[Piece]) -> bool:
        barrier = self._fill(tube.a, tube.b, self._role(rows, "barrier"))
        return not _stops(tube, barrier, Touching.TUBE)

    def _sight_test(self, tube: Tube, rows: list[Piece]) -> bool:
        if _stops(tube, self._role(rows, "blind"), Touching.TUBE):
            return False
        if _second_of(tube, self._role(rows, "limited")):
            return False
        p, q = tube.at(tube.t0), tube.at(tube.t1)
        return not _through(p, q, self._areas["blind"])

    def gap2(self, space: Footprint, obstacle: str) -> Fraction:
        """Return the squared distance in sub-units of a space from an obstacle, exact."""
        return self._gap2(space, obstacle)

    def gap(self, space: Footprint, obstacle: str) -> float:
        """Return the distance in squares of a space from an obstacle; areas are filled."""
        return math.sqrt(self._gap2(space, obstacle)) / SUB

    def _find_gap2(self, space: Footprint, obstacle: str) -> Fraction:
        o = self.obstacles[self._index[obstacle]]
        return area.gap2(space, [(s.a, s.b) for s in o.segments()], o.ring())

    def covers(self, space: Footprint, least: int = 1) -> bool:
        """Whether areas that conceal at least so much together cover a space completely."""
        rings = [
            x.ring
            for x in self._areas["fog"]
            if x.strength >= least and _bounds_meet(x.ring, space)
        ]
        box = shapely.box(space.x, space.y, space.right, space.bottom)
        polygons = [shapely.make_valid(shapely.Polygon(r)) for r in rings]
        if any(shapely.covers(f, box) for f in polygons):
            return True
        rest = shapely.difference(box, shapely.union_all(polygons)) if polygons else box
        return bool(shapely.area(rest) < 1e-6)

    def veil(self, space: Footprint) -> int:
        """Return the highest concealment that covers a space completely, or 0."""
        grades = sorted({x.strength for x in self._areas["fog"]}, reverse=True)
        return next((g for g in grades if self.covers(space, g)), 0)

    def visible_share(self, p: Point, a: Footprint, target: Footprint) -> float:
        """Return how much of a space's area is visible from corner p of space a, 0 to 1."""
        x0, y0 = min(p.x, target.x), min(p.y, target.y)
        x1, y1 = max(p.x, target.right), max(p.y, target.bottom)
        near = [self._rows[i] for i in self._pieces.near(x0, y0, x1, y1)]
        return share.visible_share(p, a, target, self._role(near, "barrier"))

    def _in_solid(self, space: Footprint) -> bool:
        return any(_overlaps_area(space, ring) for ring in self._solids)

    def _borders_in_solids(self, space: Footprint) -> list[Piece]:
        """Return the parts of a space's border that lie in solids, as pieces without owner."""
        corners = space.corners()
        found = []
        for p, q in zip(corners, corners[1:] + corners[:1], strict=True):
            for ring in self._solids:
                stops = [Fraction(0), *area.cuts(p, q, ring), Fraction(1)]
                for lo, hi in zip(stops, stops[1:], strict=False):
                    mid = (lo + hi) / 2
                    along = [(p.x + t * (q.x - p.x), p.y + t * (q.y - p.y)) for t in (lo, mid, hi)]
                    if lo < hi and area.inside(ring, *along[1]):
                        found.append(Piece(*along[0], *along[2], -1))
        return found


def _stops(tube: Tube, rows: list[Piece], touching: Touching) -> list[tuple[Fraction, int]]:
    """Return (where, who) for everything that stops a line; empty when it is clear."""
    if tube.d == (0, 0):
        run = Run(contact.point_places(tube.origin, tube.a, tube.b, rows))
        return [(p.t, p.owner) for p in run.places] if run.bits == BOTH else []
    places, partings = contact.contacts(tube, rows)
    found: list[tuple[Fraction, int]] = []
    for run in contact.runs(places, partings):
        if run.bits == BOTH:
            found += [(max(p.t, run.closed_at), p.owner) for p in run.places]
    if touching is Touching.STRICT:
        found += [(p.lo, p.owner) for p in partings if contact.is_exposed(tube, p)]
    return found


def _passed(tube: Tube, mine: list[Piece], barrier: list[Piece]) -> list[tuple[Fraction, int]]:
    """Return the pieces of one kind that a line cannot avoid, its barriers given."""
    outer = Tube(tube.origin, tube.d, tube.a, tube.b, tube.t0, tube.t1, inner=False)
    if tube.d == (0, 0):
        own = contact.point_places(tube.origin, tube.a, tube.b, mine)
        walls = contact.point_places(tube.origin, tube.a, tube.b, barrier)
        return _unavoidable(Run(own + walls), own)
    own, partings = contact.contacts(outer, mine)
    walls, more = contact.contacts(tube, barrier)
    found: list[tuple[Fraction, int]] = []
    for run in contact.runs(sorted(own + walls), sorted(partings + more)):
        found += _unavoidable(run, own)
    return found


def _unavoidable(run: Run, own: list[Place]) -> list[tuple[Fraction, int]]:
    mine = Run([p for p in run.places if p in own])
    walls = Run([p for p in run.places if p not in own])
    if mine.bits == BOTH or (run.bits == BOTH and walls.bits != BOTH):
        return [(p.t, p.owner) for p in mine.places]
    return []


def _properly(tube: Tube, rows: list[Piece]) -> list[tuple[Fraction, int]]:
    """Return the pieces that a line crosses properly, between its ends."""
    if not rows or tube.d == (0, 0):
        return []
    bare = Tube(tube.origin, tube.d, tube.a, tube.b, tube.t0, tube.t1, inner=False, ends=False)
    crossed = [r for r in contact.runs(*contact.contacts(bare, rows)) if r.bits == BOTH]
    return [(p.t, p.owner) for r in crossed for p in r.places]


def _second_of(tube: Tube, rows: list[Piece]) -> list[tuple[Fraction, int]]:
    """Return what a line crosses from the second crossing on: it sees in but not past."""
    if not rows or tube.d == (0, 0):
        return []
    crossed = [r for r in contact.runs(*contact.contacts(tube, rows)) if r.bits == BOTH]
    return [(p.t, p.owner) for r in crossed[1:] for p in r.places]


def _through(
    p: contact.Vector, q: contact.Vector, areas: Sequence[_Area]
) -> list[tuple[Fraction, int]]:
    """Return the areas through whose common interior a line runs.

    Along the edge that two areas share a line is inside both together; there the
    weaker of the two counts.
    """
    found: list[tuple[Fraction, int]] = []
    edge: list[tuple[Fraction, Fraction, int, _Area]] = []
    for x in areas:
        if not _bounds_touch(x.ring, p, q):
            continue
        at = area.enters(p, q, x.ring)
        if at is not None:
            found.append((at, x.owner))
        else:
            edge += [(lo, hi, side, x) for lo, hi, side in area.borders(p, q, x.ring)]
    for lo, hi, side, x in edge:
        for lo2, hi2, side2, y in edge:
            if side != side2 and max(lo, lo2) < min(hi, hi2) and x.strength <= y.strength:
                found.append((max(lo, lo2), x.owner))
    return found


def _crossed_bodies(p: Point, q: Point, bodies: Sequence[Body]) -> tuple[str, ...]:
    found: _Found = []
    for body in bodies:
        if _bounds_touch(body.space.corners(), p, q):
            at = area.box_enters(p, q, body.space)
            if at is not None:
                found.append((at, body.id))
    return tuple(name for _, name in sorted(found))


def _bounds_touch(ring: Sequence[Point], p: contact.Vector, q: contact.Vector) -> bool:
    xs, ys = [c.x for c in ring], [c.y for c in ring]
    return (
        max(xs) >= min(p[0], q[0])
        and min(xs) <= max(p[0], q[0])
        and max(ys) >= min(p[1], q[1])
        and min(ys) <= max(p[1], q[1])
    )


def _bounds_meet(ring: Sequence[Point], box: Footprint) -> bool:
    return _bounds_touch(ring, (box.x, box.y), (box.right, box.bottom))


def _overlaps_area(space: Footprint, ring: tuple[Point, ...]) -> bool:
    """Whether the interiors of a space and an area meet."""
    if not _bounds_meet(ring, space):
        return False
    polygon = shapely.make_valid(shapely.Polygon(ring))
    box = shapely.box(space.x, space.y, space.right, space.bottom)
    return bool(shapely.area(shapely.intersection(polygon, box)) > 1e-6)


def _rows(o: Obstacle, index: int) -> list[Piece]:
    side = {"both": 0, "left": -1, "right": 1}[o.side]
    return [Piece(s.a.x, s.a.y, s.b.x, s.b.y, index, side) for s in o.segments()]


def _ring_rows(ring: tuple[Point, ...]) -> list[Piece]:
    return [Piece(a.x, a.y, b.x, b.y, -1) for a, b in area.edges(ring)]


def _squares(at: contact.Vector) -> tuple[float, float]:
    return float(at[0]) / SUB, float(at[1]) / SUB


def _at_level(o: Obstacle, level: Level) -> bool:
    lo, hi = level
    under = o.top is not None and o.top <= lo
    over = o.bottom is not None and (o.bottom > hi or (o.bottom == hi > lo))
    return not (under or over)


def _is_shelter(o: Obstacle) -> bool:
    return o.cover is not Grade.NONE and not o.is_barrier


def _is_low(o: Obstacle) -> bool:
    return _is_shelter(o) and o.kind is Kind.LOW


def _is_cover(o: Obstacle) -> bool:
    return _is_shelter(o) and o.kind in {Kind.COVER, Kind.FOG, Kind.TERRAIN}


def _is_slit(o: Obstacle) -> bool:
    return _is_shelter(o) and not _is_low(o) and not _is_cover(o)


def _is_fog(o: Obstacle) -> bool:
    return o.concealment > 0


def _blinds_inside(o: Obstacle) -> bool:
    """Whether an area stops sight in its interior and not like a wall round it."""
    return o.sight is Sight.STOPS and o.closed_shape and not o.is_barrier


def _grade(o: Obstacle) -> int:
    return _GRADES.index(o.cover)


_LINE_ROLES: dict[str, Callable[[Obstacle], bool]] = {
    "barrier": lambda o: o.is_barrier,
    "low": lambda o: _is_low(o) and not o.closed_shape,
    "slit": lambda o: _is_slit(o) and not o.closed_shape,
    "cover": lambda o: _is_cover(o) and not o.closed_shape,
    "fog": lambda o: _is_fog(o) and not o.closed_shape,
    "blind": lambda o: o.sight is Sight.STOPS and not _blinds_inside(o),
    "limited": lambda o: o.sight is Sight.LIMITED,
}

_AREA_ROLES: dict[str, tuple[Callable[[Obstacle], bool], Callable[[Obstacle], int]]] = {
    "low": (lambda o: _is_low(o) and o.closed_shape, _grade),
    "slit": (lambda o: _is_slit(o) and o.closed_shape, _grade),
    "cover": (lambda o: _is_cover(o) and o.closed_shape, _grade),
    "fog": (lambda o: _is_fog(o) and o.closed_shape, lambda o: o.concealment),
    "blind": (_blinds_inside, lambda o: 0),
}

_KEPT = 8
_maps: OrderedDict[int, tuple[tuple[Obstacle, ...], SightMap]] = OrderedDict()


def sight_map(board: Board) -> SightMap:
    """Return the compiled map of a board; boards that share their obstacles share it."""
    key = id(board.obstacles)
    kept = _maps.get(key)
    if kept is not None and kept[0] is board.obstacles:
        _maps.move_to_end(key)
        return kept[1]
    made = SightMap(board.obstacles)
    _maps[key] = (board.obstacles, made)
    while len(_maps) > _KEPT:
        _maps.popitem(last=False)
    return made
