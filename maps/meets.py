"""What one line meets, by the touching rule of each kind of obstacle."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from maps import area, contact
from maps.contact import BOTH, Parting, Piece, Place, Run, Tube
from maps.grid import Point

Found = list[tuple[Fraction, int]]
"""Places on the line and the obstacles, by index, that it meets there."""
Graded = tuple[Found, Found]
"""What holds a line up: the weakest of those that do it only together, and their partners."""
_Met = tuple[list[Place], list[Parting]]
"""Where pieces close sides of a line, and where they part them."""


class Touching(StrEnum):
    """What counts as blocked where a line only touches a barrier."""

    TUBE = "tube"
    """Blocked when it cannot be drawn inside an infinitely thin tube from space to space."""
    STRICT = "strict"
    """As TUBE, and running along a barrier blocks as well."""


class Area(NamedTuple):
    """An obstacle that bounds an area, its strength among those it joins with, its bounds.

    ``box`` is left, top, right, bottom.
    """

    owner: int
    ring: tuple[Point, ...]
    strength: int
    box: tuple[int, int, int, int]

    @classmethod
    def of(cls, owner: int, ring: tuple[Point, ...], strength: int = 0) -> Area:
        """Make an area and find its bounds."""
        xs, ys = [p.x for p in ring], [p.y for p in ring]
        return cls(owner, ring, strength, (min(xs), min(ys), max(xs), max(ys)))


def stops(tube: Tube, rows: Sequence[Piece], touching: Touching) -> Found:
    """Return (where, who) for everything that stops a line; empty when it is clear.

    Who along it joins others that stop it only together is among them.
    """
    if tube.d == (0, 0):
        run = Run(contact.point_places(tube.origin, tube.a, tube.b, rows))
        return [(p.t, p.owner) for p in run.places] if run.bits == BOTH else []
    places, partings = contact.contacts(tube, rows)
    found: Found = []
    for run in contact.runs(places, partings):
        if len(run.places) == 1:
            found += [(p.t, p.owner) for p in run.places if p.bits == BOTH]
        elif run.bits == BOTH:
            found += [(max(p.t, run.closed_at), p.owner) for p in run.places]
            found += [(max(p.lo, run.closed_at), p.owner) for p in _joining(run, partings)]
    if touching is Touching.STRICT:
        found += [(p.lo, p.owner) for p in partings if contact.exposed(tube, p)]
    return found


def passed(
    tube: Tube, mine: Sequence[Piece], barrier: Sequence[Piece], strength: Mapping[int, int]
) -> Graded:
    """Return the pieces of one kind that a line cannot avoid, its barriers given.

    Barriers stop what would lead past on their side. Another kind that lets shots pass does not:
    where a low wall and a slit end at one point, a line is drawn through it and crosses neither.

    Named is whatever takes part, also what lies along the line and only parts its sides, and
    barriers where there is a way without them. ``strength`` is that of each owner but these.
    """
    if tube.d == (0, 0):
        own = contact.point_places(tube.origin, tube.a, tube.b, mine)
        walls = contact.point_places(tube.origin, tube.a, tube.b, barrier)
        return _graded((own, []), (walls, []), strength)
    own, partings = contact.contacts(replace(tube, inner=False), mine)
    if not own and not partings:
        return [], []
    walls, parted = contact.contacts(tube, barrier)
    if not own and len(walls) < 2:
        return [], []
    # what of a barrier lies inside the two spaces parts nothing either
    more = [part for p in parted if (part := contact.exposed(tube, p))]
    return _graded((own, partings), (walls, more), strength)


def properly(tube: Tube, rows: Sequence[Piece], strength: Mapping[int, int]) -> Graded:
    """Return the pieces that a line crosses properly, between its ends.

    ``strength`` is that of each owner.
    """
    if not rows or tube.d == (0, 0):
        return [], []
    bare = replace(tube, inner=False, ends=False)
    return _graded(contact.contacts(bare, rows), ([], []), strength)


def _graded(mine: _Met, barrier: _Met, strength: Mapping[int, int]) -> Graded:
    """Sort what a line cannot avoid: what is of the strength that it gives there, and the rest."""
    own, partings = mine
    weakest: Found = []
    others: Found = []
    for least in sorted({strength[p.owner] for p in own} | {strength[p.owner] for p in partings}):
        some = (
            [p for p in own if strength[p.owner] >= least],
            [p for p in partings if strength[p.owner] >= least],
        )
        strong = {owner for owner, k in strength.items() if k > least}
        for t, owner in _unavoidable(some, barrier, strong):
            (weakest if strength.get(owner) == least else others).append((t, owner))
    return weakest, others


def _unavoidable(mine: _Met, barrier: _Met, strong: Collection[int]) -> Found:
    """Return what of one kind closes both sides of a line, by itself or with walls.

    With walls it is named, too, where they alone close both sides at the same spot, or where it
    lies along the line between them: it would be needed if they closed one side each, and a wall
    more takes nothing. Where the ``strong`` owners close both sides, only the other own ones are
    named: they may still do so where the strong ones are ignored.
    """
    found: Found = []
    (own, partings), (walls, more) = mine, barrier
    owners = {p.owner for p in own}
    for run in contact.runs(sorted(own + walls), sorted(partings + more)):
        if run.bits != BOTH:
            continue
        some = [p for p in run.places if p.owner in owners]
        alone = _closed(some, partings)
        if not some and not _joining(run, partings):
            continue
        if _closed_by(strong, some, partings):
            found += [(p.t, p.owner) for p in some if p.owner not in strong]
            continue
        first, between = run.places[0].t, partings if alone else (*partings, *more)
        found += [(p.t, p.owner) for p in (some if alone else run.places)]
        found += [(max(p.lo, first), p.owner) for p in _joining(run, between)]
    return found


def _joining(run: Run, partings: Iterable[Parting]) -> list[Parting]:
    """Return what lies along a line between places of a run that are apart."""
    first, last = run.places[0].t, run.places[-1].t
    return [p for p in partings if first < last and p.lo < last and p.hi > first]


def _closed(places: list[Place], partings: list[Parting]) -> bool:
    if any(p.bits == BOTH for p in places):
        return True
    if Run(places).bits != BOTH:
        return False
    return any(run.bits == BOTH for run in contact.runs(places, partings))


def _closed_by(some: Collection[int], places: list[Place], partings: list[Parting]) -> bool:
    """Whether what belongs to some owners closes both sides."""
    if not some:
        return False
    theirs = [p for p in places if p.owner in some]
    return _closed(theirs, sorted(p for p in partings if p.owner in some))


def second_of(tube: Tube, rows: Sequence[Piece], walls: Sequence[Piece] = ()) -> Found:
    """Return what a line crosses from the second crossing on: it sees in but not past.

    Where pieces touch they are crossed once. Whole walls may close one side of the line and
    pieces the other: it crosses those there, too.
    """
    if not rows or tube.d == (0, 0):
        return []
    own, partings = contact.contacts(tube, rows)
    others, more = contact.contacts(tube, walls) if walls and own else ([], [])
    crossed = _together(own, partings, others, [])
    known = {p for run in crossed for p in run}
    crossed += [
        run
        for run in (_together(own, partings, others, more) if more else [])
        if known.isdisjoint(run)
    ]
    return [(p.t, p.owner) for run in sorted(crossed)[1:] for p in run]


def _together(
    own: list[Place], partings: list[Parting], walls: list[Place], more: list[Parting]
) -> list[list[Place]]:
    """Return the own places of each run that they close, alone or with walls that alone do not."""
    found = []
    for run in contact.runs(sorted(own + walls), sorted(partings + more)):
        mine = [p for p in run.places if p in own]
        others = [p for p in run.places if p not in own]
        if mine and run.bits == BOTH and not _closed(others, more):
            found.append(mine)
    return found


def through(p: contact.Vector, q: contact.Vector, areas: Sequence[Area]) -> Graded:
    """Return the areas through whose common interior a line runs, and their partners.

    Along the edge that two areas share a line is inside both together; there the
    weaker of the two counts, and the stronger is its partner.
    """
    found: Found = []
    partners: Found = []
    edge: list[tuple[Fraction, Fraction, int, Area]] = []
    (left, right), (top, bottom) = sorted((p[0], q[0])), sorted((p[1], q[1]))
    for x in areas:
        x0, y0, x1, y1 = x.box
        if x1 < left or x0 > right or y1 < top or y0 > bottom:
            continue
        at = area.enters(p, q, x.ring)
        if at is not None:
            found.append((at, x.owner))
        else:
            edge += [(lo, hi, side, x) for lo, hi, side in area.borders(p, q, x.ring)]
    for lo, hi, side, x in edge:
        for lo2, hi2, side2, y in edge:
            if side != side2 and max(lo, lo2) < min(hi, hi2):
                weak = x.strength <= y.strength
                (found if weak else partners).append((max(lo, lo2), x.owner))
    return found, partners
