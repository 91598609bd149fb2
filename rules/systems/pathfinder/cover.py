"""Cover (§3): which corner or pair of squares an attack uses, and what shelters its target.

The one judgement: plan, badges, heat map and opportunity attacks all ask ``look_at``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from maps.between import in_between
from maps.fans import Tally
from maps.grid import Footprint, Point, distance, offsets
from maps.shapes import Grade
from rules.encounter.plans import Cover
from rules.systems.pathfinder.duel import Duel
from rules.systems.pathfinder.judge import RANK, Judge, Look, armour_bonus

__all__ = [
    "Judge",
    "Look",
    "Report",
    "armour_bonus",
    "HALF",
    "best_of",
    "clearest",
    "is_sharp",
    "look_at",
    "pairs",
    "report_of",
    "settled",
    "stops_opportunity",
]


HALF = 50
"""Who is seen to more than so many percent may have partial cover (§3.6)."""
_NEAR = 1e-9
_MOST = HALF / 100 + _NEAR
_FEW = 1
"""Between so few squares each line is cast by itself; between more tallies in bulk come first."""


@dataclass(frozen=True, slots=True)
class Report:
    """Cover of a target and what conceals it along the same lines."""

    cover: Cover
    look: Look
    fog: int = 0
    fog_by: tuple[str, ...] = ()


def _key(judge: Judge, look: Look) -> tuple[int, int, int, int]:
    """Order looks as an attacker prefers them: AC bonus, miss chance, soft before hard.

    The bonus is the one that counts in the end (§3.2): that of partial cover where it is applied.
    Else a further wall could lower cover, by stopping a line more from a corner that sees less.
    """
    if look.hard is Grade.HARD and _applies_partial(judge) and _seen(judge, look) > _MOST:
        look = replace(look, hard=Grade.PARTIAL)
    return judge.bonus(look), look.fog, RANK[look.hard], look.stopped


def _applies_partial(judge: Judge) -> bool:
    """Whether the game master's option makes cover of a mostly visible target partial (§3.6)."""
    return judge.duel.options.word("partial_cover") == "apply"


def _seen(judge: Judge, look: Look) -> float:
    """Return the share of the target that is seen past walls, from the best corner of a look."""
    eyes = (look.eye,) if look.origin is not None else look.square.corners()
    sight, target = judge.sight.at(judge.level), judge.duel.t
    return max(sight.visible_share(eye, look.square, target) for eye in eyes)


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
    peers = tuple(best[1:])
    return best[0] if best[0].peers == peers else replace(best[0], peers=peers)


def _shots(judge: Judge, squares: tuple[Footprint, ...]) -> Iterator[Look]:
    """Yield the looks of a ranged attack from some squares (§3.2)."""
    target = judge.duel.t
    single = judge.duel.options.word("ranged_big_target") == "best_square"
    aims = target.unit_squares() if single else (target,)
    ways = [(square, aim, p) for square in squares for aim in aims for p in square.corners()]
    for square, aim, p in sorted(ways, key=lambda way: _far(way[2], way[1])):
        yield judge.from_corner(square, aim, p)


def _ranged(judge: Judge) -> Look:
    """Choose the corner of a shot (§3.2)."""
    duel = judge.duel
    squares = duel.a.unit_squares()
    if duel.options.word("ranged_big_attacker") == "all_squares":
        bests = [best_of(judge, _shots(judge, (square,))) for square in squares]
        return max(bests, key=lambda look: _key(judge, look))
    if duel.options.word("ranged_big_target") == "best_square" and duel.t.squares > 1:
        return best_of(judge, _shots(judge, squares))
    if len(squares) * duel.t.squares <= _FEW or _applies_partial(judge):
        return _of_all(judge, squares)
    first = next(_shots(judge, squares))
    return first if first.clean else best_of(judge, _promising(judge, squares, first))


def _of_all(judge: Judge, squares: tuple[Footprint, ...]) -> Look:
    """Judge all corners by their lines; where none leads anywhere the nearest stands for all."""
    duel = judge.duel
    looks: list[Look] = []
    for look in _shots(judge, squares):
        if look.clean:
            return look
        if not looks and not look.effect and judge.shut:
            return look
        looks.append(look)
    if not any(look.effect for look in looks) and not judge.effect(duel.a, duel.t, False):
        return looks[0]
    return best_of(judge, looks)


def _promising(judge: Judge, squares: tuple[Footprint, ...], first: Look) -> Iterator[Look]:
    """Yield the looks of those corners that bulk tallies do not rule out, the nearest first.

    Where there is no line of effect at all the nearest corner stands for all; ``first`` is its
    look.
    """
    duel, target = judge.duel, judge.duel.t
    rows = [
        (judge.tallied(square, tally), _stopped(judge, tally))
        for square in squares
        for tally in judge.sight.many(
            square, (target,), judge.bodies, touching=judge.touching, level=judge.level
        )[0]
    ]
    rows.sort(key=lambda row: _far(row[0].eye, target))
    if not any(look.effect for look, _ in rows) and not judge.effect(duel.a, target, False):
        rows = rows[:1]
    least = min(_key(judge, look)[:3] for look, _ in rows)
    rows = [row for row in rows if _key(judge, row[0])[:3] == least]
    most = min(high for _, (_, high) in rows)
    for look, (low, _) in rows:
        if low <= most:
            known = (look.square, look.eye) == (first.square, first.eye)
            yield first if known else judge.from_corner(look.square, target, look.eye)


