"""Cover and concealment that the map shows (§8): shares of the lines from the best corner.

The rules leave the grade to the game master. One to four stopped lines of four give 25, 50, 75
and 90 percent as our default, seen and overruled in the plan.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from maps.fans import Tally
from maps.grid import SUB, Footprint, Point
from maps.joined import helpers, joined
from maps.reach import whole
from maps.shapes import Grade, Kind, Sight
from maps.sight import LineFacts, SightLine, SightMap, Touching, Verdict, sight_map
from rules.encounter.heights import level_of
from rules.encounter.plans import Cover
from rules.encounter.state import Encounter, Token
from rules.systems.osric.conditions import GRADES
from rules.systems.osric.options import options_of

_ADJACENT = SUB * SUB


@dataclass(frozen=True, slots=True)
class Look:
    """How a target lies before one corner: lines stopped, lines veiled, and by what."""

    origin: Point
    lines: tuple[SightLine, ...]
    stopped: int = 0
    stopped_by: tuple[str, ...] = ()
    veiled: int = 0
    veiled_by: tuple[str, ...] = ()
    effect: bool = True
    count: int = 0
    """How many lines there are; a tally has no single ones."""

    @property
    def cover(self) -> int:
        return graded(self.stopped, self.count)

    @property
    def concealment(self) -> int:
        return graded(self.veiled, self.count)


@dataclass(frozen=True, slots=True)
class View:
    """What the map says about a target: the chosen corner, whether shots and sight arrive."""

    look: Look
    total: bool = False
    seen: bool = True

    @property
    def cover(self) -> Cover:
        """Return the cover as plans show it."""
        look = self.look
        if self.total:
            return Cover(Grade.TOTAL, 100, look.origin, look.stopped_by, look.lines)
        return Cover(name_of(look.cover), look.cover, look.origin, look.stopped_by, look.lines)


def graded(stopped: int, lines: int) -> int:
    """Return the grade in percent of so many stopped lines: quarters, all of them 90."""
    if not stopped:
        return 0
    quarters = -(-4 * stopped // lines)
    return GRADES[min(4, quarters) - 1]


def name_of(percent: int) -> Grade:
    """Return the grade that the program shows for a percentage."""
    if percent <= 0:
        return Grade.NONE
    if percent < 50:
        return Grade.PARTIAL
    return Grade.IMPROVED if percent >= GRADES[-1] else Grade.HARD


@dataclass(frozen=True)
class _Known:
    """What is asked again and again about the obstacles of a map."""

    kinds: Mapping[str, Kind]
    blinds: bool
    """Whether anything hampers sight and lets shots pass."""


@lru_cache(maxsize=8)
def _known(sight: SightMap) -> _Known:
    blinds = any(o.sight is not Sight.FREE and not o.is_barrier for o in sight.obstacles)
    return _Known({o.id: o.kind for o in sight.obstacles}, blinds)


class Judge:
    """Judges the lines from one creature to another."""

    def __init__(self, state: Encounter, attacker: Token, target: Token) -> None:
        options = options_of(state)
        self.sight = sight_map(state.board)
        self.a, self.t = whole(attacker.space), whole(target.space)
        self.level = level_of(attacker, target)
        self.touching = Touching(options.word("touching"))
        self._known = _known(self.sight)
        self._counts: dict[str, bool] = {}
        self._left: dict[tuple[Footprint, frozenset[str]], SightMap] = {}

    def look(self, square: Footprint, p: Point) -> Look:
        """Judge one corner of a square against the whole target."""
        points = self.t.lattice()
        facts = self.sight.lines(square, self.t, p, points, (), self.touching, self.level)
        facts = tuple(self._apart(square, fact) for fact in facts)
        lines = tuple(self._line(fact) for fact in facts)
        stopped = [line for line in lines if line.verdict is not Verdict.FREE]
        veiled = [fact for fact in facts if fact.fogs]
        return Look(
            p,
            lines,
            len(stopped),
            _unique(id for line in stopped for id in line.by),
            len(veiled),
            _unique(id for fact in veiled for id in fact.fogs),
            any(fact.stopped_at is None for fact in facts),
            len(lines),
        )

    def _apart(self, square: Footprint, fact: LineFacts) -> LineFacts:
        """Look again at a line that meets both what does not protect and what does.

        Two obstacles may stop a line only together: without the one it passes the other.
        """
        live = {id for id in fact.shelters if self._shelters(id)}
        silent = {id for id in helpers(self.sight, live) if not self._shelters(id)}
        idle = frozenset(fact.shelters) - live
        if not silent and not joined(self.sight, idle, live):
            return fact
        idle |= silent
        key = square, idle
        if key not in self._left:
            self._left[key] = self.sight.between(square, self.t, idle)
        found = self._left[key].lines(
            square, self.t, fact.p, (fact.q,), (), self.touching, self.level
        )
        return replace(fact, shelters=found[0].shelters, partners=found[0].partners)

    def _line(self, fact: LineFacts) -> SightLine:
        if fact.stopped_at is not None:
            return SightLine(fact.p, fact.q, Verdict.BLOCKED, fact.barriers, fact.stopped_at)
        shelters = tuple(id for id in fact.shelters if self._shelters(id))
        if not shelters:
            return SightLine(fact.p, fact.q, Verdict.FREE)
        return SightLine(fact.p, fact.q, Verdict.BLOCKED, (*shelters, *fact.partners))

    def _shelters(self, id: str) -> bool:
        """Whether a crossed low obstacle or slit protects: not who aims across it from close by."""
        if id not in self._counts:
            self._counts[id] = not self._aims_across(id)
        return self._counts[id]

    def _aims_across(self, id: str) -> bool:
        if self._known.kinds[id] not in (Kind.LOW, Kind.SLIT):
            return False
        mine = self.sight.gap2(self.a, id)
        return mine < _ADJACENT and mine < self.sight.gap2(self.t, id)

    def best(self) -> Look:
        """Return the look from the corner that the attacker chooses."""
        looks = [self.look(square, p) for square in self.a.unit_squares() for p in square.corners()]
        return min(looks, key=lambda look: (look.stopped, look.veiled, self._far(look.origin)))

    def best_of(self, pairs: Iterable[tuple[Footprint, Tally]]) -> Look:
        """Return the best look of corners whose lines were cast in bulk (no single lines).

        Only corners with something low or veiling in the way are looked at line by line.
        """
        best: Look | None = None
        for square, tally in sorted(pairs, key=lambda pair: pair[1].barred):
            if best is not None and tally.barred > best.stopped:
                break
            look = self._tallied(square, tally)
            if best is None or (look.stopped, look.veiled) < (best.stopped, best.veiled):
                best = look
            if not best.stopped and not best.veiled:
                break
        assert best is not None, "a square has corners"
        return best

    def _tallied(self, square: Footprint, tally: Tally) -> Look:
        if tally.fogs or any(self._shelters(id) for id in tally.shelters):
            return self.look(square, tally.p)
        effect = tally.barred < tally.lines
        return Look(tally.p, (), tally.barred, effect=effect, count=tally.lines)

    def _far(self, p: Point) -> int:
        centre = self.t.centre2
        return (2 * p.x - centre.x) ** 2 + (2 * p.y - centre.y) ** 2

    def view(self) -> View:
        """Return what the map says about the target."""
        if self.a.overlaps(self.t):
            return View(Look(Point(self.a.x, self.a.y), ()))
        look = self.best()
        total = not look.effect and not self.sight.effect(self.a, self.t, self.level).exists
        return View(look, total, self.sees(look))

    def sees(self, look: Look) -> bool:
        """Whether any line of sight leads to the target; a free line is one."""
        if look.stopped < look.count and not self._known.blinds:
            return True
        return self.sight.sees(self.a, self.t, self.level).exists


def _unique(ids: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(ids))


def view_of(state: Encounter, attacker: Token, target: Token) -> View:
    """Find out what the map says about a target."""
    judge = Judge(state, attacker, target)
    key = (view_of, judge.a, judge.t, judge.level, judge.touching)
    return judge.sight.found.get(key, judge.view)
