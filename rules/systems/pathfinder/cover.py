"""Cover (§3): which corner or pair of squares an attack uses, and what shelters its target.

The one implementation: plan, badges, heat map and opportunity attacks all ask ``look_at``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, NamedTuple

from maps.fans import Tally
from maps.grid import SUB, Footprint, Point, distance, offsets
from maps.reach import whole
from maps.shapes import Grade, Kind, Obstacle, Sight
from maps.sight import (
    Body,
    Level,
    LineFacts,
    SightLine,
    SightMap,
    Touching,
    Verdict,
    sight_map,
)
from rules.encounter.plans import Cover
from rules.encounter.state import Encounter, Token
from rules.systems.pathfinder.duel import Duel

_RANK: Final = {grade: rank for rank, grade in enumerate(Grade)}
TIED: Final = frozenset({"mount", "carried", "swallowed"})
"""Links whose partners never shelter each other (§3.1)."""
_LYING: Final = ("prone", "dead", "dying", "unconscious")


@dataclass(frozen=True, slots=True)
class Look:
    """How a target lies before one corner, or in melee before one pair of squares.

    ``hard`` is the best grade of obstacles, ``soft_by`` creatures (and soft obstacles) in the
    way, ``fog`` the miss chance of what conceals. ``origin`` is ``None`` where all corners
    count (adjacent melee, §3.3); ``eye`` is the corner with the clearest view.
    """

    square: Footprint
    eye: Point
    origin: Point | None
    lines: tuple[SightLine, ...]
    hard: Grade = Grade.NONE
    hard_by: tuple[str, ...] = ()
    soft_by: tuple[str, ...] = ()
    fog: int = 0
    fog_by: tuple[str, ...] = ()
    effect: bool = True
    peers: tuple[Look, ...] = ()

    @property
    def stopped(self) -> int:
        """Number of lines that something stops."""
        return sum(line.verdict is not Verdict.FREE for line in self.lines)

    @property
    def percent(self) -> int:
        """Share of stopped lines, 0 to 100."""
        return round(100 * self.stopped / len(self.lines)) if self.lines else 0

    @property
    def clean(self) -> bool:
        return self.hard is Grade.NONE and not self.soft_by and self.fog == 0


@dataclass(frozen=True, slots=True)
class Report:
    """Cover of a target and what conceals it along the same lines."""

    cover: Cover
    look: Look
    fog: int = 0
    fog_by: tuple[str, ...] = ()


def armour_bonus(grade: Grade, improved: int = 8) -> int:
    """Return the bonus to AC of a grade of cover (§3.6)."""
    match grade:
        case Grade.NONE | Grade.TOTAL:
            return 0
        case Grade.PARTIAL:
            return 2
        case Grade.SOFT | Grade.HARD:
            return 4
        case Grade.IMPROVED:
            return improved


def height_of(token: Token) -> int:
    """Return the body height in sub-units; without one a body is as high as its space is wide."""
    return token.space.side if token.height is None else token.height


def level_of(one: Token, other: Token) -> Level:
    """Return the heights between which lines between two creatures run."""
    low = min(one.elevation, other.elevation)
    return low, max(one.elevation + height_of(one), other.elevation + height_of(other))


def shelterers(duel: Duel) -> tuple[Body, ...]:
    """Return the creatures that may give soft cover (§3.1)."""
    low, high = level_of(duel.attacker, duel.target)
    prone = duel.options.flag("prone_gives_soft_cover")
    fighters = (duel.attacker, duel.target)
    between = _Box.around(duel.a, duel.t)
    bodies = []
    for token in duel.state.tokens.values():
        if token.id in (fighters[0].id, fighters[1].id):
            continue
        if not stands_in_the_way(token, prone):
            continue
        if token.elevation >= high or token.elevation + height_of(token) <= low:
            continue
        space = whole(token.space)
        if not between.meets(space) or space.overlaps(duel.a) or space.overlaps(duel.t):
            continue
        if _tied(duel.state, token, fighters):
            continue
        bodies.append(Body(token.id, space))
    return tuple(bodies)


class _Box(NamedTuple):
    """The bounds of two spaces."""

    x: int
    y: int
    right: int
    bottom: int

    @classmethod
    def around(cls, a: Footprint, b: Footprint) -> _Box:
        left, top = min(a.x, b.x), min(a.y, b.y)
        return cls(left, top, max(a.right, b.right), max(a.bottom, b.bottom))

    def meets(self, space: Footprint) -> bool:
        return (
            space.x < self.right
            and self.x < space.right
            and space.y < self.bottom
            and self.y < space.bottom
        )


def _crossed(p: Point, qs: Iterable[Point], box: Footprint) -> bool:
    """Whether any line from a point runs through the interior of a space; exact."""
    left, right, top, bottom = box.x - p.x, box.right - p.x, box.y - p.y, box.bottom - p.y
    for q in qs:
        x, y = q.x - p.x, q.y - p.y
        if max(x, 0) <= left or min(x, 0) >= right or max(y, 0) <= top or min(y, 0) >= bottom:
            continue
        turns = (
            x * top - y * left,
            x * top - y * right,
            x * bottom - y * left,
            x * bottom - y * right,
        )
        if min(turns) < 0 < max(turns):
            return True
    return False


def stands_in_the_way(token: Token, prone: bool) -> bool:
    """Whether a creature gives soft cover at all; what the game master set goes first (§3.1)."""
    if token.gives_cover is not None:
        return token.gives_cover
    return not token.has("dead") and (prone or not token.has(*_LYING))


@dataclass(frozen=True)
class _Known:
    """What is asked again and again about the obstacles of a map."""

    by_id: Mapping[str, Obstacle]
    stops_sight: bool
    plain: bool
    """Whether all that stops shots gives the usual cover."""


@lru_cache(maxsize=8)
def _known(sight: SightMap) -> _Known:
    special = {Grade.PARTIAL, Grade.IMPROVED}
    return _Known(
        {o.id: o for o in sight.obstacles},
        any(_only_sight(o) for o in sight.obstacles),
        not any(o.is_barrier and o.cover in special for o in sight.obstacles),
    )


def _only_sight(obstacle: Obstacle) -> bool:
    """Whether an obstacle hampers sight and lets shots pass."""
    return obstacle.sight is not Sight.FREE and not obstacle.is_barrier


def _tied(state: Encounter, token: Token, fighters: tuple[Token, Token]) -> bool:
    return any(
        link.kind in TIED and token.id in (link.a, link.b) and fighter.id in (link.a, link.b)
        for link in state.links
        for fighter in fighters
    )


class Judge:
    """Judges lines of one attack: which obstacles count, and for how much."""

    def __init__(self, duel: Duel, bodies: tuple[Body, ...] | None = None) -> None:
        self.duel = duel
        self.sight = sight_map(duel.state.board)
        self.level = level_of(duel.attacker, duel.target)
        self.touching = Touching(duel.options.word("touching"))
        self.improved = duel.options.number("improved_cover_bonus")
        self.bodies = shelterers(duel) if bodies is None else bodies
        self._shelter: dict[str, Grade] = {}

    def facts(
        self, square: Footprint, aim: Footprint, p: Point, qs: tuple[Point, ...], soft: bool = True
    ) -> tuple[LineFacts, ...]:
        """Return what the lines from a corner of a square to points of another meet."""
        bodies = tuple(b for b in self.bodies if _crossed(p, qs, b.space)) if soft else ()
        return self.sight.lines(square, aim, p, qs, bodies, self.touching, self.level)

    def bonus(self, look: Look) -> int:
        """Return the AC bonus of a look; kinds of cover do not add up (§3.6)."""
        return max(armour_bonus(look.hard, self.improved), 4 if look.soft_by else 0)

    def blinders(self, look: Look) -> tuple[str, ...]:
        """Return what stops sight along the lines of a look."""
        points = tuple(dict.fromkeys(line.q for line in look.lines))
        facts = self.facts(look.square, self.duel.t, look.eye, points, soft=False)
        return tuple(dict.fromkeys(id for fact in facts for id in fact.blinders))

    @property
    def stops_sight(self) -> bool:
        """Whether anything on the map hampers sight and lets shots pass."""
        return _known(self.sight).stops_sight

    # -- obstacles -------------------------------------------------------------------------

    def obstacle(self, id: str) -> Obstacle:
        return _known(self.sight).by_id[id]

    def barrier_grade(self, ids: tuple[str, ...]) -> Grade:
        """Return the grade of a line that barriers stop; their own grade wins."""
        own = {self.obstacle(id).cover for id in ids}
        if Grade.IMPROVED in own:
            return Grade.IMPROVED
        return Grade.PARTIAL if own == {Grade.PARTIAL} else Grade.HARD

    def shelter_grade(self, id: str) -> Grade:
        """Return what a crossed obstacle without effect on shots gives, after §3.4."""
        if id not in self._shelter:
            obstacle = self.obstacle(id)
            grade = Grade.HARD if obstacle.cover is Grade.TOTAL else obstacle.cover
            self._shelter[id] = Grade.NONE if self._ignored(obstacle) else grade
        return self._shelter[id]

    def _ignored(self, obstacle: Obstacle) -> bool:
        """Whether the attacker may ignore an obstacle, or it is too far from the target."""
        match obstacle.kind:
            case Kind.LOW:
                return self._is_low(obstacle) and self._low_ignored(obstacle.id)
            case Kind.SLIT:
                if not self.duel.options.flag("slit_ignored_when_adjacent"):
                    return False
                mine = self.sight.gap2(self.duel.a, obstacle.id)
                return mine < SUB * SUB and mine < self.sight.gap2(self.duel.t, obstacle.id)
            case _:
                return False

    def _low_ignored(self, id: str) -> bool:
        mine = self.sight.gap2(self.duel.a, id)
        other = self.sight.gap2(self.duel.t, id)
        squares = 6 if self.duel.options.word("low_obstacle_range") == "gap6" else 5
        return mine < other or other > (squares * SUB) ** 2

    def _is_low(self, obstacle: Obstacle) -> bool:
        """Whether it is not higher than half the body height of the one who counts (§3.4)."""
        who = self.duel.options.word("low_obstacle_height")
        if obstacle.top is None or who == "any":
            return True
        body = self.duel.target if who == "defender" else self.duel.attacker
        return 2 * (obstacle.top - body.elevation) <= height_of(body)

    # -- looks -----------------------------------------------------------------------------

    def from_corner(self, square: Footprint, aim: Footprint, p: Point) -> Look:
        """Judge one corner against a space (§3.2)."""
        points = aim.lattice()
        return self.judged(square, p, p, self.facts(square, aim, p, points))

    def beside(self, square: Footprint, aim: Footprint) -> Look:
        """Judge an attack on an adjacent square: all lines from all corners (§3.3)."""
        parts = [
            self.judged(square, p, p, self.facts(square, aim, p, aim.corners(), soft=False))
            for p in square.corners()
        ]
        parts = [replace(part, soft_by=()) for part in parts]
        clearest = min(parts, key=lambda part: part.stopped)
        lines = tuple(line for part in parts for line in part.lines)
        hard = max((part.hard for part in parts), key=_RANK.__getitem__)
        by = tuple(dict.fromkeys(id for part in parts for id in part.hard_by))
        effect = any(part.effect for part in parts)
        veil = self.sight.veil(self.duel.t)
        veiled = tuple(
            o.id for o in self.duel.state.board.obstacles if veil and o.concealment == veil
        )
        return Look(square, clearest.eye, None, lines, hard, by, (), veil, veiled, effect)

    def judged(
        self, square: Footprint, eye: Point, origin: Point | None, facts: tuple[LineFacts, ...]
    ) -> Look:
        """Judge the lines of one corner."""
        hard, hard_by, soft_by = Grade.NONE, dict[str, None](), dict[str, None]()
        fogs: dict[str, None] = {}
        lines = []
        effect = False
        for fact in facts:
            line, grade = self._line(fact)
            lines.append(line)
            effect |= fact.stopped_at is None
            fogs.update(dict.fromkeys(fact.fogs))
            if line.verdict is Verdict.CREATURE or grade is Grade.SOFT:
                soft_by.update(dict.fromkeys(line.by))
            elif line.verdict is Verdict.BLOCKED:
                hard = max(hard, grade, key=_RANK.__getitem__)
                hard_by.update(dict.fromkeys(line.by))
            if fact.bodies:
                soft_by.update(dict.fromkeys(fact.bodies))
        fog = max((self.obstacle(id).concealment for id in fogs), default=0)
        return Look(
            square, eye, origin, tuple(lines), hard, tuple(hard_by), tuple(soft_by),
            fog, tuple(fogs), effect,
        )  # fmt: skip

    def tallied(self, square: Footprint, tally: Tally) -> Look:
        """Judge a corner by its tally: the same look without its single lines."""
        if tally.barred and not _known(self.sight).plain:
            return self.from_corner(square, self.duel.t, tally.p)
        grades = {id: self.shelter_grade(id) for id in tally.shelters}
        hard = [grade for grade in grades.values() if grade is not Grade.SOFT]
        hard += [Grade.HARD] if tally.barred else []
        soft = [id for id, grade in grades.items() if grade is Grade.SOFT]
        fog = max((self.obstacle(id).concealment for id in tally.fogs), default=0)
        return Look(
            square,
            tally.p,
            tally.p,
            (),
            max(hard, key=_RANK.__getitem__, default=Grade.NONE),
            tuple(id for id, grade in grades.items() if _RANK[grade] >= _RANK[Grade.HARD]),
            (*soft, *tally.bodies),
            fog,
            tally.fogs,
            tally.barred < tally.lines,
        )

    def _line(self, fact: LineFacts) -> tuple[SightLine, Grade]:
        if fact.stopped_at is not None:
            grade = self.barrier_grade(fact.barriers)
            by = fact.barriers
            return SightLine(fact.p, fact.q, Verdict.BLOCKED, by, fact.stopped_at), grade
        shelters = {id: self.shelter_grade(id) for id in fact.shelters}
        grade = max(shelters.values(), key=_RANK.__getitem__, default=Grade.NONE)
        if grade is not Grade.NONE:
            by = tuple(id for id, held in shelters.items() if held is not Grade.NONE)
            return SightLine(fact.p, fact.q, Verdict.BLOCKED, by), grade
        if fact.bodies:
            return SightLine(fact.p, fact.q, Verdict.CREATURE, fact.bodies), Grade.SOFT
        return SightLine(fact.p, fact.q, Verdict.FREE), Grade.NONE


# -- the choice of the attacker -------------------------------------------------------------


def _key(judge: Judge, look: Look) -> tuple[int, int, int, int]:
    """Order looks as an attacker prefers them: AC bonus, miss chance, soft before hard."""
    return judge.bonus(look), look.fog, _RANK[look.hard], look.stopped


def _far(p: Point, aim: Footprint) -> int:
    centre = aim.centre2
    return (2 * p.x - centre.x) ** 2 + (2 * p.y - centre.y) ** 2


def _corners(square: Footprint, aim: Footprint) -> list[Point]:
    return sorted(square.corners(), key=lambda p: _far(p, aim))


def best_of(judge: Judge, looks: Iterable[Look]) -> Look:
    """Return the look that an attacker chooses; a perfect one ends the search.

    Its ``peers`` are those that are exactly as good.
    """
    best: list[Look] = []
    held: tuple[int, int, int, int] | None = None
    for look in looks:
        if look.clean:
            return look
        key = _key(judge, look)
        if held is None or key < held:
            best, held = [look, *look.peers], key
        elif key == held:
            best += [look, *look.peers]
    return replace(best[0], peers=tuple(best[1:]))


def _shots(judge: Judge, squares: tuple[Footprint, ...]) -> Iterator[Look]:
    """Yield the looks of a ranged attack from some squares (§3.2)."""
    target = judge.duel.t
    single = judge.duel.options.word("ranged_big_target") == "best_square"
    aims = target.unit_squares() if single else (target,)
    ways = [(square, aim, p) for square in squares for aim in aims for p in square.corners()]
    for square, aim, p in sorted(ways, key=lambda way: _far(way[2], way[1])):
        yield judge.from_corner(square, aim, p)


def _ranged(judge: Judge) -> Look:
    squares = judge.duel.a.unit_squares()
    if judge.duel.options.word("ranged_big_attacker") == "all_squares":
        bests = [best_of(judge, _shots(judge, (square,))) for square in squares]
        return max(bests, key=lambda look: _key(judge, look))
    return best_of(judge, _shots(judge, squares))


def pairs(duel: Duel) -> list[tuple[Footprint, Footprint]]:
    """Return the pairs of squares that a melee attack may use (§3.5), the nearest first.

    Out of reach these are the nearest pairs, so that there is something to show.
    """
    every = [(q, t) for q in duel.a.unit_squares() for t in duel.t.unit_squares()]
    every.sort(key=lambda pair: distance(*pair))
    inside = [pair for pair in every if duel.covers(*pair)]
    if inside:
        return inside
    nearest = distance(*every[0])
    return [pair for pair in every if distance(*pair) == nearest]


def _melee_looks(judge: Judge) -> Iterator[Look]:
    for square, aim in pairs(judge.duel):
        if max(offsets(square, aim)) <= 1:
            yield judge.beside(square, aim)
        else:
            ways = (judge.from_corner(square, aim, p) for p in _corners(square, aim))
            yield best_of(judge, ways)


def _every_look(judge: Judge) -> Iterator[Look]:
    if judge.duel.ranged:
        yield from _shots(judge, judge.duel.a.unit_squares())
        return
    for square, aim in pairs(judge.duel):
        if max(offsets(square, aim)) <= 1:
            yield judge.beside(square, aim)
        else:
            yield from (judge.from_corner(square, aim, p) for p in square.corners())


def look_at(duel: Duel, judge: Judge | None = None) -> Report:
    """Find the cover of a target against an attack, and what conceals it on the way."""
    judge = judge or Judge(duel)
    return report_of(judge, _ranged(judge) if duel.ranged else best_of(judge, _melee_looks(judge)))


def report_of(judge: Judge, look: Look) -> Report:
    """Return what a chosen look means for the target."""
    duel = judge.duel
    fog = (look.fog, look.fog_by)
    if look.fog and duel.options.word("concealment_corner") == "own":
        fog = min((other.fog, other.fog_by) for other in _every_look(judge))
    return Report(_cover(judge, look), look, *fog)


def _cover(judge: Judge, look: Look) -> Cover:
    duel = judge.duel
    if not look.effect and not judge.sight.effect(duel.a, duel.t, judge.level).exists:
        return Cover(Grade.TOTAL, 100, look.origin, look.hard_by, look.lines)
    improved = judge.improved
    soft = bool(look.soft_by)
    hard = armour_bonus(look.hard, improved)
    if look.hard is not Grade.NONE and not (soft and hard < armour_bonus(Grade.SOFT)):
        return Cover(look.hard, look.percent, look.origin, look.hard_by, look.lines)
    grade = Grade.SOFT if soft else Grade.NONE
    return Cover(grade, look.percent, look.origin, look.soft_by, look.lines)


def clearest(judge: Judge, report: Report) -> tuple[Report, int]:
    """Find how much of the target's space is seen past walls, in percent (§3.6).

    Of corners that are equally good the attacker takes the one that sees most.
    """
    sight, target = judge.sight.at(judge.level), judge.duel.t
    best, most = report.look, -1.0
    for look in (report.look, *report.look.peers):
        eyes = (look.eye,) if look.origin is not None else look.square.corners()
        share = max(sight.visible_share(eye, look.square, target) for eye in eyes)
        if share > most + 1e-9:
            best, most = look, share
    percent = round(100 * most)
    if best is report.look:
        return report, percent
    return report_of(judge, replace(best, peers=())), percent


def stops_opportunity(duel: Duel, cover: Cover) -> bool:
    """Whether cover protects from an attack of opportunity (§3.6)."""
    if cover.grade is Grade.SOFT:
        return duel.options.flag("soft_cover_stops_aoo")
    return cover.grade is not Grade.NONE
