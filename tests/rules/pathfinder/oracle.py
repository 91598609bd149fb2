"""The whole answer of Pathfinder to one attack, by the words of the rules and slowly.

It reads the data of a situation file and shares no code with the program. Section numbers are
those of the rules. Known are: the default weapons, conditions, heights, lights, options.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from operator import attrgetter

import shapely
from shapely.geometry.base import BaseGeometry

from tests.rules.oracle_sight import Views
from tests.rules.pathfinder.oracle_lines import (
    SOLID_KINDS,
    Barriers,
    Box,
    Facts,
    Spot,
    acting,
    area,
    corners,
    frames,
    heading,
    inside,
    is_open_door,
    is_polygon,
    lattice,
    middle,
    offset,
    own_cover,
    passed,
    pieces,
    properly,
    role,
    shape,
    shot_exists,
    squares,
    stops_effect,
)

BONUS = {"none": 0, "partial": 2, "soft": 4, "hard": 4, "improved": 8}
RANK = ["none", "partial", "soft", "hard", "improved", "total"]
HELPLESS = {"helpless", "bound", "asleep", "paralysed", "unconscious", "dying"}
NO_THREAT = HELPLESS | {
    "stunned", "dazed", "cowering", "nauseated", "panicked", "pinned", "fascinated", "dead",
}  # fmt: skip
TIES = {"mount", "carried", "swallowed"}
NO_OPPORTUNITY = {"flat_footed", "total_defence"}
LYING = {"prone", "dead", "unconscious", "dying"}
REACH = {1: (1, 1), 2: (2, 1), 3: (3, 2), 4: (4, 3), 6: (6, 4)}
"""Reach of tall and long creatures by their space (§1)."""


@dataclass(frozen=True)
class Look:
    """One corner, or one pair of squares: the grades that it gives."""

    hard: str = "none"
    soft: bool = False
    fog: int = 0
    stopped: int = 0
    lines: int = 1
    square: Box = (0, 0, 1)
    eyes: tuple[Spot, ...] = ()
    improved: int = 8

    @property
    def key(self) -> tuple[int, int, int, int]:
        worth = self.improved if self.hard == "improved" else BONUS[self.hard]
        bonus = max(worth, 4 if self.soft else 0)
        return bonus, self.fog, RANK.index(self.hard), self.stopped

    @property
    def grade(self) -> str:
        if self.hard != "none" and not (self.soft and BONUS[self.hard] < 4):
            return self.hard
        return "soft" if self.soft else "none"


KEY = attrgetter("key")


@dataclass(frozen=True)
class Answer:
    """What the rules say about an attack."""

    distance: int
    cover: str
    percent: int | None
    """Share of stopped lines; None where the rules count none (hand to hand, no line at all)."""
    concealment: tuple[str, int]
    flanking: bool
    reached: bool


def diagonal(dx: int, dy: int) -> int:
    """Count 1-2-1-2 (§2)."""
    return max(dx, dy) + min(dx, dy) // 2


def covers(reach: int, off: tuple[int, int], second: bool = True) -> bool:
    """Whether a reach covers an offset, the second diagonal of a reach of two too (§2)."""
    return 1 <= diagonal(*off) <= reach or (second and reach == 2 and off == (2, 2))


class Oracle:
    """The answers to one situation."""

    def __init__(self, situation: Facts) -> None:
        self.tokens = {t["id"]: t for t in situation["tokens"]}
        self.attack = situation["attack"]
        board = situation.get("board", {})
        self.dark = board.get("dark", False)
        self.lights = board.get("lights", [])
        self.all = [o for o in board.get("obstacles", []) if not is_open_door(o)]
        self.all += frames(board.get("storeys", []))
        self.links = situation.get("links", [])
        self.options = situation.get("options", {})
        self.me = self.tokens[self.attack["attacker"]]
        self.foe = self.tokens[self.attack["target"]]
        self.weapon = self.attack["weapon"]
        self.improved = self.options.get("improved_cover_bonus", 8)

    # -- creatures -------------------------------------------------------------------------

    @staticmethod
    def space(token: Facts) -> Box:
        """Return the space; small creatures use their whole square (§1)."""
        (x, y), side = token["at"], token.get("size", 1)
        if side >= 1:
            return (x, y, side)
        return (float(math.floor(x + side / 2)), float(math.floor(y + side / 2)), 1)

    @staticmethod
    def reach(token: Facts) -> int:
        if "reach" in token:
            return int(token["reach"])
        size = token.get("size", 1)
        if size < 1:
            return 0
        return REACH[size][0 if token.get("sheet", {}).get("build", "tall") == "tall" else 1]

    @staticmethod
    def conditions(token: Facts) -> set[str]:
        return {c if isinstance(c, str) else c["id"] for c in token.get("conditions", [])}

    @staticmethod
    def heights(token: Facts) -> tuple[float, float]:
        low = token.get("elevation", 0)
        return low, low + token.get("height", token.get("size", 1))

    def between(self, one: Facts, other: Facts) -> tuple[float, float]:
        (a, b), (c, d) = self.heights(one), self.heights(other)
        return min(a, c), max(b, d)

    def at_level(self, level: tuple[float, float]) -> list[Facts]:
        """Return what stands between two heights."""
        lo, hi = level
        return [
            o
            for o in self.all
            if not ("top" in o and o["top"] <= lo)
            and not ("bottom" in o and (o["bottom"] > hi or o["bottom"] == hi > lo))
        ]

    @cached_property
    def here(self) -> list[Facts]:
        return self.at_level(self.between(self.me, self.foe))

    @cached_property
    def barriers(self) -> Barriers:
        return Barriers([o for o in self.here if stops_effect(o)])

    def of_least(self, grade: str) -> Barriers:
        """Return the barriers that give at least a grade."""
        least = RANK.index(grade)
        return Barriers([o for o in self.barriers.obstacles if RANK.index(of_wall(o)) >= least])

    @property
    def a(self) -> Box:
        return self.space(self.me)

    @property
    def t(self) -> Box:
        return self.space(self.foe)

    # -- what shelters ---------------------------------------------------------------------

    def tied(self, one: Facts, other: Facts) -> bool:
        pair = {one["id"], other["id"]}
        return any({link["a"], link["b"]} == pair and link["kind"] in TIES for link in self.links)

    def gives_cover(self, token: Facts) -> bool:
        """Whether a creature shelters others: what is set on it, else its state and kind (§3.1)."""
        if "gives_cover" in token:
            return bool(token["gives_cover"])
        conditions = self.conditions(token)
        down = bool(conditions & LYING)
        if "dead" in conditions or (down and not self.options.get("prone_gives_soft_cover")):
            return False
        kind = token.get("sheet", {}).get("creature_type", "").lower()
        return self.options.get("bodiless_give_soft_cover", False) or not any(
            word in kind for word in ("swarm", "incorporeal")
        )

    @cached_property
    def bodies(self) -> list[BaseGeometry]:
        low, high = self.between(self.me, self.foe)
        found = []
        for token in self.tokens.values():
            box = area(self.space(token))
            away = box.intersection(area(self.a)).area + box.intersection(area(self.t)).area == 0
            ties = self.tied(token, self.me) or self.tied(token, self.foe)
            bottom, top = self.heights(token)
            if away and not ties and self.gives_cover(token) and bottom < high and top > low:
                found.append(box)
        return found

    def distance_to(self, box: Box, o: Facts) -> float:
        return float(area(box).distance(shape(o)))

    def counts(self, o: Facts) -> bool:
        """Whether a low obstacle or a slit counts (§3.4)."""
        mine, other = self.distance_to(self.a, o), self.distance_to(self.t, o)
        if o["kind"] == "low" and self.is_low(o):
            far = 6 if self.options.get("low_obstacle_range") == "gap6" else 5
            return other <= far + 1e-9 and not mine < other - 1e-9
        if o["kind"] == "slit" and self.options.get("slit_ignored_when_adjacent", True):
            return not (mine < other - 1e-9 and mine < 1 - 1e-9)
        return True

    def is_low(self, o: Facts) -> bool:
        who = self.options.get("low_obstacle_height", "defender")
        low, high = self.heights(self.me if who == "attacker" else self.foe)
        return "top" not in o or who == "any" or 2 * (o["top"] - low) <= high - low

    @cached_property
    def shelters(self) -> list[Facts]:
        return [o for o in self.here if role(o) and self.counts(o)]

    def sheltered(self, p: Spot, a: Box, q: Spot, b: Box) -> tuple[str, bool]:
        """Return the best hard grade that a line gets from what lets shots pass, and soft.

        Low obstacles and slits may hold a line up with walls.
        """
        found = {"none"}
        for kind in ("low", "cover", "slit"):
            found |= self.of_kind(kind, p, a, q, b)
        soft = "soft" in found
        return max(found - {"soft"}, key=RANK.index), soft

    def of_kind(self, kind: str, p: Spot, a: Box, q: Spot, b: Box) -> set[str]:
        """Return the best hard grade that a line gets from shelters of one kind, and soft."""
        some = [o for o in self.shelters if role(o) == kind]
        found: set[str] = set()
        for grade in sorted({of_shelter(o) for o in some}, key=RANK.index)[::-1]:
            if grade != "soft" and found - {"soft"}:
                continue  # what holds the line up alone is no weaker together with others
            best = [
                o
                for o in some
                if (own := of_shelter(o)) == grade
                or (RANK.index(own) > RANK.index(grade) and own not in found)
            ]
            way = heading(p, a, q, b)
            lines = [g for o in best if not is_polygon(o) and not (g := acting(o, way)).is_empty]
            hit = (
                properly(p, q, lines)
                if kind == "cover"
                else passed(p, a, q, b, lines, self.barriers)
            )
            if hit or inside(p, q, [shape(o) for o in best if is_polygon(o)]):
                found.add(grade)
        return found

    def veiled(self, p: Spot, q: Spot) -> int:
        """Return the miss chance of the fog that a line crosses (§4)."""
        fogs = [(o, c) for o in self.here if (c := chance(o))]
        best = 0
        for percent in {c for _, c in fogs}:
            some = [o for o, c in fogs if c >= percent]
            if inside(p, q, [shape(o) for o in some if is_polygon(o)]):
                best = max(best, percent)
            if properly(p, q, [shape(o) for o in some if not is_polygon(o)]):
                best = max(best, percent)
        return best

    # -- looks -----------------------------------------------------------------------------

    def blocked(self, p: Spot, a: Box, q: Spot, b: Box, walls: Barriers | None = None) -> bool:
        walls = walls or self.barriers
        if not walls.clear(p, a, q, b):
            return True
        return self.options.get("touching") == "strict" and walls.along(p, a, q, b)

    def wall_grade(self, p: Spot, a: Box, q: Spot, b: Box) -> str:
        """Return the grade of what stops a line: the weaker one of two that do it only together."""
        for grade in ("improved", "hard"):
            if self.blocked(p, a, q, b, self.of_least(grade)):
                return grade
        return "partial" if self.blocked(p, a, q, b) else "none"

    def corner(self, square: Box, aim: Box, p: Spot) -> Look:
        """Judge one corner against a space (§3.2)."""
        hard, soft, fog, stopped = "none", False, 0, 0
        points = lattice(aim)
        for q in points:
            grade, yields = self.sheltered(p, square, q, aim)
            grade = max(grade, self.wall_grade(p, square, q, aim), key=RANK.index)
            crowd = any(inside(p, q, [box]) for box in self.bodies)
            hard = max(hard, grade, key=RANK.index)
            soft = soft or crowd or yields
            stopped += grade != "none" or crowd or yields
            fog = max(fog, self.veiled(p, q))
        look = Look(hard, soft, fog, stopped, len(points), square, (p,), self.improved)
        return self.softened(look)

    def beside(self, square: Box, aim: Box) -> Look:
        """Judge an attack on an adjacent square: any line of any corner (§3.3)."""
        hard = "none"
        for p in corners(square):
            ends = list(self.ends(p, aim))
            for q in ends:
                grade, _ = self.sheltered(p, square, q, aim)
                grade = max(grade, self.wall_grade(p, square, q, aim), key=RANK.index)
                hard = max(hard, grade, key=RANK.index)
        fogs = [(o, c) for o in self.here if is_polygon(o) and (c := chance(o))]
        veil = 0
        for percent in {c for _, c in fogs}:
            whole = shapely.union_all([shape(o) for o, c in fogs if c >= percent])
            if whole.covers(area(self.t)):
                veil = max(veil, percent)
        eyes = tuple(corners(square))
        look = Look(hard, False, veil, square=square, eyes=eyes, improved=self.improved)
        return self.softened(look)

    def ends(self, p: Spot, aim: Box) -> Iterator[Spot]:
        """Yield enough ends of lines from a corner into a space: one for each way past things."""
        yield from corners(aim)
        things = [*self.barriers.obstacles, *self.shelters]
        points = [c for o in things for piece in pieces(o) for c in piece]
        angles = {
            math.atan2(y - p[1], x - p[0]) for x, y in [*points, *corners(aim)] if (x, y) != p
        }
        ordered = sorted(angles)
        for one, two in zip(ordered, [*ordered[1:], ordered[0] + math.tau], strict=True):
            if two - one < 1e-7:
                continue
            for share in (0.37, 0.71):  # no round number: it might lead through a corner
                angle = one + share * (two - one)
                far = (p[0] + 9 * math.cos(angle), p[1] + 9 * math.sin(angle))
                part = shapely.LineString([p, far]).intersection(area(aim))
                if part.length > 1e-6:
                    yield max(map(tuple, part.coords), key=lambda c: math.dist(c, p))

    # -- hand to hand ----------------------------------------------------------------------

    def holds(self, token: Facts, weapon: str, off: tuple[int, int], rise: int = 0) -> bool:
        """Whether a weapon covers an offset; empty height counts as a way aside."""
        reach = self.reach(token)
        if rise:
            inner, far = (reach, 2 * reach) if weapon == "longspear" else (0, reach)
            return inner < diagonal(diagonal(*off), rise) <= far
        if off == (0, 0):
            return weapon != "longspear" or not reach
        second = self.options.get("reach10_second_diagonal", True)
        if weapon == "longspear":
            return covers(2 * reach, off, second) and not covers(reach, off, second)
        return covers(reach, off, second)

    def pairs(self) -> list[tuple[Box, Box]]:
        every = [(q, t) for q in squares(self.a) for t in squares(self.t)]
        rise = self.rise(self.me, self.foe)
        return [
            (q, t)
            for q, t in every
            if self.holds(self.me, self.weapon, offset(q, t), rise)
            and self.holds(self.me, self.weapon, offset(self.a, t), rise)
        ]

    def looks(self) -> list[Look]:
        pairs = self.pairs()
        if self.weapon == "longbow" or not pairs:
            return self.shots()
        found = []
        for q, t in pairs:
            if max(*offset(q, t), self.rise(self.me, self.foe)) <= 1:
                found.append(self.beside(q, t))
            else:
                found += [self.corner(q, t, p) for p in corners(q)]
        return found

    def softened(self, look: Look) -> Look:
        """Return a look with partial cover where that is applied: the attacker chooses by it."""
        applied = self.options.get("partial_cover") == "apply" and look.hard == "hard"
        seen = applied and any(
            self.barriers.shown(p, look.square, self.t) > 0.5 + 1e-7 for p in look.eyes
        )
        return replace(look, hard="partial") if seen else look

    def shots(self) -> list[Look]:
        """Judge a shot's corners (§3.2), by the options for big creatures."""
        single = self.options.get("ranged_big_target") == "best_square"
        aims = squares(self.t) if single else [self.t]
        looks = [
            [self.corner(q, aim, p) for aim in aims for p in corners(q)] for q in squares(self.a)
        ]
        if self.options.get("ranged_big_attacker") == "all_squares":
            worst = max(looks, key=lambda one: min(map(KEY, one)))
            return [look for look in worst if KEY(look) == min(map(KEY, worst))]
        return [look for one in looks for look in one]

    # -- concealment (§4) ------------------------------------------------------------------

    def light(self, low_light: bool) -> str:
        """Return how bright it is at the middle of the target (§8)."""
        if not self.dark or not self.options.get("light_matters", True):
            return "bright"
        low, high = self.heights(self.foe)
        walls = [
            o for o in self.at_level((low, high)) if o.get("stops_light", o["kind"] in SOLID_KINDS)
        ]
        at, best = middle(self.t), 0
        for light in self.lights:
            spot, times = tuple(light["at"]), 2 if low_light else 1
            far = math.dist(at, spot)
            way = (at[0] - spot[0], at[1] - spot[1])
            shadows = Barriers(walls).on(way)
            if far > 1e-9 and light.get("shadows", True) and properly(spot, at, shadows):
                continue
            if far <= times * light["bright"] + 1e-9:
                best = max(best, 2)
            elif far <= times * light["dim"] + 1e-9:
                best = max(best, 1)
        return ("dark", "dim", "bright")[best]

    def concealment(self, fog: int, distance: int) -> tuple[str, int]:
        sheet = self.me.get("sheet", {})
        causes = [(fog, fog >= 50)] if fog else []
        blind = "blind" in self.conditions(self.me)
        sees = distance <= sheet.get("blindsight", -1)
        light = self.light(sheet.get("low_light_vision", False))
        if light != "bright" and not distance <= sheet.get("darkvision", -1):
            causes.append((20, False) if light == "dim" else (50, True))
        if "invisible" in self.conditions(self.foe):
            if blind or not sheet.get("see_invisible", False):
                causes.append((50, True))
        if blind:
            causes.append((50, True))
        if not Views(self.here).sees(self.a, self.t):
            causes.append((50, True))
        if sees:
            causes = []
        if own := self.wrapped():
            if not (sees and self.options.get("concealed_yields_to_senses", False)):
                causes.append((own, False))
        if self.sharp:
            causes = [cause for cause in causes if cause[1]]
        if not causes:
            return "none", 0
        return "total" if any(h for _, h in causes) else "partial", max(c for c, _ in causes)

    def wrapped(self) -> int:
        """Return the miss chance that magic gives to the target (§4)."""
        for one in self.foe.get("conditions", []):
            if one == "concealed":
                return 20
            if not isinstance(one, str) and one["id"] == "concealed":
                return int(one["value"])
        return 0

    @property
    def sharp(self) -> bool:
        """Whether the shooter ignores what is less than total."""
        expert = self.me.get("sheet", {}).get("improved_precise_shot", False)
        return bool(expert) and (self.weapon == "longbow" or not self.pairs())

    # -- flanking and threat (§2, §5) ------------------------------------------------------

    def armed(self, token: Facts) -> list[str]:
        """Return the melee weapon in hand: the first one of the sheet."""
        own = token.get("sheet", {}).get("weapons")
        melee = [w for w in own or () if w.get("kind", "melee") == "melee"]
        every = ["longspear" if w.get("reach") else "sword" for w in melee]
        every = ["sword", "longspear"] if own is None else every
        return every[:1] if self.options.get("weapon_in_hand", True) else every

    def leads(self, one: Facts, box: Box, level: tuple[float, float]) -> bool:
        walls = Barriers([o for o in self.at_level(level) if stops_effect(o)])
        return shot_exists(self.space(one), box, walls)

    @staticmethod
    def blind(token: Facts) -> set[str]:
        """The blind threaten by another sense."""
        sheet = token.get("sheet", {})
        return set() if sheet.get("blindsight") or sheet.get("blindsense") else {"blind"}

    def threatens(self, token: Facts, target: Facts) -> bool:
        if self.conditions(token) & (NO_THREAT | self.blind(token)):
            return False
        base, box = self.space(token), self.space(target)
        rise = self.rise(token, target)
        near = any(
            self.holds(token, weapon, offset(base, square), rise)
            for weapon in self.armed(token)
            for square in squares(box)
        )
        return (
            near and self.reach(token) > 0 and self.leads(token, box, self.between(token, target))
        )

    @staticmethod
    def foes(one: Facts, other: Facts) -> bool:
        sides = {one["side"], other["side"]}
        return len(sides) == 2 and "neutral" not in sides

    @property
    def any_enemy(self) -> bool:
        """Whether any enemy of the target flanks, also one who is hostile to the attacker."""
        return bool(self.options.get("flank_partner") == "any_enemy_of_target")

    def unseen(self, token: Facts) -> bool:
        return bool(token.get("hidden")) or "invisible" in self.conditions(token)

    def middles(self, token: Facts) -> list[Spot]:
        """Return where a partner stands: many squares help the partner only, by the letter."""
        space = self.space(token)
        if not self.options.get("flank_symmetric", True):
            return [middle(space)]
        return [middle(q) for q in squares(space)]

    def flanking(self) -> bool:
        if self.weapon == "longbow" or self.reach(self.me) == 0:
            return False
        return any(
            self.foes(token, self.foe)
            and (not self.foes(token, self.me) or self.any_enemy)
            and token["id"] not in (self.me["id"], self.foe["id"])
            and self.reach(token) > 0
            and (self.options.get("flank_with_unseen", True) or not self.unseen(token))
            and any(
                between(middle(p), q, self.t) for p in squares(self.a) for q in self.middles(token)
            )
            and self.threatens(token, self.foe)
            for token in self.tokens.values()
        )

    def threatened(self, id: str) -> list[list[int]]:
        """Return the squares that somebody threatens (§2)."""
        token = self.tokens[id]
        if self.conditions(token) & (NO_THREAT | NO_OPPORTUNITY | self.blind(token)):
            return []
        base = self.space(token)
        far = 2 * self.reach(token) + 1
        columns = range(math.floor(base[0]) - far, math.ceil(base[0] + base[2]) + far)
        rows = range(math.floor(base[1]) - far, math.ceil(base[1] + base[2]) + far)
        return sorted(
            [x, y]
            for x in columns
            for y in rows
            if (off := offset(base, (x, y, 1))) != (0, 0)
            and any(self.holds(token, weapon, off) for weapon in self.armed(token))
            and self.leads(token, (x, y, 1), self.between(token, token))
        )

    # -- all together ----------------------------------------------------------------------

    def rise(self, one: Facts, other: Facts) -> int:
        """Count the squares of empty height between two (0 where their heights overlap)."""
        (a, b), (c, d) = self.heights(one), self.heights(other)
        empty = max(c - b, a - d)
        return 0 if empty < 0 or a == c else math.floor(empty) + 1

    def every_look(self) -> list[Look]:
        """Judge every corner of every square, whatever the options say of big attackers."""
        if self.weapon != "longbow" and self.pairs():
            return self.looks()
        single = self.options.get("ranged_big_target") == "best_square"
        aims = squares(self.t) if single else [self.t]
        return [self.corner(q, aim, p) for q in squares(self.a) for aim in aims for p in corners(q)]

    def answer(self) -> Answer:
        distance = diagonal(diagonal(*offset(self.a, self.t)), self.rise(self.me, self.foe))
        best = min(self.looks(), key=KEY)
        shot = self.weapon == "longbow" or not self.pairs()
        cover, percent = best.grade, round(100 * best.stopped / best.lines)
        if not shot_exists(self.a, self.t, self.barriers):
            cover, percent = "total", 100
        if self.sharp and cover != "total":
            cover = "none"
        fog = best.fog
        if fog and self.options.get("concealment_corner") == "own":
            fog = min(look.fog for look in self.every_look())
        return Answer(
            distance,
            cover,
            percent if shot or cover == "total" else None,
            self.concealment(fog, distance),
            self.flanking(),
            shot is (self.weapon == "longbow"),
        )


