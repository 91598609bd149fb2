"""Badges of all foes at once, while somebody is dragged: the rules of ``cover``, cast in bulk."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace

from maps.fans import Tally
from maps.grid import Cell, Footprint
from maps.reach import whole
from maps.shapes import Grade
from maps.sight import Body, Level, Touching, sight_map
from rules.core.terms import Term, term
from rules.encounter.state import Encounter, Token, TokenId, hostile
from rules.system import Glance
from rules.systems.pathfinder.bystanders import (
    height_of,
    level_of,
    stands_in_the_way,
    tied,
)
from rules.systems.pathfinder.concealment import causes, concealment
from rules.systems.pathfinder.cover import (
    Judge,
    Report,
    armour_bonus,
    best_of,
    look_at,
    report_of,
)
from rules.systems.pathfinder.duel import SINGLE, Duel, is_ranged, weapon_of
from rules.systems.pathfinder.flanking import partners
from rules.systems.pathfinder.options import options_of
from rules.systems.pathfinder.weapons import LONGBOW


def glances(
    state: Encounter, token: TokenId, place: Footprint, weapon: str = ""
) -> tuple[Glance, ...]:
    """Return the badge of every hostile token, seen from ``place``.

    Foes within reach of a melee weapon are judged by its rules, all others as targets of a shot.
    """
    me = replace(state.tokens[token], space=place)
    state = state.with_token(me)
    foes = [t for t in state.tokens.values() if hostile(me.side, t.side) and not t.has("dead")]
    arm, options = weapon_of(me, weapon), options_of(state)
    near, far = {}, {}
    for foe in foes:
        duel = Duel(state, options, me, foe, arm, is_ranged(arm, SINGLE))
        if not duel.ranged and duel.reaches:
            near[foe.id] = duel
        else:
            far[foe.id] = duel
    seen = {id: _seen(duel) for id, duel in near.items()}
    seen |= _shots(state, me, far.values())
    return tuple(_glance(seen[foe.id], foe.id in near) for foe in foes)


@dataclass(frozen=True, slots=True)
class _Seen:
    """One foe as the judge sees it."""

    judge: Judge
    report: Report

    @property
    def duel(self) -> Duel:
        return self.judge.duel


def _seen(duel: Duel) -> _Seen:
    judge = Judge(duel)
    return _Seen(judge, look_at(duel, judge))


def _shots(state: Encounter, me: Token, duels: Iterable[Duel]) -> dict[TokenId, _Seen]:
    """Judge many targets of one shooter; those between the same heights are cast together."""
    groups: dict[Level, list[Duel]] = defaultdict(list)
    found: dict[TokenId, _Seen] = {}
    for duel in duels:
        shot = replace(duel, weapon=duel.weapon if duel.ranged else LONGBOW, ranged=True)
        if _special(shot):
            found[shot.target.id] = _seen(shot)
        else:
            groups[level_of(me, shot.target)].append(shot)
    for level, group in groups.items():
        found |= _cast(state, me, group, level)
    return found


def _special(duel: Duel) -> bool:
    """Whether an option asks for more than the best corner against the whole target."""
    chosen = duel.options
    big_target = chosen.word("ranged_big_target") != "lattice" and duel.t.squares > 1
    big_shooter = chosen.word("ranged_big_attacker") != "any_square" and duel.a.squares > 1
    return big_target or big_shooter or chosen.word("concealment_corner") == "own"


def _cast(state: Encounter, me: Token, group: list[Duel], level: Level) -> dict[TokenId, _Seen]:
    sight = sight_map(state.board)
    options = group[0].options
    bodies = _bodies(state, me, level, options.flag("prone_gives_soft_cover"))
    crowd = _Crowd(state, bodies)
    ignored = [crowd.beside(duel) for duel in group]
    spaces = [duel.t for duel in group]
    touching = Touching(options.word("touching"))
    squares = group[0].a.unit_squares()
    rows: list[list[tuple[Footprint, Tally]]] = [[] for _ in group]
    for square in squares:
        many = sight.many(square, spaces, bodies, ignored, touching=touching, level=level)
        for row, tallies in zip(rows, many, strict=True):
            row += [(square, tally) for tally in tallies]
    return {duel.target.id: _judged(duel, row) for duel, row in zip(group, rows, strict=True)}


def _judged(duel: Duel, row: list[tuple[Footprint, Tally]]) -> _Seen:
    judge = Judge(duel, bodies=())
    looks = [judge.tallied(*pair) for pair in row]
    look = replace(best_of(judge, looks), effect=any(look.effect for look in looks))
    return _Seen(judge, report_of(judge, look))


def _bodies(state: Encounter, me: Token, level: Level, prone: bool) -> tuple[Body, ...]:
    """Return everybody who may shelter anybody from this shooter."""
    low, high = level
    mine = whole(me.space)
    return tuple(
        Body(token.id, space)
        for token in state.tokens.values()
        if token.id != me.id
        and stands_in_the_way(token, prone)
        and token.elevation < high
        and token.elevation + height_of(token) > low
        and not (space := whole(token.space)).overlaps(mine)
        and not tied(state, token, me)
    )


class _Crowd:
    """Who stands where, to find quickly who shares a space."""

    def __init__(self, state: Encounter, bodies: tuple[Body, ...]) -> None:
        self._state = state
        self._bodies = bodies
        self._at: dict[Cell, list[Body]] = defaultdict(list)
        for body in bodies:
            for cell in body.space.cells():
                self._at[cell].append(body)

    def beside(self, duel: Duel) -> frozenset[str]:
        """Return who does not stand in the way to one target: itself and those in its space."""
        near = (body for cell in duel.t.cells() for body in self._at.get(cell, ()))
        ids = {body.id for body in near if body.space.overlaps(duel.t)}
        if self._state.links:
            tokens = self._state.tokens
            bodies = (tokens[TokenId(body.id)] for body in self._bodies)
            ids |= {token.id for token in bodies if tied(self._state, token, duel.target)}
        return frozenset({*ids, duel.target.id})


# -- the badge --------------------------------------------------------------------------------


def _glance(seen: _Seen, near: bool) -> Glance:
    duel, grade = seen.duel, seen.report.cover.grade
    flanked = near and bool(partners(duel))
    inside = near or (duel.weapon is not LONGBOW and _in_range(duel))
    return Glance(duel.target.id, grade, _text(seen), flanked, inside)


def _in_range(duel: Duel) -> bool:
    most = duel.weapon.range * duel.weapon.most_increments
    return not most or duel.distance <= most


def _text(seen: _Seen) -> Term:
    duel, grade = seen.duel, seen.report.cover.grade
    if grade is Grade.TOTAL:
        return term("glance.pathfinder.total")
    hidden = concealment(causes(duel, seen.report, seen.judge))
    bonus = armour_bonus(grade, duel.options.number("improved_cover_bonus"))
    if hidden.percent:
        return term("glance.pathfinder.concealed", bonus=bonus, percent=hidden.percent)
    return term("glance.pathfinder.bonus", bonus=bonus) if bonus else term("glance.pathfinder.none")
