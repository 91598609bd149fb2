"""One line against few wall pieces in exact arithmetic: what happens where they only touch.

A line runs inside an infinitely thin tube. Each wall piece that meets it closes the
tube's left side, its right side or both at one place; a collinear piece parts the two
sides. Between two places without such a piece the tube can change sides. So a line is
blocked exactly when some *run* of places, joined by collinear pieces, closes both sides.

"Left" in this module means the side where ``cross(d, v) > 0``. What lies inside the two
spaces never blocks (``inner``), and the spaces bound how far the tube's round ends reach.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from maps.grid import Footprint, Point

LEFT, RIGHT, BOTH = 1, 2, 3

Number = int | Fraction
Vector = tuple[Number, Number]

_SLACK = 1e-6
"""Slack for quick answers about places on a line, where 0 is its start and 1 its end."""

_DOUBT = 1e-12
"""Places that lie nearer together are compared as fractions."""

ZERO = Fraction(0)
ONE = Fraction(1)


class Piece(NamedTuple):
    """A straight piece of an obstacle; ``side`` -1/+1 acts only on lines from its left/right."""

    ax: Number
    ay: Number
    bx: Number
    by: Number
    owner: int
    side: int = 0


class Place(NamedTuple):
    """A place on the line where an owner closes sides of the tube; ``share`` is about ``t``."""

    t: Fraction
    bits: int
    owner: int
    share: float = 0.0


class Parting(NamedTuple):
    """A stretch of the line on which a collinear piece parts its sides."""

    lo: Fraction
    hi: Fraction
    owner: int


@dataclass(frozen=True, slots=True)
class Tube:
    """The line ``origin + t·d`` for t in [t0, t1] from space ``a`` to space ``b``."""

    origin: Vector
    d: Vector
    a: Footprint
    b: Footprint
    t0: Fraction = ZERO
    t1: Fraction = ONE
    inner: bool = True
    ends: bool = True

    @classmethod
    def between(cls, p: Point, a: Footprint, q: Point, b: Footprint) -> Tube:
        """Make the tube of a line between two corners."""
        return cls(p, (q.x - p.x, q.y - p.y), a, b)

    def at(self, t: Fraction) -> Vector:
        """Return the point at a share ``t`` of the line, exact, in sub-units."""
        if t is ZERO:
            return self.origin
        if t is ONE:
            return self.origin[0] + self.d[0], self.origin[1] + self.d[1]
        return self.origin[0] + t * self.d[0], self.origin[1] + t * self.d[1]

    @property
    def whole(self) -> bool:
        """Whether it runs all the way from its origin along ``d``."""
        return self.t0 is ZERO and self.t1 is ONE


@dataclass(slots=True)
class Run:
    """Neighbouring places between which the tube cannot change sides."""

    places: list[Place] = field(default_factory=list)

    @property
    def bits(self) -> int:
        """Which sides its places close together."""
        bits = 0
        for place in self.places:
            bits |= place.bits
        return bits

    @property
    def closed_at(self) -> Fraction:
        """Where, coming from the start, the second side closes."""
        bits = 0
        for place in self.places:
            bits |= place.bits
            if bits == BOTH:
                return place.t
        return self.places[-1].t


def cross(u: Vector, v: Vector) -> Number:
    """Return the cross product: above 0 where ``v`` lies clockwise of ``u`` (y runs down)."""
    return u[0] * v[1] - u[1] * v[0]


def _dot(u: Vector, v: Vector) -> Number:
    return u[0] * v[0] + u[1] * v[1]


def _sign(lo: int, hi: int, at: Number) -> int:
    """Tell which way leads into an interval from its border: 1, -1, 0 = within, 2 = outside."""
    if at < lo or at > hi:
        return 2
    if at == lo:
        return 1
    return -1 if at == hi else 0


def cone(space: Footprint, at: Vector) -> tuple[Vector, Vector] | None:
    """Return the two border directions, counter-clockwise, of a space seen from a point of it.

    ``None`` when the point is no border point.
    """
    sx = _sign(space.x, space.right, at[0])
    sy = _sign(space.y, space.bottom, at[1])
    if sx == 2 or sy == 2 or (sx == 0 and sy == 0):
        return None
    if sx and sy:
        first, second = (sx, 0), (0, sy)
        return (first, second) if sx * sy > 0 else (second, first)
    return ((0, -sx), (0, sx)) if sx else ((sy, 0), (-sy, 0))


def leads_into(space: Footprint, at: Vector, ray: Vector) -> bool:
    """Whether a ray from a point runs at once through the interior of a space."""
    x, y = at
    return (
        (space.x < x or (space.x == x and ray[0] > 0))
        and (x < space.right or (x == space.right and ray[0] < 0))
        and (space.y < y or (space.y == y and ray[1] > 0))
        and (y < space.bottom or (y == space.bottom and ray[1] < 0))
    )


def _turn(d: Vector, v: Vector) -> int:
    """Order v by its angle from d: 0 = same direction, 1 = left, 2 = opposite, 3 = right."""
    c = cross(d, v)
    if c == 0:
        return 0 if _dot(d, v) > 0 else 2
    return 1 if c > 0 else 3


def _up_to(d: Vector, ray: Vector, end: Vector) -> bool:
    """Whether turning left from d meets the ray not after ``end``; d itself does not count."""
    mine, other = _turn(d, ray), _turn(d, end)
    if mine == 0:
        return False
    return mine < other or (mine == other and (mine == 2 or cross(ray, end) >= 0))


def _mirrored(v: Vector) -> Vector:
    return v[0], -v[1]


def end_bits(d: Vector, ray: Vector, space: Footprint, at: Vector) -> int:
    """Return the sides that a ray closes at the start of a line, which begins in a space.

    A side is open when turning to that side from d leads into the space before it
    meets the ray: so one peeks round the free end of a wall but not through its middle.
    """
    borders = cone(space, at)
    if borders is None or leads_into(space, at, d):
        return 0
    first, last = borders
    bits = LEFT if _up_to(d, ray, first) else 0
    if _up_to(_mirrored(d), _mirrored(ray), _mirrored(last)):
        bits |= RIGHT
    return bits


def _swap(bits: int) -> int:
    return (bits & 1) << 1 | bits >> 1


def _bits(
    tube: Tube, t: Fraction, rays: Iterable[Vector], share: float, at: Vector | None = None
) -> int:
    """Return the sides that rays from one place of the line close there.

    ``share`` is about ``t``; ``at`` is the place where it is known.
    """
    if tube.inner and (_is_near(tube, share, tube.a) or _is_near(tube, share, tube.b)):
        at = at or tube.at(t)
        rays = [r for r in rays if not leads_into(tube.a, at, r) and not leads_into(tube.b, at, r)]
    bits = 0
    first, last = _same(t, tube.t0), _same(t, tube.t1)
    if not first and not last:
        for ray in rays:
            side = cross(tube.d, ray)
            bits |= LEFT if side > 0 else RIGHT if side < 0 else 0
    elif tube.ends:
        at = at or tube.at(t)
        for ray in rays:
            if first:
                bits |= end_bits(tube.d, ray, tube.a, at)
            if last:
                back = (-tube.d[0], -tube.d[1])
                bits |= _swap(end_bits(back, ray, tube.b, at))
    return bits


def _same(one: Fraction, other: Fraction) -> bool:
    """Whether two places are the same; 0 and 1, the commonest, are always the same objects."""
    if other is ZERO or other is ONE:
        return one is other
    return one == other


def _place(top: Number, bottom: Number) -> Fraction:
    """Return a place on a line; 0 and 1 are always the same objects."""
    if top == 0:
        return ZERO
    return ONE if top == bottom else Fraction(top, bottom)


def _is_near(tube: Tube, share: float, space: Footprint) -> bool:
    """Whether a place lies in a space or at least within a unit of it, quickly."""
    x = tube.origin[0] + share * float(tube.d[0])
    y = tube.origin[1] + share * float(tube.d[1])
    return space.x - 1 < x < space.right + 1 and space.y - 1 < y < space.bottom + 1


class _Inner:
    """The part of a line that is surely between its ends and clear of both spaces."""

    def __init__(self, tube: Tube) -> None:
        self.tube = tube
        start, end = (0.0, 1.0) if tube.whole else (float(tube.t0), float(tube.t1))
        self.lo, self.hi = start + _SLACK, end - _SLACK

    def holds(self, share: float) -> bool:
        """Whether what crosses the line there closes both its sides."""
        tube = self.tube
        if not self.lo < share < self.hi:
            return False
        if not tube.inner:
            return True
        return not (_is_near(tube, share, tube.a) or _is_near(tube, share, tube.b))


def _collinear(tube: Tube, s: Piece, places: list[Place], partings: list[Parting]) -> None:
    """Note what a piece along a line closes and parts; all is compared in lengths times d."""
    d, o = tube.d, tube.origin
    dd = _dot(d, d)
    ka, kb = _dot((s.ax - o[0], s.ay - o[1]), d), _dot((s.bx - o[0], s.by - o[1]), d)
    k0, k1 = (0, dd) if tube.whole else (tube.t0 * dd, tube.t1 * dd)
    lo, hi = min(ka, kb), max(ka, kb)
    if hi < k0 or lo > k1:
        return
    start, end = max(lo, k0), min(hi, k1)
    if start < end:
        partings.append(Parting(_place(start, dd), _place(end, dd), s.owner))
    back = (-d[0], -d[1])
    for k, t in ((k0, tube.t0), (k1, tube.t1)):
        if lo <= k <= hi:
            rays = [r for r, there in ((back, lo < k), (d, k < hi)) if there]
            bits = _bits(tube, t, rays, float(t))
            if bits:
                places.append(Place(t, bits, s.owner, float(t)))


def _acts(side: int, d: Vector, e: Vector) -> bool:
    """Whether a one-way piece along e acts on lines along d; the screen's y runs down."""
    turn = cross(e, d)
    return side == 0 or turn == 0 or (turn > 0) == (side < 0)


