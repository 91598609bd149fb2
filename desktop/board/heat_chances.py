"""The chance to hit from the squares of each band of the heat map, for its legend."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from heapq import nsmallest
from typing import TYPE_CHECKING

from maps.grid import SUB, Cell, Footprint
from maps.shapes import Grade
from rules.encounter.plans import AttackAction
from rules.encounter.state import Encounter, TokenId
from rules.system.ground import HeatQuestion

if TYPE_CHECKING:
    from desktop.board.heat import HeatMap
    from desktop.session import Session

ASKED = frozenset({"cover", "flank"})
"""Questions about a target that one attacks."""
TRIES = 3
"""So many squares of a band are asked until the attack is possible from one."""


class Chances:
    """Knows the chance from the nearest square of each band.

    The map grows outwards, so what is nearest is known early; it is looked at again in the end.
    """

    def __init__(self) -> None:
        self._state: Encounter | None = None
        self._about: tuple[HeatQuestion, AttackAction | None, bool] | None = None
        self._found: dict[Grade, Fraction | None] = {}

    def of(self, session: Session, heat: HeatMap, grades: Iterable[Grade]) -> None:
        """Find out what is not known yet of some bands."""
        asked = heat.about
        if asked is None or asked.kind not in ASKED or asked.target is None:
            self._found = {}
            return
        about = asked, session.attack.action, heat.busy
        if session.state is not self._state or about != self._about:
            self._state, self._about, self._found = session.state, about, {}
        for grade in grades:
            if grade not in self._found:
                self._found[grade] = _chance(session, heat, asked.target, grade)

    def get(self, grade: Grade) -> Fraction | None:
        """Return the chance from the nearest square of a band; None where there is no attack."""
        return self._found.get(grade)

    @property
    def known(self) -> bool:
        """Whether there is any chance to tell."""
        return any(chance is not None for chance in self._found.values())


def _chance(session: Session, heat: HeatMap, target: TokenId, grade: Grade) -> Fraction | None:
    me = session.current
    here = session.attack.plan_for(target)
    if me is None or here is None or grade is Grade.TOTAL:
        return None
    middle = me.space if here.weapon.ranged else session.state.tokens[target].space
    x, y = middle.centre2.x / (2 * SUB) - 0.5, middle.centre2.y / (2 * SUB) - 0.5

    def far(cell: Cell) -> float:
        return (cell.x - x) ** 2 + (cell.y - y) ** 2

    band = (cell for cell, found in heat.cells.items() if found.grade is grade)
    for cell in nsmallest(TRIES, band, key=far):
        place = Footprint(cell.x * SUB, cell.y * SUB, me.space.side)
        plan = session.attack.plan_for(target, place)
        if plan is not None and not plan.problems:
            return plan.chance
    return None
