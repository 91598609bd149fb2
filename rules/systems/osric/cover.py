"""Cover and concealment that the map shows (§8): shares of the lines from the best corner.

The rules leave the grade to the game master. One to four stopped lines of four give 25, 50, 75
and 90 percent as our default, seen and overruled in the plan.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from maps.grid import SUB, Footprint, Point
from maps.reach import whole
from maps.shapes import Grade, Kind
from maps.sight import LineFacts, SightLine, Touching, Verdict, sight_map
from rules.encounter.plans import Cover
from rules.encounter.state import Encounter, Token
from rules.systems.osric.conditions import GRADES
from rules.systems.osric.melee import level_of
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

    @property
    def cover(self) -> int:
        return graded(self.stopped, len(self.lines))

    @property
    def concealment(self) -> int:
        return graded(self.veiled, len(self.lines))


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


class Judge:
    """Judges the lines from one creature to another."""

    def __init__(self, state: Encounter, attacker: Token, target: Token) -> None:
        options = options_of(state)
        self.sight = sight_map(state.board)
        self.a, self.t = whole(attacker.space), whole(target.space)
        self.level = level_of(attacker, target)
        self.touching = Touching(options.word("touching"))
        self._kinds = {o.id: o for o in state.board.obstacles}
        self._counts: dict[str, bool] = {}

    def look(self, square: Footprint, p: Point) -> Look:
        """Judge one corner of a square against the whole target."""
        points = self.t.lattice()
        facts = self.sight.lines(square, self.t, p, points, (), self.touching, self.level)
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
        )

    def _line(self, fact: LineFacts) -> SightLine:
        if fact.stopped_at is not None:
            return SightLine(fact.p, fact.q, Verdict.BLOCKED, fact.barriers, fact.stopped_at)
        shelters = tuple(id for id in fact.shelters if self._shelters(id))
        verdict = Verdict.BLOCKED if shelters else Verdict.FREE
        return SightLine(fact.p, fact.q, verdict, shelters)

    def _shelters(self, id: str) -> bool:
        """Whether a crossed low obstacle or slit protects: not who aims across it from close by."""
        if id not in self._counts:
            self._counts[id] = not self._aims_across(id)
        return self._counts[id]

    def _aims_across(self, id: str) -> bool:
        if self._kinds[id].kind not in (Kind.LOW, Kind.SLIT):
            return False
        mine = self.sight.gap2(self.a, id)
        return mine < _ADJACENT and mine < self.sight.gap2(self.t, id)

    def best(self) -> Look:
        """Return the look from the corner that the attacker chooses."""
        looks = [self.look(square, p) for square in self.a.unit_squares() for p in square.corners()]
        return min(looks, key=lambda look: (look.stopped, look.veiled, self._far(look.origin)))

    def _far(self, p: Point) -> int:
        centre = self.t.centre2
        return (2 * p.x - centre.x) ** 2 + (2 * p.y - centre.y) ** 2

    def view(self) -> View:
        """Return what the map says about the target."""
        if self.a.overlaps(self.t):
            return View(Look(Point(self.a.x, self.a.y), ()))
        look = self.best()
        total = not look.effect and not self.sight.effect(self.a, self.t, self.level).exists
        return View(look, total, self.sight.sees(self.a, self.t, self.level).exists)


def _unique(ids: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(ids))


def view_of(state: Encounter, attacker: Token, target: Token) -> View:
    """Find out what the map says about a target."""
    return Judge(state, attacker, target).view()