def span(space: Footprint, origin: Vector, d: Vector) -> tuple[Fraction, Fraction] | None:
    """Return the stretch of the endless line that lies in a closed space."""
    lo, hi = Fraction(-(10**9)), Fraction(10**9)
    for at, way, first, last in (
        (origin[0], d[0], space.x, space.right),
        (origin[1], d[1], space.y, space.bottom),
    ):
        if way == 0:
            if not first <= at <= last:
                return None
            continue
        one, two = Fraction(first - at) / way, Fraction(last - at) / way
        lo, hi = max(lo, min(one, two)), min(hi, max(one, two))
    return (lo, hi) if lo <= hi else None


def exposed(tube: Tube, parting: Parting) -> Parting | None:
    """Return the part of a piece along a line outside both spaces' interiors, or None."""
    lo, hi = parting.lo, parting.hi
    for space in (tube.a, tube.b):
        part = span(space, tube.origin, tube.d)
        if part is None or not leads_into(space, tube.at(sum(part, ZERO) / 2), tube.d):
            continue
        if part[0] <= lo:
            lo = max(lo, part[1])
        if part[1] >= hi:
            hi = min(hi, part[0])
    return Parting(lo, hi, parting.owner) if lo < hi else None


def contacts(tube: Tube, pieces: Iterable[Piece]) -> tuple[list[Place], list[Parting]]:
    """Find where pieces close sides of a line and where they part them, along the line."""
    places: list[Place] = []
    partings: list[Parting] = []
    (ox, oy), (dx, dy) = tube.origin, tube.d
    whole, inner = tube.whole, _Inner(tube)
    first, last = inner.lo - 2 * _SLACK, inner.hi + 2 * _SLACK
    for s in pieces:
        ex, ey = s.bx - s.ax, s.by - s.ay
        if s.side and not _acts(s.side, tube.d, (ex, ey)):
            continue
        x, y = s.ax - ox, s.ay - oy
        bottom = dx * ey - dy * ex
        sa = dx * y - dy * x
        sb = sa + bottom
        if sa == 0 and sb == 0:
            _collinear(tube, s, places, partings)
            continue
        if sa * sb > 0:
            continue
        top = x * ey - y * ex
        share = float(top / bottom)
        if not first <= share <= last:
            continue
        if sa and sb and inner.holds(share):
            places.append(Place(Fraction(top, bottom), BOTH, s.owner, share))
            continue
        t = _place(top, bottom)
        if not (0 <= top <= bottom or bottom <= top <= 0 if whole else tube.t0 <= t <= tube.t1):
            continue
        if sa == 0:
            bits = _bits(tube, t, ((ex, ey),), share, (s.ax, s.ay))
        elif sb == 0:
            bits = _bits(tube, t, ((-ex, -ey),), share, (s.bx, s.by))
        else:
            bits = _bits(tube, t, ((ex, ey), (-ex, -ey)), share)
        if bits:
            places.append(Place(t, bits, s.owner, share))
    _sort(places)
    partings.sort()
    return places, partings


