"""The areas of effect that lie on the map, with their squares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtGui import QPainter

from desktop.board.paint import View
from desktop.board.paint_area import paint_area, paint_area_name
from desktop.i18n import say
from desktop.tools.laid_drag import paint_grips
from maps.grid import Cell
from rules.areas import open_cells
from rules.core.terms import Term
from rules.encounter.areas import PlacedArea, placed_areas
from rules.encounter.state import Encounter
from rules.laying import name_of
from rules.system import RuleSystem
from rules.system.ground import SupportsAreas

if TYPE_CHECKING:
    from desktop.session import Session


@dataclass(frozen=True, slots=True)
class LaidArea:
    """An area on the map and those of its squares that walls do not hold off."""

    placed: PlacedArea
    cells: frozenset[Cell]

    @property
    def words(self) -> str:
        """What it is called."""
        name = name_of(self.placed)
        return say(name) if isinstance(name, Term) else name


def laid_areas(system: RuleSystem, state: Encounter) -> tuple[LaidArea, ...]:
    """Return the areas on the board of a fight."""
    if not state.data or not isinstance(system, SupportsAreas):
        return ()
    found = []
    for placed in placed_areas(state):
        cells = system.area_cells(state, placed.area)
        found.append(LaidArea(placed, open_cells(state, placed.area, cells)))
    return tuple(found)


class Laid:
    """Knows the areas of the state that is shown; found out anew where something is another one."""

    def __init__(self) -> None:
        self._known: tuple[tuple[object, ...], tuple[LaidArea, ...]] | None = None

    def of(self, session: Session) -> tuple[LaidArea, ...]:
        """Return the areas of a session."""
        state = session.state
        if not state.data:
            return ()
        bearers = tuple(
            state.tokens[p.area.token].space for p in placed_areas(state) if p.area.token
        )
        key = (state.data, state.board.obstacles, state.options, bearers)
        known = self._known
        if known is None or known[0][3] != bearers or not _same(known[0][:3], key[:3]):
            known = self._known = (key, laid_areas(session.system, state))
        return known[1]

    def at(self, session: Session, cell: Cell) -> tuple[LaidArea, ...]:
        """Return the areas that hold a square, the last one laid first."""
        return tuple(laid for laid in reversed(self.of(session)) if cell in laid.cells)

    def paint(self, painter: QPainter, view: View, session: Session, *, grips: bool) -> None:
        """Paint all of them, with ``grips`` also what they are moved and turned by."""
        for laid in self.of(session):
            paint_area(painter, view, laid.cells, hidden=laid.placed.hidden)
            paint_area_name(painter, view, laid.cells, laid.words)
            if grips:
                paint_grips(painter, view, session.state, laid.placed.area)


def _same(one: tuple[object, ...], other: tuple[object, ...]) -> bool:
    return all(a is b for a, b in zip(one, other, strict=True))
