"""What the map says about a target: lines from the best corner. The rules count none of it."""

from __future__ import annotations

from collections.abc import Sequence

from maps.between import in_between
from maps.fans import Tally
from maps.grid import Footprint, Point
from maps.reach import whole
from maps.shapes import Grade
from maps.sight import Body, LineFacts, SightLine, Verdict, sight_map
from rules.encounter.heights import height_of, level_of
from rules.encounter.plans import Concealment, Cover
from rules.encounter.state import Encounter, Token
from rules.systems.muinimula.duel import Duel


def bodies(state: Encounter, one: Token, other: Token) -> tuple[Body, ...]:
    """Return the creatures that may stand between two."""
    low, high = level_of(one, other)
    return tuple(
        Body(token.id, whole(token.space))
        for token in state.tokens.values()
        if token.id not in (one.id, other.id)
        and not token.has("lying", "dead", "unconscious", "dying")
        and token.elevation < high
        and token.elevation + height_of(token) > low
    )


def _far(p: Point, aim: Footprint) -> int:
    centre = aim.centre2
    return (2 * p.x - centre.x) ** 2 + (2 * p.y - centre.y) ** 2


def _lost(tally: Tally) -> int:
    """Return how many lines of a corner something stops or stands in."""
    sheltered = tally.lines if tally.shelters else 0
    return max(tally.barred, tally.bodied, sheltered)


def best_corner(rows: Sequence[tuple[Footprint, Tally]], aim: Footprint) -> tuple[Footprint, Tally]:
    """Return the corner that sees most of the target."""
    return min(rows, key=lambda row: (_lost(row[1]), len(row[1].fogs), _far(row[1].p, aim)))


def survey(duel: Duel) -> tuple[Cover, Concealment]:
    """Return cover and concealment as the lines of the best corner show them."""
    if duel.a.overlaps(duel.t):
        return Cover(), Concealment()
    sight, level = sight_map(duel.state.board), level_of(duel.attacker, duel.target)
    between = in_between(duel.a, duel.t, bodies(duel.state, duel.attacker, duel.target))
    clear = duel.way_is_clear()
    return sight.judged.get(
        (survey, duel.a, duel.t, level, between, clear), lambda: _look(duel, between, clear)
    )


def _look(duel: Duel, between: tuple[Body, ...], clear: bool) -> tuple[Cover, Concealment]:
    sight, level = sight_map(duel.state.board), level_of(duel.attacker, duel.target)
    rows = [
        (square, tally)
        for square in duel.a.unit_squares()
        for tally in sight.many(square, (duel.t,), between, level=level)[0]
    ]
    square, tally = best_corner(rows, duel.t)
    facts = sight.lines(square, duel.t, tally.p, duel.t.lattice(), between, level=level)
    lines = tuple(map(_judged, facts))
    stopped = [line for line in lines if line.verdict is not Verdict.FREE]
    by = tuple(dict.fromkeys(id for line in stopped for id in line.by))
    percent = round(100 * len(stopped) / len(lines))
    grade = Grade.NONE if not stopped else _grade(stopped)
    if not clear:
        grade, percent = Grade.TOTAL, 100
    fogs = tuple(dict.fromkeys(id for fact in facts for id in fact.fogs))
    thick = [o.concealment for o in duel.state.board.obstacles if o.id in fogs]
    return Cover(grade, percent, tally.p, by, lines), _hidden(max(thick, default=0), fogs)


def _hidden(percent: int, by: tuple[str, ...]) -> Concealment:
    if not percent:
        return Concealment()
    return Concealment("total" if percent >= 50 else "partial", percent, None, by)


def _judged(fact: LineFacts) -> SightLine:
    if fact.stopped_at is not None:
        return SightLine(fact.p, fact.q, Verdict.BLOCKED, fact.barriers, fact.stopped_at)
    if fact.shelters:
        return SightLine(fact.p, fact.q, Verdict.BLOCKED, fact.shelters)
    verdict = Verdict.CREATURE if fact.bodies else Verdict.FREE
    return SightLine(fact.p, fact.q, verdict, fact.bodies)


def _grade(stopped: list[SightLine]) -> Grade:
    walls = any(line.verdict is Verdict.BLOCKED for line in stopped)
    return Grade.HARD if walls else Grade.SOFT


def grades(state: Encounter, me: Token, foes: Sequence[Token]) -> tuple[tuple[Grade, int], ...]:
    """Return grade and share of stopped lines in percent for many targets of one creature."""
    if not foes:
        return ()
    sight = sight_map(state.board)
    mine = whole(me.space)
    spaces = [whole(foe.space) for foe in foes]
    stand = [Body(t.id, whole(t.space)) for t in state.tokens.values() if t.id != me.id]
    ignored = [frozenset({str(foe.id)}) for foe in foes]
    rows: list[list[tuple[Footprint, Tally]]] = [[] for _ in foes]
    for square in mine.unit_squares():
        for row, tallies in zip(rows, sight.many(square, spaces, stand, ignored), strict=True):
            row += [(square, tally) for tally in tallies]
    return tuple(
        _quick(state, me, foe, best_corner(row, space)[1])
        for foe, row, space in zip(foes, rows, spaces, strict=True)
    )


def _quick(state: Encounter, me: Token, foe: Token, tally: Tally) -> tuple[Grade, int]:
    lost = _lost(tally)
    percent = round(100 * lost / tally.lines) if tally.lines else 0
    if tally.barred == tally.lines and tally.lines:
        mine, space = whole(me.space), whole(foe.space)
        if not sight_map(state.board).effect(mine, space, level_of(me, foe)).exists:
            return Grade.TOTAL, 100
    if tally.barred or tally.shelters:
        return Grade.HARD, percent
    return (Grade.SOFT, percent) if tally.bodied else (Grade.NONE, 0)
