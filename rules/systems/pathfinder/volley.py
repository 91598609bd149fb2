"""Shots between somebody who stands still and a token that could stand anywhere, cast in bulk.

The rules of ``cover`` for whole blocks of squares at once. The rare cases (adjacent melee,
options that want more than the best corner, creatures that share a square) go to the judge.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from maps.apart import helped
from maps.fields import Block, Field, Met
from maps.grid import SUB, Footprint
from maps.joined import neighbours, stronger
from maps.lines import Body
from maps.meets import Touching
from maps.pairing import distinct, numbered
from maps.pauses import Pausing
from maps.pieces import Bools, Floats, Ints
from maps.reach import whole
from maps.shapes import Grade, Kind, Obstacle
from maps.sight import SightMap, sight_map
from maps.uses import merged
from rules.core.options import Options
from rules.encounter.heights import height_of, level_of
from rules.encounter.state import Token
from rules.systems.pathfinder.bystanders import stands_in_the_way, tied
from rules.systems.pathfinder.cover import Judge, look_at, settled
from rules.systems.pathfinder.duel import (
    SINGLE,
    Duel,
    Zone,
    is_ranged,
    reaches,
    zone_of,
)
from rules.systems.pathfinder.judge import RANK, armour_bonus
from rules.systems.pathfinder.looks import GRADES, Looks, grade_of, squares_of, windows
from rules.systems.pathfinder.obstacles import is_plain, touches_bounds, weak_roles
from rules.systems.pathfinder.options import options_of
from rules.systems.pathfinder.places import Places, overlaps
from rules.systems.pathfinder.tables import sheet_of
from rules.systems.pathfinder.weapons import LONGBOW, SheetWeapon

_SURE = 1e-6
"""Gaps that differ less, relatively, are compared in fractions."""


def cut_off(block: Block, shots: Sequence[Shots]) -> list[bool]:
    """Tell which of some shots surely lead to no place of a whole block; False is no answer."""
    out = [False] * len(shots)
    groups: dict[SightMap, list[int]] = defaultdict(list)
    for i, shot in enumerate(shots):
        groups[shot.sight if shot.away else shot.sight.reversed()].append(i)
    for sight, which in groups.items():
        side = max(block.width, block.height) + shots[which[0]].places.size - 1
        found = sight.surely_shut(block.tile(0, 0, side), [shots[i].space for i in which])
        for i, yes in zip(which, found, strict=True):
            out[i] = yes
    return out


# -- one attacker, one target ---------------------------------------------------------------------


@dataclass(frozen=True)
class Shots:
    """Shots between somebody who stands still and a token that could stand anywhere.

    ``away``: the token that is thought to move shoots; else it is the target.
    """

    places: Places
    other: Token
    arm: SheetWeapon
    away: bool

    @cached_property
    def options(self) -> Options:
        return options_of(self.places.state)

    @cached_property
    def space(self) -> Footprint:
        return whole(self.other.space)

    @cached_property
    def sight(self) -> SightMap:
        level = level_of(self.places.me, self.other)
        return sight_map(self.places.state.board).at(level)

    @cached_property
    def bodies(self) -> tuple[Body, ...]:
        """Everybody who may stand in the way, wherever the token is."""
        state, me, other = self.places.state, self.places.me, self.other
        low, high = level_of(me, other)
        return tuple(
            Body(t.id, space)
            for t in state.tokens.values()
            if t.id not in (me.id, other.id)
            and stands_in_the_way(t, self.options)
            and t.elevation < high
            and t.elevation + height_of(t) > low
            and not (space := whole(t.space)).overlaps(self.space)
            and not tied(state, t, me, other)
        )

    @cached_property
    def _lying(self) -> tuple[Footprint, ...]:
        """The spaces of those in the way on whom the token may stand."""
        standing = set(self.places.standing)
        return tuple(b.space for b in self.bodies if b.space not in standing)

    @cached_property
    def improved(self) -> int:
        return self.options.number("improved_cover_bonus")

    def fill(self, block: Block, wanted: Bools, out: Ints) -> Iterator[Bools | None]:
        """Write the grade of cover at the wanted places; yields which are known from now on.

        Most are known at once; the others come one by one, so that nobody has to wait. None is
        a pause.
        """
        clear = np.zeros(block.places, dtype=bool)
        odd = wanted & self._odd(block, clear)
        plain = wanted & ~odd & ~clear
        if plain.any():
            found, also = yield from self._cast(block, plain)
            if self._is_sharp:
                found[found != RANK[Grade.TOTAL]] = 0
            out[plain] = found[plain]
            odd |= also & plain
            if self.options.word("partial_cover") == "apply":
                # also one who has other cover may have partial cover before another corner
                odd |= plain & (out >= RANK[Grade.SOFT]) & (out <= RANK[Grade.IMPROVED])
        yield wanted & ~odd
        for i in np.flatnonzero(odd).tolist():
            out[i] = RANK[self.single(block.space(i, self.places.size))]
            known = np.zeros_like(odd)
            known[i] = True
            yield known

    @property
    def _is_sharp(self) -> bool:
        """Whether the shooter ignores what is less than total cover."""
        shooter = self.places.me if self.away else self.other
        return sheet_of(shooter).improved_precise_shot

    def single(self, place: Footprint) -> Grade:
        """Judge one place by itself."""
        moved = self.places.at(place)
        state = self.places.state.with_token(moved)
        one, two = (moved, self.other) if self.away else (self.other, moved)
        ranged = is_ranged(self.arm, SINGLE)
        duel = Duel(state, self.options, one, two, self.arm, ranged)
        judge = Judge(duel)
        return settled(judge, look_at(duel, judge))

    # -- what goes to the judge ----------------------------------------------------------

    def _odd(self, block: Block, clear: Bools) -> Bools:
        """Tell which places are no plain shots: on somebody who shelters, or within reach.

        Places within reach without anything near are noted as ``clear``.
        """
        sides = block.sides(self.places.size)
        if self._special:
            return np.ones(block.places, dtype=bool)
        odd = overlaps(sides, [*self._lying, self.space])
        if is_ranged(self.arm, SINGLE):
            return odd
        far, s = (self._zone.reach + 1) * SUB, self.space
        around = overlaps(sides, [Footprint(s.x - far, s.y - far, s.side + 2 * far)])
        for i in np.flatnonzero(around & ~odd).tolist():
            place = block.space(i, self.places.size)
            if self._reaches(place):
                odd[i] = self._crowded(place)
                clear[i] = not odd[i]
        return odd

    @cached_property
    def _zone(self) -> Zone:
        return zone_of(self.places.me if self.away else self.other, self.arm)

    def _reaches(self, place: Footprint) -> bool:
        moved = self.places.at(place)
        one, two = (moved, self.other) if self.away else (self.other, moved)
        return reaches(self.options, one, two, self._zone)

    def _crowded(self, place: Footprint) -> bool:
        """Whether anything at all lies between a place and the other's space."""
        s = self.space
        box = min(s.x, place.x), min(s.y, place.y), max(s.right, place.right), 0
        box = (*box[:3], max(s.bottom, place.bottom))
        return touches_bounds(self.sight, box) or any(
            b.space.x < box[2] and b.space.right > box[0]
            and b.space.y < box[3] and b.space.bottom > box[1]
            for b in self.bodies
        )  # fmt: skip

    @cached_property
    def _special(self) -> bool:
        chosen, mine = self.options, self.places.size
        other = self.space.squares
        shooter, target = (mine, other) if self.away else (other, mine)
        all_squares = chosen.word("ranged_big_attacker") != "any_square" and shooter > 1
        best_square = chosen.word("ranged_big_target") != "lattice" and target > 1
        own = chosen.word("concealment_corner") == "own"
        off_grid = not self.space.on_grid and self.space.side > SUB
        return all_squares or best_square or own or off_grid

    # -- casting -------------------------------------------------------------------------

    def _cast(self, block: Block, wanted: Bools) -> Pausing[tuple[Ints, Bools]]:
        """Return grades, and which places go to the judge after all; pauses between."""
        size, spaces = self.places.size, [body.space for body in self.bodies]
        if self.away:
            wide = Block(block.left, block.top, block.width + size - 1, block.height + size - 1)
            fields = [self.sight.to_space(self.space, wide, spaces, self.touching)]
            shut = windows(fields[0].shut.all(axis=1), wide, size, np.logical_and)
        else:
            squares = self.space.unit_squares()
            cast = (self.sight.from_space(s, block, size, spaces, self.touching) for s in squares)
            fields = list(cast)
            shut = np.logical_and.reduce([field.shut.all(axis=1) for field in fields])
        yield
        open_ = wanted & ~self._cut_off(block, shut & wanted)
        if not open_.any():
            return np.full(block.places, RANK[Grade.TOTAL]), open_
        yield
        if self.away:
            found = yield from self._best_away(fields[0], wide, squares_of(open_, wide, size))
        else:
            found = yield from self._best_home(fields, block, open_)
        return np.where(open_, grade_of(found.keys), RANK[Grade.TOTAL]), found.odd & open_

    def _cut_off(self, block: Block, shut: Bools) -> Bools:
        """Tell to which places no line of effect leads; those between corners are stopped."""
        if not shut.any():
            return shut
        sight = self.sight.reversed() if self.away else self.sight
        table = shut.reshape(block.height, block.width)
        return sight.cut_off(self.space, table, block, self.places.size).ravel() & shut

    def _best_away(self, field: Field, wide: Block, wanted: Bools) -> Pausing[Looks]:
        """Look from the best square of each place at the space."""
        looks = yield from self._looks(field, wide, 1, wanted)
        size = self.places.size
        keys = windows(looks.keys, wide, size, np.minimum)
        return Looks(keys, windows(looks.odd, wide, size, np.logical_or))

    def _best_home(self, fields: Sequence[Field], block: Block, wanted: Bools) -> Pausing[Looks]:
        """Look from the best square of the space at each place."""
        looks = []
        for field in fields:
            looks.append((yield from self._looks(field, block, self.places.size, wanted)))
        odd = np.logical_or.reduce([look.odd for look in looks])
        return Looks(np.min([look.keys for look in looks], axis=0), odd)

    @cached_property
    def touching(self) -> Touching:
        return Touching(self.options.word("touching"))

    def _looks(self, field: Field, block: Block, size: int, wanted: Bools) -> Pausing[Looks]:
        """Judge all corners of the wanted places at once; pauses between."""
        n = block.places * 4
        met = yield from field.met(wanted, self._weak, stronger(self.sight))
        yield
        hard = np.where(field.barred.ravel(), RANK[Grade.HARD], 0)
        soft = np.zeros(n, dtype=bool)
        soft[met.bodies[0]] = True
        cell, grade, odd = yield from self._shelters(met, block, size, wanted)
        yields = grade == RANK[Grade.SOFT]
        np.maximum.at(hard, cell, np.where(yields, 0, grade))
        soft[cell[yields]] = True
        bonus = np.array([armour_bonus(g, self.improved) for g in GRADES])[hard]
        bonus = np.maximum(bonus, np.where(soft, armour_bonus(Grade.SOFT), 0))
        keys = (bonus * 1000 + self._fog(met, n)) * 8 + hard
        if not is_plain(self.sight):
            odd |= field.barred.any(axis=1)
        return Looks(keys.reshape(-1, 4).min(axis=1), odd)

    @cached_property
    def _weak(self) -> tuple[str, ...]:
        """The roles in which nothing counts more than a wall that stops a line."""
        return weak_roles(self.sight)

    def _fog(self, met: Met, n: int) -> Ints:
        """Return the miss chance by fog for each corner."""
        fog = np.zeros(n, dtype=np.int64)
        if len(met.fogs[0]):
            strength = np.array([o.concealment for o in self.sight.obstacles])
            np.maximum.at(fog, met.fogs[0], strength[met.fogs[1]])
        return fog

    # -- what gives cover without stopping shots ------------------------------------------

    def _shelters(
        self, met: Met, block: Block, size: int, wanted: Bools
    ) -> Pausing[tuple[Ints, Ints, Bools]]:
        """Return corners and the grades they get so, and the places that the judge must see.

        Lines that meet what is ignored and what touches it and counts are cast again at the
        wanted places.
        """
        cell, owner = met.shelters
        grade, odd = self._grades(cell, owner, block, size)
        yield
        idle = (grade == 0) & (wanted & ~odd)[cell // 4]
        row, helper = helped(owner, stronger(self.sight))
        silent, _ = self._grades(cell[row], helper, block, size)
        unheard = (silent == 0) & ~idle[row] & (wanted & ~odd)[cell[row] // 4]
        if idle.any() or unheard.any():
            ignored = [(cell[idle], owner[idle]), (cell[row][unheard], helper[unheard])]
            cell, owner = met.sheltered(merged(ignored), neighbours(self.sight))
            grade, _ = self._grades(cell, owner, block, size)
        return cell, grade, odd

    def _grades(self, cell: Ints, owner: Ints, block: Block, size: int) -> tuple[Ints, Bools]:
        """Return the grade that each obstacle gives to each corner, and what the judge must see."""
        grade = np.zeros(len(cell), dtype=np.int64)
        odd = np.zeros(block.places, dtype=bool)
        for k in distinct(owner).tolist():
            mine = np.flatnonzero(owner == k)
            obstacle = self.sight.obstacles[k]
            own = Grade.HARD if obstacle.cover is Grade.TOTAL else obstacle.cover
            grade[mine] = RANK[own]
            if obstacle.kind not in (Kind.LOW, Kind.SLIT):
                continue
            if size != self.places.size:
                odd[cell[mine] // 4] = True
                continue
            places, where = numbered(cell[mine] // 4, block.places)
            ignored = self._ignored(obstacle, places, block)
            grade[mine[ignored[where]]] = 0
        return grade, odd

    def _ignored(self, obstacle: Obstacle, places: Ints, block: Block) -> Bools:
        """Tell at which places the attacker ignores an obstacle, or it is too far away (§3.4)."""
        judge, limits = self._judge, self._judge.limits(obstacle)
        if limits is None:
            return np.zeros(len(places), dtype=bool)
        least, most = limits
        gaps, near = self._gaps(obstacle, places, block)
        fixed = self.sight.gap2(self.space, obstacle.id)
        given = np.array(float(fixed))
        mine, other = (gaps, given) if self.away else (given, gaps)
        out: Bools = np.broadcast_to((mine < other) & (mine < least), gaps.shape) | (other > most)
        near = near | _is_close(mine, other) | _is_close(mine, least) | _is_close(other, most)
        for i in np.flatnonzero(near).tolist():
            gap = self.sight.gap2(block.space(int(places[i]), self.places.size), obstacle.id)
            out[i] = judge.passes(obstacle, *((gap, fixed) if self.away else (fixed, gap)))
        return out

    def _gaps(self, obstacle: Obstacle, places: Ints, block: Block) -> tuple[Floats, Bools]:
        """Return the squared gaps of places, and which of them only fractions know."""
        sides = block.sides(self.places.size)[:, places]
        gaps = self.places.gaps(block, obstacle)[places]
        ring = obstacle.ring()
        if not ring:
            return gaps, np.zeros(len(places), dtype=bool)
        xs, ys = [p.x for p in ring], [p.y for p in ring]
        exact = (sides[2] >= min(xs)) & (sides[0] <= max(xs))
        return gaps, exact & (sides[3] >= min(ys)) & (sides[1] <= max(ys))

    @cached_property
    def _judge(self) -> Judge:
        """A judge who knows heights and options; it is asked for nothing else."""
        me, other = self.places.me, self.other
        one, two = (me, other) if self.away else (other, me)
        return Judge(Duel(self.places.state, self.options, one, two, LONGBOW, True), bodies=())


def _is_close(gaps: Floats, bound: Floats | float) -> Bools:
    """Tell which gaps are so near to a bound that only fractions know which is more.

    Much quicker than ``np.isclose``; nothing is near to a bound without end.
    """
    if bound is math.inf:
        return np.zeros(gaps.shape, dtype=bool)
    close: Bools = abs(gaps - bound) <= 1 + _SURE * bound
    return close
