"""Badges of all foes at once, while somebody is dragged: the rules of ``cover``, cast in bulk.

What is plain (walls and creatures alone, light enough, nothing invisible) is decided by counts;
all else goes to the judge, one target at a time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import repeat

import numpy as np

from maps.fans import Idle, Tally
from maps.grid import Cell, Footprint, count, offsets
from maps.joined import neighbours, stronger
from maps.pieces import Bools, Ints
from maps.reach import whole
from maps.remember import by_identity
from maps.shapes import Grade
from maps.sight import Body, Level, SightMap, Touching, sight_map
from rules.core.options import Options
from rules.core.terms import Term, term
from rules.encounter.heights import height_of, level_of
from rules.encounter.plans import AttackPlan
from rules.encounter.state import Encounter, Token, TokenId, hostile
from rules.system.answers import Glance
from rules.systems.pathfinder.bystanders import stands_in_the_way, tied
from rules.systems.pathfinder.concealment import causes, concealment
from rules.systems.pathfinder.cover import (
    Judge,
    Report,
    armour_bonus,
    best_of,
    is_sharp,
    look_at,
    report_of,
    settled,
)
from rules.systems.pathfinder.duel import (
    SINGLE,
    Duel,
    is_ranged,
    rise,
    standing_at,
    weapon_of,
    zone_of,
)
from rules.systems.pathfinder.flanking import partners
from rules.systems.pathfinder.obstacles import is_plain, veils_sight, weak_roles
from rules.systems.pathfinder.options import options_of
from rules.systems.pathfinder.tables import sheet_of
from rules.systems.pathfinder.weapons import LONGBOW, SheetWeapon

Row = Sequence[tuple[Footprint, Tally]]
"""What the lines from each corner of an attacker to one target meet."""


def glances(
    state: Encounter,
    token: TokenId,
    place: Footprint,
    weapon: str = "",
    only: Collection[TokenId] | None = None,
) -> tuple[Glance, ...]:
    """Return the badge of every hostile token, or of some ``only``, seen from ``place``.

    Foes within reach of a melee weapon are judged by its rules, all others as targets of a shot.
    """
    beside = _beside(state)
    if place != state.tokens[token].space:
        state = standing_at(state, token, place)
    me = state.tokens[token]
    foes = [
        t
        for t in state.tokens.values()
        if (only is None or t.id in only) and hostile(me.side, t.side) and not t.has("dead")
    ]
    return _Glancer(state, me, weapon_of(me, weapon), beside).all(foes)


@dataclass(frozen=True)
class _Seen:
    """One foe as the judge sees it."""

    judge: Judge
    report: Report

    @cached_property
    def grade(self) -> Grade:
        """The grade of cover that counts."""
        return settled(self.judge, self.report)


@dataclass(frozen=True)
class _Glancer:
    """Looks at many foes for one attacker."""

    state: Encounter
    me: Token
    arm: SheetWeapon
    beside: Mapping[TokenId, frozenset[str]]
    """Who does not stand in the way to somebody."""

    def all(self, foes: Sequence[Token]) -> tuple[Glance, ...]:
        """Return the badges of foes in their order."""
        near = {foe.id: duel for foe in foes if (duel := self._near(foe)) is not None}
        found = {id: self._melee(duel) for id, duel in near.items()}
        found |= self._shots([foe for foe in foes if foe.id not in near])
        return tuple(found[foe.id] for foe in foes)

    # -- what stays the same for all -----------------------------------------------------

    @cached_property
    def options(self) -> Options:
        return options_of(self.state)

    @cached_property
    def ranged(self) -> bool:
        return is_ranged(self.arm, SINGLE)

    @cached_property
    def a(self) -> Footprint:
        return whole(self.me.space)

    @cached_property
    def _farthest(self) -> int:
        """No melee weapon leads farther than so many squares aside."""
        return zone_of(self.me, self.arm).reach + 1

    @cached_property
    def _most(self) -> int:
        """Over so many squares the weapon shoots; 0 = over any number."""
        return self.arm.range * self.arm.most_increments

    @cached_property
    def _dim(self) -> bool:
        """Whether light or the attacker's eyes may conceal anybody."""
        dark = self.state.board.dark and self.options.flag("light_matters")
        return dark or self.me.has("blind")

    @cached_property
    def _improved(self) -> int:
        return self.options.number("improved_cover_bonus")

    # -- hand to hand --------------------------------------------------------------------

    def _near(self, foe: Token) -> Duel | None:
        """Return the duel with a foe within reach of a melee weapon."""
        if self.ranged or max(offsets(self.a, whole(foe.space))) > self._farthest:
            return None
        duel = Duel(self.state, self.options, self.me, foe, self.arm, False)
        return duel if duel.reaches else None

    def _melee(self, duel: Duel) -> Glance:
        judge = Judge(duel)
        seen = _Seen(judge, look_at(duel, judge))
        flanked = bool(partners(duel))
        return Glance(duel.target.id, seen.grade, self._text(seen), flanked, True)

    # -- shots ---------------------------------------------------------------------------

    def _shots(self, foes: Iterable[Token]) -> dict[TokenId, Glance]:
        """Look at many targets; those between the same heights are cast together."""
        groups: dict[Level, list[Token]] = defaultdict(list)
        found: dict[TokenId, Glance] = {}
        for foe in foes:
            if self._special(whole(foe.space)):
                duel = self._shot(foe)
                judge = Judge(duel)
                found[foe.id] = self._judged(_Seen(judge, look_at(duel, judge)))
            else:
                groups[level_of(self.me, foe)].append(foe)
        for level, group in groups.items():
            found |= self._cast(group, level)
        return found

    def _shot(self, foe: Token) -> Duel:
        weapon = self.arm if self.ranged else LONGBOW
        return Duel(self.state, self.options, self.me, foe, weapon, True)

    @cached_property
    def _choices(self) -> tuple[bool, bool]:
        """Whether options ask for more than the best corner: always, against big targets."""
        chosen = self.options
        big_shooter = chosen.word("ranged_big_attacker") != "any_square" and self.a.squares > 1
        own = chosen.word("concealment_corner") == "own"
        own = own or chosen.word("partial_cover") == "apply"
        own = own or sheet_of(self.me).improved_precise_shot
        return big_shooter or own, chosen.word("ranged_big_target") != "lattice"

    def _special(self, space: Footprint) -> bool:
        always, big = self._choices
        return always or (big and space.squares > 1)

    def _cast(self, group: list[Token], level: Level) -> dict[TokenId, Glance]:
        sight = sight_map(self.state.board)
        bodies = _bodies(self.state, self.me, level, self.options)
        spaces = [whole(foe.space) for foe in group]
        ignored = [self.beside[foe.id] for foe in group]
        touching = Touching(self.options.word("touching"))
        thinker = _Thinker(self, group, sight.at(level))
        weak = weak_roles(sight) if is_plain(sight) else None
        idle = Idle(thinker.ignores, neighbours(thinker.sight), stronger(thinker.sight), weak)
        rows: list[list[tuple[Footprint, Tally]]] = [[] for _ in group]
        for square in self.a.unit_squares():
            many = sight.many(
                square, spaces, bodies, ignored, touching=touching, level=level, idle=idle
            )
            for row, tallies in zip(rows, many, strict=True):
                row += zip(repeat(square), tallies, strict=False)
        shut = [t for t, row in zip(spaces, rows, strict=True) if not _any_effect(row)]
        effects = sight.effects(self.a, shut, level, hopeful=False)
        total = {t for t, effect in zip(shut, effects, strict=True) if not effect.exists}
        veiled = veils_sight(sight)
        if veiled:
            sight.seen(self.a, [t for t in spaces if t not in total], level)
        look = _Looker(self, sight, total, thinker, is_plain(sight), veiled)
        seen = zip(group, spaces, rows, strict=True)
        return {foe.id: look.at(i, t, row) for i, (foe, t, row) in enumerate(seen)}

    def plain_glance(self, foe: Token, grade: Grade) -> Glance:
        """Return the badge of a target of a shot that nothing conceals."""
        return Glance(foe.id, grade, _said(grade, self._improved), False, self._in_range(foe))

    def clouded(self, foe: Token) -> bool:
        """Whether anything but fog may conceal a foe."""
        return self._dim or (bool(foe.conditions) and foe.has("invisible", "concealed"))

    def judge(self, foe: Token) -> Judge:
        """Return who judges shots at a target whose tallies know what is in the way."""
        return Judge(self._shot(foe), bodies=())

    def thought(self, judge: Judge, row: Row) -> Glance:
        """Ask the judge about a target of a shot."""
        looks = [judge.tallied(square, tally, apart=True) for square, tally in row]
        look, effect = best_of(judge, looks), any(look.effect for look in looks)
        if look.effect is not effect:
            look = replace(look, effect=effect)
        return self._judged(_Seen(judge, report_of(judge, look)))

    def _judged(self, seen: _Seen) -> Glance:
        foe = seen.judge.duel.target
        return Glance(foe.id, seen.grade, self._text(seen), False, self._in_range(foe))

    def _in_range(self, foe: Token) -> bool:
        if not self.ranged:
            return False
        most = self._most
        if not most:
            return True
        aside = count(*offsets(self.a, whole(foe.space)))
        return count(aside, rise(self.me, foe)) <= most

    def _text(self, seen: _Seen) -> Term:
        grade = seen.grade
        if grade is Grade.TOTAL:
            return _said(grade, self._improved)
        found = causes(seen.judge.duel, seen.report, seen.judge)
        if is_sharp(seen.judge.duel):
            found = tuple(cause for cause in found if cause.hides)
        hidden = concealment(found)
        if not hidden.percent:
            return _said(grade, self._improved)
        return _veiled(armour_bonus(grade, self._improved), hidden.percent)