def of_shelter(o: Facts) -> str:
    """Return the grade of what lets shots pass on a line that cannot avoid it."""
    return "hard" if own_cover(o) == "total" else own_cover(o)


def of_wall(o: Facts) -> str:
    """Return the grade of a wall on a line that it stops."""
    grade = own_cover(o)
    return grade if grade in ("partial", "improved") else "hard"


def chance(o: Facts) -> int:
    value = o.get("concealment", "partial" if o["kind"] == "fog" else 0)
    if isinstance(value, int):
        return value
    return {"partial": 20, "total": 50}[value]


def between(p: Spot, q: Spot, box: Box) -> bool:
    """Whether a line meets opposite sides of a space (§5), in whole numbers."""
    px, py, qx, qy = (round(16 * v) for v in (*p, *q))
    left, top, side = (round(16 * v) for v in box)
    across = _meets_both((px, py), (qx, qy), left, left + side, top, top + side)
    return across or _meets_both((py, px), (qy, qx), top, top + side, left, left + side)


def _meets_both(
    p: tuple[int, int], q: tuple[int, int], left: int, right: int, top: int, bottom: int
) -> bool:
    (x1, y1), (x2, y2) = sorted((p, q))
    if x1 > left or x2 < right:
        return False
    run = x2 - x1
    heights: Sequence[int] = [y1 * run + (x - x1) * (y2 - y1) for x in (left, right)]
    return all(top * run <= h <= bottom * run for h in heights)
