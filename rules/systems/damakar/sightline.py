"""What stands between two: only facts, since DAMAKAR has no rule of cover."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from maps.between import in_between
from maps.fans import Tally
from maps.grid import Footprint, Point
from maps.reach import whole
from maps.shapes import Grade
from maps.sight import Body, LineFacts, SightLine, SightMap, Verdict, sight_map
from rules.encounter.heights import height_of, level_of
from rules.encounter.plans import Cover
from rules.encounter.state import Encounter, Token, TokenId
from rules.systems.damakar.conditions import is_out


def look(state: Encounter, one: Token, other: Token) -> Cover:
    """Return the lines from the corner that the fewest obstacles and creatures stop."""
    sight = sight_map(state.board).at(level_of(one, other))
    a, b = whole(one.space), whole(other.space)
    bodies = in_between(a, b, _bodies(state, one, (other,)))
    return sight.judged.get((look, a, b, bodies), lambda: _look(sight, a, b, bodies))


def _look(sight: SightMap, a: Footprint, b: Footprint, bodies: Sequence[Body]) -> Cover:
    best: tuple[int, Point, tuple[SightLine, ...]] | None = None
    for low, square, p in _corners(sight, a, b, bodies):
        if best is not None and low >= best[0]:
            break
        lines = tuple(map(_judged, sight.lines(square, b, p, b.lattice(), bodies)))
        stopped = sum(line.verdict is not Verdict.FREE for line in lines)
        if best is None or stopped < best[0]:
            best = stopped, p, lines
    assert best is not None
    return _cover(sight, a, b, *best)


def _corners(
    sight: SightMap, a: Footprint, b: Footprint, bodies: Sequence[Body]
) -> list[tuple[int, Footprint, Point]]:
    """Return the corners of a space, those of which the fewest lines can be stopped first."""
    rows = []
    for square in a.unit_squares():
        (tallies,) = sight.many(square, (b,), bodies)
        rows += [(_stopped(tally), square, tally.p) for tally in tallies]
    rows.sort(key=lambda row: (row[0], _far(row[2], b)))
    return rows


def _stopped(tally: Tally) -> int:
    """Return how many lines of a corner are stopped at least."""
    return max(tally.barred, tally.bodied, 1 if tally.shelters else 0)


def _far(p: Point, aim: Footprint) -> int:
    centre = aim.centre2
    return (2 * p.x - centre.x) ** 2 + (2 * p.y - centre.y) ** 2


def grades(state: Encounter, one: Token, others: Sequence[Token]) -> dict[TokenId, Grade]:
    """Return what stands between one and many others: the grades of ``look``, cast in bulk."""
    a = whole(one.space)
    found: dict[TokenId, Grade] = {}
    for level in dict.fromkeys(level_of(one, other) for other in others):
        group = [other for other in others if level_of(one, other) == level]
        sight = sight_map(state.board).at(level)
        bodies = tuple(_bodies(state, one, group, among=True))
        spaces = [whole(t.space) for t in group]
        ignored = [
            {x.id for x in bodies if x.id == t.id or x.space.overlaps(space)}
            for t, space in zip(group, spaces, strict=True)
        ]
        rows: list[list[Tally]] = [[] for _ in group]
        for square in a.unit_squares():
            for row, tallies in zip(rows, sight.many(square, spaces, bodies, ignored), strict=True):
                row += tallies
        for t, space, row in zip(group, spaces, rows, strict=True):
            found[t.id] = _grade(sight, a, space, min(row, key=_stopped))
    return found


def _grade(sight: SightMap, a: Footprint, b: Footprint, best: Tally) -> Grade:
    if best.barred == best.lines and not sight.effect(a, b).exists:
        return Grade.TOTAL
    if best.barred or best.shelters:
        return Grade.HARD
    return Grade.SOFT if best.bodied else Grade.NONE


def _bodies(
    state: Encounter, one: Token, others: Sequence[Token], *, among: bool = False
) -> Iterator[Body]:
    """Yield who may stand in the way; with ``among`` the others may shelter each other."""
    low = min(level_of(one, other)[0] for other in others)
    high = max(level_of(one, other)[1] for other in others)
    ends = [one] if among else [one, *others]
    for token in state.tokens.values():
        space = whole(token.space)
        if any(token.id == t.id or space.overlaps(whole(t.space)) for t in ends):
            continue
        inside = token.elevation < high and token.elevation + height_of(token) > low
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
    if stopped and not sight.effect(a, b).exists:
        return Cover(Grade.TOTAL, percent, p, by, lines)
    if any(line.verdict is Verdict.BLOCKED for line in lines):
        return Cover(Grade.HARD, percent, p, by, lines)
    grade = Grade.SOFT if stopped else Grade.NONE
    return Cover(grade, percent, p, by, lines)