@dataclass(frozen=True)
class _Thinker:
    """The judges of some targets, and what each of them ignores."""

    glancer: _Glancer
    foes: Sequence[Token]
    sight: SightMap

    @cached_property
    def _judges(self) -> dict[int, Judge]:
        return {}

    def judge(self, i: int) -> Judge:
        """Return who judges shots at a target, by its number."""
        if i not in self._judges:
            self._judges[i] = self.glancer.judge(self.foes[i])
        return self._judges[i]

    def ignores(self, targets: Ints, obstacles: Ints) -> Bools:
        """Tell what is ignored in pairs of target and obstacle."""
        ids = [o.id for o in self.sight.obstacles]
        pairs = zip(targets.tolist(), obstacles.tolist(), strict=True)
        grades = [self.judge(i).shelter_grade(ids[k]) for i, k in pairs]
        return np.array([grade is Grade.NONE for grade in grades], dtype=bool)


@dataclass(frozen=True, slots=True)
class _Looker:
    """Looks at single targets of a cast."""

    glancer: _Glancer
    sight: SightMap
    total: set[Footprint]
    thinker: _Thinker
    usual: bool
    """Whether all that stops shots gives the usual cover."""
    veiled: bool
    """Whether anything hampers sight alone."""

    def at(self, i: int, space: Footprint, row: Row) -> Glance:
        """Return the badge of one target, by its number."""
        foe = self.thinker.foes[i]
        if space in self.total:
            return self.glancer.plain_glance(foe, Grade.TOTAL)
        grade = self._plain(row)
        if grade is None or self.glancer.clouded(foe) or self._unseen(foe, space):
            return self.glancer.thought(self.thinker.judge(i), row)
        return self.glancer.plain_glance(foe, grade)

    def _plain(self, row: Row) -> Grade | None:
        """Return the grade where walls and creatures alone decide; None where more does."""
        best: Grade | None = Grade.HARD
        for _, tally in row:
            if tally.shelters or tally.fogs or (tally.barred and not self.usual):
                best = None
            elif not tally.barred and not tally.bodies:
                return Grade.NONE
            elif not tally.barred and best is not None:
                best = Grade.SOFT
        return best

    def _unseen(self, foe: Token, space: Footprint) -> bool:
        if not self.veiled:
            return False
        level = level_of(self.glancer.me, foe)
        return not self.sight.sees(self.glancer.a, space, level).exists


