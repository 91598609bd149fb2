"""Areas of effect: whom a burst, cone, line or emanation meets, and what shelters them (§3.6)."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Literal

from maps import areas
from maps.grid import SUB, Cell, Point
from maps.reach import whole
from rules.encounter.plans import Cover
from rules.encounter.state import Encounter, Token, TokenId
from rules.systems.pathfinder.saves import Shelter, shelter_from

Shape = Literal["burst", "emanation", "cone", "line"]


@dataclass(frozen=True, slots=True)
class AreaOfEffect:
    """A template: its shape, its size in squares, and where it starts.

    ``at`` is a corner of the grid; an emanation starts from a ``token`` instead. ``direction``
    is any whole vector for cones and lines. Raises ValueError for one that starts nowhere.
    """

    shape: Shape
    size: int
    at: Cell | None = None
    direction: tuple[int, int] = (1, 0)
    token: TokenId | None = None

    def origin(self, state: Encounter) -> Point:
        """Return the point from which the effect spreads, in sub-units."""
        if self.token is not None:
            space = whole(state.tokens[self.token].space)
            return Point(space.x + space.side // 2, space.y + space.side // 2)
        at = self._corner()
        return Point(at.x * SUB, at.y * SUB)

    def cells(self, state: Encounter) -> frozenset[Cell]:
        """Return the squares of the template; what walls hold off is not left out."""
        match self.shape:
            case "burst":
                return areas.burst(self._corner(), self.size)
            case "cone":
                return areas.cone(self._corner(), self.direction, self.size)
            case "line":
                return areas.line(self._corner(), self.direction, self.size)
            case "emanation":
                if self.token is None:
                    raise ValueError("an emanation without a token")
                return areas.emanation(state.tokens[self.token].space, self.size)

    def _corner(self) -> Cell:
        if self.at is None:
            raise ValueError(f"a {self.shape} that starts nowhere")
        return self.at


@dataclass(frozen=True, slots=True)
class Caught:
    """Somebody of whom the template holds at least a square.

    ``squares`` of the space lie inside. ``affected`` is false behind total cover from the
    point of origin; all other cover counts for the Reflex save.
    """

    token: TokenId
    squares: int
    shelter: Shelter

    @property
    def cover(self) -> Cover:
        return self.shelter.cover

    @property
    def affected(self) -> bool:
        return not self.shelter.total


def caught(state: Encounter, area: AreaOfEffect) -> tuple[Caught, ...]:
    """Return everybody in an area, in the order of the board, with the cover from its origin.

    Whoever an emanation starts from is left out, the dead are not.
    """
    cells, origin = area.cells(state), area.origin(state)
    return tuple(
        Caught(token.id, inside, shelter_from(state, token, origin))
        for token in state.tokens.values()
        if token.id != area.token and (inside := _inside(token, cells))
    )


def _inside(token: Token, cells: AbstractSet[Cell]) -> int:
    """Count the squares of a creature's space in an area."""
    return sum(cell in cells for cell in whole(token.space).cells())
