"""What lies between two fighters: geometry for the map; the rules of Das System count no cover."""

from __future__ import annotations

from collections.abc import Iterator

from maps.grid import Footprint, Point
from maps.reach import whole
from maps.shapes import Grade
from maps.sight import Body, LineFacts, SightLine, SightMap, Verdict, sight_map
from rules.encounter.plans import Cover
from rules.encounter.state import Encounter, Token


def height_of(token: Token) -> int:
    """Return the body height in sub-units; without one a body is as high as its space is wide."""
    return token.space.side if token.height is None else token.height


def level_of(one: Token, other: Token) -> tuple[int, int]:
    """Return the heights between which lines between two creatures run."""
    low = min(one.elevation, other.elevation)
    return low, max(one.elevation + height_of(one), other.elevation + height_of(other))


def reachable(state: Encounter, one: Token, other: Token) -> bool:
    """Whether any line leads from one to the other past all walls."""
    sight = sight_map(state.board)
    return sight.effect(whole(one.space), whole(other.space), level_of(one, other)).exists


def look(state: Encounter, one: Token, other: Token) -> Cover:
    """Return the lines from the corner that sees most, and who stops the others."""
    sight = sight_map(state.board).at(level_of(one, other))
    a, t = whole(one.space), whole(other.space)
    bodies = _bodies(state, one, other)
    best = min(_looks(sight, a, t, bodies), key=_stopped)
    stopped = sum(line.verdict is not Verdict.FREE for line in best)
    percent = round(100 * stopped / len(best))
    by = tuple(dict.fromkeys(id for line in best for id in line.by))
    return Cover(_grade(best, reachable(state, one, other)), percent, best[0].p, by, best)


def _bodies(state: Encounter, one: Token, other: Token) -> tuple[Body, ...]:
    return tuple(
        Body(token.id, whole(token.space))
        for token in state.tokens.values()
        if token.id not in (one.id, other.id) and not token.has("dead")
    )


def _looks(
    sight: SightMap, a: Footprint, t: Footprint, bodies: tuple[Body, ...]
) -> Iterator[tuple[SightLine, ...]]:
    for square in a.unit_squares():
        for p in sorted(square.corners(), key=lambda c: _far(c, t)):
            facts = sight.lines(square, t, p, t.corners(), bodies)
            yield tuple(_judged(fact) for fact in facts)


def _far(p: Point, t: Footprint) -> int:
    centre = t.centre2
    return (2 * p.x - centre.x) ** 2 + (2 * p.y - centre.y) ** 2


def _judged(fact: LineFacts) -> SightLine:
    stops = (*fact.barriers, *fact.shelters)
    if stops:
        return SightLine(fact.p, fact.q, Verdict.BLOCKED, stops, fact.stopped_at)
    if fact.bodies:
        return SightLine(fact.p, fact.q, Verdict.CREATURE, fact.bodies)
    return SightLine(fact.p, fact.q, Verdict.FREE)


def _stopped(lines: tuple[SightLine, ...]) -> tuple[int, int]:
    walls = sum(line.verdict is Verdict.BLOCKED for line in lines)
    return walls, sum(line.verdict is Verdict.CREATURE for line in lines)


def _grade(lines: tuple[SightLine, ...], reached: bool) -> Grade:
    walls, bodies = _stopped(lines)
    if not reached:
        return Grade.TOTAL
    if walls:
        return Grade.HARD
    return Grade.SOFT if bodies else Grade.NONE
