"""What stands between two: only facts, since DAMAKAR has no rule of cover."""

from __future__ import annotations

from collections.abc import Iterator

from maps.grid import Footprint, Point
from maps.reach import whole
from maps.shapes import Grade
from maps.sight import Body, LineFacts, SightLine, SightMap, Verdict, sight_map
from rules.encounter.plans import Cover
from rules.encounter.state import Encounter, Token
from rules.systems.damakar.conditions import is_out
from rules.systems.damakar.reach import level_of


def look(state: Encounter, one: Token, other: Token) -> Cover:
    """Return the lines from the corner that the fewest obstacles and creatures stop."""
    sight = sight_map(state.board).at(level_of(one, other))
    a, b = whole(one.space), whole(other.space)
    bodies = tuple(_bodies(state, one, other, a, b))
    corners = [(square, p) for square in a.unit_squares() for p in square.corners()]
    corners.sort(key=lambda pair: _far(pair[1], b))
    best: tuple[int, Point, tuple[SightLine, ...]] | None = None
    for square, p in corners:
        lines = tuple(map(_judged, sight.lines(square, b, p, b.lattice(), bodies)))
        stopped = sum(line.verdict is not Verdict.FREE for line in lines)
        if best is None or stopped < best[0]:
            best = stopped, p, lines
        if not stopped:
            break
    assert best is not None
    return _cover(sight, a, b, *best)


def _far(p: Point, aim: Footprint) -> int:
    centre = aim.centre2
    return (2 * p.x - centre.x) ** 2 + (2 * p.y - centre.y) ** 2


def _bodies(
    state: Encounter, one: Token, other: Token, a: Footprint, b: Footprint
) -> Iterator[Body]:
    low, high = level_of(one, other)
    for token in state.tokens.values():
        space = whole(token.space)
        if token.id in (one.id, other.id) or space.overlaps(a) or space.overlaps(b):
            continue
        tall = token.space.side if token.height is None else token.height
        inside = token.elevation < high and token.elevation + tall > low
        stands = not is_out(token) if token.gives_cover is None else token.gives_cover
        if inside and stands:
            yield Body(token.id, space)


def _judged(fact: LineFacts) -> SightLine:
    by = fact.barriers or fact.shelters
    if by:
        return SightLine(fact.p, fact.q, Verdict.BLOCKED, by, fact.stopped_at)
    if fact.bodies:
        return SightLine(fact.p, fact.q, Verdict.CREATURE, fact.bodies)
    return SightLine(fact.p, fact.q, Verdict.FREE)


def _cover(
    sight: SightMap,
    a: Footprint,
    b: Footprint,
    stopped: int,
    p: Point,
    lines: tuple[SightLine, ...],
) -> Cover:
    by = tuple(dict.fromkeys(id for line in lines for id in line.by))
    percent = round(100 * stopped / len(lines)) if lines else 0
    if not sight.effect(a, b).exists:
        return Cover(Grade.TOTAL, percent, p, by, lines)
    if any(line.verdict is Verdict.BLOCKED for line in lines):
        return Cover(Grade.HARD, percent, p, by, lines)
    grade = Grade.SOFT if stopped else Grade.NONE
    return Cover(grade, percent, p, by, lines)
