"""Areas of effect where a rule system says nothing of its own: plain distance (house default).

A square is in by its centre, whoever has a square in it is caught, and cover is counted by the
lines from the point of origin to the corners of a space. Systems mix ``RoundAreas`` in.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Final

from maps import round_areas
from maps.grid import SUB, Cell, Footprint, Point
from maps.reach import whole
from maps.shapes import Grade
from maps.sight import sight_map
from rules.core.options import Options, OptionSpec
from rules.core.sources import Source, Status
from rules.core.terms import Term, term
from rules.encounter.areas import AreaOfEffect, Caught
from rules.encounter.heights import level_of
from rules.encounter.plans import Cover
from rules.encounter.state import Encounter, Token

CONE: Final = OptionSpec("area_cone", 60, lowest=10, highest=180)


def cone(place: str) -> OptionSpec:
    """Return how wide a cone is, in degrees: a house default where a rules text says nothing."""
    return replace(CONE, source=Source(Status.HOUSE, place))


def squares_in(token: Token, cells: AbstractSet[Cell]) -> int:
    """Count the squares of a creature's space in an area."""
    return sum(cell in cells for cell in whole(token.space).cells())


def open_cells(state: Encounter, area: AreaOfEffect, cells: AbstractSet[Cell]) -> frozenset[Cell]:
    """Return the squares of a template that walls do not hold off from its origin."""
    if area.token is not None:
        start = whole(area.bearer(state).space)
    else:
        origin = area.origin(state)
        start = Footprint(origin.x - 1, origin.y - 1, 2)
    wanted = list(cells)
    spaces = [Footprint(c.x * SUB, c.y * SUB) for c in wanted]
    ways = sight_map(state.board).effects(start, spaces)
    return frozenset(c for c, way in zip(wanted, ways, strict=True) if way.exists)


class RoundAreas:
    """Mixed into a rule system: areas of effect by plain distance."""

    def area_cells(self, state: Encounter, area: AreaOfEffect) -> frozenset[Cell]:
        """Return the squares of a template; what walls hold off is not left out."""
        match area.shape:
            case "burst":
                return round_areas.disc(area.corner(), area.size)
            case "emanation":
                return round_areas.around(area.bearer(state).space, area.size)
            case "cone":
                wide = Options((CONE,), _known(state.options)).number(CONE.key)
                return round_areas.wedge(area.corner(), area.direction, area.size, wide)
            case "line":
                return round_areas.beam(area.corner(), area.direction, area.size)

    def caught(self, state: Encounter, area: AreaOfEffect) -> tuple[Caught, ...]:
        """Return everybody in an area, in the order of the board, with cover from its origin."""
        cells, origin = self.area_cells(state, area), area.origin(state)
        return tuple(
            _caught(state, token, origin, inside)
            for token in state.tokens.values()
            if token.id != area.token and (inside := squares_in(token, cells))
        )

    def square_metres(self, state: Encounter) -> float:
        """Return the side of a square in metres."""
        del state
        return 1.5

    def length(self, state: Encounter, squares: int) -> Term:
        """Say a length on the map in the measure of the system."""
        return term("area.metres", n=squares, metres=squares * self.square_metres(state))


def _known(chosen: Mapping[str, bool | int | str]) -> Mapping[str, bool | int | str]:
    return {key: value for key, value in chosen.items() if key == CONE.key}


def _caught(state: Encounter, token: Token, origin: Point, inside: int) -> Caught:
    cover, note, short = shelter(state, token, origin)
    return Caught(token.id, inside, cover, cover.grade is not Grade.TOTAL, note, short)


def shelter(
    state: Encounter, token: Token, origin: Point
) -> tuple[Cover, Term | None, Term | None]:
    """Return the cover of a creature from a point: which of the lines to its corners end.

    With it what that is, at length and in a badge.
    """
    spot, space = Footprint(origin.x - 1, origin.y - 1, 2), whole(token.space)
    sight, level = sight_map(state.board), level_of(token, token)
    if not sight.effect(spot, space, level).exists:
        return Cover(Grade.TOTAL, 100), term("area.no_effect"), term("area.none")
    facts = sight.lines(spot, space, origin, space.corners(), level=level)
    stopped = [f for f in facts if f.barriers or f.shelters]
    if not stopped:
        return Cover(), None, None
    by = tuple(dict.fromkeys(id for f in stopped for id in f.held_by))
    cover = Cover(Grade.HARD, 100 * len(stopped) // len(facts), origin, by)
    n, all_lines = len(stopped), len(facts)
    return cover, term("area.lines", n=n, all=all_lines), term("area.share", n=n, all=all_lines)
