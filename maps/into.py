"""Lines from the corners of a square into a whole space beside it: what any of them crosses.

Lines that end at corners alone miss short pieces; here they may end anywhere in the space.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction

from maps import area, contact
from maps.area import Ring
from maps.compiled import Compiled
from maps.contact import ONE, ZERO, Piece, Vector
from maps.grid import SUB, Footprint, Point
from maps.lines import LineFacts

_SHELTERS = ("low", "slit", "cover")

Stretch = tuple[Fraction, Fraction]
"""A part of a piece, by places between 0 and 1."""


def crossings(
    found: Compiled, a: Footprint, b: Footprint, known: Collection[str] = ()
) -> Iterator[LineFacts]:
    """Yield one line for each obstacle, but the ``known`` ones, that lines from a into b cross.

    Barriers count outside both spaces, whatever gives cover without stopping shots inside too.
    """
    box = min(a.x, b.x), min(a.y, b.y), max(a.right, b.right), max(a.bottom, b.bottom)
    rows = [found.rows[i] for i in found.pieces.near(*box).tolist()]
    wanted = [r for r in rows if found.ids[r.owner] not in known]
    barriers = found.role(wanted, "barrier")
    lines = [r for name in _SHELTERS for r in found.role(wanted, name)]
    areas = {
        x.owner: x.ring
        for name in _SHELTERS
        for x in found.areas[name]
        if found.ids[x.owner] not in known and area.bounds_touch(x.ring, box[:2], box[2:])
    }
    done: set[int] = set()
    for p in a.corners() if barriers or lines or areas else ():
        fan = _fan(p, b)
        for kind, pieces, spaces in (("wall", barriers, (a, b)), ("shelter", lines, ())):
            for piece in pieces:
                at = None if piece.owner in done else _crossed(p, fan, piece, spaces)
                if at is not None:
                    done.add(piece.owner)
                    yield _line(p, b, at, found.ids[piece.owner], kind == "wall")
        for owner, ring in areas.items():
            at = None if owner in done else _overlap(fan, ring)
            if at is not None:
                done.add(owner)
                yield _line(p, b, at, found.ids[owner], False)


def _fan(p: Point, space: Footprint) -> Ring:
    """Return the convex hull of a point and a space: all lines from one into the other."""
    points = sorted({p, *space.corners()})
    return (*_half(points), *_half(points[::-1]))


def _half(points: Sequence[Point]) -> list[Point]:
    chain: list[Point] = []
    for c in points:
        while len(chain) > 1 and _turn(chain[-2], chain[-1], c) <= 0:
            chain.pop()
        chain.append(c)
    return chain[:-1]


def _turn(a: Vector, b: Vector, c: Vector) -> contact.Number:
    return contact.cross((b[0] - a[0], b[1] - a[1]), (c[0] - a[0], c[1] - a[1]))


def _crossed(p: Point, fan: Ring, piece: Piece, without: Iterable[Footprint]) -> Vector | None:
    """Return a point at which lines of a fan cross a piece, or None."""
    a, b = (piece.ax, piece.ay), (piece.bx, piece.by)
    way = (b[0] - a[0], b[1] - a[1])
    turn = contact.cross(way, (a[0] - p.x, a[1] - p.y))
    if turn == 0 or (piece.side and (turn > 0) != (piece.side < 0)):
        return None
    left = _within(a, b, fan)
    for space in without:
        hidden = _within(a, b, space.corners())
        left = [part for one in left for part in _minus(one, hidden)]
    if not left:
        return None
    lo, hi = max(left, key=lambda part: part[1] - part[0])
    t = (lo + hi) / 2
    return a[0] + t * way[0], a[1] + t * way[1]


def _within(a: Vector, b: Vector, ring: Ring) -> list[Stretch]:
    """Return the part of a→b in the interior of a convex polygon that turns left; one or none."""
    lo, hi = ZERO, ONE
    for c, d in area.edges(ring):
        start, end = _turn(c, d, a), _turn(c, d, b)
        if start <= 0 and end <= 0:
            return []
        if start < 0 or end < 0:
            t = Fraction(start) / (start - end)
            lo, hi = (max(lo, t), hi) if start < 0 else (lo, min(hi, t))
    return [(lo, hi)] if lo < hi else []


def _minus(one: Stretch, others: Sequence[Stretch]) -> list[Stretch]:
    if not others:
        return [one]
    ((lo, hi),) = others
    parts = [(one[0], min(one[1], lo)), (max(one[0], hi), one[1])]
    return [part for part in parts if part[0] < part[1]]


def _overlap(fan: Ring, ring: Ring) -> Vector | None:
    """Return a point that lies in or at a polygon and in the interior of a fan, or None."""
    for a, b in area.edges(ring):
        for lo, hi in _within(a, b, fan):
            t = (lo + hi) / 2
            return a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)
    x, y = (Fraction(sum(values), len(fan)) for values in zip(*fan, strict=True))
    return (x, y) if area.inside(ring, x, y) else None


def _line(p: Point, b: Footprint, at: Vector, id: str, stops: bool) -> LineFacts:
    """Return the line from a corner by a point to the far side of a space."""
    way = (at[0] - p.x, at[1] - p.y)
    span = contact.span(b, p, way)
    far = max(span[1], ONE) if span else ONE
    q = Point(round(p.x + far * way[0]), round(p.y + far * way[1]))
    if stops:
        where = float(at[0]) / SUB, float(at[1]) / SUB
        return LineFacts(p, q, barriers=(id,), blinders=(id,), stopped_at=where)
    return LineFacts(p, q, shelters=(id,))