def _stopped(judge: Judge, tally: Tally) -> tuple[int, int]:
    """Return between which numbers the count of stopped lines lies."""
    if any(judge.shelter_grade(id) is not Grade.NONE for id in tally.shelters):
        return max(1, tally.barred, tally.bodied), tally.lines
    return max(tally.barred, tally.bodied), min(tally.lines, tally.barred + tally.bodied)


def pairs(duel: Duel) -> list[tuple[Footprint, Footprint]]:
    """Return the pairs of squares that a melee attack may use (§3.5), the nearest first.

    What lies too near for a reach weapon counts from the whole space (§2).
    """
    aims = [t for t in duel.t.unit_squares() if duel.covers(duel.a, t)]
    every = [(q, t) for q in duel.a.unit_squares() for t in aims]
    every.sort(key=lambda pair: distance(*pair))
    return [pair for pair in every if duel.covers(*pair)]


def _is_shot(duel: Duel) -> bool:
    """Whether an attack is judged like a shot: also one with a weapon that does not reach.

    So plan, badges and heat maps show what cover the target has from there.
    """
    return duel.ranged or not duel.reaches


def _is_beside(duel: Duel, square: Footprint, aim: Footprint) -> bool:
    """Whether squares are neighbours, none of empty height between them (§3.3)."""
    return max(*offsets(square, aim), duel.rise) <= 1


def _melee_looks(judge: Judge) -> Iterator[Look]:
    for square, aim in pairs(judge.duel):
        if _is_beside(judge.duel, square, aim):
            yield judge.beside(square, aim)
        else:
            ways = (judge.from_corner(square, aim, p) for p in _corners(square, aim))
            yield best_of(judge, ways)


def _every_look(judge: Judge) -> Iterator[Look]:
    if _is_shot(judge.duel):
        yield from _shots(judge, judge.duel.a.unit_squares())
        return
    for square, aim in pairs(judge.duel):
        if _is_beside(judge.duel, square, aim):
            yield judge.beside(square, aim)
        else:
            yield from (judge.from_corner(square, aim, p) for p in square.corners())


def look_at(duel: Duel, judge: Judge | None = None) -> Report:
    """Find the cover of a target against an attack, and what conceals it on the way."""
    judge = judge or Judge(duel)
    shot = _is_shot(duel)

    def find() -> Report:
        look = _ranged(judge) if shot else best_of(judge, _melee_looks(judge))
        return report_of(judge, look)

    near = in_between(duel.a, duel.t, judge.bodies)
    ways = () if shot else tuple(pairs(duel))
    return judge.sight.judged.get((look_at, *judge.ground, shot, ways, near), find)


def report_of(judge: Judge, look: Look) -> Report:
    """Return what a chosen look means for the target."""
    duel = judge.duel
    fog = (look.fog, look.fog_by)
    if look.fog and duel.options.word("concealment_corner") == "own":
        fog = min((other.fog, other.fog_by) for other in _every_look(judge))
    return Report(_cover(judge, look), look, *fog)


def _cover(judge: Judge, look: Look) -> Cover:
    duel = judge.duel
    if not look.effect and not judge.effect(duel.a, duel.t):
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

    Of corners that are equally good the attacker takes one that sees more than half past nobody,
    else the one that sees most.
    """
    best, most, held = report.look, 0.0, (False, -1.0)
    for look in (report.look, *report.look.peers):
        share = _seen(judge, look)
        worth = (share > _MOST and not look.soft_by, share)
        if worth[0] > held[0] or (worth[0] == held[0] and share > most + _NEAR):
            best, most, held = look, share, worth
    # a little more than half is more than half, also in whole percent
    percent = max(HALF + 1, round(100 * most)) if most > _MOST else round(100 * most)
    if best is report.look:
        return report, percent
    return report_of(judge, replace(best, peers=())), percent


def settled(judge: Judge, report: Report) -> Grade:
    """Return the grade that counts after the shooter's feats and the option on partial cover."""
    grade, duel = report.cover.grade, judge.duel
    if grade in (Grade.NONE, Grade.TOTAL):
        return grade
    if is_sharp(duel):
        return Grade.NONE
    if grade is Grade.HARD and _applies_partial(judge):
        report, visible = clearest(judge, report)
        if visible > HALF:
            return Grade.SOFT if report.look.soft_by else Grade.PARTIAL
    return grade


def is_sharp(duel: Duel) -> bool:
    """Whether an expert shot ignores what is less than total."""
    return _is_shot(duel) and duel.sheet.improved_precise_shot


def stops_opportunity(duel: Duel, cover: Cover) -> bool:
    """Whether cover protects from an attack of opportunity (§3.6)."""
    if cover.grade is Grade.SOFT:
        return duel.options.flag("soft_cover_stops_aoo")
    return cover.grade is not Grade.NONE
