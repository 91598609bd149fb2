"""What stands between two where a rule system knows no cover: only facts, nothing is counted.

Whoever aims has the corner before which the least stands: creatures rather than walls, then the
fewest lines, then the thinnest fog, then the nearest corner (house default).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from maps.between import in_between
from maps.grid import Footprint, Point
from maps.reach import whole
from maps.remember import by_identity
from maps.shapes import Grade
from maps.sight import Body, Level, LineFacts, SightLine, SightMap, Tally, Verdict, sight_map
from rules.encounter.heights import height_of, level_of
from rules.encounter.plans import Cover
from rules.encounter.state import Encounter, Token, TokenId

Stands = Callable[[Token], bool]
"""Whether somebody stands upright, so that he is in the way of lines."""


@dataclass(frozen=True, slots=True)
class PlainView:
    """Cover as the lines of the best corner show it, and the fogs on them."""

    cover: Cover
    fogs: tuple[str, ...] = ()
    fog: int = 0
    """The thickness of the thickest fog in percent."""


def view(state: Encounter, one: Token, other: Token, stands: Stands) -> PlainView:
    """Return what the best corner of one shows of the other."""
    a, t = whole(one.space), whole(other.space)
    if a.overlaps(t):
        return PlainView(Cover())
    bodies = in_between(a, t, _apart(_upright(state, one, level_of(one, other), stands), other))
    sight = sight_map(state.board).at(level_of(one, other))
    return sight.judged.get((view, a, t, bodies), lambda: _view(sight, a, t, bodies))


def _view(sight: SightMap, a: Footprint, t: Footprint, bodies: tuple[Body, ...]) -> PlainView:
    corners = [
        _Corner(square, tally)
        for square in a.unit_squares()
        for tally in sight.many(square, (t,), bodies)[0]
    ]
    best = _best(sight, t, corners, bodies)
    lines = tuple(map(_judged, best.facts))
    percent = round(100 * best.stopped / len(lines))
    by = tuple(dict.fromkeys(id for line in lines for id in line.by))
    grade = _grade(sight, a, t, [corner.tally for corner in corners])
    cover = Cover(grade, percent, best.corner.tally.p, by, lines)
    fogs = tuple(dict.fromkeys(id for fact in best.facts for id in fact.fogs))
    return PlainView(cover, fogs, best.fog)


def covers(
    state: Encounter, one: Token, others: Sequence[Token], stands: Stands
) -> dict[TokenId, Grade]:
    """Return the grades that ``view`` says of many, all lines cast at once."""
    a = whole(one.space)
    found: dict[TokenId, Grade] = {}
    groups: dict[Level, list[Token]] = defaultdict(list)
    for other in others:
        if a.overlaps(whole(other.space)):
            found[other.id] = Grade.NONE
        else:
            groups[level_of(one, other)].append(other)
    for level, group in groups.items():
        sight = sight_map(state.board).at(level)
        bodies = _upright(state, one, level, stands)
        spaces = [whole(other.space) for other in group]
        ignored = [_sharing(bodies, other) for other in group]
        rows: list[list[Tally]] = [[] for _ in group]
        for square in a.unit_squares():
            for row, tallies in zip(rows, sight.many(square, spaces, bodies, ignored), strict=True):
                row += tallies
        for other, space, row in zip(group, spaces, rows, strict=True):
            found[other.id] = _grade(sight, a, space, row)
    return found


# -- who stands in the way ------------------------------------------------------------------------


def _upright(state: Encounter, one: Token, level: Level, stands: Stands) -> tuple[Body, ...]:
    """Return who stands in the way of lines at a level; the game master may have said who does."""
    low, high = level
    mine = whole(one.space)
    return tuple(
        Body(token.id, space)
        for token in state.tokens.values()
        if token.id != one.id
        and token.elevation < high
        and token.elevation + height_of(token) > low
        and (stands(token) if token.gives_cover is None else token.gives_cover)
        and not (space := whole(token.space)).overlaps(mine)
    )


def _sharing(bodies: Sequence[Body], other: Token) -> frozenset[str]:
    """Return who does not stand in the way to somebody: himself and those in his space."""
    space = whole(other.space)
    return frozenset({other.id, *(body.id for body in bodies if body.space.overlaps(space))})


def _apart(bodies: Sequence[Body], other: Token) -> Iterator[Body]:
    beside = _sharing(bodies, other)
    return (body for body in bodies if body.id not in beside)


# -- the best corner ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Corner:
    """A corner of one of the squares from which somebody aims, with all its lines."""

    square: Footprint
    tally: Tally

    @property
    def least(self) -> tuple[bool, int]:
        """Whether a wall stands before it, and how many lines are stopped at least."""
        tally = self.tally
        return _walled(tally), max(tally.barred, tally.bodied, 1 if tally.shelters else 0)


@dataclass(frozen=True, slots=True)
class _Judged:
    """A corner, looked at line by line."""

    corner: _Corner
    facts: tuple[LineFacts, ...]
    fog: int
    far: int

    @property
    def stopped(self) -> int:
        return sum(_judged(fact).verdict is not Verdict.FREE for fact in self.facts)

    @property
    def key(self) -> tuple[bool, int, int, int]:
        return self.corner.least[0], self.stopped, self.fog, self.far


def _best(
    sight: SightMap, t: Footprint, corners: Sequence[_Corner], bodies: tuple[Body, ...]
) -> _Judged:
    """Return the corner before which the least stands; looks no farther than it must."""
    best: _Judged | None = None
    thick = _thickness(sight)
    for corner in sorted(corners, key=lambda c: (*c.least, _far(c.tally.p, t))):
        if best is not None and corner.least > best.key[:2]:
            break
        facts = sight.lines(corner.square, t, corner.tally.p, t.lattice(), bodies)
        fog = max((thick[id] for fact in facts for id in fact.fogs), default=0)
        found = _Judged(corner, facts, fog, _far(corner.tally.p, t))
        if best is None or found.key < best.key:
            best = found
    assert best is not None, "a space has corners"
    return best


@by_identity()
def _thickness(sight: SightMap) -> dict[str, int]:
    return {o.id: o.concealment for o in sight.obstacles}


def _far(p: Point, t: Footprint) -> int:
    centre = t.centre2
    return (2 * p.x - centre.x) ** 2 + (2 * p.y - centre.y) ** 2


def _walled(tally: Tally) -> bool:
    return bool(tally.barred or tally.shelters)


def _judged(fact: LineFacts) -> SightLine:
    stops = fact.held_by
    if stops:
        return SightLine(fact.p, fact.q, Verdict.BLOCKED, stops, fact.stopped_at)
    if fact.bodies:
        return SightLine(fact.p, fact.q, Verdict.CREATURE, fact.bodies)
    return SightLine(fact.p, fact.q, Verdict.FREE)


def _grade(sight: SightMap, a: Footprint, t: Footprint, tallies: Sequence[Tally]) -> Grade:
    """Return the grade of the best corner; all of them may be shut out."""
    open_ = [tally for tally in tallies if not _walled(tally)]
    if open_:
        return Grade.SOFT if all(tally.bodied for tally in open_) else Grade.NONE
    shut = all(tally.barred == tally.lines for tally in tallies)
    if shut and not sight.effect(a, t, hopeful=False).exists:
        return Grade.TOTAL
    return Grade.HARD
