"""What if: every attack that a combatant could make now, from where it stands or could stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from maps.grid import Cell, distance
from maps.shapes import Grade
from rules.encounter.plans import AttackAction, AttackPlan, Weapon
from rules.encounter.state import Encounter, Token, TokenId
from rules.forecast.ways import foes_of, reached, space_at, stride_of
from rules.system import RuleSystem

PLACES = 24
"""So many squares are tried for each weapon and target, the nearest to both first."""
NEAR = 3
"""A blow without a shot is tried from squares that are at most so far from the target."""


@dataclass(frozen=True, slots=True)
class Possibility:
    """An attack that could be made, and what it is worth.

    ``action`` holds the place where the attacker would have to stand, ``None`` = where he is;
    ``way`` is the length of the way there in squares. ``chance`` and ``damage`` are those of
    the plan: exact. ``why`` are codes of what makes it impossible; then it is worth nothing.
    """

    action: AttackAction
    weapon: Weapon
    cell: Cell | None
    way: float
    chance: Fraction
    damage: Fraction
    grade: Grade
    cover: int
    flanking: tuple[TokenId, ...]
    distance: int
    why: tuple[str, ...] = ()

    @property
    def possible(self) -> bool:
        return not self.why

    @property
    def worth(self) -> tuple[Fraction, Fraction, float]:
        """What the better of two is judged by: damage, then chance, then the shorter way."""
        return (self.damage, self.chance, -self.way)


def possibilities(system: RuleSystem, state: Encounter, id: TokenId) -> Iterator[Possibility]:
    """Yield every possible attack of a combatant: first from where it stands, then the best
    square of this turn for each weapon and target where that is better.

    A foe at whom nothing is possible is named last, with the reason. Rolls nothing.
    """
    me = state.tokens[id]
    foes = sorted(foes_of(system, state, me), key=lambda t: (distance(me.space, t.space), t.id))
    weapons = system.weapons(state, id)
    best: dict[tuple[TokenId, str], Possibility] = {}
    failed: dict[TokenId, Possibility] = {}
    for foe in foes:
        for weapon in weapons:
            for mode in system.modes(state, id, weapon.id):
                found = _plan(system, state, AttackAction(id, foe.id, weapon.id, mode.id))
                if not found.possible:
                    failed.setdefault(foe.id, found)
                    continue
                key = (foe.id, weapon.id)
                if key not in best or found.worth > best[key].worth:
                    best[key] = found
                yield found
    places = reached(system, state, me, stride_of(system, state, me))
    for foe in foes:
        for weapon in weapons:
            there = _best_place(system, state, me, foe, weapon, places)
            known = best.get((foe.id, weapon.id))
            if there is not None and (known is None or there.worth > known.worth):
                best[foe.id, weapon.id] = there
                yield there
    struck = {target for target, _ in best}
    yield from (found for target, found in failed.items() if target not in struck)


def _best_place(
    system: RuleSystem,
    state: Encounter,
    me: Token,
    foe: Token,
    weapon: Weapon,
    places: dict[Cell, float],
) -> Possibility | None:
    """Return the best attack with a weapon from another square; None where there is none."""
    near = []
    for cell, way in places.items():
        space = space_at(me, cell)
        far = distance(space, foe.space)
        if way and not space.overlaps(foe.space) and (weapon.ranged or far <= NEAR):
            near.append((way if weapon.ranged else far, way, cell))
    best: Possibility | None = None
    for _, way, cell in sorted(near)[:PLACES]:
        action = AttackAction(me.id, foe.id, weapon.id, place=space_at(me, cell))
        found = _plan(system, state, action, cell, way)
        if found.possible and (best is None or found.worth > best.worth):
            best = found
    return best


def _plan(
    system: RuleSystem,
    state: Encounter,
    action: AttackAction,
    cell: Cell | None = None,
    way: float = 0,
) -> Possibility:
    plan: AttackPlan = system.plan(state, action)
    return Possibility(
        action,
        plan.weapon,
        cell,
        way,
        plan.chance if plan.possible else Fraction(0),
        plan.damage if plan.possible else Fraction(0),
        plan.cover.grade,
        plan.cover.percent,
        plan.flanking,
        plan.distance,
        tuple(problem.code for problem in plan.problems),
    )
