"""What lies between two fighters: geometry for the map; the rules of Das System count no cover."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from maps.grid import Footprint, Point
from maps.reach import whole
from maps.shapes import Grade
from maps.sight import Body, Level, LineFacts, SightLine, SightMap, Tally, Verdict, sight_map
from rules.encounter.heights import level_of
from rules.encounter.plans import Cover
from rules.encounter.state import Encounter, Token, TokenId


def reached(state: Encounter, one: Token, other: Token) -> bool:
    """Whether any line leads from one to the other past all walls."""
    sight = sight_map(state.board)
    return sight.effect(whole(one.space), whole(other.space), level_of(one, other)).exists


def look(state: Encounter, one: Token, other: Token) -> Cover:
    """Return the lines from the corner that sees most, and who stops the others."""
    sight = sight_map(state.board).at(level_of(one, other))
    a, t = whole(one.space), whole(other.space)
    bodies = _bodies(state, one)
    key = look, a, t, other.id, bodies
    return sight.judged.get(key, lambda: _look(sight, a, t, other.id, bodies))


def _look(
    sight: SightMap, a: Footprint, t: Footprint, other: TokenId, bodies: tuple[Body, ...]
) -> Cover:
    ignored = _beside(bodies, t, other)
    views = _views(sight, a, (t,), bodies, (ignored,))[0]
    least = min(view.key for view in views)
    best = [view for view in views if view.key == least]
    kept = tuple(body for body in bodies if body.id not in ignored)
    asked = best if best[0].tally.shelters else best[:1]
    lines = min(
        (tuple(_judged(f) for f in sight.lines(v.square, t, v.tally.p, t.lattice(), kept))
         for v in asked),
        key=_stopped,
    )  # fmt: skip
    stopped = sum(line.verdict is not Verdict.FREE for line in lines)
    percent = round(100 * stopped / len(lines))
    by = tuple(dict.fromkeys(id for line in lines for id in line.by))
    return Cover(_grade(best[0], sight, a, t), percent, lines[0].p, by, lines)


def grades(state: Encounter, one: Token, others: Sequence[Token]) -> dict[TokenId, Grade]:
    """Return what stands between one and many, all lines cast at once."""
    board_sight, bodies, a = sight_map(state.board), _bodies(state, one), whole(one.space)
    found: dict[TokenId, Grade] = {}
    levels: dict[Level, list[Token]] = defaultdict(list)
    for other in others:
        levels[level_of(one, other)].append(other)
    for level, group in levels.items():
        sight = board_sight.at(level)
        spaces = tuple(whole(other.space) for other in group)
        ignored = tuple(_beside(bodies, whole(o.space), o.id) for o in group)
        rows = _views(sight, a, spaces, bodies, ignored)
        for other, space, views in zip(group, spaces, rows, strict=True):
            best = min(views, key=lambda view: view.key)
            found[other.id] = _grade(best, sight, a, space)
    return found


@dataclass(frozen=True, slots=True)
class _View:
    """What all lines from one corner to a space meet."""

    square: Footprint
    tally: Tally
    far: int

    @property
    def key(self) -> tuple[int, bool, int]:
        return self.tally.barred, bool(self.tally.shelters), self.tally.bodied


def _views(
    sight: SightMap,
    a: Footprint,
    spaces: Sequence[Footprint],
    bodies: tuple[Body, ...],
    ignored: Sequence[frozenset[str]],
) -> list[list[_View]]:
    """Return the views from all corners of a space to each of others, the nearest first."""
    rows: list[list[_View]] = [[] for _ in spaces]
    for square in a.unit_squares():
        many = sight.many(square, spaces, bodies, ignored)
        for row, space, tallies in zip(rows, spaces, many, strict=True):
            row += [_View(square, tally, _far(tally.p, space)) for tally in tallies]
    return [sorted(row, key=lambda view: view.far) for row in rows]


def _bodies(state: Encounter, one: Token) -> tuple[Body, ...]:
    mine = whole(one.space)
    return tuple(
        Body(token.id, space)
        for token in state.tokens.values()
        if token.id != one.id
        and not token.has("dead")
        and not (space := whole(token.space)).overlaps(mine)
    )


def _beside(bodies: tuple[Body, ...], space: Footprint, id: str) -> frozenset[str]:
    """Return who does not stand in the way to somebody: himself and those in his space."""
    return frozenset({id, *(body.id for body in bodies if body.space.overlaps(space))})


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


def _grade(view: _View, sight: SightMap, a: Footprint, t: Footprint) -> Grade:
    tally = view.tally
    if tally.barred == tally.lines and not sight.effect(a, t).exists:
        return Grade.TOTAL
    if tally.barred or tally.shelters:
        return Grade.HARD
    return Grade.SOFT if tally.bodied else Grade.NONE
