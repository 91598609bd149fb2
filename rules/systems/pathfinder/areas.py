"""Areas of effect: whom a burst, cone, line or emanation meets, and what shelters them (§3.6)."""

from __future__ import annotations

from maps import areas
from maps.grid import Cell
from maps.shapes import Grade
from rules.areas import squares_in
from rules.core.terms import Term, named, term
from rules.encounter.areas import AreaOfEffect, Caught
from rules.encounter.state import Encounter
from rules.systems.pathfinder.options import options_of
from rules.systems.pathfinder.saves import COVER_BONUS, Shelter, shelter_from


def area_cells(state: Encounter, area: AreaOfEffect) -> frozenset[Cell]:
    """Return the squares of a template; what walls hold off is not left out.

    Raises ValueError for one that starts nowhere.
    """
    match area.shape:
        case "burst":
            return areas.burst(area.corner(), area.size)
        case "cone":
            return areas.cone(area.corner(), area.direction, area.size)
        case "line":
            return areas.line(area.corner(), area.direction, area.size)
        case "emanation":
            return areas.emanation(area.bearer(state).space, area.size)


def caught(state: Encounter, area: AreaOfEffect) -> tuple[Caught, ...]:
    """Return everybody in an area, in the order of the board, with the cover from its origin.

    Whoever an emanation starts from is left out, the dead are not. Total cover keeps an effect
    off; all other cover counts for the Reflex save.
    """
    cells, origin = area_cells(state, area), area.origin(state)
    found = []
    for token in state.tokens.values():
        inside = squares_in(token, cells) if token.id != area.token else 0
        if inside:
            shelter = shelter_from(state, token, origin)
            note, short = _worth(state, shelter)
            found.append(Caught(token.id, inside, shelter.cover, not shelter.total, note, short))
    return tuple(found)


def _worth(state: Encounter, shelter: Shelter) -> tuple[Term | None, Term | None]:
    """Say what cover is worth against the effect, at length and in a badge."""
    grade = shelter.best
    if grade is Grade.NONE:
        return None, None
    if grade is Grade.TOTAL:
        return term("area.no_effect"), term("area.none")
    bonus = COVER_BONUS.get(grade, 0)
    if grade is Grade.IMPROVED:
        bonus = options_of(state).number("improved_cover_bonus") // 2
    name = named("cover.pathfinder", grade.value)
    note = term("area.pathfinder.cover", cover=name, bonus=bonus)
    return note, term("area.bonus", bonus=bonus)