def _sort(places: list[Place]) -> None:
    """Sort places along their line: roughly first, exactly where that leaves any doubt."""
    places.sort(key=lambda p: (p.share, p.bits, p.owner))
    for one, two in zip(places, places[1:], strict=False):
        if two.share - one.share < _DOUBT and one.t != two.t:
            places.sort()
            return


def runs(places: Sequence[Place], partings: Sequence[Parting]) -> list[Run]:
    """Join places that lie together or have a collinear piece all the way between them."""
    found: list[Run] = []
    merged: list[list[Fraction]] = []
    for p in partings:
        if merged and p.lo <= merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], p.hi)
        else:
            merged.append([p.lo, p.hi])
    last: Place | None = None
    for place in places:
        joined = last is not None and (
            (place.share - last.share < _DOUBT and place.t == last.t)
            or any(lo <= last.t and place.t <= hi for lo, hi in merged)
        )
        if not joined:
            found.append(Run())
        found[-1].places.append(place)
        last = place
    return found


def _gap_closed(start: Vector, ray: Vector, end: Vector) -> bool:
    """Whether turning left from start to end, both included, meets the ray."""
    return _turn(start, ray) == 0 or _up_to(start, ray, end)


def point_places(at: Vector, a: Footprint, b: Footprint, pieces: Iterable[Piece]) -> list[Place]:
    """Return what closes the two ways round a point that two spaces share."""
    places: list[Place] = []
    ca, cb = cone(a, at), cone(b, at)
    if ca is None or cb is None or a.overlaps(b):
        return places
    way = (b.centre2.x - a.centre2.x, b.centre2.y - a.centre2.y)
    for s in pieces:
        e = (s.bx - s.ax, s.by - s.ay)
        to_a, to_b = (s.ax - at[0], s.ay - at[1]), (s.bx - at[0], s.by - at[1])
        if cross(to_a, to_b) != 0 or _dot(to_a, to_b) > 0 or not _acts(s.side, way, e):
            continue
        bits = 0
        for ray in (to_a, to_b):
            if ray == (0, 0) or leads_into(a, at, ray) or leads_into(b, at, ray):
                continue
            bits |= LEFT if _gap_closed(ca[1], ray, cb[0]) else 0
            bits |= RIGHT if _gap_closed(cb[1], ray, ca[0]) else 0
        if bits:
            places.append(Place(ZERO, bits, s.owner))
    return places
