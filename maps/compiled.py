"""The obstacles of a board sorted by what they do to lines.

What holds a line up only together is worth as much as the weakest that is needed. Low obstacles
and slits do so with the barriers that stand there as well, and give their own grade: past the edge
of a slit one aims through the slit. They keep it where barriers alone hold the line up at the same
spot, so that a wall more never lowers a grade.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from maps import area, contact, filled, meets
from maps.contact import Piece, Tube
from maps.grid import Footprint, Point
from maps.meets import Area, Found, Graded, Touching
from maps.pieces import Pieces, met, met_by_each
from maps.shapes import Grade, Kind, Obstacle, Sight

_KEPT = 65536
"""So many spaces are remembered that lie in solids or not."""


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


_RANK = {grade: rank for rank, grade in enumerate(Grade)}


def _grade(o: Obstacle) -> int:
    """Return the rank of what an obstacle gives that stops no shots: with total cover, hard."""
    return _RANK[Grade.HARD if o.cover is Grade.TOTAL else o.cover]


def _strength(role: str, o: Obstacle) -> int:
    return o.concealment if role == "fog" else _grade(o)


JOINING = frozenset({"low", "slit"})
"""The roles of what closes lines together with barriers."""

LINE_ROLES: dict[str, Callable[[Obstacle], bool]] = {
    "barrier": lambda o: o.is_barrier,
    "low": lambda o: _is_low(o) and not o.closed_shape,
    "slit": lambda o: _is_slit(o) and not o.closed_shape,
    "cover": lambda o: _is_cover(o) and not o.closed_shape,
    "fog": lambda o: _is_fog(o) and not o.closed_shape,
    "blind": lambda o: o.sight is Sight.STOPS and not _blinds_inside(o),
    "limited": lambda o: o.sight is Sight.LIMITED,
}

AREA_ROLES: dict[str, tuple[Callable[[Obstacle], bool], Callable[[Obstacle], int]]] = {
    "low": (lambda o: _is_low(o) and o.closed_shape, _grade),
    "slit": (lambda o: _is_slit(o) and o.closed_shape, _grade),
    "cover": (lambda o: _is_cover(o) and o.closed_shape, _grade),
    "fog": (lambda o: _is_fog(o) and o.closed_shape, lambda o: o.concealment),
    "blind": (_blinds_inside, lambda o: 0),
}


class Compiled:
    """Obstacles as straight pieces and areas, by role."""

    def __init__(self, obstacles: tuple[Obstacle, ...]) -> None:
        self.obstacles = tuple(o for o in obstacles if not o.passable)
        self.ids = [o.id for o in self.obstacles]
        self.index = {o.id: i for i, o in enumerate(self.obstacles)}
        self.rows: list[Piece] = []
        self.lines: dict[str, set[int]] = {name: set() for name in LINE_ROLES}
        self.areas: dict[str, list[Area]] = {name: [] for name in AREA_ROLES}
        self._roles: dict[tuple[object, ...], tuple[list[str], list[str]]] = {}
        for i, o in enumerate(self.obstacles):
            self._sort_in(o, i)
        self.pieces = Pieces.of(self.rows)
        self.solids = {name: self._solid(name) for name in ("barrier", "blind")}
        self._by_role: dict[str, Pieces] = {}
        self._simple: dict[str, npt.NDArray[np.bool_]] = {}
        self._inside: dict[tuple[Footprint, str], bool] = {}
        self._uneven: dict[str, bool] = {}
        self._near = lru_cache(maxsize=64)(self._find_near)

    def _sort_in(self, o: Obstacle, i: int) -> None:
        roles, areas = self._roles_of(o)
        for name in roles:
            self.lines[name].add(i)
        for name in areas:
            self.areas[name].append(Area.of(i, o.ring(), AREA_ROLES[name][1](o)))
        if roles:
            side = {"both": 0, "left": -1, "right": 1}[o.side]
            self.rows += [Piece(s.a.x, s.a.y, s.b.x, s.b.y, i, side) for s in o.segments()]

    def _roles_of(self, o: Obstacle) -> tuple[list[str], list[str]]:
        """Return the roles of an obstacle as lines and as an area; alike ones are asked once.

        Every role depends on these facts alone: a map of thousands of walls has few such sets.
        """
        closed = o.closed_shape
        key = (o.kind, closed, o.stops_effect, o.sight, o.cover, o.concealment)
        known = self._roles.get(key)
        if known is None:
            lines = [name for name, belongs in LINE_ROLES.items() if belongs(o)]
            areas = [name for name, (belongs, _) in AREA_ROLES.items() if belongs(o)]
            known = self._roles[key] = (lines, areas)
        return known

    @cached_property
    def blind_as_barred(self) -> bool:
        """Whether the same obstacles stop the line of sight and the line of effect."""
        plain = not self.areas["blind"] and not self.lines["limited"]
        return plain and self.lines["blind"] == self.lines["barrier"]

    @cached_property
    def plain(self) -> bool:
        """Whether nothing but barriers stands on the map, which stop sight and shots alike."""
        others = any(self.lines[x] for x in ("low", "slit", "cover", "fog"))
        return self.blind_as_barred and not others and not any(self.areas.values())

    @cached_property
    def any_areas(self) -> bool:
        """Whether a line may meet anything without touching any piece."""
        return any(self.areas.values()) or any(self.solids.values())

    def by_role(self, name: str) -> Pieces:
        """Return the pieces of one role as columns."""
        if name not in self._by_role:
            self._by_role[name] = Pieces.of(self.role(self.rows, name))
        return self._by_role[name]

    def holds(self, name: str) -> bool:
        """Whether any obstacle has a role, a line or an area."""
        return bool(self.lines[name]) or bool(self.areas[name])

    def is_uneven(self, name: str) -> bool:
        """Whether the lines of one role, without areas, are of several strengths."""
        if name not in self._uneven:
            found = {_strength(name, self.obstacles[i]) for i in self.lines[name]}
            self._uneven[name] = len(found) > 1
        return self._uneven[name]

    def edges(self, name: str) -> Pieces:
        """Return the edges of the areas of one role; ``owner`` counts within the role."""
        key = f"area {name}"
        if key not in self._by_role:
            rows = [
                Piece(a.x, a.y, b.x, b.y, k)
                for k, x in enumerate(self.areas[name])
                for a, b in area.edges(x.ring)
            ]
            self._by_role[key] = Pieces.of(rows)
        return self._by_role[key]

    def simple(self, name: str) -> npt.NDArray[np.bool_]:
        """Tell which areas of one role have a border that does not meet itself."""
        if name not in self._simple:
            rings = [filled.is_simple(x.ring) for x in self.areas[name]]
            self._simple[name] = np.array(rings, dtype=bool)
        return self._simple[name]

    def convex(self, name: str) -> npt.NDArray[np.bool_]:
        """Tell which areas of one role are convex."""
        key = f"convex {name}"
        if key not in self._simple:
            rings = [filled.is_simple(x.ring) and area.is_convex(x.ring) for x in self.areas[name]]
            self._simple[key] = np.array(rings, dtype=bool)
        return self._simple[key]

    def _find_near(self, box: tuple[int, int, int, int]) -> tuple[list[int], Pieces]:
        near = self.pieces.near(*box)
        return near.tolist(), self.pieces.take(near)

    def role(self, rows: Iterable[Piece], name: str) -> list[Piece]:
        """Keep the pieces of one role."""
        owners = self.lines[name]
        if not owners:
            return []
        return [r for r in rows if r.owner in owners]

    def met(
        self, p: Point, qs: Sequence[Point], box: tuple[int, int, int, int] | None = None
    ) -> list[list[Piece]]:
        """Return for each line the pieces that have a point in common with it.

        ``box`` (left, top, right, bottom) holds all the lines; pieces near it are remembered.
        """
        xs, ys = [q.x for q in qs], [q.y for q in qs]
        near, pieces = self._near(
            box or (min(*xs, p.x), min(*ys, p.y), max(*xs, p.x), max(*ys, p.y))
        )
        found: list[list[Piece]] = [[] for _ in qs]
        if len(near):
            hit = met(p.x, p.y, np.array(xs), np.array(ys), pieces)
            for line, which in zip(*(i.tolist() for i in np.nonzero(hit)), strict=True):
                found[line].append(self.rows[near[which]])
        return found

    def met_each(self, lines: Sequence[tuple[Point, Point]]) -> list[list[Piece]]:
        """Return for each of some lines, wherever they begin, the pieces that it meets."""
        found: list[list[Piece]] = [[] for _ in lines]
        for line, piece in zip(*met_by_each(lines, self.pieces), strict=True):
            found[line].append(self.rows[piece])
        return found

    # -- line of effect and of sight -----------------------------------------------------

    def stops(self, tube: Tube, rows: Iterable[Piece], touching: Touching) -> Found:
        """Return what stops the line of effect."""
        return self.walls("barrier", tube, rows, touching)

    def blinds(self, tube: Tube, rows: Sequence[Piece], touching: Touching) -> Found:
        """Return what stops the line of sight."""
        found = self.walls("blind", tube, rows, touching) + self._inside_of("blind", tube)[0]
        limited = self.role(rows, "limited")
        return (
            found + meets.second_of(tube, limited, self.role(rows, "blind")) if limited else found
        )

    def walls(self, name: str, tube: Tube, rows: Iterable[Piece], touching: Touching) -> Found:
        """Return what of one role stops a line like a wall; solids are filled."""
        walls = self.role(rows, name)
        if self.in_solid(tube.a, name) and self.in_solid(tube.b, name):
            solids = self.solids[name]
            if tube.a.overlaps(tube.b):
                open_ = filled.clear(tube, walls, [x.ring for x in solids])
                here = [x for x in solids if filled.overlaps(tube.a, x.ring)]
                return [] if open_ else [(tube.t0, x.owner) for x in here]
            walls += _borders(tube.a, solids) + _borders(tube.b, solids)
        return meets.stops(tube, walls, touching)

    def _solid(self, name: str) -> list[Area]:
        found = [self.obstacles[i] for i in sorted(self.lines[name])]
        return [Area.of(self.index[o.id], o.ring()) for o in found if o.closed_shape]

    def in_solid(self, space: Footprint, name: str = "barrier") -> bool:
        """Whether a space lies partly in a solid."""
        if not self.solids[name]:
            return False
        key = space, name
        if key not in self._inside:
            if len(self._inside) >= _KEPT:
                self._inside.clear()
            self._inside[key] = any(filled.overlaps(space, x.ring) for x in self.solids[name])
        return self._inside[key]

    def walled_in(self, space: Footprint, name: str) -> bool:
        """Whether a space lies wholly in one solid, so that no line leads out of it or into it."""
        return self.in_solid(space, name) and any(
            filled.covers(space, [x.ring])
            for x in self.solids[name]
            if self.obstacles[x.owner].side == "both"
        )

    # -- what does not stop it -----------------------------------------------------------

    def shelters(self, tube: Tube, rows: Sequence[Piece]) -> Graded:
        """Return what gives cover without stopping the line of effect, and its partners."""
        found: Found = []
        partners: Found = []
        for name in ("low", "slit", "cover"):
            for crossed, others in (self.crossed(name, tube, rows), self._inside_of(name, tube)):
                found += crossed
                partners += others
        return found, partners

    def _inside_of(self, name: str, tube: Tube) -> Graded:
        areas = self.areas[name]
        return meets.through(tube.at(tube.t0), tube.at(tube.t1), areas) if areas else ([], [])

    def fogs(self, tube: Tube, rows: Sequence[Piece]) -> Found:
        """Return what conceals."""
        return self.crossed("fog", tube, rows)[0] + self._inside_of("fog", tube)[0]

    def crossed(self, name: str, tube: Tube, rows: Sequence[Piece]) -> Graded:
        """Return the lines of one role, without areas, that a line crosses, and their partners.

        Where two of them hold it up only together, the weaker one counts. The others without
        which they do not, barriers too, are the partners.
        """
        mine = self.role(rows, name)
        if not mine:
            return [], []
        strength = {r.owner: _strength(name, self.obstacles[r.owner]) for r in mine}
        if name in JOINING:
            return meets.passed(tube, mine, self.role(rows, "barrier"), strength)
        return meets.properly(tube, mine, strength)


def _borders(space: Footprint, solids: Sequence[Area]) -> list[Piece]:
    """Return the parts of a space's border that lie in solids, as pieces of those."""
    corners = space.corners()
    found = []
    for p, q in zip(corners, corners[1:] + corners[:1], strict=True):
        for owner, ring, _, _ in solids:
            stops = [contact.ZERO, *area.cuts(p, q, ring), contact.ONE]
            for lo, hi in zip(stops, stops[1:], strict=False):
                mid = (lo + hi) / 2
                along = [(p.x + t * (q.x - p.x), p.y + t * (q.y - p.y)) for t in (lo, mid, hi)]
                if lo < hi and area.inside(ring, *along[1]):
                    found.append(Piece(*along[0], *along[2], owner))
    return found
