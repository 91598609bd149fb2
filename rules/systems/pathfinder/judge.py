"""The judge of one attack's lines: which obstacles and creatures count, and for how much (§3)."""

from __future__ import annotations

import math
from collections.abc import Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from maps.fans import Tally
from maps.grid import SUB, Footprint, Point
from maps.joined import helpers, joined
from maps.shapes import Grade, Kind, Obstacle
from maps.sight import Body, LineFacts, SightLine, SightMap, Touching, Verdict, sight_map
from rules.encounter.heights import height_of, level_of
from rules.systems.pathfinder.bystanders import crossed, shelterers
from rules.systems.pathfinder.duel import Duel
from rules.systems.pathfinder.obstacles import (
    Obstacles,
    is_plain,
    obstacles_of,
    touches_bounds,
    veils_sight,
)

RANK: Final = {grade: rank for rank, grade in enumerate(Grade)}
"""Grades of cover in their order."""


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


def wall_grade(obstacle: Obstacle) -> Grade:
    """Return the grade that a barrier gives on a line that it stops.

    Partial and improved are values of its own that the game master chose. With any other it gives
    what walls give, with none too: by the rules whatever blocks the line of effect gives cover
    (§3.1). Whoever wants no cover from it lets it stop no line of effect.
    """
    own = obstacle.cover
    return own if own in (Grade.PARTIAL, Grade.IMPROVED) else Grade.HARD


def _grades(known: Obstacles, ids: Collection[str]) -> set[Grade]:
    return {wall_grade(known.by_id[id]) for id in ids}


def _on_line(p: Point, q: Point, bodies: tuple[Body, ...]) -> tuple[str, ...]:
    """Return the creatures through whose space a line runs, in their order along it."""
    met = [body for body in bodies if crossed(p, (q,), body.space)]

    def along(body: Body) -> int:
        centre = body.space.centre2
        return (centre.x - 2 * p.x) * (q.x - p.x) + (centre.y - 2 * p.y) * (q.y - p.y)

    return tuple(body.id for body in sorted(met, key=along))


