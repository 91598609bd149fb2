"""Makes lines that were followed pixel by pixel as straight as the hand that drew them meant.

Stretches that are straight become fitted lines, corners are where two of them meet, and what
lies beside the grid by a hair comes to lie on it. Curves stay curves.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from shapely.geometry import LineString, Point

from maps.free_ends import END, Ground, lengthen
from maps.straight_lines import (
    BEND,
    SNAP,
    Fit,
    Lattice,
    Mask,
    Points,
    Spot,
    centred,
    levelled,
    line_through,
    meeting,
)

STRAIGHT = 0.8
"""A stretch of this length, in squares, is fitted; shorter ones belong to curves."""
CURVE = math.radians(40)
"""Stretches that turn by less than this, one after the other, are a curve."""
CORNER = 0.5
"""No corner moves further than this, in squares."""
BUMP = (0.9, 0.4)
"""Length and height, in squares, of what is no more than a bump in a straight line."""
CROSS = 0.45
"""Joints no further apart than this, in squares, are one: thinning parts crossings in two."""


@dataclass(slots=True)
class _Run:
    """A stretch of a chain between two corners; ``fit`` where it is straight.

    ``bent`` are those that a curve was cut into: the grid has no say about them.
    """

    points: Points
    fit: Fit | None = None
    bent: bool = False


@dataclass(slots=True)
class _Chain:
    ends: tuple[int, int]
    runs: list[_Run] = field(default_factory=list)


def straightened(
    lines: Sequence[LineString],
    fine: float,
    tolerance: float,
    lattice: Lattice | None = None,
    ink: Mask | None = None,
) -> list[LineString]:
    """Return lines made straight where they are; those that meet go on meeting.

    ``fine`` is the number of pixels of a square, ``tolerance`` how far beside what was drawn a
    line may lie, in pixels. ``lattice`` is the grid to which lines may be drawn, ``ink`` where
    the picture is dark: free ends go on as far as it does, or to the line that they nearly meet.
    """
    joints, kept = _joints([line for line in lines if line.length > 0], fine)
    chains = []
    for line in kept:
        points, ends = np.asarray(line.coords, dtype=float), (line.coords[0], line.coords[-1])
        if joints.is_ring(line):
            runs = _ring(_runs(_turned(points), fine, tolerance), fine)
            start: Spot = (float(runs[0].points[0][0]), float(runs[0].points[0][1]))
            ends = (start, start)
        else:
            runs = _without_chamfers(_runs(points, fine, tolerance), fine)
        chains.append(_Chain((joints.of(ends[0]), joints.of(ends[1])), runs))
    _fit_through(chains, tolerance)
    if ink is not None:
        _centre(chains, ink, fine)
    for chain in chains:
        _mark_curves(chain)
        for run in chain.runs:
            if run.fit is not None and not run.bent:
                run.fit = levelled(run.fit, run.points, lattice, fine, tolerance)
    places = _places(chains, joints, lattice, fine)
    free = _free(chains)
    made = [_drawn(chain, places, lattice, fine) for chain in chains]
    if ink is not None:
        lengthen(made, free, Ground(ink, lattice, fine))
    return [LineString(spots) for spots in made if len(spots) > 1]


# -- joints ------------------------------------------------------------------------------------


class _Joints:
    """Which ends of lines are one place; numbers stand for places."""

    def __init__(self, lines: Sequence[LineString]) -> None:
        self._ids: dict[Spot, int] = {}
        self._parent: list[int] = []
        self.counts = Counter(at for line in lines for at in (line.coords[0], line.coords[-1]))

    def is_ring(self, line: LineString) -> bool:
        """Whether a line closes itself and no other ends there."""
        return bool(line.coords[0] == line.coords[-1]) and self.counts[line.coords[0]] == 2

    def of(self, at: Spot) -> int:
        """Return the number of a place."""
        if at not in self._ids:
            self._ids[at] = len(self._parent)
            self._parent.append(len(self._parent))
        return self._root(self._ids[at])

    def _root(self, n: int) -> int:
        while self._parent[n] != n:
            self._parent[n] = self._parent[self._parent[n]]
            n = self._parent[n]
        return n

    def unite(self, a: Spot, b: Spot) -> None:
        self._parent[self.of(a)] = self.of(b)

    def members(self) -> dict[int, list[Spot]]:
        """Return the places that are one, by number."""
        found: dict[int, list[Spot]] = defaultdict(list)
        for at in self._ids:
            found[self.of(at)].append(at)
        return found


def _joints(lines: Sequence[LineString], fine: float) -> tuple[_Joints, list[LineString]]:
    """Number the ends of lines; short links between joints are gone, their ends are one."""
    joints, kept = _Joints(lines), []
    for line in lines:
        a, b = line.coords[0], line.coords[-1]
        crossed = joints.counts[a] > 2 and joints.counts[b] > 2
        if a != b and crossed and line.length <= CROSS * fine:
            joints.unite(a, b)
        else:
            kept.append(line)
    return joints, kept


# -- stretches ---------------------------------------------------------------------------------


def _runs(points: Points, fine: float, tolerance: float) -> list[_Run]:
    """Cut a line at its corners and fit what is straight."""
    cuts = _cuts(points, tolerance)
    stretches = [points[a : b + 1] for a, b in zip(cuts, cuts[1:], strict=False)]
    stretches = _bridged(_merged(stretches, tolerance), fine, tolerance)
    return [_Run(s, _fit(s, fine) if _length(s) >= STRAIGHT * fine else None) for s in stretches]


def _ring(runs: list[_Run], fine: float) -> list[_Run]:
    """Let a ring begin with a straight stretch, if it has any, and leave out its chamfers."""
    start = next((i for i, run in enumerate(runs) if run.fit is not None), 0)
    runs = runs[start:] + runs[:start]
    return _without_chamfers([*runs, runs[0]], fine)[:-1] if len(runs) > 1 else runs


def _turned(points: Points) -> Points:
    """Let a ring begin at its farthest corner, so that no straight side is cut in two."""
    ring = points[:-1]
    start = int(np.argmax(((ring - ring.mean(axis=0)) ** 2).sum(axis=1)))
    ring = np.roll(ring, -start, axis=0)
    return np.concatenate([ring, ring[:1]])


def _cuts(points: Points, tolerance: float) -> list[int]:
    """Return the numbers of the points that are corners, with both ends."""
    corners = np.asarray(LineString(points).simplify(tolerance).coords)
    found, at = [0], 0
    for corner in corners[1:]:
        rest = np.nonzero((points[at + 1 :] == corner).all(axis=1))[0]
        at = at + 1 + int(rest[0]) if len(rest) else len(points) - 1
        found.append(at)
    found[-1] = len(points) - 1
    return found


def _merged(stretches: list[Points], tolerance: float) -> list[Points]:
    """Join neighbours that one line fits as well."""
    made: list[Points] = []
    for stretch in stretches:
        if made:
            both = np.concatenate([made[-1], stretch[1:]])
            if line_through(both).off(both) <= tolerance:
                made[-1] = both
                continue
        made.append(stretch)
    return made


def _bridged(stretches: list[Points], fine: float, tolerance: float) -> list[Points]:
    """Leave out the bumps that a wall makes where it meets the rim of rock."""
    made = list(stretches)
    i = 0
    while i < len(made):
        for j in range(min(i + 4, len(made) - 1), i + 1, -1):
            bump = np.concatenate(made[i + 1 : j])
            if _length(bump) > BUMP[0] * fine or min(map(_length, (made[i], made[j]))) < fine:
                continue
            both = np.concatenate([made[i], made[j]])
            line = line_through(both)
            if line.off(both) <= 2 * tolerance and line.off(bump) <= BUMP[1] * fine:
                made[i : j + 1] = [both]
                break
        else:
            i += 1
    return made


def _length(points: Points) -> float:
    return float(math.dist(points[0], points[-1]))


def _fit(points: Points, fine: float) -> Fit:
    """Fit a line to the middle of a stretch: corners of thinned lines are round."""
    away = np.hypot(*(points - points[0]).T), np.hypot(*(points - points[-1]).T)
    rim = min(0.35 * fine, _length(points) / 4)
    inner = points[(away[0] >= rim) & (away[1] >= rim)]
    return line_through(inner if len(inner) > 2 else points)


def _without_chamfers(runs: list[_Run], fine: float) -> list[_Run]:
    """Leave out the short slants that thinning makes of a corner."""
    made: list[_Run] = []
    for i, run in enumerate(runs):
        after = runs[i + 1] if i + 1 < len(runs) else None
        if (
            run.fit is None
            and made
            and after is not None
            and _length(run.points) <= CORNER * fine
            and _corner_between(made[-1].fit, after.fit, run.points, fine)
        ):
            continue
        made.append(run)
    return made


def _corner_between(a: Fit | None, b: Fit | None, points: Points, fine: float) -> bool:
    if a is None or b is None or a.turn(b) < 2 * BEND:
        return False
    at = meeting([a, b])
    middle = points.mean(axis=0)
    return at is not None and math.dist(at, middle) <= CORNER * fine


# -- lines -------------------------------------------------------------------------------------


def _fit_through(chains: Sequence[_Chain], tolerance: float) -> None:
    """Give stretches that go straight on through a joint one common line."""
    ends: dict[int, list[_Run]] = defaultdict(list)
    for chain in chains:
        ends[chain.ends[0]].append(chain.runs[0])
        if chain.runs[-1] is not chain.runs[0] or chain.ends[0] != chain.ends[1]:
            ends[chain.ends[1]].append(chain.runs[-1])
    groups: dict[int, list[_Run]] = {}
    for runs in ends.values():
        for a, b in _pairs(runs):
            if a.fit is None or b.fit is None or a.fit.turn(b.fit) > BEND:
                continue
            together = [*groups.get(id(a), [a]), *groups.get(id(b), [b])]
            line = line_through(np.concatenate([run.points for run in together]))
            if all(line.off(run.points[2:-2]) <= tolerance for run in together):
                for run in together:
                    run.fit = line
                    groups[id(run)] = together


def _mark_curves(chain: _Chain) -> None:
    """Find the stretches between neighbours that go on turning the same way, a little each."""
    runs = chain.runs
    ring = chain.ends[0] == chain.ends[1]
    turns = []
    for i, run in enumerate(runs):
        after = runs[(i + 1) % len(runs)]
        last = i + 1 == len(runs)
        turns.append(0.0 if last and not ring else _turn(run.points, after.points))
    for i, run in enumerate(runs):
        one, other = turns[i - 1], turns[i]
        run.bent = one * other > 0 and abs(one) < CURVE and abs(other) < CURVE


def _turn(a: Points, b: Points) -> float:
    """Return the angle from one stretch to the next, minus to plus half a turn."""
    (ax, ay), (bx, by) = a[-1] - a[0], b[-1] - b[0]
    return math.atan2(ax * by - ay * bx, ax * bx + ay * by)


def _pairs(runs: Sequence[_Run]) -> Iterator[tuple[_Run, _Run]]:
    for i, a in enumerate(runs):
        for b in runs[i + 1 :]:
            if a is not b:
                yield a, b


def _centre(chains: Sequence[_Chain], ink: Mask, fine: float) -> None:
    """Move lines into the middle of their ink: thinning leaves them half a pixel beside it."""
    done: dict[Fit, Fit] = {}
    for chain in chains:
        for run in chain.runs:
            if run.fit is not None:
                if run.fit not in done:
                    done[run.fit] = centred(run.fit, run.points, ink, fine)
                run.fit = done[run.fit]


# -- places ------------------------------------------------------------------------------------


def _places(
    chains: Sequence[_Chain], joints: _Joints, lattice: Lattice | None, fine: float
) -> dict[int, Spot]:
    """Return where the joints come to lie."""
    fits: dict[int, list[Fit]] = defaultdict(list)
    count: dict[int, int] = defaultdict(int)
    for chain in chains:
        for joint, run in zip(chain.ends, (chain.runs[0], chain.runs[-1]), strict=True):
            count[joint] += 1
            if run.fit is not None and run.fit not in fits[joint]:
                fits[joint].append(run.fit)
    places = {}
    for joint, spots in joints.members().items():
        raw = float(np.mean([s[0] for s in spots])), float(np.mean([s[1] for s in spots]))
        places[joint] = _placed(raw, fits[joint], lattice, fine)
        if count[joint] == 1 and fits[joint] and lattice is not None:
            (fit,) = fits[joint]
            places[joint] = lattice.slid(fit.foot(raw), (fit.dx, fit.dy), END)
    return places


def _placed(raw: Spot, fits: Sequence[Fit], lattice: Lattice | None, fine: float) -> Spot:
    """Return where a corner lies, given the lines that meet there."""
    if not fits:
        return raw
    met = meeting(fits) if len(fits) > 1 else None
    at = met if met is not None and math.dist(met, raw) <= CORNER * fine else fits[0].foot(raw)
    if lattice is None:
        return at
    snapped = lattice.snapped(at, SNAP)
    # a corner may slide along its lines, and off slanting ones by no more than is snapped
    beside = max(math.dist(fit.foot(snapped), snapped) for fit in fits)
    return snapped if beside <= SNAP * fine else at


def _drawn(
    chain: _Chain, places: dict[int, Spot], lattice: Lattice | None, fine: float
) -> list[Spot]:
    """Return the corners of a chain in their places."""
    spots = [places[chain.ends[0]]]
    for a, b in zip(chain.runs, chain.runs[1:], strict=False):
        raw = (float(a.points[-1][0]), float(a.points[-1][1]))
        raw = ((raw[0] + float(b.points[0][0])) / 2, (raw[1] + float(b.points[0][1])) / 2)
        fits = [run.fit for run in (a, b) if run.fit is not None]
        grid = None if a.bent or b.bent else lattice
        spots.append(_placed(raw, fits, grid, fine))
    spots.append(places[chain.ends[1]])
    return _needed(spots, fine)


def _needed(spots: Sequence[Spot], fine: float) -> list[Spot]:
    """Leave out corners at which nothing turns."""
    kept: list[Spot] = []
    for spot in spots:
        if kept and math.dist(kept[-1], spot) < fine / 100:
            continue
        while len(kept) > 1 and LineString([kept[-2], spot]).distance(Point(kept[-1])) < fine / 100:
            kept.pop()
        kept.append(spot)
    return kept


def _free(chains: Sequence[_Chain]) -> list[tuple[int, bool]]:
    """Return the ends at which nothing else ends: the number of the chain, and whether its last."""
    counts = Counter(joint for chain in chains for joint in chain.ends)
    return [
        (i, last)
        for i, chain in enumerate(chains)
        for last in (False, True)
        if counts[chain.ends[last]] == 1 and chain.runs[-1 if last else 0].fit is not None
    ]