def _any_effect(row: Row) -> bool:
    return any(tally.barred < tally.lines for _, tally in row)


@cache
def _said(grade: Grade, improved: int) -> Term:
    """Say a badge without concealment."""
    if grade is Grade.TOTAL:
        return term("glance.pathfinder.total")
    bonus = armour_bonus(grade, improved)
    return term("glance.pathfinder.bonus", bonus=bonus) if bonus else term("glance.pathfinder.none")


def _veiled(bonus: int, percent: int) -> Term:
    """Say a badge with concealment."""
    if not bonus:
        return term("glance.pathfinder.veiled", percent=percent)
    return term("glance.pathfinder.concealed", bonus=bonus, percent=percent)


def glance_of(plan: AttackPlan) -> Glance:
    """Return the badge of the target of an attack, as the rows of its plan leave it."""
    target, cover, hidden = plan.action.target, plan.cover, plan.concealment
    flanked, by_hand = bool(plan.flanking), cover.by_hand or hidden.by_hand
    if cover.grade is Grade.TOTAL:
        return Glance(target, cover.grade, term("glance.pathfinder.total"), flanked)
    rows = (e.modifier for e in plan.defence.entries if e.counted)
    bonus = sum(m.value for m in rows if m.kind == "cover")
    if hidden.percent:
        text = _veiled(bonus, hidden.percent)
    else:
        text = term("glance.pathfinder.bonus", bonus=bonus)
        text = text if bonus else term("glance.pathfinder.none")
    return Glance(target, cover.grade, text, flanked, by_hand=by_hand)


# -- creatures in the way -----------------------------------------------------------------------


def _bodies(state: Encounter, me: Token, level: Level, options: Options) -> tuple[Body, ...]:
    """Return everybody who may shelter anybody from this shooter."""
    low, high = level
    mine = whole(me.space)
    return tuple(
        Body(token.id, space)
        for token in state.tokens.values()
        if token.id != me.id
        and stands_in_the_way(token, options)
        and token.elevation < high
        and token.elevation + height_of(token) > low
        and not (space := whole(token.space)).overlaps(mine)
        and not tied(state, token, me)
    )


@by_identity(keep=2)
def _beside(state: Encounter) -> Mapping[TokenId, frozenset[str]]:
    """Return who does not stand in the way to whom: itself, those in its space, those tied to it.

    It depends on nobody who only looks from elsewhere: while a token is dragged it stays the same.
    """
    at: dict[Cell, list[tuple[TokenId, Footprint]]] = defaultdict(list)
    spaces = {token.id: whole(token.space) for token in state.tokens.values()}
    for id, space in spaces.items():
        for cell in space.cells():
            at[cell].append((id, space))
    found: dict[TokenId, frozenset[str]] = {}
    for id, space in spaces.items():
        near = (other for cell in space.cells() for other in at[cell])
        ids = {id, *(other for other, theirs in near if theirs.overlaps(space))}
        if state.links:
            foe = state.tokens[id]
            ids |= {token.id for token in state.tokens.values() if tied(state, token, foe)}
        found[id] = frozenset(ids)
    return found