def _passes(limits: tuple[float, float], mine: Fraction, other: Fraction) -> bool:
    """Whether gaps, squared, keep to the limits within which something is ignored (§3.4)."""
    near, far = limits
    return (mine < other and mine < near) or other > far


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
        self._near: dict[tuple[Footprint, Footprint], bool] = {}
        self._left: dict[tuple[Footprint, Footprint, frozenset[str]], SightMap] = {}

    @property
    def ground(self) -> tuple[Hashable, ...]:
        """Return all that a judgement depends on but bodies and weapons, as a key."""
        duel = self.duel
        heights = [(t.elevation, height_of(t)) for t in (duel.attacker, duel.target)]
        chosen = tuple(duel.state.options.items())
        return duel.a, duel.t, *heights, self.touching, chosen

    def facts(
        self, square: Footprint, aim: Footprint, p: Point, qs: tuple[Point, ...], soft: bool = True
    ) -> tuple[LineFacts, ...]:
        """Return what the lines from a corner of a square to points of another meet."""
        bodies = tuple(b for b in self.bodies if crossed(p, qs, b.space)) if soft else ()
        if not self._obstructed(square, aim):
            return tuple(LineFacts(p, q, bodies=_on_line(p, q, bodies)) for q in qs)
        facts = self.sight.lines(square, aim, p, qs, (), self.touching, self.level)
        facts = self._by_grade(square, aim, p, self._apart(square, aim, p, facts))
        if not bodies:
            return facts
        return tuple(replace(fact, bodies=_on_line(p, fact.q, bodies)) for fact in facts)

    def _apart(
        self, square: Footprint, aim: Footprint, p: Point, facts: tuple[LineFacts, ...]
    ) -> tuple[LineFacts, ...]:
        """Look again at lines that meet both what is ignored and what counts.

        Two obstacles may stop a line only together: without the ignored one it passes.
        """
        mixed = [fact for fact in facts if self.is_mixed(fact.shelters)]
        if not mixed:
            return facts
        met = {id for fact in mixed for id in fact.shelters}
        met |= helpers(self.sight, met)
        ignored = frozenset(id for id in met if self.shelter_grade(id) is Grade.NONE)
        seen = self._without(ignored, square, aim, p, [fact.q for fact in mixed])
        return tuple(
            replace(fact, shelters=seen[fact.q].shelters, partners=seen[fact.q].partners)
            if fact in mixed
            else fact
            for fact in facts
        )

    def _without(
        self, gone: frozenset[str], square: Footprint, aim: Footprint, p: Point, qs: Sequence[Point]
    ) -> dict[Point, LineFacts]:
        """Cast lines once more, some obstacles left out."""
        key = square, aim, gone
        if key not in self._left:
            self._left[key] = self.sight.between(*key)
        seen = self._left[key].lines(square, aim, p, tuple(qs), (), self.touching, self.level)
        return {fact.q: fact for fact in seen}

    def _by_grade(
        self, square: Footprint, aim: Footprint, p: Point, facts: tuple[LineFacts, ...]
    ) -> tuple[LineFacts, ...]:
        """Leave on each line the barriers of the best grade that stop it without weaker ones.

        Two of different grades may stop a line only together: then the weaker one counts.
        """
        known = obstacles_of(self.sight)
        open_ = [] if known.plain else [f for f in facts if len(_grades(known, f.barriers)) > 1]
        found: dict[Point, LineFacts] = {}
        for grade in (Grade.IMPROVED, Grade.HARD) if open_ else ():
            weaker = frozenset(
                o.id
                for o in known.by_id.values()
                if o.is_barrier and RANK[wall_grade(o)] < RANK[grade]
            )
            seen = self._without(weaker, square, aim, p, [fact.q for fact in open_])
            found |= {
                f.q: replace(f, barriers=seen[f.q].barriers) for f in open_ if seen[f.q].barriers
            }
            open_ = [fact for fact in open_ if fact.q not in found]
        return tuple(found.get(fact.q, fact) for fact in facts)

    def is_mixed(self, shelters: Collection[str]) -> bool:
        """Whether the attacker ignores some of what shelters, and what touches it counts."""
        live = {id for id in shelters if self.shelter_grade(id) is not Grade.NONE}
        if any(self.shelter_grade(id) is Grade.NONE for id in helpers(self.sight, live)):
            return True
        return len(live) < len(shelters) and joined(self.sight, set(shelters) - live, live)

    def _obstructed(self, square: Footprint, aim: Footprint) -> bool:
        """Whether any obstacle at all lies within the bounds of two spaces."""
        pair = (square, aim)
        if pair not in self._near:
            left, top = min(square.x, aim.x), min(square.y, aim.y)
            right, bottom = max(square.right, aim.right), max(square.bottom, aim.bottom)
            self._near[pair] = touches_bounds(self.sight, (left, top, right, bottom))
        return self._near[pair]

    def effect(self, a: Footprint, b: Footprint, hopeful: bool = True) -> bool:
        """Whether any line of effect leads from one space to another (§3.7).

        Without hope none leads between their corners, as far as lines may be touched.
        """
        hopeful = hopeful or self.touching is Touching.STRICT
        return self.sight.effect(a, b, self.level, hopeful).exists

    @property
    def shut(self) -> bool:
        """Whether quick tests show that no line of effect leads to the target at all."""
        return self.sight.shut(self.duel.a, self.duel.t, self.level)

    def bonus(self, look: Look) -> int:
        """Return the AC bonus of a look; kinds of cover do not add up (§3.6)."""
        return max(armour_bonus(look.hard, self.improved), 4 if look.soft_by else 0)

    def blinders(self, look: Look) -> tuple[str, ...]:
        """Return what stops sight along the lines of a look; nothing where it kept none of them."""
        if not look.lines:
            return ()
        points = tuple(dict.fromkeys(line.q for line in look.lines))
        facts = self.facts(look.square, self.duel.t, look.eye, points, soft=False)
        return tuple(dict.fromkeys(id for fact in facts for id in fact.blinders))

    @property
    def stops_sight(self) -> bool:
        """Whether anything on the map hampers sight and lets shots pass."""
        return veils_sight(self.sight)

    # -- obstacles -------------------------------------------------------------------------

    def obstacle(self, id: str) -> Obstacle:
        return obstacles_of(self.sight).by_id[id]

    def barrier_grade(self, ids: tuple[str, ...]) -> Grade:
        """Return the grade of a line that barriers stop; their own grade wins, the least one."""
        return min(_grades(obstacles_of(self.sight), ids), key=RANK.__getitem__)

    def shelter_grade(self, id: str) -> Grade:
        """Return what a crossed obstacle without effect on shots gives, after §3.4."""
        if id not in self._shelter:
            obstacle = self.obstacle(id)
            grade = Grade.HARD if obstacle.cover is Grade.TOTAL else obstacle.cover
            self._shelter[id] = Grade.NONE if self._ignored(obstacle) else grade
        return self._shelter[id]

    def _ignored(self, obstacle: Obstacle) -> bool:
        """Whether the attacker may ignore an obstacle, or it is too far from the target."""
        limits = self.limits(obstacle)
        if limits is None:
            return False
        near, far = limits
        mine = self.sight.gap2(self.duel.a, obstacle.id)
        if mine >= near and far == math.inf:  # as often as not: nobody needs the other gap
            return False
        return _passes(limits, mine, self.sight.gap2(self.duel.t, obstacle.id))

    def passes(self, obstacle: Obstacle, mine: Fraction, other: Fraction) -> bool:
        """Whether an obstacle so far from attacker and target, in squared sub-units, is ignored."""
        limits = self.limits(obstacle)
        return limits is not None and _passes(limits, mine, other)

    def limits(self, obstacle: Obstacle) -> tuple[float, float] | None:
        """Return how near the attacker must be to ignore an obstacle, how far the target, squared.

        Besides the attacker must be nearer than the target. None where it is never ignored.
        """
        match obstacle.kind:
            case Kind.LOW if self._is_low(obstacle):
                squares = 6 if self.duel.options.word("low_obstacle_range") == "gap6" else 5
                return math.inf, (squares * SUB) ** 2
            case Kind.SLIT if self.duel.options.flag("slit_ignored_when_adjacent"):
                return SUB * SUB, math.inf
            case _:
                return None

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
        """Judge an attack on an adjacent square: all lines from all corners (§3.3).

        Where no line between corners meets an obstacle, one to any other point may.
        """
        facts = [self.facts(square, aim, p, aim.corners(), soft=False) for p in square.corners()]
        effect = any(fact.stopped_at is None for part in facts for fact in part)
        if self._obstructed(square, aim):
            met = {id for part in facts for fact in part for id in self._settled(fact)}
            more = self.sight.into(square, aim, met, self.level)
            facts = [(*part, *(m for m in more if m.p == part[0].p)) for part in facts]
        parts = [self.judged(square, part[0].p, part[0].p, part) for part in facts]
        parts = [replace(part, soft_by=()) for part in parts]
        clearest = min(parts, key=lambda part: part.stopped)
        lines = tuple(line for part in parts for line in part.lines)
        hard = max((part.hard for part in parts), key=RANK.__getitem__)
        found = sorted(parts, key=lambda part: -RANK[part.hard])
        by = tuple(dict.fromkeys(id for part in found for id in part.hard_by))
        here = self.sight.at(self.level)
        veil, veiled = here.veil(self.duel.t), here.veils(self.duel.t)
        return Look(square, clearest.eye, None, lines, hard, by, (), veil, veiled, effect)

    def _settled(self, fact: LineFacts) -> Iterator[str]:
        """Yield what stands in a line and gives no better grade alone than the line has."""
        _, grade = self._line(fact)
        for id in fact.barriers:
            if RANK[self.barrier_grade((id,))] <= RANK[grade]:
                yield id
        for id in fact.shelters:
            if RANK[self.shelter_grade(id)] <= RANK[grade]:
                yield id

    def judged(
        self, square: Footprint, eye: Point, origin: Point | None, facts: tuple[LineFacts, ...]
    ) -> Look:
        """Judge the lines of one corner."""
        hard, soft_by, fogs = Grade.NONE, dict[str, None](), dict[str, None]()
        by: dict[Grade, dict[str, None]] = {}
        lines = []
        effect = False
        for fact in facts:
            line, grade = self._line(fact)
            lines.append(line)
            effect |= fact.stopped_at is None
            fogs.update(dict.fromkeys(fact.fogs))
            if grade is Grade.SOFT:
                soft_by.update(dict.fromkeys(line.by))
            elif grade is not Grade.NONE:
                hard = max(hard, grade, key=RANK.__getitem__)
                by.setdefault(grade, {}).update(dict.fromkeys(line.by))
            soft = (id for id in fact.shelters if self.shelter_grade(id) is Grade.SOFT)
            soft_by.update(dict.fromkeys((*soft, *fact.bodies)))
        # what gives the best grade comes first
        found = [id for grade in sorted(by, key=RANK.__getitem__, reverse=True) for id in by[grade]]
        hard_by = tuple(dict.fromkeys(found))
        fog = max((self.obstacle(id).concealment for id in fogs), default=0)
        return Look(
            square, eye, origin, tuple(lines), hard, hard_by, tuple(soft_by),
            fog, tuple(fogs), effect,
        )  # fmt: skip

    def tallied(self, square: Footprint, tally: Tally, apart: bool = False) -> Look:
        """Judge a corner by its tally: the same look without its single lines.

        ``apart``: the tally counts nothing that only what is ignored holds up.
        """
        special = tally.barred and not is_plain(self.sight)
        if special or (not apart and self.is_mixed(tally.shelters)):
            look = self.from_corner(square, self.duel.t, tally.p)
            return replace(look, soft_by=tuple(dict.fromkeys((*look.soft_by, *tally.bodies))))
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
            max(hard, key=RANK.__getitem__, default=Grade.NONE),
            tuple(id for id, grade in grades.items() if RANK[grade] >= RANK[Grade.HARD]),
            (*soft, *tally.bodies),
            fog,
            tally.fogs,
            tally.barred < tally.lines,
        )

    def _line(self, fact: LineFacts) -> tuple[SightLine, Grade]:
        """Judge one line: whatever it crosses counts, the best grade goes on (§3.6).

        Soft is the grade of lines that meet nothing harder: it adds up with none.
        """
        held = {id: self.shelter_grade(id) for id in fact.shelters}
        by = tuple(id for id, grade in held.items() if grade is not Grade.NONE)
        grades = [held[id] for id in by]
        if by:
            by = tuple(dict.fromkeys((*by, *fact.partners)))
        if fact.stopped_at is not None:
            grades.append(self.barrier_grade(fact.barriers))
            by = tuple(dict.fromkeys((*fact.barriers, *by)))
        if grades:
            harder = [grade for grade in grades if grade is not Grade.SOFT]
            best = max(harder, key=RANK.__getitem__, default=Grade.SOFT)
            return SightLine(fact.p, fact.q, Verdict.BLOCKED, by, fact.stopped_at), best
        if fact.bodies:
            return SightLine(fact.p, fact.q, Verdict.CREATURE, fact.bodies), Grade.SOFT
        return SightLine(fact.p, fact.q, Verdict.FREE), Grade.NONE
